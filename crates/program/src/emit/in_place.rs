//! Helpers that are written out: derivatives of what Rust has as methods need no other crate.

use rules::Op;

/// The code of such a helper, with the bits of its value.
pub(super) fn in_place(op: Op, x: &[String]) -> Option<String> {
    match (op, x) {
        (Op::LnSlope, [x]) => Some(format!("if {x} < 0.0 {{ f64::NAN }} else {{ 1.0 / {x} }}")),
        (Op::Damped, [x, y]) => Some(format!("if {y} == 0.0 && {x}.is_infinite() {{ 0.0 }} else {{ {x} * {y} }}")),
        _ => None,
    }
}
