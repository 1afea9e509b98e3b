use std::collections::{BTreeMap, HashMap};
use wengert::prelude::*;

#[differentiable]
fn total(prices: &HashMap<&str, f64>) -> f64 {
    prices.values().sum()
}

#[differentiable(tape)]
fn doubled(prices: &HashMap<String, f64>) -> HashMap<String, f64> {
    prices.iter().map(|(k, v)| (k.clone(), 2.0 * v)).collect()
}

#[differentiable]
fn counted<'a>(names: &[&'a str], x: f64) -> BTreeMap<&'a str, f64> {
    names.iter().map(|name| (*name, x)).collect()
}

fn main() {
    let text = String::from("a b");
    let prices: HashMap<&str, f64> = text.split(' ').map(|w| (w, 1.0)).collect();
    total::gradient(&prices);
}
