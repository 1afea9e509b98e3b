//! The sweep back: one loop over the statements, last to first.

use crate::Adjoints;
use crate::tape::{INDEX, MINUS, PLUS, Statement};
use rules::{Number, Scalar};

/// What a sweep accumulates for each node: one adjoint, or an array of them.
pub trait Adjoint<T: Number>: Copy {
    /// The adjoint of what the output does not depend on.
    fn zero() -> Self;
    /// Adds `k * other`.
    fn add_scaled(&mut self, k: T, other: Self);
    /// Adds `other`.
    fn add(&mut self, other: Self);
    /// Subtracts `other`.
    fn sub(&mut self, other: Self);
    /// Whether some lane is NaN, or not known.
    fn has_nan(&self) -> bool;
    /// Whether it is a plain constant zero in every lane.
    fn is_nothing(&self) -> bool;
    /// Sets the lanes that are not in the mask to zero.
    fn restrict(&mut self, lanes: u64);
}

impl<T: Number> Adjoint<T> for T {
    #[inline(always)]
    fn zero() -> Self {
        T::constant(T::Scalar::default())
    }
    #[inline(always)]
    fn add_scaled(&mut self, k: T, other: Self) {
        *self = *self + k * other;
    }
    #[inline(always)]
    fn add(&mut self, other: Self) {
        *self = *self + other;
    }
    #[inline(always)]
    fn sub(&mut self, other: Self) {
        *self = *self - other;
    }
    #[inline(always)]
    fn has_nan(&self) -> bool {
        Number::has_nan(*self)
    }
    #[inline(always)]
    fn is_nothing(&self) -> bool {
        self.is_constant() && self.known() == Some(T::Scalar::default())
    }
    #[inline(always)]
    fn restrict(&mut self, lanes: u64) {
        if lanes == 0 {
            *self = T::constant(T::Scalar::default());
        }
    }
}

impl<T: Number, const N: usize> Adjoint<T> for [T; N] {
    #[inline(always)]
    fn zero() -> Self {
        const { assert!(N <= 64, "at most 64 outputs in one sweep") };
        [T::constant(T::Scalar::default()); N]
    }
    #[inline(always)]
    fn add_scaled(&mut self, k: T, other: Self) {
        for (s, o) in self.iter_mut().zip(other) {
            *s = *s + k * o;
        }
    }
    #[inline(always)]
    fn add(&mut self, other: Self) {
        for (s, o) in self.iter_mut().zip(other) {
            *s = *s + o;
        }
    }
    #[inline(always)]
    fn sub(&mut self, other: Self) {
        for (s, o) in self.iter_mut().zip(other) {
            *s = *s - o;
        }
    }
    #[inline(always)]
    fn has_nan(&self) -> bool {
        let mut nan = false;
        for s in self {
            nan |= Number::has_nan(*s);
        }
        nan
    }
    #[inline(always)]
    fn is_nothing(&self) -> bool {
        self.iter().all(Adjoint::is_nothing)
    }
    #[inline(always)]
    fn restrict(&mut self, lanes: u64) {
        for (k, s) in self.iter_mut().enumerate() {
            s.restrict(lanes >> k & 1);
        }
    }
}

/// Sweeps from the seeds down. A partial that is not finite times the zero of a node that the seeds do not reach is a
/// NaN, and a NaN spreads to every node below: so when one is met, the sweep starts again and follows the structure.
pub(crate) fn sweep<T: Number, A: Adjoint<T>>(statements: &[Statement], partials: &[T], adjoints: &mut Adjoints<T, A>) {
    for &(index, w, _) in &adjoints.seeds {
        adjoints.adjoint[index as usize].add(w);
    }
    if !run(statements, partials, adjoints.leading, &mut adjoints.adjoint) {
        structural(statements, partials, adjoints);
    }
}

/// The plain sweep, down to the inputs that the recording began with; false if it met a NaN, or what might be one.
fn run<T: Number, A: Adjoint<T>>(statements: &[Statement], partials: &[T], leading: usize, adjoint: &mut [A]) -> bool {
    let mut rest = partials;
    for i in (leading + 1..statements.len()).rev() {
        let s = adjoint[i];
        if s.has_nan() {
            return false;
        }
        let [a, b] = statements[i];
        rest = spread(b, s, rest, adjoint);
        rest = spread(a, s, rest, adjoint);
    }
    let mut nan = false;
    for s in &adjoint[1..=leading] {
        nan |= s.has_nan();
    }
    !nan
}

/// Adds a statement's adjoint, times the partial, to that of an operand; returns the partials that are left.
#[inline(always)]
fn spread<'p, T: Number, A: Adjoint<T>>(operand: u32, s: A, partials: &'p [T], adjoint: &mut [A]) -> &'p [T] {
    let target = &mut adjoint[(operand & INDEX) as usize];
    if operand > INDEX {
        if operand & MINUS == 0 {
            target.add(s)
        } else {
            target.sub(s)
        }
        return partials;
    }
    match partials.split_last() {
        Some((&p, rest)) => {
            target.add_scaled(p, s);
            rest
        }
        None => partials,
    }
}

/// The sweep that keeps track of which lanes reach which node, and leaves all others alone.
#[cold]
pub(crate) fn structural<T: Number, A: Adjoint<T>>(
    statements: &[Statement],
    partials: &[T],
    Adjoints { adjoint, seeds, reached, .. }: &mut Adjoints<T, A>,
) {
    adjoint.fill(A::zero());
    reached.clear();
    reached.resize(statements.len(), 0);
    for &(index, w, lanes) in seeds.iter() {
        adjoint[index as usize].add(w);
        reached[index as usize] |= lanes;
    }
    let mut partials = partials.iter().rev();
    for (i, &[a, b]) in statements.iter().enumerate().skip(1).rev() {
        let (s, lanes) = (adjoint[i], reached[i]);
        for operand in [b, a] {
            let sign = operand & !INDEX;
            let p = match sign {
                PLUS => T::constant(T::Scalar::from_f64(1.0)),
                MINUS => T::constant(T::Scalar::from_f64(-1.0)),
                _ => match partials.next() {
                    Some(&p) => p,
                    None => return,
                },
            };
            if lanes != 0 {
                let target = (operand & INDEX) as usize;
                let mut term = A::zero();
                term.add_scaled(p, s);
                term.restrict(lanes);
                adjoint[target].add(term);
                reached[target] |= lanes;
            }
        }
    }
}
