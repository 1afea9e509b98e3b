//! Lanes for whoever can ask again.

use crate::{Dual, Tangent};
use rules::{Cases, Number, Term};

/// Lanes that do not follow the structure: where an infinite partial meets a structural zero they become NaN, and a
/// NaN spreads to every result that depends on it. A driver that finds none in the results has the exact derivatives,
/// at less cost than [`[T; N]`](Tangent) lanes; one that finds some runs again on those, or on a tape.
///
/// ```
/// use forward::{Dual, Plain};
/// let x = Dual::<f64, Plain<f64, 2>>::plain_lane(3.0, 0);
/// let y = Dual::<f64, Plain<f64, 2>>::plain_lane(5.0, 1);
/// assert_eq!((x * y).tangent.0, [5.0, 3.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plain<T, const N: usize>(pub [T; N]);

impl<T: Number, const N: usize> Tangent<T> for Plain<T, N> {
    type Activity = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zero() -> Self {
        Plain([Term::from(0.0).0; N])
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(self, other: Self) -> Self {
        Plain(self.0.add(other.0))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scale(self, k: T) -> Self {
        Plain(self.0.scale(k))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine<const M: usize>(partials: [T; M], tangents: [Self; M], _: [(); M]) -> Self {
        Plain(core::array::from_fn(|k| {
            let mut sum = partials[0] * tangents[0].0[k];
            for i in 1..M {
                sum = sum + partials[i] * tangents[i].0[k];
            }
            sum
        }))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(c: T, a: Self, b: Self) -> Self {
        Plain(<[T; N]>::select(c, a.0, b.0))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_nan(self) -> bool {
        self.0.has_nan()
    }
    const RECORDS: bool = T::RECORDS;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        cases.unfollowed()
    }
    const LANES: usize = N;
    fn lane(self, lane: usize) -> T {
        self.0[lane]
    }
    fn with_lane(mut self, lane: usize, tangent: T) -> Self {
        self.0[lane] = tangent;
        self
    }
}

impl<T: Number, const N: usize> Dual<T, Plain<T, N>> {
    /// The variable of lane `k`: tangent one there, and zero in all other lanes.
    ///
    /// # Panics
    /// If there is no lane `k`.
    ///
    /// ```
    /// let y = forward::Dual::<f64, forward::Plain<f64, 3>>::plain_lane(2.0, 1);
    /// assert_eq!((2.0 * y).tangent.0, [0.0, 2.0, 0.0]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn plain_lane(value: T, k: usize) -> Self {
        let mut tangent = Plain::zero();
        tangent.0[k] = Term::from(1.0).0;
        Dual::new(value, tangent)
    }
}
