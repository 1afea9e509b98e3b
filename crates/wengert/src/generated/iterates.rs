//! Iterators over constants that a function advances by hand: what they gave is kept, so that the way back asks again.

use std::cell::RefCell;

/// An iterator that is asked for its items by their number. They are taken from it when they are first asked for.
pub struct Iterates<I: Iterator>(RefCell<(Option<I>, Vec<I::Item>)>);

/// One that gives nothing, for arms that are not taken.
impl<I: Iterator> Default for Iterates<I> {
    fn default() -> Self {
        Iterates(RefCell::new((None, vec![])))
    }
}

impl<I: Iterator> Iterates<I>
where
    I::Item: Clone,
{
    /// Of an iterator that has not been advanced.
    pub fn new(iterator: I) -> Iterates<I> {
        Iterates(RefCell::new((Some(iterator), vec![])))
    }

    /// The item with this number; none behind the last.
    pub fn get(&self, number: usize) -> Option<I::Item> {
        let (iterator, given) = &mut *self.0.borrow_mut();
        while given.len() <= number {
            given.push(iterator.as_mut()?.next()?);
        }
        given.get(number).cloned()
    }

    /// The items from this number on.
    pub fn rest(&self, from: usize) -> Vec<I::Item> {
        let (iterator, given) = &mut *self.0.borrow_mut();
        given.extend(iterator.iter_mut().flatten());
        given.get(from..).map(<[I::Item]>::to_vec).unwrap_or_default()
    }
}
