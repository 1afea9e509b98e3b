//! Finite differences with exact weights.

use crate::Error;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// The most points of a stencil: accuracy 64 of the highest derivatives anybody asked for, with room to spare.
const MOST: usize = 160;

/// A finite difference: the d-th derivative of f at x is about the sum of w_j f(x + o_j h) over h^d.
///
/// The weights are those of the polynomial through the points, as exact fractions, so that no order of derivative or
/// accuracy is beyond it; they become `f64` once, rounded to nearest.
///
/// ```
/// let five = numeric::Stencil::central(1, 4)?;
/// assert_eq!(five.to_string(), "(1, -8, 0, 8, -1)/12 at -2..2");
/// assert_eq!((five.accuracy(), five.error_constant().to_string()), (4, "-1/30".to_owned()));
/// # Ok::<(), numeric::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Stencil {
    derivative: usize,
    accuracy: usize,
    offsets: Vec<i64>,
    weights: Vec<BigRational>,
    rounded: Vec<f64>,
    constant: BigRational,
}

impl Stencil {
    /// Points on both sides: its error falls as h^accuracy, where an odd accuracy counts as the next even one.
    ///
    /// # Errors
    /// If an order is 0, or more than 160 points are needed.
    pub fn central(derivative: usize, accuracy: usize) -> Result<Stencil, Error> {
        let half = positive(derivative)?.saturating_add(1) / 2 - 1;
        let half = half.saturating_add(positive(accuracy)?.div_ceil(2));
        let reach = reach(half.saturating_mul(2).saturating_add(1), half)?;
        Stencil::new(derivative, &(-reach..=reach).collect::<Vec<_>>())
    }

    /// The point and those above it.
    ///
    /// # Errors
    /// As [`central`](Stencil::central).
    ///
    /// ```
    /// let forward = numeric::Stencil::forward(1, 2)?;
    /// assert_eq!((forward.to_string(), forward.offsets()), ("(-3, 4, -1)/2 at 0..2".to_owned(), &[0, 1, 2][..]));
    /// # Ok::<(), numeric::Error>(())
    /// ```
    pub fn forward(derivative: usize, accuracy: usize) -> Result<Stencil, Error> {
        let last = positive(derivative)?.saturating_add(positive(accuracy)?) - 1;
        let reach = reach(last.saturating_add(1), last)?;
        Stencil::new(derivative, &(0..=reach).collect::<Vec<_>>())
    }

    /// The point and those below it.
    ///
    /// # Errors
    /// As [`central`](Stencil::central).
    ///
    /// ```
    /// let backward = numeric::Stencil::backward(1, 1)?;
    /// assert_eq!((backward.offsets(), backward.derivative(), backward.accuracy()), (&[-1, 0][..], 1, 1));
    /// # Ok::<(), numeric::Error>(())
    /// ```
    pub fn backward(derivative: usize, accuracy: usize) -> Result<Stencil, Error> {
        let last = positive(derivative)?.saturating_add(positive(accuracy)?) - 1;
        let reach = reach(last.saturating_add(1), last)?;
        Stencil::new(derivative, &(-reach..=0).collect::<Vec<_>>())
    }

    /// The difference on these points, given as offsets in steps, which stay in their order.
    ///
    /// The weight of a point is d! times the coefficient of t^d in its Lagrange polynomial, whose numerator is the
    /// product over all points divided by one factor. Cost: n^2 operations on integers of n digits for n points.
    ///
    /// # Errors
    /// If there are fewer than d + 1 points, more than 160, or two at one place, or the derivative is 0.
    ///
    /// ```
    /// // Points that are not evenly apart.
    /// let second = numeric::Stencil::new(2, &[-1, 0, 2])?;
    /// let weights: Vec<String> = second.weights().iter().map(|w| w.to_string()).collect();
    /// assert_eq!(weights, ["2/3", "-1", "1/3"]);
    /// # Ok::<(), numeric::Error>(())
    /// ```
    pub fn new(derivative: usize, offsets: &[i64]) -> Result<Stencil, Error> {
        let (n, needed) = (offsets.len(), positive(derivative)?.saturating_add(1));
        if n > MOST {
            return Err(Error::TooManyPoints { points: n, most: MOST });
        }
        if n < needed {
            return Err(Error::TooFewPoints { needed, points: n });
        }
        let mut sorted = offsets.to_vec();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::Repeated { offset: pair[0] });
        }
        let points: Vec<BigInt> = offsets.iter().map(|&o| o.into()).collect();
        let product = product(&points);
        let factorial = factorial(derivative);
        let weight = |point: &BigInt| {
            let quotient = divide(&product, point);
            let below = quotient.iter().rev().fold(BigInt::zero(), |sum, c| sum * point + c);
            BigRational::new(&quotient[derivative] * &factorial, below)
        };
        let weights: Vec<BigRational> = points.iter().map(weight).collect();
        let (accuracy, constant) = error(derivative, &points, &weights);
        let rounded = weights.iter().map(|w| w.to_f64().unwrap_or(f64::NAN)).collect();
        Ok(Stencil { derivative, accuracy, offsets: offsets.to_vec(), weights, rounded, constant })
    }

    /// Which derivative it approximates.
    pub fn derivative(&self) -> usize {
        self.derivative
    }

    /// The power of the step with which its error falls.
    pub fn accuracy(&self) -> usize {
        self.accuracy
    }

    /// The points, in steps from x.
    pub fn offsets(&self) -> &[i64] {
        &self.offsets
    }

    /// The weights of the points, exact.
    pub fn weights(&self) -> &[BigRational] {
        &self.weights
    }

    /// The constant c of the error, which is c h^p f^(d+p) to first order, for the d-th derivative at accuracy p.
    pub fn error_constant(&self) -> &BigRational {
        &self.constant
    }

    /// The difference of `f` at `x` with step `h`. Cost: as many evaluations as weights that are not zero.
    ///
    /// Best with a step that is a power of two, as the points are then exact.
    ///
    /// ```
    /// let slope = numeric::Stencil::central(1, 2)?;
    /// assert_eq!(slope.apply(|x| x * x, 3.0, 0.25), 6.0);
    /// # Ok::<(), numeric::Error>(())
    /// ```
    pub fn apply(&self, f: impl FnMut(f64) -> f64, x: f64, h: f64) -> f64 {
        let values: Vec<f64> = self.points(x, h).map(f).collect();
        self.combine(&values, h).0
    }

    /// The points with a weight that is not zero.
    pub(crate) fn points(&self, x: f64, h: f64) -> impl Iterator<Item = f64> {
        let used = self.offsets.iter().zip(&self.rounded).filter(|(_, w)| **w != 0.0);
        used.map(move |(&o, _)| x + o as f64 * h)
    }

    /// The difference of the values at [`points`](Stencil::points), and the error that one unit in the last place of
    /// each value makes.
    pub(crate) fn combine(&self, values: &[f64], h: f64) -> (f64, f64) {
        let weights = self.rounded.iter().filter(|w| **w != 0.0);
        let (mut sum, mut size) = (0.0, 0.0);
        for (w, v) in weights.zip(values) {
            sum += w * v;
            size += (w * v).abs();
        }
        // Step by step, as h^d alone may underflow.
        let divided = |sum: f64| (0..self.derivative).fold(sum, |sum, _| sum / h);
        (divided(sum), divided(size * f64::EPSILON))
    }
}

