//! Functions with and without `math = "vector"`: the same text twice.

// The parameters of GradBench's functions, one by one, and its indices.
#![allow(clippy::needless_range_loop, clippy::too_many_arguments)]

/// Defines functions, and in a module `vector` beside them the same ones with `math = "vector"`.
///
/// ```
/// mod sums {
///     use wengert::differentiable;
///
///     bench::twice! {
///         /// A sum of exponentials.
///         #[differentiable]
///         pub fn growth(x: &[f64]) -> f64 {
///             let mut sum = 0.0;
///             for x in x {
///                 sum += x.exp();
///             }
///             sum
///         }
///     }
/// }
///
/// let (value, gradient) = sums::vector::growth::value_and_gradient(&[0.0, 1.0]);
/// assert!((value - sums::growth(&[0.0, 1.0])).abs() < 1e-15);
/// assert_eq!(gradient[0], 1.0);
/// ```
#[macro_export]
macro_rules! twice {
    ($($(#[doc = $doc:literal])* #[differentiable] pub fn $name:ident $signature:tt $(-> $result:ty)? $body:block)+) => {
        $($(#[doc = $doc])* #[differentiable] pub fn $name $signature $(-> $result)? $body)+

        /// The same functions, computed for many iterations at a time.
        pub mod vector {
            #[allow(unused_imports)]
            use super::*;

            $($(#[doc = $doc])* #[differentiable(math = "vector")] pub fn $name $signature $(-> $result)? $body)+
        }
    };
}

use crate::adjoints::gmm::constant_part;
use wengert::differentiable;

twice! {
    /// The logarithm of a sum of exponentials.
    #[differentiable]
    pub fn log_sum_exp(x: &[f64]) -> f64 {
        let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        for v in x {
            sum += (v - largest).exp();
        }
        sum.ln() + largest
    }

    /// The price of an arithmetic average call: `normals` holds `steps` draws for each path.
    #[differentiable]
    pub fn asian(spot: f64, rate: f64, volatility: f64, #[constant] normals: &[f64], steps: usize) -> f64 {
        let dt = 1.0 / steps as f64;
        let (drift, diffusion) = ((rate - 0.5 * volatility * volatility) * dt, volatility * dt.sqrt());
        let mut total = 0.0;
        for path in normals.chunks_exact(steps) {
            let (mut price, mut sum) = (spot, 0.0);
            for z in path {
                price *= (drift + diffusion * z).exp();
                sum += price;
            }
            total += (sum / steps as f64 - 95.0).max(0.0);
        }
        total * (-rate).exp() / (normals.len() / steps) as f64
    }

    /// The sum of prices by Black and Scholes, at strike 100 in a year without interest.
    #[differentiable]
    pub fn prices(spots: &[f64], volatilities: &[f64]) -> f64 {
        let mut total = 0.0;
        for (s, v) in spots.iter().zip(volatilities) {
            let d = ((s / 100.0).ln() + 0.5 * v * v) / v;
            total += s * wengert::functions::norm_cdf(d) - 100.0 * wengert::functions::norm_cdf(d - v);
        }
        total
    }

    /// The cross-entropy of a softmax, row by row.
    #[differentiable]
    pub fn cross_entropy(scores: &[f64], classes: usize) -> f64 {
        let mut total = 0.0;
        for row in scores.chunks_exact(classes) {
            let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = row.iter().map(|s| (s - largest).exp()).sum();
            total += sum.ln() + largest - row[0];
        }
        total
    }

    /// A chain of differential equations by Heun's method: no function in it.
    #[differentiable]
    pub fn chain(x: &[f64], steps: usize) -> f64 {
        let n = x.len();
        let h = 2.0 / steps as f64;
        let (mut y, mut first, mut second) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        for _ in 0..steps {
            for i in 1..n {
                first[i] = x[i] * (y[i - 1] + 1.0);
            }
            for i in 1..n {
                second[i] = x[i] * (y[i - 1] + h * first[i - 1] + 1.0);
            }
            for i in 1..n {
                y[i] += 0.5 * h * (first[i] + second[i]);
            }
        }
        y[n - 1]
    }

    /// A chain of differential equations by the classic Runge-Kutta method (GradBench's ode).
    #[differentiable]
    pub fn runge_kutta(x: &[f64], steps: usize) -> f64 {
        let n = x.len();
        let h = 2.0 / steps as f64;
        let mut y = vec![0.0; n];
        let (mut k1, mut k2, mut k3, mut k4) = (vec![0.0; n], vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        for _ in 0..steps {
            k1[0] = x[0];
            k2[0] = x[0];
            k3[0] = x[0];
            k4[0] = x[0];
            for i in 1..n {
                k1[i] = x[i] * y[i - 1];
            }
            for i in 1..n {
                k2[i] = x[i] * (y[i - 1] + 0.5 * h * k1[i - 1]);
            }
            for i in 1..n {
                k3[i] = x[i] * (y[i - 1] + 0.5 * h * k2[i - 1]);
            }
            for i in 1..n {
                k4[i] = x[i] * (y[i - 1] + h * k3[i - 1]);
            }
            for i in 0..n {
                y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
            }
        }
        y[n - 1]
    }

    /// The logarithm of the posterior of a Gaussian mixture (GradBench's gmm), of the parameters of
    /// [`adjoints::gmm`](mod@crate::adjoints::gmm).
    #[differentiable]
    pub fn mixture(
        alpha: &[f64],
        mu: &[f64],
        q: &[f64],
        l: &[f64],
        #[constant] points: &[f64],
        d: usize,
        m: usize,
        #[constant] gamma: f64,
    ) -> f64 {
        let (k, n, entries) = (alpha.len(), points.len() / d, d * (d - 1) / 2);
        let mut roots = vec![0.0; k * d];
        for i in 0..k * d {
            roots[i] = q[i].exp();
        }
        let mut scales = vec![0.0; k];
        for c in 0..k {
            for j in c * d..(c + 1) * d {
                scales[c] += q[j];
            }
        }
        let (mut away, mut at, mut terms) = (vec![0.0; d], vec![0.0; d], vec![0.0; k]);
        let mut total = 0.0;
        for point in points.chunks_exact(d) {
            for c in 0..k {
                for j in 0..d {
                    away[j] = point[j] - mu[c * d + j];
                    at[j] = roots[c * d + j] * away[j];
                }
                let mut p = c * entries;
                for i in 0..d {
                    for j in i + 1..d {
                        at[j] += l[p] * away[i];
                        p += 1;
                    }
                }
                let mut square = 0.0;
                for a in &at {
                    square += a * a;
                }
                terms[c] = alpha[c] + scales[c] - 0.5 * square;
            }
            total += log_sum_exp(&terms);
        }
        let mut squares = 0.0;
        for root in &roots {
            squares += root * root;
        }
        for entry in l {
            squares += entry * entry;
        }
        let mut prior = 0.5 * gamma * gamma * squares;
        for scale in &scales {
            prior -= m as f64 * scale;
        }
        total - n as f64 * log_sum_exp(alpha) - prior + constant_part(n, d, k, m, gamma)
    }
}
