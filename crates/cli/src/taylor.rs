//! `wengert taylor`: the series in one variable.

use crate::args::TaylorArgs;
use crate::failure::Failure;
use crate::jacobian::{how, how_json, result_names};
use crate::met::Lookout;
use crate::number;
use crate::problem::{Problem, position};
use crate::report::{Cell, Report, Table, note_not_finite};
use lang::{Error, Workspace};
use serde_json::{Map, Value, json};
use std::time::Instant;
use wengert::Taylor;

/// The highest order offered.
const K: usize = 20;

/// The series of every result in the variable `along`.
pub(crate) fn series(problem: &Problem, x: &[f64], along: usize) -> Result<Vec<Coefficients>, Error> {
    let mut inputs: Vec<Taylor<f64, K>> = x.iter().map(|&x| Taylor::fixed(x)).collect();
    inputs[along] = Taylor::variable(x[along]);
    let mut outputs = vec![Taylor::fixed(0.0); problem.program.outputs()];
    problem.program.eval_into(&inputs, &problem.limits, &mut Workspace::new(), &mut outputs)?;
    let both = |y: &Taylor<f64, K>| (0..=K).map(|k| (y.coefficient(k), y.derivative(k))).collect();
    Ok(outputs.iter().map(both).collect())
}

/// Coefficient and derivative, by order.
pub(crate) type Coefficients = Vec<(f64, f64)>;

/// Runs the command.
pub(crate) fn run(args: &TaylorArgs) -> Result<(), Failure> {
    let (problem, x) = Problem::at_point(&args.question, None)?;
    let along = match (&args.wrt, problem.program.inputs()) {
        (Some(name), names) => position(names, name, "--wrt")?,
        (None, [_]) => 0,
        (None, []) => return Err(Failure::Usage("a series needs a variable, and none has a value".to_owned())),
        (None, many) => {
            return Err(Failure::Usage(format!("name the variable of the series with --wrt: {}", many.join(", "))));
        }
    };
    let variable = &problem.program.inputs()[along];

    // Coefficients do not depend on the order at which a series is cut off: the highest order serves for all.
    let order = usize::from(args.order);
    let start = Instant::now();
    let outputs = series(&problem, &x, along);
    let time = start.elapsed();
    let mut outputs = outputs.map_err(|e| problem.failure(&e))?;
    for coefficients in &mut outputs {
        coefficients.truncate(order + 1);
    }

    let finite = outputs.iter().flatten().all(|(_, derivative)| derivative.is_finite());
    let along_it = (0..x.len()).map(|i| i == along).collect();
    let met = Lookout::by(&problem, along_it).all(&x, finite);

    let results = result_names(&problem);
    let mut text = Table::new(["", "order", "coefficient", "derivative"]);
    let mut csv = Table::new(["result", "order", "coefficient", "derivative"]);
    for (result, coefficients) in results.iter().zip(&outputs) {
        for (k, &(coefficient, derivative)) in coefficients.iter().enumerate() {
            let name = result.clone();
            let row = |name: String| {
                let order = Cell::Text(k.to_string());
                vec![Cell::Text(name), order, Cell::Number(coefficient), Cell::Number(derivative)]
            };
            text.rows.push(row(if k == 0 { name.clone() } else { String::new() }));
            csv.rows.push(row(name));
        }
    }
    let lists = |pick: fn(&(f64, f64)) -> f64| -> Value {
        outputs.iter().map(|all| number::json_list(&all.iter().map(pick).collect::<Vec<_>>())).collect()
    };
    let mut json = Map::new();
    json.insert("variable".to_owned(), json!(variable));
    json.insert("coefficients".to_owned(), lists(|both| both.0));
    json.insert("derivatives".to_owned(), lists(|both| both.1));
    how_json(&mut json, json!({ "mode": "taylor", "order": order }), time, &met);
    let account = format!("Taylor series in {variable} at {}", number::text(x[along]));
    Report { text, csv, json, how: how(&problem, account, time) }.print(&args.printing)?;
    let named = results.iter().zip(&outputs).flat_map(|(result, all)| {
        let name = move |k| format!("the derivative of order {k} of {result}");
        all.iter().enumerate().map(move |(k, &(_, derivative))| (name(k), derivative))
    });
    met.say();
    note_not_finite(named);
    Ok(())
}
