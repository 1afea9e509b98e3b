//! Traits of numbers in recorded functions: with constants, of lists too, on types over what has them, and `From` for a
//! number.

use super::near;
use std::ops::{Add, Mul};
use wengert::prelude::*;

trait Scalar: Copy + Add<Output = Self> + Mul<Output = Self> {
    const NIL: Self;
    const NAME: &'static str;
    const SCALE: f64;
    const PAIR: [Self; 2];
    const FIRST: Self = Self::PAIR[0];
    fn lift(x: f64) -> Self;
    fn size(self) -> f64;
    fn moved(self) -> Self {
        Self::NIL + self + Self::FIRST
    }
}

impl Scalar for f64 {
    const NIL: f64 = 0.0;
    const NAME: &'static str = "f64";
    const SCALE: f64 = 2.0;
    const PAIR: [Self; 2] = [1.5, 2.5];
    fn lift(x: f64) -> f64 {
        x
    }
    fn size(self) -> f64 {
        self.abs()
    }
}

#[derive(Clone, Copy)]
struct Slope<T> {
    re: T,
    by: T,
}

impl<T: Scalar> Add for Slope<T> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Slope { re: self.re + o.re, by: self.by + o.by }
    }
}

impl<T: Scalar> Mul for Slope<T> {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Slope { re: self.re * o.re, by: self.re * o.by + self.by * o.re }
    }
}

impl<T: Scalar> Scalar for Slope<T> {
    const NIL: Self = Slope { re: T::NIL, by: T::NIL };
    const NAME: &'static str = "slope";
    const SCALE: f64 = 3.0 * T::SCALE;
    const PAIR: [Self; 2] = [Slope { re: T::PAIR[0], by: T::NIL }, Self::NIL];
    fn lift(x: f64) -> Self {
        Slope { re: T::lift(x), by: T::NIL }
    }
    fn size(self) -> f64 {
        self.re.size()
    }
}

fn horner<S: Scalar>(c: &[f64], x: S) -> S {
    c.iter().rev().fold(S::NIL, |acc, c| acc * x + S::lift(*c))
}

fn total<S: Scalar>(x: &[S]) -> f64 {
    x.iter().fold(S::NIL, |a, b| a + b.moved()).size() * S::SCALE + S::NAME.len() as f64
}

#[differentiable(tape)]
fn slope_at(a: f64, b: f64) -> f64 {
    let c = [a, b, 0.5];
    let d = horner(&c, Slope { re: a, by: 1.0 });
    let sums = total(&[a, b]) * total(&[d, Slope::<f64>::NIL]);
    d.by * horner(&c, b) + sums + f64::NIL + <f64 as Scalar>::SCALE * Slope::<f64>::PAIR[0].re
}

enum Tree<T> {
    Leaf(T),
    Node(Box<Tree<T>>, Box<Tree<T>>),
}

impl<T: Scalar> Tree<T> {
    fn of(x: T, n: usize) -> Self {
        match n {
            0 => Tree::Leaf(x),
            n => Tree::Node(Box::new(Tree::of(x, n - 1)), Box::new(Self::of(x * x, n - 1))),
        }
    }
    fn sum(&self) -> T {
        match self {
            Tree::Leaf(x) => *x,
            Tree::Node(a, b) => a.sum() + b.sum(),
        }
    }
}

impl Tree<f64> {
    fn weighed(&self, k: f64) -> f64 {
        match self {
            Tree::Leaf(x) => x * k,
            Tree::Node(a, b) => a.weighed(k * 2.0) + b.weighed(k),
        }
    }
}

#[derive(Clone, Copy)]
struct Pair<T> {
    x: T,
    y: T,
}

impl Add for Pair<f64> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Pair { x: self.x + o.x, y: self.y + o.y }
    }
}

impl<T: Copy> Pair<T> {
    fn swap(&self) -> Pair<T> {
        Pair { x: self.y, y: self.x }
    }
}

struct Curve<F> {
    f: F,
    n: usize,
}

impl<F: Fn(f64) -> f64> Curve<F> {
    fn at(&self, x: f64) -> f64 {
        (0..self.n).fold(x, |x, _| (self.f)(x))
    }
}

