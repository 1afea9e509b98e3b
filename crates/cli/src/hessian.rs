//! `wengert hessian`: second derivatives.

use crate::args::MatrixArgs;
use crate::failure::Failure;
use crate::jacobian::{how, how_json, titles};
use crate::met::Lookout;
use crate::number;
use crate::problem::Problem;
use crate::report::{Report, Table, note_not_finite};
use crate::sparse;
use lang::{Error, Workspace};
use serde_json::{Map, json};
use std::time::Instant;
use wengert::{Adjoints, Dual, Mode, Tape, Var};

/// Columns of the Hessian per run.
const LANES: usize = 4;

type Lanes = Dual<f64, [f64; LANES]>;

/// A value with its first and second derivatives.
#[derive(Clone)]
pub(crate) struct Second {
    pub(crate) value: f64,
    pub(crate) gradient: Vec<f64>,
    /// Row by row.
    pub(crate) hessian: Vec<f64>,
    account: String,
    mode: &'static str,
}

impl Second {
    fn new(k: usize) -> Second {
        let (gradient, hessian) = (vec![0.0; k], vec![0.0; k * k]);
        Second { value: 0.0, gradient, hessian, account: String::new(), mode: "" }
    }
}

/// Duals with lanes on a tape, four columns at a time; of the result with that number.
pub(crate) fn forward_over_reverse(problem: &Problem, x: &[f64], of: usize) -> Result<Second, Error> {
    let Problem { program, wrt, limits, .. } = problem;
    let k = wrt.len();
    let mut second = Second::new(k);
    let tape = Tape::<Lanes>::default();
    let mut workspace = Workspace::new();
    let mut adjoints = Adjoints::new();
    let mut outputs = vec![Var::fixed(Lanes::fixed(0.0)); program.outputs()];
    let mut runs = 0;
    for first in (0..k.max(1)).step_by(LANES) {
        tape.restart();
        let mut inputs: Vec<_> = x.iter().map(|&x| Var::fixed(Lanes::fixed(x))).collect();
        let columns = first..k.min(first + LANES);
        for (j, &i) in wrt.iter().enumerate() {
            inputs[i] = tape.var(match columns.contains(&j) {
                true => Lanes::lane(x[i], j - first),
                false => Lanes::fixed(x[i]),
            });
        }
        program.eval_into(&inputs, limits, &mut workspace, &mut outputs)?;
        tape.adjoints_into(&[(outputs[of], Lanes::fixed(1.0))], &mut adjoints);
        second.value = outputs[of].inner().value;
        for (row, &i) in wrt.iter().enumerate() {
            let adjoint = adjoints.wrt(inputs[i]);
            second.gradient[row] = adjoint.value;
            let entries = &mut second.hessian[row * k..][columns.clone()];
            entries.copy_from_slice(&adjoint.tangent[..entries.len()]);
        }
        runs += 1;
    }
    let statements = tape.statistics().statements;
    second.account = format!("forward over reverse mode, {runs} x {statements} statements recorded");
    second.mode = "forward over reverse";
    Ok(second)
}

/// Duals of duals with lanes: a row at a time, four columns at a time.
fn forward_over_forward(problem: &Problem, x: &[f64]) -> Result<Second, Error> {
    let Problem { program, wrt, limits, .. } = problem;
    let k = wrt.len();
    let mut second = Second::new(k);
    let mut workspace = Workspace::new();
    let mut outputs = [Dual::fixed(Lanes::fixed(0.0))];
    let mut runs = 0;
    for row in 0..k.max(1) {
        for first in (0..k.max(1)).step_by(LANES) {
            let mut inputs: Vec<Dual<Lanes>> = x.iter().map(|&x| Dual::fixed(Lanes::fixed(x))).collect();
            let columns = first..k.min(first + LANES);
            for j in columns.clone() {
                inputs[wrt[j]] = Dual::fixed(Lanes::lane(x[wrt[j]], j - first));
            }
            if let Some(&i) = wrt.get(row) {
                inputs[i] = Dual::variable(inputs[i].value);
            }
            program.eval_into(&inputs, limits, &mut workspace, &mut outputs)?;
            second.value = outputs[0].value.value;
            if row < k {
                second.gradient[row] = outputs[0].tangent.value;
                let entries = &mut second.hessian[row * k..][columns];
                entries.copy_from_slice(&outputs[0].tangent.tangent[..entries.len()]);
            }
            runs += 1;
        }
    }
    second.account = format!("forward over forward mode, {}", crate::engine::plural(runs, "run"));
    second.mode = "forward over forward";
    Ok(second)
}

/// Runs the command.
pub(crate) fn run(args: &MatrixArgs) -> Result<(), Failure> {
    if args.wants_entries() {
        return sparse::run(args, false);
    }
    let args = &args.first;
    let (problem, x) = Problem::at_point(&args.question, args.wrt.wrt.as_deref())?;
    problem.one_result("hessian")?;
    let start = Instant::now();
    let second = match args.mode.into() {
        Mode::Forward => forward_over_forward(&problem, &x),
        Mode::Auto | Mode::Reverse => forward_over_reverse(&problem, &x, 0),
    };
    let time = start.elapsed();
    let Second { value, gradient, hessian, account, mode } = second.map_err(|e| problem.failure(&e))?;
    let finite = gradient.iter().chain(&hessian).chain([&value]).all(|x| x.is_finite());
    let met = Lookout::new(&problem).all(&x, finite);
    let rows = || problem.variables().zip(&gradient).zip(hessian.chunks(problem.wrt.len().max(1)));

    // The value and the gradient stand around the matrix, as derivatives of order zero in one direction.
    let table = |corner: &str, prefix: &str| {
        let head = [corner.to_owned(), "value".to_owned()].into_iter().chain(titles(&problem, prefix));
        let mut table = Table::new(head);
        table.push("value", std::iter::once(value).chain(gradient.iter().copied()));
        for ((name, &slope), row) in rows() {
            table.push(format!("{prefix}{name}"), std::iter::once(slope).chain(row.iter().copied()));
        }
        table
    };
    let mut json = Map::new();
    json.insert("variables".to_owned(), problem.variables().collect());
    json.insert("value".to_owned(), number::json(value));
    json.insert("gradient".to_owned(), number::json_list(&gradient));
    json.insert("hessian".to_owned(), rows().map(|(_, row)| number::json_list(row)).collect());
    how_json(&mut json, json!({ "mode": mode }), time, &met);
    let (text, csv) = (table("", "d/d"), table("result", "d_"));
    Report { text, csv, json, how: how(&problem, account, time) }.print(&args.printing)?;

    let first = problem.variables().map(|x| format!("d/d{x}")).zip(gradient.iter().copied());
    let names = problem.variables().flat_map(|x| problem.variables().map(move |y| format!("d2/d{x} d{y}")));
    met.say();
    note_not_finite(
        std::iter::once(("the value".to_owned(), value)).chain(first).chain(names.zip(hessian.iter().copied())),
    );
    Ok(())
}
