//! The lengths of steps.

use super::step::{Field, Step};
use crate::Error;

/// What error of a step is tolerated.
pub(crate) struct Tolerated<'t> {
    pub(crate) relative: f64,
    /// One for all components, or one for each.
    pub(crate) absolute: &'t [f64],
}

impl Tolerated<'_> {
    /// The length of the first step (Hairer, Norsett and Wanner, *Solving Ordinary Differential Equations I*, II.4).
    pub(crate) fn initial(&self, f: &mut impl Field<f64>, step: &mut Step<f64>, rest: f64) -> f64 {
        let (mut f0, mut f1) = (core::mem::take(&mut step.end), core::mem::take(&mut step.k[1]));
        f0.copy_from_slice(step.slope(f));
        let start = &step.start;
        let norm = |list: &[f64]| {
            let scale = |i: usize| self.absolute[i % self.absolute.len()] + self.relative * start[i].abs();
            let terms = list.iter().enumerate().map(|(i, x)| if *x == 0.0 { 0.0 } else { (x / scale(i)).powi(2) });
            (terms.sum::<f64>() / list.len().max(1) as f64).sqrt()
        };
        let (d0, d1) = (norm(start), norm(&f0));
        let guess = if d0 < 1e-5 || d1 < 1e-5 { 1e-6 } else { 0.01 * d0 / d1 };
        let h = guess.min(rest.abs()).max(f64::MIN_POSITIVE).copysign(rest);
        let mut moved = core::mem::take(&mut step.k[2]);
        moved.iter_mut().zip(start.iter().zip(&f0)).for_each(|(x, (u, f))| *x = u + h * f);
        f.value(step.t + h, &moved, &mut f1);
        f1.iter_mut().zip(&f0).for_each(|(a, b)| *a -= b);
        let steepest = d1.max(norm(&f1) / h.abs());
        (step.end, step.k[1], step.k[2]) = (f0, f1, moved);
        let second = if steepest <= 1e-15 { (h.abs() * 1e-3).max(1e-6) } else { (0.01 / steepest).powf(0.2) };
        let h = (100.0 * h.abs()).min(second).min(rest.abs());
        // A right-hand side that is not finite is met by the step itself.
        (if h.is_finite() && h > 0.0 { h } else { 1e-6 * rest.abs() }).copysign(rest)
    }
}

/// The length of the next step, by the errors of the last two (Gustafsson's proportional and integral control).
pub(crate) struct Control {
    pub(crate) h: f64,
    /// The length is still to be chosen; it is the longest that it may be.
    pub(crate) fresh: bool,
    /// The error of the last good step.
    before: f64,
    /// The last step was not good: the next does not grow.
    failed: bool,
}

impl Control {
    /// To begin with a length that is still to be chosen, and is at most `longest`.
    pub(crate) fn new(longest: f64) -> Control {
        Control { h: longest, fresh: true, before: 1e-4, failed: false }
    }

    /// To begin with this length.
    pub(crate) fn of(h: f64) -> Control {
        Control { fresh: false, ..Control::new(h) }
    }

    /// Chooses the first length.
    pub(crate) fn begin(&mut self, h: f64) {
        (self.h, self.fresh) = (h.abs().min(self.h).copysign(h), false);
    }

    /// The length of the next step, made what the time behind it says: else steps do not add up where time is large.
    pub(crate) fn rounded(&mut self, t: f64) -> f64 {
        let shortest = if self.h < 0.0 { t.next_down() - t } else { t.next_up() - t };
        let h = t + self.h - t;
        self.h = if h == 0.0 { shortest } else { h };
        self.h
    }

    /// Takes a step, and says whether it is good; sets the length of the next one in any case.
    pub(crate) fn attempt(
        &mut self,
        f: &mut impl Field<f64>,
        step: &mut Step<f64>,
        h: f64,
        tolerated: &Tolerated<'_>,
    ) -> Result<bool, Error> {
        let finite = step.take(f, h).is_ok() && step.end.iter().all(|x| x.is_finite());
        let error = if finite { step.error(tolerated.relative, tolerated.absolute) } else { f64::INFINITY };
        if error <= 1.0 {
            let error = error.max(1e-10);
            let most = if self.failed { 1.0 } else { 5.0 };
            let next = h * (0.9 * error.powf(-0.14) * self.before.powf(0.08)).clamp(0.2, most);
            // A step that was cut short, to end where something happens, does not shorten the next one.
            let cut = h.abs() < self.h.abs() && next.abs() < self.h.abs();
            (self.h, self.before, self.failed) = (if cut { self.h } else { next }, error.max(1e-4), false);
            return Ok(true);
        }
        self.h = h * if error.is_finite() { (0.9 * error.powf(-0.2)).clamp(0.1, 0.9) } else { 0.1 };
        self.failed = true;
        if self.h.abs() < 4.0 * f64::EPSILON * step.t.abs() + f64::MIN_POSITIVE {
            return Err(Error::StepSize { t: step.t, h: self.h, finite });
        }
        Ok(false)
    }
}
