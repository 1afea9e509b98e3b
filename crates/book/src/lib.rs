//! The programs behind the chapters of the book, each from a question to a picture.
//!
//! `cargo run -p wengert-book` draws all pictures again. The chapters show parts of these files; a test holds the two
//! together, and another one holds the pictures to what the programs draw.

#![forbid(unsafe_code)]

pub mod checkpointing;
pub mod curve_fitting;
pub mod finance;
pub mod learning;
pub mod performance;
pub mod primer;
pub mod robotics;
pub mod simulation;
pub mod statistics;
pub mod teaching;

mod noise;
mod table;

use picture::Scene;
use std::path::Path;

/// What goes wrong: numbers that do not fit a picture, a document without its table.
pub type Failure = Box<dyn std::error::Error>;

/// A picture of the book.
pub struct Drawing {
    /// Where it lies, from the root of the repository.
    pub path: &'static str,
    /// Draws it, given that root.
    pub draw: fn(&Path) -> Result<Scene, Failure>,
    /// How far a coordinate may be off on another machine: a long random search magnifies the last bit.
    pub tolerance: f64,
}

/// All pictures.
pub const DRAWINGS: [Drawing; 10] = [
    drawing("docs/performance.svg", performance::draw),
    drawing("docs/checkpointing.svg", checkpointing::draw),
    drawing("docs/pictures/primer.svg", |_| primer::draw()),
    drawing("docs/pictures/curve-fitting.svg", |_| curve_fitting::draw()),
    drawing("docs/pictures/finance.svg", |_| finance::draw()),
    Drawing { tolerance: 12.0, ..drawing("docs/pictures/statistics.svg", |_| statistics::draw()) },
    drawing("docs/pictures/robotics.svg", |_| robotics::draw()),
    drawing("docs/pictures/simulation.svg", |_| simulation::draw()),
    drawing("docs/pictures/learning.svg", |_| learning::draw()),
    drawing("docs/pictures/teaching.svg", |_| teaching::draw()),
];

const fn drawing(path: &'static str, draw: fn(&Path) -> Result<Scene, Failure>) -> Drawing {
    Drawing { path, draw, tolerance: 0.3 }
}
