//! A table of numbers in memory: the columns of a file that a model needs.

use crate::csv_input::{CsvInput, Separator, TooLong};
use crate::data::shortened;
use crate::engine::plural;
use crate::failure::{Failure, tell};
use std::fmt;
use std::path::Path;

/// The most numbers kept.
const MOST: usize = 1 << 26;

/// How a table is to be read.
pub(crate) struct Reading<'a> {
    pub(crate) separator: Option<&'a str>,
    pub(crate) columns: Option<&'a [String]>,
    pub(crate) decimal_comma: bool,
    pub(crate) keep_going: bool,
}

/// A table with its header read.
pub(crate) struct Opened<'a> {
    input: CsvInput,
    reading: &'a Reading<'a>,
    /// What all columns are called in models.
    pub(crate) names: Vec<String>,
    /// What they are called in the table.
    titles: Vec<String>,
    /// Whether the current row is data already.
    headless: bool,
}

/// Rows of numbers.
pub(crate) struct Rows {
    /// The name of the file.
    pub(crate) name: String,
    /// The numbers, row by row.
    pub(crate) numbers: Vec<f64>,
    /// The line that each row begins at.
    pub(crate) lines: Vec<u64>,
    /// How many rows were left out.
    pub(crate) skipped: usize,
}

/// Why a row is bad.
enum Bad {
    Long(TooLong),
    Fields { found: usize, wanted: usize },
    Number { column: String, text: String, decimal: bool },
    Refused(String),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bad::Long(long) => long.fmt(f),
            Bad::Fields { found, wanted } => {
                write!(f, "{}, and the first row has {wanted}", plural(*found, "field"))
            }
            Bad::Number { column, text, .. } if text.is_empty() => write!(f, "`{column}` is empty"),
            Bad::Number { column, text, decimal } => {
                write!(f, "`{column}` is `{text}`, which is no number")?;
                if *decimal { write!(f, " (--decimal-comma reads it)") } else { Ok(()) }
            }
            Bad::Refused(why) => f.write_str(why),
        }
    }
}

impl<'a> Opened<'a> {
    /// Opens a table and reads its header.
    pub(crate) fn new(path: &Path, reading: &'a Reading<'a>) -> Result<Opened<'a>, Failure> {
        let separator = match reading.separator {
            None => Separator::Found,
            Some("tab" | "\\t") => Separator::Byte(b'\t'),
            Some("space" | " ") => Separator::Spaces,
            Some(text) => match text.as_bytes() {
                [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && *byte != b'"' => Separator::Byte(*byte),
                _ => {
                    let text = format!("--separator `{text}`: one character that no number has, or tab or space");
                    return Err(Failure::Usage(text));
                }
            },
        };
        let mut input = CsvInput::open_table(path, separator)?;
        input.reads_over = reading.keep_going;
        if !input.advance()? {
            return Err(Failure::Data(format!("{} is empty: rows of numbers are wanted", input.name())));
        }
        if let Some(long) = input.too_long() {
            return Err(Failure::Data(format!("{}:{}: {long}", input.name(), input.line())));
        }
        if reading.decimal_comma && input.separator() == Separator::Byte(b',') {
            let text = "--decimal-comma: the fields are separated by commas too; --separator says by what else";
            return Err(Failure::Usage(text.to_owned()));
        }
        let headless = input.fields().all(|field| number(field, reading.decimal_comma).is_some());
        let names = match reading.columns {
            Some(names) if names.len() == input.len() => names.iter().map(|name| name.trim().to_owned()).collect(),
            Some(names) => {
                let (names, fields) = (plural(names.len(), "column"), plural(input.len(), "field"));
                let text = format!("--columns names {names}, and the first row of {} has {fields}", input.name());
                return Err(Failure::Usage(text));
            }
            None if headless => {
                let names = unnamed(input.len());
                tell(format_args!(
                    "note: {} has no header: its columns are {}; --columns names them",
                    input.name(),
                    names.join(", ")
                ));
                names
            }
            None => header(&input)?,
        };
        if let Some((i, name)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            let _ = i;
            return Err(Failure::Data(format!("{}: two columns are called `{name}`", input.name())));
        }
        let titles = names;
        let names = called(&titles);
        Ok(Opened { input, reading, names, titles, headless })
    }

    /// What to call the file.
    pub(crate) fn name(&self) -> &str {
        self.input.name()
    }

