//! Jacobians of functions of time, state and parameters, entry by entry, for the solvers of differential equations.

use super::By;
use crate::Dual;
use crate::ode::Dynamics;
use rules::Real;

/// Columns per run.
const LANES: usize = 8;

/// Calls for each entry of a Jacobian, with row, column and value, on any number.
pub(crate) fn entries<F: Dynamics, T: Real>(
    f: &F,
    by: By,
    t: T,
    u: &[T],
    p: &[T],
    mut call: impl FnMut(usize, usize, T),
) {
    let columns = if by == By::State { u.len() } else { p.len() };
    let mut du = vec![Dual::<T, [T; LANES]>::fixed(T::from(0.0)); u.len()];
    for first in (0..columns).step_by(LANES) {
        let lanes = first..columns.min(first + LANES);
        let enter = |own: By, values: &[T]| -> Vec<Dual<T, [T; LANES]>> {
            let of = |(j, &x): (usize, &T)| match own == by && lanes.contains(&j) {
                true => Dual::lane(x, j - first),
                false => Dual::fixed(x),
            };
            values.iter().enumerate().map(of).collect()
        };
        let (u, p) = (enter(By::State, u), enter(By::Parameters, p));
        du.fill(Dual::fixed(T::from(0.0)));
        f.eval(Dual::fixed(t), &u, &p, &mut du);
        for (i, du) in du.iter().enumerate() {
            lanes.clone().for_each(|j| call(i, j, du.tangent[j - first]));
        }
    }
}
