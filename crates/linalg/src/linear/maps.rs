//! The linear maps that tangents are written in, each with its transpose.

use crate::linear::{LinearMap, planes};
use crate::operations::{inner, product, product_into};
use crate::{Error, Mask, Matrix, Shape, View};
use core::ops::Range;
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
#[doc(hidden)]
pub enum Map<'a, T> {
    /// A product with a known matrix.
    Product(Product<'a, T>),
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
    /// Some columns in a row.
    Part(Part),
    /// Any other.
    Other(Box<dyn LinearMap<T> + 'a>),
}

/// A product with a known matrix, or its transpose, on one side.
#[doc(hidden)]
pub struct Product<'a, T> {
    pub(crate) k: Kept<'a, T>,
    pub(crate) transposed: bool,
    pub(crate) left: bool,
    /// Of the transpose of what is mapped: a product is told of it at no cost, where a transpose is a copy.
    pub(crate) turned: bool,
}

/// Some columns in a row, of a matrix of this shape.
#[doc(hidden)]
#[derive(Clone)]
pub struct Part {
    pub(crate) columns: Range<usize>,
    pub(crate) of: Shape,
}

impl Part {
    /// Where their entries stand.
    fn entries(&self) -> Range<usize> {
        self.columns.start * self.of.rows..self.columns.end * self.of.rows
    }

    pub(crate) fn take<T: Number>(&self, x: View<'_, T>) -> Matrix<T> {
        let shape = Shape::new(self.of.rows, self.columns.len());
        Matrix::of(shape, x.as_slice()[self.entries()].to_vec())
    }

    /// They among zeros.
    pub(crate) fn among_zeros<T: Number>(&self, w: View<'_, T>) -> Matrix<T> {
        let mut out = Matrix::zeros(self.of.rows, self.of.columns);
        out.as_mut_slice()[self.entries()].copy_from_slice(w.as_slice());
        out
    }

    /// The columns of a weight, which is made where there is none yet; none where that is not one's own.
    pub(super) fn of_weight<'s, T: Number>(&self, sum: &'s mut Option<Kept<'_, T>>) -> Option<&'s mut [T]> {
        let zeros = || Kept::from(Matrix::zeros(self.of.rows, self.of.columns));
        match sum.get_or_insert_with(zeros) {
            Kept::Own(sum) if !sum.is_whole() => Some(&mut sum.as_mut_slice()[self.entries()]),
            _ => None,
        }
    }

    /// They added to the columns of a weight; false, and nothing is done, where there is none to be changed.
    pub(super) fn add_to<T: Number>(&self, w: View<'_, T>, sum: &mut Option<Kept<'_, T>>) -> bool {
        self.of_weight(sum).map(|columns| put(w.as_slice(), columns, true)).is_some()
    }
}

impl<T: Number> Product<'_, T> {
    /// The factors of the map, or of its transpose, each transposed or not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn factors<'v>(&'v self, x: View<'v, T>, back: bool) -> [(View<'v, T>, bool); 2] {
        let (left, transposed) = match back {
            false => (self.left, self.transposed),
            true => (self.left != self.turned, self.transposed == self.turned),
        };
        let (k, x) = ((self.k.view(), transposed), (x, self.turned));
        if left { [k, x] } else { [x, k] }
    }
}

impl<T: Number> Map<'_, T> {
    /// The shape of what it makes of a matrix of this one.
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn shape(&self, of: Shape) -> Shape {
        match self {
            Map::Product(Product { k, transposed, left, turned }) => {
                let [k, of] = [(k.view().shape(), *transposed), (of, *turned)]
                    .map(|(shape, turned)| if turned { shape.transposed() } else { shape });
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
            Map::Part(part) => {
                assert!(of == part.of, "columns of a tangent of {of}, not of {}", part.of);
                Shape::new(of.rows, part.columns.len())
            }
            Map::Other(map) => map.shape(of),
        }
    }

    pub(super) fn apply(&self, x: View<'_, T>) -> Result<Matrix<T>, Error> {
        self.run(Kept::Lent(x), false)
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

    /// Its transpose, added to what is there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn transposed_onto(&self, w: Kept<'_, T>, sum: &mut [T]) -> Result<(), Error> {
        let v = w.view();
        if T::PLANES > 1 && (v.planes().is_some() || self.known().is_some_and(|k| k.planes().is_some())) {
            put(self.transposed(w)?.as_slice(), sum, true);
            return Ok(());
        }
        match self {
            Map::Product(product) => {
                let [(a, a_transposed), (b, b_transposed)] = product.factors(v, true);
                product_into(a, a_transposed, b, b_transposed, sum, true);
            }
            Map::Entrywise(k) => onto(sum, v, |sum, w, i| sum + w * k.view().as_slice()[i]),
            Map::Scaled(k) => onto(sum, v, |sum, w, _| sum + w * *k),
            Map::Inner(k) => {
                let w = v[(0, 0)];
                onto(sum, k.view(), |sum, k, _| sum + k * w);
            }
            Map::Masked(mask) => mask.onto(w, sum),
            _ => put(self.transposed(w)?.as_slice(), sum, true),
        }
        Ok(())
    }

    /// The matrix that it is made of.
    fn known(&self) -> Option<View<'_, T>> {
        match self {
            Map::Product(Product { k, .. }) | Map::Entrywise(k) | Map::Inner(k) | Map::Multiple(k) => Some(k.view()),
            Map::Transposed | Map::Scaled(_) | Map::Masked(_) | Map::Part(_) | Map::Other(_) => None,
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
            Map::Product(_) | Map::Transposed | Map::Masked(_) | Map::Part(_) | Map::Other(_) => None,
        }
    }

    fn run(&self, x: Kept<'_, T>, back: bool) -> Result<Matrix<T>, Error> {
        let v = x.view();
        if let Some(found) = self.on_planes(v, back) {
            return found;
        }
        Ok(match self {
            Map::Product(of) => {
                let [(a, a_transposed), (b, b_transposed)] = of.factors(v, back);
                product(a, a_transposed, b, b_transposed)
            }
            Map::Transposed => v.transposed(),
            Map::Entrywise(k) => entrywise(v, k.view().as_slice(), |x, k| x * k),
            Map::Scaled(k) => changed(x.into_matrix(), |x| x * *k),
            // Every mask is its own transpose.
            Map::Masked(mask) => mask.of_own(x.into_matrix()),
            Map::Inner(k) if !back => Matrix::from_vec(1, 1, vec![inner(k.view(), v)]),
            Map::Multiple(k) if back => Matrix::from_vec(1, 1, vec![inner(k.view(), v)]),
            Map::Inner(k) | Map::Multiple(k) => {
                let x = v[(0, 0)];
                entrywise(k.view(), k.view().as_slice(), |k, _| k * x)
            }
            Map::Part(part) => {
                if back {
                    part.among_zeros(v)
                } else {
                    part.take(v)
                }
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

#[cfg_attr(not(debug_assertions), inline(always))]
fn onto<T: Copy>(sum: &mut [T], x: View<'_, T>, f: impl Fn(T, T, usize) -> T) {
    for (i, (sum, &x)) in sum.iter_mut().zip(x.as_slice()).enumerate() {
        *sum = f(*sum, x, i);
    }
}

fn entrywise<T: Copy>(x: View<'_, T>, k: &[T], f: impl Fn(T, T) -> T) -> Matrix<T> {
    let entries = x.as_slice().iter().zip(k).map(|(&x, &k)| f(x, k)).collect();
    Matrix::of(x.shape(), entries)
}
