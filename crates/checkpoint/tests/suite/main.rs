//! Schedules and storage.

mod binomial;
mod executor;
mod golden;
mod laws;
mod places;
mod torn;
