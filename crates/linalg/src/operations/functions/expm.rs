//! The exponential by scaling, Pade approximation and squaring (N. J. Higham, *The scaling and squaring method for the matrix
//! exponential revisited*, SIAM J. Matrix Anal. Appl. 26, 2005), with as many squarings as the powers ask for (A. H. Al-Mohy and
//! N. J. Higham, *A new scaling and squaring algorithm for the matrix exponential*, the same, 31, 2009). Its derivative along E
//! is the same algorithm on a matrix that moves by E; the transpose of that map is the derivative at A^T.

use super::algebra::{Algebra, Moving};
use super::{known, largest_column, upper};
use crate::linear::LinearMap;
use crate::operations::{Beyond, square};
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply, backend};
use rules::Number;

const NAME: &str = "matrix exponential";

#[derive(Clone)]
pub(crate) struct Expm(usize);

impl Expm {
    pub(crate) fn new(n: usize) -> Self {
        Expm(n)
    }
}

impl Operation<1, 1> for Expm {
    instruction!("expm", 0);

    fn inputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, self.0)]
    }

    fn outputs(&self) -> [Shape; 1] {
        self.inputs()
    }

    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let y = exponential(&known(NAME, a)?, &OF_VALUES, &a.to_matrix())?;
        Beyond::Refused.check(NAME, [a], y)
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
        return upper(&at, by, expm);
    }
    let values = known(NAME, at.view())?;
    Ok(exponential(&values, &OF_DERIVATIVES, &Moving { at, by: by.clone() })?.by)
}

/// Up to which norm the approximations of degrees 3, 5, 7, 9 and 13 are as accurate as rounding.
const OF_VALUES: [f64; 5] = [
    1.495_585_217_958_292e-2,
    2.539_398_330_063_23e-1,
    9.504_178_996_162_932e-1,
    2.097_847_961_257_068,
    5.371_920_351_148_152,
];
/// The same for derivatives (Al-Mohy and Higham, table 6.1).
const OF_DERIVATIVES: [f64; 5] = [1.08e-2, 2.00e-1, 7.83e-1, 1.78, 4.74];

/// The numerators' coefficients, from the constant on.
const PADE: [&[f64]; 4] = [
    &[120.0, 60.0, 12.0, 1.0],
    &[30_240.0, 15_120.0, 3_360.0, 420.0, 30.0, 1.0],
    &[17_297_280.0, 8_648_640.0, 1_995_840.0, 277_200.0, 25_200.0, 1_512.0, 56.0, 1.0],
    &[
        17_643_225_600.0,
        8_821_612_800.0,
        2_075_673_600.0,
        302_702_400.0,
        30_270_240.0,
        2_162_160.0,
        110_880.0,
        3_960.0,
        90.0,
        1.0,
    ],
];
const PADE_13: [f64; 14] = [
    64_764_752_532_480_000.0,
    32_382_376_266_240_000.0,
    7_771_770_303_897_600.0,
    1_187_353_796_428_800.0,
    129_060_195_264_000.0,
    10_559_470_521_600.0,
    670_442_572_800.0,
    33_522_128_640.0,
    1_323_241_920.0,
    40_840_800.0,
    960_960.0,
    16_380.0,
    182.0,
    1.0,
];

/// The largest number that the powers stand for, with which the denominator is well conditioned.
const OF_POWERS: f64 = 4.25;

/// How often a matrix of a norm beyond the bound of degree 13 is halved.
///
/// The norm counts what the powers may not have: beside a small diagonal, an entry of 1e4 cost 600 units of rounding by
/// squarings that do not cancel. So the k-th roots of the norms of powers are looked at, and the first term that is left out
/// of the series, by absolute values, which also bounds the derivative's: no power of it may be larger than it seems.
fn squarings(values: &Matrix<f64>, norm: f64, bound: f64) -> i32 {
    let by_norm = (norm / bound).log2().ceil().max(0.0) as i32;
    // Near one, so that powers do not overflow.
    let exponent = norm.log2().ceil();
    let near_one =
        values.scaled(2f64.powi(-(exponent as i32) / 2)).scaled(2f64.powi(exponent as i32 / 2 - exponent as i32));
    let times = |a: &Matrix<f64>, b: &Matrix<f64>| backend::product(a.view(), false, b.view(), false);
    let square = times(&near_one, &near_one);
    let fourth = times(&square, &square);
    let (sixth, eighth) = (times(&fourth, &square), times(&fourth, &fourth));
    let tenth = times(&sixth, &fourth);
    let root = |power: &Matrix<f64>, k: f64| largest_column(power).log2() / k + exponent;
    let [of_six, of_eight, of_ten] = [root(&sixth, 6.0), root(&eighth, 8.0), root(&tenth, 10.0)];
    let by_powers = of_six.max(of_eight).min(of_eight.max(of_ten)) - OF_POWERS.log2();
    let by_rest = rest(&near_one) / 26.0 + exponent;
    (by_powers.max(by_rest).ceil().max(0.0) as i32).min(by_norm)
}

