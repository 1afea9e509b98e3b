//! Holds inference against rustc: writes every function of files again, from its HIR, with the type that was inferred for
//! each `let`, parameter and expression, and lets rustc compile that.
//!
//! ```text
//! cargo run -p wengert-front --example oracle -- FILES.rs ..
//! ```
//!
//! The files stand for themselves, without other crates; free functions and those of the `impl`s of their types are taken. What
//! rustc says of them is told; nothing is said where all types are right.

#[path = "../../tests/support/mod.rs"]
mod support;
mod write;

use front::index::{Index, ItemKind};
use front::infer::infer;
use front::items::FnId;
use front::program::Program;
use front::typed::{Closures, Typed};
use quote::ToTokens;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;

fn main() {
    let mut counts = [0; 3];
    for (k, file) in std::env::args().skip(1).enumerate() {
        let text = std::fs::read_to_string(&file).expect("a file that can be read");
        let mut written = format!("#![allow(warnings)]\n{}\n", plain(&text));
        written.push_str(&functions(&text, &file, &mut counts));
        let to = std::env::temp_dir().join(format!("wengert-oracle-{}-{k}.rs", std::process::id()));
        std::fs::write(&to, &written).expect("a folder to write to");
        let said = compile(&to);
        match said {
            None if std::env::var_os("KEEP").is_some() => println!("{file}: in {}", to.display()),
            None => std::fs::remove_file(&to).expect("the file written above"),
            Some(said) => println!("{file}: types that are not rustc's, in {}:\n{said}", to.display()),
        }
    }
    let [functions, unknown, wrong] = counts;
    println!("{functions} functions, {unknown} types asked for, {wrong} with errors");
}

fn compile(file: &Path) -> Option<String> {
    let out = file.with_extension("rmeta");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let run = Command::new(rustc)
        .args(["--edition", "2024", "--diagnostic-width", "200", "--crate-type", "lib", "--emit", "metadata", "-o"])
        .arg(&out)
        .arg(file)
        .output()
        .expect("rustc runs");
    let _ = std::fs::remove_file(&out);
    (!run.status.success()).then(|| String::from_utf8_lossy(&run.stderr).into_owned())
}

/// The text without what other crates read.
fn plain(text: &str) -> String {
    let mut file = syn::parse_file(text).expect("Rust");
    let not_ours = |attr: &syn::Attribute| {
        let name = attr.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        !matches!(name.as_str(), "differentiable" | "constant")
    };
    file.items.retain(
        |item| !matches!(item, syn::Item::Use(u) if u.tree.to_token_stream().to_string().starts_with("wengert")),
    );
    for item in &mut file.items {
        match item {
            syn::Item::Fn(f) => {
                f.attrs.retain(not_ours);
                for param in &mut f.sig.inputs {
                    if let syn::FnArg::Typed(param) = param {
                        param.attrs.retain(not_ours);
                    }
                }
            }
            syn::Item::Impl(block) => {
                block.attrs.retain(not_ours);
            }
            syn::Item::Trait(of) => of.attrs.retain(not_ours),
            _ => {}
        }
    }
    let text = file.to_token_stream().to_string();
    text.replace(", Differentiable", "").replace("Differentiable ,", "")
}

