//! The two streams of a recording, written through a shared reference: statements, and the partials they store.
//!
//! Every statement is a push, and variables hold shared references to their tape. A `RefCell` costs a flag that is
//! stored and loaded again on every push; here one comparison with `limit` says whether there is room in both streams
//! and whether they may be written at all. Moving the vectors out for a sweep cost 10 ns a sweep.
//!
//! A recording with a limit hands over its statements block by block. Indices go on counting, and so that this costs a
//! push nothing, statements are addressed from where statement 0 would stand.

#![allow(unsafe_code)]

use crate::buffers::keep_what_is_freed;
use crate::spill::Spill;
use core::cell::{Cell, RefCell, RefMut, UnsafeCell};
use core::mem::MaybeUninit;

/// Two operands of a statement, packed: an index in the low 30 bits, how to find the partial in the high two.
pub(crate) type Statement = [u32; 2];

/// The bits of an operand that are its index.
pub(crate) const INDEX: u32 = LIMIT as u32 - 1;
/// The partial is +1 and not stored.
pub(crate) const PLUS: u32 = 1 << 30;
/// The partial is -1 and not stored.
pub(crate) const MINUS: u32 = 2 << 30;
/// The partial is stored, and the operand is absent where it is zero: no adjoint times that zero is anything but zero.
pub(crate) const STRONG: u32 = PLUS | MINUS;
/// The operand that stands for none.
pub(crate) const NOWHERE: u32 = PLUS;

/// A recording of so many statements has others beside it that are as long: its user's lists, and those of its operations.
const MANY: usize = 1 << 16;

/// How many statements there can be.
pub(crate) const LIMIT: usize = 1 << 30;

/// A recording that is being read, or a block of one.
#[derive(Clone, Copy)]
pub(crate) struct Lists<'a, T> {
    /// Statement 0 stands for nothing.
    pub(crate) statements: &'a [Statement],
    /// The partials that statements store, in the order of their operands.
    pub(crate) partials: &'a [T],
}

/// A recording that is written through a shared reference. Not `Sync`.
///
/// The vectors hold what was recorded since the last block was handed over; indices go on counting. There is room,
/// without allocation, for statements up to the index `limit` and for two partials with each: `limit - statements.first
/// <= statements.vector.capacity()` and, while `next <= limit`, `partials.len() + 2 * (limit - next) <=
/// partials.vector.capacity()`. While references into the vectors are out, `limit` is 0: then nothing writes, as `next`
/// is at least 1. Only this module can break that.
pub(crate) struct Streams<T> {
    statements: Stream<Statement>,
    partials: Stream<T>,
    limit: Cell<usize>,
    spill: Option<Box<RefCell<dyn Spill<T>>>>,
}

/// One of the two: its elements from the index `first` to the index `next`, exclusive. `origin` is where element 0 would
/// stand, were it still there. The length of the vector is brought up to date only where it is lent out.
struct Stream<E> {
    vector: UnsafeCell<Vec<E>>,
    origin: Cell<*mut E>,
    first: Cell<usize>,
    next: Cell<usize>,
}

// SAFETY: `origin` points into memory that `vector` owns, and nothing else keeps it from being sent.
unsafe impl<E: Send> Send for Stream<E> {}

impl<E> Stream<E> {
    fn new(mut vector: Vec<E>) -> Self {
        let (origin, next) = (Cell::new(vector.as_mut_ptr()), Cell::new(vector.len()));
        Stream { vector: vector.into(), origin, first: Cell::new(0), next }
    }

    /// Counts elements from `first` on, which is the index of the first one in the vector.
    fn fit(&self, vector: &mut Vec<E>, first: usize) {
        self.first.set(first);
        self.next.set(first + vector.len());
        self.origin.set(vector.as_mut_ptr().wrapping_sub(first));
    }
}

impl<T: Copy> Streams<T> {
    /// An empty recording in the memory of two vectors.
    pub(crate) fn new(statements: Vec<Statement>, partials: Vec<T>) -> Self {
        Streams::with(statements, partials, None)
    }

    /// An empty recording that hands over its blocks.
    pub(crate) fn spilling(spill: Box<RefCell<dyn Spill<T>>>) -> Self {
        Streams::with(Vec::new(), Vec::new(), Some(spill))
    }

