//! Value, gradient, Hessian and series at a point.

use super::ask::{Ask, limits};
use super::fault::Fault;
use super::formulas::{self, Formulas};
use crate::hessian::forward_over_reverse;
use crate::jacobian::First;
use crate::number::{json, json_list};
use crate::problem::Problem;
use crate::taylor::series;
use serde_json::{Map, Value, json};
use wengert::Mode;

/// The most steps for a series: one costs as much as some hundred on numbers.
const SERIES_STEPS: u64 = 20_000;

/// The most variables of a Hessian that is shown.
const SHOWN: usize = 16;

/// All derivatives of one result, and the first ones of the others.
pub(super) fn answer(asked: &Value) -> Result<Value, Fault> {
    let ask = Ask::read(asked)?;
    let (names, results, of) = (ask.problem.program.inputs(), ask.results(), ask.of());
    let First { values, jacobian, account, met, .. } = First::at(&ask.problem, &ask.x, Mode::Auto)?;
    let mut answer = Map::new();
    let mut put = |name: &str, value: Value| answer.insert(name.to_owned(), value);
    put("variables", names.iter().cloned().collect());
    put("at", json_list(&ask.x));
    put("results", results.iter().cloned().collect());
    put("of", of.into());
    put("values", json_list(&values));
    put("jacobian", jacobian.chunks(names.len().max(1)).map(json_list).collect());
    put("notes", met.notes().into());
    put("engine", account.to_string().into());
    put("functions", formulas::FUNCTIONS.iter().copied().collect());
    let hessian = match names.len() {
        0 => Err(Fault::new("the program has no variables")),
        n if n > SHOWN => Err(Fault::new(format!("a Hessian is shown for {SHOWN} variables at most"))),
        _ => forward_over_reverse(&ask.problem, &ask.x, of).map_err(|e| ask.wrong(&e)),
    };
    let rows = |second: crate::hessian::Second| second.hessian.chunks(names.len()).map(json_list).collect::<Value>();
    put("hessian", hessian.map_or_else(|fault| json!({ "error": fault.json() }), rows));
    let along = ask.variable("along", 0);
    put(
        "series",
        along.and_then(|along| one_series(&ask, along, of)).unwrap_or_else(|fault| json!({ "error": fault.json() })),
    );
    if let Some(Formulas { text, latex }) = formulas::of(&ask, &results[of], of) {
        put("formulas", json!(text));
        put("latex", latex.into());
    }
    Ok(Value::Object(answer))
}

fn one_series(ask: &Ask<'_>, along: usize, of: usize) -> Result<Value, Fault> {
    let problem = Problem { limits: limits(SERIES_STEPS), ..ask.problem.clone() };
    let all = series(&problem, &ask.x, along).map_err(|e| Fault::of(&e, &problem.source.text, SERIES_STEPS))?;
    let list = |pick: fn(&(f64, f64)) -> f64| all[of].iter().map(|both| json(pick(both))).collect::<Vec<_>>();
    let name = &problem.program.inputs()[along];
    Ok(json!({ "along": name, "coefficients": list(|both| both.0), "derivatives": list(|both| both.1) }))
}
