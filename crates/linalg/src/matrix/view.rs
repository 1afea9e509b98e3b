//! A matrix that is lent.

use crate::{Matrix, Shape};
use core::ops::{Index, Range};
use rules::{Number, Scalar};

/// The entries of a matrix, lent: what operations and rules work on. `Copy`.
#[derive(Debug, PartialEq)]
pub struct View<'a, T> {
    shape: Shape,
    entries: &'a [T],
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for View<'_, T> {}

impl<'a, T> View<'a, T> {
    /// Entries column by column, as a matrix.
    ///
    /// # Panics
    /// If there are not as many as the shape says.
    #[track_caller]
    pub fn new(shape: Shape, entries: &'a [T]) -> Self {
        assert!(shape.len() == entries.len(), "{} entries do not make a matrix of {shape}", entries.len());
        View { shape, entries }
    }

    /// The numbers of rows and columns.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// The number of rows.
    pub fn rows(self) -> usize {
        self.shape.rows
    }

    /// The number of columns.
    pub fn columns(self) -> usize {
        self.shape.columns
    }

    /// All entries, column by column.
    pub fn as_slice(self) -> &'a [T] {
        self.entries
    }

    /// A column.
    pub fn column(self, j: usize) -> &'a [T] {
        &self.entries[j * self.rows()..(j + 1) * self.rows()]
    }
}

impl<T: Copy> View<'_, T> {
    /// A part of the matrix, copied.
    pub(crate) fn block(self, rows: Range<usize>, columns: Range<usize>) -> Matrix<T> {
        let mut entries = Vec::with_capacity(rows.len() * columns.len());
        for j in columns.clone() {
            entries.extend_from_slice(&self.column(j)[rows.clone()]);
        }
        Matrix { shape: Shape::new(rows.len(), columns.len()), entries }
    }

    /// A matrix of one's own with these entries.
    pub fn to_matrix(self) -> Matrix<T> {
        Matrix { shape: self.shape, entries: self.entries.to_vec() }
    }

    /// A matrix of one's own with rows and columns exchanged.
    pub fn transposed(self) -> Matrix<T> {
        // In tiles that fit into the first cache, where the matrix does not.
        const TILE: usize = 16;
        let (rows, columns) = (self.rows(), self.columns());
        if rows == 1 || columns == 1 {
            return Matrix { shape: self.shape.transposed(), entries: self.entries.to_vec() };
        }
        let mut out = Matrix { shape: self.shape.transposed(), entries: self.entries.to_vec() };
        for first in (0..columns).step_by(TILE) {
            for top in (0..rows).step_by(TILE) {
                for j in first..columns.min(first + TILE) {
                    for i in top..rows.min(top + TILE) {
                        out.entries[j + i * columns] = self.entries[i + j * rows];
                    }
                }
            }
        }
        out
    }
}

impl<T: Number> View<'_, T> {
    /// The values without derivatives, where they are known.
    pub(crate) fn known(self) -> Option<Matrix<T::Scalar>> {
        let entries: Option<Vec<T::Scalar>> = self.entries.iter().map(|x| x.known()).collect();
        Some(Matrix { shape: self.shape, entries: entries? })
    }

    /// The values as `f64`, where they are known.
    pub(crate) fn known_f64(self) -> Option<Matrix<f64>> {
        let entries: Option<Vec<f64>> = self.entries.iter().map(|x| x.known().map(Scalar::to_f64)).collect();
        Some(Matrix { shape: self.shape, entries: entries? })
    }
}

impl<T> Index<(usize, usize)> for View<'_, T> {
    type Output = T;
    #[track_caller]
    #[inline]
    fn index(&self, (i, j): (usize, usize)) -> &T {
        debug_assert!(i < self.shape.rows);
        &self.entries[i + j * self.shape.rows]
    }
}

impl<'a, T> From<&'a Matrix<T>> for View<'a, T> {
    fn from(matrix: &'a Matrix<T>) -> Self {
        matrix.view()
    }
}
