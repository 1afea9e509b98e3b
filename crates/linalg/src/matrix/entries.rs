//! Entries by their place and one after the other, column by column.

use crate::{Matrix, Shape};
use core::ops::{Index, IndexMut};

/// 0 x 0.
impl<T> Default for Matrix<T> {
    fn default() -> Self {
        Matrix::of(Shape::new(0, 0), Vec::new())
    }
}

impl<T> Index<(usize, usize)> for Matrix<T> {
    type Output = T;
    #[track_caller]
    #[inline]
    fn index(&self, (i, j): (usize, usize)) -> &T {
        assert!(i < self.rows() && j < self.columns(), "entry ({i}, {j}) of a matrix of {}", self.shape());
        &self.as_slice()[i + j * self.rows()]
    }
}

impl<T> IndexMut<(usize, usize)> for Matrix<T> {
    #[track_caller]
    #[inline]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        assert!(i < self.rows() && j < self.columns(), "entry ({i}, {j}) of a matrix of {}", self.shape());
        let rows = self.rows();
        &mut self.as_mut_slice()[i + j * rows]
    }
}

/// An entry of one column or of one row, by its place there.
impl<T> Index<usize> for Matrix<T> {
    type Output = T;
    #[track_caller]
    #[inline]
    fn index(&self, k: usize) -> &T {
        self.holds(k);
        &self.as_slice()[k]
    }
}

impl<T> IndexMut<usize> for Matrix<T> {
    #[track_caller]
    #[inline]
    fn index_mut(&mut self, k: usize) -> &mut T {
        self.holds(k);
        &mut self.as_mut_slice()[k]
    }
}

impl<T> Matrix<T> {
    #[track_caller]
    #[inline]
    fn holds(&self, k: usize) {
        let Shape { rows, columns } = self.shape();
        assert!(rows == 1 || columns == 1, "entry {k} of a matrix of {}: give a row and a column", self.shape());
        assert!(k < rows * columns, "entry {k} of a matrix of {}", self.shape());
    }
}

impl<'a, T> IntoIterator for &'a Matrix<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Matrix<T> {
    type Item = &'a mut T;
    type IntoIter = core::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T> IntoIterator for Matrix<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}
