//! A program of the language, as its users see it.

use crate::ast::Span;
use crate::code::{Code, Compiled};
use crate::compile::compile;
use crate::error::{Error, Kind, plural};
use crate::parse::parse;
use crate::run::run;
use crate::value::Workspace;
use rules::{Op, Real};
use std::ops::Range;

/// Bounds on one run, so that a program that would not end becomes an error.
///
/// ```
/// use lang::{Limits, Program};
/// let endless = Program::parse("fn f(x) = f(x + 1); f(a)")?;
/// let limits = Limits { steps: 10_000, ..Limits::default() };
/// assert!(endless.eval(&[0.0], &limits).unwrap_err().is_limit());
/// # Ok::<(), lang::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most instructions. A call counts as all instructions of the function that is called, an operation on matrices as
    /// about its multiplications.
    pub steps: u64,
    /// The most calls that have not returned.
    pub depth: usize,
    /// The most values held at once, in registers and by closures, and as many entries of matrices; each takes the size of the
    /// number and some.
    pub values: usize,
}

impl Default for Limits {
    /// A hundred million steps (about a second on `f64`), a million calls, sixteen million values (256 MiB on `f64`).
    fn default() -> Self {
        Limits { steps: 100_000_000, depth: 1_000_000, values: 1 << 24 }
    }
}

/// A program: parsed, checked and compiled, ready to run on any number.
///
/// ```
/// use lang::{Limits, Program};
/// let program = Program::parse("fn half(x) = x/2; half(a) + b^2")?;
/// assert_eq!(program.inputs(), ["a", "b"]);
/// assert_eq!(program.eval(&[6.0, 2.0], &Limits::default())?, [7.0]);
/// # Ok::<(), lang::Error>(())
/// ```
///
/// ```
/// let program = lang::Program::parse("[x, if x < 0 then y else x*y]")?;
/// assert_eq!(program.outputs(), 2);
/// assert!(program.compares());
/// # Ok::<(), lang::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    source: String,
    code: Compiled,
}

impl Program {
    /// Parses and compiles a program whose inputs are the free names of its last expression.
    ///
    /// # Errors
    /// If the text is not a program, calls an unknown function or calls one with the wrong number of arguments.
    /// Cost: linear in the source.
    pub fn parse(source: &str) -> Result<Program, Error> {
        Program::new(source, None)
    }

    /// The same program with exactly these inputs, in this order, used or not; they hide functions and constants.
    ///
    /// # Errors
    /// If the program uses a name that is none of them, or one is given twice.
    ///
    /// ```
    /// let program = lang::Program::parse("x1 + e*x10")?;
    /// assert_eq!(program.bind(&["e", "x1", "x10"])?.inputs(), ["e", "x1", "x10"]);
    /// let error = program.bind(&["x1", "x2"]).unwrap_err();
    /// assert_eq!(error.to_string(), "1:8: unknown name `x10`; did you mean `x1`?");
    /// # Ok::<(), lang::Error>(())
    /// ```
    pub fn bind(&self, names: &[&str]) -> Result<Program, Error> {
        Program::new(&self.source, Some(names))
    }

    fn new(source: &str, inputs: Option<&[&str]>) -> Result<Program, Error> {
        let (ast, root) = parse(source)?;
        Ok(Program { source: source.to_owned(), code: compile(source, ast, root, inputs)? })
    }

    /// The names of the inputs: those of [`bind`](Program::bind), else in order of first appearance.
    pub fn inputs(&self) -> &[String] {
        &self.code.inputs
    }

    /// The number of results.
    pub fn outputs(&self) -> usize {
        self.code.outputs
    }

    /// The text that was parsed.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The results at `inputs`, one number per input.
    ///
    /// # Errors
    /// If the number of inputs is wrong, a value is of the wrong type, a precondition is broken, or a limit is reached.
    pub fn eval<T: Real>(&self, inputs: &[T], limits: &Limits) -> Result<Vec<T>, Error> {
        let mut outputs = vec![T::constant(0.0); self.code.outputs];
        self.eval_into(inputs, limits, &mut Workspace::new(), &mut outputs)?;
        Ok(outputs)
    }

