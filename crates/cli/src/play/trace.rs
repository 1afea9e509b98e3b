//! The trace table.

use super::ask::Ask;
use super::fault::Fault;
use crate::trace::{Cells, Maker, Row, latex_table};
use serde_json::{Value, json};
use symbolic::Form;

/// Digits of numbers.
const DIGITS: u8 = 6;

/// The rows of a sweep, and the same as LaTeX.
pub(super) fn answer(asked: &Value) -> Result<Value, Fault> {
    let ask = Ask::read(asked)?;
    let (recorded, forward, reverse) = ask.recorded()?;
    let graph = recorded.graph()?;
    let sweep = forward.filter(|_| ask.is("forward")).unwrap_or(reverse);
    let trace = |form| Maker::new(&recorded, &graph, DIGITS, form).trace(&sweep);
    let steered = recorded.guards.iter().map(|guard| format!("branch: {guard}"));
    let notes: Vec<String> = steered.chain(recorded.independences(&graph)).collect();
    let latex = latex_table(&trace(Form::Latex), &notes);
    let text = trace(Form::Tree);
    let part = |rows: &[Row]| -> Value {
        let cells = |Cells(texts): &Cells| json!(texts);
        let row = |row: &Row| json!([cells(&row.primal), row.derivatives.iter().map(cells).collect::<Vec<_>>()]);
        rows.iter().map(row).collect()
    };
    let parts = [&text.inputs, &text.operations, &text.results].map(|rows| part(rows));
    Ok(json!({ "forward": text.forward, "parts": parts, "notes": notes, "latex": latex }))
}
