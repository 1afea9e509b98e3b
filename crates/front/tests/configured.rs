//! `#[cfg]` in bodies.

use front::configured::configure;
use front::index::CfgOptions;
use quote::ToTokens;

/// The body as it is compiled with `fast` and `debug_assertions` set, and nothing known of target features.
fn compiled(body: &str) -> String {
    let set = ["feature=\"fast\"".to_owned(), "debug_assertions".to_owned()];
    let cfg = CfgOptions::complete(set, ["target_feature".to_owned()]);
    let mut block: syn::Block = syn::parse_str(body).expect("a body");
    configure(&mut block, &cfg);
    block.to_token_stream().to_string()
}

fn same(body: &str, as_if: &str) {
    let block: syn::Block = syn::parse_str(as_if).expect("a body");
    assert_eq!(compiled(body), block.to_token_stream().to_string(), "{body}");
}

#[test]
fn what_is_not_configured_is_not_there() {
    same(
        "{ #[cfg(feature = \"fast\")] let y = 2.0; #[cfg(not(feature = \"fast\"))] let y = 3.0; y }",
        "{ let y = 2.0; y }",
    );
    same("{ #[cfg(not(debug_assertions))] { return 1.0; } #[cfg(debug_assertions)] { x + 1.0 } }", "{ { x + 1.0 } }");
    same(
        "{ #[cfg(any(test, windows))] assert!(x > 0.0); #[cfg(all(debug_assertions, true))] check(x); x }",
        "{ check(x); x }",
    );
    same("{ #[cfg(test)] fn f() {} #[cfg(test)] use a::b; #[cfg(test)] for k in 0..3 {} x }", "{ x }");
}

#[test]
fn parts_of_expressions_too() {
    same(
        "{ match k { #[cfg(test)] 0 => 1.0, #[cfg(debug_assertions)] 1 => 2.0, _ => x } }",
        "{ match k { 1 => 2.0, _ => x } }",
    );
    same("{ [1.0, #[cfg(test)] 2.0, #[cfg(debug_assertions)] 3.0] }", "{ [1.0, 3.0] }");
    same("{ P { #[cfg(test)] a: 1.0, #[cfg(debug_assertions)] a: x } }", "{ P { a: x } }");
    same(
        "{ if x > 0.0 { #[cfg(test)] f(); x } else { (|| { #[cfg(test)] f(); x })() } }",
        "{ if x > 0.0 { x } else { (|| { x })() } }",
    );
}

#[test]
fn what_is_not_known_stays() {
    let body =
        "{ #[cfg(target_feature = \"fma\")] { x } #[inline] fn f() {} #[cfg_attr(test, allow(unused))] let y = x; y }";
    same(body, body);
}
