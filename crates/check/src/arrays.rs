//! Operations on lists of numbers: a step for each output, with the row of the Jacobian that the rule gives.

use crate::differences::slopes;
use crate::suspect::Suspect;
use wengert::extend::ArrayRule;

/// What is asked of an operation on lists, whichever it is.
trait Lists {
    fn name(&self) -> &'static str;
    fn values(&self, x: &[&[f64]]) -> Option<Vec<f64>>;
    fn along(&self, x: &[&[f64]], y: &[f64], dx: &[Option<&[f64]>]) -> Option<Vec<f64>>;
}

impl<R: ArrayRule> Lists for R {
    fn name(&self) -> &'static str {
        ArrayRule::name(self)
    }
    fn values(&self, x: &[&[f64]]) -> Option<Vec<f64>> {
        // Without what it has kept of other values, as a factorisation.
        let (fresh, _) = self.instruction()?;
        fresh.evaluate(x).ok()
    }
    fn along(&self, x: &[&[f64]], y: &[f64], dx: &[Option<&[f64]>]) -> Option<Vec<f64>> {
        self.push(x, y, dx).ok()
    }
}

/// An operation on lists where it was applied.
pub(crate) struct Applied {
    rule: Box<dyn Lists>,
    x: Vec<Vec<f64>>,
    /// Whether each number depends on an input.
    active: Vec<Vec<bool>>,
    y: Vec<f64>,
    /// How many operations the run had applied before.
    step: usize,
}

/// The Jacobian of an operation on lists: an entry for each output and each number of all lists, NaN where it has none.
pub(crate) fn rows<R: ArrayRule>(rule: &R, x: &[&[f64]], y: &[f64], wanted: &[bool]) -> Vec<Vec<f64>> {
    let mut unit = vec![0.0; y.len()];
    let mut row = |i: usize| {
        unit[i] = 1.0;
        let found = rule.pull(x, y, &unit, wanted);
        unit[i] = 0.0;
        let Ok(found) = found else { return vec![f64::NAN; x.iter().map(|x| x.len()).sum()] };
        let lists = found.into_iter().zip(x);
        lists.flat_map(|(found, x)| found.unwrap_or_else(|| vec![0.0; x.len()])).collect()
    };
    (0..y.len()).map(&mut row).collect()
}

/// More numbers are not moved one by one.
const MOST_NUMBERS: usize = 256;

impl Applied {
    pub(crate) fn new<R: ArrayRule>(rule: &R, x: &[&[f64]], active: Vec<Vec<bool>>, y: &[f64], step: usize) -> Self {
        let x = x.iter().map(|x| x.to_vec()).collect();
        Applied { rule: Box::new(rule.clone()), x, active, y: y.to_vec(), step }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.rule.name()
    }

    /// The number whose partial derivatives are furthest from what values at neighbours of it say.
    pub(crate) fn suspect(&self) -> Option<Suspect> {
        let numbers = self.x.iter().map(Vec::len).sum::<usize>();
        if numbers > MOST_NUMBERS {
            return None;
        }
        let mut before = 0;
        for k in 0..self.x.len() {
            let found =
                (0..self.x[k].len()).filter(|&j| self.active[k][j]).find_map(|j| self.examine(k, j, before + j));
            if found.is_some() {
                return found;
            }
            before += self.x[k].len();
        }
        None
    }

    fn examine(&self, k: usize, j: usize, argument: usize) -> Option<Suspect> {
        let lent: Vec<&[f64]> = self.x.iter().map(Vec::as_slice).collect();
        let mut unit = vec![0.0; self.x[k].len()];
        unit[j] = 1.0;
        let along: Vec<Option<&[f64]>> = (0..self.x.len()).map(|i| (i == k).then_some(&unit[..])).collect();
        let partials = self.rule.along(&lent, &self.y, &along)?;
        let largest = self.x.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        let scale = if largest > 0.0 && largest.is_finite() { largest } else { 1.0 };
        let size = self.y.iter().fold(0.0, |m: f64, y| m.max(y.abs()));
        let noise = 16.0 * f64::EPSILON * size / scale;
        let value = |t: f64| {
            let mut moved = self.x.clone();
            moved[k][j] += t * scale;
            let lent: Vec<&[f64]> = moved.iter().map(Vec::as_slice).collect();
            Some(self.rule.values(&lent)?.iter().map(|y| y / scale).collect::<Vec<_>>())
        };
        let estimates = slopes(&vec![noise; self.y.len()], |h| Some([value(-h)?, value(h)?]));
        let all = partials.iter().fold(0.0, |m: f64, p| m.max(p.abs()));
        for (&partial, estimate) in partials.iter().zip(estimates) {
            let Some(estimate) = estimate else { continue };
            let size = all.max(estimate.value.abs());
            let near = (partial - estimate.value).abs() <= 10.0 * estimate.error + 1e-8 * size;
            if 100.0 * estimate.error <= size && !partial.is_infinite() && !near {
                return Some(Suspect {
                    operation: self.name(),
                    arguments: self.x.concat(),
                    parameter: 0,
                    argument,
                    partial,
                    differences: estimate.value,
                    error: estimate.error,
                    step: self.step,
                });
            }
        }
        None
    }
}
