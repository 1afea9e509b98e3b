//! Results in memory of the caller's, over `f64`.

use crate::{Matrix, Shape, backend};

/// The product A B into `out`, without an allocation; with the feature `faer`, large ones by it.
///
/// ```
/// use linalg::{Matrix, matmul_into};
/// let a = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
/// let mut out = Matrix::zeros(2, 2);
/// matmul_into(&a, &a, &mut out);
/// assert_eq!(out, &a * &a);
/// ```
///
/// # Panics
/// If the columns of A are not as many as the rows of B, or `out` has another shape than the product.
#[track_caller]
pub fn matmul_into(a: &Matrix, b: &Matrix, out: &mut Matrix) {
    assert!(a.columns() == b.rows(), "a matrix of {} times one of {}: the inner numbers differ", a.shape(), b.shape());
    let wanted = Shape::new(a.rows(), b.columns());
    assert!(out.shape() == wanted, "a product of {wanted} into a matrix of {}", out.shape());
    backend::product_into(a.view(), b.view(), out);
}
