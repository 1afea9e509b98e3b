//! `x ln y` and its kin, continued by their limit 0 at `x = 0`.

/// `x ln y`, and 0 at `x = 0` for every `y` that is not NaN.
pub(crate) fn xlogy(x: f64, y: f64) -> f64 {
    if x == 0.0 && !y.is_nan() { 0.0 } else { x * y.ln() }
}

/// `-x ln x`, 0 at 0, NaN below.
pub(crate) fn entr(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { 0.0 - x * x.ln() }
}
