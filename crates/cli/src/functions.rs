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
    if rows.is_empty() {
        return Err(Failure::Usage(format!("no function has `{filter}` in its name or description")));
    }

    let mut text = Table { head: Vec::new(), rows: Vec::new() };
    let mut csv = Table::new(["name", "arguments", "integer_parameter", "call", "description"]);
    let mut list = Vec::new();
    for row in rows {
        let doc = row.doc.trim();
        let cell = |text: &str| Cell::Text(text.to_owned());
        text.rows.push(vec![Cell::Text(call(row)), cell(doc)]);
        let (arguments, family) = (row.arity.to_string(), row.family.to_string());
        csv.rows.push(vec![
            cell(row.name),
            Cell::Text(arguments),
            Cell::Text(family),
            Cell::Text(call(row)),
            cell(doc),
        ]);
        list.push(json!({
            "name": row.name,
            "arguments": row.arity,
            "integer_parameter": row.family,
            "call": call(row),
            "description": doc,
        }));
    }
    let json = Map::from_iter([("functions".to_owned(), list.into())]);
    Report { text, csv, json, how: String::new() }.print(&args.printing)
}
