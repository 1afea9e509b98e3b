//! Constants that patterns bind: whether such a name is a number or a reference to one is seen by the compiler only, so
//! methods of the same name are tried, that for references to numbers first.

use super::Word;
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

/// A reference to a number is the number.
pub trait Reference {
    /// The number.
    type Number;
    /// The number.
    fn plain(&self) -> Self::Number;
}

impl<X: Word> Reference for &Bound<&X> {
    type Number = X;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(&self) -> X {
        *self.take()
    }
}

impl<X: Word> Reference for &Bound<&mut X> {
    type Number = X;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(&self) -> X {
        *self.take()
    }
}

/// Anything else stays what it is.
pub trait Itself {
    /// What it is.
    type Same;
    /// What it is.
    fn plain(&self) -> Self::Same;
}

impl<X> Itself for Bound<X> {
    type Same = X;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(&self) -> X {
        self.take()
    }
}

/// A number stays one where the function follows a reference to it.
pub trait Number {
    /// A reference to the number.
    type Place;
    /// A reference to the number.
    fn followed(&self) -> Self::Place;
}

impl<'a, X: Word> Number for &&Bound<&'a X> {
    type Place = &'a X;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn followed(&self) -> &'a X {
        self.take()
    }
}

/// A reference is followed.
pub trait Behind {
    /// The reference.
    type Place;
    /// The reference.
    fn followed(&self) -> Self::Place;
}

impl<'b, X: ?Sized> Behind for &Bound<&&'b X> {
    type Place = &'b X;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn followed(&self) -> &'b X {
        self.take()
    }
}

/// Anything else is what it is.
pub trait Kept {
    /// A reference to it.
    type Place;
    /// A reference to it.
    fn followed(&self) -> Self::Place;
}

impl<'a, X> Kept for Bound<&'a X> {
    type Place = &'a X;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn followed(&self) -> &'a X {
        self.take()
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

/// A constant, or the number that it refers to.
#[doc(hidden)]
#[macro_export]
macro_rules! __plain {
    ($x:expr) => {{
        use $crate::generated::{Itself as _, Reference as _};
        (&&$crate::generated::Bound::new($x)).plain()
    }};
}

/// What stands behind a constant reference, where the constant may be the number already.
#[doc(hidden)]
#[macro_export]
macro_rules! __followed {
    ($x:expr) => {
        *{
            use $crate::generated::{Behind as _, Kept as _, Number as _};
            (&&&$crate::generated::Bound::new(&$x)).followed()
        }
    };
}
