//! Functions of symmetric matrices: f(A) = V f(L) V^T for A = V L V^T, with the derivative along E
//! V (F o V^T E V) V^T, where F holds the divided differences f[l_i, l_j] (Daleckii and Krein 1965; N. J. Higham, *Functions of
//! Matrices*, 2008, theorem 3.11). Equal eigenvalues are no exception: their difference is f'.
//!
//! So are the higher derivatives, by divided differences of more eigenvalues along paths: each is an operation on the matrix
//! and the directions, symmetric in all of them, whose tangent is that of the next order. No eigenvector is ever
//! differentiated.

use super::differences::divided;
use crate::linear::LinearMap;
use crate::operations::beyond::is_finite;
use crate::operations::factor::Factor;
use crate::operations::square;
use crate::parameters::{MOST, Parameter};
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, backend};
use core::ops::Range;
use rules::{Number, Scalar};

const NAME: &str = "function of a symmetric matrix";

/// The highest order that is read from a program.
const READ: usize = 6;

/// A function of one variable: the n-th derivative at x.
///
/// ```
/// use linalg::{Matrix, Spectral, symmetric_function};
/// /// e^(t x), and its derivatives by x.
/// fn growth(t: f64) -> impl Spectral {
///     move |n, x: f64| t.powi(n as i32) * (t * x).exp()
/// }
/// let a = Matrix::from_rows([[1.0, 1.0], [1.0, 1.0]]);
/// // The eigenvalues 0 and 2.
/// let grown = symmetric_function(&a, growth(0.5))?;
/// assert!((grown.trace() - (1.0 + 1f64.exp())).abs() < 1e-14);
/// # Ok::<(), linalg::Error>(())
/// ```
pub trait Spectral: Fn(usize, f64) -> f64 + Clone + Send + Sync + 'static {}
impl<F: Fn(usize, f64) -> f64 + Clone + Send + Sync + 'static> Spectral for F {}

/// What is known of such a function: its divided differences.
pub(crate) trait Curve: Clone + Send + Sync + 'static {
    /// What its operation is called in a program.
    const NAME: &'static str = "symmetric_function";
    fn divided(&self, points: &[f64]) -> f64;
    /// The numbers that make it again; none for one that is given as a closure.
    fn parameters(&self) -> Option<Vec<f64>> {
        None
    }
    fn from_parameters(_: &[f64]) -> Option<Self> {
        None
    }
}

/// A function with derivatives.
#[derive(Clone)]
struct Smooth<F>(F);

impl<F: Spectral> Curve for Smooth<F> {
    fn divided(&self, points: &[f64]) -> f64 {
        divided(&self.0, points)
    }
}

/// A power of two at the size of points: high derivatives by themselves would be out of the range of numbers.
fn scale(points: &[f64]) -> f64 {
    let largest = points.iter().fold(0.0f64, |l, x| l.max(x.abs()));
    if largest.is_normal() { largest.log2().round().exp2() } else { 1.0 }
}

/// The divided difference at points of this scale of f(x / scale).
fn divided_at(scale: f64, f: &impl Fn(usize, f64) -> f64, points: &[f64]) -> f64 {
    let near: Vec<f64> = points.iter().map(|x| x / scale).collect();
    (1..points.len()).fold(divided(f, &near), |difference, _| difference / scale)
}

/// The power of this exponent.
#[derive(Clone)]
pub(crate) struct Power(f64);

impl Curve for Power {
    const NAME: &'static str = "power_spd";
    fn divided(&self, points: &[f64]) -> f64 {
        let derivative = |n: usize, x: f64| {
            let factor: f64 = (0..n).map(|k| self.0 - k as f64).product();
            if factor == 0.0 { 0.0 } else { factor * x.powf(self.0 - n as f64) }
        };
        let scale = scale(points);
        scale.powf(self.0) * divided_at(scale, &derivative, points)
    }
    fn parameters(&self) -> Option<Vec<f64>> {
        Some(vec![self.0])
    }
    fn from_parameters(list: &[f64]) -> Option<Self> {
        let &[p] = list else { return None };
        Some(Power(p))
    }
}

/// The natural logarithm.
#[derive(Clone)]
pub(crate) struct Ln;

impl Curve for Ln {
    const NAME: &'static str = "ln_spd";
    fn divided(&self, points: &[f64]) -> f64 {
        let derivative = |n: usize, x: f64| match n {
            0 => x.ln(),
            _ => (1..n).fold(1.0 / x, |slope, k| -slope * k as f64 / x),
        };
        match points {
            [x] => x.ln(),
            points => divided_at(scale(points), &derivative, points),
        }
    }
    fn parameters(&self) -> Option<Vec<f64>> {
        Some(Vec::new())
    }
    fn from_parameters(list: &[f64]) -> Option<Self> {
        list.is_empty().then_some(Ln)
    }
}

