//! Methods of `Result`.

use crate::prelude::convert::Deref;
use crate::prelude::iter;
use crate::prelude::option;
use std::fmt::Debug;

impl<T, E> iter::IntoIter for Result<T, E> {
    type Item = T;
    type IntoIter = option::IntoIter<T>;

    fn into_iter(self) -> option::IntoIter<T> {
        option::one(ok(self))
    }
}

impl<'a, T, E> iter::IntoIter for &'a Result<T, E> {
    type Item = &'a T;
    type IntoIter = option::IntoIter<&'a T>;

    fn into_iter(self) -> option::IntoIter<&'a T> {
        option::one(ok(as_ref(self)))
    }
}

/// A reference to the value, as an iterator.
pub fn iter<T, E>(res: &Result<T, E>) -> option::IntoIter<&T> {
    option::one(ok(as_ref(res)))
}

/// A reference through which the value is changed, as an iterator.
pub fn iter_mut<T, E>(res: &mut Result<T, E>) -> option::IntoIter<&mut T> {
    option::one(ok(as_mut(res)))
}

/// Whether it is a value.
pub fn is_ok<T, E>(res: &Result<T, E>) -> bool {
    match res {
        Ok(_) => true,
        Err(_) => false,
    }
}

/// Whether it is an error.
pub fn is_err<T, E>(res: &Result<T, E>) -> bool {
    match res {
        Ok(_) => false,
        Err(_) => true,
    }
}

/// Whether it is a value that fits.
pub fn is_ok_and<T, E, F: FnOnce(T) -> bool>(res: Result<T, E>, f: F) -> bool {
    match res {
        Ok(x) => f(x),
        Err(_) => false,
    }
}

/// Whether it is an error that fits.
pub fn is_err_and<T, E, F: FnOnce(E) -> bool>(res: Result<T, E>, f: F) -> bool {
    match res {
        Ok(_) => false,
        Err(e) => f(e),
    }
}

/// The value.
pub fn ok<T, E>(res: Result<T, E>) -> Option<T> {
    match res {
        Ok(x) => Some(x),
        Err(_) => None,
    }
}

/// The error.
pub fn err<T, E>(res: Result<T, E>) -> Option<E> {
    match res {
        Ok(_) => None,
        Err(e) => Some(e),
    }
}

/// References.
pub fn as_ref<T, E>(res: &Result<T, E>) -> Result<&T, &E> {
    match res {
        Ok(x) => Ok(x),
        Err(e) => Err(e),
    }
}

/// References through which it is changed.
pub fn as_mut<T, E>(res: &mut Result<T, E>) -> Result<&mut T, &mut E> {
    match res {
        Ok(x) => Ok(x),
        Err(e) => Err(e),
    }
}

/// References, to what the value refers to, or to its elements.
pub fn as_deref<T: Deref, E>(res: &Result<T, E>) -> Result<&T::Target, &E> {
    match res {
        Ok(x) => Ok(x.deref()),
        Err(e) => Err(e),
    }
}

/// References, to what the value refers to, or to its elements, to be changed.
pub fn as_deref_mut<T: Deref, E>(res: &mut Result<T, E>) -> Result<&mut T::Target, &mut E> {
    match res {
        Ok(x) => Ok(x.deref_mut()),
        Err(e) => Err(e),
    }
}

/// The value through a function.
pub fn map<T, E, U, F: FnOnce(T) -> U>(res: Result<T, E>, op: F) -> Result<U, E> {
    match res {
        Ok(x) => Ok(op(x)),
        Err(e) => Err(e),
    }
}

/// The value through a function, or another.
pub fn map_or<T, E, U, F: FnOnce(T) -> U>(res: Result<T, E>, default: U, f: F) -> U {
    match res {
        Ok(x) => f(x),
        Err(_) => default,
    }
}

/// The value through a function, or the error through another.
pub fn map_or_else<T, E, U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(res: Result<T, E>, default: D, f: F) -> U {
    match res {
        Ok(x) => f(x),
        Err(e) => default(e),
    }
}

/// The error through a function.
pub fn map_err<T, E, F, O: FnOnce(E) -> F>(res: Result<T, E>, op: O) -> Result<T, F> {
    match res {
        Ok(x) => Ok(x),
        Err(e) => Err(op(e)),
    }
}

