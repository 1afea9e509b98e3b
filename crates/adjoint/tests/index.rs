//! Modules and imports that lead nowhere, round in circles, or too deep: the index ends, and says what it does not know.

use adjoint::{Around, CfgOptions, Files, Index, Known};
use std::path::{Path, PathBuf};

const F: &str = "#[differentiable] fn f(p: Point) -> f64 { p.x * p.x }";

/// What the function `f` becomes, that stands in the first line of these texts' first.
fn expanded(known: &Known) -> String {
    let around = Around::new(known).at(0, 1, 1);
    let f = F.trim_start_matches("#[differentiable] ").parse().expect("a function");
    around.within(|| adjoint::differentiable(Default::default(), f)).to_string()
}

fn with(rest: &str) -> String {
    expanded(&Known::read(Index::of_texts(&[&format!("{F}\n{rest}")])))
}

/// Whether the parameter of `f` is known to carry derivatives.
fn is_active(code: &str) -> bool {
    code == with(DERIVED)
}

const DERIVED: &str = "#[derive(Clone, Copy, Differentiable)] pub struct Point { pub x: f64 }";

#[test]
fn imports_in_circles_end() {
    let circle = format!(
        "use a::*; mod a {{ pub use super::b::*; }} mod b {{ pub use super::a::*; pub use super::c::*; }}
         mod c {{ pub use super::a::*; pub use super::b::*; {DERIVED} }}"
    );
    assert!(is_active(&with(&circle)));
    let of_itself = format!(
        "use a::Point; mod a {{ pub use super::b::Point; }} mod b {{ pub use super::a::Point; }} mod c {{ {DERIVED} }}"
    );
    drop(with(&of_itself));
}

#[test]
fn many_imports_in_a_row_end() {
    let mut row = format!("use m0::Point; mod last {{ {DERIVED} }}\n");
    for k in 0..1000 {
        let next = if k == 999 { "last".to_owned() } else { format!("m{}", k + 1) };
        row += &format!(
            "mod m{k} {{ pub use super::{next}::*; pub use super::last::*; pub use super::{next}::Point; }}\n"
        );
    }
    drop(with(&row));
}

#[test]
fn what_nests_too_deep_is_not_read() {
    for (open, close) in [("(", ")"), ("{", "}"), ("[", "]")] {
        let deep = format!("{DERIVED} fn g() {{ {}{} }}", open.repeat(100_000), close.repeat(100_000));
        drop(with(&deep));
    }
    for prefix in ["&", "*const ", "Box<"] {
        let behind = if prefix == "Box<" { ">".repeat(50_000) } else { String::new() };
        let deep = format!("{DERIVED} fn differentiable(x: {}f64{behind}) {{}}", prefix.repeat(50_000));
        assert!(is_active(&with(&deep)), "{prefix}");
    }
    let modules = "mod a { ".repeat(100) + DERIVED + &"}".repeat(100);
    drop(with(&modules));
}

#[test]
fn damaged_texts_are_read_as_far_as_they_go() {
    let whole = format!(
        "{DERIVED} use a::{{b::*, self as c}}; r#\"raw\"#; 'l' b'x' '\\'' /* /* */ */ macro_rules! m {{ () => {{}} }} #[cfg(not(any(test)))] mod a {{}}"
    );
    for cut in 0..whole.len() {
        drop(with(&whole[..cut]));
        drop(with(&whole[cut..]));
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("index").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn files_in_circles_end() {
    let folder = folder("circles");
    let root = folder.join("lib.rs");
    std::fs::write(&root, format!("{F}\n{DERIVED}\n#[path = \"lib.rs\"] mod a; mod nowhere;")).expect("a file");
    let known = Known::read(Index::of_crate(&root, &[], &CfgOptions::default(), &mut Files::default()));
    // The text is several modules, and each has the same.
    drop(expanded(&known));
}

#[test]
fn files_that_change_are_read_again() {
    let folder = folder("change");
    let (root, other) = (folder.join("lib.rs"), folder.join("other.rs"));
    std::fs::write(&root, format!("{F}\nmod other; use other::Point;")).expect("a file");
    std::fs::write(&other, DERIVED).expect("a file");
    let mut files = Files::default();
    let known = Known::read(Index::of_crate(&root, &[], &CfgOptions::default(), &mut files));
    assert!(is_active(&expanded(&known)) && files.are_unchanged());
    std::fs::write(&other, "pub struct Point { pub x: f64 } // differentiable").expect("a file");
    assert!(!files.are_unchanged());
    files.forget_changed();
    let known = Known::read(Index::of_crate(&root, &[], &CfgOptions::default(), &mut files));
    assert_eq!(expanded(&known), with("pub struct Point { pub x: f64 } // differentiable"));
    assert_ne!(expanded(&known), with(DERIVED));
}
