//! The types of all differentiated functions of crates: what inference cannot find out, and how long it takes.
//!
//! ```text
//! cargo run -p wengert-front --example types -- ROOT.rs ..
//! ```
//!
//! `--all` takes every function, `--show` writes the types of the locals, `--warm` times when all that is called was read.

use front::hir;
use front::index::{CfgOptions, Files, Index, ItemKind};
use front::infer::{infer, show};
use front::items::FnId;
use front::program::Program;
use front::ty::Ty;
use front::typed::Closures;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

#[path = "../tests/support/mod.rs"]
mod support;

#[derive(Default)]
struct Counts {
    functions: usize,
    exprs: usize,
    unknown: usize,
    unknown_exprs: usize,
    wrong: usize,
    unread: usize,
    warm: bool,
    time: Duration,
    longest: Duration,
}

fn main() {
    let (flags, roots): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let has = |name: &str| flags.iter().any(|flag| flag == name);
    let mut counts = Counts { warm: has("--warm"), ..Counts::default() };
    for root in roots {
        let options = CfgOptions::complete(["test".to_owned()], []);
        let index = Rc::new(Index::of_crate(Path::new(&root), &[], &options, &mut Files::default()));
        let scopes: Vec<_> = index.scopes().map(|(id, _)| id).collect();
        for at in scopes {
            let scope = index.scope(at);
            for item in &scope.items {
                let Some(text) = index.slice(scope.text, item.tokens.clone()) else { continue };
                if !has("--all") && !text.contains("differentiable") {
                    continue;
                }
                let program = Program::new(index.clone());
                support::name_elementary(&program);
                let here = program.scope(at);
                let fns = match item.kind {
                    ItemKind::Function => match syn::parse_str::<syn::ItemFn>(text) {
                        Ok(f) if has("--all") || is_marked(&f.attrs) => vec![program.define(&here, &f)],
                        _ => vec![],
                    },
                    ItemKind::Impl => match syn::parse_str::<syn::ItemImpl>(text) {
                        Ok(block) if has("--all") || is_marked(&block.attrs) => program.define_impl(&here, &block).1,
                        _ => vec![],
                    },
                    _ => vec![],
                };
                for f in fns {
                    one(&program, f, (&root, text), has("--show"), &mut counts);
                }
            }
        }
    }
    let Counts { functions, exprs, unknown, unknown_exprs, wrong, unread, time, longest, .. } = counts;
    println!(
        "{functions} functions, {unread} not read, {wrong} with errors; {exprs} expressions, {unknown_exprs} unknown, {unknown} asked for; {time:?}, longest {longest:?}"
    );
}

fn is_marked(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().segments.last().is_some_and(|last| last.ident == "differentiable"))
}

/// The line of a text that a span stands in.
fn line(text: &str, span: proc_macro2::Span) -> &str {
    text.lines().nth(span.start().line - 1).unwrap_or_default().trim()
}

fn one(program: &Program, f: FnId, (root, text): (&str, &str), locals: bool, counts: &mut Counts) {
    let name = program.func(f).name.clone();
    counts.functions += 1;
    if let Err(all) = hir::body(program, f) {
        counts.unread += 1;
        for one in all {
            println!("{root}: {name}: not read: {}", one.message);
        }
        return;
    }
    let args = support::own_args(program, f);
    if counts.warm {
        let _ = infer(program, &mut Closures::default(), f, &args);
    }
    let begin = Instant::now();
    let result = infer(program, &mut Closures::default(), f, &args);
    let time = begin.elapsed();
    counts.time += time;
    counts.longest = counts.longest.max(time);
    match result {
        Ok(typed) => {
            counts.exprs += typed.exprs.len();
            counts.unknown += typed.unknown.len();
            let open = |ty: &Ty| matches!(ty, Ty::Opaque(text) if text.is_empty());
            counts.unknown_exprs += typed.exprs.iter().filter(|ty| open(ty)).count();
            for one in &typed.unknown {
                println!("{root}: {name}: unknown: {}: {}", one.message, line(text, one.span));
            }
            for (e, ty) in typed.exprs.iter().enumerate() {
                if open(ty) && locals {
                    let here = line(text, typed.body.exprs[e].span);
                    println!("{root}: {name}: open: {:?}: {here}", typed.body.exprs[e].kind);
                }
            }
            if locals {
                for (local, ty) in typed.body.locals.iter().zip(&typed.locals) {
                    println!("    {}: {}", local.name, show::ty(program, ty));
                }
            }
        }
        Err(all) => {
            counts.wrong += 1;
            for one in all {
                println!("{root}: {name}: wrong: {}: {}", one.message, line(text, one.span));
            }
        }
    }
}