/// A function sees the value.
pub fn inspect<T, E, F: FnOnce(&T)>(res: Result<T, E>, f: F) -> Result<T, E> {
    match res {
        Ok(x) => {
            f(&x);
            Ok(x)
        }
        Err(e) => Err(e),
    }
}

/// A function sees the error.
pub fn inspect_err<T, E, F: FnOnce(&E)>(res: Result<T, E>, f: F) -> Result<T, E> {
    match res {
        Ok(x) => Ok(x),
        Err(e) => {
            f(&e);
            Err(e)
        }
    }
}

/// The value, or a panic with a message.
pub fn expect<T, E: Debug>(res: Result<T, E>, msg: &str) -> T {
    match res {
        Ok(x) => x,
        Err(e) => panic!("{msg}: {e:?}"),
    }
}

/// The value, or a panic.
pub fn unwrap<T, E: Debug>(res: Result<T, E>) -> T {
    match res {
        Ok(x) => x,
        Err(e) => panic!("called `Result::unwrap()` on an `Err` value: {e:?}"),
    }
}

/// The error, or a panic with a message.
pub fn expect_err<T: Debug, E>(res: Result<T, E>, msg: &str) -> E {
    match res {
        Ok(x) => panic!("{msg}: {x:?}"),
        Err(e) => e,
    }
}

/// The error, or a panic.
pub fn unwrap_err<T: Debug, E>(res: Result<T, E>) -> E {
    match res {
        Ok(x) => panic!("called `Result::unwrap_err()` on an `Ok` value: {x:?}"),
        Err(e) => e,
    }
}

/// The value, or another.
pub fn unwrap_or<T, E>(res: Result<T, E>, default: T) -> T {
    match res {
        Ok(x) => x,
        Err(_) => default,
    }
}

/// The value, or what a function makes of the error.
pub fn unwrap_or_else<T, E, F: FnOnce(E) -> T>(res: Result<T, E>, op: F) -> T {
    match res {
        Ok(x) => x,
        Err(e) => op(e),
    }
}

/// The value, or the default of its type.
pub fn unwrap_or_default<T: Default, E>(res: Result<T, E>) -> T {
    match res {
        Ok(x) => x,
        Err(_) => T::default(),
    }
}

/// Another, if it is a value.
pub fn and<T, E, U>(res: Result<T, E>, other: Result<U, E>) -> Result<U, E> {
    match res {
        Ok(_) => other,
        Err(e) => Err(e),
    }
}

/// What a function makes of the value.
pub fn and_then<T, E, U, F: FnOnce(T) -> Result<U, E>>(res: Result<T, E>, op: F) -> Result<U, E> {
    match res {
        Ok(x) => op(x),
        Err(e) => Err(e),
    }
}

/// It, or another if it is an error.
pub fn or<T, E, F>(res: Result<T, E>, other: Result<T, F>) -> Result<T, F> {
    match res {
        Ok(x) => Ok(x),
        Err(_) => other,
    }
}

/// It, or what a function makes of the error.
pub fn or_else<T, E, F, O: FnOnce(E) -> Result<T, F>>(res: Result<T, E>, op: O) -> Result<T, F> {
    match res {
        Ok(x) => Ok(x),
        Err(e) => op(e),
    }
}

/// A copy of what the value refers to.
pub fn copied<T: Copy, E>(res: Result<&T, E>) -> Result<T, E> {
    match res {
        Ok(x) => Ok(*x),
        Err(e) => Err(e),
    }
}

/// A copy of what the value refers to.
pub fn cloned<T: Clone, E>(res: Result<&T, E>) -> Result<T, E> {
    match res {
        Ok(x) => Ok(x.clone()),
        Err(e) => Err(e),
    }
}

/// What may be there of a result.
pub fn transpose<T, E>(res: Result<Option<T>, E>) -> Option<Result<T, E>> {
    match res {
        Ok(Some(x)) => Some(Ok(x)),
        Ok(None) => None,
        Err(e) => Some(Err(e)),
    }
}

/// A result of a result.
pub fn flatten<T, E>(res: Result<Result<T, E>, E>) -> Result<T, E> {
    match res {
        Ok(inner) => inner,
        Err(e) => Err(e),
    }
}
