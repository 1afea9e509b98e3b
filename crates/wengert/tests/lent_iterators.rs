//! Iterators that are lent to a loop, a function or a method, which may leave early: who lent them goes on behind the last
//! item that was seen.

// None is recorded.
#![deny(deprecated)]
// What users write: loops that are left at once.
#![allow(clippy::manual_find, clippy::never_loop, clippy::unnecessary_lazy_evaluations)]

use wengert::prelude::*;

/// An iterator in a structure, as published crates write their own iterators.
struct Within<I> {
    items: I,
}

impl<I: Iterator<Item = f64>> Within<I> {
    fn first(&mut self) -> Option<f64> {
        for v in &mut self.items {
            return Some(v);
        }
        None
    }

    fn next_large(&mut self) -> Option<f64> {
        for v in self.items.by_ref() {
            if v > 1.0 {
                return Some(v);
            }
        }
        None
    }

    fn sum_of_small(&mut self) -> Option<f64> {
        let mut s = 0.0;
        for v in &mut self.items {
            s += if v < 2.9 { Some(v) } else { None }?;
        }
        Some(s)
    }
}

/// Segments between points; a point at the origin closes what was begun.
struct Segments<I: Iterator<Item = f64>> {
    points: I,
    begun: Option<(f64, f64)>,
}

impl<I: Iterator<Item = f64>> Iterator for Segments<I> {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        for point in &mut self.points {
            let (start, last) = self.begun.get_or_insert_with(|| (point, point));
            return Some(if point != 0.0 {
                if *last == point {
                    continue;
                }
                let before = std::mem::replace(last, point);
                (point - before) * before
            } else if *last != *start {
                let before = std::mem::replace(last, *start);
                (*start - before) * before
            } else {
                continue;
            });
        }
        None
    }
}

#[differentiable]
fn firsts(x: &[f64]) -> f64 {
    let mut within = Within { items: x.iter().copied() };
    within.first().unwrap_or(1.0) + within.first().unwrap_or(2.0) * within.items.sum::<f64>()
}

#[differentiable]
fn large(x: &[f64]) -> f64 {
    let mut within = Within { items: x.iter().map(|v| v * 1.5) };
    let mut s = 0.0;
    let mut weight = 1.0;
    while let Some(v) = within.next_large() {
        s += weight * v * v;
        weight += 1.0;
    }
    s
}

#[differentiable]
fn asked(x: &[f64]) -> f64 {
    let mut within = Within { items: x.iter().copied() };
    within.sum_of_small().unwrap_or(7.0) + within.sum_of_small().unwrap_or(3.0) * within.first().unwrap_or(2.0)
}

#[differentiable]
fn segments(x: &[f64]) -> f64 {
    Segments { points: x.iter().copied(), begun: None }.map(|v| v * v).sum()
}

#[differentiable]
fn labelled(x: &[f64]) -> f64 {
    let mut items = x.iter();
    let mut s = 0.0;
    'rounds: for k in 0..3 {
        for v in &mut items {
            s += v * v * k as f64;
            if *v > 1.0 {
                continue 'rounds;
            }
        }
    }
    s + items.sum::<f64>()
}

fn search(indices: &mut std::ops::Range<usize>, x: &[f64]) -> f64 {
    for k in indices {
        if x[k] > 1.0 {
            return x[k];
        }
    }
    0.5
}

#[differentiable]
fn ranges(x: &[f64]) -> f64 {
    let mut indices = 0..x.len();
    search(&mut indices, x) * search(&mut indices, x) + indices.count() as f64 * x[0]
}

#[differentiable]
fn by_closure(x: &[f64]) -> f64 {
    let mut items = x.iter().copied().enumerate().skip(1);
    let mut s = 0.0;
    let mut take = || -> Option<f64> {
        for (k, v) in items.by_ref() {
            if k == 2 {
                return Some(v * v);
            }
            s += v;
        }
        None
    };
    let (p, q) = (take().unwrap_or(1.5), take().unwrap_or(2.0));
    p * q + s
}

fn head(x: impl Iterator<Item = f64>) -> Option<f64> {
    for v in x {
        return Some(v);
    }
    None
}

/// A loop whose body always leaves the function.
#[differentiable]
fn heads(x: &[f64]) -> f64 {
    head(x.iter().map(|v| v * 2.0)).unwrap_or(1.0) * head(x.iter().copied().skip(1)).unwrap_or(3.0)
}

macro_rules! agree {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            let points = [[0.5, 1.5, 3.0, 1.2], [2.0, 0.1, 0.2, 4.0], [0.1, 0.2, 0.3, 0.4], [5.0, 6.0, 0.0, 8.0], [3.0, 0.0, 2.0, 0.0]];
            for x in points.iter().flat_map(|x| [&x[..], &x[..2]]) {
                let (value, gradient) = super::$name::value_and_gradient(x);
                assert_eq!(value, super::$name(x), "{x:?}");
                for (k, slope) in gradient.iter().enumerate() {
                    let with = |h: f64| {
                        let mut x = x.to_vec();
                        x[k] += h;
                        super::$name(&x)
                    };
                    // Beside a zero other branches are taken.
                    let h = 1e-6;
                    let difference = (with(h) - with(-h)) / (2.0 * h);
                    assert!(x[k] == 0.0 || (slope - difference).abs() < 1e-7 * (1.0 + slope.abs()), "{x:?}, {k}: {slope}, {difference}");
                    let mut direction = vec![0.0; x.len()];
                    direction[k] = 1.0;
                    assert!((super::$name::jvp(x, &direction).1 - slope).abs() < 1e-13 * (1.0 + slope.abs()), "{x:?}, {k}");
                }
            }
        }
    )*};
}

mod agrees {
    agree!(firsts, large, asked, segments, labelled, ranges, by_closure, heads);
}
