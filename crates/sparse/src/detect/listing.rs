//! Operations as they come, in a list that is looked through when it is full.

use super::origin::{Class, Origin};
use core::cell::Cell;

/// The operations that are listed at the most.
pub(super) const ROOM: usize = 2048;
/// The tag of no number.
const NOTHING: u64 = u64::MAX;

thread_local! {
    static LIST: List = const { List { head: Head::new(), operations: [const { Cell::new(0) }; ROOM] } };
}

/// What there is for each thread, in one place, so that a single address reaches all of it.
struct List {
    head: Head,
    operations: Operations,
}

/// The thread's list of what is done in the recording in progress.
///
/// Both of its parts are in places that are known when code is compiled, so that numbers need not say where it is, and
/// compilers see that an operation which is listed changes the length alone.
#[derive(Clone, Copy)]
pub(super) struct Listing<'l> {
    head: &'l Head,
    operations: &'l Operations,
}

/// Operations in cells, as every one writes them, in a word each, as to write is what takes the time: the two inputs or numbered
/// operations that it takes, in [`FIELD`] bits each, and above what it is.
type Operations = [Cell<u64>; ROOM];

/// The bits of an argument: twice its number, and one if it is an operation.
pub(super) const FIELD: u32 = 31;
/// No more inputs and operations than these are numbered in a list. An argument has bits to spare, so that sums and differences of
/// words are those of their parts.
pub(super) const MOST_NUMBERED: u32 = 1 << 28;

/// What there is of a list.
struct Head {
    length: Cell<usize>,
    /// The tag of what operations may take that are listed: nothing has it where none is.
    tag: Cell<u64>,
    /// Twice the number of the first operation that is listed, and one.
    code: Cell<u64>,
    /// The first window of the recording.
    first: Cell<u32>,
    /// Whether second derivatives are looked for.
    second: Cell<bool>,
    /// Whether values are not computed.
    blind: Cell<bool>,
}

/// A list that is empty, to go on with later.
#[derive(Clone, Copy)]
pub(super) struct Paused {
    tag: u64,
    code: u64,
    first: u32,
    second: bool,
    blind: bool,
}

/// An operation that was listed. What it takes is an input, or the result of one that was made so many operations before.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    pub(super) class: Class,
    pub(super) args: [Arg; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arg {
    Input(u32),
    Before(u32),
    /// Of a body: what was made before the loop.
    Outside(u32),
}

impl Listed {
    /// What it takes.
    pub(super) fn args(&self) -> &[Arg] {
        &self.args[..if self.class == Class::Bent { 1 } else { 2 }]
    }
}

impl PartialEq for Listed {
    fn eq(&self, other: &Listed) -> bool {
        self.class == other.class && self.args() == other.args()
    }
}

impl Head {
    const fn new() -> Head {
        Head {
            length: Cell::new(0),
            tag: Cell::new(NOTHING),
            code: Cell::new(1),
            first: Cell::new(0),
            second: Cell::new(false),
            blind: Cell::new(false),
        }
    }
}

/// The list of this thread.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn with_list<R>(f: impl FnOnce(Listing<'_>) -> R) -> R {
    LIST.with(|List { head, operations }| f(Listing { head, operations }))
}

