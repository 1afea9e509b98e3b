//! A trace as a program: the statements of the function, and those of its derivatives, without numbers.

use super::rows::{Cells, Row, Trace};
use crate::number;
use crate::recorded::{Recorded, Sweep};

const DOT: char = '\u{307}';
const BAR: char = '\u{304}';

/// The statements in the order in which they are computed: tangents beside what they belong to, adjoints after all.
pub(crate) fn program(trace: &Trace, recorded: &Recorded, sweep: &Sweep) -> String {
    let mut statements = Vec::new();
    if let Sweep::Reverse(weights) = sweep {
        statements.extend(trace.operations.iter().chain(&trace.results).map(|row| statement(&row.primal)));
        let seeds = recorded.results.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
        statements.extend(seeds.map(|(name, &weight)| format!("{} = {}", barred(name), number::text(weight))));
        let back = trace.operations.iter().chain(&trace.results).rev();
        let adjoints: Vec<&Cells> = back.flat_map(|row| &row.derivatives).collect();
        statements.extend(adjoints.iter().map(|cells| statement(cells)));
        let absent = trace.inputs.iter().flat_map(|row| &row.derivatives).map(|cells| &cells.0[0]);
        let absent = absent.filter(|name| !adjoints.iter().any(|cells| cells.0[0] == **name));
        statements.extend(absent.map(|name| format!("{name} = 0")));
    } else {
        let rows = || trace.inputs.iter().map(|row| (false, row)).chain(others(trace).map(|row| (true, row)));
        for (computed, row) in rows() {
            statements.extend(computed.then(|| statement(&row.primal)));
            statements.extend(row.derivatives.iter().map(statement));
        }
    }
    let text: String = statements.into_iter().map(|statement| statement + "\n").collect();
    let names = || recorded.problem.program.inputs().iter().map(String::as_str).chain(trace_names(trace));
    // A prefix that makes no name which is there already.
    let prefix = |choices: [&'static str; 3], mark: char| {
        let is_free = |prefix: &&str| {
            let marked = names().map(|name| format!("{prefix}{name}")).collect::<Vec<_>>();
            !names().any(|name| marked.iter().any(|marked| marked == name)) && text.contains(mark)
        };
        choices.into_iter().find(is_free).unwrap_or("derivative_of_")
    };
    plain(&plain(&text, DOT, prefix(["d", "d_", "tangent_of_"], DOT)), BAR, prefix(["g", "g_", "adjoint_of_"], BAR))
}

fn others(trace: &Trace) -> impl Iterator<Item = &Row> {
    trace.operations.iter().chain(&trace.results)
}

/// What operations and results are called.
fn trace_names(trace: &Trace) -> impl Iterator<Item = &str> {
    others(trace).map(|row| row.primal.0[0].as_str())
}

/// An equation without its numbers, where it has a formula.
fn statement(Cells([name, formula, _, value]): &Cells) -> String {
    format!("{name} = {}", if formula.is_empty() { value } else { formula })
}

fn barred(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().chain([BAR]).chain(letters).collect()
}

/// With a prefix in place of a mark above the first letter.
fn plain(text: &str, mark: char, prefix: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letters.next_if_eq(&mark).is_some() {
            plain.push_str(prefix);
        }
        plain.push(letter);
    }
    plain
}
