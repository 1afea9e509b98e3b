//! Eigenvalues and vectors of matrices that need not be symmetric: with M = V^-1 dA V, dl = diag(M) and
//! dV = V (M_ij / (l_j - l_i)), and what keeps each vector at length 1 with a real largest entry (Giles 2008; Magnus 1985).

use super::decided::{Checked, Peaks};
use crate::kernels::schur::{product, schur};
use crate::linear::LinearMap;
use crate::matrix::number;
use crate::operations::degenerate::{ROUNDING, scale};
use crate::operations::softmax::{ColumnSums, Spread};
use crate::operations::{inverse, square};
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::functions::select;
use rules::{Complex, Number, Scalar};

const NAME: &str = "eigendecomposition";

/// Real and imaginary parts of the values, and of the vectors.
#[derive(Clone, Copy)]
pub(crate) struct Eigen(usize);

impl Operation<1, 4> for Eigen {
    const ITERATES: bool = true;

    instruction!("eigen", 0);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, self.0)]
    }

    fn outputs(&self) -> [Shape; 4] {
        let (values, vectors) = (Shape::new(self.0, 1), Shape::new(self.0, self.0));
        [values, values, vectors, vectors]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 4], Error> {
        Err(Error::Unknown { operation: NAME })
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 4], Error> {
        let (values, vectors) = decomposition(&a.to_matrix())?;
        let values = Matrix::column(&values);
        Ok([values.map(|z| z.re), values.map(|z| z.im), vectors.map(|z| z.re), vectors.map(|z| z.im)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 1],
        [re, im, v_re, v_im]: [View<'a, T>; 4],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 4], Error> {
        let v = [v_re.to_matrix(), v_im.to_matrix()];
        let [m_re, m_im] = turned(re, im, &v, da)?;
        // Divided by the differences of the values, and turned back.
        let [f_re, f_im] = quotients(re, im);
        let g_re = m_re.entrywise(f_re.clone()) - m_im.entrywise(f_im.clone());
        let g_im = m_im.entrywise(f_re) + m_re.entrywise(f_im);
        let r_re = v_re * g_re - v_im * g_im;
        let r_im = v_re * g_im + v_im * g_re;
        // Times 1 + alpha, which keeps lengths and phases.
        let sums = || ColumnSums(Shape::new(self.0, self.0));
        let spread = || Spread(self.0);
        let stretch = (r_re.entrywise(v_re) + r_im.entrywise(v_im)).map(sums()).map(spread());
        let turn = r_im.entrywise(phases(&v)?).map(sums()).map(spread());
        let moved_re = r_re - stretch.entrywise(v_re) + turn.entrywise(v_im);
        let moved_im = r_im - stretch.entrywise(v_im) - turn.entrywise(v_re);
        Ok([m_re.map(Diagonal), m_im.map(Diagonal), moved_re, moved_im])
    }
}

/// The values alone: they have first derivatives without those of the vectors.
#[derive(Clone, Copy)]
pub(crate) struct Eigenvalues(usize);

impl Operation<1, 2> for Eigenvalues {
    const ITERATES: bool = true;

    instruction!("eigenvalues", 0);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, self.0)]
    }

    fn outputs(&self) -> [Shape; 2] {
        [Shape::new(self.0, 1); 2]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 2], Error> {
        Err(Error::Unknown { operation: NAME })
    }

    fn evaluate(&self, a: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 2], Error> {
        let [re, im, _, _] = Eigen(self.0).evaluate(a)?;
        Ok([re, im])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [re, im]: [View<'a, T>; 2],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 2], Error> {
        let alike = if T::ORDER == 0 { equal(re, im)? } else { Vec::new() };
        if alike.is_empty() {
            let [_, _, v_re, v_im] = apply(&Eigen(self.0), [a])?;
            let [m_re, m_im] = turned(re, im, &[v_re, v_im], da)?;
            return Ok([m_re.map(Diagonal), m_im.map(Diagonal)]);
        }
        let [_, _, v_re, v_im] = apply(&Eigen(self.0), [a])?;
        let [m_re, m_im] = in_basis(&[v_re, v_im], da, &alike)?;
        Ok([m_re.map(Alike(alike.clone())), m_im.map(Alike(alike))])
    }
}

