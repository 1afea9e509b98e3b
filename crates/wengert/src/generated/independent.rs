//! Loops with `#[independent]`: chunks of their iterations, which are the same however many threads there are.

use super::{Carried, Passage, Workspace};
use core::ops::{Index, IndexMut, Range, RangeFull};
use rules::Number;

/// The most chunks: threads can share the work evenly where chunks outnumber them.
const MOST: usize = 64;

/// So many chunks there are at any rate, if there are as many iterations.
const ENOUGH: usize = 16;

/// So many numbers each iteration can have others add up: adjoints that every chunk collects by itself.
const BESIDE: usize = 4;

/// The iterations of a loop, cut into pieces of about one length.
#[derive(Clone, Copy, Debug)]
pub struct Chunks {
    steps: usize,
    count: usize,
}

impl Chunks {
    /// Of so many iterations, where each chunk collects so many adjoints by itself.
    pub fn new(steps: usize, collected: usize) -> Chunks {
        let most = (BESIDE.saturating_mul(steps) / collected.max(1)).clamp(ENOUGH, MOST);
        Chunks { steps, count: steps.min(most) }
    }

    /// So many of them, for the way back.
    pub fn again(steps: usize, count: usize) -> Chunks {
        Chunks { steps, count }
    }

    /// One alone, unless the rows of a table lie one behind the other.
    pub fn over_rows(self, table: &[usize]) -> Chunks {
        let rows = table.as_chunks::<2>().0;
        let in_order = rows.windows(2).all(|pair| pair[0][0] + pair[0][1] <= pair[1][0]);
        Chunks { count: if in_order { self.count } else { self.count.min(1) }, ..self }
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.count
    }

    fn steps(&self, k: usize) -> Range<usize> {
        let (each, more) = (self.steps / self.count, self.steps % self.count);
        let start = |k: usize| k * each + k.min(more);
        start(k)..start(k + 1)
    }

    /// The parts of a list that belong to the chunks; `window` says which elements an iteration has.
    ///
    /// # Panics
    /// If iterations of different chunks have elements in common.
    pub fn parts<'a, X>(
        &self,
        list: &'a mut [X],
        name: &'static str,
        window: impl Fn(usize) -> Range<usize>,
    ) -> Vec<Part<'a, X>> {
        let whole = list.len();
        let range = |k: usize| {
            if self.count == 1 {
                return 0..whole;
            }
            let steps = self.steps(k);
            let (a, b) = (window(steps.start), window(steps.end - 1));
            a.start.min(b.start).min(whole)..a.end.max(b.end).min(whole)
        };
        let mut ranges: Vec<_> = (0..self.count).map(range).collect();
        // A loop may run backwards.
        let back = ranges.len() > 1 && ranges[0].start > ranges[1].start;
        if back {
            ranges.reverse();
        }
        let (mut rest, mut at) = (list, 0);
        let mut parts = Vec::with_capacity(self.count);
        for range in ranges {
            if range.start < at && !range.is_empty() {
                shared(name, range.start);
            }
            let range = range.start.max(at)..range.end.max(at);
            let (before, after) = std::mem::take(&mut rest).split_at_mut(range.end - at);
            let own = &mut before[range.start - at..];
            parts.push(Part { own, start: range.start, now: range.clone(), whole, name });
            (rest, at) = (after, range.end);
        }
        if back {
            parts.reverse();
        }
        parts
    }

    /// Runs the chunks, each in a workspace of its own, on several threads if that is wanted and possible; `merge` is
    /// given what they give, in their order. Gives the workspaces.
    pub fn run<T: Number, S: Send, P: Send>(
        &self,
        pass: Passage<T>,
        on_threads: bool,
        mut spaces: Vec<Workspace<T>>,
        parts: Vec<P>,
        chunk: impl Fn(Range<usize>, P, &mut Workspace<T>) -> Option<Outcomes<T, S>> + Sync,
        mut merge: impl FnMut(&Outcomes<T, S>),
    ) -> Option<Vec<Workspace<T>>> {
        #[cfg(feature = "rayon")]
        if on_threads && pass.is_free() && self.count > 1 && rayon::current_num_threads() > 1 {
            use rayon::prelude::*;
            let jobs: Vec<_> = spaces.into_iter().map(|space| pass.carry_workspace(space)).zip(parts).collect();
            let job = |(k, (space, part)): (usize, (Carried<Workspace<T>>, P))| {
                let mut space = space.take();
                chunk(self.steps(k), part, &mut space).map(|done| (done, pass.carry_workspace(space)))
            };
            let done: Option<Vec<_>> = jobs.into_par_iter().enumerate().with_max_len(1).map(job).collect();
            let back = |(done, space): (Outcomes<T, S>, Carried<Workspace<T>>)| {
                merge(&done);
                let mut space = space.take();
                done.give(&mut space);
                space
            };
            return done.map(|done| done.into_iter().map(back).collect());
        }
        let _ = (pass, on_threads);
        for (k, part) in parts.into_iter().enumerate() {
            let done = chunk(self.steps(k), part, &mut spaces[k])?;
            merge(&done);
            // The next one finds its memory in the caches.
            done.give(&mut spaces[(k + 1) % self.count]);
        }
        Some(spaces)
    }
}

