//! Schedules and storage.

mod binomial;
mod executor;
mod files;
mod golden;
mod laws;
mod places;
mod torn;
