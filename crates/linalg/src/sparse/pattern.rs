//! Where the entries of a sparse matrix are.

use super::factor::Analyses;
use crate::matrix::number;
use crate::parameters::Parameter;
use crate::{Matrix, Shape, View};
use core::ops::Range;
use rules::Number;

/// The places of a sparse matrix's entries, column by column, rows in ascending order in each; with what was found out about
/// them for factorisations.
#[derive(Debug)]
pub struct SparsePattern {
    shape: Shape,
    column_pointers: Vec<usize>,
    row_indices: Vec<usize>,
    #[cfg_attr(not(feature = "sparse"), expect(dead_code, reason = "there is nothing to know without faer"))]
    pub(super) analyses: Analyses,
}

impl PartialEq for SparsePattern {
    fn eq(&self, other: &Self) -> bool {
        let lists = |p: &Self| (p.shape, p.column_pointers.clone(), p.row_indices.clone());
        lists(self) == lists(other)
    }
}

/// As what the values of a pattern are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The matrix.
    Plain,
    /// Its transpose.
    Transposed,
    /// The symmetric matrix of which the entries on and below the diagonal are given.
    Symmetric,
}

impl Parameter for Form {
    fn put(&self, to: &mut Vec<f64>) {
        (*self as usize).put(to);
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        [Form::Plain, Form::Transposed, Form::Symmetric].get(usize::take(from)?).copied()
    }
}

impl Form {
    pub(super) fn transposed(self) -> Form {
        match self {
            Form::Plain => Form::Transposed,
            Form::Transposed => Form::Plain,
            Form::Symmetric => Form::Symmetric,
        }
    }
}

impl SparsePattern {
    /// The pattern with entries at these rows and columns, in any order, each as often as it likes.
    ///
    /// ```
    /// let pattern = linalg::SparsePattern::new(2, 2, [(1, 1), (0, 0), (1, 1)]);
    /// assert_eq!((pattern.column_pointers(), pattern.row_indices()), (&[0, 1, 2][..], &[0, 1][..]));
    /// ```
    ///
    /// # Panics
    /// If one lies outside.
    #[track_caller]
    pub fn new(rows: usize, columns: usize, entries: impl IntoIterator<Item = (usize, usize)>) -> Self {
        SparsePattern::with_places(rows, columns, entries).0
    }

    /// The pattern, and where each of the entries is in it.
    #[track_caller]
    pub(super) fn with_places(
        rows: usize,
        columns: usize,
        entries: impl IntoIterator<Item = (usize, usize)>,
    ) -> (Self, Vec<usize>) {
        let shape = Shape::new(rows, columns);
        let mut sorted: Vec<(usize, usize, usize)> =
            entries.into_iter().enumerate().map(|(k, (i, j))| (j, i, k)).collect();
        if let Some((j, i, _)) = sorted.iter().find(|(j, i, _)| *i >= rows || *j >= columns) {
            panic!("an entry at ({i}, {j}) of a sparse matrix of {shape}");
        }
        sorted.sort_unstable();
        let mut places = vec![0; sorted.len()];
        let (mut column_pointers, mut row_indices) = (vec![0; columns + 1], Vec::new());
        let mut last = None;
        for (j, i, k) in sorted {
            if last != Some((j, i)) {
                row_indices.push(i);
                column_pointers[j + 1] = row_indices.len();
                last = Some((j, i));
            }
            places[k] = row_indices.len() - 1;
        }
        for j in 0..columns {
            column_pointers[j + 1] = column_pointers[j + 1].max(column_pointers[j]);
        }
        (SparsePattern { shape, column_pointers, row_indices, analyses: Analyses::default() }, places)
    }

    /// The numbers of rows and columns.
    ///
    /// ```
    /// let pattern = linalg::SparsePattern::new(3, 2, [(0, 0), (2, 1)]);
    /// assert_eq!((pattern.shape().rows, pattern.entries()), (3, 2));
    /// ```
    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn is_square(&self) -> bool {
        self.shape.rows == self.shape.columns
    }