/// V^-1 dA V, real and imaginary part.
fn turned<'e, 'a, T: Number>(
    re: View<'a, T>,
    im: View<'a, T>,
    v: &[Matrix<T>; 2],
    da: Linear<'e, 'a, T>,
) -> Result<[Linear<'e, 'a, T>; 2], Error> {
    let is_later = T::ORDER == usize::MAX;
    if !is_later {
        distinct(re, im)?;
    }
    let da = if is_later { da.map(Checked { re: re.into(), im: im.into() }) } else { da };
    in_basis(v, da, &[])
}

/// V^-1 dA V; an error for pairs of equal values whose vectors depend on each other.
fn in_basis<'e, 'a, T: Number>(
    [v_re, v_im]: &[Matrix<T>; 2],
    da: Linear<'e, 'a, T>,
    alike: &[Error],
) -> Result<[Linear<'e, 'a, T>; 2], Error> {
    let n = v_re.rows();
    let minus = v_im.map(|x| -x);
    let [p_re, p_im] = match v_im.known().is_some_and(|v| v.iter().all(|x| x.to_f64() == 0.0)) && is_real(v_im) {
        true => [inverse(v_re)?, v_im.clone()],
        false => {
            let inverse = inverse(&v_re.beside(&minus).above(&v_im.beside(v_re)))?;
            [inverse.block(0..n, 0..n), inverse.block(n..2 * n, 0..n)]
        }
    };
    if let Some(error) = alike.first() {
        let independent = |x: &T| x.known().is_some_and(|x| x.to_f64().abs() < DEPENDENT);
        if !p_re.iter().chain(&p_im).all(independent) {
            return Err(error.clone());
        }
    }
    let (by_re, by_im) = (da.right(v_re.clone()), da.right(v_im.clone()));
    let m_re = by_re.left(p_re.clone()) - by_im.left(p_im.clone());
    let m_im = by_im.left(p_re) + by_re.left(p_im);
    Ok([m_re, m_im])
}

fn is_real<T: Number>(v_im: &Matrix<T>) -> bool {
    v_im.iter().all(|x| x.is_constant())
}

/// Values that are equal up to rounding have no derivatives by themselves.
pub(super) fn distinct<T: Number>(re: View<'_, T>, im: View<'_, T>) -> Result<(), Error> {
    equal(re, im)?.pop().map_or(Ok(()), Err)
}

/// The errors for the pairs of values that are equal up to rounding.
fn equal<T: Number>(re: View<'_, T>, im: View<'_, T>) -> Result<Vec<Error>, Error> {
    let (Some(re), Some(im)) = (re.known_f64(), im.known_f64()) else { return Err(Error::Unknown { operation: NAME }) };
    let values: Vec<Complex> = re.iter().zip(&im).map(|(&re, &im)| Complex::new(re, im)).collect();
    let size = values.iter().fold(0.0f64, |m, z| m.max(z.abs()));
    let mut found = Vec::new();
    for (j, b) in values.iter().enumerate() {
        for (i, a) in values[..j].iter().enumerate() {
            if (*a - *b).abs() <= 1e-13 * size || size == 0.0 {
                found.push(Error::Degenerate { pair: (i, j), values: (a.re, b.re) });
            }
        }
    }
    Ok(found)
}

/// Inverses of vectors larger than this belong to vectors of equal values that depend on each other.
const DEPENDENT: f64 = 1e6;

/// The diagonal, as a column, where some values are equal: a result that treats them alike has a derivative.
struct Alike(Vec<Error>);

impl Alike {
    fn pairs(&self) -> impl Iterator<Item = (&Error, usize, usize)> {
        self.0.iter().filter_map(|error| match error {
            Error::Degenerate { pair: (i, j), .. } => Some((error, *i, *j)),
            _ => None,
        })
    }
}

