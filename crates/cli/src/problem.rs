//! A program bound to the names of its variables, and the point that the command line gives.

use crate::args::Question;
use crate::failure::{Failure, tell};
use crate::source::Source;
use lang::{Limits, Program};
use std::collections::HashSet;

/// A number given to a name.
pub(crate) struct Given<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: f64,
}

/// A program whose inputs are known, and which of them to differentiate by.
#[derive(Clone)]
pub(crate) struct Problem {
    pub(crate) source: Source,
    pub(crate) program: Program,
    /// The indices of the inputs to differentiate by, in the order of the results.
    pub(crate) wrt: Vec<usize>,
    pub(crate) limits: Limits,
}

impl Problem {
    /// The program of the arguments at the point of the arguments.
    pub(crate) fn at_point(question: &Question, wrt: Option<&[String]>) -> Result<(Problem, Vec<f64>), Failure> {
        let (source, values) = Source::load(question)?;
        let parsed = source.parse()?;
        let given = given(&values)?;
        let names: Vec<&str> = given.iter().map(|g| g.name).collect();
        for name in names.iter().filter(|name| !parsed.inputs().iter().any(|input| input == *name)) {
            // A name that hides a constant is used although it is no free name.
            if !words(&source.text).contains(name) {
                tell(format_args!("note: the program does not use `{name}`; its derivatives are 0"));
            }
        }
        let wrt = wrt.map(|wrt| wrt.iter().map(String::as_str).collect());
        let problem = Problem::new(source, &parsed, &names, wrt, question.bounds.limits(), "")?;
        Ok((problem, given.iter().map(|g| g.value).collect()))
    }

    /// The program of the arguments with its variables: those that the arguments give a value, then the others in the
    /// order of their appearance.
    pub(crate) fn of_names(question: &Question) -> Result<(Problem, Vec<Option<f64>>), Failure> {
        let (source, values) = Source::load(question)?;
        let parsed = source.parse()?;
        let given = given(&values)?;
        let mut names: Vec<&str> = given.iter().map(|g| g.name).collect();
        let mut values: Vec<Option<f64>> = given.iter().map(|g| Some(g.value)).collect();
        let free = parsed.inputs().iter().filter(|name| !given.iter().any(|g| g.name == *name));
        names.extend(free.map(String::as_str));
        values.resize(names.len(), None);
        let problem = Problem::new(source, &parsed, &names, None, question.bounds.limits(), "")?;
        Ok((problem, values))
    }

    /// Binds a program to names; `wrt`: those to differentiate by, all if there are none. `hint`: what to say of a
    /// variable that is not bound.
    pub(crate) fn new(
        source: Source,
        program: &Program,
        names: &[&str],
        wrt: Option<Vec<&str>>,
        limits: Limits,
        hint: &str,
    ) -> Result<Problem, Failure> {
        if let Some(twice) = repeated(names) {
            return Err(Failure::Usage(format!("`{twice}` is given twice")));
        }
        let program = program.bind(names).map_err(|e| {
            let unbound = &source.text.get(e.span()).unwrap_or("").trim();
            let hint = match e.is_unknown_name() && !unbound.is_empty() {
                true => format!("variables get their values as {unbound}=VALUE{hint}"),
                false => String::new(),
            };
            source.failure(&e, &hint)
        })?;
        let wrt = match wrt {
            None => (0..names.len()).collect(),
            Some(wrt) => {
                if let Some(twice) = repeated(&wrt) {
                    return Err(Failure::Usage(format!("--wrt names `{twice}` twice")));
                }
                wrt.iter().map(|name| position(names, name.trim(), "--wrt")).collect::<Result<_, _>>()?
            }
        };
        Ok(Problem { source, program, wrt, limits })
    }

    /// The names to differentiate by.
    pub(crate) fn variables(&self) -> impl ExactSizeIterator<Item = &str> {
        self.wrt.iter().map(|&i| self.program.inputs()[i].as_str())
    }

    /// An error of a run, drawn.
    pub(crate) fn failure(&self, error: &lang::Error) -> Failure {
        self.source.failure(error, "")
    }

    /// Fails unless the program has one result.
    pub(crate) fn one_result(&self, command: &str) -> Result<(), Failure> {
        match self.program.outputs() {
            1 => Ok(()),
            m => {
                let text = format!("{command} wants a program with one result, and this one has {m}: use `jacobian`");
                Err(Failure::Usage(text))
            }
        }
    }
}

/// The index of a name among the inputs.
pub(crate) fn position(names: &[impl AsRef<str>], name: &str, option: &str) -> Result<usize, Failure> {
    names.iter().position(|known| known.as_ref() == name).ok_or_else(|| {
        let known: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        Failure::Usage(match known.is_empty() {
            true => format!("{option} names `{name}`, and no variable has a value"),
            false => format!("{option} names `{name}`; the variables are {}", known.join(", ")),
        })
    })
}

/// The numbers that `NAME=VALUE` arguments give.
pub(crate) fn given<'a>(values: &[&'a str]) -> Result<Vec<Given<'a>>, Failure> {
    values
        .iter()
        .map(|&text| {
            let Some((name, value)) = text.split_once('=') else {
                return Err(Failure::Usage(format!("`{text}` is not of the form NAME=VALUE")));
            };
            let name = name.trim();
            if !is_name(name) {
                return Err(Failure::Usage(format!("`{name}` in `{text}` is no name of a variable")));
            }
            Ok(Given { name, value: constant(value, text)? })
        })
        .collect()
}

/// The same for a search, which leads nowhere where one is no number.
pub(crate) fn given_for_search<'a>(values: &[&'a str]) -> Result<Vec<Given<'a>>, Failure> {
    let all = given(values)?;
    match all.iter().find(|g| g.value.is_nan()) {
        Some(g) => Err(Failure::Usage(format!("the value of `{}` is NaN, with which nothing can be found", g.name))),
        None => Ok(all),
    }
}

/// The number that `value` is: a literal, or an expression without variables; `whole` is the argument it stands in.
pub(crate) fn constant(value: &str, whole: &str) -> Result<f64, Failure> {
    if let Ok(x) = value.trim().parse() {
        return Ok(x);
    }
    let explained = |why: &dyn std::fmt::Display| Failure::Usage(format!("the value in `{whole}`: {why}"));
    let program = Program::parse(value).and_then(|program| program.bind(&[])).map_err(|e| explained(&e))?;
    match program.eval::<f64>(&[], &Limits::default()).map_err(|e| explained(&e))?[..] {
        [x] => Ok(x),
        ref many => Err(explained(&format_args!("one number is wanted, not {}", many.len()))),
    }
}

/// Whether a variable can have this name.
pub(crate) fn is_name(text: &str) -> bool {
    text.chars().all(in_name) && Program::parse(&format!("fn f({text}) = 0; f(0)")).is_ok()
}

/// The words of a program's text, names among them.
pub(crate) fn words(text: &str) -> HashSet<&str> {
    text.split(|c| !in_name(c)).collect()
}

fn in_name(c: char) -> bool {
    !c.is_ascii() || c.is_ascii_alphanumeric() || c == '_'
}

fn repeated<'a>(names: &[&'a str]) -> Option<&'a str> {
    let mut seen = HashSet::new();
    names.iter().find(|name| !seen.insert(**name)).copied()
}
