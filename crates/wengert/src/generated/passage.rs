//! Numbers on their way to other threads.
//!
//! Generated code is written for any number, of which it is not known whether it may go to another thread: a variable
//! of a tape must not. What is made of such numbers alone is therefore carried in a wrapper that may go anywhere, and
//! that is opened anywhere only if the numbers are of a type which is known to be free to. Everything else that a loop's
//! body captures is left to the compiler.

#![allow(unsafe_code)]

use super::independent::Part;
use super::{Unwatched, Workspace, drive::Columns};
use crate::Dual;
use core::any::Any;
use core::fmt;
use core::marker::PhantomData;
use rules::Number;
use std::thread::{self, ThreadId};

/// Whether numbers `T` may go to other threads.
pub struct Passage<T> {
    free: bool,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Passage<T> {
    fn clone(&self) -> Passage<T> {
        *self
    }
}

impl<T> Copy for Passage<T> {}

impl<T> fmt::Debug for Passage<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Passage({})", self.free)
    }
}

impl<T: Send + Sync> Passage<T> {
    /// They may.
    const fn free() -> Passage<T> {
        Passage { free: true, of: PhantomData }
    }
}

impl<T> Passage<T> {
    /// They may not, as far as is known.
    pub(super) const fn none() -> Passage<T> {
        Passage { free: false, of: PhantomData }
    }

    /// Whether they may.
    pub fn is_free(self) -> bool {
        self.free
    }

    fn carry<X>(self, inner: X) -> Carried<X> {
        Carried { inner, home: (!self.free).then(|| thread::current().id()) }
    }
}

impl<T: 'static> Passage<T> {
    /// As is known of the type: the numbers of gradients and of second derivatives.
    pub(super) fn known() -> Passage<T> {
        let known: [&dyn Any; 7] = [
            &Passage::<f64>::free(),
            &Passage::<f32>::free(),
            &Passage::<Dual<f64>>::free(),
            &Passage::<Dual<f32>>::free(),
            &Passage::<Unwatched<f64>>::free(),
            &Passage::<Unwatched<f32>>::free(),
            &Passage::<Columns>::free(),
        ];
        known.iter().find_map(|pass| pass.downcast_ref::<Passage<T>>().copied()).unwrap_or(Passage::none())
    }
}

/// What is carried here may go where its numbers may.
#[allow(dead_code)]
fn as_its_numbers<T: Number + Send + Sync>() {
    fn is<X: Send + Sync>() {}
    is::<[T; 1]>();
    is::<[&[T]; 1]>();
    is::<Vec<Vec<T>>>();
    is::<Part<'_, T>>();
    is::<Workspace<T>>();
}

impl<T: Number> Passage<T> {
    /// Numbers.
    pub fn carry_numbers<const N: usize>(self, x: [T; N]) -> Carried<[T; N]> {
        self.carry(x)
    }
    /// Lists that are read.
    pub fn carry_lists<const N: usize>(self, x: [&[T]; N]) -> Carried<[&[T]; N]> {
        self.carry(x)
    }
    /// Lists.
    pub fn carry_vecs(self, x: Vec<Vec<T>>) -> Carried<Vec<Vec<T>>> {
        self.carry(x)
    }
    /// A part of a list that is written to.
    pub fn carry_part(self, x: Part<'_, T>) -> Carried<Part<'_, T>> {
        self.carry(x)
    }
    /// Memory to work in.
    pub fn carry_workspace(self, x: Workspace<T>) -> Carried<Workspace<T>> {
        self.carry(x)
    }
}

/// Something made of numbers, which is opened where these may be.
///
/// No trait is derived: what that writes would reach the value on any thread.
pub struct Carried<X> {
    inner: X,
    /// The one thread that may open it, if not all may.
    home: Option<ThreadId>,
}

// SAFETY: `Passage` alone makes values, of the types in `as_its_numbers`, which are `Send` and `Sync` where their numbers
// are. If these are, `Passage::free` had the compiler check it. If they are not known to be, no thread but the one that
// made it reaches the value: `get` and `take` alone name `inner`, and check. What is left is to drop it, which touches no
// number: they are `Copy` (see `Number`), without destructors; all else in these types is `Send`, or they never were.
unsafe impl<X> Send for Carried<X> {}
// SAFETY: as above; `get` is the one way to the value through a shared reference.
unsafe impl<X> Sync for Carried<X> {}

impl<X> fmt::Debug for Carried<X> {
    /// Without the value, which may be out of reach here.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Carried").field("home", &self.home).finish_non_exhaustive()
    }
}

impl<X> Carried<X> {
    fn check(&self) {
        assert!(self.home.is_none_or(|home| home == thread::current().id()), "these numbers belong to another thread");
    }
    /// The value.
    ///
    /// # Panics
    /// On a thread where its numbers may not be.
    pub fn get(&self) -> &X {
        self.check();
        &self.inner
    }
    /// The value itself; panics as [`get`](Self::get) does.
    pub fn take(self) -> X {
        self.check();
        self.inner
    }
}
