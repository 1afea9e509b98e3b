//! Results in the three formats.

use crate::args::{Format, Printing};
use crate::failure::{Failure, tell};
use crate::number;
use crate::output::Output;
use lang::visible;
use serde_json::{Map, Value};

/// What stands in a table.
pub(crate) enum Cell {
    /// A name.
    Text(String),
    /// A number.
    Number(f64),
}

/// Rows of cells under a head, which may be empty.
pub(crate) struct Table {
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table of these columns without rows.
    pub(crate) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Table {
        Table { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row of a name and numbers.
    pub(crate) fn push(&mut self, name: impl Into<String>, numbers: impl IntoIterator<Item = f64>) {
        let mut row = vec![Cell::Text(name.into())];
        row.extend(numbers.into_iter().map(Cell::Number));
        self.rows.push(row);
    }

    /// Rounds the numbers to so many digits, if they are given.
    pub(crate) fn round(&mut self, digits: Option<u8>) {
        for cell in self.rows.iter_mut().flatten() {
            if let Cell::Number(x) = cell {
                *x = number::rounded(*x, digits);
            }
        }
    }

    /// Columns aligned: names on the left, numbers by their points.
    pub(crate) fn text(&self) -> String {
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(Cell::text).collect()).collect();
        let columns = rows.iter().chain([&self.head]).map(Vec::len).max().unwrap_or(0);
        let mut lines = vec![String::new(); rows.len()];
        let mut top = String::new();
        for column in 0..columns {
            // How far a cell is moved to the right, for its point to stand below the others.
            let point = |i: usize| match self.rows[i].get(column) {
                Some(Cell::Number(_)) => integer_digits(&rows[i][column]),
                _ => 0,
            };
            let furthest = (0..rows.len()).map(point).max().unwrap_or(0);
            let shift = |i: usize| if point(i) > 0 { furthest - point(i) } else { 0 };
            let cell = |i: usize| rows[i].get(column).map_or("", String::as_str);
            let title = self.head.get(column).map_or("", String::as_str);
            let widths = (0..rows.len()).map(|i| shift(i) + cell(i).chars().count());
            let width = widths.chain([title.chars().count()]).max().unwrap_or(0);
            for (i, line) in lines.iter_mut().enumerate() {
                let (shift, width) = (shift(i), width - shift(i));
                line.push_str(&format!("{:shift$}{:width$}  ", "", cell(i)));
            }
            top.push_str(&format!("{title:width$}  "));
        }
        let mut text = String::new();
        for line in Some(top).into_iter().filter(|_| !self.head.is_empty()).chain(lines) {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.head)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(Cell::text))?;
        }
        writer.into_inner().map_err(|e| csv::Error::from(std::io::Error::from(e.error().kind())))
    }
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(x) => number::text(*x),
        }
    }
}

/// How many characters stand before the point, or would.
fn integer_digits(number: &str) -> usize {
    number.find(['.', 'e']).unwrap_or(number.len())
}

/// What a command has to say.
pub(crate) struct Report {
    /// For reading.
    pub(crate) text: Table,
    /// For programs, with a head.
    pub(crate) csv: Table,
    /// For other programs.
    pub(crate) json: Map<String, Value>,
    /// Who computed it in what time: the last line for readers.
    pub(crate) how: String,
}

impl Report {
    /// Prints the format asked for, text where none is.
    pub(crate) fn print(self, printing: &Printing) -> Result<(), Failure> {
        self.print_to(Output::open(printing.output.as_deref())?, printing)
    }

    /// As [`print`](Report::print), to what has been opened.
    pub(crate) fn print_to(self, output: Output, printing: &Printing) -> Result<(), Failure> {
        let Report { mut text, csv, json, how } = self;
        let end = if how.is_empty() { "" } else { "\n" };
        text.round(printing.digits);
        print_to(output, printing, || format!("{}{how}{end}", text.text()), csv, json)
    }
}

/// Prints the format asked for, text where none is, which is rounded already.
pub(crate) fn print_to(
    output: Output,
    printing: &Printing,
    text: impl FnOnce() -> String,
    mut csv: Table,
    json: Map<String, Value>,
) -> Result<(), Failure> {
    let mut json = Value::Object(json);
    number::round_json(&mut json, printing.digits);
    csv.round(printing.digits);
    let text = match printing.format.unwrap_or(Format::Text) {
        Format::Text => visible(&text()).into_owned().into_bytes(),
        Format::Json => format!("{}\n", number::json_text(&json)).into_bytes(),
        Format::Csv => csv.csv().map_err(|e| Failure::Io(format!("cannot write CSV: {e}")))?,
    };
    output.print(&text)
}

/// Says on standard error which of the results are not finite; `named` are the results with their names.
pub(crate) fn note_not_finite<S: std::fmt::Display>(named: impl Iterator<Item = (S, f64)>) {
    let mut bad = named.filter(|(_, x)| !x.is_finite());
    if let Some((name, x)) = bad.next() {
        let more = match bad.count() {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        tell(format_args!("note: {name} is not finite: {}{more}", number::text(x)));
    }
}
