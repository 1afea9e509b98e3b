//! Functions that branch and have the attribute: the pattern is that of both arms, and holds everywhere.

use crate::random::Dice;
use wengert::prelude::*;
use wengert::sparse::{SparseHessian, SparseJacobian};

/// Robust residuals: linear far from zero, each otherwise on either side, with data.
#[differentiable]
fn robust(x: &[f64], #[constant] data: &[(usize, f64)]) -> f64 {
    let mut sum = 0.0;
    for (i, y) in data {
        let r = x[*i] * x[*i + 1] - y;
        if r > 1.0 {
            sum += r * x[*i + 2];
        } else if r < -1.0 {
            sum -= r;
        } else {
            sum += 0.5 * r * r;
        }
    }
    sum
}

/// Every dense entry that is not zero is in the pattern, and the values are the same.
fn holds<F: Function>(hessian: &SparseHessian<wengert::sparse::CompressedHessian<&F>>, f: &F, x: &[f64]) {
    let (found, dense) = (hessian.to_dense(&hessian.eval(x).unwrap()), f.hessian(x));
    for (a, b) in found.as_slice().iter().zip(dense.as_slice()) {
        assert!((a - b).abs() <= 1e-12 * b.abs().max(1.0), "{a} {b}");
    }
}

#[test]
fn a_hundred_branches_are_taken_either_way_in_one_run() {
    let n = 100;
    let data: Vec<(usize, f64)> = (0..n - 2).map(|i| (i, (i % 5) as f64 - 2.0)).collect();
    let x = vec![0.0; n];
    let f = robust::function(&x, &data);
    let mut dice = Dice::new(3);
    let mut point = || -> Vec<f64> { (0..n).map(|_| 3.0 * dice.unit()).collect() };
    let hessian = SparseHessian::prepare(&f, &point()).unwrap();
    assert!(!hessian.is_local(), "{hessian}");
    // Of a row: the diagonal, and two below it.
    assert_eq!(hessian.entries(), 3 * n - 3 - 1);
    for _ in 0..5 {
        holds(&hessian, &f, &point());
    }
}

/// The entries of a Jacobian by rows.
fn rows<F: Function>(f: &F, x: &[f64]) -> (Vec<Vec<usize>>, bool) {
    let jacobian = SparseJacobian::prepare(f, x).unwrap();
    let mut rows = vec![vec![]; jacobian.rows()];
    jacobian.pattern().iter().for_each(|(i, j)| rows[i].push(j));
    (rows, jacobian.is_local())
}

/// What is found on any side, is found on all sides.
fn on_all_sides<F: Function>(f: &F, points: &[&[f64]], wanted: &[&[usize]]) {
    for x in points {
        let (rows, local) = rows(f, x);
        assert!(!local);
        assert_eq!(rows, wanted, "at {x:?}");
    }
}

/// The way that has a in the result is taken by no run that answers both questions alike.
#[differentiable]
fn crossed(x: &[f64]) -> f64 {
    let v = if x[0] > 0.0 { x[2] } else { x[3] };
    if x[1] > 0.0 { x[4] } else { v * x[5] }
}

/// With `&&`, `||`, an end before the end, and a flag that is kept.
#[differentiable]
fn mixed(x: &[f64], #[constant] n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        // The question about the number is asked only where there is one.
        if i + 1 < x.len() && x[i + 1] > 0.0 {
            sum += x[i];
        }
    }
    let far = x[0] > 3.0 || x[1] < -3.0;
    if far {
        return x[2] * sum;
    }
    let sign = if sum < 0.0 { -1.0 } else { 1.0 };
    sign * x[3]
}

/// Arms that write to memory, each somewhere else.
#[differentiable]
fn scattered(x: &[f64], y: &mut [f64]) {
    for k in 0..y.len() {
        y[k] = 1.0 * x[k];
    }
    for k in 1..y.len() {
        if x[k] > x[0] {
            y[k] = y[k - 1] * 2.0;
        } else {
            y[0] += x[k];
        }
    }
}

