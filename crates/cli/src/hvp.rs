//! `wengert hvp`: the Hessian times a direction.

use crate::args::HvpArgs;
use crate::failure::Failure;
use crate::jacobian::{how, how_json};
use crate::jvp::direction;
use crate::met::Lookout;
use crate::number;
use crate::problem::Problem;
use crate::report::{Report, Table, note_not_finite};
use lang::Workspace;
use serde_json::{Map, json};
use std::time::Instant;
use wengert::{Adjoints, Dual, Tape, Var};

/// As columns of Hessians have them, of which one is used: this engine is there already.
type Lanes = Dual<f64, [f64; 4]>;

/// Runs the command.
pub(crate) fn run(args: &HvpArgs) -> Result<(), Failure> {
    let (problem, x) = Problem::at_point(&args.question, args.wrt.wrt.as_deref())?;
    problem.one_result("hvp")?;
    let seeds = direction(&problem, &args.direction)?;

    let start = Instant::now();
    let tape = Tape::<Lanes>::default();
    let mut inputs: Vec<_> =
        x.iter().zip(&seeds).map(|(&x, &v)| Var::fixed(Lanes::seeded_lanes(x, [v, 0.0, 0.0, 0.0]))).collect();
    for &i in &problem.wrt {
        inputs[i] = tape.var(inputs[i].inner());
    }
    let mut outputs = [Var::fixed(Lanes::fixed(0.0))];
    problem
        .program
        .eval_into(&inputs, &problem.limits, &mut Workspace::new(), &mut outputs)
        .map_err(|e| problem.failure(&e))?;
    let mut adjoints = Adjoints::new();
    tape.adjoints_into(&[(outputs[0], Lanes::fixed(1.0))], &mut adjoints);
    let time = start.elapsed();

    // The value and each entry of the gradient, with how they change along the direction.
    let value = outputs[0].inner();
    let gradient: Vec<Lanes> = problem.wrt.iter().map(|&i| adjoints.wrt(inputs[i])).collect();
    let pairs = || std::iter::once(&value).chain(&gradient).map(|y| (y.value, y.tangent[0]));
    let finite = pairs().all(|(y, dy)| y.is_finite() && dy.is_finite());
    let met = Lookout::new(&problem).all(&x, finite);

    let names = |prefix: &'static str| {
        std::iter::once("value".to_owned()).chain(problem.variables().map(move |name| format!("{prefix}{name}")))
    };
    let table = |corner: &str, prefix| {
        let mut table = Table::new([corner, "value", "along the direction"]);
        names(prefix).zip(pairs()).for_each(|(name, (y, dy))| table.push(name, [y, dy]));
        table
    };
    let mut json = Map::new();
    json.insert("variables".to_owned(), problem.variables().collect());
    json.insert("value".to_owned(), number::json(value.value));
    json.insert("derivative".to_owned(), number::json(value.tangent[0]));
    json.insert("gradient".to_owned(), gradient.iter().map(|g| number::json(g.value)).collect());
    json.insert("product".to_owned(), gradient.iter().map(|g| number::json(g.tangent[0])).collect());
    how_json(&mut json, json!({ "mode": "forward over reverse" }), time, &met);
    let account = format!("forward over reverse mode, {} statements recorded", tape.statistics().statements);
    let (text, csv) = (table("", "d/d"), table("result", "d_"));
    Report { text, csv, json, how: how(&problem, account, time) }.print(&args.printing)?;
    met.say();
    let (values, changes) = (pairs().map(|p| p.0), pairs().map(|p| p.1));
    let changed = names("d/d").map(|name| format!("the change of {name}"));
    note_not_finite(names("d/d").zip(values).chain(changed.zip(changes)));
    Ok(())
}
