//! One function on one input.

use crate::engine::Settings;
use crate::evals::eval;
use crate::failure::Failure;
use crate::measure::{Measured, measure};
use serde_json::value::RawValue;

/// Runs a function of an eval on an input, the text of a JSON value.
///
/// ```
/// let measured = gradbench::run_once("hello", "square", "3", &gradbench::Settings::default())?;
/// assert_eq!((measured.output, measured.times.len()), (9.0.into(), 1));
/// # Ok::<(), gradbench::Failure>(())
/// ```
///
/// # Errors
/// If there is no such eval or function, or the input is not one of it.
pub fn run_once(module: &str, function: &str, input: &str, settings: &Settings) -> Result<Measured, Failure> {
    let input: &RawValue = serde_json::from_str(input)?;
    measure(&mut *eval(module, input, settings)?, function, input)
}
