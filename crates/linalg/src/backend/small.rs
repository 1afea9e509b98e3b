//! Products of matrices that fit into registers: an allocation or a call more would cost as much as they do.
//!
//! Taken at once in the product of plain numbers too, and not only where products are added to adjoints, they are put in line in neither:
//! the value of a product of 4 x 4 then took 0.9, value and gradient 1.1 times as long.

use crate::View;
use crate::matrix::number;
use rules::Number;

/// Up to this many rows, and this many of what is summed over.
const MOST: usize = 8;

/// A product of matrices, each transposed or not, put into memory that is there, or added to what is there; false for larger
/// ones. The sums go in the order of the inner index, as those of larger matrices.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn into<T: Number, const ADDED: bool>(
    (a, a_transposed): (View<'_, T>, bool),
    (b, b_transposed): (View<'_, T>, bool),
    out: &mut [T],
) -> bool {
    let left = if a_transposed { a.shape().transposed() } else { a.shape() };
    if !(1..=MOST).contains(&left.rows) || !(1..=MOST).contains(&left.columns) {
        return false;
    }
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
    // A row or a column lies as its transpose does.
    let a_turned = a_transposed && left.rows > 1 && left.columns > 1;
    run((a.as_slice(), a_turned), (b.as_slice(), b_transposed), left.columns, out);
    true
}

fn of_rows<T: Number, const R: usize, const ADDED: bool>(
    (a, a_turned): (&[T], bool),
    (b, b_turned): (&[T], bool),
    inner: usize,
    out: &mut [T],
) {
    let (out, _) = out.as_chunks_mut::<R>();
    let room;
    let a = if a_turned {
        room = turned::<T, R>(a, inner);
        room.get(..inner).unwrap_or_default()
    } else {
        a.as_chunks::<R>().0
    };
    if b_turned {
        let columns = out.len();
        for (j, out) in out.iter_mut().enumerate() {
            column::<T, R, ADDED>(a, b[j..].iter().step_by(columns), out);
        }
    } else {
        for (out, b) in out.iter_mut().zip(b.chunks_exact(inner)) {
            column::<T, R, ADDED>(a, b.iter(), out);
        }
    }
}

/// A column of the result: a sum of multiples of columns of the left matrix.
#[cfg_attr(not(debug_assertions), inline(always))]
fn column<'b, T: Number + 'b, const R: usize, const ADDED: bool>(
    a: &[[T; R]],
    mut b: impl Iterator<Item = &'b T>,
    out: &mut [T; R],
) {
    let (Some((first, rest)), Some(&b0)) = (a.split_first(), b.next()) else { return };
    let mut sum = first.map(|a| a * b0);
    for (a, &b) in rest.iter().zip(b) {
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

/// The columns of the transpose of a matrix of `inner` rows.
#[cfg_attr(not(debug_assertions), inline(always))]
fn turned<T: Number, const R: usize>(a: &[T], inner: usize) -> [[T; R]; MOST] {
    let mut room = [[number(0.0); R]; MOST];
    for (i, row) in a.chunks_exact(inner).take(R).enumerate() {
        for (place, &x) in room.iter_mut().zip(row) {
            place[i] = x;
        }
    }
    room
}
