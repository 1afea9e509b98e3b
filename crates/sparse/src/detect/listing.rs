//! Operations as they come, in a list that is looked through when it is full.

use super::origin::{Class, INPUT, Origin, ROUND};
use core::cell::Cell;

/// The operations that are listed at the most.
pub(super) const ROOM: usize = 2048;

/// Operations in cells, as every one writes them: what each is, and what it takes: an input, or the result of one that was
/// made so many operations before.
pub(super) struct Listing {
    kinds: [Cell<u32>; ROOM],
    /// Their first arguments, and behind all of these the second ones.
    args: [Cell<u32>; 2 * ROOM],
    length: Cell<usize>,
    /// How long the list may be: nothing is listed if that is zero.
    most: Cell<usize>,
    /// The number of the first operation that is listed.
    number: Cell<u32>,
    /// The first window of the recording.
    first: Cell<u32>,
}

/// An operation that was listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Listed {
    /// Its class, and which of its arguments are inputs.
    pub(super) kind: u32,
    pub(super) args: [u32; 2],
}

const LINEAR: u32 = 0;
const PRODUCT: u32 = 1;
const QUOTIENT: u32 = 2;
const BENT: u32 = 3;
/// The first argument is no input; so the second, by one more.
const OF_RESULT: u32 = 2;

impl Listed {
    pub(super) fn class(self) -> Class {
        match self.kind & 3 {
            LINEAR => Class::Linear,
            PRODUCT => Class::Product,
            QUOTIENT => Class::Quotient,
            _ => Class::Bent,
        }
    }

    pub(super) fn is_input(self, arg: usize) -> bool {
        self.kind >> (OF_RESULT + arg as u32) & 1 == 0
    }

    /// How many arguments it has.
    pub(super) fn count(self) -> usize {
        if self.kind & 3 == BENT { 1 } else { 2 }
    }
}

impl Default for Listing {
    fn default() -> Listing {
        Listing {
            kinds: [const { Cell::new(0) }; ROOM],
            args: [const { Cell::new(0) }; 2 * ROOM],
            length: Cell::new(0),
            most: Cell::new(0),
            number: Cell::new(0),
            first: Cell::new(0),
        }
    }
}

/// All bits if a number is the result of a listed operation, none if it is an input.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_result(a: Origin) -> u32 {
    (a.window & 1).wrapping_neg()
}

impl Listing {
    /// Begins a recording, with this first window.
    pub(super) fn start(&self, first: u32) {
        self.length.set(0);
        self.most.set(0);
        self.number.set(0);
        self.first.set(first);
    }

    /// Whether operations are listed from now on; the list is empty.
    pub(super) fn turn(&self, on: bool) {
        self.most.set(if on { ROOM } else { 0 });
    }

    pub(super) fn is_on(&self) -> bool {
        self.most.get() > 0
    }

    pub(super) fn is_full(&self) -> bool {
        self.length.get() == ROOM
    }

    pub(super) fn length(&self) -> usize {
        self.length.get()
    }

    /// The number of an operation.
    pub(super) fn number(&self, at: usize) -> u32 {
        self.number.get() + at as u32
    }

    pub(super) fn get(&self, at: usize) -> Listed {
        Listed { kind: self.kinds[at].get(), args: [self.args[at].get(), self.args[ROOM + at].get()] }
    }

    /// What operations are, and their arguments.
    pub(super) fn columns(&self, from: usize, to: usize) -> [&[Cell<u32>]; 3] {
        [&self.kinds[from..to], &self.args[from..to], &self.args[ROOM + from..ROOM + to]]
    }

    /// What stands in a place of the arguments: of the second ones behind all of the first.
    #[inline]
    pub(super) fn arg(&self, place: usize) -> u32 {
        self.args[place].get()
    }

    /// Forgets operations, and moves those behind them to the front.
    pub(super) fn forget(&self, count: usize) {
        let left = self.length.get() - count;
        let (firsts, seconds) = self.args.split_at(ROOM);
        for list in [&self.kinds[..], firsts, seconds] {
            (0..left).for_each(|k| list[k].set(list[count + k].get()));
        }
        self.length.set(left);
        self.number.set(self.number.get() + count as u32);
    }

    /// Numbers an operation that is not listed; the list is empty.
    pub(super) fn skip(&self) -> Origin {
        let number = self.number.get();
        self.number.set(number + 1);
        Origin::of_operation(number, self.first.get())
    }

    /// Whether a number is an input, or the result of an operation that has a number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has(&self, a: Origin) -> bool {
        const { assert!(INPUT | 1 == ROUND) };
        a.window | 1 == ROUND && a.node == self.first.get()
    }

    /// The result of an operation with two arguments, if it can be listed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn two(&self, a: Origin, b: Origin, class: Class) -> Option<Origin> {
        let at = self.length.get();
        if at >= self.most.get() || !self.has(a) || !self.has(b) {
            return None;
        }
        let class = match class {
            Class::Linear => LINEAR,
            Class::Product => PRODUCT,
            Class::Quotient => QUOTIENT,
            Class::Bent => BENT,
        };
        let kind = class | (a.window & 1) << OF_RESULT | (b.window & 1) << (OF_RESULT + 1);
        Some(self.push(at, kind, self.taken(at, a), self.taken(at, b)))
    }

    /// The result of an operation that is not linear in its argument, if it can be listed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn bent(&self, a: Origin) -> Option<Origin> {
        let at = self.length.get();
        if at >= self.most.get() || !self.has(a) {
            return None;
        }
        Some(self.push(at, BENT | (a.window & 1) << OF_RESULT, self.taken(at, a), 0))
    }

    /// An input, or how many operations before this one the result was made.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn taken(&self, at: usize, a: Origin) -> u32 {
        let all = of_result(a);
        (a.bits as u32 ^ all).wrapping_add((self.number(at) + 1) & all)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push(&self, at: usize, kind: u32, first: u32, second: u32) -> Origin {
        let place = at % ROOM;
        self.kinds[place].set(kind);
        self.args[place].set(first);
        self.args[ROOM + place].set(second);
        self.length.set(at + 1);
        Origin::of_operation(self.number(at), self.first.get())
    }
}
