//! Matrices that are only multiplied with: Hessians, Gauss-Newton and Fisher matrices, for iterative solvers.

use crate::function::Function;
use crate::gradient::one;
use crate::outputs::Outputs;
use crate::pool::{on_static_tape, with_kept};
use crate::shape::same;
use forward::Dual;
use reverse::{Adjoints, Linear};

/// A matrix that is known by its products with vectors: what conjugate gradients and other iterative solvers ask for.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::sparse::{HessianOperator, LinearOperator};
///
/// /// Solves A s = b for a positive definite A.
/// fn conjugate_gradients(a: &impl LinearOperator, b: &[f64]) -> Vec<f64> {
///     let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
///     let (mut s, mut r, mut p, mut ap) = (vec![0.0; b.len()], b.to_vec(), b.to_vec(), vec![0.0; b.len()]);
///     while dot(&r, &r) > 1e-24 * dot(b, b) {
///         a.apply_into(&p, &mut ap);
///         let (before, step) = (dot(&r, &r), dot(&r, &r) / dot(&p, &ap));
///         (0..b.len()).for_each(|i| (s[i], r[i]) = (s[i] + step * p[i], r[i] - step * ap[i]));
///         let turn = dot(&r, &r) / before;
///         (0..b.len()).for_each(|i| p[i] = r[i] + turn * p[i]);
///     }
///     s
/// }
///
/// let f = wengert::function!(|x| x.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum::<T>() + x[0] * x[0]);
/// let x = [1.0, 2.0, 4.0];
/// let step = conjugate_gradients(&HessianOperator::new(&f, &x), &f.gradient(&x));
/// assert!(step.iter().zip(x).all(|(s, x)| (s - x).abs() < 1e-12)); // a Newton step to the minimum at 0
/// ```
///
/// One of one's own, without an entry kept:
///
/// ```
/// use wengert::sparse::LinearOperator;
/// /// The second difference on a ring of so many points.
/// struct Ring(usize);
/// impl LinearOperator for Ring {
///     fn columns(&self) -> usize {
///         self.0
///     }
///     fn rows(&self) -> usize {
///         self.0
///     }
///     fn apply_into(&self, v: &[f64], out: &mut [f64]) {
///         for (i, out) in out.iter_mut().enumerate() {
///             *out = 2.0 * v[i] - v[(i + 1) % self.0] - v[(i + self.0 - 1) % self.0];
///         }
///     }
/// }
/// let mut product = [0.0; 4];
/// Ring(4).apply_into(&[1.0, 0.0, 0.0, 0.0], &mut product);
/// assert_eq!((product, Ring(4).rows(), Ring(4).columns()), ([2.0, -1.0, 0.0, -1.0], 4, 4));
/// ```
pub trait LinearOperator {
    /// The number of columns.
    fn columns(&self) -> usize;
    /// The number of rows.
    fn rows(&self) -> usize;
    /// The product with `v`, written to `out`.
    ///
    /// # Panics
    /// If `v` has another length than there are columns, or `out` than there are rows.
    fn apply_into(&self, v: &[f64], out: &mut [f64]);
}

/// The Hessian of a function with one output at a point, as an operator. Cost of a product: a gradient on duals.
///
/// ```
/// use wengert::sparse::{HessianOperator, LinearOperator};
/// // The Hessian of x^2 y at (2, 3) is (6, 4; 4, 0).
/// let f = wengert::function!(|x| x[0] * x[0] * x[1]);
/// let mut product = [0.0; 2];
/// HessianOperator::new(&f, &[2.0, 3.0]).apply_into(&[1.0, 10.0], &mut product);
/// assert_eq!(product, [46.0, 4.0]);
/// ```
pub struct HessianOperator<'x, F> {
    f: F,
    x: &'x [f64],
}

impl<'x, F: Function> HessianOperator<'x, F> {
    /// At the point `x`.
    ///
    /// # Panics
    /// If the function has not exactly one output.
    #[track_caller]
    pub fn new(f: F, x: &'x [f64]) -> Self {
        let outputs = f.eval(x).as_slice().len();
        assert!(outputs == 1, "a Hessian wants one output, the function gave {outputs}: weight them");
        HessianOperator { f, x }
    }
}

