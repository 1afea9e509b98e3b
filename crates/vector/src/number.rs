//! A number whose functions are the kernels, to run the table's partials on.

use crate::rule;
use rules::{Cases, Number, Recording, Rule};

/// Another number, with the kernels in place of the rows that they stand for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InVector<T>(pub(crate) T);

impl<T: Number> Number for InVector<T> {
    type Scalar = T::Scalar;
    const ORDER: usize = T::ORDER;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        T::case(Recording(cases))
    }

    #[inline]
    fn constant(c: T::Scalar) -> Self {
        InVector(T::constant(c))
    }

    #[inline]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        InVector(rule::apply::<T, R, N>(args.map(InVector::inner), n))
    }

    #[inline]
    fn known(self) -> Option<T::Scalar> {
        self.0.known()
    }

    #[inline]
    fn has_nan(self) -> bool {
        self.0.has_nan()
    }

    #[inline]
    fn is_constant(self) -> bool {
        self.0.is_constant()
    }
}

impl<T> InVector<T> {
    pub(crate) fn inner(self) -> T {
        self.0
    }
}

rules::number_operators! { [T: Number] InVector<T> }
