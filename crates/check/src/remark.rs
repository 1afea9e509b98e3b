//! What a run met on its way: kinks, jumps, edges of domains, equal branches, derivatives that are not finite.

use crate::suspect::Call;
use crate::trace::{LooksAt, STOPS, Step, Trace};
use core::fmt;
use std::collections::HashMap;

/// What was met.
///
/// ```
/// let bent = check::function!(|x| x[0].abs());
/// let (at, beside) = (check::check_gradient(&bent, &[0.0])?, check::check_gradient(&bent, &[1.0])?);
/// assert_eq!(at.remarks()[0].met, check::Met::Kink);
/// assert!(beside.remarks().is_empty());
/// # Ok::<(), check::Failure>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Met {
    /// The slope by an argument differs between its two sides: `abs` at 0, `max` at a tie, `clamp` at a bound.
    Kink,
    /// The value differs between the two sides: `floor` at an integer, a comparison at equality.
    Jump,
    /// On one side of an argument there is no value: the edge of the domain.
    Edge,
    /// A partial derivative is infinite or NaN.
    NotFinite,
    /// The value is NaN although no argument is.
    Undefined,
    /// `==` held between values that depend on the inputs: only the branch for exactly this point was differentiated.
    Equality,
    /// `<` or the like compared two equal values: the branch changes at this very point.
    Tie,
    /// A value was taken out of its number: what is computed from it is a constant.
    ValueRead,
}

/// Something to know about the derivative at a point, though no engine is wrong about it.
///
/// ```
/// let f = check::function!(|x| x[0].abs());
/// let report = check::check_gradient(&f, &[0.0])?;
/// println!("{}", report.remarks()[0]);
/// # Ok::<(), check::Failure>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// What was met.
    pub met: Met,
    /// The operation's name; empty for comparisons and reads in the function itself.
    pub operation: &'static str,
    /// The operation's arguments, or the value that was compared.
    pub arguments: Vec<f64>,
    /// The operation's integer parameter, 0 where it has none.
    pub parameter: i32,
    /// The argument (from 0) by which the operation is not smooth.
    pub argument: usize,
    /// What is met below and above, or the partial twice: slopes of a kink, values of a jump.
    pub sides: [f64; 2],
    /// How many operations the run had applied before.
    pub step: usize,
    /// How often the same was met in the run, at other values too.
    pub times: usize,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Remark { met, argument, sides: [below, above], step, times, .. } = self;
        let call = Call { name: self.operation, arguments: &self.arguments, parameter: self.parameter };
        let value = self.arguments.first().copied().unwrap_or_default();
        match met {
            Met::Kink => write!(
                f,
                "operation {step}, {call}, has a kink: the slope by argument {argument} is {below} below and {above} \
                 above; the derivative is the one of the conventions, and differences will not agree with it"
            ),
            Met::Jump => write!(
                f,
                "operation {step}, {call}, jumps from {below} to {above} in argument {argument}; the derivative is that \
                 of the side it is on"
            ),
            Met::Edge => write!(
                f,
                "operation {step}, {call}, is at the edge of its domain in argument {argument}: the derivative is \
                 one-sided"
            ),
            Met::NotFinite => write!(
                f,
                "operation {step}, {call}: the partial by argument {argument} is {below}; keep away from this point, or \
                 use an operation that is smooth there"
            ),
            Met::Undefined => write!(f, "operation {step}, {call}, is NaN: its arguments are outside its domain"),
            Met::Equality => write!(
                f,
                "`==` held at {value}: only the branch for exactly this value was differentiated; select a branch by \
                 an inequality that both branches meet smoothly"
            ),
            Met::Tie => write!(
                f,
                "a comparison met two equal values, {value}: the branch changes at this point, and the derivative is \
                 that of the branch taken"
            ),
            Met::ValueRead => write!(
                f,
                "the value {value} was read from its number: what is computed from it is constant, and its derivative \
                 is lost"
            ),
        }?;
        if *times > 1 { write!(f, " ({times} times)") } else { Ok(()) }
    }
}

