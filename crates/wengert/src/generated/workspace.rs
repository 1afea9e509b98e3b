//! The memory of a generated adjoint: what the forward sweep saves, and a pool of arrays.

use super::Passage;
use super::checkpoints::Checkpoints;
use super::constants::Lists;
use super::drive::known;
use super::far::Codec;
use super::seeds::Seeds;
use super::within::Within;
use checkpoint::Schedule;
use core::any::Any;
use rules::{Bundle, Number};
use std::path::Path;

/// The memory that generated adjoints work in; one that is kept between calls makes them free of allocations.
///
/// Should I be using this? In a loop of many gradients of small functions, or to have several threads, each with its
/// own. Otherwise the functions without `_into` keep one for each thread.
///
/// ```
/// use wengert::prelude::*;
///
/// #[differentiable]
/// fn energy(x: &[f64]) -> f64 {
///     let mut e = 0.0;
///     for i in 1..x.len() {
///         e += (x[i] - x[i - 1]).powi(2);
///     }
///     e
/// }
///
/// let mut ws = Workspace::new();
/// let mut g = [0.0; 3];
/// let e = energy::value_and_gradient_into(&[1.0, 2.0, 4.0], &mut g, &mut ws);
/// assert_eq!((e, g), (5.0, [-2.0, -2.0, 4.0]));
/// ```
#[derive(Debug)]
pub struct Workspace<T: Number = f64> {
    numbers: Stack<T>,
    words: Stack<u64>,
    saved: Vec<Vec<T>>,
    pool: Vec<Vec<T>>,
    pub(super) rooms: Vec<Vec<T>>,
    pub(super) constants: Lists,
    /// A bit for each argument that the last callee overwrote whole before it read it.
    overwritten: u64,
    /// The states of loops with `#[checkpoint]` that wait for their way back, and memory for more.
    states: Vec<Checkpoints<T>>,
    spare_states: Vec<Checkpoints<T>>,
    most_states: usize,
    /// Whether the run in progress has met such a loop.
    checkpointed: bool,
    codec: Option<Codec<T>>,
    passage: Passage<T>,
    /// Whether it is known what can be done with these numbers.
    is_asked: bool,
    /// The workspaces of chunks of loops with `#[independent]` that wait for their way back, and others.
    spaces: Vec<Vec<Workspace<T>>>,
    spare_spaces: Vec<Workspace<T>>,
    /// Constants that are no words.
    things: Vec<Box<dyn Any + Send + Sync>>,
    /// That of sweeps for several outputs at once.
    of_outputs: Option<Box<Workspace<Seeds>>>,
    /// That of derivatives inside of the function.
    within: Within<T>,
}

/// A stack whose memory only grows: what is above `top` is left over.
#[derive(Debug)]
struct Stack<X> {
    data: Vec<X>,
    top: usize,
    most: usize,
}

impl<X: Copy> Stack<X> {
    const fn new() -> Stack<X> {
        Stack { data: Vec::new(), top: 0, most: 0 }
    }

    /// The row is lent to no other function: it would be put together in memory, and what copies it from there in one piece
    /// waits for all its parts. Each way writes it on its own: where they meet before, all is asked again that is known here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push<const N: usize>(&mut self, row: [X; N]) {
        let end = self.top + N;
        match self.data.get_mut(self.top..).and_then(|free| free.first_chunk_mut()) {
            Some(place) => *place = row,
            None => self.grow(end, row[0]).copy_from_slice(&row),
        }
        self.top = end;
    }

    /// The place of what is pushed and ends at `end`, in memory that is longer now.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, end: usize, filler: X) -> &mut [X] {
        self.data.truncate(self.top);
        let all = (2 * end).max(64);
        self.data.reserve(all - self.data.len());
        self.data.resize(all, filler);
        &mut self.data[self.top..end]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pop<const N: usize>(&mut self) -> [X; N] {
        if self.top > self.most {
            self.most = self.top;
        }
        let end = self.top;
        self.top -= N;
        let mut row = [self.data[self.top]; N];
        row.copy_from_slice(&self.data[self.top..end]);
        row
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve(&mut self, n: usize, filler: X) -> &mut [X] {
        let (start, end) = (self.top, self.top + n);
        if self.data.len() < end {
            self.lengthen(end, filler);
        }
        self.top = end;
        &mut self.data[start..end]
    }

    #[cold]
    fn lengthen(&mut self, end: usize, filler: X) {
        self.data.resize(end, filler);
    }

    #[inline]
    fn release(&mut self, n: usize) -> &[X] {
        self.most = self.most.max(self.top);
        self.top -= n;
        &self.data[self.top..self.top + n]
    }
}

