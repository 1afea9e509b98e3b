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

/// A list of numbers, or of constants, that takes floats.
pub trait TakeFloats<F> {
    /// Takes them.
    fn take_floats(&mut self, from: &[F]);
}

impl<F: Copy, X: From<F>> TakeFloats<F> for Vec<X> {
    #[inline]
    fn take_floats(&mut self, from: &[F]) {
        self.clear();
        self.extend(from.iter().map(|x| X::from(*x)));
    }
}

impl<F: Copy, X: From<F>, const N: usize> TakeFloats<F> for [X; N] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_floats(&mut self, from: &[F]) {
        assert_eq!(from.len(), N, "a list of another length than the array that takes it");
        *self = std::array::from_fn(|k| X::from(from[k]));
    }
}
