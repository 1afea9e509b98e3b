//! `wengert jvp`: derivatives along a direction.

use crate::args::JvpArgs;
use crate::engine::Account;
use crate::failure::Failure;
use crate::jacobian::{how, how_json, result_names};
use crate::met::Lookout;
use crate::number;
use crate::problem::{Problem, given, position};
use crate::report::{Report, Table, note_not_finite};
use lang::Workspace;
use serde_json::Map;
use std::time::Instant;
use wengert::Dual;

/// How fast each variable moves, as `--direction` says.
pub(crate) fn direction(problem: &Problem, words: &[String]) -> Result<Vec<f64>, Failure> {
    let names = problem.program.inputs();
    let (mut seeds, mut named) = (vec![0.0; names.len()], vec![false; names.len()]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    for seed in given(&words)? {
        let i = position(names, seed.name, "--direction")?;
        if std::mem::replace(&mut named[i], true) {
            return Err(Failure::Usage(format!("--direction names `{}` twice", seed.name)));
        }
        seeds[i] = seed.value;
    }
    Ok(seeds)
}

/// Runs the command.
pub(crate) fn run(args: &JvpArgs) -> Result<(), Failure> {
    let (problem, x) = Problem::at_point(&args.question, None)?;
    let seeds = direction(&problem, &args.direction)?;

    let start = Instant::now();
    // Two lanes, of which one is used: the engine that gradients use is then there already.
    let inputs: Vec<_> = x.iter().zip(&seeds).map(|(&x, &v)| Dual::seeded_lanes(x, [v, 0.0])).collect();
    let mut outputs = vec![Dual::<f64, [f64; 2]>::fixed(0.0); problem.program.outputs()];
    problem
        .program
        .eval_into(&inputs, &problem.limits, &mut Workspace::new(), &mut outputs)
        .map_err(|e| problem.failure(&e))?;
    let time = start.elapsed();
    let account = Account::Forward { lanes: 1, runs: 1 };
    let values: Vec<f64> = outputs.iter().map(|y| y.value).collect();
    let derivatives: Vec<f64> = outputs.iter().map(|y| y.tangent[0]).collect();

    let finite = values.iter().chain(&derivatives).all(|x| x.is_finite());
    let met = Lookout::by(&problem, seeds.iter().map(|&seed| seed != 0.0).collect()).all(&x, finite);

    let results = result_names(&problem);
    let table = |corner: &str| {
        let mut table = Table::new([corner, "value", "derivative"]);
        for (name, (&value, &derivative)) in results.iter().zip(values.iter().zip(&derivatives)) {
            table.push(name, [value, derivative]);
        }
        table
    };
    let mut json = Map::new();
    json.insert("values".to_owned(), number::json_list(&values));
    json.insert("derivatives".to_owned(), number::json_list(&derivatives));
    how_json(&mut json, account.json(), time, &met);
    Report { text: table(""), csv: table("result"), json, how: how(&problem, account, time) }.print(&args.printing)?;
    let names = |of: &'static str| results.iter().map(move |name| format!("{of}{name}"));
    let derivatives = names("the derivative of ").zip(derivatives.iter().copied());
    met.say();
    note_not_finite(names("").zip(values.iter().copied()).chain(derivatives));
    Ok(())
}
