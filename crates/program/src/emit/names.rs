//! What the names in emitted code are.

use crate::error::Error;
use crate::program::Program;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What emitted code calls a program and the values in it; see [`Program::to_rust`], [`Program::to_c`] and
/// [`Program::to_text`].
///
/// What has no name is called by its number: `x0` or `x[0]` an input, `v0` an operation. Any word can be given to an
/// input or a value: what the code calls something of its own steps aside, and a word that the language keeps for
/// itself gets a `_` at its end.
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
    ///
    /// ```
    /// use program::{Names, Program};
    /// let f = Program::record(1, |x| vec![rules::functions::erf(x[0])])?;
    /// assert!(f.to_rust(&Names::of("f").functions("crate::special"))?.contains("crate::special::erf("));
    /// # Ok::<(), program::Error>(())
    /// ```
    #[must_use]
    pub fn functions(mut self, path: &str) -> Names {
        self.path = path.to_owned();
        self
    }

    /// What everything is called in a language where `kept` tells the words that are no names.
    pub(crate) fn resolve(&self, program: &Program, kept: &dyn Fn(&str) -> bool) -> Result<Resolved, Error> {
        for (given, most, what) in
            [(self.inputs.len(), program.inputs(), "inputs"), (self.outputs.len(), program.outputs().len(), "outputs")]
        {
            if given > most {
                return Err(bad(format!("{given} names are given for {most} {what}")));
            }
        }
        let mut given: BTreeMap<u32, &str> = (0..).zip(&self.inputs).map(|(i, name)| (i, name.as_str())).collect();
        for (&id, name) in &self.values {
            if id as usize >= program.values() {
                return Err(bad(format!("`{name}` is given to value {id} of {}", program.values())));
            }
            given.insert(id, name);
        }
        let first = program.values() - program.len();
        for (&id, name) in program.outputs().iter().zip(&self.outputs) {
            if id as usize >= first {
                given.entry(id).or_insert(name);
            }
        }
        // Constants stand where they are used.
        given.retain(|&id, _| (id as usize) < program.inputs() || id as usize >= first);
        let mut seen = HashMap::new();
        for (&id, &name) in &given {
            word(name)?;
            if let Some(other) = seen.insert(name, id) {
                return Err(bad(format!("`{name}` is given to value {other} and to value {id}")));
            }
        }
        let mut taken: HashSet<String> = seen.into_keys().filter(|name| !kept(name)).map(str::to_owned).collect();
        let mut values = HashMap::new();
        for (id, name) in given {
            let name = if kept(name) {
                free(&format!("{name}_"), |name| taken.contains(name) || kept(name))
            } else {
                name.to_owned()
            };
            taken.insert(name.clone());
            values.insert(id, name);
        }
        Ok(Resolved { values, taken })
    }
}

/// Names that may be used, all different.
pub(crate) struct Resolved {
    values: HashMap<u32, String>,
    taken: HashSet<String>,
}

impl Resolved {
    /// No names.
    pub(crate) fn none() -> Resolved {
        Resolved { values: HashMap::new(), taken: HashSet::new() }
    }

    /// The name of an input or an operation.
    pub(crate) fn get(&self, id: u32) -> Option<&String> {
        self.values.get(&id)
    }

    /// A name of the code's own that nobody has given: this one, or it with as many `_` at its end as it takes.
    pub(super) fn own(&self, name: &str) -> String {
        free(name, |name| self.taken.contains(name))
    }

    /// As `own`, for what begins names that end in a number.
    pub(crate) fn numbered(&self, stem: &str) -> String {
        let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        free(stem, |stem| self.taken.iter().any(|name| name.strip_prefix(stem).is_some_and(is_number)))
    }

    /// As `own`, for what begins names that end in anything.
    pub(super) fn prefix(&self, stem: &str, function: &str) -> String {
        free(stem, |stem| function.starts_with(stem) || self.taken.iter().any(|name| name.starts_with(stem)))
    }
}

/// The word, or it with as many `_` at its end as it takes to be free.
fn free(word: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut word = word.to_owned();
    while taken(&word) {
        word.push('_');
    }
    word
}

/// Whether a word can be a name at all.
pub(super) fn word(name: &str) -> Result<(), Error> {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let word = name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit()) && name != "_";
    match word {
        true => Ok(()),
        false => Err(bad(format!("`{name}` is no name: ASCII letters, digits and _ make one"))),
    }
}

/// Whether a word can be the name of the function, which its callers write: no other is put in its place.
pub(super) fn function(name: &str, kept: impl Fn(&str) -> bool, language: &str) -> Result<(), Error> {
    word(name)?;
    match kept(name) {
        true => Err(bad(format!(
            "`{name}` has a meaning of its own in {language}: call the function `{name}_`, or otherwise"
        ))),
        false => Ok(()),
    }
}

fn bad(message: String) -> Error {
    Error::Name { message }
}
