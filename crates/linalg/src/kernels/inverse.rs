//! Inverses of factored matrices.

use crate::Matrix;

/// The inverse of L L^T, symmetric to the bit: the rows of M = L^-1, each of those above it, then M^T M on one side of the
/// diagonal. A third of n^3, where solutions with the identity and a whole product take twice n^3.
pub(crate) fn of_factored(l: &Matrix<f64>) -> Matrix<f64> {
    let n = l.rows();
    let (mut rows, mut out) = (Matrix::zeros(n, n), Matrix::zeros(n, n));
    if n == 0 {
        return out;
    }
    fill_rows(l.as_slice(), n, rows.as_mut_slice());
    let rows = rows.as_slice();
    for (j, sums) in out.as_mut_slice().chunks_exact_mut(n).enumerate() {
        add_multiples(&mut sums[..=j], &rows[j * n..], n, |k| rows[(j + k) * n + j]);
    }
    let entries = out.as_mut_slice();
    for j in 0..n {
        for i in 0..j {
            entries[j + i * n] = entries[i + j * n];
        }
    }
    out
}

/// The rows of L^-1, behind each other.
fn fill_rows(l: &[f64], n: usize, rows: &mut [f64]) {
    for k in 0..n {
        let (above, row) = rows.split_at_mut(k * n);
        let row = &mut row[..=k];
        add_multiples(&mut row[..k], above, n, |j| -l[j * n + k]);
        row[k] = 1.0;
        let pivot = l[k * n + k];
        row.iter_mut().for_each(|x| *x /= pivot);
    }
}

/// Adds to `sums` the beginnings of `rows`, which lie n apart, with a weight each.
fn add_multiples(sums: &mut [f64], rows: &[f64], n: usize, weight: impl Fn(usize) -> f64) {
    let m = sums.len();
    let (fours, rest) = rows.split_at(rows.len() - rows.len() % (4 * n));
    for (k, four) in (0..).step_by(4).zip(fours.chunks_exact(4 * n)) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| &four[i * n..i * n + m]);
        let w = [0, 1, 2, 3].map(|i| weight(k + i));
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = *sum + a[i] * w[0] + b[i] * w[1] + c[i] * w[2] + d[i] * w[3];
        }
    }
    for (k, row) in (fours.len() / n..).zip(rest.chunks_exact(n)) {
        let w = weight(k);
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x * w);
    }
}
