//! One of two lists is written to, and which is known when the function runs.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

#[differentiable]
fn matched(orders: &[f64], #[constant] buys: &[bool]) -> f64 {
    let (mut bids, mut asks) = (vec![1.0], vec![2.5, 3.0]);
    let mut paid = 0.0;
    for (&price, &buy) in orders.iter().zip(buys) {
        let (own, other) = if buy { (&mut bids, &mut asks) } else { (&mut asks, &mut bids) };
        let mut left = price;
        while left > 0.0 {
            let Some(&best) = other.first() else { break };
            left -= best;
            paid += best * price;
            if best > 2.0 {
                other.remove(0);
            } else {
                other[0] *= 1.5;
            }
        }
        own.push(0.5 * price);
    }
    paid + bids.iter().sum::<f64>() * asks.len() as f64 + asks.iter().product::<f64>()
}

#[derive(Clone, Debug, Differentiable)]
struct Book {
    bids: Vec<f64>,
    asks: Vec<f64>,
}

#[differentiable]
impl Book {
    fn side(&mut self, buys: bool) -> &mut Vec<f64> {
        if buys { &mut self.bids } else { &mut self.asks }
    }
}

#[differentiable]
fn booked(p: &[f64]) -> f64 {
    let mut book = Book { bids: vec![p[0]], asks: vec![p[1]] };
    for (i, v) in p.iter().enumerate() {
        book.side(i % 2 == 0).push(*v);
        let side = book.side(i % 3 == 0);
        side[0] *= 2.0;
        if side.len() > 2 {
            side.pop();
        }
    }
    book.bids.iter().sum::<f64>() * book.asks.iter().sum::<f64>()
}

#[differentiable]
fn rows(p: &[f64]) -> f64 {
    let mut m = [[p[0], p[1]], [p[1], p[2]]];
    for i in 0..4 {
        let row = match i % 3 {
            0 => &mut m[0],
            _ => &mut m[1],
        };
        row[0] += p[i % 3];
        row.swap(0, 1);
    }
    m[0][0] * m[1][1]
}

/// Three of them one behind the other, in a function that is called.
fn sorted_in(low: &mut Vec<f64>, mid: &mut Vec<f64>, high: &mut Vec<f64>, x: f64) {
    let group = if x < 0.5 {
        low
    } else if x < 1.0 {
        mid
    } else {
        high
    };
    group.push(x * x);
}

#[differentiable]
fn grouped(p: &[f64]) -> f64 {
    let (mut low, mut mid, mut high) = (vec![], vec![], vec![]);
    for &x in p {
        sorted_in(&mut low, &mut mid, &mut high, x);
    }
    low.iter().sum::<f64>() - 2.0 * mid.iter().sum::<f64>() + high.iter().fold(1.0, |a, b| a * b)
}

#[test]
fn one_of_two_lists_is_written_to() {
    for buys in [[true, false, true], [false, false, true], [true, true, true]] {
        held(|p| matched(p, &buys), |p| matched::value_and_gradient(p, &buys), &[3.3, 1.2, 4.7]);
    }
    held(booked, |p| booked::value_and_gradient(p), &[0.3, 1.2, 0.7, 0.9]);
    held(rows, |p| rows::value_and_gradient(p), &[0.3, 1.2, 0.7]);
    held(grouped, |p| grouped::value_and_gradient(p), &[0.3, 1.2, 0.7, 0.9, 2.1]);
}
