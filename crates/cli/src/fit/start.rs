//! Where to start: values for parameters that were given none.
//!
//! Parameters that the model is linear in have their best values for any values of the others, by linear least squares
//! (Golub and Pereyra 1973). So only the others are searched: over a sequence that fills the space evenly (Halton 1960),
//! in magnitudes around 1, around the data, and around the inverse of their extent. The best of these are improved in a few
//! steps each. In the winner, two parameters at a time are searched for anew, as the place and the width of a peak that
//! covers two; the search proper starts where that no longer helps. Nothing is random.

use super::model::{Fit, OfRows};
use crate::least_squares::{Bound, Qr, Residuals, Solution, norm, search};
use crate::unknowns::halton;
use lang::Workspace;
use wengert::{Dual, Tape};

/// The most rows that candidates are tried on.
const ROWS: usize = 100;
/// The most evaluations of a row in the search, and the most candidates.
const EFFORT: usize = 400_000;
const CANDIDATES: usize = 4000;
/// How many of the first half of the candidates have others around them.
const PARENTS: usize = 50;
/// How many candidates are improved, and in how many steps.
const IMPROVED: usize = 12;
const STEPS: usize = 60;
/// How often two parameters are searched for anew at most, and how many of the candidates are improved then.
const ROUNDS: usize = 4;
const RENEWED: usize = 6;

/// A start for the search, from the values that are given; `None` where the model is not finite anywhere it was tried.
pub(crate) fn estimate(fit: &Fit, given: &[Option<f64>], bounds: &[Bound]) -> Option<Vec<f64>> {
    let stride = fit.observed.len().div_ceil(ROWS);
    let weighed = |&i: &usize| fit.factors[i] > 0.0;
    let rows: Vec<usize> = (0..fit.observed.len()).filter(weighed).step_by(stride).collect();
    let lengths = Lengths::new(fit);
    let linear = linear(fit, given, bounds, &rows, &lengths);
    let open: Vec<usize> = (0..given.len()).filter(|&j| given[j].is_none() && !linear[j]).collect();
    let tape = Tape::new();
    let mut of = fit.residuals(&tape, rows);
    let count = if open.is_empty() { 1 } else { (EFFORT / of.count()).clamp(100, CANDIDATES) };
    let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
    let best_first = |found: &mut Vec<(f64, Vec<f64>)>, most: usize| {
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.truncate(most);
    };
    for k in 0..count {
        let mut x: Vec<f64> =
            (0..given.len()).map(|j| given[j].unwrap_or(1.0f64.clamp(bounds[j].low, bounds[j].high))).collect();
        for (place, &j) in open.iter().enumerate() {
            let [kind, place] = [2 * place, 2 * place + 1].map(|d| halton(k, d));
            // The first candidate is all ones; the second half of them stand around the best of the first.
            if 2 * k > count && !found.is_empty() {
                let near = found[k % found.len()].1[j];
                x[j] = lengths.near(near, kind, place).clamp(bounds[j].low, bounds[j].high);
            } else if k > 0 {
                x[j] = lengths.value(kind, place, bounds[j]);
            }
        }
        if let Some(sum) = with_linear(&mut of, &mut x, &linear) {
            found.push((sum, x));
        }
        if k == count / 2 {
            best_first(&mut found, PARENTS);
        }
    }
    best_first(&mut found, if open.is_empty() { 1 } else { IMPROVED });
    let best = improved(&mut of, bounds, found)?;
    Some(renewed(&mut of, best, &lengths, bounds, (&open, &linear)).x)
}

/// The best of some points, each improved in a few steps; of mirrored solutions the one with fewer negative values, which is
/// the one that is meant.
fn improved(of: &mut OfRows<'_>, bounds: &[Bound], points: Vec<(f64, Vec<f64>)>) -> Option<Solution> {
    let improved = points.into_iter().filter_map(|(_, x)| search(of, &x, bounds, STEPS, 1.0).ok().flatten());
    improved.reduce(|best, one| if is_better(&one, &best) { one } else { best })
}

fn is_better(a: &Solution, b: &Solution) -> bool {
    let negative = |x: &[f64]| x.iter().filter(|&&x| x < 0.0).count();
    match (a.sum - b.sum).abs() <= 1e-6 * b.sum {
        true => negative(&a.x) < negative(&b.x),
        false => a.sum < b.sum,
    }
}

