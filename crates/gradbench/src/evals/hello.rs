//! hello: a square and its derivative.

use super::Pair;
use crate::engine::{Engine, Settings};
use crate::objectives::hello::square;
use crate::replay::Replay;
use serde_json::Value;

/// `square` and `double` of a number.
pub struct Hello {
    x: f64,
    engine: Engine,
    value: f64,
    gradient: [f64; 1],
    replay: Replay,
}

impl Hello {
    /// The eval at `x`.
    pub fn new(x: f64, settings: &Settings) -> Hello {
        Hello { x, engine: settings.engine, value: f64::NAN, gradient: [f64::NAN], replay: Replay::default() }
    }
}

impl Pair for Hello {
    const FUNCTIONS: [&'static str; 2] = ["square", "double"];

    fn primal(&mut self) {
        self.value = square(self.x);
    }

    fn primal_output(&self) -> Value {
        self.value.into()
    }

    fn derivative(&mut self) {
        let x = self.x;
        self.value = self.engine.gradient(
            &[x],
            &mut self.gradient,
            self.replay.of(|x| square::eval(x[0])),
            || square::function(x),
            |g| {
                let (value, slope) = square::value_and_gradient(x);
                g[0] = slope;
                value
            },
        );
    }

    fn derivative_output(&self) -> Value {
        self.gradient[0].into()
    }

    fn derivatives(&self) -> &[f64] {
        &self.gradient
    }
}
