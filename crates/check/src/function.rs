//! Functions made of functions: for closures, for looking at primal values, for derivatives of derivatives.

use core::cell::RefCell;
use wengert::{Dual, Function, Outputs, Real};

/// Makes a [`Function`] of an expression: `function!(|x| x[0] * x[1])`, or with the type of several outputs,
/// `function!(|x| -> [T; 2] { [x[0], x[1].sin()] })`.
///
/// The expression runs on a slice of any number `T`. What it uses of the variables around it stands in front, with types,
/// as the expression is compiled for each number apart: `function!(data: &[f64], k: f64; |x| ..)`. It is cloned for each
/// run, so lend what is large.
///
/// ```
/// use wengert::prelude::*;
/// let f = check::function!(|x| -> [T; 2] { [x[0] * x[1], x[1].sin()] });
/// assert_eq!(f.jacobian(&[2.0, 0.0]).as_slice(), [0.0, 2.0, 0.0, 1.0]);
///
/// let (seen, rate) = (vec![1.0, 2.0, 4.0], 0.5);
/// let data = seen.as_slice();
/// let misfit = check::function!(data: &[f64], rate: f64; |x| {
///     data.iter().zip(0..).map(|(&y, t)| (y - x[0] * (rate * x[1] * f64::from(t)).exp()).powi(2)).sum::<T>()
/// });
/// let report = check::check_second_order(&misfit, &[1.1, 1.3])?;
/// assert_eq!(report.witnessed(), (6, 0));
/// # Ok::<(), check::Failure>(())
/// ```
#[macro_export]
macro_rules! function {
    (|$x:ident| -> $outputs:ty $body:block) => {{
        struct Given;
        impl $crate::Function for Given {
            type Output<T: $crate::Real> = $outputs;
            fn eval<T: $crate::Real + 'static>(&self, $x: &[T]) -> $outputs $body
        }
        Given
    }};
    (|$x:ident| $body:expr) => {
        $crate::function!(|$x| -> T { $body })
    };
    ($($name:ident: $type:ty),+ $(,)?; |$x:ident| -> $outputs:ty $body:block) => {{
        struct Given<Data>(Data);
        impl $crate::Function for Given<($($type,)+)> {
            type Output<T: $crate::Real> = $outputs;
            fn eval<T: $crate::Real + 'static>(&self, $x: &[T]) -> $outputs {
                #[allow(unused_variables)]
                let ($($name,)+) = ::core::clone::Clone::clone(&self.0);
                $body
            }
        }
        Given(($($name,)+))
    }};
    ($($name:ident: $type:ty),+ $(,)?; |$x:ident| $body:expr) => {
        $crate::function!($($name: $type),+; |$x| -> T { $body })
    };
}

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
