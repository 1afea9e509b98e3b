//! Derivatives by a step along the imaginary axis.

use crate::{Complex, Error};

/// The first derivative of `f` at `x`, as Im f(x + ih) / h.
///
/// Nothing is subtracted, so the step can be so small (2e-40 of `x`) that its error, of order h^2, is far below
/// rounding: what remains are the roundings of one run of `f`, a few units in the last place where `f` itself does not
/// cancel. It is independent of the partials of the table for all rows with a closed form for complex arguments; see
/// [`Complex`] for the others, and for what is not analytic. Cost: one run on complex numbers, 2 to 5 times that on
/// plain ones.
///
/// W. Squire, G. Trapp, *Using complex variables to estimate derivatives of real functions*, SIAM Review 40, 1998.
///
/// ```
/// use rules::Functions;
/// let d = numeric::complex_step(|x| x.exp() / (x.sin().powi(3) + x.cos().powi(3)).sqrt(), 1.5);
/// assert!((d - 4.053427893898621).abs() < 4e-15);
/// ```
pub fn complex_step(f: impl FnOnce(Complex) -> Complex, x: f64) -> f64 {
    complex_step_of(f, x, step(x))
}

/// As [`complex_step`], with this step, which may be any number that is not 0.
///
/// The error falls as the square of the step until rounding is reached, and stays there.
///
/// ```
/// // No step is too small.
/// assert_eq!(numeric::complex_step_of(|x| x * x, 3.0, 1e-100), 6.0);
/// ```
pub fn complex_step_of(f: impl FnOnce(Complex) -> Complex, x: f64, h: f64) -> f64 {
    f(Complex::new(x, h)).im / h
}

/// The gradient of `f` at `x`; see [`complex_step`]. Cost: n runs on complex numbers.
///
/// ```
/// use rules::Functions;
/// let f = |x: &[numeric::Complex]| x[0].ln() + x[0] * x[1] - x[1].sin();
/// let g = numeric::complex_step_gradient(f, &[2.0, 5.0]);
/// assert_eq!(g, [5.5, 2.0 - 5f64.cos()]);
/// ```
pub fn complex_step_gradient(mut f: impl FnMut(&[Complex]) -> Complex, x: &[f64]) -> Vec<f64> {
    each(x, |z, h| f(z).im / h)
}

/// The Jacobian of `f`, which gives m values for n inputs, at `x`: m rows of n numbers; see [`complex_step`]. Cost: n runs on
/// complex numbers.
///
/// # Errors
/// If the number of values changes.
///
/// ```
/// use rules::Functions;
/// let f = |x: &[numeric::Complex]| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]];
/// assert_eq!(numeric::complex_step_jacobian(f, &[2.0, 3.0])?, [[3.0, 2.0], [2f64.cos(), 6.0]]);
/// # Ok::<(), numeric::Error>(())
/// ```
pub fn complex_step_jacobian(mut f: impl FnMut(&[Complex]) -> Vec<Complex>, x: &[f64]) -> Result<Vec<Vec<f64>>, Error> {
    let columns = each(x, |z, h| f(z).into_iter().map(|y| y.im / h).collect::<Vec<f64>>());
    let m = columns.first().map_or(0, Vec::len);
    if let Some(other) = columns.iter().find(|column| column.len() != m) {
        return Err(Error::Lengths { first: m, later: other.len() });
    }
    Ok((0..m).map(|i| columns.iter().map(|column| column[i]).collect()).collect())
}

/// Something for each input, with a step along its imaginary axis.
fn each<T>(x: &[f64], mut f: impl FnMut(&[Complex], f64) -> T) -> Vec<T> {
    let mut z: Vec<Complex> = x.iter().map(|&x| Complex::from(x)).collect();
    let mut results = Vec::with_capacity(x.len());
    for (j, &x) in x.iter().enumerate() {
        let h = step(x);
        z[j].im = h;
        results.push(f(&z, h));
        z[j].im = 0.0;
    }
    results
}

/// A power of two, so that dividing by it is exact: 2^-132 (2e-40) of `x`, or of 1 at zero, but no subnormal number.
fn step(x: f64) -> f64 {
    let exponent = if x == 0.0 || !x.is_finite() { 0.0 } else { x.abs().log2().floor() };
    2f64.powi((exponent - 132.0).max((exponent - 40.0).min(-960.0)).max(-1022.0) as i32)
}
