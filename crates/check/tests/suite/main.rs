//! The checker, and every engine against every other, in one program: what they are compiled to, all tests share.

mod checker;
mod differentiable;
mod engines;
mod matrices;
