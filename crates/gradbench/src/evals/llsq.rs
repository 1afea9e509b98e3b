//! llsq: fitting a polynomial by least squares, and the gradient.

use super::Pair;
use crate::engine::{Engine, Settings};
use crate::failure::Failure;
use crate::input::{at_least, size};
use crate::objectives::llsq::{llsq, vector};
use crate::replay::Replay;
use crate::threads::add;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::Range;
use wengert::Workspace;

/// The coefficients of a polynomial, and at how many points it is fitted.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct LlsqInput {
    /// The coefficients, the constant one first.
    pub x: Vec<f64>,
    /// The number of points, at least two.
    pub n: usize,
}

/// `primal` and `gradient` of a polynomial; the points are shared among the threads.
pub struct Llsq {
    settings: Settings,
    x: Vec<f64>,
    n: usize,
    pieces: Vec<Piece>,
    value: f64,
    gradient: Vec<f64>,
}

struct Piece {
    points: Range<usize>,
    value: f64,
    gradient: Vec<f64>,
    workspace: Workspace,
    replay: Replay,
}

impl Llsq {
    /// The eval on an input.
    ///
    /// # Errors
    /// If there is no coefficient, or there are fewer than two points.
    pub fn new(input: LlsqInput, settings: &Settings) -> Result<Llsq, Failure> {
        let LlsqInput { x, n } = input;
        at_least("x", x.len(), 1)?;
        at_least("n", n, 2)?;
        size(&[n, x.len()])?;
        let piece = |points| Piece {
            points,
            value: f64::NAN,
            gradient: vec![0.0; x.len()],
            workspace: Workspace::new(),
            replay: Replay::default(),
        };
        Ok(Llsq {
            settings: settings.clone(),
            n,
            pieces: settings.threads.pieces(n).into_iter().map(piece).collect(),
            value: f64::NAN,
            gradient: vec![0.0; x.len()],
            x,
        })
    }
}

impl Pair for Llsq {
    const FUNCTIONS: [&'static str; 2] = ["primal", "gradient"];

    fn primal(&mut self) {
        let (x, n) = (&self.x, self.n);
        self.settings.threads.each(&mut self.pieces, |piece| {
            piece.value = llsq(x, piece.points.start, piece.points.end, n);
        });
        self.value = self.pieces.iter().map(|piece| piece.value).sum();
    }

    fn primal_output(&self) -> Value {
        self.value.into()
    }

    fn derivative(&mut self) {
        let (x, n, engine) = (&self.x, self.n, self.settings.engine);
        self.settings.threads.each(&mut self.pieces, |piece| {
            let (Range { start, end }, workspace) = (piece.points.clone(), &mut piece.workspace);
            let adjoint = |gradient: &mut [f64]| match engine {
                Engine::Vector => vector::llsq::value_and_gradient_into(x, start, end, n, gradient, workspace),
                _ => llsq::value_and_gradient_into(x, start, end, n, gradient, workspace),
            };
            let function = || llsq::function(x, start, end, n);
            let eval = piece.replay.of(|x| llsq::eval(x, start, end, n));
            piece.value = engine.gradient(x, &mut piece.gradient, eval, function, adjoint);
        });
        add(&mut self.gradient, self.pieces.iter().map(|piece| (1.0, &piece.gradient[..])));
    }

    fn derivative_output(&self) -> Value {
        self.gradient[..].into()
    }

    fn derivatives(&self) -> &[f64] {
        &self.gradient
    }
}
