//! Cholesky's factor: dL = L phi(L^-1 dA L^-T), where phi takes the lower triangle and half of the diagonal (Murray 2016,
//! section 3.1; Giles 2008).

use crate::kernels::triangular::Triangle;
use crate::linear::LinearMap;
use crate::operations::factor::{Factor, Root};
use crate::operations::lower_product::LowerTimes;
use crate::operations::triangular::Inverse;
use crate::operations::{Beyond, fits, product, spd, square};
use crate::parameters::{instruction, shares};
use crate::{Error, LIGHT, Linear, Mask, Matrix, Operation, Shape, View, apply, backend, kernels};
use rules::{Number, put};

#[derive(Clone)]
pub(crate) struct Lower {
    n: usize,
    factor: Factor<Root>,
}

impl Lower {
    pub(crate) fn new(n: usize, factor: Factor<Root>) -> Self {
        Lower { n, factor }
    }
}

impl Operation<1, 1> for Lower {
    instruction!("cholesky", n, factor);
    shares!("cholesky", factor);

    fn is_light(&self) -> bool {
        self.n.pow(3) <= LIGHT
    }

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Ok([kernels::cholesky::cholesky(Mask::Symmetric.of(&a.to_matrix()))?])
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([self.factor.get(|| factor(a))?.lower.clone()])
    }

    fn evaluate_into(&self, [a]: [View<'_, f64>; 1], out: &mut [f64], add: bool) -> Result<(), Error> {
        put(self.factor.get(|| factor(a))?.lower.as_slice(), out, add);
        Ok(())
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 1],
        [l]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da.map(ByMatrix { l })])
    }
}

/// The tangent of the factor as a map of the matrix's.
struct ByMatrix<'a, T> {
    l: View<'a, T>,
}

impl<T: Number> LinearMap<T> for ByMatrix<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, da: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let half = congruent(self.l, &Mask::Symmetric.of(da), Triangle::LOWER)?;
        LowerTimes { l: self.l, transposed: false }.apply(&Mask::LowerHalf.of(&half))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let [a] = apply(&Back { n: w.rows() }, [self.l, w.view()])?;
        Ok(a)
    }
}

/// K^-1 X K^-T for a triangle K of L.
fn congruent<T: Number>(l: View<'_, T>, x: &Matrix<T>, triangle: Triangle) -> Result<Matrix<T>, Error> {
    let inverse = Inverse { l: l.into(), triangle };
    inverse.apply(&inverse.apply(x)?.transposed())
}

/// The transpose of that map: A' = sym(S) with S = L^-T P L^-1 and P = phi(L^T W), block by block where it is large.
#[derive(Clone, Copy)]
pub(crate) struct Back {
    n: usize,
}

impl Operation<2, 1> for Back {
    instruction!("cholesky_adjoint", n);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.n, self.n); 2]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn value<T: Number>(&self, [l, w]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        Ok([kernels::cholesky::adjoint(l, w)])
    }

    fn evaluate(&self, x: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        match backend::cholesky_adjoint(x[0], x[1]) {
            Some(a) => Ok([a]),
            None => self.value(x),
        }
    }

    /// dS = L^-T dP L^-1 - L^-T dL^T S - S dL L^-1.
    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [l, w]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [dl, dw]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let up = Triangle::LOWER.transposed();
        let dl = dl.mask(Mask::Lower);
        let (lower, weights) = (Mask::Lower.of_view(l), Mask::Lower.of_view(w));
        let p = Mask::LowerHalf.of(&product(lower.view(), true, weights.view(), false));
        let s = congruent(l, &p, up)?.transposed();
        let dp = (dl.transposed().right(weights) + dw.mask(Mask::Lower).left_transposed(lower)).mask(Mask::LowerHalf);
        let inverse = || Inverse { l: l.into(), triangle: up };
        let by_p = dp.map(inverse()).transposed().map(inverse()).transposed();
        let on_the_left = dl.transposed().right(s.clone()).map(inverse());
        let on_the_right = dl.left(s).transposed().map(inverse()).transposed();
        Ok([(by_p - on_the_left - on_the_right).mask(Mask::Symmetric)])
    }
}

