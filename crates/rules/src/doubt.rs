//! Derivatives inside of functions whose value came out as NaN, perhaps for want of knowledge where seeds reach.
//!
//! Numbers that do not follow where seeds reach do not know constants, so that a direction of zeros may count as one that
//! moves. A body can branch on a derivative that is NaN for that, and go a way that leads to no NaN in what comes out. So who
//! runs again where a NaN comes out asks whether there was one inside, too.

use crate::{Number, Scalar};
use core::sync::atomic::{AtomicUsize, Ordering};

/// How many there were, on all threads: one more on another thread costs a run that was not needed.
static DOUBTS: AtomicUsize = AtomicUsize::new(0);

/// How many there were.
#[doc(hidden)]
#[inline]
pub fn doubts() -> usize {
    DOUBTS.load(Ordering::Relaxed)
}

/// There was one more.
#[cold]
fn doubt() {
    DOUBTS.fetch_add(1, Ordering::Relaxed);
}

/// There was one more, if among derivatives that a function takes one is NaN. A plain number knows of each seed whether it
/// is zero, so that its NaN is one.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn doubt_nan<T: Number>(derivatives: impl IntoIterator<Item = T>) {
    let is_nan = |x: T| x.known().is_some_and(|x| x.to_f64().is_nan());
    if const { T::ORDER > 0 } && derivatives.into_iter().fold(false, |any, x| any | is_nan(x)) {
        doubt();
    }
}
