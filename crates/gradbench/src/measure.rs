//! Running a function of an eval as often as an input asks for.

use crate::evals::Eval;
use crate::failure::Failure;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::time::{Duration, Instant};

/// The result of a function, and the time that each run took.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The result as GradBench writes it.
    pub output: Value,
    /// One entry for each run.
    pub times: Vec<Duration>,
}

/// How often a function is to run: until both are reached.
#[derive(Deserialize)]
struct Runs {
    #[serde(default = "once")]
    min_runs: u64,
    #[serde(default)]
    min_seconds: f64,
}

fn once() -> u64 {
    1
}

/// Runs `function` of the eval until both `min_runs` and `min_seconds` of its input are reached: 1 and 0 where they are
/// absent, or the input is no object. Only the function itself is timed.
///
/// # Errors
/// If the eval has no such function, the numbers of runs or seconds are none, or the result has an entry that is not
/// finite, which JSON cannot hold.
pub fn measure(eval: &mut dyn Eval, function: &str, input: &RawValue) -> Result<Measured, Failure> {
    let runs = match input.get().trim_start().starts_with('{') {
        true => serde_json::from_str(input.get())?,
        false => Runs { min_runs: 1, min_seconds: 0.0 },
    };
    let least = Duration::try_from_secs_f64(runs.min_seconds)
        .map_err(|error| Failure::new(format!("`min_seconds` is {}: {error}", runs.min_seconds)))?;
    let names = eval.functions();
    let Some(function) = names.iter().position(|name| *name == function) else {
        return Err(Failure::new(format!("unknown function `{function}`: there are {}", names.join(", "))));
    };
    let (mut times, mut spent) = (Vec::new(), Duration::ZERO);
    loop {
        let start = Instant::now();
        eval.run(function);
        let time = start.elapsed();
        times.push(time);
        spent += time;
        if times.len() as u64 >= runs.min_runs && spent >= least {
            break;
        }
    }
    let output = eval.output(function);
    match finite(&output) {
        true => Ok(Measured { output, times }),
        false => Err(Failure::new("the result has an entry that is infinite or not a number")),
    }
}

/// Whether no number was lost on its way to JSON.
fn finite(output: &Value) -> bool {
    match output {
        Value::Null => false,
        Value::Array(entries) => entries.iter().all(finite),
        Value::Object(fields) => fields.values().all(finite),
        _ => true,
    }
}
