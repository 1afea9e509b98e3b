//! The engines held against each other, and against differences.

use crate::differences::{Estimate, slopes};
use crate::failure::{Broken, Details, Failure};
use crate::function::{Along, Spy, Weighted};
use crate::remark::remarks;
use crate::report::Report;
use crate::suspect::suspects;
use crate::trace::Trace;
use crate::traced::record;
use wengert::{Differentiate, Function, Matrix, Mode};

/// What is checked, and how strictly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) directions: usize,
    pub(crate) tolerance: f64,
    pub(crate) differences: bool,
    /// Whether NaN may come out.
    pub(crate) nan: bool,
}

/// The most inputs and outputs whose Jacobian is compared entry by entry.
const ENTRIES: usize = 64;

/// What has been compared so far.
#[derive(Clone, Copy, Default)]
struct Tally {
    comparisons: usize,
    worst: f64,
    witnessed: usize,
    unwitnessed: usize,
}

/// The derivatives of one order of a function at a point.
pub(crate) struct Engines<'a, F> {
    pub(crate) f: &'a F,
    pub(crate) x: &'a [f64],
    pub(crate) plan: Plan,
    order: usize,
    pub(crate) trace: Trace,
    pub(crate) values: Vec<f64>,
    jacobian: Matrix,
    tally: Tally,
}

impl<'a, F: Function> Engines<'a, F> {
    /// Runs `f` on plain numbers and on the number that records.
    pub(crate) fn new(f: &'a F, x: &'a [f64], plan: Plan) -> Result<Self, Failure> {
        Self::of_order(f, x, plan, 1)
    }

    pub(crate) fn of_order(f: &'a F, x: &'a [f64], plan: Plan, order: usize) -> Result<Self, Failure> {
        let values = f.value(x);
        let trace = record(f, x, None);
        let jacobian = Matrix::filled(0, 0, 0.0);
        let engines = Engines { f, x, plan, order, trace, values, jacobian, tally: Tally::default() };
        engines.same_values("f64, again", &f.value(x))?;
        engines.same_values("recording number", &engines.trace.values())?;
        Ok(engines)
    }

    /// Checks values, modes, duality and differences at the order of these engines.
    pub(crate) fn first_order(&mut self) -> Result<(), Failure> {
        let spy = Spy::new(self.f);
        let (_, forward) = spy.value_and_jacobian(Mode::Forward, self.x);
        self.same_values("dual with lanes", &spy.values())?;
        let (_, reverse) = spy.value_and_jacobian(Mode::Reverse, self.x);
        self.same_values("tape", &spy.values())?;
        if self.x.len() <= ENTRIES && self.values.len() <= ENTRIES {
            self.entries(&forward, &reverse)?;
        }
        self.jacobian = reverse;
        self.numbers()?;
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for k in 0..self.plan.directions {
            let (v, w) = (random.direction(self.x), random.weights(self.values.len()));
            let (_, jv) = spy.jvp(self.x, &v);
            self.same_values("dual", &spy.values())?;
            let (_, wj) = spy.vjp(self.x, &w);
            self.duality(k, &v, &w, &jv, &wj)?;
            if self.plan.differences {
                self.differences(k, &v, &jv)?;
            }
        }
        Ok(())
    }

    /// Checks second derivatives, as first derivatives of derivatives along random directions.
    pub(crate) fn second_order(&mut self) -> Result<(), Failure> {
        let mut random = Random(0xd1b5_4a32_d192_ed03);
        for k in 0..self.plan.directions {
            let (v, u) = (random.direction(self.x), random.direction(self.x));
            let w = random.weights(self.values.len());
            let along = Along { f: self.f, w: &w, v: &v };
            let mut second = Engines::of_order(&along, self.x, Plan { directions: 1, ..self.plan }, 2)?;
            second.first_order()?;

            let spy = Spy::new(self.f);
            let weighted = Weighted { f: &spy, w: &w };
            let hv = weighted.hvp(self.x, &v);
            self.same_values("tape over duals", &spy.values())?;
            if let (false, Some(j)) = (self.plan.nan, hv.iter().position(|h| h.is_nan())) {
                return Err(second.not_a_number(format!("by x[{j}] and along direction {k}")));
            }
            let (sizes, _) = second.trace.pull(&[1.0]);
            for (j, &size) in sizes.iter().enumerate() {
                let sides = [("tape over duals", hv[j]), ("duals over tape", second.jacobian[(0, j)])];
                let place = || format!("by x[{j}] and along direction {k}");
                second.agree(Broken::Nesting, sides, size, place)?;
            }
            let hu = weighted.hvp(self.x, &u);
            let size = 2.0 * sizes.iter().zip(&u).map(|(s, u)| s * u.abs()).sum::<f64>();
            let sides = [("u . (H v)", dot(&u, &hv)), ("v . (H u)", dot(&v, &hu))];
            let place = || format!("along two directions ({k})");
            second.agree(Broken::Symmetry, sides, size, place)?;
            self.count(&second);
        }
        Ok(())
    }

