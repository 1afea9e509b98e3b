//! Products, as sums of multiples of columns.

use crate::matrix::number;
use crate::{Matrix, View};
use rules::{Number, outlined, put};

/// The product of two matrices, each transposed or not.
///
/// Columns of the result are sums of multiples of columns of the left one, four at a time: so each entry is summed in the
/// order of the inner index, and a compiler can put neighbours into a vector. A left matrix that is to be transposed is
/// transposed first, as a sum along its columns could not be.
pub(crate) fn product<T: Number>(a: View<'_, T>, a_transposed: bool, b: View<'_, T>, b_transposed: bool) -> Matrix<T> {
    let rows = if a_transposed { a.columns() } else { a.rows() };
    let columns = if b_transposed { b.rows() } else { b.columns() };
    let mut out = Matrix::zeros(rows, columns);
    product_into(a, a_transposed, b, b_transposed, out.as_mut_slice(), false);
    out
}

/// The same in memory that is there, over what stands in it or added to that.
pub(crate) fn product_into<T: Number>(
    a: View<'_, T>,
    a_transposed: bool,
    b: View<'_, T>,
    b_transposed: bool,
    out: &mut [T],
    add: bool,
) {
    if a_transposed {
        let a = a.transposed();
        return product_into(a.view(), false, b, b_transposed, out, add);
    }
    if a.columns() == 0 {
        if !add {
            out.fill(number(0.0));
        }
        return;
    }
    let (b, step) = (b.as_slice(), b.rows());
    match b_transposed {
        false => put_columns(a, |k, j| b[k + j * step], out, add),
        true => put_columns(a, |k, j| b[j + k * step], out, add),
    }
}

/// Sums that are added stand in memory of their own first, a few columns of them.
fn put_columns<T: Number>(a: View<'_, T>, of_b: impl Fn(usize, usize) -> T, out: &mut [T], add: bool) {
    let few = 4 * a.rows();
    if !add || few == 0 {
        return columns_into(a, of_b, out);
    }
    let mut sums = vec![number(0.0); few.min(out.len())];
    for (first, out) in (0..).step_by(4).zip(out.chunks_mut(few)) {
        let sums = &mut sums[..out.len()];
        columns_into(a, |k, j| of_b(k, first + j), sums);
        put(sums, out, true);
    }
}

fn columns_into<T: Number>(a: View<'_, T>, of_b: impl Fn(usize, usize) -> T, entries: &mut [T]) {
    let (rows, inner) = (a.rows(), a.columns());
    if rows == 0 || inner == 0 {
        return;
    }
    // As a slice: where a view's entries are is then asked once.
    let a = View::new(a.shape(), a.as_slice());
    let mut quads = entries.chunks_exact_mut(4 * rows);
    let mut done = 0;
    for quad in quads.by_ref() {
        four(a, quad, |k, j| of_b(k, done + j));
        done += 4;
    }
    for (j, out) in (done..).zip(quads.into_remainder().chunks_exact_mut(rows)) {
        let first = of_b(0, j);
        for (out, &a) in out.iter_mut().zip(a.column(0)) {
            *out = outlined::<T, _>(|| a * first);
        }
        let mut k = 1;
        while k + 4 <= inner {
            let [b0, b1, b2, b3] = [of_b(k, j), of_b(k + 1, j), of_b(k + 2, j), of_b(k + 3, j)];
            let a_at = |k: usize| &a.column(k)[..rows];
            let [a0, a1, a2, a3] = [a_at(k), a_at(k + 1), a_at(k + 2), a_at(k + 3)];
            for (i, out) in out.iter_mut().enumerate() {
                *out = plus(plus(plus(plus(*out, a0[i], b0), a1[i], b1), a2[i], b2), a3[i], b3);
            }
            k += 4;
        }
        for k in k..inner {
            let b = of_b(k, j);
            for (out, &a) in out.iter_mut().zip(a.column(k)) {
                *out = plus(*out, a, b);
            }
        }
    }
}

/// Four columns of the result at once, two steps of the inner index at a time: what is read of the left matrix serves all.
fn four<T: Number>(a: View<'_, T>, out: &mut [T], b: impl Fn(usize, usize) -> T) {
    let (rows, inner) = (a.rows(), a.columns());
    let (c0, rest) = out.split_at_mut(rows);
    let (c1, rest) = rest.split_at_mut(rows);
    let (c2, c3) = rest.split_at_mut(rows);
    let [b0, b1, b2, b3] = [b(0, 0), b(0, 1), b(0, 2), b(0, 3)];
    let first = &a.column(0)[..rows];
    for i in 0..rows {
        let x = first[i];
        let times = |b: T| outlined::<T, _>(|| x * b);
        (c0[i], c1[i], c2[i], c3[i]) = (times(b0), times(b1), times(b2), times(b3));
    }
    let mut k = 1;
    while k + 2 <= inner {
        let (left, right) = (&a.column(k)[..rows], &a.column(k + 1)[..rows]);
        let pair = |j: usize| (b(k, j), b(k + 1, j));
        let [b0, b1, b2, b3] = [pair(0), pair(1), pair(2), pair(3)];
        for i in 0..rows {
            let (x, y) = (left[i], right[i]);
            c0[i] = plus(plus(c0[i], x, b0.0), y, b0.1);
            c1[i] = plus(plus(c1[i], x, b1.0), y, b1.1);
            c2[i] = plus(plus(c2[i], x, b2.0), y, b2.1);
            c3[i] = plus(plus(c3[i], x, b3.0), y, b3.1);
        }
        k += 2;
    }
    if k < inner {
        let last = &a.column(k)[..rows];
        let [b0, b1, b2, b3] = [b(k, 0), b(k, 1), b(k, 2), b(k, 3)];
        for i in 0..rows {
            let x = last[i];
            c0[i] = plus(c0[i], x, b0);
            c1[i] = plus(c1[i], x, b1);
            c2[i] = plus(c2[i], x, b2);
            c3[i] = plus(c3[i], x, b3);
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn plus<T: Number>(sum: T, a: T, b: T) -> T {
    outlined::<T, _>(|| sum + a * b)
}
