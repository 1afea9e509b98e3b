//! The equations of Sylvester and Lyapunov by Schur forms (R. H. Bartels and G. W. Stewart, CACM 15, 1972): from
//! A X + X B = C the tangent of X is the solution for dC - dA X - X dB. The transpose of the solution is that with A^T and B^T.

use crate::kernels::schur::{Schur, product, schur};
use crate::linear::{Kept, LinearMap};
use crate::operations::factor::Factor;
use crate::operations::square;
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::{Complex, Number, Shared};

const NAME: &str = "solution of a Sylvester equation";

#[derive(Clone)]
pub(crate) struct Sylvester {
    c: Shape,
    transposed: bool,
    forms: Factor<(Schur, Schur)>,
}

impl Sylvester {
    pub(crate) fn new(c: Shape) -> Self {
        Sylvester { c, transposed: false, forms: Factor::open() }
    }
}

impl Operation<3, 1> for Sylvester {
    const ITERATES: bool = true;

    instruction!("sylvester", c, transposed, forms);

    fn sharing(&self, _: &mut Shared) -> Self {
        Sylvester { forms: Factor::open(), ..self.clone() }
    }

    fn inputs(&self) -> [Shape; 3] {
        let Shape { rows, columns } = self.c;
        [Shape::new(rows, rows), Shape::new(columns, columns), self.c]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.c]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 3]) -> Result<[Matrix<T>; 1], Error> {
        Err(Error::Unknown { operation: NAME })
    }

    fn evaluate(&self, [a, b, c]: [View<'_, f64>; 3]) -> Result<[Matrix<f64>; 1], Error> {
        if !c.as_slice().iter().all(|x| x.is_finite()) {
            return Err(Error::NotFinite { operation: NAME });
        }
        let (a, b) = self.forms.get(|| Ok((schur(NAME, &a.to_matrix())?, schur(NAME, &b.to_matrix())?)))?;
        let c = product(&a.turned(&c.to_matrix().map(Complex::from)), &b.u, false);
        let y = triangular(&a.t, &b.t, c, self.transposed)?;
        let x = product(&product(&a.u, &y, false), &b.u, true).map(|x| x.re);
        if x.iter().all(|x| x.is_finite()) { Ok([x]) } else { Err(Error::Overflow { operation: NAME }) }
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a, b, _]: [View<'a, T>; 3],
        [x]: [View<'a, T>; 1],
        [da, db, dc]: [Linear<'e, 'a, T>; 3],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let (da, db) = if self.transposed { (da.transposed(), db.transposed()) } else { (da, db) };
        let map = Solved { a: a.into(), b: b.into(), transposed: self.transposed, forms: self.forms.clone() };
        Ok([(dc - da * x - x * db).map(map)])
    }
}

/// S Y + Y R = C with upper triangular S and R, or with their conjugate transposes.
fn triangular(
    s: &Matrix<Complex>,
    r: &Matrix<Complex>,
    mut y: Matrix<Complex>,
    transposed: bool,
) -> Result<Matrix<Complex>, Error> {
    let (n, m) = (y.rows(), y.columns());
    let size = |t: &Matrix<Complex>| t.iter().fold(0.0f64, |m, z| m.max(z.abs()));
    let least = f64::EPSILON * (size(s) + size(r));
    let at = |t: &Matrix<Complex>, i: usize, j: usize| if transposed { t[(j, i)].conj() } else { t[(i, j)] };
    let (rows, columns): (Vec<usize>, Vec<usize>) = match transposed {
        false => ((0..n).rev().collect(), (0..m).collect()),
        true => ((0..n).collect(), (0..m).rev().collect()),
    };
    for (done, &j) in columns.iter().enumerate() {
        for &k in &columns[..done] {
            let factor = at(r, k, j);
            for i in 0..n {
                let known = y[(i, k)];
                y[(i, j)] -= known * factor;
            }
        }
        for (above, &i) in rows.iter().enumerate() {
            let known: Complex = rows[..above].iter().map(|&k| at(s, i, k) * y[(k, j)]).sum();
            let pivot = at(s, i, i) + at(r, j, j);
            if pivot.abs() <= least {
                return Err(Error::Opposite { sum: pivot.abs() });
            }
            y[(i, j)] = (y[(i, j)] - known) / pivot;
        }
    }
    Ok(y)
}

/// The solution, as a map of the right-hand side.
pub(crate) struct Solved<'a, T> {
    a: Kept<'a, T>,
    b: Kept<'a, T>,
    transposed: bool,
    forms: Factor<(Schur, Schur)>,
}

impl<'a, T> Solved<'a, T> {
    pub(crate) fn new(a: impl Into<Kept<'a, T>>, b: impl Into<Kept<'a, T>>) -> Self {
        Solved { a: a.into(), b: b.into(), transposed: false, forms: Factor::open() }
    }
}

impl<T: Number> Solved<'_, T> {
    fn run(&self, transposed: bool, c: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let operation = Sylvester { c: c.shape(), transposed, forms: self.forms.clone() };
        let [x] = apply(&operation, [self.a.view(), self.b.view(), c.view()])?;
        Ok(x)
    }
}

impl<T: Number> LinearMap<T> for Solved<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(self.transposed, x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(!self.transposed, w)
    }
}

/// The solution X of A X + X B = C. Cost: two Schur forms, once for all derivatives, and a solution for each.
///
/// ```
/// use linalg::{Matrix, sylvester};
/// let (a, b) = (Matrix::from_rows([[1.0, 2.0], [0.0, 3.0]]), Matrix::from_rows([[4.0]]));
/// let x = sylvester(&a, &b, &Matrix::column(&[9.0, 7.0])).unwrap();
/// assert!((x - Matrix::column(&[1.4, 1.0])).norm() < 1e-14);
/// ```
///
/// # Errors
/// If an eigenvalue of A is the negative of one of B, so that there is no single solution; if an entry is NaN or infinite, or
/// values are not known.
///
/// # Panics
/// If A or B is not square, or C has not the rows of A and the columns of B.
#[track_caller]
pub fn sylvester<T: Number>(a: &Matrix<T>, b: &Matrix<T>, c: &Matrix<T>) -> Result<Matrix<T>, Error> {
    let shape = Shape::new(square("Sylvester equation", a), square("Sylvester equation", b));
    assert!(
        c.shape() == shape,
        "a Sylvester equation of {} and {} with a right-hand side of {}",
        a.shape(),
        b.shape(),
        c.shape()
    );
    let operation = Sylvester { c: shape, transposed: false, forms: Factor::open() };
    let [x] = apply(&operation, [a.view(), b.view(), c.view()])?;
    Ok(x)
}

/// The solution X of Lyapunov's equation A X + X A^T = C; of the steady state of dx = A x dt + noise with the covariance Q it is
/// the covariance for C = -Q. See [`sylvester`].
///
/// ```
/// use linalg::{Matrix, lyapunov};
/// let x = lyapunov(&Matrix::from_rows([[-2.0f64]]), &Matrix::from_rows([[-8.0]])).unwrap();
/// assert!((x[(0, 0)] - 2.0).abs() < 1e-15);
/// ```
///
/// # Errors
/// If two eigenvalues of A are the negatives of each other, or one is 0; else as [`sylvester`].
///
/// # Panics
/// If A is not square, or C has another shape.
#[track_caller]
pub fn lyapunov<T: Number>(a: &Matrix<T>, c: &Matrix<T>) -> Result<Matrix<T>, Error> {
    sylvester(a, &a.transposed(), c)
}
