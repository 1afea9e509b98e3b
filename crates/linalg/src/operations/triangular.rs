//! Triangular systems: dX = L^-1 (dB - dL X).

use crate::kernels::triangular::{self, Triangle};
use crate::linear::{Kept, LinearMap};
use crate::operations::solve::NAME;
use crate::operations::{Beyond, fits, square};
use crate::parameters::instruction;
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, backend};
use rules::Number;

#[derive(Clone, Copy)]
pub(crate) struct Solve {
    triangle: Triangle,
    b: Shape,
    beyond: Beyond,
}

impl Solve {
    pub(crate) fn new(triangle: Triangle, b: Shape) -> Self {
        Solve { triangle, b, beyond: Beyond::Refused }
    }
}

impl Operation<2, 1> for Solve {
    instruction!("solve_triangular", triangle, b, beyond);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.b.rows, self.b.rows), self.b]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.b]
    }

    fn value<T: Number>(&self, [l, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        triangular::check(l, self.triangle)?;
        let mut x = b.to_matrix();
        triangular::solve(l, self.triangle, &mut x);
        self.beyond.check(NAME, [l, b], x)
    }

    fn evaluate(&self, [l, b]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        triangular::check(l, self.triangle)?;
        let mut x = b.to_matrix();
        backend::triangular(l, self.triangle, &mut x);
        self.beyond.check(NAME, [l, b], x)
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [l, _]: [View<'a, T>; 2],
        [x]: [View<'a, T>; 1],
        [dl, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let Triangle { lower, transposed, unit } = self.triangle;
        let dl = dl.mask(match (lower, unit) {
            (true, false) => Mask::Lower,
            (true, true) => Mask::StrictlyLower,
            (false, false) => Mask::Upper,
            (false, true) => Mask::StrictlyUpper,
        });
        let dl = if transposed { dl.transposed() } else { dl };
        Ok([(db - dl * x).map(Inverse { l: l.into(), triangle: self.triangle })])
    }
}

/// The solution of a triangular system, as a map of the right-hand side.
pub(crate) struct Inverse<'a, T> {
    pub(crate) l: Kept<'a, T>,
    pub(crate) triangle: Triangle,
}

impl<T: Number> LinearMap<T> for Inverse<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        run(Beyond::Infinite, self.triangle, self.l.view(), x.view())
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        run(Beyond::Infinite, self.triangle.transposed(), self.l.view(), w.view())
    }
}

fn run<T: Number>(beyond: Beyond, triangle: Triangle, l: View<'_, T>, b: View<'_, T>) -> Result<Matrix<T>, Error> {
    let [x] = apply(&Solve { triangle, b: b.shape(), beyond }, [l, b])?;
    Ok(x)
}

/// The solution X of L X = B, where of L one triangle is looked at.
///
/// ```
/// use linalg::{Matrix, Triangle, solve_triangular};
/// let l = Matrix::from_rows([[2.0, f64::NAN], [1.0, 4.0]]);
/// let x = solve_triangular(Triangle::LOWER, &l, &Matrix::column(&[2.0, 9.0])).unwrap();
/// assert_eq!(x.as_slice(), [1.0, 2.0]);
/// ```
///
/// # Errors
/// If there is a zero on the diagonal; and where an entry of X is beyond the largest `f64`.
///
/// # Panics
/// If L is not square, or B has other rows.
#[track_caller]
pub fn solve_triangular<T: Number>(triangle: Triangle, l: &Matrix<T>, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
    square("solution of a triangular system", l);
    fits(l.shape(), b.shape());
    run(Beyond::Refused, triangle, l.view(), b.view())
}