#[differentiable(tape)]
fn of_types(a: f64, b: f64) -> f64 {
    let t = Tree::of(a, 3);
    let q = Pair { x: a, y: b } + Pair { x: a, y: b * a }.swap();
    let n = Pair { x: 1_usize, y: 2 }.swap();
    let trees = t.sum() * b + t.weighed(b) + Tree::of(Slope { re: a, by: b }, 2).sum().by;
    trees + q.x * q.y + n.x as f64 * b + Curve { f: |x: f64| x * b, n: 3 }.at(a)
}

trait Middle {
    fn middle(&self) -> f64;
    fn twice(&self) -> f64 {
        self.middle() * 2.0
    }
}

impl Middle for f64 {
    fn middle(&self) -> f64 {
        *self * 0.5
    }
}

impl Middle for [f64] {
    fn middle(&self) -> f64 {
        self.iter().sum::<f64>() / self.len() as f64
    }
}

impl Middle for Vec<f64> {
    fn middle(&self) -> f64 {
        self.as_slice().middle()
    }
}

impl Middle for (f64, f64) {
    fn middle(&self) -> f64 {
        (self.0 + self.1) * 0.5
    }
}

#[derive(Clone, Copy)]
struct Kelvin(f64);

impl Middle for Kelvin {
    fn middle(&self) -> f64 {
        self.0
    }
}

fn all_of<M: Middle + ?Sized>(m: &M) -> f64 {
    m.middle() + m.twice()
}

#[differentiable(tape)]
fn of_lists(a: f64, b: f64) -> f64 {
    let v = vec![a, a * b];
    let parts = a.middle() + v.middle() * [a, b][..].middle().sin() + (a, b).twice();
    parts + all_of(&v) * all_of(&a) + all_of(&Kelvin(b))
}

impl From<Kelvin> for f64 {
    fn from(k: Kelvin) -> f64 {
        k.0 + 1.0
    }
}

impl From<&Kelvin> for f64 {
    fn from(k: &Kelvin) -> f64 {
        k.0 * 3.0
    }
}

#[differentiable(tape)]
fn from_types(a: f64, b: f64) -> f64 {
    let k = Kelvin(a);
    let (x, y): (f64, f64) = (k.into(), (&k).into());
    let s: f64 = [k, Kelvin(b)].iter().copied().map(f64::from).sum();
    x * y + s * f64::from(3_u8) * f64::from(b) * f64::from(k) + <f64 as From<&Kelvin>>::from(&k)
}

trait Bend {
    fn bend(self) -> f64;
    fn sharper(self, k: f64) -> f64;
    fn start() -> f64 {
        0.25
    }
}

impl Bend for f64 {
    fn bend(self) -> f64 {
        (self * self).exp().ln_1p()
    }
    fn sharper(self, k: f64) -> f64 {
        self.bend() * k
    }
}

const SHARPER: fn(f64, f64) -> f64 = f64::sharper;

#[differentiable(tape)]
fn by_path(a: f64, b: f64) -> f64 {
    let all: [fn(f64) -> f64; 4] = [f64::sin, Bend::bend, f64::bend, <f64 as Bend>::bend];
    let f: fn(f64) -> f64 = if b > 0.0 { f64::bend } else { f64::tanh };
    let s: f64 = all.iter().map(|f| f(a)).sum();
    s + SHARPER(a, b) * f(b) + f64::start() * a + [a, b].into_iter().map(f64::bend).sum::<f64>() + f64::bend(b)
}

macro_rules! held {
    ($test:ident, $f:ident) => {
        #[test]
        fn $test() {
            let (a, b) = (0.7, 1.3);
            let (value, (by_a, by_b)) = $f::value_and_gradient(a, b);
            assert_eq!(value.to_bits(), $f(a, b).to_bits());
            near(by_a, |h| $f(a + h, b));
            near(by_b, |h| $f(a, b + h));
        }
    };
}

held!(constants_of_what_has_the_trait, slope_at);
held!(types_over_what_has_a_trait, of_types);
held!(traits_of_numbers_and_lists, of_lists);
held!(numbers_from_types_of_the_crate, from_types);
held!(functions_of_traits_by_their_paths, by_path);
