//! Texts that are lent beside numbers: named weights, tables by name, maps by names of another text; and ranges.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    low: f64,
    high: f64,
}

#[differentiable]
fn portfolio(holdings: &[(&str, f64)], x: f64) -> f64 {
    let mut total = 0.0;
    for (name, held) in holdings {
        total += match *name {
            "gold" => held * x,
            n if n.starts_with('s') => held * held * n.len() as f64,
            _ => held.sin() * x,
        };
    }
    total
}

#[differentiable]
fn owned(mut holdings: Vec<(&str, f64)>, x: f64) -> f64 {
    holdings.push(("extra", x * x));
    holdings.retain(|(name, _)| *name != "lead");
    holdings.iter().map(|(name, held)| name.len() as f64 * held * x).sum()
}

#[differentiable]
fn by_name(w: &BTreeMap<&str, f64>, named: &BTreeMap<&str, Pair>, x: f64) -> f64 {
    let mut s = w["gold"] * x + w.get("tin").copied().unwrap_or(x * x);
    for (name, pair) in named {
        if let Some(v) = w.get(name) {
            s += v * (pair.high - pair.low) * x;
        }
    }
    s
}

#[differentiable]
fn found<'a>(rows: &'a [(&'a str, usize, Vec<f64>)], name: &str) -> Option<f64> {
    let (_, n, row) = rows.iter().find(|(of, ..)| *of == name)?;
    Some(row.iter().map(|v| v * v).sum::<f64>() * *n as f64)
}

#[differentiable]
fn one((name, of): (&str, f64), two: [(&str, f64); 2], maybe: Option<(&str, f64)>) -> f64 {
    let also = match maybe {
        Some((n, v)) if n == name => v * of,
        Some((_, v)) => v,
        None => 1.0,
    };
    two.iter().filter(|(n, _)| *n != name).map(|(_, v)| v * of).sum::<f64>() * also
}

/// Of texts that do not live for ever.
#[differentiable]
fn read(text: &str, x: f64) -> f64 {
    let rows: Vec<(&str, f64)> = text
        .lines()
        .filter_map(|line| {
            let (name, value) = line.split_once(' ')?;
            Some((name, value.parse::<f64>().ok()? * x))
        })
        .collect();
    portfolio(&rows, x) + owned(rows, x)
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Scale {
    by: f64,
}

#[differentiable]
impl Scale {
    fn total(&self, weights: &[(&str, f64)], names: &[&str]) -> f64 {
        let of = |name: &&str| weights.iter().find(|(n, _)| n == name).map_or(self.by, |(_, v)| *v);
        names.iter().map(|name| of(name) * self.by).sum()
    }
}

#[differentiable]
fn over(f: impl Fn(f64) -> f64, at: RangeInclusive<usize>, x: f64) -> f64 {
    at.map(|i| f(x * i as f64)).sum()
}

#[differentiable]
fn part(x: &[f64], at: Range<usize>, g: impl Fn(f64) -> f64) -> f64 {
    x[at.clone()].iter().map(|v| g(*v)).sum::<f64>() * at.len() as f64
}

#[differentiable]
fn both(x: &[f64]) -> f64 {
    over(|t| t * t + x[0], 1..=3, x[1]) + part(x, 1..3, |v| v * x[0])
}

fn named(v: &[f64]) -> Vec<(&'static str, f64)> {
    ["gold", "silver", "tin", "lead"].into_iter().zip(v.iter().copied()).collect()
}

fn numbers(pairs: &[(&str, f64)]) -> Vec<f64> {
    pairs.iter().map(|p| p.1).collect()
}

#[test]
fn lists_of_names_and_numbers() {
    let point = [0.4, -1.2, 2.5, 0.9, 1.3];
    held(
        |v| portfolio(&named(&v[..4]), v[4]),
        |v| {
            let (value, (by, x)) = portfolio::value_and_gradient(&named(&v[..4]), v[4]);
            (value, [numbers(&by), vec![x]].concat())
        },
        &point,
    );
    held(
        |v| owned(named(&v[..4]), v[4]),
        |v| {
            let (value, (by, x)) = owned::value_and_gradient(named(&v[..4]), v[4]);
            (value, [numbers(&by), vec![x]].concat())
        },
        &point,
    );
    held(
        |v| Scale { by: v[4] }.total(&named(&v[..4]), &["tin", "zinc", "gold"]),
        |v| {
            let of = Scale { by: v[4] };
            let (value, (own, by)) = of.total_value_and_gradient(&named(&v[..4]), &["tin", "zinc", "gold"]);
            (value, [numbers(&by), vec![own.by]].concat())
        },
        &point,
    );
    held(
        |v| one(("a", v[0]), [("a", v[1]), ("b", v[2])], Some(("a", v[3]))),
        |v| {
            let (value, (a, two, c)) =
                one::value_and_gradient(("a", v[0]), [("a", v[1]), ("b", v[2])], Some(("a", v[3])));
            (value, vec![a.1, two[0].1, two[1].1, c.unwrap().1])
        },
        &point[..4],
    );
}

#[test]
fn texts_that_end() {
    let text = String::from("gold 1.5\nsilver -0.5\nlead 0.25\nnone\n");
    held(
        |v| read(&text, v[0]),
        |v| {
            let (value, by) = read::value_and_gradient(&text, v[0]);
            (value, vec![by])
        },
        &[0.8],
    );
    let rows: Vec<(&str, usize, Vec<f64>)> =
        text.lines().map(|l| (&l[..2], l.len(), vec![0.5, l.len() as f64])).collect();
    let (value, by) = found::value_and_gradient(&rows, "si").unwrap();
    assert_eq!((value, found(&rows, "si")), (1333.75, Some(value)));
    assert_eq!((by[0].2.as_slice(), by[1].2.as_slice()), (&[0.0, 0.0][..], &[11.0, 242.0][..]));
    assert_eq!(found::gradient(&rows, "none"), None);
}

#[test]
fn maps_by_lent_names() {
    let key = String::from("gold");
    let maps = |v: &[f64]| {
        let w: BTreeMap<&str, f64> = [(key.as_str(), v[0]), ("lead", v[1])].into();
        let named: BTreeMap<&str, Pair> =
            [("lead", Pair { low: v[2], high: v[3] }), ("zinc", Pair { low: 1.0, high: 2.0 })].into();
        (w, named)
    };
    held(
        |v| {
            let (w, named) = maps(v);
            by_name(&w, &named, v[4])
        },
        |v| {
            let (w, named) = maps(v);
            let (value, (w, named, x)) = by_name::value_and_gradient(&w, &named, v[4]);
            (value, vec![w["gold"], w["lead"], named["lead"].low, named["lead"].high, x])
        },
        &[0.4, -1.2, 2.5, 0.9, 1.3],
    );
}

#[test]
fn ranges_beside_functions() {
    held(both, both::value_and_gradient, &[0.4, -1.2, 2.5]);
}

#[test]
fn other_derivatives() {
    let at = named(&[0.4, -1.2, 2.5, 0.9]);
    let along = named(&[1.0, 0.5, -0.25, 2.0]);
    let (_, slope) = portfolio::jvp(&at, 1.3, &along, 0.5);
    let (_, (by, x)) = portfolio::value_and_gradient(&at, 1.3);
    let product: f64 = numbers(&by).iter().zip(numbers(&along)).map(|(a, b)| a * b).sum();
    assert!((slope - product - 0.5 * x).abs() < 1e-12);
    let (by, x) = portfolio::hvp(&at, 1.3, &along, 0.5);
    let hessian = portfolio::hessian(&at, 1.3);
    let direction = [numbers(&along), vec![0.5]].concat();
    for (i, h) in [numbers(&by), vec![x]].concat().into_iter().enumerate() {
        let row: f64 = (0..5).map(|j| hessian[(i, j)] * direction[j]).sum();
        assert!((h - row).abs() < 1e-12, "{i}: {h} {row}");
    }
    let f = portfolio::function(&at, 1.3);
    assert_eq!(f.gradient(&[0.4, -1.2, 2.5, 0.9, 1.3]).len(), 5);
}

fn minutes(text: &str, x: f64) -> Option<f64> {
    let mut parts = text.split(['d', '\'']).map(str::trim).filter(|part| !part.is_empty());
    let whole = parts.next()?;
    let tail = parts.find(|part| part.ends_with('5')).unwrap_or("0");
    Some(x * whole.parse::<f64>().ok()? + x * x * tail.len() as f64)
}

#[differentiable]
fn found_among_made(x: &[f64]) -> f64 {
    let names = [" A1;b ", "c ; D"];
    let mut s = 0.0;
    for (name, v) in names.iter().zip(x) {
        let first = name.split(';').map(|part| part.trim().to_lowercase()).find(|part| part.len() > 1);
        let word = if *v > 0.5 { first.unwrap_or_else(|| name.trim().to_owned()) } else { name.replace(' ', "-") };
        s += v * v * word.len() as f64;
    }
    s + minutes(" 3 d'' 15 ", x[0]).unwrap_or(x[1]) + minutes("dd", x[0]).unwrap_or(x[1])
}

#[test]
fn texts_that_loops_and_arms_make_leave_them() {
    held(found_among_made, |x| found_among_made::value_and_gradient(x), &[0.4, 0.9]);
}