impl<T: Number> Default for Workspace<T> {
    fn default() -> Workspace<T> {
        Workspace::for_numbers()
    }
}

impl Workspace {
    /// An empty workspace for gradients on `f64`; [`Workspace::default`] makes one for any number.
    pub const fn new() -> Workspace {
        Workspace::for_numbers()
    }
}

impl<T: Number> Workspace<T> {
    const fn for_numbers() -> Workspace<T> {
        Workspace {
            numbers: Stack { data: Vec::new(), top: 0, most: 0 },
            words: Stack::new(),
            saved: Vec::new(),
            pool: Vec::new(),
            rooms: Vec::new(),
            constants: Lists::new(),
            overwritten: 0,
            states: Vec::new(),
            spare_states: Vec::new(),
            most_states: 0,
            checkpointed: false,
            codec: None,
            passage: Passage::none(),
            is_asked: false,
            spaces: Vec::new(),
            spare_spaces: Vec::new(),
            things: Vec::new(),
            of_outputs: None,
            within: Within::none(),
        }
    }
}

impl<T: Number + 'static> Workspace<T> {
    #[doc(hidden)]
    #[inline]
    pub fn reset(&mut self) {
        self.forget();
        self.checkpointed = false;
        if !self.is_asked {
            self.codec = known().map(|known| known.codec);
            self.passage = Passage::known();
            self.within = Within::known();
            self.is_asked = true;
        }
    }
}

impl<T: Number> Workspace<T> {
    /// The most memory that values saved for a reverse sweep took at once, in bytes, since this workspace was made.
    pub fn high_water_bytes(&self) -> usize {
        let most = |top: usize, most: usize| top.max(most);
        let arrays: usize = self.pool.iter().chain(&self.rooms).chain(&self.saved).map(Vec::capacity).sum();
        let spaces = self.spare_spaces.iter().chain(self.spaces.iter().flatten());
        (most(self.numbers.top, self.numbers.most) + arrays) * size_of::<T>()
            + most(self.words.top, self.words.most) * size_of::<u64>()
            + spaces.map(Workspace::high_water_bytes).sum::<usize>()
    }

    /// Whether numbers may go to other threads.
    #[doc(hidden)]
    pub fn passage(&self) -> Passage<T> {
        self.passage
    }
    /// Workspaces for the chunks of a loop.
    #[doc(hidden)]
    pub fn spaces(&mut self, count: usize) -> Vec<Workspace<T>> {
        let mut spaces = Vec::with_capacity(count);
        for _ in 0..count {
            let mut space = self.spare_spaces.pop().unwrap_or_default();
            (space.codec, space.passage, space.checkpointed) = (self.codec, self.passage, false);
            space.is_asked = self.is_asked;
            space.within = self.within.alike();
            spaces.push(space);
        }
        spaces
    }
    /// They hold records.
    #[doc(hidden)]
    pub fn keep_spaces(&mut self, spaces: Vec<Workspace<T>>) {
        self.spaces.push(spaces);
    }
    #[doc(hidden)]
    pub fn kept_spaces(&mut self) -> Vec<Workspace<T>> {
        self.spaces.pop().unwrap_or_default()
    }
    /// They hold nothing any more.
    #[doc(hidden)]
    pub fn give_spaces(&mut self, mut spaces: Vec<Workspace<T>>) {
        for space in &mut spaces {
            self.checkpointed |= space.checkpointed;
            self.most_states = self.most_states.max(space.most_states);
            space.forget();
        }
        // The first is the first to be taken again.
        spaces.reverse();
        self.spare_spaces.append(&mut spaces);
    }
    /// Forgets all records.
    #[inline]
    fn forget(&mut self) {
        self.cut([0; 6]);
    }

