//! What a dual can carry beside its value: anything that can be added and scaled.

use rules::{Cases, Number, Scalar, rule};

/// A vector space over `T`: the tangents of [`Dual<T, V>`](crate::Dual).
///
/// A single `T`, an array `[T; N]` of lanes, or a type of your own with zero, addition and scaling (a sparse vector, a
/// handle to a lazy expression). Lanes have a bit of activity each, so that a lane which a seed does not reach stays
/// an exact zero even next to an infinite partial; a type of your own has one bit for all of it.
///
/// A tangent of one's own: the derivative by a few of very many inputs, of which it has the largest alone.
///
/// ```
/// use forward::{Dual, Tangent};
/// use rules::Functions;
///
/// /// The derivative by one input, and which one it is.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Largest(usize, f64);
///
/// impl Tangent<f64> for Largest {
///     type Activity = u64;
///     fn zero() -> Self {
///         Largest(0, 0.0)
///     }
///     fn add(self, other: Self) -> Self {
///         match self.0 == other.0 {
///             true => Largest(self.0, self.1 + other.1),
///             false => if self.1.abs() >= other.1.abs() { self } else { other },
///         }
///     }
///     fn scale(self, k: f64) -> Self {
///         Largest(self.0, k * self.1)
///     }
/// }
///
/// let [x, y] = [1.0, 2.0].map(|value| Dual::new(value, Largest(value as usize, 1.0)));
/// assert_eq!((x * x + 3.0 * y).tangent, Largest(2, 3.0));
/// ```
///
/// Those that are here, with lanes:
///
/// ```
/// use forward::Tangent;
/// type Two = [f64; 2];
/// let (dx, dy) = (<Two as Tangent<f64>>::zero().with_lane(0, 1.0), [0.0, 1.0]);
/// // d(x y) at (3, 5); then by x alone, as only its seed is active.
/// assert_eq!(Two::combine([5.0, 3.0], [dx, dy], [1, 2]), [5.0, 3.0]);
/// assert_eq!(Two::combine([5.0, f64::INFINITY], [dx, dy], [1, 0]), [5.0, 0.0]);
/// assert_eq!(<Two as Tangent<f64>>::full(), 0b11);
/// assert_eq!(<Two as Tangent<f64>>::select(1.0, dx, dy).lane(0), 1.0);
/// assert!(Tangent::<f64>::has_nan([0.0, f64::NAN]));
/// ```
pub trait Tangent<T: Number>: Copy {
    /// What is known of where the seeds reach: `u64`, or `()` for a tangent that does not follow it.
    type Activity: Activity;
    /// The tangent of a constant.
    fn zero() -> Self;
    /// The sum of two tangents.
    fn add(self, other: Self) -> Self;
    /// The tangent times a number.
    fn scale(self, k: T) -> Self;

