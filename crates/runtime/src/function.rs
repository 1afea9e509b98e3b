//! A function: its text or its program, its names, and what was recorded of it.

use crate::error::{Error, Kind};
use crate::quantity::Quantity;
use crate::recording::Recording;
use lang::Limits;
use program::{Names, Node, Program};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// How many recordings of one text are kept, one for each way through its branches; the oldest is forgotten.
pub const MOST_RECORDINGS: usize = 64;

/// What a run may take: a recording holds some tens of bytes for each operation.
pub(crate) const LIMITS: Limits = Limits { steps: 20_000_000, depth: 1_000_000, values: 1 << 24 };

/// A function known at run time, with its derivatives.
///
/// It can be shared between threads; evaluating it needs no exclusive access.
pub struct Function {
    pub(crate) text: Option<lang::Program>,
    names: Vec<String>,
    outputs: usize,
    recordings: RwLock<Vec<Arc<Recording>>>,
    /// Which recording served last.
    last: AtomicUsize,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Function({}; {} outputs)", self.names.join(", "), self.outputs)
    }
}

impl Function {
    /// The function that a text of the language says; its inputs are the free names, in order of first appearance.
    ///
    /// # Errors
    /// [`Kind::Parse`] with line, column and advice.
    ///
    /// Cost: linear in the text.
    ///
    /// ```
    /// use wengert_runtime::Function;
    /// let f = Function::parse("fn square(a) = a*a; [square(x) + y, y]")?;
    /// assert_eq!(f.inputs(), ["x", "y"]);
    /// assert_eq!(f.outputs(), 2);
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Function, Error> {
        Ok(Function::of_text(lang::Program::parse(text)?))
    }

    /// As [`parse`](Function::parse), with exactly these inputs in this order, used or not.
    ///
    /// # Errors
    /// As [`parse`](Function::parse); if the text uses another name, or one is given twice.
    ///
    /// ```
    /// use wengert_runtime::Function;
    /// assert_eq!(Function::parse_with_inputs("y - x", &["x", "y", "z"])?.inputs(), ["x", "y", "z"]);
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn parse_with_inputs(text: &str, names: &[&str]) -> Result<Function, Error> {
        Ok(Function::of_text(lang::Program::parse(text)?.bind(names)?))
    }

    fn of_text(text: lang::Program) -> Function {
        let (names, outputs) = (text.inputs().to_vec(), text.outputs());
        Function { text: Some(text), names, outputs, recordings: RwLock::default(), last: AtomicUsize::new(0) }
    }

    /// The function that a recorded program computes, with names for its inputs, or `x0`, `x1`, .. where there are none.
    ///
    /// # Errors
    /// [`Kind::Shape`] if there are names, and not one for each input.
    ///
    /// ```
    /// use wengert_runtime::Function;
    /// let program = program::Program::record(2, |x| vec![x[0] * x[1]]).expect("a program");
    /// assert_eq!(Function::of_program(program, &[])?.inputs(), ["x0", "x1"]);
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn of_program(program: Program, names: &[&str]) -> Result<Function, Error> {
        let n = program.inputs();
        if !names.is_empty() && names.len() != n {
            let given = names.len();
            return Err(Error::new(Kind::Shape, format!("{given} names for {n} inputs; give one for each, or none")));
        }
        let names = match names {
            [] => (0..n).map(|i| format!("x{i}")).collect(),
            names => names.iter().map(|&name| name.to_owned()).collect(),
        };
        let outputs = program.outputs().len();
        let recordings = RwLock::new(vec![Arc::new(Recording::of(program))]);
        Ok(Function { text: None, names, outputs, recordings, last: AtomicUsize::new(0) })
    }

    /// As [`of_program`](Function::of_program), of the text form of a recorded program, which `Program` prints.
    ///
    /// # Errors
    /// [`Kind::Invalid`] with the line.
    ///
    /// ```
    /// use wengert_runtime::Function;
    /// let f = Function::of_listing("program(a, b)\nv0 = a * b\nreturn v0\n", &["a", "b"])?;
    /// assert_eq!(f.inputs(), ["a", "b"]);
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn of_listing(text: &str, names: &[&str]) -> Result<Function, Error> {
        Function::of_program(Program::parse(text)?, names)
    }

