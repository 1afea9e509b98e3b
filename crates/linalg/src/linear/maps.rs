//! The linear maps that tangents are written in, each with its transpose.

use crate::linear::LinearMap;
use crate::matrix::sum;
use crate::operations::product;
use crate::{Error, Mask, Matrix, Shape, View};
use rules::Number;

/// A known matrix in a linear expression: lent, or one's own.
#[derive(Clone, Debug)]
pub enum Kept<'a, T> {
    /// Lent.
    Lent(View<'a, T>),
    /// One's own.
    Own(Matrix<T>),
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
        Kept::Own(matrix)
    }
}

/// A product with a known matrix, on one side of it.
pub(crate) struct Product<'a, T> {
    pub(crate) k: Kept<'a, T>,
    pub(crate) transposed: bool,
    pub(crate) left: bool,
}

impl<T: Number> Product<'_, T> {
    fn run(&self, x: &Matrix<T>, transposed: bool) -> Result<Matrix<T>, Error> {
        Ok(match self.left {
            true => product(self.k.view(), transposed, x.view(), false),
            false => product(x.view(), false, self.k.view(), transposed),
        })
    }
}

impl<T: Number> LinearMap<T> for Product<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        let k = self.k.view().shape();
        let k = if self.transposed { k.transposed() } else { k };
        let (a, b) = if self.left { (k, of) } else { (of, k) };
        assert!(a.columns == b.rows, "a product of {a} and {b} in a tangent");
        Shape::new(a.rows, b.columns)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(x, self.transposed)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(w, !self.transposed)
    }
}

/// Rows and columns exchanged.
pub(crate) struct Transposed;

impl<T: Number> LinearMap<T> for Transposed {
    fn shape(&self, of: Shape) -> Shape {
        of.transposed()
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(x.transposed())
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(w.transposed())
    }
}

/// Entry by entry times a known matrix.
pub(crate) struct Entrywise<'a, T> {
    pub(crate) k: Kept<'a, T>,
}

impl<T: Number> LinearMap<T> for Entrywise<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        let k = self.k.view().shape();
        assert!(k == of, "a tangent of {of} times {k}, entry by entry");
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let entries = x.iter().zip(self.k.view().as_slice()).map(|(&x, &k)| x * k).collect();
        Ok(Matrix::from_vec(x.rows(), x.columns(), entries))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.apply(w)
    }
}

/// All entries times a number.
pub(crate) struct Scaled<T> {
    pub(crate) k: T,
}

impl<T: Number> LinearMap<T> for Scaled<T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(x.map(|x| x * self.k))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.apply(w)
    }
}

/// A part of a matrix.
pub(crate) struct Masked {
    pub(crate) mask: Mask,
}

impl<T: Number> LinearMap<T> for Masked {
    fn shape(&self, of: Shape) -> Shape {
        assert!(of.rows == of.columns, "a part of a tangent of {of}, which is not square");
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(self.mask.of(x))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(self.mask.of(w))
    }
}

/// The inner product with a known matrix.
pub(crate) struct Inner<'a, T> {
    pub(crate) k: Kept<'a, T>,
}

impl<T: Number> LinearMap<T> for Inner<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        let k = self.k.view().shape();
        assert!(k == of, "the inner product of a tangent of {of} with {k}");
        Shape::new(1, 1)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(inner(self.k.view(), x))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(multiple(self.k.view(), w))
    }
}

/// A known matrix times the only entry.
pub(crate) struct Multiple<'a, T> {
    pub(crate) k: Kept<'a, T>,
}

impl<T: Number> LinearMap<T> for Multiple<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        assert!(of == Shape::new(1, 1), "a multiple is wanted by a tangent of {of}, not of one number");
        self.k.view().shape()
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(multiple(self.k.view(), x))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(inner(self.k.view(), w))
    }
}

fn inner<T: Number>(k: View<'_, T>, x: &Matrix<T>) -> Matrix<T> {
    Matrix::from_vec(1, 1, vec![sum(k.as_slice().iter().zip(x).map(|(&k, &x)| k * x))])
}

fn multiple<T: Number>(k: View<'_, T>, x: &Matrix<T>) -> Matrix<T> {
    let x = x[(0, 0)];
    k.to_matrix().map(|k| k * x)
}