    /// The number of entries.
    ///
    /// ```
    /// // An entry that is named twice is one.
    /// let pattern = linalg::SparsePattern::new(2, 2, [(1, 0), (0, 0), (1, 0)]);
    /// assert_eq!(pattern.entries(), 2);
    /// ```
    pub fn entries(&self) -> usize {
        self.row_indices.len()
    }

    /// Where each column begins among the entries, and where the last one ends.
    pub fn column_pointers(&self) -> &[usize] {
        &self.column_pointers
    }

    /// The row of each entry.
    pub fn row_indices(&self) -> &[usize] {
        &self.row_indices
    }

    /// The pattern with rows and columns exchanged.
    #[cfg(feature = "sparse")]
    pub(super) fn transposed(&self) -> SparsePattern {
        let entries =
            (0..self.shape.columns).flat_map(|j| self.column(j).map(move |place| (j, self.row_indices[place])));
        SparsePattern::new(self.shape.columns, self.shape.rows, entries)
    }

    /// The entries of a column, as places in the list of values.
    pub(super) fn column(&self, j: usize) -> Range<usize> {
        self.column_pointers[j]..self.column_pointers[j + 1]
    }

    /// The shape of what the values mean.
    pub(super) fn meant(&self, form: Form) -> Shape {
        if form == Form::Transposed { self.shape.transposed() } else { self.shape }
    }

    /// What the values mean, with all its zeros.
    pub(super) fn dense<T: Number>(&self, form: Form, values: View<'_, T>) -> Matrix<T> {
        let shape = self.meant(form);
        let mut out = Matrix::zeros(shape.rows, shape.columns);
        for j in 0..self.shape.columns {
            for place in self.column(j) {
                let (i, value) = (self.row_indices[place], values.as_slice()[place]);
                match form {
                    Form::Plain => out[(i, j)] = value,
                    Form::Transposed => out[(j, i)] = value,
                    Form::Symmetric if i < j => {}
                    Form::Symmetric => {
                        out[(i, j)] = value;
                        out[(j, i)] = value;
                    }
                }
            }
        }
        out
    }

    /// The values times dense columns.
    pub(super) fn times<T: Number>(&self, form: Form, values: &[T], x: View<'_, T>) -> Matrix<T> {
        let shape = self.meant(form);
        let mut out: Matrix<T> = Matrix::zeros(shape.rows, x.columns());
        for (c, to) in out.as_mut_slice().chunks_exact_mut(shape.rows.max(1)).enumerate() {
            let x = x.column(c);
            for j in 0..self.shape.columns {
                for place in self.column(j) {
                    let (i, value) = (self.row_indices[place], values[place]);
                    match form {
                        Form::Plain => to[i] = to[i] + value * x[j],
                        Form::Transposed => to[j] = to[j] + value * x[i],
                        Form::Symmetric if i < j => {}
                        Form::Symmetric => {
                            to[i] = to[i] + value * x[j];
                            if i != j {
                                to[j] = to[j] + value * x[i];
                            }
                        }
                    }
                }
            }
        }
        out
    }

    /// The transpose of [`times`](SparsePattern::times) as a map of the values: w x^T, on the pattern.
    pub(super) fn entries_of<T: Number>(&self, form: Form, w: View<'_, T>, x: View<'_, T>) -> Matrix<T> {
        let mut out: Matrix<T> = Matrix::zeros(self.entries(), 1);
        let to = out.as_mut_slice();
        let zero = number::<T>(0.0);
        for c in 0..x.columns() {
            let (w, x) = (w.column(c), x.column(c));
            for j in 0..self.shape.columns {
                for place in self.column(j) {
                    let i = self.row_indices[place];
                    let term = match form {
                        Form::Plain => w[i] * x[j],
                        Form::Transposed => w[j] * x[i],
                        Form::Symmetric if i < j => zero,
                        Form::Symmetric if i == j => w[i] * x[i],
                        Form::Symmetric => w[i] * x[j] + w[j] * x[i],
                    };
                    to[place] = to[place] + term;
                }
            }
        }
        out
    }
}
