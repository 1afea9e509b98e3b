//! Functions whose derivatives have few entries, each with what is known of them by hand.

pub mod brusselator;
pub mod bundle;
pub mod rocket;
pub mod rosenbrock;
