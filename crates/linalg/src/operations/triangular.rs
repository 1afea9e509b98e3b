//! Triangular systems: dX = L^-1 (dB - dL X).

use crate::kernels::triangular::{self, NAME, Triangle};
use crate::linear::{Kept, LinearMap};
use crate::operations::{Beyond, fits, is_finite, square};
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
        self.checked(l, b, x)
    }

    fn evaluate(&self, [l, b]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        triangular::check(l, self.triangle)?;
        let mut x = b.to_matrix();
        backend::triangular(l, self.triangle, &mut x);
        self.checked(l, b, x)
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [l, _]: [View<'a, T>; 2],
        [x]: [View<'a, T>; 1],
        [dl, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let dl = dl.mask(self.mask());
        let dl = if self.triangle.transposed { dl.transposed() } else { dl };
        Ok([(db - dl * x).map(Inverse { l: l.into(), triangle: self.triangle })])
    }
}

impl Solve {
    /// What is looked at of the matrix, but for ones on its diagonal.
    fn mask(self) -> Mask {
        match (self.triangle.lower, self.triangle.unit) {
            (true, false) => Mask::Lower,
            (true, true) => Mask::StrictlyLower,
            (false, false) => Mask::Upper,
            (false, true) => Mask::StrictlyUpper,
        }
    }

    fn checked<T: Number>(self, l: View<'_, T>, b: View<'_, T>, x: Matrix<T>) -> Result<[Matrix<T>; 1], Error> {
        if self.beyond == Beyond::Infinite || is_finite(x.view()) || !is_finite(b) {
            return Ok([x]);
        }
        let overflows = is_finite(self.mask().of_view(l).view());
        Err(if overflows { Error::Overflow { operation: NAME } } else { Error::NotFinite { operation: NAME } })
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
/// If there is a zero on the diagonal, or an entry of the triangle that is NaN or infinite; and where an entry of X is beyond the
/// largest `f64`. NaN and infinite entries of B go on to X.
///
/// # Panics
/// If L is not square, or B has other rows.
#[track_caller]
pub fn solve_triangular<T: Number>(triangle: Triangle, l: &Matrix<T>, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
    square(NAME, l);
    fits(l.shape(), b.shape());
    run(Beyond::Refused, triangle, l.view(), b.view())
}
