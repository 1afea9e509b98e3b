//! How generated functions pass arguments to each other: with derivative or without, as the callee's signature says.

use super::{Shared, Workspace};
use rules::{Number, Real};

/// Stands where a function with `reverse_only` has no tangents and no second derivatives.
#[derive(Clone, Copy, Debug)]
pub struct LeftOutByReverseOnly;

/// Stands where a function has no derivatives of a kind, as `#[differentiable(only(..))]` does not name it.
#[derive(Clone, Copy, Debug)]
pub struct LeftOutByOnly;

/// Stands where a function that only its own crate sees has no derivatives of a kind, because nothing in the text of the
/// crate asks for them: what macros of other crates ask for does not show. `#[differentiable(all)]` writes them all.
#[derive(Clone, Copy, Debug)]
pub struct WriteDifferentiableAll;

/// An argument that may carry a derivative, going forward.
#[derive(Clone, Copy, Debug)]
pub struct Active<X>(pub X);

/// An argument and the place of its adjoint, going back.
#[derive(Debug)]
pub struct Pair<X, A>(pub X, pub A);

/// The adjoint of an array that the callee writes to.
#[derive(Debug)]
pub struct Exclusive<'a, T>(pub &'a mut [T]);

/// The adjoint of a result.
#[derive(Clone, Copy, Debug)]
pub struct Seed<X>(pub X);

/// What comes in for a result that nobody looks at.
#[diagnostic::on_unimplemented(
    message = "a part of this result is not looked at, and its type does not say what its adjoint is",
    note = "give the part a name, and do something with it"
)]
pub trait Unused<T> {
    /// Nothing.
    fn unused() -> Self;
}

impl<T: Number> Unused<T> for Seed<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unused() -> Seed<T> {
        Seed(T::constant(rules::Scalar::from_f64(0.0)))
    }
}

impl<T> Unused<T> for Seed<&[T]> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unused() -> Self {
        Seed(&[])
    }
}

macro_rules! unused {
    ($(($($P:ident)*))+) => {$(
        impl<T, $($P: Unused<T>),*> Unused<T> for ($($P,)*) {
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(clippy::unused_unit)]
            fn unused() -> Self {
                ($($P::unused(),)*)
            }
        }
    )+};
}
unused! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }

/// What comes in for a result that nobody looks at.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn unused<T, P: Unused<T>>() -> P {
    P::unused()
}

/// Stands for an array of which only the length is known.
#[derive(Clone, Copy, Debug)]
pub struct Length(pub usize);

impl Length {
    /// The length.
    pub fn len(&self) -> usize {
        self.0
    }
    /// Whether it is zero.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// A constant argument, as the parameter `P` of the callee.
#[diagnostic::on_unimplemented(
    message = "the argument does not fit the parameter: `{Self}` is passed where `{P}` is expected",
    note = "a parameter marked #[constant] takes no argument that carries a derivative"
)]
pub trait Give<'s, T, P> {
    /// Room for a constant that is passed where a number is expected: none where nothing is put there, as what is made ready before
    /// each call takes time.
    type Room: Default;
    /// Passes it.
    fn give(self, room: &'s mut Self::Room) -> P;
}

/// Passes an argument of a function on the number `T`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn give<'s, T, X: Give<'s, T, P>, P>(x: X, room: &'s mut X::Room) -> P {
    x.give(room)
}

impl<'s, T, P> Give<'s, T, P> for P {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> P {
        self
    }
}

/// A count of which the caller's text does not say the type; the callee takes an exponent.
impl<'s, T> Give<'s, T, i32> for usize {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> i32 {
        self as i32
    }
}

/// A constant that is no number, where a callee takes it by value or by reference.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'s, X>(pub &'s X);

impl<'s, T, X> Give<'s, T, &'s X> for Whole<'s, X> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> &'s X {
        self.0
    }
}

impl<'s, T, X: Clone> Give<'s, T, X> for Whole<'s, X> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> X {
        self.0.clone()
    }
}

// What is behind a reference here, handed on as one.
impl<'s, 'a: 's, 'b: 's, T, X: ?Sized> Give<'s, T, &'s X> for Whole<'s, &'a &'b X> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> &'s X {
        self.0
    }
}

impl<'s, T, X> Give<'s, T, &'s [X]> for Whole<'s, Vec<X>> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> &'s [X] {
        self.0
    }
}

impl<'s, T, X, const N: usize> Give<'s, T, &'s [X]> for Whole<'s, [X; N]> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> &'s [X] {
        self.0
    }
}

impl<'s, T, X> Give<'s, T, &'s [X]> for Shared<'s, Vec<X>> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> &'s [X] {
        self.0
    }
}

impl<'s, T, X: Clone> Give<'s, T, Vec<X>> for &'s [X] {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Vec<X> {
        self.to_vec()
    }
}

impl<'s, T> Give<'s, T, Active<&'s [T]>> for Active<&'s mut [T]> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Active<&'s [T]> {
        Active(self.0)
    }
}

