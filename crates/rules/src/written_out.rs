//! What helper rows compute, in functions that people know: for formulas that are read.

use crate::functions::*;
use crate::{Functions, Number, Op, Term};
use core::f64::consts::FRAC_2_SQRT_PI;

/// The most terms of a derivative that is written out by a recurrence; beyond, the helper keeps its name.
const MOST: i32 = 16;

impl Op {
    /// What a helper row computes, in functions that have a name in books and in the language; none for other rows, and for
    /// derivatives of high order.
    ///
    /// It is the same in real arithmetic, but rounds otherwise, and where the helper has a limit it may be NaN: what computes
    /// should call the helper.
    ///
    /// ```
    /// let [x, y] = [3.0, rules::Op::Witch.written_out(&[3.0], 0).unwrap()];
    /// assert_eq!(y, 1.0 / (1.0 + x * x));
    /// assert!(rules::Op::Exp.written_out(&[x], 0).is_none());
    /// ```
    ///
    /// # Panics
    /// If the number of arguments is not the row's arity.
    pub fn written_out<T: Number>(self, args: &[T], n: i32) -> Option<T> {
        let row = self.row();
        assert_eq!(args.len(), row.arity, "{} takes {} arguments", row.name, row.arity);
        let (x, y) = (Term(args[0]), Term(*args.get(1).unwrap_or(&args[0])));
        let one = || Term::<T>::from(1.0);
        let written = match self {
            Op::PowShift => x.powf(y - f64::from(n)),
            Op::PowSlope => pow_slope_of(x, y, n)?,
            Op::LnSlope => x.recip(),
            Op::RecipLn => recip_ln_of(x, n)?,
            Op::AcoshSlope => acosh_slope_by(x, x.powi(2) - 1.0, n)?,
            Op::LogitSlope => 1.0 / (x * (1.0 - x)),
            Op::Damped => x * y,
            Op::FinitePart => x,
            Op::Direction => x / x.hypot(y),
            Op::AsinSlope => 1.0 / (one() - x.powi(2)).sqrt(),
            Op::Witch => 1.0 / (one() + x.powi(2)),
            Op::Inversion => x / x.hypot(y) / x.hypot(y),
            Op::AtanhSlope => 1.0 / (one() - x.powi(2)),
            Op::Share => sigmoid(x - y),
            Op::ShareSlope => sigmoid(x - y) * sigmoid(-(x - y)),
            Op::SincSlope => sinc_slope_of(x, n)?,
            Op::Xdivy => x / y,
            Op::ErfcxSlope => erfcx_slope_of(x, n)?,
            Op::Bell => (-x.powi(2)).exp(),
            Op::BetaSlope => beta(x, y) * difference(x, y, 0),
            Op::BetaMixed => beta_mixed_of(x, y, n)?,
            Op::PolygammaDifference => difference(x, y, n),
            Op::NormPpfSlope => 1.0 / norm_pdf(norm_ppf(x)),
            _ => return None,
        };
        Some(written.0)
    }
}

/// A derivative of x^y, whose orders `n` holds as the row says: x^(y-k) times a polynomial in ln x, by the product rule.
pub(crate) fn pow_slope_of<T: Number>(x: Term<T>, y: Term<T>, n: i32) -> Option<Term<T>> {
    let (by_x, by_y, shift) = (n & 255, n >> 8 & 255, n >> 16);
    if n < 0 || by_x + by_y > MOST {
        return None;
    }
    let less = |k: i32| if k + shift == 0 { y } else { y - f64::from(k + shift) };
    let times = |c: f64, x: Term<T>| if c == 1.0 { x } else { c * x };
    let plus = |a: Option<Term<T>>, b: Option<Term<T>>| match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    };
    // The coefficients of powers of the logarithm; none is zero. The leading one counts the factors y, y - 1, ...
    let mut of = vec![None; by_y as usize];
    of.push(Some(None::<Term<T>>));
    for k in 0..by_x {
        of = (0..of.len())
            .map(|m| {
                let kept = of[m].map(|c: Option<Term<T>>| c.map_or(less(k), |c| c * less(k)));
                let lowered = of.get(m + 1).copied().flatten().map(|c| {
                    let order = (m + 1) as f64;
                    c.map_or(order.into(), |c| times(order, c))
                });
                plus(kept, lowered).map(Some)
            })
            .collect();
    }
    let term = |(m, c): (usize, Option<Term<T>>)| match (m, c) {
        (0, c) => c,
        (m, c) => {
            let power = if m == 1 { x.ln() } else { x.ln().powi(m as i32) };
            Some(c.map_or(power, |c| c * power))
        }
    };
    let power = x.powf(less(by_x));
    let terms = of.into_iter().enumerate().filter_map(|(m, c)| c.map(|c| (m, c)));
    Some(match terms.filter_map(term).reduce(|sum, t| sum + t) {
        Some(sum) => sum * power,
        None => power,
    })
}

