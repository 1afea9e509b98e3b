//! Automatic differentiation.
