//! A model with its data: which name is what, and residuals with their derivatives.

use super::table::{Opened, Reading, Rows};
use crate::args::FitArgs;
use crate::data::is_constant;
use crate::engine::{Engine, engine, plural};
use crate::equations::{only, statements};
use crate::failure::{Failure, tell};
use crate::least_squares::{Residuals, norm};
use crate::number;
use crate::problem::{Problem, constant, given_for_search, words};
use crate::progress::Progress;
use crate::source::Source;
use crate::unknowns::started;
use lang::{Error, Program};
use wengert::{Mode, Tape};

/// What is known of how exact the fitted values are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Weighting {
    /// Nothing: all are equally so.
    Equal,
    /// Their weights up to a factor.
    Relative,
    /// Their standard uncertainties.
    Absolute,
}

/// A model and the rows to fit it to.
pub(crate) struct Fit {
    /// The model; it is differentiated by the parameters, its first inputs. Then come the columns, then constants.
    pub(crate) problem: Problem,
    /// What is fitted, as it was written.
    pub(crate) response: String,
    /// The columns that the model reads.
    pub(crate) variables: Vec<String>,
    constants: Vec<f64>,
    /// The values of the variables, row by row.
    data: Vec<f64>,
    /// The values to fit.
    pub(crate) observed: Vec<f64>,
    /// The factors of the residuals.
    pub(crate) factors: Vec<f64>,
    pub(crate) weighting: Weighting,
    pub(crate) rows: Rows,
}

impl Fit {
    /// Reads the model and the data.
    pub(crate) fn load(args: &FitArgs) -> Result<Fit, Failure> {
        let question = args.question();
        let (source, values) = Source::load(&question)?;
        if source.from_stdin && args.data.as_os_str() == "-" {
            return Err(Failure::Usage("standard input cannot be both the model and the data".to_owned()));
        }
        let (model, left) = split(&source)?;
        let parsed = model.parse()?;
        let given = given_for_search(&values)?;
        let reading = Reading {
            separator: args.separator.as_deref(),
            columns: args.columns.as_deref(),
            decimal_comma: args.decimal_comma,
            keep_going: args.keep_going,
        };
        let table = Opened::new(&args.data, &reading)?;
        let is_given = |name: &str| given.iter().any(|g| g.name == name);

        let mentioned = words(&model.text);
        let free = |name: &str| parsed.inputs().iter().any(|input| input == name);
        let used = |name: &str| free(name) || mentioned.contains(name) && is_constant(name);
        let columns: Vec<usize> = (0..table.names.len()).filter(|&i| used(&table.names[i])).collect();
        if let Some(&twice) = columns.iter().find(|&&i| is_given(&table.names[i])) {
            let text = format!("`{}` is given, and it is a column of {} too", table.names[twice], table.name());
            return Err(Failure::Usage(text));
        }
        let is_column = |name: &str| columns.iter().any(|&i| table.names[i] == name);
        let mut parameters: Vec<&str> =
            parsed.inputs().iter().map(String::as_str).filter(|name| !is_column(name) && !is_given(name)).collect();
        // A start value makes a parameter of what would be a constant of the language.
        let started = started(&args.start);
        parameters.extend(started.into_iter().filter(|name| !free(name) && mentioned.contains(name)));
        for g in given.iter().filter(|g| !mentioned.contains(g.name)) {
            tell(format_args!("note: the model does not use `{}`", g.name));
        }
        if parameters.is_empty() {
            let text = "the model has no parameter: all its names are columns or given";
            return Err(Failure::Usage(text.to_owned()));
        }

        if columns.is_empty() && parameters.len() > 1 {
            let text = "note: no column stands in the model";
            tell(format_args!(
                "{text}: {} are parameters; {} has {}",
                parameters.join(", "),
                table.name(),
                table.columns()
            ));
        }
        let unused = || (0..table.names.len()).filter(|i| !columns.contains(i)).map(|i| &table.names[i]);
        let alike = |name: &str| unused().find(|column| column.eq_ignore_ascii_case(name));
        for (name, column) in parameters.iter().filter_map(|name| alike(name).map(|column| (name, column))) {
            tell(format_args!("note: `{name}` is a parameter, and `{column}` is a column of {}", table.name()));
        }
        let response = Response::new(args, &source, left, &table, &columns, &parameters)?;
        let mut wanted = columns.clone();
        let mut place = |column: usize| {
            wanted.iter().position(|&c| c == column).unwrap_or_else(|| {
                wanted.push(column);
                wanted.len() - 1
            })
        };
        let of: Vec<usize> = response.columns.iter().map(|&c| place(c)).collect();
        let precision = Precision::new(args, &table)?;
        let precise = precision.column().map(&mut place);
        let factor = |row: &[f64]| precision.factor(precise.map(|i| row[i]));
        let limits = args.limits.limits();
        let value = |row: &[f64]| -> Result<f64, String> {
            let inputs: Vec<f64> = of.iter().map(|&i| row[i]).collect();
            let value = match &response.program {
                None => inputs[0],
                Some(program) => program.eval(&inputs, &limits).map_err(|e| e.to_string())?[0],
            };
            if value.is_finite() { Ok(value) } else { Err(format!("`{}` is {value}", response.text)) }
        };
        let rows = table.read(&wanted, |row| value(row).err().or_else(|| factor(row).err()))?;

        let mut names = parameters;
        let wrt = names.clone();
        names.extend(columns.iter().map(|&c| response.names[c].as_str()));
        let variables: Vec<String> = columns.iter().map(|&c| response.names[c].clone()).collect();
        names.extend(given.iter().map(|g| g.name));
        let problem = Problem::new(model, &parsed, &names, Some(wrt), limits, "")?;
        problem.one_result("fit")?;
        let each = || rows.numbers.chunks(wanted.len());
        let mut fit = Fit {
            response: response.text.clone(),
            variables,
            constants: given.iter().map(|g| g.value).collect(),
            data: each().flat_map(|row| &row[..columns.len()]).copied().collect(),
            observed: each().filter_map(|row| value(row).ok()).collect(),
            factors: each().filter_map(|row| factor(row).ok()).collect(),
            weighting: precision.weighting(),
            problem,
            rows,
        };
        fit.rows.numbers = Vec::new();
        fit.counts()?;
        Ok(fit)
    }

