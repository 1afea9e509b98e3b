//! The determinant: d det A = det A <A^-T, dA>; where A is singular, by elimination as far as it goes.

use crate::kernels::lu::{Factors, factor};
use crate::matrix::{number, sum};
use crate::operations::cofactors::{Cofactors, cofactors};
use crate::operations::factor::Factor;
use crate::operations::inverse;
use crate::operations::solve::Kept;
use crate::operations::{entry, product, square};
use crate::parameters::{instruction, shares};
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, backend};
use rules::{Number, Scalar};
use std::collections::VecDeque;

#[derive(Clone)]
pub(crate) struct Det {
    n: usize,
    factor: Kept,
}

impl Det {
    /// None where the matrix is singular, or nearly so.
    pub(crate) fn of_regular(n: usize, factor: Kept) -> Option<Self> {
        let regular = factor.made().is_none_or(|factors| !counts_as_singular(factors, n));
        regular.then_some(Det { n, factor })
    }
}

impl Operation<1, 1> for Det {
    instruction!("det", n, factor);
    shares!("lu", factor);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Ok([product_of(&factor(a.to_matrix())?)])
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([product_of(self.factor.get(|| backend::lu(a))?)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [y]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        if T::ORDER == usize::MAX {
            let [cofactors] = apply(&Cofactors { n: self.n }, [a])?;
            return Ok([da.inner(cofactors)]);
        }
        let inverse = inverse::of_tangents(self.factor.clone(), a)?;
        Ok([da.inner(inverse.transposed()).scaled(y[(0, 0)])])
    }
}

/// Where the matrix is singular, or nearly so, or the determinant out of the range of numbers.
#[derive(Clone, Copy)]
struct OfSingular {
    n: usize,
}

impl Operation<1, 1> for OfSingular {
    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Ok([Matrix::from_vec(1, 1, vec![of_singular(&a.to_matrix())])])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da.inner(cofactors(a))])
    }
}

fn product_of<T: Number>(factors: &Factors<T>) -> Matrix<T> {
    let sign = number(if factors.odd { -1.0 } else { 1.0 });
    Matrix::from_vec(1, 1, vec![multiplied(sign, || factors.packed.diagonal())])
}

/// A product that is beyond the range of numbers only where its factors together are.
fn multiplied<T: Number, I: Iterator<Item = T>>(first: T, factors: impl Fn() -> I) -> T {
    let product = factors().fold(first, |product, x| product * x);
    let in_range = product.known().is_none_or(|product| product.to_f64().is_normal());
    if in_range { product } else { in_turns(first, factors()).unwrap_or(product) }
}

/// A product whose large and small factors take turns, so that it stays near 1. None where one of them is not finite or not known.
fn in_turns<T: Number>(first: T, factors: impl Iterator<Item = T>) -> Option<T> {
    let size = |x: &T| x.known().map(|x| x.to_f64().abs()).filter(|x| x.is_finite());
    let mut sized = factors.map(|x| Some((size(&x)?, x))).collect::<Option<VecDeque<(f64, T)>>>()?;
    sized.make_contiguous().sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let (mut product, mut of_sizes) = (first, 1.0);
    while let Some((size, x)) = if of_sizes < 1.0 { sized.pop_back() } else { sized.pop_front() } {
        product = product * x;
        of_sizes *= size;
    }
    Some(product)
}

/// Up to this size a matrix that is nearly singular, or whose determinant is out of range, goes the way of one that is.
const SMALL: usize = 64;

/// Whether the inverse is so much larger than the matrix that in higher derivatives its products with the determinant, which
/// cancel, leave nothing: at a condition of 1e8 the third derivative of a determinant of three rows had 3 digits.
fn nearly_singular(factors: &Factors<f64>) -> bool {
    let pivots = || factors.packed.diagonal().map(f64::abs);
    pivots().fold(f64::INFINITY, f64::min) < 1e-4 * pivots().fold(0.0, f64::max)
}

