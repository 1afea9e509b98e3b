//! Dual numbers: value and tangent in lock-step, nothing stored.

use crate::{Activity, Tangent, array, planes};
use core::fmt;
use rules::{ArrayRule, Cases, LONG, Lift, List, Listed, Number, Op, Rule, RuleId, Term, lend};

/// A value and its tangent: forward mode.
///
/// `T` is any number, so duals nest to any order; `V` is the space of tangents: one `T` (the default), an array
/// `[T; N]` for `N` directions at once, or a [`Tangent`] of your own.
///
/// ```
/// use forward::Dual;
/// use rules::Functions;
/// let (x, y) = (Dual::variable(0.5), Dual::from(4.2));
/// let z: Dual = x * y + x.sin();
/// assert_eq!(z.value, 2.579425538604203);
/// assert_eq!(z.tangent, 5.077582561890373);
/// ```
#[derive(Clone, Copy)]
pub struct Dual<T: Number = f64, V: Tangent<T> = T> {
    /// The value.
    pub value: T,
    /// The derivative of the value along the seeded direction, or one for each lane.
    pub tangent: V,
    pub(crate) active: V::Activity,
}

impl<T: Number, V: Tangent<T>> Dual<T, V> {
    /// A value with a tangent, active in every lane.
    ///
    /// ```
    /// use forward::Dual;
    /// // Along two directions at once.
    /// let x = Dual::new(3.0, [1.0, 10.0]);
    /// assert_eq!((x * x).tangent, [6.0, 60.0]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(value: T, tangent: V) -> Self {
        Dual { value, tangent, active: V::full() }
    }

    /// A value that does not depend on what is differentiated by at this level.
    ///
    /// ```
    /// use forward::Dual;
    /// let c: Dual = Dual::fixed(5.0);
    /// assert!(!c.is_active());
    /// assert_eq!((c * Dual::variable(2.0)).tangent, 5.0);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fixed(value: T) -> Self {
        Dual { value, tangent: V::zero(), active: V::Activity::default() }
    }

    /// Whether a seed reaches this number, in any lane.
    ///
    /// ```
    /// use forward::Dual;
    /// assert!(Dual::<f64>::variable(2.0).is_active() && !Dual::<f64>::fixed(2.0).is_active());
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_active(&self) -> bool {
        self.active.any()
    }

    // Named: a closure in a function over rules is compiled once for each rule.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value_of(self) -> T {
        self.value
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tangent_of(self) -> V {
        self.tangent
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn activity_of(self) -> V::Activity {
        self.active
    }
}

impl<T: Number> Dual<T, T> {
    /// The variable to differentiate by: tangent one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn variable(value: T) -> Self {
        Dual::new(value, Term::from(1.0).0)
    }

    /// A value with a seed; a seed that is exactly zero makes a constant, as the direction does not move it.
    ///
    /// ```
    /// use forward::Dual;
    /// let direction = [(2.0, 1.0), (3.0, 10.0)];
    /// let [x, y]: [Dual; 2] = direction.map(|(value, seed)| Dual::seeded(value, seed));
    /// assert_eq!((x * y).tangent, 3.0 * 1.0 + 2.0 * 10.0);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn seeded(value: T, seed: T) -> Self {
        let still = seed.is_constant() && seed.known().is_some_and(|s| s == T::Scalar::default());
        Dual { value, tangent: seed, active: u64::from(!still) }
    }
}

impl<T: Number, const N: usize> Dual<T, [T; N]> {
    /// The variable of lane `k`: tangent one there, and zero in all other lanes.
    ///
    /// # Panics
    /// If there is no lane `k`. More than 64 lanes do not compile, here as elsewhere:
    ///
    /// ```compile_fail
    /// forward::Dual::<f64, [f64; 65]>::lane(1.0, 0);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn lane(value: T, k: usize) -> Self {
        const { assert!(N <= 64, "a dual has at most 64 lanes: run more inputs in several passes") };
        let mut dual = Dual::<T, [T; N]>::fixed(value);
        dual.tangent[k] = Term::from(1.0).0;
        dual.active = 1 << k;
        dual
    }

    /// A value with a seed for each of up to 64 lanes; a lane whose seed is exactly zero is constant.
    ///
    /// ```compile_fail
    /// forward::Dual::<f64, [f64; 65]>::seeded_lanes(1.0, [1.0; 65]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn seeded_lanes(value: T, seeds: [T; N]) -> Self {
        const { assert!(N <= 64, "a dual has at most 64 lanes: run more inputs in several passes") };
        let mut active = 0;
        for (k, &seed) in seeds.iter().enumerate() {
            active |= Dual::seeded(value, seed).active << k;
        }
        Dual { value, tangent: seeds, active }
    }
}