    /// The most states that a loop with `#[checkpoint]` kept at once, since this workspace was made.
    pub fn most_states(&self) -> usize {
        self.most_states
    }

    #[doc(hidden)]
    pub fn has_checkpoints(&self) -> bool {
        self.checkpointed
    }

    /// Room for the states of a loop; how often it runs may not be known. Numbers that have no form in words stay in
    /// memory.
    #[doc(hidden)]
    #[track_caller]
    pub fn checkpoints(
        &mut self,
        schedule: Option<Schedule>,
        steps: Option<u64>,
        disk: Option<&dyn AsRef<Path>>,
    ) -> Checkpoints<T> {
        self.checkpointed = true;
        let mut kept = self.spare_states.pop().unwrap_or_else(|| Checkpoints::new(None, None));
        kept.again(schedule, steps);
        if let (Some(directory), Some(codec)) = (disk, self.codec) {
            kept.on_disk(directory, codec, None);
        }
        kept
    }
    /// As [`checkpoints`](Workspace::checkpoints), for states with structures: of these, lists go to disk.
    #[doc(hidden)]
    #[track_caller]
    pub fn structured_checkpoints<R: Bundle<T>>(
        &mut self,
        schedule: Option<Schedule>,
        steps: Option<u64>,
        disk: Option<&dyn AsRef<Path>>,
    ) -> Checkpoints<T, R> {
        self.checkpointed = true;
        Checkpoints::of_structures(schedule, steps, disk.zip(self.codec))
    }
    #[doc(hidden)]
    pub fn keep_checkpoints(&mut self, kept: Checkpoints<T>) {
        self.states.push(kept);
    }
    #[doc(hidden)]
    pub fn kept_checkpoints(&mut self) -> Checkpoints<T> {
        self.states.pop().unwrap_or_else(|| Checkpoints::new(None, None))
    }
    #[doc(hidden)]
    pub fn end_checkpoints(&mut self, mut kept: Checkpoints<T>) {
        self.most_states = self.most_states.max(kept.most);
        kept.again(None, None);
        self.spare_states.push(kept);
    }

    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push<const N: usize>(&mut self, row: [T; N]) {
        self.numbers.push(row);
    }
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pop<const N: usize>(&mut self) -> [T; N] {
        self.numbers.pop()
    }
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push_words<const N: usize>(&mut self, row: [u64; N]) {
        self.words.push(row);
    }
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pop_words<const N: usize>(&mut self) -> [u64; N] {
        self.words.pop()
    }

    /// Room for the records of a loop.
    #[doc(hidden)]
    #[inline]
    pub fn reserve(&mut self, numbers: usize, words: usize) -> (&mut [T], &mut [u64]) {
        (self.numbers.reserve(numbers, zero()), self.words.reserve(words, 0))
    }

    /// The records of a loop, taken off.
    #[doc(hidden)]
    #[inline]
    pub fn release(&mut self, numbers: usize, words: usize) -> (&[T], &[u64]) {
        (self.numbers.release(numbers), self.words.release(words))
    }

    /// An array of `n` times one value.
    #[doc(hidden)]
    #[inline]
    pub fn filled(&mut self, value: T, n: usize) -> Vec<T> {
        let mut array = self.pool.pop().unwrap_or_default();
        array.clear();
        array.resize(n, value);
        array
    }

    /// A copy of a list.
    #[doc(hidden)]
    #[inline]
    pub fn copied(&mut self, list: &[T]) -> Vec<T> {
        let mut array = self.pool.pop().unwrap_or_default();
        array.clear();
        array.extend_from_slice(list);
        array
    }

