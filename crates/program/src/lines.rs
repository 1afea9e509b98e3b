//! Which line of the source called what.

use crate::arena::Id;
use crate::error::Error;
use crate::inspect::Origin;
use crate::node::{Node, Recorder};
use crate::program::Program;
use core::fmt::Write;
use core::panic::Location;

/// For each operation of a program the line of the source that called it; see [`Program::record_with_lines`].
///
/// ```
/// use program::Program;
/// use rules::Functions;
/// let (f, lines) = Program::record_with_lines(&[1.0], |x| {
///     let y = x[0] - 1.0;
///     vec![y.ln()]
/// })?;
/// let origin = f.trace_not_finite(&[1.0])?.expect("a logarithm of 0");
/// assert!(lines.explain(&origin).starts_with("ln(0.0) = -inf at "));
/// // Inputs are called by no line; the logarithm stands one line below the difference.
/// let line = |id| lines.of(id).map(|at| at.line());
/// assert_eq!(line(0), None);
/// assert_eq!(line(origin.id), line(origin.id - 1).map(|line| line + 1));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lines {
    first: usize,
    list: Vec<&'static Location<'static>>,
}

impl Program {
    /// As [`record_at`](Program::record_at), and keeps for each operation the line of the source that called it first.
    ///
    /// Sums and products over iterators are called in this library, and say so.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let (f, lines) = Program::record_with_lines(&[1.0, 1.0], |x| {
    ///     let y = x[1].ln();
    ///     vec![x[0] + y.cos()]
    /// })?;
    /// let origin = f.trace_not_finite(&[1.0, 0.0])?.unwrap();
    /// let line = lines.of(origin.id).unwrap();
    /// assert!(lines.explain(&origin).starts_with(&format!("ln(0.0) = -inf at {line}\n")));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn record_with_lines<F>(point: &[f64], f: F) -> Result<(Program, Lines), Error>
    where
        F: for<'p> FnOnce(&[Node<'p>]) -> Vec<Node<'p>>,
    {
        let recorder = Recorder::with_lines(point.len());
        let inputs: Vec<Node<'_>> = (0..).zip(point).map(|(i, &x)| recorder.node(Id::input(i), x)).collect();
        let outputs: Vec<Id> = f(&inputs).into_iter().map(|y| recorder.id(y)).collect();
        let list = recorder.lines();
        let program = recorder.into_arena().finish(&outputs).ok_or(Error::TooLarge)?;
        let first = program.values() - program.len();
        Ok((program, Lines { first, list }))
    }
}

impl Lines {
    /// The line that called the operation of that id; none of inputs and constants.
    pub fn of(&self, id: u32) -> Option<&'static Location<'static>> {
        self.list.get((id as usize).checked_sub(self.first)?).copied()
    }

    /// An [`Origin`] in this program as text: the operation at fault with its line, then the lines on its way.
    pub fn explain(&self, origin: &Origin) -> String {
        let line = |id: u32| self.of(id).map_or(String::new(), |line| format!(" at {line}"));
        let mut text = format!("{}{}\n", origin.operation(), line(origin.id));
        for &id in origin.path.iter().filter(|&&id| id != origin.id) {
            // Writing to a string does not fail.
            let _ = writeln!(text, "  then value {id}{}", line(id));
        }
        text
    }
}
