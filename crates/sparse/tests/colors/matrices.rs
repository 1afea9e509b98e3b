//! Matrices that can be generated.

use sparse::Pattern;

/// The pattern of the entries that `row` gives for each row.
fn by_rows(m: usize, n: usize, row: impl Fn(usize) -> Vec<usize>) -> Pattern {
    Pattern::from_coordinates(m, n, (0..m).flat_map(|i| row(i).into_iter().map(move |j| (i, j)))).unwrap()
}

/// `width` diagonals on each side.
pub(crate) fn band(n: usize, width: usize) -> Pattern {
    by_rows(n, n, |i| (i.saturating_sub(width)..n.min(i + width + 1)).collect())
}

/// Dense are the diagonal, one row and one column.
pub(crate) fn arrow(n: usize, hub: usize) -> Pattern {
    by_rows(n, n, |i| if i == hub { (0..n).collect() } else { vec![i, hub] })
}

/// A band, and the last `dense` rows and columns full.
pub(crate) fn banded_arrow(n: usize, width: usize, dense: usize) -> Pattern {
    let inside = band(n, width);
    let full = (0..n).flat_map(|i| (n - dense..n).flat_map(move |j| [(i, j), (j, i)]));
    Pattern::from_coordinates(n, n, inside.iter().chain(full)).unwrap()
}

/// Steps to neighbours on a grid with these sides, in all directions of `steps`, at most one cell each.
pub(crate) fn grid(sides: &[usize], steps: &[&[isize]], wraps: bool) -> Pattern {
    let n = sides.iter().product();
    by_rows(n, n, |cell| {
        let step = |step: &&[isize]| {
            let (mut left, mut place, mut stride) = (cell, 0, 1);
            for (&side, &by) in sides.iter().zip(*step) {
                let x = (left % side) as isize + by;
                left /= side;
                if !wraps && !(0..side as isize).contains(&x) {
                    return None;
                }
                place += x.rem_euclid(side as isize) as usize * stride;
                stride *= side;
            }
            Some(place)
        };
        steps.iter().filter_map(step).collect()
    })
}

pub(crate) const STAR_5: &[&[isize]] = &[&[0, 0], &[1, 0], &[-1, 0], &[0, 1], &[0, -1]];
pub(crate) const BOX_9: &[&[isize]] =
    &[&[0, 0], &[1, 0], &[-1, 0], &[0, 1], &[0, -1], &[1, 1], &[1, -1], &[-1, 1], &[-1, -1]];
pub(crate) const STAR_7: &[&[isize]] =
    &[&[0, 0, 0], &[1, 0, 0], &[-1, 0, 0], &[0, 1, 0], &[0, -1, 0], &[0, 0, 1], &[0, 0, -1]];

/// The Brusselator on a grid of N x N cells: all u, then all v.
pub(crate) fn brusselator(side: usize, wraps: bool) -> Pattern {
    let cells = side * side;
    let species = grid(&[side, side], STAR_5, wraps);
    let own = (0..2).flat_map(|s| species.iter().map(move |(i, j)| (i + s * cells, j + s * cells)));
    let other = (0..cells).flat_map(|i| [(i, i + cells), (i + cells, i)]);
    Pattern::from_coordinates(2 * cells, 2 * cells, own.chain(other)).unwrap()
}

/// The Brusselator on a line: u0 v0 u1 v1 ...
pub(crate) fn brusselator_line(cells: usize) -> Pattern {
    by_rows(2 * cells, 2 * cells, |i| {
        let mut row = vec![i, i ^ 1];
        row.extend(i.checked_sub(2));
        row.extend(Some(i + 2).filter(|&j| j < 2 * cells));
        row
    })
}

/// The matrix of SparseDiffTools #93: kron(Dz, I, Mx) + kron(Dz, My, I) + kron(ones(3, 3), I, I), with tridiagonal Mx
/// and My of N, and Dz with a one in its corner.
pub(crate) fn layers(side: usize) -> Pattern {
    let cells = side * side;
    by_rows(3 * cells, 3 * cells, |i| {
        let (layer, cell) = (i / cells, i % cells);
        let mut row = vec![cell, cell + cells, cell + 2 * cells];
        if layer == 0 {
            let (x, y) = (cell % side, cell / side);
            row.extend((x > 0).then(|| cell - 1));
            row.extend((x + 1 < side).then_some(cell + 1));
            row.extend((y > 0).then(|| cell - side));
            row.extend((y + 1 < side).then_some(cell + side));
        }
        row
    })
}

/// In each column the diagonal and entries in up to `count` rows of `width` around it, shuffled by a fixed rule.
pub(crate) fn scattered(n: usize, count: usize, width: usize) -> Pattern {
    let place = |i: usize, k: usize| (i * 2_654_435_761 + k * 40_503 + (i * k) % 97) % width;
    by_rows(n, n, |i| (0..count).map(|k| if k == 0 { i } else { (i + place(i, k)).min(n - 1) }).collect())
}

/// The same matrix with its rows and columns in another order, by a fixed rule.
pub(crate) fn shuffled(pattern: &Pattern) -> Pattern {
    let n = pattern.columns();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20, i));
    Pattern::from_coordinates(n, n, pattern.iter().map(|(i, j)| (order[i], order[j]))).unwrap()
}