impl<'s, T> Give<'s, T, Exclusive<'s, T>> for Pair<&'s [T], &'s mut [T]> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> Exclusive<'s, T> {
        Exclusive(self.1)
    }
}

// What a call gave is kept as a list; where an array of fixed length is wanted it is one.
impl<'s, T: Copy, const N: usize> Give<'s, T, Active<[T; N]>> for Active<&'s [T]> {
    type Room = ();
    #[inline]
    fn give(self, _: &'s mut Self::Room) -> Active<[T; N]> {
        Active(super::array_of(self.0))
    }
}

impl<'s, T: Copy, const N: usize> Give<'s, T, Pair<[T; N], &'s mut [T; N]>> for Pair<&'s [T], &'s mut [T]> {
    type Room = ();
    #[inline]
    fn give(self, _: &'s mut Self::Room) -> Pair<[T; N], &'s mut [T; N]> {
        let adjoint = self.1.try_into().expect("an array and its adjoint have one length");
        Pair(super::array_of(self.0), adjoint)
    }
}

/// The adjoints of a list of constants, which nobody reads: those of a short one where the call is.
#[derive(Debug)]
pub struct Adjoints<T> {
    short: Option<[T; SHORT]>,
    long: Vec<T>,
}

/// So many numbers are no request for memory.
const SHORT: usize = 16;

impl<T> Default for Adjoints<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn default() -> Adjoints<T> {
        Adjoints { short: None, long: Vec::new() }
    }
}

impl<T: Copy> Adjoints<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zeros(&mut self, len: usize, zero: T) -> &mut [T] {
        if len <= SHORT {
            return &mut self.short.insert([zero; SHORT])[..len];
        }
        self.long.resize(len, zero);
        &mut self.long
    }
}

/// Constant lists behind a reference, where numbers are taken.
macro_rules! give_shared {
    ($S:ty: [$($generics:tt)*], $List:ty, $as_slice:ident) => {
        impl<'s, T: Real<$S>, $($generics)*> Give<'s, T, Active<&'s [T]>> for Shared<'s, $List> {
            type Room = Vec<T>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, room: &'s mut Self::Room) -> Active<&'s [T]> {
                self.0.$as_slice().give(room)
            }
        }
        impl<'s, T: Real<$S>, $($generics)*> Give<'s, T, Pair<&'s [T], &'s mut [T]>> for Shared<'s, $List> {
            type Room = (Vec<T>, Adjoints<T>);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, room: &'s mut Self::Room) -> Pair<&'s [T], &'s mut [T]> {
                self.0.$as_slice().give(room)
            }
        }
    };
}

macro_rules! give {
    ($S:ty) => {
        impl<'s, T: Real<$S>> Give<'s, T, Active<T>> for $S {
            type Room = ();
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, _: &'s mut Self::Room) -> Active<T> {
                Active(T::constant(self))
            }
        }
        impl<'s, T: Real<$S>> Give<'s, T, Active<&'s [T]>> for &'s [$S] {
            type Room = Vec<T>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, room: &'s mut Self::Room) -> Active<&'s [T]> {
                Active(T::constants(self, room))
            }
        }
        impl<'s, T: Real<$S>, const N: usize> Give<'s, T, Active<[T; N]>> for [$S; N] {
            type Room = ();
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, _: &'s mut Self::Room) -> Active<[T; N]> {
                Active(self.map(T::constant))
            }
        }
        impl<'s, T: Real<$S>> Give<'s, T, Pair<T, &'s mut T>> for $S {
            type Room = Option<T>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, room: &'s mut Self::Room) -> Pair<T, &'s mut T> {
                Pair(T::constant(self), room.insert(T::constant(0.0)))
            }
        }
        impl<'s, T: Real<$S>> Give<'s, T, Pair<&'s [T], &'s mut [T]>> for &'s [$S] {
            type Room = (Vec<T>, Adjoints<T>);
            #[inline]
            fn give(self, room: &'s mut Self::Room) -> Pair<&'s [T], &'s mut [T]> {
                let (values, adjoints) = room;
                Pair(T::constants(self, values), adjoints.zeros(self.len(), T::constant(0.0)))
            }
        }
        give_shared!($S: [], Vec<$S>, as_slice);
        give_shared!($S: [const N: usize], [$S; N], as_slice);
        give_shared!($S: [], &'s [$S], as_ref);
        impl<'s, T: Real<$S>> Give<'s, T, Active<&'s [T]>> for Whole<'s, &'s [$S]> {
            type Room = Vec<T>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, room: &'s mut Self::Room) -> Active<&'s [T]> {
                (*self.0).give(room)
            }
        }
        impl<'s, T: Real<$S>> Give<'s, T, Pair<&'s [T], &'s mut [T]>> for Whole<'s, &'s [$S]> {
            type Room = (Vec<T>, Adjoints<T>);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, room: &'s mut Self::Room) -> Pair<&'s [T], &'s mut [T]> {
                (*self.0).give(room)
            }
        }
        impl<'s, T: Real<$S>, const N: usize> Give<'s, T, Active<[T; N]>> for Shared<'s, [$S; N]> {
            type Room = ();
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, room: &'s mut Self::Room) -> Active<[T; N]> {
                (*self.0).give(room)
            }
        }
        impl<'s, T: Real<$S>, const N: usize> Give<'s, T, Pair<[T; N], &'s mut [T; N]>> for Shared<'s, [$S; N]> {
            type Room = Option<[T; N]>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn give(self, room: &'s mut Self::Room) -> Pair<[T; N], &'s mut [T; N]> {
                (*self.0).give(room)
            }
        }
        impl<'s, T: Real<$S>, const N: usize> Give<'s, T, Pair<[T; N], &'s mut [T; N]>> for [$S; N] {
            type Room = Option<[T; N]>;
            #[inline]
            fn give(self, room: &'s mut Self::Room) -> Pair<[T; N], &'s mut [T; N]> {
                Pair(self.map(T::constant), room.insert([T::constant(0.0); N]))
            }
        }
    };
}
give!(f64);
give!(f32);

