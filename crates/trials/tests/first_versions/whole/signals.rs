//! Signal processing: own Complex with operators, FFT recursive and iterative, IIR filters, windows, autocorrelation.
use super::super::held;
use std::f64::consts::PI;
use std::ops::{Add, Mul, Neg, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
pub struct Complex {
    pub re: f64,
    pub im: f64,
}

impl Complex {
    pub const I: Complex = Complex { re: 0.0, im: 1.0 };
    pub fn new(re: f64, im: f64) -> Self {
        Complex { re, im }
    }
    pub fn cis(phi: f64) -> Self {
        Complex::new(phi.cos(), phi.sin())
    }
    pub fn norm_sqr(&self) -> f64 {
        self.re * self.re + self.im * self.im
    }
    pub fn arg(&self) -> f64 {
        self.im.atan2(self.re)
    }
}
impl Add for Complex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::new(self.re + o.re, self.im + o.im)
    }
}
impl Sub for Complex {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self::new(self.re - o.re, self.im - o.im)
    }
}
impl Mul for Complex {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}
impl Mul<f64> for Complex {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Self::new(self.re * k, self.im * k)
    }
}
impl Neg for Complex {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.re, -self.im)
    }
}
impl From<f64> for Complex {
    fn from(re: f64) -> Self {
        Complex { re, im: 0.0 }
    }
}
impl std::iter::Sum for Complex {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Complex::default(), |a, b| a + b)
    }
}

fn fft(x: &[Complex]) -> Vec<Complex> {
    let n = x.len();
    if n == 1 {
        return x.to_vec();
    }
    let even: Vec<Complex> = x.iter().step_by(2).copied().collect();
    let odd: Vec<Complex> = x.iter().skip(1).step_by(2).copied().collect();
    let (e, o) = (fft(&even), fft(&odd));
    let mut out = vec![Complex::default(); n];
    for k in 0..n / 2 {
        let t = Complex::cis(-2.0 * PI * k as f64 / n as f64) * o[k];
        out[k] = e[k] + t;
        out[k + n / 2] = e[k] - t;
    }
    out
}

