//! Nonlinear least squares by the method of Levenberg and Marquardt, with exact Jacobians and bounds.
//!
//! The trust region, its scaling and its steps are those of MINPACK (Moré, *The Levenberg-Marquardt algorithm:
//! implementation and theory*, 1978). A variable at a bound that the gradient pushes against is held there; a step is cut
//! off where it meets the first bound. A point where the function is not finite is a step too long.

mod qr;

pub(crate) use qr::{Qr, norm};

/// What is to be made small: as many residuals as there are, with their derivatives.
pub(crate) trait Residuals {
    /// Why the function cannot be evaluated.
    type Error;

    /// The number of residuals.
    fn count(&self) -> usize;

    /// Writes the residuals at `x`, and their Jacobian row by row.
    fn eval(&mut self, x: &[f64], residuals: &mut [f64], jacobian: &mut [f64]) -> Result<(), Self::Error>;

    /// How large a residual may be from rounding alone.
    fn noise(&self) -> f64;
}

/// Lower and upper bounds of a variable; infinite where there are none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Bound {
    pub(crate) const NONE: Bound = Bound { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// Whether `x` stands at a bound that moving against the derivative `slope` would leave through.
    pub(crate) fn holds(&self, x: f64, slope: f64) -> bool {
        x <= self.low && slope >= 0.0 || x >= self.high && slope <= 0.0
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ending {
    /// No direction leads down, to rounding.
    Converged,
    /// Steps no longer help, though the residuals still have this cosine with a derivative.
    Stalled(f64),
    /// The limit on iterations.
    Limit,
}

/// One accepted step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    /// The sum of squares after it.
    pub(crate) sum: f64,
    /// The largest cosine between the residuals and a derivative that may move.
    pub(crate) cosine: f64,
    /// The length of the step in the scaled variables.
    pub(crate) step: f64,
    pub(crate) damping: f64,
}

/// Where a search ended.
#[derive(Clone)]
pub(crate) struct Solution {
    pub(crate) x: Vec<f64>,
    pub(crate) residuals: Vec<f64>,
    /// Row by row.
    pub(crate) jacobian: Vec<f64>,
    /// Which variables are held at a bound.
    pub(crate) held: Vec<bool>,
    pub(crate) sum: f64,
    pub(crate) iterations: Vec<Iteration>,
    pub(crate) evaluations: usize,
    pub(crate) ending: Ending,
}

impl Solution {
    /// Whether a variable has no influence here.
    fn is_flat(&self) -> bool {
        let n = self.x.len();
        let empty = |j: usize| self.jacobian.iter().skip(j).step_by(n).all(|&d| d.abs() < 1e-30);
        (0..n).any(|j| !self.held[j] && empty(j))
    }
}

/// Reductions of the sum of squares below this part are lost in rounding.
const ROUNDING: f64 = 1e-13;
/// What the linear model still promises, as a part of the sum of squares, where the search ends.
const ENOUGH: f64 = 1e-24;
/// How much of a cosine may be left after a step for the search to go on beyond rounding.
const SLOWEST: f64 = 0.95;
/// How far a radius that is too short and one that is too long are apart at least to look between them.
const APART: f64 = 1.01;
/// A cosine that is small enough to call the end of a search one.
const FLAT: f64 = 1e-5;

/// The state of a search.
struct Search<'a, R: Residuals> {
    f: &'a mut R,
    bounds: &'a [Bound],
    at: Point,
    trial: Point,
    scale: Vec<f64>,
    evaluations: usize,
}

/// A point with what is known there.
#[derive(Clone)]
struct Point {
    x: Vec<f64>,
    residuals: Vec<f64>,
    jacobian: Vec<f64>,
    /// Half the gradient of the sum of squares.
    gradient: Vec<f64>,
    norm: f64,
}

impl Point {
    fn new(n: usize, m: usize) -> Point {
        Point {
            x: vec![0.0; n],
            residuals: vec![0.0; m],
            jacobian: vec![0.0; m * n],
            gradient: vec![0.0; n],
            norm: f64::NAN,
        }
    }

    fn is_finite(&self) -> bool {
        self.norm.is_finite() && self.jacobian.iter().all(|x| x.is_finite())
    }

    fn column(&self, j: usize) -> Vec<f64> {
        let n = self.x.len();
        self.jacobian.iter().skip(j).step_by(n.max(1)).copied().collect()
    }
}

