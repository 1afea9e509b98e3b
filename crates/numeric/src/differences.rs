//! Differences with a chosen step and an estimate of their error.

use crate::{Error, Stencil};

/// A derivative found by differences.
///
/// ```
/// let slope = numeric::Differences::new(1, 4).at(f64::exp, 0.0)?;
/// assert!((slope.value - 1.0).abs() <= slope.error && slope.step > 0.0);
/// # Ok::<(), numeric::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The derivative.
    pub value: f64,
    /// How far off it may be: truncation, seen from steps next to it, and rounding. An estimate, not a bound.
    pub error: f64,
    /// The step with which it was found.
    pub step: f64,
}

/// Where the points of a stencil lie.
///
/// ```
/// use numeric::{Differences, Side};
/// // A function that has no values below 0.
/// let slope = Differences::new(1, 4).side(Side::Forward).at(|x| x.powf(2.5), 0.0)?;
/// assert!(slope.value.abs() < 1e-6);
/// # Ok::<(), numeric::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// On both sides, moved inwards where the domain ends.
    Central,
    /// At the point and above.
    Forward,
    /// At the point and below.
    Backward,
}

/// Finite differences of one order, ready to be applied to functions.
///
/// ```
/// use numeric::Differences;
/// let third = Differences::new(3, 6).at(f64::sin, 1.0)?;
/// assert!((third.value + 1f64.cos()).abs() <= third.error && third.error < 1e-8);
/// // At the edge of the domain the points are all inside.
/// let edge = Differences::new(1, 4).within(0.0, 1.0).at(f64::sqrt, 1.0)?;
/// assert!((edge.value - 0.5).abs() <= edge.error && edge.error < 1e-8);
/// # Ok::<(), numeric::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Differences {
    derivative: usize,
    accuracy: usize,
    side: Side,
    domain: [f64; 2],
    step: Option<f64>,
}

impl Differences {
    /// Central differences for a derivative, with an error that falls as h^accuracy, with a step that is chosen.
    pub fn new(derivative: usize, accuracy: usize) -> Differences {
        let domain = [f64::NEG_INFINITY, f64::INFINITY];
        Differences { derivative, accuracy, side: Side::Central, domain, step: None }
    }

    /// On this side.
    ///
    /// ```
    /// // The slope of |x| at 0, from the right.
    /// let right = numeric::Differences::new(1, 2).side(numeric::Side::Forward).at(f64::abs, 0.0)?;
    /// assert!((right.value - 1.0).abs() < 1e-9);
    /// # Ok::<(), numeric::Error>(())
    /// ```
    pub fn side(self, side: Side) -> Differences {
        Differences { side, ..self }
    }

    /// With points between `lo` and `hi` only: where a central stencil would leave the domain it is moved inwards,
    /// with more points for the same accuracy.
    pub fn within(self, lo: f64, hi: f64) -> Differences {
        Differences { domain: [lo, hi], ..self }
    }

    /// With this step instead of one that is chosen.
    ///
    /// ```
    /// let slope = numeric::Differences::new(1, 2).step(0.5).at(|x| x * x, 3.0)?;
    /// assert_eq!((slope.value, slope.step), (6.0, 0.5));
    /// # Ok::<(), numeric::Error>(())
    /// ```
    pub fn step(self, step: f64) -> Differences {
        Differences { step: Some(step), ..self }
    }

    /// The derivative of `f` at `x`.
    ///
    /// A step is chosen by trying: it is halved as long as the error, the change against the step before and the
    /// rounding of the values, falls. Cost: about 20 times the points of the stencil with a chosen step, twice them
    /// with a given one.
    ///
    /// # Errors
    /// If an order is 0 or too high, `x` is not in the domain, the step does not fit, or `f` is not finite nearby.
    pub fn at(&self, mut f: impl FnMut(f64) -> f64, x: f64) -> Result<Estimate, Error> {
        let all = self.each(|t, y: &mut Vec<f64>| y.push(f(t)), x)?;
        all.first().copied().ok_or(Error::NoStep)
    }

    /// The derivatives at `x` of all values that `f` appends, each with the step that suits it.
    ///
    /// # Errors
    /// As [`at`](Differences::at), and if the number of values changes.
    ///
    /// ```
    /// let both = numeric::Differences::new(1, 4).each(|x, values| values.extend([x.sin(), x * x]), 0.0)?;
    /// assert!((both[0].value - 1.0).abs() < 1e-9 && both[1].value.abs() < 1e-9);
    /// # Ok::<(), numeric::Error>(())
    /// ```
    pub fn each(&self, mut f: impl FnMut(f64, &mut Vec<f64>), x: f64) -> Result<Vec<Estimate>, Error> {
        if !(x.is_finite() && self.domain[0] <= x && x <= self.domain[1]) {
            return Err(Error::OutsideDomain { x });
        }
        if let Some(step) = self.step {
            let wrong = Error::Step { step };
            if !(step > 0.0 && step.is_finite()) {
                return Err(wrong);
            }
            let mut stencils = self.stencils()?;
            let wide = self.sample(&mut stencils, &mut f, x, step)?;
            let fine = self.sample(&mut stencils, &mut f, x, 0.5 * step)?;
            let (wide, fine) = (wide.ok_or(wrong)?, fine.ok_or(wrong)?);
            same_length(&wide, &fine)?;
            let estimate = |(w, f): (&Sample, &Sample)| Estimate {
                value: w.value,
                error: 2.0 * (w.value - f.value).abs() + w.rounding,
                step,
            };
            return Ok(wide.iter().zip(&fine).map(estimate).collect());
        }
        self.search(&mut f, x)
    }

