//! Inner products: d<A, B> = <dA, B> + <A, dB>.

use crate::linear::Map;
use crate::matrix::sum;
use crate::operations::{entry, square};
use crate::parameters::instruction;
use crate::{Error, LIGHT, Linear, Matrix, Operation, Shape, View, apply, matmul};
use rules::{Number, put};

#[derive(Clone, Copy)]
pub(crate) struct Dot(pub(crate) Shape);

impl Dot {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each<'a, T>(&self, [a, b]: [View<'a, T>; 2]) -> [Map<'a, T>; 2] {
        [Map::Inner(b.into()), Map::Inner(a.into())]
    }
}

impl Operation<2, 1> for Dot {
    instruction!("dot", 0);

    fn is_light(&self) -> bool {
        self.0.len() <= LIGHT / 4
    }

    fn inputs(&self) -> [Shape; 2] {
        [self.0; 2]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, [a, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        Ok([Matrix::from_vec(1, 1, vec![inner(a, b)])])
    }

    fn evaluate_into(&self, [a, b]: [View<'_, f64>; 2], out: &mut [f64], add: bool) -> Result<(), Error> {
        put(&[inner(a, b)], out, add);
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a, b]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [da, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let [by_a, by_b] = self.each([a, b]);
        Ok([da.through(by_a) + db.through(by_b)])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn maps<'a, T: Number>(&'a self, x: [View<'a, T>; 2]) -> Option<[Map<'a, T>; 2]> {
        Some(self.each(x))
    }
}

/// The sum of the products of entries.
pub(crate) fn inner<T: Number>(a: View<'_, T>, b: View<'_, T>) -> T {
    sum(a.as_slice().iter().zip(b.as_slice()).map(|(&a, &b)| a * b))
}

/// The sum of the products of entries, tr(A^T B): of two columns the dot product.
///
/// ```
/// let (a, b) = (linalg::Matrix::column(&[1.0, 2.0]), linalg::Matrix::column(&[3.0, 4.0]));
/// assert_eq!(linalg::dot(&a, &b), 11.0);
/// ```
///
/// # Panics
/// If they differ in shape.
#[track_caller]
pub fn dot<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> T {
    assert!(a.shape() == b.shape(), "the inner product of matrices of {} and {}", a.shape(), b.shape());
    match apply(&Dot(a.shape()), [a.view(), b.view()]) {
        Ok(y) => entry(y),
        Err(error) => unreachable!("an inner product always has a value: {error}"),
    }
}

/// The quadratic form x^T A x of a column x; of a matrix X, tr(X^T A X).
///
/// # Panics
/// If A is not square, or X has other rows.
///
/// ```
/// use linalg::{Matrix, quadratic_form};
/// let (a, x) = (Matrix::from_rows([[2.0, 1.0], [1.0, 3.0]]), Matrix::column(&[1.0, 2.0]));
/// assert_eq!(quadratic_form(&a, &x), 2.0 + 2.0 * 2.0 + 3.0 * 4.0);
/// ```
#[track_caller]
pub fn quadratic_form<T: Number>(a: &Matrix<T>, x: &Matrix<T>) -> T {
    square("quadratic form", a);
    dot(x, &matmul(a, x))
}

/// The sum of the diagonal.
///
/// # Panics
/// If the matrix is not square.
///
/// ```
/// assert_eq!(linalg::trace(&linalg::Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]])), 5.0);
/// ```
#[track_caller]
pub fn trace<T: Number>(a: &Matrix<T>) -> T {
    square("trace", a);
    sum(a.diagonal())
}
