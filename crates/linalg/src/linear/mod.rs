//! Linear expressions: what a tangent is written as, to be run forwards or transposed.

mod maps;
mod mask;
mod planes;
mod steps;
mod weights;

pub use maps::Kept;
pub use mask::Mask;
pub(crate) use mask::mirror;

use crate::matrix::number;
use crate::{Error, Matrix, Shape, View};
use core::array;
use core::cell::{Cell, RefCell};
use core::mem::replace;
use core::ops::{Add, Mul, Neg, Range, Sub};
pub(crate) use maps::{Map, Part, Product};
use rules::Number;
use steps::{At, FEW, Step, Steps};
use weights::{Found, give};

/// A linear map between matrices that knows its transpose: <w, M x> = <M^T w, x>.
///
/// A map of one's own, for [`Linear::map`]: a matrix with its rows in cyclic order, each one further down.
///
/// ```
/// use linalg::{Arena, Error, LinearMap, Matrix, Shape};
///
/// struct Shift(isize);
///
/// impl LinearMap<f64> for Shift {
///     fn shape(&self, of: Shape) -> Shape {
///         of
///     }
///     fn apply(&self, x: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
///         let row = |i: usize| (i as isize - self.0).rem_euclid(x.rows() as isize) as usize;
///         Ok(Matrix::from_fn(x.rows(), x.columns(), |i, j| x[(row(i), j)]))
///     }
///     fn transposed(&self, w: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
///         Shift(-self.0).apply(w)
///     }
/// }
///
/// let arena = Arena::new();
/// let y = arena.input(Shape::new(3, 1)).map(Shift(1));
/// let forwards = arena.apply(&[Some(Matrix::column(&[1.0, 2.0, 3.0]))], &[y])?;
/// assert_eq!(forwards[0].as_slice(), [3.0, 1.0, 2.0]);
/// let backwards = arena.transposed(&[y], [Matrix::column(&[3.0, 1.0, 2.0])])?;
/// assert_eq!(backwards[0].as_ref().map(Matrix::as_slice), Some(&[1.0, 2.0, 3.0][..]));
/// # Ok::<(), Error>(())
/// ```
pub trait LinearMap<T> {
    /// The shape of what it makes of a matrix of this one.
    fn shape(&self, of: Shape) -> Shape;
    /// The map.
    ///
    /// # Errors
    /// If it is not defined at the values it was made with.
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error>;
    /// Its transpose.
    ///
    /// # Errors
    /// If it is not defined at the values it was made with.
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error>;
}

/// Where the steps of linear expressions are kept.
///
/// ```
/// use linalg::{Arena, Matrix, Shape};
/// // The tangent of a product A B, of which B is constant: dA B + A dB.
/// let (a, b) = (Matrix::from_rows([[1.0, 2.0]]), Matrix::from_rows([[3.0], [4.0]]));
/// let arena = Arena::new();
/// let (da, db) = (arena.input(a.shape()), arena.fixed(b.shape()));
/// let tangent = da * b.view() + a.view() * db;
/// let found = arena.apply(&[Some(Matrix::from_rows([[1.0, 10.0]])), None], &[tangent])?;
/// assert_eq!(found[0].as_slice(), [43.0]);
/// let weights = arena.transposed(&[tangent], [Matrix::from_rows([[1.0]])])?;
/// // What is constant has no derivative, rather than a zero.
/// assert_eq!(weights[0], Some(Matrix::from_rows([[3.0, 4.0]])));
/// assert!(weights[1].is_none() && tangent.shape() == Shape::new(1, 1));
/// # Ok::<(), linalg::Error>(())
/// ```
pub struct Arena<'a, T> {
    steps: RefCell<Steps<'a, T>>,
    inputs: Cell<usize>,
}

