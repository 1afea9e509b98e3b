//! Recordings that outgrow their limit.

#[path = "../common/mod.rs"]
mod common;
mod faults;
mod files;
mod same;
mod stores;
