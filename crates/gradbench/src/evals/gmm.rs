//! gmm: the logarithm of the posterior of a Gaussian mixture, and its gradient.

use super::{Pair, rows};
use crate::engine::{Engine, Settings};
use crate::failure::Failure;
use crate::input::{at_least, flat, length, size};
use crate::replay::Replay;
use crate::threads::add;
use bench::adjoints::gmm::gmm;
use bench::vector::vector::mixture;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::Range;
use wengert::Workspace;

/// A mixture of k components, and n points of d coordinates.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct GmmInput {
    /// Coordinates of a point.
    pub d: usize,
    /// Components.
    pub k: usize,
    /// Points.
    pub n: usize,
    /// The points, n x d.
    pub x: Vec<Vec<f64>>,
    /// Degrees of freedom of the prior, beyond d + 1.
    pub m: usize,
    /// Scale of the prior.
    pub gamma: f64,
    /// Logarithms of the components' weights, k.
    pub alpha: Vec<f64>,
    /// Means, k x d.
    pub mu: Vec<Vec<f64>>,
    /// Logarithms of the diagonals of the inverse roots of the covariances, k x d.
    pub q: Vec<Vec<f64>>,
    /// What is below the diagonals, column by column, k x d(d-1)/2.
    pub l: Vec<Vec<f64>>,
}

/// `objective` and `jacobian` of a mixture.
///
/// What a point adds to the posterior does not depend on the others, so the points are shared among the threads. Each
/// piece then has the prior in it, which is subtracted again, as often as it is too much.
pub struct Gmm {
    settings: Settings,
    d: usize,
    m: usize,
    gamma: f64,
    x: Vec<f64>,
    /// alpha, mu, q and l, one after the other, and where each ends.
    parameters: Vec<f64>,
    ends: [usize; 3],
    pieces: Vec<Piece>,
    value: f64,
    gradient: Vec<f64>,
}

struct Piece {
    points: Range<usize>,
    /// How often it counts.
    weight: f64,
    value: f64,
    gradient: Vec<f64>,
    workspace: Workspace,
    replay: Replay,
}

impl Gmm {
    /// The eval on an input.
    ///
    /// # Errors
    /// If a list has not the length that d, k and n say.
    pub fn new(input: GmmInput, settings: &Settings) -> Result<Gmm, Failure> {
        let GmmInput { d, k, n, m, gamma, .. } = input;
        at_least("d", d, 1)?;
        at_least("k", k, 1)?;
        size(&[n, d])?;
        let entries = size(&[d, d - 1])? / 2;
        size(&[k, entries.max(d)])?;
        size(&[m])?;
        length("x", &input.x, n)?;
        length("alpha", &input.alpha, k)?;
        length("mu", &input.mu, k)?;
        length("q", &input.q, k)?;
        length("l", &input.l, k)?;
        let parts = [flat("mu", &input.mu, d)?, flat("q", &input.q, d)?, flat("l", &input.l, entries)?];
        let parameters = [&input.alpha[..], &parts.concat()].concat();
        let mut pieces = settings.threads.pieces(n);
        let too_much = pieces.len() - 1;
        if too_much > 0 {
            pieces.push(0..0);
        }
        let piece = |(i, points): (usize, Range<usize>)| Piece {
            points: points.start * d..points.end * d,
            weight: if i > too_much { -(too_much as f64) } else { 1.0 },
            value: f64::NAN,
            gradient: vec![0.0; parameters.len()],
            workspace: Workspace::new(),
            replay: Replay::default(),
        };
        Ok(Gmm {
            settings: settings.clone(),
            d,
            m,
            gamma,
            x: flat("x", &input.x, d)?,
            pieces: pieces.into_iter().enumerate().map(piece).collect(),
            value: f64::NAN,
            gradient: vec![0.0; parameters.len()],
            parameters,
            ends: [k, k + k * d, k + 2 * k * d],
        })
    }
}

/// The four parts of a list.
fn parts<T>(list: &[T], ends: [usize; 3]) -> [&[T]; 4] {
    [&list[..ends[0]], &list[ends[0]..ends[1]], &list[ends[1]..ends[2]], &list[ends[2]..]]
}

impl Pair for Gmm {
    const FUNCTIONS: [&'static str; 2] = ["objective", "jacobian"];

    fn primal(&mut self) {
        let (d, m, gamma, x) = (self.d, self.m, self.gamma, &self.x);
        let [alpha, mu, q, l] = parts(&self.parameters, self.ends);
        let engine = self.settings.engine;
        self.settings.threads.each(&mut self.pieces, |piece| {
            let x = &x[piece.points.clone()];
            piece.value = match engine {
                Engine::Vector => mixture(alpha, mu, q, l, x, d, m, gamma),
                _ => gmm(alpha, mu, q, l, x, d, m, gamma),
            };
        });
        self.value = self.pieces.iter().map(|piece| piece.weight * piece.value).sum();
    }

    fn primal_output(&self) -> Value {
        self.value.into()
    }

    fn derivative(&mut self) {
        let (d, m, gamma, x, ends, engine) = (self.d, self.m, self.gamma, &self.x, self.ends, self.settings.engine);
        let [alpha, mu, q, l] = parts(&self.parameters, ends);
        let parameters = &self.parameters;
        self.settings.threads.each(&mut self.pieces, |piece| {
            let (x, workspace) = (&x[piece.points.clone()], &mut piece.workspace);
            let function = || gmm::function(alpha, mu, q, l, x, d, m, gamma);
            let eval = piece.replay.of(|p| {
                let [alpha, mu, q, l] = parts(p, ends);
                gmm::eval(alpha, mu, q, l, x, d, m, gamma)
            });
            piece.value = engine.gradient(parameters, &mut piece.gradient, eval, function, |gradient| {
                let (by_alpha, rest) = gradient.split_at_mut(ends[0]);
                let (by_mu, rest) = rest.split_at_mut(ends[1] - ends[0]);
                let (by_q, by_l) = rest.split_at_mut(ends[2] - ends[1]);
                match engine {
                    Engine::Vector => mixture::value_and_gradient_into(
                        alpha, mu, q, l, x, d, m, gamma, by_alpha, by_mu, by_q, by_l, workspace,
                    ),
                    _ => gmm::value_and_gradient_into(
                        alpha, mu, q, l, x, d, m, gamma, by_alpha, by_mu, by_q, by_l, workspace,
                    ),
                }
            });
        });
        add(&mut self.gradient, self.pieces.iter().map(|piece| (piece.weight, &piece.gradient[..])));
    }

    fn derivative_output(&self) -> Value {
        let [alpha, mu, q, l] = parts(&self.gradient, self.ends);
        let (d, entries) = (self.d, self.d * (self.d - 1) / 2);
        // A component of one coordinate has nothing below its diagonal, and still a list of that.
        let l = if entries == 0 { vec![json!([]); alpha.len()].into() } else { rows(l, entries) };
        json!({"alpha": alpha, "mu": rows(mu, d), "q": rows(q, d), "l": l})
    }

    fn derivatives(&self) -> &[f64] {
        &self.gradient
    }
}
