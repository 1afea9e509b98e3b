//! kmeans: the cost of a clustering, and the step of Newton's method that lowers it.

use super::{Pair, rows};
use crate::engine::{Engine, Settings};
use crate::failure::Failure;
use crate::input::{at_least, flat};
use crate::objectives::kmeans::{kmeans, vector};
use crate::replay::Replay;
use crate::threads::add;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::Range;
use wengert::program::Program;
use wengert::{Differentiate, taylor_along};

/// Points and centroids of d coordinates.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct KmeansInput {
    /// The points, n x d.
    pub points: Vec<Vec<f64>>,
    /// The centroids, k x d.
    pub centroids: Vec<Vec<f64>>,
}

/// `cost` and `dir` of a clustering; `dir` is the gradient by the centroids over the diagonal of the Hessian, which has
/// nothing else, so that its product with ones is its diagonal. The points are shared among the threads.
pub struct Kmeans {
    settings: Settings,
    d: usize,
    points: Vec<f64>,
    centroids: Vec<f64>,
    ones: Vec<f64>,
    pieces: Vec<Piece>,
    cost: f64,
    direction: Vec<f64>,
    diagonal: Vec<f64>,
}

struct Piece {
    points: Range<usize>,
    cost: f64,
    gradient: Vec<f64>,
    diagonal: Vec<f64>,
    replay: Replay,
    /// The gradient, then the diagonal.
    both: Vec<f64>,
}

impl Kmeans {
    /// The eval on an input.
    ///
    /// # Errors
    /// If there is no centroid, or the points and centroids differ in their number of coordinates.
    pub fn new(input: KmeansInput, settings: &Settings) -> Result<Kmeans, Failure> {
        at_least("centroids", input.centroids.len(), 1)?;
        let d = input.centroids[0].len();
        at_least("centroids[0]", d, 1)?;
        let points = flat("points", &input.points, d)?;
        let centroids = flat("centroids", &input.centroids, d)?;
        let zeros = vec![0.0; centroids.len()];
        let piece = |range: Range<usize>| Piece {
            points: range.start * d..range.end * d,
            cost: f64::NAN,
            gradient: zeros.clone(),
            diagonal: zeros.clone(),
            replay: Replay::default(),
            both: vec![0.0; 2 * centroids.len()],
        };
        Ok(Kmeans {
            settings: settings.clone(),
            d,
            points,
            ones: vec![1.0; centroids.len()],
            pieces: settings.threads.pieces(input.points.len()).into_iter().map(piece).collect(),
            cost: f64::NAN,
            direction: zeros.clone(),
            diagonal: zeros,
            centroids,
        })
    }
}

impl Piece {
    /// The cost of the points, its gradient, and the diagonal of its Hessian.
    fn derivatives(&mut self, engine: Engine, points: &[f64], centroids: &[f64], d: usize, ones: &[f64]) {
        let points = &points[self.points.clone()];
        match engine {
            Engine::Adjoint => {
                (self.cost, self.gradient, self.diagonal) = kmeans::value_and_hvp(points, centroids, d, ones);
            }
            Engine::Vector => {
                (self.cost, self.gradient, self.diagonal) = vector::kmeans::value_and_hvp(points, centroids, d, ones);
            }
            Engine::Tape => {
                (self.cost, self.gradient, self.diagonal) =
                    kmeans::function(points, centroids, d).value_and_hvp(centroids, ones);
            }
            // The tangent of the gradient along ones.
            Engine::Program => {
                let twice = |f: Program| f.gradient()?.jvp()?.optimised();
                self.replay.outputs(centroids, &mut self.both, &[], twice, |c| vec![kmeans::eval(points, c, d)]);
                self.gradient.copy_from_slice(&self.both[..centroids.len()]);
                self.diagonal.copy_from_slice(&self.both[centroids.len()..]);
            }
            // A series along each coordinate has both derivatives by it.
            Engine::Dual => {
                let mut along = vec![0.0; centroids.len()];
                for i in 0..centroids.len() {
                    along[i] = 1.0;
                    let series = taylor_along::<3, _>(|c| kmeans::eval(points, c, d), centroids, &along);
                    along[i] = 0.0;
                    (self.cost, self.gradient[i]) = (series.coefficient(0), series.derivative(1));
                    self.diagonal[i] = series.derivative(2);
                }
            }
        }
    }
}

impl Pair for Kmeans {
    const FUNCTIONS: [&'static str; 2] = ["cost", "dir"];

    fn primal(&mut self) {
        let (points, centroids, d) = (&self.points, &self.centroids, self.d);
        let engine = self.settings.engine;
        self.settings.threads.each(&mut self.pieces, |piece| {
            let points = &points[piece.points.clone()];
            piece.cost = match engine {
                Engine::Vector => vector::kmeans(points, centroids, d),
                _ => kmeans(points, centroids, d),
            };
        });
        self.cost = self.pieces.iter().map(|piece| piece.cost).sum();
    }

    fn primal_output(&self) -> Value {
        self.cost.into()
    }

    fn derivative(&mut self) {
        let Kmeans { settings, d, points, centroids, ones, pieces, direction, diagonal, .. } = self;
        settings.threads.each(pieces, |piece| piece.derivatives(settings.engine, points, centroids, *d, ones));
        add(direction, pieces.iter().map(|piece| (1.0, &piece.gradient[..])));
        add(diagonal, pieces.iter().map(|piece| (1.0, &piece.diagonal[..])));
        for (direction, diagonal) in direction.iter_mut().zip(diagonal) {
            // A centroid to which no point is nearest stays where it is.
            *direction = if *diagonal == 0.0 { 0.0 } else { *direction / *diagonal };
        }
    }

    fn derivative_output(&self) -> Value {
        rows(&self.direction, self.d)
    }

    fn derivatives(&self) -> &[f64] {
        &self.direction
    }
}