/// 1 from one value to another, and 0 elsewhere: its differences are 0 on either side of a step, and quotients across it.
#[derive(Clone)]
pub(crate) struct Band(Range<f64>);

impl Curve for Band {
    const NAME: &'static str = "spectral_projector";
    fn parameters(&self) -> Option<Vec<f64>> {
        Some(vec![self.0.start, self.0.end])
    }
    fn from_parameters(list: &[f64]) -> Option<Self> {
        let &[start, end] = list else { return None };
        Some(Band(start..end))
    }
    fn divided(&self, points: &[f64]) -> f64 {
        let value = |x: f64| f64::from(u8::from(self.0.contains(&x)));
        if points.iter().all(|&x| value(x) == value(points[0])) {
            return if points.len() == 1 { value(points[0]) } else { 0.0 };
        }
        let by = |a: &&f64, b: &&f64| a.total_cmp(b);
        let (Some(&least), Some(&greatest)) = (points.iter().min_by(by), points.iter().max_by(by)) else { return 0.0 };
        let without = |x: f64| {
            let mut rest = points.to_vec();
            if let Some(place) = rest.iter().position(|&y| y == x) {
                rest.swap_remove(place);
            }
            self.divided(&rest)
        };
        (without(least) - without(greatest)) / (greatest - least)
    }
}

/// The derivative along `order` directions, which stand beside the matrix.
#[derive(Clone)]
pub(crate) struct Derivative<F> {
    n: usize,
    order: usize,
    f: F,
    eigen: Factor<(Vec<f64>, Matrix<f64>)>,
}

impl<F: Curve> Operation<1, 1> for Derivative<F> {
    const ITERATES: bool = true;

    fn name(&self) -> &'static str {
        F::NAME
    }

    fn parameters(&self) -> Option<Vec<f64>> {
        let mut list = vec![self.n as f64, self.order as f64];
        list.extend(self.f.parameters()?);
        Some(list)
    }

    fn from_parameters(list: &[f64]) -> Option<Self> {
        let (shape, curve) = list.split_at_checked(2)?;
        let mut shape = shape.iter().copied();
        let (n, order) = (usize::take(&mut shape)?, usize::take(&mut shape)?);
        let entries = n.checked_mul(n)?.checked_mul(order.checked_add(1)?)?;
        let f = F::from_parameters(curve)?;
        // The work grows with the factorial of the order.
        (entries < MOST && order <= READ).then(|| Derivative { n, order, f, eigen: Factor::open() })
    }

    fn instruction(&self) -> Option<Self> {
        Some(Derivative { eigen: Factor::open(), ..self.clone() })
    }

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n * (self.order + 1))]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Err(Error::Unknown { operation: NAME })
    }

    fn evaluate(&self, [x]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        let (values, v) = self.eigen.get(|| backend::symmetric_eigen(NAME, Mask::Symmetric.of(&block(x, 0))))?;
        let directions: Vec<Matrix<f64>> =
            (1..=self.order).map(|k| v.transposed().matmul(&Mask::Symmetric.of(&block(x, k))).matmul(v)).collect();
        let mut sum = Matrix::zeros(self.n, self.n);
        let lent: Vec<&Matrix<f64>> = directions.iter().collect();
        each_order(&mut lent.clone(), 0, &mut |directions| self.paths(values, directions, &mut sum));
        if sum.iter().all(|x| x.is_finite()) {
            return Ok([v.matmul(&sum).matmul(&v.transposed())]);
        }
        let has_value = |l: f64| (0..=self.order).all(|k| self.f.divided(&vec![l; k + 1]).is_finite());
        Err(match values.iter().find(|l| !has_value(**l)) {
            Some(&eigenvalue) => Error::Branch { operation: NAME, eigenvalue },
            None if is_finite(x) => Error::Overflow { operation: NAME },
            None => Error::NotFinite { operation: NAME },
        })
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [x]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [dx]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([dx.map(Moved { operation: self, x })])
    }
}

fn block<T: Number>(x: View<'_, T>, k: usize) -> Matrix<T> {
    let n = x.rows();
    Matrix::from_vec(n, n, x.as_slice()[k * n * n..(k + 1) * n * n].to_vec())
}

