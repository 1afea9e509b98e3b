//! Constants that are handed to calls: whether one is a reference to a structure is seen by the compiler only, so methods
//! of the same name are tried, that for such references first.

use core::cell::Cell;
use rules::Differentiable;

/// A constant that is asked what it is.
pub struct Bound<X>(Cell<Option<X>>);

impl<X> Bound<X> {
    /// Of a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(x: X) -> Bound<X> {
        Bound(Cell::new(Some(x)))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn take(&self) -> X {
        self.0.take().expect("a constant is asked once")
    }
}

/// A constant structure behind a reference.
#[derive(Clone, Copy, Debug)]
pub struct Shared<'a, D>(pub &'a D);

/// A reference to a structure is told from other constants.
pub trait OfStructure {
    /// The reference.
    type Shared;
    /// The reference.
    fn shared(&self) -> Self::Shared;
}

impl<'a, D: Differentiable<f64>> OfStructure for &Bound<&'a D> {
    type Shared = Shared<'a, D>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shared(&self) -> Shared<'a, D> {
        Shared(self.take())
    }
}

/// Anything else stays what it is.
pub trait OfOthers {
    /// What it is.
    type Same;
    /// What it is.
    fn shared(&self) -> Self::Same;
}

impl<X> OfOthers for Bound<X> {
    type Same = X;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shared(&self) -> X {
        self.take()
    }
}

/// A constant argument: references to structures are told from other constants.
#[doc(hidden)]
#[macro_export]
macro_rules! __shared {
    ($x:expr) => {{
        use $crate::generated::{OfOthers as _, OfSeveral as _, OfSlice as _, OfStructure as _};
        (&&&&$crate::generated::Bound::new($x)).shared()
    }};
}

/// A constant that a function changes is left where the caller finds it.
#[doc(hidden)]
#[macro_export]
macro_rules! __left {
    ($place:expr, $constant:expr) => {
        *$place = $constant;
    };
}
