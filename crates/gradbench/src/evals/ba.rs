//! ba: the errors of bundle adjustment, and their sparse Jacobian.

use super::Pair;
use crate::engine::{Engine, Settings};
use crate::failure::Failure;
use crate::input::{at_least, size};
use crate::objectives::ba::{reprojection_error, weight_error};
use crate::replay::Replay;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wengert::program::Program;
use wengert::{Differentiate, Mode, Workspace};

/// Parameters of a camera, coordinates of a point, and with the weight the entries of a row of the Jacobian.
const CAMERA: usize = 11;
const POINT: usize = 3;
const ROW: usize = CAMERA + POINT + 1;

/// One camera, point, weight and feature, which stand for n, m, p and p of them.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct BaInput {
    /// Cameras.
    pub n: usize,
    /// Points.
    pub m: usize,
    /// Observations: number i is of camera i mod n and point i mod m.
    pub p: usize,
    /// Rotation vector, centre, focal length, principal point, distortion.
    pub cam: [f64; CAMERA],
    /// A point.
    pub x: [f64; POINT],
    /// The weight of an observation.
    pub w: f64,
    /// Where the point was seen.
    pub feat: [f64; 2],
}

/// `objective` and `jacobian` of observations; the observations are shared among the threads.
pub struct Ba {
    settings: Settings,
    scene: Scene,
    /// The observations' numbers, cut in pieces.
    pieces: Vec<Piece>,
    /// Two errors for each observation, and then one for each weight.
    errors: Vec<f64>,
    jacobian: Csr,
}

/// What is observed, each camera and so on in its own place.
struct Scene {
    cameras: Vec<[f64; CAMERA]>,
    points: Vec<[f64; POINT]>,
    weights: Vec<f64>,
    features: Vec<[f64; 2]>,
}

struct Piece {
    first: usize,
    len: usize,
    workspace: Workspace,
    projection: Replay,
    weight: Replay,
}

/// A sparse matrix by rows: where each begins in the other two, the columns of its entries, and their values.
struct Csr {
    rows: Vec<usize>,
    cols: Vec<usize>,
    vals: Vec<f64>,
}

impl Ba {
    /// The eval on an input.
    ///
    /// # Errors
    /// If there is no camera, point or observation.
    pub fn new(input: BaInput, settings: &Settings) -> Result<Ba, Failure> {
        let BaInput { n, m, p, .. } = input;
        at_least("n", n, 1)?;
        at_least("m", m, 1)?;
        at_least("p", p, 1)?;
        let entries = size(&[p, 2 * ROW + 1])?;
        size(&[n, CAMERA])?;
        size(&[m, POINT])?;
        let piece = |range: std::ops::Range<usize>| Piece {
            first: range.start,
            len: range.len(),
            workspace: Workspace::new(),
            projection: Replay::default(),
            weight: Replay::default(),
        };
        Ok(Ba {
            settings: settings.clone(),
            scene: Scene {
                cameras: vec![input.cam; n],
                points: vec![input.x; m],
                weights: vec![input.w; p],
                features: vec![input.feat; p],
            },
            pieces: settings.threads.pieces(p).into_iter().map(piece).collect(),
            errors: vec![0.0; 3 * p],
            jacobian: Csr { rows: vec![0; 3 * p + 1], cols: vec![0; entries], vals: vec![0.0; entries] },
        })
    }
}

impl Scene {
    /// The two errors of an observation.
    fn reprojection_error(&self, i: usize) -> [f64; 2] {
        let (camera, point) = (i % self.cameras.len(), i % self.points.len());
        reprojection_error(&self.cameras[camera], &self.points[point], self.weights[i], self.features[i])
    }

    /// The two rows of the Jacobian that belong to an observation.
    fn rows(&self, i: usize, engine: Engine, cols: &mut [usize], vals: &mut [f64], piece: &mut Piece) {
        let (n, m) = (self.cameras.len(), self.points.len());
        let (camera, point) = (i % n, i % m);
        for cols in cols.chunks_exact_mut(ROW) {
            for (j, col) in cols[..CAMERA].iter_mut().enumerate() {
                *col = CAMERA * camera + j;
            }
            for (j, col) in cols[CAMERA..CAMERA + POINT].iter_mut().enumerate() {
                *col = CAMERA * n + POINT * point + j;
            }
            cols[CAMERA + POINT] = CAMERA * n + POINT * m + i;
        }
        let (camera, point, weight, seen) =
            (&self.cameras[camera], &self.points[point], self.weights[i], self.features[i]);
        let mut x = [weight; ROW];
        x[..CAMERA].copy_from_slice(camera);
        x[CAMERA..CAMERA + POINT].copy_from_slice(point);
        let mode = match engine {
            // One sweep back for the two errors.
            Engine::Adjoint | Engine::Vector => {
                reprojection_error::jacobian_into(camera, point, weight, seen, vals, &mut piece.workspace);
                return;
            }
            Engine::Program => {
                let jacobian = |f: Program| f.jacobian()?.optimised();
                return piece.projection.outputs(&x, vals, &seen, jacobian, |x| {
                    let (camera, rest) = x.split_first_chunk().expect("a camera");
                    let (point, rest) = rest.split_first_chunk().expect("a point");
                    reprojection_error::eval(camera, point, rest[0], seen).to_vec()
                });
            }
            Engine::Tape => Mode::Reverse,
            Engine::Dual => Mode::Forward,
        };
        let function = reprojection_error::function(camera, point, weight, seen);
        vals.copy_from_slice(function.value_and_jacobian(mode, &x).1.as_slice());
    }