impl Listing<'_> {
    /// Begins a recording, with this first window.
    pub(super) fn start(&self, first: u32, second: bool, blind: bool) {
        self.resume(Paused { tag: NOTHING, code: 1, first, second, blind });
    }

    /// What it takes to go on with a list that is empty.
    pub(super) fn paused(&self) -> Paused {
        let (second, blind) = (self.head.second.get(), self.head.blind.get());
        Paused { tag: self.head.tag.get(), code: self.head.code.get(), first: self.head.first.get(), second, blind }
    }

    /// Goes on with a list.
    pub(super) fn resume(&self, paused: Paused) {
        self.head.length.set(0);
        self.head.tag.set(paused.tag);
        self.head.code.set(paused.code);
        self.head.first.set(paused.first);
        self.head.second.set(paused.second);
        self.head.blind.set(paused.blind);
    }

    #[inline]
    pub(super) fn is_second(&self) -> bool {
        self.head.second.get()
    }

    #[inline]
    pub(super) fn is_blind(&self) -> bool {
        self.head.blind.get()
    }

    /// Whether operations are listed from now on; the list is empty.
    pub(super) fn turn(&self, on: bool) {
        self.head.tag.set(if on { Origin::numbered(self.head.first.get()) } else { NOTHING });
    }

    pub(super) fn is_on(&self) -> bool {
        self.head.tag.get() != NOTHING
    }

    pub(super) fn is_full(&self) -> bool {
        self.head.length.get() == ROOM
    }

    pub(super) fn length(&self) -> usize {
        self.head.length.get()
    }

    /// The number of an operation.
    pub(super) fn number(&self, at: usize) -> u32 {
        (self.head.code.get() / 2) as u32 + at as u32
    }

    /// What an operation is, and its arguments: twice the number of each, and one if it is an operation.
    #[inline]
    pub(super) fn coded(&self, at: usize) -> (u8, [u32; 2]) {
        let word = self.operations[at].get();
        ((word >> (2 * FIELD)) as u8, [word, word >> FIELD].map(|arg| arg as u32 & (u32::MAX >> 1)))
    }

    pub(super) fn get(&self, at: usize) -> Listed {
        let (class, args) = self.coded(at);
        let arg = |arg: u32| match arg % 2 {
            0 => Arg::Input(arg / 2),
            _ => Arg::Before(self.number(at) - arg / 2),
        };
        Listed { class: Class::ALL[usize::from(class % 4)], args: args.map(arg) }
    }

    /// Operations one after the other, each in a word.
    pub(super) fn words(&self, from: usize, to: usize) -> &[Cell<u64>] {
        &self.operations[from..to]
    }

    /// The input that is the first or second argument of an operation.
    #[inline]
    pub(super) fn input(&self, at: usize, arg: u32) -> u32 {
        (self.operations[at].get() >> (arg * FIELD)) as u32 % (1 << FIELD) / 2
    }

    /// The inputs that are the first or second arguments of operations so far apart, from one on.
    #[inline]
    pub(super) fn inputs(&self, at: usize, apart: usize, arg: u32) -> impl Iterator<Item = u32> {
        self.operations[at..]
            .chunks(apart)
            .map(move |words| (words[0].get() >> (arg * FIELD)) as u32 % (1 << FIELD) / 2)
    }

    /// The inputs that are both arguments of operations so far apart, from one on.
    #[inline]
    pub(super) fn both_inputs(&self, at: usize, apart: usize) -> impl Iterator<Item = [u32; 2]> {
        self.operations[at..]
            .chunks(apart)
            .map(|words| words[0].get())
            .map(|word| [word, word >> FIELD].map(|arg| arg as u32 % (1 << FIELD) / 2))
    }

    /// Forgets operations, and moves those behind them to the front.
    pub(super) fn forget(&self, count: usize) {
        let left = self.head.length.get() - count;
        (0..left).for_each(|k| self.operations[k].set(self.operations[count + k].get()));
        self.head.length.set(left);
        self.head.code.set(self.head.code.get() + 2 * count as u64);
    }

    /// Numbers an operation that is not listed; the list is empty.
    pub(super) fn skip(&self) -> Origin {
        let code = self.head.code.get();
        self.head.code.set(code + 2);
        Origin::of_tag(code, Origin::numbered(self.head.first.get()))
    }

    /// The result of an operation with two arguments, if it can be listed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn two(&self, a: Origin, b: Origin, class: Class) -> Option<Origin> {
        let (at, tag) = (self.head.length.get(), self.head.tag.get());
        if a.tag() != tag || b.tag() != tag || at >= ROOM {
            return None;
        }
        self.operations[at].set(a.bits() | b.bits() << FIELD | (class as u64) << (2 * FIELD));
        self.head.length.set(at + 1);
        Some(Origin::of_tag(self.head.code.get() + 2 * at as u64, tag))
    }
}
