//! Arguments of functions, as values of Rust and of the machine, and results of both.

use crate::value::{Place, V, cell};
use std::cmp::Ordering;

/// Random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    pub(crate) fn number(&mut self) -> f64 {
        match self.next() % 8 {
            0 => 0.0,
            1 => 1.0,
            2 => -((self.next() % 400) as f64) / 100.0,
            _ => (self.next() % 4001) as f64 / 800.0,
        }
    }
}

/// What a function takes.
pub(crate) trait Arg: Sized {
    /// A value, and the same for the machine.
    fn make(random: &mut Random) -> (Self, V);
}

impl Arg for f64 {
    fn make(random: &mut Random) -> (f64, V) {
        let x = random.number();
        (x, V::F64(x))
    }
}

impl Arg for f32 {
    fn make(random: &mut Random) -> (f32, V) {
        let x = random.number() as f32;
        (x, V::F32(x))
    }
}

impl Arg for bool {
    fn make(random: &mut Random) -> (bool, V) {
        let x = random.next().is_multiple_of(2);
        (x, V::Bool(x))
    }
}

macro_rules! integers {
    ($($t:ty)+) => {$(
        impl Arg for $t {
            fn make(random: &mut Random) -> ($t, V) {
                let x = (1 + random.next() % 3) as $t;
                (x, V::Int(x as i128))
            }
        }

        impl Given for $t {
            fn is(&self, v: &V) -> bool {
                v.int() == *self as i128
            }
        }
    )+};
}
integers!(u8 u16 u32 i32 u64 i64 usize);

/// How many elements lists have.
const LEN: usize = 4;

impl<T: Arg> Arg for Vec<T> {
    fn make(random: &mut Random) -> (Vec<T>, V) {
        let (list, values) = (0..LEN).map(|_| T::make(random)).unzip();
        (list, V::list(values))
    }
}

impl<T: Arg, const N: usize> Arg for [T; N] {
    fn make(random: &mut Random) -> ([T; N], V) {
        let (list, values): (Vec<T>, Vec<V>) = (0..N).map(|_| T::make(random)).unzip();
        (list.try_into().unwrap_or_else(|_| unreachable!()), V::list(values))
    }
}

fn lent(v: V) -> V {
    V::Ref(Place::Cell(cell(v)))
}

impl<T: Arg> Arg for &'static [T] {
    fn make(random: &mut Random) -> (&'static [T], V) {
        let (list, value) = Vec::make(random);
        (Vec::leak(list), lent(value))
    }
}

impl<T: Arg> Arg for &'static T {
    fn make(random: &mut Random) -> (&'static T, V) {
        let (x, value) = T::make(random);
        (Box::leak(Box::new(x)), lent(value))
    }
}

impl<T: Arg> Arg for Option<T> {
    fn make(random: &mut Random) -> (Option<T>, V) {
        let (x, value) = T::make(random);
        match random.next() % 2 {
            0 => (None, V::Some(None)),
            _ => (Some(x), V::Some(Some(cell(value)))),
        }
    }
}

impl<A: Arg, B: Arg> Arg for (A, B) {
    fn make(random: &mut Random) -> ((A, B), V) {
        let ((a, x), (b, y)) = (A::make(random), B::make(random));
        ((a, b), V::tuple(vec![x, y]))
    }
}

impl<A: Arg, B: Arg, C: Arg> Arg for (A, B, C) {
    fn make(random: &mut Random) -> ((A, B, C), V) {
        let ((a, x), (b, y), (c, z)) = (A::make(random), B::make(random), C::make(random));
        ((a, b, c), V::tuple(vec![x, y, z]))
    }
}

/// What a function gives.
pub(crate) trait Given {
    /// Whether the machine gives the same.
    fn is(&self, v: &V) -> bool;
}

impl Given for f64 {
    fn is(&self, v: &V) -> bool {
        match v.clone().behind() {
            V::F64(x) => x.to_bits() == self.to_bits() || x.is_nan() && self.is_nan(),
            _ => false,
        }
    }
}

impl Given for f32 {
    fn is(&self, v: &V) -> bool {
        match v.clone().behind() {
            V::F32(x) => x.to_bits() == self.to_bits() || x.is_nan() && self.is_nan(),
            _ => false,
        }
    }
}

impl Given for bool {
    fn is(&self, v: &V) -> bool {
        v.truth() == *self
    }
}

impl Given for Ordering {
    fn is(&self, v: &V) -> bool {
        matches!(v, V::Adt(_, k, _) if *k as i8 - 1 == *self as i8)
    }
}

impl<T: Given> Given for [T] {
    fn is(&self, v: &V) -> bool {
        match v.clone().behind() {
            V::List(all) => all.len() == self.len() && self.iter().zip(all).all(|(x, v)| x.is(&v.borrow())),
            _ => false,
        }
    }
}

impl<T: Given> Given for Vec<T> {
    fn is(&self, v: &V) -> bool {
        self[..].is(v)
    }
}

impl<T: Given, const N: usize> Given for [T; N] {
    fn is(&self, v: &V) -> bool {
        self[..].is(v)
    }
}

