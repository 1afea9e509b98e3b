//! `wengert check`: derivatives by independent methods, side by side.

mod methods;
mod plot;

use crate::args::CheckArgs;
use crate::failure::{Failure, tell};
use crate::jacobian::how;
use crate::met::{Lookout, Meetings};
use crate::number;
use crate::output::Output;
use crate::picture::PlotFile;
use crate::problem::Problem;
use crate::report::{Cell, Report, Table};
use methods::{Derivative, Method};
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let (problem, x) = Problem::at_point(&args.question, args.wrt.wrt.as_deref())?;
    problem.one_result("check")?;
    if problem.wrt.is_empty() {
        return Err(Failure::Usage("the program has no variable to differentiate by".to_owned()));
    }
    // Both are opened before either is written.
    let picture = args.plot.as_deref().map(PlotFile::open).transpose()?;
    let output = Output::open(args.printing.output.as_deref())?;
    let start = Instant::now();
    let (value, methods) = methods::all(&problem, &x)?;
    let time = start.elapsed();
    let finite = methods[0].derivatives.iter().all(|d| d.value.is_finite()) && value.is_finite();
    let met = Lookout::new(&problem).all(&x, finite);

    let names: Vec<&str> = problem.variables().collect();
    let mut text = Table::new(["", "method", "derivative", "difference", "estimate", "runs"]);
    let mut csv = Table::new(["variable", "method", "derivative", "difference", "estimate", "runs"]);
    for (j, name) in names.iter().enumerate() {
        for (i, method) in methods.iter().enumerate() {
            let Derivative { value, estimate } = method.derivatives[j];
            let difference = (i > 0).then(|| difference(value, methods[0].derivatives[j].value));
            let cells = |first: String, brief: fn(f64) -> Cell| {
                let cell = |x: Option<f64>| x.map_or(Cell::Text(String::new()), brief);
                let (name, runs) = (Cell::Text(method.name.to_owned()), Cell::Text(method.runs.to_string()));
                vec![Cell::Text(first), name, Cell::Number(value), cell(difference), cell(estimate), runs]
            };
            let first = if i == 0 { format!("d/d{name}") } else { String::new() };
            text.rows.push(cells(first, |x| Cell::Text(rounded(x))));
            csv.rows.push(cells((*name).to_owned(), Cell::Number));
        }
    }
    let mut json = Map::new();
    json.insert("variables".to_owned(), names.iter().copied().collect());
    json.insert("value".to_owned(), number::json(value));
    json.insert("methods".to_owned(), methods.iter().map(Method::json).collect());
    json.insert("met".to_owned(), met.json());
    json.insert("seconds".to_owned(), json!(time.as_secs_f64()));
    let how = how(&problem, verdict(value, &methods, &met), time);
    Report { text, csv, json, how }.print_to(output, &args.printing)?;
    met.say();
    for method in &methods {
        if let Some(why) = &method.failure {
            tell(format_args!("note: {}: {why}", method.name));
        }
    }
    match picture {
        Some(picture) => picture.print(&plot::plot(&problem, &x, &methods)?),
        None => Ok(()),
    }
}

/// How far `d` is from `exact`; equal infinities are equal.
fn difference(d: f64, exact: f64) -> f64 {
    if d == exact { 0.0 } else { d - exact }
}

/// A number to two digits, for reading.
fn rounded(x: f64) -> String {
    if x == 0.0 { "0".to_owned() } else { format!("{x:.1e}") }
}

/// In one sentence how well the methods agree.
fn verdict(value: f64, methods: &[Method], met: &Meetings) -> String {
    if value.is_nan() {
        return "the value is NaN: nothing is differentiated here".to_owned();
    }
    if methods[0].derivatives.iter().any(|d| !d.value.is_finite()) {
        return "the derivative is not finite".to_owned();
    }
    let exact = match methods::disagreement(methods) {
        0.0 => "the exact methods agree to the last bit".to_owned(),
        e if e < 1e-12 => format!("the exact methods agree to {}", rounded(e)),
        e => format!("THE EXACT METHODS DIFFER by {}", rounded(e)),
    };
    let mut taken = methods.iter().filter(|method| !method.exact && method.failure.is_none()).peekable();
    let differences = if taken.peek().is_none() {
        "differences cannot be taken"
    } else if taken.all(|method| within(method, &methods[0])) {
        "differences are within their estimates"
    } else {
        "DIFFERENCES ARE NOT within their estimates"
    };
    match met.first() {
        None => format!("{exact}, {differences}"),
        Some(_) => format!("NOT SMOOTH HERE, see the notes: {exact}, by convention; {differences}"),
    }
}

/// Whether a method is as near as it says; of the roundings that all methods share it knows nothing.
fn within(method: &Method, exact: &Method) -> bool {
    let near = |(d, e): (&Derivative, &Derivative)| {
        difference(d.value, e.value).abs() <= d.estimate.unwrap_or(0.0) + 1e-14 * e.value.abs() + f64::MIN_POSITIVE
    };
    method.derivatives.iter().zip(&exact.derivatives).all(near)
}

impl Method {
    fn json(&self) -> Value {
        let list = |of: fn(&Derivative) -> f64| number::json_list(&self.derivatives.iter().map(of).collect::<Vec<_>>());
        let mut json = Map::new();
        json.insert("name".to_owned(), json!(self.name));
        json.insert("derivatives".to_owned(), list(|d| d.value));
        if !self.exact {
            json.insert("estimates".to_owned(), list(|d| d.estimate.unwrap_or(f64::NAN)));
        }
        json.insert("runs".to_owned(), json!(self.runs));
        Value::Object(json)
    }
}
