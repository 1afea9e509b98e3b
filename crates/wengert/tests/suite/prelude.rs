//! What the book lists as callable is brought in by the prelude.

const PAGE: &str = include_str!("../../../../docs/operators.md");
const PRELUDE: &str = include_str!("../../src/prelude.rs");

/// The names in backticks in the first table of the page, without those that say where they are.
fn listed() -> Vec<&'static str> {
    let rows = PAGE.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let names = rows.flat_map(|row| row.split('`').skip(1).step_by(2).take_while(|name| !name.contains("::")));
    names.collect()
}

#[test]
fn the_prelude_brings_in_what_the_book_lists() {
    let exported: Vec<&str> = PRELUDE.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let listed = listed();
    assert!(listed.len() > 35, "{listed:?}");
    let brought_in = |name: &&str| exported.contains(name) || rules::Row::find(name).is_some();
    let missing: Vec<_> = listed.iter().filter(|name| !brought_in(name)).collect();
    assert!(missing.is_empty(), "not in the prelude: {missing:?}");
}
