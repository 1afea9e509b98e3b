//! Code over `num_traits::Float`, as published crates write it: test functions of optimisers, splines, distributions.

use num_traits::{Float, FloatConst, FromPrimitive, NumCast, One, Zero};
use std::iter::Sum;

pub fn sphere<T: Float + FromPrimitive + Sum>(param: &[T]) -> T {
    param.iter().map(|x| x.powi(2)).sum()
}

pub fn rosenbrock<T>(param: &[T]) -> T
where
    T: Float + FromPrimitive + Sum,
{
    rosenbrock_ab(param, T::from_f64(1.0).unwrap(), T::from_f64(100.0).unwrap())
}

pub fn rosenbrock_ab<T>(param: &[T], a: T, b: T) -> T
where
    T: Float + FromPrimitive + Sum,
{
    param.iter().zip(param.iter().skip(1)).map(|(&xi, &xi1)| (a - xi).powi(2) + b * (xi1 - xi.powi(2)).powi(2)).sum()
}

pub fn ackley<T>(param: &[T]) -> T
where
    T: Float + FromPrimitive + FloatConst + Sum,
{
    let n1 = T::from_f64(0.2).unwrap();
    let a = T::from_f64(20.0).unwrap();
    let n = T::from_usize(param.len()).unwrap();
    let s1: T = param.iter().map(|x| x.powi(2)).sum();
    let s2: T = param.iter().map(|&x| (T::PI() * (T::one() + T::one()) * x).cos()).sum();
    -a * (-n1 * ((T::one() / n) * s1).sqrt()).exp() - ((T::one() / n) * s2).exp() + a + T::one().exp()
}

pub fn beale<T: Float + FromPrimitive>(param: &[T; 2]) -> T {
    let [x1, x2] = *param;
    let (n1, n2, n3) = (T::from_f64(1.5).unwrap(), T::from_f64(2.25).unwrap(), T::from_f64(2.625).unwrap());
    (n1 - x1 + x1 * x2).powi(2) + (n2 - x1 + x1 * (x2.powi(2))).powi(2) + (n3 - x1 + x1 * (x2.powi(3))).powi(2)
}

pub fn rastrigin<T: Float + FloatConst>(x: &[T], a: T) -> T {
    let two_pi = T::PI() + T::PI();
    let n = <T as NumCast>::from(x.len()).unwrap();
    x.iter().fold(a * n, |s, &v| s + v * v - a * (two_pi * v).cos())
}

pub fn styblinski<T: Float>(x: &[T]) -> T {
    let c = |v: f64| T::from(v).unwrap();
    let s = x.iter().fold(T::zero(), |s, v| s + v.powi(4) - c(16.0) * v.powi(2) + c(5.0) * *v);
    s / c(2.0)
}

pub fn horner<T: Float>(coefficients: &[T], x: T) -> T {
    let mut acc = T::zero();
    for &c in coefficients.iter().rev() {
        acc = acc * x + c;
    }
    acc
}

pub fn norm<T: Float + Sum>(v: &[T]) -> Option<T> {
    let m = v.iter().copied().fold(T::neg_infinity(), |a, b| a.max(b.abs()));
    if m <= T::epsilon() {
        return None;
    }
    Some(m * v.iter().map(|x| (*x / m).powi(2)).sum::<T>().sqrt())
}

pub fn lerp<T: Float>(xs: &[T], ys: &[T], x: T) -> T {
    let k = xs.iter().position(|&v| v > x).unwrap_or(xs.len() - 1).max(1);
    let t = (x - xs[k - 1]) / (xs[k] - xs[k - 1]);
    ys[k - 1] * (T::one() - t) + ys[k] * t
}

#[derive(Clone, Debug)]
pub struct Spline<T> {
    knots: Vec<T>,
    values: Vec<T>,
    slopes: Vec<T>,
}

impl<T: Float> Spline<T> {
    pub fn new(knots: Vec<T>, values: Vec<T>) -> Self {
        let n = knots.len();
        let mut slopes = vec![T::zero(); n];
        for i in 1..n - 1 {
            slopes[i] = (values[i + 1] - values[i - 1]) / (knots[i + 1] - knots[i - 1]);
        }
        Spline { knots, values, slopes }
    }

    pub fn at(&self, x: T) -> T {
        let k = self.knots.partition_point(|&v| v <= x).saturating_sub(1).min(self.knots.len() - 2);
        let h = self.knots[k + 1] - self.knots[k];
        let t = (x - self.knots[k]) / h;
        let two = T::one() + T::one();
        let three = two + T::one();
        let (t2, t3) = (t * t, t.powi(3));
        (two * t3 - three * t2 + T::one()) * self.values[k]
            + (t3 - two * t2 + t) * h * self.slopes[k]
            + (three * t2 - two * t3) * self.values[k + 1]
            + (t3 - t2) * h * self.slopes[k + 1]
    }

    pub fn total(&self, xs: &[T]) -> T {
        let mut s = T::zero();
        for x in xs {
            s = s + self.at(*x);
        }
        s
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual2<T> {
    re: T,
    im: T,
}

impl<T: Float> std::ops::Add for Dual2<T> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Dual2 { re: self.re + o.re, im: self.im + o.im }
    }
}

impl<T: Float> std::ops::Mul for Dual2<T> {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Dual2 { re: self.re * o.re, im: self.re * o.im + self.im * o.re }
    }
}

pub fn poly<T: Float>(x: Dual2<T>, c: &[T]) -> Dual2<T> {
    c.iter().fold(Dual2 { re: T::zero(), im: T::zero() }, |acc, &c| acc * x + Dual2 { re: c, im: Zero::zero() })
}

pub fn mean<T>(data: &[T]) -> T
where
    T: Copy + Zero + std::ops::Add<Output = T> + std::ops::Div<Output = T> + FromPrimitive,
{
    let mut s = T::zero();
    for &x in data {
        s = s + x;
    }
    s / T::from_usize(data.len()).unwrap()
}

pub fn product<T: One + Copy>(data: &[T]) -> T {
    data.iter().fold(T::one(), |p, x| p * *x)
}

pub fn bisect<T: Float, F: Fn(T) -> T>(f: F, mut lo: T, mut hi: T, tol: T) -> Result<T, &'static str> {
    let two = T::from(2).unwrap();
    if f(lo) * f(hi) > T::zero() {
        return Err("no sign change");
    }
    while hi - lo > tol {
        let mid = (lo + hi) / two;
        if f(mid).is_sign_positive() == f(hi).is_sign_positive() { hi = mid } else { lo = mid }
    }
    Ok((lo + hi) / two)
}

pub fn newton<T: Float>(f: impl Fn(T) -> (T, T), x0: T, n: usize) -> T {
    (0..n).fold(x0, |x, _| {
        let (y, dy) = f(x);
        x - y / dy
    })
}

pub fn haversine<T: Float>(a: (T, T), b: (T, T), radius: T) -> T {
    let (dlat, dlon) = ((b.0 - a.0).to_radians(), (b.1 - a.1).to_radians());
    let half = T::from(0.5).unwrap();
    let h = (dlat * half).sin().powi(2) + a.0.to_radians().cos() * b.0.to_radians().cos() * (dlon * half).sin().powi(2);
    radius * h.sqrt().min(T::one()).asin() * T::from(2.0).unwrap()
}
