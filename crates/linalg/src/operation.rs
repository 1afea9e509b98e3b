//! An operation on matrices, stated once, and how every number takes it.

use crate::linear::Map;
use crate::ruled::{Ruled, views};
use crate::{Error, Linear, Matrix, Shape, View};
use core::any::type_name;
use core::mem::needs_drop;
use rules::{Listed, Number, Shared, put};

/// An operation from `N` matrices to `M`: its value, and its tangent as a linear expression.
///
/// This is all that it takes. The expression runs forwards in forward mode; its transpose is reverse mode; and as both
/// work on matrices of any number, every nesting of modes has it at every order. [`apply`] applies it.
///
/// The operation itself holds the shapes, and what is worth keeping from the value to the derivatives.
///
/// ```
/// use linalg::{Error, Linear, Matrix, Operation, Shape, View, apply};
/// use rules::Number;
///
/// /// The Gram matrix A^T A.
/// #[derive(Clone)]
/// struct Gram(Shape);
///
/// impl Operation<1, 1> for Gram {
///     fn inputs(&self) -> [Shape; 1] {
///         [self.0]
///     }
///     fn outputs(&self) -> [Shape; 1] {
///         [Shape::new(self.0.columns, self.0.columns)]
///     }
///     fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
///         Ok([&a.transposed() * &a.to_matrix()])
///     }
///     fn tangent<'e, 'a, T: Number>(
///         &'a self,
///         [a]: [View<'a, T>; 1],
///         _: [View<'a, T>; 1],
///         [da]: [Linear<'e, 'a, T>; 1],
///     ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
///         let half = da.left_transposed(a);
///         Ok([half + half.transposed()])
///     }
/// }
///
/// let tape = reverse::Tape::new();
/// let a = Matrix::from_rows([[1.0, 2.0]]).map(|a| tape.var(a));
/// let [gram] = apply(&Gram(a.shape()), [a.view()]).unwrap();
/// assert_eq!(gram[(0, 1)].grad().wrt(a[(0, 0)]), 2.0);
/// ```
///
/// What it may say beside that: here, that programs have it as one instruction, which they can write and read.
///
/// ```
/// use linalg::{Error, Linear, Matrix, Operation, Shape, View, apply};
/// use rules::{Number, Shared};
///
/// /// Twice a column of `n` numbers.
/// #[derive(Clone)]
/// struct Double {
///     n: usize,
/// }
///
/// impl Operation<1, 1> for Double {
///     fn name(&self) -> &'static str {
///         "double"
///     }
///     fn parameters(&self) -> Option<Vec<f64>> {
///         Some(vec![self.n as f64])
///     }
///     fn from_parameters(parameters: &[f64]) -> Option<Self> {
///         let &[n] = parameters else { return None };
///         (n >= 0.0 && n.fract() == 0.0).then_some(Double { n: n as usize })
///     }
///     fn is_light(&self) -> bool {
///         self.n <= linalg::LIGHT
///     }
///     fn inputs(&self) -> [Shape; 1] {
///         [Shape::new(self.n, 1)]
///     }
///     fn outputs(&self) -> [Shape; 1] {
///         self.inputs()
///     }
///     fn value<T: Number>(&self, [x]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
///         Ok([&x.to_matrix() + &x.to_matrix()])
///     }
///     fn tangent<'e, 'a, T: Number>(
///         &'a self,
///         _: [View<'a, T>; 1],
///         _: [View<'a, T>; 1],
///         [dx]: [Linear<'e, 'a, T>; 1],
///     ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
///         Ok([dx + dx])
///     }
/// }
///
/// let double = Double { n: 2 };
/// let again = double.instruction().expect("parameters that make it");
/// let x = Matrix::column(&[1.0, 2.0]);
/// assert_eq!(again.evaluate([x.view()])?, apply(&double, [x.view()])?);
/// let mut sum = [1.0, 1.0];
/// again.evaluate_into([x.view()], &mut sum, true)?;
/// assert_eq!(sum, [3.0, 5.0]);
/// // It factors nothing that others could use.
/// assert!(double.shares().is_none() && double.sharing(&mut Shared::default()).n == 2);
/// # Ok::<(), Error>(())
/// ```
pub trait Operation<const N: usize, const M: usize>: Clone + Send + Sync + 'static {
    /// Whether its value goes by iterations that end by what they see: then numbers that cannot take the tangent, as nodes
    /// of a program, do not run it.
    const ITERATES: bool = false;

    /// Whether it is so little work, [`LIGHT`] multiplications or fewer, that a tape had better record each of them.
    fn is_light(&self) -> bool {
        false
    }

    /// What it is called in the text of a program, where it is one instruction.
    fn name(&self) -> &'static str {
        type_name::<Self>()
    }

    /// The numbers that make it again: with its name they stand for it in a program. None where there are none such; then it is
    /// equal to no other, and cannot be read.
    fn parameters(&self) -> Option<Vec<f64>> {
        None
    }

    /// It from its parameters; none where these do not make one.
    fn from_parameters(parameters: &[f64]) -> Option<Self> {
        let _ = parameters;
        None
    }

    /// It as an instruction of a program, which runs at other values than these: without what it keeps of them. None where
    /// it cannot be one, and is recorded operation by operation.
    ///
    /// Unless stated otherwise it is made from its parameters, or is itself where it owns nothing but numbers.
    fn instruction(&self) -> Option<Self> {
        match self.parameters() {
            Some(parameters) => Self::from_parameters(&parameters),
            None => (!needs_drop::<Self>()).then(|| self.clone()),
        }
    }

    /// What it makes of its first input and others use too: a factorisation, by its kind.
    fn shares(&self) -> Option<String> {
        None
    }

    /// It for one run of a program, at values that are not known yet: with what was made of the same input by another one of the
    /// kind, or with a place for that.
    #[must_use]
    fn sharing(&self, shared: &mut Shared) -> Self {
        let _ = shared;
        let fresh = if needs_drop::<Self>() { self.instruction() } else { None };
        fresh.unwrap_or_else(|| self.clone())
    }

    /// The shapes of the inputs.
    fn inputs(&self) -> [Shape; N];

    /// The shapes of the outputs.
    fn outputs(&self) -> [Shape; M];

    /// The value, on any number: operation by operation of the table, where it does not iterate.
    ///
    /// # Errors
    /// If there is none for these matrices.
    fn value<T: Number>(&self, x: [View<'_, T>; N]) -> Result<[Matrix<T>; M], Error>;

    /// The value over `f64`: the same as [`value`](Operation::value) up to rounding. All engines take their values from it.
    ///
    /// # Errors
    /// If there is none for these matrices.
    fn evaluate(&self, x: [View<'_, f64>; N]) -> Result<[Matrix<f64>; M], Error> {
        self.value(x)
    }

    /// As [`evaluate`](Operation::evaluate), in memory that is there: over what stands in it, or added to that. Unless stated
    /// otherwise it is copied from there.
    ///
    /// # Errors
    /// As [`evaluate`](Operation::evaluate).
    fn evaluate_into(&self, x: [View<'_, f64>; N], mut out: &mut [f64], add: bool) -> Result<(), Error> {
        for y in self.evaluate(x)? {
            let (own, rest) = out.split_at_mut(y.shape().len());
            put(y.as_slice(), own, add);
            out = rest;
        }
        Ok(())
    }

    /// The tangent of the outputs `y` at `x`, of the tangents `dx`.
    ///
    /// # Errors
    /// If there is no derivative here.
    fn tangent<'e, 'a, T: Number>(
        &'a self,
        x: [View<'a, T>; N],
        y: [View<'a, T>; M],
        dx: [Linear<'e, 'a, T>; N],
    ) -> Result<[Linear<'e, 'a, T>; M], Error>;

    /// Where the tangent is the sum of a map of the tangent of each input: these maps. The way back then takes them as they are; to
    /// make an expression of them costs as much as a product of small matrices.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn maps<'a, T: Number>(&'a self, x: [View<'a, T>; N]) -> Option<[Map<'a, T>; N]> {
        let _ = x;
        None
    }
}

/// Operations of so many multiplications or fewer are recorded number by number on a tape. A record with its way back takes some
/// 100 ns for a product or a sum, which have maps of their inputs, and twice that for a factorisation or a solution: with half as many
/// the gradient of a solution of 4 x 4 took 1.28 times as long, that of a Kalman filter of 6 states, which has products of 2 x 6, 1.05 times.
/// Sums and inner products are records from a quarter of it on: number by number they take a list of both matrices first.
///
/// What a record takes is less the work than structures that are moved: one that was written number by number and is read in
/// vectors waits for the writes, some 4 ns each time. So what makes steps of linear expressions, and what gives them weights, is
/// put where it is called.
pub const LIGHT: usize = 32;

/// Applies an operation to matrices of any number.
///
/// On a tape it is one record, with the inputs' values and the result.
///
/// # Errors
/// If the operation has no value for these matrices.
///
/// # Panics
/// If a matrix has another shape than the operation takes.
///
/// The operation of the face behind it is usually what one wants; here it is a square, of a rule that stands in full at
/// [`Operation`].
///
/// ```
/// use linalg::{Error, Linear, Matrix, Operation, Shape, View, apply};
/// use rules::Number;
/// #[derive(Clone)]
/// struct Square;
/// impl Operation<1, 1> for Square {
///     fn inputs(&self) -> [Shape; 1] {
///         [Shape::new(1, 1)]
///     }
///     fn outputs(&self) -> [Shape; 1] {
///         [Shape::new(1, 1)]
///     }
///     fn value<T: Number>(&self, [x]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
///         Ok([&x.to_matrix() * &x.to_matrix()])
///     }
///     fn tangent<'e, 'a, T: Number>(
///         &'a self,
///         [x]: [View<'a, T>; 1],
///         _: [View<'a, T>; 1],
///         [dx]: [Linear<'e, 'a, T>; 1],
///     ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
///         Ok([x * dx + dx * x])
///     }
/// }
/// let x = Matrix::from_rows([[forward::Dual::<f64>::seeded(3.0, 1.0)]]);
/// let [y] = apply(&Square, [x.view()])?;
/// assert_eq!((y[(0, 0)].value, y[(0, 0)].tangent), (9.0, 6.0));
/// # Ok::<(), Error>(())
/// ```
#[track_caller]
pub fn apply<O: Operation<N, M>, T: Number, const N: usize, const M: usize>(
    operation: &O,
    x: [View<'_, T>; N],
) -> Result<[Matrix<T>; M], Error> {
    check(x.map(View::shape), operation.inputs());
    let rule = Ruled(operation.clone());
    // What is taken apart on a tape needs no list of its own there.
    if T::ORDER == 0 || operation.is_light() && !O::ITERATES {
        return Ok(split_each(operation.outputs(), T::apply_array(&rule, &x.map(View::as_slice))?));
    }
    Ok(split(operation.outputs(), T::apply_lists(&rule, &x.map(View::for_operation))?))
}

#[track_caller]
fn check<const N: usize>(shapes: [Shape; N], wanted: [Shape; N]) {
    for (k, (shape, wanted)) in shapes.into_iter().zip(wanted).enumerate() {
        assert!(shape == wanted, "input {k} of an operation is a matrix of {shape}, wanted is {wanted}");
    }
}

fn split_each<T: Copy, const M: usize>(shapes: [Shape; M], entries: Vec<T>) -> [Matrix<T>; M] {
    if M > 1 {
        return views(shapes, &entries).map(View::to_matrix);
    }
    let mut entries = Some(entries);
    shapes.map(|shape| Matrix::from_vec(shape.rows, shape.columns, entries.take().unwrap_or_default()))
}

#[inline]
fn split<T: Copy, const M: usize>(shapes: [Shape; M], entries: Listed<T>) -> [Matrix<T>; M] {
    match entries {
        Listed::Each(entries) => split_each(shapes, entries),
        Listed::Planes(planes) => {
            let mut start = 0;
            shapes.map(|shape| {
                let part = planes.part(start, shape.len());
                start += shape.len();
                Matrix::of_planes(shape, part)
            })
        }
        Listed::Run(run) => {
            let mut start = 0;
            shapes.map(|shape| {
                let part = if M == 1 { run } else { run.part(start, shape.len()) };
                start += shape.len();
                Matrix::from_list(shape.rows, shape.columns, Listed::Run(part))
            })
        }
    }
}
