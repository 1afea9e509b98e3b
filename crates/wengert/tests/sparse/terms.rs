//! Loops over data that get their sparse derivatives by one item at a time.

use crate::random::{Dice, each_close};
use core::ops::Range;
use core::slice::from_ref;
use wengert::prelude::*;
use wengert::sparse::{SparseHessian, SparseJacobian};

/// A distance between two points in the plane, seen with a weight.
#[derive(Clone, Copy)]
struct Seen {
    ends: [usize; 2],
    distance: f64,
    weight: f64,
}

/// A net of distances: robust where they are far off.
#[differentiable]
fn net(x: &[f64], #[constant] seen: &[Seen]) -> f64 {
    let mut sum = 0.0;
    for s in seen {
        let (i, j) = (2 * s.ends[0], 2 * s.ends[1]);
        let (dx, dy) = (x[i] - x[j], x[i + 1] - x[j + 1]);
        let r = s.weight * ((dx * dx + dy * dy + 0.01).sqrt() - s.distance);
        if r * r < 1.0 {
            sum += 0.5 * r * r;
        } else if r > 0.0 {
            sum += r - 0.5;
        } else {
            sum -= r + 0.5;
        }
    }
    sum
}

#[differentiable]
fn residuals(x: &[f64], #[constant] seen: &[Seen]) -> Vec<f64> {
    let mut out = vec![0.0; 2 * seen.len()];
    for (k, s) in seen.iter().enumerate() {
        let (i, j) = (2 * s.ends[0], 2 * s.ends[1]);
        out[2 * k] = s.weight * ((x[i] - x[j]).hypot(x[i + 1] - x[j + 1]) - s.distance);
        out[2 * k + 1] = x[i] * s.weight;
    }
    out
}

fn problem() -> (Vec<f64>, Vec<Seen>) {
    let (mut dice, points) = (Dice::new(12), 9);
    let x = (0..2 * points).map(|_| 2.0 * dice.unit()).collect();
    let seen = (0..25).map(|k| {
        let first = dice.below(points);
        let second = (first + 1 + dice.below(points - 1)) % points;
        Seen { ends: [first, second], distance: 1.0 + 0.5 * dice.unit(), weight: 1.0 + f64::from(k % 3) }
    });
    (x, seen.collect())
}

#[test]
fn a_sum_over_data_has_the_hessian_of_the_whole() {
    let (x, seen) = problem();
    let each: Vec<_> = seen.iter().map(|one| net::function(&x, from_ref(one))).collect();
    let hessian = SparseHessian::of_terms(&x, &each).unwrap();
    let mut dice = Dice::new(5);
    for scale in [1.0, 0.3, 5.0] {
        let x: Vec<f64> = x.iter().map(|x| scale * (x + 0.1 * dice.unit())).collect();
        let (mut gradient, mut values) = (vec![0.0; x.len()], vec![0.0; hessian.entries()]);
        let value = hessian.value_gradient_and_eval_into(&x, &mut gradient, &mut values).unwrap();
        let (whole, by_x) = net::value_and_gradient(&x, &seen);
        assert!((value - whole).abs() < 1e-12 * whole.abs());
        assert!(gradient.iter().zip(by_x).all(|(a, b)| (a - b).abs() < 1e-12 * b.abs().max(1.0)));
        let (sparse, dense) = (hessian.to_dense(&values), net::hessian(&x, &seen));
        for (a, b) in sparse.as_slice().iter().zip(dense.as_slice()) {
            assert!((a - b).abs() < 1e-12 * b.abs().max(1.0), "{a} {b}");
        }
    }
}

#[test]
fn residuals_of_data_have_the_jacobian_of_the_whole() {
    let (x, seen) = problem();
    let each: Vec<_> = seen.iter().map(|one| residuals::function(&x, from_ref(one))).collect();
    let jacobian = SparseJacobian::of_terms(&x, &each).unwrap();
    assert_eq!((jacobian.rows(), jacobian.entries()), (50, 25 * 8));
    let (mut y, mut values) = (vec![0.0; 50], vec![0.0; jacobian.entries()]);
    for _ in 0..2 {
        jacobian.value_and_eval_into(&x, &mut y, &mut values).unwrap();
        assert_eq!(y, residuals(&x, &seen));
        let (sparse, dense) = (jacobian.to_dense(&values), residuals::jacobian(&x, &seen));
        assert!(sparse.as_slice().iter().zip(dense.as_slice()).all(|(a, b)| (a - b).abs() < 1e-14));
    }
}

#[test]
fn what_reads_inputs_by_their_values_is_refused() {
    let f = wengert::function!(|x| if x[0] > 0.0 { x[1] } else { x[2] });
    let error = SparseHessian::of_terms(&[1.0, 2.0, 3.0], vec![f]).map(drop).unwrap_err();
    assert!(
        error.to_string().starts_with("which inputs block 0 reads may depend on their values, which are asked for at")
    );
    let two = wengert::function!(|x| -> [T; 2] { [x[0], x[1]] });
    let error = SparseHessian::of_terms(&[1.0, 2.0], vec![two]).map(drop).unwrap_err();
    assert!(error.is_wrong_outputs());
}