    /// The activity of a tangent that is active throughout.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn full() -> Self::Activity {
        Self::Activity::one()
    }

    /// The sum of `partials[i] * tangents[i]` over what is active; a tangent that is not active is zero.
    #[inline]
    fn combine<const N: usize>(partials: [T; N], tangents: [Self; N], active: [Self::Activity; N]) -> Self {
        let mut terms = (0..N).filter(|&i| active[i].any()).map(|i| tangents[i].scale(partials[i]));
        match terms.next() {
            Some(first) => terms.fold(first, Self::add),
            None => Self::zero(),
        }
    }

    /// `a` where the condition is not zero, else `b`, for a condition that is not known yet.
    #[inline]
    fn select(c: T, a: Self, b: Self) -> Self {
        let [zero, one] = [0.0, 1.0].map(|v| rules::Term::from(v).0);
        let taken = T::apply::<rule::Select, 3>([c, one, zero], 0);
        a.scale(taken).add(b.scale(one - taken))
    }

    /// Whether some component is NaN or not known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_nan(self) -> bool {
        true
    }

    /// Whether arithmetic on it may leave something behind; see [`Number::RECORDS`].
    const RECORDS: bool = true;

    /// [`Number::case`], of a dual with this tangent.
    ///
    /// ```
    /// use forward::{Plain, Tangent};
    /// struct Follows;
    /// impl rules::Cases for Follows {
    ///     type Out = bool;
    ///     fn plain(self) -> bool {
    ///         true
    ///     }
    ///     fn recording(self) -> bool {
    ///         true
    ///     }
    ///     fn unfollowed(self) -> bool {
    ///         false
    ///     }
    /// }
    /// assert!(<f64 as Tangent<f64>>::case(Follows) && !Plain::<f64, 2>::case(Follows));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        cases.recording()
    }

    /// Into how many lanes of single numbers it can be taken apart; 0 for a tangent of another kind.
    const LANES: usize = 0;

    /// One of the lanes: zero for a tangent that has none.
    fn lane(self, _lane: usize) -> T {
        rules::Term::from(0.0).0
    }

    /// As it is, with this number in one of its lanes.
    #[must_use]
    fn with_lane(self, _lane: usize, _tangent: T) -> Self {
        self
    }
}

/// Where seeds reach: one bit for each lane, or nothing. The default is nowhere.
///
/// ```
/// use forward::Activity;
/// let both = u64::of_lane(0).or(u64::of_lane(3));
/// assert!(both.any() && both.in_lane(3) && !both.in_lane(1));
/// assert_eq!(u64::one(), u64::of_lane(0));
/// // Where nothing is known, everything may be active.
/// assert!(().in_lane(7));
/// ```
pub trait Activity: Copy + Default {
    /// Active in the first lane, or in all that there is.
    fn one() -> Self;
    /// Active in this lane.
    fn of_lane(lane: usize) -> Self;
    /// Active where one of the two is.
    fn or(self, other: Self) -> Self;
    /// Whether it may be active anywhere.
    fn any(self) -> bool;
    /// Whether it may be active in a lane.
    fn in_lane(self, lane: usize) -> bool;
}

