//! lse: the logarithm of a sum of exponentials, and its gradient.

use super::Pair;
use crate::engine::{Engine, Settings};
use crate::failure::Failure;
use crate::input::at_least;
use crate::replay::Replay;
use bench::adjoints::log_sum_exp::log_sum_exp;
use bench::vector::vector;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wengert::Workspace;

/// Numbers, at least one.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct LseInput {
    /// The numbers.
    pub x: Vec<f64>,
}

/// `primal` and `gradient` of numbers.
///
/// The function is associative: of several threads each takes pieces of the numbers, and the function of the pieces'
/// values is that of all numbers.
pub struct Lse {
    settings: Settings,
    x: Vec<f64>,
    /// Values of the pieces, of which there is one if there is one thread, and the derivatives by them.
    values: Vec<f64>,
    weights: Vec<f64>,
    workspaces: Vec<(Workspace, Replay)>,
    value: f64,
    gradient: Vec<f64>,
    workspace: (Workspace, Replay),
}

impl Lse {
    /// The eval on an input.
    ///
    /// # Errors
    /// If there is no number.
    pub fn new(input: LseInput, settings: &Settings) -> Result<Lse, Failure> {
        let x = input.x;
        at_least("x", x.len(), 1)?;
        let pieces = settings.threads.pieces(x.len()).len();
        Ok(Lse {
            settings: settings.clone(),
            values: vec![0.0; pieces],
            weights: vec![0.0; pieces],
            workspaces: (0..pieces).map(|_| Default::default()).collect(),
            value: f64::NAN,
            gradient: vec![0.0; x.len()],
            workspace: Default::default(),
            x,
        })
    }
}

impl Pair for Lse {
    const FUNCTIONS: [&'static str; 2] = ["primal", "gradient"];

    fn primal(&mut self) {
        let threads = &self.settings.threads;
        let run = |x: &[f64]| match self.settings.engine {
            Engine::Vector => vector::log_sum_exp(x),
            _ => log_sum_exp(x),
        };
        if threads.alone() {
            self.value = run(&self.x);
            return;
        }
        let x = threads.pieces(self.x.len()).into_iter().map(|piece| &self.x[piece]);
        let mut pieces: Vec<_> = x.zip(&mut self.values).collect();
        threads.each(&mut pieces, |(x, value)| **value = run(x));
        self.value = run(&self.values);
    }

    fn primal_output(&self) -> Value {
        self.value.into()
    }

    fn derivative(&mut self) {
        let (threads, engine) = (&self.settings.threads, self.settings.engine);
        let gradient = |x: &[f64], gradient: &mut [f64], (workspace, replay): &mut (Workspace, Replay)| {
            if engine == Engine::Vector {
                return vector::log_sum_exp::value_and_gradient_into(x, gradient, workspace);
            }
            let adjoint = |gradient: &mut [f64]| log_sum_exp::value_and_gradient_into(x, gradient, workspace);
            let eval = replay.of(|x| log_sum_exp::eval(x));
            engine.gradient(x, gradient, eval, || log_sum_exp::function(x), adjoint)
        };
        if threads.alone() {
            self.value = gradient(&self.x, &mut self.gradient, &mut self.workspace);
            return;
        }
        let mut rest = &mut self.gradient[..];
        let ranges = threads.pieces(self.x.len()).into_iter();
        let mut pieces: Vec<_> = ranges
            .zip(self.values.iter_mut().zip(&mut self.workspaces))
            .map(|(range, (value, workspace))| {
                let (part, more) = std::mem::take(&mut rest).split_at_mut(range.len());
                rest = more;
                (&self.x[range], part, value, workspace)
            })
            .collect();
        threads.each(&mut pieces, |(x, part, value, workspace)| **value = gradient(x, part, workspace));
        let mut parts: Vec<_> = pieces.into_iter().map(|(_, part, ..)| part).collect();
        self.value = gradient(&self.values, &mut self.weights, &mut self.workspace);
        let mut weighted: Vec<_> = parts.iter_mut().zip(&self.weights).collect();
        threads.each(&mut weighted, |(part, weight)| part.iter_mut().for_each(|g| *g *= **weight));
    }

    fn derivative_output(&self) -> Value {
        self.gradient[..].into()
    }

    fn derivatives(&self) -> &[f64] {
        &self.gradient
    }
}
