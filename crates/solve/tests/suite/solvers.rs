//! The simple solvers on problems that solvers are tried on, and linear equations on random matrices.

use proptest::prelude::*;
use rules::Real;
use solve::{
    Descent, Equations, Error, GaussNewton, Krylov, Lu, Newton, Objective, Solver, SparseLu, argmin, least_squares,
    root,
};
use sparse::Pattern;

/// Valleys and systems of Moré, Garbow and Hillstrom (1981), by number.
struct Known(u32);

impl Equations for Known {
    fn eval<T: Real>(&self, x: &[T], _: &[T]) -> impl AsRef<[T]> {
        match self.0 {
            // Rosenbrock.
            1 => vec![10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]],
            // Powell, badly scaled.
            3 => vec![1e4 * x[0] * x[1] - 1.0, (-x[0]).exp() + (-x[1]).exp() - 1.0001],
            // Brown, badly scaled.
            4 => vec![x[0] - 1e6, x[1] - 2e-6, x[0] * x[1] - 2.0],
            // Beale.
            5 => [1.5, 2.25, 2.625].iter().zip(1..).map(|(&y, k)| y - x[0] * (1.0 - x[1].powi(k))).collect(),
            // Wood.
            14 => vec![
                10.0 * (x[1] - x[0] * x[0]),
                1.0 - x[0],
                90f64.sqrt() * (x[3] - x[2] * x[2]),
                1.0 - x[2],
                10f64.sqrt() * (x[1] + x[3] - 2.0),
                (x[1] - x[3]) / 10f64.sqrt(),
            ],
            // Freudenstein and Roth.
            _ => vec![
                -13.0 + x[0] + ((5.0 - x[1]) * x[1] - 2.0) * x[1],
                -29.0 + x[0] + ((x[1] + 1.0) * x[1] - 14.0) * x[1],
            ],
        }
    }
}

impl Objective for Known {
    fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> T {
        Equations::eval(self, x, theta).as_ref().iter().map(|&r| r * r).sum()
    }
}

const STARTS: [(u32, &[f64], &[f64]); 4] = [
    (1, &[-1.2, 1.0], &[1.0, 1.0]),
    (4, &[1.0, 1.0], &[1e6, 2e-6]),
    (5, &[1.0, 1.0], &[3.0, 0.5]),
    (14, &[-3.0, -1.0, -3.0, -1.0], &[1.0, 1.0, 1.0, 1.0]),
];

#[track_caller]
fn close(name: u32, a: &[f64], b: &[f64]) {
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-8 * b.abs()), "{name}: {a:?} is not {b:?}");
}

#[test]
fn minima_are_found() {
    for (name, start, best) in STARTS {
        close(name, &argmin(Known(name), Descent::from(start)).at(&[0.0]).unwrap(), best);
        close(name, &least_squares(Known(name), GaussNewton::from(start)).at(&[0.0]).unwrap(), best);
    }
}

#[test]
fn roots_are_found() {
    close(1, &root(Known(1), Newton::from(&[-1.2, 1.0])).at(&[0.0]).unwrap(), &[1.0, 1.0]);
    close(
        3,
        &root(Known(3), Newton::from(&[0.0, 1.0])).at(&[0.0]).unwrap(),
        &[1.098159329699759e-5, 9.106146739867318],
    );
    close(2, &root(Known(2), Newton::from(&[6.0, 5.0])).at(&[0.0]).unwrap(), &[5.0, 4.0]);
    // From its usual start Newton's method comes to a valley without a root: an error, and no endless search.
    let stuck = Newton::from(&[0.5, -2.0]).solve(&Known(2), &[0.0]).unwrap_err();
    assert!(matches!(stuck, Error::Stuck { iterations: 1..100, .. }), "{stuck}");
}

/// An invertible matrix with a fifth of its entries, and a right-hand side.
fn system() -> impl Strategy<Value = (usize, Vec<f64>, Vec<f64>)> {
    (1usize..30).prop_flat_map(|n| {
        let entry = (0..5, -1.0..1.0).prop_map(|(k, x): (i32, f64)| if k == 0 { x } else { 0.0 });
        let matrix = prop::collection::vec(entry, n * n).prop_map(move |mut a| {
            (0..n).for_each(|i| a[i * n + (i * 7 + 3) % n] += if n % 7 == 0 { 0.0 } else { 4.0 });
            (0..n).for_each(|i| a[i * n + i] += if n % 7 == 0 { 4.0 } else { 0.0 });
            a
        });
        (Just(n), matrix, prop::collection::vec(-1.0..1.0, n))
    })
}

proptest! {
    #[test]
    fn factors_solve((n, a, b) in system()) {
        let Ok(lu) = Lu::new(n, a.clone()) else { return Ok(()) };
        let entries: Vec<(usize, usize)> = (0..n * n).filter(|&k| a[k] != 0.0).map(|k| (k / n, k % n)).collect();
        let pattern = Pattern::from_coordinates(n, n, entries).unwrap();
        let values: Vec<f64> = pattern.iter().map(|(i, j)| a[i * n + j]).collect();
        let sparse = SparseLu::new(&pattern, &values).unwrap();
        let times = |x: &[f64], transposed: bool| -> Vec<f64> {
            let at = |i: usize, j: usize| if transposed { a[j * n + i] } else { a[i * n + j] };
            (0..n).map(|i| (0..n).map(|j| at(i, j) * x[j]).sum()).collect()
        };
        let krylov = Krylov::gmres(1e-10).solve(&b, |v, out| out.copy_from_slice(&times(v, false)));
        let mut found = vec![(false, b.clone()), (false, b.clone()), (true, b.clone()), (true, b.clone())];
        lu.solve(&mut found[0].1);
        sparse.solve(&mut found[1].1);
        lu.solve_transposed(&mut found[2].1);
        sparse.solve_transposed(&mut found[3].1);
        found.extend(krylov.ok().map(|x| (false, x)));
        for (k, (transposed, x)) in found.iter().enumerate() {
            let largest = x.iter().fold(1.0f64, |m, x| m.max(x.abs()));
            for (left, right) in times(x, *transposed).iter().zip(&b) {
                prop_assert!((left - right).abs() < 1e-9 * largest, "{}: {:?}", k, x);
            }
        }
    }
}
