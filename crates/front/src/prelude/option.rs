//! Methods of `Option`.

use crate::prelude::convert::Deref;
use crate::prelude::iter;
use crate::prelude::place;

/// What may be there, as an iterator.
#[derive(Clone)]
pub struct IntoIter<T> {
    /// It, until it is given.
    pub item: Option<T>,
    /// Whether it is still to come: what [`at`](iter::Iter::at) gives counts until it is forgotten.
    pub left: bool,
}

/// What may be there, as an iterator.
pub fn one<T>(item: Option<T>) -> IntoIter<T> {
    IntoIter { left: is_some(&item), item }
}

impl<T> iter::Iter for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.left = false;
        take(&mut self.item)
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        if self.left { 1 } else { 0 }
    }

    fn at(&mut self, _k: usize) -> T {
        unwrap(take(&mut self.item))
    }

    fn forget(&mut self, n: usize) {
        if n > 0 {
            self.left = false;
            self.item = None;
        }
    }

    fn each<S: FnMut(T) -> bool>(&mut self, mut sink: S) -> bool {
        self.left = false;
        match take(&mut self.item) {
            Some(x) => sink(x),
            None => false,
        }
    }
}

impl<T> iter::Back for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        self.left = false;
        take(&mut self.item)
    }

    fn forget_back(&mut self, n: usize) {
        if n > 0 {
            self.left = false;
            self.item = None;
        }
    }

    fn each_back<S: FnMut(T) -> bool>(&mut self, mut sink: S) -> bool {
        self.left = false;
        match take(&mut self.item) {
            Some(x) => sink(x),
            None => false,
        }
    }
}

impl<T> iter::IntoIter for Option<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        one(self)
    }
}

impl<'a, T> iter::IntoIter for &'a Option<T> {
    type Item = &'a T;
    type IntoIter = IntoIter<&'a T>;

    fn into_iter(self) -> IntoIter<&'a T> {
        one(as_ref(self))
    }
}

impl<'a, T> iter::IntoIter for &'a mut Option<T> {
    type Item = &'a mut T;
    type IntoIter = IntoIter<&'a mut T>;

    fn into_iter(self) -> IntoIter<&'a mut T> {
        one(as_mut(self))
    }
}

/// A reference to it, as an iterator.
pub fn iter<T>(opt: &Option<T>) -> IntoIter<&T> {
    one(as_ref(opt))
}

/// A reference through which it is changed, as an iterator.
pub fn iter_mut<T>(opt: &mut Option<T>) -> IntoIter<&mut T> {
    one(as_mut(opt))
}

/// Whether it is there.
pub fn is_some<T>(opt: &Option<T>) -> bool {
    match opt {
        Some(_) => true,
        None => false,
    }
}

/// Whether it is missing.
pub fn is_none<T>(opt: &Option<T>) -> bool {
    match opt {
        Some(_) => false,
        None => true,
    }
}

/// Whether it is there and fits.
pub fn is_some_and<T, F: FnOnce(T) -> bool>(opt: Option<T>, f: F) -> bool {
    match opt {
        Some(x) => f(x),
        None => false,
    }
}

/// Whether it is missing or fits.
pub fn is_none_or<T, F: FnOnce(T) -> bool>(opt: Option<T>, f: F) -> bool {
    match opt {
        Some(x) => f(x),
        None => true,
    }
}

/// A reference to it.
pub fn as_ref<T>(opt: &Option<T>) -> Option<&T> {
    match opt {
        Some(x) => Some(x),
        None => None,
    }
}

/// A reference through which it is changed.
pub fn as_mut<T>(opt: &mut Option<T>) -> Option<&mut T> {
    match opt {
        Some(x) => Some(x),
        None => None,
    }
}

/// A reference to what it refers to, or to its elements.
pub fn as_deref<T: Deref>(opt: &Option<T>) -> Option<&T::Target> {
    match opt {
        Some(x) => Some(x.deref()),
        None => None,
    }
}

/// A reference to what it refers to, or to its elements, to be changed.
pub fn as_deref_mut<T: Deref>(opt: &mut Option<T>) -> Option<&mut T::Target> {
    match opt {
        Some(x) => Some(x.deref_mut()),
        None => None,
    }
}

/// It, or a panic with a message.
pub fn expect<T>(opt: Option<T>, msg: &str) -> T {
    match opt {
        Some(x) => x,
        None => panic!("{msg}"),
    }
}

/// It, or a panic.
pub fn unwrap<T>(opt: Option<T>) -> T {
    match opt {
        Some(x) => x,
        None => panic!("called `Option::unwrap()` on a `None` value"),
    }
}

/// It, or another.
pub fn unwrap_or<T>(opt: Option<T>, default: T) -> T {
    match opt {
        Some(x) => x,
        None => default,
    }
}

/// It, or what a function gives.
pub fn unwrap_or_else<T, F: FnOnce() -> T>(opt: Option<T>, f: F) -> T {
    match opt {
        Some(x) => x,
        None => f(),
    }
}

/// It, or the default of its type.
pub fn unwrap_or_default<T: Default>(opt: Option<T>) -> T {
    match opt {
        Some(x) => x,
        None => T::default(),
    }
}

/// It through a function.
pub fn map<T, U, F: FnOnce(T) -> U>(opt: Option<T>, f: F) -> Option<U> {
    match opt {
        Some(x) => Some(f(x)),
        None => None,
    }
}

