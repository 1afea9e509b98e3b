//! The Frobenius norm: d|A| = <A/|A|, dA>, and 0 at 0.

use crate::matrix::{number, sum};
use crate::operations::entry;
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::functions::{eq, select};
use rules::{Functions, Number, Scalar, rule};

#[derive(Clone, Copy)]
pub(crate) struct Norm(Shape);

impl Norm {
    pub(crate) fn new(shape: Shape) -> Self {
        Norm(shape)
    }
}

impl Operation<1, 1> for Norm {
    instruction!("norm", 0);

    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let a = a.as_slice();
        let mut known = a.iter().map(|a| a.known().map(|v| v.to_f64().abs()));
        let largest = known.try_fold(0.0f64, |l, v| v.map(|v| if l > v { l } else { v }));
        // By the largest, so that no square overflows or vanishes.
        let norm = match largest.filter(|&l| l > 0.0 && l.is_finite()) {
            Some(largest) => {
                let scale = number::<T>(largest);
                sum(a.iter().map(|&a| (a / scale) * (a / scale))).sqrt() * scale
            }
            None => a.iter().copied().fold(number(0.0), |r: T, a| r.hypot(a)),
        };
        Ok([Matrix::from_vec(1, 1, vec![norm])])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [y]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let y = y[(0, 0)];
        // As `hypot`: at 0 the slope is 0, the curvature is not a number.
        let at_zero = |a: T| T::apply::<rule::Direction, 2>([a, y], 0);
        let zero = T::Scalar::default();
        Ok([da.inner(match y.known() {
            Some(v) if v == zero => a.to_matrix().map(at_zero),
            Some(_) => a.to_matrix().map(|a| a / y),
            None => a.to_matrix().map(|a| select(eq(y, T::constant(zero)), at_zero(a), a / y)),
        })])
    }
}

/// The Frobenius norm, the root of the sum of squares: of a column the Euclidean norm. Its derivative at 0 is 0.
///
/// ```
/// assert_eq!(linalg::norm(&linalg::Matrix::column(&[3.0, 4.0])), 5.0);
/// ```
pub fn norm<T: Number>(a: &Matrix<T>) -> T {
    match apply(&Norm(a.shape()), [a.view()]) {
        Ok(y) => entry(y),
        Err(error) => unreachable!("a norm always has a value: {error}"),
    }
}
