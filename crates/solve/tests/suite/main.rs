//! Solvers and their derivatives, in one program: what they are compiled to, all tests share.

mod awkward;
mod constrained;
mod events;
mod integrals;
mod ode;
mod solvers;
