//! Products of matrices that fit into registers: an allocation or a call more would cost as much as they do.

use crate::{Matrix, Shape, View};

/// Up to this many rows, and this many of what is summed over.
const MOST: usize = 8;

/// None for larger ones. The sums go in the order of the inner index, as those of larger matrices.
pub(super) fn product(
    a: View<'_, f64>,
    a_transposed: bool,
    b: View<'_, f64>,
    b_transposed: bool,
) -> Option<Matrix<f64>> {
    let (left, right) = (turned(a.shape(), a_transposed), turned(b.shape(), b_transposed));
    let fits = (1..=MOST).contains(&left.rows) && (1..=MOST).contains(&left.columns);
    if !fits || b_transposed && right.columns > MOST {
        return None;
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
    let mut out = vec![0.0; left.rows * right.columns];
    run(left, a, b, &mut out);
    Some(Matrix::of(Shape::new(left.rows, right.columns), out))
}

/// False for larger ones; as [`product`].
pub(super) fn product_into(a: View<'_, f64>, b: View<'_, f64>, out: &mut Matrix<f64>) -> bool {
    let fits = (1..=MOST).contains(&a.rows()) && (1..=MOST).contains(&a.columns());
    if fits {
        run(a.shape(), a.as_slice(), b.as_slice(), out.as_mut_slice());
    }
    fits
}

fn run(left: Shape, a: &[f64], b: &[f64], out: &mut [f64]) {
    let run = match left.rows {
        1 => of_rows::<1>,
        2 => of_rows::<2>,
        3 => of_rows::<3>,
        4 => of_rows::<4>,
        5 => of_rows::<5>,
        6 => of_rows::<6>,
        7 => of_rows::<7>,
        _ => of_rows::<8>,
    };
    run(a, b, left.columns, out);
}

fn turned(shape: Shape, transposed: bool) -> Shape {
    if transposed { shape.transposed() } else { shape }
}

/// Whether the entries lie as they are wanted.
fn lies(a: View<'_, f64>, transposed: bool) -> bool {
    !transposed || a.rows() == 1 || a.columns() == 1
}

fn transposed(a: View<'_, f64>) -> [f64; MOST * MOST] {
    let mut room = [0.0; MOST * MOST];
    let columns = a.columns();
    for (j, column) in a.as_slice().chunks_exact(a.rows()).enumerate() {
        for (i, &x) in column.iter().enumerate() {
            room[j + i * columns] = x;
        }
    }
    room
}

fn of_rows<const R: usize>(a: &[f64], b: &[f64], inner: usize, out: &mut [f64]) {
    let (a, _) = a.as_chunks::<R>();
    let (out, _) = out.as_chunks_mut::<R>();
    let Some((first, rest)) = a.split_first() else { return };
    for (out, b) in out.iter_mut().zip(b.chunks_exact(inner)) {
        let mut sum = first.map(|a| a * b[0]);
        for (a, &b) in rest.iter().zip(&b[1..]) {
            for (sum, a) in sum.iter_mut().zip(a) {
                *sum += a * b;
            }
        }
        *out = sum;
    }
}
