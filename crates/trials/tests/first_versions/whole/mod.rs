//! Whole programs, as they stand in repositories: each with all that it needs, and no thought of derivatives.

mod bodies;
mod chemistry;
mod distributions;
mod estimates;
mod functions;
mod geodesy;
mod kalman;
mod learning;
mod methods;
mod orbits;
mod portfolios;
mod pricing;
mod robots;
mod signals;
mod splines;
