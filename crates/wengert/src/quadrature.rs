//! Integrals over an interval as functions of their bounds and parameters.
//!
//! ```
//! use wengert::prelude::*;
//! use wengert::quadrature::quadrature;
//!
//! // The elliptic integral E(phi, m), and its derivatives by both.
//! let arc = quadrature(wengert::integrand!(|x, m| (1.0 - m[0] * x.sin().powi(2)).sqrt()));
//! let e = |p: &[f64]| arc.over(0.0, p[0], &p[1..]).map(|e| e.value);
//! assert!((e(&[1.0, 0.5])? - 0.9273298836).abs() < 1e-10);
//! let g = gradient(|p| arc.over(0.0.into(), p[0], &p[1..]).expect("an integral").value, &[1.0, 0.5]);
//! assert!((g[0] - (1.0 - 0.5 * 1f64.sin().powi(2)).sqrt()).abs() < 1e-14);
//! # Ok::<(), wengert::implicit::Error>(())
//! ```

#[doc(inline)]
pub use solve::{Integral, Integrand, Quadrature, quadrature};

/// Makes an [`Integrand`](crate::quadrature::Integrand) of an expression: a function of a variable and of parameters.
///
/// What the expression uses of the variables around it stands in front, with types, as in
/// [`function!`](crate::function).
///
/// ```
/// use wengert::quadrature::quadrature;
/// let shift = 0.5;
/// let f = wengert::integrand!(shift: f64; |x, p| (-p[0] * (x - shift).powi(2)).exp());
/// let whole = quadrature(f).over(f64::NEG_INFINITY, f64::INFINITY, &[1.0])?;
/// assert!((whole.value - std::f64::consts::PI.sqrt()).abs() < 1e-12);
/// # Ok::<(), wengert::implicit::Error>(())
/// ```
#[macro_export]
macro_rules! integrand {
    (|$x:pat_param, $theta:pat_param| $body:expr) => {{
        struct Given;
        impl $crate::quadrature::Integrand for Given {
            fn eval<T: $crate::Real>(&self, $x: T, $theta: &[T]) -> T {
                $body
            }
        }
        Given
    }};
    ($($name:ident: $type:ty),+ $(,)?; |$x:pat_param, $theta:pat_param| $body:expr) => {{
        struct Given<Data>(Data);
        impl $crate::quadrature::Integrand for Given<($($type,)+)> {
            fn eval<T: $crate::Real>(&self, $x: T, $theta: &[T]) -> T {
                #[allow(unused_variables)]
                let ($($name,)+) = ::core::clone::Clone::clone(&self.0);
                $body
            }
        }
        Given(($($name,)+))
    }};
}
