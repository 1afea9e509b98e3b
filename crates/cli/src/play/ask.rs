//! A program and a point, as the page sends them, and what stops programs there.

use super::fault::Fault;
use crate::args::Size;
use crate::problem::Problem;
use crate::recorded::{Recorded, Sweep};
use crate::source::Source;
use lang::{Limits, Program, Workspace};
use serde_json::{Map, Value};

/// The longest program, in bytes.
const LONGEST: usize = 16 << 10;

/// The most variables: each has a slider.
const VARIABLES: usize = 64;

/// The most results.
const RESULTS: usize = 64;

/// The most operations of a graph, and of a trace.
pub(super) const OPERATIONS: usize = 300;

/// The most steps of a run that is looked at closely.
pub(super) const STEPS: u64 = 200_000;

/// The limits of one run.
pub(super) fn limits(steps: u64) -> Limits {
    Limits { steps, depth: 10_000, values: 1 << 18 }
}

/// A question about a program at a point.
pub(super) struct Ask<'a> {
    json: &'a Value,
    pub(super) problem: Problem,
    pub(super) x: Vec<f64>,
    pub(super) values: Vec<f64>,
}

impl Ask<'_> {
    /// The program with all its variables; those that have no value yet are 1.
    ///
    /// # Errors
    /// If the program is wrong, too large, or has no value at the point.
    pub(super) fn read(json: &Value) -> Result<Ask<'_>, Fault> {
        let text = json["program"].as_str().ok_or_else(|| Fault::new("the question has no program"))?;
        if text.len() > LONGEST {
            let advice = "the commands of `wengert` take programs of any length";
            return Err(Fault::new(format!("the page takes programs of {} KiB at most", LONGEST >> 10)).advice(advice));
        }
        if text.trim().is_empty() {
            return Err(Fault::new("write an expression").advice("for example x*sin(x*y)"));
        }
        let wrong = |e: lang::Error| Fault::of(&e, text, STEPS);
        let program = Program::parse(text).map_err(wrong)?;
        let (n, m) = (program.inputs().len(), program.outputs());
        if n > VARIABLES || m > RESULTS {
            let message =
                format!("the page takes {VARIABLES} variables and {RESULTS} results, and here are {n} and {m}");
            return Err(Fault::new(message).advice("the commands of `wengert` take any number"));
        }
        let empty = Map::new();
        let at = json["at"].as_object().unwrap_or(&empty);
        let x: Vec<f64> =
            program.inputs().iter().map(|name| at.get(name).map_or(Ok(1.0), number)).collect::<Result<_, _>>()?;
        let mut values = vec![0.0; m];
        program.eval_into(&x, &limits(STEPS), &mut Workspace::new(), &mut values).map_err(wrong)?;
        let source = Source { text: text.to_owned(), file: None, from_stdin: false };
        let problem = Problem { source, program, wrt: (0..n).collect(), limits: limits(STEPS) };
        Ok(Ask { json, problem, x, values })
    }

    /// What has gone wrong with a run that went well on numbers.
    pub(super) fn wrong(&self, error: &lang::Error) -> Fault {
        Fault::of(error, &self.problem.source.text, self.problem.limits.steps)
    }

    /// The names of the results.
    pub(super) fn results(&self) -> Vec<String> {
        crate::recorded::result_names(&self.problem.program)
    }

    /// The number of the result that is looked at: the one asked for, or the first.
    pub(super) fn of(&self) -> usize {
        let of = self.json["of"].as_u64().and_then(|of| usize::try_from(of).ok());
        of.filter(|&of| of < self.values.len()).unwrap_or(0)
    }

    /// The number of the variable of that role: the one asked for, or another one from `first` on.
    pub(super) fn variable(&self, role: &str, first: usize) -> Result<usize, Fault> {
        let names = self.problem.program.inputs();
        let asked = self.json[role].as_str().and_then(|name| names.iter().position(|known| known == name));
        asked.or((first < names.len()).then_some(first)).ok_or_else(|| {
            let wants = if first == 0 { "a variable" } else { "two variables" };
            Fault::new(format!("this wants {wants}, and the program has {}", names.len()))
        })
    }

    /// The range of that name: two numbers, the second greater than the first.
    pub(super) fn range(&self, name: &str) -> Result<[f64; 2], Fault> {
        let ends = [number(&self.json[name][0])?, number(&self.json[name][1])?];
        match ends[0] < ends[1] && (ends[1] - ends[0]).is_finite() {
            true => Ok(ends),
            false => Err(Fault::new("a range goes from a number to a greater one")),
        }
    }

    /// Whether a word of the question says yes.
    pub(super) fn is(&self, name: &str) -> bool {
        self.json[name] == true
    }

    /// The program taken apart, and the two sweeps: along a variable, and of a result.
    pub(super) fn recorded(&self) -> Result<(Recorded, Option<Sweep>, Sweep), Fault> {
        let size = Size { max_operations: OPERATIONS };
        let recorded = Recorded::of(self.problem.clone(), self.x.clone(), size).map_err(|failure| {
            let advice = format!("graphs and traces have {OPERATIONS} operations at most here");
            Fault::from(failure).advice(advice)
        })?;
        let one = |count: usize, which: usize| (0..count).map(|i| f64::from(u8::from(i == which))).collect();
        let forward = self.variable("along", 0).ok().map(|along| Sweep::Forward(one(self.x.len(), along)));
        Ok((recorded, forward, Sweep::Reverse(one(self.values.len(), self.of()))))
    }
}

/// A number, or the text of one that JSON does not have.
fn number(value: &Value) -> Result<f64, Fault> {
    let number = value.as_f64().or_else(|| value.as_str().and_then(|text| text.parse().ok()));
    number.filter(|x| x.is_finite()).ok_or_else(|| Fault::new("a value is not a number"))
}
