//! A matrix that is lent.

use super::store::{Lent, Store};
use crate::{Matrix, Shape};
use core::fmt;
use core::ops::{Index, Range};
use rules::{List, Listed, Number, Planes};
use std::sync::OnceLock;

/// The entries of a matrix, lent: what operations and rules work on. `Copy`.
///
/// ```
/// use linalg::{Matrix, Shape, View};
/// let entries = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// let view = View::new(Shape::new(2, 3), &entries);
/// assert_eq!((view.rows(), view.columns(), view.shape().len()), (2, 3, 6));
/// assert_eq!((view.column(2), view.as_slice().len()), (&[5.0, 6.0][..], 6));
/// assert_eq!(view.to_matrix(), Matrix::from_rows([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]));
/// assert_eq!(view.transposed(), Matrix::from_rows([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]));
/// ```
pub struct View<'a, T> {
    shape: Shape,
    entries: Lent<'a, T>,
}

impl<T: PartialEq> PartialEq for View<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.as_slice() == other.as_slice()
    }
}

impl<T: fmt::Debug> fmt::Debug for View<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("shape", &self.shape).field("entries", &self.as_slice()).finish()
    }
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
        View { shape, entries: Lent::Slice(entries) }
    }

    /// Entries as an engine keeps them, and where they are spread if somebody asks for one.
    pub(crate) fn of_list(shape: Shape, entries: List<'a, T>, spread: &'a OnceLock<Vec<T>>) -> Self {
        let entries = match entries {
            List::Each(entries) => Lent::Slice(entries),
            List::Run(run) => Lent::Run(run, spread),
            List::Planes(planes) => Lent::Planes(planes, spread),
        };
        View { shape, entries }
    }

    /// The entries in planes, where they are.
    pub(crate) fn planes(self) -> Option<&'a Planes<T>> {
        self.entries.planes()
    }

    pub(super) fn of(shape: Shape, store: &'a Store<T>) -> Self {
        View { shape, entries: Lent::of(store) }
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
        self.entries.as_slice()
    }

    /// All entries, as an engine takes them.
    pub(crate) fn list(self) -> List<'a, T> {
        self.entries.list()
    }

    /// A column.
    pub fn column(self, j: usize) -> &'a [T] {
        &self.as_slice()[j * self.rows()..(j + 1) * self.rows()]
    }
}

impl<T: Copy> View<'_, T> {
    /// A part of the matrix, copied.
    pub(crate) fn block(self, rows: Range<usize>, columns: Range<usize>) -> Matrix<T> {
        let mut entries = Vec::with_capacity(rows.len() * columns.len());
        for j in columns.clone() {
            entries.extend_from_slice(&self.column(j)[rows.clone()]);
        }
        Matrix::of(Shape::new(rows.len(), columns.len()), entries)
    }

    /// A matrix of one's own with these entries.
    #[inline]
    pub fn to_matrix(self) -> Matrix<T> {
        if let Some(planes) = self.planes() {
            return Matrix::of_planes(self.shape, planes.clone());
        }
        Matrix::of(self.shape, self.as_slice().to_vec())
    }

    /// A matrix of one's own with rows and columns exchanged.
    pub fn transposed(self) -> Matrix<T> {
        if let Some(planes) = self.planes() {
            let turned = planes.map(self.shape.len(), |plane| View::new(self.shape, plane).transposed().into_vec());
            return Matrix::of_planes(self.shape.transposed(), turned);
        }
        const FEW: usize = 8;
        let (rows, columns) = (self.rows(), self.columns());
        let entries = self.as_slice();
        if rows <= FEW || columns < FEW {
            let mut out = entries.to_vec();
            if rows > 1 && columns > 1 {
                for j in 0..columns {
                    (0..rows).for_each(|i| out[j + i * columns] = entries[i + j * rows]);
                }
            }
            return Matrix::of(self.shape.transposed(), out);
        }
        // A few rows at once, so that each line of memory is read once, and what is written is all behind each other: 1000 rows as
        // tiles of 16 x 16 took three times as long.
        let mut out = Vec::with_capacity(entries.len());
        let mut turned = vec![entries[0]; FEW * columns];
        for top in (0..rows).step_by(FEW) {
            let count = FEW.min(rows - top);
            for (j, column) in entries.chunks_exact(rows).enumerate() {
                let places = turned[j..].iter_mut().step_by(columns);
                column[top..top + count].iter().zip(places).for_each(|(&x, place)| *place = x);
            }
            out.extend_from_slice(&turned[..count * columns]);
        }
        Matrix::of(self.shape.transposed(), out)
    }
}

impl<'a, T: Number> View<'a, T> {
    /// The values without derivatives, where they are known.
    pub(crate) fn known(self) -> Option<Matrix<T::Scalar>> {
        let entries: Option<Vec<T::Scalar>> = self.as_slice().iter().map(|x| x.known()).collect();
        Some(Matrix::of(self.shape, entries?))
    }

    /// What is made of the values as `f64`, where they are known.
    pub(crate) fn with_known<R>(self, reader: impl FnOnce(View<'_, f64>) -> R) -> Option<R> {
        let values = T::known_values(self.list())?;
        Some(reader(View::new(self.shape, &values)))
    }

    /// The values as `f64`, where they are known.
    pub(crate) fn known_f64(self) -> Option<Matrix<f64>> {
        self.with_known(|values| values.to_matrix())
    }

    /// All entries, as an operation takes them.
    #[track_caller]
    pub(crate) fn for_operation(self) -> List<'a, T> {
        self.entries.for_operation()
    }

    /// A matrix of one's own for several operations, which look at its entries once.
    #[track_caller]
    pub(crate) fn gathered(self) -> Matrix<T> {
        match T::gather(self.for_operation()) {
            Some(run) => Matrix::from_list(self.rows(), self.columns(), Listed::Run(run)),
            None => self.to_matrix(),
        }
    }
}

impl<T> Index<(usize, usize)> for View<'_, T> {
    type Output = T;
    #[track_caller]
    #[inline]
    fn index(&self, (i, j): (usize, usize)) -> &T {
        debug_assert!(i < self.shape.rows);
        &self.as_slice()[i + j * self.shape.rows]
    }
}

impl<'a, T> From<&'a Matrix<T>> for View<'a, T> {
    fn from(matrix: &'a Matrix<T>) -> Self {
        matrix.view()
    }
}
