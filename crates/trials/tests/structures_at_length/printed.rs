//! What is printed: structures, choices and errors of one's own, with the values that they have.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::cell::RefCell;
use std::fmt::{Display, Formatter, Result as Written};
use wengert::prelude::*;

thread_local! {
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(vec![]) };
}

fn seen() -> Vec<String> {
    SEEN.take()
}

#[derive(Clone, Copy, Debug)]
struct Money(f64);

impl Display for Money {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        SEEN.with_borrow_mut(|seen| seen.push(format!("{:.1}", self.0)));
        write!(f, "{}", self.0)
    }
}

// What it holds is only printed.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
enum Kind {
    Free,
    Taxed(f64),
}

#[derive(Debug)]
struct Item {
    price: Money,
    count: u32,
    kind: Kind,
    at: (f64, usize),
    before: Option<f64>,
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let Item { price: Money(price), count, kind, at, before } = self;
        let text = format!("{price:.1} {count} {kind:?} {at:?} {before:?}");
        SEEN.with_borrow_mut(|seen| seen.push(text.clone()));
        f.write_str(&text)
    }
}

#[derive(Debug)]
enum Fault {
    Negative { value: f64, at: usize },
    Large,
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let text = match self {
            Fault::Negative { value, at } => format!("{value:.1} at {at}"),
            Fault::Large => "large".to_string(),
        };
        SEEN.with_borrow_mut(|seen| seen.push(text.clone()));
        f.write_str(&text)
    }
}

fn root(x: f64, at: usize) -> Result<f64, Fault> {
    match x {
        x if x < 0.0 => Err(Fault::Negative { value: x, at }),
        x if x > 9.0 => Err(Fault::Large),
        x => Ok(x.sqrt()),
    }
}

#[differentiable]
fn sold(x: &[f64]) -> f64 {
    let total = Money(2.0 * x[0]);
    println!("total {total}");
    let kind = if x[1] > 1.0 { Kind::Taxed(x[1]) } else { Kind::Free };
    let item = Item { price: total, count: 2, kind, at: (x[1], 3), before: Some(x[0]) };
    println!("{item}");
    total.0 * x[1]
}

#[differentiable]
fn rooted(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (k, v) in x.iter().enumerate() {
        match root(*v, k) {
            Ok(v) => sum += v * v * v,
            Err(fault) => {
                println!("no root: {fault}");
                sum -= v;
            }
        }
    }
    sum
}

#[test]
fn structures_are_printed() {
    assert_eq!(sold::value_and_gradient(&[1.5, 2.0]), (6.0, vec![4.0, 3.0]));
    assert_eq!(seen(), ["3.0", "3.0 2 Taxed(2.0) (2.0, 3) Some(1.5)"]);
    sold(&[1.5, 0.5]);
    let plain = seen();
    sold::gradient(&[1.5, 0.5]);
    assert_eq!(seen(), plain);
    let (value, _) = rooted::value_and_gradient(&[4.0, -1.0, 16.0]);
    assert_eq!(value, 8.0 + 1.0 - 16.0);
    assert_eq!(seen(), ["-1.0 at 1", "large"]);
    held(sold, sold::value_and_gradient, &[1.5, 2.0]);
    held(rooted, rooted::value_and_gradient, &[4.0, -1.0, 16.0]);
}
