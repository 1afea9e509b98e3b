//! Where a program is only checked, the functions beside a function are the same, without what they do.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::{ImplItem, Item};

/// One of each kind of parameter, result and body.
const FUNCTIONS: [&str; 12] = [
    "pub fn scalars(x: f64, y: f64) -> f64 { x * y.sin() }",
    "pub fn list(x: &[f64]) -> f64 { let mut s = 0.0; for i in 1..x.len() { s += x[i] * x[i - 1]; } s }",
    "pub fn array(mut x: [f64; 3], n: usize) -> [f64; 3] { for i in 0..n { x[i % 3] *= 2.0; } x }",
    "pub fn rows(a: &[Vec<f64>]) -> Vec<f64> { a.iter().map(|row| row.iter().sum()).collect() }",
    "pub fn changes(x: &mut [f64], by: f64) { for e in x.iter_mut() { *e *= by; } }",
    "pub fn tuple(p: (f64, f64), #[constant] k: f64) -> (f64, Vec<f64>) { (p.0 * k, vec![p.1, k]) }",
    "pub fn maybe(x: f64) -> Option<f64> { if x < 0.0 { None } else { Some(x.sqrt()) } }",
    "pub fn closure(x: &[f64], f: impl Fn(f64) -> f64) -> f64 { x.iter().map(|&v| f(v)).sum() }",
    "pub fn any<T: num_traits::Float>(x: T, y: T) -> T { if x < y { x * y } else { y.exp() } }",
    "pub fn fixed<const N: usize>(x: &[f64; N]) -> f64 { x.iter().map(|v| v * v).sum() }",
    "pub fn written(x: f64) -> f64 { fn half(x: f64) -> f64 { 0.5 * x } half(x) + { x + 1.0 } }",
    "pub fn called(x: f64) -> f64 { other::g(x, 2.0) * x }",
];

/// The signatures of the functions with their documentation, and how many statements their bodies have.
fn functions(source: &str) -> BTreeMap<String, (String, usize)> {
    let item: TokenStream = source.parse().unwrap();
    let expanded: syn::File = syn::parse2(adjoint::differentiable(TokenStream::new(), item)).unwrap();
    let blocks = expanded.items.into_iter().filter_map(|item| match item {
        Item::Impl(block) if block.trait_.is_none() => Some(block.items),
        Item::Const(outer) => match *outer.expr {
            syn::Expr::Block(b) => b.block.stmts.into_iter().find_map(|stmt| match stmt {
                syn::Stmt::Item(Item::Impl(block)) if block.trait_.is_none() => Some(block.items),
                _ => None,
            }),
            _ => None,
        },
        _ => None,
    });
    let of = |item: ImplItem| match item {
        ImplItem::Fn(f) => {
            let docs: Vec<String> =
                f.attrs.iter().filter(|a| a.path().is_ident("doc")).map(|a| a.to_token_stream().to_string()).collect();
            let (vis, sig) = (f.vis.to_token_stream(), f.sig.to_token_stream());
            Some((f.sig.ident.to_string(), (format!("{docs:?} {vis} {sig}"), f.block.stmts.len())))
        }
        _ => None,
    };
    blocks.flatten().filter_map(of).collect()
}

#[test]
fn what_a_program_that_is_checked_sees() {
    for source in FUNCTIONS {
        let whole = functions(source);
        adjoint::is_only_checked(true);
        let checked = functions(source);
        adjoint::is_only_checked(false);
        assert_eq!(functions(source), whole, "{source}");
        // One has a body where the compiler knows more than the steps.
        let bodies = checked.iter().filter(|(name, (_, statements))| *name != "__checked" && *statements > 1);
        assert_eq!(bodies.count(), 0, "{source}: {checked:#?}");
        let open = source.contains("other::") || source.contains("impl Fn");
        assert_eq!(open, checked.get("__checked").is_some_and(|f| f.1 > 1), "{source}");
        let seen = |all: &BTreeMap<String, (String, usize)>| -> BTreeMap<String, String> {
            let public = all.iter().filter(|(name, _)| !name.starts_with('_'));
            public.map(|(name, (signature, _))| (name.clone(), signature.clone())).collect()
        };
        assert_eq!(seen(&checked), seen(&whole), "{source}");
        assert!(whole.values().filter(|(_, statements)| *statements > 1).count() > 3, "{source}");
    }
}
