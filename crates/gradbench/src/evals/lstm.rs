//! lstm: the loss of a long short-term memory, and its gradient.

use super::Pair;
use crate::engine::Settings;
use crate::failure::Failure;
use crate::input::{at_least, flat, length, size};
use crate::replay::Replay;
use bench::adjoints::lstm::lstm;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wengert::Workspace;

/// A network of l layers of b units, and what it reads at c times.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct LstmInput {
    /// For each layer its weights, and then its biases: 2l x 4b.
    pub main_params: Vec<Vec<f64>>,
    /// Weights of the input, weights and biases of the output: 3 x b.
    pub extra_params: Vec<Vec<f64>>,
    /// For each layer its hidden state, and then its cell: 2l x b.
    pub state: Vec<Vec<f64>>,
    /// c x b.
    pub sequence: Vec<Vec<f64>>,
}

/// `objective` and `jacobian` of a network.
pub struct Lstm {
    settings: Settings,
    layers: usize,
    b: usize,
    /// The main parameters and then the extra ones, and where those begin.
    parameters: Vec<f64>,
    extra: usize,
    state: Vec<f64>,
    sequence: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    workspace: Workspace,
    replay: Replay,
}

impl Lstm {
    /// The eval on an input.
    ///
    /// # Errors
    /// If a list has another length than those beside it ask for.
    pub fn new(input: LstmInput, settings: &Settings) -> Result<Lstm, Failure> {
        length("extra_params", &input.extra_params, 3)?;
        let b = input.extra_params[0].len();
        at_least("extra_params[0]", b, 1)?;
        let layers = input.state.len() / 2;
        at_least("state", layers, 1)?;
        length("state", &input.state, 2 * layers)?;
        length("main_params", &input.main_params, 2 * layers)?;
        at_least("sequence", input.sequence.len(), 2)?;
        let main = flat("main_params", &input.main_params, size(&[4, b])?)?;
        let parameters = [&main[..], &flat("extra_params", &input.extra_params, b)?].concat();
        Ok(Lstm {
            settings: settings.clone(),
            layers,
            b,
            gradient: vec![0.0; parameters.len()],
            parameters,
            extra: main.len(),
            state: flat("state", &input.state, b)?,
            sequence: flat("sequence", &input.sequence, b)?,
            value: f64::NAN,
            workspace: Workspace::new(),
            replay: Replay::default(),
        })
    }
}

impl Pair for Lstm {
    const FUNCTIONS: [&'static str; 2] = ["objective", "jacobian"];

    fn primal(&mut self) {
        let (main, extra) = self.parameters.split_at(self.extra);
        self.value = lstm(main, extra, &self.state, &self.sequence, self.layers, self.b);
    }

    fn primal_output(&self) -> Value {
        self.value.into()
    }

    fn derivative(&mut self) {
        let (state, sequence, layers, b) = (&self.state, &self.sequence, self.layers, self.b);
        let (main, extra) = self.parameters.split_at(self.extra);
        let function = || lstm::function(main, extra, state, sequence, layers, b);
        let workspace = &mut self.workspace;
        let eval = self.replay.of(|p| {
            let (main, extra) = p.split_at(self.extra);
            lstm::eval(main, extra, state, sequence, layers, b)
        });
        self.value = self.settings.engine.gradient(&self.parameters, &mut self.gradient, eval, function, |gradient| {
            let (by_main, by_extra) = gradient.split_at_mut(main.len());
            lstm::value_and_gradient_into(main, extra, state, sequence, layers, b, by_main, by_extra, workspace)
        });
    }

    fn derivative_output(&self) -> Value {
        self.gradient[..].into()
    }

    fn derivatives(&self) -> &[f64] {
        &self.gradient
    }
}
