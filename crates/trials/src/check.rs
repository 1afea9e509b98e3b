//! Holding a program against its twin in every engine.

use crate::trial::Single;
use crate::{Case, Float, Nested, Recording, Trial, Weight, points};
use core::fmt;
use forward::Dual;
use reverse::{Tape, Var};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Derivatives may differ by so many roundings of the largest terms.
const ROUNDINGS: f64 = 4096.0;

/// Where a program and its twin part.
pub struct Failure {
    /// The program's number.
    pub index: usize,
    /// What differs: `value`, `gradient`, `hvp` and so on.
    pub what: &'static str,
    /// How, with the case and the point.
    pub how: String,
    /// The text of the program.
    pub text: &'static str,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "program {}: {}: {}", self.index, self.what, self.how)
    }
}

/// Checks all programs, and says which fail, the shortest in full.
///
/// # Panics
/// If any fails.
pub fn hold<S: Float>(trials: &[Trial<S>]) {
    let mut failures: Vec<Failure> = trials.iter().filter_map(|trial| check(trial).err()).collect();
    failures.sort_by_key(|failure| failure.text.len());
    for failure in &failures {
        println!("{failure}");
    }
    if let Some(shortest) = failures.first() {
        let seed = trials.first().map_or(0, |trial| trial.seed);
        panic!(
            "{} of {} programs fail (seed {seed}); the shortest:\n{}\n{shortest}\nAlone: TRIALS_SEED={seed} \
             TRIALS_INDEX={} cargo test -p wengert-trials",
            failures.len(),
            trials.len(),
            shortest.text,
            shortest.index
        );
    }
}

/// Checks one program in all cases, at all points.
///
/// # Errors
/// The first difference.
pub fn check<S: Float>(trial: &Trial<S>) -> Result<(), Failure> {
    for case in Case::all(trial.least) {
        for x in points((trial.inputs)(&case)) {
            let run = Run { trial, case: &case, x: &x };
            let all = catch_unwind(AssertUnwindSafe(|| run.all()));
            let failure = match all {
                Ok(Ok(())) => continue,
                Ok(Err((what, how))) => (what, how),
                Err(panic) => {
                    let message = panic.downcast_ref::<String>().cloned();
                    let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                    ("panic", message.unwrap_or_default())
                }
            };
            let (what, how) = failure;
            let how = format!("{how}\n    at {x:?} with {case:?}");
            return Err(Failure { index: trial.index, what, how, text: trial.text });
        }
    }
    Ok(())
}

type Outcome = Result<(), (&'static str, String)>;

/// One run of a program.
struct Run<'a, S: Float> {
    trial: &'a Trial<S>,
    case: &'a Case,
    x: &'a [S],
}

/// What the twin says: first and second derivatives of the weighted sum of the outputs.
struct Truth<S> {
    gradient: Vec<S>,
    product: Vec<S>,
    /// How large the terms of each are.
    scale: Vec<(f64, f64)>,
}

impl<S> Truth<S> {
    fn first(&self) -> Vec<f64> {
        self.scale.iter().map(|s| s.0).collect()
    }
}