/// All orders of a list.
fn each_order<'m>(list: &mut Vec<&'m Matrix<f64>>, first: usize, f: &mut impl FnMut(&[&'m Matrix<f64>])) {
    if first + 1 >= list.len() {
        return f(list);
    }
    for k in first..list.len() {
        list.swap(first, k);
        each_order(list, first + 1, f);
        list.swap(first, k);
    }
}

impl<F: Curve> Derivative<F> {
    /// The function of a matrix itself.
    fn none(n: usize, f: F) -> Self {
        Derivative { n, order: 0, f, eigen: Factor::open() }
    }

    /// Adds, in each entry, the products along all paths of as many steps as there are directions.
    fn paths(&self, values: &[f64], directions: &[&Matrix<f64>], sum: &mut Matrix<f64>) {
        if self.n == 0 {
            return;
        }
        let mut path = vec![0; directions.len() + 1];
        let mut points = vec![0.0; path.len()];
        'all: loop {
            let product: f64 = directions.iter().zip(path.windows(2)).map(|(m, step)| m[(step[0], step[1])]).product();
            if product != 0.0 {
                points.iter_mut().zip(&path).for_each(|(x, &i)| *x = values[i]);
                sum[(path[0], path[path.len() - 1])] += product * self.f.divided(&points);
            }
            for place in (0..path.len()).rev() {
                path[place] += 1;
                if path[place] < self.n {
                    continue 'all;
                }
                path[place] = 0;
            }
            return;
        }
    }

    fn of<T: Number>(&self, blocks: Vec<Matrix<T>>) -> Result<Matrix<T>, Error> {
        let order = blocks.len() - 1;
        let entries: Vec<T> = blocks.into_iter().flat_map(Matrix::into_vec).collect();
        let x = Matrix::from_vec(self.n, self.n * (order + 1), entries);
        let [y] = apply(&Derivative { order, ..self.clone() }, [x.view()])?;
        Ok(y)
    }
}

/// The tangent, as a map of those of the matrix and of the directions.
struct Moved<'a, T, F> {
    operation: &'a Derivative<F>,
    x: View<'a, T>,
}

impl<T: Number, F: Curve> Moved<'_, T, F> {
    /// The matrix and its directions; with one more at the end, or with that in the place of direction `k`.
    fn with(&self, k: usize, direction: Matrix<T>) -> Result<Matrix<T>, Error> {
        let mut blocks: Vec<Matrix<T>> = (0..=self.operation.order).map(|k| block(self.x, k)).collect();
        match k {
            0 => blocks.push(direction),
            k => blocks[k] = direction,
        }
        self.operation.of(blocks)
    }
}

impl<T: Number, F: Curve> LinearMap<T> for Moved<'_, T, F> {
    fn shape(&self, _: Shape) -> Shape {
        self.operation.outputs()[0]
    }

    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let mut sum = self.with(0, block(x.view(), 0))?;
        for k in 1..=self.operation.order {
            sum += self.with(k, block(x.view(), k))?;
        }
        Ok(sum)
    }

    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let mut entries = Vec::with_capacity(self.operation.inputs()[0].len());
        for k in 0..=self.operation.order {
            entries.extend(self.with(k, w.clone())?.into_vec());
        }
        Ok(Matrix::from_vec(self.operation.n, self.operation.n * (self.operation.order + 1), entries))
    }
}

/// The function f of a symmetric matrix, given as its derivatives `f(n, x)`, f itself for n = 0: those that are asked for have as
/// many n as orders of differentiation, and twenty more where eigenvalues are close.
///
/// Its derivatives are right at every order where eigenvalues are equal, as no eigenvector is differentiated. Of a matrix that
/// is not symmetric the symmetric part is meant. Cost: an eigendecomposition and three products; the derivative of order k
/// n^(k + 1).
///
/// ```
/// use linalg::{Matrix, symmetric_function};
/// let a = Matrix::from_rows([[2.0, 1.0], [1.0, 2.0]]);
/// let e = symmetric_function(&a, |_, x| x.exp()).unwrap();
/// assert!((e[(0, 0)] - (3f64.exp() + 1f64.exp()) / 2.0).abs() < 1e-14);
/// ```
///
/// # Errors
/// If an entry of the matrix or f at an eigenvalue is NaN or infinite, or values are not known.
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn symmetric_function<T: Number>(a: &Matrix<T>, f: impl Spectral) -> Result<Matrix<T>, Error> {
    function(a, Smooth(f))
}

