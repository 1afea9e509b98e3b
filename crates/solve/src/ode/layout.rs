//! How the Jacobian of a right-hand side by state and time is held, and systems with it.

use super::problem::Dynamics;
use crate::derivatives::{compressed, jacobian};
use crate::{Equations, Error, Lu, SparseLu};
use rules::Real;
use sparse::{Coloring, Pattern, color, detect};

/// How the derivatives by the state, and behind them those by time, are held: n x (n + 1).
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    /// Row by row.
    Dense,
    /// Column by column, the entries of a pattern.
    Sparse(Box<Columns>),
}

/// A pattern with all that is worth knowing of it before there are values.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// By the state, with the whole diagonal.
    square: Pattern,
    /// The same, and the full column of the time.
    whole: Pattern,
    colors: Coloring,
    diagonal: Vec<usize>,
    order: Vec<usize>,
}

impl Layout {
    /// Sparse, with this n x n pattern.
    pub(crate) fn sparse(pattern: &Pattern, n: usize) -> Result<Layout, Error> {
        let wrong = |error: sparse::Error| Error::Solver(Box::new(error));
        crate::error::fits("rows of the pattern", pattern.rows(), n)?;
        crate::error::fits("columns of the pattern", pattern.columns(), n)?;
        let with = |columns: usize, more: &mut dyn Iterator<Item = (usize, usize)>| {
            Pattern::from_coordinates(n, columns, pattern.iter().chain(more).collect::<Vec<_>>()).map_err(wrong)
        };
        let square = with(n, &mut (0..n).map(|i| (i, i)))?;
        let whole = with(n + 1, &mut (0..n).map(|i| (i, i)).chain((0..n).map(|i| (i, n))))?;
        let colors = color::columns(&whole, color::Order::Natural);
        let diagonal = (0..n).filter_map(|i| square.position(i, i)).collect();
        let order = SparseLu::order(&square);
        Ok(Layout::Sparse(Box::new(Columns { square, whole, colors, diagonal, order })))
    }

    /// Sparse, with the pattern that the right-hand side has at a point.
    pub(crate) fn found<F: Dynamics>(f: &F, t: f64, u: &[f64], p: &[f64]) -> Result<Layout, Error> {
        let found = detect::jacobian(u, |u| {
            let p: Vec<_> = p.iter().map(|&p| detect::PatternNumber::from(p)).collect();
            let mut du = vec![detect::PatternNumber::from(0.0); u.len()];
            f.eval(detect::PatternNumber::from(t), u, &p, &mut du);
            du
        });
        Layout::sparse(&found.map_err(|error| Error::Solver(Box::new(error)))?.pattern, u.len())
    }

    /// That of the transposed derivatives by the state, and where each of their entries is among those of this one.
    pub(crate) fn transposed(&self, n: usize) -> Result<(Layout, Vec<usize>), Error> {
        match self {
            Layout::Dense => Ok((Layout::Dense, (0..n * n).map(|k| k % n * (n + 1) + k / n).collect())),
            Layout::Sparse(columns) => {
                let layout = Layout::sparse(&columns.square.transpose(), n)?;
                let mut by_row: Vec<Vec<usize>> = vec![Vec::new(); n];
                columns.square.row_indices().iter().enumerate().for_each(|(k, &row)| by_row[row].push(k));
                Ok((layout, by_row.concat()))
            }
        }
    }

    /// The derivatives on any number.
    pub(crate) fn slopes<F: Dynamics, T: Real>(&self, f: &F, t: T, u: &[T], p: &[T]) -> Vec<T> {
        let mut point = u.to_vec();
        point.push(t);
        match self {
            Layout::Dense => jacobian(&WithTime(f), &point, p).1,
            Layout::Sparse(columns) => compressed(&WithTime(f), &point, p, &columns.whole, &columns.colors),
        }
    }

