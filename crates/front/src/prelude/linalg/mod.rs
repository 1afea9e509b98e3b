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

/// The rules, by the shapes of their matrices and the entries of these; the shape of a matrix that is given stands last.
pub mod intrinsic {
    pub mod linalg {
        use crate::prelude::linalg::{Error, Matrix};

        pub fn matmul(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Matrix<f64> {}
        pub fn transposed_matmul(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Matrix<f64> {}
        pub fn matmul_transposed(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Matrix<f64> {}
        pub fn norm(a_rows: usize, a_columns: usize, a: &[f64]) -> f64 {}
        pub fn solve(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn solve_spd(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn solve_lu(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn solve_lu_transposed(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn lower(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn inverse(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn inverse_spd(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn inverse_lu(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn expm(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn logm(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn sqrtm(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn sylvester(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], c_rows: usize, c_columns: usize, c: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn logdet(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<f64, Error> {}
        pub fn logdet_lu(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<f64, Error> {}
        pub fn logdet_spd(a_rows: usize, a_columns: usize, a: &[f64]) -> f64 {}
        pub fn is_spd(a_rows: usize, a_columns: usize, a: &[f64]) -> bool {}
        pub fn is_lu(a_rows: usize, a_columns: usize, a: &[f64]) -> bool {}

        /// What is there, or an error.
        pub fn when<T>(there: bool, x: T) -> Result<T, Error> {}
    }
}

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

pub fn trace(a: &Matrix<f64>) -> f64 {
    assert!(a.rows == a.columns, "the trace of a matrix of {} x {}: it is not square", a.rows, a.columns);
    let mut sum = -0.0;
    for i in 0..a.rows {
        sum += a.entries[i + i * a.rows];
    }
    if a.rows == 0 { 0.0 } else { sum }
}

pub fn matmul(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    rule::matmul(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, a.rows, b.columns)
}

pub fn transposed_matmul(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    rule::transposed_matmul(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, a.columns, b.columns)
}

pub fn matmul_transposed(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    rule::matmul_transposed(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, a.rows, b.rows)
}

pub fn outer(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    matmul_transposed(a, b)
}

pub fn dot(a: &Matrix<f64>, b: &Matrix<f64>) -> f64 {
    assert!(
        a.rows == b.rows && a.columns == b.columns,
        "the inner product of matrices of {} x {} and {} x {}", a.rows, a.columns, b.rows, b.columns
    );
    let mut sum = -0.0;
    for k in 0..a.entries.len() {
        sum += a.entries[k] * b.entries[k];
    }
    if a.entries.len() == 0 { 0.0 } else { sum }
}

pub fn quadratic_form(a: &Matrix<f64>, x: &Matrix<f64>) -> f64 {
    assert!(a.rows == a.columns, "the quadratic form of a matrix of {} x {}: it is not square", a.rows, a.columns);
    dot(x, &matmul(a, x))
}

pub fn norm(a: &Matrix<f64>) -> f64 {
    rule::norm(a.rows, a.columns, &a.entries)
}

pub fn solve(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::solve(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
}

/// A positive definite matrix; its factor is found again by its entries.
#[derive(Clone)]
pub struct Cholesky {
    matrix: Matrix<f64>,
}

pub fn cholesky(a: &Matrix<f64>) -> Result<Cholesky, Error> {
    rule::when(rule::is_spd(a.rows, a.columns, &a.entries), Cholesky { matrix: a.clone() })
}

impl Cholesky {
    pub fn lower(&self) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::lower(a.rows, a.columns, &a.entries, a.rows, a.columns)
    }

    pub fn solve(&self, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::solve_spd(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
    }

    pub fn inverse(&self) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::inverse_spd(a.rows, a.columns, &a.entries, a.rows, a.columns)
    }

    pub fn logdet(&self) -> f64 {
        rule::logdet_spd(self.matrix.rows, self.matrix.columns, &self.matrix.entries)
    }
}

/// A matrix that was eliminated; its factors are found again by its entries.
#[derive(Clone)]
pub struct Lu {
    matrix: Matrix<f64>,
}

pub fn lu(a: &Matrix<f64>) -> Result<Lu, Error> {
    rule::when(rule::is_lu(a.rows, a.columns, &a.entries), Lu { matrix: a.clone() })
}

impl Lu {
    pub fn solve(&self, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::solve_lu(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
    }

    pub fn solve_transposed(&self, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::solve_lu_transposed(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
    }

    pub fn inverse(&self) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::inverse_lu(a.rows, a.columns, &a.entries, a.rows, a.columns)
    }

    pub fn logdet(&self) -> Result<f64, Error> {
        rule::logdet_lu(self.matrix.rows, self.matrix.columns, &self.matrix.entries)
    }
}

pub fn solve_spd(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    assert!(a.rows == a.columns, "the solution of a system of a matrix of {} x {}: it is not square", a.rows, a.columns);
    rule::solve_spd(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
}

pub fn inverse(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::inverse(a.rows, a.columns, &a.entries, a.rows, a.columns)
}

pub fn logdet(a: &Matrix<f64>) -> Result<f64, Error> {
    rule::logdet(a.rows, a.columns, &a.entries)
}

pub fn expm(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::expm(a.rows, a.columns, &a.entries, a.rows, a.columns)
}

pub fn logm(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::logm(a.rows, a.columns, &a.entries, a.rows, a.columns)
}

pub fn sqrtm(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::sqrtm(a.rows, a.columns, &a.entries, a.rows, a.columns)
}

pub fn sylvester(a: &Matrix<f64>, b: &Matrix<f64>, c: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    let (ra, ca, rb, cb) = (a.rows, a.columns, b.rows, b.columns);
    rule::sylvester(ra, ca, &a.entries, rb, cb, &b.entries, c.rows, c.columns, &c.entries, c.rows, c.columns)
}

pub fn lyapunov(a: &Matrix<f64>, c: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    sylvester(a, &a.transposed(), c)
}

pub fn kron(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    let (rows, columns) = (b.rows, b.columns);
    Matrix::from_fn(a.rows * rows, a.columns * columns, |i, j| {
        a.entries[i / rows + j / columns * a.rows] * b.entries[i % rows + j % columns * rows]
    })
}

pub fn shifted(a: &Matrix<f64>, x: f64) -> Matrix<f64> {
    assert!(a.rows == a.columns, "the shift of a matrix of {} x {}: it is not square", a.rows, a.columns);
    let mut entries = a.entries.to_vec();
    for i in 0..a.rows {
        entries[i + i * a.rows] += x;
    }
    of(a.rows, a.columns, entries)
}
