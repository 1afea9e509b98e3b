//! The two streams of a recording, written through a shared reference: statements, and the partials they store.
//!
//! Every statement is a push, and variables hold shared references to their tape. A `RefCell` costs a flag that is
//! stored and loaded again on every push; this cell has none. One comparison with `limit` serves both streams.

#![allow(unsafe_code)]

use core::cell::UnsafeCell;

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

/// What a recording consists of. Statement 0 stands for nothing; the list is empty only while a sweep has taken it.
///
/// There is room, without allocation, for statements up to `limit` and for two partials with each:
/// `statements.len() <= limit <= min(LIMIT, statements.capacity())` and
/// `partials.len() + 2 * (limit - statements.len()) <= partials.capacity()`. Only this module can break that.
pub(crate) struct Lists<T> {
    statements: Vec<Statement>,
    partials: Vec<T>,
    limit: usize,
}

impl<T> Lists<T> {
    /// An empty recording in the memory of two vectors.
    pub(crate) fn new(mut statements: Vec<Statement>, mut partials: Vec<T>) -> Self {
        statements.clear();
        statements.push([NOWHERE; 2]);
        partials.clear();
        Lists { statements, partials, limit: 1 }.measured()
    }

    /// What stands for a recording that was taken out.
    pub(crate) fn taken() -> Self {
        Lists { statements: Vec::new(), partials: Vec::new(), limit: 0 }
    }

    /// Forgets everything recorded.
    fn clear(&mut self) {
        self.statements.truncate(1);
        self.partials.clear();
        self.measure();
    }

    /// The memory, with what was recorded.
    pub(crate) fn into_parts(self) -> (Vec<Statement>, Vec<T>) {
        (self.statements, self.partials)
    }

    pub(crate) fn statements(&self) -> &[Statement] {
        &self.statements
    }

    pub(crate) fn partials(&self) -> &[T] {
        &self.partials
    }

    fn measure(&mut self) {
        let pairs = (self.partials.capacity() - self.partials.len()) / 2;
        let end = self.statements.len().saturating_add(pairs);
        self.limit = end.min(self.statements.capacity()).min(LIMIT);
    }

    fn measured(mut self) -> Self {
        self.measure();
        self
    }

    /// Makes room for one statement at least.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let (len, used) = (self.statements.len(), self.partials.len());
        assert!(len > 0, "a tape cannot record while it is swept");
        assert!(len < LIMIT, "the tape is full at 2^30 statements: record less at a time, or preaccumulate blocks");
        self.statements.reserve(1);
        let spare = self.partials.capacity() - used;
        if spare < (used / 8).max(16) {
            self.partials.reserve(spare.saturating_add(16));
        }
        self.measure();
    }
}

/// A recording that is written through a shared reference. Not `Sync`; hands out no references, so that nothing can
/// alias a push.
pub(crate) struct Streams<T>(UnsafeCell<Lists<T>>);

impl<T: Copy> Streams<T> {
    pub(crate) fn new(lists: Lists<T>) -> Self {
        Streams(UnsafeCell::new(lists))
    }

    /// Appends a statement and the partials it stores, at most two, and returns its index.
    #[inline(always)]
    pub(crate) fn push<const N: usize>(&self, operands: Statement, partials: [T; N]) -> u32 {
        const { assert!(N <= 2) };
        // SAFETY: the cell is not `Sync`, and no method returns a reference into the lists or runs foreign code while
        // it holds one (`T: Copy` has no destructor), so this exclusive reference is the only one.
        let lists = unsafe { &mut *self.0.get() };
        let len = lists.statements.len();
        if len == lists.limit {
            lists.grow();
        }
        let used = lists.partials.len();
        // SAFETY: `len < limit`, after `grow` if need be, so there is room for one statement and two partials; the new
        // lengths count only values that were written. The lengths grow by 1 and at most 2, which keeps the invariants.
        unsafe {
            if N > 0 {
                lists.partials.as_mut_ptr().add(used).cast::<[T; N]>().write(partials);
                lists.partials.set_len(used + N);
            }
            lists.statements.as_mut_ptr().add(len).write(operands);
            lists.statements.set_len(len + 1);
        }
        // Below 2^30, as `limit` is.
        len as u32
    }

    /// The number of statements, and of stored partials.
    #[inline(always)]
    pub(crate) fn len(&self) -> (usize, usize) {
        // SAFETY: as in `push`; the shared reference ends with the function.
        let lists = unsafe { &*self.0.get() };
        (lists.statements.len(), lists.partials.len())
    }

    /// The numbers of statements and partials for which there is memory.
    pub(crate) fn capacity(&self) -> (usize, usize) {
        // SAFETY: as in `len`.
        let lists = unsafe { &*self.0.get() };
        (lists.statements.capacity(), lists.partials.capacity())
    }

    /// Forgets everything recorded.
    pub(crate) fn clear(&self) {
        // SAFETY: as in `push`.
        unsafe { &mut *self.0.get() }.clear();
    }

    /// Takes the recording out, so that it can be read while foreign arithmetic runs; until it is put back, every push
    /// panics.
    pub(crate) fn take(&self) -> Lists<T> {
        self.replace(Lists::taken())
    }

    /// Puts a recording in, and returns the one that was there.
    pub(crate) fn replace(&self, lists: Lists<T>) -> Lists<T> {
        // SAFETY: as in `push`; moving the lists runs no foreign code.
        core::mem::replace(unsafe { &mut *self.0.get() }, lists)
    }
}