    /// Puts together the derivatives of an adjoint equation: those by the state, negative, from the entries of a solution's,
    /// and those by time.
    pub(crate) fn joined(&self, slopes: &[f64], from: &[usize], by_time: &[f64]) -> Vec<f64> {
        let n = by_time.len();
        let by_state = from.iter().map(|&k| -slopes[k]);
        match self {
            Layout::Dense => {
                let mut joined: Vec<f64> = Vec::with_capacity(n * (n + 1));
                let mut by_state = by_state;
                for &t in by_time {
                    joined.extend(by_state.by_ref().take(n));
                    joined.push(t);
                }
                joined
            }
            Layout::Sparse(_) => by_state.chain(by_time.iter().copied()).collect(),
        }
    }

    /// The derivative of a component by time.
    pub(crate) fn by_time<T: Real>(&self, slopes: &[T], component: usize, n: usize) -> T {
        match self {
            Layout::Dense => slopes[component * (n + 1) + n],
            Layout::Sparse(_) => slopes[slopes.len() - n + component],
        }
    }

    /// Calls for each derivative by the state with row, column and value.
    fn each<T: Real>(&self, slopes: &[T], n: usize, mut call: impl FnMut(usize, usize, T)) {
        match self {
            Layout::Dense => {
                for (i, row) in slopes.chunks_exact(n + 1).enumerate() {
                    row[..n].iter().enumerate().for_each(|(j, &a)| call(i, j, a));
                }
            }
            Layout::Sparse(columns) => {
                columns.square.iter().zip(slopes).for_each(|((i, j), &a)| call(i, j, a));
            }
        }
    }
}

/// A right-hand side as a function of the state and, behind it, the time.
struct WithTime<'f, F>(&'f F);

impl<F: Dynamics> Equations for WithTime<'_, F> {
    fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
        let (&t, u) = x.split_last().expect("the time stands behind the state");
        let mut du = vec![T::from(0.0); u.len()];
        self.0.eval(t, u, p, &mut du);
        du
    }
}

/// The equations (shift - J) x = b of a Rosenbrock step: values are factored, and what they lack of the numbers is refined.
pub(crate) struct System<'j, T> {
    factors: Factors,
    shift: T,
    slopes: &'j [T],
    layout: &'j Layout,
}

enum Factors {
    Dense(Lu),
    Sparse(SparseLu),
}

impl Factors {
    fn solve<T: Real>(&self, b: &mut [T]) {
        match self {
            Factors::Dense(lu) => lu.solve(b),
            Factors::Sparse(lu) => lu.solve(b),
        }
    }
}

impl<'j, T: Real> System<'j, T> {
    pub(crate) fn new(shift: T, slopes: &'j [T], layout: &'j Layout, n: usize) -> Result<Self, Error> {
        let factors = match layout {
            Layout::Dense => {
                let mut matrix = vec![0.0; n * n];
                layout.each(slopes, n, |i, j, a| matrix[i * n + j] = -a.value());
                matrix.iter_mut().step_by(n + 1).for_each(|w| *w += shift.value());
                Factors::Dense(Lu::new(n, matrix)?)
            }
            Layout::Sparse(columns) => {
                let mut values: Vec<f64> = slopes[..columns.square.entries()].iter().map(|a| -a.value()).collect();
                columns.diagonal.iter().for_each(|&k| values[k] += shift.value());
                Factors::Sparse(SparseLu::in_order(&columns.square, &values, &columns.order)?)
            }
        };
        Ok(System { factors, shift, slopes, layout })
    }

    /// Replaces `b` by the solution.
    pub(crate) fn solve(&self, b: &mut [T]) {
        if T::ORDER == 0 {
            return self.factors.solve(b);
        }
        let mut plain: Vec<f64> = b.iter().map(T::value).collect();
        self.factors.solve(&mut plain);
        let mut x: Vec<T> = plain.iter().map(|&x| T::from(x)).collect();
        for _ in 0..T::ORDER {
            let mut left: Vec<T> = b.iter().zip(&x).map(|(&b, &x)| b - self.shift * x).collect();
            self.layout.each(self.slopes, b.len(), |i, j, a| {
                if !(a.is_constant() && a.value() == 0.0) {
                    left[i] += a * x[j];
                }
            });
            left.iter_mut().for_each(|l| *l -= l.value());
            self.factors.solve(&mut left);
            x.iter_mut().zip(left).for_each(|(x, l)| *x += l);
        }
        b.copy_from_slice(&x);
    }
}