/// A matrix that depends linearly on the tangents of an operation's inputs: with `+`, `-`, products with known matrices and
/// other maps a rule makes the tangent of its result of it. `Copy`.
///
/// ```
/// use linalg::{Arena, Matrix, View};
/// let a = Matrix::from_rows([[1.0, 2.0]]);
/// let arena = Arena::new();
/// let x = arena.input(linalg::Shape::new(2, 1));
/// let y = a.view() * x;
/// let forwards = arena.apply(&[Some(Matrix::column(&[3.0, 4.0]))], &[y]).unwrap();
/// assert_eq!(forwards[0].as_slice(), [11.0]);
/// let backwards = arena.transposed(&[y], [Matrix::column(&[10.0])]).unwrap();
/// assert_eq!(backwards[0].as_ref().unwrap().as_slice(), [10.0, 20.0]);
/// ```
///
/// What it can be made into, each at one tangent:
///
/// ```
/// use linalg::{Arena, Linear, Mask, Matrix, Shape};
/// fn at<'a>(x: &Matrix<f64>, map: impl for<'e> Fn(Linear<'e, 'a, f64>) -> Linear<'e, 'a, f64>) -> Vec<f64> {
///     let arena = Arena::new();
///     let y = map(arena.input(x.shape()));
///     arena.apply(&[Some(x.clone())], &[y]).expect("is defined").remove(0).into_vec()
/// }
/// let x = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
/// let k = Matrix::from_rows([[0.0, 1.0], [0.0, 0.0]]);
/// // In the order of columns.
/// assert_eq!(at(&x, |x| x.left(&k)), [3.0, 0.0, 4.0, 0.0]);
/// assert_eq!(at(&x, |x| x.left_transposed(&k)), [0.0, 1.0, 0.0, 2.0]);
/// assert_eq!(at(&x, |x| x.right(&k)), [0.0, 0.0, 1.0, 3.0]);
/// assert_eq!(at(&x, |x| x.right_transposed(&k)), [2.0, 4.0, 0.0, 0.0]);
/// assert_eq!(at(&x, |x| x.entrywise(&k)), [0.0, 0.0, 2.0, 0.0]);
/// assert_eq!(at(&x, |x| x.scaled(2.0).mask(Mask::Diagonal)), [2.0, 0.0, 0.0, 8.0]);
/// assert_eq!(at(&x, |x| x.inner(&k)), [2.0]);
/// assert_eq!(at(&x, |x| x.trace().multiple(&k)), [0.0, 0.0, 5.0, 0.0]);
/// ```
pub struct Linear<'e, 'a, T> {
    arena: &'e Arena<'a, T>,
    /// None for zero.
    at: Option<At>,
    shape: Shape,
}

impl<T> Clone for Linear<'_, '_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Linear<'_, '_, T> {}

