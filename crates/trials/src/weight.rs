//! Tangents that add up magnitudes: the sweep with the absolute values of the partials, which says how far two ways to
//! sum the same derivative may differ.

use forward::{Dual, Tangent};
use rules::{Functions, Number, Scalar};

/// The sum of the magnitudes of all that contributes to a derivative.
#[derive(Clone, Copy, Debug)]
pub struct Weight<T>(pub T);

/// A number whose magnitude is again one of its kind.
pub trait Magnitude: Number {
    /// The absolute value, with tangents that are magnitudes already.
    fn magnitude(self) -> Self;
}

impl Magnitude for f64 {
    fn magnitude(self) -> f64 {
        self.abs()
    }
}

impl Magnitude for f32 {
    fn magnitude(self) -> f32 {
        self.abs()
    }
}

impl<S: Scalar + Magnitude> Magnitude for Dual<S, Weight<S>> {
    fn magnitude(self) -> Self {
        Dual::new(Functions::abs(self.value), self.tangent)
    }
}

impl<T: Magnitude> Tangent<T> for Weight<T> {
    type Activity = u64;
    fn zero() -> Self {
        Weight(rules::Term::from(0.0).0)
    }
    fn add(self, other: Self) -> Self {
        Weight(self.0 + other.0)
    }
    fn scale(self, k: T) -> Self {
        Weight(k.magnitude() * self.0)
    }
}
