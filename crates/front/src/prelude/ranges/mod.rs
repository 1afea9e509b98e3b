//! Ranges as iterators.

use crate::prelude::iter::{Back, Iter};
use crate::prelude::place;
use std::ops::{Range, RangeFrom, RangeInclusive};

mod bounds;
mod step;

pub use bounds::*;
pub use step::*;

impl<T: Step> Iter for Range<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if Iter::len(self) > 0 {
            let x = self.start;
            self.start = x.forward(1);
            Some(x)
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        T::steps(self.start, self.end)
    }

    fn at(&mut self, k: usize) -> T {
        self.start.forward(k)
    }

    fn forget(&mut self, n: usize) {
        self.start = self.start.forward(n);
    }
}

impl<T: Step> Back for Range<T> {
    fn next_back(&mut self) -> Option<T> {
        if Iter::len(self) > 0 {
            self.end = self.end.backward(1);
            Some(self.end)
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.end = self.end.backward(n);
    }
}

impl<T: Step> Iter for RangeFrom<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let x = self.start;
        self.start = x.forward(1);
        Some(x)
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        usize::MAX
    }

    fn at(&mut self, k: usize) -> T {
        self.start.forward(k)
    }

    fn forget(&mut self, n: usize) {
        self.start = self.start.forward(n);
    }
}

impl<T: Step> Iter for RangeInclusive<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if Iter::len(self) > 0 {
            let x = *place::start(self);
            place::cut_range(self, 1, 0);
            Some(x)
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        place::count(self)
    }

    fn at(&mut self, k: usize) -> T {
        place::start(self).forward(k)
    }

    fn forget(&mut self, n: usize) {
        place::cut_range(self, n, 0);
    }
}

impl<T: Step> Back for RangeInclusive<T> {
    fn next_back(&mut self) -> Option<T> {
        if Iter::len(self) > 0 {
            let x = *place::end(self);
            place::cut_range(self, 0, 1);
            Some(x)
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        place::cut_range(self, 0, n);
    }
}
