//! Gradients and Jacobians by differences.

use crate::{Differences, Error, Estimate};

/// The gradient of `f` at `x`: n estimates. Cost: n times that of one derivative.
///
/// # Errors
/// As [`Differences::at`].
///
/// ```
/// let f = |x: &[f64]| x[0].ln() + x[0] * x[1] - x[1].sin();
/// let g = numeric::gradient(f, &[2.0, 5.0], &numeric::Differences::new(1, 4))?;
/// assert!((g[0].value - 5.5).abs() <= g[0].error && g[0].error < 1e-9);
/// # Ok::<(), numeric::Error>(())
/// ```
pub fn gradient(mut f: impl FnMut(&[f64]) -> f64, x: &[f64], by: &Differences) -> Result<Vec<Estimate>, Error> {
    let mut at = x.to_vec();
    (0..x.len())
        .map(|j| {
            let estimate = by.at(
                |t| {
                    at[j] = t;
                    f(&at)
                },
                x[j],
            );
            at[j] = x[j];
            estimate
        })
        .collect()
}

/// The Jacobian of `f`, which gives m values for n inputs, at `x`: m rows of n estimates. Cost: n times that of one derivative, for all m.
///
/// # Errors
/// As [`Differences::each`].
///
/// ```
/// let j = numeric::jacobian(|x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]], &[2.0, 3.0], &numeric::Differences::new(1, 8))?;
/// assert_eq!(j.len(), 2);
/// assert!((j[1][1].value - 6.0).abs() < 1e-11);
/// # Ok::<(), numeric::Error>(())
/// ```
pub fn jacobian(
    mut f: impl FnMut(&[f64]) -> Vec<f64>,
    x: &[f64],
    by: &Differences,
) -> Result<Vec<Vec<Estimate>>, Error> {
    let mut at = x.to_vec();
    let mut rows: Vec<Vec<Estimate>> = Vec::new();
    for j in 0..x.len() {
        let column = by.each(
            |t, y| {
                at[j] = t;
                y.extend(f(&at));
            },
            x[j],
        )?;
        at[j] = x[j];
        if j == 0 {
            rows.resize_with(column.len(), Vec::new);
        }
        if rows.len() != column.len() {
            return Err(Error::Lengths { first: rows.len(), later: column.len() });
        }
        rows.iter_mut().zip(column).for_each(|(row, entry)| row.push(entry));
    }
    Ok(rows)
}