impl<R: Residuals> Search<'_, R> {
    /// Evaluates at the trial point; true if all is finite there.
    fn evaluate(&mut self) -> Result<bool, R::Error> {
        let (n, trial) = (self.at.x.len(), &mut self.trial);
        self.evaluations += 1;
        trial.norm = f64::NAN;
        self.f.eval(&trial.x, &mut trial.residuals, &mut trial.jacobian)?;
        trial.norm = norm(&trial.residuals);
        trial.gradient.fill(0.0);
        for (row, r) in trial.jacobian.chunks(n.max(1)).zip(&trial.residuals) {
            trial.gradient.iter_mut().zip(row).for_each(|(g, d)| *g += d * r);
        }
        Ok(trial.is_finite())
    }

    fn held(&self, point: &Point) -> Vec<bool> {
        (0..point.x.len()).map(|j| self.bounds[j].holds(point.x[j], point.gradient[j])).collect()
    }

    /// The largest cosine between the residuals and a column that may move.
    fn cosine(&self, point: &Point) -> f64 {
        let held = self.held(point);
        let of = |j: usize| {
            let length = norm(&point.column(j)) * point.norm;
            if held[j] || length == 0.0 { 0.0 } else { (point.gradient[j] / length).abs() }
        };
        (0..point.x.len()).map(of).fold(0.0, f64::max)
    }

    fn accept(&mut self) {
        std::mem::swap(&mut self.at, &mut self.trial);
        for j in 0..self.scale.len() {
            self.scale[j] = self.scale[j].max(norm(&self.at.column(j)));
        }
    }

    /// Moves the trial point along a step of the free variables up to the first bound; the part of the step taken.
    fn move_along(&mut self, free: &[usize], step: &[f64]) -> f64 {
        let room = |(&j, &s): (&usize, &f64)| {
            let Bound { low, high } = self.bounds[j];
            let wall = if s < 0.0 { low } else { high };
            if s == 0.0 { 1.0 } else { (wall - self.at.x[j]) / s }
        };
        let part = free.iter().zip(step).map(room).fold(1.0, f64::min).max(0.0);
        self.trial.x.copy_from_slice(&self.at.x);
        for (&j, &s) in free.iter().zip(step) {
            let Bound { low, high } = self.bounds[j];
            self.trial.x[j] = (self.at.x[j] + part * s).clamp(low, high);
            // Rounding is not to keep it from a wall that it has met.
            if part < 1.0 && part * s != 0.0 {
                let wall = if s < 0.0 { low } else { high };
                if (wall - self.trial.x[j]).abs() <= 4.0 * f64::EPSILON * wall.abs() {
                    self.trial.x[j] = wall;
                }
            }
        }
        part
    }
}

/// Searches from `start`, which is moved inside the bounds, for a least sum of squares; where the first steps lead to a
/// place without a way out, again with shorter ones.
///
/// # Errors
/// If the function cannot be evaluated at the start; `None` if it is not finite there.
pub(crate) fn minimize<R: Residuals>(
    f: &mut R,
    start: &[f64],
    bounds: &[Bound],
    most: usize,
) -> Result<Option<Solution>, R::Error> {
    let mut best: Option<Solution> = None;
    for reach in [100.0, 1.0, 0.01] {
        let Some(found) = search(f, start, bounds, most, reach)? else { return Ok(best) };
        let ends = found.ending == Ending::Converged && !found.is_flat();
        if best.as_ref().is_none_or(|best| found.sum < best.sum) {
            best = Some(found);
        }
        if ends {
            break;
        }
    }
    Ok(best)
}

