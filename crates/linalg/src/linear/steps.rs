//! The steps of a linear expression, in their order.

use super::maps::{Map, Part};
use crate::{Matrix, View};
use core::array;
use core::mem::forget;

/// What a step takes: the tangent of an input, or what another step makes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum At {
    Input(usize),
    Step(usize),
}

impl At {
    /// Of the tangents of inputs and of steps, where none is zero.
    pub(super) fn of<'v, T>(
        self,
        inputs: &[Option<View<'v, T>>],
        steps: &'v [Option<Matrix<T>>],
    ) -> Option<View<'v, T>> {
        match self {
            At::Input(k) => inputs.get(k).copied().flatten(),
            At::Step(k) => steps.get(k)?.as_ref().map(Matrix::view),
        }
    }
}

/// A step of a linear expression.
pub(super) enum Step<'a, T> {
    Sum(At, At),
    Difference(At, At),
    Map(At, Map<'a, T>),
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

    /// In its place at once: a step that is moved costs more than it holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn push(&mut self, step: Step<'a, T>) {
        match self.few.get_mut(self.len) {
            // There is nothing in it to be dropped.
            Some(place) => forget(place.replace(step)),
            None => self.many.push(step),
        }
        self.len += 1;
    }

    pub(super) fn get(&self, at: usize) -> Option<&Step<'a, T>> {
        match self.few.get(at) {
            Some(step) => step.as_ref(),
            None => self.many.get(at - FEW),
        }
    }

    /// Where this step is a product of columns of another one: which columns, and of which step.
    pub(super) fn product_of_part(&self, at: usize) -> Option<(&Map<'a, T>, &Part, usize)> {
        let Step::Map(At::Step(part), map @ Map::Product(_)) = self.get(at)? else { return None };
        let Step::Map(At::Step(to), Map::Part(part)) = self.get(*part)? else { return None };
        Some((map, part, *to))
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
