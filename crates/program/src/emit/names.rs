//! What the names in emitted code are.

use crate::error::Error;
use crate::program::Program;
use std::collections::{BTreeMap, HashMap};

/// What emitted code calls a program and the values in it; see [`Program::to_rust`], [`Program::to_c`] and
/// [`Program::to_text`].
///
/// What has no name is called by its number: `x0` or `x[0]` an input, `v0` an operation.
///
/// ```
/// use program::{Names, Program};
/// use rules::Functions;
/// let f = Program::record(2, |x| vec![(x[0] * x[1]).sin()])?;
/// let names = Names::of("wave").inputs(["frequency", "time"]).value(2, "phase").outputs(["height"]);
/// assert_eq!(f.to_text(&names)?, "\
/// program(frequency, time)
/// phase = frequency * time
/// height = sin(phase)
/// return height
/// ");
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub(super) function: String,
    pub(super) path: String,
    inputs: Vec<String>,
    outputs: Vec<String>,
    values: BTreeMap<u32, String>,
}

impl Names {
    /// A function of that name, whose inputs and values have none.
    #[must_use]
    pub fn of(function: &str) -> Names {
        Names { function: function.to_owned(), path: "wengert::functions".to_owned(), ..Names::default() }
    }

    /// The names of the inputs.
    #[must_use]
    pub fn inputs<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Names {
        self.inputs = names.into_iter().map(Into::into).collect();
        self
    }

    /// The names of the outputs: of the operations that compute them, where these have no name of their own.
    #[must_use]
    pub fn outputs<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Names {
        self.outputs = names.into_iter().map(Into::into).collect();
        self
    }

    /// The name of the value with that id.
    #[must_use]
    pub fn value(mut self, id: u32, name: &str) -> Names {
        self.values.insert(id, name.to_owned());
        self
    }

    /// Where Rust finds the functions that `f64` does not have; `wengert::functions` unless said otherwise.
    #[must_use]
    pub fn functions(mut self, path: &str) -> Names {
        self.path = path.to_owned();
        self
    }

    /// The names by the ids of inputs and operations. `reserved` are the words of the language.
    pub(crate) fn resolve(&self, program: &Program, reserved: &str) -> Result<HashMap<u32, String>, Error> {
        for (given, most, what) in
            [(self.inputs.len(), program.inputs(), "inputs"), (self.outputs.len(), program.outputs().len(), "outputs")]
        {
            if given > most {
                return Err(bad(format!("{given} names are given for {most} {what}")));
            }
        }
        let mut names: HashMap<u32, String> = (0..).zip(&self.inputs).map(|(i, name)| (i, name.clone())).collect();
        for (&id, name) in &self.values {
            if id as usize >= program.values() {
                return Err(bad(format!("`{name}` is given to value {id} of {}", program.values())));
            }
            names.insert(id, name.clone());
        }
        let first = program.values() - program.len();
        for (&id, name) in program.outputs().iter().zip(&self.outputs) {
            if id as usize >= first {
                names.entry(id).or_insert_with(|| name.clone());
            }
        }
        // Constants stand where they are used.
        names.retain(|&id, _| (id as usize) < program.inputs() || id as usize >= first);
        let mut seen = HashMap::new();
        for (&id, name) in &names {
            check(name, reserved)?;
            if let Some(other) = seen.insert(name, id) {
                return Err(bad(format!("`{name}` is given to value {other} and to value {id}")));
            }
        }
        Ok(names)
    }
}

/// Whether a word can be a name.
pub(super) fn check(name: &str, reserved: &str) -> Result<(), Error> {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let word = name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit()) && name != "_";
    let numbered = ["x", "y", "v"]
        .iter()
        .any(|own| name.strip_prefix(own).is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit())));
    if !word {
        return Err(bad(format!("`{name}` is no name: ASCII letters, digits and _ make one")));
    }
    if numbered || name.starts_with("wengert_") || reserved.split_whitespace().any(|other| other == name) {
        return Err(bad(format!("`{name}` has a meaning of its own in the code: take another name")));
    }
    Ok(())
}

fn bad(message: String) -> Error {
    Error::Name { message }
}
