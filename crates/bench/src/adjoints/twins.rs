//! The same functions on any number, for the tape; `crate::programs` brings the others.

use std::f64::consts::FRAC_1_SQRT_2;

use wengert::Real;
use wengert::functions::erfc;

fn constant<T: Real>(c: f64) -> T {
    T::from(c)
}

fn value<T: Real>(x: T) -> f64 {
    x.value()
}

crate::programs!(pub [T: Real] T);

/// [`black_scholes()`](super::black_scholes::black_scholes()); the twin by Hart's function is [`black_scholes()`].
pub fn black_scholes_by_erfc<T: Real>(p: &[T]) -> T {
    let deviation = p[3] * p[4].sqrt();
    let d1 = ((p[0] / p[1]).ln() + (p[2] + p[3] * p[3] * 0.5) * p[4]) / deviation;
    let cdf = |x: T| erfc(-x * FRAC_1_SQRT_2) * 0.5;
    p[0] * cdf(d1) - p[1] * (-p[2] * p[4]).exp() * cdf(d1 - deviation)
}

/// [`gmm()`](super::gmm::gmm()) less its constant part; `p` holds alpha, mu, q and l one after the other.
pub fn gmm<T: Real>(p: &[T], x: &[f64], k: usize, d: usize, m: usize, gamma: f64) -> T {
    let (alpha, rest) = p.split_at(k);
    let (mu, rest) = rest.split_at(k * d);
    let (q, l) = rest.split_at(k * d);
    let entries = d * (d - 1) / 2;
    let diagonals: Vec<T> = q.iter().map(|q| q.exp()).collect();
    let sums: Vec<T> = q.chunks_exact(d).map(|q| q.iter().sum()).collect();
    let mut scaled: Vec<T> = vec![constant(0.0); d];
    let mut terms = sums.clone();
    let mut total: T = constant(0.0);
    for point in x.chunks_exact(d) {
        for c in 0..k {
            for j in 0..d {
                scaled[j] = (-mu[c * d + j] + point[j]) * diagonals[c * d + j];
            }
            let mut p = c * entries;
            for a in 0..d {
                let centered = -mu[c * d + a] + point[a];
                for b in a + 1..d {
                    scaled[b] += l[p] * centered;
                    p += 1;
                }
            }
            terms[c] = alpha[c] + sums[c] - square_norm(&scaled) * 0.5;
        }
        total += log_sum_exp(&terms);
    }
    let mut prior: T = constant(0.0);
    for c in 0..k {
        let squares = square_norm(&diagonals[c * d..(c + 1) * d]) + square_norm(&l[c * entries..(c + 1) * entries]);
        prior += squares * (0.5 * gamma * gamma) - sums[c] * m as f64;
    }
    total - log_sum_exp(alpha) * ((x.len() / d) as f64) - prior
}

fn square_norm<T: Real>(x: &[T]) -> T {
    let mut sum: T = constant(0.0);
    for &x in x {
        sum += x * x;
    }
    sum
}

/// [`lstm()`](super::lstm::lstm()); `p` holds the main parameters and then the extra ones.
pub fn lstm<T: Real>(p: &[T], state: &[f64], sequence: &[f64], layers: usize, b: usize) -> T {
    let (main, extra) = p.split_at(8 * layers * b);
    let times = sequence.len() / b;
    let mut s: Vec<T> = state.iter().map(|&s| constant(s)).collect();
    let sigmoid = |x: T| ((-x).exp() + 1.0).recip();
    let mut total: T = constant(0.0);
    for t in 0..times - 1 {
        let mut x: Vec<T> = (0..b).map(|j| extra[j] * sequence[t * b + j]).collect();
        for i in 0..layers {
            let (weight, bias) = main[8 * i * b..(8 * i + 8) * b].split_at(4 * b);
            for j in 0..b {
                let (hidden, cell) = (s[2 * i * b + j], s[(2 * i + 1) * b + j]);
                let forget = sigmoid(x[j] * weight[j] + bias[j]);
                let input = sigmoid(hidden * weight[b + j] + bias[b + j]);
                let output = sigmoid(x[j] * weight[2 * b + j] + bias[2 * b + j]);
                let change = (hidden * weight[3 * b + j] + bias[3 * b + j]).tanh();
                let cell = cell * forget + input * change;
                x[j] = output * cell.tanh();
                s[2 * i * b + j] = x[j];
                s[(2 * i + 1) * b + j] = cell;
            }
        }
        let y: Vec<T> = (0..b).map(|j| x[j] * extra[b + j] + extra[2 * b + j]).collect();
        let mut sum: T = constant(2.0);
        for y in &y {
            sum += y.exp();
        }
        let shift = sum.ln();
        for j in 0..b {
            total += (y[j] - shift) * sequence[(t + 1) * b + j];
        }
    }
    -total / ((times - 1) * b) as f64
}

/// [`llsq()`](super::llsq::llsq()).
pub fn llsq<T: Real>(x: &[T], n: usize) -> T {
    let mut sum: T = constant(0.0);
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
        let mut residual: T = constant(if t == 0.0 { 0.0 } else { t.signum() });
        let mut power = 1.0;
        for &xj in x {
            residual -= xj * power;
            power *= t;
        }
        sum += residual * residual * 0.5;
    }
    sum
}

/// [`ode()`](super::ode::ode()).
pub fn ode<T: Real>(x: &[T], steps: usize) -> T {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let slope = |y: &[T]| -> Vec<T> { (0..n).map(|i| if i == 0 { x[0] } else { x[i] * y[i - 1] }).collect() };
    let along = |y: &[T], k: &[T], h: f64| -> Vec<T> { y.iter().zip(k).map(|(&y, &k)| y + k * h).collect() };
    let mut y: Vec<T> = vec![constant(0.0); n];
    for _ in 0..steps {
        let k1 = slope(&y);
        let k2 = slope(&along(&y, &k1, 0.5 * h));
        let k3 = slope(&along(&y, &k2, 0.5 * h));
        let k4 = slope(&along(&y, &k3, h));
        for i in 0..n {
            y[i] += (k1[i] + k2[i] * 2.0 + k3[i] * 2.0 + k4[i]) * (h / 6.0);
        }
    }
    y[n - 1]
}
