//! Functions that are recorded while they run.

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
    on_tape(x, |tape, vars, adjoints| {
        let seeds: Vec<_> = f.run(vars).into_iter().zip(weights.iter().copied()).collect();
        tape.adjoints_into(&seeds, adjoints);
        vars.iter().map(|&x| adjoints.wrt(x)).collect()
    })
}

/// What may not be there: an `Option`, or a `Result`.
pub trait MaybeThere {
    /// The value.
    type Value;
    /// It, if it is there.
    fn there(self) -> Option<Self::Value>;
}

impl<V> MaybeThere for Option<V> {
    type Value = V;
    fn there(self) -> Option<V> {
        self
    }
}

impl<V, E> MaybeThere for Result<V, E> {
    type Value = V;
    fn there(self) -> Option<V> {
        self.ok()
    }
}
