//! Helpers that are reached through types: functions without a receiver, constants of generic types, strategies as type
//! parameters, and helpers on constants alone whose bodies are not understood.

// None is recorded.
#![deny(deprecated)]

use crate::held as check;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Filter {
    gain: f64,
}

#[differentiable]
impl Filter {
    fn shaped(x: f64) -> f64 {
        if x < 0.0 { x } else { (1..4).map(|k| x.powi(k) / k as f64).sum() }
    }
    fn ladder(x: f64, steps: usize) -> f64 {
        if steps == 0 { x } else { x * Self::ladder(x + 1.0, steps - 1) }
    }
    fn apply(&self, x: f64) -> f64 {
        let [a, b] = [x, self.gain].map(Self::shaped);
        a * b + Self::ladder(self.gain, 3) + Filter::shaped(x)
    }
}

#[differentiable]
fn filtered(x: &[f64]) -> f64 {
    let filter = Filter { gain: x[0] };
    x.iter().map(|v| filter.apply(*v)).sum::<f64>() + x.get(1).copied().map(Filter::shaped).unwrap_or(0.0)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vector<const N: usize>([f64; N]);

#[differentiable]
impl<const N: usize> Vector<N> {
    const ONES: Self = Vector([1.0; N]);
    fn weight(x: f64) -> f64 {
        if x < 0.0 { -x } else { (0..N).map(|k| x / (k + 1) as f64).sum() }
    }
    fn dot(&self, other: &Self) -> f64 {
        self.0.iter().zip(&other.0).map(|(a, b)| a * Self::weight(*b)).sum()
    }
}

#[differentiable]
fn of_generic_constant(x: &[f64]) -> f64 {
    let v = Vector([x[0], x[1], x[2]]);
    let shorter = Some(Vector([x[0], x[2]])).filter(|v| v.0[0] > 1e3).unwrap_or(Vector::ONES);
    v.dot(&Vector::ONES) + v.dot(&v) + shorter.0[1]
}

#[differentiable]
trait Rule {
    const LEAST: usize;
    fn prepare(&mut self, _x: &[f64]) {}
    fn at(&self, x: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Line;
#[derive(Clone, Debug, Default, Differentiable)]
struct Squares {
    m: Vec<f64>,
}

#[differentiable]
impl Rule for Line {
    const LEAST: usize = 1;
    fn at(&self, x: f64) -> f64 {
        3.0 * x
    }
}

#[differentiable]
impl Rule for Squares {
    const LEAST: usize = 2;
    fn prepare(&mut self, x: &[f64]) {
        self.m = x.iter().map(|v| v * v).collect();
    }
    fn at(&self, x: f64) -> f64 {
        self.m.iter().map(|m| m * x).sum()
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Wrong {
    Few { needed: usize },
    Order(f64, f64),
}

#[derive(Clone, Debug, Differentiable)]
struct Table<R: Rule> {
    x: Vec<f64>,
    rule: R,
    #[constant]
    name: Option<String>,
}

#[differentiable]
impl<R: Rule> Table<R> {
    fn new(x: Vec<f64>, mut rule: R) -> Result<Self, Wrong> {
        if x.len() < R::LEAST {
            return Err(Wrong::Few { needed: R::LEAST });
        }
        if let Some(w) = x.windows(2).find(|w| w[0] >= w[1]) {
            return Err(Wrong::Order(w[0], w[1]));
        }
        rule.prepare(&x);
        Ok(Table { x, rule, name: None })
    }
    fn at(&self, x: f64) -> f64 {
        self.rule.at(x) * self.x[0] + self.name.as_ref().map_or(0.5, |n| n.len() as f64)
    }
}

#[differentiable]
fn tables(x: &[f64]) -> Result<f64, Wrong> {
    let (a, b) = (Table::new(x.to_vec(), Squares::default())?, Table::new(x.to_vec(), Line)?);
    Ok(a.at(x[1]) + b.clone().at(x[2]))
}

#[differentiable]
trait Density<X> {
    fn log(&self, x: X) -> f64;
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Normal {
    mean: f64,
    deviation: f64,
}
#[derive(Clone, Copy, Debug, Differentiable)]
struct Poisson {
    rate: f64,
}

#[differentiable]
impl Density<f64> for Normal {
    fn log(&self, x: f64) -> f64 {
        -0.5 * ((x - self.mean) / self.deviation).powi(2) - self.deviation.ln()
    }
}
#[differentiable]
impl Density<u32> for Poisson {
    fn log(&self, x: u32) -> f64 {
        f64::from(x) * self.rate.ln() - self.rate
    }
}

fn likelihood<X: Copy, D: Density<X>>(of: &D, xs: &[X]) -> f64 {
    xs.iter().map(|x| of.log(*x)).sum()
}

#[differentiable]
fn fitted(p: &[f64], #[constant] counts: &[u32]) -> f64 {
    let normal = Normal { mean: p[0], deviation: p[1] };
    likelihood(&normal, &p[2..]) + likelihood(&Poisson { rate: p[1] }, counts) + normal.log(p[2])
}

#[derive(Clone, Debug)]
enum Token {
    Factor(f64),
    Input(String),
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut out = vec![];
    for word in text.split_whitespace() {
        let mut name = String::new();
        for c in word.chars() {
            name.push(c);
        }
        out.push(word.parse().map_or(Token::Input(name), Token::Factor));
    }
    if out.is_empty() { Err("nothing".into()) } else { Ok(out) }
}

struct Book {
    names: Vec<String>,
    rates: Vec<f64>,
}

impl Book {
    fn find(&self, name: &str) -> Option<usize> {
        let key = name.trim().to_lowercase();
        self.names.iter().position(|n| n.to_lowercase() == key)
    }
    fn scaled(&self, by: f64) -> Vec<f64> {
        let mut seen = String::new();
        seen.push('x');
        self.rates.iter().map(|r| r * by * seen.len() as f64).collect()
    }
}

#[differentiable]
fn by_text(x: &[f64], #[constant] text: &str, #[constant] book: &Book) -> f64 {
    let rates = book.scaled(2.0);
    let mut product = 1.0;
    for token in tokens(text).unwrap() {
        match token {
            Token::Factor(by) => product *= by,
            Token::Input(name) => match name.as_str() {
                "first" => product *= x[0],
                _ => product *= book.find(&name).map_or(1.0, |k| x[k] * rates[k]),
            },
        }
    }
    product
}

#[differentiable]
fn weighted(x: &[f64], #[constant] w: Option<&[f64]>, #[constant] ends: (&[f64], usize)) -> f64 {
    x.iter().enumerate().map(|(k, v)| v * w.map_or(1.0, |w| w[k]) * ends.0[ends.1]).sum()
}

#[differentiable(tape)]
#[allow(deprecated)]
fn weighted_on_a_tape(x: &[f64], #[constant] w: &[f64], #[constant] end: usize) -> f64 {
    weighted(x, Some(w), (w, end)) + weighted(x, None, (w, 0))
}

#[test]
fn by_types() {
    check(filtered, |x| filtered::value_and_gradient(x), &[0.7, -0.4, 1.3]);
    check(of_generic_constant, |x| of_generic_constant::value_and_gradient(x), &[0.7, -0.4, 1.3]);
    check(|x| tables(x).unwrap(), |x| tables::value_and_gradient(x).unwrap(), &[0.7, 0.9, 1.3]);
    check(|p| fitted(p, &[2, 5]), |p| fitted::value_and_gradient(p, &[2, 5]), &[0.7, 0.9, 1.3, 2.1]);
    assert_eq!(tables(&[1.0]), Err(Wrong::Few { needed: 2 }));
    assert!(tables::gradient(&[1.0]).is_none() && tables::gradient(&[1.0, 0.5, 2.0]).is_none());
}

#[test]
fn on_constants() {
    let book = Book { names: vec!["EUR".into(), "Usd".into()], rates: vec![0.9, 1.1] };
    let text = "first 2.5 usd eur";
    check(|x| by_text(x, text, &book), |x| by_text::value_and_gradient(x, text, &book), &[0.7, 1.3]);
    let ends = (&[2.0, 3.0][..], 1);
    let w = Some(&[0.5, 4.0][..]);
    check(|x| weighted(x, w, ends), |x| weighted::value_and_gradient(x, w, ends), &[0.7, 1.3]);
    let w = [0.5, 4.0];
    check(|x| weighted_on_a_tape(x, &w, 1), |x| weighted_on_a_tape::value_and_gradient(x, &w, 1), &[0.7, 1.3]);
}

#[derive(Clone, Copy, Debug)]
struct Meter;
#[derive(Clone, Copy, Debug)]
struct Second;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Quantity<U> {
    value: f64,
    unit: std::marker::PhantomData<U>,
}

#[differentiable]
impl<U: Copy> Quantity<U> {
    fn new(value: f64) -> Self {
        Quantity { value, unit: std::marker::PhantomData }
    }
    fn scaled(self, by: f64) -> Self {
        Self::new(self.value * by)
    }
}

#[differentiable]
impl<U: Copy> std::ops::Add for Quantity<U> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.value + other.value)
    }
}

#[differentiable]
fn fallen(x: &[f64]) -> f64 {
    let height: Quantity<Meter> = Quantity::new(x[0]) + Quantity::new(1.5);
    let time = Quantity::<Second>::new((2.0 * height.value / 9.81).sqrt());
    (time + Quantity::new(x[1]).scaled(2.0)).value * x[1]
}

#[test]
fn of_units() {
    check(fallen, |x| fallen::value_and_gradient(x), &[3.0, 0.7]);
}
