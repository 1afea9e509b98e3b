//! Every differentiated function of the workspace's tests, benches, examples and documents is lowered to HIR, but for
//! those that are wrong on purpose.

#[path = "support/whole.rs"]
mod whole;

use front::index::{CfgOptions, ScopeId};
use front::program::Program;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{Attribute, ImplItem, ItemFn, ItemImpl};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(all) = fs::read_dir(folder) else { return };
    for path in all.flatten().map(|entry| entry.path()) {
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("messages") {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "md") {
            out.push(path);
        }
    }
}

fn is_differentiable(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|a| a.path().segments.last().is_some_and(|s| s.ident == "differentiable"))
}

/// The items with the attribute, wherever they stand.
#[derive(Default)]
struct Marked {
    fns: Vec<ItemFn>,
    impls: Vec<ItemImpl>,
}

impl<'ast> Visit<'ast> for Marked {
    fn visit_item_fn(&mut self, f: &'ast ItemFn) {
        if is_differentiable(&f.attrs) {
            self.fns.push(f.clone());
        }
        visit::visit_item_fn(self, f);
    }
    fn visit_item_impl(&mut self, i: &'ast ItemImpl) {
        if is_differentiable(&i.attrs) {
            self.impls.push(i.clone());
        }
        visit::visit_item_impl(self, i);
    }
}

/// The Rust in a document.
fn blocks(text: &str) -> Vec<String> {
    let (mut out, mut inside) = (vec![], None::<String>);
    for line in text.lines() {
        match &mut inside {
            Some(block) if line.starts_with("```") => {
                out.push(format!("fn main() {{ {block} }}"));
                inside = None;
            }
            Some(block) => *block += &format!("{}\n", line.trim_start_matches("# ")),
            None if line == "```rust" => inside = Some(String::new()),
            None => {}
        }
    }
    for (begin, end) in [("<!-- supported -->", "<!-- /supported -->")] {
        let rows = text.split(begin).nth(1).and_then(|t| t.split(end).next()).into_iter().flat_map(str::lines);
        for row in rows {
            let cells: Vec<&str> = row.split(" | ").collect();
            if let [_, code] = cells.as_slice() {
                let code = code.trim_end_matches(" |").trim_matches('`').replace("\\|", "|");
                out.push(format!("#[differentiable] fn row() -> f64 {{ let mut s = 0.0; {code} s }}"));
            }
        }
    }
    out
}

/// Bodies as a test of these files has them.
struct Configured;

impl VisitMut for Configured {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let set = ["test", "unix", "debug_assertions"].map(str::to_owned);
        front::configured::configure(block, &CfgOptions::complete(set, []));
    }
}

/// What is not lowered in a text, and how many functions it has.
fn refused(text: &str) -> (usize, Vec<String>) {
    let Ok(mut file) = syn::parse_file(text) else { return (0, vec![]) };
    Configured.visit_file_mut(&mut file);
    let mut marked = Marked::default();
    marked.visit_file(&file);
    let program = Program::of_texts(&[text]);
    let scope = program.scope(ScopeId::ROOT);
    let mut fns: Vec<_> = marked.fns.iter().map(|f| program.define(&scope, f)).collect();
    for block in &marked.impls {
        if block.items.iter().any(|i| matches!(i, ImplItem::Fn(_))) {
            fns.extend(program.define_impl(&scope, block).1);
        }
    }
    let mut out = vec![];
    for f in &fns {
        let name = program.func(*f).name.clone();
        match front::hir::body(&program, *f) {
            Ok(body) => out.extend(whole::check(&body).err().map(|wrong| format!("{name}: {wrong}"))),
            Err(all) => out.extend(all.into_iter().map(|d| format!("{name}: {}", d.message))),
        }
    }
    (fns.len(), out)
}

/// The same in a file.
fn refused_in(path: &Path) -> (usize, Vec<String>) {
    let text = fs::read_to_string(path).expect("a text");
    let texts = if path.extension().is_some_and(|e| e == "md") { blocks(&text) } else { vec![text] };
    let (mut count, mut wrong) = (0, vec![]);
    for text in texts {
        let (n, refused) = refused(&text);
        count += n;
        let name = path.strip_prefix(root()).unwrap_or(path).display();
        wrong.extend(refused.into_iter().map(|r| format!("{name}: {r}")));
    }
    (count, wrong)
}

#[test]
fn every_differentiated_function_is_lowered() {
    let mut all = vec![];
    for folder in ["crates", "docs", "examples"] {
        files(&root().join(folder), &mut all);
    }
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let of_worker = &|k: usize| all.iter().skip(k).step_by(workers).map(|path| refused_in(path)).collect::<Vec<_>>();
    let found: Vec<_> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|k| scope.spawn(move || of_worker(k))).collect();
        running.into_iter().flat_map(|worker| worker.join().expect("a worker")).collect()
    });
    let count: usize = found.iter().map(|(n, _)| n).sum();
    let mut wrong: Vec<String> = found.into_iter().flat_map(|(_, wrong)| wrong).collect();
    wrong.sort();
    println!("{count} functions");
    assert!(count > 1000, "only {count} functions were found");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
