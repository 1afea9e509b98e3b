//! Rows of results, written one at a time.

use crate::csv_input::CsvInput;
use crate::failure::Failure;
use crate::number;
use crate::output::Output;
use std::io::Write;

/// Bytes kept before they are written.
const BUFFER: usize = 1 << 16;

/// Writes a value and a gradient for every row of the input; allocates nothing per row.
pub(crate) struct RowWriter<'a> {
    form: Form<'a>,
    /// To how many digits results are rounded.
    digits: Option<u8>,
    text: String,
}

enum Form<'a> {
    /// The columns of the input, if they are wanted, then the results.
    Csv { to: Box<csv::Writer<Output>>, keep: bool },
    /// An object per row; the names are JSON already.
    Json { to: Output, names: Vec<String>, wrt: &'a [usize], buffer: Vec<u8> },
}

impl<'a> RowWriter<'a> {
    /// Rows as CSV; the current row of the input is its header, kept if `keep`.
    pub(crate) fn csv<'n>(
        to: Output,
        input: &CsvInput,
        keep: bool,
        digits: Option<u8>,
        variables: impl Iterator<Item = &'n str>,
    ) -> Result<Self, Failure> {
        let mut to = Box::new(csv::WriterBuilder::new().buffer_capacity(BUFFER).from_writer(to));
        let titles: Vec<String> =
            std::iter::once("value".to_owned()).chain(variables.map(|name| format!("d_{name}"))).collect();
        let kept = || input.fields().filter(|_| keep);
        if let Some(twice) = titles.iter().find(|title| kept().any(|column| column == title.as_bytes())) {
            let text =
                format!("{} has a column `{twice}` already: --only-results leaves its columns out", input.name());
            return Err(Failure::Usage(text));
        }
        let written = to.write_record(kept().chain(titles.iter().map(String::as_bytes)));
        written.map_err(|e| failure(&to, e))?;
        Ok(RowWriter { form: Form::Csv { to, keep }, digits, text: String::new() })
    }

    /// Rows as lines of JSON; `names` are those of all inputs, `wrt` the indices of those differentiated by.
    pub(crate) fn json(to: Output, names: &[String], wrt: &'a [usize], digits: Option<u8>) -> Self {
        let names = names.iter().map(|name| serde_json::Value::from(name.as_str()).to_string()).collect();
        RowWriter { form: Form::Json { to, names, wrt, buffer: Vec::new() }, digits, text: String::new() }
    }

    /// Writes the results of the input's current row.
    pub(crate) fn write(&mut self, input: &CsvInput, x: &[f64], value: f64, gradient: &[f64]) -> Result<(), Failure> {
        let text = &mut self.text;
        let rounded = |x| number::rounded(x, self.digits);
        let gradient = gradient.iter().map(|&slope| rounded(slope));
        match &mut self.form {
            Form::Csv { to, keep } => {
                let mut row = || -> Result<(), csv::Error> {
                    for field in input.fields().filter(|_| *keep) {
                        to.write_field(field)?;
                    }
                    for x in std::iter::once(rounded(value)).chain(gradient.clone()) {
                        text.clear();
                        number::push(text, x);
                        to.write_field(&*text)?;
                    }
                    to.write_record(None::<&[u8]>)
                };
                row().map_err(|e| failure(to, e))
            }
            Form::Json { to, names, wrt, buffer } => {
                text.clear();
                text.push_str("{\"line\":");
                text.push_str(&input.line().to_string());
                text.push_str(",\"at\":{");
                push_entries(text, names.iter().zip(x.iter().copied()));
                text.push_str("},\"value\":");
                number::push_json(text, rounded(value));
                text.push_str(",\"gradient\":{");
                push_entries(text, wrt.iter().map(|&i| &names[i]).zip(gradient));
                text.push_str("}}\n");
                buffer.extend_from_slice(text.as_bytes());
                if buffer.len() >= BUFFER { write_out(to, buffer) } else { Ok(()) }
            }
        }
    }

    /// Writes what is still in memory.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        match &mut self.form {
            Form::Csv { to, .. } => to.flush().map_err(|e| to.get_ref().failure(&e)),
            Form::Json { to, buffer, .. } => write_out(to, buffer),
        }
    }

    /// Ends the writing: all rows are there.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        self.flush()?;
        match self.form {
            Form::Csv { to, .. } => {
                to.into_inner().map_err(|e| Failure::Io(format!("cannot write CSV: {e}")))?.commit()
            }
            Form::Json { to, .. } => to.commit(),
        }
    }
}

fn push_entries<'a>(text: &mut String, entries: impl Iterator<Item = (&'a String, f64)>) {
    for (i, (name, x)) in entries.enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(name);
        text.push(':');
        number::push_json(text, x);
    }
}

fn write_out(to: &mut Output, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    let written = to.write_all(buffer).and_then(|()| to.flush());
    buffer.clear();
    written.map_err(|e| to.failure(&e))
}

fn failure(to: &csv::Writer<Output>, error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(e) => to.get_ref().failure(&e),
        other => Failure::Io(format!("cannot write CSV: {other:?}")),
    }
}
