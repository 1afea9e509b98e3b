//! What an algorithm for a function of a matrix calculates with: matrices, or matrices with a tangent.
//!
//! Run on the latter, it gives the function's derivative along a direction, at the cost of three runs (A. H. Al-Mohy and N. J.
//! Higham, *Computing the Frechet derivative of the matrix exponential*, SIAM J. Matrix Anal. Appl. 30, 2009). As each step is an
//! operation with a rule of its own, that derivative has derivatives in turn.

use crate::matrix::number;
use crate::{Error, Matrix, solve, sqrtm, sylvester};
use rules::Number;

/// Sums, multiples, products and quotients of square matrices.
pub(crate) trait Algebra: Clone {
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn scaled(&self, k: f64) -> Self;
    /// It plus `k` times the identity.
    fn shifted(&self, k: f64) -> Self;
    /// The inverse times another.
    fn divide(&self, other: &Self) -> Result<Self, Error>;
    /// The principal square root.
    fn root(&self) -> Result<Self, Error>;
}

impl<T: Number> Algebra for Matrix<T> {
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self.matmul(other)
    }
    fn scaled(&self, k: f64) -> Self {
        let k = number::<T>(k);
        self.map(|x| x * k)
    }
    fn shifted(&self, k: f64) -> Self {
        let mut shifted = self.clone();
        for i in 0..self.rows() {
            shifted[(i, i)] = shifted[(i, i)] + number(k);
        }
        shifted
    }
    fn divide(&self, other: &Self) -> Result<Self, Error> {
        solve(self, other)
    }
    fn root(&self) -> Result<Self, Error> {
        sqrtm(self)
    }
}

/// A matrix that moves along a direction.
#[derive(Clone)]
pub(crate) struct Moving<T> {
    pub(crate) at: Matrix<T>,
    pub(crate) by: Matrix<T>,
}

impl<T: Number> Algebra for Moving<T> {
    fn plus(&self, other: &Self) -> Self {
        Moving { at: &self.at + &other.at, by: &self.by + &other.by }
    }
    fn minus(&self, other: &Self) -> Self {
        Moving { at: &self.at - &other.at, by: &self.by - &other.by }
    }
    fn times(&self, other: &Self) -> Self {
        let by = self.at.matmul(&other.by) + self.by.matmul(&other.at);
        Moving { at: self.at.matmul(&other.at), by }
    }
    fn scaled(&self, k: f64) -> Self {
        Moving { at: self.at.scaled(k), by: self.by.scaled(k) }
    }
    fn shifted(&self, k: f64) -> Self {
        Moving { at: self.at.shifted(k), by: self.by.clone() }
    }
    fn divide(&self, other: &Self) -> Result<Self, Error> {
        let factored = self.at.lu()?;
        let at = factored.solve(&other.at)?;
        let by = factored.solve(&(&other.by - &self.by.matmul(&at)))?;
        Ok(Moving { at, by })
    }
    fn root(&self) -> Result<Self, Error> {
        let at = sqrtm(&self.at)?;
        let by = sylvester(&at, &at, &self.by)?;
        Ok(Moving { at, by })
    }
}
