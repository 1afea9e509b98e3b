//! What nearly every user wants in scope: every operator, `Function`, the tape, the functions of the table.

pub use crate::{
    Differentiable, Differentiate, Function, Real, Tape, Workspace, chain, chain_with, dependence, derivative,
    differentiable, directional_derivative, gradient, gradient_into, hessian, hvp, jacobian, jacobian_forward, jvp,
    jvp_into, lift, linearize, taylor, taylor_along, value_and_derivative, value_and_directional_derivative,
    value_and_gradient, value_and_gradient_into, value_and_hessian, value_and_hessian_into, value_and_hvp,
    value_and_hvp_into, value_and_jacobian, value_and_jacobian_forward, value_and_jacobian_forward_into,
    value_and_jacobian_into, vjp,
};
#[cfg(feature = "rayon")]
pub use crate::{par_gradient, par_gradient_into, par_sum, value_and_par_gradient, value_and_par_gradient_into};
pub use rules::{Functions, Lift as _, functions::*, spelled::Spelled as _};
