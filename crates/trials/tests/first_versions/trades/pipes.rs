//! The friction of a pipe, by a loop that may fail.

use wengert::prelude::*;

#[derive(Debug)]
enum SolveError {
    Diverged(usize),
    Singular,
}

impl std::fmt::Display for SolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SolveError::Diverged(n) => write!(f, "diverged after {n} iterations"),
            SolveError::Singular => write!(f, "singular"),
        }
    }
}

fn fixed_point(mut x: f64, f: impl Fn(f64) -> f64, damping: f64) -> Result<f64, SolveError> {
    let mut n = 0;
    'outer: loop {
        for _ in 0..10 {
            let next = (1.0 - damping) * x + damping * f(x);
            n += 1;
            if !next.is_finite() {
                return Err(SolveError::Singular);
            }
            if (next - x).abs() < 1e-13 {
                x = next;
                break 'outer;
            }
            x = next;
        }
        if n > 500 {
            return Err(SolveError::Diverged(n));
        }
    }
    Ok(x)
}

#[differentiable]
pub fn colebrook(re: f64, roughness: f64) -> f64 {
    // 1/sqrt(f) = -2 log10(eps/3.7 + 2.51/(Re sqrt f))
    let rhs = |s: f64| -2.0 * (roughness / 3.7 + 2.51 * s / re).log10();
    let s = match fixed_point(6.0, rhs, 1.0) {
        Ok(s) => s,
        Err(SolveError::Diverged(_)) => fixed_point(6.0, rhs, 0.5).unwrap_or(f64::NAN),
        Err(e) => panic!("{e}"),
    };
    1.0 / (s * s)
}

#[test]
fn holds() {
    super::check(&[1e5, 1e-3], |x| colebrook(x[0], x[1]), |x| colebrook::value_and_gradient(x[0], x[1]));
}
