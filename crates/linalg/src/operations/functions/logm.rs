//! The principal logarithm by inverse scaling and squaring (N. J. Higham, *Functions of Matrices*, 2008, section 11.5): roots
//! until the matrix is close to the identity, then the integral of X (1 + t X)^-1 over t by the rule of Gauss and Legendre, which
//! is a Pade approximation. Its derivative along E is the same algorithm on a matrix that moves by E (A. H. Al-Mohy, N. J.
//! Higham, S. D. Relton, SIAM J. Sci. Comput. 35, 2013); the transpose of that map is the derivative at A^T.

use super::algebra::{Algebra, Moving};
use super::sqrtm::sqrtm;
use super::{known, one_norm, upper};
use crate::linear::LinearMap;
use crate::operations::square;
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::Number;

const NAME: &str = "logarithm of a matrix";

#[derive(Clone)]
pub(crate) struct Logm(usize);

impl Logm {
    pub(crate) fn new(n: usize) -> Self {
        Logm(n)
    }
}

impl Operation<1, 1> for Logm {
    const ITERATES: bool = true;

    instruction!("logm", 0);

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
        Ok([logarithm(roots(&a.to_matrix())?, a.to_matrix())?])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da.map(Frechet { a })])
    }
}

/// The derivative at `a`, a map of the direction.
struct Frechet<'a, T> {
    a: View<'a, T>,
}

impl<T: Number> LinearMap<T> for Frechet<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        along(self.a.to_matrix(), x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        along(self.a.transposed(), w)
    }
}

fn along<T: Number>(at: Matrix<T>, by: &Matrix<T>) -> Result<Matrix<T>, Error> {
    if T::ORDER == usize::MAX {
        return upper(&at, by, logm);
    }
    let roots = roots(&known(NAME, at.view())?)?;
    Ok(logarithm(roots, Moving { at, by: by.clone() })?.by)
}

/// How close to the identity the approximation is as accurate as rounding.
const NEAR: f64 = 0.25;

/// How many roots bring a matrix close to the identity.
fn roots(a: &Matrix<f64>) -> Result<usize, Error> {
    let mut a = a.clone();
    for count in 0..100 {
        if one_norm(NAME, a.shifted(-1.0).view())? <= NEAR {
            return Ok(count);
        }
        a = sqrtm(&a).map_err(|error| match error {
            Error::Branch { eigenvalue, .. } => Error::Branch { operation: NAME, eigenvalue },
            other => other,
        })?;
    }
    Err(Error::NotConverged { operation: NAME })
}

/// Nodes and weights of eight points on the half of the interval from 0 to 1; the others lie symmetrically.
const GAUSS: [(f64, f64); 4] = [
    (0.019_855_071_751_231_856, 0.050_614_268_145_188_13),
    (0.101_666_761_293_186_63, 0.111_190_517_226_687_24),
    (0.237_233_795_041_835_5, 0.156_853_322_938_943_65),
    (0.408_282_678_752_175_1, 0.181_341_891_689_181),
];

fn logarithm<M: Algebra>(roots: usize, mut a: M) -> Result<M, Error> {
    for _ in 0..roots {
        a = a.root()?;
    }
    let x = a.shifted(-1.0);
    let mut sum: Option<M> = None;
    for (t, w) in GAUSS.into_iter().flat_map(|(t, w)| [(t, w), (1.0 - t, w)]) {
        let term = x.scaled(t).shifted(1.0).divide(&x)?.scaled(w);
        sum = Some(match sum {
            Some(sum) => sum.plus(&term),
            None => term,
        });
    }
    Ok(sum.map_or(x, |sum| sum.scaled(2f64.powi(roots as i32))))
}

/// The principal logarithm of a square matrix. Of symmetric matrices [`ln_spd`](crate::ln_spd) is faster and more accurate. Cost:
/// a root for each doubling of the logarithm's norm beyond 1/4 and eight solutions; each derivative three times that.
///
/// ```
/// use linalg::{Matrix, logm};
/// let y = logm(&Matrix::from_rows([[1.0, 2.0], [0.0, 1.0]])).unwrap();
/// assert!((y - Matrix::from_rows([[0.0, 2.0], [0.0, 0.0]])).norm() < 1e-14);
/// ```
///
/// # Errors
/// If an eigenvalue is 0 or negative, with that eigenvalue; if an entry is NaN or infinite, or values are not known.
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn logm<T: Number>(a: &Matrix<T>) -> Result<Matrix<T>, Error> {
    let [y] = apply(&Logm(square("logarithm", a)), [a.view()])?;
    Ok(y)
}
