//! `wengert grad --data`: a gradient for every row of a file, row by row.

use crate::args::{Bounds, Format, GradArgs};
use crate::csv_input::{CsvInput, TooLong};
use crate::engine::{engine, plural};
use crate::failure::{Failure, tell};
use crate::met::{Lookout, Meetings};
use crate::output::Output;
use crate::problem::{Given, Problem, given, words};
use crate::progress::Progress;
use crate::row::RowWriter;
use crate::source::Source;
use lang::{Limits, Program};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use wengert::Tape;

/// A column that is a variable.
struct Column {
    index: usize,
    name: String,
}

/// Why a row is bad.
enum Bad {
    Long(TooLong),
    Fields { found: usize, wanted: usize },
    Number { column: String, text: String },
    Program(lang::Error),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bad::Long(long) => long.fmt(f),
            Bad::Fields { found, wanted } => write!(f, "{}, and the header has {wanted}", plural(*found, "field")),
            Bad::Number { column, text } if text.is_empty() => write!(f, "`{column}` is empty"),
            Bad::Number { column, text } => write!(f, "`{column}` is `{text}`, which is no number"),
            Bad::Program(error) => write!(f, "the program fails at {}", Bounds::explain(&error.to_string())),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &GradArgs, path: &Path) -> Result<(), Failure> {
    let first = &args.first;
    let (source, values) = Source::load(&first.question)?;
    if source.from_stdin && path.as_os_str() == "-" {
        return Err(Failure::Usage("standard input cannot be both the program and the data".to_owned()));
    }
    let parsed = source.parse()?;
    let given = given(&values)?;
    let mut input = CsvInput::open(path)?;
    let columns = variables(&mut input, &source.text, &parsed, &given)?;
    input.reads_over = args.keep_going;
    let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let wrt = match &first.wrt.wrt {
        Some(wrt) => wrt.iter().map(String::as_str).collect(),
        None => names.clone(),
    };
    names.extend(given.iter().map(|g| g.name));
    let hint = format!(", or from a column of {}, which has {}", input.name(), header(&input));
    let problem = Problem::new(source, &parsed, &names, Some(wrt), first.question.bounds.limits(), &hint)?;
    problem.one_result("grad")?;
    if columns.is_empty() {
        let text = format!("{}: the program uses no column; there are {}", input.name(), header(&input));
        return Err(Failure::Data(text));
    }

    let output = Output::open(first.printing.output.as_deref())?;
    let digits = first.printing.digits;
    let writer = match first.printing.format {
        None | Some(Format::Csv) => RowWriter::csv(output, &input, !args.only_results, digits, problem.variables())?,
        Some(Format::Json) => RowWriter::json(output, problem.program.inputs(), &problem.wrt, digits),
        Some(Format::Text) => {
            return Err(Failure::Usage("rows of data are written as csv or json, not as text".to_owned()));
        }
    };
    let mut x: Vec<f64> = vec![0.0; columns.len()];
    x.extend(given.iter().map(|g| g.value));
    stream(args, &problem, &columns, x, input, writer)
}

/// The columns that are variables of the program, in the order of the header, on which the input then stands.
fn variables(input: &mut CsvInput, text: &str, program: &Program, given: &[Given<'_>]) -> Result<Vec<Column>, Failure> {
    if !input.advance()? {
        return Err(Failure::Data(format!("{} is empty: its first line is to name the columns", input.name())));
    }
    if let Some(long) = input.too_long() {
        return Err(Failure::Data(format!("{}:{}: {long}", input.name(), input.line())));
    }
    let (mentioned, inputs) = (words(text), program.inputs().iter().map(String::as_str).collect::<HashSet<_>>());
    let mut columns: Vec<Column> = Vec::new();
    for (index, name) in input.fields().enumerate() {
        let Ok(name) = std::str::from_utf8(name.trim_ascii()) else {
            let text = format!("{}:{}: the name of column {} is not UTF-8", input.name(), input.line(), index + 1);
            return Err(Failure::Data(text));
        };
        let meant = inputs.contains(name) || mentioned.contains(name) && is_constant(name);
        if !meant {
            continue;
        }
        if columns.iter().any(|column| column.name == name) {
            return Err(Failure::Data(format!("{}: two columns are called `{name}`", input.name())));
        }
        if given.iter().any(|g| g.name == name) {
            let text = format!("`{name}` is given, and it is a column of {} too", input.name());
            return Err(Failure::Usage(text));
        }
        columns.push(Column { index, name: name.to_owned() });
    }
    Ok(columns)
}

/// Whether this is the name of a constant of the language: a column is meant where it has one that the program mentions.
pub(crate) fn is_constant(name: &str) -> bool {
    let constant =
        |program: Program| program.inputs().is_empty() && program.eval::<f64>(&[], &Limits::default()).is_ok();
    Program::parse(name).is_ok_and(constant)
}

/// The names of the columns, for messages.
fn header(input: &CsvInput) -> String {
    let more = input.len().saturating_sub(20);
    let names = input.fields().take(20).map(shortened).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("the columns {names} and {more} more") } else { format!("the columns {names}") }
}

