//! Roots as solvers give them: enums of arrays that grow by a root, generic over a trait of the author's, and searches
//! whose criterion is lent on to whoever asks it.

use std::ops::{Add, Div, Mul, Neg, Sub};
use wengert::prelude::*;

/// What the solvers ask of numbers; only floats have it.
trait Scalar:
    Copy
    + PartialOrd
    + From<i16>
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    fn zero() -> Self;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
}

impl Scalar for f64 {
    fn zero() -> f64 {
        0.0
    }
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }
    fn abs(self) -> f64 {
        f64::abs(self)
    }
}

#[derive(Debug, PartialEq)]
enum Roots<F: Scalar> {
    No([F; 0]),
    One([F; 1]),
    Two([F; 2]),
    Three([F; 3]),
    Four([F; 4]),
}

impl<F: Scalar> AsRef<[F]> for Roots<F> {
    fn as_ref(&self) -> &[F] {
        match self {
            &Roots::No(ref all) => all,
            &Roots::One(ref all) => all,
            &Roots::Two(ref all) => all,
            &Roots::Three(ref all) => all,
            &Roots::Four(ref all) => all,
        }
    }
}

impl<F: Scalar> Roots<F> {
    fn place_of(&self, root: F) -> (bool, usize) {
        let (mut there, mut place) = (false, 0);
        for r in self.as_ref().iter() {
            if *r == root {
                there = true;
                break;
            }
            if *r > root {
                break;
            }
            place += 1;
        }
        (there, place)
    }

    fn with(self, root: F) -> Self {
        match self {
            Roots::No(_) => Roots::One([root]),
            _ => {
                let (there, place) = self.place_of(root);
                if there {
                    return self;
                }
                let r = self.as_ref();
                match (r.len(), place) {
                    (1, 0) => Roots::Two([root, r[0]]),
                    (1, 1) => Roots::Two([r[0], root]),
                    (2, 0) => Roots::Three([root, r[0], r[1]]),
                    (2, 1) => Roots::Three([r[0], root, r[1]]),
                    (2, 2) => Roots::Three([r[0], r[1], root]),
                    (3, 0) => Roots::Four([root, r[0], r[1], r[2]]),
                    (3, 3) => Roots::Four([r[0], r[1], r[2], root]),
                    _ => panic!("no place for a root"),
                }
            }
        }
    }
}

fn quadratic<F: Scalar>(a: F, b: F, c: F) -> Roots<F> {
    let (two, four) = (F::from(2i16), F::from(4i16));
    let d = b * b - four * a * c;
    if d < F::zero() {
        Roots::No([])
    } else if d == F::zero() {
        Roots::One([-b / (two * a)])
    } else {
        let s = d.sqrt();
        let (p, q) = ((-b - s) / (two * a), (-b + s) / (two * a));
        if p < q { Roots::Two([p, q]) } else { Roots::Two([q, p]) }
    }
}

fn biquadratic<F: Scalar>(a: F, b: F, c: F) -> Roots<F> {
    let mut roots = Roots::No([]);
    for z in quadratic(a, b, c).as_ref().iter() {
        if *z > F::zero() {
            roots = roots.with(-z.sqrt()).with(z.sqrt());
        } else if *z == F::zero() {
            roots = roots.with(F::zero());
        }
    }
    roots
}

#[differentiable]
fn of_quadratic(x: f64, y: f64) -> f64 {
    match quadratic(1.0 + x, y - 4.0, x * y) {
        Roots::Two([p, q]) => p * 2.0 + q,
        Roots::One([p]) => p,
        _ => x * y,
    }
}

#[differentiable]
fn of_biquadratic(x: f64, y: f64) -> f64 {
    let roots = biquadratic(1.0, -4.0 - x, y);
    let weighted = roots.as_ref().iter().enumerate().map(|(k, r)| r * (k as f64 + 0.5));
    weighted.sum::<f64>() + roots.as_ref().len() as f64 * x
}

