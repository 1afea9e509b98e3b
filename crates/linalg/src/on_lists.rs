//! The rules behind operations, by the shapes of their matrices: what generated code calls on lists of its own.
//!
//! Each checks the shapes as the operation of its name does, and is then an [`ArrayRule`]. Those by a factorisation find that
//! of a matrix that was factored before on this thread, one of the last few.

use crate::kernels::lu::Factors;
use crate::operations::Factor;
use crate::operations::instructions::{
    Cumulative, Det, Expm, ExpmMultiply, Factors as LdltFactors, Inverse, Kernel, LogDet, Logm, Lower, Norm,
    NuclearNorm, Pinv, Polar, Qr, Softmax, Solve, SpdInverse, SpdLogDet, SpdSolve, SpectralNorm, Sqrtm, Svd, Sylvester,
    SymmetricEigen, SymmetricValues, TriangularSolve, Values,
};
use crate::operations::{self, Root, det_by_factor, factor_spd, fits};
use crate::ruled::Ruled;
use crate::{Error, Operation, Shape, Triangle, View, backend};
use rules::{ArrayRule, List, Number};
use std::cell::RefCell;
use std::thread::LocalKey;

/// So many factorisations of each kind are found again.
const FOUND: usize = 2;

/// A matrix and its factorisation.
type Known<F> = RefCell<Vec<(Vec<f64>, Factor<F>)>>;

thread_local! {
    static SPD: Known<Root> = const { RefCell::new(Vec::new()) };
    static LU: Known<Factors<f64>> = const { RefCell::new(Vec::new()) };
}

/// The factorisation of a matrix, made now unless it is among those that were made last.
fn factored<F, T: Number>(
    known: &'static LocalKey<Known<F>>,
    a: &[T],
    make: impl FnOnce(&[f64]) -> Result<F, Error>,
) -> Result<Factor<F>, Error> {
    let Some(values) = T::known_values(List::Each(a)) else { return Ok(Factor::open()) };
    known.with_borrow_mut(|known| {
        if let Some(k) = known.iter().position(|(of, _)| same(of, &values)) {
            return Ok(known[k].1.clone());
        }
        let factor = Factor::of(make(&values)?);
        if known.len() == FOUND {
            known.remove(0);
        }
        known.push((values.into_owned(), factor.clone()));
        Ok(factor)
    })
}

/// Whether two lists have the same bits.
fn same(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}

fn spd<T: Number>(a: Shape, entries: &[T]) -> Result<Factor<Root>, Error> {
    factored(&SPD, entries, |values| factor_spd(View::new(a, values)))
}

fn lu<T: Number>(a: Shape, entries: &[T]) -> Result<Factor<Factors<f64>>, Error> {
    factored(&LU, entries, |values| backend::lu(View::new(a, values)))
}

#[track_caller]
fn square(operation: &str, a: Shape) -> usize {
    assert!(a.rows == a.columns, "the {operation} of a matrix of {a}: it is not square");
    a.rows
}

/// A matrix, and whether it is transposed.
pub type Turned = (Shape, bool);

/// The shape of a product.
///
/// # Panics
/// If the matrices do not fit.
#[track_caller]
pub fn product([(a, a_transposed), (b, b_transposed)]: [Turned; 2]) -> Shape {
    let turned = |shape: Shape, transposed: bool| if transposed { shape.transposed() } else { shape };
    let (left, right) = (turned(a, a_transposed), turned(b, b_transposed));
    assert!(
        left.columns == right.rows,
        "a matrix of {a}{} times one of {b}{}: the inner numbers differ",
        if a_transposed { ", transposed," } else { "" },
        if b_transposed { ", transposed" } else { "" }
    );
    Shape::new(left.rows, right.columns)
}

/// Such a matrix with its entries, and where its adjoint is added if it is wanted.
pub type Side<'a, T> = (Turned, &'a [T], Option<&'a mut [T]>);

/// A product into memory that is there, or added to what is there.
pub fn product_into<T: Number>([(a, x), (b, y)]: [(Turned, &[T]); 2], out: &mut [T], added: bool) {
    let (left, right) = ((View::new(a.0, x), a.1), (View::new(b.0, y), b.1));
    if !backend::small_product(left, right, out, added) {
        operations::product_into(left.0, left.1, right.0, right.1, out, added);
    }
}

