//! Functions that are recorded while they run.

use super::apart::Apart;
use crate::pool::on_tape;
use crate::{Dual, Var};
use forward::{Plain, Tangent};
use rules::{Cases, Real, doubts};

/// A function from numbers to numbers, of which lifetimes are not asked.
pub trait OnAnyNumber {
    /// Its outputs.
    fn run<T: Real>(&self, x: &[T]) -> Vec<T>;
    /// What is made of its outputs.
    fn with_outputs<T: Real, R>(&self, x: &[T], see: impl FnOnce(&[T]) -> R) -> R {
        see(&self.run(x))
    }
}

/// The same as [`by_recording`] where adjoints are transposed tangents. On plain numbers, of few inputs, by a run on lanes,
/// which leaves no tape and takes half of its time or less; else by a tape over the number.
pub fn by_lanes_or_tape<T: Real, F: OnAnyNumber>(f: &F, x: &mut [T], weights: &mut Vec<T>) {
    if !T::case(OnLanes(f, &mut *x, &mut *weights)) {
        by_recording(f, x, weights);
    }
}

/// The weighted derivative, into the place of `x`, and the outputs, into that of their weights, by a tape over the number.
/// With operations that are calls, as in the run that looks into a NaN, it took four times as long.
pub fn by_recording<T: Real, F: OnAnyNumber>(f: &F, x: &mut [T], weights: &mut Vec<T>) {
    let gradient: Vec<T> = on_tape(x, |tape, vars, adjoints| {
        f.with_outputs(vars, |outputs| {
            let seeds: Vec<_> = outputs.iter().copied().zip(weights.iter().copied()).collect();
            tape.adjoints_into(&seeds, adjoints);
            weights.clear();
            weights.extend(outputs.iter().map(Var::inner));
        });
        vars.iter().map(|&x| adjoints.wrt(x)).collect()
    });
    x.copy_from_slice(&gradient);
}

struct OnLanes<'f, T, F>(&'f F, &'f mut [T], &'f mut Vec<T>);

impl<T: Real, F: OnAnyNumber> Cases for OnLanes<'_, T, F> {
    /// Whether they have it.
    type Out = bool;
    fn plain(self) -> bool {
        let OnLanes(f, x, weights) = self;
        // A number of order 0 is its value.
        match x.len() {
            _ if T::ORDER > 0 => false,
            #[cfg(not(debug_assertions))]
            1..=2 => on_lanes::<T, F, 2>(f, x, weights),
            #[cfg(not(debug_assertions))]
            3..=4 => on_lanes::<T, F, 4>(f, x, weights),
            1..=8 => on_lanes::<T, F, 8>(f, x, weights),
            _ => false,
        }
    }
    fn recording(self) -> bool {
        false
    }
    fn unfollowed(self) -> bool {
        false
    }
}

/// A run on `N` lanes; false where a NaN leaves open what the structure would have made of it.
fn on_lanes<T: Real, F: OnAnyNumber, const N: usize>(f: &F, x: &mut [T], weights: &mut Vec<T>) -> bool {
    let before = doubts();
    let mut duals = [Dual::<f64, Plain<f64, N>>::fixed(0.0); N];
    for (k, (dual, x)) in duals.iter_mut().zip(&*x).enumerate() {
        let Some(x) = x.known() else { return false };
        *dual = Dual::plain_lane(x, k);
    }
    f.with_outputs(&duals[..x.len()], |outputs| {
        let mut gradient = [0.0; N];
        for (y, w) in outputs.iter().zip(&*weights) {
            let Some(w) = w.known() else { return false };
            // A weight of zero is structural.
            if w != 0.0 {
                gradient.iter_mut().zip(y.tangent.0).for_each(|(g, slope)| *g += w * slope);
            }
        }
        let clean = !gradient.has_nan() && doubts() == before;
        if clean {
            x.iter_mut().zip(gradient).for_each(|(x, g)| *x = T::constant(g));
            weights.clear();
            weights.extend(outputs.iter().map(|y| T::constant(y.value)));
        }
        clean
    })
}

/// The weighted derivative as of [`by_recording`], for what hardly ever runs: its operations are calls.
///
/// The tape is compiled once for each number, and not with every function.
#[cold]
pub fn by_recording_apart<T: Real, F: OnAnyNumber>(f: &F, x: &[T], weights: &[T]) -> Vec<T> {
    recorded_apart(&OnNumbers(f), x, weights)
}

/// A function that is recorded, as an object.
trait Recorded<T: Real> {
    fn outputs<'t>(&self, x: &[Apart<Var<'t, T>>]) -> Vec<Apart<Var<'t, T>>>;
}

struct OnNumbers<'f, F>(&'f F);

impl<T: Real, F: OnAnyNumber> Recorded<T> for OnNumbers<'_, F> {
    fn outputs<'t>(&self, x: &[Apart<Var<'t, T>>]) -> Vec<Apart<Var<'t, T>>> {
        self.0.run(x)
    }
}

fn recorded_apart<T: Real>(f: &dyn Recorded<T>, x: &[T], weights: &[T]) -> Vec<T> {
    on_tape(x, |tape, vars, adjoints| {
        let x: Vec<_> = vars.iter().copied().map(Apart::new).collect();
        let outputs = f.outputs(&x).into_iter().map(Apart::inner);
        tape.adjoints_into(&outputs.zip(weights.iter().copied()).collect::<Vec<_>>(), adjoints);
        vars.iter().map(|&x| adjoints.wrt(x)).collect()
    })
}

/// What may not be there: an `Option`, or a `Result`.
pub trait MaybeThere {
    /// The value.
    type Value;
    /// It, if it is there.
    fn there(self) -> Option<Self::Value>;
    /// Whether it is there.
    fn is_there(&self) -> bool;
}

impl<V> MaybeThere for Option<V> {
    type Value = V;
    fn there(self) -> Option<V> {
        self
    }
    fn is_there(&self) -> bool {
        self.is_some()
    }
}

impl<V, E> MaybeThere for Result<V, E> {
    type Value = V;
    fn there(self) -> Option<V> {
        self.ok()
    }
    fn is_there(&self) -> bool {
        self.is_ok()
    }
}

impl<'m, M> MaybeThere for &'m M
where
    M: Opened,
{
    type Value = &'m M::Inner;
    fn there(self) -> Option<&'m M::Inner> {
        self.opened()
    }
    fn is_there(&self) -> bool {
        self.opened().is_some()
    }
}

/// An `Option` or a `Result` that is looked into.
pub trait Opened {
    /// What it may hold.
    type Inner;
    /// That, where it lies.
    fn opened(&self) -> Option<&Self::Inner>;
}

impl<V> Opened for Option<V> {
    type Inner = V;
    fn opened(&self) -> Option<&V> {
        self.as_ref()
    }
}

impl<V, E> Opened for Result<V, E> {
    type Inner = V;
    fn opened(&self) -> Option<&V> {
        self.as_ref().ok()
    }
}
