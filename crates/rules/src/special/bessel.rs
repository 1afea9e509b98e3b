//! Bessel functions of whole order.

use super::bessel_large::{LARGE, j_large, y_large};
use super::bessel_zeros::{J0, J1, Y0, Y1, Zero};
use super::double::{power, product, quotient, two_sum};
use super::gamma::{fraction, stirling_rest};
use std::f64::consts::{E, PI};

/// `J_n(x)`, the Bessel function of the first kind.
///
/// Orders 0 and 1 keep relative accuracy at their first dozen zeros on each side; elsewhere the error near a zero is
/// small against the amplitude. Higher orders: the power series, the Wronskian with `Y_n` or the recurrence in `n`, and
/// from order 1024 an integral.
pub(crate) fn bessel_j(x: f64, n: i32) -> f64 {
    let order = n.unsigned_abs();
    let a = x.abs();
    let y = if a.is_nan() {
        x
    } else if a.is_infinite() {
        0.0
    } else {
        match order {
            0 => near_zeros(a, 0, &J0).unwrap_or_else(|| libm::j0(a)),
            1 => near_zeros(a, 1, &J1).unwrap_or_else(|| libm::j1(a)),
            _ => j_higher(a, order),
        }
    };
    // J_-n(x) = J_n(-x) = (-1)^n J_n(x).
    if order % 2 == 1 && (n < 0) != x.is_sign_negative() { -y } else { y }
}

/// `Y_n(x)`, the Bessel function of the second kind: -inf at 0, NaN for `x < 0`; accuracy as of [`bessel_j`].
pub(crate) fn bessel_y(x: f64, n: i32) -> f64 {
    let order = n.unsigned_abs();
    let y = if x.is_nan() || x < 0.0 {
        return f64::NAN;
    } else if x == 0.0 {
        f64::NEG_INFINITY
    } else if x.is_infinite() {
        0.0
    } else {
        match order {
            0 => y0(x),
            1 => y1(x),
            _ if order >= LARGE => y_large(x, order),
            _ => recurrence(y0(x), y1(x), x, order).1,
        }
    };
    if order % 2 == 1 && n < 0 { -y } else { y }
}

fn y0(x: f64) -> f64 {
    near_zeros(x, 0, &Y0).unwrap_or_else(|| libm::y0(x))
}

fn y1(x: f64) -> f64 {
    near_zeros(x, 1, &Y1).unwrap_or_else(|| libm::y1(x))
}

/// `J_n(x)` for `x >= 0`, `n >= 2`.
fn j_higher(x: f64, n: u32) -> f64 {
    let m = f64::from(n);
    if x * x <= 2.0 * (m + 1.0) {
        return series(x, n);
    }
    if n >= LARGE {
        return j_large(x, n);
    }
    if x >= m {
        let (f0, f1) = (bessel_j(x, 0), bessel_j(x, 1));
        return recurrence(f0, f1, x, n).1;
    }
    // J_(n+1) Y_n - J_n Y_(n+1) = 2 / (pi x), with the quotient of the J by its continued fraction; the Y scaled down,
    // since they overflow a little before the J underflow.
    let small = 2.0_f64.powi(-500);
    let (y, y_next) = recurrence(y0(x) * small, y1(x) * small, x, n + 1);
    if y_next.is_infinite() {
        return 0.0;
    }
    2.0 * small / (PI * x * (continued_fraction(x, m) * y - y_next))
}

/// The Taylor series at a zero within reach, from the differential equation.
fn near_zeros(x: f64, order: u32, zeros: &[Zero; 12]) -> Option<f64> {
    if x > zeros[11].0 + 0.25 {
        return None;
    }
    // The zeros lie about pi apart.
    let guess = ((x - zeros[0].0) / PI).round().max(0.0) as usize;
    let (z, rest, slope) = zeros[guess.min(11)];
    let t = (x - z) - rest;
    if t.abs() > (z / 16.0).min(0.25) {
        return None;
    }
    const TERMS: usize = 14;
    let mut c = [0.0; TERMS];
    c[1] = slope;
    let z2 = z * z;
    let order2 = f64::from(order * order);
    for k in 0..TERMS - 2 {
        let i = k as f64;
        let mut sum = z * (2.0 * i + 1.0) * (i + 1.0) * c[k + 1] + (i * i + z2 - order2) * c[k];
        if k >= 1 {
            sum += 2.0 * z * c[k - 1];
        }
        if k >= 2 {
            sum += c[k - 2];
        }
        c[k + 2] = -sum / (z2 * (i + 2.0) * (i + 1.0));
    }
    let above = c[2..].iter().rev().fold(0.0, |sum, c| sum * t + c);
    Some(t * (slope + t * above))
}

/// `(f_(n-1), f_n)` from `f_0` and `f_1` by `f_(k+1) = (2k / x) f_k - f_(k-1)`, in pairs.
fn recurrence(f0: f64, f1: f64, x: f64, n: u32) -> (f64, f64) {
    let mut below = (f0, 0.0);
    let mut here = (f1, 0.0);
    for k in 1..n {
        let factor = quotient(2.0 * f64::from(k), (x, 0.0));
        let (p, e) = product(factor, here);
        let (s, r) = two_sum(p, -below.0);
        if !s.is_finite() {
            // Only a Y that has passed the largest number.
            return (f64::NEG_INFINITY, f64::NEG_INFINITY);
        }
        let next = (s, r + (e - below.1));
        below = here;
        here = next;
    }
    (below.0 + below.1, here.0 + here.1)
}

/// The power series, DLMF 10.2.2, where its terms fall from the start.
fn series(x: f64, n: u32) -> f64 {
    let q = -0.25 * x * x;
    let m = f64::from(n);
    let mut term = 1.0_f64;
    let mut sum = 1.0;
    let mut k = 1.0;
    while term.abs() > 1e-18 {
        term *= q / (k * (m + k));
        sum += term;
        k += 1.0;
    }
    first_term(0.5 * x, n) * sum
}

/// `h^n / n!`.
fn first_term(h: f64, n: u32) -> f64 {
    let m = f64::from(n);
    if n < 20 {
        let direct = h.powf(m) / fraction(m + 1.0).0.0;
        if direct.is_normal() {
            return direct;
        }
    }
    // Stirling: (e h / n)^n / sqrt(2 pi n) less the rest.
    let (p, e) = product((E, E_REST), (h, 0.0));
    let (q, r) = quotient(1.0, (m, 0.0));
    let half = power(product((p, e), (q, r)), 0.5 * m);
    half * (half / (2.0 * PI * m).sqrt()) * (-stirling_rest(m)).exp()
}

/// What `E` lacks.
const E_REST: f64 = 1.445_646_891_729_250_2e-16;

/// `J_(n+1)(x) / J_n(x)` for `x < n` by DLMF 10.10.1: Lentz's method tells how many terms it takes, and then they are
/// evaluated from the last, which does not add up errors.
fn continued_fraction(x: f64, n: f64) -> f64 {
    let mut c = 1e-300;
    let mut d = 0.0;
    let mut b = 2.0 * (n + 1.0) / x;
    let mut a = 1.0;
    let mut terms = 0;
    // For x < n < 1024 it needs some 400 steps at most.
    for _ in 0..2000 {
        d = 1.0 / (b + a * d);
        c = b + a / c;
        let delta = c * d;
        terms += 1;
        if (delta - 1.0).abs() < 1e-16 {
            break;
        }
        a = -1.0;
        b += 2.0 / x;
    }
    (1..=terms).rev().fold(0.0, |rest, k| 1.0 / (2.0 * (n + f64::from(k)) / x - rest))
}
