//! Operations on many numbers at once that have a rule of their own: products of matrices, solutions of systems.

use crate::{List, Listed, Number, Scalar, lend};
use core::any::{Any, type_name};
use core::cell::Cell;
use core::fmt::Display;
use std::sync::Arc;

/// What operations on one matrix share while a program runs: a factorisation, made by the first of them.
pub type Shared = Option<Arc<dyn Any + Send + Sync>>;

thread_local! {
    static APART: Cell<bool> = const { Cell::new(false) };
}

/// Runs what is no pass that others make too: see [`ArrayRule::is_apart`].
///
/// ```
/// use rules::ArrayRule;
/// fn asks<R: ArrayRule>() -> bool {
///     R::is_apart()
/// }
/// # #[derive(Clone)]
/// # struct Nothing;
/// # impl ArrayRule for Nothing {
/// #     type Error = std::convert::Infallible;
/// #     const ITERATES: bool = false;
/// #     fn evaluate(&self, _: &[&[f64]]) -> Result<Vec<f64>, Self::Error> {
/// #         Ok(Vec::new())
/// #     }
/// #     fn elementwise<T: rules::Number>(&self, _: &[&[T]]) -> Result<Vec<T>, Self::Error> {
/// #         Ok(Vec::new())
/// #     }
/// #     fn push<T: rules::Number>(&self, _: &[&[T]], _: &[T], _: &[Option<&[T]>]) -> Result<Vec<T>, Self::Error> {
/// #         Ok(Vec::new())
/// #     }
/// #     fn pull<T: rules::Number>(
/// #         &self,
/// #         _: &[&[T]],
/// #         _: &[T],
/// #         _: &[T],
/// #         _: &[bool],
/// #     ) -> Result<Vec<Option<Vec<T>>>, Self::Error> {
/// #         Ok(Vec::new())
/// #     }
/// # }
/// assert!(rules::apart(asks::<Nothing>) && !asks::<Nothing>());
/// ```
pub fn apart<R>(run: impl FnOnce() -> R) -> R {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            APART.set(self.0);
        }
    }
    let _before = Before(APART.replace(true));
    run()
}