    /// Fails where there are fewer rows than parameters.
    fn counts(&self) -> Result<(), Failure> {
        let counted = self.factors.iter().filter(|&&f| f > 0.0).count();
        let parameters = self.problem.wrt.len();
        let name = &self.rows.name;
        let weighed = if counted < self.factors.len() { " with a weight" } else { "" };
        match counted {
            0 => Err(Failure::Data(format!("{name} has no row{weighed}"))),
            _ if counted < parameters => {
                let (parameters, rows) = (plural(parameters, "parameter"), plural(counted, "row"));
                let text = format!(
                    "{name} has {rows}{weighed}, too few for {parameters}: hold some at values with NAME=VALUE"
                );
                Err(Failure::Data(text))
            }
            _ => Ok(()),
        }
    }

    /// The names of the parameters.
    pub(crate) fn parameters(&self) -> Vec<String> {
        self.problem.variables().map(str::to_owned).collect()
    }

    /// The values of the variables in a row.
    pub(crate) fn row(&self, i: usize) -> &[f64] {
        let width = self.variables.len();
        &self.data[i * width..(i + 1) * width]
    }

    /// The inputs of the model for parameters and variables.
    pub(crate) fn point(&self, parameters: &[f64], variables: &[f64], point: &mut Vec<f64>) {
        point.clear();
        point.extend(parameters.iter().chain(variables).chain(&self.constants));
    }

    /// Residuals of some of the rows, on this tape.
    pub(crate) fn residuals<'a>(&'a self, tape: &'a Tape, rows: Vec<usize>) -> OfRows<'a> {
        let scaled: Vec<f64> = rows.iter().map(|&i| self.observed[i] * self.factors[i]).collect();
        let noise = f64::EPSILON * norm(&scaled);
        let engine = engine(&self.problem, Mode::Auto, tape);
        OfRows { fit: self, engine, rows, point: Vec::new(), noise, bad: None, runs: 0, progress: Progress::new(None) }
    }
}

