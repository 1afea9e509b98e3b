//! Trace tables as aligned text, and as numbered steps.

use super::rows::{Cells, Row, Trace};
use unicode_width::UnicodeWidthStr;

/// How far the two halves of the table are apart.
const GAP: &str = "   ";

/// The table.
pub(crate) fn table(trace: &Trace) -> String {
    let parts = [&trace.inputs, &trace.operations, &trace.results];
    let lines: Vec<Vec<[Cells; 2]>> =
        parts.map(|rows| rows.iter().flat_map(|row| lines(row, trace.forward)).collect()).into();
    let all = || lines.iter().flatten();
    let [left, right] = [0, 1].map(|side| Columns::of(all().map(|line| &line[side])));
    let heads = match trace.forward {
        true => ["forward primal trace  \u{2193}", "forward tangent trace  \u{2193}"],
        false => ["forward primal trace  \u{2193}", "reverse adjoint trace  \u{2191}"],
    };
    let widths = [left.width().max(heads[0].width()), right.width().max(heads[1].width())];
    let rule = format!("{}{GAP}{}\n", "-".repeat(widths[0]), "-".repeat(widths[1]));
    let mut text = format!("{}{GAP}{}\n{rule}", padded(heads[0], widths[0]), heads[1]);
    for (i, part) in lines.iter().enumerate() {
        if i > 0 && !part.is_empty() && !lines[..i].iter().all(Vec::is_empty) {
            text.push_str(&rule);
        }
        for [primal, derivative] in part {
            let line = format!("{}{GAP}{}", padded(&left.line(primal), widths[0]), right.line(derivative));
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// The lines of a row: adjoints are read up.
fn lines(row: &Row, forward: bool) -> Vec<[Cells; 2]> {
    let mut derivatives: Vec<&Cells> = row.derivatives.iter().collect();
    if !forward {
        derivatives.reverse();
    }
    let count = derivatives.len().max(1);
    let primal = |i: usize| if i == 0 { row.primal.clone() } else { Cells::default() };
    (0..count).map(|i| [primal(i), derivatives.get(i).map_or_else(Cells::default, |&cells| cells.clone())]).collect()
}

/// The widths of the four columns of one half.
struct Columns([usize; 4]);

impl Columns {
    fn of<'a>(cells: impl Iterator<Item = &'a Cells>) -> Columns {
        let mut widths = [0; 4];
        for Cells(texts) in cells {
            for (width, text) in widths.iter_mut().zip(texts) {
                *width = text.width().max(*width);
            }
        }
        Columns(widths)
    }

    /// With ` = ` before each column but the first, and nothing for one that is empty throughout.
    fn width(&self) -> usize {
        let [first, rest @ ..] = self.0;
        first + rest.iter().filter(|width| **width > 0).map(|width| width + 3).sum::<usize>()
    }

    fn line(&self, Cells(texts): &Cells) -> String {
        let mut line = padded(&texts[0], self.0[0]);
        for (&width, text) in self.0[1..].iter().zip(&texts[1..]).filter(|(width, _)| **width > 0) {
            line.push_str(if text.is_empty() { "   " } else { " = " });
            line.push_str(&padded(text, width));
        }
        line
    }
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// The equations one after the other, in the order in which they are computed.
pub(crate) fn steps(trace: &Trace) -> Vec<String> {
    let parts = [&trace.inputs, &trace.operations, &trace.results];
    let rows = || parts.into_iter().flatten();
    let mut steps = Vec::new();
    if trace.forward {
        for row in rows() {
            steps.push(equation(&row.primal));
            steps.extend(row.derivatives.iter().map(equation));
        }
        return steps;
    }
    steps.extend(rows().map(|row| equation(&row.primal)));
    let mut back: Vec<&Row> = trace.operations.iter().chain(&trace.results).collect();
    back.reverse();
    steps.extend(back.iter().flat_map(|row| &row.derivatives).map(equation));
    steps.extend(trace.inputs.iter().flat_map(|row| &row.derivatives).map(equation));
    steps
}

fn equation(Cells(texts): &Cells) -> String {
    let parts: Vec<&str> = texts.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    parts.join(" = ")
}
