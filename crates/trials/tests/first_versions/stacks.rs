//! Lists that are used as stacks, loops that are left with a list, places that are found in a list.

use super::held;
use wengert::prelude::*;

#[differentiable]
fn reckoned(program: &[i32], x: &[f64]) -> Result<f64, String> {
    let mut stack: Vec<f64> = Vec::new();
    for (at, &op) in program.iter().enumerate() {
        match op {
            0.. => stack.push(x[op as usize]),
            -2 | -1 => {
                let (Some(b), Some(a)) = (stack.pop(), stack.pop()) else {
                    return Err(format!("nothing left at {at}"));
                };
                stack.push(if op == -1 { a + b } else { a * b });
            }
            -3 => {
                let a = stack.pop().ok_or("empty")?;
                stack.push(a.sin());
            }
            _ => return Err(format!("what is {op}?")),
        }
    }
    let last = stack.pop();
    match last {
        Some(v) if stack.is_empty() => Ok(v),
        _ => Err("not one value".to_string()),
    }
}

#[differentiable]
fn folded(x: &[f64]) -> f64 {
    let mut stack = x.to_vec();
    let first = stack.pop().unwrap_or(1.0);
    if let (Some(a), Some(b)) = (stack.pop(), stack.pop()) {
        stack.push(a * b * first);
    }
    while let (Some(a), Some(b)) = (stack.pop(), stack.pop()) {
        stack.push(a - b * b);
        if stack.len() < 2 {
            break;
        }
    }
    let mut left = 0.0;
    while let Some(v) = stack.pop()
        && v.abs() < 100.0
    {
        left += v * first;
    }
    match (stack.pop(), stack.is_empty()) {
        (None, true) => left,
        (v, _) => v.unwrap_or(0.0),
    }
}

#[differentiable]
fn settled(x: &[f64], rate: f64) -> Vec<f64> {
    let mut u = x.to_vec();
    let mut steps = 0;
    loop {
        u = (0..u.len()).map(|i| u[i] - rate * (u[i] - u[(i + 1) % u.len()])).collect();
        steps += 1;
        if steps > 20 {
            break u;
        }
        let spread = u.iter().map(|v| v * v).sum::<f64>();
        if spread < 1.0 {
            break u;
        }
    }
}

#[differentiable]
fn doubled(a: f64) -> f64 {
    let (mut p, mut n) = ([a, 1.0], 0);
    let (q, k) = 'doubling: loop {
        for v in &mut p {
            *v *= 1.0 + a;
            if *v > 10.0 {
                break 'doubling (p, n);
            }
        }
        n += 1;
    };
    q[0] * q[1] + k as f64
}

#[differentiable]
fn settled_and_doubled(x: &[f64], rate: f64) -> f64 {
    settled(x, rate).iter().map(|v| doubled(v.abs())).sum()
}

/// A place between two knots, by all ways to find it.
#[differentiable]
fn between(t: &[f64], y: &[f64], at: f64) -> f64 {
    let i = match t.binary_search_by(|v| v.partial_cmp(&at).unwrap()) {
        Ok(i) => i.min(t.len() - 2),
        Err(0) => 0,
        Err(i) => (i - 1).min(t.len() - 2),
    };
    let j = t.binary_search_by(|v| v.total_cmp(&(at * at))).unwrap_or_else(|j| j).min(t.len() - 1);
    let w = (at - t[i]) / (t[i + 1] - t[i]);
    (1.0 - w) * y[i] + w * y[i + 1] + y[j] * at
}

#[differentiable]
fn in_pairs(points: &[(f64, f64)], at: f64) -> f64 {
    let k = points.partition_point(|p| p.0 < at).clamp(1, points.len() - 1);
    let found = points.binary_search_by(|p| p.0.total_cmp(&at)).is_ok();
    let ((x0, y0), (x1, y1)) = (points[k - 1], points[k]);
    let y = y0 + (y1 - y0) * (at - x0) / (x1 - x0);
    if found { 2.0 * y } else { y }
}

#[test]
fn lists_are_stacks() {
    let x = [0.7, 1.3, 0.4];
    let program = [0, 1, -2, -3, 2, -1];
    let (value, g) = reckoned::value_and_gradient(&program, &x).unwrap();
    held(&x, |x| reckoned(&program, x).unwrap(), value, &g);
    for wrong in [&[0, -1][..], &[-3], &[0, 1], &[-7], &[]] {
        assert!(reckoned(wrong, &x).is_err() && reckoned::gradient(wrong, &x).is_none());
    }
    for n in 1..6 {
        let x = &[0.7, 1.3, 0.4, 0.9, 1.1, 0.3][..n];
        let (value, g) = folded::value_and_gradient(x);
        assert_eq!(value.to_bits(), folded(x).to_bits());
        if value != 0.0 {
            held(x, folded, value, &g);
        }
    }
}

#[test]
fn loops_are_left_with_lists() {
    let x = [0.9, 0.4, 1.2, 0.3];
    let (value, (mut g, by_rate)) = settled_and_doubled::value_and_gradient(&x, 0.2);
    g.push(by_rate);
    held(&[&x[..], &[0.2]].concat(), |x| settled_and_doubled(&x[..4], x[4]), value, &g);
}

#[test]
fn places_are_found_in_lists() {
    let (t, y) = ([0.1, 0.5, 1.25, 2.0], [1.0, 3.0, -1.0, 0.5]);
    for at in [0.3, 0.8, 1.4, 2.5] {
        let (value, (by_t, by_y, by_at)) = between::value_and_gradient(&t, &y, at);
        let g = [by_t, by_y, vec![by_at]].concat();
        held(&[&t[..], &y, &[at]].concat(), |x| between(&x[..4], &x[4..8], x[8]), value, &g);
        let points: Vec<(f64, f64)> = t.iter().copied().zip(y).collect();
        let (value, (by_points, by_at)) = in_pairs::value_and_gradient(&points, at);
        let g: Vec<f64> = by_points.iter().flat_map(|p| [p.0, p.1]).chain([by_at]).collect();
        let x: Vec<f64> = points.iter().flat_map(|p| [p.0, p.1]).chain([at]).collect();
        let pairs = |x: &[f64]| x[..8].chunks(2).map(|c| (c[0], c[1])).collect::<Vec<_>>();
        held(&x, |x| in_pairs(&pairs(x), x[8]), value, &g);
    }
    let points = [(0.1, 1.0), (0.5, 3.0), (1.25, -1.0)];
    assert_eq!(in_pairs::value_and_gradient(&points, 0.5).0, in_pairs(&points, 0.5));
}
