//! The prelude as it is read: what programs call of it is inferred, with what that calls, down to the intrinsics, and
//! nothing is left unknown.

mod support;

use front::hir::ExprKind;
use front::infer::{infer, show};
use front::items::{FnId, ItemId, Origin};
use front::prelude::TEXTS;
use front::program::Program;
use front::ty::Ty;
use front::typed::{Callee, Closures};
use std::collections::HashSet;

/// What is not known in what a function calls, each with the functions through which it is reached.
fn unknown(program: &Program, begin: FnId, met: &mut HashSet<FnId>) -> Vec<String> {
    let mut closures = Closures::default();
    let mut out = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<(FnId, Vec<Ty>, String)> = vec![(begin, vec![], String::new())];
    while let Some((f, args, way)) = open.pop() {
        if !seen.insert((f, args.clone())) || out.len() > 3 {
            continue;
        }
        met.insert(f);
        let def = program.func(f);
        let shown: Vec<String> = args.iter().map(|ty| show::ty(program, ty)).collect();
        let way = format!("{way} > {}<{}>", def.name, shown.join(", "));
        if def.intrinsic.is_some() || def.origin == Origin::Foreign {
            continue;
        }
        if program.text(f).is_none() {
            out.push(format!("no text:{way}"));
            continue;
        }
        match infer(program, &mut closures, f, &args) {
            Err(wrong) => out.extend(wrong.iter().map(|w| format!("wrong: {}:{way}", w.message))),
            Ok(typed) => {
                out.extend(typed.unknown.iter().map(|u| format!("unknown: {}:{way}", u.message)));
                let mut callees: Vec<_> = typed.callees.iter().collect();
                callees.sort_by_key(|(e, _)| **e);
                for (e, callee) in callees {
                    match callee {
                        Callee::Fn(g, args) => open.push((*g, args.clone(), way.clone())),
                        Callee::Unknown => match &typed.body.exprs[*e].kind {
                            // What any type has, and lowering knows.
                            ExprKind::Method(_, name, ..) if &**name == "clone" => {}
                            ExprKind::Method(on, name, ..) => {
                                out.push(format!("`{name}` of {}:{way}", show::ty(program, &typed.ty(*on))));
                            }
                            other => out.push(format!("a call of what is not known: {other:?}:{way}")),
                        },
                        _ => {}
                    }
                }
            }
        }
    }
    out
}

#[test]
fn all_is_known() {
    let cases = include_str!("instances.txt");
    let lines: Vec<&str> = cases.lines().filter(|line| !line.is_empty() && !line.starts_with("//")).collect();
    let mut text = String::from(
        "use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque}; use std::cmp::Ordering; use std::ops::ControlFlow;
         #[derive(Clone, Copy)] struct P { m: f64, q: f64 }
         ",
    );
    for (k, line) in lines.iter().enumerate() {
        text += &format!(
            "fn f{k}(x: &[f64], y: &[f64], v: &mut Vec<f64>, rows: &mut Vec<Vec<f64>>, n: usize, o: Option<f64>, \
             r: Result<f64, usize>, a: [f64; 4], ks: &[i32], ps: &mut Vec<P>) {{ {line} }}\n"
        );
    }
    let program = support::program(&[&text]);
    let mut bad = 0;
    let mut met = HashSet::new();
    for (k, line) in lines.iter().enumerate() {
        let f = program.function(&format!("f{k}")).expect("a function");
        let found = unknown(&program, f, &mut met);
        if !found.is_empty() {
            bad += 1;
            println!("{line}\n    {}", found.join("\n    "));
        }
    }
    assert!(bad == 0, "{bad} of {} lines", lines.len());
    let mut missing = Vec::new();
    for (module, text) in TEXTS.iter().filter(|(module, _)| *module != "declared") {
        for item in syn::parse_file(text).unwrap().items {
            if let syn::Item::Fn(f) = item
                && matches!(f.vis, syn::Visibility::Public(_))
            {
                let path = format!("{module}::{}", f.sig.ident);
                match program.prelude(&path) {
                    Some(ItemId::Fn(f)) if met.contains(&f) => {}
                    _ => missing.push(path),
                }
            }
        }
    }
    assert!(missing.is_empty(), "no line for {}", missing.join(" "));
}
