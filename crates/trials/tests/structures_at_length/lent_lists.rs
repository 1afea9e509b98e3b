//! Lists that functions which call themselves lend each other to be changed: they are changed where they lie.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::{BTreeMap, HashMap};
use wengert::prelude::*;

/// The least cost of taking one list to the other, by a table of what is known.
fn cost(i: usize, j: usize, a: &[f64], b: &[f64], known: &mut Vec<Vec<Option<f64>>>) -> f64 {
    if i == 0 || j == 0 {
        return 0.7 * (i + j) as f64;
    }
    if let Some(v) = known[i][j] {
        return v;
    }
    let both = cost(i - 1, j - 1, a, b, known) + (a[i - 1] - b[j - 1]).powi(2);
    let v = both.min(cost(i - 1, j, a, b, known) + a[i - 1].abs()).min(cost(i, j - 1, a, b, known) + b[j - 1].abs());
    known[i][j] = Some(v);
    v
}

#[differentiable]
fn aligned(x: &[f64]) -> f64 {
    let (a, b) = x.split_at(3);
    let mut even = vec![vec![None; b.len() + 1]; a.len() + 1];
    let mut ragged: Vec<Vec<Option<f64>>> = (0..=a.len()).map(|i| vec![None; b.len() + 1 + i]).collect();
    ragged[2].push(Some(x[0]));
    cost(a.len(), b.len(), a, b, &mut even) * cost(a.len(), b.len(), b, a, &mut ragged[..].to_vec())
        + even[1][1].unwrap_or(0.5)
}

#[derive(Clone, Copy)]
struct Joint {
    angle: f64,
    at: [f64; 2],
}

/// Structures with arrays by keys.
fn placed(i: usize, angles: &[f64], known: &mut BTreeMap<usize, Joint>) -> Joint {
    if let Some(joint) = known.get(&i) {
        return *joint;
    }
    let joint = match i {
        0 => Joint { angle: angles[0], at: [0.0, 1.0] },
        _ => {
            let up = placed(i - 1, angles, known);
            let angle = up.angle + angles[i];
            Joint { angle, at: [up.at[0] + angle.cos(), up.at[1] + angle.sin()] }
        }
    };
    known.insert(i, joint);
    joint
}

#[differentiable]
fn reached(x: &[f64]) -> f64 {
    let mut known = BTreeMap::new();
    let mut sum = 0.0;
    for k in [2, 1, 4, 3] {
        let joint = placed(k, x, &mut known);
        sum += joint.at[0] * joint.angle + joint.at[1];
    }
    sum * known.values().map(|j| j.at[0]).sum::<f64>()
}

/// Lists that others take the place of, in one arm; and what may end early.
#[differentiable]
fn cleared(n: usize, x: f64, path: &mut Vec<(f64, bool)>, best: &mut Vec<f64>) -> Option<f64> {
    if x > 40.0 {
        return None;
    }
    if n == 0 {
        *best = path.iter().map(|(v, odd)| if *odd { -v } else { v * v }).collect();
        return Some(best.iter().sum());
    }
    path.push((x.sin(), n % 2 == 1));
    let a = cleared(n - 1, x * 1.1, path, best)?;
    if n == 2 {
        path.clear();
    } else {
        path.pop();
    }
    best.push(a);
    let b = cleared(n - 1, a + x, path, best)?;
    Some(a * b + std::mem::take(best).len() as f64 * x)
}

#[differentiable]
fn all_cleared(x: &[f64]) -> f64 {
    let (mut path, mut best) = (vec![(x[1], false)], vec![x[2]; 2]);
    let v = cleared(3, x[0], &mut path, &mut best).unwrap_or(x[3]);
    v + path.iter().map(|p| p.0).sum::<f64>() + best.len() as f64 * x[1]
}

/// Two functions in turns, and a count beside the map.
fn even(n: u32, x: f64, known: &mut HashMap<u32, f64>, asked: &mut usize) -> f64 {
    *asked += 1;
    if n == 0 { x } else { odd(n - 1, x, known, asked) * 0.9 }
}

fn odd(n: u32, x: f64, known: &mut HashMap<u32, f64>, asked: &mut usize) -> f64 {
    if let Some(v) = known.get(&n) {
        return *v;
    }
    let v = if n == 0 { x * x } else { even(n - 1, x.sin(), known, asked) + even(n / 2, x, known, asked) };
    known.insert(n, v);
    v
}

#[differentiable]
fn in_turns(x: &[f64]) -> f64 {
    let (mut known, mut asked) = (HashMap::from([(1, x[1])]), 0);
    let v = even(8, x[0], &mut known, &mut asked);
    v * asked as f64 + known[&7] * known.len() as f64
}

#[test]
fn lists_are_changed_where_they_lie() {
    let points = [[0.3, 0.9, 1.4, 2.1, -0.6, 0.3], [-0.4, 1.3, 0.7, -0.8, 0.1, 0.25]];
    for x in points {
        held(aligned, aligned::value_and_gradient, &x);
        held(reached, reached::value_and_gradient, &x[..5]);
        held(all_cleared, all_cleared::value_and_gradient, &x[..4]);
        held(in_turns, in_turns::value_and_gradient, &x[..2]);
    }
}