impl<T: Number> LinearMap<T> for Alike {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, 1)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let size = scale(x.as_slice());
        for (error, i, j) in self.pairs() {
            let parts = [x[(i, j)], x[(j, i)], x[(i, i)] - x[(j, j)]];
            if scale(&parts) > ROUNDING * size {
                return Err(error.clone());
            }
        }
        Diagonal.apply(x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let size = scale(w.as_slice());
        for (error, i, j) in self.pairs() {
            if scale(&[w[(i, 0)] - w[(j, 0)]]) > ROUNDING * size {
                return Err(error.clone());
            }
        }
        Diagonal.transposed(w)
    }
}

/// 1 / (l_j - l_i) off the diagonal.
fn quotients<T: Number>(re: View<'_, T>, im: View<'_, T>) -> [Matrix<T>; 2] {
    let n = re.rows();
    let quotient = |i: usize, j: usize| match i == j {
        true => Complex::new(number(0.0), number(0.0)),
        false => {
            let gap = Complex::new(re[(j, 0)] - re[(i, 0)], im[(j, 0)] - im[(i, 0)]);
            if T::ORDER < usize::MAX {
                return gap.recip();
            }
            // In functions of the table, so that the program can be read again.
            let square = gap.re * gap.re + gap.im * gap.im;
            Complex::new(gap.re / square, -(gap.im / square))
        }
    };
    let all: Matrix<Complex<T>> = Matrix::from_fn(n, n, quotient);
    [all.map(|z| z.re), all.map(|z| z.im)]
}

/// In each column the reciprocal of the entry that is real, in its place.
fn phases<T: Number>([v_re, v_im]: &[Matrix<T>; 2]) -> Result<Matrix<T>, Error> {
    let (zero, one) = (number::<T>(0.0), number::<T>(1.0));
    let [peaks] = apply(&Peaks(v_re.shape()), [v_re.view(), v_im.view()])?;
    let phase = |i, j| match peaks[(i, j)].known().map(Scalar::to_f64) {
        Some(0.0) => zero,
        Some(_) => one / v_re[(i, j)],
        None => select(peaks[(i, j)], one / v_re[(i, j)], zero),
    };
    Ok(Matrix::from_fn(v_re.rows(), v_re.columns(), phase))
}

/// The first of the largest entries, with a margin for rounding.
pub(super) fn largest(column: &[Complex]) -> Option<usize> {
    let size = column.iter().fold(0.0f64, |m, z| m.max(z.abs()));
    column.iter().position(|z| z.abs() >= size * (1.0 - 1e-9))
}

/// The diagonal, as a column.
struct Diagonal;

impl<T: Number> LinearMap<T> for Diagonal {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, 1)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(Matrix::column(&x.diagonal().collect::<Vec<_>>()))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(Matrix::from_diagonal(w.as_slice()))
    }
}