/// The result of a call that is an array, as a list on the heap.
#[diagnostic::on_unimplemented(
    message = "what this call gives is taken for a list here: write its type, `let y: f64 = ..`, `let m: Vec<Vec<f64>> = ..`"
)]
pub trait Adopt<T: Number> {
    /// The list.
    fn adopt(self) -> Vec<T>;
    /// The list, in memory of the workspace's if it has none of its own.
    fn adopt_in(self, ws: &mut Workspace<T>) -> Vec<T>;
}

impl<T: Number> Adopt<T> for Vec<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn adopt(self) -> Vec<T> {
        self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn adopt_in(self, _: &mut Workspace<T>) -> Vec<T> {
        self
    }
}

impl<T: Number> Adopt<T> for Box<[T]> {
    #[inline]
    fn adopt(self) -> Vec<T> {
        self.into_vec()
    }
    #[inline]
    fn adopt_in(self, _: &mut Workspace<T>) -> Vec<T> {
        self.into_vec()
    }
}

impl<T: Number, const N: usize> Adopt<T> for [T; N] {
    #[inline]
    fn adopt(self) -> Vec<T> {
        self.to_vec()
    }
    #[inline]
    fn adopt_in(self, ws: &mut Workspace<T>) -> Vec<T> {
        ws.copied(&self)
    }
}

/// The result of a call that is an array of a length that the caller knows; the callee may not, and give a list.
pub trait Settle<T: Number, const N: usize> {
    /// The array.
    fn settle(self) -> [T; N];
    /// The array; a list goes to the workspace.
    fn settle_in(self, ws: &mut Workspace<T>) -> [T; N];
}

impl<T: Number, const N: usize> Settle<T, N> for [T; N] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(self) -> [T; N] {
        self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle_in(self, _: &mut Workspace<T>) -> [T; N] {
        self
    }
}

impl<T: Number, const N: usize> Settle<T, N> for Vec<T> {
    #[inline]
    fn settle(self) -> [T; N] {
        super::array_of(&self)
    }
    #[inline]
    fn settle_in(self, ws: &mut Workspace<T>) -> [T; N] {
        let array = super::array_of(&self);
        ws.give(self);
        array
    }
}

/// Where the rows of an array of arrays lie in its flat list, for each level from the outermost on.
#[derive(Clone, Debug)]
pub struct Rows<const L: usize> {
    /// The number of rows.
    pub count: usize,
    /// How those of each level lie.
    pub levels: [Lie; L],
}

/// How the rows of a level lie.
#[derive(Clone, Debug)]
pub enum Lie {
    /// One behind the other, all of this length.
    Even(usize),
    /// For each row where it starts and how long it is.
    Table(Vec<usize>),
}

impl<const L: usize> Rows<L> {
    /// Where a row of a level starts and how long it is.
    #[inline]
    pub fn row(&self, level: usize, k: usize) -> (usize, usize) {
        match &self.levels[level] {
            Lie::Even(len) => (k * len, *len),
            Lie::Table(table) => (table[2 * k], table[2 * k + 1]),
        }
    }

    /// Where each row of a level starts and how long it is.
    pub fn table(&self, level: usize) -> Vec<usize> {
        match &self.levels[level] {
            Lie::Table(table) => table.clone(),
            Lie::Even(len) => {
                let outer = (0..level).fold(self.count, |n, k| (0..n).map(|i| self.row(k, i).1).sum());
                (0..outer).flat_map(|k| [k * len, *len]).collect()
            }
        }
    }
}

/// What a constant field is filled with, where the compiler alone sees that it is constant.
#[diagnostic::on_unimplemented(
    message = "a constant field is filled with what carries derivatives",
    note = "put #[constant] in front of the parameter that it comes from, or take #[constant] off the field, or fill it \
            with `stop_gradient(..)`"
)]
pub trait Constant<X> {
    /// The constant.
    fn constant(self) -> X;
}

impl<X> Constant<X> for X {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(self) -> X {
        self
    }
}

impl<X> Constant<X> for Active<X> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn constant(self) -> X {
        self.0
    }
}