/// A function sees it.
pub fn inspect<T, F: FnOnce(&T)>(opt: Option<T>, f: F) -> Option<T> {
    match opt {
        Some(x) => {
            f(&x);
            Some(x)
        }
        None => None,
    }
}

/// It through a function, or another.
pub fn map_or<T, U, F: FnOnce(T) -> U>(opt: Option<T>, default: U, f: F) -> U {
    match opt {
        Some(x) => f(x),
        None => default,
    }
}

/// It through a function, or what another gives.
pub fn map_or_else<T, U, D: FnOnce() -> U, F: FnOnce(T) -> U>(opt: Option<T>, default: D, f: F) -> U {
    match opt {
        Some(x) => f(x),
        None => default(),
    }
}

/// It, or an error.
pub fn ok_or<T, E>(opt: Option<T>, err: E) -> Result<T, E> {
    match opt {
        Some(x) => Ok(x),
        None => Err(err),
    }
}

/// It, or an error that a function gives.
pub fn ok_or_else<T, E, F: FnOnce() -> E>(opt: Option<T>, err: F) -> Result<T, E> {
    match opt {
        Some(x) => Ok(x),
        None => Err(err()),
    }
}

/// Another, if it is there.
pub fn and<T, U>(opt: Option<T>, other: Option<U>) -> Option<U> {
    match opt {
        Some(_) => other,
        None => None,
    }
}

/// What a function makes of it.
pub fn and_then<T, U, F: FnOnce(T) -> Option<U>>(opt: Option<T>, f: F) -> Option<U> {
    match opt {
        Some(x) => f(x),
        None => None,
    }
}

/// It, if it fits.
pub fn filter<T, P: FnOnce(&T) -> bool>(opt: Option<T>, predicate: P) -> Option<T> {
    match opt {
        Some(x) => {
            if predicate(&x) {
                Some(x)
            } else {
                None
            }
        }
        None => None,
    }
}

/// It, or another.
pub fn or<T>(opt: Option<T>, other: Option<T>) -> Option<T> {
    match opt {
        Some(x) => Some(x),
        None => other,
    }
}

/// It, or what a function gives.
pub fn or_else<T, F: FnOnce() -> Option<T>>(opt: Option<T>, f: F) -> Option<T> {
    match opt {
        Some(x) => Some(x),
        None => f(),
    }
}

/// The one of two that is there alone.
pub fn xor<T>(opt: Option<T>, other: Option<T>) -> Option<T> {
    match opt {
        Some(x) => match other {
            Some(_) => None,
            None => Some(x),
        },
        None => other,
    }
}

/// Puts a value there.
pub fn insert<T>(opt: &mut Option<T>, value: T) -> &mut T {
    *opt = Some(value);
    match opt {
        Some(x) => x,
        None => unreachable!(),
    }
}

/// Puts a value there if it is missing.
pub fn get_or_insert<T>(opt: &mut Option<T>, value: T) -> &mut T {
    get_or_insert_with(opt, || value)
}

/// Puts what a function gives there if it is missing.
pub fn get_or_insert_with<T, F: FnOnce() -> T>(opt: &mut Option<T>, f: F) -> &mut T {
    if is_none(opt) {
        *opt = Some(f());
    }
    match opt {
        Some(x) => x,
        None => unreachable!(),
    }
}

/// Puts the default of its type there if it is missing.
pub fn get_or_insert_default<T: Default>(opt: &mut Option<T>) -> &mut T {
    get_or_insert_with(opt, || T::default())
}

/// It, and nothing is left.
pub fn take<T>(opt: &mut Option<T>) -> Option<T> {
    place::exchange(opt, None)
}

/// It, and nothing is left, if it fits.
pub fn take_if<T, P: FnOnce(&mut T) -> bool>(opt: &mut Option<T>, predicate: P) -> Option<T> {
    let fits = match opt {
        Some(x) => predicate(x),
        None => false,
    };
    if fits { place::exchange(opt, None) } else { None }
}

/// It, and another is left.
pub fn replace<T>(opt: &mut Option<T>, value: T) -> Option<T> {
    place::exchange(opt, Some(value))
}

/// Both, if both are there.
pub fn zip<T, U>(opt: Option<T>, other: Option<U>) -> Option<(T, U)> {
    match opt {
        Some(x) => match other {
            Some(y) => Some((x, y)),
            None => None,
        },
        None => None,
    }
}

/// The two parts of it.
pub fn unzip<T, U>(opt: Option<(T, U)>) -> (Option<T>, Option<U>) {
    match opt {
        Some((x, y)) => (Some(x), Some(y)),
        None => (None, None),
    }
}

/// A copy of what it refers to.
pub fn copied<T: Copy>(opt: Option<&T>) -> Option<T> {
    match opt {
        Some(x) => Some(*x),
        None => None,
    }
}

/// A copy of what it refers to.
pub fn cloned<T: Clone>(opt: Option<&T>) -> Option<T> {
    match opt {
        Some(x) => Some(x.clone()),
        None => None,
    }
}

/// A result of what may be there.
pub fn transpose<T, E>(opt: Option<Result<T, E>>) -> Result<Option<T>, E> {
    match opt {
        Some(Ok(x)) => Ok(Some(x)),
        Some(Err(e)) => Err(e),
        None => Ok(None),
    }
}

/// What may be there in what may be there.
pub fn flatten<T>(opt: Option<Option<T>>) -> Option<T> {
    match opt {
        Some(inner) => inner,
        None => None,
    }
}
