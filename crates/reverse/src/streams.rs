//! The two streams of a recording, written through a shared reference: statements, and the partials they store.
//!
//! Every statement is a push, and variables hold shared references to their tape. A `RefCell` costs a flag that is
//! stored and loaded again on every push; here one comparison with `limit` says whether there is room in both streams
//! and whether they may be written at all. Moving the vectors out for a sweep cost 10 ns a sweep.

#![allow(unsafe_code)]

use core::cell::{Cell, UnsafeCell};

/// Two operands of a statement, packed: an index in the low 30 bits, how to find the partial in the high two.
pub(crate) type Statement = [u32; 2];

/// The bits of an operand that are its index.
pub(crate) const INDEX: u32 = LIMIT as u32 - 1;
/// The partial is +1 and not stored.
pub(crate) const PLUS: u32 = 1 << 30;
/// The partial is -1 and not stored.
pub(crate) const MINUS: u32 = 2 << 30;
/// The operand that stands for none.
pub(crate) const NOWHERE: u32 = PLUS;

/// How many statements there can be.
const LIMIT: usize = 1 << 30;

/// A recording that is being read.
#[derive(Clone, Copy)]
pub(crate) struct Lists<'a, T> {
    /// Statement 0 stands for nothing.
    pub(crate) statements: &'a [Statement],
    /// The partials that statements store, in the order of their operands.
    pub(crate) partials: &'a [T],
}

/// A recording that is written through a shared reference. Not `Sync`.
///
/// There is room, without allocation, for statements up to `limit` and for two partials with each:
/// `limit <= min(LIMIT, statements.capacity())` and, while `statements.len() <= limit`,
/// `partials.len() + 2 * (limit - statements.len()) <= partials.capacity()`. While references into the vectors are out,
/// `limit` is 0: then nothing writes, as statement 0 is always there. Only this module can break that.
pub(crate) struct Streams<T> {
    statements: UnsafeCell<Vec<Statement>>,
    partials: UnsafeCell<Vec<T>>,
    limit: Cell<usize>,
}

impl<T: Copy> Streams<T> {
    /// An empty recording in the memory of two vectors.
    pub(crate) fn new(mut statements: Vec<Statement>, mut partials: Vec<T>) -> Self {
        statements.clear();
        statements.push([NOWHERE; 2]);
        partials.clear();
        let limit = Cell::new(room(&statements, &partials));
        Streams { statements: statements.into(), partials: partials.into(), limit }
    }

    /// The memory, with what was recorded.
    pub(crate) fn into_parts(self) -> (Vec<Statement>, Vec<T>) {
        (self.statements.into_inner(), self.partials.into_inner())
    }

    /// Appends a statement and the partials it stores, at most two, and returns its index.
    #[inline(always)]
    pub(crate) fn push<const N: usize>(&self, operands: Statement, partials: [T; N]) -> u32 {
        const { assert!(N <= 2) };
        let (len, used) = self.len();
        if len >= self.limit.get() {
            self.grow();
        }
        // SAFETY: `len < limit`, after `grow` if need be. So no reference into the vectors is out, the cells are not
        // `Sync`, and nothing else runs in this block: these exclusive references are the only ones. And so there is
        // room for a statement and two partials; the new lengths count only values that were written, and growing by
        // 1 and at most 2 keeps the bound on the room that is left.
        unsafe {
            if N > 0 {
                let list = &mut *self.partials.get();
                list.as_mut_ptr().add(used).cast::<[T; N]>().write(partials);
                list.set_len(used + N);
            }
            let list = &mut *self.statements.get();
            list.as_mut_ptr().add(len).write(operands);
            list.set_len(len + 1);
        }
        // Below 2^30, as `limit` is at most that.
        len as u32
    }

    /// Makes room for one statement at least.
    #[cold]
    #[inline(never)]
    fn grow(&self) {
        self.write(|statements, partials| {
            let (len, used) = (statements.len(), partials.len());
            assert!(len < LIMIT, "the tape is full at 2^30 statements: record less at a time, or preaccumulate blocks");
            statements.reserve(1);
            let spare = partials.capacity() - used;
            if spare < (used / 8).max(16) {
                partials.reserve(spare.saturating_add(16));
            }
        });
    }

    /// The number of statements, and of stored partials.
    #[inline(always)]
    pub(crate) fn len(&self) -> (usize, usize) {
        // SAFETY: exclusive references exist only inside `push` and `write`, which do not call this while they do; the
        // shared ones here end with the expression.
        unsafe { ((*self.statements.get()).len(), (*self.partials.get()).len()) }
    }

    /// The numbers of statements and partials for which there is memory.
    pub(crate) fn capacity(&self) -> (usize, usize) {
        // SAFETY: as in `len`.
        unsafe { ((*self.statements.get()).capacity(), (*self.partials.get()).capacity()) }
    }

    /// Forgets everything recorded.
    pub(crate) fn clear(&self) {
        self.write(|statements, partials| {
            statements.truncate(1);
            partials.clear();
        });
    }

    /// Forgets everything recorded and gives the memory back.
    pub(crate) fn release(&self) {
        self.write(|statements, partials| {
            *statements = vec![[NOWHERE; 2]];
            *partials = Vec::new();
        });
    }

    /// Lends the vectors to a change that runs no foreign code (`T: Copy` has no destructor), and leaves statement 0.
    ///
    /// # Panics
    /// If the recording is being read.
    fn write(&self, change: fn(&mut Vec<Statement>, &mut Vec<T>)) {
        assert!(self.limit.get() > 0, "a tape cannot record, nor be cleared, while it is swept");
        // SAFETY: `limit` is not 0, so no reference into the vectors is out, the cells are not `Sync`, and `change`
        // captures nothing through which it could reach them again.
        let (statements, partials) = unsafe { (&mut *self.statements.get(), &mut *self.partials.get()) };
        change(statements, partials);
        self.limit.set(room(statements, partials));
    }

    /// Lends the recording to a reader; foreign arithmetic may run in it, but not write here.
    pub(crate) fn read<R>(&self, reader: impl FnOnce(Lists<'_, T>) -> R) -> R {
        let _unlock = Unlock { limit: &self.limit, value: self.limit.replace(0) };
        // SAFETY: `limit` is 0 until the references end, so that no exclusive reference is made meanwhile.
        let (statements, partials) = unsafe { (&*self.statements.get(), &*self.partials.get()) };
        reader(Lists { statements, partials })
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
