//! Lists of lists whose lengths differ, or change.

use super::held;
use wengert::prelude::*;

/// The triangle of Neville's scheme.
#[differentiable]
fn neville(t: &[f64], y: &[f64], at: f64) -> f64 {
    let n = t.len();
    let mut table = vec![y.to_vec()];
    for k in 1..n {
        let last = &table[k - 1];
        let mut row = Vec::with_capacity(n - k);
        for i in 0..n - k {
            row.push(((at - t[i + k]) * last[i] + (t[i] - at) * last[i + 1]) / (t[i] - t[i + k]));
        }
        table.push(row);
    }
    table[n - 1][0]
}

/// Values in buckets, each with a mean of its own.
#[differentiable]
fn between_and_within(x: &[f64], group: &[usize], groups: usize) -> f64 {
    let mut buckets: Vec<Vec<f64>> = vec![Vec::new(); groups];
    for (v, &g) in x.iter().zip(group) {
        buckets[g].push(*v);
    }
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
    let all = mean(x);
    let mut between = 0.0;
    let mut within = 0.0;
    for b in &buckets {
        if b.is_empty() {
            continue;
        }
        let m = mean(b);
        between += b.len() as f64 * (m - all).powi(2);
        within += b.iter().map(|v| (v - m).powi(2)).sum::<f64>();
    }
    between / within
}

/// Messages along a tree, from the leaves up.
#[differentiable]
fn up_the_tree(weights: &[f64], parents: &[usize]) -> f64 {
    let n = weights.len();
    let mut children: Vec<Vec<usize>> = vec![vec![]; n];
    for i in 1..n {
        children[parents[i]].push(i);
    }
    let mut sums = weights.to_vec();
    for i in (0..n).rev() {
        let mut s = weights[i];
        for &c in &children[i] {
            s += 0.5 * sums[c] * sums[c];
        }
        sums[i] = s.tanh();
    }
    sums[0]
}

/// Rows that change places, are cut and grow again.
#[differentiable]
fn shuffled(x: &[f64], k: f64) -> f64 {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for i in 0..4 {
        rows.push(x[..i + 1].iter().map(|v| v * k).collect());
    }
    rows.swap(0, 3);
    rows[1].truncate(1);
    rows[1].push(k * k);
    rows[1].push(x[2]);
    let last = rows.pop().unwrap();
    rows[2] = vec![last[0], k];
    rows[0].extend(last.iter().map(|v| v * v));
    let mut copy = rows.clone();
    copy[0][1] *= 3.0;
    rows[0][0] += copy[0][1] * rows[1][1];
    rows.iter().map(|r| r.iter().sum::<f64>() * r.len() as f64).sum::<f64>() * copy[1][2] + copy[0][0]
}

/// Rows of rows.
#[differentiable]
fn boxes(x: &[f64]) -> f64 {
    let mut cells: Vec<Vec<Vec<f64>>> = vec![vec![vec![]; 2]; 2];
    for (k, v) in x.iter().enumerate() {
        cells[k % 2][(k / 2) % 2].push(v * v);
    }
    let mut s = 0.0;
    for (i, line) in cells.iter().enumerate() {
        for (j, cell) in line.iter().enumerate() {
            s += (i + 2 * j + 1) as f64 * cell.iter().product::<f64>();
        }
    }
    s
}

/// One of two tables.
#[differentiable]
fn either(x: &[f64], k: f64) -> f64 {
    let rows = if k > 1.0 {
        vec![vec![x[0], k], vec![x[1]], vec![k * x[2]; 3]]
    } else {
        x.windows(2).map(|w| w.to_vec()).collect()
    };
    rows.iter().enumerate().map(|(i, r)| (i as f64 + k) * r.iter().map(|v| v.sin()).sum::<f64>()).sum()
}

/// A polynomial for each row, as a sum of the rows' lengths grows.
#[differentiable]
fn pascal(x: f64, n: usize) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![1.0]];
    for k in 1..n {
        let above = rows[k - 1].clone();
        let mut row = vec![x; k + 1];
        for i in 1..k {
            row[i] = above[i - 1] + x * above[i];
        }
        rows.push(row);
    }
    rows
}

#[differentiable]
fn of_pascal(x: f64, n: usize) -> f64 {
    pascal(x, n).iter().flatten().fold(0.0, |s, v| s * 0.5 + v)
}

/// Rows are changed where they lie by a function that takes them.
#[differentiable]
fn normalise(rows: &mut [Vec<f64>]) {
    for row in rows.iter_mut() {
        let norm = row.iter().map(|v| v * v).sum::<f64>().sqrt();
        for v in row.iter_mut() {
            *v /= norm;
        }
    }
}

#[differentiable]
fn normalised(x: &[f64], k: f64) -> f64 {
    let mut rows = vec![vec![x[0], k], vec![x[1], x[2], k * k]];
    rows[1].push(2.0);
    normalise(&mut rows);
    normalise(&mut rows[..1]);
    rows[0][0] * rows[1][3] + rows[1][1]
}

