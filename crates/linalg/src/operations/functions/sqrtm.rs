//! The principal square root by a Schur form (A. Bjorck and S. Hammarling, *A Schur method for the square root of a matrix*, Linear
//! Algebra Appl. 52/53, 1983): from X^2 = A the tangent of X solves X dX + dX X = dA.

use super::sylvester::Solved;
use crate::kernels::schur::schur;
use crate::operations::square;
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::{Complex, Number};

const NAME: &str = "square root of a matrix";

#[derive(Clone)]
pub(crate) struct Sqrtm(usize);

impl Sqrtm {
    pub(crate) fn new(n: usize) -> Self {
        Sqrtm(n)
    }
}

impl Operation<1, 1> for Sqrtm {
    const ITERATES: bool = true;

    instruction!("sqrtm", 0);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, self.0)]
    }

    fn outputs(&self) -> [Shape; 1] {
        self.inputs()
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Err(Error::Unknown { operation: NAME })
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let form = schur(NAME, &a.to_matrix())?;
        let size = form.t.iter().fold(0.0f64, |m, z| m.max(z.abs()));
        let rounding = f64::EPSILON * size;
        let on_cut = |z: &Complex| z.re <= 0.0 && z.im.abs() <= rounding;
        if let Some(z) = form.t.diagonal().find(on_cut) {
            return Err(Error::Branch { operation: NAME, eigenvalue: z.re });
        }
        Ok([form.back(&root(&form.t))])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 1],
        [x]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da.map(Solved::new(x, x))])
    }
}

/// The root of an upper triangular matrix, diagonal by diagonal.
fn root(t: &Matrix<Complex>) -> Matrix<Complex> {
    let n = t.rows();
    let mut r = Matrix::filled(n, n, Complex::new(0.0, 0.0));
    for j in 0..n {
        r[(j, j)] = t[(j, j)].sqrt();
        for i in (0..j).rev() {
            let known: Complex = (i + 1..j).map(|k| r[(i, k)] * r[(k, j)]).sum();
            r[(i, j)] = (t[(i, j)] - known) / (r[(i, i)] + r[(j, j)]);
        }
    }
    r
}

/// The principal square root of a square matrix: the one with eigenvalues of positive real part. Of symmetric matrices
/// [`power_spd`](crate::power_spd) is more accurate. Cost: a Schur form; each derivative another, and a solution.
///
/// ```
/// use linalg::{Matrix, sqrtm};
/// let x = sqrtm(&Matrix::from_rows([[1.0, 3.0], [0.0, 4.0]])).unwrap();
/// assert!((x - Matrix::from_rows([[1.0, 1.0], [0.0, 2.0]])).norm() < 1e-14);
/// ```
///
/// # Errors
/// If an eigenvalue is 0 or negative, which leaves no real root with a derivative, with that eigenvalue; if an entry is NaN or
/// infinite, or values are not known.
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn sqrtm<T: Number>(a: &Matrix<T>) -> Result<Matrix<T>, Error> {
    let [x] = apply(&Sqrtm(square("square root", a)), [a.view()])?;
    Ok(x)
}
