//! The polar factor: A = U H with orthonormal columns in U and a positive definite H, by Newton's iteration (N. J. Higham,
//! *Computing the polar decomposition, with applications*, SIAM J. Sci. Stat. Comput. 7, 1986). dU = U W + (I - U U^T) dA H^-1, where
//! the antisymmetric W solves H W + W H = U^T dA - dA^T U: no singular vector is differentiated, and so singular values may be
//! equal. The nuclear norm is <U, A>, and U is its gradient.

use crate::kernels::qr::householder;
use crate::operations::functions::{Solved, known};
use crate::operations::{dot, entry, inverse, product};
use crate::parameters::instruction;
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply};
use rules::Number;

const NAME: &str = "polar decomposition";

#[derive(Clone, Copy)]
pub(crate) struct Polar(pub(crate) Shape);

impl Operation<1, 1> for Polar {
    const ITERATES: bool = true;

    instruction!("polar", 0; |p| p.0.rows >= p.0.columns);

    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Err(Error::Unknown { operation: NAME })
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let [q, r] = householder(known(NAME, a)?.view())?;
        Ok([q.matmul(&newton(r)?)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [u]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let h = Mask::Symmetric.of(&product(u, true, a, false));
        let along = da.left_transposed(u);
        let turn = along.mask(Mask::Antisymmetric);
        let turned = (turn + turn).map(Solved::new(h.clone(), h.clone()));
        let across = da - u * along;
        Ok([u * turned + across.right(inverse(&h)?)])
    }
}

/// X to (g X + (g X)^-T)/2 with a factor g that balances both (Higham's (1, infinity) scaling).
fn newton(mut x: Matrix<f64>) -> Result<Matrix<f64>, Error> {
    let norm = |x: &Matrix<f64>| {
        let rows = (0..x.rows()).map(|i| x.row_entries(i).map(f64::abs).sum::<f64>()).fold(0.0, f64::max);
        let columns = x.column_slices().map(|c| c.iter().map(|x| x.abs()).sum::<f64>()).fold(0.0, f64::max);
        rows.sqrt() * columns.sqrt()
    };
    // The factor does not depend on the size.
    let size = norm(&x);
    if size > 0.0 {
        x /= size;
    }
    let mut last = f64::INFINITY;
    for _ in 0..100 {
        let other = inverse(&x)?.transposed();
        let g = if last < 1e-2 { 1.0 } else { (norm(&other) / norm(&x)).sqrt() };
        let next = 0.5 * (g * &x + other / g);
        let step = (&next - &x).norm() / next.norm().max(f64::MIN_POSITIVE);
        x = next;
        // The steps shrink with their square, until rounding.
        if step <= 1e-15 || (step < 1e-7 && step >= 0.5 * last) || x.shape().is_empty() {
            return Ok(x);
        }
        last = step;
    }
    Err(Error::NotConverged { operation: NAME })
}

/// The factors U and H of A = U H: the columns of U are orthonormal, and H is symmetric and positive definite. Of all matrices with
/// orthonormal columns U is the closest to A.
///
/// ```
/// use linalg::{Matrix, polar};
/// let (u, h) = polar(&Matrix::from_rows([[0.0, -2.0], [3.0, 0.0]])).unwrap();
/// assert!((u - Matrix::from_rows([[0.0, -1.0], [1.0, 0.0]])).norm() < 1e-15);
/// assert!((h - Matrix::from_rows([[3.0, 0.0], [0.0, 2.0]])).norm() < 1e-14);
/// ```
///
/// # Errors
/// If columns depend on each other, with the column; if an entry is NaN or infinite, or values are not known.
///
/// # Panics
/// If there are more columns than rows: take the transpose.
#[track_caller]
pub fn polar<T: Number>(a: &Matrix<T>) -> Result<(Matrix<T>, Matrix<T>), Error> {
    assert!(
        a.rows() >= a.columns(),
        "the polar decomposition of a matrix of {}: take that of its transpose",
        a.shape()
    );
    let [u] = apply(&Polar(a.shape()), [a.view()])?;
    let h = Mask::Symmetric.of(&product(u.view(), true, a.view(), false));
    Ok((u, h))
}

#[derive(Clone, Copy)]
pub(crate) struct NuclearNorm(pub(crate) Shape);

impl Operation<1, 1> for NuclearNorm {
    const ITERATES: bool = true;

    instruction!("nuclear_norm", 0; |p| p.0.rows >= p.0.columns);

    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Err(Error::Unknown { operation: "nuclear norm" })
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let [u] = Polar(self.0).evaluate([a])?;
        Ok([Matrix::from_vec(1, 1, vec![dot(&u, &a.to_matrix())])])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let [u] = apply(&Polar(self.0), [a])?;
        Ok([da.inner(u)])
    }
}

/// The nuclear norm of a matrix of full rank, the sum of its singular values, with derivatives of every order also where these
/// are equal.
///
/// ```
/// use linalg::{Matrix, nuclear_norm};
/// let y = nuclear_norm(&Matrix::from_rows([[0.0, -2.0, 0.0], [3.0, 0.0, 0.0]])).unwrap();
/// assert!((y - 5.0f64).abs() < 1e-14);
/// ```
///
/// # Errors
/// If the rank is not full, where the norm has a kink, with the column (of a wide matrix the row) that depends on others; if an
/// entry is NaN or infinite, or values are not known.
pub fn nuclear_norm<T: Number>(a: &Matrix<T>) -> Result<T, Error> {
    let tall = if a.rows() < a.columns() { a.transposed() } else { a.clone() };
    Ok(entry(apply(&NuclearNorm(tall.shape()), [tall.view()])?))
}
