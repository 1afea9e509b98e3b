//! What a rule that takes one of its arguments has taken.

use crate::{Number, Rule, Scalar, functions::select};

/// What a rule with [`CHOOSES`](Rule::CHOOSES) has taken, of the arguments that are active.
///
/// The value of max(a, b) is `a` where `a` is greater, and has then nothing to do with `b`: whatever comes back to `b`, be
/// it infinite or NaN, does not reach it. So it is with all rows that choose, as it is with the arms of an `if`.
///
/// ```
/// use rules::{Choice, rule};
/// let of = |a: f64, b: f64| Choice::of::<rule::Max>([a, b], a.max(b), [true, true], 0);
/// assert!(matches!(of(3.0, 2.0), Choice::Argument(0)));
/// assert!(matches!(of(2.0, 2.0), Choice::Shared([0.5, 0.5])));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Choice<T, const N: usize> {
    /// None that is active: the result is a constant.
    Constant,
    /// This one, unchanged.
    Argument(usize),
    /// Several that tie, by these partials.
    Shared([T; N]),
    /// What cannot be known yet, by these partials: each product with one goes through [`strong`].
    Open([T; N]),
}

impl<T: Number, const N: usize> Choice<T, N> {
    /// What `R` takes at a point. Cost: its partials, which are comparisons.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of<R: Rule<N>>(args: [T; N], out: T, active: [bool; N], n: i32) -> Self {
        let partials = R::partials(args, out, active, n);
        let one = T::Scalar::from_f64(1.0);
        let (mut taken, mut shared) = (None, false);
        for i in (0..N).filter(|&i| active[i]) {
            match partials[i].known() {
                None => return Choice::Open(partials),
                Some(p) if p == T::Scalar::default() => {}
                Some(p) => {
                    shared |= taken.is_some() || p != one;
                    taken = Some(i);
                }
            }
        }
        match taken {
            None => Choice::Constant,
            Some(_) if shared => Choice::Shared(partials),
            Some(i) => Choice::Argument(i),
        }
    }
}

/// Whether an argument counts, by its partial of a rule that [chooses](Rule::CHOOSES): all that adds to what comes back from
/// there can be left out where not.
///
/// ```
/// assert!(rules::taken(0.5) && !rules::taken(0.0));
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn taken<T: Number>(partial: T) -> bool {
    partial.known().is_none_or(|p| p != T::Scalar::default())
}

/// `partial * x`, and zero where the partial is zero, whatever `x` is: the product with a partial of a rule that
/// [chooses](Rule::CHOOSES).
///
/// ```
/// // What comes back is infinite, but this operand has lost.
/// assert_eq!(rules::strong(0.0, f64::INFINITY), 0.0);
/// assert_eq!(rules::strong(0.5, 6.0), 3.0);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn strong<T: Number>(partial: T, x: T) -> T {
    let zero = T::constant(T::Scalar::default());
    let finite = |x: T| x.is_constant() && x.known().is_some_and(|x| !(x * T::Scalar::default()).has_nan());
    match partial.known() {
        Some(p) if p == T::Scalar::default() => zero,
        None if !finite(x) => select(partial, partial * x, zero),
        _ => partial * x,
    }
}
