//! `wengert minimize`: a minimum of an expression, step by step.

mod bfgs;
mod newton;

use crate::args::{Method, MinimizeArgs};
use crate::engine::{engine, plural};
use crate::failure::{Failure, tell};
use crate::jacobian::how;
use crate::least_squares::{Bound, norm};
use crate::number;
use crate::output::Output;
use crate::problem::{Problem, given_for_search, words};
use crate::report::{Cell, Table, print_to};
use crate::source::Source;
use crate::trace::number as rounded;
use crate::unknowns::{as_starts, bounds, fits, started, starts, tolerated};
use serde_json::{Map, Value, json};
use std::cell;
use std::time::Instant;
use wengert::{Mode, Tape};

/// From so many variables on the Hessian costs more than it is worth.
const MANY: usize = 50;
/// A value below which there is no floor.
const ABYSS: f64 = -1e300;

/// How far a step may still lead from a minimum, beside the variables and one.
const FAR: f64 = 1e-2;

/// A step of a search.
struct Iteration {
    value: f64,
    /// The size of the gradient relative to the value and the variables: what ends the search.
    gradient: f64,
    step: f64,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Converged,
    /// No step leads down any more, though the gradient says that one should.
    Stalled,
    Limit,
    /// The value falls without end.
    Unbounded,
}

/// Where a search ended.
struct Found {
    x: Vec<f64>,
    gradient: Vec<f64>,
    iterations: Vec<Iteration>,
    ending: Ending,
    /// The eigenvalues of the Hessian in the variables that are not at a bound, if it was computed.
    curvatures: Option<Vec<f64>>,
    /// How long another step of Newton's method would be, if that is known.
    rest: Option<f64>,
}

/// What a search wants to know.
struct Goal<'a> {
    problem: &'a Problem,
    bounds: &'a [Bound],
    constants: &'a [f64],
    tolerance: f64,
    most: usize,
    /// What the gradient is measured by beside the value: its size at the start, and at most one.
    unit: cell::Cell<f64>,
}

impl Goal<'_> {
    /// Takes the measure of the gradient at the start.
    fn begin(&self, x: &[f64], gradient: &[f64]) {
        let size = self.slope(x, 0.0, gradient);
        self.unit.set(if size > 0.0 && size < 1.0 { size } else { 1.0 });
    }

    /// The inputs of the program.
    fn point(&self, x: &[f64]) -> Vec<f64> {
        x.iter().chain(self.constants).copied().collect()
    }

    /// How large the gradient is, without what a bound holds: a relative change of a variable by one changes the value by
    /// this part.
    fn size(&self, x: &[f64], value: f64, gradient: &[f64]) -> f64 {
        let relative = value.abs().max(1.0) / value.abs().max(self.unit.get());
        self.slope(x, value, gradient) * relative
    }

    /// The same, of a value that is around one or larger.
    fn slope(&self, x: &[f64], value: f64, gradient: &[f64]) -> f64 {
        let parts = x.iter().zip(gradient).zip(self.bounds).map(|((&x, &g), bound)| match bound.holds(x, g) {
            true => 0.0,
            false => g.abs() * x.abs().max(1.0),
        });
        parts.fold(0.0, f64::max) / value.abs().max(1.0)
    }
}