    /// The column of this name, or with this title.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        let place = |list: &[String]| list.iter().position(|column| column == name);
        place(&self.names).or_else(|| place(&self.titles))
    }

    /// The columns, for messages.
    pub(crate) fn columns(&self) -> String {
        let named = self.names.iter().zip(&self.titles).take(20).map(|(name, title)| match name == title {
            true => shortened(name.as_bytes()),
            false => format!("{name} (\"{}\")", shortened(title.as_bytes())),
        });
        let shown: Vec<String> = named.collect();
        let more = match self.names.len().saturating_sub(20) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("the columns {}{more}", shown.join(", "))
    }

    /// Reads the numbers of these columns; `refuse` says what is wrong with a row of numbers, if anything is.
    pub(crate) fn read(mut self, wanted: &[usize], refuse: impl Fn(&[f64]) -> Option<String>) -> Result<Rows, Failure> {
        let width = self.names.len();
        let mut rows = Rows { name: self.input.name().to_owned(), numbers: Vec::new(), lines: Vec::new(), skipped: 0 };
        let mut row = vec![0.0; wanted.len()];
        let mut waiting = self.headless;
        while std::mem::take(&mut waiting) || self.input.advance()? {
            let read = self.row(width, wanted, &mut row).and_then(|()| match refuse(&row) {
                None => Ok(()),
                Some(why) => Err(Bad::Refused(why)),
            });
            match read {
                Ok(()) => {
                    rows.numbers.extend_from_slice(&row);
                    rows.lines.push(self.input.line());
                }
                Err(bad) => {
                    let text = format!("{}:{}: {bad}", rows.name, self.input.line());
                    if !self.reading.keep_going {
                        return Err(Failure::Data(format!("{text} (--keep-going leaves bad rows out)")));
                    }
                    tell(text);
                    rows.skipped += 1;
                }
            }
            if rows.numbers.len() > MOST {
                let text = format!("{} has more than {MOST} numbers: fit a part of it", rows.name);
                return Err(Failure::Data(text));
            }
        }
        Ok(rows)
    }

    fn row(&self, width: usize, wanted: &[usize], row: &mut [f64]) -> Result<(), Bad> {
        if let Some(long) = self.input.too_long() {
            return Err(Bad::Long(long));
        }
        if self.input.len() != width {
            return Err(Bad::Fields { found: self.input.len(), wanted: width });
        }
        for (x, &column) in row.iter_mut().zip(wanted) {
            let field = self.input.field(column);
            *x = number(field, self.reading.decimal_comma).ok_or_else(|| Bad::Number {
                column: self.names[column].clone(),
                text: shortened(field),
                decimal: !self.reading.decimal_comma && number(field, true).is_some(),
            })?;
            if !x.is_finite() {
                return Err(Bad::Refused(format!("`{}` is {x}, which cannot be fitted", self.names[column])));
            }
        }
        Ok(())
    }
}

fn number(field: &[u8], decimal_comma: bool) -> Option<f64> {
    let text = std::str::from_utf8(field).ok()?.trim();
    if decimal_comma { text.replacen(',', ".", 1).parse().ok() } else { text.parse().ok() }
}

/// Names for columns without any.
fn unnamed(count: usize) -> Vec<String> {
    let mut names: Vec<String> = match count {
        2 => vec!["x".to_owned()],
        _ => (1..count).map(|i| format!("x{i}")).collect(),
    };
    names.push("y".to_owned());
    names
}

/// What columns are called in models: by their titles, without units and with `_` for what no name has, where that leaves a
/// name that no other column has.
fn called(titles: &[String]) -> Vec<String> {
    let short = |title: &String| -> String {
        let words = title.split(['(', '[', '{']).next().unwrap_or_default();
        let words = words.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        let name = words.collect::<Vec<&str>>().join("_");
        match name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
            true => title.clone(),
            false => name,
        }
    };
    let names: Vec<String> = titles.iter().map(short).collect();
    let once = |name: &String| names.iter().chain(titles).filter(|other| *other == name).count() <= 1;
    names.iter().zip(titles).map(|(name, title)| if once(name) { name.clone() } else { title.clone() }).collect()
}

fn header(input: &CsvInput) -> Result<Vec<String>, Failure> {
    let named = |(i, name): (usize, &[u8])| match std::str::from_utf8(name.trim_ascii()) {
        Ok("") => Ok(format!("column {}", i + 1)),
        Ok(name) => Ok(name.to_owned()),
        Err(_) => {
            let text = format!("{}:{}: the name of column {} is not UTF-8", input.name(), input.line(), i + 1);
            Err(Failure::Data(text))
        }
    };
    input.fields().enumerate().map(named).collect()
}
