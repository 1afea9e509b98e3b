//! Systems by a factorisation that is kept: dX = A^-1 (dB - dA X) (Giles 2008).

use crate::kernels::lu::{Factors, factor};
use crate::linear::LinearMap;
use crate::operations::factor::Factor;
use crate::operations::{Beyond, det, fits, inverse, logdet, said_of, square};
use crate::parameters::{instruction, shares};
use crate::{Error, LIGHT, Linear, Matrix, Operation, Shape, View, apply, backend};
use rules::Number;

pub(crate) type Kept = Factor<Factors<f64>>;

pub(crate) const NAME: &str = "solution of a system";

#[derive(Clone)]
pub(crate) struct Solve {
    transposed: bool,
    b: Shape,
    factor: Kept,
    beyond: Beyond,
}

impl Solve {
    pub(crate) fn new(transposed: bool, b: Shape, factor: Kept) -> Self {
        Solve { transposed, b, factor, beyond: Beyond::Refused }
    }
}

impl Operation<2, 1> for Solve {
    instruction!("solve", transposed, b, factor, beyond);
    shares!("lu", factor);

    fn is_light(&self) -> bool {
        let n = self.b.rows;
        n * n * (n / 3 + self.b.columns) <= LIGHT
    }

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.b.rows, self.b.rows), self.b]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.b]
    }

    fn value<T: Number>(&self, [a, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let x =
            factor(a.to_matrix()).map_err(|error| said_of(a, error))?.regular()?.solve(self.transposed, &b.to_matrix());
        self.beyond.check(NAME, [a, b], x)
    }

    fn evaluate(&self, [a, b]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        let factors = self.factor.get(|| backend::lu(a))?;
        let x = backend::solve_factored(factors.regular()?, self.transposed, &b.to_matrix());
        self.beyond.check(NAME, [a, b], x)
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a, _]: [View<'a, T>; 2],
        [x]: [View<'a, T>; 1],
        [da, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let da = if self.transposed { da.transposed() } else { da };
        Ok([(db - da * x).map(Inverted { a, transposed: self.transposed, factor: self.factor.clone() })])
    }
}

/// The solution of a system, as a map of the right-hand side.
struct Inverted<'a, T> {
    a: View<'a, T>,
    transposed: bool,
    factor: Kept,
}

impl<T: Number> LinearMap<T> for Inverted<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.of(self.transposed, x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.of(!self.transposed, w)
    }
}

impl<T: Number> Inverted<'_, T> {
    fn of(&self, transposed: bool, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let solve = Solve { transposed, b: b.shape(), factor: self.factor.clone(), beyond: Beyond::Infinite };
        let [x] = apply(&solve, [self.a, b.view()])?;
        Ok(x)
    }
}

fn run<T: Number>(factor: Kept, transposed: bool, a: View<'_, T>, b: View<'_, T>) -> Result<Matrix<T>, Error> {
    let [x] = apply(&Solve::new(transposed, b.shape(), factor), [a, b])?;
    Ok(x)
}

/// A square matrix that has been factored by elimination with partial pivoting: P A = L U.
///
/// The factors are made once, over `f64`; solutions, determinants and their derivatives at every level use them.
///
/// ```
/// use linalg::Matrix;
/// let factored = Matrix::from_rows([[0.0, 2.0], [1.0, 3.0]]).lu().unwrap();
/// assert_eq!(factored.solve(&Matrix::column(&[4.0, 7.0])).unwrap().as_slice(), [1.0, 2.0]);
/// assert_eq!(factored.det(), -2.0);
/// ```
#[derive(Clone, Debug)]
pub struct Lu<T = f64> {
    matrix: Matrix<T>,
    factor: Kept,
}

/// Factors a square matrix. Cost: n^3/3 multiplications; where values are not known until later, as on nodes of a program,
/// nothing is done here.
///
/// # Errors
/// If an entry is NaN or infinite. A singular matrix is an error where a system with it is solved.
///
/// # Panics
/// If the matrix is not square.
///
/// ```
/// use linalg::{Matrix, lu};
/// let factor = lu(&Matrix::from_rows([[2.0, 1.0], [0.0, 4.0]]))?;
/// let b = Matrix::column(&[4.0, 8.0]);
/// assert_eq!((factor.solve(&b)?.as_slice(), factor.solve_transposed(&b)?.as_slice()), (&[1.0, 2.0][..], &[2.0, 1.5][..]));
/// assert_eq!((factor.det(), factor.inverse()?), (8.0, Matrix::from_rows([[0.5, -0.125], [0.0, 0.25]])));
/// assert!((factor.logdet()? - 8f64.ln()).abs() < 1e-15);
/// # Ok::<(), linalg::Error>(())
/// ```
#[track_caller]
pub fn lu<T: Number>(a: &Matrix<T>) -> Result<Lu<T>, Error> {
    square("LU factorisation", a);
    let factor = match a.view().known_f64() {
        Some(values) => Factor::of(backend::lu(values.view())?),
        None => Factor::open(),
    };
    Ok(Lu { matrix: a.view().gathered(), factor })
}

