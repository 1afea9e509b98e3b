//! Functions made of functions: for closures, for looking at primal values, for derivatives of derivatives.

use core::cell::RefCell;
use wengert::{Dual, Function, Outputs, Real};

/// A function that leaves its values behind, whatever number it runs on.
pub(crate) struct Spy<'f, F> {
    f: &'f F,
    values: RefCell<Vec<f64>>,
}

impl<'f, F: Function> Spy<'f, F> {
    pub(crate) fn new(f: &'f F) -> Self {
        Spy { f, values: RefCell::default() }
    }

    /// The values of the last run.
    pub(crate) fn values(&self) -> Vec<f64> {
        self.values.borrow().clone()
    }
}

impl<F: Function> Function for Spy<'_, F> {
    type Output<T: Real> = F::Output<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> F::Output<T> {
        let y = self.f.eval(x);
        self.values.replace(y.as_slice().iter().map(Real::value).collect());
        y
    }
}

/// The outputs weighted into one.
pub(crate) struct Weighted<'f, F> {
    pub(crate) f: &'f F,
    pub(crate) w: &'f [f64],
}

impl<F: Function> Function for Weighted<'_, F> {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let y = self.f.eval(x);
        weigh(y.as_slice().iter().copied(), self.w)
    }
}

/// The derivative along `v`, of the outputs weighted into one: a function of one order more.
pub(crate) struct Along<'f, F> {
    pub(crate) f: &'f F,
    pub(crate) w: &'f [f64],
    pub(crate) v: &'f [f64],
}

impl<F: Function> Function for Along<'_, F> {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let duals: Vec<Dual<T>> = x.iter().zip(self.v).map(|(&x, &v)| Dual::seeded(x, T::constant(v))).collect();
        let y = self.f.eval(&duals);
        weigh(y.as_slice().iter().map(|y| y.tangent), self.w)
    }
}

fn weigh<T: Real>(y: impl Iterator<Item = T>, w: &[f64]) -> T {
    let terms = y.zip(w).map(|(y, &w)| y * w);
    terms.reduce(|sum, term| sum + term).unwrap_or_else(|| T::constant(0.0))
}
