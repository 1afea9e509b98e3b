//! Defaults of what holds texts, and helpers without the attribute whose parameters are generic.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::HashMap;
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
