//! An append-only list that is written through a shared reference.
//!
//! Every statement of a recording is a push, and variables hold shared references to their tape. A `RefCell` costs a
//! flag that is stored and loaded again on every push; this cell has none.

#![allow(unsafe_code)]

use core::cell::UnsafeCell;

/// Where a list ends: half of what an index of 31 bits reaches, as the capacity may double past the check.
const LIMIT: usize = 1 << 30;

/// A growing list of plain values. Not `Sync`; hands out no references, so that nothing can alias a push.
pub(crate) struct Log<U>(UnsafeCell<Vec<U>>);

impl<U: Copy> Log<U> {
    pub(crate) fn new(mut list: Vec<U>) -> Self {
        list.clear();
        Log(UnsafeCell::new(list))
    }

    /// Appends a value and returns its index.
    #[inline(always)]
    pub(crate) fn push(&self, value: U) -> usize {
        self.push_all([value])
    }

    /// Appends values, with one change of the length, and returns the index of the first.
    #[inline(always)]
    pub(crate) fn push_all<const N: usize>(&self, values: [U; N]) -> usize {
        // SAFETY: the cell is not `Sync`, and no method returns a reference into the vector or runs foreign code
        // while it holds one (`U: Copy` has no destructor), so this exclusive reference is the only one.
        let list = unsafe { &mut *self.0.get() };
        let len = list.len();
        if list.capacity() - len < N {
            grow(list, N);
        }
        // SAFETY: there is room for N more values, so the write is inside the allocation, and the new length counts
        // only values that were written.
        unsafe {
            list.as_mut_ptr().add(len).cast::<[U; N]>().write(values);
            list.set_len(len + N);
        }
        len
    }

    /// The number of values.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        // SAFETY: as in `push`; the shared reference ends with this expression.
        unsafe { (*self.0.get()).len() }
    }

    /// The number of values that fit without allocation.
    pub(crate) fn capacity(&self) -> usize {
        // SAFETY: as in `len`.
        unsafe { (*self.0.get()).capacity() }
    }

    /// Takes the list out, leaving an empty one: how a sweep reads it while foreign arithmetic runs.
    pub(crate) fn take(&self) -> Vec<U> {
        self.replace(Vec::new())
    }

    /// Puts a list in, and returns the one that was there.
    pub(crate) fn replace(&self, list: Vec<U>) -> Vec<U> {
        // SAFETY: as in `push`; moving a vector runs no foreign code.
        core::mem::replace(unsafe { &mut *self.0.get() }, list)
    }
}

#[cold]
#[inline(never)]
fn grow<U>(list: &mut Vec<U>, more: usize) {
    assert!(list.len() < LIMIT, "the tape is full at 2^30 statements: record less at a time, or preaccumulate blocks");
    list.reserve(more);
}
