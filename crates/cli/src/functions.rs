//! `wengert functions`: what the language can call.

use crate::args::FunctionsArgs;
use crate::failure::Failure;
use crate::report::{Cell, Report, Table};
use rules::{Kind, ROWS, Row};
use serde_json::{Map, json};

/// How a function is called: `atan2(a, b)`; an integer parameter is called `n`.
fn call(row: &Row) -> String {
    let arguments = match row.arity {
        1 => vec!["x".to_owned()],
        _ => ('a'..='z').take(row.arity).map(String::from).collect(),
    };
    let parameter = row.family.then(|| "n".to_owned());
    format!("{}({})", row.name, arguments.into_iter().chain(parameter).collect::<Vec<_>>().join(", "))
}

/// Runs the command.
pub(crate) fn run(args: &FunctionsArgs) -> Result<(), Failure> {
    let filter = args.filter.as_deref().unwrap_or("").to_lowercase();
    let wanted = |row: &&Row| row.name.contains(&filter) || row.doc.to_lowercase().contains(&filter);
    let rows: Vec<&Row> = ROWS.iter().filter(|row| row.kind != Kind::Helper).filter(wanted).collect();
    let of_matrices: Vec<_> = lang::matrix_functions()
        .filter(|(name, _, what)| name.contains(&filter) || what.to_lowercase().contains(&filter))
        .collect();
    if rows.is_empty() && of_matrices.is_empty() {
        return Err(Failure::Usage(format!("no function has `{filter}` in its name or description")));
    }

    let mut text = Table { head: Vec::new(), rows: Vec::new() };
    let mut csv = Table::new(["name", "arguments", "integer_parameter", "call", "description"]);
    let mut list = Vec::new();
    let rows = rows.into_iter().map(|row| (row.name, row.arity, row.family, call(row), row.doc.trim()));
    let of_matrices = of_matrices
        .into_iter()
        .map(|(name, form, what)| (name, form.len(), false, format!("{name}({})", form.join(", ")), what));
    for (name, arguments, family, call, doc) in rows.chain(of_matrices) {
        let cell = |text: &str| Cell::Text(text.to_owned());
        text.rows.push(vec![cell(&call), cell(doc)]);
        csv.rows.push(vec![
            cell(name),
            Cell::Text(arguments.to_string()),
            Cell::Text(family.to_string()),
            cell(&call),
            cell(doc),
        ]);
        list.push(json!({
            "name": name,
            "arguments": arguments,
            "integer_parameter": family,
            "call": call,
            "description": doc,
        }));
    }
    let json = Map::from_iter([("functions".to_owned(), list.into())]);
    Report { text, csv, json, how: String::new() }.print(&args.printing)
}