/// The functions written again.
fn functions(text: &str, name: &str, counts: &mut [usize; 3]) -> String {
    let index = Rc::new(Index::of_texts(&[text]));
    let mut made = 0;
    let mut out = String::from("fn is<T>(x: T) -> T { x }\nfn items<T, I: IntoIterator<Item = T>>(x: I) -> I { x }\n");
    for at in index.scopes().map(|(id, _)| id).collect::<Vec<_>>() {
        let scope = index.scope(at);
        if scope.parent.is_some() {
            continue;
        }
        for item in &scope.items {
            let Some(text) = index.slice(scope.text, item.tokens.clone()) else { continue };
            let program = Program::new(index.clone());
            support::name_elementary(&program);
            let here = program.scope(at);
            match item.kind {
                ItemKind::Function => {
                    let Ok(f) = syn::parse_str::<syn::ItemFn>(text) else { continue };
                    let id = program.define(&here, &f);
                    out.push_str(&one(&program, id, (&f.sig, text), name, counts));
                }
                ItemKind::Impl => {
                    let Ok(block) = syn::parse_str::<syn::ItemImpl>(text) else { continue };
                    // Of a trait's, those of types of the file: their functions stand beside the type's own.
                    let own = |name: &syn::Path| name.get_ident().is_some_and(|name| is_declared(&index, name));
                    let is_own = matches!(&*block.self_ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| own(&last.ident.clone().into())));
                    if block.trait_.is_some() && !is_own {
                        continue;
                    }
                    let types = block.items.iter().filter_map(|item| match item {
                        syn::ImplItem::Type(of) => {
                            Some((format!("Self :: {}", of.ident), of.ty.to_token_stream().to_string()))
                        }
                        _ => None,
                    });
                    let types: Vec<(String, String)> = types.collect();
                    made += 1;
                    let (params, _, bounds) = block.generics.split_for_impl();
                    let head = format!(
                        "impl {} {} {} {{\n",
                        params.to_token_stream(),
                        block.self_ty.to_token_stream(),
                        bounds.to_token_stream()
                    );
                    out.push_str(&head);
                    let ids = program.define_impl(&here, &block).1;
                    let fns = block.items.iter().filter_map(|item| match item {
                        syn::ImplItem::Fn(f) => Some(f),
                        _ => None,
                    });
                    for (id, f) in ids.into_iter().zip(fns) {
                        let mut sig = f.sig.clone();
                        if block.trait_.is_some() {
                            sig.ident = quote::format_ident!("{}__{made}", sig.ident);
                        }
                        let mut written = one(&program, id, (&sig, text), name, counts);
                        for (name, ty) in &types {
                            written = written.replace(name, ty);
                        }
                        out.push_str(&written);
                    }
                    out.push_str("}\n");
                }
                _ => {}
            }
        }
    }
    out
}

/// Whether a type of a name is declared in a text.
fn is_declared(index: &Index, name: &proc_macro2::Ident) -> bool {
    let all = index.all_named(&name.to_string());
    all.iter().any(|id| matches!(index.item(*id).kind, ItemKind::Struct(_) | ItemKind::Enum(_)))
}

fn one(
    program: &Program,
    f: FnId,
    (sig, text): (&syn::Signature, &str),
    file: &str,
    counts: &mut [usize; 3],
) -> String {
    counts[0] += 1;
    let mut closures = Closures::default();
    let typed = match infer(program, &mut closures, f, &support::own_args(program, f)) {
        Ok(typed) => typed,
        Err(wrong) => {
            counts[2] += 1;
            for wrong in wrong {
                let text = wrong.span.source_text().unwrap_or_default();
                println!("{file}: {}: wrong: {}: {text}", sig.ident, wrong.message);
            }
            return String::new();
        }
    };
    counts[1] += typed.unknown.len();
    for unknown in &typed.unknown {
        let text = unknown.span.source_text().unwrap_or_default();
        println!("{file}: {}: unknown: {}: {text}", sig.ident, unknown.message);
    }
    signature(program, f, (sig, text), &typed) + &write::body(program, f, text, &closures, &typed)
}

/// The head of the function under another name, with the parameters as patterns of the body.
fn signature(program: &Program, f: FnId, (sig, text): (&syn::Signature, &str), typed: &Typed) -> String {
    let mut sig = sig.clone();
    sig.ident = quote::format_ident!("{}__typed", sig.ident);
    let writer = write::Writer { program, f, text, closures: &Closures::default(), typed };
    for (input, pat) in sig.inputs.iter_mut().zip(&typed.body.params) {
        if let syn::FnArg::Typed(input) = input {
            input.attrs.clear();
            *input.pat = syn::Pat::Verbatim(writer.pat(*pat).parse().expect("a pattern"));
        }
    }
    sig.to_token_stream().to_string()
}
