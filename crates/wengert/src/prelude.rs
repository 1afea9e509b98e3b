//! What nearly every user wants in scope.

pub use crate::{
    Differentiate, Function, Real, Tape, Workspace, chain, dependence, derivative, differentiable,
    directional_derivative, gradient, gradient_into, hessian, hvp, jacobian, jacobian_forward, jvp, lift, linearize,
    stop_gradient, taylor, taylor_along, value_and_derivative, value_and_gradient, value_and_gradient_into,
    value_and_hessian, value_and_hvp, value_and_jacobian, vjp,
};
pub use rules::{Functions, Lift as _, functions::*};