    /// Counts what other engines have compared.
    pub(crate) fn count<G>(&mut self, other: &Engines<'_, G>) {
        self.tally.add(other.tally);
    }

    pub(crate) fn report(self, order: usize) -> Report {
        Report {
            operations: self.trace.steps.len(),
            remarks: remarks(&self.trace),
            value: self.values,
            jacobian: self.jacobian,
            order,
            comparisons: self.tally.comparisons,
            worst: self.tally.worst,
            witnessed: self.tally.witnessed,
            unwitnessed: self.tally.unwitnessed,
        }
    }

    /// Bit for bit, where any NaN equals any NaN; a zero of max, min or a derivative may have either sign.
    pub(crate) fn same_values(&self, engine: &'static str, values: &[f64]) -> Result<(), Failure> {
        let signless = self.order > 1 || self.trace.has_extremum();
        let same =
            |a: f64, b: f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan() || signless && a == 0.0 && b == 0.0;
        let pairs = self.values.iter().zip(values);
        let lengths = [("f64: outputs", self.values.len() as f64), (engine, values.len() as f64)];
        let (i, sides) = match pairs.enumerate().find(|&(_, (&a, &b))| !same(a, b)) {
            Some((i, (&a, &b))) => (i, [("f64", a), (engine, b)]),
            None if self.values.len() != values.len() => (values.len().min(self.values.len()), lengths),
            None => return Ok(()),
        };
        Err(self.failure(Broken::Value, format!("of output {i}"), sides, 0.0))
    }

    /// That no value and no derivative is NaN, unless that is meant.
    fn numbers(&self) -> Result<(), Failure> {
        if self.plan.nan {
            return Ok(());
        }
        if let Some(i) = self.values.iter().position(|y| y.is_nan()) {
            let mut failure = self.not_a_number(format!("of output {i}"));
            failure.0.order -= 1;
            return Err(failure);
        }
        let (n, entries) = (self.x.len().max(1), self.jacobian.as_slice());
        match entries.iter().position(|d| d.is_nan()) {
            Some(at) => Err(self.not_a_number(format!("of output {} by x[{}]", at / n, at % n))),
            None => Ok(()),
        }
    }

    fn not_a_number(&self, place: String) -> Failure {
        self.failure(Broken::NotANumber, place, [("f64", f64::NAN); 2], 0.0)
    }

    fn entries(&mut self, forward: &Matrix, reverse: &Matrix) -> Result<(), Failure> {
        for i in 0..self.values.len() {
            let mut unit = vec![0.0; self.values.len()];
            unit[i] = 1.0;
            let (sizes, _) = self.trace.pull(&unit);
            for (j, size) in sizes.into_iter().enumerate() {
                let sides = [("forward", forward[(i, j)]), ("reverse", reverse[(i, j)])];
                self.agree(Broken::Modes, sides, size, || format!("of output {i} by x[{j}]"))?;
            }
        }
        Ok(())
    }

    fn duality(&mut self, k: usize, v: &[f64], w: &[f64], jv: &[f64], wj: &[f64]) -> Result<(), Failure> {
        if !jv.iter().chain(wj).all(|d| d.is_finite()) {
            return Ok(());
        }
        let (sizes, _) = self.trace.pull(w);
        let size = sizes.iter().zip(v).map(|(s, v)| s * v.abs()).sum();
        let sides = [("w . (J v)", dot(w, jv)), ("(J^T w) . v", dot(wj, v))];
        self.agree(Broken::Duality, sides, size, || format!("along direction {k}"))
    }

