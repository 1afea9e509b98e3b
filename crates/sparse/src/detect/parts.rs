//! What each of many functions of the same inputs reads.

use super::needs::Needs;
use super::recorder::{Lent, What};
use super::{PatternNumber, arms};
use crate::Error;
use core::panic::Location;

/// What one of several functions reads.
///
/// ```
/// use rules::Real;
/// use sparse::detect;
/// // Where a value decides, other inputs may be read at another point: the part says where it was asked for.
/// let found = detect::parts(&[1.0, 2.0], 2, |k, x| match k {
///     0 => vec![x[1] * x[1]],
///     _ => vec![if x[0].value() > 0.0 { x[0] } else { x[1] }],
/// })?;
/// assert_eq!((&found[0].inputs[..], found[0].branch.is_some()), (&[1][..], false));
/// assert!(found[1].branch.is_some());
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The inputs that its outputs depend on, ascending.
    pub inputs: Vec<usize>,
    /// The number of its outputs.
    pub outputs: usize,
    /// Where a value was asked for, so that it may read other inputs elsewhere.
    pub branch: Option<&'static Location<'static>>,
}

/// What each of so many functions of the same inputs reads: `f(k, x)` runs the one with index `k`.
///
/// # Errors
/// If there are more inputs or operations than can be numbered, or than there is memory for.
///
/// Cost: some 8 ns for each operation, and a list of the inputs.
///
/// ```
/// use sparse::detect;
/// let found = detect::parts(&[1.0; 5], 4, |k, x| vec![x[k] * x[k + 1], 2.0 * x[0]])?;
/// assert_eq!((&found[2].inputs[..], found[2].outputs, found[2].branch), (&[0, 2, 3][..], 2, None));
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn parts(
    inputs: &[f64],
    count: usize,
    mut f: impl FnMut(usize, &[PatternNumber<'static>]) -> Vec<PatternNumber<'static>>,
) -> Result<Vec<Part>, Error> {
    super::expect_room(inputs.len())?;
    let lent = Lent::take();
    let recorder = lent.recorder;
    let mut parts = Vec::with_capacity(count);
    let what = What { second: false, local: false, loops: false, blind: false };
    let numbers = recorder.begin(inputs, what, Needs::default());
    for k in 0..count {
        let watch = arms::Watch::begin(true);
        let outputs = f(k, &numbers);
        let mut read = recorder.inputs_of(&outputs)?;
        read.sort_unstable();
        read.dedup();
        let branch = recorder.looked().or(watch.decided());
        parts.push(Part {
            inputs: read.into_iter().map(|input| input as usize).collect(),
            outputs: outputs.len(),
            branch,
        });
    }
    Ok(parts)
}
