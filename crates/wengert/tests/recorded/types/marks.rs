//! What stands beside the text: rules of the user's, types that hold no number, errors that are not cloned, lists and numbers
//! that are changed.

use super::holds;
use wengert::{Differentiable, differentiable};

wengert::extend::rule! {
    /// The soft sign.
    Softsign: softsign(x) = x / (1.0 + x.abs()), d [1.0 / ((1.0 + x.abs()) * (1.0 + x.abs()))];
    /// The area of a rectangle.
    Area: area(a, b) = a * b, d [b, a];
}

#[differentiable(tape)]
fn by_rules(x: &[f64], k: f64) -> f64 {
    let s: f64 = x.iter().map(|v| softsign(*v)).sum();
    s * area(x[0], k * x[1]) + softsign(0.9 + 0.1) + x.iter().copied().map(softsign).sum::<f64>() * x[1]
}

#[test]
fn rules_of_the_user() {
    holds(
        &[0.4, -0.9, 1.3],
        |x| by_rules(&x[..2], x[2]),
        |x| {
            let (value, (by_x, by_k)) = by_rules::value_and_gradient(&x[..2], x[2]);
            (value, [by_x, vec![by_k]].concat())
        },
    );
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Kind(usize);

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Way {
    Steps(usize),
    Straight,
}

/// Why nothing is solved; nobody copies it.
#[derive(Debug, PartialEq)]
enum Fault {
    Singular(usize),
}

#[differentiable(tape)]
fn solve(a: &mut [f64], b: &mut [f64]) -> Result<(), Fault> {
    for i in 0..a.len() {
        if a[i] == 0.0 {
            return Err(Fault::Singular(i));
        }
        b[i] /= a[i];
        a[i] = 1.0;
    }
    Ok(())
}

#[differentiable(tape)]
fn largest(x: &[f64]) -> Result<f64, Fault> {
    let found = x.iter().copied().fold(0.0, f64::max);
    if found > 0.0 { Ok(found * x[0]) } else { Err(Fault::Singular(x.len())) }
}

#[differentiable(tape)]
fn normalized(v: &mut Vec<f64>) -> f64 {
    let norm = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    v.iter_mut().for_each(|x| *x /= norm);
    norm
}

#[differentiable(tape)]
fn walked(kind: &Kind, way: Way, x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![1.0, 2.0];
    let norm = normalized(&mut a);
    let first = x.first().unwrap_or(&2.0) * a.get(7).unwrap_or(&-0.5);
    if solve(&mut a, &mut b).is_err() {
        return norm;
    }
    let bent = match way {
        Way::Steps(n) => b[0].powi(n as i32),
        Way::Straight => b[1],
    };
    bent * norm * kind.0 as f64 + first + largest(x).unwrap_or(0.5)
}

#[test]
fn types_without_numbers_errors_and_what_is_changed() {
    for way in [Way::Steps(3), Way::Straight] {
        for x in [[0.7, 1.3], [-0.7, -0.2]] {
            holds(
                &x,
                |x| walked(&Kind(2), way, x),
                |x| {
                    let (value, (_, _, by_x)) = walked::value_and_gradient(&Kind(2), way, x);
                    (value, by_x)
                },
            );
        }
    }
    assert_eq!(largest(&[-1.0]), Err(Fault::Singular(1)));
    assert!(largest::value_and_gradient(&[-1.0]).is_none());
}
