//! Methods that give values.

use super::told;
use wengert::prelude::*;

#[differentiable(tape)]
fn searched(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x[next()..].partition_point(|y| *y < 1.0) as f64 * x[1];
    s * x[0] * next() as f64
}

#[differentiable]
fn contained(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = if (next()..next() + 2).contains(&next()) { x[1] } else { x[2] };
    s * x[0] * next() as f64
}

#[differentiable]
fn contained_not(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = if (next() + 3..next()).contains(&next()) { x[1] } else { x[2] };
    s * x[0] * next() as f64
}

#[differentiable]
fn in_chunks(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x.chunks(next() + 1).map(|c| c[0] * c[0]).sum::<f64>();
    s * x[0] * next() as f64
}

#[differentiable]
fn in_exact_chunks(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x.chunks_exact(next() + 1).map(|c| c[0] * c[1]).sum::<f64>();
    s * x[0] * next() as f64
}

#[differentiable]
fn in_windows(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x.windows(next() + 1).map(|c| c[0] * c[1]).sum::<f64>();
    s * x[0] * next() as f64
}

#[differentiable]
fn stepped(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x.iter().skip(next()).step_by(next()).take(next()).map(|y| y * y).sum::<f64>();
    s * x[0] * next() as f64
}

#[differentiable]
fn stepped_range(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = (next()..x.len()).step_by(next()).map(|k| x[k] * x[k]).sum::<f64>();
    s * x[0] * next() as f64
}

#[differentiable]
fn nth(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x.iter().nth(next()).unwrap() * x.get(next()).unwrap_or(&x[next()]);
    s * x[0] * next() as f64
}

#[differentiable]
fn powers(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x[next()].powi(next() as i32) + x[next()].clamp(x[next()] - 9.0, x[next()] + 9.0);
    s * x[0] * next() as f64
}

#[differentiable]
fn of_three(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x[next()].mul_add(x[next()], x[next()]) + x[next()].max(x[next()]).hypot(x[next()]);
    s * x[0] * next() as f64
}

#[differentiable]
fn split_apart(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = {
        let (a, b) = x.split_at(next());
        a[0] * b[next()]
    };
    s * x[0] * next() as f64
}

#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x[next()] * if next() > 1 { x[next()] } else { x[0] };
    s * x[0] * next() as f64
}

#[differentiable]
fn copied_out(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = told(&x[next()..next() + 3].to_vec());
    s * x[0] * next() as f64
}

#[differentiable]
fn repeated(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = told(&[x[next()]; 3]) + told(&vec![x[next()]; next()]);
    s * x[0] * next() as f64
}

#[differentiable]
fn largest(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x[next()..].iter().copied().fold(f64::NEG_INFINITY, f64::max)
        + x[next()..].iter().map(|y| y * y).reduce(|a, b| a + b).unwrap();
    s * x[0] * next() as f64
}

#[differentiable]
fn zipped(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x[next()..].iter().zip(&x[next()..]).map(|(a, b)| a * b).sum::<f64>();
    s * x[0] * next() as f64
}

#[differentiable]
fn rev(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = x[..next() + 3].iter().rev().skip(next()).map(|y| y * y).sum::<f64>();
    s * x[0] * next() as f64
}

#[differentiable(tape)]
fn array(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = {
        let a: [f64; 2] = x[next()..next() + 1].try_into().unwrap_or([x[next()], 2.0]);
        a[0] * a[1]
    };
    s * x[0] * next() as f64
}

#[differentiable]
fn concat(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let s = told(&[&x[next()..], &x[next()..]].concat());
    s * x[0] * next() as f64
}

mod tests {
    use crate::counts;

    counts! {
        searched
        contained
        contained_not
        in_chunks
        in_exact_chunks
        in_windows
        stepped
        stepped_range
        nth
        powers
        of_three
        split_apart
        chosen
        copied_out
        repeated
        largest
        zipped
        rev
        array
        concat
    }
}