/// Runs the command.
pub(crate) fn run(args: &MinimizeArgs) -> Result<(), Failure> {
    tolerated(args.tolerance)?;
    let (source, values) = Source::load(&args.question)?;
    let parsed = source.parse()?;
    let given = given_for_search(&values)?;
    let mentioned = words(&source.text);
    let free = |name: &str| parsed.inputs().iter().any(|input| input == name);
    let mut names: Vec<&str> =
        parsed.inputs().iter().map(String::as_str).filter(|name| !given.iter().any(|g| g.name == *name)).collect();
    names.extend(started(&args.start).into_iter().filter(|name| !free(name) && mentioned.contains(name)));
    let variables: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    if variables.is_empty() {
        return Err(Failure::Usage("the program has no variable: all its names are given".to_owned()));
    }
    let wrt = names.clone();
    names.extend(given.iter().map(|g| g.name));
    let problem = Problem::new(source, &parsed, &names, Some(wrt), args.question.bounds.limits(), "")?;
    problem.one_result("minimize")?;
    let starts = starts(&args.start, &variables)?;
    let bounds = bounds(&args.bounds, &variables)?;
    fits(&variables, &starts, &bounds)?;
    let start: Vec<f64> = starts.iter().zip(&bounds).map(|(x, &bound)| x.unwrap_or_else(|| inside(bound))).collect();
    let newton = match args.method {
        Method::Newton => true,
        Method::Bfgs => false,
        Method::Auto => variables.len() <= MANY || bounds.iter().any(|&bound| bound != Bound::NONE),
    };
    if !newton && bounds.iter().any(|&bound| bound != Bound::NONE) {
        return Err(Failure::Usage("--method bfgs knows no bounds: take --method newton".to_owned()));
    }

    let begin = Instant::now();
    let constants: Vec<f64> = given.iter().map(|g| g.value).collect();
    let goal = Goal {
        problem: &problem,
        bounds: &bounds,
        constants: &constants,
        tolerance: args.tolerance,
        most: args.max_iterations,
        unit: cell::Cell::new(1.0),
    };
    let found = if newton { newton::search(&goal, &start) } else { bfgs::search(&goal, &start) };
    let found = found.map_err(|e| problem.failure(&e))?.ok_or_else(|| {
        let place = as_starts(&variables, &start);
        let text = format!("the expression is not finite, or has no finite derivative, at the start {place}");
        Failure::Program(format!("error: {text}: start elsewhere with --start, or set --bounds"))
    })?;
    let time = begin.elapsed();
    let report = Report { args, problem: &problem, variables: &variables, found: &found, newton };
    let by_constants = by_constants(&problem, &goal, &found)?;
    report.print(&by_constants, time)?;
    report.verdict(&bounds)
}

/// A place to start at within bounds.
fn inside(bound: Bound) -> f64 {
    match (bound.low.is_finite(), bound.high.is_finite()) {
        (true, true) => f64::midpoint(bound.low, bound.high),
        (true, false) => 1.0f64.max(bound.low + 1.0),
        (false, true) => 1.0f64.min(bound.high - 1.0),
        (false, false) => 1.0,
    }
}

/// The derivatives of the least value by the constants: those of the expression, as the variables are at their best.
fn by_constants(problem: &Problem, goal: &Goal<'_>, found: &Found) -> Result<Vec<f64>, Failure> {
    let all = Problem {
        source: Source { text: String::new(), file: None, from_stdin: false },
        program: problem.program.clone(),
        wrt: (found.x.len()..problem.program.inputs().len()).collect(),
        limits: problem.limits,
    };
    let mut derivatives = vec![0.0; all.wrt.len()];
    let tape = Tape::new();
    engine(&all, Mode::Auto, &tape)
        .run(&goal.point(&found.x), &mut [0.0], &mut derivatives)
        .map_err(|e| problem.failure(&e))?;
    Ok(derivatives)
}

struct Report<'a> {
    args: &'a MinimizeArgs,
    problem: &'a Problem,
    variables: &'a [String],
    found: &'a Found,
    newton: bool,
}

