//! `wengert grad`: the gradient of one expression, at a point.

mod plot;

use crate::args::GradArgs;
use crate::data;
use crate::failure::Failure;
use crate::jacobian::{First, how, how_json, titles};
use crate::number;
use crate::picture::PlotFile;
use crate::problem::Problem;
use crate::report::{Cell, Report, Table, note_not_finite};
use serde_json::{Map, Value};

/// Runs the command.
pub(crate) fn run(args: &GradArgs) -> Result<(), Failure> {
    if let Some(path) = &args.data {
        return data::run(args, path);
    }
    let first = &args.first;
    let (problem, x) = Problem::at_point(&first.question, first.wrt.wrt.as_deref())?;
    problem.one_result("grad")?;
    let picture = args.plot.as_deref().map(PlotFile::open).transpose()?;
    let walk = picture.is_some().then(|| plot::Walk::new(args, &problem, &x)).transpose()?;
    let First { values, jacobian: gradient, account, time, met } = First::at(&problem, &x, first.mode.into())?;
    let named = || titles(&problem, "d/d").zip(gradient.iter().copied());

    let mut text = Table { head: Vec::new(), rows: Vec::new() };
    text.push("value", values.iter().copied());
    named().for_each(|(name, slope)| text.push(name, [slope]));
    let mut csv = Table::new(std::iter::once("value".to_owned()).chain(titles(&problem, "d_")));
    csv.rows.push(values.iter().chain(&gradient).map(|&x| Cell::Number(x)).collect());
    let mut json = Map::new();
    json.insert("value".to_owned(), number::json(values[0]));
    let entries = problem.variables().zip(&gradient).map(|(name, &slope)| (name.to_owned(), number::json(slope)));
    json.insert("gradient".to_owned(), Value::Object(entries.collect()));
    how_json(&mut json, account.json(), time, &met);
    Report { text, csv, json, how: how(&problem, account, time) }.print(&first.printing)?;
    met.say();
    note_not_finite(std::iter::once(("the value".to_owned(), values[0])).chain(named()));
    match (picture, walk) {
        (Some(picture), Some(walk)) => picture.print(&walk.scene(&problem, &x)?),
        _ => Ok(()),
    }
}
