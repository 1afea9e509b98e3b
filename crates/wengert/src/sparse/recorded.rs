//! Patterns of the derivatives of recorded programs.

use super::Error;
use ::sparse::detect::{Detected, Detector, PatternNumber};
use program::{Instruction, Program};
use rules::Number;

/// The pattern of the Jacobian of a recorded program, m x n.
///
/// It is local if the program is guarded, as it holds on the branch that was recorded.
///
/// ```
/// use wengert::program::Program;
/// let f = Program::record(3, |x| vec![x[0] * x[1], x[2].max(x[0])])?;
/// let found = wengert::sparse::jacobian_pattern(&f)?;
/// assert_eq!(found.here().iter().collect::<Vec<_>>(), [(0, 0), (1, 0), (0, 1), (1, 2)]);
/// assert!(!found.is_local());
/// # use wengert::prelude::*;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the pattern has more entries than can be numbered.
///
/// Cost: some 40 ns for each instruction.
pub fn jacobian_pattern(program: &Program) -> Result<Detected, Error> {
    found(program, Detector::jacobian())
}

/// The pattern of the Hessians of all weighted sums of a program's outputs, n x n, both triangles.
///
/// It is local if the program is guarded, as it holds on the branch that was recorded. A rule of the user's counts as not
/// linear in any pair of its arguments, as programs do not keep what its partials are made of.
///
/// ```
/// use wengert::program::Program;
/// let f = Program::record(3, |x| vec![x[0] * x[1] + x[2] / x[0]])?;
/// let found = wengert::sparse::hessian_pattern(&f)?;
/// assert_eq!(found.here().lower().iter().collect::<Vec<_>>(), [(0, 0), (1, 0), (2, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the pattern has more entries than can be numbered.
///
/// Cost: some 60 ns for each instruction.
pub fn hessian_pattern(program: &Program) -> Result<Detected, Error> {
    found(program, Detector::hessian())
}

fn found(program: &Program, detector: Detector) -> Result<Detected, Error> {
    let found = detector.run_without_values(program.inputs(), |x| replay(program, x))?;
    Ok(match program.guards().first() {
        Some(guard) => Detected::local(found.into_here(), guard.location),
        None => found,
    })
}

fn replay<'p>(program: &Program, x: &[PatternNumber<'p>]) -> Vec<PatternNumber<'p>> {
    let mut values: Vec<PatternNumber<'p>> = Vec::with_capacity(program.values());
    let mut args = Vec::new();
    for instruction in program.instructions() {
        values.push(match instruction {
            Instruction::Input(i) => x[i],
            Instruction::Constant(c) => c.into(),
            Instruction::Apply { function, args: ids, n } => {
                args.clear();
                args.extend(ids.iter().map(|&id| values[id as usize]));
                let constants: Option<Vec<f64>> = args.iter().map(|a: &PatternNumber<'_>| a.known()).collect();
                match (constants, function.op()) {
                    // What breaks a precondition has no value at any point.
                    (Some(constants), _) => function.value(&constants, n).unwrap_or(f64::NAN).into(),
                    (None, Some(op)) => op.apply(&args, n),
                    (None, None) => PatternNumber::opaque(f64::NAN, &args),
                }
            }
            Instruction::Element { args: ids, .. } => {
                args.clear();
                args.extend(ids.iter().map(|&id| values[id as usize]));
                PatternNumber::opaque(f64::NAN, &args)
            }
            // Whatever else there may be, of anything before it.
            _ => PatternNumber::opaque(f64::NAN, &values),
        });
    }
    program.outputs().iter().map(|&id| values[id as usize]).collect()
}
