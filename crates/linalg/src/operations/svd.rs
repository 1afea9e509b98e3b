//! Singular values and vectors: with P = U^T dA V, ds = diag(P); the vectors turn in their own bases by the symmetric part of
//! P over differences and its antisymmetric part over sums of values, (S_ij / (s_j - s_i)) +- (N_ij / (s_i + s_j)); and U
//! leaves its space by (I - U U^T) dA V / s (Townsend 2016, *Differentiating the singular value decomposition*).

use crate::kernels::qr::householder;
use crate::linear::{Kept, LinearMap};
use crate::matrix::number;
use crate::operations::degenerate::{ColumnsOver, Split, Turned, level, several, turn, zeros_from};
use crate::operations::eigen::{into_order, largest_is_negative};
use crate::operations::eigenvalues::{interpolated, moving};
use crate::operations::frames;
use crate::operations::zeros::left_out;
use crate::parameters::instruction;
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, backend};
use rules::Number;

#[derive(Clone, Copy)]
pub(crate) struct Svd(pub(crate) Shape);

impl Operation<1, 3> for Svd {
    const ITERATES: bool = true;

    instruction!("svd", 0; |p| p.0.rows >= p.0.columns);

    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn outputs(&self) -> [Shape; 3] {
        let n = self.0.columns;
        [self.0, Shape::new(n, 1), Shape::new(n, n)]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 3], Error> {
        Err(Error::Unknown { operation: "singular value decomposition" })
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 3], Error> {
        if !a.as_slice().iter().all(|x| x.is_finite()) {
            return Err(Error::NotFinite { operation: "singular value decomposition" });
        }
        let n = self.0.columns;
        let (mut u, mut values, mut v) = backend::svd(a)?;
        into_order(&mut values, |x, y| y.total_cmp(x), &mut [&mut u, &mut v]);
        if !backend::is_diagonal(a) {
            level(&mut values);
        }
        // Of a square matrix they are turned below.
        let is_tall = self.0.rows > n;
        let zeros = if is_tall { zeros_from(View::new(Shape::new(n, 1), &values), is_tall) } else { n };
        orthonormal(&mut u, &values, zeros)?;
        turn(&values, &mut [&mut u, &mut v])?;
        let pairs =
            u.as_mut_slice().chunks_exact_mut(self.0.rows.max(1)).zip(v.as_mut_slice().chunks_exact_mut(n.max(1)));
        for (u, v) in pairs.filter(|(u, _)| largest_is_negative(u)) {
            u.iter_mut().chain(v).for_each(|x| *x = -*x);
        }
        Ok([u, Matrix::from_vec(n, 1, values), v])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [u, values, v]: [View<'a, T>; 3],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 3], Error> {
        let Shape { rows, columns } = self.0;
        let moved = da * v;
        let p = moved.left_transposed(u);
        let turned = p.map(Turned { values, of: [u, a, v] });
        let mut du = u * turned.columns(0..columns);
        if rows > columns {
            let out = moved.map(ColumnsOver { values, strict: false, of: Some([u, a, v]) });
            du = du + out - u * out.left_transposed(u);
        }
        Ok([du, turned.columns(columns..columns + 1), v * turned.columns(columns + 1..2 * columns + 1)])
    }
}

/// Makes left vectors of small values, in descending order, orthonormal: as A v / s they are made of what rounding left. Those from
/// `zeros` on, and those that are nothing but rounding, are vectors in no special position.
fn orthonormal(u: &mut Matrix<f64>, values: &[f64], zeros: usize) -> Result<(), Error> {
    if values.last().is_none_or(|&least| least > 1e-3 * values[0]) {
        return Ok(());
    }
    let (rows, gram) = (u.rows(), u.transposed_matmul(u));
    let mut is_off = false;
    for j in 0..values.len() {
        let off = (0..=j).fold(0.0f64, |off, i| off.max((gram[(i, j)] - f64::from(u8::from(i == j))).abs()));
        is_off |= off > 1e-13 || j >= zeros;
        if off > 0.1 || j >= zeros {
            let column = &mut u.as_mut_slice()[j * rows..(j + 1) * rows];
            column.iter_mut().enumerate().for_each(|(i, x)| *x = frames::entry(j * rows + i));
        }
    }
    if is_off {
        let [q, _] = householder(u.view())?;
        *u = q;
    }
    Ok(())
}

/// Left vectors, singular values and right vectors, as [`svd`] gives them.
pub type SingularTriple<T> = (Matrix<T>, Matrix<T>, Matrix<T>);

/// The thin singular value decomposition A = U diag(s) V^T of a matrix of m x n, with r = min(m, n): U (m x r), the values s in
/// descending order (r x 1), and V (n x r). The largest entry of each column of U is positive, for n > m of V.
///
/// Equal values are as for [`symmetric_eigen`](crate::symmetric_eigen): a result that depends on the choice of their vectors
/// has no derivative. So is a result that depends on U where a value is zero and there are more rows than columns.
///
/// ```
/// use linalg::{Matrix, svd};
/// let a: Matrix = Matrix::from_rows([[3.0, 0.0], [0.0, 4.0], [0.0, 0.0]]);
/// let (u, s, v) = svd(&a).unwrap();
/// assert_eq!(s.as_slice(), [4.0, 3.0]);
/// assert_eq!(&u * Matrix::from_diagonal(s.as_slice()) * v.transposed(), a);
/// ```
///
/// # Errors
/// If an entry is NaN or infinite; [`Error::Degenerate`] and [`Error::RankDeficient`] as above; [`Error::Unknown`] on
/// numbers that do not know their values.
pub fn svd<T: Number>(a: &Matrix<T>) -> Result<SingularTriple<T>, Error> {
    if a.rows() < a.columns() {
        let (u, values, v) = svd(&a.transposed())?;
        return Ok((v, values, u));
    }
    let [u, values, v] = apply(&Svd(a.shape()), [a.view()])?;
    Ok((u, values, v))
}

/// The values alone: their derivatives need no others.
#[derive(Clone, Copy)]
pub(crate) struct Values(pub(crate) Shape);

impl Operation<1, 1> for Values {
    const ITERATES: bool = true;