    fn differences(&mut self, k: usize, v: &[f64], jv: &[f64]) -> Result<(), Failure> {
        let run = |h: f64| {
            let x: Vec<f64> = self.x.iter().zip(v).map(|(x, v)| x + h * v).collect();
            record(self.f, &x, Some(&self.trace))
        };
        let sizes = self.trace.push(v);
        // A direction moves every input by half its size at least, so this bounds what rounding the inputs does.
        let noise: Vec<f64> = sizes.iter().map(|size| 4.0 * f64::EPSILON * size).collect();
        let estimates = slopes(&noise, |h| {
            let (below, above) = (run(-h), run(h));
            let smooth = below.branches == self.trace.branches
                && above.branches == self.trace.branches
                && below.pieces == above.pieces
                && [&below, &above].iter().all(|side| side.outputs.len() == self.values.len());
            smooth.then(|| [below.values(), above.values()])
        });
        for (i, ((estimate, size), &derivative)) in estimates.into_iter().zip(sizes).zip(jv).enumerate() {
            let scale = size.max(self.values[i].abs());
            let useful = |e: &Estimate| size.is_finite() && e.error <= 1e-4 * scale.max(e.value.abs());
            let Some(estimate) = estimate.filter(useful) else {
                self.tally.unwitnessed += 1;
                continue;
            };
            let allowed = 10.0 * estimate.error + 1e-9 * size;
            let near = (derivative - estimate.value).abs() <= allowed;
            if !near {
                let sides = [("engines", derivative), ("differences", estimate.value)];
                let place = format!("of output {i} along direction {k}");
                return Err(self.failure(Broken::Differences, place, sides, allowed));
            }
            self.tally.witnessed += 1;
        }
        Ok(())
    }

    /// Compares two results of sweeps whose terms have this size in sum.
    pub(crate) fn agree(
        &mut self,
        broken: Broken,
        sides: [(&'static str, f64); 2],
        size: f64,
        place: impl Fn() -> String,
    ) -> Result<(), Failure> {
        let [(_, a), (_, b)] = sides;
        let operations = (self.trace.steps.len() + self.x.len() + self.values.len()) as f64;
        // What underflows on one way and not on the other is not counted among the terms.
        let allowed = self.plan.tolerance * operations * (f64::EPSILON * size + f64::MIN_POSITIVE);
        self.tally.comparisons += 1;
        // Where a term is infinite, the order of the products decides between infinity and NaN.
        if a == b || a.is_nan() && b.is_nan() || !allowed.is_finite() {
            return Ok(());
        }
        let apart = (a - b).abs() / allowed;
        if apart <= 1.0 {
            self.tally.worst = self.tally.worst.max(apart);
            return Ok(());
        }
        Err(self.failure(broken, place(), sides, allowed))
    }

    pub(crate) fn failure(
        &self,
        broken: Broken,
        place: String,
        sides: [(&'static str, f64); 2],
        tolerance: f64,
    ) -> Failure {
        let suspects = if broken == Broken::Value { Vec::new() } else { suspects(&self.trace) };
        let (order, operations) = (self.order, self.trace.steps.len());
        let remarks = remarks(&self.trace);
        Failure(Box::new(Details { broken, order, place, sides, tolerance, operations, suspects, remarks }))
    }
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.comparisons += other.comparisons;
        self.worst = self.worst.max(other.worst);
        self.witnessed += other.witnessed;
        self.unwitnessed += other.unwitnessed;
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Marsaglia's xorshift generator (*Xorshift RNGs*, Journal of Statistical Software 8, 2003): every check of a function
/// looks along the same directions.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number between 1/2 and 1 in size, of either sign.
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let size = 0.5 + 0.5 * (self.0 >> 11) as f64 / (1u64 << 53) as f64;
        if self.0 & 1 == 0 { size } else { -size }
    }

    pub(crate) fn weights(&mut self, m: usize) -> Vec<f64> {
        (0..m).map(|_| self.next()).collect()
    }

    /// A direction that moves every input by no more than its own size, so that a step keeps its sign.
    pub(crate) fn direction(&mut self, x: &[f64]) -> Vec<f64> {
        x.iter().map(|&x| self.next() * if x == 0.0 || !x.is_finite() { 1.0 } else { x.abs() }).collect()
    }
}