/// The residuals of rows of a fit: what the model gives less what was observed, weighed.
pub(crate) struct OfRows<'a> {
    fit: &'a Fit,
    engine: Box<dyn Engine + 'a>,
    pub(crate) rows: Vec<usize>,
    point: Vec<f64>,
    noise: f64,
    /// The row at which the last run was not finite or failed.
    pub(crate) bad: Option<usize>,
    runs: u64,
    progress: Progress,
}

impl Residuals for OfRows<'_> {
    type Error = Error;

    fn count(&self) -> usize {
        self.rows.len()
    }

    fn noise(&self) -> f64 {
        self.noise
    }

    fn eval(&mut self, x: &[f64], residuals: &mut [f64], jacobian: &mut [f64]) -> Result<(), Error> {
        let n = x.len();
        self.bad = None;
        self.runs += 1;
        let (runs, rows) = (self.runs, self.rows.len());
        self.progress.say(|| format!("run {runs} over {}", plural(rows, "row")));
        for ((&i, r), row) in self.rows.iter().zip(residuals).zip(jacobian.chunks_mut(n)) {
            let factor = self.fit.factors[i];
            let mut value = [0.0];
            // What has no weight has no say, whatever the model gives there.
            if factor == 0.0 {
                *r = 0.0;
                row.fill(0.0);
                continue;
            }
            self.fit.point(x, self.fit.row(i), &mut self.point);
            self.engine.run(&self.point, &mut value, row).inspect_err(|_| self.bad = Some(i))?;
            *r = factor * (value[0] - self.fit.observed[i]);
            row.iter_mut().for_each(|d| *d *= factor);
            if !(r.is_finite() && row.iter().all(|d| d.is_finite())) {
                self.bad.get_or_insert(i);
            }
        }
        Ok(())
    }
}

/// The model alone, and the place of the other side of the equation if it is one.
fn split(source: &Source) -> Result<(Source, Option<std::ops::Range<usize>>), Failure> {
    let (mut kept, statements) = statements(&source.text);
    let copy = |text: String| Source { text, file: source.file.clone(), from_stdin: source.from_stdin };
    match &statements[..] {
        [] => Err(Failure::Usage("the model is empty: an expression is wanted, such as 'a*exp(-b*t) + c'".to_owned())),
        [one] => match &one.right {
            None => Ok((copy(source.text.clone()), None)),
            Some(right) => {
                kept.push(right.clone());
                Ok((copy(only(&source.text, &kept)), Some(one.left.clone())))
            }
        },
        more => {
            let text = format!("one model is wanted, and there are {} between semicolons", more.len());
            Err(Failure::Usage(text))
        }
    }
}

/// What is fitted.
struct Response {
    text: String,
    /// The columns that it is made of.
    columns: Vec<usize>,
    /// How it is made of them; none for a column itself.
    program: Option<Program>,
    names: Vec<String>,
}

