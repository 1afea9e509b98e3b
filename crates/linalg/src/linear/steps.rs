//! The steps of a linear expression, in their order.

use super::maps::Map;
use crate::Shape;
use core::array;

/// A step of a linear expression.
pub(super) enum Step<'a, T> {
    Input(usize, Shape),
    Sum(usize, usize),
    Difference(usize, usize),
    Map(usize, Map<'a, T>),
}

/// On the stack where they are few: an allocation costs as much as a product of small matrices.
pub(super) const FEW: usize = 8;

/// The steps in their order, the first of them without an allocation.
pub(super) struct Steps<'a, T> {
    few: [Option<Step<'a, T>>; FEW],
    many: Vec<Step<'a, T>>,
    len: usize,
}

impl<'a, T> Steps<'a, T> {
    pub(super) fn new() -> Self {
        Steps { few: array::from_fn(|_| None), many: Vec::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, step: Step<'a, T>) {
        match self.few.get_mut(self.len) {
            Some(place) => *place = Some(step),
            None => self.many.push(step),
        }
        self.len += 1;
    }

    pub(super) fn get(&self, at: usize) -> Option<&Step<'a, T>> {
        self.few.get(at).map_or_else(|| self.many.get(at - FEW), Option::as_ref)
    }

    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut Step<'a, T>> {
        match self.few.get_mut(at) {
            Some(step) => step.as_mut(),
            None => self.many.get_mut(at - FEW),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Step<'a, T>> {
        self.few.iter().flatten().chain(&self.many)
    }
}
