//! A symmetric matrix between triangular ones: n^3 operations for each pair, where a product and half of one take three.

use super::large::{of, of_mut};
use crate::Matrix;
use crate::linear::mirror;
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{BlockStructure, matmul as triangular_product};
use faer::reborrow::{Reborrow, ReborrowMut};
use faer::{Accum, Mat, MatMut, MatRef, Par};

/// From this size on it wins: below it, the shape of its products costs what their number saves.
const SIZE: usize = 256;

/// Up to this size it goes by blocks of columns, above by halves, whose products are larger.
const BLOCKS: usize = 256;

/// So many columns make a block: with fewer products are slow, with more much of the triangle's other half is computed.
const COLUMNS: usize = 48;

pub(super) fn between_triangles(r: &Matrix<f64>, mut x: Matrix<f64>) -> Result<Matrix<f64>, Matrix<f64>> {
    let n = r.rows();
    if n < SIZE {
        return Err(x);
    }
    let r = of(r.view());
    let rows = if n <= BLOCKS { n } else { n - n / 2 };
    let mut rooms = [(); 2].map(|()| Mat::zeros(rows, n / 2));
    outwards(r, of_mut(&mut x), &mut rooms);
    mirror(&mut x);
    inwards(r, of_mut(&mut x), &mut rooms);
    mirror(&mut x);
    Ok(x)
}

fn add(out: MatMut<'_, f64>, a: MatRef<'_, f64>, b: MatRef<'_, f64>) {
    let (lower, all) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
    triangular_product(out, lower, Accum::Add, a, all, b, all, 1.0, Par::Seq);
}

fn put(out: MatMut<'_, f64>, a: MatRef<'_, f64>, b: MatRef<'_, f64>, factor: f64) {
    matmul(out, Accum::Replace, a, b, factor, Par::Seq);
}

fn plus(mut sum: MatMut<'_, f64>, x: MatRef<'_, f64>) {
    faer::zip!(&mut sum, x).for_each(|faer::unzip!(sum, x)| *sum += x);
}

/// The blocks of so many rows.
fn blocks(n: usize) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    (0..n).step_by(COLUMNS).map(move |start| (start, n.min(start + COLUMNS)))
}

/// R X R^T on and below the diagonal, in place of X.
///
/// By halves: with P = R21 X11 / 2 and B = P + R22 X21 it is R11 X11 R11^T, (B + P) R11^T, and
/// R22 X22 R22^T + B R21^T + R21 B^T.
fn outwards(r: MatRef<'_, f64>, mut x: MatMut<'_, f64>, rooms: &mut [Mat<f64>; 2]) {
    let n = r.nrows();
    if n <= BLOCKS {
        return outwards_by_blocks(r, x, &mut rooms[0]);
    }
    let (r11, _, r21, r22) = r.split_at(n / 2, n / 2);
    let (x11, _, mut x21, mut x22) = x.rb_mut().split_at_mut(n / 2, n / 2);
    outwards(r22, x22.rb_mut(), rooms);
    {
        let [mut p, mut b] = rooms.each_mut().map(|room| room.submatrix_mut(0, 0, n - n / 2, n / 2));
        put(p.rb_mut(), r21, x11.rb(), 0.5);
        for (top, end) in blocks(n - n / 2) {
            put(
                b.rb_mut().subrows_mut(top, end - top),
                r22.submatrix(top, 0, end - top, end),
                x21.rb().subrows(0, end),
                1.0,
            );
        }
        plus(b.rb_mut(), p.rb());
        add(x22.rb_mut(), b.rb(), r21.transpose());
        add(x22, r21, b.rb().transpose());
        plus(b.rb_mut(), p.rb());
        for (left, end) in blocks(n / 2) {
            let r = r11.submatrix(left, 0, end - left, end).transpose();
            put(x21.rb_mut().subcols_mut(left, end - left), b.rb().subcols(0, end), r, 1.0);
        }
    }
    outwards(r11, x11, rooms);
}

fn outwards_by_blocks(r: MatRef<'_, f64>, mut x: MatMut<'_, f64>, room: &mut Mat<f64>) {
    for (start, end) in blocks(r.nrows()).rev() {
        let mut m = room.submatrix_mut(0, 0, end, end - start);
        put(m.rb_mut(), x.rb().submatrix(0, 0, end, end), r.submatrix(start, 0, end - start, end).transpose(), 1.0);
        for (left, right) in blocks(end) {
            let r = r.submatrix(left, 0, right - left, right).transpose();
            put(
                x.rb_mut().submatrix_mut(start, left, end - start, right - left),
                m.rb().subrows(0, right).transpose(),
                r,
                1.0,
            );
        }
    }
}

/// R^T T R on and below the diagonal, in place of T.
///
/// By halves: with P = T22 R21 / 2 and B = P + T21 R11 it is R11^T T11 R11 + B^T R21 + R21^T B, R22^T (B + P), and
/// R22^T T22 R22.
fn inwards(r: MatRef<'_, f64>, mut t: MatMut<'_, f64>, rooms: &mut [Mat<f64>; 2]) {
    let n = r.nrows();
    if n <= BLOCKS {
        return inwards_by_blocks(r, t, &mut rooms[0]);
    }
    let (r11, _, r21, r22) = r.split_at(n / 2, n / 2);
    let (mut t11, _, mut t21, t22) = t.rb_mut().split_at_mut(n / 2, n / 2);
    inwards(r11, t11.rb_mut(), rooms);
    {
        let [mut p, mut b] = rooms.each_mut().map(|room| room.submatrix_mut(0, 0, n - n / 2, n / 2));
        put(p.rb_mut(), t22.rb(), r21, 0.5);
        for (left, end) in blocks(n / 2) {
            let r = r11.submatrix(left, left, n / 2 - left, end - left);
            put(b.rb_mut().subcols_mut(left, end - left), t21.rb().subcols(left, n / 2 - left), r, 1.0);
        }
        plus(b.rb_mut(), p.rb());
        add(t11.rb_mut(), b.rb().transpose(), r21);
        add(t11, r21.transpose(), b.rb());
        plus(b.rb_mut(), p.rb());
        let n = n - n / 2;
        for (top, end) in blocks(n) {
            let r = r22.submatrix(top, top, n - top, end - top).transpose();
            put(t21.rb_mut().subrows_mut(top, end - top), r, b.rb().subrows(top, n - top), 1.0);
        }
    }
    inwards(r22, t22, rooms);
}

fn inwards_by_blocks(r: MatRef<'_, f64>, mut t: MatMut<'_, f64>, room: &mut Mat<f64>) {
    let n = r.nrows();
    for (start, end) in blocks(n) {
        let mut m = room.submatrix_mut(0, 0, n - start, end - start);
        let (left, rows) = (t.rb().submatrix(start, start, n - start, n - start), r.subrows(start, n - start));
        put(m.rb_mut(), left, rows.subcols(start, end - start), 1.0);
        for (top, bottom) in blocks(n).filter(|(top, _)| *top >= start) {
            let r = r.submatrix(top, top, n - top, bottom - top).transpose();
            put(
                t.rb_mut().submatrix_mut(top, start, bottom - top, end - start),
                r,
                m.rb().subrows(top - start, n - top),
                1.0,
            );
        }
    }
}
