//! Closed forms of matrices of 2 x 2, well and ill conditioned, in forward and reverse mode to the third order.

use forward::Dual;
use linalg::{Covariance, Matrix, expm, spectral_projector, symmetric_eigen};
use reverse::Tape;
use rules::{Functions, Number};

type Third = Dual<Dual<Dual>>;
type Second = Dual<Dual>;

/// Where a result and its closed form are wanted, and along which directions.
const ALONG: [[f64; 3]; 3] = [[1.0, 0.3, -0.5], [-0.2, 1.0, 0.7], [0.4, -0.6, 1.0]];

fn c<T: Number<Scalar = f64>>(x: f64) -> T {
    T::constant(x)
}

fn symmetric<T: Number<Scalar = f64>>(x: &[T]) -> Matrix<T> {
    Matrix::from_rows([[x[0], x[1]], [x[1], x[2]]])
}

/// Half of the distance of the eigenvalues, and of the diagonal entries.
fn distances<T: Number<Scalar = f64>>(x: &[T]) -> (T, T) {
    let half = (x[0] - x[2]) * c(0.5);
    ((half * half + x[1] * x[1]).sqrt(), half)
}

/// A function that is computed in two ways.
trait Pair {
    fn ours<T: Number<Scalar = f64>>(&self, x: &[T]) -> T;
    fn closed<T: Number<Scalar = f64>>(&self, x: &[T]) -> T;
}

/// What the vector of the larger eigenvalue is along (1, 2).
struct Vector;
impl Pair for Vector {
    fn ours<T: Number<Scalar = f64>>(&self, x: &[T]) -> T {
        let (_, v) = symmetric_eigen(&symmetric(x)).unwrap();
        v[(0, 1)] + c::<T>(2.0) * v[(1, 1)]
    }
    fn closed<T: Number<Scalar = f64>>(&self, x: &[T]) -> T {
        let (root, half) = distances(x);
        let first = root + half;
        (first + c::<T>(2.0) * x[1]) / (first * first + x[1] * x[1]).sqrt()
    }
}

/// An entry of the projector on the vector of the larger eigenvalue, and a multiple of another.
struct Projector;
impl Pair for Projector {
    fn ours<T: Number<Scalar = f64>>(&self, x: &[T]) -> T {
        let p = spectral_projector(&symmetric(x), 1.0..9.0).unwrap();
        p[(0, 0)] + c::<T>(2.0) * p[(0, 1)]
    }
    fn closed<T: Number<Scalar = f64>>(&self, x: &[T]) -> T {
        let (root, half) = distances(x);
        c::<T>(0.5) + (half * c(0.5) + x[1]) / root
    }
}

/// e^A of a triangular matrix: far from normal where the entry beside the diagonal is large, and yet as well conditioned in these
/// entries as without it.
struct Exponential;
impl Pair for Exponential {
    fn ours<T: Number<Scalar = f64>>(&self, x: &[T]) -> T {
        let e = expm(&Matrix::from_rows([[x[0], x[1]], [c(0.0), x[2]]])).unwrap();
        e[(0, 1)] + e[(0, 0)] + e[(1, 1)]
    }
    fn closed<T: Number<Scalar = f64>>(&self, x: &[T]) -> T {
        let (a, b) = (x[0].exp(), x[2].exp());
        x[1] * (a - b) / (x[0] - x[2]) + a + b
    }
}

/// The logarithm of the determinant of the covariances of two points, by their distance, the length and the variance.
struct Near;
impl Pair for Near {
    fn ours<T: Number<Scalar = f64>>(&self, x: &[T]) -> T {
        let points = Matrix::column(&[c(0.0), x[0]]);
        let one = |x| Matrix::column(&[x]);
        let k = Covariance::SquaredExponential.matrix(&points, &points, &one(x[1]), x[2], &one(c(1.0)));
        k.cholesky().unwrap().logdet()
    }
    fn closed<T: Number<Scalar = f64>>(&self, x: &[T]) -> T {
        let d = x[0] / x[1];
        c::<T>(2.0) * x[2].ln() + (-(-(d * d)).exp_m1()).ln()
    }
}

fn seeded<const N: usize>(x: [f64; N], along: impl Fn(usize) -> [f64; 3]) -> [Third; N] {
    core::array::from_fn(|i| {
        let [first, second, third] = along(i);
        let inner = Dual::seeded(x[i], first);
        let middle = Second::seeded(inner, Dual::fixed(second));
        Third::seeded(middle, Dual::fixed(Dual::fixed(third)))
    })
}

/// The derivatives of orders 0 to 3 along the directions.
fn orders(y: Third) -> [f64; 4] {
    [y.value.value.value, y.value.value.tangent, y.value.tangent.tangent, y.tangent.tangent.tangent]
}

/// Holds both ways against each other, relative to the closed form: `condition` units of rounding at each order.
fn hold(pair: &impl Pair, x: [f64; 3], condition: f64) {
    let bound = 256.0 * condition * f64::EPSILON;
    let along = |i: usize| [0, 1, 2].map(|k| ALONG[k][i]);
    let closed = orders(pair.closed(&seeded(x, along)));
    let forward = orders(pair.ours(&seeded(x, along)));
    // A gradient whose numbers have two orders, along the third direction.
    let tape = Tape::default();
    let v: [_; 3] = core::array::from_fn(|i| {
        let [first, second, _] = along(i);
        tape.var(Second::seeded(Dual::seeded(x[i], first), Dual::fixed(second)))
    });
    let y = pair.ours(&v);
    let g = y.grad();
    let by_third = (0..3).fold(Second::fixed(Dual::fixed(0.0)), |s, i| s + g.wrt(v[i]) * c::<Second>(ALONG[2][i]));
    for (order, (closed, forward)) in closed.iter().zip(forward).enumerate() {
        let error = (forward - closed).abs() / closed.abs();
        assert!(error <= bound, "order {order} at {x:?}: {forward} and {closed}, {error:e} of {bound:e}");
    }
    let reverse = by_third.tangent.tangent;
    let error = (reverse - closed[3]).abs() / closed[3].abs();
    assert!(error <= bound, "reverse at {x:?}: {reverse} and {}, {error:e} of {bound:e}", closed[3]);
}

#[test]
fn eigenvectors() {
    hold(&Vector, [3.0, 0.7, 1.5], 1.0);
    for distance in [1e-2, 1e-4, 1e-6] {
        hold(&Vector, [2.0 + distance, 0.3 * distance, 2.0 - distance], 1.0 / distance);
    }
}

#[test]
fn projectors() {
    hold(&Projector, [3.0, 0.2, 0.5], 1.0);
    for distance in [1e-2, 1e-4, 1e-6] {
        hold(&Projector, [1.0 + distance, 0.3 * distance, 1.0 - distance], 1.0 / distance);
    }
}

#[test]
fn exponentials() {
    hold(&Exponential, [0.4, 0.7, -0.3], 1.0);
    for beside in [1e2, 1e4, 1e6] {
        hold(&Exponential, [0.4, beside, -0.6], 1.0);
    }
}

#[test]
fn points_that_are_near() {
    hold(&Near, [0.8, 1.1, 1.7], 1.0);
    for distance in [1e-1, 1e-2, 1e-3] {
        hold(&Near, [distance, 1.1, 1.7], 1.0 / (distance * distance));
    }
}