/// The determinant of a singular matrix, with all derivatives: elimination with complete pivoting, as far as there are pivots,
/// and what is left, which is zero in value, without divisions.
fn of_singular<T: Number>(a: &Matrix<T>) -> T {
    let n = a.rows();
    let (mut a, mut pivots, mut sign) = (a.clone(), Vec::new(), 1.0);
    let size = |x: T| x.known().map_or(0.0, |v| v.to_f64().abs());
    for k in 0..n {
        let places = (k..n).flat_map(|j| (k..n).map(move |i| (i, j)));
        let (i, j) = places.fold((k, k), |best, place| if size(a[place]) > size(a[best]) { place } else { best });
        if size(a[(i, j)]) == 0.0 {
            pivots.push(without_division(&a.block(k..n, k..n)));
            break;
        }
        for l in 0..n {
            a.as_mut_slice().swap(k + l * n, i + l * n);
        }
        for l in 0..n {
            a.as_mut_slice().swap(l + k * n, l + j * n);
        }
        let pivot = a[(k, k)];
        pivots.push(pivot);
        if (i == k) != (j == k) {
            sign = -sign;
        }
        for j in k + 1..n {
            let factor = a[(k, j)] / pivot;
            for i in k + 1..n {
                a[(i, j)] = a[(i, j)] - a[(i, k)] * factor;
            }
        }
    }
    multiplied(number(sign), || pivots.iter().copied())
}

/// The determinant without a division, in n - 1 products of matrices (Bird 2011, *A simple division-free algorithm for
/// computing determinants*).
fn without_division<T: Number>(a: &Matrix<T>) -> T {
    let n = a.rows();
    let mut f = a.clone();
    for _ in 1..n {
        let mut tail = number::<T>(0.0);
        let mut next = Mask::StrictlyUpper.of(&f);
        for i in (0..n).rev() {
            next[(i, i)] = -tail;
            tail = tail + f[(i, i)];
        }
        f = product(next.view(), false, a.view(), false);
    }
    let corner = f.get(0, 0).copied().unwrap_or_else(|| number(1.0));
    if n.is_multiple_of(2) && n > 0 { -corner } else { corner }
}

/// Whether the determinant is out of the range of numbers, where the inverse times it is no derivative any more.
fn out_of_range(factors: &Factors<f64>) -> bool {
    !multiplied(1.0, || factors.packed.diagonal()).is_normal()
}

fn counts_as_singular(factors: &Factors<f64>, n: usize) -> bool {
    factors.singular.is_some() || n <= SMALL && (nearly_singular(factors) || out_of_range(factors))
}

fn by_cofactors<T: Number>(a: &Matrix<T>) -> T {
    apply(&OfSingular { n: a.rows() }, [a.view()]).map_or_else(|_| number(f64::NAN), entry)
}

pub(crate) fn by_factor<T: Number>(factor: Kept, a: &Matrix<T>) -> T {
    let values = || a.view().known_f64().ok_or(Error::Unknown { operation: "determinant" });
    match (factor.get(|| backend::lu(values()?.view())), a.rows()) {
        (Ok(factors), n) if counts_as_singular(factors, n) => return by_cofactors(a),
        (Err(Error::Overflow { .. }), n) if n <= SMALL => return by_cofactors(a),
        (Err(Error::NotFinite { .. } | Error::Overflow { .. }), _) => return sum(a.iter().copied()) * number(f64::NAN),
        _ => {}
    }
    apply(&Det { n: a.rows(), factor }, [a.view()]).map_or_else(|_| number(f64::NAN), entry)
}

/// The determinant. Cost: n^3/3 multiplications. Where the matrix is singular, or nearly so, it has all derivatives too,
/// and is recorded number by number.
///
/// ```
/// use linalg::{Matrix, det};
/// let tape = reverse::Tape::new();
/// let a = Matrix::from_rows([[1.0, 2.0], [2.0, 4.0]]).map(|a| tape.var(a));
/// let y = det(&a);
/// assert_eq!((y.inner(), y.grad().wrt(a[(0, 1)])), (0.0, -2.0));
/// ```
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn det<T: Number>(a: &Matrix<T>) -> T {
    square("determinant", a);
    by_factor(Factor::open(), a)
}