impl Lu {
    /// The factors.
    pub(crate) fn factors(&self) -> Result<&Factors<f64>, Error> {
        self.factor.get(|| backend::lu(self.matrix.view()))
    }
}

impl<T: Number> Lu<T> {
    /// The solution X of A X = B. Cost: n^2 for each column of B; with its gradient three times that.
    ///
    /// # Errors
    /// If A is singular, with the column without a pivot; and where an entry of X is beyond the largest `f64`.
    ///
    /// # Panics
    /// If A and B differ in rows.
    #[track_caller]
    pub fn solve(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        fits(self.matrix.shape(), b.shape());
        run(self.factor.clone(), false, self.matrix.view(), b.view())
    }

    /// The solution X of A^T X = B.
    ///
    /// # Errors
    /// As [`solve`](Lu::solve).
    ///
    /// # Panics
    /// As [`solve`](Lu::solve).
    ///
    /// ```
    /// use linalg::Matrix;
    /// let factor = Matrix::from_rows([[2.0, 1.0], [0.0, 4.0]]).lu()?;
    /// assert_eq!(factor.solve_transposed(&Matrix::column(&[4.0, 8.0]))?.as_slice(), [2.0, 1.5]);
    /// # Ok::<(), linalg::Error>(())
    /// ```
    #[track_caller]
    pub fn solve_transposed(&self, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
        fits(self.matrix.shape(), b.shape());
        run(self.factor.clone(), true, self.matrix.view(), b.view())
    }

    /// The inverse.
    ///
    /// # Errors
    /// As [`solve`](Lu::solve).
    ///
    /// ```
    /// let factor = linalg::Matrix::from_diagonal(&[4.0, -2.0]).lu()?;
    /// assert_eq!(factor.inverse()?, linalg::Matrix::from_diagonal(&[0.25, -0.5]));
    /// assert!((factor.logdet()? - 8f64.ln()).abs() < 1e-15);
    /// # Ok::<(), linalg::Error>(())
    /// ```
    pub fn inverse(&self) -> Result<Matrix<T>, Error> {
        inverse::by_factor(self.factor.clone(), self.matrix.view())
    }

    /// The determinant; see [`det`](crate::det).
    pub fn det(&self) -> T {
        det::by_factor(self.factor.clone(), &self.matrix)
    }

    /// The logarithm of the determinant's absolute value.
    ///
    /// # Errors
    /// As [`solve`](Lu::solve).
    pub fn logdet(&self) -> Result<T, Error> {
        logdet::by_factor(self.factor.clone(), self.matrix.view())
    }
}

/// The solution X of A X = B, by elimination with partial pivoting; see [`lu`] for several.
///
/// ```
/// use linalg::{Matrix, solve};
/// let a = Matrix::from_rows([[2.0, 1.0], [1.0, 3.0]]);
/// assert_eq!(solve(&a, &Matrix::column(&[3.0, 4.0])).unwrap().as_slice(), [1.0, 1.0]);
/// let singular = Matrix::from_rows([[1.0, 2.0], [2.0, 4.0]]);
/// assert!(solve(&singular, &Matrix::column(&[3.0, 4.0])).unwrap_err().to_string().contains("singular"));
/// ```
///
/// # Errors
/// If A is singular or has an entry that is NaN or infinite; and where an entry of X is beyond the largest `f64`. NaN and infinite
/// entries of B go on to X.
///
/// # Panics
/// If A is not square, or B has other rows.
#[track_caller]
pub fn solve<T: Number>(a: &Matrix<T>, b: &Matrix<T>) -> Result<Matrix<T>, Error> {
    square(NAME, a);
    fits(a.shape(), b.shape());
    run(Factor::open(), false, a.view(), b.view())
}
