//! The table is the only place that lists elementary functions.

use crate::File;
use rules::{Kind, ROWS, Row};
use std::collections::BTreeSet;

/// How many functions of the table a source file outside it may name; most files name none.
const NAMES: usize = 5;

/// Names that code has reasons of its own for: std's arithmetic helpers, and words of the language.
const ORDINARY: [&str; 17] = [
    "abs",
    "beta",
    "ceil",
    "clamp",
    "direction",
    "eq",
    "exp",
    "floor",
    "ln",
    "log",
    "max",
    "min",
    "powi",
    "round",
    "select",
    "share",
    "stop_gradient",
];

/// Folders that name functions all the same, with the reason.
pub const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "crates/program/src/batch/",
        "which functions have a form for many lanes at once, for speed alone: the others run lane by lane, and a test \
         holds the values to those of the table",
    ),
    (
        "crates/vector/src/",
        "which functions have a form for many numbers at once, for speed alone: the others are computed one by one, and a \
         test holds the values to those of the table",
    ),
    (
        "crates/native/src/lower/",
        "which functions are instructions of processors, for speed alone: the others are called, and a test holds every row \
         to the interpreter",
    ),
    (
        "crates/forward/src/nalgebra/",
        "a trait of another crate asks for a list of functions, each of which is passed on to the table under its name",
    ),
    (
        "crates/front/src/prelude/libm.rs",
        "what C calls otherwise than the table: a test holds each function to the one of the crate `libm`",
    ),
    (
        "crates/front/src/prelude/num_complex.rs",
        "the formulas of another crate, by functions of the table: a test holds the values to those of the crate",
    ),
];

/// The source files that name more than a few functions of the table, as `asinh` or as `Asinh`: a list that would have
/// to be kept in step with it.
///
/// Operators and ordinary words are not counted, nor are comments.
pub fn outside_the_table(sources: &[File]) -> Vec<String> {
    let telling = |row: &&Row| row.kind != Kind::Operator && !ORDINARY.contains(&row.name);
    let rows: Vec<(&str, String)> =
        ROWS.iter().filter(telling).map(|row| (row.name, format!("{:?}", row.op))).collect();
    let mut complaints = Vec::new();
    let excepted = |file: &&File| EXCEPTIONS.iter().any(|(folder, _)| file.path.starts_with(folder));
    for file in sources.iter().filter(|file| !excepted(file)) {
        let words: BTreeSet<&str> = file.code().flat_map(|(_, line)| words(line)).collect();
        let named = rows.iter().filter(|(name, op)| words.contains(name) || words.contains(op.as_str()));
        let named: Vec<&str> = named.map(|&(name, _)| name).collect();
        if named.len() > NAMES {
            let list = named.join(", ");
            complaints.push(format!("{}: names {list}: loop over the table instead", file.path));
        }
    }
    complaints
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