    /// The names of the inputs.
    pub fn inputs(&self) -> &[String] {
        &self.names
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The text, where the function has one.
    pub fn source(&self) -> Option<&str> {
        self.text.as_ref().map(lang::Program::source)
    }

    /// The program that computes a quantity, as one instruction a line: of the point, then of the seeds.
    ///
    /// Of a text with branches, the program of those that are taken at `point`.
    ///
    /// # Errors
    /// As [`eval_into`](Function::eval_into), but for seeds and places.
    ///
    /// ```
    /// use wengert_runtime::{Function, Quantity};
    /// let f = Function::parse("x*sin(y)")?;
    /// let text = f.listing(Quantity::Gradient, &[1.0, 2.0])?;
    /// assert!(text.starts_with("program(x, y)\n"));
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn listing(&self, what: Quantity, point: &[f64]) -> Result<String, Error> {
        let recording = self.recorded(what, point)?;
        let program = recording.program(what)?;
        let names = self.names_in(what);
        // Names that the form has no letters for are left out.
        Ok(program.to_text(&names).unwrap_or_else(|_| program.to_string()))
    }

    /// As [`listing`](Function::listing), as a function in C with that name.
    ///
    /// # Errors
    /// As [`listing`](Function::listing), and where the program calls an operation on matrices.
    ///
    /// ```
    /// use wengert_runtime::{Function, Quantity};
    /// let f = Function::parse("x*sin(y)")?;
    /// assert!(f.to_c(Quantity::Value, &[1.0, 2.0], "wave")?.contains("wave("));
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn to_c(&self, what: Quantity, point: &[f64], name: &str) -> Result<String, Error> {
        let recording = self.recorded(what, point)?;
        Ok(recording.program(what)?.to_c(&Names::of(name).inputs(self.words(what)))?)
    }

    /// As [`to_c`](Function::to_c), in Rust.
    ///
    /// # Errors
    /// As [`to_c`](Function::to_c).
    ///
    /// ```
    /// use wengert_runtime::{Function, Quantity};
    /// let f = Function::parse("x*sin(y)")?;
    /// assert!(f.to_rust(Quantity::Gradient, &[1.0, 2.0], "slope")?.contains("fn slope("));
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn to_rust(&self, what: Quantity, point: &[f64], name: &str) -> Result<String, Error> {
        let recording = self.recorded(what, point)?;
        Ok(recording.program(what)?.to_rust(&Names::of(name).inputs(self.words(what)))?)
    }

    /// Where at `point` an infinity or NaN first arises, in the value or else in the gradient; none where there is none.
    ///
    /// # Errors
    /// As [`listing`](Function::listing).
    ///
    /// ```
    /// use wengert_runtime::Function;
    /// let f = Function::parse("sqrt(x)*y")?;
    /// assert!(f.explain(&[0.0, 1.0])?.expect("an infinite slope").contains("sqrt(0.0)"));
    /// assert_eq!(f.explain(&[1.0, 1.0])?, None);
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn explain(&self, point: &[f64]) -> Result<Option<String>, Error> {
        let recording = self.recorded(Quantity::Value, point)?;
        if let Some(origin) = recording.value().trace_not_finite(point)? {
            return Ok(Some(origin.to_string()));
        }
        Ok(recording.value().trace_steep(point)?.map(|steep| steep.to_string()))
    }

    /// Whether the function has these many inputs and, for quantities of one output alone, one.
    pub(crate) fn fits(&self, what: Quantity, point: &[f64]) -> Result<(), Error> {
        let n = self.names.len();
        if point.len() != n {
            let (given, names) = (point.len(), self.names.join(", "));
            let message =
                format!("the function has {n} inputs, and {given} numbers were given; give one for each of: {names}");
            return Err(Error::new(Kind::Shape, message));
        }
        self.has(what)
    }

    /// Whether the function has this quantity.
    pub(crate) fn has(&self, what: Quantity) -> Result<(), Error> {
        if what.of_one_output() && self.outputs != 1 {
            let (name, m) = (what.name(), self.outputs);
            let message =
                format!("a {name} is one of functions with one output, this one has {m}; take the jacobian, or a vjp");
            return Err(Error::new(Kind::Shape, message));
        }
        Ok(())
    }

    /// All recordings, that first which served last.
    pub(crate) fn recordings(&self) -> Vec<Arc<Recording>> {
        let all = self.recordings.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<Arc<Recording>> = all.clone();
        let last = self.last.load(Ordering::Relaxed);
        if last < all.len() {
            all.swap(0, last);
        }
        all
    }

    /// The recording that served last.
    pub(crate) fn latest(&self) -> Option<Arc<Recording>> {
        let all = self.recordings.read().unwrap_or_else(PoisonError::into_inner);
        all.get(self.last.load(Ordering::Relaxed)).or(all.first()).cloned()
    }

    /// Remembers which recording served.
    pub(crate) fn served(&self, recording: &Arc<Recording>) {
        let all = self.recordings.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = all.iter().position(|other| Arc::ptr_eq(other, recording)) {
            self.last.store(at, Ordering::Relaxed);
        }
    }

    /// Records the text at a point, in whose branches no recording was.
    pub(crate) fn record(&self, point: &[f64]) -> Result<Arc<Recording>, Error> {
        let Some(text) = &self.text else {
            return Err(Error::new(Kind::Branch, "the function was recorded in other branches than this point takes"));
        };
        let mut failed = None;
        let recorded = Program::record_at(point, |inputs| {
            text.eval(inputs, &LIMITS).unwrap_or_else(|error| {
                failed = Some(error);
                vec![Node::from(0.0); self.outputs]
            })
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        let recording = Arc::new(Recording::of(recorded?));
        let mut all = self.recordings.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() == MOST_RECORDINGS {
            all.remove(0);
        }
        all.push(recording.clone());
        self.last.store(all.len() - 1, Ordering::Relaxed);
        Ok(recording)
    }

    /// The recording that has the branches of a point.
    pub(crate) fn recorded(&self, what: Quantity, point: &[f64]) -> Result<Arc<Recording>, Error> {
        self.fits(what, point)?;
        let mut why = None;
        for recording in self.recordings() {
            match recording.value().eval(point) {
                Ok(_) => return Ok(recording),
                Err(error) => why = Some(error),
            }
        }
        match (&self.text, why) {
            (None, Some(error)) => Err(error.into()),
            _ => self.record(point),
        }
    }

    /// The names of a quantity's inputs.
    fn words(&self, what: Quantity) -> Vec<String> {
        let mut words = self.names.clone();
        let (letter, seeds): (&str, Vec<String>) = match what {
            Quantity::Vjp => ("w", (0..self.outputs).map(|i| i.to_string()).collect()),
            _ => ("d", self.names[..what.seeds(self.names.len(), self.outputs)].to_vec()),
        };
        let mut prefix = letter.to_owned();
        while seeds.iter().any(|seed| self.names.contains(&format!("{prefix}{seed}"))) {
            prefix.push('_');
        }
        words.extend(seeds.into_iter().map(|seed| format!("{prefix}{seed}")));
        words
    }

    fn names_in(&self, what: Quantity) -> Names {
        Names::default().inputs(self.words(what))
    }
}
