//! Names mean what they mean where they are written: parameters of types, and what is read from another module.

mod aliases;
mod callers;
mod geometry;
mod lengths;
mod shorter;
