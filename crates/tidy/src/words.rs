//! What must not stand in any file.

use crate::File;

/// Pieces of a word and why it must not appear; in pieces, so that this file does not contain it.
const STRAY: &[(&[&str], &str)] = &[
    (&["/t", "mp/"], "a path of one machine"),
    (&["/wo", "rk/"], "a path of one machine"),
    (&["/ho", "me/"], "a path of one machine"),
    (&["/ro", "ot/"], "a path of one machine"),
    (&["/Us", "ers/"], "a path of one machine"),
    (&["index.", "crates.io"], "the address of a registry"),
    (&["static.", "crates.io"], "the address of a registry"),
    (&["arti", "factory"], "the address of a registry"),
    (&["local", "host:"], "the address of a machine"),
    (&["TO", "DO"], "work left undone: do it, or say what is missing where users look"),
    (&["FIX", "ME"], "work left undone: do it, or say what is missing where users look"),
    (&["to", "do!("], "work left undone"),
    (&["unimple", "mented!("], "work left undone"),
    (&["#[", "ignore"], "a test switched off"),
];

/// The places where a file says what no file should.
pub fn stray_words(files: &[File]) -> Vec<String> {
    let stray: Vec<(String, &str)> = STRAY.iter().map(|(pieces, why)| (pieces.concat(), *why)).collect();
    let mut complaints = Vec::new();
    for file in files {
        for (number, line) in (1..).zip(file.text.lines()) {
            for (word, why) in stray.iter().filter(|(word, _)| line.contains(word.as_str())) {
                complaints.push(format!("{}:{number}: `{word}`: {why}", file.path));
            }
        }
    }
    complaints
}

/// The packages of a lock file that come from anywhere but the public registry or the workspace.
pub fn foreign_sources(lock: &File) -> Vec<String> {
    let public = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    let sources = (1..).zip(lock.text.lines()).filter(|(_, line)| line.starts_with("source = ") && *line != public);
    sources.map(|(number, line)| format!("{}:{number}: {line}", lock.path)).collect()
}