    /// The derivative of the error of a weight, in the row of its own.
    fn weight_row(&self, i: usize, engine: Engine, kept: &mut Replay) -> f64 {
        let (w, mut slope) = (self.weights[i], [0.0]);
        engine.gradient(
            &[w],
            &mut slope,
            kept.of(|w| weight_error::eval(w[0])),
            || weight_error::function(w),
            |slope| {
                let (error, by_weight) = weight_error::value_and_gradient(w);
                slope[0] = by_weight;
                error
            },
        );
        slope[0]
    }
}

/// The next parts of a list, of the given lengths.
fn cut<T>(list: &mut [T], lengths: impl Iterator<Item = usize>) -> Vec<&mut [T]> {
    let mut rest = list;
    let next = |length| {
        let (part, more) = std::mem::take(&mut rest).split_at_mut(length);
        rest = more;
        part
    };
    lengths.map(next).collect()
}

impl Pair for Ba {
    const FUNCTIONS: [&'static str; 2] = ["objective", "jacobian"];

    fn primal(&mut self) {
        let scene = &self.scene;
        let (projections, weights) = self.errors.split_at_mut(2 * scene.weights.len());
        let lengths = || self.pieces.iter().map(|piece| piece.len);
        let parts = cut(projections, lengths().map(|n| 2 * n)).into_iter().zip(cut(weights, lengths()));
        let mut pieces: Vec<_> = self.pieces.iter().zip(parts).collect();
        self.settings.threads.each(&mut pieces, |(piece, (projections, weights))| {
            let errors = projections.chunks_exact_mut(2).zip(weights.iter_mut());
            for (i, (projection, weight)) in (piece.first..).zip(errors) {
                projection.copy_from_slice(&scene.reprojection_error(i));
                *weight = weight_error(scene.weights[i]);
            }
        });
    }

    fn primal_output(&self) -> Value {
        let p = self.scene.weights.len();
        let reprojection = json!({"elements": self.errors[..2], "repeated": p});
        json!({"reproj_error": reprojection, "w_err": {"element": self.errors[2 * p], "repeated": p}})
    }

    fn derivative(&mut self) {
        let (scene, engine, p) = (&self.scene, self.settings.engine, self.scene.weights.len());
        let Csr { rows, cols, vals } = &mut self.jacobian;
        for (row, start) in rows[..2 * p].iter_mut().zip((0..).step_by(ROW)) {
            *row = start;
        }
        for (row, start) in rows[2 * p..].iter_mut().zip(2 * p * ROW..) {
            *row = start;
        }
        let (cols, weight_cols) = cols.split_at_mut(2 * ROW * p);
        let (vals, weight_vals) = vals.split_at_mut(2 * ROW * p);
        let lengths: Vec<usize> = self.pieces.iter().map(|piece| piece.len).collect();
        let of_projections = || lengths.iter().map(|n| 2 * ROW * n);
        let projections = cut(cols, of_projections()).into_iter().zip(cut(vals, of_projections()));
        let of_weights = || lengths.iter().copied();
        let weights = cut(weight_cols, of_weights()).into_iter().zip(cut(weight_vals, of_weights()));
        let mut pieces: Vec<_> = self.pieces.iter_mut().zip(projections.zip(weights)).collect();
        self.settings.threads.each(&mut pieces, |(piece, ((cols, vals), (weight_cols, weight_vals)))| {
            let rows = cols.chunks_exact_mut(2 * ROW).zip(vals.chunks_exact_mut(2 * ROW));
            let weights = weight_cols.iter_mut().zip(weight_vals.iter_mut());
            for (i, ((cols, vals), (weight_col, weight_val))) in (piece.first..).zip(rows.zip(weights)) {
                scene.rows(i, engine, cols, vals, piece);
                *weight_col = cols[ROW - 1];
                *weight_val = scene.weight_row(i, engine, &mut piece.weight);
            }
        });
    }

    /// Of each list the first 30 entries and the last.
    fn derivative_output(&self) -> Value {
        fn trimmed<T: Copy>(list: &[T]) -> Vec<T> {
            list.iter().take(30).chain(list.last()).copied().collect()
        }
        let Csr { rows, cols, vals } = &self.jacobian;
        json!({"rows": trimmed(rows), "cols": trimmed(cols), "vals": trimmed(vals)})
    }

    fn derivatives(&self) -> &[f64] {
        &self.jacobian.vals
    }
}
