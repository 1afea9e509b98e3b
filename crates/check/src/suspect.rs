//! Which operation is to blame: each one of a trace is held against differences of its own value.

use crate::differences::slopes;
use crate::trace::{Step, Trace};
use core::fmt;
use std::collections::HashSet;

/// An operation whose stated partial derivative differs from what its values say.
///
/// ```
/// use check::{check_gradient, function};
/// use wengert::extend::rule;
///
/// rule! {
///     /// The square; its partial has lost a factor of 2.
///     Square: square(x) = x * x, d [x];
/// }
///
/// let failure = check_gradient(&function!(|x| square(x[0])), &[3.0]).unwrap_err();
/// let suspect = &failure.suspects()[0];
/// assert!(suspect.operation.ends_with("square"));
/// assert_eq!((suspect.argument, suspect.partial), (0, 3.0));
/// assert!((suspect.differences - 6.0).abs() < 1e-6);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// The operation's name: that of the table, or the path of a rule of one's own.
    pub operation: &'static str,
    /// Its arguments where it was caught.
    pub arguments: Vec<f64>,
    /// Its integer parameter, 0 where it has none.
    pub parameter: i32,
    /// The argument (from 0) whose partial is wrong; of lists the number, counted through all of them.
    pub argument: usize,
    /// The partial that the rule gives.
    pub partial: f64,
    /// The partial by differences of the rule's value.
    pub differences: f64,
    /// The estimated error of the differences.
    pub error: f64,
    /// How many operations the run had applied before.
    pub step: usize,
}

impl fmt::Display for Suspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Suspect { operation, argument, partial, differences, error, step, .. } = self;
        let call = Call { name: operation, arguments: &self.arguments, parameter: self.parameter };
        write!(
            f,
            "operation {step}, {call}: its partial by argument {argument} is {partial}, differences of its value give \
             {differences} (error about {error:.1e}); look at the partials of the rule `{operation}`"
        )
    }
}

/// An operation with its arguments, as it is printed.
pub(crate) struct Call<'a> {
    pub(crate) name: &'a str,
    pub(crate) arguments: &'a [f64],
    pub(crate) parameter: i32,
}

impl fmt::Display for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.name)?;
        for (i, x) in self.arguments.iter().enumerate() {
            write!(f, "{}{x:?}", if i > 0 { ", " } else { "" })?;
        }
        if self.parameter != 0 {
            write!(f, "; {}", self.parameter)?;
        }
        f.write_str(")")
    }
}

/// At most this many operations are held against differences, and this many suspects named, one for each operation.
const MOST_STEPS: usize = 200_000;
const MOST_SUSPECTS: usize = 5;

/// The operations of a trace that differ from their own differences, in the order of the run.
pub(crate) fn suspects(trace: &Trace) -> Vec<Suspect> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for (k, step) in trace.steps.iter().enumerate().filter(|(_, step)| !step.flat).take(MOST_STEPS) {
        let name = step.name();
        if found.len() == MOST_SUSPECTS {
            break;
        }
        if !seen.contains(name)
            && let Some(suspect) = examine(trace, step, k)
        {
            seen.insert(name);
            found.push(suspect);
        }
    }
    for applied in &trace.applied {
        if found.len() < MOST_SUSPECTS
            && !seen.contains(applied.name())
            && let Some(suspect) = applied.suspect()
        {
            seen.insert(applied.name());
            found.push(suspect);
        }
    }
    found
}

fn examine(trace: &Trace, step: &Step, k: usize) -> Option<Suspect> {
    let (args, active) = (trace.args(step), trace.active(step));
    let largest = args.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    for (i, _) in active.iter().enumerate().filter(|(_, a)| **a) {
        let partial = trace.partials(step)[i];
        let scale = [args[i].abs(), largest, 1.0].into_iter().find(|&s| s > 0.0 && s.is_finite()).unwrap_or(1.0);
        let mut moved = args.to_vec();
        let mut value = |t: f64| {
            moved[i] = args[i] + t * scale;
            Some(vec![step.at(&moved, &active)?.0 / scale])
        };
        let estimate = slopes(&[2.0 * f64::EPSILON * partial.abs()], |h| Some([value(-h)?, value(h)?]));
        let Some(estimate) = estimate[0] else { continue };
        let (off, size) = ((partial - estimate.value).abs(), partial.abs().max(estimate.value.abs()));
        let vague = 100.0 * estimate.error > size;
        let near = off <= 10.0 * estimate.error + 1e-8 * size;
        if !vague && !partial.is_infinite() && !near {
            return Some(Suspect {
                operation: step.name(),
                arguments: args.to_vec(),
                parameter: step.n,
                argument: i,
                partial,
                differences: estimate.value,
                error: estimate.error,
                step: k,
            });
        }
    }
    None
}
