//! Functions that are recorded while they run.

use super::apart::Apart;
use crate::Var;
use crate::pool::on_tape;
use rules::Real;

/// A function from numbers to numbers, of which lifetimes are not asked.
pub trait OnAnyNumber {
    /// Its outputs.
    fn run<T: Real>(&self, x: &[T]) -> Vec<T>;
}

/// The weighted derivative, by a tape over the number. Cost: as of `vjp` of a closure. With operations that are calls, as
/// in the run that looks into a NaN, it took four times as long.
pub fn by_recording<T: Real, F: OnAnyNumber>(f: &F, x: &[T], weights: &[T]) -> Vec<T> {
    by_recording_with_values(f, x, weights).1
}

/// The outputs, and the weighted derivative.
pub fn by_recording_with_values<T: Real, F: OnAnyNumber>(f: &F, x: &[T], weights: &[T]) -> (Vec<T>, Vec<T>) {
    on_tape(x, |tape, vars, adjoints| {
        let seeds: Vec<_> = f.run(vars).into_iter().zip(weights.iter().copied()).collect();
        tape.adjoints_into(&seeds, adjoints);
        let values = seeds.iter().map(|(y, _)| y.inner()).collect();
        (values, vars.iter().map(|&x| adjoints.wrt(x)).collect())
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

/// Items as a list of their own, whether they are lent or not.
pub fn owned<V: Clone, I: IntoIterator<Item: core::borrow::Borrow<V>>>(items: I) -> Vec<V> {
    items.into_iter().map(|x| core::borrow::Borrow::borrow(&x).clone()).collect()
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
