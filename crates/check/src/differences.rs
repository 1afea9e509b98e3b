//! Finite differences with an estimate of their own error.

/// A derivative found by differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

/// Steps from 2^-3 down to 2^-40 of what the direction asks for.
const LEVELS: i32 = 38;

/// How many finer steps have to repeat an estimate before it is believed.
const CONFIRMATIONS: usize = 3;

/// The derivatives at 0 of several functions of one variable, by central differences and Richardson extrapolation.
///
/// `sample` gives the values at -h and h; `None` where the two are not on the same smooth piece. An entry is `None`
/// where no estimate was confirmed. Ridders' tableau with the step halved (C. J. F. Ridders, *Accurate computation of
/// F'(x) and F'(x) F''(x)*, Advances in Engineering Software 4, 1982): the error estimate of an entry is its distance
/// from those it was made of, and at least the rounding of the difference, of values with the error `noise`.
/// Where the function swings faster than the step, two entries may be near each other by chance: so an estimate counts
/// only when finer steps repeat it with an error no greater.
pub(crate) fn slopes(noise: &[f64], mut sample: impl FnMut(f64) -> Option<[Vec<f64>; 2]>) -> Vec<Option<Estimate>> {
    let mut columns: Vec<Column> = noise.iter().map(|_| Column::default()).collect();
    for level in 0..LEVELS {
        let h = 2f64.powi(-3 - level);
        match sample(h) {
            Some([below, above]) => {
                for (i, column) in columns.iter_mut().enumerate() {
                    column.refine(below[i], above[i], noise[i], h);
                }
            }
            None => columns.iter_mut().for_each(|column| *column = Column::default()),
        }
        if columns.iter().all(|column| column.confirmed >= CONFIRMATIONS) {
            break;
        }
    }
    columns.into_iter().map(|column| column.best.filter(|_| column.confirmed >= CONFIRMATIONS)).collect()
}

/// The tableau of one function: its last row, and the best entry so far.
#[derive(Default)]
struct Column {
    row: Vec<f64>,
    best: Option<Estimate>,
    confirmed: usize,
}

impl Column {
    fn refine(&mut self, low: f64, high: f64, noise: f64, h: f64) {
        if self.confirmed >= CONFIRMATIONS {
            return;
        }
        let mut entry = (high - low) / (2.0 * h);
        if !entry.is_finite() {
            *self = Column::default();
            return;
        }
        let rounding = (2.0 * f64::EPSILON * low.abs().max(high.abs()) + noise) / h;
        let (mut row, mut weight) = (vec![entry], 1.0);
        let mut found: Option<Estimate> = None;
        for &coarse in &self.row {
            weight *= 4.0;
            let finer = entry + (entry - coarse) / (weight - 1.0);
            let error = (finer - entry).abs().max((finer - coarse).abs()).max(rounding);
            if error.is_finite() && found.is_none_or(|b| error < b.error) {
                found = Some(Estimate { value: finer, error });
            }
            row.push(finer);
            entry = finer;
        }
        self.row = row;
        let Some(found) = found else { return };
        let Some(best) = self.best else {
            self.best = Some(found);
            return;
        };
        let off = (found.value - best.value).abs();
        let repeats = off <= 10.0 * (best.error + 4.0 * rounding) && found.error <= 2.0 * best.error + 4.0 * rounding;
        if repeats && found.error >= 0.5 * best.error {
            self.best = Some(Estimate { error: best.error.max(off), ..best });
            self.confirmed += 1;
        } else {
            self.best = Some(found);
            self.confirmed = 0;
        }
    }
}