/// The remarks on a trace, in the order of the run, each kind once for each operation and argument.
pub(crate) fn remarks(trace: &Trace) -> Vec<Remark> {
    let mut found: Vec<Remark> = Vec::new();
    let mut place: HashMap<(Met, &str, usize), usize> = HashMap::new();
    let mut add = |remark: Remark| {
        let key = (remark.met, remark.operation, remark.argument);
        match place.get(&key) {
            Some(&i) => found[i].times += 1,
            None => {
                place.insert(key, found.len());
                found.push(remark);
            }
        }
    };
    for look in &trace.looks {
        let met = match look.looks {
            LooksAt::Equality => Met::Equality,
            LooksAt::Order => Met::Tie,
            LooksAt::Value => Met::ValueRead,
        };
        let (arguments, sides) = (vec![look.value], [look.value; 2]);
        add(Remark { met, operation: "", arguments, parameter: 0, argument: 0, sides, step: 0, times: 1 });
    }
    for (k, step) in trace.steps.iter().enumerate().filter(|(_, step)| step.rule == STOPS) {
        let (operation, arguments, sides) = (step.name(), vec![step.value], [step.value; 2]);
        add(Remark { met: Met::ValueRead, operation, arguments, parameter: 0, argument: 0, sides, step: k, times: 1 });
    }
    let (_, reached) = trace.pull(&vec![1.0; trace.outputs.len()]);
    for (k, step) in trace.steps.iter().enumerate().filter(|&(k, step)| reached[k] || step.flat) {
        let args = trace.args(step);
        for (i, _) in trace.active(step).into_iter().enumerate().filter(|(_, active)| *active) {
            if let Some((met, sides)) = meet(trace, step, i) {
                let (operation, arguments, parameter) = (step.name(), args.to_vec(), step.n);
                add(Remark { met, operation, arguments, parameter, argument: i, sides, step: k, times: 1 });
            }
        }
    }
    found
}

/// The distances, relative to the argument, at which both sides of it are looked at.
const NEAR: f64 = 2e-15;
const FAR: f64 = 16.0 * NEAR;

/// What a step meets in its argument `i`.
fn meet(trace: &Trace, step: &Step, i: usize) -> Option<(Met, [f64; 2])> {
    let (args, active) = (trace.args(step), trace.active(step));
    meets(args, i, step.value, trace.partials(step)[i], |moved| {
        let (value, partials) = step.at(moved, &active)?;
        Some((value, partials[i]))
    })
}

/// What an operation meets in its argument `i`, and on which two sides: found by moving the argument by a few units in
/// the last place, so that any operation is covered without being known. What does not shrink with the distance is a
/// kink or a jump. `at`: value and partial at other arguments; `None` where it does not admit them.
#[doc(hidden)]
pub fn meets(
    args: &[f64],
    i: usize,
    value: f64,
    partial: f64,
    at: impl Fn(&[f64]) -> Option<(f64, f64)>,
) -> Option<(Met, [f64; 2])> {
    if args.iter().any(|x| x.is_nan()) {
        return None;
    }
    if value.is_nan() {
        return Some((Met::Undefined, [value; 2]));
    }
    if !partial.is_finite() {
        return Some((Met::NotFinite, [partial; 2]));
    }
    if args.iter().any(|x| x.is_infinite()) {
        return None;
    }
    let largest = args.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let scale = [args[i].abs(), largest].into_iter().find(|&s| s > 0.0).unwrap_or(1.0);
    // Rows of the table have three arguments at most, and few rules of users have more.
    let (mut room, mut more) = ([0.0; 4], Vec::new());
    let moved = match room.get_mut(..args.len()) {
        Some(room) => room,
        None => {
            more.resize(args.len(), 0.0);
            &mut more[..]
        }
    };
    moved.copy_from_slice(args);
    let mut side = |distance: f64| {
        moved[i] = args[i] + distance * scale;
        at(moved)
    };
    let ((v0, p0), (v1, p1)) = (side(-NEAR)?, side(NEAR)?);
    if v0.is_nan() == v1.is_nan() && !apart(v0, v1) && !apart(p0, p1) {
        return None;
    }
    let ((w0, q0), (w1, q1)) = (side(-FAR)?, side(FAR)?);
    if v0.is_nan() != v1.is_nan() {
        return Some((Met::Edge, [v0, v1]));
    }
    if stays(v0, v1, w0, w1) {
        return Some((Met::Jump, [v0, v1]));
    }
    stays(p0, p1, q0, q1).then_some((Met::Kink, [p0, p1]))
}

/// Whether there is a gap between two sides.
fn apart(below: f64, above: f64) -> bool {
    (above - below).abs() > 1e-6 * below.abs().max(above.abs())
}

/// Whether the gap between two sides is one, and does not shrink from far to near.
fn stays(near0: f64, near1: f64, far0: f64, far1: f64) -> bool {
    apart(near0, near1) && (near1 - near0).abs() > 0.5 * (far1 - far0).abs()
}