/// Elements with lists of their own, in tuples.
#[differentiable]
fn labelled(x: &[f64], k: f64) -> f64 {
    let mut series: Vec<(f64, Vec<f64>)> = vec![];
    for (i, v) in x.iter().enumerate() {
        series.push((v * k, x[i..].to_vec()));
    }
    series[1].1.push(k);
    series[0].0 += 1.0;
    series.iter().map(|(w, s)| w * s.iter().sum::<f64>()).sum()
}

const X: [f64; 4] = [0.7, 1.3, -0.4, 0.9];

fn with_k(x: &[f64]) -> (&[f64], f64) {
    (&x[..x.len() - 1], x[x.len() - 1])
}

fn check(f: fn(&[f64], f64) -> f64, of: impl Fn(&[f64], f64) -> (f64, (Vec<f64>, f64)), x: &[f64]) {
    let (a, k) = with_k(x);
    let (value, (mut gradient, by_k)) = of(a, k);
    gradient.push(by_k);
    held(
        x,
        |x| {
            let (a, k) = with_k(x);
            f(a, k)
        },
        value,
        &gradient,
    );
}

#[test]
fn triangles_are_tables_of_rows() {
    let (t, y) = ([0.0, 0.4, 1.1, 1.5], [1.0, 0.3, -0.2, 0.8]);
    let x = [t.as_slice(), &y, &[0.77]].concat();
    let (value, (by_t, by_y, by_at)) = neville::value_and_gradient(&t, &y, 0.77);
    held(&x, |x| neville(&x[..4], &x[4..8], x[8]), value, &[by_t, by_y, vec![by_at]].concat());
    let weights = [0.3, -0.8, 0.5, 1.1, 0.2];
    let (value, gradient) = up_the_tree::value_and_gradient(&weights, &[0, 0, 0, 1, 1]);
    held(&weights, |w| up_the_tree(w, &[0, 0, 0, 1, 1]), value, &gradient);
}

#[test]
fn rows_grow_in_any_order() {
    let x = [0.3, 1.7, -0.6, 0.9, 2.2, 0.1, -1.3];
    let group = [2, 0, 2, 4, 0, 4, 2];
    let (value, gradient) = between_and_within::value_and_gradient(&x, &group, 5);
    held(&x, |x| between_and_within(x, &group, 5), value, &gradient);
    let (value, gradient) = boxes::value_and_gradient(&x);
    held(&x, boxes, value, &gradient);
}

#[test]
fn rows_change_places_and_lengths() {
    let x = [0.7, 1.3, -0.4, 0.9, 1.2];
    check(shuffled, shuffled::value_and_gradient, &x);
    check(either, either::value_and_gradient, &x);
    check(either, either::value_and_gradient, &[0.7, 1.3, -0.4, 0.9, 0.8]);
    check(normalised, normalised::value_and_gradient, &X);
    check(labelled, labelled::value_and_gradient, &X);
}

#[test]
fn rows_of_growing_lengths_are_given() {
    let (value, gradient) = of_pascal::value_and_gradient(0.6, 5);
    held(&[0.6], |x| of_pascal(x[0], 5), value, &[gradient]);
    let (value, tangent) = pascal::jvp(0.6, 4, 1.0);
    assert_eq!(value, pascal(0.6, 4));
    let (up, down) = (pascal(0.6 + 1e-6, 4), pascal(0.6 - 1e-6, 4));
    for (k, row) in tangent.iter().enumerate() {
        assert_eq!(row.len(), k + 1);
        for (i, t) in row.iter().enumerate() {
            assert!(((up[k][i] - down[k][i]) / 2e-6 - t).abs() < 1e-8);
        }
    }
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = b[0].len();
    a.iter().map(|row| (0..n).map(|j| row.iter().zip(b).map(|(x, r)| x * r[j]).sum()).collect()).collect()
}

/// A list of rows that an inner loop replaces and divides.
#[differentiable]
fn series(a: f64, rounds: usize) -> f64 {
    let q = vec![vec![a, 0.5], vec![0.25, a * a]];
    let mut s = 0.0;
    for _ in 0..rounds {
        let mut term = vec![vec![1.0; 2]; 2];
        for k in 1..=4 {
            term = product(&term, &q);
            for row in term.iter_mut() {
                for v in row.iter_mut() {
                    *v /= k as f64;
                }
            }
        }
        s += term[0][0].ln();
    }
    s
}

#[differentiable]
fn of_series(a: f64) -> f64 {
    series(a, 2) * a
}

#[test]
fn rows_of_an_outer_loop_are_back_in_the_inner_one() {
    let (value, gradient) = series::value_and_gradient(0.8, 3);
    held(&[0.8], |x| series(x[0], 3), value, &[gradient]);
    let (value, gradient) = of_series::value_and_gradient(0.8);
    held(&[0.8], |x| of_series(x[0]), value, &[gradient]);
}
