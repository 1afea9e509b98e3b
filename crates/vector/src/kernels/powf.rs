//! The power with two variables.

use super::exp::{LN_2_HIGH, LN_2_LOW, exp_sum, polynomial};
use super::ln::split;

/// 2/(2k + 1) for k = 2 to 12, of the series of ln((1 + s) / (1 - s)) / s: further terms are below 2^-66.
const ODD: [f64; 11] = [
    2.0 / 5.0,
    2.0 / 7.0,
    2.0 / 9.0,
    2.0 / 11.0,
    2.0 / 13.0,
    2.0 / 15.0,
    2.0 / 17.0,
    2.0 / 19.0,
    2.0 / 21.0,
    2.0 / 23.0,
    2.0 / 25.0,
];
/// 2/3 in two numbers.
const TWO_THIRDS: [f64; 2] = [2.0 / 3.0, 3.700_743_415_417_188e-17];

/// A product in two numbers.
#[inline(always)]
fn product(a: f64, b: f64) -> (f64, f64) {
    let high = a * b;
    (high, a.mul_add(b, -high))
}

/// ln(x) for a positive x, in two numbers: 65 bits or more.
#[inline(always)]
fn ln_in_two(x: f64) -> (f64, f64) {
    let (k, m) = split(x);
    let f = m - 1.0;
    let below = 2.0 + f;
    let below_low = (2.0 - below) + f;
    let s = f / below;
    let s_low = ((-s).mul_add(below, f) - s * below_low) / below;
    let (z, z_low) = product(s, s);
    let z_low = (2.0 * s).mul_add(s_low, z_low);
    let tail = z * z * polynomial(ODD, z);
    // u = 2/3 z + tail, w = s u, and the logarithm of m is 2 s + w.
    let (c, c_low) = product(z, TWO_THIRDS[0]);
    let c_low = z.mul_add(TWO_THIRDS[1], z_low.mul_add(TWO_THIRDS[0], c_low));
    let u = c + tail;
    let u_low = (c - u) + tail + c_low;
    let (w, w_low) = product(s, u);
    let w_low = s.mul_add(u_low, s_low.mul_add(u, w_low));
    let h = 2.0 * s + w;
    let h_low = (2.0 * s - h) + w + 2.0f64.mul_add(s_low, w_low);
    // Its sum with k ln(2).
    let (e, e_low) = product(k, LN_2_HIGH);
    let sum = e + h;
    let part = sum - e;
    let error = (e - (sum - part)) + (h - part);
    (sum, error + (k.mul_add(LN_2_LOW, e_low) + h_low))
}

/// x^y for a positive finite `x` and a finite `y`.
#[inline(always)]
fn ordinary_power(x: f64, y: f64) -> f64 {
    let (high, low) = ln_in_two(x);
    let (e, e_low) = product(y, high);
    let e_low = y.mul_add(low, e_low);
    // Where the product overflows its error is NaN.
    let far = e.abs() > 1e3;
    exp_sum(if far { 1e3f64.copysign(e) } else { e }, if far { 0.0 } else { e_low })
}

/// x^y; error below 2 units in the last place.
///
/// The logarithm and its product with `y` are computed in two numbers each; where `x` is no positive number or `y` is not
/// finite, this is std's function.
///
/// ```
/// let y = vector::kernels::powf([2.0, 9.0, -2.0], [10.0, 0.5, 3.0]);
/// assert_eq!(y, [1024.0, 3.0, -8.0]);
/// ```
#[inline(always)]
pub fn powf<const N: usize>(x: [f64; N], y: [f64; N]) -> [f64; N] {
    let mut z = [0.0; N];
    for (z, (x, y)) in z.iter_mut().zip(x.into_iter().zip(y)) {
        *z = ordinary_power(x, y);
    }
    let mut odd = 0;
    for (x, y) in x.iter().zip(&y) {
        odd |= u64::from(extraordinary(*x, *y));
    }
    if odd != 0 {
        for (z, (&x, &y)) in z.iter_mut().zip(x.iter().zip(&y)).filter(|(_, (x, y))| extraordinary(**x, **y)) {
            *z = x.powf(y);
        }
    }
    z
}

#[inline(always)]
fn extraordinary(x: f64, y: f64) -> bool {
    let ordinary = (x > 0.0) & (x < f64::INFINITY) & (y.abs() < f64::INFINITY);
    !ordinary
}
