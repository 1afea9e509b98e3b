//! Entries that are NaN or infinite: they come out again, or are an error.

use crate::common::{Case, Check, all};
use linalg::{Error, Matrix, SparseMatrix};
use program::Program;
use reverse::Tape;

/// What has a limit at infinity: weights that vanish, points far away.
const LIMITS: [&str; 7] =
    ["covariances", "log_sum_exp", "matern", "periodic", "softmax", "squared_exponential", "rational_quadratic"];

struct Spread(Vec<String>);

impl Check for Spread {
    fn check<C: Case>(&mut self, case: &C) {
        let at = case.at();
        let elsewhere: Vec<f64> = at.iter().map(|x| x * 1.01).collect();
        let program = Program::record_at(&elsewhere, |x| case.eval(x).expect("close to its point")).expect("few");
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for place in 0..at.len() {
                // An entry that nothing hangs on, as one above the diagonal of a lower triangle.
                let mut x = at.clone();
                x[place] = 0.75 * at[place] + 0.1;
                if case.eval(&x).ok() == case.eval(&at).ok() {
                    continue;
                }
                x[place] = bad;
                let finite = |y: &Vec<f64>| y.iter().all(|y| y.is_finite());
                let found = case.eval(&x);
                let tape = Tape::new();
                let vars: Vec<_> = x.iter().map(|&x| tape.var(x)).collect();
                let on_tape = case.eval(&vars).map(|y| y.iter().map(|y| y.inner()).collect());
                let replayed = program.eval(&x);
                let seen = [&found, &on_tape].iter().all(|found| !found.as_ref().is_ok_and(finite))
                    && !replayed.as_ref().is_ok_and(finite);
                let has_limit = LIMITS.iter().any(|name| case.name().starts_with(name));
                let allowed = bad.is_infinite() && has_limit;
                if !allowed && !seen {
                    self.0.push(format!("{} {bad} at {place}: {found:?} {on_tape:?} {replayed:?}", case.name()));
                }
            }
        }
    }
}

#[test]
fn come_out_again_or_are_errors() {
    let mut check = Spread(Vec::new());
    all(&mut check);
    assert!(check.0.is_empty(), "{:#?}", check.0);
}

#[test]
fn what_overflows_is_told_from_what_is_infinite() {
    let large = Matrix::from_rows([[1.0, 1e200], [1e200, 1.0]]);
    assert!(matches!(large.cholesky().map(|_| ()), Err(Error::NotPositiveDefinite { pivot: 1, .. })));
    let grown = Matrix::from_rows([[1.0, -1e308, 0.0], [1.0, 1e308, 0.0], [0.0, 0.0, 1.0]]);
    assert!(matches!(grown.inverse(), Err(Error::Overflow { .. })));
    let infinite = Matrix::from_rows([[1.0, f64::INFINITY], [f64::INFINITY, 1.0]]);
    assert!(matches!(infinite.cholesky().map(|_| ()), Err(Error::NotFinite { .. })));
    assert!(matches!(infinite.inverse(), Err(Error::NotFinite { .. })));
    let entries = [(0, 0, 1.0), (0, 1, -1e308), (1, 0, 1.0), (1, 1, 1e308), (2, 2, 1.0)];
    let sparse = SparseMatrix::from_triplets(3, 3, &entries);
    assert!(matches!(sparse.lu().and_then(|lu| lu.logdet()), Err(Error::Overflow { .. })));
    // The determinant is a number, though elimination meets one that is none.
    let grown: Matrix = Matrix::from_rows([[1.0, -1e308, 0.0], [1.0, 1e308, 0.0], [0.0, 0.0, 1e-10]]);
    assert!((grown.det() / 2e298 - 1.0).abs() < 1e-12, "{}", grown.det());
}
