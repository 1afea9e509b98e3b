//! What several tests share.
#![allow(dead_code, unreachable_pub)]

use forward::Dual;
use rules::{Lift, Number, Rule};

/// A number that the compiler does not look into, so that nesting costs no compile time.
#[derive(Clone, Copy, Debug)]
pub struct Opaque<T> {
    pub inner: T,
}

impl<T: Number> Number for Opaque<T> {
    type Scalar = T::Scalar;
    fn constant(c: T::Scalar) -> Self {
        Opaque { inner: T::constant(c) }
    }
    #[inline(never)]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        Opaque { inner: T::apply::<R, N>(args.map(|a| a.inner), n) }
    }
    fn known(self) -> Option<T::Scalar> {
        self.inner.known()
    }
    fn has_nan(self) -> bool {
        self.inner.has_nan()
    }
    fn is_constant(self) -> bool {
        self.inner.is_constant()
    }
}

impl<T: Number> Lift for Opaque<T> {
    type Inner = T;
    fn lift(inner: T) -> Self {
        Opaque { inner }
    }
}

rules::number_operators! { [T: Number] Opaque<T>, inner: T }

impl<T: std::fmt::Display> std::fmt::Display for Opaque<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.inner.fmt(f)
    }
}

/// Nested duals: a variable in every level, and all derivatives read off.
pub trait Nest: Number<Scalar = f64> {
    fn along(value: f64, seed: f64) -> Self;
    fn derivatives(self) -> Vec<f64>;
}

impl Nest for f64 {
    fn along(value: f64, _: f64) -> f64 {
        value
    }
    fn derivatives(self) -> Vec<f64> {
        vec![self]
    }
}

impl<T: Nest> Nest for Dual<Opaque<T>> {
    fn along(value: f64, seed: f64) -> Self {
        let inner = Opaque { inner: T::along(value, seed) };
        Dual::new(inner, Opaque::constant(seed))
    }
    fn derivatives(self) -> Vec<f64> {
        let mut all = vec![self.value.inner.derivatives()[0]];
        all.extend(self.tangent.inner.derivatives());
        all
    }
}

pub type One = Dual<Opaque<f64>>;
pub type Two = Dual<Opaque<One>>;
pub type Three = Dual<Opaque<Two>>;
pub type Four = Dual<Opaque<Three>>;

/// Equal, or both NaN.
pub fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}