/// Adds the adjoints of what a product was made of, where they are wanted, for the adjoint `w` of the product: these are
/// products too, dA = W B^T and dB = A^T W, or the transposes of them.
pub fn product_back<T: Number>([(a, x, dx), (b, y, dy)]: [Side<'_, T>; 2], w: &[T]) {
    let of = product([a, b]);
    let turned = |(shape, transposed): Turned| (shape, !transposed);
    if let Some(dx) = dx {
        let lists = if a.1 { [(b, y), ((of, true), w)] } else { [((of, false), w), (turned(b), y)] };
        product_into(lists, dx, true);
    }
    if let Some(dy) = dy {
        let lists = if b.1 { [((of, true), w), (a, x)] } else { [(turned(a), x), ((of, false), w)] };
        product_into(lists, dy, true);
    }
}

/// The Frobenius norm.
pub fn norm<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Norm::new(a)))
}

/// The solution of a system by elimination.
#[track_caller]
pub fn solve<T: Number>([a, b]: [Shape; 2], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    square("solution of a system", a);
    fits(a, b);
    Ok(Ruled(Solve::new(false, b, Factor::open())))
}

/// The same by elimination that was done before.
#[track_caller]
pub fn solve_lu<T: Number>([a, b]: [Shape; 2], entries: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    fits(a, b);
    Ok(Ruled(Solve::new(false, b, lu(a, entries)?)))
}

/// The solution of a system with the transpose, by elimination that was done before.
#[track_caller]
pub fn solve_lu_transposed<T: Number>(
    [a, b]: [Shape; 2],
    entries: &[T],
) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    fits(a, b);
    Ok(Ruled(Solve::new(true, b, lu(a, entries)?)))
}

/// The solution of a positive definite system.
#[track_caller]
pub fn solve_spd<T: Number>(
    [a, b]: [Shape; 2],
    entries: &[T],
) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    fits(a, b);
    Ok(Ruled(SpdSolve::new(b, spd(a, entries)?)))
}

/// The inverse of a positive definite matrix.
pub fn inverse_spd<T: Number>([a]: [Shape; 1], entries: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(SpdInverse::new(a.rows, spd(a, entries)?)))
}

/// The logarithm of the determinant of a positive definite matrix.
pub fn logdet_spd<T: Number>([a]: [Shape; 1], entries: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(SpdLogDet::new(a.rows, spd(a, entries)?)))
}

/// Cholesky's factor.
pub fn lower<T: Number>([a]: [Shape; 1], entries: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Lower::new(a.rows, spd(a, entries)?)))
}

/// The inverse.
#[track_caller]
pub fn inverse<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Inverse::new(square("inverse", a), Factor::open())))
}

/// The inverse by elimination that was done before.
pub fn inverse_lu<T: Number>([a]: [Shape; 1], entries: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Inverse::new(a.rows, lu(a, entries)?)))
}

/// The logarithm of the determinant's absolute value.
#[track_caller]
pub fn logdet<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(LogDet::new(square("determinant", a), Factor::open())))
}

/// The same by elimination that was done before.
pub fn logdet_lu<T: Number>([a]: [Shape; 1], entries: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(LogDet::new(a.rows, lu(a, entries)?)))
}

/// The exponential.
#[track_caller]
pub fn expm<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Expm::new(square("exponential", a))))
}

/// The logarithm.
#[track_caller]
pub fn logm<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Logm::new(square("logarithm", a))))
}

/// The square root.
#[track_caller]
pub fn sqrtm<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Sqrtm::new(square("square root", a))))
}

/// The solution of a triangular system; which triangle is meant, by what of it holds: 1 lower, 2 transposed, 4 unit.
#[track_caller]
pub fn solve_triangular<T: Number>(
    kind: usize,
    [a, b]: [Shape; 2],
    _: &[T],
) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    square("solution of a triangular system", a);
    fits(a, b);
    let [lower, transposed, unit] = [1, 2, 4].map(|bit| kind & bit != 0);
    Ok(Ruled(TriangularSolve::new(Triangle { lower, transposed, unit }, b)))
}

/// e^A B.
#[track_caller]
pub fn expm_multiply<T: Number>([a, b]: [Shape; 2], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    square("exponential", a);
    fits(a, b);
    Ok(Ruled(ExpmMultiply::new(b)))
}

/// An operation by its parameters.
fn made<O: Operation<N, M>, const N: usize, const M: usize>(parameters: &[usize]) -> Result<Ruled<O, N, M>, Error> {
    let parameters: Vec<f64> = parameters.iter().map(|&p| p as f64).collect();
    O::from_parameters(&parameters).map(Ruled).ok_or(Error::Unknown { operation: "operation of this size" })
}