impl<S: Float> Run<'_, S> {
    fn all(&self) -> Outcome {
        let (trial, case, x) = (self.trial, self.case, self.x);
        let outputs = (trial.plain)(case, x);
        if outputs.iter().any(|y| !y.to_f64().is_finite()) {
            return Err(("generator", format!("the program gives {outputs:?}")));
        }
        let (twin, recording) = Recording::new(x, |x| (trial.twin)(case, x));
        same("twin", &outputs, &twin)?;

        let weights: Vec<S> = (0..outputs.len()).map(|k| S::from_f64([1.0, -0.75, 0.5, 1.25][k % 4])).collect();
        let v: Vec<S> = (0..x.len()).map(|i| S::from_f64([0.75, -1.0, 0.5, 1.5, -0.25][i % 5])).collect();
        let truth = self.truth(&recording, &weights, &v);
        self.gradient_by_duals(&recording, &weights, &truth)?;
        let tangents = self.tangents(&recording, |j| v[j]);
        let spread = self.spread(&recording, &v);

        let Some(engine) = &trial.engine else { return Ok(()) };
        same("eval", &outputs, &(engine.eval)(case, x))?;
        if let Some(jvp) = engine.jvp {
            let (values, along) = jvp(case, x, &v);
            same("value of jvp", &outputs, &values)?;
            close("jvp", &tangents, &along, &spread)?;
        }
        for (what, vjp) in [("vjp", Some(engine.vjp)), ("vjp_into", engine.vjp_into)] {
            let Some(vjp) = vjp else { continue };
            let (values, gradient) = vjp(case, x, &weights);
            same("value of vjp", &outputs, &values)?;
            close(what, &truth.gradient, &gradient, &truth.first())?;
        }
        if let Some(jacobian) = engine.jacobian {
            let gradient = product(&weights, &jacobian(case, x), x.len());
            close("jacobian", &truth.gradient, &gradient, &truth.first())?;
        }
        let Some(single) = &engine.single else { return Ok(()) };
        let returned = outputs.len() > (single.written)(case);
        let weights: Vec<S> = (0..outputs.len()).map(|k| S::from_f64(f64::from(returned && k == 0))).collect();
        self.single(single, &outputs, &v, &self.truth(&recording, &weights, &v))
    }

    /// The derivatives of what is returned.
    fn single(&self, single: &Single<S>, outputs: &[S], v: &[S], truth: &Truth<S>) -> Outcome {
        let (case, x) = (self.case, self.x);
        for (what, run) in [("gradient", Some(single.gradient)), ("gradient_into", single.gradient_into)] {
            let Some(run) = run else { continue };
            let (values, gradient) = run(case, x);
            same("value of gradient", outputs, &values)?;
            close(what, &truth.gradient, &gradient, &truth.first())?;
        }
        let second: Vec<f64> = truth.scale.iter().map(|s| s.1).collect();
        if let Some(hvp) = single.hvp {
            close("hvp", &truth.product, &hvp(case, x, v), &second)?;
        }
        if let Some(hessian) = single.hessian {
            close("hessian", &truth.product, &product(v, &hessian(case, x), x.len()), &second)?;
        }
        Ok(())
    }

    /// The derivatives by a tape over duals, and the size of their terms.
    fn truth(&self, recording: &Recording, weights: &[S], v: &[S]) -> Truth<S> {
        let tape = Tape::<Dual<S>>::default();
        let inputs: Vec<Var<'_, Dual<S>>> = self.x.iter().zip(v).map(|(&x, &v)| tape.var(Dual::seeded(x, v))).collect();
        let outputs = recording.replay(&inputs);
        let seeds: Vec<_> = outputs.iter().zip(weights).map(|(&y, &w)| (y, Dual::fixed(w))).collect();
        let adjoints = tape.adjoints(&seeds);
        let parts = inputs.iter().map(|&x| adjoints.wrt(x)).map(|a| (a.value, a.tangent));
        let (gradient, product) = parts.unzip();
        Truth { gradient, product, scale: (0..self.x.len()).map(|i| self.scale(recording, i, weights, v)).collect() }
    }

    /// The sums of magnitudes in the derivative by input `i`, and in its derivative along `v`.
    fn scale(&self, recording: &Recording, i: usize, weights: &[S], v: &[S]) -> (f64, f64) {
        let one = S::from_f64(1.0);
        let inputs: Vec<Nested<S>> = (0..self.x.len())
            .map(|j| {
                let inner = Dual::new(self.x[j], Weight(v[j].magnitude()));
                if i == j { Dual::new(inner, Weight(Dual::fixed(one))) } else { Dual::fixed(inner) }
            })
            .collect();
        let mut sums = (0.0, 0.0);
        for (y, w) in recording.replay(&inputs).iter().zip(weights) {
            let (first, second) = (y.tangent.0.value.to_f64(), y.tangent.0.tangent.0.to_f64());
            let w = w.to_f64().abs();
            sums = (sums.0 + w * first, sums.1 + w * second);
        }
        sums
    }

    /// The gradient by duals, held against the tape's.
    fn gradient_by_duals(&self, recording: &Recording, weights: &[S], truth: &Truth<S>) -> Outcome {
        let zero = S::from_f64(0.0);
        let gradient: Vec<S> = (0..self.x.len())
            .map(|i| {
                let tangents = self.tangents(recording, |j| S::from_f64(f64::from(i == j)));
                tangents.iter().zip(weights).fold(zero, |sum, (&t, &w)| sum + t * w)
            })
            .collect();
        close("duals against tape", &truth.gradient, &gradient, &truth.first())
    }

    /// The outputs' tangents for seeds of the inputs, by duals.
    fn tangents(&self, recording: &Recording, seed: impl Fn(usize) -> S) -> Vec<S> {
        let inputs: Vec<Dual<S>> = self.x.iter().enumerate().map(|(j, &x)| Dual::seeded(x, seed(j))).collect();
        recording.replay(&inputs).iter().map(|y| y.tangent).collect()
    }

    /// The sizes of the terms in the outputs' tangents along `v`.
    fn spread(&self, recording: &Recording, v: &[S]) -> Vec<f64> {
        let seeded = |(&x, &v): (&S, &S)| Dual::new(Dual::fixed(x), Weight(Dual::fixed(v.magnitude())));
        let inputs: Vec<Nested<S>> = self.x.iter().zip(v).map(seeded).collect();
        recording.replay(&inputs).iter().map(|y| y.tangent.0.value.to_f64()).collect()
    }
}

/// A row of weights times a matrix with `n` columns.
fn product<S: Float>(weights: &[S], matrix: &[S], n: usize) -> Vec<S> {
    let mut sums = vec![S::from_f64(0.0); n];
    assert_eq!(matrix.len(), weights.len() * n, "the entries of a matrix with {n} columns");
    if n > 0 {
        for (row, &w) in matrix.chunks_exact(n).zip(weights) {
            for (sum, &entry) in sums.iter_mut().zip(row) {
                *sum = *sum + w * entry;
            }
        }
    }
    sums
}

/// Whether these are the same bits, NaN aside.
fn same<S: Float>(what: &'static str, want: &[S], have: &[S]) -> Outcome {
    let equal = |(a, b): (&S, &S)| {
        let (a, b) = (a.to_f64(), b.to_f64());
        a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
    };
    if want.len() == have.len() && want.iter().zip(have).all(equal) {
        return Ok(());
    }
    Err((what, format!("{have:?} where the function gives {want:?}")))
}

/// Whether these derivatives agree up to rounding, given how large their terms are.
fn close<S: Float>(what: &'static str, want: &[S], have: &[S], scale: &[f64]) -> Outcome {
    let agree = |i: usize| {
        let (a, b) = (want[i].to_f64(), have[i].to_f64());
        // Where the terms overflow, nothing can be said.
        (a.is_nan() && b.is_nan()) || !scale[i].is_finite() || (a - b).abs() <= ROUNDINGS * S::EPSILON * scale[i]
    };
    if want.len() == have.len() && (0..want.len()).all(agree) {
        return Ok(());
    }
    Err((what, format!("{have:?} where the twin gives {want:?}")))
}
