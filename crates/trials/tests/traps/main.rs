//! The known traps of aliasing and of control flow, by hand: each against its twin on any number, with the
//! planner and without.

// Indices and plain loops are what is tested, and functions are public so that their types are.
#![allow(unreachable_pub, clippy::all)]

#[macro_use]
mod trap;

mod aliasing;
mod calls;
mod flow;
mod lanes;
mod lost;
mod moved;
mod numeric;
