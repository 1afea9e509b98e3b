//! ode: a chain of linear differential equations, and the gradient of the last of its values.

use super::Pair;
use crate::engine::{Engine, Settings};
use crate::failure::Failure;
use crate::input::{at_least, size};
use crate::replay::Replay;
use bench::adjoints::ode::{ode, solve};
use bench::vector::vector::runge_kutta;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wengert::Workspace;

/// The coefficients of the equations, and the number of steps.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct OdeInput {
    /// One coefficient for each equation, at least one.
    pub x: Vec<f64>,
    /// Steps from 0 to 2, at least one.
    pub s: usize,
}

/// `primal` and `gradient` of equations.
pub struct Ode {
    settings: Settings,
    x: Vec<f64>,
    steps: usize,
    y: Vec<f64>,
    gradient: Vec<f64>,
    workspace: Workspace,
    replay: Replay,
}

impl Ode {
    /// The eval on an input.
    ///
    /// # Errors
    /// If there is no equation or no step.
    pub fn new(input: OdeInput, settings: &Settings) -> Result<Ode, Failure> {
        let OdeInput { x, s } = input;
        at_least("x", x.len(), 1)?;
        at_least("s", s, 1)?;
        size(&[x.len(), s])?;
        Ok(Ode {
            settings: settings.clone(),
            steps: s,
            y: vec![f64::NAN; x.len()],
            gradient: vec![0.0; x.len()],
            x,
            workspace: Workspace::new(),
            replay: Replay::default(),
        })
    }
}

impl Pair for Ode {
    const FUNCTIONS: [&'static str; 2] = ["primal", "gradient"];

    fn primal(&mut self) {
        solve(&self.x, self.steps, &mut self.y);
    }

    fn primal_output(&self) -> Value {
        self.y[..].into()
    }

    fn derivative(&mut self) {
        let (x, steps, workspace) = (&self.x, self.steps, &mut self.workspace);
        if self.settings.engine == Engine::Vector {
            runge_kutta::value_and_gradient_into(x, steps, &mut self.gradient, workspace);
            return;
        }
        let adjoint = |gradient: &mut [f64]| ode::value_and_gradient_into(x, steps, gradient, workspace);
        let eval = self.replay.of(|x| ode::eval(x, steps));
        self.settings.engine.gradient(x, &mut self.gradient, eval, || ode::function(x, steps), adjoint);
    }

    fn derivative_output(&self) -> Value {
        self.gradient[..].into()
    }

    fn derivatives(&self) -> &[f64] {
        &self.gradient
    }
}
