//! `std::cmp`.

use std::cmp::Ordering;

mod compiled;
mod parts;

/// What has an order.
pub trait Ord {
    /// How two stand to one another.
    fn cmp(&self, other: &Self) -> Ordering;

    /// The greater; the second of equals.
    fn max(self, other: Self) -> Self
    where
        Self: Sized,
    {
        match other.cmp(&self) {
            Ordering::Less => self,
            _ => other,
        }
    }

    /// The lesser; the first of equals.
    fn min(self, other: Self) -> Self
    where
        Self: Sized,
    {
        match other.cmp(&self) {
            Ordering::Less => other,
            _ => self,
        }
    }

    /// It, or the bound that it lies beyond.
    fn clamp(self, min: Self, max: Self) -> Self
    where
        Self: Sized,
    {
        assert!(min.cmp(&max) != Ordering::Greater, "assertion failed: min <= max");
        match self.cmp(&min) {
            Ordering::Less => min,
            _ => match self.cmp(&max) {
                Ordering::Greater => max,
                _ => self,
            },
        }
    }
}

/// What has an order, but for some that have none.
pub trait PartialOrd<Rhs: ?Sized = Self> {
    /// How two stand to one another.
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;

    /// Whether it comes before another.
    fn lt(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Ordering::Less) => true,
            _ => false,
        }
    }

    /// Whether it does not come after another.
    fn le(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Ordering::Less | Ordering::Equal) => true,
            _ => false,
        }
    }

    /// Whether it comes after another.
    fn gt(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Ordering::Greater) => true,
            _ => false,
        }
    }

    /// Whether it does not come before another.
    fn ge(&self, other: &Rhs) -> bool {
        match self.partial_cmp(other) {
            Some(Ordering::Greater | Ordering::Equal) => true,
            _ => false,
        }
    }
}

/// What is equal to others or not.
pub trait PartialEq<Rhs: ?Sized = Self> {
    /// Whether it is.
    fn eq(&self, other: &Rhs) -> bool;

    /// Whether it is not.
    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}

/// What is equal to itself.
pub trait Eq: PartialEq {}

/// What is in the order the other way round.
#[derive(Clone, Copy, Debug)]
pub struct Reverse<T>(pub T);

impl<T: Ord> Ord for Reverse<T> {
    fn cmp(&self, other: &Reverse<T>) -> Ordering {
        other.0.cmp(&self.0)
    }
}

impl<T: PartialOrd> PartialOrd for Reverse<T> {
    fn partial_cmp(&self, other: &Reverse<T>) -> Option<Ordering> {
        other.0.partial_cmp(&self.0)
    }
}

impl<T: PartialEq> PartialEq for Reverse<T> {
    fn eq(&self, other: &Reverse<T>) -> bool {
        self.0.eq(&other.0)
    }
}

impl<T: Eq> Eq for Reverse<T> {}

/// The greater; the second of equals.
pub fn max<T: Ord>(v1: T, v2: T) -> T {
    v1.max(v2)
}

/// The lesser; the first of equals.
pub fn min<T: Ord>(v1: T, v2: T) -> T {
    v1.min(v2)
}

/// The greater by a function; the second of equals.
pub fn max_by<T, F: FnOnce(&T, &T) -> Ordering>(v1: T, v2: T, compare: F) -> T {
    match compare(&v2, &v1) {
        Ordering::Less => v1,
        _ => v2,
    }
}

/// The lesser by a function; the first of equals.
pub fn min_by<T, F: FnOnce(&T, &T) -> Ordering>(v1: T, v2: T, compare: F) -> T {
    match compare(&v2, &v1) {
        Ordering::Less => v2,
        _ => v1,
    }
}

/// That of the greater key; the second of equals.
pub fn max_by_key<T, F: FnMut(&T) -> K, K: Ord>(v1: T, v2: T, mut f: F) -> T {
    let second = f(&v2);
    match second.cmp(&f(&v1)) {
        Ordering::Less => v1,
        _ => v2,
    }
}

/// That of the lesser key; the first of equals.
pub fn min_by_key<T, F: FnMut(&T) -> K, K: Ord>(v1: T, v2: T, mut f: F) -> T {
    let second = f(&v2);
    match second.cmp(&f(&v1)) {
        Ordering::Less => v2,
        _ => v1,
    }
}
