//! Derivatives of functions of nalgebra's vectors and matrices. Behind the feature `nalgebra`.
//!
//! With it [`Dual`] and [`Taylor`](crate::Taylor) are real fields of nalgebra, so that its products, decompositions and
//! geometry run on them: a function that is generic over `RealField` is differentiated as it stands. Variables of a tape
//! cannot be such numbers, as they borrow the tape; products and sums run on them all the same, in a
//! [`Function`](crate::Function).
//!
//! ```
//! use nalgebra::{Matrix2, RealField, Vector2};
//! use wengert::nalgebra::value_and_gradient;
//!
//! /// The smallest eigenvalue of two coupled springs.
//! fn stiffness<T: RealField + Copy>(k: &Vector2<T>) -> T {
//!     Matrix2::new(k.x + k.y, -k.y, -k.y, k.y).symmetric_eigenvalues().min()
//! }
//! let k = Vector2::new(3.0, 2.0);
//! let (value, g) = value_and_gradient(|k| stiffness(k), &k);
//! // By Euler's theorem, as it grows in proportion to the springs.
//! assert!((g.dot(&k) - value).abs() < 1e-14 && (value - 1.0).abs() < 1e-14);
//! ```
//!
//! Where an algorithm decides by values, the derivative is that of the way it takes: of eigenvectors it is not right where the
//! matrix is diagonal already, as no rotation is done then, and it is undefined where eigenvalues are equal.

use crate::jacobian::LANES;
use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DefaultAllocator, Dim, OMatrix, OVector, U1};
use forward::Dual;

/// A number with the derivatives by eight inputs: what [`gradient`] and [`jacobian`] hand to a closure.
pub use crate::jacobian::Lanes;

/// A number with second derivatives by one input and eight others: what [`hessian`] hands to a closure.
pub type Second = Dual<Lanes>;

/// The gradient of a function of a vector, of a length that is known to the compiler or not. Cost: a run for every eight
/// inputs.
///
/// ```
/// use nalgebra::Vector2;
/// let g = wengert::nalgebra::gradient(|x| x.norm_squared() * x[0], &Vector2::new(1.0, 2.0));
/// assert_eq!(g, Vector2::new(7.0, 4.0));
/// ```
pub fn gradient<D: Dim>(f: impl FnMut(&OVector<Lanes, D>) -> Lanes, x: &OVector<f64, D>) -> OVector<f64, D>
where
    DefaultAllocator: Allocator<D>,
{
    value_and_gradient(f, x).1
}

/// The value and the gradient of a function of a vector; see [`gradient`].
///
/// ```
/// use nalgebra::Vector2;
/// let (y, g) = wengert::nalgebra::value_and_gradient(|x| x.dot(x), &Vector2::new(1.0, 2.0));
/// assert_eq!((y, g), (5.0, Vector2::new(2.0, 4.0)));
/// ```
pub fn value_and_gradient<D: Dim>(
    mut f: impl FnMut(&OVector<Lanes, D>) -> Lanes,
    x: &OVector<f64, D>,
) -> (f64, OVector<f64, D>)
where
    DefaultAllocator: Allocator<D>,
{
    let (mut value, mut g) = (0.0, x.clone());
    for first in starts(x.len()) {
        let y = f(&seeded(x, first));
        value = y.value;
        g.iter_mut().skip(first).zip(y.tangent).for_each(|(g, d)| *g = d);
    }
    (value, g)
}

/// The Jacobian of a function of a vector that gives a vector, m x n. Cost: a run for every eight inputs.
///
/// ```
/// use nalgebra::{DVector, Matrix2, Vector2};
/// let j = wengert::nalgebra::jacobian(|x| x * x[0], &Vector2::new(1.0, 2.0));
/// assert_eq!(j, Matrix2::new(2.0, 0.0, 2.0, 1.0));
/// let j = wengert::nalgebra::jacobian(|x| x * x[0], &DVector::from_vec(vec![1.0, 2.0]));
/// assert_eq!(j.row(1).iter().collect::<Vec<_>>(), [&2.0, &1.0]);
/// ```
pub fn jacobian<M: Dim, D: Dim>(
    f: impl FnMut(&OVector<Lanes, D>) -> OVector<Lanes, M>,
    x: &OVector<f64, D>,
) -> OMatrix<f64, M, D>
where
    DefaultAllocator: Allocator<D> + Allocator<M> + Allocator<M, D>,
{
    value_and_jacobian(f, x).1
}