/// What the index of a round says it reads: of a chain.
#[differentiable]
fn chain(x: &[f64], #[constant] seen: &[f64], #[constant] rounds: Range<usize>) -> f64 {
    let mut sum = 0.0;
    for k in rounds {
        let r = x[k + 1] - x[k] * x[k] - seen[k];
        sum += r * r;
    }
    sum
}

/// A place, and others that flow into it.
struct Cell {
    own: usize,
    others: Vec<(usize, f64)>,
}

#[differentiable]
fn flows(x: &[f64], #[constant] cells: &[Cell]) -> Vec<f64> {
    let mut out = Vec::new();
    for cell in cells {
        let mut sum = x[cell.own] * x[cell.own];
        for &(j, weight) in &cell.others {
            sum += weight * (x[j] - x[cell.own]).sin();
        }
        out.push(sum);
    }
    out
}

#[test]
fn rounds_may_be_a_range_and_items_may_hold_lists() {
    let x: Vec<f64> = (0..8).map(|k| 0.3 * f64::from(k * 7 % 5)).collect();
    let seen = [0.1; 7];
    let each: Vec<_> = (0..7).map(|k| chain::function(&x, &seen, k..k + 1)).collect();
    let hessian = SparseHessian::of_terms(&x, each).unwrap();
    assert_eq!(hessian.entries(), 15);
    let (sparse, dense) = (hessian.to_dense(&hessian.eval(&x).unwrap()), chain::hessian(&x, &seen, 0..7));
    each_close(sparse.as_slice(), dense.as_slice(), &"a chain");
    let others = |own: usize| (0..own % 4).map(|j| ((own + j + 1) % 8, 0.5 + j as f64)).collect();
    let cells: Vec<Cell> = (0..8).map(|own| Cell { own, others: others(own) }).collect();
    let each: Vec<_> = cells.iter().map(|cell| flows::function(&x, from_ref(cell))).collect();
    let jacobian = SparseJacobian::of_terms(&x, each).unwrap();
    assert_eq!(jacobian.entries(), 20);
    let (sparse, dense) = (jacobian.to_dense(&jacobian.eval(&x).unwrap()), flows::jacobian(&x, &cells));
    each_close(sparse.as_slice(), dense.as_slice(), &"flows");
}

/// As [`chain`], over the data: which inputs a round reads is said by its index.
#[differentiable]
fn links(x: &[f64], #[constant] seen: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (k, y) in seen.iter().enumerate() {
        let r = x[k + 1] - x[k] * x[k] - y;
        sum += r * r;
    }
    sum
}

#[differentiable]
fn gaps(x: &[f64], #[constant] seen: &[f64]) -> Vec<f64> {
    seen.iter().enumerate().map(|(k, y)| (x[k + 1] - x[k]).sqrt() - y).collect()
}

#[test]
fn rounds_that_read_by_their_index_are_noticed() {
    let seen = [0.5; 7];
    // Also where all inputs are equal, or zero, so that nothing differs at the point itself.
    for x in [[1.0; 8], [0.0; 8], [0.25, 1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 9.0]] {
        let each: Vec<_> = seen.iter().map(|one| links::function(&x, from_ref(one))).collect();
        let error = SparseHessian::of_loop(&x, links::function(&x, &seen), each).map(drop).unwrap_err();
        assert!(error.is_wrong_rounds() && error.to_string().contains("where the whole loop gives"), "{error}");
        let each: Vec<_> = (0..7).map(|k| chain::function(&x, &seen, k..k + 1)).collect();
        SparseHessian::of_loop(&x, chain::function(&x, &seen, 0..7), &each).unwrap();
        // One is left out.
        let error = SparseHessian::of_loop(&x, chain::function(&x, &seen, 0..7), &each[1..]).map(drop).unwrap_err();
        assert!(error.is_wrong_rounds());
    }
    // Where outputs are not numbers near the point, it counts what they are at the point.
    let x = [0.0, 1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0];
    let each: Vec<_> = seen.iter().map(|one| gaps::function(&x, from_ref(one))).collect();
    let whole = gaps::function(&x, &seen);
    assert!(SparseJacobian::of_loop(&x, &whole, &each).is_err_and(|error| error.is_wrong_rounds()));
    assert!(SparseJacobian::of_loop(&x, &whole, &each[1..]).is_err_and(|error| error.is_wrong_outputs()));
}

#[test]
fn rounds_of_data_are_those_of_the_whole() {
    let (x, seen) = problem();
    for scale in [1e-6, 1.0, 1e6] {
        let x: Vec<f64> = x.iter().map(|x| scale * x).collect();
        let each: Vec<_> = seen.iter().map(|one| net::function(&x, from_ref(one))).collect();
        SparseHessian::of_loop(&x, net::function(&x, &seen), each).unwrap();
        let each: Vec<_> = seen.iter().map(|one| residuals::function(&x, from_ref(one))).collect();
        let jacobian = SparseJacobian::of_loop(&x, residuals::function(&x, &seen), each).unwrap();
        assert_eq!(jacobian.entries(), 25 * 8);
    }
}
