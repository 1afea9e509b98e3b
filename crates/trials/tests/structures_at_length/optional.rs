//! `Option`s as parameters and fields, and what is asked of constants: the methods that make a value of them.

use super::{near, slope};
use std::str::FromStr;
use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
fn compound(principal: f64, rate: f64, periods: Option<f64>) -> f64 {
    if periods.is_none() {
        principal * rate.exp()
    } else {
        let n: f64 = periods.unwrap_or(0.0);
        if n <= 0.0 {
            return f64::NAN;
        }
        principal * (1.0 + rate / n).powf(n)
    }
}

#[test]
fn parameters_are_asked() {
    let (_, by_rate, by_periods) = compound::gradient(100.0, 0.05, Some(3.0));
    near(by_rate, slope(|r| compound(100.0, r, Some(3.0)), 0.05));
    near(by_periods.unwrap(), slope(|n| compound(100.0, 0.05, Some(n)), 3.0));
    let (_, by_rate, by_periods) = compound::gradient(100.0, 0.05, None);
    near(by_rate, slope(|r| compound(100.0, r, None), 0.05));
    assert_eq!(by_periods, None);
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    rate: Option<f64>,
    pair: Option<(f64, f64)>,
    base: f64,
    list: Option<Vec<f64>>,
}

#[differentiable]
impl Model {
    fn new(rate: Option<f64>, pair: Option<(f64, f64)>, base: f64) -> Self {
        Model { rate: Some(rate.unwrap_or(1e-3)), pair, base: base * pair.unwrap_or((0.9, 0.99)).0, list: None }
    }
    fn value(&self, x: f64) -> f64 {
        let (a, b) = self.pair.unwrap_or((0.9, 0.99));
        let r = self.rate.map(|r| r * x).unwrap_or(x);
        if self.rate.is_some() && self.pair.is_none() {
            return r * r * self.base;
        }
        r * a + b * self.rate.map_or(1.0, |r| r.sin()) + self.rate.unwrap_or_default()
    }
    fn set(&mut self, x: f64) -> f64 {
        if self.rate.is_none() {
            self.rate = Some(x);
        }
        let r = self.rate.unwrap();
        if let Some((a, b)) = &self.pair {
            return a * b * x;
        }
        r * self.list.as_ref().map(|l| l.iter().sum::<f64>()).unwrap_or(1.0)
    }
}

#[differentiable]
fn made(rate: Option<f64>, a: f64, x: f64) -> f64 {
    Model::new(rate, Some((a, 0.7)), 2.0).value(x) + Model::new(rate, None, a).value(x)
}

#[differentiable]
fn changed(rate: Option<f64>, x: f64) -> f64 {
    let mut m = Model { rate: None, pair: None, base: x, list: Some(vec![x, 2.0 * x]) };
    m.rate = rate;
    m.set(x) + m.set(x) * m.rate.unwrap() + m.base
}

#[test]
fn fields_are_asked() {
    for rate in [Some(0.3), None] {
        let (by_rate, by_a, by_x) = made::gradient(rate, 0.4, 1.3);
        near(by_a, slope(|a| made(rate, a, 1.3), 0.4));
        near(by_x, slope(|x| made(rate, 0.4, x), 1.3));
        assert_eq!(by_rate.is_some(), rate.is_some());
        near(by_rate.unwrap_or(0.0), rate.map_or(0.0, |r| slope(|r| made(Some(r), 0.4, 1.3), r)));
        let (by_rate, by_x) = changed::gradient(rate, 1.3);
        near(by_x, slope(|x| changed(rate, x), 1.3));
        near(by_rate.unwrap_or(0.0), rate.map_or(0.0, |r| slope(|r| changed(Some(r), 1.3), r)));
    }
}

#[differentiable]
fn root(mut guess: Option<f64>, x: f64, tolerance: Option<f64>, #[constant] steps: Option<usize>) -> f64 {
    if guess.is_none() {
        guess = Some(x * 0.5);
    }
    let mut g = guess.unwrap();
    let tolerance = tolerance.unwrap_or(1e-9);
    for _ in 0..steps.unwrap_or(20) {
        let next = 0.5 * (g + x / g);
        if (next - g).abs() < tolerance {
            g = next;
            break;
        }
        g = next;
    }
    g
}

#[test]
fn a_parameter_is_changed() {
    near(root::gradient(None, 2.0, None, None).1, 0.5 / 2f64.sqrt());
    let (by_guess, by_x, _) = root::gradient(Some(0.3), 2.0, None, Some(2));
    near(by_guess.unwrap(), slope(|g| root(Some(g), 2.0, None, Some(2)), 0.3));
    near(by_x, slope(|x| root(Some(0.3), x, None, Some(2)), 2.0));
}

#[differentiable]
fn weighted(w: &Option<Vec<f64>>, x: &[f64]) -> f64 {
    let w = w.clone().unwrap_or_else(|| vec![1.0; x.len()]);
    x.iter().zip(&w).map(|(x, w)| x * w).sum()
}

#[differentiable]
fn least(a: Option<f64>, b: f64) -> f64 {
    a.filter(|a| *a > b).or(Some(b)).unwrap() * 2.0
}

#[test]
fn lists_and_chains() {
    assert_eq!(weighted::gradient(&Some(vec![1.0, 2.0]), &[3.0, 4.0]), (Some(vec![3.0, 4.0]), vec![1.0, 2.0]));
    assert_eq!(weighted::gradient(&None, &[3.0, 4.0]), (None, vec![1.0, 1.0]));
    assert_eq!(least::gradient(Some(2.0), 3.0), (Some(0.0), 2.0));
    assert_eq!(least::gradient(Some(4.0), 3.0), (Some(2.0), 0.0));
    assert_eq!(least::gradient(None, 3.0), (None, 2.0));
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Unit {
    Metre,
    Foot,
}

impl FromStr for Unit {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "m" => Ok(Unit::Metre),
            "ft" => Ok(Unit::Foot),
            _ => Err(format!("no unit: {text}")),
        }
    }
}

impl Unit {
    fn length(&self) -> f64 {
        if *self == Unit::Metre { 1.0 } else { 0.3048 }
    }
}

#[differentiable]
fn convert(value: f64, from: &str, to: &str) -> Result<f64, String> {
    if value < 0.0 || value.is_nan() {
        return Err("a length is not negative".to_string());
    }
    let from = Unit::from_str(from)?;
    let to = Unit::from_str(to).map_err(|e| format!("to: {e}"))?;
    Ok(value * value * from.length() / to.length())
}

#[derive(Debug, PartialEq)]
enum Refused {
    Empty,
}

#[differentiable]
fn present_value(rate: f64, flows: Vec<f64>) -> Result<f64, Refused> {
    if flows.is_empty() {
        return Err(Refused::Empty);
    }
    Ok(flows.iter().enumerate().map(|(i, &flow)| flow / (1.0 + rate).powi(i as i32)).sum::<f64>())
}

#[test]
fn results_of_constants_are_asked() {
    near(convert::gradient(2.0, "ft", "m").unwrap(), 4.0 * 0.3048);
    assert_eq!((convert::gradient(2.0, "ft", "mile"), convert::gradient(-1.0, "m", "m")), (None, None));
    let (by_rate, by_flows) = present_value::gradient(0.1, vec![1.0, 2.0]).unwrap();
    near(by_rate, -2.0 / 1.21);
    near(by_flows[1], 1.0 / 1.1);
    assert_eq!(present_value::gradient(0.1, vec![]), None);
}
