//! Derivatives of the benchmark programs as a careful programmer writes them.
//!
//! Derivatives go to the caller's buffer. Values have the same bits as the program on `f64`, except
//! that of [`black_scholes`], whose last bits differ.

use crate::data::{ASIAN_STEPS, LORENZ_STEP};

/// Gradient of the Rosenbrock function, in blocks that vectorise; only the sum of the value, whose order
/// is fixed, is scalar. `gradient` holds `x.len()` values.
pub fn rosenbrock(x: &[f64], gradient: &mut [f64]) -> f64 {
    let last = x.len() - 1;
    let mut sweep = Sweep::default();
    sweep.blocks::<16>(x, gradient);
    sweep.blocks::<8>(x, gradient);
    sweep.blocks::<1>(x, gradient);
    gradient[last] = sweep.valley * 200.0;
    sweep.sum
}

/// How far the Rosenbrock gradient has come: the next index, the `x[i] - x[i-1]^2` before it, the value so far.
#[derive(Default)]
struct Sweep {
    next: usize,
    valley: f64,
    sum: f64,
}

impl Sweep {
    #[inline(always)]
    fn blocks<const B: usize>(&mut self, x: &[f64], gradient: &mut [f64]) {
        let last = x.len() - 1;
        let (left, right) = (&x[self.next..last], &x[self.next + 1..]);
        let pairs = left.chunks_exact(B).zip(right.chunks_exact(B));
        for ((a, b), g) in pairs.zip(gradient[self.next..last].chunks_exact_mut(B)) {
            let (mut valley, mut before, mut term) = ([0.0; B], [self.valley; B], [0.0; B]);
            for k in 0..B {
                let slope = a[k] - 1.0;
                valley[k] = b[k] - a[k] * a[k];
                term[k] = valley[k] * valley[k] * 100.0 + slope * slope;
            }
            before[1..].copy_from_slice(&valley[..B - 1]);
            for k in 0..B {
                g[k] = before[k] * 200.0 + (valley[k] * a[k] * -400.0 + (a[k] - 1.0) * 2.0);
            }
            for t in term {
                self.sum += t;
            }
            self.valley = valley[B - 1];
            self.next += B;
        }
    }
}

/// Hessian of the Rosenbrock function, dense and row-major; `hessian` holds `x.len()^2` values.
pub fn rosenbrock_hessian(x: &[f64], hessian: &mut [f64]) {
    let n = x.len();
    hessian.fill(0.0);
    for i in 0..n - 1 {
        hessian[i * (n + 1)] += x[i] * x[i] * 1200.0 - x[i + 1] * 400.0 + 2.0;
        hessian[(i + 1) * (n + 1)] = 200.0;
        hessian[i * n + i + 1] = x[i] * -400.0;
        hessian[(i + 1) * n + i] = x[i] * -400.0;
    }
}

/// The Hessian of the Rosenbrock function times `v`, which like `product` holds `x.len()` values.
pub fn rosenbrock_product(x: &[f64], v: &[f64], product: &mut [f64]) {
    product.fill(0.0);
    for i in 0..x.len() - 1 {
        let corner = (x[i] * x[i] * 3.0 - x[i + 1]) * 400.0 + 2.0;
        let side = x[i] * -400.0;
        product[i] += corner * v[i] + side * v[i + 1];
        product[i + 1] += side * v[i] + 200.0 * v[i + 1];
    }
}

/// The Hessian of log-sum-exp times `v`, which like `product` holds `x.len()` values: `p v - p (p . v)` entry by
/// entry, with the gradient p.
pub fn log_sum_exp_product(x: &[f64], v: &[f64], product: &mut [f64]) {
    log_sum_exp(x, product);
    let mean: f64 = product.iter().zip(v).map(|(p, v)| p * v).sum();
    for (p, v) in product.iter_mut().zip(v) {
        *p *= v - mean;
    }
}

/// Gradient of log-sum-exp: the exponentials over their sum; `gradient` holds `x.len()` values.
pub fn log_sum_exp(x: &[f64], gradient: &mut [f64]) -> f64 {
    let mut largest = x[0];
    for &xi in &x[1..] {
        if xi > largest {
            largest = xi;
        }
    }
    let mut sum = 0.0;
    for (g, xi) in gradient.iter_mut().zip(x) {
        *g = (xi - largest).exp();
        sum += *g;
    }
    let scale = 1.0 / sum;
    for g in gradient {
        *g *= scale;
    }
    sum.ln() + largest
}