/// The factor of the symmetric part of a matrix.
pub(crate) fn factor(a: View<'_, f64>) -> Result<Root, Error> {
    backend::cholesky(a).map(Root::new)
}

/// A positive definite matrix that has been factored: A = L L^T.
///
/// The factor is made once, over `f64`; solutions, determinants and their derivatives at every level use it.
///
/// ```
/// use linalg::Matrix;
/// let a = Matrix::from_rows([[4.0, 2.0], [2.0, 5.0]]);
/// let factored = a.cholesky().unwrap();
/// assert_eq!(factored.lower().unwrap(), Matrix::from_rows([[2.0, 0.0], [1.0, 2.0]]));
/// assert_eq!(factored.solve(&Matrix::column(&[8.0, 4.0])).unwrap().as_slice(), [2.0, 0.0]);
/// assert!((factored.logdet() - 16f64.ln()).abs() < 1e-15);
/// ```
#[derive(Clone, Debug)]
pub struct Cholesky<T = f64> {
    matrix: Matrix<T>,
    factor: Factor<Root>,
}

/// Factors a symmetric positive definite matrix. Of another matrix the symmetric part (A + A^T)/2 is meant, also by the
/// derivatives. Cost: n^3/6 multiplications; where values are not known until later, as on nodes of a program, nothing is
/// done here.
///
/// # Errors
/// If the matrix is not positive definite, with the pivot that is not positive; or if it has an entry that is NaN or infinite.
///
/// # Panics
/// If the matrix is not square.
///
/// ```
/// use linalg::{Matrix, cholesky};
/// let factor = cholesky(&Matrix::from_rows([[4.0, 2.0], [2.0, 5.0]]))?;
/// assert_eq!(factor.lower()?, Matrix::from_rows([[2.0, 0.0], [1.0, 2.0]]));
/// assert_eq!(factor.solve(&Matrix::column(&[8.0, 12.0]))?.as_slice(), [1.0, 2.0]);
/// assert!((factor.logdet() - 16f64.ln()).abs() < 1e-15);
/// # Ok::<(), linalg::Error>(())
/// ```
#[track_caller]
pub fn cholesky<T: Number>(a: &Matrix<T>) -> Result<Cholesky<T>, Error> {
    square("Cholesky factorisation", a);
    let factor = match a.view().with_known(factor) {
        Some(factor) => Factor::of(factor?),
        None => Factor::open(),
    };
    Ok(Cholesky { matrix: a.view().gathered(), factor })
}

impl Cholesky {
    /// The factor.
    pub(crate) fn root(&self) -> Result<&Root, Error> {
        self.factor.get(|| factor(self.matrix.view()))
    }
}

impl<T: Number> Cholesky<T> {
    /// The lower factor L.
    ///
    /// # Errors
    /// If values are not known until now, as [`cholesky`].
    pub fn lower(&self) -> Result<Matrix<T>, Error> {
        let operation = Lower { n: self.matrix.rows(), factor: self.factor.clone() };
        let [l] = apply(&operation, [self.matrix.view()])?;
        Ok(l)
    }

    /// The solution X of A X = B. Cost: n^2 for each column of B; with its gradient three times that.
    ///
    /// # Errors
    /// If values are not known until now, as [`cholesky`]; and where an entry of X is beyond the largest `f64`.
    ///
    /// # Panics
    /// If A and B differ in rows.
    #[track_caller]
    pub fn solve(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        fits(self.matrix.shape(), b.shape());
        spd::solve(Beyond::Refused, self.factor.clone(), self.matrix.view(), b.view())
    }

    /// The inverse.
    ///
    /// # Errors
    /// As [`solve`](Cholesky::solve).
    ///
    /// ```
    /// let factor = linalg::Matrix::from_diagonal(&[4.0, 16.0]).cholesky()?;
    /// assert_eq!(factor.inverse()?, linalg::Matrix::from_diagonal(&[0.25, 0.0625]));
    /// # Ok::<(), linalg::Error>(())
    /// ```
    pub fn inverse(&self) -> Result<Matrix<T>, Error> {
        spd::inverse(Beyond::Refused, self.factor.clone(), self.matrix.view())
    }

    /// The logarithm of the determinant.
    pub fn logdet(&self) -> T {
        spd::logdet(self.factor.clone(), self.matrix.view())
    }
}
