//! The evals, each with its input, the function and the derivative.

mod ba;
mod det;
mod gmm;
mod hello;
mod ht;
mod kmeans;
mod llsq;
mod lse;
mod lstm;
mod nested;
mod ode;
mod particle;
mod saddle;

use crate::engine::Settings;
use crate::failure::Failure;
use serde_json::Value;
use serde_json::value::RawValue;

pub use ba::{Ba, BaInput};
pub use det::{Det, DetInput};
pub use gmm::{Gmm, GmmInput};
pub use hello::Hello;
pub use ht::{Ht, HtData, HtInput, HtModel};
pub use kmeans::{Kmeans, KmeansInput};
pub use llsq::{Llsq, LlsqInput};
pub use lse::{Lse, LseInput};
pub use lstm::{Lstm, LstmInput};
pub use ode::{Ode, OdeInput};
pub use particle::{Particle, ParticleInput};
pub use saddle::{Saddle, SaddleInput};

/// An input of an eval, ready to be run again and again.
pub trait Eval {
    /// The names of its functions.
    fn functions(&self) -> &'static [&'static str];

    /// Runs a function, by its place among the names.
    ///
    /// # Panics
    /// If there are not so many.
    fn run(&mut self, function: usize);

    /// What the last run of the function gave, as GradBench writes it; entries that are not finite are null.
    fn output(&self, function: usize) -> Value;

    /// The numbers that the last run of the last function computed, one after the other.
    fn derivatives(&self) -> &[f64];
}

/// A function and its derivative.
trait Pair {
    const FUNCTIONS: [&'static str; 2];

    fn primal(&mut self);

    fn primal_output(&self) -> Value;

    fn derivative(&mut self);

    fn derivative_output(&self) -> Value;

    fn derivatives(&self) -> &[f64];
}

impl<P: Pair> Eval for P {
    fn functions(&self) -> &'static [&'static str] {
        &P::FUNCTIONS
    }

    fn run(&mut self, function: usize) {
        if function == 0 { self.primal() } else { self.derivative() }
    }

    fn output(&self, function: usize) -> Value {
        if function == 0 { self.primal_output() } else { self.derivative_output() }
    }

    fn derivatives(&self) -> &[f64] {
        Pair::derivatives(self)
    }
}

/// The names of all evals.
pub const NAMES: [&str; 12] =
    ["hello", "gmm", "ba", "ht", "lstm", "lse", "llsq", "kmeans", "ode", "det", "particle", "saddle"];

/// An eval on an input, the text of a JSON value.
///
/// # Errors
/// If there is no such eval, or the input is not one of it.
pub fn eval(name: &str, input: &RawValue, settings: &Settings) -> Result<Box<dyn Eval>, Failure> {
    let input = input.get();
    Ok(match name {
        "hello" => Box::new(Hello::new(serde_json::from_str(input)?, settings)),
        "gmm" => Box::new(Gmm::new(serde_json::from_str(input)?, settings)?),
        "ba" => Box::new(Ba::new(serde_json::from_str(input)?, settings)?),
        "ht" => Box::new(Ht::new(serde_json::from_str(input)?, settings)?),
        "lstm" => Box::new(Lstm::new(serde_json::from_str(input)?, settings)?),
        "lse" => Box::new(Lse::new(serde_json::from_str(input)?, settings)?),
        "llsq" => Box::new(Llsq::new(serde_json::from_str(input)?, settings)?),
        "kmeans" => Box::new(Kmeans::new(serde_json::from_str(input)?, settings)?),
        "ode" => Box::new(Ode::new(serde_json::from_str(input)?, settings)?),
        "det" => Box::new(Det::new(serde_json::from_str(input)?, settings)?),
        "particle" => Box::new(Particle::new(serde_json::from_str(input)?, settings)),
        "saddle" => Box::new(Saddle::new(serde_json::from_str(input)?, settings)),
        _ => return Err(Failure::new(format!("unknown eval `{name}`: there are {}", NAMES.join(", ")))),
    })
}

/// The rows of a matrix of so many columns, as JSON.
fn rows(matrix: &[f64], columns: usize) -> Value {
    matrix.chunks(columns.max(1)).map(Value::from).collect()
}
