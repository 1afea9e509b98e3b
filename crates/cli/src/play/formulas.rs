//! Derivatives as formulas, where they are short enough to be read.

use super::ask::{Ask, limits};
use lang::Workspace;
use std::sync::LazyLock;
use symbolic::{Expr, Form, Graph};

/// The names of all functions of the language.
pub(super) static FUNCTIONS: LazyLock<Vec<&str>> =
    LazyLock::new(|| rules::ROWS.iter().filter(|row| row.kind != rules::Kind::Helper).map(|row| row.name).collect());

/// The most steps of a program that formulas are made of.
const STEPS: u64 = 2000;

/// The most operations that a formula shares, and that it has when nothing is shared.
const SIZE: usize = 1000;
const TREE: u128 = 60;

/// The derivatives of a result by all variables.
pub(super) struct Formulas {
    /// As the language writes them; none for those that are too long.
    pub(super) text: Vec<Option<String>>,
    /// For LaTeX, with the formula of the result; empty where there is none.
    pub(super) latex: String,
}

/// The formulas of the derivatives of a result, unless the program branches, or is too long.
pub(super) fn of(ask: &Ask<'_>, result: &str, of: usize) -> Option<Formulas> {
    let graph = Graph::new();
    let names = ask.problem.program.inputs();
    let inputs: Vec<Expr<'_>> = names.iter().zip(&ask.x).map(|(name, &x)| graph.variable_at(name, x)).collect();
    let mut outputs = vec![Expr::from(0.0); ask.values.len()];
    ask.problem.program.eval_into(&inputs, &limits(STEPS), &mut Workspace::new(), &mut outputs).ok()?;
    if graph.len() > SIZE {
        return None;
    }
    let f = short(outputs[of])?;
    let (mut text, mut latex) = (Vec::new(), Vec::new());
    let name = crate::trace::latex_name;
    latex.push(format!("  {} &= {}", name(result), f.print(Form::Latex).ok()?));
    for (input, by) in inputs.iter().zip(names) {
        let derivative = outputs[of].derivative(*input).ok().filter(|_| graph.len() <= SIZE).and_then(short);
        text.push(derivative.and_then(|derivative| derivative.print(Form::Tree).ok()));
        if let Some(formula) = derivative.and_then(|derivative| derivative.print(Form::Latex).ok()) {
            latex.push(format!(r"  \frac{{\partial {}}}{{\partial {}}} &= {formula}", name(result), name(by)));
        }
    }
    Some(Formulas { text, latex: format!("\\begin{{align*}}\n{}\n\\end{{align*}}\n", latex.join(" \\\\\n")) })
}

/// The formula made shorter, unless it is too long all the same.
fn short(formula: Expr<'_>) -> Option<Expr<'_>> {
    let formula = formula.simplify().written_out();
    (formula.tree_size() <= TREE).then_some(formula)
}
