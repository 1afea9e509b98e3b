//! Running maxima and minima, of which only the iterations that may change them are logged.

use super::{close, differences};
use allocation_counter::measure;
use wengert::prelude::*;
use wengert::program::Program;

#[differentiable]
fn largest(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Both at once, with a count beside them.
#[differentiable]
fn spread(x: &[f64]) -> f64 {
    let (mut low, mut high, mut seen) = (f64::INFINITY, f64::NEG_INFINITY, 0);
    for &v in x {
        low = v.min(low);
        high = high.max(v);
        seen += 1;
    }
    (high - low) / seen as f64
}

/// With a loop inside, and a root.
#[differentiable]
fn nearest(centers: &[[f64; 3]], p: &[f64; 3]) -> f64 {
    let mut best = f64::INFINITY;
    for c in centers {
        let mut d = 0.0;
        for k in 0..3 {
            d += (c[k] - p[k]).powi(2);
        }
        best = best.min(d.sqrt());
    }
    best
}

/// Neighbours, which loops without a log keep in registers.
#[differentiable]
fn steepest(x: &[f64]) -> f64 {
    (1..x.len()).map(|i| (x[i] - x[i - 1]).powi(2)).fold(0.0, f64::max)
}

#[differentiable]
fn steepest_step(x: &[f64]) -> f64 {
    let mut best = 0.0;
    for i in 1..x.len() {
        let step = x[i] - x[i - 1];
        if step > best {
            best = step;
        }
    }
    best
}

/// A maximum that is also used on the way: nothing of it can be left out.
#[differentiable]
fn heights(x: &[f64]) -> f64 {
    let (mut high, mut sum) = (f64::NEG_INFINITY, 0.0);
    for &v in x {
        high = high.max(v);
        sum += high * v;
    }
    sum
}

#[differentiable]
fn rows(x: &[f64], width: usize) -> f64 {
    let mut total = 0.0;
    for row in x.chunks(width) {
        let high = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        total += high + row.iter().map(|v| (v - high).exp()).sum::<f64>().ln();
    }
    total
}

#[differentiable]
fn slopes(x: &[f64]) -> f64 {
    let slope = largest::gradient(x);
    (0..x.len()).map(|i| slope[i] * x[i] * (i + 1) as f64).sum()
}

fn waves(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i as f64 * 0.77).sin() * 3.0).collect()
}

#[test]
fn gradients_are_those_of_the_values() {
    let x = waves(40);
    close(&largest::gradient(&x), &differences(largest, &x));
    close(&spread::gradient(&x), &differences(spread, &x));
    close(&steepest::gradient(&x), &differences(steepest, &x));
    close(&steepest_step::gradient(&x), &differences(steepest_step, &x));
    close(&heights::gradient(&x), &differences(heights, &x));
    close(&rows::gradient(&x, 7), &differences(|x| rows(x, 7), &x));
    let centers: Vec<[f64; 3]> = x.as_chunks().0.to_vec();
    let p = [0.1, 0.2, 0.3];
    close(&nearest::gradient(&centers, &p).1, &differences(|p| nearest(&centers, &[p[0], p[1], p[2]]), &p));
    let (by_x, direction) = (rows::hessian(&x[..6], 3), [0.3, -0.2, 0.5, 0.1, 0.7, -0.4]);
    let product: Vec<f64> = (0..6).map(|i| (0..6).map(|j| by_x[(i, j)] * direction[j]).sum()).collect();
    close(&rows::hvp(&x[..6], 3, &direction), &product);
}

/// As if each iteration were reversed on its own.
#[test]
fn ties_share_and_nan_loses() {
    assert_eq!(largest::gradient(&[1.0, 3.0, 3.0, 2.0, 3.0]), [0.0, 0.25, 0.25, 0.0, 0.5]);
    assert_eq!(largest::gradient(&[f64::NAN, 1.0, f64::NAN, 0.5]), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(spread::gradient(&[1.0, 3.0, 3.0, 1.0]), [-0.125, 0.125, 0.125, -0.125]);
    assert_eq!(spread(&[-0.0, 0.0]).to_bits(), spread::value_and_gradient(&[-0.0, 0.0]).0.to_bits());
}

#[test]
fn a_maximum_of_many_saves_little() {
    let x = waves(100_000);
    let bytes = measure(|| drop(largest::value_and_gradient(&x))).bytes_total;
    assert!(bytes < 1_000_000, "{bytes} bytes, of which the gradient is 800 000");
}

#[test]
fn a_recorded_derivative_holds_where_another_number_is_the_largest() {
    let program = Program::record(3, |x| vec![slopes::eval(x)]).expect("a recording");
    for x in [[1.0, 3.0, 2.0], [4.0, 3.0, 2.0], [1.0, 2.0, 5.0]] {
        assert_eq!(program.eval(&x).expect("no branch"), [slopes(&x)]);
    }
}
