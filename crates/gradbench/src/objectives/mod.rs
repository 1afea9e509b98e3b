//! The objectives that the project's own benchmarks lack; the others are in [`bench::adjoints`].

pub mod ba;
pub mod det;
pub mod hello;
pub mod ht;
pub mod kmeans;
pub mod llsq;
pub mod particle;
pub mod saddle;