/// An operation from lists of numbers to one list, with its derivatives along a direction and back.
///
/// An engine takes it as one step, see [`Number::apply_array`]: the tape records it once, however many numbers it has.
/// As its derivatives run on any number, an operation has every order in every nesting.
///
/// Should I be using this? To write an operation on matrices, no: `Operation` of `wengert::linalg` asks for the value and
/// the tangent alone, and gains the way back. To write an engine, or an operation of another kind, yes.
///
/// ```
/// use rules::{ArrayRule, List, Number, Scalar};
/// use std::convert::Infallible;
///
/// /// The sum of a list.
/// #[derive(Clone)]
/// struct Total;
///
/// impl ArrayRule for Total {
///     type Error = Infallible;
///     const ITERATES: bool = false;
///     const LINEAR: bool = true;
///
///     fn is_light(&self) -> bool {
///         true
///     }
///     fn instruction(&self) -> Option<(Self, usize)> {
///         Some((Total, 1))
///     }
///     fn name(&self) -> &'static str {
///         "total"
///     }
///     fn parameters(&self) -> Option<Vec<f64>> {
///         Some(Vec::new())
///     }
///     fn outputs(&self) -> Option<usize> {
///         Some(1)
///     }
///     fn evaluate(&self, x: &[&[f64]]) -> Result<Vec<f64>, Infallible> {
///         Ok(vec![x[0].iter().sum()])
///     }
///     fn elementwise<T: Number>(&self, x: &[&[T]]) -> Result<Vec<T>, Infallible> {
///         let zero = T::constant(T::Scalar::from_f64(0.0));
///         Ok(vec![x[0].iter().fold(zero, |sum, &x| sum + x)])
///     }
///     fn push<T: Number>(&self, _: &[&[T]], _: &[T], dx: &[Option<&[T]>]) -> Result<Vec<T>, Infallible> {
///         self.elementwise(&[dx[0].unwrap_or_default()])
///     }
///     fn pull<T: Number>(
///         &self,
///         x: &[&[T]],
///         _: &[T],
///         w: &[T],
///         wanted: &[bool],
///     ) -> Result<Vec<Option<Vec<T>>>, Infallible> {
///         Ok(vec![wanted[0].then(|| vec![w[0]; x[0].len()])])
///     }
/// }
///
/// let x = [&[1.0, 2.0, 4.0][..]];
/// let Ok(y) = f64::apply_array(&Total, &x);
/// assert_eq!(y, [7.0]);
/// let Ok(back) = Total.pull(&x, &y, &[10.0], &[true]);
/// assert_eq!(back, [Some(vec![10.0; 3])]);
/// // In memory of the caller's.
/// let (mut value, mut by_x) = ([100.0], [1.0; 3]);
/// let Ok(()) = Total.evaluate_into(&x, &mut value, true);
/// let Ok(()) = Total.pull_into(&x, &y, &[10.0], &mut [Some(&mut by_x[..])]);
/// assert_eq!((value, by_x, Total.outputs()), ([107.0], [11.0; 3], Some(1)));
/// // Of lists as engines keep them.
/// let (list, y) = (List::Each(x[0]), List::Each(&y));
/// let Ok(along) = Total.push_lists(&[list], y, &[Some(list)]);
/// let Ok(back) = Total.pull_lists(&[list], [y; 2], &[true]);
/// assert_eq!((along.into_vec(), back[0].as_ref().map(|by| by.lent().len())), (vec![7.0], Some(3)));
/// // Nobody waits for it, and it makes nothing that others could use.
/// assert!(!Total::is_apart() && Total.shares().is_none());
/// assert_eq!(Total.bundled(1).name(), Total.sharing(&mut None).name());
/// ```
pub trait ArrayRule: Clone + Send + Sync + 'static {
    /// What is wrong with values that it does not work on: a singular matrix.
    type Error: Display + Any + Send + Sync;

    /// Whether it finds its values by iterations that end by what they see, so that running it on any number would not
    /// give derivatives.
    const ITERATES: bool;

    /// Whether the outputs are linear in the inputs, with coefficients that the rule itself holds: then a series is taken
    /// coefficient by coefficient.
    const LINEAR: bool = false;

    /// Whether others wait for it, as the other ends of a message do: it then runs once in each pass over it, in all lanes,
    /// whatever is active. What it gives counts as absent where it is exactly zero, as seeds do. It is linear, and its way
    /// back reads the adjoints and the lists after the first alone.
    const COLLECTIVE: bool = false;

    /// Of what others wait for: the same with so many numbers in place of each of the first list and of the outputs, side by
    /// side. A value and its tangents then go together.
    #[must_use]
    fn bundled(&self, many: usize) -> Self {
        assert!(many == 1, "a rule that others wait for says how it takes {many} numbers in place of one");
        self.clone()
    }

    /// Whether this runs in what is no pass that others make too, where a tangent is made of a rule's way back: what they wait
    /// for is then an error.
    fn is_apart() -> bool {
        APART.get()
    }

    /// Whether it is so little work that a record of it costs more than records of its parts: a tape then takes it apart.
    fn is_light(&self) -> bool {
        false
    }

    /// It as an instruction of a program, which runs at other values than these: without what it keeps of them, and with the
    /// number of its outputs. None where it cannot be one, and is recorded operation by operation.
    fn instruction(&self) -> Option<(Self, usize)> {
        None
    }

    /// What it is called in the text of a program.
    fn name(&self) -> &'static str {
        type_name::<Self>()
    }

    /// The numbers that with its name make it again when a program is read; none where that is not known. Operations of the
    /// same name and numbers are the same.
    fn parameters(&self) -> Option<Vec<f64>> {
        None
    }

    /// What it makes of its first list and others use too: a factorisation, by its kind.
    fn shares(&self) -> Option<String> {
        None
    }

    /// It for one run of a program, at values that are not known yet: with what was made of the same list by another one of the
    /// kind, or with a place for that.
    #[must_use]
    fn sharing(&self, shared: &mut Shared) -> Self {
        let _ = shared;
        self.clone()
    }

    /// How many outputs there are, where that is known before it runs: an engine then says where their values are to be.
    fn outputs(&self) -> Option<usize> {
        None
    }

    /// The values of the outputs.
    ///
    /// # Errors
    /// If it does not work on these values.
    fn evaluate(&self, x: &[&[f64]]) -> Result<Vec<f64>, Self::Error>;

    /// The values of the outputs in memory that is there: over what stands in it, or added to that.
    ///
    /// # Errors
    /// As [`evaluate`](ArrayRule::evaluate).
    fn evaluate_into(&self, x: &[&[f64]], out: &mut [f64], add: bool) -> Result<(), Self::Error> {
        put(&self.evaluate(x)?, out, add);
        Ok(())
    }

    /// The outputs on any number, operation by operation of the table.
    ///
    /// # Errors
    /// If it does not work on these values, or not without knowing them.
    fn elementwise<T: Number>(&self, x: &[&[T]]) -> Result<Vec<T>, Self::Error>;

    /// The tangent of the outputs `y` at `x`, for a tangent of each input that is active.
    ///
    /// # Errors
    /// If there is no derivative at these values.
    fn push<T: Number>(&self, x: &[&[T]], y: &[T], dx: &[Option<&[T]>]) -> Result<Vec<T>, Self::Error>;

    /// The adjoints of the inputs that are wanted, for the adjoint `w` of the outputs `y`.
    ///
    /// # Errors
    /// If there is no derivative at these values.
    fn pull<T: Number>(
        &self,
        x: &[&[T]],
        y: &[T],
        w: &[T],
        wanted: &[bool],
    ) -> Result<Vec<Option<Vec<T>>>, Self::Error>;

    /// As [`push`](ArrayRule::push), for lists that may be in planes; unless stated otherwise they are spread.
    ///
    /// # Errors
    /// As [`push`](ArrayRule::push).
    fn push_lists<T: Number>(
        &self,
        x: &[List<'_, T>],
        y: List<'_, T>,
        dx: &[Option<List<'_, T>>],
    ) -> Result<Listed<T>, Self::Error> {
        let given: Vec<List<'_, T>> = dx.iter().copied().flatten().collect();
        let found = lend(x, |x| {
            lend(&[y], |y| {
                lend(&given, |given| {
                    let mut given = given.iter().copied();
                    let dx: Vec<Option<&[T]>> = dx.iter().map(|dx| dx.and_then(|_| given.next())).collect();
                    self.push(x, y[0], &dx)
                })
            })
        });
        found.map(Listed::Each)
    }

    /// As [`pull`](ArrayRule::pull), for lists that may be in planes; unless stated otherwise they are spread.
    ///
    /// # Errors
    /// As [`pull`](ArrayRule::pull).
    fn pull_lists<T: Number>(
        &self,
        x: &[List<'_, T>],
        [y, w]: [List<'_, T>; 2],
        wanted: &[bool],
    ) -> Result<Vec<Option<Listed<T>>>, Self::Error> {
        let found = lend(x, |x| lend(&[y, w], |of| self.pull(x, of[0], of[1], wanted)))?;
        Ok(found.into_iter().map(|found| found.map(Listed::Each)).collect())
    }

    /// The way back as [`pull`](ArrayRule::pull), added to the adjoints of the inputs that are wanted.
    ///
    /// # Errors
    /// As [`pull`](ArrayRule::pull); something may have been added then.
    fn pull_into<T: Number>(
        &self,
        x: &[&[T]],
        y: &[T],
        w: &[T],
        into: &mut [Option<&mut [T]>],
    ) -> Result<(), Self::Error> {
        let wanted: Vec<bool> = into.iter().map(Option::is_some).collect();
        for (found, into) in self.pull(x, y, w, &wanted)?.iter().zip(into) {
            if let (Some(found), Some(into)) = (found, into) {
                put(found, into, true);
            }
        }
        Ok(())
    }
}

/// Puts numbers over others, or adds them.
///
/// ```
/// let mut out = [1.0, 2.0];
/// rules::put(&[10.0, 20.0], &mut out, true);
/// assert_eq!(out, [11.0, 22.0]);
/// ```
///
/// # Panics
/// If they are put over another number of them.
pub fn put<T: Number>(y: &[T], out: &mut [T], add: bool) {
    match add {
        true => out.iter_mut().zip(y).for_each(|(out, &y)| *out = *out + y),
        false => out.copy_from_slice(y),
    }
}

/// The values of an operation in the scalar type `S`: in `f64`, and rounded if `S` is narrower.
pub(crate) fn evaluate_in<S: Scalar, R: ArrayRule>(rule: &R, x: &[&[S]]) -> Result<Vec<S>, R::Error> {
    let wide: Vec<Vec<f64>> = x.iter().map(|x| x.iter().map(|x| x.to_f64()).collect()).collect();
    let lent: Vec<&[f64]> = wide.iter().map(Vec::as_slice).collect();
    Ok(rule.evaluate(&lent)?.into_iter().map(S::from_f64).collect())
}
