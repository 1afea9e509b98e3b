//! Rows that grow where they lie, handed on to functions that call themselves.

use super::held;
use wengert::prelude::*;

#[differentiable]
fn alternating(rows: &[Vec<f64>], k: usize) -> f64 {
    if rows.is_empty() {
        return 1.0;
    }
    let own: f64 = rows[0].iter().enumerate().map(|(i, x)| x * (i + k) as f64).sum();
    let mut rest: Vec<Vec<f64>> = rows[1..].to_vec();
    if let Some(next) = rest.first_mut() {
        next.push(own.sin());
    }
    own.cos() + 0.5 * alternating(&rest, k + 1)
}

/// A row that has moved on as it grew, one that is shorter now, and a part of the list.
#[differentiable]
fn of_a_part(x: &[f64]) -> f64 {
    let mut rows: Vec<Vec<f64>> = x.chunks(2).map(|c| c.to_vec()).collect();
    rows[1].push(x[0] * x[3]);
    rows[1].push(x[1]);
    rows[2].pop();
    rows.swap(1, 2);
    let whole = alternating(&rows, 1);
    rows.push(vec![whole]);
    whole * alternating(&rows[1..], 2) + rows[0][0]
}

#[differentiable]
fn of_blocks(blocks: &[Vec<Vec<f64>>], k: usize) -> f64 {
    let Some(first) = blocks.first() else { return 0.0 };
    let own: f64 = first.iter().map(|row| row.iter().map(|x| x.sin()).product::<f64>()).sum();
    let mut rest: Vec<Vec<Vec<f64>>> = vec![];
    for block in &blocks[1..] {
        rest.push(block.iter().rev().map(|row| row.iter().map(|x| x * own).collect()).collect());
    }
    own * (k as f64 + 1.0) + of_blocks(&rest, k + 1)
}

#[differentiable]
fn of_three_levels(x: &[f64]) -> f64 {
    let mut blocks: Vec<Vec<Vec<f64>>> = vec![];
    for k in 0..3 {
        blocks.push((0..=k).map(|i| x[i..i + 2].to_vec()).collect());
    }
    blocks[0].push(vec![x[4], x[0]]);
    of_blocks(&blocks[1..], 0) + of_blocks(&blocks, 2)
}

/// What it is given by value is its own.
#[differentiable]
fn worn_down(mut rows: Vec<Vec<f64>>, k: usize) -> f64 {
    if k == 0 {
        return rows.iter().flatten().sum();
    }
    for row in &mut rows {
        row[0] *= 0.5;
        row.push(row[0].exp());
    }
    let before = rows.clone();
    worn_down(rows, k - 1) * before[0][1]
}

#[differentiable]
fn by_value(x: &[f64]) -> f64 {
    let mut rows: Vec<Vec<f64>> = x.chunks(3).map(<[f64]>::to_vec).collect();
    rows[0].push(x[5]);
    worn_down(rows.clone(), 2) + rows[0][3] * worn_down(rows, 1)
}

#[test]
fn rows_that_grow_are_handed_on() {
    let x = [0.7, -0.4, 1.1, 0.3, -0.9, 0.6];
    held(of_a_part, |x| of_a_part::value_and_gradient(x), &x);
    held(of_three_levels, |x| of_three_levels::value_and_gradient(x), &x);
    held(by_value, |x| by_value::value_and_gradient(x), &x);
}