    /// The results at `inputs` written into `outputs`, which has a place for each; after the first run with the same
    /// workspace nothing is allocated.
    ///
    /// # Errors
    /// As [`eval`](Program::eval), and if the number of places is wrong; `outputs` may then be partly written.
    ///
    /// ```
    /// use lang::{Limits, Program, Workspace};
    /// let program = Program::parse("x^2")?;
    /// let (mut workspace, mut y) = (Workspace::new(), [0.0]);
    /// for x in [1.0, 2.0, 3.0] {
    ///     program.eval_into(&[x], &Limits::default(), &mut workspace, &mut y)?;
    ///     assert_eq!(y, [x * x]);
    /// }
    /// # Ok::<(), lang::Error>(())
    /// ```
    pub fn eval_into<T: Real>(
        &self,
        inputs: &[T],
        limits: &Limits,
        workspace: &mut Workspace<T>,
        outputs: &mut [T],
    ) -> Result<(), Error> {
        self.fits(inputs.len(), outputs.len())?;
        run(&self.code, &self.source, inputs, limits, workspace, outputs, |_| {})
    }

    /// As [`eval_into`](Program::eval_into), and tells `place` before each instruction which bytes of the source it is:
    /// for numbers that keep where they were made.
    ///
    /// # Errors
    /// As [`eval_into`](Program::eval_into).
    ///
    /// ```
    /// use lang::{Limits, Program, Workspace};
    /// let program = Program::parse("sin(x)^2 + y")?;
    /// let mut places = Vec::new();
    /// let place = |bytes| places.push(&program.source()[bytes]);
    /// program.eval_watched(&[1.0, 2.0], &Limits::default(), &mut Workspace::new(), &mut [0.0], place)?;
    /// assert_eq!(places[..3], ["sin(x)", "sin(x)^2", "sin(x)^2 + y"]);
    /// # Ok::<(), lang::Error>(())
    /// ```
    pub fn eval_watched<T: Real>(
        &self,
        inputs: &[T],
        limits: &Limits,
        workspace: &mut Workspace<T>,
        outputs: &mut [T],
        mut place: impl FnMut(Range<usize>),
    ) -> Result<(), Error> {
        self.fits(inputs.len(), outputs.len())?;
        run(&self.code, &self.source, inputs, limits, workspace, outputs, |at| {
            let Span { start, end } = self.code.sites[at].whole;
            place(start as usize..end as usize);
        })
    }

    /// The functions of the table that a run may apply, operators among them, each once; comparisons are none.
    ///
    /// ```
    /// use rules::Op;
    /// let program = lang::Program::parse("if x < 0 then sin(x) else x^3 - 1")?;
    /// assert_eq!(program.operations(), [Op::Sub, Op::Powi, Op::Sin]);
    /// # Ok::<(), lang::Error>(())
    /// ```
    pub fn operations(&self) -> Vec<Op> {
        let mut all: Vec<Op> = self.code.applications.iter().map(|application| application.op).collect();
        all.extend(self.code.instructions.iter().filter_map(|instruction| instruction.code.op()));
        all.sort();
        all.dedup();
        all
    }

    /// Whether a run may compare numbers.
    pub fn compares(&self) -> bool {
        self.code.instructions.iter().any(|instruction| matches!(instruction.code, Code::Compare(_)))
    }

    /// Whether these many inputs and outputs are what the program has.
    fn fits(&self, inputs: usize, outputs: usize) -> Result<(), Error> {
        if inputs != self.code.inputs.len() {
            let names = self.code.inputs.join(", ");
            let wanted = plural(self.code.inputs.len(), "input");
            let message = format!("the program has {wanted}, and {} given", were(inputs));
            return Err(self.mismatch(message, format!("give one number for each of: {names}")));
        }
        if outputs != self.code.outputs {
            let message = format!("the program has {}, not {}", plural(self.code.outputs, "result"), outputs);
            return Err(self.mismatch(message, "give as many places as `Program::outputs` says".to_owned()));
        }
        Ok(())
    }

    #[cold]
    fn mismatch(&self, message: String, help: String) -> Error {
        Error::new(Kind::Inputs, message, Span::new(0, 0), &self.source).help(help)
    }
}

fn were(count: usize) -> String {
    if count == 1 { "1 was".to_owned() } else { format!("{count} were") }
}
