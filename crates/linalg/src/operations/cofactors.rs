//! Cofactors, the gradient of the determinant, of a matrix of any rank: no pivot that may be zero is divided by.
//!
//! Rows and columns are scaled by powers of two, so that entries are near one, and the matrix is eliminated with complete pivoting
//! as far as there are pivots: P A Q = L M with M = ((U, W), (0, S)) and a rest S that is zero up to rounding. The adjugate is
//! built from the rest up, adj ((p, u), (0, M)) = ((det M, -u adj M), (0, p adj M)), which divides by nothing; that of S comes by
//! Faddeev and LeVerrier's method, which divides by integers (Householder 1964, *The theory of matrices in numerical analysis*,
//! section 6.7).

use crate::matrix::{number, sum};
use crate::operations::inverse::inverse;
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, product};
use rules::{Number, Scalar};

/// Where values are known only when a program runs. With X = A^-T, dC = C <X, dA> - X dA^T C for a regular matrix; of a singular one
/// there is no second derivative in a program.
#[derive(Clone, Copy)]
pub(crate) struct Cofactors {
    pub(crate) n: usize,
}

impl Operation<1, 1> for Cofactors {
    const ITERATES: bool = true;

    instruction!("cofactors", n);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn outputs(&self) -> [Shape; 1] {
        self.inputs()
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        if a.known_f64().is_some_and(|a| !a.iter().all(|x| x.is_finite())) {
            return Err(Error::NotFinite { operation: "determinant" });
        }
        Ok([cofactors(a)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [y]: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let x = inverse(&a.to_matrix())?.transposed();
        Ok([da.inner(x.clone()).multiple(y) - da.transposed().left(x).right(y)])
    }
}

/// The cofactors of a square matrix: that of an entry is the derivative of the determinant by it. Cost: n^3 multiplications, and of a
/// matrix that lacks m of its rank m^4 more.
pub(crate) fn cofactors<T: Number>(a: View<'_, T>) -> Matrix<T> {
    let n = a.rows();
    if n == 0 {
        return a.to_matrix();
    }
    let [row_scales, column_scales] = scales(a);
    let scaled = Matrix::from_fn(n, n, |i, j| power(a[(i, j)], row_scales[i] + column_scales[j]));
    let Eliminated { packed, rank, rows, columns, odd } = eliminate(scaled);
    let (mut adjugate, exponent) = upper_adjugate(&packed, rank);
    for j in (0..rank).rev() {
        for i in j + 1..n {
            let l = packed[(i, j)];
            (0..n).for_each(|k| adjugate[(k, j)] = adjugate[(k, j)] - adjugate[(k, i)] * l);
        }
    }
    let of_all = |scales: &[i64]| scales.iter().sum::<i64>();
    let all = of_all(&row_scales) + of_all(&column_scales);
    let mut out = Matrix::from_fn(n, n, |_, _| number(0.0));
    for ((i, j), &entry) in adjugate.indexed() {
        let place = (rows[j], columns[i]);
        let entry = if odd { -entry } else { entry };
        out[place] = power(entry, exponent + row_scales[place.0] + column_scales[place.1] - all);
    }
    out
}

/// The size of a number that is known.
fn size<T: Number>(x: T) -> f64 {
    x.known().map_or(0.0, |x| x.to_f64().abs())
}

/// The exponent of the power of two next to a number.
fn exponent(x: f64) -> i64 {
    if x > 0.0 && x.is_finite() { x.log2().round() as i64 } else { 0 }
}

/// A number times a power of two.
fn power<T: Number>(mut x: T, mut k: i64) -> T {
    while k != 0 {
        let part = k.clamp(-1000, 1000);
        x = x * number(2f64.powi(part as i32));
        k -= part;
    }
    x
}

/// Powers of two for rows and columns after which the largest of each is near one.
fn scales<T: Number>(a: View<'_, T>) -> [Vec<i64>; 2] {
    let n = a.rows();
    let [mut rows, mut columns] = [vec![0; n], vec![0; n]];
    for _ in 0..2 {
        for i in 0..n {
            let largest = (0..n).map(|j| exponent_of(a[(i, j)], columns[j])).max().flatten();
            rows[i] = -largest.unwrap_or(0);
        }
        for j in 0..n {
            let largest = (0..n).map(|i| exponent_of(a[(i, j)], rows[i])).max().flatten();
            columns[j] = -largest.unwrap_or(0);
        }
    }
    [rows, columns]
}

/// The exponent of a number times a power of two; none of zero.
fn exponent_of<T: Number>(x: T, scale: i64) -> Option<i64> {
    let size = size(x);
    (size > 0.0).then(|| exponent(size) + scale)
}

struct Eliminated<T> {
    /// The multipliers below the diagonal of the pivots, and M.
    packed: Matrix<T>,
    /// How many pivots there are.
    rank: usize,
    /// Where the rows and columns come from.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// Whether that takes an odd number of exchanges.
    odd: bool,
}

/// Elimination with complete pivoting, as far as there are pivots above rounding.
fn eliminate<T: Number>(mut a: Matrix<T>) -> Eliminated<T> {
    let n = a.rows();
    let [mut rows, mut columns]: [Vec<usize>; 2] = [(0..n).collect(), (0..n).collect()];
    let (mut odd, mut rank) = (false, n);
    // Where all that is left is rounding, quotients of it move without bounds.
    let rounding = 16.0 * n as f64 * f64::EPSILON * a.iter().map(|&x| size(x)).fold(0.0, f64::max);
    for k in 0..n {
        let places = (k..n).flat_map(|j| (k..n).map(move |i| (i, j)));
        let (i, j) = places.fold((k, k), |best, place| if size(a[place]) > size(a[best]) { place } else { best });
        if size(a[(i, j)]) <= rounding {
            rank = k;
            break;
        }
        for l in 0..n {
            a.as_mut_slice().swap(k + l * n, i + l * n);
        }
        for l in 0..n {
            a.as_mut_slice().swap(l + k * n, l + j * n);
        }
        rows.swap(k, i);
        columns.swap(k, j);
        odd ^= (i == k) != (j == k);
        let pivot = a[(k, k)];
        for i in k + 1..n {
            a[(i, k)] = a[(i, k)] / pivot;
        }
        for j in k + 1..n {
            let above = a[(k, j)];
            for i in k + 1..n {
                a[(i, j)] = a[(i, j)] - a[(i, k)] * above;
            }
        }
    }
    Eliminated { packed: a, rank, rows, columns, odd }
}

/// The adjugate of M, with a power of two that all of it is to be multiplied by.
fn upper_adjugate<T: Number>(packed: &Matrix<T>, rank: usize) -> (Matrix<T>, i64) {
    let n = packed.rows();
    let mut out = Matrix::from_fn(n, n, |_, _| number::<T>(0.0));
    let (rest, mut det) = adjugate_of_rest(&packed.block(rank..n, rank..n));
    out.set_block(rank, rank, &rest);
    let mut taken = 0;
    for k in (0..rank).rev() {
        let pivot = packed[(k, k)];
        out[(k, k)] = det;
        for j in k + 1..n {
            let terms = (k + 1..n).map(|i| packed[(k, i)] * out[(i, j)]);
            let inner = sum(terms);
            out[(k, j)] = -inner;
        }
        for j in k + 1..n {
            for i in k + 1..n {
                out[(i, j)] = out[(i, j)] * pivot;
            }
        }
        det = det * pivot;
        let largest = out.iter().map(|&x| size(x)).fold(size(det), f64::max);
        if !(1e-100..1e100).contains(&largest) && largest > 0.0 {
            let by = -exponent(largest);
            det = power(det, by);
            out.iter_mut().for_each(|x| *x = power(*x, by));
            taken -= by;
        }
    }
    (out, taken)
}

/// The adjugate and the determinant of a matrix that is zero up to rounding.
fn adjugate_of_rest<T: Number>(a: &Matrix<T>) -> (Matrix<T>, T) {
    let n = a.rows();
    let one = || Matrix::from_fn(n, n, |i, j| number::<T>(if i == j { 1.0 } else { 0.0 }));
    // M_1 = 1 and M_k = A M_(k-1) + c_(n-k+1), with c_(n-k) = -tr(A M_k) / k; the adjugate is M_n up to its sign.
    let (mut m, mut coefficient) = (one(), number::<T>(1.0));
    for k in 1..=n {
        let next = product(a.view(), false, m.view(), false);
        coefficient = -(sum(next.diagonal()) / number(k as f64));
        if k == n {
            break;
        }
        m = next;
        (0..n).for_each(|i| m[(i, i)] = m[(i, i)] + coefficient);
    }
    let signed = |x: T, negative: bool| if negative { -x } else { x };
    (m.map(|x| signed(x, n.is_multiple_of(2))), signed(coefficient, !n.is_multiple_of(2)))
}
