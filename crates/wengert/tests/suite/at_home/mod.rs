//! Names mean what they mean where they are written: parameters of types, and what is read from another module.

// As people write them.
#![allow(clippy::needless_range_loop)]

mod aliases;
mod callers;
mod closed;
mod compared;
mod geometry;
mod lengths;
mod shorter;