/// The projector on the eigenvectors of a symmetric matrix whose eigenvalues lie in a range, V V^T: with derivatives of every
/// order also where eigenvalues within the range are equal, or those outside. The sum of the eigenvalues in the range is the trace of
/// its product with the matrix. Of a matrix that is not symmetric the symmetric part is meant. See [`symmetric_function`].
///
/// Its derivatives grow as an eigenvalue comes to an end of the range, where the projector jumps.
///
/// ```
/// use linalg::{Matrix, spectral_projector};
/// let a = Matrix::from_diagonal(&[1.0, 1.0, 3.0]);
/// assert_eq!(spectral_projector(&a, 0.0..2.0).unwrap(), Matrix::from_diagonal(&[1.0, 1.0, 0.0]));
/// ```
///
/// The ends of the range are constants, of any number.
///
/// # Errors
/// If an entry is NaN or infinite, or values are not known.
///
/// # Panics
/// If the matrix is not square, or an end of the range carries derivatives.
#[track_caller]
pub fn spectral_projector<T: Number, C: Number>(a: &Matrix<T>, values: Range<C>) -> Result<Matrix<T>, Error> {
    let [start, end] = [values.start, values.end].map(|end| constant("the range of eigenvalues", end));
    function(a, Band(start?..end?))
}

/// The power A^p of a positive definite matrix; p = 1/2 is its root. See [`symmetric_function`].
///
/// ```
/// use linalg::{Matrix, power_spd};
/// let a = Matrix::from_rows([[5.0, 4.0], [4.0, 5.0]]);
/// let root = power_spd(&a, 0.5).unwrap();
/// assert!((root - Matrix::from_rows([[2.0, 1.0], [1.0, 2.0]])).norm() < 1e-14);
/// ```
///
/// The power is a constant, of any number; with derivatives by it, A^p is exp(p ln A), by [`ln_spd`] and [`expm`](crate::expm).
///
/// # Errors
/// If an eigenvalue is not positive (negative, for a positive p): the value is then no number, or has no derivative.
///
/// # Panics
/// If the matrix is not square, or the power carries derivatives.
#[track_caller]
pub fn power_spd<T: Number, C: Number>(a: &Matrix<T>, p: C) -> Result<Matrix<T>, Error> {
    function(a, Power(constant("the power of a matrix", p)?))
}

/// The value of a number that carries no derivatives.
#[track_caller]
fn constant<C: Number>(what: &'static str, x: C) -> Result<f64, Error> {
    let number = |x: f64| C::constant(C::Scalar::from_f64(x));
    let still = match (number(0.0).is_constant(), C::PLANES) {
        (true, _) => x.is_constant(),
        // Duals that do not follow the structure say by their tangents what is wanted here.
        (false, 1..) => (1..C::PLANES).all(|plane| x.part(plane) == 0.0),
        // Beyond them nobody knows: the run is made again on those that follow it.
        (false, 0) => {
            rules::doubt_nan([number(f64::NAN)]);
            true
        }
    };
    assert!(
        still,
        "{what} carries derivatives, which are not taken by it: give a constant, or take `expm` and `ln_spd`"
    );
    let x = x.known().map(Scalar::to_f64).ok_or(Error::Unknown { operation: what })?;
    if x.is_nan() { Err(Error::NotFinite { operation: what }) } else { Ok(x) }
}

/// The logarithm of a positive definite matrix. See [`symmetric_function`].
///
/// ```
/// use linalg::{Matrix, ln_spd};
/// // With the eigenvalues e and 1 of the vectors (1, 1) and (1, -1).
/// let (sum, difference) = ((1f64.exp() + 1.0) / 2.0, (1f64.exp() - 1.0) / 2.0);
/// let l = ln_spd(&Matrix::from_rows([[sum, difference], [difference, sum]])).unwrap();
/// assert!((l - Matrix::filled(2, 2, 0.5)).norm() < 1e-15);
/// ```
///
/// # Errors
/// If an eigenvalue is not positive.
///
/// # Panics
/// If the matrix is not square.
///
/// ```
/// use linalg::{Matrix, ln_spd};
/// let a = Matrix::from_rows([[5.0, 4.0], [4.0, 5.0]]);
/// // The trace of the logarithm is the logarithm of the determinant.
/// assert!((ln_spd(&a)?.trace() - 9f64.ln()).abs() < 1e-14);
/// # Ok::<(), linalg::Error>(())
/// ```
#[track_caller]
pub fn ln_spd<T: Number>(a: &Matrix<T>) -> Result<Matrix<T>, Error> {
    function(a, Ln)
}

/// The rule of [`ln_spd`].
pub(crate) fn ln_of(n: usize) -> Derivative<Ln> {
    Derivative::none(n, Ln)
}

#[track_caller]
fn function<T: Number, F: Curve>(a: &Matrix<T>, f: F) -> Result<Matrix<T>, Error> {
    let n = square("function", a);
    Derivative::none(n, f).of(vec![a.clone()])
}
