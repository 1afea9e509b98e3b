//! Places that are changed by whoever sees them: `Cell` and `RefCell`. Here a reference to one is one by which it is changed,
//! and what is lent of it is a plain reference: that nobody else has it, std has seen to.

use crate::prelude::place;

/// A place of a value.
pub struct Cell<T> {
    /// The value.
    pub value: T,
}

impl<T> Cell<T> {
    /// A place of this value.
    pub fn new(value: T) -> Cell<T> {
        Cell { value }
    }

    /// Puts another value there and gives the one before.
    pub fn replace(&mut self, value: T) -> T {
        place::exchange(&mut self.value, value)
    }

    /// The value alone.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// The value to be changed.
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }

    /// The value, with its default left there.
    pub fn take(&mut self) -> T
    where
        T: Default,
    {
        place::exchange(&mut self.value, T::default())
    }

    /// Puts another value there.
    pub fn set(&mut self, value: T) {
        self.value = value;
    }

    /// The value.
    pub fn get(&self) -> T
    where
        T: Copy,
    {
        self.value
    }

    /// Puts there what a function makes of the value.
    pub fn update<F: FnOnce(T) -> T>(&mut self, f: F)
    where
        T: Copy,
    {
        self.value = f(self.value);
    }
}

/// A place of a value that is lent.
pub struct RefCell<T> {
    /// The value.
    pub value: T,
}

impl<T> RefCell<T> {
    /// A place of this value.
    pub fn new(value: T) -> RefCell<T> {
        RefCell { value }
    }

    /// Puts another value there and gives the one before.
    pub fn replace(&mut self, value: T) -> T {
        place::exchange(&mut self.value, value)
    }

    /// The value alone.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// The value to be changed.
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }

    /// The value, with its default left there.
    pub fn take(&mut self) -> T
    where
        T: Default,
    {
        place::exchange(&mut self.value, T::default())
    }

    /// The value.
    pub fn borrow(&self) -> &T {
        &self.value
    }

    /// The value to be changed.
    pub fn borrow_mut(&mut self) -> &mut T {
        &mut self.value
    }
}
