//! Defaults of what holds texts, and helpers without the attribute whose parameters are generic.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::{BTreeMap, HashMap};
use wengert::prelude::*;

#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Series {
    #[constant]
    name: String,
    values: Vec<f64>,
    #[constant]
    tags: Vec<String>,
    #[constant]
    since: Option<u32>,
    scale: f64,
}

#[differentiable]
fn rest_by_default(x: &[f64]) -> f64 {
    let named = Series { values: x.to_vec(), ..Default::default() };
    let (factor, text): (f64, String) = Default::default();
    let mut other = Series::default();
    other.values.extend(x);
    named.values[0] * other.values[1] + factor + (named.name.len() + text.len() + other.tags.len()) as f64
}

#[differentiable]
fn given_back(x: &[f64]) -> Series {
    Series { name: "given".into(), scale: x[0] * x[1], ..Series::default() }
}

fn weight(name: impl AsRef<str>, shift: impl Into<usize>) -> f64 {
    let table = HashMap::from([("a", 1.5), ("b", 2.5)]);
    table.get(name.as_ref()).copied().unwrap_or(9.0) + shift.into() as f64
}

#[differentiable]
fn weighed(x: &[f64], #[constant] who: &str) -> f64 {
    x[0] * weight(who, 1u8) + x[1].powi(2) * weight("b", 0usize) * weight(String::from("none"), 2u16)
}

/// Maps beside constants alone: what is made is of the user's own types.
#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Ledger {
    accounts: HashMap<(usize, usize), f64>,
    rates: BTreeMap<u8, f64>,
    #[constant]
    n: usize,
}

#[differentiable]
impl Ledger {
    fn new(n: usize) -> Self {
        Self { n, ..Default::default() }
    }
    fn opened(n: usize) -> Self {
        let mut accounts = HashMap::new();
        accounts.insert((n, 1), 0.25);
        Self { accounts, rates: BTreeMap::from([(7, 0.5), (3, n as f64)]), n }
    }
}

#[differentiable]
fn balance(x: f64) -> f64 {
    let mut empty = Ledger::new(2);
    empty.accounts.insert((0, empty.n), x * x);
    let opened = Ledger::opened(4);
    empty.accounts[&(0, 2)] * opened.accounts[&(4, 1)] + x * opened.rates[&3] * opened.rates[&7]
}

#[test]
fn what_is_not_named_has_its_default() {
    let x = [0.5, 1.5];
    held(rest_by_default, |x| rest_by_default::value_and_gradient(x), &x);
    let (value, tangent) = given_back::jvp(&x, &[1.0, 0.0]);
    assert_eq!((value, tangent.scale), (given_back(&x), 1.5));
}

#[test]
fn generic_helpers_on_constants_are_called() {
    held(|x| weighed(x, "a"), |x| weighed::value_and_gradient(x, "a"), &[0.5, 1.5]);
}

#[test]
fn maps_of_constants() {
    let opened = Ledger::opened(4);
    assert_eq!((Ledger::new_vjp(3, &Ledger::new(3)).0, Ledger::opened_vjp(4, &opened).0), (Ledger::new(3), opened));
    assert_eq!(balance::value_and_gradient(3.0), (balance(3.0), 3.0 * 2.0 * 0.25 + 2.0));
}
