//! Expressions that are evaluated by functions that call themselves, with an environment of variables: maps by names that
//! are handed on.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::{BTreeMap, HashMap};
use wengert::prelude::*;

enum Expr {
    Number(f64),
    Name(String),
    Binary(Box<Expr>, char, Box<Expr>),
}

#[differentiable]
fn eval(#[constant] e: &Expr, env: &HashMap<&str, f64>) -> Result<f64, String> {
    Ok(match e {
        Expr::Number(c) => *c,
        Expr::Name(name) => *env.get(name.as_str()).ok_or_else(|| name.clone())?,
        Expr::Binary(a, op, b) => {
            let (a, b) = (eval(a, env)?, eval(b, env)?);
            match op {
                '+' => a + b,
                '*' => a * b,
                _ => return Err(op.to_string()),
            }
        }
    })
}

/// The same by names of its own, in order.
fn owned(e: &Expr, env: &BTreeMap<String, f64>) -> f64 {
    match e {
        Expr::Number(c) => *c,
        Expr::Name(name) => env[name],
        Expr::Binary(a, '+', b) => owned(a, env) + owned(b, env),
        Expr::Binary(a, _, b) => owned(a, env) * owned(b, env),
    }
}

#[differentiable]
fn evaluated(#[constant] e: &Expr, x: f64, y: f64) -> Result<f64, String> {
    let mut env = HashMap::new();
    env.insert("x", x);
    env.insert("y", y * y);
    eval(e, &env)
}

#[differentiable]
fn by_owned(x: &[f64], #[constant] e: &Expr) -> f64 {
    let env: BTreeMap<String, f64> = ["x", "y"].iter().map(|n| n.to_string()).zip(x.iter().copied()).collect();
    owned(e, &env)
}

#[differentiable]
fn gathered(x: &[f64], names: &[&str]) -> f64 {
    let mut env: HashMap<&str, f64> = HashMap::new();
    for (n, v) in names.iter().zip(x) {
        *env.entry(n).or_insert(0.0) += v * v;
    }
    squared(&env, names[0]) + env.values().sum::<f64>()
}

#[differentiable]
fn squared(env: &HashMap<&str, f64>, name: &str) -> f64 {
    env.get(name).map_or(0.0, |v| v * v)
}

#[differentiable(tape)]
fn taped(env: &HashMap<&str, f64>, k: f64) -> f64 {
    k * squared(env, "x") + env["y"]
}

#[test]
fn expressions_by_names() {
    let name = |n: &str| Box::new(Expr::Name(n.into()));
    let product = Box::new(Expr::Binary(name("x"), '*', name("y")));
    let e = Expr::Binary(product, '+', Box::new(Expr::Binary(name("x"), '*', Box::new(Expr::Number(3.0)))));
    assert_eq!(evaluated::value_and_gradient(&e, 0.5, 2.0), Some((3.5, (7.0, 2.0))));
    assert_eq!(evaluated::value_and_gradient(&Expr::Name("z".into()), 0.5, 2.0), None);
    for point in [[0.3, 0.9, 1.1], [-0.4, 1.3, 0.2]] {
        held(|x| by_owned(x, &e), |x| by_owned::value_and_gradient(x, &e), &point);
        let names = ["a", "b", "a"];
        held(|x| gathered(x, &names), |x| gathered::value_and_gradient(x, &names), &point);
    }
    let env: HashMap<&str, f64> = [("x", 0.5), ("y", 2.0)].into();
    let (value, by) = eval::value_and_gradient(&e, &env).unwrap();
    assert_eq!((value, by["x"], by["y"]), (2.5, 5.0, 0.5));
    let (value, (by, by_k)) = taped::value_and_gradient(&env, 4.0);
    assert_eq!((value, by["x"], by["y"], by_k), (3.0, 4.0, 1.0, 0.25));
}
