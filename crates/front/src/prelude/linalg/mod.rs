//! `wengert::linalg` for who reads a body: a matrix is its shape and a list of its entries, column by column.
//!
//! What works entry by entry is written out here. An operation with a rule of its own is a call of an *intrinsic*, on the
//! lists of entries with the lengths that make their shapes: lowering calls the rule. To add an operation, declare it in
//! `intrinsic`, write the function of its name that calls it, give its rule a function in `linalg::on_lists` and a line in the
//! table of `wengert::generated::matrices`. This text is read alone, as that of the operators.

use crate::prelude::lists::{IntoIter, Iter, IterMut};
use crate::prelude::iter;
use crate::prelude::linalg::intrinsic::linalg as rule;
use std::ops::Range;

/// Numbers in rows and columns.
#[derive(Clone)]
pub struct Matrix<T = f64> {
    rows: usize,
    columns: usize,
    entries: Vec<T>,
}

/// The numbers of rows and columns.
#[derive(Clone, Copy, PartialEq)]
pub struct Shape {
    pub rows: usize,
    pub columns: usize,
}

/// Why there is no value.
#[derive(Clone)]
pub struct Error;

fn of(rows: usize, columns: usize, entries: Vec<f64>) -> Matrix<f64> {
    Matrix { rows, columns, entries }
}

impl Matrix<f64> {
    pub fn from_vec(rows: usize, columns: usize, entries: Vec<f64>) -> Matrix<f64> {
        assert!(rows * columns == entries.len(), "{} entries do not make a matrix of {} x {}", entries.len(), rows, columns);
        of(rows, columns, entries)
    }

    pub fn from_fn<F: FnMut(usize, usize) -> f64>(rows: usize, columns: usize, mut entry: F) -> Matrix<f64> {
        let mut entries = vec![0.0; rows * columns];
        for j in 0..columns {
            for i in 0..rows {
                entries[i + j * rows] = entry(i, j);
            }
        }
        of(rows, columns, entries)
    }

    pub fn filled(rows: usize, columns: usize, entry: f64) -> Matrix<f64> {
        of(rows, columns, vec![entry; rows * columns])
    }

    pub fn zeros(rows: usize, columns: usize) -> Matrix<f64> {
        of(rows, columns, vec![0.0; rows * columns])
    }

    pub fn identity(n: usize) -> Matrix<f64> {
        let mut entries = vec![0.0; n * n];
        for i in 0..n {
            entries[i + i * n] = 1.0;
        }
        of(n, n, entries)
    }

    pub fn from_diagonal(list: &[f64]) -> Matrix<f64> {
        let n = list.len();
        let mut entries = vec![0.0; n * n];
        for i in 0..n {
            entries[i + i * n] = list[i];
        }
        of(n, n, entries)
    }

    pub fn from_rows<const R: usize, const C: usize>(rows: [[f64; C]; R]) -> Matrix<f64> {
        let mut entries = vec![0.0; R * C];
        for i in 0..R {
            for j in 0..C {
                entries[i + j * R] = rows[i][j];
            }
        }
        of(R, C, entries)
    }

    pub fn from_columns<const R: usize, const C: usize>(columns: [[f64; R]; C]) -> Matrix<f64> {
        let mut entries = vec![0.0; R * C];
        for j in 0..C {
            for i in 0..R {
                entries[i + j * R] = columns[j][i];
            }
        }
        of(R, C, entries)
    }

    pub fn column(list: &[f64]) -> Matrix<f64> {
        of(list.len(), 1, list.to_vec())
    }

    pub fn row(list: &[f64]) -> Matrix<f64> {
        of(1, list.len(), list.to_vec())
    }

    pub fn shape(&self) -> Shape {
        Shape { rows: self.rows, columns: self.columns }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    pub fn is_square(&self) -> bool {
        self.rows == self.columns
    }

    pub fn as_slice(&self) -> &[f64] {
        &self.entries
    }

    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.entries
    }

    pub fn into_vec(self) -> Vec<f64> {
        self.entries
    }

    pub fn iter(&self) -> Iter<'_, f64> {
        self.entries.iter()
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, f64> {
        self.entries.iter_mut()
    }

    pub fn constant(values: &Matrix<f64>) -> Matrix<f64> {
        values.clone()
    }

    pub fn indexed(&self) -> IntoIter<((usize, usize), &f64)> {
        let mut list = Vec::new();
        for j in 0..self.columns {
            for i in 0..self.rows {
                list.push(((i, j), &self.entries[i + j * self.rows]));
            }
        }
        list.into_iter()
    }

    pub fn column_slices(&self) -> IntoIter<&[f64]> {
        let mut list = Vec::new();
        for j in 0..self.columns {
            list.push(&self.entries[j * self.rows..(j + 1) * self.rows]);
        }
        list.into_iter()
    }

    pub fn get(&self, i: usize, j: usize) -> Option<&f64> {
        if i < self.rows && j < self.columns { Some(&self.entries[i + j * self.rows]) } else { None }
    }

    pub fn map<F: FnMut(f64) -> f64>(&self, mut f: F) -> Matrix<f64> {
        let mut entries = vec![0.0; self.entries.len()];
        for k in 0..self.entries.len() {
            entries[k] = f(self.entries[k]);
        }
        of(self.rows, self.columns, entries)
    }

    pub fn transposed(&self) -> Matrix<f64> {
        let mut entries = vec![0.0; self.entries.len()];
        for i in 0..self.rows {
            for j in 0..self.columns {
                entries[j + i * self.columns] = self.entries[i + j * self.rows];
            }
        }
        of(self.columns, self.rows, entries)
    }

