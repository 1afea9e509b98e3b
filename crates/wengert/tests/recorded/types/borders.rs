//! What functions are handed and give, and what they call that is not repeated.

use super::{super::near, holds};
use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;
use wengert::functions::{erf, ln_gamma};
use wengert::prelude::*;

type Rates = HashMap<String, f64>;

#[derive(Clone, Debug, Differentiable)]
struct Book {
    rates: Rates,
    scale: f64,
}

#[differentiable(tape)]
fn in_its_own_order(book: &Book, extra: &Rates) -> f64 {
    let mut sum = 0.1;
    for (name, rate) in &book.rates {
        sum = sum * 0.7 + rate.exp() * book.scale / extra.get(name).copied().unwrap_or(1.5);
    }
    sum
}

#[test]
fn a_map_that_is_handed_in_keeps_its_order() {
    let rates: Rates = (0..20).map(|k| (format!("n{k}"), 0.5 + 0.1 * k as f64)).collect();
    let book = Book { rates: rates.clone(), scale: 1.25 };
    let (value, (by_book, by_extra)) = in_its_own_order::value_and_gradient(&book, &rates);
    assert_eq!(value.to_bits(), in_its_own_order(&book, &rates).to_bits());
    let moved = |h: f64| {
        let mut rates = rates.clone();
        rates.entry("n3".to_owned()).and_modify(|rate| *rate += h);
        rates
    };
    near(by_book.rates["n3"], |h| in_its_own_order(&Book { rates: moved(h), ..book.clone() }, &rates));
    near(by_extra["n3"], |h| in_its_own_order(&book, &moved(h)));
}

fn clipped(mut x: Cow<'_, [f64]>, most: f64) -> Cow<'_, [f64]> {
    if x.iter().any(|v| *v > most) {
        x.to_mut().iter_mut().for_each(|v| *v = v.min(most) * 0.5);
    }
    x
}

#[differentiable(tape)]
fn lent_or_owned(x: &[f64]) -> f64 {
    let low: Cow<[f64]> = clipped(Cow::from(x), 0.9);
    let own = Cow::Owned(x.iter().map(|v| v * x[0]).collect::<Vec<f64>>());
    low[0] * low[1] + clipped(own, 5.0).iter().sum::<f64>()
}

#[differentiable(tape)]
fn counted(x: &[f64]) -> f64 {
    let mut bins = BTreeMap::new();
    for (k, v) in x.iter().enumerate() {
        match bins.entry(k % 2) {
            Entry::Vacant(bin) => {
                bin.insert(v * v);
            }
            Entry::Occupied(mut bin) => *bin.get_mut() *= v.sin(),
        }
    }
    bins.into_values().product()
}

#[differentiable(tape)]
fn of_the_table(x: &[f64]) -> f64 {
    x.iter().copied().map(erf).sum::<f64>() * ln_gamma(x[0] + 2.0)
}

#[differentiable(tape)]
fn taken_apart(&[a, b]: &[f64; 2], (c, _): (f64, f64)) -> f64 {
    a * b.sin() * c
}

#[differentiable(tape)]
fn from_any(x: impl Iterator<Item = f64>, k: impl Into<f64>) -> f64 {
    let k: f64 = k.into();
    x.fold(0.0, |sum, v| sum * k + v * v)
}

#[differentiable(tape)]
fn read(text: &str, x: f64) -> f64 {
    text.split(' ').map(f64::from_str).filter_map(Result::ok).map(|v| v * x).product()
}

#[differentiable(tape)]
fn largest<'a>(x: &'a [f64], other: &'a f64) -> &'a f64 {
    let mut best = other;
    for v in x {
        best = if v > best { v } else { best };
    }
    best
}

#[differentiable(tape)]
fn stopped(x: f64) -> f64 {
    x * stop_gradient(x * x)
}

/// Loops that are values, in the place of other values.
#[differentiable(tape)]
fn loops_as_values(x: &[f64]) -> f64 {
    let outer = 'out: loop {
        let inner = 1.0
            + loop {
                break x[0] * x[1];
            };
        let last = loop {
            break inner.sin();
        };
        break 'out last;
    };
    outer
        * 'block: {
            if x[1] > 100.0 {
                break 'block 1.0;
            }
            x[1]
        }
}