impl Response {
    fn new(
        args: &FitArgs,
        source: &Source,
        left: Option<std::ops::Range<usize>>,
        table: &Opened<'_>,
        used: &[usize],
        parameters: &[&str],
    ) -> Result<Response, Failure> {
        let names = table.names.clone();
        let column = |name: &str| table.column(name);
        let alone =
            |i: usize| Response { text: names[i].clone(), columns: vec![i], program: None, names: names.clone() };
        if let (Some(left), Some(of)) = (&left, &args.of) {
            let text = format!("`{} = ..` and --of {of} both say what is fitted", source.text[left.clone()].trim());
            return Err(Failure::Usage(text));
        }
        if let Some(left) = left {
            let text = source.text[left.clone()].trim().to_owned();
            if let Some(i) = column(&text) {
                return Ok(alone(i));
            }
            let left = Source { text: only(&source.text, &[left]), file: source.file.clone(), from_stdin: false };
            let program = left.parse()?;
            let mut columns = Vec::new();
            for name in program.inputs() {
                match column(name) {
                    Some(i) => columns.push(i),
                    None => {
                        let text = format!(
                            "the left side `{text}` has `{name}`, and {} has {}",
                            table.name(),
                            table.columns()
                        );
                        return Err(Failure::Usage(text));
                    }
                }
            }
            if columns.is_empty() || program.outputs() != 1 {
                return Err(Failure::Usage(format!("the left side `{text}` is to be made of columns, one number")));
            }
            return Ok(Response { text, columns, program: Some(program), names });
        }
        if let Some(of) = &args.of {
            return match column(of.trim()) {
                Some(i) => Ok(alone(i)),
                None => Err(Failure::Usage(format!("--of {of}: {} has {}", table.name(), table.columns()))),
            };
        }
        let other = |name: &Option<String>| name.as_deref().and_then(|name| column(name.trim()));
        let taken = [other(&args.sigma), other(&args.weights)];
        let open: Vec<usize> = (0..names.len()).filter(|i| !used.contains(i) && !taken.contains(&Some(*i))).collect();
        match open[..] {
            [i] => Ok(alone(i)),
            _ => match open.iter().find(|&&i| names[i] == "y") {
                Some(&i) => Ok(alone(i)),
                None => {
                    let why = match open.len() {
                        0 => format!("the model uses all columns of {}", table.name()),
                        _ => format!(
                            "{} has {}; {} are parameters",
                            table.name(),
                            table.columns(),
                            parameters.join(", ")
                        ),
                    };
                    let text = format!("which column is to be fitted? {why}: write 'COLUMN = ..', or --of COLUMN");
                    Err(Failure::Usage(text))
                }
            },
        }
    }
}

/// Where the factors of the residuals come from.
enum Precision {
    Equal,
    Sigma(f64),
    SigmaColumn(usize, String),
    Weights(usize, String),
}

impl Precision {
    fn new(args: &FitArgs, table: &Opened<'_>) -> Result<Precision, Failure> {
        let column = |name: &str, option: &str| {
            let name = name.trim();
            match table.column(name) {
                Some(i) => Ok((i, name.to_owned())),
                None => Err(Failure::Usage(format!("{option} {name}: {} has {}", table.name(), table.columns()))),
            }
        };
        if let Some(weights) = &args.weights {
            return column(weights, "--weights").map(|(i, name)| Precision::Weights(i, name));
        }
        let Some(sigma) = &args.sigma else { return Ok(Precision::Equal) };
        match constant(sigma, sigma) {
            Ok(x) if table.column(sigma.trim()).is_none() => match x > 0.0 && x.is_finite() {
                true => Ok(Precision::Sigma(x)),
                false => Err(Failure::Usage(format!("--sigma {sigma}: an uncertainty is a positive number"))),
            },
            _ => column(sigma, "--sigma").map(|(i, name)| Precision::SigmaColumn(i, name)),
        }
    }

    fn column(&self) -> Option<usize> {
        match self {
            Precision::SigmaColumn(i, _) | Precision::Weights(i, _) => Some(*i),
            _ => None,
        }
    }

    fn weighting(&self) -> Weighting {
        match self {
            Precision::Equal => Weighting::Equal,
            Precision::Weights(..) => Weighting::Relative,
            Precision::Sigma(_) | Precision::SigmaColumn(..) => Weighting::Absolute,
        }
    }

    /// The factor of a residual; an error where it makes no sense.
    fn factor(&self, x: Option<f64>) -> Result<f64, String> {
        match (self, x) {
            (Precision::Sigma(sigma), _) => Ok(1.0 / sigma),
            (Precision::SigmaColumn(_, name), Some(x)) if !(x > 0.0 && (1.0 / x).is_finite()) => {
                Err(format!("`{name}` is {}: an uncertainty is a positive number", number::text(x)))
            }
            (Precision::SigmaColumn(..), Some(x)) => Ok(1.0 / x),
            (Precision::Weights(_, name), Some(x)) if x < 0.0 => {
                Err(format!("`{name}` is {}: a weight is not negative", number::text(x)))
            }
            (Precision::Weights(..), Some(x)) => Ok(x.sqrt()),
            _ => Ok(1.0),
        }
    }
}