/// Gradient of the Lorenz program by one sweep back over the steps, the four states of each kept in `states`.
pub fn lorenz(p: &[f64], steps: usize, states: &mut Vec<[[f64; 3]; 4]>, gradient: &mut [f64]) -> f64 {
    let h = LORENZ_STEP;
    let (sigma, rho, beta) = (p[0], p[1], p[2]);
    let slope = |s: [f64; 3]| [sigma * (s[1] - s[0]), s[0] * (rho - s[2]) - s[1], s[0] * s[1] - beta * s[2]];
    let along = |s: [f64; 3], k: [f64; 3], h: f64| [s[0] + k[0] * h, s[1] + k[1] * h, s[2] + k[2] * h];
    // `scale` times the transposed Jacobian of `slope` at s, applied to k. The Jacobian is scaled, not the product:
    // it does not wait for k.
    let back = |s: [f64; 3], scale: f64, k: [f64; 3]| {
        let (x, y, z) = (scale * s[0], scale * s[1], scale * (rho - s[2]));
        let (sigma, beta) = (scale * sigma, scale * beta);
        [z * k[1] - sigma * k[0] + y * k[2], sigma * k[0] - scale * k[1] + x * k[2], -(x * k[1] + beta * k[2])]
    };

    states.resize(steps, [[0.0; 3]; 4]);
    let mut s = [p[3], p[4], p[5]];
    for kept in &mut states[..] {
        let k1 = slope(s);
        let s2 = along(s, k1, 0.5 * h);
        let k2 = slope(s2);
        let s3 = along(s, k2, 0.5 * h);
        let k3 = slope(s3);
        let s4 = along(s, k3, h);
        let k4 = slope(s4);
        *kept = [s, s2, s3, s4];
        for i in 0..3 {
            s[i] += (k1[i] + (k2[i] + k3[i]) * 2.0 + k4[i]) * (h / 6.0);
        }
    }

    // The adjoint of the fourth slope, h / 6 times that of the state.
    let mut k4 = [h / 6.0; 3];
    let mut parameters = [0.0; 3];
    for &[s1, s2, s3, s4] in states.iter().rev() {
        let b4 = back(s4, h, k4);
        let k3 = [0, 1, 2].map(|i| 2.0 * k4[i] + b4[i]);
        let b3 = back(s3, 0.5 * h, k3);
        let k2 = [0, 1, 2].map(|i| 2.0 * k4[i] + b3[i]);
        let b2 = back(s2, 0.5 * h, k2);
        let k1 = [0, 1, 2].map(|i| k4[i] + b2[i]);
        let b1 = back(s1, h / 6.0, k1);
        for (s, k) in [(s1, k1), (s2, k2), (s3, k3), (s4, k4)] {
            parameters[0] += (s[1] - s[0]) * k[0];
            parameters[1] += s[0] * k[1];
            parameters[2] -= s[2] * k[2];
        }
        for i in 0..3 {
            k4[i] += (b4[i] + 2.0 * (b3[i] + b2[i])) * (1.0 / 6.0) + b1[i];
        }
    }
    gradient[..3].copy_from_slice(&parameters);
    gradient[3..].copy_from_slice(&k4.map(|k| k * (6.0 / h)));
    s[0] + s[1] + s[2]
}