fn fft_in_place(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    let bits = n.trailing_zeros();
    for i in 0..n {
        let j = (i as u32).reverse_bits() as usize >> (32 - bits);
        if j > i {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut len = 2;
    while len <= n {
        let ang = -2.0 * PI / len as f64;
        for start in (0..n).step_by(len) {
            for k in 0..len / 2 {
                let (s, c) = (ang * k as f64).sin_cos();
                let (i, j) = (start + k, start + k + len / 2);
                let (tr, ti) = (re[j] * c - im[j] * s, re[j] * s + im[j] * c);
                re[j] = re[i] - tr;
                im[j] = im[i] - ti;
                re[i] += tr;
                im[i] += ti;
            }
        }
        len <<= 1;
    }
}

#[differentiable]
pub fn power_in_band(x: &[f64], lo: usize, hi: usize) -> f64 {
    let spectrum = fft(&x.iter().map(|&v| Complex::from(v)).collect::<Vec<_>>());
    spectrum[lo..hi].iter().map(Complex::norm_sqr).sum()
}

#[differentiable]
pub fn power_in_place(x: &[f64]) -> f64 {
    let mut re = x.to_vec();
    let mut im = vec![0.0; x.len()];
    fft_in_place(&mut re, &mut im);
    re.iter().zip(&im).enumerate().map(|(k, (r, i))| k as f64 * (r * r + i * i)).sum()
}

#[derive(Clone, Debug, Differentiable)]
pub struct Biquad {
    pub b: [f64; 3],
    pub a: [f64; 2],
}

#[differentiable]
impl Biquad {
    pub fn low_pass(f0: f64, q: f64) -> Self {
        let w = 2.0 * PI * f0;
        let alpha = w.sin() / (2.0 * q);
        let a0 = 1.0 + alpha;
        let c = 1.0 - w.cos();
        Biquad { b: [c / 2.0 / a0, c / a0, c / 2.0 / a0], a: [-2.0 * w.cos() / a0, (1.0 - alpha) / a0] }
    }
    pub fn run(&self, x: &[f64]) -> Vec<f64> {
        let (mut z1, mut z2) = (0.0, 0.0);
        x.iter()
            .map(|&x| {
                let y = self.b[0] * x + z1;
                z1 = self.b[1] * x - self.a[0] * y + z2;
                z2 = self.b[2] * x - self.a[1] * y;
                y
            })
            .collect()
    }
    pub fn response(&self, w: f64) -> Complex {
        let z = Complex::cis(-w);
        let num = Complex::from(self.b[0]) + z * self.b[1] + z * z * self.b[2];
        let den = Complex::from(1.0) + z * self.a[0] + z * z * self.a[1];
        let d = den.norm_sqr();
        num * Complex::new(den.re / d, -den.im / d)
    }
}

#[differentiable]
pub fn filter_cost(f0: f64, q: f64, x: &[f64], target: &[f64]) -> f64 {
    let f = Biquad::low_pass(f0, q);
    let y = f.run(x);
    let h = f.response(0.3);
    y.iter().zip(target).map(|(a, b)| (a - b).powi(2)).sum::<f64>() + 1e-2 * h.norm_sqr() + 1e-3 * h.arg()
}

#[derive(Clone, Copy, Debug)]
pub enum Window {
    Rect,
    Hann,
    Kaiser { beta: f64 },
}

fn bessel_i0(x: f64) -> f64 {
    let (mut sum, mut term, mut k) = (1.0, 1.0, 1);
    while term > 1e-12 * sum {
        term *= (x / (2.0 * k as f64)).powi(2);
        sum += term;
        k += 1;
    }
    sum
}

impl Window {
    fn at(&self, i: usize, n: usize) -> f64 {
        let t = i as f64 / (n - 1) as f64;
        match self {
            Self::Rect => 1.0,
            Self::Hann => 0.5 - 0.5 * (2.0 * PI * t).cos(),
            Self::Kaiser { beta } => {
                bessel_i0(beta * (1.0 - (2.0 * t - 1.0).powi(2)).max(0.0).sqrt()) / bessel_i0(*beta)
            }
        }
    }
}

#[differentiable]
pub fn goertzel(x: &[f64], f: f64, #[constant] window: Window) -> f64 {
    let c = 2.0 * (2.0 * PI * f).cos();
    let (s1, s2) =
        x.iter().enumerate().fold((0.0, 0.0), |(s1, s2), (i, v)| (v * window.at(i, x.len()) + c * s1 - s2, s1));
    s1 * s1 + s2 * s2 - c * s1 * s2
}

#[differentiable]
pub fn autocorrelation(x: &[f64], max_lag: usize) -> Vec<f64> {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    let c0: f64 = x.iter().map(|v| (v - mean).powi(2)).sum();
    (1..=max_lag)
        .map(|k| x.iter().zip(x.iter().skip(k)).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>() / c0)
        .collect()
}

#[test]
fn spectra_and_filters() {
    let x: Vec<f64> = (0..8).map(|k| (1.3 * k as f64).sin() + 0.2 * k as f64).collect();
    let (value, g) = power_in_band::value_and_gradient(&x, 1, 4);
    held(&x, |x| power_in_band(x, 1, 4), value, &g);
    let (value, g) = power_in_place::value_and_gradient(&x);
    held(&x, power_in_place, value, &g);
    let target = [0.1; 8];
    let (value, (f0, q, by_x, _)) = filter_cost::value_and_gradient(0.11, 0.8, &x, &target);
    held(&[0.11, 0.8], |p| filter_cost(p[0], p[1], &x, &target), value, &[f0, q]);
    held(&x, |x| filter_cost(0.11, 0.8, x, &target), value, &by_x);
    for window in [Window::Rect, Window::Hann, Window::Kaiser { beta: 5.0 }] {
        let (value, (by_x, by_f)) = goertzel::value_and_gradient(&x, 0.17, window);
        held(&[0.17], |f| goertzel(&x, f[0], window), value, &[by_f]);
        held(&x, |x| goertzel(x, 0.17, window), value, &by_x);
    }
    let (value, g) = autocorrelation::vjp(&x, 2, &[1.0, 0.5]);
    held(&x, |x| autocorrelation(x, 2)[0] + 0.5 * autocorrelation(x, 2)[1], value[0] + 0.5 * value[1], &g);
}
