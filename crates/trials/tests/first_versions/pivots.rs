//! Lists of integers beside numbers where a function may return early, or give nothing: orders, pivots, counts.

use super::held;
use wengert::prelude::*;

/// The factors, the order of the rows, the sign of that order.
#[differentiable]
fn factors(a: &[Vec<f64>]) -> Option<(Vec<Vec<f64>>, Vec<usize>, f64)> {
    let n = a.len();
    let mut lu = a.to_vec();
    let mut order: Vec<usize> = (0..n).collect();
    let mut sign = 1.0;
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| lu[i][k].abs().total_cmp(&lu[j][k].abs())).unwrap();
        if lu[pivot][k].abs() < 1e-12 {
            return None;
        }
        if pivot != k {
            lu.swap(pivot, k);
            order.swap(pivot, k);
            sign = -sign;
        }
        for i in k + 1..n {
            lu[i][k] /= lu[k][k];
            for j in k + 1..n {
                let t = lu[i][k] * lu[k][j];
                lu[i][j] -= t;
            }
        }
    }
    Some((lu, order, sign))
}

#[differentiable]
fn solved(a: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    let (lu, order, _) = factors(a)?;
    let mut x: Vec<f64> = order.iter().map(|&i| b[i]).collect();
    for i in 0..b.len() {
        let s: f64 = (0..i).map(|j| lu[i][j] * x[j]).sum();
        x[i] -= s;
    }
    for i in (0..b.len()).rev() {
        let s: f64 = (i + 1..b.len()).map(|j| lu[i][j] * x[j]).sum();
        x[i] = (x[i] - s) / lu[i][i];
    }
    Some(x)
}

#[differentiable]
fn determinant(a: &[Vec<f64>]) -> f64 {
    match factors(a) {
        Some((lu, _, sign)) => (0..lu.len()).fold(sign, |d, i| d * lu[i][i]),
        None => 0.0,
    }
}

#[differentiable]
fn energy(a: &[Vec<f64>], b: &[f64]) -> f64 {
    let Some(x) = solved(a, b) else { return f64::INFINITY };
    x.iter().zip(b).map(|(x, b)| x * b).sum::<f64>() * determinant(a)
}

/// Values in falling order until they are small, and where they came from.
#[differentiable]
fn leading(x: &[f64], least: f64) -> (Vec<f64>, Vec<usize>) {
    let (mut values, mut places) = (vec![], vec![]);
    if x.is_empty() {
        return (values, places);
    }
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&i, &j| x[j].total_cmp(&x[i]));
    for (k, i) in order.iter().enumerate() {
        if x[*i] < least {
            return (values, order[..k].to_vec());
        }
        values.push(x[*i] * x[*i]);
        places.push(*i);
    }
    (values, places)
}

#[differentiable]
fn weighted(x: &[f64], least: f64) -> f64 {
    let (values, places) = leading(x, least);
    values.iter().zip(&places).map(|(v, i)| v * (1 + i) as f64).sum::<f64>() + places.len() as f64
}

#[test]
fn pivots_come_beside_factors_that_may_not_be_there() {
    let rows = |x: &[f64]| x[..9].chunks(3).map(|c| c.to_vec()).collect::<Vec<_>>();
    let x = [0.5, 2.0, -1.0, 3.0, 0.7, 1.1, -0.4, 2.5, 4.0, 1.0, 2.0, 3.0];
    let (value, (by_a, by_b)) = energy::value_and_gradient(&rows(&x), &x[9..]);
    held(&x, |x| energy(&rows(x), &x[9..]), value, &[by_a.concat(), by_b].concat());
    let singular = vec![vec![1.0, 2.0], vec![2.0, 4.0]];
    assert_eq!(energy::value_and_gradient(&singular, &[1.0, 1.0]).0, f64::INFINITY);
    assert_eq!(factors::vjp(&singular, &singular, 1.0).0, None);
}

#[test]
fn places_come_beside_values_where_a_loop_is_left() {
    let x = [0.4, 1.5, 0.9, 0.1];
    for least in [0.0, 0.3, 1.0] {
        let (value, (g, _)) = weighted::value_and_gradient(&x, least);
        held(&x, |x| weighted(x, least), value, &g);
    }
    assert_eq!(leading::vjp(&x, 0.3, &[1.0, 1.0, 1.0]).0, leading(&x, 0.3));
}