#[test]
fn they_are_as_by_differences() {
    let x = [0.7, 1.3, 0.4];
    holds(&x, lent_or_owned, lent_or_owned::value_and_gradient);
    holds(&x, counted, counted::value_and_gradient);
    holds(&x, of_the_table, |x| of_the_table::value_and_gradient(x));
    holds(&x, loops_as_values, loops_as_values::value_and_gradient);
    holds(
        &x,
        |x| taken_apart(&[x[0], x[1]], (x[2], 1.0)),
        |x| {
            let (value, ([a, b], (c, _))) = taken_apart::value_and_gradient(&[x[0], x[1]], (x[2], 1.0));
            (value, vec![a, b, c])
        },
    );
    holds(
        &x,
        |x| from_any(x[..2].iter().copied(), x[2]),
        |x| {
            let (value, (by_x, by_k)) = from_any::value_and_gradient(&x[..2], x[2]);
            (value, [by_x, vec![by_k]].concat())
        },
    );
    assert_eq!(stopped::value_and_gradient(2.0), (8.0, 4.0));
    assert_eq!(read::value_and_gradient("2 x 3", 0.5), (1.5, 6.0));
    assert_eq!(largest::value_and_gradient(&[0.5, 2.0], 1.0), (2.0, (vec![0.0, 1.0], 0.0)));
}

const RATE: f64 = 0.5;

/// Constants of one name, in blocks and around the function.
#[differentiable(tape)]
fn of_one_name(x: f64) -> f64 {
    let a = {
        const RATE: f64 = 2.0;
        const STEP: f64 = RATE * 0.5;
        x * x * RATE + STEP
    };
    let b = {
        const STEP: f64 = 3.0;
        x * STEP
    };
    a * b * RATE
}

#[test]
fn a_constant_means_what_it_does_in_its_block() {
    holds(
        &[0.7],
        |x| of_one_name(x[0]),
        |x| {
            let (value, slope) = of_one_name::value_and_gradient(x[0]);
            (value, vec![slope])
        },
    );
}

#[derive(Clone, Debug)]
struct Part {
    weight: f64,
    value: f64,
}

/// Methods of containers and iterators that only the compiler knows.
#[differentiable(tape)]
fn by_the_library(x: &[f64]) -> f64 {
    let mut sorted = x.to_vec();
    let (_, middle, _) = sorted.select_nth_unstable_by(1, |a, b| a.total_cmp(b));
    let middle = *middle * 2.0;
    let parts: Vec<Part> = x.iter().map(|v| Part { weight: v * 0.5, value: *v }).collect();
    let mut total = 0.0;
    for pair in parts.rchunks_exact(2) {
        total += pair[0].weight * pair[1].value;
    }
    let rising = parts.is_sorted_by(|a, b| a.weight <= b.weight);
    total * middle + x.first_chunk::<2>().map_or(0.0, |pair| pair[0].sin() * 3.0) + if rising { 1.0 } else { x[1] }
}

#[test]
fn what_containers_have_needs_no_types() {
    holds(&[0.3, 1.7, 0.9], by_the_library, by_the_library::value_and_gradient);
}

#[differentiable(tape)]
fn steps(x: f64, at: &[f64]) -> f64 {
    let above = at.iter().map(|at| f64::from(x > *at)).sum::<f64>();
    above * x * x + f64::from(above > 1.0)
}

#[test]
fn flags_become_numbers() {
    let at = [0.5, 1.0, 2.0];
    assert_eq!(steps::value_and_gradient(1.5, &at), (steps(1.5, &at), (6.0, vec![0.0; 3])));
    assert_eq!(steps(1.5, &at), 5.5);
}

/// Numbers that are changed, one beside lists that grow.
#[differentiable(tape)]
fn summed(x: &[f64], at: usize, rows: &mut Vec<Vec<f64>>, total: &mut f64, last: &mut f64) -> usize {
    if at == x.len() {
        return 0;
    }
    rows.push(vec![x[at]; at + 1]);
    *total += x[at] * x[at] * *last;
    *last = x[at];
    1 + summed(x, at + 1, rows, total, last)
}

#[differentiable(tape)]
fn sums(x: &[f64]) -> f64 {
    let (mut rows, mut total, mut last) = (vec![], 0.5, 1.0);
    let n = summed(x, 0, &mut rows, &mut total, &mut last);
    rows.iter().flatten().sum::<f64>() * total + last * n as f64
}

#[test]
fn numbers_that_are_changed() {
    holds(&[0.4, 0.9, -0.3], sums, |x| sums::value_and_gradient(x));
}