/// What a chunk gives: numbers, and constants.
#[derive(Debug)]
pub struct Outcomes<T, S> {
    numbers: Carried<Vec<Vec<T>>>,
    constants: Vec<Vec<S>>,
}

impl<T: Number, S> Outcomes<T, S> {
    /// Of these lists.
    pub fn new(pass: Passage<T>, numbers: Vec<Vec<T>>, constants: Vec<Vec<S>>) -> Outcomes<T, S> {
        Outcomes { numbers: pass.carry_vecs(numbers), constants }
    }
    /// The lists of numbers.
    pub fn numbers(&self) -> &[Vec<T>] {
        self.numbers.get()
    }
    /// The lists of constants.
    pub fn constants(&self) -> &[Vec<S>] {
        &self.constants
    }
    /// Their memory goes back.
    pub fn give(self, ws: &mut Workspace<T>) {
        self.numbers.take().into_iter().for_each(|list| ws.give(list));
    }
}

/// The elements of a list that belong to a chunk, under their indices in the whole list.
#[derive(Debug)]
pub struct Part<'a, X> {
    own: &'a mut [X],
    start: usize,
    /// The elements that may be touched now.
    now: Range<usize>,
    whole: usize,
    name: &'static str,
}

impl<X> Part<'_, X> {
    /// From here on these elements of the chunk may be touched: those of one iteration.
    pub fn narrow(&mut self, to: Range<usize>) {
        self.now = to;
    }

    /// The length of the whole list.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.whole
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self, i: usize) -> usize {
        if !self.now.contains(&i) {
            self.refuse(i);
        }
        i - self.start
    }

    #[inline]
    fn places(&self, range: Range<usize>) -> Range<usize> {
        if range.is_empty() {
            return 0..0;
        }
        self.place(range.end - 1);
        self.place(range.start)..range.end - self.start
    }

    #[cold]
    fn refuse(&self, i: usize) -> ! {
        assert!(i < self.whole, "index out of bounds: the len is {} but the index is {i}", self.whole);
        shared(self.name, i)
    }

    /// Two elements change places.
    pub fn swap(&mut self, i: usize, j: usize) {
        let (i, j) = (self.place(i), self.place(j));
        self.own.swap(i, j);
    }
}

impl<X: Copy> Part<'_, X> {
    /// As for slices.
    pub fn copy_within(&mut self, from: Range<usize>, to: usize) {
        let to = self.places(to..to + from.len());
        let from = self.places(from);
        self.own.copy_within(from, to.start);
    }
}

#[cold]
fn shared(name: &str, i: usize) -> ! {
    panic!("the iterations of a loop with #[independent] are not: more than one of them has to do with `{name}[{i}]`")
}

impl<X> Index<usize> for Part<'_, X> {
    type Output = X;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index(&self, i: usize) -> &X {
        &self.own[self.place(i)]
    }
}

impl<X> IndexMut<usize> for Part<'_, X> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index_mut(&mut self, i: usize) -> &mut X {
        let i = self.place(i);
        &mut self.own[i]
    }
}

impl<X> Index<Range<usize>> for Part<'_, X> {
    type Output = [X];
    #[inline]
    fn index(&self, range: Range<usize>) -> &[X] {
        &self.own[self.places(range)]
    }
}

impl<X> IndexMut<Range<usize>> for Part<'_, X> {
    #[inline]
    fn index_mut(&mut self, range: Range<usize>) -> &mut [X] {
        let range = self.places(range);
        &mut self.own[range]
    }
}

impl<X> Index<RangeFull> for Part<'_, X> {
    type Output = [X];
    #[inline]
    fn index(&self, _: RangeFull) -> &[X] {
        &self[0..self.whole]
    }
}

impl<X> IndexMut<RangeFull> for Part<'_, X> {
    #[inline]
    fn index_mut(&mut self, _: RangeFull) -> &mut [X] {
        let whole = self.whole;
        &mut self[0..whole]
    }
}

/// An integer that loops run over.
pub trait Steps: Copy {
    /// So many further.
    fn plus(self, n: usize) -> Self;
    /// So many less.
    fn minus(self, n: usize) -> Self;
}

macro_rules! steps {
    ($($I:ty)+) => {$(
        impl Steps for $I {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus(self, n: usize) -> $I {
                self.wrapping_add(n as $I)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn minus(self, n: usize) -> $I {
                self.wrapping_sub(n as $I)
            }
        }
    )+};
}
steps!(usize isize u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

/// So many from the start of a range on.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ahead<I: Steps>(lo: I, _: I, n: usize) -> I {
    lo.plus(n)
}

/// So many before its end.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn behind<I: Steps>(_: I, hi: I, n: usize) -> I {
    hi.minus(n)
}