    fn with(mut statements: Vec<Statement>, mut partials: Vec<T>, spill: Option<Box<RefCell<dyn Spill<T>>>>) -> Self {
        statements.clear();
        statements.push([NOWHERE; 2]);
        partials.clear();
        let limit = Cell::new(room(&statements, &partials));
        Streams { statements: Stream::new(statements), partials: Stream::new(partials), limit, spill }
    }

    /// The memory.
    pub(crate) fn into_parts(self) -> (Vec<Statement>, Vec<T>) {
        (self.statements.vector.into_inner(), self.partials.vector.into_inner())
    }

    /// Appends a statement and the partials it stores, at most two, and returns its index.
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn push<const N: usize>(&self, operands: Statement, partials: [T; N]) -> u32 {
        const { assert!(N <= 2) };
        let (next, used) = self.len();
        if next >= self.limit.get() {
            // Indices stay the same, even where a block is handed over.
            self.grow();
        }
        // SAFETY: `next < limit`, after `grow` if need be. So no reference into the vectors is out, the cells are not
        // `Sync`, and nothing else runs in this block. And so there is room for a statement and two partials, the
        // pointers stay within the vectors, and growing by 1 and at most 2 keeps the bound on the room that is left.
        unsafe {
            if N > 0 {
                self.partials.origin.get().wrapping_add(used).cast::<[T; N]>().write(partials);
                self.partials.next.set(used + N);
            }
            self.statements.origin.get().wrapping_add(next).write(operands);
            self.statements.next.set(next + 1);
        }
        // Below 2^30, as `limit` is at most that, unless the recording is broken and will not be read.
        next as u32
    }

    /// Appends statements without operands.
    #[track_caller]
    pub(crate) fn push_many(&self, count: usize) {
        if self.spill.is_some() {
            (0..count).for_each(|_| {
                self.push([NOWHERE; 2], []);
            });
            return;
        }
        let next = self.len().0;
        let end = next.saturating_add(count);
        if end <= self.limit.get() {
            // SAFETY: as in `push`, for each statement from `next` on: all indices are below `limit`, so the memory is the
            // vector's, and nothing else refers to it while this block runs.
            let own = unsafe {
                let first = self.statements.origin.get().wrapping_add(next).cast::<MaybeUninit<Statement>>();
                core::slice::from_raw_parts_mut(first, count)
            };
            // As a slice, several at a time.
            own.fill(MaybeUninit::new([NOWHERE; 2]));
            self.statements.next.set(end);
            return;
        }
        let full = end > LIMIT;
        assert!(!full, "the tape is full at 2^30 statements: record less at a time, or preaccumulate blocks");
        self.write(|statements, _| {
            statements.resize(statements.len() + count, [NOWHERE; 2]);
            (0, 0)
        });
    }