impl<T: Given + ?Sized> Given for &T {
    fn is(&self, v: &V) -> bool {
        (**self).is(v)
    }
}

impl<T: Given> Given for Option<T> {
    fn is(&self, v: &V) -> bool {
        match v {
            V::Adt(_, k, parts) => match self {
                Some(x) => *k == 1 && x.is(&parts[0].borrow()),
                None => *k == 0,
            },
            _ => false,
        }
    }
}

impl<T: Given, E> Given for Result<T, E> {
    fn is(&self, v: &V) -> bool {
        match v {
            V::Adt(_, k, parts) => match self {
                Ok(x) => *k == 0 && x.is(&parts[0].borrow()),
                Err(_) => *k == 1,
            },
            _ => false,
        }
    }
}

fn parts_are(v: &V, parts: &[&dyn Given]) -> bool {
    match v {
        V::Tuple(all) => parts.iter().zip(all).all(|(x, v)| x.is(&v.borrow())),
        _ => false,
    }
}

impl<A: Given, B: Given> Given for (A, B) {
    fn is(&self, v: &V) -> bool {
        parts_are(v, &[&self.0, &self.1])
    }
}

impl<A: Given, B: Given, C: Given> Given for (A, B, C) {
    fn is(&self, v: &V) -> bool {
        parts_are(v, &[&self.0, &self.1, &self.2])
    }
}

/// A function: its name, and what it does with random arguments. It gives these for the machine, and how what that gives
/// is compared; nothing if it panics.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) run: Run,
}

/// Runs a function on random arguments.
pub(crate) type Run = Box<dyn Fn(&mut Random) -> Option<Ran>>;

/// The arguments, and how the result is compared.
pub(crate) type Ran = (Vec<V>, Is);

/// Whether the machine gives what the function gave.
pub(crate) type Is = Box<dyn Fn(&V) -> bool>;

pub(crate) fn case1<A: Arg, R: Given + 'static>(name: &'static str, f: impl Fn(A) -> R + 'static) -> Case {
    let run = move |random: &mut Random| {
        let ((a, a_value),) = (A::make(random),);
        let run = std::panic::AssertUnwindSafe(|| f(a));
        let given = std::panic::catch_unwind(run).ok()?;
        let is: Is = Box::new(move |v| given.is(v));
        Some((vec![a_value], is))
    };
    Case { name, run: Box::new(run) }
}

pub(crate) fn case2<A: Arg, B: Arg, R: Given + 'static>(name: &'static str, f: impl Fn(A, B) -> R + 'static) -> Case {
    let run = move |random: &mut Random| {
        let ((a, a_value), (b, b_value)) = (A::make(random), B::make(random));
        let run = std::panic::AssertUnwindSafe(|| f(a, b));
        let given = std::panic::catch_unwind(run).ok()?;
        let is: Is = Box::new(move |v| given.is(v));
        Some((vec![a_value, b_value], is))
    };
    Case { name, run: Box::new(run) }
}

pub(crate) fn case3<A: Arg, B: Arg, C: Arg, R: Given + 'static>(
    name: &'static str,
    f: impl Fn(A, B, C) -> R + 'static,
) -> Case {
    let run = move |random: &mut Random| {
        let ((a, a_value), (b, b_value), (c, c_value)) = (A::make(random), B::make(random), C::make(random));
        let run = std::panic::AssertUnwindSafe(|| f(a, b, c));
        let given = std::panic::catch_unwind(run).ok()?;
        let is: Is = Box::new(move |v| given.is(v));
        Some((vec![a_value, b_value, c_value], is))
    };
    Case { name, run: Box::new(run) }
}

pub(crate) fn case4<A: Arg, B: Arg, C: Arg, D: Arg, R: Given + 'static>(
    name: &'static str,
    f: impl Fn(A, B, C, D) -> R + 'static,
) -> Case {
    let run = move |random: &mut Random| {
        let ((a, a_value), (b, b_value), (c, c_value), (d, d_value)) =
            (A::make(random), B::make(random), C::make(random), D::make(random));
        let run = std::panic::AssertUnwindSafe(|| f(a, b, c, d));
        let given = std::panic::catch_unwind(run).ok()?;
        let is: Is = Box::new(move |v| given.is(v));
        Some((vec![a_value, b_value, c_value, d_value], is))
    };
    Case { name, run: Box::new(run) }
}

pub(crate) fn case5<A: Arg, B: Arg, C: Arg, D: Arg, E: Arg, R: Given + 'static>(
    name: &'static str,
    f: impl Fn(A, B, C, D, E) -> R + 'static,
) -> Case {
    let run = move |random: &mut Random| {
        let ((a, a_value), (b, b_value), (c, c_value), (d, d_value), (e, e_value)) =
            (A::make(random), B::make(random), C::make(random), D::make(random), E::make(random));
        let run = std::panic::AssertUnwindSafe(|| f(a, b, c, d, e));
        let given = std::panic::catch_unwind(run).ok()?;
        let is: Is = Box::new(move |v| given.is(v));
        Some((vec![a_value, b_value, c_value, d_value, e_value], is))
    };
    Case { name, run: Box::new(run) }
}
