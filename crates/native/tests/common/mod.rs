//! What the tests compare with: the interpreter, bit for bit.
#![allow(dead_code)]

use native::{Native, Workspace};
use program::Program;

/// Whether two numbers have the same bits, or both are NaN.
pub(crate) fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

pub(crate) fn all_same(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(*a, *b))
}

/// What differs between native code and the interpreter at a point: values, errors, and the gradient of one output.
pub(crate) fn difference(
    program: &Program,
    native: &Native,
    workspace: &mut Workspace,
    x: &[f64],
) -> Result<(), String> {
    let mut y = vec![0.5; program.outputs().len()];
    let found = native.eval_into(x, workspace, &mut y);
    match (&found, program.eval(x)) {
        (Ok(()), Ok(want)) if all_same(&y, &want) => {}
        (Err(found), Err(want)) if format!("{found:?}") == format!("{want:?}") => {
            if y.iter().any(|y| *y != 0.5) {
                return Err(format!("at {x:?} an error left {y:?}\n{program}"));
            }
        }
        (_, want) => return Err(format!("values at {x:?}: {found:?} {y:?}, wanted {want:?}\n{program}")),
    }
    let mut room = program::Workspace::new();
    let (mut found, mut wanted) = (vec![0.5; x.len()], vec![0.5; x.len()]);
    let a = native.value_and_gradient_into(x, workspace, &mut found);
    let b = program.value_and_gradient_into(x, &mut room, &mut wanted);
    match (&a, &b) {
        (Ok(a), Ok(b)) if same(*a, *b) && all_same(&found, &wanted) => Ok(()),
        (Err(a), Err(b)) if format!("{a:?}") == format!("{b:?}") => Ok(()),
        _ => Err(format!("gradient at {x:?}: {a:?} {found:?}, wanted {b:?} {wanted:?}\n{program}")),
    }
}

/// Native code that is known to be there.
///
/// # Panics
/// If it is not.
#[track_caller]
pub(crate) fn compiled(program: &Program) -> Native {
    match Native::new(program) {
        Ok(native) => native,
        Err(error) => panic!("{error}\n{program}"),
    }
}
