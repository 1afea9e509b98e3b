//! Functions as they look after lowering to HIR. `UPDATE_EXPECT=1 cargo test -p wengert-front --test hir` writes the
//! expectations anew.

#[path = "support/mod.rs"]
mod support;
#[path = "support/whole.rs"]
mod whole;

use expect_test::expect_file;
use front::print;
use front::program::Program;
use std::fs;
use std::path::{Path, PathBuf};

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hir")
}

/// All functions of a text, those of implementations and traits among them.
fn lowered(text: &str) -> String {
    let program = Program::of_texts(&[text]);
    let scope = program.scope(front::index::ScopeId::ROOT);
    let mut out = vec![];
    for item in syn::parse_file(text).expect("a Rust file").items {
        let fns = match &item {
            syn::Item::Fn(f) => vec![program.define(&scope, f)],
            syn::Item::Impl(block) => program.define_impl(&scope, block).1,
            syn::Item::Trait(of) => provided(&program, &scope, of),
            _ => vec![],
        };
        for f in fns {
            out.push(match front::hir::body(&program, f) {
                Ok(body) => {
                    whole::check(&body).expect("a whole body");
                    print::body(&program, f, &body)
                }
                Err(all) => all.iter().map(|d| format!("error: {}\n", d.message)).collect(),
            });
        }
    }
    out.join("\n")
}

