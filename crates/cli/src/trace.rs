//! `wengert trace`: a program taken apart, with its derivatives, as a textbook shows it.

mod formula;
mod json;
mod latex;
mod program;
mod rows;
mod text;

use crate::args::{TraceArgs, TraceForm};
use crate::failure::Failure;
use crate::output::Output;
use crate::recorded::Recorded;
pub(crate) use formula::latex_name;
pub(crate) use latex::table as latex_table;
pub(crate) use rows::{Cells, Maker, Row};
use std::io::{self, BufRead, IsTerminal, Write};
use symbolic::Form;

/// A number rounded to some digits.
pub(crate) fn number(x: f64, digits: u8) -> String {
    formula::rounded(x, digits, Form::Tree)
}

/// Runs the command.
pub(crate) fn run(args: &TraceArgs) -> Result<(), Failure> {
    let recorded = Recorded::at_point(&args.question, args.shown.size)?;
    let graph = recorded.graph()?;
    let sweep = recorded.sweep(&args.shown)?;
    let format = if args.latex { TraceForm::Latex } else { args.format };
    let form = if format == TraceForm::Latex { Form::Latex } else { Form::Tree };
    let steered = recorded.guards.iter().map(|guard| format!("branch: {guard}"));
    let notes: Vec<String> = steered.chain(recorded.independences(&graph)).collect();
    let trace = || Maker::new(&recorded, &graph, args.shown.digits, form).trace(&sweep);
    let met = recorded.met(&sweep);
    if args.step {
        step_by_step(&text::steps(&trace()), &notes)?;
        met.say();
        return Ok(());
    }
    let text = match format {
        TraceForm::Text => {
            let notes: String = notes.iter().map(|note| format!("{note}\n")).collect();
            let gap = if notes.is_empty() { "" } else { "\n" };
            format!("{}{gap}{notes}", text::table(&trace()))
        }
        TraceForm::Latex => latex::table(&trace(), &notes),
        TraceForm::Program => {
            let notes: String = notes.iter().map(|note| format!("# {note}\n")).collect();
            notes + &program::program(&trace(), &recorded, &sweep)
        }
        TraceForm::Json => format!("{}\n", crate::number::json_text(&json::object(&recorded, &graph, &sweep, &met))),
    };
    Output::open(args.output.as_deref())?.print(text.as_bytes())?;
    met.say();
    Ok(())
}

/// Numbered steps; where somebody reads them on a terminal, each waits for Enter.
fn step_by_step(steps: &[String], notes: &[String]) -> Result<(), Failure> {
    let waits = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut output = Output::open(None)?;
    let width = steps.len().to_string().len();
    for (number, step) in (1..).zip(steps) {
        let end = if waits && number < steps.len() { "" } else { "\n" };
        let line = format!("{number:width$}  {step}{end}");
        output.write_all(line.as_bytes()).and_then(|()| output.flush()).map_err(|e| output.failure(&e))?;
        if waits && number < steps.len() {
            let mut enter = String::new();
            let read = io::stdin().lock().read_line(&mut enter);
            if read.map_err(|e| Failure::reading("standard input", &e))? == 0 {
                break;
            }
        }
    }
    let notes: String = notes.iter().map(|note| format!("{note}\n")).collect();
    output.print(notes.as_bytes())
}
