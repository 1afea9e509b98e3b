//! Derivatives inside of functions that came out as NaN, perhaps for want of knowledge where seeds reach.
//!
//! Numbers that do not follow where seeds reach do not know constants, so that a direction of zeros may count as one that
//! moves. A body can branch on a derivative that is NaN for that, and go a way that leads to no NaN in what comes out. So who
//! runs again where a NaN comes out asks whether there was one inside, too.

use core::sync::atomic::{AtomicUsize, Ordering};

/// How many there were, on all threads: one more on another thread costs a run that was not needed.
static DOUBTS: AtomicUsize = AtomicUsize::new(0);

/// How many there were.
#[inline]
pub fn doubts() -> usize {
    DOUBTS.load(Ordering::Relaxed)
}

/// There was one more.
#[cold]
pub fn doubt() {
    DOUBTS.fetch_add(1, Ordering::Relaxed);
}
