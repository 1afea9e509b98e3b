//! Softmax and its logarithm, column by column: with y = softmax(x), dy = y o (dx - y^T dx), d ln y = dx - y^T dx, and y is the
//! slope of the logarithm of the sum of exponentials. The greatest entry is taken out first, so that nothing overflows.

use crate::linear::LinearMap;
use crate::matrix::{number, sum};
use crate::parameters::{Parameter, instruction};
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::functions::stop_gradient;
use rules::{Functions, Number, Scalar};

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Softmax,
    Logarithm,
    LogSum,
}

impl Parameter for What {
    fn put(&self, to: &mut Vec<f64>) {
        (*self as usize).put(to);
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        [What::Softmax, What::Logarithm, What::LogSum].get(usize::take(from)?).copied()
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Softmax {
    of: Shape,
    what: What,
}

impl Operation<1, 1> for Softmax {
    instruction!("softmax", of, what);

    fn inputs(&self) -> [Shape; 1] {
        [self.of]
    }

    fn outputs(&self) -> [Shape; 1] {
        [if self.what == What::LogSum { Shape::new(1, self.of.columns) } else { self.of }]
    }

    fn value<T: Number>(&self, [x]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        let columns: Vec<Vec<T>> = (0..x.columns()).map(|j| self.column(x.column(j))).collect();
        let [Shape { rows, columns: count }] = self.outputs();
        Ok([Matrix::from_vec(rows, count, columns.concat())])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [x]: [View<'a, T>; 1],
        [y]: [View<'a, T>; 1],
        [dx]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let weights = match self.what {
            What::Softmax => y.to_matrix(),
            What::Logarithm => y.to_matrix().map(|y| y.exp()),
            What::LogSum => softmax(&x.to_matrix()),
        };
        let mean = dx.entrywise(weights.clone()).map(ColumnSums(self.of));
        Ok([match self.what {
            What::Softmax => (dx - mean.map(Spread(self.of.rows))).entrywise(weights),
            What::Logarithm => dx - mean.map(Spread(self.of.rows)),
            What::LogSum => mean,
        }])
    }
}

impl Softmax {
    fn column<T: Number>(self, x: &[T]) -> Vec<T> {
        let greatest = x.iter().fold(number(f64::NEG_INFINITY), |m: T, &x| m.max(stop_gradient(x)));
        // All that is infinite is shared among what is.
        let infinite = greatest.known().is_some_and(|m| m.to_f64().is_infinite());
        let shifted = |x: T| if infinite { rules::functions::eq(x, greatest) } else { (x - greatest).exp() };
        let exponentials: Vec<T> = x.iter().map(|&x| shifted(x)).collect();
        let total = sum(exponentials.iter().copied());
        match self.what {
            What::Softmax => exponentials.into_iter().map(|e| e / total).collect(),
            What::Logarithm => x.iter().map(|&x| x - greatest - total.ln()).collect(),
            What::LogSum if infinite || x.is_empty() => vec![greatest],
            What::LogSum => vec![total.ln() + greatest],
        }
    }
}

/// The sums of the columns, as a row.
pub(crate) struct ColumnSums(pub(crate) Shape);

impl<T: Number> LinearMap<T> for ColumnSums {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(1, of.columns)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(Matrix::from_fn(1, x.columns(), |_, j| sum(x.column_slice(j).iter().copied())))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Spread(self.0.rows).apply(w)
    }
}

/// A row, as many times one below the other.
pub(crate) struct Spread(pub(crate) usize);

impl<T: Number> LinearMap<T> for Spread {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(self.0, of.columns)
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(Matrix::from_fn(self.0, x.columns(), |_, j| x[(0, j)]))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        ColumnSums(w.shape()).apply(w)
    }
}

fn run<T: Number>(what: What, x: &Matrix<T>) -> Matrix<T> {
    match apply(&Softmax { of: x.shape(), what }, [x.view()]) {
        Ok([y]) => y,
        Err(error) => unreachable!("a softmax always has a value: {error}"),
    }
}

/// e^x over the sum of all e^x, in each column by itself: positive numbers with the sum 1.
///
/// ```
/// use linalg::{Matrix, softmax};
/// let y = softmax(&Matrix::column(&[1000.0, 1000.0 + 3f64.ln()]));
/// assert!((y[(1, 0)] - 0.75).abs() < 1e-13);
/// ```
pub fn softmax<T: Number>(x: &Matrix<T>) -> Matrix<T> {
    run(What::Softmax, x)
}

/// The logarithm of [`softmax`], also where that vanishes.
///
/// ```
/// use linalg::{Matrix, log_softmax};
/// assert_eq!(log_softmax(&Matrix::column(&[0.0, -1000.0])).as_slice(), [0.0, -1000.0]);
/// ```
pub fn log_softmax<T: Number>(x: &Matrix<T>) -> Matrix<T> {
    run(What::Logarithm, x)
}

/// ln(sum of e^x) of each column, as a row; of a column without entries -inf.
///
/// ```
/// use linalg::{Matrix, log_sum_exp};
/// let y = log_sum_exp(&Matrix::from_rows([[1e4, 0.0], [1e4, 0.0]]));
/// assert_eq!(y.as_slice(), [1e4 + 2f64.ln(), 2f64.ln()]);
/// ```
pub fn log_sum_exp<T: Number>(x: &Matrix<T>) -> Matrix<T> {
    run(What::LogSum, x)
}