impl<'a, T: Number + 'a> Arena<'a, T> {
    /// An empty one.
    pub fn new() -> Self {
        Arena { steps: RefCell::new(Steps::new()), inputs: Cell::new(0) }
    }

    /// The tangent of the next input.
    pub fn input(&self, shape: Shape) -> Linear<'_, 'a, T> {
        let input = self.inputs.replace(self.inputs.get() + 1);
        Linear { arena: self, at: Some(At::Input(input)), shape }
    }

    /// The tangent of a next input that is constant; what is computed from it alone costs nothing.
    pub fn fixed(&self, shape: Shape) -> Linear<'_, 'a, T> {
        self.inputs.set(self.inputs.get() + 1);
        Linear { arena: self, at: None, shape }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push(&self, step: Step<'a, T>, shape: Shape) -> Linear<'_, 'a, T> {
        let mut steps = self.steps.borrow_mut();
        steps.push(step);
        Linear { arena: self, at: Some(At::Step(steps.len() - 1)), shape }
    }

    /// The values of expressions for these tangents of the inputs; one that is not given is zero.
    ///
    /// # Errors
    /// If a map is not defined at the values it was made with.
    pub fn apply(&self, inputs: &[Option<Matrix<T>>], outputs: &[Linear<'_, 'a, T>]) -> Result<Vec<Matrix<T>>, Error> {
        let lent: Vec<_> = inputs.iter().map(|x| x.as_ref().map(Matrix::view)).collect();
        self.forwards(&lent, outputs)
    }

    pub(crate) fn forwards(
        &self,
        inputs: &[Option<View<'_, T>>],
        outputs: &[Linear<'_, 'a, T>],
    ) -> Result<Vec<Matrix<T>>, Error> {
        let steps = self.steps.borrow();
        // None for zero.
        let mut values: Vec<Option<Matrix<T>>> = Vec::with_capacity(steps.len());
        for step in steps.iter() {
            let value = match step {
                Step::Sum(a, b) => match [*a, *b].map(|at| at.of(inputs, &values)) {
                    [Some(a), Some(b)] => Some(planes::sum(a, b, false)),
                    [a, b] => a.or(b).map(View::to_matrix),
                },
                Step::Difference(a, b) => match [*a, *b].map(|at| at.of(inputs, &values)) {
                    [Some(a), Some(b)] => Some(planes::sum(a, b, true)),
                    [a, b] => a.map(View::to_matrix).or_else(|| b.map(planes::minus)),
                },
                Step::Map(a, map) => a.of(inputs, &values).map(|x| map.apply(x)).transpose()?,
            };
            values.push(value);
        }
        let zeros = |y: &Linear<'_, 'a, T>| Matrix::zeros(y.shape.rows, y.shape.columns);
        Ok(match outputs {
            // The last step is what was asked for.
            [y] if y.at == steps.len().checked_sub(1).map(At::Step) => {
                vec![values.pop().flatten().unwrap_or_else(|| zeros(y))]
            }
            _ => {
                let value = |y: &Linear<'_, 'a, T>| y.at.and_then(|at| at.of(inputs, &values)).map(View::to_matrix);
                outputs.iter().map(|y| value(y).unwrap_or_else(|| zeros(y))).collect()
            }
        })
    }

    /// The transpose of expressions, applied to one weight for each: as many matrices as there are inputs, none for one
    /// that nothing depends on.
    ///
    /// # Errors
    /// If a map is not defined at the values it was made with.
    pub fn transposed(
        &self,
        outputs: &[Linear<'_, 'a, T>],
        weights: impl IntoIterator<Item = Matrix<T>>,
    ) -> Result<Vec<Option<Matrix<T>>>, Error> {
        self.found(outputs, weights.into_iter().map(Kept::from), false)
    }

    /// As [`transposed`](Arena::transposed), for the last time, so that the maps may give what they hold.
    pub(crate) fn backwards<'w>(
        &self,
        outputs: &[Linear<'_, 'a, T>],
        weights: impl IntoIterator<Item = Kept<'w, T>>,
    ) -> Result<Vec<Option<Matrix<T>>>, Error>
    where
        T: 'w,
    {
        self.found(outputs, weights, true)
    }

    /// As [`backwards`](Arena::backwards), added to what is there for the inputs.
    pub(crate) fn backwards_into<'w>(
        &self,
        outputs: &[Linear<'_, 'a, T>],
        weights: impl IntoIterator<Item = Kept<'w, T>>,
        into: &mut [Option<&mut [T]>],
    ) -> Result<(), Error>
    where
        T: 'w,
    {
        self.run_back(outputs, &mut weights.into_iter(), true, &mut Found::Onto(into))
    }

    fn found<'w>(
        &self,
        outputs: &[Linear<'_, 'a, T>],
        weights: impl IntoIterator<Item = Kept<'w, T>>,
        at_last: bool,
    ) -> Result<Vec<Option<Matrix<T>>>, Error>
    where
        T: 'w,
    {
        let mut found: Vec<Option<Kept<'w, T>>> = (0..self.inputs.get()).map(|_| None).collect();
        self.run_back(outputs, &mut weights.into_iter(), at_last, &mut Found::Each(&mut found))?;
        Ok(found.into_iter().map(|found| found.map(Kept::into_matrix)).collect())
    }

    /// Runs the steps from the last to the first; `at_last` if there is no other run.
    fn run_back<'w>(
        &self,
        outputs: &[Linear<'_, 'a, T>],
        weights: &mut dyn Iterator<Item = Kept<'w, T>>,
        at_last: bool,
        found: &mut Found<'_, '_, 'w, T>,
    ) -> Result<(), Error>
    where
        T: 'w,
    {
        let mut steps = self.steps.borrow_mut();
        let (mut few, mut many) = (array::from_fn::<_, FEW, _>(|_| None), Vec::new());
        let weight: &mut [Option<Kept<'w, T>>] = if steps.len() <= FEW {
            &mut few
        } else {
            many.resize_with(steps.len(), || None);
            &mut many
        };
        for (y, w) in outputs.iter().zip(weights) {
            if let Some(at) = y.at {
                give(at, w, weight, found);
            }
        }
        for at in (0..steps.len()).rev() {
            let Some(w) = weight[at].take() else { continue };
            if let Some((map, part, to)) = steps.product_of_part(at)
                && let Some(sum) = part.of_weight(&mut weight[to])
            {
                map.transposed_onto(w, sum)?;
                continue;
            }
            let Some(step) = steps.get_mut(at) else { continue };
            match step {
                Step::Sum(a, b) => {
                    give(*a, w.clone(), weight, found);
                    give(*b, w, weight, found);
                }
                Step::Difference(a, b) => {
                    give(*b, Kept::from(planes::minus(w.view())), weight, found);
                    give(*a, w, weight, found);
                }
                Step::Map(a, map) => match (*a, &mut *found) {
                    (At::Input(k), Found::Onto(into)) => {
                        if let Some(into) = &mut into[k] {
                            map.transposed_onto(w, into)?;
                        }
                    }
                    (At::Step(to), _)
                        if let Map::Part(part) = map
                            && part.add_to(w.view(), &mut weight[to]) => {}
                    (a, _) if at_last => {
                        let map = replace(map, Map::Transposed);
                        give(a, Kept::from(map.transposed_at_last(w)?), weight, found);
                    }
                    (a, _) => give(a, Kept::from(map.transposed(w)?), weight, found),
                },
            }
        }
        Ok(())
    }
}

impl<'a, T: Number + 'a> Default for Arena<'a, T> {
    fn default() -> Self {
        Arena::new()
    }
}