/// Softmax by columns (0), its logarithm (1), or the logarithm of its sum (2).
pub fn softmax<T: Number>(
    kind: usize,
    [a]: [Shape; 1],
    _: &[T],
) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    made::<Softmax, 1, 1>(&[a.rows, a.columns, kind])
}

/// Cumulative sums by columns (0), or products (1).
pub fn cumulative<T: Number>(
    kind: usize,
    [a]: [Shape; 1],
    _: &[T],
) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    made::<Cumulative, 1, 1>(&[a.rows, a.columns, kind])
}

/// Covariances of points, of a kind of [`Covariance::ALL`](crate::Covariance), by lengths, variance and periods.
#[track_caller]
pub fn covariance<T: Number>(
    kind: usize,
    [x, y, lengths, _, periods]: [Shape; 5],
    _: &[T],
) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    let list = [x, y, lengths, periods];
    Kernel::new(crate::Covariance::ALL[kind], list);
    let shapes = list.map(|shape| [shape.rows, shape.columns]);
    made::<Kernel, 5, 1>(&[&[kind][..], shapes.as_flattened()].concat())
}

/// The pseudo-inverse.
pub fn pinv<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Pinv::new(a)))
}

/// The thin QR factors, one behind the other.
#[track_caller]
pub fn qr<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    assert!(
        a.rows >= a.columns,
        "the QR factorisation of a matrix of {a}: it has more columns than rows; take its transpose"
    );
    Ok(Ruled(Qr::new(a)))
}

/// The eigenvalues of a symmetric matrix.
#[track_caller]
pub fn symmetric_eigenvalues<T: Number>(
    [a]: [Shape; 1],
    _: &[T],
) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(SymmetricValues(square("symmetric eigendecomposition", a))))
}

/// The eigenvalues of a symmetric matrix, and behind them the vectors.
#[track_caller]
pub fn symmetric_eigen<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(SymmetricEigen(square("symmetric eigendecomposition", a))))
}

/// The singular values of a matrix that has no more columns than rows.
pub fn singular_values<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Values(a)))
}

/// The left vectors of such a matrix, behind them the values, then the right vectors.
pub fn svd<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(Svd(a)))
}

/// The orthonormal factor of the polar decomposition.
#[track_caller]
pub fn polar<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    assert!(a.rows >= a.columns, "the polar decomposition of a matrix of {a}: take that of its transpose");
    Ok(Ruled(Polar(a)))
}

/// The nuclear norm of a matrix that has no more columns than rows.
pub fn nuclear_norm<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(NuclearNorm(a)))
}

/// The spectral norm of such a matrix with two columns or more.
pub fn spectral_norm<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(SpectralNorm(a)))
}

/// The factors L and D, one behind the other.
#[track_caller]
pub fn ldlt<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(LdltFactors { n: square("LDL^T factorisation", a) }))
}

/// The logarithm of a positive definite matrix.
#[track_caller]
pub fn ln_spd<T: Number>([a]: [Shape; 1], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    Ok(Ruled(operations::ln_of(square("function", a))))
}

/// The determinant, and its rule where the matrix is neither singular nor nearly so.
#[track_caller]
pub fn det<T: Number>(a: Shape, entries: &[T]) -> (T, Option<impl ArrayRule<Error = Error> + use<T>>) {
    let n = square("determinant", a);
    let matrix = View::new(a, entries).to_matrix();
    let factor = lu(a, entries).unwrap_or_else(|_| Factor::open());
    let rule = Det::of_regular(n, factor.clone()).map(Ruled);
    (det_by_factor(factor, &matrix), rule)
}

/// The solution of A X + X B = C.
#[track_caller]
pub fn sylvester<T: Number>([a, b, c]: [Shape; 3], _: &[T]) -> Result<impl ArrayRule<Error = Error> + use<T>, Error> {
    let shape = Shape::new(square("Sylvester equation", a), square("Sylvester equation", b));
    assert!(c == shape, "a Sylvester equation of {a} and {b} with a right-hand side of {c}");
    Ok(Ruled(Sylvester::new(shape)))
}

/// Factors a matrix that is positive definite.
#[track_caller]
pub fn is_spd<T: Number>([a]: [Shape; 1], entries: &[T]) -> Result<(), Error> {
    square("Cholesky factorisation", a);
    spd(a, entries).map(drop)
}

/// Eliminates a matrix.
#[track_caller]
pub fn is_lu<T: Number>([a]: [Shape; 1], entries: &[T]) -> Result<(), Error> {
    square("LU factorisation", a);
    lu(a, entries).map(drop)
}
