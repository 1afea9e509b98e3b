//! The whole table as one program.

use program::Program;
use rules::ROWS;

/// All rows without precondition, each of the first inputs; then their partials.
pub(crate) fn programs() -> [(&'static str, Program); 2] {
    let value = Program::record_at(&[0.3, 0.6, 0.9], |x| {
        let free = ROWS.iter().filter(|row| row.requires.is_empty());
        free.map(|row| row.op.apply(&x[..row.arity], row.parameters.first().copied().unwrap_or(0))).collect()
    });
    let value = value.unwrap();
    let slopes = value.jacobian().unwrap();
    [("rows", value), ("slopes", slopes)]
}
