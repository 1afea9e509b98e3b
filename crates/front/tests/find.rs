//! Items that are looked for by their tokens.

use front::index::{Index, ItemId};
use proc_macro2::TokenStream;

const TEXT: &str = r#"
/// One.
pub fn one(x: f64) -> f64 {
    // The half.
    for k in 0..3 { let _ = k; }
    x / 2.0
}
mod first {
    pub fn two(x: f64) -> f64 { x + 1.0 }
    pub struct Point { pub x: f64 }
    impl Point { fn norm(&self) -> f64 { self.x.abs() } }
    impl Clone for Point { fn clone(&self) -> Point { Point { x: self.x } } }
}
mod second {
    #[differentiable]
    pub fn two(#[constant] x: f64) -> f64 { x + 2. }
    fn outer() { fn inner(s: &str) -> bool { s == r"a" } }
}
"#;

/// The path of the module or the body that holds what is found.
fn found(item: &str) -> Option<String> {
    let index = Index::of_texts(&[TEXT]);
    let ItemId { scope, .. } = index.find(item)?;
    Some(index.path_of_scope(scope).join("::"))
}

/// The tokens as the compiler writes them.
fn tokens(item: &str) -> String {
    item.parse::<TokenStream>().expect("tokens").to_string()
}

#[test]
fn the_tokens_say_which_it_is() {
    assert_eq!(found(&tokens("pub fn two(x: f64) -> f64 { x + 1.0 }")).as_deref(), Some("crate::first"));
    assert_eq!(found(&tokens("pub fn two(x: f64) -> f64 { x + 2. }")).as_deref(), Some("crate::second"));
    // Both have the name.
    assert_eq!(found(&tokens("pub fn two(x: f64) -> f64 { x + 3.0 }")), None);
}

#[test]
fn what_an_editor_changes_is_found() {
    let mended = "# [doc = r\" One.\"] pub fn one (x : f64) -> f64 { for k in 0 .. 3 { let _ = k ; } ; x / 2.0 }";
    assert_eq!(found(mended).as_deref(), Some("crate"));
    // One of the name, whose text was not saved yet.
    assert_eq!(found(&tokens("pub fn one(x: f64) -> f64 { x }")).as_deref(), Some("crate"));
}

#[test]
fn types_and_their_blocks_are_found() {
    assert_eq!(found(&tokens("pub struct Point { pub x: f64 }")).as_deref(), Some("crate::first"));
    assert_eq!(found(&tokens("impl Point { fn norm(&self) -> f64 { self.x } }")).as_deref(), Some("crate::first"));
    assert_eq!(found(&tokens("impl Copy for Point {}")), None);
}

#[test]
fn items_of_bodies_are_found() {
    let body = found(&tokens("fn inner(s: &str) -> bool { s == r\"a\" }"));
    assert!(body.as_ref().is_some_and(|path| path.contains("body")), "{body:?}");
}

#[test]
fn what_is_no_item_is_not_found() {
    for item in ["", "let x = 1;", "fn", "fn one(", "fn nowhere() {}", "mod first {}"] {
        assert_eq!(found(item), None, "{item}");
    }
}