    instruction!("singular_values", 0; |p| p.0.rows >= p.0.columns);

    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.0.columns, 1)]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Err(Error::Unknown { operation: "singular value decomposition" })
    }

    fn evaluate(&self, x: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let [_, values, _] = Svd(self.0).evaluate(x)?;
        Ok([values])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [values]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da.map(Moved { a, values: values.into() })])
    }
}

/// The derivative of the singular values, as a map of that of the matrix.
pub(crate) struct Moved<'a, T> {
    pub(crate) a: View<'a, T>,
    pub(crate) values: Kept<'a, T>,
}

impl<T: Number> LinearMap<T> for Moved<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.columns, 1)
    }
    fn apply(&self, da: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let [u, _, v] = apply(&Svd(self.a.shape()), [self.a])?;
        let moved = da.matmul(&v);
        let s = Mask::Symmetric.of(&u.transposed_matmul(&moved));
        let known = s.view().known_f64().filter(|_| T::ORDER == 0);
        let (n, zeros) = (s.rows(), self.zeros_from());
        let (Some(split), Some(known)) = (several(self.values.view()).or((zeros < n).then(Vec::new)), known) else {
            let split = Split::by(self.values.view()).apply(&s)?;
            return Ok(split.block(0..n, 0..1));
        };
        let mut out = Matrix::column(&known.diagonal().collect::<Vec<_>>());
        for group in split.into_iter().filter(|group| group.end <= zeros) {
            let (slopes, _) = moving(&known, &group)?;
            slopes.iter().rev().zip(group).for_each(|(&slope, i)| out[(i, 0)] = slope);
        }
        if zeros < n {
            // What is made of their vectors, outside of the space of the others.
            let (rows, left) = (u.rows(), u.block(0..u.rows(), 0..zeros));
            let among = moved.block(0..rows, zeros..n);
            let rest = &among - left.matmul(&left.transposed_matmul(&among));
            let slopes = singular_values(&rest)?.view().known_f64();
            slopes.iter().for_each(|slopes| out.set_block(zeros, 0, slopes));
        }
        Ok(out.map(number))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        if T::ORDER > 0 && several(self.values.view()).is_some() {
            return self.odd_function(w);
        }
        let [u, _, v] = apply(&Svd(self.a.shape()), [self.a])?;
        let n = w.rows();
        // The smallest of the derivatives at such a kink, as of a norm.
        let w = match T::ORDER {
            0 | usize::MAX => &left_out(self.values.view(), self.is_tall(), w)?,
            _ => w,
        };
        let padded = w.beside(&Matrix::zeros(n, n));
        let inner = Mask::Symmetric.of(&Split::by(self.values.view()).transposed(&padded)?);
        Ok(u.matmul(&inner).matmul(&v.transposed()))
    }
}

impl<T: Number> Moved<'_, T> {
    fn is_tall(&self) -> bool {
        self.a.rows() > self.a.columns()
    }

    fn zeros_from(&self) -> usize {
        if T::ORDER > 0 { self.values.view().rows() } else { zeros_from(self.values.view(), self.is_tall()) }
    }

    /// U diag(w) V^T, where values are equal: a block of the function of the symmetric matrix ((0, A), (A^T, 0)), whose eigenvalues are
    /// the singular values and their negatives.
    fn odd_function(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let a = self.a.to_matrix();
        let (m, n) = (a.rows(), a.columns());
        let above = Matrix::zeros(m, m).beside(&a);
        let both = above.above(&a.transposed().beside(&Matrix::zeros(n, n)));
        let mut weights = vec![number::<T>(0.0); m + n];
        for (i, &w) in w.iter().enumerate() {
            weights[i] = -w;
            weights[m + n - 1 - i] = w;
        }
        let found = interpolated(both.view(), Matrix::column(&weights).view())?;
        Ok(found.block(0..m, m..m + n))
    }
}

/// The singular values in descending order, min(m, n) x 1; see [`svd`]. Values that are zero up to rounding, several of them or in a
/// matrix that is not square, have a kink there as a norm has: along a direction they move as it says, on the way back their
/// derivative is 0. Where some are equal, a loss that treats them alike has its Hessian, as for
/// [`symmetric_eigenvalues`](crate::symmetric_eigenvalues).
///
/// # Errors
/// As [`svd`].
///
/// ```
/// use linalg::{Matrix, singular_values};
/// let a = Matrix::from_rows([[3.0, 0.0], [0.0, 4.0], [0.0, 0.0]]);
/// assert_eq!(singular_values(&a)?.as_slice(), [4.0, 3.0]);
/// # Ok::<(), linalg::Error>(())
/// ```
pub fn singular_values<T: Number>(a: &Matrix<T>) -> Result<Matrix<T>, Error> {
    if a.rows() < a.columns() {
        return singular_values(&a.transposed());
    }
    let [values] = apply(&Values(a.shape()), [a.view()])?;
    Ok(values)
}
