//! Constant slices as arguments: those of structures and of tuples are told from those of numbers, by the compiler.

use super::{Active, Bound, Give, Lent, Pair, Reached, Word, over};
use rules::{Bundle, Differentiable, Real};

/// Constant structures, or tuples, behind a slice.
#[derive(Clone, Copy, Debug)]
pub struct Several<'a, D>(pub &'a [D]);

/// A slice of numbers stays what it is.
pub trait OfSlice {
    /// The slice.
    type Same;
    /// The slice.
    fn shared(&self) -> Self::Same;
}

impl<'a, X: Word> OfSlice for &&&Bound<&'a [X]> {
    type Same = &'a [X];
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shared(&self) -> &'a [X] {
        self.take()
    }
}

/// A slice of structures is told from other constants.
pub trait OfSeveral {
    /// The slice.
    type Several;
    /// The slice.
    fn shared(&self) -> Self::Several;
}

impl<'a, D: Differentiable<f64>> OfSeveral for &&Bound<&'a [D]> {
    type Several = Several<'a, D>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shared(&self) -> Several<'a, D> {
        Several(self.take())
    }
}

impl<'s, T: Real<f64>, D: Differentiable<f64>> Give<'s, T, Active<Lent<'s, Vec<D::Over<T>>>>> for Several<'s, D> {
    type Room = ();
    #[inline]
    fn give(self, _: &'s mut Self::Room) -> Active<Lent<'s, Vec<D::Over<T>>>> {
        Active(Lent::Own(self.0.iter().map(over::<T, f64, D>).collect()))
    }
}
impl<'s, T: Real<f64>, D: Differentiable<f64>>
    Give<'s, T, Pair<Lent<'s, Vec<D::Over<T>>>, Reached<'s, Vec<D::Over<T>>>>> for Several<'s, D>
{
    type Room = ();
    #[inline]
    fn give(self, _: &'s mut Self::Room) -> Pair<Lent<'s, Vec<D::Over<T>>>, Reached<'s, Vec<D::Over<T>>>> {
        let own: Vec<D::Over<T>> = self.0.iter().map(over::<T, f64, D>).collect();
        let zero = own.zero();
        Pair(Lent::Own(own), Reached::Own(zero))
    }
}
impl<'s, T, D> Give<'s, T, &'s [D]> for Several<'s, D> {
    type Room = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn give(self, _: &'s mut Self::Room) -> &'s [D] {
        self.0
    }
}
