//! Products: d(A B) = dA B + A dB.

use crate::linear::{Map, Product};
use crate::parameters::instruction;
use crate::ruled::Ruled;
use crate::{Error, LIGHT, Linear, Matrix, Operation, Shape, View, apply, backend, kernels};
use rules::{Number, put};

#[derive(Clone, Copy)]
pub(crate) struct MatMul {
    a: Shape,
    a_transposed: bool,
    b: Shape,
    b_transposed: bool,
}

impl MatMul {
    /// Whether there are as many columns on the left as rows on the right.
    fn fits(&self) -> bool {
        turned(self.a, self.a_transposed).columns == turned(self.b, self.b_transposed).rows
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each<'a, T>(self, [a, b]: [View<'a, T>; 2]) -> [Map<'a, T>; 2] {
        let (by_a, by_b) = (self.a_transposed, self.b_transposed);
        [
            Map::Product(Product { k: b.into(), transposed: by_b, left: false, turned: by_a }),
            Map::Product(Product { k: a.into(), transposed: by_a, left: true, turned: by_b }),
        ]
    }

    /// The product of plain numbers, over what is there or added to it.
    fn put<T: Number>(self, a: View<'_, T>, b: View<'_, T>, out: &mut [T], add: bool) {
        if let Err(error) = T::apply_array_into(&Ruled(self), &[a.as_slice(), b.as_slice()], out, add) {
            unreachable!("a product always has a value: {error}");
        }
    }
}

fn turned(shape: Shape, transposed: bool) -> Shape {
    if transposed { shape.transposed() } else { shape }
}

impl Operation<2, 1> for MatMul {
    instruction!("matmul", a, a_transposed, b, b_transposed; |p| p.fits());

    fn is_light(&self) -> bool {
        let (a, b) = (turned(self.a, self.a_transposed), turned(self.b, self.b_transposed));
        a.rows * a.columns * b.columns <= LIGHT
    }

    fn inputs(&self) -> [Shape; 2] {
        [self.a, self.b]
    }

    fn outputs(&self) -> [Shape; 1] {
        let (a, b) = (turned(self.a, self.a_transposed), turned(self.b, self.b_transposed));
        [Shape::new(a.rows, b.columns)]
    }

    fn value<T: Number>(&self, [a, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        Ok([kernels::product::product(a, self.a_transposed, b, self.b_transposed)])
    }

    fn evaluate(&self, [a, b]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([backend::product(a, self.a_transposed, b, self.b_transposed)])
    }

    fn evaluate_into(&self, [a, b]: [View<'_, f64>; 2], out: &mut [f64], add: bool) -> Result<(), Error> {
        backend::product_into(a, self.a_transposed, b, self.b_transposed, out, add);
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

/// The product of lent matrices, each transposed or not: what rules are written with.
///
/// # Panics
/// If they do not fit.
///
/// ```
/// use linalg::Matrix;
/// let (a, b) = (Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]), Matrix::column(&[1.0, 10.0]));
/// let by_columns = linalg::product(a.view(), true, b.view(), false);
/// assert_eq!(by_columns, a.transposed() * &b);
/// ```
#[track_caller]
pub fn product<T: Number>(a: View<'_, T>, a_transposed: bool, b: View<'_, T>, b_transposed: bool) -> Matrix<T> {
    let operation = MatMul { a: a.shape(), a_transposed, b: b.shape(), b_transposed };
    if T::ORDER == 0 {
        let [shape] = operation.outputs();
        let mut y = Matrix::zeros(shape.rows, shape.columns);
        operation.put(a, b, y.as_mut_slice(), false);
        return y;
    }
    match apply(&operation, [a, b]) {
        Ok([y]) => y,
        Err(error) => unreachable!("a product always has a value: {error}"),
    }
}

/// The same in memory that is there, over what stands in it or added to that.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn product_into<T: Number>(
    a: View<'_, T>,
    a_transposed: bool,
    b: View<'_, T>,
    b_transposed: bool,
    out: &mut [T],
    add: bool,
) {
    if backend::small_product((a, a_transposed), (b, b_transposed), out, add) {
        return;
    }
    if T::ORDER > 0 {
        return put(product(a, a_transposed, b, b_transposed).as_slice(), out, add);
    }
    MatMul { a: a.shape(), a_transposed, b: b.shape(), b_transposed }.put(a, b, out, add);
}

#[track_caller]
fn fitting<T: Number>(a: &Matrix<T>, a_transposed: bool, b: &Matrix<T>, b_transposed: bool) -> Matrix<T> {
    let (rows, columns) = (turned(a.shape(), a_transposed), turned(b.shape(), b_transposed));
    assert!(
        rows.columns == columns.rows,
        "a matrix of {}{} times one of {}{}: the inner numbers differ",
        a.shape(),
        if a_transposed { ", transposed," } else { "" },
        b.shape(),
        if b_transposed { ", transposed" } else { "" }
    );
    product(a.view(), a_transposed, b.view(), b_transposed)
}

/// The product A B; the same as `&a * &b`. Cost: l m n multiplications; with its gradient three times that.
///
/// # Panics
/// If the columns of A are not as many as the rows of B.
///
/// ```
/// use linalg::Matrix;
/// let (a, b) = (Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]), Matrix::column(&[1.0, 10.0]));
/// assert_eq!(linalg::matmul(&a, &b).as_slice(), [21.0, 43.0]);
/// ```
#[track_caller]
pub fn matmul<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    fitting(a, false, b, false)
}

/// The product A^T B.
///
/// # Panics
/// If A and B differ in rows.
///
/// ```
/// use linalg::Matrix;
/// let (a, b) = (Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]), Matrix::column(&[1.0, 10.0]));
/// assert_eq!(linalg::transposed_matmul(&a, &b).as_slice(), [31.0, 42.0]);
/// ```
#[track_caller]
pub fn transposed_matmul<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    fitting(a, true, b, false)
}

/// The product A B^T.
///
/// # Panics
/// If A and B differ in columns.
///
/// ```
/// use linalg::Matrix;
/// let (a, b) = (Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]), Matrix::column(&[1.0, 10.0]));
/// assert_eq!(linalg::matmul_transposed(&b, &b), Matrix::from_rows([[1.0, 10.0], [10.0, 100.0]]));
/// assert_eq!(linalg::matmul_transposed(&a, &a).trace(), 30.0);
/// ```
#[track_caller]
pub fn matmul_transposed<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    fitting(a, false, b, true)
}

/// The outer product a b^T of two columns.
///
/// # Panics
/// If they have other columns than each other.
///
/// ```
/// use linalg::{Matrix, outer};
/// let y = outer(&Matrix::column(&[1.0, 2.0]), &Matrix::column(&[3.0, 4.0, 5.0]));
/// assert_eq!(y, Matrix::from_rows([[3.0, 4.0, 5.0], [6.0, 8.0, 10.0]]));
/// ```
#[track_caller]
pub fn outer<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Matrix<T> {
    fitting(a, false, b, true)
}