    /// A list of constants as numbers.
    #[doc(hidden)]
    pub fn lifted(&mut self, list: &[T::Scalar]) -> Vec<T> {
        let mut array = self.pool.pop().unwrap_or_default();
        array.clear();
        array.extend(list.iter().map(|&c| T::constant(c)));
        array
    }

    /// What an iterator gives.
    #[doc(hidden)]
    #[inline]
    pub fn collected(&mut self, items: impl Iterator<Item = T>) -> Vec<T> {
        let mut array = self.pool.pop().unwrap_or_default();
        array.clear();
        array.extend(items);
        array
    }

    /// Takes an array back.
    #[doc(hidden)]
    #[inline]
    pub fn give(&mut self, array: Vec<T>) {
        if array.capacity() > 0 {
            self.pool.push(array);
        }
    }

    /// Where the workspace for derivatives inside of the function is.
    #[inline]
    pub(super) fn within(&mut self) -> &mut Within<T> {
        &mut self.within
    }

    /// The workspace for sweeps for several outputs.
    #[doc(hidden)]
    #[inline]
    pub fn of_outputs(&mut self) -> &mut Workspace<Seeds> {
        self.of_outputs.get_or_insert_default()
    }

    /// Saves a copy of an array, its length beside it.
    #[doc(hidden)]
    #[inline]
    pub fn save(&mut self, list: &[T]) {
        self.numbers.reserve(list.len(), zero()).copy_from_slice(list);
        self.words.push([list.len() as u64]);
    }

    /// Saves a copy of an array whose length is known when it is put back.
    #[doc(hidden)]
    #[inline]
    pub fn save_all(&mut self, list: &[T]) {
        copy(self.numbers.reserve(list.len(), zero()), list);
    }

    /// Puts back what [`save_all`](Self::save_all) saved last.
    #[doc(hidden)]
    #[inline]
    pub fn restore_all(&mut self, place: &mut [T]) {
        copy(place, self.numbers.release(place.len()));
    }

    /// Saves a copy of an array that will be used where it lies.
    #[doc(hidden)]
    #[inline]
    pub fn keep_copy(&mut self, list: &[T]) {
        let array = self.copied(list);
        self.saved.push(array);
    }

    /// Saves an array itself.
    #[doc(hidden)]
    #[inline]
    pub fn keep(&mut self, array: Vec<T>) {
        self.saved.push(array);
    }

    /// The array that was kept last.
    #[doc(hidden)]
    #[inline]
    pub fn kept(&mut self) -> Vec<T> {
        self.saved.pop().unwrap_or_default()
    }

    /// Puts the array that was saved last into `place`.
    #[doc(hidden)]
    #[inline]
    pub fn restore(&mut self, place: &mut Vec<T>) {
        let [n] = self.words.pop();
        let list = self.numbers.release(n as usize);
        if place.len() == list.len() {
            place.copy_from_slice(list);
        } else {
            place.clear();
            place.extend_from_slice(list);
        }
    }

    /// Copies the array that was saved last to `place`.
    #[doc(hidden)]
    #[inline]
    pub fn restore_slice(&mut self, place: &mut [T]) {
        let [n] = self.words.pop();
        place.copy_from_slice(self.numbers.release(n as usize));
    }

    /// Saves an array of constants, its length last.
    #[doc(hidden)]
    pub fn save_words<X: Word>(&mut self, list: &[X]) {
        for &x in list {
            self.words.push([x.word()]);
        }
        self.words.push([list.len() as u64]);
    }

    #[doc(hidden)]
    pub fn restore_words<X: Word>(&mut self, place: &mut Vec<X>) {
        let [n] = self.words.pop();
        let words = self.words.release(n as usize);
        place.clear();
        place.extend(words.iter().map(|&w| X::from_word(w)));
    }