impl<T: Number, V: Tangent<T>> Number for Dual<T, V> {
    type Scalar = T::Scalar;
    const ORDER: usize = T::ORDER.saturating_add(1);
    const RECORDS: bool = T::RECORDS || V::RECORDS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        V::case(cases)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(c: T::Scalar) -> Self {
        Dual::fixed(T::constant(c))
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let at = rules::each(args, Self::value_of);
        let value = T::apply::<R, N>(at, n);
        if R::STEPS {
            return Dual::fixed(value);
        }
        if R::CHOOSES {
            return choose::<R, N, T, V>(args, at, value, n);
        }
        let active = rules::each(args, Self::activity_of);
        let partials = R::partials(at, value, rules::each(active, Activity::any), n);
        let tangent = V::combine(partials, rules::each(args, Self::tangent_of), active);
        Dual { value, tangent, active: active.iter().fold(V::Activity::default(), |all, &a| all.or(a)) }
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_with<R: Rule<2>>(self, c: T::Scalar) -> Self {
        if R::CHOOSES {
            return Self::apply::<R, 2>([self, Self::constant(c)], 0);
        }
        let value = self.value.apply_with::<R>(c);
        if R::STEPS {
            return Dual::fixed(value);
        }
        let [partial, _] = R::partials([self.value, T::constant(c)], value, [true, false], 0);
        Dual { value, tangent: V::combine([partial], [self.tangent], [self.active]), active: self.active }
    }

    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply_to<R: Rule<2>>(c: T::Scalar, x: Self) -> Self {
        if R::CHOOSES {
            return Self::apply::<R, 2>([Self::constant(c), x], 0);
        }
        let value = T::apply_to::<R>(c, x.value);
        if R::STEPS {
            return Dual::fixed(value);
        }
        let [_, partial] = R::partials([T::constant(c), x.value], value, [false, true], 0);
        Dual { value, tangent: V::combine([partial], [x.tangent], [x.active]), active: x.active }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn known(self) -> Option<T::Scalar> {
        self.value.known()
    }

    #[track_caller]
    fn apply_array<R: ArrayRule>(rule: &R, x: &[&[Self]]) -> Result<Vec<Self>, R::Error> {
        array::of_duals(rule, x)
    }

    #[track_caller]
    fn apply_lists<R: ArrayRule>(rule: &R, x: &[List<'_, Self>]) -> Result<Listed<Self>, R::Error> {
        let long = x.iter().map(List::len).chain(rule.outputs()).any(|len| len >= LONG);
        if Self::PLANES > 0 && !R::COLLECTIVE && (long || x.iter().any(|x| matches!(x, List::Planes(_)))) {
            return planes::of_planes(rule, x).map(Listed::Planes);
        }
        lend(x, |x| array::of_duals(rule, x)).map(Listed::Each)
    }

    const PLANES: usize = planes::count(T::PLANES, V::LANES);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part(self, plane: usize) -> f64 {
        let (level, plane) = (plane / T::PLANES.max(1), plane % T::PLANES.max(1));
        if level == 0 { self.value.part(plane) } else { self.tangent.lane(level - 1).part(plane) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parts(self) -> u64 {
        let lanes = (0..V::LANES).filter(|&lane| self.active.in_lane(lane));
        lanes.fold(self.value.parts(), |all, lane| all | self.tangent.lane(lane).parts() << (T::PLANES * (1 + lane)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_parts(part: impl Fn(usize) -> f64, reached: u64) -> Self {
        let mut x = Self::fixed(T::of_parts(&part, reached));
        for lane in 0..V::LANES {
            let first = T::PLANES * (1 + lane);
            let reached = reached >> first;
            if reached & !(!0 << T::PLANES) != 0 {
                x.tangent = x.tangent.with_lane(lane, T::of_parts(|k| part(first + k), reached));
                x.active = x.active.or(V::Activity::of_lane(lane));
            }
        }
        x
    }

    #[track_caller]
    fn exceeds(self, other: Self) -> Option<bool> {
        self.value.exceeds(other.value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_nan(self) -> bool {
        self.value.has_nan() || self.tangent.has_nan()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_constant(self) -> bool {
        !self.active.any() && self.value.is_constant()
    }
}

/// What is chosen has the tangent of the arguments taken, and their activity.
///
/// What has lost is masked, not branched around: on values in no order a branch on what wins took 1.6 times as long.
#[cfg_attr(not(debug_assertions), inline(always))]
fn choose<R: Rule<N>, const N: usize, T: Number, V: Tangent<T>>(
    args: [Dual<T, V>; N],
    at: [T; N],
    value: T,
    n: i32,
) -> Dual<T, V> {
    let (mut active, mut tangents) = (rules::each(args, Dual::activity_of), rules::each(args, Dual::tangent_of));
    let partials = R::partials(at, value, rules::each(active, Activity::any), n);
    let mut open = false;
    for i in 0..N {
        let known = partials[i].known();
        open |= known.is_none();
        if known == Some(T::Scalar::default()) {
            active[i] = V::Activity::default();
            tangents[i] = V::zero();
        }
    }
    let tangent = match R::ID {
        _ if !open => V::combine(partials, tangents, active),
        RuleId::Table(Op::Select) => V::select(at[0], args[N - 2].tangent, args[N - 1].tangent),
        _ => {
            let terms = (0..N).filter(|&i| active[i].any());
            let term = |i: usize| V::select(partials[i], tangents[i].scale(partials[i]), V::zero());
            terms.fold(V::zero(), |sum, i| sum.add(term(i)))
        }
    };
    Dual { value, tangent, active: active.iter().fold(V::Activity::default(), |all, &a| all.or(a)) }
}

rules::number_operators! { [T: Number, V: Tangent<T>] Dual<T, V>, value: T }

impl<T: Number, V: Tangent<T>> Lift for Dual<T, V> {
    type Inner = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(inner: T) -> Self {
        Dual::fixed(inner)
    }
}

impl<T: Number + fmt::Display, V: Tangent<T>> fmt::Display for Dual<T, V> {
    /// Writes the value alone, with the formatter's options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Number + fmt::Debug, V: Tangent<T> + fmt::Debug> fmt::Debug for Dual<T, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dual").field("value", &self.value).field("tangent", &self.tangent).finish()
    }
}
