//! Every row of the table as Rust: the file that another test compiles is kept fresh here.

use crate::table::programs;
use program::Names;

fn source() -> String {
    let mut text = "//! Emitted by `UPDATE=1 cargo test -p wengert-program --test emit`.\n".to_owned();
    for (name, program) in programs() {
        text += &format!("\n{}", program.to_rust(&Names::of(name).functions("rules::functions")).unwrap());
    }
    text.replace("\npub fn", "\n#[rustfmt::skip]\npub(crate) fn").replace("\nfn", "\n#[rustfmt::skip]\nfn")
}

#[test]
fn the_emitted_file_is_fresh() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/emitted/table.rs");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, source()).unwrap();
    }
    let kept = std::fs::read_to_string(file).unwrap();
    assert!(kept == source(), "run UPDATE=1 cargo test -p wengert-program --test emit");
}