impl Activity for u64 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one() -> Self {
        1
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_lane(lane: usize) -> Self {
        1 << lane
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn or(self, other: Self) -> Self {
        self | other
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn any(self) -> bool {
        self != 0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_lane(self, lane: usize) -> bool {
        self >> lane & 1 == 1
    }
}

impl Activity for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one() {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_lane(_: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn or(self, (): Self) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn any(self) -> bool {
        true
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_lane(self, _: usize) -> bool {
        true
    }
}

impl<T: Number> Tangent<T> for T {
    type Activity = u64;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zero() -> Self {
        rules::Term::from(0.0).0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(self, other: Self) -> Self {
        self + other
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scale(self, k: T) -> Self {
        k * self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine<const N: usize>(partials: [T; N], tangents: [Self; N], active: [u64; N]) -> Self {
        let mut sum = partials[0] * tangents[0];
        for i in 1..N {
            sum = sum + partials[i] * tangents[i];
        }
        // Only a partial that is not finite can leak through an inactive zero, and then the sum is NaN.
        if sum.has_nan() { structural(partials, tangents, active, 0) } else { sum }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(c: T, a: Self, b: Self) -> Self {
        T::apply::<rule::Select, 3>([c, a, b], 0)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_nan(self) -> bool {
        Number::has_nan(self)
    }
    const RECORDS: bool = T::RECORDS;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        T::case(cases)
    }
    const LANES: usize = 1;
    fn lane(self, _: usize) -> T {
        self
    }
    fn with_lane(self, _: usize, tangent: T) -> T {
        tangent
    }
}

impl<T: Number, const N: usize> Tangent<T> for [T; N] {
    type Activity = u64;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zero() -> Self {
        [T::zero(); N]
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(self, other: Self) -> Self {
        let mut sum = self;
        for (s, o) in sum.iter_mut().zip(other) {
            *s = *s + o;
        }
        sum
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scale(mut self, k: T) -> Self {
        for t in &mut self {
            *t = k * *t;
        }
        self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn full() -> u64 {
        const { assert!(N <= 64, "a dual has at most 64 lanes: run more inputs in several passes") };
        if N == 64 { u64::MAX } else { (1 << N) - 1 }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine<const M: usize>(partials: [T; M], tangents: [Self; M], active: [u64; M]) -> Self {
        if N > 2 && finite(partials) {
            return sums(partials, tangents);
        }
        let sum = sums(partials, tangents);
        if !sum.iter().any(|s| Number::has_nan(*s)) {
            return sum;
        }
        structural_lanes(partials, tangents, active)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(c: T, a: Self, b: Self) -> Self {
        let mut out = a;
        for k in 0..N {
            out[k] = <T as Tangent<T>>::select(c, a[k], b[k]);
        }
        out
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_nan(self) -> bool {
        self.iter().any(|t| Number::has_nan(*t))
    }
    const RECORDS: bool = T::RECORDS;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        T::case(cases)
    }
    const LANES: usize = N;
    fn lane(self, lane: usize) -> T {
        self[lane]
    }
    fn with_lane(mut self, lane: usize, tangent: T) -> Self {
        self[lane] = tangent;
        self
    }
}

/// The sum of partial times tangent in every lane.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sums<T: Number, const N: usize, const M: usize>(partials: [T; M], tangents: [[T; N]; M]) -> [T; N] {
    let mut sums = tangents[0];
    for (k, sum) in sums.iter_mut().enumerate() {
        *sum = partials[0] * *sum;
        for i in 1..M {
            *sum = *sum + partials[i] * tangents[i][k];
        }
    }
    sums
}

/// Whether no partial can leak through an inactive zero. Asked of the partials, it costs the same for any number of
/// lanes, leaves their loops to be vectorised, and vanishes where the partials are constants.
#[cfg_attr(not(debug_assertions), inline(always))]
fn finite<T: Number, const M: usize>(partials: [T; M]) -> bool {
    // Adding to minus zero is free; infinity times zero is NaN.
    let (mut plain, mut probe) = (true, T::Scalar::from_f64(-0.0));
    for p in partials {
        match p.known() {
            Some(value) if p.is_constant() => probe = probe + value * T::Scalar::default(),
            _ => plain = false,
        }
    }
    plain && !Number::has_nan(probe)
}

/// The sums over what is active alone. In place, as a call would force every tangent into memory on the usual way too.
#[cfg_attr(not(debug_assertions), inline(always))]
fn structural_lanes<T: Number, const N: usize, const M: usize>(
    partials: [T; M],
    tangents: [[T; N]; M],
    active: [u64; M],
) -> [T; N] {
    unusual();
    // Minus zero leaves what is added to it as it is.
    let none: T = rules::Term::from(-0.0).0;
    let mut sum = [none; N];
    for i in 0..M {
        for (k, s) in sum.iter_mut().enumerate() {
            let term = partials[i] * tangents[i][k];
            *s = *s + if active[i] >> k & 1 == 1 { term } else { none };
        }
    }
    let any = active.iter().fold(0, |all, a| all | a);
    for (k, s) in sum.iter_mut().enumerate() {
        if any >> k & 1 == 0 {
            *s = T::zero();
        }
    }
    sum
}

#[cold]
fn unusual() {}

/// One lane's sum over the arguments that are active in it.
#[cold]
#[inline(never)]
fn structural<T: Number, const N: usize>(partials: [T; N], tangents: [T; N], active: [u64; N], lane: usize) -> T {
    let mut terms = (0..N).filter(|&i| active[i] >> lane & 1 == 1).map(|i| partials[i] * tangents[i]);
    match terms.next() {
        Some(first) => terms.fold(first, |sum, term| sum + term),
        None => T::zero(),
    }
}