impl<F: Function> LinearOperator for HessianOperator<'_, F> {
    fn columns(&self) -> usize {
        self.x.len()
    }
    fn rows(&self) -> usize {
        self.x.len()
    }
    #[track_caller]
    fn apply_into(&self, v: &[f64], out: &mut [f64]) {
        same("the vector", v.len(), "columns", self.x.len());
        same("room for the product", out.len(), "rows", self.x.len());
        with_kept(|duals: &mut Vec<Dual>| {
            duals.clear();
            duals.extend(self.x.iter().zip(v).map(|(&x, &v)| Dual::seeded(x, v)));
            on_static_tape(duals, |recorder, vars| {
                let outputs = self.f.eval(vars);
                let mut adjoints = recorder.adjoints.borrow_mut();
                let seeds = outputs.as_slice().iter().take(1).map(|&y| (y, one(), 1));
                recorder.tape.adjoints_seeded_into(seeds, &mut adjoints);
                for (out, &x) in out.iter_mut().zip(vars) {
                    *out = adjoints.wrt(x).tangent;
                }
            });
        });
    }
}

/// J^T W J as an operator, J the derivative of a function that was recorded by [`linearize`](crate::linearize): the
/// Gauss-Newton matrix of a least-squares problem, or, with the metric W of a distribution's parameters, its Fisher matrix.
///
/// Cost of a product: two passes over the recording; the function does not run again.
///
/// ```
/// use wengert::prelude::*;
/// use wengert::sparse::{GaussNewton, LinearOperator};
///
/// let (_, map) = linearize(|x| vec![x[0] * x[1], x[1] * x[1]], &[2.0, 3.0]); // J = [3 2; 0 6]
/// let mut out = [0.0; 2];
/// GaussNewton::new(&map).apply_into(&[1.0, 0.0], &mut out);
/// assert_eq!(out, [9.0, 6.0]);
///
/// // Poisson rates: the Fisher matrix has 1 / rate in the middle.
/// let rates = [6.0, 9.0];
/// let fisher = GaussNewton::with_metric(&map, |w| w.iter_mut().zip(rates).for_each(|(w, rate)| *w /= rate));
/// fisher.apply_into(&[0.0, 3.0], &mut out);
/// assert_eq!(out, [3.0, 14.0]);
/// ```
pub struct GaussNewton<'m, W> {
    map: &'m Linear,
    metric: W,
}

impl<'m> GaussNewton<'m, fn(&mut [f64])> {
    /// J^T J.
    pub fn new(map: &'m Linear) -> Self {
        GaussNewton { map, metric: |_| {} }
    }
}

impl<'m, W: Fn(&mut [f64])> GaussNewton<'m, W> {
    /// J^T W J, where `metric` multiplies a vector of outputs with W, a symmetric matrix, in place.
    pub fn with_metric(map: &'m Linear, metric: W) -> Self {
        GaussNewton { map, metric }
    }
}

/// Room for a product.
#[derive(Default)]
struct Room {
    outputs: Vec<f64>,
    tangents: Vec<f64>,
    adjoints: Adjoints<f64>,
}

impl<W: Fn(&mut [f64])> LinearOperator for GaussNewton<'_, W> {
    fn columns(&self) -> usize {
        self.map.inputs()
    }
    fn rows(&self) -> usize {
        self.map.inputs()
    }
    #[track_caller]
    fn apply_into(&self, v: &[f64], out: &mut [f64]) {
        same("the vector", v.len(), "columns", self.columns());
        same("room for the product", out.len(), "rows", self.rows());
        with_kept(|room: &mut Room| {
            room.outputs.resize(self.map.outputs(), 0.0);
            self.map.push_into(v, &mut room.outputs, &mut room.tangents);
            (self.metric)(&mut room.outputs);
            self.map.pull_into(&room.outputs, out, &mut room.adjoints);
        });
    }
}
