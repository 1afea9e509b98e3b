//! A matrix with a number added along its diagonal: d(A + x I) = dA + dx I.

use crate::linear::LinearMap;
use crate::matrix::{number, sum};
use crate::operations::square;
use crate::parameters::instruction;
use crate::{Error, LIGHT, Linear, Matrix, Operation, Shape, View, apply};
use rules::Number;

#[derive(Clone, Copy)]
pub(crate) struct Shifted(usize);

impl Operation<2, 1> for Shifted {
    instruction!("shifted", 0);

    fn is_light(&self) -> bool {
        self.0 * self.0 <= LIGHT
    }

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.0, self.0), Shape::new(1, 1)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, self.0)]
    }

    fn value<T: Number>(&self, [a, x]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let mut y = a.to_matrix();
        let shift = x[(0, 0)];
        y.as_mut_slice().iter_mut().step_by(self.0 + 1).for_each(|y| *y = *y + shift);
        Ok([y])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [da, dx]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da + dx.map(TimesIdentity(self.0))])
    }
}

/// A number as a multiple of the identity.
struct TimesIdentity(usize);

impl<T: Number> LinearMap<T> for TimesIdentity {
    fn shape(&self, _: Shape) -> Shape {
        Shape::new(self.0, self.0)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let mut out = Matrix::zeros(self.0, self.0);
        out.as_mut_slice().iter_mut().step_by(self.0 + 1).for_each(|y| *y = x[(0, 0)]);
        Ok(out)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(Matrix::filled(1, 1, if self.0 == 0 { number(0.0) } else { sum(w.diagonal()) }))
    }
}

/// A + x I: a square matrix with a number added to each entry of its diagonal, as the noise to covariances. On a tape it is one
/// record, where entries that are changed one by one take the matrix apart.
///
/// ```
/// use linalg::{Matrix, shifted};
/// assert_eq!(shifted(&Matrix::filled(2, 2, 1.0), 0.5), Matrix::from_rows([[1.5, 1.0], [1.0, 1.5]]));
/// ```
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn shifted<T: Number>(a: &Matrix<T>, x: T) -> Matrix<T> {
    let n = square("shift", a);
    match apply(&Shifted(n), [a.view(), Matrix::filled(1, 1, x).view()]) {
        Ok([y]) => y,
        Err(error) => unreachable!("a sum always has a value: {error}"),
    }
}
