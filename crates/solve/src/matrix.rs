//! The Jacobian by the unknowns at a solution, in the form that was chosen.

use crate::derivatives::{compressed, jacobian, linear};
use crate::solvers::irregular;
use crate::{Equations, Error, Krylov, Lu, SparseLu};
use forward::Dual;
use reverse::Linear;
use rules::{ArrayRule, Lift, Number, Real};
use sparse::{Pattern, color, detect};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How the Jacobian by the unknowns is held.
#[derive(Clone, Debug, Default)]
pub(crate) enum Form {
    #[default]
    Dense,
    Sparse(Option<Pattern>),
    Free(Krylov),
}

/// A Jacobian that equations can be solved with.
pub(crate) enum Factored {
    /// The factors, and the matrix itself, row by row.
    Dense(Lu, Vec<f64>),
    Sparse(SparseLu),
    Free(Mutex<Linear>, Krylov),
}

impl Form {
    /// The values of the equations, and their Jacobian, factored; `definite` says that it is to be symmetric and positive
    /// definite, as far as it is right.
    pub(crate) fn factor<E: Equations>(
        &self,
        e: &E,
        x: &[f64],
        theta: &[f64],
        definite: bool,
    ) -> Result<(Vec<f64>, Factored), Error> {
        let values = e.eval(x, theta).as_ref().to_vec();
        crate::error::fits("the equations, one for each unknown", values.len(), x.len())?;
        crate::error::finite("the equations", &values)?;
        let factored = match self {
            Form::Dense => {
                let matrix = jacobian(e, x, theta).1;
                Factored::Dense(Lu::new(x.len(), matrix.clone())?, matrix)
            }
            Form::Sparse(pattern) => {
                let found;
                let given = pattern.is_some();
                let pattern = match pattern {
                    Some(pattern) => pattern,
                    None => {
                        found = detected(e, x, theta)?;
                        &found
                    }
                };
                crate::error::fits("columns of the pattern", pattern.columns(), x.len())?;
                crate::error::fits("rows of the pattern", pattern.rows(), x.len())?;
                let colors = color::columns(pattern, color::Order::Natural);
                let values = compressed(e, x, theta, pattern, &colors);
                if given {
                    holds_all(e, x, theta, pattern, &values)?;
                }
                Factored::Sparse(match definite {
                    true => SparseLu::of_symmetric(pattern, &values)?,
                    false => SparseLu::new(pattern, &values)?,
                })
            }
            Form::Free(krylov) => Factored::Free(Mutex::new(linear(e, x, theta, false)), *krylov),
        };
        Ok((values, factored))
    }
}

impl Factored {
    /// Replaces `b` by the solution of J x = b.
    pub(crate) fn solve(&self, b: &mut [f64]) -> Result<(), Error> {
        match self {
            Factored::Dense(lu, _) => lu.solve(b),
            Factored::Sparse(lu) => lu.solve(b),
            Factored::Free(map, krylov) => {
                let (map, mut workspace) = (lent(map), Vec::new());
                let x = krylov.solve(b, |v, out| map.push_into(v, out, &mut workspace))?;
                b.copy_from_slice(&x);
            }
        }
        Ok(())
    }

    /// Replaces `b` by the solution of J^T x = b.
    pub(crate) fn solve_transposed(&self, b: &mut [f64]) -> Result<(), Error> {
        match self {
            Factored::Dense(lu, _) => lu.solve_transposed(b),
            Factored::Sparse(lu) => lu.solve_transposed(b),
            Factored::Free(map, krylov) => {
                let (map, mut adjoints) = (lent(map), Default::default());
                let x = krylov.solve(b, |v, out| map.pull_into(v, out, &mut adjoints))?;
                b.copy_from_slice(&x);
            }
        }
        Ok(())
    }

    fn solve_as_asked(&self, transposed: bool, b: &mut [f64]) -> Result<(), Error> {
        if transposed { self.solve_transposed(b) } else { self.solve(b) }
    }
}

/// Replaces `b` by the solution of J x = b, on any number: one operation for the engine.
pub(crate) fn solve_any<T: Real>(factored: &Arc<Factored>, b: &mut [T]) -> Result<(), Error> {
    let x = match **factored {
        Factored::Free(..) => T::apply_array(&Inverse::<true>::of(factored), &[b]),
        _ => T::apply_array(&Inverse::<false>::of(factored), &[b]),
    }?;
    b.copy_from_slice(&x);
    Ok(())
}

