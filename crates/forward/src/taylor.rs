//! Truncated Taylor series: all derivatives of one variable up to an order, in one run.

use crate::convolution::{Step, View, zero};
use crate::{array, recurrence};
use core::fmt;
use rules::{ArrayRule, Cases, Choice, Lift, Number, Recording, Rule, Scalar, Term, rule, strong};

/// A Taylor series in one variable, cut off after order `K`: a value and `K` coefficients.
///
/// `K` is the order: `Taylor<f64, 3>` has coefficients 0, 1, 2 and 3. Coefficient `k` is the `k`-th derivative over
/// k!. An operation costs O(K^2), against 2^K for `K` nested duals, and gives the same up to rounding. The exceptions
/// are functions whose derivatives lead to ever new functions (the gamma functions, Bessel functions, sinc, erfcx,
/// powers at 0): O(K^2) of the variable itself, O(K^3) of a general series.
///
/// A series knows the order beyond which its coefficients are structurally zero (a constant's is 0, the variable's is
/// 1), and what is structurally zero meets no infinite partial.
///
/// ```
/// use forward::Taylor;
/// use rules::Functions;
/// let x = Taylor::<f64, 4>::variable(0.0);
/// let y = (2.0 * x).exp();
/// assert_eq!([0, 1, 2, 3, 4].map(|k| y.derivative(k)), [1.0, 2.0, 4.0, 8.0, 16.0]);
/// assert_eq!(y.coefficient(2), 2.0);
/// ```
#[derive(Clone, Copy)]
pub struct Taylor<T, const K: usize> {
    /// The value: coefficient 0.
    pub value: T,
    higher: [T; K],
    degree: usize,
}