#[test]
fn what_arms_give_is_joined() {
    let (up, down) = ([1.0; 6], [-1.0; 6]);
    on_all_sides(&crossed::function(&up), &[&up, &down], &[&[2, 3, 4, 5]]);
    let f = mixed::function(&[0.0; 4], 7);
    on_all_sides(&f, &[&[1.0; 4], &[-1.0; 4], &[4.0, 0.0, 1.0, -1.0]], &[&[0, 1, 2, 3]]);
    let mut y = [0.0; 4];
    let f = scattered::function(&[0.0; 4], &mut y);
    let wanted: &[&[usize]] = &[&[0, 1, 2, 3], &[0, 1], &[0, 1, 2], &[0, 1, 2, 3]];
    on_all_sides(
        &f,
        &[&[0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0], &[0.0, -1.0, -2.0, -3.0, 0.0, 0.0, 0.0, 0.0]],
        wanted,
    );
}

#[test]
fn values_are_those_of_the_point() {
    // An arm that is not taken changes nothing for the comparisons that follow, which the point decides.
    #[differentiable]
    fn halved(x: &[f64]) -> f64 {
        let mut size = [x[0], x[1]];
        if x[2] > 0.0 {
            size[0] = 1e300;
        }
        let mut a = size[0];
        while a > 1.0 {
            a /= 2.0;
        }
        a * x[1]
    }
    let f = halved::function(&[0.0; 3]);
    let jacobian = SparseJacobian::prepare(&f, &[8.5, 1.0, -1.0]).unwrap();
    assert!(jacobian.is_local() && jacobian.entries() == 2);
    assert_eq!(jacobian.eval(&[8.5, 1.0, -1.0]).unwrap(), [1.0 / 16.0, 8.5 / 16.0]);
}

/// The interpolation of a table: the place in it is known only inside.
#[differentiable]
fn interpolated(x: &[f64], #[constant] table: &[f64]) -> f64 {
    let last = table.len() - 1;
    if x[0] <= 0.0 {
        table[0] + x[1]
    } else if x[0] >= last as f64 {
        table[last] + x[2]
    } else {
        let i = x[0] as usize;
        let part = x[0] - i as f64;
        table[i] * (1.0 - part) + table[i + 1] * part
    }
}

/// Half of what is left, by calls of itself.
#[differentiable]
fn halving(x: f64, y: f64, #[constant] most: usize) -> f64 {
    if most == 0 {
        return y;
    }
    if x > 1.0 { halving(0.5 * x, y, most - 1) + halving(0.25 * x, x, most - 1) } else { x }
}

#[differentiable]
fn converged(x: &[f64]) -> f64 {
    if x[0] > 0.0 {
        let mut root = x[0];
        // Below zero this has no end.
        while (root * root - x[0]).abs() > 1e-12 {
            root = 0.5 * (root + x[0] / root);
        }
        root
    } else {
        x[1]
    }
}

#[test]
fn what_fits_no_arm_is_left_to_the_point() {
    let table = [0.0, 1.0, 4.0, 9.0];
    let f = interpolated::function(&[0.0; 3], &table);
    for (x, wanted) in [(-1.0, vec![1, 2]), (9.0, vec![1, 2]), (2.5, vec![0, 1, 2])] {
        let (rows, local) = rows(&f, &[x, 1.0, 1.0]);
        assert!(local);
        assert_eq!(rows, [wanted]);
    }
    let f = halving::function(1.0, 1.0, 40);
    let (found, _) = rows(&f, &[100.0, 1.0]);
    assert_eq!(found, [[0, 1]]);
    let f = converged::function(&[0.0; 2]);
    assert_eq!(rows(&f, &[2.0, 1.0]), (vec![vec![0, 1]], true));
    assert!(rows(&f, &[-2.0, 1.0]).0[0].contains(&1));
}