/// Rows with something to know about them.
#[derive(Default)]
struct Counted {
    count: usize,
    /// Where the first stands, and what was met there.
    first: u64,
    met: Meetings,
}

impl Counted {
    fn add(&mut self, line: u64, met: impl FnOnce() -> Meetings) {
        self.count += 1;
        if self.count == 1 {
            (self.first, self.met) = (line, met());
        }
    }

    fn say(&self, noun: &str, what: &str) {
        let Counted { count, first, met } = self;
        if *count > 0 {
            let met = met.first().map_or(String::new(), |meeting| format!(": {meeting}"));
            tell(format_args!("note: {} {what}, the first at line {first}{met}", plural(*count, noun)));
        }
    }
}

/// Reads, differentiates and writes until the data ends. `x`: the values of all inputs, those of columns first.
fn stream(
    args: &GradArgs,
    problem: &Problem,
    columns: &[Column],
    mut x: Vec<f64>,
    mut input: CsvInput,
    mut writer: RowWriter<'_>,
) -> Result<(), Failure> {
    let tape = Tape::new();
    let mut engine = engine(problem, args.first.mode.into(), &tape);
    let mut progress = Progress::new(input.size());
    let (mut value, mut gradient) = ([0.0], vec![0.0; problem.wrt.len()]);
    let (width, mut rows, mut skipped) = (input.len(), 0, 0);
    let lookout = Lookout::new(problem);
    let watch = lookout.watch();
    let mut patrol = lookout.patrol(&watch);
    let (mut not_finite, mut rough) = (Counted::default(), Counted::default());
    while input.advance()? {
        rows += 1;
        progress.at(rows, input.bytes());
        let point = read_point(&input, width, columns, &mut x);
        match point.and_then(|()| engine.run(&x, &mut value, &mut gradient).map_err(Bad::Program)) {
            Ok(()) => writer.write(&input, &x, value[0], &gradient)?,
            Err(bad) => {
                let text = format!("{}:{}: {bad}", input.name(), input.line());
                if !args.keep_going {
                    writer.flush()?;
                    progress.finish();
                    return Err(Failure::Data(format!("{text} (--keep-going skips bad rows)")));
                }
                progress.aside(|| tell(text));
                skipped += 1;
                continue;
            }
        }
        let finite = value.iter().chain(&gradient).all(|x| x.is_finite());
        if !finite {
            not_finite.add(input.line(), || lookout.all(&x, finite));
        }
        if patrol.meets(&x) {
            rough.add(input.line(), || lookout.all(&x, true));
        }
    }
    writer.commit()?;
    let time = progress.finish();
    not_finite.say("result", "with entries that are not finite");
    rough.say("row", "where the derivative is taken by convention");
    if progress.watched() {
        tell(format_args!("{rows} rows in {time:.1?}, each: {}", engine.account()));
    }
    match skipped {
        0 => Ok(()),
        _ => Err(Failure::Data(format!("{skipped} of {} skipped", plural(rows as usize, "row")))),
    }
}

/// The values of the columns at the current row.
fn read_point(input: &CsvInput, width: usize, columns: &[Column], x: &mut [f64]) -> Result<(), Bad> {
    if let Some(long) = input.too_long() {
        return Err(Bad::Long(long));
    }
    if input.len() != width {
        return Err(Bad::Fields { found: input.len(), wanted: width });
    }
    for (column, x) in columns.iter().zip(x) {
        let field = input.field(column.index).trim_ascii();
        let number = std::str::from_utf8(field).ok().and_then(|text| text.parse().ok());
        *x = number.ok_or_else(|| Bad::Number { column: column.name.clone(), text: shortened(field) })?;
    }
    Ok(())
}

/// A field for a message, cut off where it is long.
pub(crate) fn shortened(field: &[u8]) -> String {
    const SHOWN: usize = 40;
    let field = field.trim_ascii();
    let text = String::from_utf8_lossy(&field[..field.len().min(4 * SHOWN)]);
    let mut shown: String = text.chars().take(SHOWN).collect::<String>().escape_debug().to_string();
    if text.chars().count() > SHOWN {
        shown.push_str("..");
    }
    shown
}