/// Without a root to begin with, and with references in patterns of pairs.
#[differentiable]
fn collected(x: f64, y: f64) -> f64 {
    let mut roots = Roots::No([]);
    for v in [x, y, -x] {
        if v > 0.0 {
            roots = roots.with(v);
        }
    }
    match (&roots, x > 1.0) {
        (&Roots::No(_), _) => y,
        (&Roots::One([r]), true) => r * r,
        (&Roots::One([r]), false) => r + y,
        (&Roots::Two([p, q]), _) => p * q,
        (other, _) => other.as_ref()[0],
    }
}

/// When a search ends.
trait Criterion<F> {
    fn is_root(&mut self, y: F) -> bool;
    fn is_narrow(&mut self, a: F, b: F) -> bool;
    fn is_enough(&mut self, steps: usize) -> bool;
}

/// A tolerance is one.
impl<F: Scalar> Criterion<F> for F {
    fn is_root(&mut self, y: F) -> bool {
        y.abs() < self.abs()
    }
    fn is_narrow(&mut self, a: F, b: F) -> bool {
        (a - b).abs() < self.abs()
    }
    fn is_enough(&mut self, steps: usize) -> bool {
        steps >= 40
    }
}

struct Counted {
    tolerance: f64,
    most: usize,
    asked: usize,
}

impl Criterion<f64> for Counted {
    fn is_root(&mut self, y: f64) -> bool {
        self.asked += 1;
        y.abs() < self.tolerance
    }
    fn is_narrow(&mut self, a: f64, b: f64) -> bool {
        (a - b).abs() < self.tolerance
    }
    fn is_enough(&mut self, steps: usize) -> bool {
        steps >= self.most
    }
}

struct Sample<F> {
    x: F,
    y: F,
}

struct Interval<F> {
    begin: Sample<F>,
    end: Sample<F>,
}

impl<F: Scalar> Interval<F> {
    fn is_narrow(&self, criterion: &mut dyn Criterion<F>) -> bool {
        criterion.is_narrow(self.begin.x, self.end.x)
    }
    fn secant(&self) -> F {
        self.begin.x - self.begin.y * (self.end.x - self.begin.x) / (self.end.y - self.begin.y)
    }
}

fn search<F, Func>(a: F, b: F, mut f: Func, criterion: &mut dyn Criterion<F>) -> Result<F, String>
where
    F: Scalar,
    Func: FnMut(F) -> F,
{
    let begin = Sample { x: a, y: f(a) };
    if criterion.is_root(begin.y) {
        return Ok(begin.x);
    }
    let mut interval = Interval { begin, end: Sample { x: b, y: f(b) } };
    let mut steps = 0;
    loop {
        let x = interval.secant();
        let sample = Sample { x, y: f(x) };
        if criterion.is_root(sample.y) {
            return Ok(sample.x);
        }
        interval.begin = Sample { x: interval.end.x, y: interval.end.y };
        interval.end = sample;
        if interval.is_narrow(criterion) {
            return Ok(interval.secant());
        }
        steps += 1;
        if criterion.is_enough(steps) {
            return Err("no root".into());
        }
    }
}

#[differentiable]
fn found(x: f64, y: f64) -> f64 {
    search(0.3, 2.0, |t| (1.0 + x) * t * t + y * t - 3.0, &mut 1e-13f64).unwrap()
}

#[differentiable]
fn found_with_a_count(x: f64, y: f64) -> f64 {
    let mut criterion = Counted { tolerance: 1e-13, most: 50, asked: 0 };
    let root = match search(0.3, 2.0, |t| t.exp() * (1.0 + x) + y * t - 5.0, &mut criterion) {
        Ok(root) => root,
        Err(_) => f64::NAN,
    };
    root * x + if criterion.asked > 2 { y } else { 0.0 }
}

#[test]
fn roots_move_with_coefficients() {
    let points = [[0.4, 0.3], [0.7, 2.5], [1.4, 0.8], [0.2, 3.9]];
    held_at!(points; of_quadratic of_biquadratic found found_with_a_count);
    held_at!([[0.4, 0.3], [1.4, -0.8], [-1.4, -0.8], [-0.2, 0.9]]; collected);
}