/// The binary logarithm of the first coefficient that degree 13 leaves out, 13!^2/(26! 27!), times 27, over the unit of rounding.
const LEFT_OUT: f64 = -58.69;

/// The binary logarithm of a bound of the derivative of the first term that is left out, relative to its direction and to the
/// unit of rounding: of the products of norms of powers |A|^j and |A|^(26-j) the largest.
fn rest(a: &Matrix<f64>) -> f64 {
    let mut sums = vec![1.0; a.columns()];
    let mut norms = vec![0.0];
    for _ in 0..26 {
        let along = |j: usize| a.column_slice(j).iter().zip(&sums).map(|(x, sum)| x.abs() * sum).sum::<f64>();
        let next: Vec<f64> = (0..a.columns()).map(along).collect();
        let largest = next.iter().copied().fold(0.0, f64::max);
        norms.push(norms[norms.len() - 1] + largest.log2());
        if largest == 0.0 {
            return f64::NEG_INFINITY;
        }
        sums = next.iter().map(|x| x / largest).collect();
    }
    (0..=13).map(|j| norms[j] + norms[26 - j]).fold(f64::NEG_INFINITY, f64::max) + LEFT_OUT
}

fn exponential<M: Algebra>(values: &Matrix<f64>, bounds: &[f64; 5], a: &M) -> Result<M, Error> {
    let norm = largest_column(values);
    if let Some(k) = bounds[..4].iter().position(|&bound| norm <= bound) {
        return approximation(a, PADE[k]);
    }
    let squarings = if norm <= bounds[4] { 0 } else { squarings(values, norm, bounds[4]) };
    // In two steps, as the power itself may vanish.
    let a = a.scaled(2f64.powi(-(squarings / 2))).scaled(2f64.powi(squarings / 2 - squarings));
    let mut power = approximation_13(&a)?;
    for _ in 0..squarings {
        power = power.times(&power);
    }
    Ok(power)
}

/// (V - U)^-1 (V + U) with the even powers in V and the odd ones in U.
fn quotient<M: Algebra>(u: &M, v: &M) -> Result<M, Error> {
    v.minus(u).divide(&v.plus(u))
}

fn approximation<M: Algebra>(a: &M, c: &[f64]) -> Result<M, Error> {
    let square = a.times(a);
    let mut power = square.clone();
    let (mut u, mut v) = (power.scaled(c[3]), power.scaled(c[2]));
    for k in 2..c.len() / 2 {
        power = power.times(&square);
        u = u.plus(&power.scaled(c[2 * k + 1]));
        v = v.plus(&power.scaled(c[2 * k]));
    }
    quotient(&a.times(&u.shifted(c[1])), &v.shifted(c[0]))
}

fn approximation_13<M: Algebra>(a: &M) -> Result<M, Error> {
    // Near one: large entries would overflow by them.
    let c = PADE_13.map(|c| c * 2f64.powi(-55));
    let a2 = a.times(a);
    let a4 = a2.times(&a2);
    let a6 = a4.times(&a2);
    let sum = |first: usize| a6.scaled(c[first + 4]).plus(&a4.scaled(c[first + 2])).plus(&a2.scaled(c[first]));
    let u = a6.times(&sum(9)).plus(&sum(3)).shifted(c[1]);
    let v = a6.times(&sum(8)).plus(&sum(2)).shifted(c[0]);
    quotient(&a.times(&u), &v)
}

/// The exponential of a square matrix, 1 + A + A^2/2 + .. Cost: 6 to 7 products and one solution; beyond a norm of 5 another 5
/// products, and one for each doubling of what the powers of A grow by; its derivative along a direction, or back, three times
/// that.
///
/// ```
/// use linalg::{Matrix, expm};
/// // A rotation by 1.
/// let r = expm(&Matrix::from_rows([[0.0, -1.0], [1.0, 0.0]])).unwrap();
/// assert!((r[(0, 0)] - 1f64.cos()).abs() < 1e-15 && (r[(1, 0)] - 1f64.sin()).abs() < 1e-15);
/// ```
///
/// # Errors
/// If an entry is NaN or infinite, or its value is not known; and where an entry of the exponential is beyond the largest `f64`.
///
/// # Panics
/// If the matrix is not square.
#[track_caller]
pub fn expm<T: Number>(a: &Matrix<T>) -> Result<Matrix<T>, Error> {
    let [y] = apply(&Expm(square("exponential", a)), [a.view()])?;
    Ok(y)
}
