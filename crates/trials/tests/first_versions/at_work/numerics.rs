//! Numerical methods as crates hold them: expressions, transforms, quadrature, interpolation, sparse solvers.

use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

/// An expression in one variable.
#[derive(Clone, Debug)]
enum Token {
    Number(f64),
    Variable,
    Add,
    Mul,
    Sin,
}

/// The value of an expression in reverse Polish notation.
#[differentiable]
fn evaluated(x: f64, #[constant] program: &[Token]) -> f64 {
    let mut stack: Vec<f64> = Vec::new();
    for token in program {
        match token {
            Token::Number(n) => stack.push(*n),
            Token::Variable => stack.push(x),
            Token::Add => {
                let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                stack.push(a + b);
            }
            Token::Mul => {
                let b = stack.pop().unwrap();
                let a = stack.pop().unwrap();
                stack.push(a * b);
            }
            Token::Sin => {
                if let Some(top) = stack.last_mut() {
                    *top = top.sin();
                }
            }
        }
    }
    stack.pop().unwrap_or(0.0)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}

#[differentiable]
impl std::ops::Add for Complex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Complex { re: self.re + o.re, im: self.im + o.im }
    }
}

#[differentiable]
impl std::ops::Sub for Complex {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Complex { re: self.re - o.re, im: self.im - o.im }
    }
}

#[differentiable]
impl std::ops::Mul for Complex {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Complex { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
    }
}

/// The transform of Cooley and Tukey, which calls itself on halves.
#[differentiable]
fn fft(x: &[Complex]) -> Vec<Complex> {
    let n = x.len();
    if n == 1 {
        return x.to_vec();
    }
    let even: Vec<Complex> = x.iter().step_by(2).copied().collect();
    let odd: Vec<Complex> = x.iter().skip(1).step_by(2).copied().collect();
    let (even, odd) = (fft(&even), fft(&odd));
    let mut out = vec![Complex { re: 0.0, im: 0.0 }; n];
    for k in 0..n / 2 {
        let angle = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
        let t = Complex { re: angle.cos(), im: angle.sin() } * odd[k];
        out[k] = even[k] + t;
        out[k + n / 2] = even[k] - t;
    }
    out
}

/// The power above a frequency.
#[differentiable]
fn high_power(signal: &[f64], cut: usize) -> f64 {
    let x: Vec<Complex> = signal.iter().map(|&re| Complex { re, im: 0.0 }).collect();
    fft(&x)[cut..].iter().map(|c| c.re * c.re + c.im * c.im).sum()
}

/// Gauss-Kronrod panels that are split where they are not good enough.
#[differentiable]
fn adaptive(a: f64, b: f64, k: f64) -> f64 {
    let f = |x: f64| (k * x).sin() / (1.0 + x * x);
    let simpson = |lo: f64, hi: f64| (hi - lo) / 6.0 * (f(lo) + 4.0 * f(0.5 * (lo + hi)) + f(hi));
    let mut stack = vec![(a, b, 0)];
    let mut total = 0.0;
    while let Some((lo, hi, depth)) = stack.pop() {
        let mid = 0.5 * (lo + hi);
        let whole = simpson(lo, hi);
        let halves = simpson(lo, mid) + simpson(mid, hi);
        if depth >= 6 || (halves - whole).abs() < 1e-4 {
            total += halves;
        } else {
            stack.push((lo, mid, depth + 1));
            stack.push((mid, hi, depth + 1));
        }
    }
    total
}

#[derive(Clone, Debug, Differentiable)]
struct CsrMatrix {
    values: Vec<f64>,
    #[constant]
    columns: Vec<usize>,
    #[constant]
    offsets: Vec<usize>,
}

#[differentiable]
impl CsrMatrix {
    fn mul_vec(&self, x: &[f64]) -> Vec<f64> {
        let mut y = Vec::with_capacity(self.offsets.len() - 1);
        for row in self.offsets.windows(2) {
            let mut sum = 0.0;
            for k in row[0]..row[1] {
                sum += self.values[k] * x[self.columns[k]];
            }
            y.push(sum);
        }
        y
    }
}

