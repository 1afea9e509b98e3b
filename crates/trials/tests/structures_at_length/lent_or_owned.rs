//! `Cow`s of lists: what helpers give, take and keep.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::borrow::Cow;
use wengert::prelude::*;

fn normalised(x: &[f64]) -> Cow<'_, [f64]> {
    let total: f64 = x.iter().sum();
    if (total - 1.0).abs() < 1e-12 { Cow::Borrowed(x) } else { Cow::Owned(x.iter().map(|v| v / total).collect()) }
}

fn padded(x: &[f64], n: usize) -> Cow<'_, [f64]> {
    if x.len() >= n {
        return x.into();
    }
    let mut longer = x.to_vec();
    longer.resize(n, 0.5);
    longer.into()
}

fn clipped(mut x: Cow<'_, [f64]>, most: f64) -> Cow<'_, [f64]> {
    if x.iter().any(|v| *v > most) {
        for v in x.to_mut().iter_mut() {
            *v = v.min(most);
        }
    }
    x
}

fn total(x: &Cow<'_, [f64]>) -> f64 {
    x.iter().sum()
}

struct Series<'a> {
    data: std::borrow::Cow<'a, [f64]>,
}

impl<'a> Series<'a> {
    fn new(data: &'a [f64]) -> Self {
        Series { data: Cow::Borrowed(data) }
    }

    fn scaled(self, k: f64) -> Series<'static> {
        let mut data = self.data.into_owned();
        data.iter_mut().for_each(|v| *v *= k);
        Series { data: Cow::Owned(data) }
    }
}

#[differentiable]
fn mixed(x: &[f64]) -> f64 {
    let shares = normalised(x);
    let longer = padded(&shares[1..], 6);
    let low: Cow<[f64]> = clipped(Cow::from(x), 0.7);
    let series = Series::new(x).scaled(x[0]);
    let pair = Cow::Owned(vec![x[0], x[1]]);
    let mut s = -shares.iter().filter(|p| **p > 0.0).map(|p| p * p.ln()).sum::<f64>();
    s += longer.len() as f64 * longer[4] + longer.iter().product::<f64>();
    s += series.data.last().copied().unwrap_or(0.0) + total(&low) + total(&pair);
    s + low.into_owned()[0]
}

#[test]
fn lists_that_may_be_lent() {
    for x in [[0.5, 1.7, 0.3, 0.8], [0.2, 0.2, 0.3, 0.1]] {
        held(mixed, mixed::value_and_gradient, &x);
    }
}
