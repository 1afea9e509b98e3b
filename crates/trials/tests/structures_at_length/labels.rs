//! What is told beside numbers: texts, letters, choices without the derive.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grade {
    Low,
    High(u8),
}

#[differentiable]
fn graded(x: f64) -> (f64, Grade) {
    match x {
        x if x > 1.0 => (x * x, Grade::High(x as u8)),
        _ => (x.sin(), Grade::Low),
    }
}

#[differentiable]
fn named(x: &[f64], names: &[String]) -> (f64, String) {
    let mut best = 0;
    for i in 1..x.len() {
        if x[i] > x[best] {
            best = i;
        }
    }
    (x[best] * x[0], names[best].clone())
}

#[differentiable]
fn described(x: f64) -> (String, f64, &'static str, char) {
    let y = x * x;
    let sign = if x < 0.0 { '-' } else { '+' };
    (format!("{x} squared"), y, if y > 1.0 { "grows" } else { "shrinks" }, sign)
}

#[differentiable]
fn noted(x: &[f64]) -> (Vec<f64>, Vec<String>) {
    let mut notes = Vec::new();
    let mut all = vec![];
    for (i, v) in x.iter().enumerate() {
        if *v < 0.0 {
            notes.push(format!("{i} is below"));
        }
        all.push(v * v * x[0]);
    }
    (all, notes)
}

#[differentiable]
fn parsed(text: &str, x: f64) -> Result<(f64, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("no value in {text}"))?;
    let value: f64 = value.trim().parse().map_err(|_| "no number".to_string())?;
    Ok((value * x * x, name.to_string()))
}

#[differentiable]
fn all(x: &[f64]) -> f64 {
    let (a, grade) = graded(x[0]);
    let (b, name) = named(x, &["a".to_string(), "long".to_string()]);
    let (text, c, what, sign) = described(x[1]);
    let (rows, notes) = noted(x);
    let by = match grade {
        Grade::High(n) => f64::from(n),
        Grade::Low => 0.5,
    };
    let told = name.len() as f64 + if what == "grows" { 2.0 } else { 1.0 } + f64::from(u8::from(sign == '-'));
    let last = parsed("k = 2.5", x[0]).map_or(0.0, |(v, name)| v * name.len() as f64);
    a * by + b * told + c + rows[1] * notes.len() as f64 + last + if text.is_empty() { x[0] } else { 0.0 }
}

#[test]
fn labels_beside_numbers() {
    assert_eq!(graded(2.5), (6.25, Grade::High(2)));
    assert_eq!(graded::vjp(2.5, 1.0), ((6.25, Grade::High(2)), 5.0));
    assert_eq!(graded::jvp(2.5, 1.0).0, (6.25, Grade::High(2)));
    assert_eq!(graded(0.0), (0.0, Grade::Low));
    let names = ["a".to_string(), "long".to_string()];
    assert_eq!(named(&[1.5, 2.0], &names), (3.0, "long".to_string()));
    assert_eq!(named::vjp(&[1.5, 2.0], &names, 1.0).1, [2.0, 1.5]);
    assert_eq!(described(-3.0), ("-3 squared".to_string(), 9.0, "grows", '-'));
    assert_eq!(described::vjp(-3.0, 1.0).1, -6.0);
    assert_eq!(noted(&[2.0, -1.0]), (vec![8.0, 2.0], vec!["1 is below".to_string()]));
    assert_eq!(noted::vjp(&[2.0, -1.0], &[1.0, 1.0]).1, [13.0, -4.0]);
    assert_eq!(parsed("k = 2", 3.0), Ok((18.0, "k ".to_string())));
    assert_eq!(parsed("k", 3.0), Err("no value in k".to_string()));
    assert_eq!(parsed::vjp("k = 2", 3.0, 1.0), (Some((18.0, "k ".to_string())), 12.0));
}

#[test]
fn callers_look_at_labels() {
    held(all, all::value_and_gradient, &[2.5, -0.7]);
    held(all, all::value_and_gradient, &[0.5, 1.7]);
}
