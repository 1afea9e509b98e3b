//! Ranges as parts of a list, and what lies in a range.

use crate::prelude::place;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// A range of indices.
pub trait Bounds {
    /// The first index.
    fn first(&self) -> usize;
    /// The index after the last, of a list of `len` elements.
    fn end(&self, len: usize) -> usize;
    /// Whether a list of `len` elements has all of it.
    fn fits(&self, len: usize) -> bool;
}

impl Bounds for Range<usize> {
    fn first(&self) -> usize {
        self.start
    }

    fn end(&self, _len: usize) -> usize {
        self.end
    }

    fn fits(&self, len: usize) -> bool {
        self.start <= self.end && self.end <= len
    }
}

impl Bounds for RangeFrom<usize> {
    fn first(&self) -> usize {
        self.start
    }

    fn end(&self, len: usize) -> usize {
        len
    }

    fn fits(&self, len: usize) -> bool {
        self.start <= len
    }
}

impl Bounds for RangeTo<usize> {
    fn first(&self) -> usize {
        0
    }

    fn end(&self, _len: usize) -> usize {
        self.end
    }

    fn fits(&self, len: usize) -> bool {
        self.end <= len
    }
}

impl Bounds for RangeFull {
    fn first(&self) -> usize {
        0
    }

    fn end(&self, len: usize) -> usize {
        len
    }

    fn fits(&self, _len: usize) -> bool {
        true
    }
}

impl Bounds for RangeInclusive<usize> {
    fn first(&self) -> usize {
        *place::start(self)
    }

    fn end(&self, _len: usize) -> usize {
        *place::end(self) + 1
    }

    fn fits(&self, len: usize) -> bool {
        Bounds::first(self) <= Bounds::end(self, 0) && Bounds::end(self, 0) <= len
    }
}

impl Bounds for RangeToInclusive<usize> {
    fn first(&self) -> usize {
        0
    }

    fn end(&self, _len: usize) -> usize {
        self.end + 1
    }

    fn fits(&self, len: usize) -> bool {
        self.end < len
    }
}

/// What may lie in a range.
pub trait Contains<T> {
    /// Whether it does.
    fn contains(&self, item: &T) -> bool;
}

impl<T: PartialOrd> Contains<T> for Range<T> {
    fn contains(&self, item: &T) -> bool {
        self.start <= *item && *item < self.end
    }
}

impl<T: PartialOrd> Contains<T> for RangeFrom<T> {
    fn contains(&self, item: &T) -> bool {
        self.start <= *item
    }
}

impl<T: PartialOrd> Contains<T> for RangeTo<T> {
    fn contains(&self, item: &T) -> bool {
        *item < self.end
    }
}

impl<T: PartialOrd> Contains<T> for RangeInclusive<T> {
    fn contains(&self, item: &T) -> bool {
        *place::start(self) <= *item && *item <= *place::end(self)
    }
}

impl<T: PartialOrd> Contains<T> for RangeToInclusive<T> {
    fn contains(&self, item: &T) -> bool {
        *item <= self.end
    }
}

/// A range with two ends.
pub trait Ends<T> {
    /// Whether nothing lies in it.
    fn is_empty(&self) -> bool;
    /// Where it begins.
    fn start(&self) -> &T;
    /// Where it ends.
    fn end(&self) -> &T;
}

impl<T: PartialOrd> Ends<T> for Range<T> {
    fn is_empty(&self) -> bool {
        !(self.start < self.end)
    }

    fn start(&self) -> &T {
        &self.start
    }

    fn end(&self) -> &T {
        &self.end
    }
}

impl<T: PartialOrd> Ends<T> for RangeInclusive<T> {
    fn is_empty(&self) -> bool {
        place::is_empty(self)
    }

    fn start(&self) -> &T {
        place::start(self)
    }

    fn end(&self) -> &T {
        place::end(self)
    }
}
