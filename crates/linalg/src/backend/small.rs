//! Products of matrices that fit into registers: an allocation or a call more would cost as much as they do.

use crate::matrix::number;
use crate::{Shape, View};
use rules::Number;

/// Up to this many rows, and this many of what is summed over.
const MOST: usize = 8;

fn fits(left: Shape, right: Shape, b_transposed: bool) -> bool {
    let fits = (1..=MOST).contains(&left.rows) && (1..=MOST).contains(&left.columns);
    fits && !(b_transposed && right.columns > MOST)
}

/// A product of matrices, each transposed or not, put into memory that is there, or added to what is there; false for larger
/// ones. The sums go in the order of the inner index, as those of larger matrices.
pub(super) fn into<T: Number, const ADDED: bool>(
    (a, a_transposed): (View<'_, T>, bool),
    (b, b_transposed): (View<'_, T>, bool),
    out: &mut [T],
) -> bool {
    let (left, right) = (turned(a.shape(), a_transposed), turned(b.shape(), b_transposed));
    if !fits(left, right, b_transposed) {
        return false;
    }
    let (a_room, b_room);
    let a = if lies(a, a_transposed) {
        a.as_slice()
    } else {
        a_room = transposed(a);
        &a_room
    };
    let b = if lies(b, b_transposed) {
        b.as_slice()
    } else {
        b_room = transposed(b);
        &b_room[..left.columns * right.columns]
    };
    let run = match left.rows {
        1 => of_rows::<T, 1, ADDED>,
        2 => of_rows::<T, 2, ADDED>,
        3 => of_rows::<T, 3, ADDED>,
        4 => of_rows::<T, 4, ADDED>,
        5 => of_rows::<T, 5, ADDED>,
        6 => of_rows::<T, 6, ADDED>,
        7 => of_rows::<T, 7, ADDED>,
        _ => of_rows::<T, 8, ADDED>,
    };
    run(a, b, left.columns, out);
    true
}

fn turned(shape: Shape, transposed: bool) -> Shape {
    if transposed { shape.transposed() } else { shape }
}

/// Whether the entries lie as they are wanted.
fn lies<T>(a: View<'_, T>, transposed: bool) -> bool {
    !transposed || a.rows() == 1 || a.columns() == 1
}

fn transposed<T: Number>(a: View<'_, T>) -> [T; MOST * MOST] {
    let mut room = [number(0.0); MOST * MOST];
    let columns = a.columns();
    for (j, column) in a.as_slice().chunks_exact(a.rows()).enumerate() {
        for (i, &x) in column.iter().enumerate() {
            room[j + i * columns] = x;
        }
    }
    room
}

fn of_rows<T: Number, const R: usize, const ADDED: bool>(a: &[T], b: &[T], inner: usize, out: &mut [T]) {
    let (a, _) = a.as_chunks::<R>();
    let (out, _) = out.as_chunks_mut::<R>();
    let Some((first, rest)) = a.split_first() else { return };
    for (out, b) in out.iter_mut().zip(b.chunks_exact(inner)) {
        let mut sum = first.map(|a| a * b[0]);
        for (a, &b) in rest.iter().zip(&b[1..]) {
            for (sum, &a) in sum.iter_mut().zip(a) {
                *sum = *sum + a * b;
            }
        }
        if ADDED {
            out.iter_mut().zip(sum).for_each(|(out, sum)| *out = *out + sum);
        } else {
            *out = sum;
        }
    }
}