    /// Makes room for one statement at least.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn grow(&self) {
        let full = self.len().0 >= LIMIT && self.spill.is_none();
        assert!(!full, "the tape is full at 2^30 statements: record less at a time, or preaccumulate blocks");
        self.write(|statements, partials| {
            let (mut first, mut first_partial) = (self.statements.first.get(), self.partials.first.get());
            if let Some(spill) = &self.spill {
                let mut spill = spill.borrow_mut();
                if statements.len() >= spill.block() {
                    (first, first_partial) = (first + statements.len(), first_partial + partials.len());
                    spill.hand_over(first, statements, partials);
                }
                statements.reserve(spill.block() - statements.len());
            }
            statements.reserve(1);
            let used = partials.len();
            let spare = partials.capacity() - used;
            if spare < (used / 8).max(16) {
                partials.reserve(spare.saturating_add(16));
            }
            (first, first_partial)
        });
    }

    /// The index of the next statement, and of the next partial.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn len(&self) -> (usize, usize) {
        (self.statements.next.get(), self.partials.next.get())
    }

    /// The numbers of statements and partials for which there is memory here.
    pub(crate) fn capacity(&self) -> (usize, usize) {
        // SAFETY: exclusive references exist only inside `settle` and `write`, which do not call this while they do; the
        // shared ones here end with the expression.
        unsafe { ((*self.statements.vector.get()).capacity(), (*self.partials.vector.get()).capacity()) }
    }

    /// Whether it may be written: no reader has it, and no change of it has panicked.
    pub(crate) fn can_grow(&self) -> bool {
        self.limit.get() > 0
    }

    /// Forgets everything recorded.
    #[track_caller]
    pub(crate) fn clear(&self) {
        self.write(|statements, partials| {
            statements.clear();
            statements.push([NOWHERE; 2]);
            partials.clear();
            if let Some(spill) = &self.spill {
                spill.borrow_mut().reset();
            }
            (0, 0)
        });
    }

    /// Forgets everything recorded and gives the memory back.
    pub(crate) fn release(&self) {
        self.clear();
        self.write(|statements, partials| {
            *statements = vec![[NOWHERE; 2]];
            *partials = Vec::new();
            (0, 0)
        });
    }

    /// Lends the vectors to a change, which returns the indices of their first elements.
    ///
    /// # Panics
    /// If the recording is being read.
    #[track_caller]
    fn write(&self, change: impl FnOnce(&mut Vec<Statement>, &mut Vec<T>) -> (usize, usize)) {
        assert!(self.can_grow(), "a tape cannot record, nor be cleared, while it is swept");
        self.settle();
        // SAFETY: `limit` is not 0, so no reference into the vectors is out, and the cells are not `Sync`. The changes
        // above reach the vectors by what they are lent alone, and run no foreign code: `T: Copy` has no destructor, and
        // what takes blocks knows nothing of this recording, and calls what is not ours in another thread.
        let (statements, partials) = unsafe { (&mut *self.statements.vector.get(), &mut *self.partials.vector.get()) };
        // Should the change panic, nothing is written any more.
        self.limit.set(0);
        let (first, first_partial) = change(statements, partials);
        if statements.capacity() >= MANY {
            keep_what_is_freed();
        }
        self.statements.fit(statements, first);
        self.partials.fit(partials, first_partial);
        let block = self.spill.as_ref().map_or(LIMIT, |spill| spill.borrow().block());
        self.limit.set(first + room(statements, partials).min(block));
    }

    /// Brings the lengths of the vectors up to date, unless they are lent out and not written.
    fn settle(&self) {
        if self.limit.get() > 0 {
            // SAFETY: `limit` is not 0, so no reference into the vectors is out; as many elements were written.
            unsafe {
                (*self.statements.vector.get()).set_len(self.statements.next.get() - self.statements.first.get());
                (*self.partials.vector.get()).set_len(self.partials.next.get() - self.partials.first.get());
            }
        }
    }

    /// Lends the recording to a reader, or what of it was not handed over; foreign arithmetic may run in it, but not
    /// write here.
    pub(crate) fn read<R>(&self, reader: impl FnOnce(Lists<'_, T>) -> R) -> R {
        self.settle();
        let _unlock = Unlock { limit: &self.limit, value: self.limit.replace(0) };
        // SAFETY: `limit` is 0 until the references end, so that no exclusive reference is made meanwhile.
        let (statements, partials) = unsafe { (&*self.statements.vector.get(), &*self.partials.vector.get()) };
        reader(Lists { statements, partials })
    }

    /// What takes the blocks, if the recording has a limit.
    ///
    /// # Panics
    /// If the recording is being swept.
    pub(crate) fn spill(&self) -> Option<RefMut<'_, dyn Spill<T> + 'static>> {
        let spill = self.spill.as_ref()?;
        Some(spill.try_borrow_mut().expect("a tape with a limit is swept by one at a time"))
    }

    /// Whether the recording has a limit.
    pub(crate) fn is_limited(&self) -> bool {
        self.spill.is_some()
    }
}

/// How many statements there is room for, two partials with each new one.
fn room<T>(statements: &Vec<Statement>, partials: &Vec<T>) -> usize {
    let pairs = (partials.capacity() - partials.len()) / 2;
    statements.len().saturating_add(pairs).min(statements.capacity()).min(LIMIT)
}

/// Lets a recording be written again when a reader is done, also by a panic.
struct Unlock<'a> {
    limit: &'a Cell<usize>,
    value: usize,
}

impl Drop for Unlock<'_> {
    fn drop(&mut self) {
        self.limit.set(self.value);
    }
}
