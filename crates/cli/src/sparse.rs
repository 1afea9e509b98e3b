//! `--sparse`, `--pattern` and `--plot`: the derivatives that can differ from zero, and where they are.

use crate::args::{MatrixArgs, ModeArg};
use crate::failure::Failure;
use crate::jacobian::{how, how_json, result_names};
use crate::met::Lookout;
use crate::number;
use crate::output::Output;
use crate::problem::Problem;
use crate::report::{Cell, Report, Table, note_not_finite};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::path::Path;
use std::time::Instant;
use wengert::sparse::{Mode, Options, Pattern, SparseHessian, SparseJacobian};
use wengert::{Function, Real};

/// A program as a function of the variables to differentiate by; what fails is NaN, and the error is kept.
struct OfProgram<'p> {
    problem: &'p Problem,
    x: &'p [f64],
    failed: RefCell<Option<lang::Error>>,
}

impl Function for OfProgram<'_> {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, variables: &[T]) -> Vec<T> {
        let Problem { program, wrt, limits, .. } = self.problem;
        let mut inputs: Vec<T> = self.x.iter().map(|&x| T::from(x)).collect();
        for (&i, &variable) in wrt.iter().zip(variables) {
            inputs[i] = variable;
        }
        program.eval(&inputs, limits).unwrap_or_else(|error| {
            self.failed.borrow_mut().get_or_insert(error);
            vec![T::from(f64::NAN); program.outputs()]
        })
    }
}

/// Entries with what is known of the function beside them.
struct Found {
    /// The results of the program.
    values: Vec<f64>,
    entries: Vec<(usize, usize, f64)>,
    /// What was done, in a line.
    line: String,
    pattern: Pattern,
    colors: usize,
    mode: String,
}

fn failure(error: &wengert::sparse::Error) -> Failure {
    Failure::Program(format!("error: {error}"))
}

fn jacobian(f: &OfProgram<'_>, x: &[f64], mode: ModeArg) -> Result<Found, wengert::sparse::Error> {
    let mode = match mode {
        ModeArg::Auto => Mode::Auto,
        ModeArg::Forward => Mode::Forward,
        ModeArg::Reverse => Mode::Reverse,
    };
    let jacobian = SparseJacobian::prepare_with(f, x, &Options::new().mode(mode))?;
    let (mut values, mut entries) = (vec![0.0; jacobian.rows()], vec![0.0; jacobian.entries()]);
    jacobian.value_and_eval_into(x, &mut values, &mut entries)?;
    Ok(Found {
        values,
        entries: jacobian.triplets(&entries).collect(),
        line: jacobian.to_string(),
        pattern: jacobian.pattern().clone(),
        colors: jacobian.colors(),
        mode: jacobian.mode().to_string(),
    })
}

fn hessian(f: &OfProgram<'_>, x: &[f64]) -> Result<Found, wengert::sparse::Error> {
    let hessian = SparseHessian::prepare(f, x)?;
    let (mut gradient, mut entries) = (vec![0.0; x.len()], vec![0.0; hessian.entries()]);
    let value = hessian.value_gradient_and_eval_into(x, &mut gradient, &mut entries)?;
    Ok(Found {
        values: vec![value],
        entries: hessian.triplets(&entries).collect(),
        line: hessian.to_string(),
        pattern: hessian.pattern().clone(),
        colors: hessian.colors(),
        mode: "forward over reverse".to_owned(),
    })
}

/// Runs `jacobian`, or else `hessian`, with these options.
pub(crate) fn run(args: &MatrixArgs, of_jacobian: bool) -> Result<(), Failure> {
    let first = &args.first;
    let (problem, x) = Problem::at_point(&first.question, first.wrt.wrt.as_deref())?;
    if !of_jacobian {
        problem.one_result("hessian")?;
    }
    let plot = args.plot.as_deref().map(plot_to).transpose()?;
    let at: Vec<f64> = problem.wrt.iter().map(|&i| x[i]).collect();
    let f = OfProgram { problem: &problem, x: &x, failed: RefCell::default() };
    let start = Instant::now();
    let found = if of_jacobian { jacobian(&f, &at, first.mode) } else { hessian(&f, &at) };
    let time = start.elapsed();
    if let Some(error) = f.failed.take() {
        return Err(problem.failure(&error));
    }
    let found = found.map_err(|error| failure(&error))?;
    if let Some(plot) = plot {
        plot.print(found.pattern.to_svg().as_bytes())?;
    }
    if args.pattern {
        let picture = format!("{}\n{}", found.line, found.pattern.braille(60));
        return Output::open(first.printing.output.as_deref())?.print(picture.as_bytes());
    }
    let finite = found.values.iter().chain(found.entries.iter().map(|(_, _, d)| d)).all(|x| x.is_finite());
    let met = Lookout::new(&problem).all(&x, finite);
    let variables: Vec<&str> = problem.variables().collect();
    let results = result_names(&problem);
    let row_name = |i: usize| match of_jacobian {
        true => results[i].clone(),
        false => format!("d/d{}", variables[i]),
    };
    let table = |head: [&str; 3]| {
        let mut table = Table::new(head);
        for &(i, j, d) in &found.entries {
            let by = if of_jacobian { variables[j].to_owned() } else { format!("d/d{}", variables[j]) };
            table.rows.push(vec![Cell::Text(row_name(i)), Cell::Text(by), Cell::Number(d)]);
        }
        table
    };
    let mut json = Map::new();
    json.insert("variables".to_owned(), problem.variables().collect());
    json.insert("values".to_owned(), number::json_list(&found.values));
    let triplet = |&(i, j, d): &(usize, usize, f64)| Value::from(vec![json!(i), json!(j), number::json(d)]);
    json.insert("entries".to_owned(), found.entries.iter().map(triplet).collect());
    how_json(&mut json, json!({ "mode": found.mode, "colors": found.colors }), time, &met);
    let head = if of_jacobian { ["result", "by", "derivative"] } else { ["by", "and by", "derivative"] };
    let report = Report { text: table(head), csv: table(head), json, how: how(&problem, &found.line, time) };
    report.print(&first.printing)?;
    met.say();
    let derivatives = found.entries.iter().map(|&(i, j, d)| {
        let of = if of_jacobian { format!("the derivative of {}", row_name(i)) } else { row_name(i) };
        (format!("{of} by {}", variables[j]), d)
    });
    let values = results.iter().cloned().zip(found.values.iter().copied());
    note_not_finite(values.chain(derivatives));
    Ok(())
}

/// The file of a picture.
fn plot_to(path: &Path) -> Result<Output, Failure> {
    match path.extension().and_then(|end| end.to_str()) {
        Some(end) if end.eq_ignore_ascii_case("svg") => Output::open(Some(path)),
        _ => Err(Failure::Usage(format!("--plot {} says no form: end it in .svg", path.display()))),
    }
}