/// The functions that a trait provides.
fn provided(program: &Program, scope: &front::program::Scope, of: &syn::ItemTrait) -> Vec<front::items::FnId> {
    let name = &of.ident;
    let fns = of.items.iter().filter_map(|item| match item {
        syn::TraitItem::Fn(f) if f.default.is_some() => Some(&f.sig.ident),
        _ => None,
    });
    let paths = fns.map(|f| syn::parse_quote!(#name::#f));
    let ids = paths.filter_map(|path: syn::Path| match program.value(scope, None, &path) {
        front::program::Value::Fn(f, _) => Some(f),
        _ => None,
    });
    ids.collect()
}

fn check(name: &str) {
    let text = fs::read_to_string(here().join(format!("{name}.rs"))).expect("a source");
    expect_file![here().join(format!("{name}.hir"))].assert_eq(&lowered(&text));
}

#[test]
fn scalars() {
    check("scalars");
}

#[test]
fn control() {
    check("control");
}

#[test]
fn patterns() {
    check("patterns");
}

#[test]
fn names() {
    check("names");
}

#[test]
fn macros() {
    check("macros");
}

#[test]
fn structures() {
    check("structures");
}

#[test]
fn refused() {
    check("refused");
}

#[test]
fn of_the_benches() {
    for name in ["asian", "lorenz", "lstm", "ode"] {
        let text = here().join("../../../bench/src/adjoints").join(format!("{name}.rs"));
        let text = fs::read_to_string(text).expect("a source");
        expect_file![here().join(format!("{name}.hir"))].assert_eq(&lowered(&text));
    }
}

fn body_of(text: &str) -> Result<usize, String> {
    let program = Program::of_texts(&[text]);
    let scope = program.scope(front::index::ScopeId::ROOT);
    let file = syn::parse_file(text).expect("a Rust file");
    let Some(syn::Item::Fn(f)) = file.items.last() else { panic!("a function comes last") };
    let f = program.define(&scope, f);
    match front::hir::body(&program, f) {
        Ok(body) => Ok(print::body(&program, f, &body).len()),
        Err(all) => Err(all.into_iter().map(|d| d.message).collect::<Vec<_>>().join("; ")),
    }
}

/// On a stack where the parser has room.
fn with_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread");
    thread.join().expect("no overflow")
}

#[test]
fn long_code_is_lowered_in_loops() {
    let terms = |n: usize| vec!["a * 2.0"; n].join(" + ");
    let choices: String = (0..10_000).map(|k| format!("if n == {k} {{ a }} else ")).collect();
    let arms: String = (0..10_000).map(|k| format!("{k} => a,")).collect();
    let texts = [
        format!("fn f(a: f64) -> f64 {{ {} }}", terms(10_000)),
        format!("fn f(a: f64) -> f64 {{ let v = vec![{}]; v[0] }}", terms(10_000)),
        format!("fn f(a: f64) {{ assert!({} > 0.0, \"{{}}\", {}); }}", terms(10_000), terms(5_000)),
        format!("fn f(a: f64) -> f64 {{ a{} }}", ".sin()".repeat(10_000)),
        format!("fn f(a: f64, n: usize) -> f64 {{ {choices} {{ 0.0 }} }}"),
        format!("fn f(a: f64, n: usize) -> f64 {{ match n {{ {arms} _ => 0.0 }} }}"),
        format!("fn f(a: f64) -> f64 {{ {} a }}", "let a = a * 2.0;".repeat(20_000)),
        format!("fn f(a: bool) -> bool {{ a{} }}", " && a".repeat(10_000)),
    ];
    for text in texts {
        // What drops the text goes as deep as its parser.
        with_stack(move || body_of(&text).unwrap_or_else(|e| panic!("{e} in {}", &text[..80])));
    }
}

#[test]
fn deep_code_is_an_error() {
    let depth = 2_000;
    let texts = [
        format!("fn f(a: f64) -> f64 {{ {}a{} }}", "{".repeat(depth), "}".repeat(depth)),
        format!("fn f(a: f64) -> f64 {{ {}a{} }}", "g(".repeat(depth), ")".repeat(depth)),
        format!("fn f(a: f64) -> f64 {{ {}a }}", "-".repeat(depth)),
        format!("fn f(a: f64) -> f64 {{ {}a }}", "|a| ".repeat(depth)),
        format!("fn f(a: f64) -> f64 {{ let {}p{} = a; p }}", "(".repeat(depth), ",)".repeat(depth)),
        format!("fn f(a: f64) -> f64 {{ vec![{}a{}][0] }}", "[".repeat(depth), "]".repeat(depth)),
        format!("fn f(a: f64) -> f64 {{ {}a{} }}", "if a > 0.0 {".repeat(depth), "} else { a }".repeat(depth)),
        "macro_rules! m { ($x:expr) => { m!($x) }; } fn f(a: f64) -> f64 { m!(a) }".to_owned(),
        "macro_rules! m { ($x:expr) => { m!($x); }; } fn f(a: f64) { m!(a); }".to_owned(),
        "macro_rules! m { ($x:ty) => { m!($x) }; } fn f(a: f64) { let b: m!(f64) = a; }".to_owned(),
        "macro_rules! m { ($x:pat) => { m!($x) }; } fn f(a: f64) { let m!(b) = a; }".to_owned(),
        "macro_rules! m { ($x:expr) => { m!($x) + m!($x) }; } fn f(a: f64) -> f64 { m!(a) }".to_owned(),
    ];
    for text in texts {
        let error = with_stack(move || body_of(&text)).expect_err("too deep");
        assert!(error.contains("nests too deep") || error.contains("too many macros"), "{error}");
    }
}

#[test]
fn the_prelude_is_lowered() {
    let program = Program::of_texts(&[""]);
    support::name_elementary(&program);
    let (mut count, mut wrong) = (0, vec![]);
    let mut check = |path: String, f: front::items::FnId| {
        count += 1;
        match front::hir::body(&program, f) {
            Ok(body) => {
                whole::check(&body).expect("a whole body");
                let foreign = body.exprs.iter().filter_map(|e| match &e.kind {
                    front::hir::ExprKind::Foreign(p) => Some(p.segments.iter().map(|s| s.ident.to_string()).collect()),
                    _ => None,
                });
                wrong.extend(foreign.map(|p: Vec<_>| format!("{path}: {} is foreign", p.join("::"))));
            }
            Err(all) => wrong.extend(all.iter().map(|d| format!("{path}: {}", d.message))),
        }
    };
    for (module, text) in front::prelude::TEXTS {
        for item in syn::parse_file(text).expect("a Rust file").items {
            match &item {
                syn::Item::Fn(f) => {
                    let path = format!("{module}::{}", f.sig.ident);
                    let Some(front::items::ItemId::Fn(f)) = program.prelude(&path) else { panic!("{path}") };
                    if program.func(f).has_text {
                        check(path, f);
                    }
                }
                syn::Item::Struct(s) => {
                    let path = format!("{module}::{}", s.ident);
                    let Some(front::items::ItemId::Adt(adt)) = program.prelude(&path) else { continue };
                    for of in program.impls_of(&front::ty::Ty::Adt(adt, vec![])) {
                        for (name, f) in &program.impl_def(of).fns {
                            check(format!("{path}::{name}"), *f);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    println!("{count} functions");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_crate_without_texts_has_bodies() {
    let program = Program::new(std::rc::Rc::new(front::index::Index::default()));
    let scope = program.scope(front::index::ScopeId::ROOT);
    let f = syn::parse_quote!(
        fn f(x: &[f64]) -> f64 {
            let K = g(x[0]);
            Some(K).map_or(0.0, |K| twice!(K) * std::f64::consts::PI)
        }
    );
    let f = program.define(&scope, &f);
    let wrong = front::hir::body(&program, f).expect_err("the macro is not known");
    let all: Vec<&str> = wrong.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        all,
        ["the macro `twice!` is not supported inside a differentiable function: write out what it stands for"]
    );
}
