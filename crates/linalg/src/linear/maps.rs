//! The linear maps that tangents are written in, each with its transpose.

use crate::linear::{LinearMap, planes};
use crate::matrix::sum;
use crate::operations::{product, product_into};
use crate::{Error, Mask, Matrix, Shape, View};
use rules::{Number, put};

/// A known matrix in a linear expression: lent, or one's own.
///
/// ```
/// use linalg::{Kept, Matrix};
/// let a = Matrix::<f64>::identity(2);
/// let (lent, own) = (Kept::from(&a), Kept::from(a.clone()));
/// assert!(matches!((&lent, &own), (Kept::Lent(_), Kept::Own(_))) && lent.view() == own.view());
/// ```
#[derive(Clone, Debug)]
pub enum Kept<'a, T> {
    /// Lent.
    Lent(View<'a, T>),
    /// One's own; apart, so that steps of expressions are small.
    Own(Box<Matrix<T>>),
}

impl<T> Kept<'_, T> {
    /// It lent on.
    pub fn view(&self) -> View<'_, T> {
        match self {
            Kept::Lent(view) => *view,
            Kept::Own(matrix) => matrix.view(),
        }
    }
}

impl<'a, T> From<View<'a, T>> for Kept<'a, T> {
    fn from(view: View<'a, T>) -> Self {
        Kept::Lent(view)
    }
}

impl<'a, T> From<&'a Matrix<T>> for Kept<'a, T> {
    fn from(matrix: &'a Matrix<T>) -> Self {
        Kept::Lent(matrix.view())
    }
}

impl<T> From<Matrix<T>> for Kept<'_, T> {
    fn from(matrix: Matrix<T>) -> Self {
        Kept::Own(Box::new(matrix))
    }
}

impl<T: Copy> Kept<'_, T> {
    /// It as a matrix of one's own: copied if it is lent.
    pub(super) fn into_matrix(self) -> Matrix<T> {
        match self {
            Kept::Lent(view) => view.to_matrix(),
            Kept::Own(matrix) => *matrix,
        }
    }
}

