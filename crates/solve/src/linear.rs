//! Linear equations on any number.

use crate::error::{finite, fits};
use crate::{Error, Lu, SparseLu};
use rules::Real;
use sparse::Pattern;

/// The solution of A x = b on any number: A n x n row by row, b n values.
///
/// The values are factored once; a step of iterative refinement on the numbers for each of their orders gives the
/// derivatives, at 4 n^2 operations a step.
///
/// # Errors
/// If the matrix is singular, something is not finite, or A has not n^2 entries.
///
/// ```
/// use forward::Dual;
/// let a: Vec<Dual> = vec![Dual::variable(2.0), 0.0.into(), 1.0.into(), 4.0.into()];
/// let x = solve::linear_solve(&a, &[2.0.into(), 5.0.into()])?;
/// assert_eq!((x[0].value, x[1].value), (1.0, 1.0));
/// assert_eq!((x[0].tangent, x[1].tangent), (-0.5, 0.125));
/// # Ok::<(), solve::Error>(())
/// ```
pub fn linear_solve<T: Real>(a: &[T], b: &[T]) -> Result<Vec<T>, Error> {
    let n = b.len();
    fits("entries of the matrix", a.len(), n * n)?;
    let lu = Lu::new(n, a.iter().map(T::value).collect())?;
    refine(b, a.iter().enumerate().map(|(k, &a)| (k / n.max(1), k % n.max(1), a)), |b| lu.solve(b), |b| lu.solve(b))
}

/// As [`linear_solve`], of a sparse matrix: its entries in the order of the pattern.
///
/// # Errors
/// As [`linear_solve`].
///
/// ```
/// use sparse::Pattern;
/// // The matrix with the rows (2, 1) and (0, 4), of which (0, 1) is differentiated by.
/// let pattern = Pattern::from_coordinates(2, 2, [(0, 0), (0, 1), (1, 1)]).expect("a pattern");
/// let entries = [forward::Dual::<f64>::from(2.0), forward::Dual::variable(1.0), 4.0.into()];
/// let x = solve::sparse_solve(&pattern, &entries, &[4.0.into(), 8.0.into()])?;
/// assert_eq!((x[0].value, x[1].value), (1.0, 2.0));
/// // -x[1] / 2
/// assert_eq!((x[0].tangent, x[1].tangent), (-1.0, 0.0));
/// # Ok::<(), solve::Error>(())
/// ```
pub fn sparse_solve<T: Real>(pattern: &Pattern, entries: &[T], b: &[T]) -> Result<Vec<T>, Error> {
    fits("entries of the matrix", entries.len(), pattern.entries())?;
    fits("values on the right", b.len(), pattern.rows())?;
    let plain: Vec<f64> = entries.iter().map(T::value).collect();
    let lu = SparseLu::new(pattern, &plain)?;
    refine(b, pattern.iter().zip(entries).map(|((i, j), &a)| (i, j, a)), |b| lu.solve(b), |b| lu.solve(b))
}

fn refine<T: Real>(
    b: &[T],
    entries: impl Iterator<Item = (usize, usize, T)> + Clone,
    solve: impl Fn(&mut [f64]),
    solve_any: impl Fn(&mut [T]),
) -> Result<Vec<T>, Error> {
    let mut plain: Vec<f64> = b.iter().map(T::value).collect();
    finite("the right-hand side", &plain)?;
    solve(&mut plain);
    let mut x: Vec<T> = plain.iter().map(|&x| T::from(x)).collect();
    if b.iter().all(|b| b.is_constant()) && entries.clone().all(|(_, _, a)| a.is_constant()) {
        return Ok(x);
    }
    if T::ORDER == usize::MAX {
        return Err(Error::Open);
    }
    for _ in 0..T::ORDER {
        let mut left = b.to_vec();
        entries.clone().for_each(|(i, j, a)| {
            // What is zero for good adds nothing.
            if !(a.is_constant() && a.value() == 0.0) {
                left[i] -= a * x[j];
            }
        });
        left.iter_mut().for_each(|l| *l -= l.value());
        solve_any(&mut left);
        x.iter_mut().zip(left).for_each(|(x, l)| *x += l);
    }
    Ok(x)
}
