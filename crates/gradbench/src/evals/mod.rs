//! The evals, each with its input, the function and the derivative.

mod ba;
mod gmm;
mod hello;
mod kmeans;
mod llsq;
mod lse;
mod lstm;
mod ode;

use crate::engine::Settings;
use crate::failure::Failure;
use serde_json::Value;
use serde_json::value::RawValue;

pub use ba::{Ba, BaInput};
pub use gmm::{Gmm, GmmInput};
pub use hello::Hello;
pub use kmeans::{Kmeans, KmeansInput};
pub use llsq::{Llsq, LlsqInput};
pub use lse::{Lse, LseInput};
pub use lstm::{Lstm, LstmInput};
pub use ode::{Ode, OdeInput};

/// An input of an eval, ready to be run again and again.
pub trait Eval {
    /// The names of the function and of its derivative.
    fn functions(&self) -> [&'static str; 2];

    /// Runs the function.
    fn primal(&mut self);

    /// What the last run of the function gave, as GradBench writes it; entries that are not finite are null.
    fn primal_output(&self) -> Value;

    /// Runs the derivative.
    fn derivative(&mut self);

    /// What the last run of the derivative gave.
    fn derivative_output(&self) -> Value;

    /// The numbers that the last run of the derivative computed, one after the other.
    fn derivatives(&self) -> &[f64];
}

/// The names of all evals.
pub const NAMES: [&str; 8] = ["hello", "gmm", "ba", "lstm", "lse", "llsq", "kmeans", "ode"];

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
        "lstm" => Box::new(Lstm::new(serde_json::from_str(input)?, settings)?),
        "lse" => Box::new(Lse::new(serde_json::from_str(input)?, settings)?),
        "llsq" => Box::new(Llsq::new(serde_json::from_str(input)?, settings)?),
        "kmeans" => Box::new(Kmeans::new(serde_json::from_str(input)?, settings)?),
        "ode" => Box::new(Ode::new(serde_json::from_str(input)?, settings)?),
        _ => return Err(Failure::new(format!("unknown eval `{name}`: there are {}", NAMES.join(", ")))),
    })
}

/// The rows of a matrix of so many columns, as JSON.
fn rows(matrix: &[f64], columns: usize) -> Value {
    matrix.chunks(columns.max(1)).map(Value::from).collect()
}