/// A linear map. Those that rules are full of are told apart here, as a call and an allocation for each would cost as much
/// as a product of small matrices.
pub(super) enum Map<'a, T> {
    /// A product with a known matrix, on one side of it.
    Product { k: Kept<'a, T>, transposed: bool, left: bool },
    /// Rows and columns exchanged.
    Transposed,
    /// Entry by entry times a known matrix.
    Entrywise(Kept<'a, T>),
    /// All entries times a number.
    Scaled(T),
    /// A part of a matrix.
    Masked(Mask),
    /// The inner product with a known matrix.
    Inner(Kept<'a, T>),
    /// A known matrix times the only entry.
    Multiple(Kept<'a, T>),
    /// Any other.
    Other(Box<dyn LinearMap<T> + 'a>),
}

impl<T: Number> Map<'_, T> {
    /// The shape of what it makes of a matrix of this one.
    #[track_caller]
    pub(super) fn shape(&self, of: Shape) -> Shape {
        match self {
            Map::Product { k, transposed, left } => {
                let k = k.view().shape();
                let k = if *transposed { k.transposed() } else { k };
                let (a, b) = if *left { (k, of) } else { (of, k) };
                assert!(a.columns == b.rows, "a product of {a} and {b} in a tangent");
                Shape::new(a.rows, b.columns)
            }
            Map::Transposed => of.transposed(),
            Map::Entrywise(k) => {
                let k = k.view().shape();
                assert!(k == of, "a tangent of {of} times {k}, entry by entry");
                of
            }
            Map::Scaled(_) => of,
            Map::Masked(_) => {
                assert!(of.rows == of.columns, "a part of a tangent of {of}, which is not square");
                of
            }
            Map::Inner(k) => {
                let k = k.view().shape();
                assert!(k == of, "the inner product of a tangent of {of} with {k}");
                Shape::new(1, 1)
            }
            Map::Multiple(k) => {
                let one = of == Shape::new(1, 1);
                assert!(one, "a multiple is wanted by a tangent of {of}, not of one number");
                k.view().shape()
            }
            Map::Other(map) => map.shape(of),
        }
    }

    pub(super) fn apply(&self, x: &Kept<'_, T>) -> Result<Matrix<T>, Error> {
        self.run(Kept::Lent(x.view()), false)
    }

    pub(super) fn transposed(&self, w: Kept<'_, T>) -> Result<Matrix<T>, Error> {
        self.run(w, true)
    }

    /// Its transpose, for the last time: in the memory of what it holds, where that is its own.
    pub(super) fn transposed_at_last(self, w: Kept<'_, T>) -> Result<Matrix<T>, Error> {
        match self {
            Map::Inner(Kept::Own(k)) if !k.is_whole() => {
                let w = w.view()[(0, 0)];
                Ok(changed(*k, |k| k * w))
            }
            map => map.transposed(w),
        }
    }

    /// As [`transposed_at_last`](Map::transposed_at_last), added to what is there.
    pub(super) fn transposed_onto(self, w: Kept<'_, T>, sum: &mut [T]) -> Result<(), Error> {
        let v = w.view();
        if T::PLANES > 1 && (v.planes().is_some() || self.known().is_some_and(|k| k.planes().is_some())) {
            put(self.transposed_at_last(w)?.as_slice(), sum, true);
            return Ok(());
        }
        match &self {
            Map::Product { k, transposed, left: true } => product_into(k.view(), !transposed, v, false, sum, true),
            Map::Product { k, transposed, left: false } => product_into(v, false, k.view(), !transposed, sum, true),
            Map::Entrywise(k) => onto(sum, v, |sum, w, i| sum + w * k.view().as_slice()[i]),
            Map::Scaled(k) => onto(sum, v, |sum, w, _| sum + w * *k),
            Map::Inner(k) => {
                let w = v[(0, 0)];
                onto(sum, k.view(), |sum, k, _| sum + k * w);
            }
            Map::Masked(mask) => mask.onto(w, sum),
            _ => put(self.transposed_at_last(w)?.as_slice(), sum, true),
        }
        Ok(())
    }

    /// The matrix that it is made of.
    fn known(&self) -> Option<View<'_, T>> {
        match self {
            Map::Product { k, .. } | Map::Entrywise(k) | Map::Inner(k) | Map::Multiple(k) => Some(k.view()),
            Map::Transposed | Map::Scaled(_) | Map::Masked(_) | Map::Other(_) => None,
        }
    }

    /// What goes plane by plane; none for all else, and where no matrix is in planes.
    fn on_planes(&self, x: View<'_, T>, back: bool) -> Option<Result<Matrix<T>, Error>> {
        if T::PLANES < 2 {
            return None;
        }
        match self {
            Map::Entrywise(k) => planes::entrywise(k.view(), x),
            Map::Scaled(k) => x.planes().map(|_| planes::multiple(*k, x)),
            Map::Inner(k) if !back => planes::inner(k.view(), x),
            Map::Multiple(k) if back => planes::inner(k.view(), x),
            Map::Inner(k) | Map::Multiple(k) => k.view().planes().map(|_| planes::multiple(x[(0, 0)], k.view())),
            Map::Product { .. } | Map::Transposed | Map::Masked(_) | Map::Other(_) => None,
        }
    }

    fn run(&self, x: Kept<'_, T>, back: bool) -> Result<Matrix<T>, Error> {
        let v = x.view();
        if let Some(found) = self.on_planes(v, back) {
            return found;
        }
        Ok(match self {
            Map::Product { k, transposed, left: true } => product(k.view(), *transposed != back, v, false),
            Map::Product { k, transposed, left: false } => product(v, false, k.view(), *transposed != back),
            Map::Transposed => v.transposed(),
            Map::Entrywise(k) => entrywise(v, k.view().as_slice(), |x, k| x * k),
            Map::Scaled(k) => changed(x.into_matrix(), |x| x * *k),
            // Every mask is its own transpose.
            Map::Masked(mask) => mask.of_own(x.into_matrix()),
            Map::Inner(k) if !back => inner(k.view(), v),
            Map::Multiple(k) if back => inner(k.view(), v),
            Map::Inner(k) | Map::Multiple(k) => {
                let x = v[(0, 0)];
                entrywise(k.view(), k.view().as_slice(), |k, _| k * x)
            }
            Map::Other(map) => {
                let x = x.into_matrix();
                if back { map.transposed(&x)? } else { map.apply(&x)? }
            }
        })
    }
}

/// Each entry in its place.
fn changed<T: Copy>(mut x: Matrix<T>, f: impl Fn(T) -> T) -> Matrix<T> {
    x.iter_mut().for_each(|x| *x = f(*x));
    x
}

fn onto<T: Copy>(sum: &mut [T], x: View<'_, T>, f: impl Fn(T, T, usize) -> T) {
    for (i, (sum, &x)) in sum.iter_mut().zip(x.as_slice()).enumerate() {
        *sum = f(*sum, x, i);
    }
}

fn entrywise<T: Copy>(x: View<'_, T>, k: &[T], f: impl Fn(T, T) -> T) -> Matrix<T> {
    let entries = x.as_slice().iter().zip(k).map(|(&x, &k)| f(x, k)).collect();
    Matrix::of(x.shape(), entries)
}

fn inner<T: Number>(k: View<'_, T>, x: View<'_, T>) -> Matrix<T> {
    Matrix::from_vec(1, 1, vec![sum(k.as_slice().iter().zip(x.as_slice()).map(|(&k, &x)| k * x))])
}