/// Values in ascending order of their real parts, conjugates one after the other, and their vectors.
fn decomposition(a: &Matrix<f64>) -> Result<(Vec<Complex>, Matrix<Complex>), Error> {
    let n = a.rows();
    let form = schur(NAME, a)?;
    let size = form.t.iter().fold(0.0f64, |m, z| m.max(z.abs()));
    let rounding = 4.0 * n as f64 * f64::EPSILON * size;
    let vectors = product(&form.u, &vectors_of_triangular(&form.t, f64::EPSILON * size), false);
    // Of a pair of conjugates the one above the real axis says what both are.
    let mut found: Vec<(Complex, Vec<Complex>)> = Vec::with_capacity(n);
    for (j, z) in form.t.diagonal().enumerate() {
        let mut v = vectors.column_slice(j).to_vec();
        normalize(&mut v);
        if z.im.abs() <= rounding {
            v.iter_mut().for_each(|z| z.im = 0.0);
            found.push((Complex::new(z.re, 0.0), v));
        } else if z.im > 0.0 {
            found.push((z.conj(), v.iter().map(|z| z.conj()).collect()));
            found.push((z, v));
        }
    }
    if found.len() != n {
        return Err(Error::NotConverged { operation: NAME });
    }
    found.sort_by(|(a, _), (b, _)| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
    let vectors = Matrix::from_fn(n, n, |i, j| found[j].1[i]);
    Ok((found.into_iter().map(|(z, _)| z).collect(), vectors))
}

/// Eigenvectors of an upper triangular matrix, as columns; a difference of eigenvalues that vanishes counts as `least`.
fn vectors_of_triangular(t: &Matrix<Complex>, least: f64) -> Matrix<Complex> {
    let n = t.rows();
    let mut x = Matrix::filled(n, n, Complex::new(0.0, 0.0));
    for k in 0..n {
        x[(k, k)] = Complex::new(1.0, 0.0);
        for i in (0..k).rev() {
            let known: Complex = (i + 1..=k).map(|j| t[(i, j)] * x[(j, k)]).sum();
            let difference = t[(i, i)] - t[(k, k)];
            let difference = if difference.abs() <= least { Complex::new(least, 0.0) } else { difference };
            x[(i, k)] = if known == Complex::new(0.0, 0.0) { known } else { -(known / difference) };
        }
    }
    x
}

/// To length 1, and a largest entry that is real and positive.
fn normalize(v: &mut [Complex]) {
    let length = v.iter().fold(0.0f64, |r, z| r.hypot(z.abs()));
    if let Some(k) = largest(v) {
        let phase = v[k].conj() / v[k].abs() / length;
        v.iter_mut().for_each(|z| *z *= phase);
        v[k].im = 0.0;
    }
}

/// The eigenvalues of a square matrix that need not be symmetric (n x 1), in ascending order of their real parts, conjugates one
/// after the other. Of symmetric matrices the operations for these are faster and more accurate. Cost: 25 n^3, the gradient
/// as much again and an inverse.
///
/// ```
/// use linalg::{Matrix, eigenvalues};
/// let z = eigenvalues(&Matrix::from_rows([[1.0, -2.0], [2.0, 1.0]])).unwrap();
/// assert!((z[(1, 0)].re - 1.0f64).abs() < 1e-14 && (z[(1, 0)].im - 2.0).abs() < 1e-14);
/// ```
///
/// # Errors
/// If an entry is NaN or infinite, or values are not known. Where eigenvalues are equal up to rounding, and have as many independent
/// vectors, a result that treats them alike has its gradient; all other derivatives are an error that names two of them: take functions of the
/// matrix, its trace or determinant.
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn eigenvalues<T: Number>(a: &Matrix<T>) -> Result<Matrix<Complex<T>>, Error> {
    let [re, im] = apply(&Eigenvalues(square("eigenvalues", a)), [a.view()])?;
    Ok(pairs(&re, &im))
}

/// The eigenvalues of a square matrix, as [`eigenvalues`] has them, and its eigenvectors as columns (n x n), each of length 1 with
/// a largest entry that is real and positive.
///
/// ```
/// use linalg::{Matrix, eigen};
/// let a: Matrix = Matrix::from_rows([[0.0, 1.0], [-4.0, 0.0]]);
/// let (values, v) = eigen(&a).unwrap();
/// let row = v[(0, 1)] * a[(1, 0)] + v[(1, 1)] * a[(1, 1)];
/// assert!((row - values[(1, 0)] * v[(1, 1)]).abs() < 1e-14);
/// ```
///
/// # Errors
/// As [`eigenvalues`].
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
#[expect(clippy::type_complexity)]
pub fn eigen<T: Number>(a: &Matrix<T>) -> Result<(Matrix<Complex<T>>, Matrix<Complex<T>>), Error> {
    let [re, im, v_re, v_im] = apply(&Eigen(square("eigendecomposition", a)), [a.view()])?;
    Ok((pairs(&re, &im), pairs(&v_re, &v_im)))
}

fn pairs<T: Number>(re: &Matrix<T>, im: &Matrix<T>) -> Matrix<Complex<T>> {
    Matrix::from_fn(re.rows(), re.columns(), |i, j| Complex::new(re[(i, j)], im[(i, j)]))
}