impl std::fmt::Display for Stencil {
    /// The weights over their common denominator, and the points.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let common = common_denominator(&self.weights);
        let weights: Vec<String> = self.weights.iter().map(|w| (w * &common).to_string()).collect();
        write!(f, "({})", weights.join(", "))?;
        if !common.is_one() {
            write!(f, "/{common}")?;
        }
        match (self.offsets.first(), self.offsets.last()) {
            (Some(a), Some(b)) if self.offsets.windows(2).all(|w| w[1] == w[0] + 1) => write!(f, " at {a}..{b}"),
            _ => write!(f, " at {:?}", self.offsets),
        }
    }
}

fn positive(order: usize) -> Result<usize, Error> {
    if order == 0 { Err(Error::OrderZero) } else { Ok(order) }
}

/// The furthest offset, unless there are too many points.
fn reach(points: usize, furthest: usize) -> Result<i64, Error> {
    let reach = i64::try_from(furthest).ok().filter(|_| points <= MOST);
    reach.ok_or(Error::TooManyPoints { points, most: MOST })
}

/// The coefficients of the product of t - p over all points, lowest first.
fn product(points: &[BigInt]) -> Vec<BigInt> {
    let mut product = vec![BigInt::one()];
    for p in points {
        product.push(BigInt::zero());
        for k in (0..product.len()).rev() {
            let lower = if k == 0 { BigInt::zero() } else { product[k - 1].clone() };
            product[k] = lower - &product[k] * p;
        }
    }
    product
}

/// The quotient by t - p of a polynomial that has the root p.
fn divide(polynomial: &[BigInt], p: &BigInt) -> Vec<BigInt> {
    let mut quotient = vec![BigInt::zero(); polynomial.len() - 1];
    let mut carry = BigInt::zero();
    for k in (0..quotient.len()).rev() {
        carry = &polynomial[k + 1] + carry * p;
        quotient[k] = carry.clone();
    }
    quotient
}

fn factorial(n: usize) -> BigInt {
    (1..=n).map(BigInt::from).product()
}

fn common_denominator(weights: &[BigRational]) -> BigInt {
    weights.iter().fold(BigInt::one(), |common, w| {
        let missing = BigRational::new(w.denom().clone(), common.clone());
        common * missing.numer()
    })
}

/// The accuracy, and the constant of the leading term of the error.
fn error(derivative: usize, points: &[BigInt], weights: &[BigRational]) -> (usize, BigRational) {
    let common = common_denominator(weights);
    let mut terms: Vec<BigInt> = weights.iter().map(|w| (w * &common).to_integer()).collect();
    let raise = |terms: &mut Vec<BigInt>| terms.iter_mut().zip(points).for_each(|(term, p)| *term *= p);
    (0..derivative).for_each(|_| raise(&mut terms));
    let mut accuracy = 0;
    loop {
        accuracy += 1;
        raise(&mut terms);
        let moment: BigInt = terms.iter().sum();
        // A stencil of n points cannot be exact for all polynomials of degree n + 1: its weights would vanish.
        if !moment.is_zero() || accuracy > points.len() + 1 {
            return (accuracy, BigRational::new(moment, common * factorial(derivative + accuracy)));
        }
    }
}
