//! Sparse derivatives: of blocks and by colours, held against dense ones.

mod blocks;
mod branching;
mod found;
mod hessians;
mod jacobians;
mod lagrangians;
mod operators;
mod poles;
mod programs;
mod random;
mod recorded;
mod straight;
mod terms;