impl<T: Number, const K: usize> Taylor<T, K> {
    /// A value and the coefficients of orders 1 to `K`.
    ///
    /// ```
    /// use forward::Taylor;
    /// // 1 + 2 t + 3 t^2, squared.
    /// let series = Taylor::new(1.0, [2.0, 3.0]);
    /// assert_eq!((series * series).coefficients().collect::<Vec<f64>>(), [1.0, 4.0, 10.0]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(value: T, higher: [T; K]) -> Self {
        Taylor { value, higher, degree: K }
    }

    /// A value that does not depend on the variable.
    ///
    /// ```
    /// use forward::Taylor;
    /// let y = Taylor::<f64, 2>::fixed(5.0) * Taylor::variable(2.0);
    /// assert_eq!([0, 1, 2].map(|k| y.coefficient(k)), [10.0, 5.0, 0.0]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fixed(value: T) -> Self {
        Taylor { value, higher: [zero(); K], degree: 0 }
    }

    /// The variable at a point: coefficient 1 is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn variable(value: T) -> Self {
        Self::polynomial(value, &[Term::from(1.0).0])
    }

    /// A value and its first higher coefficients; those not given are structurally zero, those beyond `K` are cut off.
    ///
    /// ```
    /// use forward::Taylor;
    /// let path = Taylor::<f64, 3>::polynomial(1.0, &[0.5, -2.0]);
    /// assert_eq!(path.coefficient(2), -2.0);
    /// assert_eq!(path.degree(), 2);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn polynomial(value: T, higher: &[T]) -> Self {
        let mut series = Self::fixed(value);
        series.degree = higher.len().min(K);
        series.higher[..series.degree].copy_from_slice(&higher[..series.degree]);
        series
    }

    /// The order beyond which all coefficients are structurally zero: 0 for a constant, at most `K`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn degree(&self) -> usize {
        self.degree
    }

    // Named: a closure in a function over rules is compiled once for each rule.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value_of(self) -> T {
        self.value
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn degree_of(self) -> usize {
        self.degree
    }

    /// The coefficient of order `k`.
    ///
    /// # Panics
    /// If `k` is greater than `K`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn coefficient(&self, k: usize) -> T {
        assert!(k <= K, "a series of order {K} has no coefficient {k}: choose a greater K");
        if k == 0 { self.value } else { self.higher[k - 1] }
    }

    /// The derivative of order `k`: k! times the coefficient.
    ///
    /// # Panics
    /// If `k` is greater than `K`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn derivative(&self, k: usize) -> T {
        (2..=k).fold(self.coefficient(k), |d, j| d.apply_with::<rule::Mul>(T::Scalar::from_f64(j as f64)))
    }

    /// All coefficients, from order 0 to order `K`.
    ///
    /// ```
    /// use forward::Taylor;
    /// let x = Taylor::<f64, 3>::variable(2.0);
    /// assert_eq!((x * x).coefficients().collect::<Vec<f64>>(), [4.0, 4.0, 1.0, 0.0]);
    /// ```
    #[inline]
    pub fn coefficients(&self) -> impl Iterator<Item = T> + use<T, K> {
        core::iter::once(self.value).chain(self.higher)
    }

    /// The value of the polynomial at `step` from the point of expansion, by Horner's rule.
    ///
    /// ```
    /// use forward::Taylor;
    /// use rules::Functions;
    /// let y = Taylor::<f64, 12>::variable(0.0).exp();
    /// assert!((y.evaluate(0.5) - 0.5f64.exp()).abs() < 1e-13);
    /// ```
    #[inline]
    pub fn evaluate(&self, step: T) -> T {
        match self.higher[..self.degree].split_last() {
            Some((&last, rest)) => rest.iter().rev().fold(last, |sum, &c| sum * step + c) * step + self.value,
            None => self.value,
        }
    }

    /// The sum of the arguments' coefficients times partials that do not move.
    fn shared<const N: usize>(args: [Self; N], value: T, partials: [T; N]) -> Self {
        let mut out = Self::begun(value, args.iter().map(|x| x.degree).max().unwrap_or(0));
        for (x, p) in args.iter().zip(partials) {
            for (c, &x) in out.higher.iter_mut().zip(&x.higher[..x.degree]) {
                *c = *c + strong(p, x);
            }
        }
        out
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn view(&self) -> View<'_, T> {
        View { value: self.value, higher: &self.higher[..self.degree] }
    }

    /// A series of which only the value and the degree are known yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn begun(value: T, degree: usize) -> Self {
        Taylor { degree, ..Self::fixed(value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn set(&mut self, k: usize, coefficient: T) {
        self.higher[k - 1] = coefficient;
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn cut(&mut self, degree: usize) {
        self.degree = degree;
    }
}

impl<T: Number, const K: usize> Number for Taylor<T, K> {
    type Scalar = T::Scalar;
    const ORDER: usize = K.saturating_add(T::ORDER);
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        T::case(Recording(cases))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(c: T::Scalar) -> Self {
        Self::fixed(T::constant(c))
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let value = T::apply::<R, N>(rules::each(args, Self::value_of), n);
        let degrees = rules::each(args, Self::degree_of);
        if R::STEPS || degrees == [0; N] {
            return Self::fixed(value);
        }
        let step = Step::of(R::ID);
        if R::CHOOSES {
            match Choice::of::<R>(
                rules::each(args, Self::value_of),
                value,
                rules::each(degrees, |degree| degree > 0),
                n,
            ) {
                Choice::Constant => return Self::fixed(value),
                Choice::Argument(i) => return Taylor { value, ..args[i] },
                Choice::Open(_) if step == Step::Select => {}
                Choice::Shared(partials) | Choice::Open(partials) => return Self::shared(args, value, partials),
            }
        }
        if step == Step::Partials {
            return recurrence::solve::<R, N, T, K>(args, value, n);
        }
        let mut out = Self::begun(value, step.degree(&degrees, K));
        let views = args.each_ref().map(Self::view);
        for k in 1..=out.degree {
            out.higher[k - 1] = step.coefficient(k, &views, View { value, higher: &out.higher[..k - 1] });
        }
        out
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn known(self) -> Option<T::Scalar> {
        self.value.known()
    }

    #[track_caller]
    fn apply_array<R: ArrayRule>(rule: &R, x: &[&[Self]]) -> Result<Vec<Self>, R::Error> {
        array::of_series(rule, x)
    }

    #[track_caller]
    fn exceeds(self, other: Self) -> Option<bool> {
        self.value.exceeds(other.value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_nan(self) -> bool {
        self.value.has_nan() || self.higher[..self.degree].iter().any(|c| c.has_nan())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_constant(self) -> bool {
        self.degree == 0 && self.value.is_constant()
    }
}

rules::number_operators! { [T: Number, const K: usize] Taylor<T, K>, value: T }

impl<T: Number, const K: usize> Lift for Taylor<T, K> {
    type Inner = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(inner: T) -> Self {
        Self::fixed(inner)
    }
}

impl<T: fmt::Display, const K: usize> fmt::Display for Taylor<T, K> {
    /// Writes the value alone, with the formatter's options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: fmt::Debug, const K: usize> fmt::Debug for Taylor<T, K> {
    /// Writes the coefficients as a list, from order 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Taylor ")?;
        f.debug_list().entry(&self.value).entries(&self.higher).finish()
    }
}