/// Conjugate gradients until the residual is small; what the solution is at one place.
#[differentiable]
fn conjugate_gradients(a: &CsrMatrix, b: &[f64], at: usize) -> f64 {
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    let mut x = vec![0.0; b.len()];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut rr = dot(&r, &r);
    for _ in 0..b.len() {
        if rr.sqrt() < 1e-12 {
            break;
        }
        let ap = a.mul_vec(&p);
        let alpha = rr / dot(&p, &ap);
        for i in 0..x.len() {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        let next = dot(&r, &r);
        let beta = next / rr;
        p = r.iter().zip(&p).map(|(r, p)| r + beta * p).collect();
        rr = next;
    }
    x[at]
}

/// Monotone cubic interpolation after Fritsch and Carlson.
#[differentiable]
fn monotone(ys: &[f64], #[constant] xs: &[f64], t: f64) -> f64 {
    let n = xs.len();
    let slopes: Vec<f64> = (0..n - 1).map(|i| (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i])).collect();
    let mut m = vec![slopes[0]];
    for i in 1..n - 1 {
        m.push(if slopes[i - 1] * slopes[i] <= 0.0 { 0.0 } else { 0.5 * (slopes[i - 1] + slopes[i]) });
    }
    m.push(slopes[n - 2]);
    for i in 0..n - 1 {
        if slopes[i] == 0.0 {
            m[i] = 0.0;
            m[i + 1] = 0.0;
            continue;
        }
        let (a, b) = (m[i] / slopes[i], m[i + 1] / slopes[i]);
        let h = a.hypot(b);
        if h > 3.0 {
            let tau = 3.0 / h;
            m[i] = tau * a * slopes[i];
            m[i + 1] = tau * b * slopes[i];
        }
    }
    let i = match xs.binary_search_by(|x| x.partial_cmp(&t).unwrap()) {
        Ok(i) => return ys[i],
        Err(0) => return ys[0],
        Err(i) if i == n => return ys[n - 1],
        Err(i) => i - 1,
    };
    let h = xs[i + 1] - xs[i];
    let s = (t - xs[i]) / h;
    let (s2, s3) = (s * s, s * s * s);
    (2.0 * s3 - 3.0 * s2 + 1.0) * ys[i]
        + (s3 - 2.0 * s2 + s) * h * m[i]
        + (3.0 * s2 - 2.0 * s3) * ys[i + 1]
        + (s3 - s2) * h * m[i + 1]
}

/// The coefficients of a product of polynomials that grow, and their value.
#[differentiable]
fn from_roots(roots: &[f64], at: f64) -> f64 {
    let mut c = vec![1.0];
    for root in roots {
        let mut next = vec![0.0; c.len() + 1];
        for (k, v) in c.iter().enumerate() {
            next[k] -= root * v;
            next[k + 1] += v;
        }
        c = next;
    }
    c.iter().rev().fold(0.0, |sum, v| sum * at + v)
}

/// The Legendre polynomials up to a degree, by their recurrence, kept as lists.
#[differentiable]
fn legendre(x: f64, degree: usize) -> f64 {
    let (mut before, mut now) = (vec![1.0], vec![0.0, 1.0]);
    for n in 1..degree {
        let mut next = vec![0.0; n + 2];
        for (k, c) in now.iter().enumerate() {
            next[k + 1] += (2 * n + 1) as f64 / (n + 1) as f64 * c;
        }
        for (k, c) in before.iter().enumerate() {
            next[k] -= n as f64 / (n + 1) as f64 * c;
        }
        before = now;
        now = next;
    }
    now.iter().enumerate().map(|(k, c)| c * x.powi(k as i32)).sum()
}

#[test]
fn expressions_and_polynomials() {
    let program = [Token::Variable, Token::Sin, Token::Number(2.0), Token::Variable, Token::Mul, Token::Add];
    let (value, g) = evaluated::value_and_gradient(0.7, &program);
    held(&[0.7], |x| evaluated(x[0], &program), value, &[g]);
    let x = [0.5, -1.2, 2.0, 0.3];
    let (value, (mut g, at)) = from_roots::value_and_gradient(&x[..3], x[3]);
    g.push(at);
    held(&x, |x| from_roots(&x[..3], x[3]), value, &g);
    let (value, g) = legendre::value_and_gradient(0.4, 5);
    held(&[0.4], |x| legendre(x[0], 5), value, &[g]);
}

#[test]
fn transforms_and_integrals() {
    let x = [0.3, 1.1, -0.4, 0.8, 0.2, -0.9, 0.5, 0.1];
    let (value, g) = high_power::value_and_gradient(&x, 3);
    held(&x, |x| high_power(x, 3), value, &g);
    let x = [0.1, 2.0, 3.0];
    let (value, g) = adaptive::value_and_gradient(x[0], x[1], x[2]);
    held(&x, |x| adaptive(x[0], x[1], x[2]), value, &[g.0, g.1, g.2]);
}

#[test]
fn systems_and_curves() {
    let of = |x: &[f64]| CsrMatrix {
        values: x[..7].to_vec(),
        columns: vec![0, 1, 0, 1, 2, 1, 2],
        offsets: vec![0, 2, 5, 7],
    };
    let x = [4.0, 1.0, 1.0, 3.0, 0.5, 0.5, 2.0, 1.0, 2.0, 3.0];
    let (value, (a, b)) = conjugate_gradients::value_and_gradient(&of(&x), &x[7..], 1);
    held(&x, |x| conjugate_gradients(&of(x), &x[7..], 1), value, &[a.values, b].concat());
    let xs = [0.0, 1.0, 2.5, 3.0];
    let x = [0.1, 0.9, 1.0, 2.7, 1.8];
    let (value, (mut g, t)) = monotone::value_and_gradient(&x[..4], &xs, x[4]);
    g.push(t);
    held(&x, |x| monotone(&x[..4], &xs, x[4]), value, &g);
}
