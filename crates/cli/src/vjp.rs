//! `wengert vjp`: derivatives of a weighted sum of the results.

use crate::args::VjpArgs;
use crate::engine::{Account, record};
use crate::failure::Failure;
use crate::jacobian::{how, how_json, result_names};
use crate::met::Lookout;
use crate::number;
use crate::problem::{Problem, constant};
use crate::report::{Cell, Report, Table, note_not_finite};
use lang::Workspace;
use serde_json::Map;
use std::time::Instant;
use wengert::{Adjoints, Tape, Var};

/// Runs the command.
pub(crate) fn run(args: &VjpArgs) -> Result<(), Failure> {
    let (problem, x) = Problem::at_point(&args.question, args.wrt.wrt.as_deref())?;
    let m = problem.program.outputs();
    let weights = match &args.weights {
        Some(texts) => texts.iter().map(|text| constant(text, text)).collect::<Result<Vec<f64>, _>>()?,
        None => vec![1.0],
    };
    if weights.len() != m {
        let text = format!("the program has {m} results and there is a weight for {}: see --weights", weights.len());
        return Err(Failure::Usage(text));
    }

    let tape = Tape::new();
    let start = Instant::now();
    let mut inputs = Vec::new();
    record(&problem, &x, &tape, &mut inputs);
    let mut outputs = vec![Var::fixed(0.0); m];
    problem
        .program
        .eval_into(&inputs, &problem.limits, &mut Workspace::new(), &mut outputs)
        .map_err(|e| problem.failure(&e))?;
    let counts = weights.iter().map(|&w| w != 0.0).collect();
    let seeds: Vec<_> = outputs.iter().copied().zip(weights).collect();
    let mut adjoints = Adjoints::new();
    tape.adjoints_into(&seeds, &mut adjoints);
    let derivatives: Vec<f64> = problem.wrt.iter().map(|&i| adjoints.wrt(inputs[i])).collect();
    let time = start.elapsed();
    let statistics = tape.statistics();
    let account = Account::Reverse { statements: statistics.statements, bytes: statistics.bytes, sweeps: 1 };
    let values: Vec<f64> = outputs.iter().map(|y| y.inner()).collect();

    let finite = values.iter().chain(&derivatives).all(|x| x.is_finite());
    let met = Lookout::new(&problem).of(counts).all(&x, finite);

    let mut text = Table { head: Vec::new(), rows: Vec::new() };
    let mut csv = Table::new(["variable", "derivative"]);
    let results = result_names(&problem);
    for (name, &value) in results.iter().zip(&values) {
        text.push(name, [value]);
    }
    for (name, &derivative) in problem.variables().zip(&derivatives) {
        text.push(format!("d/d{name}"), [derivative]);
        csv.rows.push(vec![Cell::Text(name.to_owned()), Cell::Number(derivative)]);
    }
    let mut json = Map::new();
    json.insert("values".to_owned(), number::json_list(&values));
    let named = problem.variables().zip(&derivatives).map(|(name, &d)| (name.to_owned(), number::json(d)));
    json.insert("derivatives".to_owned(), serde_json::Value::Object(named.collect()));
    how_json(&mut json, account.json(), time, &met);
    Report { text, csv, json, how: how(&problem, account, time) }.print(&args.printing)?;
    let names = results.into_iter().chain(problem.variables().map(|x| format!("d/d{x}")));
    met.say();
    note_not_finite(names.zip(values.iter().chain(&derivatives).copied()));
    Ok(())
}
