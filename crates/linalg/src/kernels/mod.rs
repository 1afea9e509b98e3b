//! The algorithms, on any number: with `f64` they are what small matrices run, with other numbers what runs where an engine
//! takes an operation apart.

pub(crate) mod cholesky;
pub(crate) mod inverse;
pub(crate) mod jacobi;
pub(crate) mod lu;
pub(crate) mod product;
pub(crate) mod qr;
pub(crate) mod rotations;
pub(crate) mod schur;
pub(crate) mod triangular;
