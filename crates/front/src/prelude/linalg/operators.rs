//! The operators of matrices, entry by entry but for the product, and their entries as places.

use crate::prelude::iter;
use std::ops::{Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

fn added(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    assert!(
        a.rows == b.rows && a.columns == b.columns,
        "a matrix of {} x {} plus one of {} x {}: other shapes", a.rows, a.columns, b.rows, b.columns
    );
    let mut entries = vec![0.0; a.entries.len()];
    for k in 0..a.entries.len() {
        entries[k] = a.entries[k] + b.entries[k];
    }
    of(a.rows, a.columns, entries)
}

fn subtracted(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    assert!(
        a.rows == b.rows && a.columns == b.columns,
        "a matrix of {} x {} minus one of {} x {}: other shapes", a.rows, a.columns, b.rows, b.columns
    );
    let mut entries = vec![0.0; a.entries.len()];
    for k in 0..a.entries.len() {
        entries[k] = a.entries[k] - b.entries[k];
    }
    of(a.rows, a.columns, entries)
}

fn times(a: &Matrix<f64>, x: f64) -> Matrix<f64> {
    let mut entries = vec![0.0; a.entries.len()];
    for k in 0..a.entries.len() {
        entries[k] = a.entries[k] * x;
    }
    of(a.rows, a.columns, entries)
}

fn over(a: &Matrix<f64>, x: f64) -> Matrix<f64> {
    let mut entries = vec![0.0; a.entries.len()];
    for k in 0..a.entries.len() {
        entries[k] = a.entries[k] / x;
    }
    of(a.rows, a.columns, entries)
}

fn negated(a: &Matrix<f64>) -> Matrix<f64> {
    let mut entries = vec![0.0; a.entries.len()];
    for k in 0..a.entries.len() {
        entries[k] = -a.entries[k];
    }
    of(a.rows, a.columns, entries)
}

impl PartialEq for Matrix<f64> {
    fn eq(&self, other: &Matrix<f64>) -> bool {
        self.rows == other.rows && self.columns == other.columns && self.entries == other.entries
    }
}

macro_rules! operator {
    ($($name:ident, $method:ident, $function:ident;)*) => {$(
        impl $name<&Matrix<f64>> for &Matrix<f64> {
            type Output = Matrix<f64>;

            fn $method(self, other: &Matrix<f64>) -> Matrix<f64> {
                $function(self, other)
            }
        }

        impl $name<Matrix<f64>> for &Matrix<f64> {
            type Output = Matrix<f64>;

            fn $method(self, other: Matrix<f64>) -> Matrix<f64> {
                $function(self, &other)
            }
        }

        impl $name<&Matrix<f64>> for Matrix<f64> {
            type Output = Matrix<f64>;

            fn $method(self, other: &Matrix<f64>) -> Matrix<f64> {
                $function(&self, other)
            }
        }

        impl $name<Matrix<f64>> for Matrix<f64> {
            type Output = Matrix<f64>;

            fn $method(self, other: Matrix<f64>) -> Matrix<f64> {
                $function(&self, &other)
            }
        }
    )*};
}
operator! {
    Add, add, added;
    Sub, sub, subtracted;
    Mul, mul, matmul;
}

impl Mul<f64> for &Matrix<f64> {
    type Output = Matrix<f64>;

    fn mul(self, x: f64) -> Matrix<f64> {
        times(self, x)
    }
}

impl Mul<f64> for Matrix<f64> {
    type Output = Matrix<f64>;

    fn mul(self, x: f64) -> Matrix<f64> {
        times(&self, x)
    }
}

impl Div<f64> for &Matrix<f64> {
    type Output = Matrix<f64>;

    fn div(self, x: f64) -> Matrix<f64> {
        over(self, x)
    }
}

impl Div<f64> for Matrix<f64> {
    type Output = Matrix<f64>;

    fn div(self, x: f64) -> Matrix<f64> {
        over(&self, x)
    }
}

impl Mul<&Matrix<f64>> for f64 {
    type Output = Matrix<f64>;

    fn mul(self, a: &Matrix<f64>) -> Matrix<f64> {
        times(a, self)
    }
}

impl Mul<Matrix<f64>> for f64 {
    type Output = Matrix<f64>;

    fn mul(self, a: Matrix<f64>) -> Matrix<f64> {
        times(&a, self)
    }
}

impl Neg for &Matrix<f64> {
    type Output = Matrix<f64>;

    fn neg(self) -> Matrix<f64> {
        negated(self)
    }
}

impl Neg for Matrix<f64> {
    type Output = Matrix<f64>;

    fn neg(self) -> Matrix<f64> {
        negated(&self)
    }
}

macro_rules! assignment {
    ($($name:ident, $method:ident, $other:ty, $sign:tt;)*) => {$(
        impl $name<$other> for Matrix<f64> {
            fn $method(&mut self, other: $other) {
                assert!(self.rows == other.rows && self.columns == other.columns, "a sum of matrices of other shapes");
                for k in 0..self.entries.len() {
                    self.entries[k] $sign other.entries[k];
                }
            }
        }
    )*};
}
assignment! {
    AddAssign, add_assign, &Matrix<f64>, +=;
    AddAssign, add_assign, Matrix<f64>, +=;
    SubAssign, sub_assign, &Matrix<f64>, -=;
    SubAssign, sub_assign, Matrix<f64>, -=;
}

impl MulAssign<f64> for Matrix<f64> {
    fn mul_assign(&mut self, x: f64) {
        for k in 0..self.entries.len() {
            self.entries[k] *= x;
        }
    }
}

impl DivAssign<f64> for Matrix<f64> {
    fn div_assign(&mut self, x: f64) {
        for k in 0..self.entries.len() {
            self.entries[k] /= x;
        }
    }
}

impl Index<(usize, usize)> for Matrix<f64> {
    type Output = f64;

    fn index(&self, at: (usize, usize)) -> &f64 {
        assert!(at.0 < self.rows, "entry ({}, {}) of a matrix of {} x {}", at.0, at.1, self.rows, self.columns);
        &self.entries[at.0 + at.1 * self.rows]
    }
}

impl IndexMut<(usize, usize)> for Matrix<f64> {
    fn index_mut(&mut self, at: (usize, usize)) -> &mut f64 {
        assert!(at.0 < self.rows, "entry ({}, {}) of a matrix of {} x {}", at.0, at.1, self.rows, self.columns);
        &mut self.entries[at.0 + at.1 * self.rows]
    }
}

fn place(a: &Matrix<f64>, k: usize) -> usize {
    assert!(a.rows == 1 || a.columns == 1, "entry {} of a matrix of {} x {}: give a row and a column", k, a.rows, a.columns);
    assert!(k < a.rows * a.columns, "entry {} of a matrix of {} x {}", k, a.rows, a.columns);
    k
}

impl Index<usize> for Matrix<f64> {
    type Output = f64;

    fn index(&self, k: usize) -> &f64 {
        &self.entries[place(self, k)]
    }
}

impl IndexMut<usize> for Matrix<f64> {
    fn index_mut(&mut self, k: usize) -> &mut f64 {
        let k = place(self, k);
        &mut self.entries[k]
    }
}

impl iter::Sum<Matrix<f64>> for Matrix<f64> {
    fn sum<I: iter::Iter<Item = Matrix<f64>>>(mut items: I) -> Matrix<f64> {
        let mut all = Matrix { rows: 0, columns: 0, entries: Vec::new() };
        let mut none = true;
        items.each(|x| {
            all = if none { x } else { added(&all, &x) };
            none = false;
            false
        });
        all
    }
}

impl iter::Sum<&Matrix<f64>> for Matrix<f64> {
    fn sum<I: iter::Iter<Item = &Matrix<f64>>>(mut items: I) -> Matrix<f64> {
        let mut all = Matrix { rows: 0, columns: 0, entries: Vec::new() };
        let mut none = true;
        items.each(|x| {
            all = if none { x.clone() } else { added(&all, x) };
            none = false;
            false
        });
        all
    }
}
