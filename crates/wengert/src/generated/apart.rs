//! A number whose operations are calls, for code that hardly ever runs: it is compiled in a fraction of the time.

use core::fmt;
use rules::{ArrayRule, Cases, Number, Recording, Rule};

/// A number whose operations are calls of functions, each compiled once and not at every place where it is used.
///
/// The engines' operations are inlined, which is what makes them quick. A function that is there in case of a NaN should
/// above all be quick to compile: with variables of a tape, each operation of it would be some 800 lines of the
/// compiler's intermediate code.
#[derive(Clone, Copy)]
pub struct Apart<T> {
    value: T,
}

impl<T> Apart<T> {
    /// The number with its operations apart.
    pub fn new(value: T) -> Apart<T> {
        Apart { value }
    }
    /// The number.
    pub fn inner(self) -> T {
        self.value
    }
}

impl<T: Number> Number for Apart<T> {
    type Scalar = T::Scalar;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<C: Cases>(cases: C) -> C::Out {
        T::case(Recording(cases))
    }

    #[inline(never)]
    fn constant(c: T::Scalar) -> Self {
        Apart { value: T::constant(c) }
    }

    #[inline(never)]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        // No `map`, which is hundreds of lines of intermediate code for each of the table's functions.
        let mut values = [args[0].value; N];
        let mut k = 1;
        while k < N {
            values[k] = args[k].value;
            k += 1;
        }
        Apart { value: T::apply::<R, N>(values, n) }
    }

    #[inline(never)]
    fn apply_with<R: Rule<2>>(self, c: T::Scalar) -> Self {
        Apart { value: self.value.apply_with::<R>(c) }
    }

    #[inline(never)]
    fn apply_to<R: Rule<2>>(c: T::Scalar, x: Self) -> Self {
        Apart { value: T::apply_to::<R>(c, x.value) }
    }

    // One step of the inner number, which may know values where an algorithm on single numbers does not ask for them.
    #[inline(never)]
    fn apply_array<R: ArrayRule>(rule: &R, x: &[&[Self]]) -> Result<Vec<Self>, R::Error> {
        let values: Vec<Vec<T>> = x.iter().map(|list| list.iter().map(|x| x.value).collect()).collect();
        let lists: Vec<&[T]> = values.iter().map(Vec::as_slice).collect();
        Ok(T::apply_array(rule, &lists)?.into_iter().map(Apart::new).collect())
    }

    fn exceeds(self, other: Self) -> Option<bool> {
        self.value.exceeds(other.value)
    }

    fn known(self) -> Option<T::Scalar> {
        self.value.known()
    }

    fn has_nan(self) -> bool {
        self.value.has_nan()
    }

    fn is_constant(self) -> bool {
        self.value.is_constant()
    }
}

rules::number_operators! { [T: Number] Apart<T>, value: T }

impl<T: fmt::Display> fmt::Display for Apart<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: fmt::Debug> fmt::Debug for Apart<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
