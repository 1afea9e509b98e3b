//! `wengert::Matrix`, which Jacobians and Hessians are.

use std::ops::{Index, IndexMut};

/// Numbers in rows and columns.
#[derive(Clone)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// A matrix with this entry everywhere.
    pub fn filled(rows: usize, columns: usize, entry: f64) -> Matrix {
        Matrix { rows, columns, entries: vec![entry; rows * columns] }
    }

    /// A matrix from its entries row by row.
    pub fn from_rows(rows: usize, entries: Vec<f64>) -> Matrix {
        let columns = if rows == 0 { 0 } else { entries.len() / rows };
        assert!(rows * columns == entries.len());
        Matrix { rows, columns, entries }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// A row.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.entries[i * self.columns..(i + 1) * self.columns]
    }

    /// All entries, row by row.
    pub fn as_slice(&self) -> &[f64] {
        &self.entries
    }

    /// All entries, row by row.
    pub fn into_vec(self) -> Vec<f64> {
        self.entries
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, at: (usize, usize)) -> &f64 {
        &self.entries[at.0 * self.columns + at.1]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, at: (usize, usize)) -> &mut f64 {
        &mut self.entries[at.0 * self.columns + at.1]
    }
}
