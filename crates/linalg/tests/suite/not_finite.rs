//! Entries that are NaN or infinite: they come out again, or are an error.

use crate::common::{Case, Check, all};
use linalg::Error;
use reverse::Tape;

/// What does not look at every entry: sums along a diagonal, triangles, a pattern.
const BESIDE: [&str; 4] = ["trace", "lower", "upper", "sparse_matmul"];

/// What has a limit at infinity: weights that vanish, points far away.
const LIMITS: [&str; 7] =
    ["covariances", "log_sum_exp", "matern", "periodic", "softmax", "squared_exponential", "rational_quadratic"];

struct Spread(Vec<String>);

impl Check for Spread {
    fn check<C: Case>(&mut self, case: &C) {
        let at = case.at();
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for place in 0..at.len() {
                let mut x = at.clone();
                x[place] = bad;
                let seen = |found: &Result<Vec<f64>, Error>| match found {
                    Ok(y) => y.iter().any(|y| !y.is_finite()),
                    Err(_) => true,
                };
                let found = case.eval(&x);
                let tape = Tape::new();
                let vars: Vec<_> = x.iter().map(|&x| tape.var(x)).collect();
                let on_tape = case.eval(&vars).map(|y| y.iter().map(|y| y.inner()).collect());
                let among = |names: &[&str]| names.iter().any(|name| case.name().starts_with(name));
                let allowed = among(&BESIDE) || bad.is_infinite() && among(&LIMITS);
                if !(allowed || seen(&found) && seen(&on_tape)) {
                    self.0.push(format!("{} {bad} at {place}: {found:?} {on_tape:?}", case.name()));
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