    pub fn diagonal(&self) -> IntoIter<f64> {
        let n = if self.rows < self.columns { self.rows } else { self.columns };
        let mut list = vec![0.0; n];
        for i in 0..n {
            list[i] = self.entries[i + i * self.rows];
        }
        list.into_iter()
    }

    pub fn column_slice(&self, j: usize) -> &[f64] {
        assert!(j < self.columns, "column {} of a matrix of {} x {}", j, self.rows, self.columns);
        &self.entries[j * self.rows..(j + 1) * self.rows]
    }

    pub fn row_entries(&self, i: usize) -> IntoIter<f64> {
        assert!(i < self.rows, "row {} of a matrix of {} x {}", i, self.rows, self.columns);
        let mut list = vec![0.0; self.columns];
        for j in 0..self.columns {
            list[j] = self.entries[i + j * self.rows];
        }
        list.into_iter()
    }

    pub fn block(&self, rows: Range<usize>, columns: Range<usize>) -> Matrix<f64> {
        assert!(rows.end <= self.rows && columns.end <= self.columns, "a block of a matrix of {} x {}", self.rows, self.columns);
        let (m, n) = (rows.end - rows.start, columns.end - columns.start);
        let mut entries = vec![0.0; m * n];
        for j in 0..n {
            for i in 0..m {
                entries[i + j * m] = self.entries[rows.start + i + (columns.start + j) * self.rows];
            }
        }
        of(m, n, entries)
    }

    pub fn set_block(&mut self, i: usize, j: usize, block: &Matrix<f64>) {
        assert!(
            i + block.rows <= self.rows && j + block.columns <= self.columns,
            "a block of {} x {} at ({}, {}) of a matrix of {} x {}", block.rows, block.columns, i, j, self.rows, self.columns
        );
        for l in 0..block.columns {
            for k in 0..block.rows {
                self.entries[i + k + (j + l) * self.rows] = block.entries[k + l * block.rows];
            }
        }
    }

    pub fn beside(&self, right: &Matrix<f64>) -> Matrix<f64> {
        assert!(self.rows == right.rows, "{} x {} beside {} x {}: other rows", self.rows, self.columns, right.rows, right.columns);
        let (n, m) = (self.entries.len(), right.entries.len());
        let mut entries = vec![0.0; n + m];
        for k in 0..n {
            entries[k] = self.entries[k];
        }
        for k in 0..m {
            entries[n + k] = right.entries[k];
        }
        of(self.rows, self.columns + right.columns, entries)
    }

    pub fn above(&self, below: &Matrix<f64>) -> Matrix<f64> {
        assert!(self.columns == below.columns, "{} x {} above {} x {}: other columns", self.rows, self.columns, below.rows, below.columns);
        let rows = self.rows + below.rows;
        let mut entries = vec![0.0; rows * self.columns];
        for j in 0..self.columns {
            for i in 0..self.rows {
                entries[i + j * rows] = self.entries[i + j * self.rows];
            }
            for i in 0..below.rows {
                entries[self.rows + i + j * rows] = below.entries[i + j * below.rows];
            }
        }
        of(rows, self.columns, entries)
    }

    pub fn reshaped(self, rows: usize, columns: usize) -> Matrix<f64> {
        assert!(
            rows * columns == self.rows * self.columns,
            "a matrix of {} x {} cannot become one of {} x {}", self.rows, self.columns, rows, columns
        );
        of(rows, columns, self.entries)
    }

    pub fn sum(&self) -> f64 {
        let mut sum = -0.0;
        for k in 0..self.entries.len() {
            sum += self.entries[k];
        }
        if self.entries.len() == 0 { 0.0 } else { sum }
    }

    pub fn trace(&self) -> f64 {
        trace(self)
    }

    pub fn matmul(&self, other: &Matrix<f64>) -> Matrix<f64> {
        matmul(self, other)
    }

    pub fn transposed_matmul(&self, other: &Matrix<f64>) -> Matrix<f64> {
        transposed_matmul(self, other)
    }

    pub fn matmul_transposed(&self, other: &Matrix<f64>) -> Matrix<f64> {
        matmul_transposed(self, other)
    }

    pub fn dot(&self, other: &Matrix<f64>) -> f64 {
        dot(self, other)
    }

    pub fn norm(&self) -> f64 {
        norm(self)
    }

    pub fn solve(&self, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
        solve(self, b)
    }

    pub fn inverse(&self) -> Result<Matrix<f64>, Error> {
        inverse(self)
    }

    pub fn det(&self) -> f64 {
        det(self)
    }

    pub fn logdet(&self) -> Result<f64, Error> {
        logdet(self)
    }

    pub fn qr(&self) -> Result<(Matrix<f64>, Matrix<f64>), Error> {
        qr(self)
    }

    pub fn cholesky(&self) -> Result<Cholesky, Error> {
        cholesky(self)
    }

    pub fn lu(&self) -> Result<Lu, Error> {
        lu(self)
    }
}

impl<'a> iter::IntoIter for &'a Matrix<f64> {
    type Item = &'a f64;
    type IntoIter = Iter<'a, f64>;

    fn into_iter(self) -> Iter<'a, f64> {
        self.entries.iter()
    }
}

impl<'a> iter::IntoIter for &'a mut Matrix<f64> {
    type Item = &'a mut f64;
    type IntoIter = IterMut<'a, f64>;

    fn into_iter(self) -> IterMut<'a, f64> {
        self.entries.iter_mut()
    }
}

impl iter::IntoIter for Matrix<f64> {
    type Item = f64;
    type IntoIter = IntoIter<f64>;

    fn into_iter(self) -> IntoIter<f64> {
        self.entries.into_iter()
    }
}

impl Default for Matrix<f64> {
    fn default() -> Matrix<f64> {
        Matrix { rows: 0, columns: 0, entries: Vec::new() }
    }
}