impl<'e, 'a, T: Number + 'a> Linear<'e, 'a, T> {
    /// Its shape.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// A linear map of it.
    #[must_use]
    pub fn map(self, map: impl LinearMap<T> + 'a) -> Self {
        self.through(Map::Other(Box::new(map)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn through(self, map: Map<'a, T>) -> Self {
        let shape = map.shape(self.shape);
        match self.at {
            Some(at) => self.arena.push(Step::Map(at, map), shape),
            None => Linear { shape, ..self },
        }
    }

    /// Some columns of it in a row.
    pub(crate) fn columns(self, columns: Range<usize>) -> Self {
        self.through(Map::Part(Part { columns, of: self.shape }))
    }

    /// It, or its transpose where it is `turned`, times `k` or the transpose of that, which is on the left or on the right.
    pub(crate) fn product(self, turned: bool, k: Kept<'a, T>, transposed: bool, left: bool) -> Self {
        self.through(Map::Product(Product { k, transposed, left, turned }))
    }

    /// `k` times it.
    #[must_use]
    pub fn left(self, k: impl Into<Kept<'a, T>>) -> Self {
        self.product(false, k.into(), false, true)
    }

    /// The transpose of `k` times it.
    #[must_use]
    pub fn left_transposed(self, k: impl Into<Kept<'a, T>>) -> Self {
        self.product(false, k.into(), true, true)
    }

    /// It times `k`.
    #[must_use]
    pub fn right(self, k: impl Into<Kept<'a, T>>) -> Self {
        self.product(false, k.into(), false, false)
    }

    /// It times the transpose of `k`.
    #[must_use]
    pub fn right_transposed(self, k: impl Into<Kept<'a, T>>) -> Self {
        self.product(false, k.into(), true, false)
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        self.through(Map::Transposed)
    }

    /// Entry by entry times `k` (the Hadamard product).
    #[must_use]
    pub fn entrywise(self, k: impl Into<Kept<'a, T>>) -> Self {
        self.through(Map::Entrywise(k.into()))
    }

    /// All entries times one number.
    #[must_use]
    pub fn scaled(self, k: T) -> Self {
        self.through(Map::Scaled(k))
    }

    /// A part of it, or its symmetric part.
    #[must_use]
    pub fn mask(self, mask: Mask) -> Self {
        self.through(Map::Masked(mask))
    }

    /// The sum of the products of its entries with those of `k`: a matrix with one entry.
    #[must_use]
    pub fn inner(self, k: impl Into<Kept<'a, T>>) -> Self {
        self.through(Map::Inner(k.into()))
    }

    /// For a matrix with one entry: that entry times `k`.
    #[must_use]
    pub fn multiple(self, k: impl Into<Kept<'a, T>>) -> Self {
        self.through(Map::Multiple(k.into()))
    }

    /// The sum of its diagonal: a matrix with one entry.
    #[must_use]
    pub fn trace(self) -> Self {
        let Shape { rows, columns } = self.shape;
        self.inner(Matrix::from_fn(rows, columns, |i, j| number(if i == j { 1.0 } else { 0.0 })))
    }
}

impl<'a, T: Number + 'a> Add for Linear<'_, 'a, T> {
    type Output = Self;
    #[track_caller]
    fn add(self, other: Self) -> Self {
        assert!(self.shape == other.shape, "a tangent of {} plus one of {}", self.shape, other.shape);
        match (self.at, other.at) {
            (Some(a), Some(b)) => self.arena.push(Step::Sum(a, b), self.shape),
            (None, _) => other,
            (_, None) => self,
        }
    }
}

impl<'a, T: Number + 'a> Sub for Linear<'_, 'a, T> {
    type Output = Self;
    #[track_caller]
    fn sub(self, other: Self) -> Self {
        assert!(self.shape == other.shape, "a tangent of {} minus one of {}", self.shape, other.shape);
        match (self.at, other.at) {
            (Some(a), Some(b)) => self.arena.push(Step::Difference(a, b), self.shape),
            (None, _) => -other,
            (_, None) => self,
        }
    }
}

impl<'a, T: Number + 'a> Neg for Linear<'_, 'a, T> {
    type Output = Self;
    fn neg(self) -> Self {
        self.scaled(number(-1.0))
    }
}

impl<'e, 'a, T: Number + 'a> Mul<Linear<'e, 'a, T>> for View<'a, T> {
    type Output = Linear<'e, 'a, T>;
    fn mul(self, d: Linear<'e, 'a, T>) -> Linear<'e, 'a, T> {
        d.left(self)
    }
}

impl<'e, 'a, T: Number + 'a> Mul<View<'a, T>> for Linear<'e, 'a, T> {
    type Output = Linear<'e, 'a, T>;
    fn mul(self, k: View<'a, T>) -> Linear<'e, 'a, T> {
        self.right(k)
    }
}