    fn search(&self, f: &mut impl FnMut(f64, &mut Vec<f64>), x: f64) -> Result<Vec<Estimate>, Error> {
        let mut best: Vec<Estimate> = Vec::new();
        let mut last: Option<Vec<Sample>> = None;
        let mut stencils = self.stencils()?;
        // From the size of x down: functions on the scale of 1 near zero.
        let widest = if x == 0.0 { 1.0 } else { 2f64.powi(x.abs().log2().floor().max(-1000.0) as i32) };
        for level in 0..=LEVELS {
            let h = widest * 2f64.powi(-level);
            let Some(samples) = self.sample(&mut stencils, f, x, h)? else { continue };
            let Some(previous) = last.replace(samples.clone()) else {
                if best.is_empty() {
                    best = samples.iter().map(|s| Estimate { value: s.value, error: f64::INFINITY, step: h }).collect();
                }
                continue;
            };
            same_length(&previous, &samples)?;
            for ((best, wide), fine) in best.iter_mut().zip(&previous).zip(&samples) {
                let error = (wide.value - fine.value).abs() + fine.rounding;
                if error < best.error {
                    *best = Estimate { value: fine.value, error, step: h };
                }
            }
            // Rounding grows with every halving, so what it exceeds by far is not reached any more.
            if best.iter().zip(&samples).all(|(best, s)| s.rounding > 16.0 * best.error) {
                break;
            }
        }
        if best.iter().any(|best| !best.error.is_finite()) { Err(Error::NoStep) } else { Ok(best) }
    }

    fn stencils(&self) -> Result<Stencils, Error> {
        let plain = match self.side {
            Side::Central => Stencil::central(self.derivative, self.accuracy)?,
            Side::Forward => Stencil::forward(self.derivative, self.accuracy)?,
            Side::Backward => Stencil::backward(self.derivative, self.accuracy)?,
        };
        Ok(Stencils { plain, moved: None })
    }

    /// The stencil that fits into the domain around `x`, if there is one.
    fn fitting<'s>(&self, stencils: &'s mut Stencils, x: f64, h: f64) -> Result<Option<&'s Stencil>, Error> {
        if self.holds(&stencils.plain, x, h) {
            return Ok(Some(&stencils.plain));
        }
        if self.side != Side::Central {
            return Ok(None);
        }
        let last = (self.derivative + self.accuracy - 1) as i64;
        // As many points below as there is room for, but no more than needed.
        let below = (((x - self.domain[0]) / h).floor() as i64).clamp(0, last);
        let kept = stencils.moved.take().filter(|moved| moved.offsets()[0] == -below);
        let moved = match kept {
            Some(moved) => moved,
            None => Stencil::new(self.derivative, &(-below..=last - below).collect::<Vec<_>>())?,
        };
        let moved = &*stencils.moved.insert(moved);
        Ok(self.holds(moved, x, h).then_some(moved))
    }

    fn holds(&self, stencil: &Stencil, x: f64, h: f64) -> bool {
        stencil.points(x, h).all(|at| self.domain[0] <= at && at <= self.domain[1])
    }

    /// The difference with step `h` of every value; `None` where the stencil does not fit or a value is not finite.
    fn sample(
        &self,
        stencils: &mut Stencils,
        f: &mut impl FnMut(f64, &mut Vec<f64>),
        x: f64,
        h: f64,
    ) -> Result<Option<Vec<Sample>>, Error> {
        let Some(stencil) = self.fitting(stencils, x, h)? else { return Ok(None) };
        let mut values: Vec<Vec<f64>> = Vec::new();
        for at in stencil.points(x, h) {
            let mut y = Vec::new();
            f(at, &mut y);
            if let Some(first) = values.first().filter(|first| first.len() != y.len()) {
                return Err(Error::Lengths { first: first.len(), later: y.len() });
            }
            values.push(y);
        }
        let outputs = values.first().map_or(0, Vec::len);
        let mut samples = Vec::with_capacity(outputs);
        for i in 0..outputs {
            let column: Vec<f64> = values.iter().map(|y| y[i]).collect();
            let (value, rounding) = stencil.combine(&column, h);
            if !value.is_finite() {
                return Ok(None);
            }
            samples.push(Sample { value, rounding });
        }
        Ok(Some(samples))
    }
}

/// How often the step is halved: from the size of x to the spacing of numbers around it.
const LEVELS: i32 = 52;

/// The stencil in its usual place, and the last one that was moved.
struct Stencils {
    plain: Stencil,
    moved: Option<Stencil>,
}

/// A difference and what rounding does to it.
#[derive(Clone, Copy, Debug)]
struct Sample {
    value: f64,
    rounding: f64,
}

fn same_length(a: &[Sample], b: &[Sample]) -> Result<(), Error> {
    if a.len() == b.len() { Ok(()) } else { Err(Error::Lengths { first: a.len(), later: b.len() }) }
}