/// The inverse of a matrix of plain numbers as an operation on lists: it is its own tangent, and its transpose the way back.
#[derive(Clone)]
struct Inverse<const ITERATES: bool> {
    factored: Arc<Factored>,
    transposed: bool,
}

impl<const ITERATES: bool> Inverse<ITERATES> {
    fn of(factored: &Arc<Factored>) -> Self {
        Inverse { factored: Arc::clone(factored), transposed: false }
    }
}

impl<const ITERATES: bool> ArrayRule for Inverse<ITERATES> {
    type Error = Error;
    const ITERATES: bool = ITERATES;
    const LINEAR: bool = true;

    fn evaluate(&self, x: &[&[f64]]) -> Result<Vec<f64>, Error> {
        let mut b = x.concat();
        self.factored.solve_as_asked(self.transposed, &mut b)?;
        Ok(b)
    }

    fn elementwise<T: Number>(&self, x: &[&[T]]) -> Result<Vec<T>, Error> {
        let mut b = x.concat();
        match (&*self.factored, self.transposed) {
            (Factored::Dense(lu, _), false) => lu.solve(&mut b),
            (Factored::Dense(lu, _), true) => lu.solve_transposed(&mut b),
            (Factored::Sparse(lu), false) => lu.solve(&mut b),
            (Factored::Sparse(lu), true) => lu.solve_transposed(&mut b),
            // Engines ask what iterates for its tangent instead.
            (Factored::Free(..), _) => return Err(Error::Open),
        }
        Ok(b)
    }

    fn push<T: Number>(&self, _: &[&[T]], y: &[T], dx: &[Option<&[T]>]) -> Result<Vec<T>, Error> {
        match dx {
            [Some(dx)] => T::apply_array(self, &[dx]),
            _ => Ok(vec![T::constant(T::Scalar::default()); y.len()]),
        }
    }

    fn pull<T: Number>(&self, _: &[&[T]], _: &[T], w: &[T], wanted: &[bool]) -> Result<Vec<Option<Vec<T>>>, Error> {
        if wanted != [true] {
            return Ok(vec![None]);
        }
        let back = Inverse { transposed: !self.transposed, ..self.clone() };
        Ok(vec![Some(T::apply_array(&back, &[w])?)])
    }
}

/// A recording is only read, so a panic elsewhere leaves it as it is.
fn lent(map: &Mutex<Linear>) -> MutexGuard<'_, Linear> {
    map.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Looks whether a Jacobian has no entries but those of a pattern: by one product along a direction in which they do not
/// cancel.
fn holds_all<E: Equations>(e: &E, x: &[f64], theta: &[f64], pattern: &Pattern, values: &[f64]) -> Result<(), Error> {
    let v: Vec<f64> = irregular(x.len()).collect();
    let moved: Vec<Dual> = x.iter().zip(&v).map(|(&x, &v)| Dual::new(x, v)).collect();
    let still: Vec<Dual> = theta.iter().map(|&t| Dual::lift(t)).collect();
    let (mut left, mut sizes): (Vec<f64>, Vec<f64>) =
        e.eval(&moved, &still).as_ref().iter().map(|y| (y.tangent, y.tangent.abs())).unzip();
    for ((i, j), value) in pattern.iter().zip(values) {
        left[i] -= value * v[j];
        sizes[i] += (value * v[j]).abs();
    }
    match left.iter().zip(&sizes).position(|(l, s)| l.abs() > 1e-9 * s) {
        Some(row) => Err(Error::Pattern { row }),
        None => Ok(()),
    }
}

fn detected<E: Equations>(e: &E, x: &[f64], theta: &[f64]) -> Result<Pattern, Error> {
    let found = detect::jacobian(x, |x| {
        let theta: Vec<_> = theta.iter().map(|&t| detect::PatternNumber::from(t)).collect();
        e.eval(x, &theta).as_ref().to_vec()
    });
    found.map(detect::Detected::into_here).map_err(|error| Error::Solver(Box::new(error)))
}
