//! Fields that are lists, and take the numbers of another.

/// A list that takes the elements of another: a `Vec` its length too.
pub trait TakeList<X> {
    /// Takes them.
    fn take_list(&mut self, from: &[X]);
}

impl<X: Clone> TakeList<X> for Vec<X> {
    #[inline]
    fn take_list(&mut self, from: &[X]) {
        self.clear();
        self.extend_from_slice(from);
    }
}

impl<X: Clone, const N: usize> TakeList<X> for [X; N] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_list(&mut self, from: &[X]) {
        self.clone_from_slice(from);
    }
}