/// A better solution than this one, if there is one that differs in two parameters, and in those that are linear.
fn renewed(
    of: &mut OfRows<'_>,
    mut best: Solution,
    lengths: &Lengths,
    bounds: &[Bound],
    (open, linear): (&[usize], &[bool]),
) -> Solution {
    let pairs: Vec<(usize, usize)> =
        open.iter().enumerate().flat_map(|(k, &a)| open[k + 1..].iter().map(move |&b| (a, b))).collect();
    let Some(each) = (EFFORT / of.count()).clamp(100, CANDIDATES).checked_div(pairs.len()) else { return best };
    for round in 0..ROUNDS {
        let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
        for &(a, b) in &pairs {
            for k in 0..each {
                let mut x = best.x.clone();
                for (place, j) in [a, b].into_iter().enumerate() {
                    let [kind, place] = [2 * place, 2 * place + 1].map(|d| halton(round * each + k + 1, d));
                    x[j] = lengths.value(kind, place, bounds[j]);
                }
                found.extend(with_linear(of, &mut x, linear).map(|sum| (sum, x)));
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.truncate(RENEWED);
        match improved(of, bounds, found) {
            Some(other) if other.sum < (1.0 - 1e-6) * best.sum => best = other,
            _ => break,
        }
    }
    best
}

/// Puts the best values of the linear parameters into `x`; the sum of squares then, if it is finite.
fn with_linear(of: &mut OfRows<'_>, x: &mut [f64], linear: &[bool]) -> Option<f64> {
    let (n, m) = (x.len(), of.count());
    let (mut residuals, mut jacobian) = (vec![0.0; m], vec![0.0; m * n]);
    let mut run = |x: &[f64], residuals: &mut [f64], jacobian: &mut [f64]| {
        of.eval(x, residuals, jacobian).ok()?;
        (finite(x) && finite(residuals) && finite(jacobian)).then_some(())
    };
    run(x, &mut residuals, &mut jacobian)?;
    let columns: Vec<usize> = (0..n).filter(|&j| linear[j]).collect();
    if columns.is_empty() {
        return Some(norm(&residuals));
    }
    // Once more where a value is so much smaller than the one it comes from that digits were lost.
    for _ in 0..2 {
        let lengths: Vec<f64> = columns
            .iter()
            .map(|&j| norm(&jacobian.iter().skip(j).step_by(n).copied().collect::<Vec<_>>()).max(f64::MIN_POSITIVE))
            .collect();
        let scaled: Vec<f64> = jacobian
            .chunks(n)
            .flat_map(|row| columns.iter().zip(&lengths).map(|(&j, length)| row[j] / length))
            .collect();
        let step = Qr::new(&scaled, columns.len(), &residuals).solve();
        let mut lost = false;
        for ((&j, s), length) in columns.iter().zip(&step).zip(&lengths) {
            let before = x[j];
            x[j] -= s / length;
            lost |= x[j].abs() < 1e-6 * before.abs();
        }
        run(x, &mut residuals, &mut jacobian)?;
        if !lost {
            break;
        }
    }
    Some(norm(&residuals))
}

fn finite(xs: &[f64]) -> bool {
    xs.iter().all(|x| x.is_finite())
}

/// Parameters without a start or bounds in which, all together, the model is linear: their mixed second derivatives are
/// zero wherever it was looked at, and their first ones are not.
fn linear(fit: &Fit, given: &[Option<f64>], bounds: &[Bound], rows: &[usize], lengths: &Lengths) -> Vec<bool> {
    const TRIED: usize = 48;
    let n = given.len();
    // Whether both parameters were seen to act at one point, and whether their second derivative was other than zero.
    let (mut seen, mut curved) = (vec![vec![false; n]; n], vec![vec![false; n]; n]);
    let mut workspace = Workspace::new();
    let mut point = Vec::new();
    for k in 0..TRIED {
        let x: Vec<f64> = (0..n)
            .map(|j| {
                let [kind, place] = [2 * j, 2 * j + 1].map(|d| halton(k + 1, d));
                given[j].unwrap_or_else(|| lengths.value(kind, place, bounds[j]))
            })
            .collect();
        fit.point(&x, fit.row(rows[(k * 7) % rows.len()]), &mut point);
        for i in 0..n {
            for j in i..n {
                let mut inputs: Vec<Dual<Dual>> = point.iter().map(|&x| Dual::fixed(Dual::fixed(x))).collect();
                inputs[j] = Dual::fixed(Dual::variable(point[j]));
                inputs[i] = Dual::new(inputs[i].value, Dual::fixed(1.0));
                let mut output = [Dual::fixed(Dual::fixed(0.0))];
                let ran = fit.problem.program.eval_into(&inputs, &fit.problem.limits, &mut workspace, &mut output);
                let [by_i, by_j, second] =
                    [output[0].tangent.value, output[0].value.tangent, output[0].tangent.tangent];
                if ran.is_err() || !(by_i * by_j).is_finite() {
                    continue;
                }
                for (i, j) in [(i, j), (j, i)] {
                    seen[i][j] |= by_i != 0.0 && by_j != 0.0;
                    curved[i][j] |= second != 0.0;
                }
            }
        }
    }
    // What cannot be told counts as curved.
    for (curved, seen) in curved.iter_mut().zip(&seen) {
        curved.iter_mut().zip(seen).for_each(|(curved, seen)| *curved |= !seen);
    }
    let able = |j: usize| given[j].is_none() && bounds[j] == Bound::NONE && !curved[j][j];
    let mut order: Vec<usize> = (0..n).filter(|&j| able(j)).collect();
    order.sort_by_key(|&j| curved[j].iter().filter(|&&c| c).count());
    let mut linear = vec![false; n];
    for j in order {
        linear[j] = (0..n).all(|i| !linear[i] || !curved[i][j]);
    }
    linear
}

/// Lengths that nonlinear parameters may have something to do with.
struct Lengths {
    /// The extents of the variables, or of what is fitted if there are none: the least and the greatest.
    extents: Vec<(f64, f64)>,
}

impl Lengths {
    fn new(fit: &Fit) -> Lengths {
        let of = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let width = fit.variables.len();
        let column = |j: usize| of(&mut (0..fit.observed.len()).map(|i| fit.row(i)[j]));
        let mut extents: Vec<(f64, f64)> = (0..width).map(column).collect();
        if extents.is_empty() {
            extents.push(of(&mut fit.observed.iter().copied()));
        }
        Lengths { extents }
    }

    /// A value for a parameter; `kind` and `place` from 0 to 1 choose it.
    fn value(&self, kind: f64, place: f64, bound: Bound) -> f64 {
        let Bound { low, high } = bound;
        if low.is_finite() && high.is_finite() {
            // Near a bound or in between, in even steps or in those of magnitudes.
            return match (kind * 2.0) as usize {
                0 => low + place * (high - low),
                _ => low + (high - low) * 10f64.powf(-6.0 * place),
            };
        }
        let magnitude = |decades: f64| 10f64.powf(decades * (place * 2.0).fract() - decades / 2.0);
        let sign = if place < 0.5 { 1.0 } else { -1.0 };
        // Of every twelve values four have no measure, the others that of a variable: places, widths, rates.
        let (variable, kind) = ((kind * 12.0).fract() * self.extents.len() as f64, (kind * 12.0) as usize);
        let (from, to) = self.extents[variable as usize];
        let (extent, largest) = (to - from, from.abs().max(to.abs()));
        let x = match kind {
            0..=2 => sign * magnitude(3.0),
            3 => sign * magnitude(8.0),
            4..=6 => from - 0.2 * extent + 1.4 * extent * place,
            7 | 8 => sign * 0.1 * extent * magnitude(2.0),
            9 | 10 => sign * magnitude(3.0) * if extent > 0.0 { 3.0 / extent } else { 1.0 },
            _ => sign * largest * magnitude(3.0),
        };
        match (low.is_finite(), high.is_finite()) {
            (true, _) => low + x.abs(),
            (_, true) => high - x.abs(),
            _ => x,
        }
    }

    /// A value near another: a part of it away, or a part of an extent.
    fn near(&self, x: f64, kind: f64, place: f64) -> f64 {
        let (from, to) = self.extents[((kind * 4.0).fract() * self.extents.len() as f64) as usize];
        match (kind * 4.0) as usize {
            0 => x,
            1 => x * 10f64.powf(place - 0.5),
            2 => x * 10f64.powf(0.2 * (place - 0.5)),
            _ => x + 0.3 * (to - from) * (place - 0.5),
        }
    }
}
