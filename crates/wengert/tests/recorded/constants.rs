//! Constant fields and maps where recorded functions calculate: as operands, in arms beside literals, in lists, and where a
//! literal stands for what is missing.

use super::{moved, near};
use std::collections::{BTreeMap, HashMap};
use std::iter::once;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    rates: Vec<f64>,
    #[constant]
    dates: Vec<f64>,
    #[constant]
    grid: [[f64; 2]; 2],
    #[constant]
    by: HashMap<String, f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Times {
    dates: Vec<f64>,
}

fn curve() -> Curve {
    let by = [("a".to_owned(), 2.0)].into();
    Curve { rates: vec![1.0, 2.0], dates: vec![1.0, 3.0], grid: [[1.0, 2.0], [3.0, 4.0]], by }
}

#[differentiable(tape)]
impl Curve {
    fn steps(&self, scale: f64) -> impl Iterator<Item = f64> + '_ {
        self.rates.iter().zip(&self.dates).map(move |(r, d)| r * d * scale)
    }
    fn sum(&self) -> f64 {
        self.steps(2.0).map(|x| x * x).sum()
    }
}

#[differentiable(tape)]
fn arms(c: &Curve, a: f64) -> f64 {
    let mut s = 0.0;
    for k in 0..c.dates.len() {
        let start = if k > 0 { c.dates[k - 1] } else { 0.0 };
        let end = match k {
            0 => 1.5,
            _ => c.dates[k].sqrt(),
        };
        s += c.rates[k] * (end - start) * a;
    }
    if a > 5.0 {
        return c.dates[0];
    }
    if s < c.grid[1][0] { s * a } else { c.grid[1][0] }
}

#[differentiable(tape)]
fn places(c: &Curve, a: f64) -> f64 {
    let first: f64 = c.dates[0];
    let mut last = 0.0;
    for k in 0..2 {
        if c.dates[k] > last {
            last = c.dates[k];
        }
    }
    let (v, u, t) = (vec![c.dates[0], a], [a, c.dates[1]], (c.dates[0], a));
    let m = c.rates.iter().fold(c.dates[0], |s, r| s + r * a);
    a.max(c.dates[0]) * c.dates[1].max(a) + c.grid[0][1].hypot(a) * v[1] * u[1] + t.0 * t.1 + (first + last) * m
}

#[differentiable(tape)]
fn missing(c: &Curve, #[constant] m: &BTreeMap<u32, f64>, x: &[f64]) -> f64 {
    let w = c.by.get("a").copied().unwrap_or(0.0);
    let z = *c.by.get("z").unwrap_or(&1.5);
    let mut s = x[0] * w + z * x[1];
    for (k, v) in m {
        s += x[*k as usize] * v;
    }
    let u = if let Some(v) = m.get(&1) { *v } else { 0.0 };
    let y = match m.get(&7) {
        Some(v) => v * x[0],
        None => 0.0,
    };
    let known = m[&0] * x[0] + m.get(&1).map_or(0.0, |v| v * x[0]) + c.by.get("b").map_or(1.0, |v| *v) * x[0];
    s + u * x[0] + y + known + x.get(1).copied().unwrap_or(0.0) + *x.get(9).unwrap_or(&0.5) * x[0]
}

#[differentiable(tape)]
fn begun(c: &Curve) -> f64 {
    let mut s = 0.0;
    for ((p, q), r) in once(&0.0).chain(&c.dates).zip(&c.dates).zip(&c.rates) {
        s += r * (q - p);
    }
    let all: Vec<f64> = once(0.0).chain(c.dates.iter().copied()).collect();
    s * all[1] + c.steps(3.0).sum::<f64>()
}

/// The same name for what is constant in one type and not in the other.
#[differentiable(tape)]
fn either(t: &Times, c: &Curve) -> f64 {
    let s = if t.dates[0] > c.dates[0] { t.dates[0] } else { 0.0 };
    s * c.grid[0][1] + t.dates[1] * c.dates[1]
}

#[test]
fn constants_are_numbers_where_they_meet_numbers() {
    let c = curve();
    for (f, df) in [
        (arms as fn(&Curve, f64) -> f64, arms::gradient as fn(&Curve, f64) -> (Curve, f64)),
        (places, places::gradient),
    ] {
        let (by_curve, by_a) = df(&c, 0.7);
        near(by_a, |h| f(&c, 0.7 + h));
        near(by_curve.rates[1], |h| f(&Curve { rates: moved(&c.rates, 1, h), ..c.clone() }, 0.7));
        assert_eq!(by_curve.dates, c.dates);
    }
    let of_times = either::gradient(&Times { dates: vec![2.0, 4.0] }, &c).0;
    assert_eq!(of_times.dates, [2.0, 3.0]);
}

#[test]
fn literals_stand_for_missing_constants() {
    let (c, m) = (curve(), BTreeMap::from([(0, 2.0), (1, 3.0)]));
    let by_x = missing::gradient(&c, &m, &[1.0, 2.0]).1;
    for (k, by) in by_x.iter().enumerate() {
        near(*by, |h| missing(&c, &m, &moved(&[1.0, 2.0], k, h)));
    }
    let by_curve = begun::gradient(&c);
    near(by_curve.rates[0], |h| begun(&Curve { rates: moved(&c.rates, 0, h), ..c.clone() }));
}

#[test]
fn iterators_without_a_name_are_there_on_numbers() {
    let c = curve();
    near(c.sum_gradient().rates[1], |h| Curve { rates: moved(&c.rates, 1, h), ..c.clone() }.sum());
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pulled<T> {
    weight: T,
    #[constant]
    pull: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Load<T> {
    At {
        weight: T,
        #[constant]
        height: f64,
    },
}

#[differentiable(tape)]
fn pulled(x: f64, y: f64) -> Pulled<f64> {
    let first = Pulled { weight: x * y, pull: 0.5 };
    let Load::At { weight, height } = Load::At { weight: first.weight * first.pull, height: 3.0 };
    Pulled { weight: weight * height, pull: 1.25 }
}

#[test]
fn constants_in_types_over_any_number() {
    assert_eq!(pulled(2.0, 4.0), Pulled { weight: 12.0, pull: 1.25 });
    let jacobian = pulled::jacobian(2.0, 4.0);
    assert_eq!((jacobian[(0, 0)], jacobian[(0, 1)]), (6.0, 3.0));
}
