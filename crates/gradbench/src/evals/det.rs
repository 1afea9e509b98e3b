//! det: the determinant by expansion along rows, and its gradient.

use super::Pair;
use crate::engine::Settings;
use crate::failure::Failure;
use crate::input::{at_least, length, size};
use crate::objectives::det::det;
use crate::replay::Replay;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wengert::Workspace;

/// A square matrix.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct DetInput {
    /// Row-major.
    #[serde(rename = "A")]
    pub a: Vec<f64>,
    /// The number of rows, 1 to 11.
    pub ell: usize,
}

/// `primal` and `gradient` of a matrix.
pub struct Det {
    settings: Settings,
    a: Vec<f64>,
    ell: usize,
    value: f64,
    gradient: Vec<f64>,
    workspace: Workspace,
    replay: Replay,
}

impl Det {
    /// The eval on an input.
    ///
    /// # Errors
    /// If there is no row or too many, or the matrix is not square.
    pub fn new(input: DetInput, settings: &Settings) -> Result<Det, Failure> {
        let DetInput { a, ell } = input;
        at_least("ell", ell, 1)?;
        // The number of products; a longer list is too large as well.
        size(&(1..=ell.min(20)).collect::<Vec<_>>())?;
        length("A", &a, ell * ell)?;
        Ok(Det {
            settings: settings.clone(),
            value: f64::NAN,
            gradient: vec![0.0; a.len()],
            a,
            ell,
            workspace: Workspace::new(),
            replay: Replay::default(),
        })
    }
}

impl Pair for Det {
    const FUNCTIONS: [&'static str; 2] = ["primal", "gradient"];

    fn primal(&mut self) {
        self.value = det(&self.a, self.ell);
    }

    fn primal_output(&self) -> Value {
        self.value.into()
    }

    fn derivative(&mut self) {
        let (a, ell, workspace) = (&self.a, self.ell, &mut self.workspace);
        let adjoint = |gradient: &mut [f64]| det::value_and_gradient_into(a, ell, gradient, workspace);
        let eval = self.replay.of(|a| det::eval(a, ell));
        self.settings.engine.gradient(a, &mut self.gradient, eval, || det::function(a, ell), adjoint);
    }

    fn derivative_output(&self) -> Value {
        self.gradient[..].into()
    }

    fn derivatives(&self) -> &[f64] {
        &self.gradient
    }
}