/// Gradient of the Asian option: every price is `spot exp(j drift + diffusion w)`, with w the sum of j
/// draws, so three sums per path carry all that the five derivatives need.
pub fn asian(p: &[f64], normals: &[f64], gradient: &mut [f64]) -> f64 {
    let (spot, rate, volatility, time, strike) = (p[0], p[1], p[2], p[3], p[4]);
    let steps = ASIAN_STEPS as f64;
    let dt = time / steps;
    let root = dt.sqrt();
    let drift = (rate - volatility * volatility * 0.5) * dt;
    let diffusion = volatility * root;
    let (mut total, mut by_price, mut by_drift, mut by_diffusion, mut hits) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for path in normals.chunks_exact(ASIAN_STEPS) {
        let (mut price, mut walk, mut step) = (spot, 0.0, 0.0);
        let (mut sum, mut sum_step, mut sum_walk) = (0.0, 0.0, 0.0);
        for &z in path {
            price *= (drift + diffusion * z).exp();
            walk += z;
            step += 1.0;
            sum += price;
            sum_step += price * step;
            sum_walk += price * walk;
        }
        let payoff = sum / steps - strike;
        if payoff > 0.0 {
            total += payoff;
            by_price += sum;
            by_drift += sum_step;
            by_diffusion += sum_walk;
            hits += 1.0;
        }
    }
    let discount = (-rate * time).exp();
    let paths = (normals.len() / ASIAN_STEPS) as f64;
    let value = total * discount / paths;
    let scale = discount / (paths * steps);
    let (by_drift, by_diffusion) = (by_drift * scale, by_diffusion * scale);
    gradient[0] = by_price * scale / spot;
    gradient[1] = by_drift * dt - time * value;
    gradient[2] = by_diffusion * root - by_drift * volatility * dt;
    gradient[3] = (by_drift * drift + by_diffusion * diffusion * 0.5) / time - rate * value;
    gradient[4] = -hits * discount / paths;
    value
}

/// Black-Scholes price with its five Greeks in closed form; the density shares the exponential of the
/// distribution function.
pub fn black_scholes(p: &[f64], gradient: &mut [f64]) -> f64 {
    let (spot, strike, rate, volatility, time) = (p[0], p[1], p[2], p[3], p[4]);
    let root = time.sqrt();
    let deviation = volatility * root;
    let d1 = ((spot / strike).ln() + (rate + volatility * volatility * 0.5) * time) / deviation;
    let (n1, bell1) = norm_cdf_and_bell(d1);
    let (n2, _) = norm_cdf_and_bell(d1 - deviation);
    let discount = (-rate * time).exp();
    let bond = strike * discount * n2;
    // Half of sqrt(2 / pi) is 1 / sqrt(2 pi).
    let density = spot * bell1 * (std::f64::consts::FRAC_2_SQRT_PI * std::f64::consts::FRAC_1_SQRT_2 * 0.5);
    gradient[0] = n1;
    gradient[1] = -discount * n2;
    gradient[2] = time * bond;
    gradient[3] = density * root;
    gradient[4] = density * volatility / (root * 2.0) + rate * bond;
    spot * n1 - bond
}

/// The normal distribution function and `exp(-x^2 / 2)`.
fn norm_cdf_and_bell(x: f64) -> (f64, f64) {
    let a = x.abs();
    let bell = (a * a * -0.5).exp();
    let tail = if a < 7.07106781186547 {
        const P: [f64; 7] = [
            3.52624965998911e-2,
            0.700383064443688,
            6.37396220353165,
            33.912866078383,
            112.079291497871,
            221.213596169931,
            220.206867912376,
        ];
        const Q: [f64; 8] = [
            8.83883476483184e-2,
            1.75566716318264,
            16.064177579207,
            86.7807322029461,
            296.564248779674,
            637.333633378831,
            793.826512519948,
            440.413735824752,
        ];
        let horner = |c: &[f64]| c[1..].iter().fold(c[0], |sum, c| sum * a + c);
        bell * horner(&P) / horner(&Q)
    } else {
        let fraction = [4.0, 3.0, 2.0, 1.0].iter().fold(a + 0.65, |fraction, k| a + k / fraction);
        bell / (fraction * 2.506628274631)
    };
    (if x <= 0.0 { tail } else { 1.0 - tail }, bell)
}

/// Values `y` and Jacobian (row-major, two columns) of the waves.
pub fn waves(p: &[f64], y: &mut [f64], jacobian: &mut [[f64; 2]]) {
    let (a, b) = (p[0], p[1]);
    for (i, (y, row)) in y.iter_mut().zip(jacobian).enumerate() {
        let i = i as f64;
        let (sin, cos) = (a * i).sin_cos();
        let rate = i * -1e-3;
        let decay = (b * rate).exp();
        let wave = sin * decay;
        *y = wave + a * b;
        *row = [cos * decay * i + b, wave * rate + a];
    }
}
