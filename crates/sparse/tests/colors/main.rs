//! Colourings: published counts, known optima, the plain greedy ones, validity.

mod known;
mod matrices;
mod naive;
mod random;
mod tables;