impl Report<'_> {
    fn print(&self, by_constants: &[f64], time: std::time::Duration) -> Result<(), Failure> {
        let Report { args, problem, variables, found, .. } = self;
        let value = found.iterations.last().map_or(f64::NAN, |last| last.value);
        let constants = &problem.program.inputs()[variables.len()..];
        let mut csv = Table::new(["name", "value", "derivative"]);
        csv.push("value", [value, 0.0]);
        for ((name, &x), &g) in variables.iter().zip(&found.x).zip(&found.gradient) {
            csv.push(name.clone(), [x, g]);
        }
        let text = || {
            let mut steps = Table::new(["step", "value", "gradient", "length"]);
            for (k, Iteration { value, gradient, step }) in found.iterations.iter().enumerate() {
                let cells =
                    [rounded(*value, args.printing.digits.unwrap_or(12)), rounded(*gradient, 3), rounded(*step, 3)];
                steps.rows.push([k.to_string()].into_iter().chain(cells).map(Cell::Text).collect());
            }
            let mut result = Table { head: Vec::new(), rows: Vec::new() };
            result.push("value", [value]);
            variables.iter().zip(&found.x).for_each(|(name, &x)| result.push(name.clone(), [x]));
            for (name, &d) in constants.iter().zip(by_constants) {
                result.push(format!("dvalue/d{name}"), [d]);
            }
            result.round(args.printing.digits);
            let method = if self.newton { "Newton, exact Hessian" } else { "BFGS, exact gradient" };
            let account = format!("{method}, {}", plural(found.iterations.len() - 1, "step"));
            format!("{}\n{}{}\n", steps.text(), result.text(), how(problem, account, time))
        };
        let mut json = Map::new();
        json.insert("variables".to_owned(), json!(variables));
        json.insert("value".to_owned(), number::json(value));
        json.insert("at".to_owned(), number::json_list(&found.x));
        json.insert("gradient".to_owned(), number::json_list(&found.gradient));
        if let Some(curvatures) = &found.curvatures {
            json.insert("curvatures".to_owned(), number::json_list(curvatures));
        }
        let by: Map<String, Value> =
            constants.iter().cloned().zip(by_constants.iter().map(|&d| number::json(d))).collect();
        json.insert("by_constants".to_owned(), Value::Object(by));
        json.insert("converged".to_owned(), json!(found.ending == Ending::Converged));
        let iteration = |one: &Iteration| {
            let [value, gradient, step] = [one.value, one.gradient, one.step].map(number::json);
            json!({"value": value, "gradient": gradient, "step": step})
        };
        json.insert("iterations".to_owned(), found.iterations.iter().map(iteration).collect());
        json.insert("seconds".to_owned(), json!(time.as_secs_f64()));
        print_to(Output::open(args.printing.output.as_deref())?, &args.printing, text, csv, json)
    }

    /// Says what is to be known of the result; fails if it is no minimum.
    fn verdict(&self, bounds: &[Bound]) -> Result<(), Failure> {
        let Report { variables, found, .. } = self;
        for ((name, &x), bound) in variables.iter().zip(&found.x).zip(bounds) {
            if x <= bound.low || x >= bound.high {
                tell(format_args!("note: {name} is at its bound"));
            }
        }
        let again = format!("go on with --start {}", as_starts(variables, &found.x));
        let failed = |text: String| Err(Failure::Program(format!("error: {text}")));
        match found.ending {
            Ending::Limit => failed(format!(
                "no minimum after {} steps: {again}, or raise --max-iterations",
                found.iterations.len() - 1
            )),
            Ending::Unbounded => failed("the value falls without end: there is no minimum; set --bounds".to_owned()),
            Ending::Stalled => failed(format!(
                "the search is stuck: the gradient is not zero, and no step along it leads down: a kink, a jump, or values \
                 that are not finite lie next to there; start elsewhere, or {again}"
            )),
            Ending::Converged => {
                let flat = |all: &Vec<f64>| {
                    let largest = all.iter().fold(0.0, |a: f64, c| a.max(c.abs()));
                    all.iter().any(|&c| c <= 1e-12 * largest.max(1e-300))
                };
                let size = 1.0 + norm(&found.x);
                if let Some(rest) = found.rest.filter(|rest| *rest > FAR * size) {
                    tell(format_args!(
                        "note: the gradient is small, but a step would still lead {} on: the value may fall for ever, \
                         closer and closer to a limit; a smaller --tolerance goes further",
                        rounded(rest, 2)
                    ));
                }
                if found.curvatures.as_ref().is_some_and(flat) {
                    tell(
                        "note: the Hessian is singular there: to second order the value stays the same in some direction",
                    );
                }
                Ok(())
            }
        }
    }
}