    #[doc(hidden)]
    pub fn restore_words_slice<X: Word>(&mut self, place: &mut [X]) {
        let [n] = self.words.pop();
        let words = self.words.release(n as usize);
        for (x, &w) in place.iter_mut().zip(words) {
            *x = X::from_word(w);
        }
    }

    /// How much is in the record.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn heights(&self) -> [usize; 6] {
        let lists = [self.saved.len(), self.states.len(), self.spaces.len(), self.things.len()];
        [self.numbers.top, self.words.top, lists[0], lists[1], lists[2], lists[3]]
    }

    /// Takes off what was put into the record since then.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cut(&mut self, to: [usize; 6]) {
        (self.numbers.top, self.words.top) = (to[0], to[1]);
        // One by one: arrays are compared by a call, which takes a tenth of the time of a small function.
        if self.heights().iter().zip(to).fold(false, |differs, (&height, to)| differs | (height != to)) {
            self.cut_lists(to);
        }
    }

    #[inline(never)]
    fn cut_lists(&mut self, [_, _, saved, states, spaces, things]: [usize; 6]) {
        self.pool.extend(self.saved.drain(saved..));
        self.spare_states.extend(self.states.drain(states..));
        self.things.truncate(things);
        while self.spaces.len() > spaces {
            let last = self.spaces.pop().unwrap_or_default();
            self.give_spaces(last);
        }
    }

    /// Keeps a constant that is no word.
    #[doc(hidden)]
    pub fn keep_thing(&mut self, thing: Box<dyn Any + Send + Sync>) {
        self.things.push(thing);
    }

    /// The one that was kept last.
    #[doc(hidden)]
    pub fn kept_thing(&mut self) -> Option<Box<dyn Any + Send + Sync>> {
        self.things.pop()
    }

    /// A callee says which of its arguments it overwrote whole before it read them.
    #[doc(hidden)]
    #[inline]
    pub fn note_overwrites(&mut self, bits: u64) {
        self.overwritten = bits;
    }

    #[doc(hidden)]
    #[inline]
    pub fn overwrote(&self, k: usize) -> bool {
        k < 64 && self.overwritten >> k & 1 == 1
    }
}

fn zero<T: Number>() -> T {
    use rules::Scalar;
    T::constant(T::Scalar::from_f64(0.0))
}

/// A constant that fits into 64 bits.
pub trait Word: Copy {
    /// Its bits.
    fn word(self) -> u64;
    /// The constant of these bits.
    fn from_word(word: u64) -> Self;
}

/// Conditions as the bits of a word, the first as the last bit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn flags<const N: usize>(all: [bool; N]) -> u64 {
    all.into_iter().enumerate().fold(0, |word, (k, flag)| word | u64::from(flag) << k)
}

/// The conditions that are the bits of a word.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn of_flags<const N: usize>(word: u64) -> [bool; N] {
    core::array::from_fn(|k| word >> k & 1 == 1)
}

macro_rules! words {
    ($($T:ty)+) => {$(
        impl Word for $T {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn word(self) -> u64 {
                self as u64
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_word(word: u64) -> $T {
                word as $T
            }
        }
    )+};
}
words!(usize isize u8 u16 u32 u64 i8 i16 i32 i64);

impl Word for bool {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn word(self) -> u64 {
        u64::from(self)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_word(word: u64) -> bool {
        word != 0
    }
}

impl Word for f64 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn word(self) -> u64 {
        self.to_bits()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_word(word: u64) -> f64 {
        f64::from_bits(word)
    }
}

impl Word for f32 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn word(self) -> u64 {
        u64::from(self.to_bits())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_word(word: u64) -> f32 {
        f32::from_bits(word as u32)
    }
}

/// Copies a list; a short one without a call.
#[cfg_attr(not(debug_assertions), inline(always))]
fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    match (to, from) {
        ([a], [x]) => *a = *x,
        ([a, b], [x, y]) => (*a, *b) = (*x, *y),
        ([a, b, c], [x, y, z]) => (*a, *b, *c) = (*x, *y, *z),
        (to, from) => to.copy_from_slice(from),
    }
}
