//! Inverses of factored matrices, by halves.

use crate::kernels::product::product;
use crate::kernels::triangular::{self, Triangle};
use crate::{Matrix, View};

/// Below this size columns are solved one by one.
const SMALL: usize = 24;

/// The inverse of L L^T, symmetric to the bit.
pub(crate) fn of_factored(l: &Matrix<f64>) -> Matrix<f64> {
    let mut out = gram(lower(l.view()).view());
    let n = l.rows();
    for j in 0..n {
        for i in 0..j {
            out[(i, j)] = out[(j, i)];
        }
    }
    out
}

/// The inverse of a lower triangular matrix: a third of the work that a full one takes.
fn lower(l: View<'_, f64>) -> Matrix<f64> {
    let n = l.rows();
    if n < SMALL {
        let mut x = Matrix::identity(n);
        triangular::solve(l, Triangle::LOWER, &mut x);
        return x;
    }
    let h = n / 2;
    let (top, bottom) = (lower(l.block(0..h, 0..h).view()), lower(l.block(h..n, h..n).view()));
    let below = product(l.block(h..n, 0..h).view(), false, top.view(), false);
    let below = product(bottom.view(), false, below.view(), false);
    let mut x = Matrix::zeros(n, n);
    x.set_block(0, 0, &top);
    x.set_block(h, h, &bottom);
    x.set_block(h, 0, &-below);
    x
}

/// M^T M of a lower triangular M, on and below the diagonal.
fn gram(m: View<'_, f64>) -> Matrix<f64> {
    let n = m.rows();
    if n < SMALL {
        return product(m, true, m, false);
    }
    let h = n / 2;
    let (below, corner) = (m.block(h..n, 0..h), m.block(h..n, h..n));
    let top = gram(m.block(0..h, 0..h).view()) + product(below.view(), true, below.view(), false);
    let mut out = Matrix::zeros(n, n);
    out.set_block(0, 0, &top);
    out.set_block(h, 0, &product(corner.view(), true, below.view(), false));
    out.set_block(h, h, &gram(corner.view()));
    out
}