/// The value and the Jacobian of a function of a vector that gives a vector; see [`jacobian`].
///
/// # Panics
/// If the function gives vectors of several lengths.
///
/// ```
/// use nalgebra::{Matrix2, Vector2};
/// let (y, j) = wengert::nalgebra::value_and_jacobian(|x| Vector2::new(x.x * x.y, x.y), &Vector2::new(2.0, 3.0));
/// assert_eq!((y, j), (Vector2::new(6.0, 3.0), Matrix2::new(3.0, 2.0, 0.0, 1.0)));
/// ```
#[track_caller]
pub fn value_and_jacobian<M: Dim, D: Dim>(
    mut f: impl FnMut(&OVector<Lanes, D>) -> OVector<Lanes, M>,
    x: &OVector<f64, D>,
) -> (OVector<f64, M>, OMatrix<f64, M, D>)
where
    DefaultAllocator: Allocator<D> + Allocator<M> + Allocator<M, D>,
{
    let mut starts = starts(x.len());
    let outputs = f(&seeded(x, starts.next().unwrap_or(0)));
    let value = outputs.map(|y| y.value);
    let (m, n) = (value.shape_generic().0, x.shape_generic().0);
    let mut jacobian = OMatrix::zeros_generic(m, n);
    let mut columns = |first: usize, outputs: &OVector<Lanes, M>| {
        crate::shape::same("the values", outputs.len(), "those of the run before", m.value());
        for (i, y) in outputs.iter().enumerate() {
            for (j, d) in (first..n.value()).zip(y.tangent) {
                jacobian[(i, j)] = d;
            }
        }
    };
    columns(0, &outputs);
    for first in starts {
        columns(first, &f(&seeded(x, first)));
    }
    (value, jacobian)
}

/// The Hessian of a function of a vector, n x n. Cost: n times a run for every eight inputs.
///
/// ```
/// use nalgebra::{Matrix2, Vector2};
/// let h = wengert::nalgebra::hessian(|x| x[0] * x[0] * x[1], &Vector2::new(2.0, 3.0));
/// assert_eq!(h, Matrix2::new(6.0, 4.0, 4.0, 0.0));
/// ```
pub fn hessian<D: Dim>(mut f: impl FnMut(&OVector<Second, D>) -> Second, x: &OVector<f64, D>) -> OMatrix<f64, D, D>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let n = x.shape_generic().0;
    let mut hessian = OMatrix::zeros_generic(n, n);
    for i in 0..x.len() {
        // Both triangles are found in one sweep: the lanes from `i` on are those of the upper one.
        for first in starts(x.len()).filter(|first| first + LANES > i) {
            let lanes = seeded(x, first);
            let at = |k: usize| if k == i { Dual::variable(lanes[k]) } else { Dual::fixed(lanes[k]) };
            let y = f(&OVector::from_fn_generic(n, U1, |k, _| at(k)));
            for (j, d) in (first..x.len()).zip(y.tangent.tangent) {
                hessian[(i, j)] = d;
                hessian[(j, i)] = d;
            }
        }
    }
    hessian
}

/// Where blocks of lanes begin; one for no inputs too, so that the function runs.
fn starts(n: usize) -> impl Iterator<Item = usize> {
    (0..n.max(1)).step_by(LANES)
}

fn seeded<D: Dim>(x: &OVector<f64, D>, first: usize) -> OVector<Lanes, D>
where
    DefaultAllocator: Allocator<D>,
{
    let lane = |k: usize| match k.checked_sub(first).filter(|&lane| lane < LANES) {
        Some(lane) => Dual::lane(x[k], lane),
        None => Dual::fixed(x[k]),
    };
    OVector::from_fn_generic(x.shape_generic().0, U1, |k, _| lane(k))
}
