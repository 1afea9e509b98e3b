//! Sums and products of all entries up to each, down the columns: y_i = y_(i-1) + x_i has the tangent dy_i = dy_(i-1) + dx_i, and
//! y_i = y_(i-1) x_i has dy_i = dy_(i-1) x_i + y_(i-1) dx_i, without a division; backwards the same recurrences from below.

use crate::linear::{Kept, LinearMap};
use crate::matrix::number;
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::Number;

#[derive(Clone, Copy)]
pub(crate) struct Cumulative {
    of: Shape,
    product: bool,
}

impl Operation<1, 1> for Cumulative {
    instruction!("cumulative", of, product);

    fn inputs(&self) -> [Shape; 1] {
        [self.of]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.of]
    }

    fn value<T: Number>(&self, [x]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let mut y = x.to_matrix();
        for ((i, j), &x) in x.to_matrix().indexed().filter(|((i, _), _)| *i > 0) {
            let before = y[(i - 1, j)];
            y[(i, j)] = if self.product { before * x } else { before + x };
        }
        Ok([y])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [x]: [View<'a, T>; 1],
        [y]: [View<'a, T>; 1],
        [dx]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        if !self.product {
            return Ok([dx.map(Recurrence { x: None })]);
        }
        let one = number::<T>(1.0);
        let before = Matrix::from_fn(self.of.rows, self.of.columns, |i, j| if i == 0 { one } else { y[(i - 1, j)] });
        Ok([dx.entrywise(before).map(Recurrence { x: Some(x.into()) })])
    }
}

/// z_i = z_(i-1) x_i + d_i, or with ones for the x.
struct Recurrence<'a, T> {
    x: Option<Kept<'a, T>>,
}

impl<T: Number> Recurrence<'_, T> {
    fn carried(&self, z: T, i: usize, j: usize) -> T {
        self.x.as_ref().map_or(z, |x| z * x.view()[(i, j)])
    }
}

impl<T: Number> LinearMap<T> for Recurrence<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let mut z = x.clone();
        for j in 0..x.columns() {
            for i in 1..x.rows() {
                z[(i, j)] = z[(i, j)] + self.carried(z[(i - 1, j)], i, j);
            }
        }
        Ok(z)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let mut z = w.clone();
        for j in 0..w.columns() {
            for i in (1..w.rows()).rev() {
                z[(i - 1, j)] = z[(i - 1, j)] + self.carried(z[(i, j)], i, j);
            }
        }
        Ok(z)
    }
}

fn run<T: Number>(product: bool, x: &Matrix<T>) -> Matrix<T> {
    match apply(&Cumulative { of: x.shape(), product }, [x.view()]) {
        Ok([y]) => y,
        Err(error) => unreachable!("a cumulative sum or product always has a value: {error}"),
    }
}

/// In each place the sum of the column down to there.
///
/// ```
/// use linalg::{Matrix, cumulative_sum};
/// assert_eq!(cumulative_sum(&Matrix::column(&[1.0, 2.0, 3.0])).as_slice(), [1.0, 3.0, 6.0]);
/// ```
pub fn cumulative_sum<T: Number>(x: &Matrix<T>) -> Matrix<T> {
    run(false, x)
}

/// In each place the product of the column down to there; its derivatives are right where factors are 0.
///
/// ```
/// use linalg::{Matrix, cumulative_product};
/// assert_eq!(cumulative_product(&Matrix::column(&[1.0, 2.0, 3.0])).as_slice(), [1.0, 2.0, 6.0]);
/// ```
pub fn cumulative_product<T: Number>(x: &Matrix<T>) -> Matrix<T> {
    run(true, x)
}
