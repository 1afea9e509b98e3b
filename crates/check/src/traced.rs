//! The number that records: every operation that `f` applies, and every look at a value.

use crate::trace::{LooksAt, Recorder, STOPS};
use core::cell::RefCell;
use core::cmp::Ordering;
use core::fmt;
use wengert::extend::{ArrayRule, Number, Rule, Scalar, number_operators};
use wengert::{Function, Outputs, Real};

use crate::trace::Trace;

thread_local! {
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
}

/// A value that knows which node of the recording it is; node 0 stands for constants.
///
/// It has no lifetime, as functions want; the recorder is the thread's, and a number of an earlier recording counts as
/// a constant.
#[derive(Clone, Copy)]
pub(crate) struct Traced<S = f64> {
    value: S,
    node: u32,
    run: u32,
}

/// Larger Jacobians of operations on lists are not kept.
const MOST_ENTRIES: usize = 1 << 24;

/// Runs `f` at `x` and returns the trace. `like` is a trace whose branches and values the run is compared with: then only
/// these are of interest.
pub(crate) fn record<F: Function>(f: &F, x: &[f64], like: Option<&Trace>) -> Trace {
    let frozen = like.map_or_else(Vec::new, |trace| trace.stopped.clone());
    let outer = RECORDER.take();
    let run = outer.as_ref().map_or(1, |r| r.run() + 1);
    let _restore = Restore(outer);
    RECORDER.set(Some(Recorder::new(run, x, like.is_none(), frozen)));
    let inputs: Vec<Traced> = x.iter().zip(1..).map(|(&value, node)| Traced { value, node, run }).collect();
    let outputs = f.eval(&inputs);
    let outputs = outputs.as_slice().iter().map(|y| (y.value, y.node)).collect();
    RECORDER.take().map(|recorder| recorder.finish(outputs)).unwrap_or_default()
}

/// Puts the outer recorder back, also when `f` panics.
struct Restore(Option<Recorder>);

impl Drop for Restore {
    fn drop(&mut self) {
        RECORDER.set(self.0.take());
    }
}

fn recorded<R>(run: u32, use_it: impl FnOnce(&mut Recorder) -> R) -> Option<R> {
    RECORDER.with_borrow_mut(|r| r.as_mut().filter(|r| r.run() == run).map(use_it))
}

impl<S: Scalar> Number for Traced<S> {
    type Scalar = S;
    const ORDER: usize = 0;

    fn constant(c: S) -> Self {
        Traced { value: c, node: 0, run: 0 }
    }

    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let value = S::evaluate::<R, N>(args.map(|a| a.value), n);
        let Some(run) = args.iter().find(|a| a.node != 0).map(|a| a.run) else { return Self::constant(value) };
        let value = match R::ID {
            STOPS => recorded(run, |r| S::from_f64(r.stop(value.to_f64()))).unwrap_or(value),
            _ => value,
        };
        let (at, nodes) = (args.map(|a| a.value.to_f64()), args.map(|a| if a.run == run { a.node } else { 0 }));
        let node = recorded(run, |r| r.push::<R, N>(at, nodes, n, value.to_f64()));
        Traced { value, node: node.unwrap_or(0), run }
    }

    /// As one operation, with values from where engines have them; but taken apart where a tape takes it apart, and where
    /// its Jacobian would be large.
    fn apply_array<R: ArrayRule>(rule: &R, x: &[&[Self]]) -> Result<Vec<Self>, R::Error> {
        let run = x.iter().copied().flatten().find(|x| x.node != 0).map(|x| x.run);
        run.and_then(|run| recorded(run, Recorder::has_lists));
        if R::COLLECTIVE || rule.is_light() && !R::ITERATES {
            return rule.elementwise(x);
        }
        let at: Vec<Vec<f64>> = x.iter().map(|x| x.iter().map(|x| x.value.to_f64()).collect()).collect();
        let at: Vec<&[f64]> = at.iter().map(Vec::as_slice).collect();
        let y = rule.evaluate(&at)?;
        let Some(run) = run else { return Ok(y.into_iter().map(|y| Self::constant(S::from_f64(y))).collect()) };
        let entries = y.len() * at.iter().map(|at| at.len()).sum::<usize>();
        let nodes: Vec<u32> = if entries > MOST_ENTRIES && !R::ITERATES {
            rule.elementwise(x)?.iter().map(|y| if y.run == run { y.node } else { 0 }).collect()
        } else {
            let node = |x: &Self| if x.run == run { x.node } else { 0 };
            let nodes: Vec<Vec<u32>> = x.iter().map(|x| x.iter().map(node).collect()).collect();
            recorded(run, |r| r.push_lists(rule, &at, &nodes, &y)).unwrap_or_else(|| vec![0; y.len()])
        };
        Ok(y.into_iter().zip(nodes).map(|(y, node)| Traced { value: S::from_f64(y), node, run }).collect())
    }

    fn known(self) -> Option<S> {
        Some(self.value)
    }

    fn has_nan(self) -> bool {
        self.value.has_nan()
    }

    fn is_constant(self) -> bool {
        self.node == 0
    }
}

number_operators! { [S: Scalar] Traced<S> }

/// Tells the recorder that two values were compared, if one of them is not a constant.
fn look<S: Scalar>(a: Traced<S>, b: Traced<S>, looks: LooksAt, outcome: Option<Ordering>) {
    let active = if a.node != 0 { a } else { b };
    if active.node != 0 {
        recorded(active.run, |r| r.look(active.value.to_f64(), looks, outcome));
    }
}

fn equal<S: Scalar>(a: Traced<S>, b: Traced<S>) -> bool {
    let equal = a.value == b.value;
    look(a, b, LooksAt::Equality, equal.then_some(Ordering::Equal));
    equal
}

fn order<S: Scalar>(a: Traced<S>, b: Traced<S>) -> Option<Ordering> {
    let outcome = a.value.partial_cmp(&b.value);
    look(a, b, LooksAt::Order, outcome);
    outcome
}

impl<S: Scalar> PartialEq for Traced<S> {
    fn eq(&self, other: &Self) -> bool {
        equal(*self, *other)
    }
}

impl<S: Scalar> PartialOrd for Traced<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        order(*self, *other)
    }
}

impl PartialEq<f64> for Traced {
    fn eq(&self, c: &f64) -> bool {
        equal(*self, Self::constant(*c))
    }
}

impl PartialOrd<f64> for Traced {
    fn partial_cmp(&self, c: &f64) -> Option<Ordering> {
        order(*self, Self::constant(*c))
    }
}

impl PartialEq<Traced> for f64 {
    fn eq(&self, x: &Traced) -> bool {
        equal(Traced::constant(*self), *x)
    }
}

impl PartialOrd<Traced> for f64 {
    fn partial_cmp(&self, x: &Traced) -> Option<Ordering> {
        order(Traced::constant(*self), *x)
    }
}

impl Real for Traced {
    fn value(&self) -> f64 {
        if self.node != 0 {
            recorded(self.run, |r| r.look(self.value, LooksAt::Value, None));
        }
        self.value
    }
}

impl<S: fmt::Display> fmt::Display for Traced<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<S: fmt::Debug> fmt::Debug for Traced<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
