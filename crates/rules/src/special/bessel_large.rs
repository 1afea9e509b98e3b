//! Bessel functions of large order, by an integral over a path through the saddle point.

use std::f64::consts::{FRAC_PI_3, PI};

/// The order from which the recurrence costs more.
pub(super) const LARGE: u32 = 1024;

/// `J_n(x)` for `x > 0`.
pub(super) fn j_large(x: f64, n: u32) -> f64 {
    let m = f64::from(n);
    if x < m { recessive(x, m) } else { hankel(x, m).0 }
}

/// `Y_n(x)` for `x > 0`.
pub(super) fn y_large(x: f64, n: u32) -> f64 {
    let m = f64::from(n);
    if x < m { dominant(x, m) } else { hankel(x, m).1 }
}

#[derive(Clone, Copy)]
struct Complex(f64, f64);

impl Complex {
    fn times(self, other: Self) -> Self {
        Self(self.0 * other.0 - self.1 * other.1, self.0 * other.1 + self.1 * other.0)
    }

    fn exp(self) -> Self {
        let (s, c) = self.1.sin_cos();
        let e = self.0.exp();
        Self(e * c, e * s)
    }
}

/// `sinh d - d` and `cosh d - 1`.
fn above_identity(d: Complex) -> (Complex, Complex) {
    if d.0.hypot(d.1) < 1.0 {
        let d2 = d.times(d);
        let (mut odd, mut even) = (Complex(0.0, 0.0), Complex(0.0, 0.0));
        for k in (1..11).rev() {
            let k = 2.0 * f64::from(k);
            odd = d2.times(Complex(1.0 + odd.0, odd.1));
            odd = Complex(odd.0 / (k * (k + 1.0)), odd.1 / (k * (k + 1.0)));
            even = d2.times(Complex(1.0 + even.0, even.1));
            even = Complex(even.0 / (k * (k - 1.0)), even.1 / (k * (k - 1.0)));
        }
        return (d.times(odd), even);
    }
    let (s, c) = d.1.sin_cos();
    let (sh, ch) = (d.0.sinh(), d.0.cosh());
    (Complex(sh * c - d.0, ch * s - d.1), Complex(ch * c - 1.0, sh * s))
}

/// The trapezoidal rule for the integral of `e^(n (sinh d - d) + s (cosh d - 1)) dd` over the path `d(sigma)`, which
/// also gives its derivative; `step` in `sigma` around 0, each side until the terms are negligible.
fn integral(n: f64, s: Complex, step: f64, path: impl Fn(f64) -> (Complex, Complex)) -> Complex {
    let mut sum = Complex(0.0, 0.0);
    for side in [1.0, -1.0] {
        // About thirty terms matter on each side.
        for k in 0..200 {
            if k == 0 && side < 0.0 {
                continue;
            }
            let (d, slope) = path(side * f64::from(k) * step);
            let (odd, even) = above_identity(d);
            let turned = s.times(even);
            let exponent = Complex(n * odd.0 + turned.0, n * odd.1 + turned.1);
            if exponent.0 < -45.0 {
                break;
            }
            let term = exponent.exp().times(slope);
            sum = Complex(sum.0 + term.0, sum.1 + term.1);
        }
    }
    Complex(sum.0 * step, sum.1 * step)
}

/// `(J_n, Y_n)` for `x >= n`: DLMF 10.9.18, from `-inf` to `inf + i pi` through `i acos(n / x)`.
fn hankel(x: f64, n: f64) -> (f64, f64) {
    let s = (x - n).sqrt() * (x + n).sqrt();
    let angle = s.atan2(n);
    let phase = exponent((x - n) * (x + n), s, n).unwrap_or(s - n * angle);
    let bend = (4.0 * angle / 3.0_f64.sqrt()).max(2.0 / n.cbrt());
    let step = 0.22 / s.sqrt().max(n.cbrt());
    let (sin, cos) = FRAC_PI_3.sin_cos();
    // A hyperbola with the asymptotes -1 and e^(i pi / 3): the valleys of the integrand.
    let path = |sigma: f64| {
        let root = sigma.hypot(bend);
        let rise = sigma * (sigma / (root + bend));
        let (a, b) = (0.5 * (rise - sigma), 0.5 * (rise + sigma));
        let (da, db) = (0.5 * (sigma / root - 1.0), 0.5 * (sigma / root + 1.0));
        (Complex(b * cos - a, b * sin), Complex(db * cos - da, db * sin))
    };
    let sum = integral(n, Complex(0.0, s), step, path);
    let value = sum.times(Complex(0.0, phase).exp());
    // Over i pi.
    (value.1 / PI, -value.0 / PI)
}

/// `s - n atan(s / n)` for `s^2 = square`, with `atanh` where the square is negative; none where that does not cancel.
fn exponent(square: f64, s: f64, n: f64) -> Option<f64> {
    let q = square / n / n;
    if q.abs() > 0.1 {
        return None;
    }
    let sum = (1..=16).rev().fold(0.0, |sum, k| 1.0 / f64::from(2 * k + 1) - q * sum);
    Some(s * q * sum)
}

/// The real saddle `t = acosh(n / x)` (the other is `-t`), `s = sqrt(n^2 - x^2)`, and `n t - s`.
fn real_saddle(x: f64, n: f64) -> (f64, f64, f64) {
    let s = (n - x).sqrt() * (n + x).sqrt();
    // acosh(n / x) = ln((n + s) / x).
    let ratio = ((n - x) + s) / x;
    let t = ratio.ln_1p();
    let height = exponent((x - n) * (x + n), s, n).map_or(n * t - s, |e| -e);
    (t, s, height)
}

/// `J_n` for `x < n`: from `inf - i pi` to `inf + i pi` through the saddle right of 0.
fn recessive(x: f64, n: f64) -> f64 {
    let (t, s, height) = real_saddle(x, n);
    let curve = t.max(2.0 / n.cbrt());
    let step = 0.22 / s.sqrt().max(n.cbrt());
    let path = |sigma: f64| {
        let root = (curve * curve + sigma * sigma / 3.0).sqrt();
        (Complex(sigma * sigma / 3.0 / (root + curve), sigma), Complex(sigma / 3.0 / root, 1.0))
    };
    let sum = integral(n, Complex(s, 0.0), step, path);
    sum.1 / (2.0 * PI) * (-height).exp()
}

/// `Y_n` for `x < n`: from `-inf` past the saddle left of 0.
fn dominant(x: f64, n: f64) -> f64 {
    let (t, s, height) = real_saddle(x, n);
    let step = 0.22 / s.sqrt().max(n.cbrt());
    let sum = if height > 25.0 {
        // The real line up to the saddle right of 0, where e^(-2 height) is left.
        integral(n, Complex(-s, 0.0), step, |sigma| (Complex(sigma, 0.0), Complex(1.0, 0.0)))
    } else {
        // A hyperbola with the asymptotes -1 and e^(i pi / 3).
        let bend = 2.0 / n.cbrt();
        let (sin, cos) = FRAC_PI_3.sin_cos();
        let path = |sigma: f64| {
            let sigma = sigma - t;
            let root = sigma.hypot(bend);
            let (a, b) = (0.5 * (root - sigma), 0.5 * (root + sigma));
            let (da, db) = (0.5 * (sigma / root - 1.0), 0.5 * (sigma / root + 1.0));
            (Complex(t - a + b * cos, b * sin), Complex(db * cos - da, db * sin))
        };
        integral(n, Complex(-s, 0.0), step, path)
    };
    -sum.0 / PI * height.exp()
}
