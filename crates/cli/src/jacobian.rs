//! `wengert jacobian`: the first derivatives of several results.

use crate::args::MatrixArgs;
use crate::engine::{Account, engine};
use crate::failure::Failure;
use crate::met::{Lookout, Meetings};
use crate::number;
use crate::problem::Problem;
use crate::recorded;
use crate::report::{Report, Table, note_not_finite};
use crate::sparse;
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};
use wengert::Tape;

/// Values and derivatives at a point, with who found them in what time.
pub(crate) struct First {
    pub(crate) values: Vec<f64>,
    /// One row per result, one column per variable.
    pub(crate) jacobian: Vec<f64>,
    pub(crate) account: Account,
    pub(crate) time: Duration,
    /// What the run met on its way.
    pub(crate) met: Meetings,
}

impl First {
    /// Differentiates at a point.
    pub(crate) fn at(problem: &Problem, x: &[f64], mode: wengert::Mode) -> Result<First, Failure> {
        let (m, k) = (problem.program.outputs(), problem.wrt.len());
        let (mut values, mut jacobian) = (vec![0.0; m], vec![0.0; m * k]);
        let tape = Tape::new();
        let mut engine = engine(problem, mode, &tape);
        let start = Instant::now();
        engine.run(x, &mut values, &mut jacobian).map_err(|e| problem.failure(&e))?;
        let time = start.elapsed();
        let finite = values.iter().chain(&jacobian).all(|x| x.is_finite());
        let met = Lookout::new(problem).all(x, finite);
        Ok(First { values, jacobian, account: engine.account(), time, met })
    }
}

/// The last line of a report for readers.
pub(crate) fn how(problem: &Problem, account: impl std::fmt::Display, time: Duration) -> String {
    let from = problem.source.file.as_ref().map_or(String::new(), |file| format!(" (program from {file})"));
    format!("{account}, in {time:.1?}{from}")
}

/// The last entries of a report for programs.
pub(crate) fn how_json(json: &mut Map<String, Value>, account: Value, time: Duration, met: &Meetings) {
    json.insert("met".to_owned(), met.json());
    json.insert("engine".to_owned(), account);
    json.insert("seconds".to_owned(), json!(time.as_secs_f64()));
}

/// What the results are called: `value` if it is alone, else `y1`, `y2`, or with another letter where a variable is
/// called so.
pub(crate) fn result_names(problem: &Problem) -> Vec<String> {
    let program = &problem.program;
    if program.outputs() == 1 {
        return vec!["value".to_owned()];
    }
    let first: Vec<String> = (1..=program.outputs()).map(|i| format!("y{i}")).collect();
    match first.iter().any(|name| program.inputs().contains(name)) {
        false => first,
        true => recorded::result_names(program),
    }
}

/// `value`, and a derivative for each variable: titles for readers, or names of columns.
pub(crate) fn titles<'a>(problem: &'a Problem, prefix: &'a str) -> impl Iterator<Item = String> + 'a {
    problem.variables().map(move |name| format!("{prefix}{name}"))
}

/// Runs the command.
pub(crate) fn run(args: &MatrixArgs) -> Result<(), Failure> {
    if args.wants_entries() {
        return sparse::run(args, true);
    }
    let args = &args.first;
    let (problem, x) = Problem::at_point(&args.question, args.wrt.wrt.as_deref())?;
    let First { values, jacobian, account, time, met } = First::at(&problem, &x, args.mode.into())?;
    let (m, k) = (values.len(), problem.wrt.len());
    let names = result_names(&problem);
    let rows = || (0..m).map(|i| &jacobian[i * k..(i + 1) * k]);

    let table = |corner: &str, prefix: &str| {
        let head = [corner.to_owned(), "value".to_owned()].into_iter().chain(titles(&problem, prefix));
        let mut table = Table::new(head);
        for (name, (&value, row)) in names.iter().zip(values.iter().zip(rows())) {
            table.push(name, std::iter::once(value).chain(row.iter().copied()));
        }
        table
    };
    let mut json = Map::new();
    json.insert("variables".to_owned(), problem.variables().collect());
    json.insert("values".to_owned(), number::json_list(&values));
    json.insert("jacobian".to_owned(), rows().map(number::json_list).collect());
    how_json(&mut json, account.json(), time, &met);
    let report = Report { text: table("", "d/d"), csv: table("result", "d_"), json, how: how(&problem, account, time) };
    report.print(&args.printing)?;

    let derivatives =
        names.iter().flat_map(|y| problem.variables().map(move |x| format!("the derivative of {y} by {x}")));
    met.say();
    note_not_finite(names.iter().cloned().zip(values.iter().copied()).chain(derivatives.zip(jacobian)));
    Ok(())
}
