//! The methods that are held against each other.

use crate::args::Bounds;
use crate::engine::engine;
use crate::failure::Failure;
use crate::problem::Problem;
use lang::{Limits, Workspace};
use numeric::{Complex, Differences, Estimate};
use rules::Real;
use symbolic::{Expr, Graph};
use wengert::{Mode, Tape};

/// The most steps of a program that is made a formula.
const FORMULA: u64 = 1 << 22;

/// A derivative by one variable.
#[derive(Clone, Copy)]
pub(super) struct Derivative {
    pub(super) value: f64,
    /// How far off it may be, where the method says so.
    pub(super) estimate: Option<f64>,
}

/// What a method found.
pub(super) struct Method {
    pub(super) name: &'static str,
    /// Whether it is exact up to rounding.
    pub(super) exact: bool,
    /// One for each variable, NaN where there is none.
    pub(super) derivatives: Vec<Derivative>,
    /// How often the program ran.
    pub(super) runs: usize,
    /// Why there is no derivative.
    pub(super) failure: Option<String>,
}

/// The value, and all methods, forward mode first.
pub(super) fn all(problem: &Problem, x: &[f64]) -> Result<(f64, Vec<Method>), Failure> {
    let (value, forward) = automatic(problem, x, "forward mode", Mode::Forward)?;
    let mut methods = vec![
        forward,
        automatic(problem, x, "reverse mode", Mode::Reverse)?.1,
        symbolic(problem, x),
        complex_step(problem, x),
        differences(problem, x, "Richardson", |f, x| numeric::richardson(f, x)),
    ];
    for (name, order) in [("differences, order 8", 8), ("differences, order 4", 4), ("differences, order 2", 2)] {
        methods.push(differences(problem, x, name, |f, x| Differences::new(1, order).at(f, x)));
    }
    Ok((value, methods))
}

/// How far the exact methods are from each other, relative to the gradient.
pub(super) fn disagreement(methods: &[Method]) -> f64 {
    let of = |method: &Method| method.derivatives.iter().map(|d| d.value).collect::<Vec<f64>>();
    let first = of(&methods[0]);
    let exact = methods[1..].iter().filter(|method| method.exact && method.failure.is_none());
    // A NaN is not lost.
    exact
        .map(|method| relative(&of(method), &first))
        .fold(0.0, |worst, e| if e > worst || e.is_nan() { e } else { worst })
}

/// The distance of two gradients, relative to the size of the second unless that is 0.
pub(super) fn relative(d: &[f64], exact: &[f64]) -> f64 {
    let size = exact.iter().fold(0.0, |sum: f64, e| sum.hypot(*e));
    let distance = d.iter().zip(exact).fold(0.0, |sum: f64, (d, e)| sum.hypot(d - e));
    if size == 0.0 { distance } else { distance / size }
}

fn automatic(problem: &Problem, x: &[f64], name: &'static str, mode: Mode) -> Result<(f64, Method), Failure> {
    let (tape, mut value, mut gradient) = (Tape::new(), [0.0], vec![0.0; problem.wrt.len()]);
    engine(problem, mode, &tape).run(x, &mut value, &mut gradient).map_err(|e| problem.failure(&e))?;
    let derivatives = gradient.into_iter().map(|value| Derivative { value, estimate: None }).collect();
    Ok((value[0], Method { name, exact: true, derivatives, runs: 1, failure: None }))
}

fn symbolic(problem: &Problem, x: &[f64]) -> Method {
    let graph = Graph::new();
    let names = problem.program.inputs();
    let inputs: Vec<Expr<'_>> = names.iter().zip(x).map(|(name, &x)| graph.variable_at(name, x)).collect();
    let mut run = Run::new(problem);
    run.limits.steps = run.limits.steps.min(FORMULA);
    let found = run
        .on(&inputs)
        .map_err(|e| if e.is_limit() { "the program is too long for a formula".to_owned() } else { e.to_string() })
        .and_then(|f| {
            let by = |&i: &usize| f.derivative(inputs[i]).and_then(|d| d.eval(x)).map_err(|e| e.to_string());
            problem.wrt.iter().map(by).collect::<Result<Vec<f64>, String>>()
        });
    method(problem, "symbolic", true, run.runs, found.map(|all| all.into_iter().map(|d| (d, None)).collect()))
}

fn complex_step(problem: &Problem, x: &[f64]) -> Method {
    let mut run = Run::new(problem);
    let found = problem.wrt.iter().map(|&i| numeric::complex_step(|z| run.along(x, i, z), x[i])).collect::<Vec<f64>>();
    let found = run.failure.take().map_or(Ok(found), Err);
    method(problem, "complex step", true, run.runs, found.map(|all| all.into_iter().map(|d| (d, None)).collect()))
}

fn differences(
    problem: &Problem,
    x: &[f64],
    name: &'static str,
    by: impl Fn(&mut dyn FnMut(f64) -> f64, f64) -> Result<Estimate, numeric::Error>,
) -> Method {
    let mut run = Run::new(problem);
    let found = problem.wrt.iter().map(|&i| by(&mut |t| run.along(x, i, t), x[i]).map(|e| (e.value, Some(e.error))));
    let found = found.collect::<Result<Vec<_>, _>>().map_err(|e| e.to_string());
    method(problem, name, false, run.runs, found)
}

/// A method from what it found.
fn method(
    problem: &Problem,
    name: &'static str,
    exact: bool,
    runs: usize,
    found: Result<Vec<(f64, Option<f64>)>, String>,
) -> Method {
    let (found, failure) = match found {
        Ok(found) => (found, None),
        Err(why) => (vec![(f64::NAN, None); problem.wrt.len()], Some(why)),
    };
    let derivatives = found.into_iter().map(|(value, estimate)| Derivative { value, estimate }).collect();
    Method { name, exact, derivatives, runs, failure }
}

/// A program run again and again on one number type.
pub(super) struct Run<'a, T> {
    problem: &'a Problem,
    workspace: Workspace<T>,
    limits: Limits,
    runs: usize,
    /// Why a run failed.
    failure: Option<String>,
}

impl<'a, T: Real> Run<'a, T> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        Run { problem, workspace: Workspace::new(), limits: problem.limits, runs: 0, failure: None }
    }

    fn on(&mut self, inputs: &[T]) -> Result<T, lang::Error> {
        self.runs += 1;
        let mut outputs = [T::from(f64::NAN)];
        self.problem.program.eval_into(inputs, &self.limits, &mut self.workspace, &mut outputs)?;
        Ok(outputs[0])
    }

    /// The value with `t` in the place of one variable; NaN where the program fails.
    pub(super) fn along(&mut self, x: &[f64], variable: usize, t: T) -> T {
        let mut inputs: Vec<T> = x.iter().map(|&x| T::from(x)).collect();
        inputs[variable] = t;
        self.on(&inputs).unwrap_or_else(|error| {
            self.failure = Some(Bounds::explain(&error.to_string()));
            T::from(f64::NAN)
        })
    }
}

/// Steps along the imaginary axis with this one.
pub(super) fn complex_step_of(run: &mut Run<'_, Complex>, x: &[f64], variable: usize, h: f64) -> f64 {
    numeric::complex_step_of(|z| run.along(x, variable, z), x[variable], h)
}
