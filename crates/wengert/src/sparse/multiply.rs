//! Products of assembled matrices with vectors.

use super::hessian::SparseHessian;
use super::jacobian::SparseJacobian;
use crate::shape::same;

impl<S> SparseJacobian<S> {
    /// J v from the values of J: `v` has n values, `out` m. Cost: one pass over the entries.
    ///
    /// # Panics
    /// If a length is not that of the matrix.
    #[track_caller]
    pub fn multiply_into(&self, values: &[f64], v: &[f64], out: &mut [f64]) {
        same("the list of values", values.len(), "entries", self.entries());
        same("the vector", v.len(), "columns", self.columns());
        same("room for the product", out.len(), "rows", self.rows());
        out.fill(0.0);
        for (i, j, value) in self.triplets(values) {
            out[i] += value * v[j];
        }
    }

    /// J^T w from the values of J: `w` has m values, `out` n. Cost: one pass over the entries.
    ///
    /// # Panics
    /// If a length is not that of the matrix.
    #[track_caller]
    pub fn multiply_transposed_into(&self, values: &[f64], w: &[f64], out: &mut [f64]) {
        same("the list of values", values.len(), "entries", self.entries());
        same("the vector", w.len(), "rows", self.rows());
        same("room for the product", out.len(), "columns", self.columns());
        out.fill(0.0);
        for (i, j, value) in self.triplets(values) {
            out[j] += value * w[i];
        }
    }
}

impl<S> SparseHessian<S> {
    /// H v from the values of the lower triangle: `v` and `out` have n values. Cost: one pass over the entries.
    ///
    /// # Panics
    /// If a length is not that of the matrix.
    #[track_caller]
    pub fn multiply_into(&self, values: &[f64], v: &[f64], out: &mut [f64]) {
        same("the list of values", values.len(), "entries", self.entries());
        same("the vector", v.len(), "inputs", self.inputs());
        same("room for the product", out.len(), "inputs", self.inputs());
        out.fill(0.0);
        for (i, j, value) in self.triplets(values) {
            out[i] += value * v[j];
            if i != j {
                out[j] += value * v[i];
            }
        }
    }

    /// The diagonal from the values of the lower triangle, zero where there is no entry: `out` has n values.
    ///
    /// To compute no more than the diagonal, see [`prepare_part`](SparseHessian::prepare_part).
    ///
    /// # Panics
    /// If a length is not that of the matrix.
    #[track_caller]
    pub fn diagonal_into(&self, values: &[f64], out: &mut [f64]) {
        same("the list of values", values.len(), "entries", self.entries());
        same("room for the diagonal", out.len(), "inputs", self.inputs());
        for (j, out) in out.iter_mut().enumerate() {
            // The diagonal stands first in its column, if it is there.
            let first = self.pattern.column(j).first() == Some(&j);
            *out = if first { values[self.pattern.column_pointers()[j]] } else { 0.0 };
        }
    }
}
