//! Solutions of ordinary differential equations, and derivatives through them.
//!
//! [`ode`] takes a right-hand side, which [`dynamics!`](crate::dynamics) makes of a few lines. `docs/solvers.md` says which
//! way to a derivative is the cheapest for how many states and parameters.
//!
//! ```
//! use wengert::ode::ode;
//! use wengert::prelude::*;
//!
//! let prey = ode(wengert::dynamics!(|_, u, p, du| {
//!     du[0] = p[0] * u[0] - p[1] * u[0] * u[1];
//!     du[1] = u[0] * u[1] - p[2] * u[1];
//! }))
//! .tolerances(1e-9, 1e-9);
//! let p = [1.5, 1.0, 3.0];
//! let s = prey.solve(&[1.0, 1.0], &p, [0.0, 10.0], &[5.0])?;
//! assert!((s.last[0] - 1.026344767).abs() < 1e-6);
//!
//! // Inside any operator, on its numbers: forward, for few parameters.
//! let g = jacobian_forward(|p| {
//!     let ends = [0.0, 10.0].map(|t| t.into());
//!     prey.solve(&[1.0.into(), 1.0.into()], p, ends, &[]).expect("a solution").last
//! }, &p);
//! assert!((g[(0, 0)] - 2.160557523).abs() < 1e-5);
//!
//! // Back through the steps, for many.
//! let g = prey.gradient(&[1.0, 1.0], &p, [0.0, 10.0], &[10.0], |_, u, _| u[0])?;
//! assert!((g.parameters[0] - 2.160557523).abs() < 1e-5 && (g.state[0] - 1.965996049).abs() < 1e-5);
//! # Ok::<(), wengert::implicit::Error>(())
//! ```

#[doc(inline)]
pub use solve::ode::{Dynamics, Event, Gradient, Jump, Jumps, Memory, Method, NoJumps, Ode, Pull, Solution, ode};

/// Makes [`Dynamics`](crate::ode::Dynamics) of statements that write the derivative of the state: their arguments are time,
/// state, parameters, and the derivative.
///
/// What the statements use of the variables around them stands in front, with types, as in [`function!`](crate::function).
/// Of a function with [`macro@crate::differentiable`] that has these arguments, the name is enough: the way back then is the
/// one that was generated for it.
///
/// ```
/// use wengert::ode::ode;
/// let springs = [2.0, 3.0];
/// let chain = wengert::dynamics!(springs: [f64; 2]; |_, u, p, du| {
///     let forces = [-springs[0] * u[0] + p[0] * (u[1] - u[0]), -springs[1] * u[1] - p[0] * (u[1] - u[0])];
///     du[..2].copy_from_slice(&u[2..]);
///     du[2..].copy_from_slice(&forces);
/// });
/// let s = ode(chain).solve(&[1.0, 0.0, 0.0, 0.0], &[0.5], [0.0, 1.0], &[])?;
/// assert_eq!(s.last.len(), 4);
///
/// #[wengert::differentiable]
/// fn decay(_t: f64, u: &[f64], p: &[f64], du: &mut [f64]) {
///     du[0] = -p[0] * u[0];
/// }
/// let g = ode(wengert::dynamics!(decay)).gauss_gradient(&[1.0], &[0.5], [0.0, 2.0], &[2.0], |_, u, _| u[0])?;
/// assert!((g.parameters[0] + 2.0 * (-1f64).exp()).abs() < 1e-5);
/// # Ok::<(), wengert::implicit::Error>(())
/// ```
#[macro_export]
macro_rules! dynamics {
    ($($f:ident)::+) => {{
        #[derive(Clone, Debug, Default)]
        struct Given($crate::generated::OfDynamics);
        impl $crate::ode::Dynamics for Given {
            fn eval<T: $crate::Real>(&self, t: T, u: &[T], p: &[T], du: &mut [T]) {
                $($f)::+::eval(t, u, p, du);
            }
            fn pull(
                &self,
                t: f64,
                u: &[f64],
                p: &[f64],
                w: &[f64],
                by_u: &mut [f64],
                by_p: &mut [f64],
                _: &mut $crate::ode::Pull,
            ) {
                self.0.add([u.len(), p.len()], by_u, by_p, |l| {
                    let $crate::generated::DynamicsLists { t: by_t, u: by_u, p: by_p, du, before, workspace } = l;
                    $($f)::+::vjp_into(t, u, p, du, w, by_t, by_u, by_p, before, workspace);
                });
            }
        }
        Given::default()
    }};
    (|$t:pat_param, $u:pat_param, $p:pat_param, $du:pat_param| $body:expr) => {{
        struct Given;
        impl $crate::ode::Dynamics for Given {
            fn eval<T: $crate::Real>(&self, $t: T, $u: &[T], $p: &[T], $du: &mut [T]) {
                $body
            }
        }
        Given
    }};
    ($($name:ident: $type:ty),+ $(,)?; |$t:pat_param, $u:pat_param, $p:pat_param, $du:pat_param| $body:expr) => {{
        struct Given<Data>(Data);
        impl $crate::ode::Dynamics for Given<($($type,)+)> {
            fn eval<T: $crate::Real>(&self, $t: T, $u: &[T], $p: &[T], $du: &mut [T]) {
                #[allow(unused_variables)]
                let ($($name,)+) = ::core::clone::Clone::clone(&self.0);
                $body
            }
        }
        Given(($($name,)+))
    }};
}
