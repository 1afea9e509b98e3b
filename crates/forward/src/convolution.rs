//! The coefficients of sums, products, quotients and selections of series, one order at a time.

use rules::{Number, Op, RuleId, Scalar, Term, rule};

/// A series to read from: its value, and the coefficients that follow; those beyond are structurally zero.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, T> {
    pub(crate) value: T,
    pub(crate) higher: &'a [T],
}

impl<T: Number> View<'_, T> {
    /// The coefficient of order `k`, unless it is structurally zero.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn at(self, k: usize) -> Option<T> {
        if k == 0 { Some(self.value) } else { self.higher.get(k - 1).copied() }
    }
}

/// How the coefficients of a rule's result are found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Select,
    /// From the differential equation that the rule's partials state.
    Partials,
}

impl Step {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn of(rule: RuleId) -> Step {
        match rule {
            RuleId::Table(Op::Neg) => Step::Neg,
            RuleId::Table(Op::Add) => Step::Add,
            RuleId::Table(Op::Sub) => Step::Sub,
            RuleId::Table(Op::Mul) => Step::Mul,
            RuleId::Table(Op::Div) => Step::Div,
            RuleId::Table(Op::Select) => Step::Select,
            _ => Step::Partials,
        }
    }

    /// The order beyond which all coefficients are structurally zero, given that of each argument.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn degree(self, args: &[usize], limit: usize) -> usize {
        let highest = args.iter().copied().max().unwrap_or(0);
        match self {
            Step::Mul => args.iter().sum::<usize>().min(limit),
            Step::Div if args[1] == 0 => args[0],
            Step::Div | Step::Partials if highest > 0 => limit,
            _ => highest,
        }
    }

    /// The coefficient of order `k >= 1`, given the result's coefficients of lower order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn coefficient<T: Number>(self, k: usize, args: &[View<T>], out: View<T>) -> T {
        let found = match (self, args) {
            (Step::Neg, [a]) => a.at(k).map(|a| -a),
            (Step::Add, [a, b]) => plus(a.at(k), b.at(k)),
            (Step::Sub, [a, b]) => minus(a.at(k), b.at(k)),
            (Step::Mul, [a, b]) => {
                let low = plus(b.at(k).map(|b| a.value * b), convolve(k, a.higher, b.higher));
                plus(low, a.at(k).map(|a| a * b.value))
            }
            (Step::Div, [a, b]) => {
                let known = plus(b.at(k).map(|b| b * out.value), convolve(k, b.higher, out.higher));
                let recip = T::apply::<rule::Recip, 1>([b.value], 0);
                let usual = minus(a.at(k), known).map(|rest| rest * recip);
                match recip.known().map(Scalar::to_f64) {
                    // Here 1/b, or its square, overflows: what an infinity makes of a zero has to be asked of the parts.
                    Some(r) if r.abs() > 1e100 => near_a_pole(k, *a, *b, out, known, usual),
                    _ => usual,
                }
            }
            (Step::Select, [c, a, b]) => {
                let [a, b] = [a, b].map(|arm| arm.at(k).unwrap_or_else(zero));
                Some(T::apply::<rule::Select, 3>([c.value, a, b], 0))
            }
            _ => None,
        };
        found.unwrap_or_else(zero)
    }
}

/// The coefficient of a quotient whose divisor is tiny: the dividend's and the divisor's part by themselves where their
/// difference has no product with 1/b; NaN where it is a finite rest of terms that overflow.
#[cold]
fn near_a_pole<T: Number>(
    k: usize,
    a: View<T>,
    b: View<T>,
    out: View<T>,
    known: Option<T>,
    usual: Option<T>,
) -> Option<T> {
    let recip = T::apply::<rule::Recip, 1>([b.value], 0);
    let found = match usual {
        Some(c) if c.has_nan() => minus(a.at(k).map(|a| a * recip), known.map(|known| known / b.value)),
        usual => usual,
    };
    let size = |c: Option<T>| c.and_then(Number::known).map_or(0.0, |c| c.to_f64().abs());
    let r = size(Some(recip));
    // The coefficients of 1/b grow by this factor from order to order.
    let growth = (1..=k).map(|j| (size(b.at(j)) * r).powf((j as f64).recip())).fold(0.0, f64::max);
    let reach = |j: usize, c: f64| if c == 0.0 { 0.0 } else { c * growth.powi((k - j) as i32) };
    let terms = (0..k).map(|j| reach(j, size(out.at(j))).max(reach(j, size(a.at(j)) * r)));
    let lost = terms.fold(0.0, f64::max) == f64::INFINITY && size(found) < f64::INFINITY;
    if lost { Some(Term::from(f64::NAN).0) } else { found }
}

/// The coefficient of order `k >= 1` of a series whose slope is the sum of partial times argument's slope.
///
/// Each term is a partial, an argument, and the argument's coefficients times their orders.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn integrate<'a, T: Number + 'a>(
    k: usize,
    terms: impl Iterator<Item = (View<'a, T>, View<'a, T>, &'a [T])>,
) -> T {
    // The term of order k needs no division by k: a partial that is constant scales a series exactly.
    let (mut straight, mut mixed) = (None, None);
    for (partial, arg, slopes) in terms {
        straight = plus(straight, arg.at(k).map(|x| partial.value * x));
        mixed = plus(mixed, convolve(k, slopes, partial.higher));
    }
    let mixed = mixed.map(|sum| sum.apply_with::<rule::Div>(order(k)));
    plus(straight, mixed).unwrap_or_else(zero)
}

/// An order as a scalar.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn order<S: rules::Scalar>(k: usize) -> S {
    S::from_f64(k as f64)
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn zero<T: Number>() -> T {
    Term::from(0.0).0
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn plus<T: Number>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn minus<T: Number>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a - b),
        (a, b) => a.or(b.map(|b| -b)),
    }
}

/// The sum of `a[j] * b[k - j]` over 0 < j < k, where both begin at order 1.
#[cfg_attr(not(debug_assertions), inline(always))]
fn convolve<T: Number>(k: usize, a: &[T], b: &[T]) -> Option<T> {
    let low = k.saturating_sub(b.len()).max(1);
    let high = a.len().min(k - 1);
    if low > high {
        return None;
    }
    let mut terms = a[low - 1..high].iter().zip(b[k - high - 1..k - low].iter().rev()).map(|(&a, &b)| a * b);
    let first = terms.next()?;
    Some(terms.fold(first, |sum, term| sum + term))
}
