//! Functions that call themselves: methods of traits, beside others of the same name; those of structures that borrow
//! what they read; those that fill lists which they are lent.

// None is recorded.
#![deny(deprecated)]

use wengert::prelude::*;

trait Shape {
    const SCALE: f64;
    fn area(&self, halved: u32) -> f64;
    fn scaled(&self, x: f64) -> f64 {
        x * Self::SCALE
    }
    fn folded(a: f64, n: u32) -> f64
    where
        Self: Sized;
}

struct Snowflake {
    side: f64,
}

impl Shape for Snowflake {
    const SCALE: f64 = 1.5;
    fn area(&self, halved: u32) -> f64 {
        if halved == 0 {
            return self.side * self.side;
        }
        self.scaled(Snowflake { side: self.side / 3.0 }.area(halved - 1) * 4.0).sin() + 1.0
    }
    fn folded(a: f64, n: u32) -> f64 {
        if n == 0 { a } else { Self::folded(a.sin() * Self::SCALE, n - 1) + a }
    }
}

struct Disc {
    radius: f64,
    weight: f64,
}

impl Disc {
    fn area(&self, rings: u32) -> f64 {
        match rings {
            0 => self.radius,
            _ => self.weight * Disc { radius: self.radius * 0.9, weight: self.weight }.area(rings - 1) + self.radius,
        }
    }
}

impl Shape for Disc {
    const SCALE: f64 = 0.5;
    fn area(&self, halved: u32) -> f64 {
        if halved == 0 {
            return self.weight;
        }
        let turned = Disc { radius: self.weight, weight: self.radius * Self::SCALE };
        Shape::area(&turned, halved - 1) + Disc::area(self, 2)
    }
    fn folded(a: f64, n: u32) -> f64 {
        if n == 0 { a.cos() } else { <Disc as Shape>::folded(a * a, n - 1) + a }
    }
}

fn measured<S: Shape>(shape: &S, halved: u32) -> f64 {
    shape.area(halved) + shape.scaled(2.0)
}

#[differentiable]
fn by_traits(x: f64, y: f64) -> f64 {
    Snowflake { side: x }.area(3) + Snowflake::folded(y, 4)
}

#[differentiable]
fn namesakes(x: f64, y: f64) -> f64 {
    let disc = Disc { radius: x, weight: y };
    disc.area(3) + Shape::area(&disc, 3) + Disc::folded(x, 3)
}

#[differentiable]
fn by_bounds(x: f64, y: f64) -> f64 {
    measured(&Disc { radius: x, weight: y }, 3) + measured(&Snowflake { side: x * y }, 2)
}

#[derive(Clone, Copy)]
struct Readings<'a> {
    data: &'a [f64],
    drift: f64,
}

impl Readings<'_> {
    fn folded(&self, from: usize, so_far: f64) -> f64 {
        match self.data.get(from) {
            None => so_far,
            Some(x) => self.folded(from + 1, so_far * x + self.drift),
        }
    }
    fn root(&self, low: f64, high: f64, p: f64) -> f64 {
        let middle = 0.5 * (low + high);
        if high - low < 1e-3 {
            return middle * p + self.data[1] * p * p;
        }
        if middle * middle < 2.0 { self.root(middle, high, p) } else { self.root(low, middle, p) }
    }
}

fn last(of: Readings<'_>, n: usize) -> f64 {
    if n == 0 { of.drift } else { of.data[n - 1] * last(Readings { drift: of.drift * 1.1, ..of }, n - 1) }
}

fn rest(of: &Readings<'_>) -> f64 {
    let Some((first, others)) = of.data.split_first() else { return of.drift };
    rest(&Readings { data: others, drift: of.drift * first }) + first.sin()
}

#[differentiable]
fn lent_lists(x: f64, y: f64) -> f64 {
    let data = [x, y * 0.5];
    let readings = Readings { data: &data, drift: y };
    readings.folded(0, x) + readings.root(0.0, 4.0, x) + last(readings, 2) + rest(&readings)
}

struct Lent<'a> {
    terms: &'a Vec<f64>,
    last: &'a f64,
}

impl Lent<'_> {
    fn sum(&self, n: usize) -> f64 {
        if n == 0 { *self.last } else { self.terms[n - 1] + self.sum(n - 1) * self.last.sin() }
    }
}

#[differentiable]
fn lent_numbers(x: f64, y: f64) -> f64 {
    let terms = vec![x, y * x, y];
    Lent { terms: &terms, last: &y }.sum(3)
}

/// What was found before is kept.
fn kept(n: usize, x: f64, found: &mut Vec<Option<f64>>) -> f64 {
    if n < 2 {
        return x;
    }
    if let Some(value) = found[n] {
        return value;
    }
    let value = kept(n - 1, x, found) + x * kept(n - 2, x, found);
    found[n] = Some(value);
    value
}

/// Pairs in a list that is handed on whole.
fn paired(n: usize, x: f64, found: &mut Vec<(f64, f64)>) -> f64 {
    if n == 0 {
        return x;
    }
    let before = paired(n - 1, x * 0.9, found) + found[n - 1].1;
    found[n] = (before.sin(), x * before);
    found[n - 1].0 * before
}

#[differentiable]
fn filled_lists(x: f64, y: f64) -> f64 {
    let (mut found, mut pairs) = (vec![None; 9], vec![(x, y); 4]);
    kept(8, x, &mut found) * y + paired(3, y, &mut pairs) + pairs[2].0 + found[3].unwrap_or(0.0)
}

#[test]
fn methods_that_call_themselves() {
    held_at!([[0.4, 0.8], [0.9, -0.3]]; by_traits namesakes by_bounds lent_lists lent_numbers filled_lists);
}