/// As [`minimize`], once, with a first step at most `reach` times as long as the start.
pub(crate) fn search<R: Residuals>(
    f: &mut R,
    start: &[f64],
    bounds: &[Bound],
    most: usize,
    reach: f64,
) -> Result<Option<Solution>, R::Error> {
    let (n, m) = (start.len(), f.count());
    let noise = f.noise();
    let mut search =
        Search { f, bounds, at: Point::new(n, m), trial: Point::new(n, m), scale: vec![0.0; n], evaluations: 0 };
    for (j, x) in search.trial.x.iter_mut().enumerate() {
        *x = start[j].clamp(bounds[j].low, bounds[j].high);
    }
    if !search.evaluate()? {
        return Ok(None);
    }
    search.accept();
    search.scale.iter_mut().for_each(|d| *d = if *d == 0.0 { 1.0 } else { *d });
    let size = |scale: &[f64], x: &[f64]| norm(&scale.iter().zip(x).map(|(d, x)| d * x).collect::<Vec<_>>());
    let mut radius = match reach * size(&search.scale, &search.at.x) {
        0.0 => reach,
        radius => radius,
    };
    let (mut damping, mut iterations, mut first) = (0.0, Vec::new(), true);
    let ending = 'search: loop {
        let held = search.held(&search.at);
        let free: Vec<usize> = (0..n).filter(|&j| !held[j]).collect();
        let cosine = search.cosine(&search.at);
        // Rounding turns small residuals about.
        let flat = FLAT + 16.0 * noise / search.at.norm;
        if search.at.norm <= noise || cosine == 0.0 || free.is_empty() {
            break Ending::Converged;
        }
        if iterations.len() >= most {
            break Ending::Limit;
        }
        // Columns of one size, and steps along them.
        let lengths: Vec<f64> =
            free.iter().map(|&j| Some(norm(&search.at.column(j))).filter(|l| *l > 0.0).unwrap_or(1.0)).collect();
        let columns: Vec<f64> =
            search.at.jacobian.chunks(n).flat_map(|row| free.iter().zip(&lengths).map(|(&j, l)| row[j] / l)).collect();
        let qr = Qr::new(&columns, free.len(), &search.at.residuals);
        let scale: Vec<f64> = free.iter().zip(&lengths).map(|(&j, l)| search.scale[j] / l).collect();
        // The longest radius in which nothing was seen, and the shortest in which a step failed.
        let (mut blind, mut failed) = (0.0f64, f64::INFINITY);
        loop {
            let (step, used) = qr.damped(&scale, radius, damping);
            damping = used;
            let part = search.move_along(&free, &step.iter().zip(&lengths).map(|(s, l)| s / l).collect::<Vec<_>>());
            let length = part * size(&scale, &step);
            if first && part == 1.0 {
                radius = radius.min(length);
            }
            // The reduction that the linear model promises, as a part of the sum; the identity of the damped step has
            // no cancellation.
            let squares = (qr.image_norm(&step) / search.at.norm).powi(2);
            let relative = size(&scale, &step) / search.at.norm;
            let square = relative.powi(2);
            // A square that underflows does not where the damping comes first.
            let damped = if square > 0.0 { damping * square } else { damping * relative * relative };
            let promised = (2.0 * part - part * part) * squares + 2.0 * part * damped;
            let slope = -part * (squares + damped);
            let finite = search.evaluate().unwrap_or(false);
            let ratio = search.trial.norm / search.at.norm;
            let reduction = if finite && 0.1 * ratio < 1.0 { (1.0 - ratio) * (1.0 + ratio) } else { -1.0 };
            // What underflows promises nothing, and gains nothing.
            let gain = Some(reduction / promised).filter(|gain| gain.is_finite()).unwrap_or(0.0);
            let mut done = |search: &mut Search<'_, R>| {
                search.accept();
                let cosine = search.cosine(&search.at);
                iterations.push(Iteration { sum: search.at.norm.powi(2), cosine, step: length, damping: used });
            };

            // A radius may be too short for anything to be seen, and the next one too long.
            if damping > 0.0 && promised <= ROUNDING && finite && reduction.abs() <= ROUNDING {
                blind = blind.max(radius);
                if blind * APART < failed {
                    radius = if failed.is_finite() { blind.sqrt() * failed.sqrt() } else { 100.0 * blind };
                    continue;
                }
            }
            // Where sums of squares say no more, the gradient still does.
            if promised <= ROUNDING && finite && reduction.abs() <= ROUNDING {
                let better = search.cosine(&search.trial);
                if better < SLOWEST * cosine && promised > ENOUGH {
                    done(&mut search);
                    continue 'search;
                }
                if better < cosine {
                    done(&mut search);
                }
                break 'search if cosine.min(better) <= flat { Ending::Converged } else { Ending::Stalled(cosine) };
            }
            if gain <= 0.25 {
                failed = failed.min(radius).min(length);
                let shorter = if reduction >= 0.0 { 0.5 } else { 0.5 * slope / (slope + 0.5 * reduction) };
                let shorter = if 0.1 * ratio >= 1.0 || shorter.is_nan() { 0.1 } else { f64::max(shorter, 0.1) };
                radius = shorter * radius.min(10.0 * length);
                if blind > 0.0 && blind * APART < failed {
                    radius = radius.max(blind.sqrt() * failed.sqrt());
                }
                damping /= shorter;
            } else if damping == 0.0 || gain >= 0.75 {
                radius = if part < 1.0 { radius.max(2.0 * length) } else { 2.0 * length };
                damping *= 0.5;
            }
            if gain >= 1e-4 {
                first = false;
                done(&mut search);
                continue 'search;
            }
            if radius <= f64::EPSILON * size(&search.scale, &search.at.x) || radius == 0.0 {
                break 'search if cosine <= flat { Ending::Converged } else { Ending::Stalled(cosine) };
            }
        }
    };
    let held = search.held(&search.at);
    let Search { at: Point { x, residuals, jacobian, norm, .. }, evaluations, .. } = search;
    Ok(Some(Solution { x, residuals, jacobian, held, sum: norm * norm, iterations, evaluations, ending }))
}
