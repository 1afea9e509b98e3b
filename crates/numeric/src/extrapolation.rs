//! Richardson extrapolation: differences at several steps, extrapolated to step 0.

use crate::{Error, Estimate, Stencil};

/// Halvings of the first step.
const LEVELS: i32 = 30;

/// The first derivative of `f` at `x`; see [`richardson_of`].
///
/// # Errors
/// As [`richardson_of`].
///
/// ```
/// let slope = numeric::richardson(f64::exp, 1.0)?;
/// assert!((slope.value - 1f64.exp()).abs() < 1e-10);
/// # Ok::<(), numeric::Error>(())
/// ```
pub fn richardson(f: impl FnMut(f64) -> f64, x: f64) -> Result<Estimate, Error> {
    richardson_of(1, f, x)
}

/// The derivative of that order of `f` at `x` by central differences whose step is halved, extrapolated to step 0.
///
/// The error of a central difference is a series in h^2, so each pair of entries gives one without its first term
/// (L. F. Richardson, *The approximate arithmetical solution by finite differences*, Phil. Trans. A 210, 1911). The
/// tableau and its error estimate are those of C. J. F. Ridders (Advances in Engineering Software 4, 1982), with the
/// rounding of the values added: an entry is as far off as it is from the two that it was made of.
/// Cost: 20 to 60 evaluations for the first derivative.
///
/// # Errors
/// If the order is 0 or too high, `x` is not finite, or `f` is not finite around it.
///
/// ```
/// let second = numeric::richardson_of(2, f64::sin, 1.0)?;
/// assert!((second.value + 1f64.sin()).abs() < 1e-7);
/// # Ok::<(), numeric::Error>(())
/// ```
pub fn richardson_of(derivative: usize, mut f: impl FnMut(f64) -> f64, x: f64) -> Result<Estimate, Error> {
    let stencil = Stencil::central(derivative, 2)?;
    if !x.is_finite() {
        return Err(Error::OutsideDomain { x });
    }
    let scale = if x == 0.0 { 1.0 } else { 2f64.powi(x.abs().log2().floor().clamp(-900.0, 900.0) as i32) };
    let (mut row, mut best): (Vec<f64>, Option<Estimate>) = (Vec::new(), None);
    for level in 1..=LEVELS {
        let h = scale * 2f64.powi(-level);
        let values: Vec<f64> = stencil.points(x, h).map(&mut f).collect();
        let (mut entry, rounding) = stencil.combine(&values, h);
        if !entry.is_finite() {
            row.clear();
            continue;
        }
        let (mut next, mut weight) = (vec![entry], 1.0);
        for &coarse in &row {
            weight *= 4.0;
            let finer = entry + (entry - coarse) / (weight - 1.0);
            let error = (finer - entry).abs().max((finer - coarse).abs()) + rounding;
            if error.is_finite() && best.is_none_or(|b| error < b.error) {
                best = Some(Estimate { value: finer, error, step: h });
            }
            next.push(finer);
            entry = finer;
        }
        row = next;
        if best.is_some_and(|b| rounding > b.error) {
            break;
        }
    }
    best.ok_or(Error::NoStep)
}