/// The n-th derivative of 1 / ln(b): a sum of c / (b^n ln(b)^k).
pub(crate) fn recip_ln_of<T: Number>(b: Term<T>, n: i32) -> Option<Term<T>> {
    if !(0..=MOST).contains(&n) {
        return None;
    }
    let mut of = vec![0.0, 1.0];
    for order in 0..n {
        let coefficient = |k: usize| {
            let before = if k > 0 { of[k - 1] * (k - 1) as f64 } else { 0.0 };
            -f64::from(order) * of.get(k).unwrap_or(&0.0) - before
        };
        of = (0..=of.len()).map(coefficient).collect();
    }
    let term = |(k, &c): (usize, &f64)| c / b.ln().powi(k as i32);
    let sum = of.iter().enumerate().filter(|(_, c)| **c != 0.0).map(term).reduce(|sum, t| sum + t)?;
    Some(if n == 0 { sum } else { sum / b.powi(n) })
}

/// The n-th derivative of f = 1 / sqrt(x^2 - 1), by (x^2 - 1) f^(n+1) = -((2n + 1) x f^(n) + n^2 f^(n-1)).
/// The difference is given as is best for whoever reads it, or computes with it.
pub(crate) fn acosh_slope_by<T: Number>(x: Term<T>, square: Term<T>, n: i32) -> Option<Term<T>> {
    if !(0..=MOST).contains(&n) {
        return None;
    }
    let (mut before, mut f) = (None, 1.0 / square.sqrt());
    for k in 0..n {
        let first = if k == 0 { x * f } else { f64::from(2 * k + 1) * x * f };
        let sum = before.map_or(first, |before| first + f64::from(k * k) * before);
        (before, f) = (Some(f), -(sum / square));
    }
    Some(f)
}

/// The n-th derivative of sin(x)/x, by x f^(n) + n f^(n-1) = sin^(n).
fn sinc_slope_of<T: Number>(x: Term<T>, n: i32) -> Option<Term<T>> {
    if !(0..=MOST).contains(&n) {
        return None;
    }
    let mut f = sinc(x);
    for k in 1..=n {
        let sine = match k % 4 {
            0 => x.sin(),
            1 => x.cos(),
            2 => -x.sin(),
            _ => -x.cos(),
        };
        let at_zero = if k % 4 == 0 { 1.0 } else { -1.0 } / f64::from(k + 1);
        let at_zero = if k % 2 == 0 { at_zero } else { 0.0 };
        let before = if k == 1 { f } else { f * f64::from(k) };
        f = select(eq(x, 0.0.into()), at_zero.into(), (sine - before) / x);
    }
    Some(f)
}

/// The n-th derivative of e^(x^2) erfc(x), by f' = 2 x f - 2/sqrt(pi) and f^(n+1) = 2 x f^(n) + 2 n f^(n-1).
fn erfcx_slope_of<T: Number>(x: Term<T>, n: i32) -> Option<Term<T>> {
    if !(0..=MOST).contains(&n) {
        return None;
    }
    let (mut before, mut f) = (Term::from(FRAC_2_SQRT_PI), erfcx(x));
    for k in 0..n {
        let next = if k == 0 { 2.0 * x * f - before } else { 2.0 * x * f + f64::from(2 * k) * before };
        (before, f) = (f, next);
    }
    Some(f)
}

/// The n-th derivative of digamma.
fn polygamma_of<T: Number>(x: Term<T>, n: i32) -> Term<T> {
    match n {
        0 => digamma(x),
        1 => trigamma(x),
        n => polygamma(x, n),
    }
}

/// The n-th derivative of digamma at a less that at a + b.
fn difference<T: Number>(a: Term<T>, b: Term<T>, n: i32) -> Term<T> {
    polygamma_of(a, n) - polygamma_of(a + b, n)
}

/// A mixed derivative of beta, by the product rule from its logarithmic derivatives; for the meaning of `n` see the row.
fn beta_mixed_of<T: Number>(a: Term<T>, b: Term<T>, n: i32) -> Option<Term<T>> {
    let (p, q) = ((n & 255) as usize + 1, (n >> 8) as usize + 1);
    if n < 0 || p + q > MOST as usize / 2 {
        return None;
    }
    let binomial = |n: usize, k: usize| (1..=k).fold(1.0, |c, i| c * (n + 1 - i) as f64 / i as f64);
    let sum = |terms: &mut dyn Iterator<Item = Term<T>>| terms.reduce(|sum, term| sum + term);
    // The derivatives of beta by a, then of each of these by b.
    let mut of = vec![vec![beta(a, b)]];
    let times = |c: f64, x: Term<T>| if c == 1.0 { x } else { c * x };
    for k in 0..q {
        let terms = &mut (0..=k).map(|j| times(binomial(k, j), of[0][j] * difference(b, a, (k - j) as i32)));
        let next = sum(terms)?;
        of[0].push(next);
    }
    for i in 0..p {
        let row = (0..=q).map(|k| {
            let term = |(r, j): (usize, usize)| {
                let slope = match (i - r, k - j) {
                    (m, 0) => difference(a, b, m as i32),
                    (m, l) => -polygamma_of(a + b, (m + l) as i32),
                };
                times(binomial(i, r) * binomial(k, j), of[r][j] * slope)
            };
            sum(&mut (0..=i).flat_map(|r| (0..=k).map(move |j| (r, j))).map(term))
        });
        let row = row.collect::<Option<Vec<_>>>()?;
        of.push(row);
    }
    Some(of[p][q])
}
