//! What was met, in words and for programs.

use super::scout::{Found, Sides};
use crate::failure::tell;
use crate::number;
use crate::source::Source;
use check::Met;
use lang::visible;
use serde_json::{Value, json};
use std::fmt;

/// The most notes of a run; of more, the number is said.
const SAID: usize = 5;

/// The most that programs are told of.
const LISTED: usize = 100;

/// The longest part of the source that is quoted, in characters.
const QUOTED: usize = 40;

/// Something met at one place.
pub(crate) struct Meeting {
    met: Met,
    /// The program's name, if it has one.
    file: Option<String>,
    line: usize,
    column: usize,
    /// The source at this place.
    text: String,
    /// None for a comparison.
    operation: Option<&'static str>,
    arguments: Vec<f64>,
    /// By which arguments.
    sides: Vec<Sides>,
    /// How often in the run, at other values too.
    times: usize,
}

/// All that one run met, in its order.
#[derive(Default)]
pub(crate) struct Meetings(pub(super) Vec<Meeting>);

impl Meetings {
    /// Says it on standard error.
    pub(crate) fn say(&self) {
        self.notes().iter().for_each(|note| tell(format_args!("note: {note}")));
    }

    /// The same for programs.
    pub(crate) fn json(&self) -> Value {
        self.0.iter().take(LISTED).map(Meeting::json).collect()
    }

    /// The first of them in words, and how many more there are.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.0.iter().take(SAID).map(Meeting::to_string).collect();
        if self.0.len() > SAID {
            notes.push(format!("and the like at {} more places", self.0.len() - SAID));
        }
        notes
    }

    /// The first of them.
    pub(crate) fn first(&self) -> Option<&Meeting> {
        self.0.first()
    }
}

impl Meeting {
    pub(super) fn new(found: Found, source: &Source) -> Meeting {
        let Found { met, op, bytes, arguments, sides, .. } = found;
        let before = &source.text[..bytes.start];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        Meeting {
            met,
            file: source.file.clone(),
            line: 1 + before.matches('\n').count(),
            column: 1 + before[line_start..].chars().count(),
            text: brief(&source.text[bytes]),
            operation: op.map(|op| op.row().name),
            arguments,
            sides,
            times: 1,
        }
    }

    /// The same once more in the run, at other values perhaps.
    pub(super) fn again(&mut self) {
        self.times += 1;
    }

    fn name(&self) -> &'static str {
        match self.met {
            Met::Kink => "kink",
            Met::Jump => "jump",
            Met::Edge => "edge",
            Met::NotFinite => "not finite",
            Met::Undefined => "undefined",
            Met::Equality => "equality",
            Met::Tie => "tie",
            Met::ValueRead => "value read",
        }
    }

    fn json(&self) -> Value {
        let mut json = json!({
            "met": self.name(),
            "line": self.line,
            "column": self.column,
            "text": self.text,
            "arguments": number::json_list(&self.arguments),
            "times": self.times,
        });
        if let Some(operation) = self.operation {
            json["operation"] = operation.into();
            let by = self.sides.iter().map(|&Sides { argument, below, above, taken }| {
                json!({
                    "argument": argument,
                    "below": number::json(below),
                    "above": number::json(above),
                    "taken": number::json(taken),
                })
            });
            json["by"] = by.collect();
        }
        json
    }
}

impl fmt::Display for Meeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        let at: Vec<String> = self.arguments.iter().map(|&x| number::text(x)).collect();
        let at = if at.len() == 1 { at[0].clone() } else { format!("({})", at.join(", ")) };
        write!(f, "{}:{}: `{}` ", self.line, self.column, self.text)?;
        match self.met {
            Met::Kink => write!(f, "has a kink at {at}")?,
            Met::Jump => write!(f, "jumps at {at}")?,
            Met::Edge => write!(f, "is at the edge of its domain at {at}")?,
            Met::NotFinite => write!(f, "has no finite slope at {at}")?,
            Met::Undefined => write!(f, "is NaN at {at}, outside its domain")?,
            Met::Equality => {
                write!(f, "compared equal values, {at}: only what is done at exactly this value is differentiated")?;
            }
            Met::Tie => {
                write!(f, "compared equal values, {at}: here the branch changes, and the one taken is differentiated")?;
            }
            Met::ValueRead => write!(f, "lost its derivative at {at}")?,
        }
        let told = self.sides.iter().filter(|_| self.met != Met::Undefined);
        for (i, &Sides { argument, below, above, taken }) in told.enumerate() {
            let by = if self.arguments.len() > 1 { format!(" by argument {argument}") } else { String::new() };
            let size = below.abs().max(above.abs());
            let [below, above] = [below, above].map(|x| number::text(rounded(x, size)));
            let taken = number::text(taken);
            f.write_str(if i == 0 { ": " } else { "; " })?;
            match self.met {
                Met::Kink => write!(f, "its slope{by} is {below} below and {above} above, taken as {taken}")?,
                Met::Jump => write!(f, "it is {below} below and {above} above{by}, its slope taken as {taken}")?,
                Met::Edge => write!(f, "its slope{by} is one-sided, taken as {taken}")?,
                _ => write!(f, "its slope{by} is {taken}")?,
            }
        }
        if self.times > 1 { write!(f, " ({} times)", self.times) } else { Ok(()) }
    }
}

/// What is seen a few units in the last place beside the point, for reading: as it is at the point itself.
fn rounded(x: f64, size: f64) -> f64 {
    if x.abs() < 1e-12 * size { 0.0 } else { format!("{x:.8e}").parse().unwrap_or(x) }
}

/// A part of the source in one short line.
fn brief(text: &str) -> String {
    let line = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(QUOTED) {
        Some((at, _)) => format!("{}..", &line[..at]),
        None => line,
    }
}
