//! Where a derivative becomes infinite or NaN.

use crate::error::Error;
use crate::graph::Graph;
use crate::lines::Lines;
use crate::node::Node;
use crate::program::{Instruction, Program};
use core::fmt;

/// How a derivative that is not finite came about: a partial that is infinite or NaN, met on the way back; see
/// [`Program::trace_steep`].
///
/// ```
/// use program::Program;
/// use rules::Functions;
/// let f = Program::record(1, |x| vec![3.0 * x[0].sqrt()])?;
/// let steep = f.trace_steep(&[0.0])?.expect("an infinite slope");
/// assert_eq!((steep.function, steep.args, steep.operand), ("sqrt", vec![0.0], 0));
/// assert_eq!((steep.partial, steep.adjoint, steep.output), (f64::INFINITY, 3.0, 0));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Steep {
    /// The instruction whose partial it is, by its id.
    pub id: u32,
    /// Its function.
    pub function: &'static str,
    /// Its arguments.
    pub args: Vec<f64>,
    /// Which argument the partial is by, from 0.
    pub operand: usize,
    /// The partial.
    pub partial: f64,
    /// What comes to the instruction on the way back.
    pub adjoint: f64,
    /// The output that is differentiated.
    pub output: usize,
}

impl Steep {
    fn operation(&self) -> String {
        let args: Vec<String> = self.args.iter().map(|x| format!("{x:?}")).collect();
        let by = if args.len() > 1 { format!(" by argument {}", self.operand + 1) } else { String::new() };
        format!("the slope of {}({}){by} is {:?}", self.function, args.join(", "), self.partial)
    }
}

impl fmt::Display for Steep {
    /// `the slope of sqrt(0.0) is inf, and 1.0 of output 0 comes to it`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, and {:?} of output {} comes to it", self.operation(), self.adjoint, self.output)
    }
}

impl Program {
    /// The first operation, from the end, at which a derivative of an output becomes infinite or NaN at `x`; none where all
    /// are finite on the way. The values are looked at by [`trace_not_finite`](Program::trace_not_finite).
    ///
    /// # Errors
    /// As [`eval`](Program::eval).
    ///
    /// # Panics
    /// If `x` has not as many numbers as the program has inputs.
    ///
    /// Cost: one run, and a sweep for each output.
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(2, |x| vec![(x[0] * x[1]).sqrt() + x[1]])?;
    /// let steep = f.trace_steep(&[0.0, 2.0])?.unwrap();
    /// assert_eq!(steep.to_string(), "the slope of sqrt(0.0) is inf, and 1.0 of output 0 comes to it");
    /// assert_eq!(f.trace_steep(&[1.0, 2.0])?, None);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn trace_steep(&self, x: &[f64]) -> Result<Option<Steep>, Error> {
        let graph = self.graph(x)?;
        Ok((0..self.outputs().len()).find_map(|output| steep(&graph, output)))
    }

    /// Runs `f` once at `point`, and says in words where a value or a derivative becomes infinite or NaN, with the line of
    /// the source; none where all are finite.
    ///
    /// A closure that was written for an operator runs here as it stands, but that it gives its outputs as a list.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let why = Program::explain_not_finite(&[0.0], |x| {
    ///     let r = (x[0] * x[0]).sqrt();
    ///     vec![3.0 * r]
    /// })?;
    /// let why = why.unwrap();
    /// assert!(why.starts_with("the slope of sqrt(0.0) is inf at "), "{why}");
    /// assert_eq!(Program::explain_not_finite(&[1.0], |x| vec![x[0].ln()])?, None);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn explain_not_finite<F>(point: &[f64], f: F) -> Result<Option<String>, Error>
    where
        F: for<'p> FnOnce(&[Node<'p>]) -> Vec<Node<'p>>,
    {
        let (program, lines) = Program::record_with_lines(point, f)?;
        if let Some(origin) = program.trace_not_finite(point)? {
            return Ok(Some(lines.explain(&origin)));
        }
        Ok(program.trace_steep(point)?.map(|steep| lines.explain_steep(&steep)))
    }
}

impl Lines {
    /// A [`Steep`] in this program as text: the operation with its line, and what comes to it.
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let (f, lines) = Program::record_with_lines(&[1.0], |x| vec![x[0].sqrt()])?;
    /// let steep = f.trace_steep(&[0.0])?.expect("an infinite slope");
    /// let line = lines.of(steep.id).expect("the line above");
    /// assert!(lines.explain_steep(&steep).starts_with(&format!("the slope of sqrt(0.0) is inf at {line}\n")));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn explain_steep(&self, steep: &Steep) -> String {
        let line = self.of(steep.id).map_or(String::new(), |line| format!(" at {line}"));
        format!("{}{line}\n  and {:?} of output {} comes to it\n", steep.operation(), steep.adjoint, steep.output)
    }
}

fn steep(graph: &Graph<'_>, output: usize) -> Option<Steep> {
    let program = graph.program();
    let mut adjoints: Vec<Option<f64>> = vec![None; program.values()];
    adjoints[*program.outputs().get(output)? as usize] = Some(1.0);
    for vertex in graph.vertices().rev() {
        let Some(adjoint) = adjoints[vertex.id() as usize] else { continue };
        let (function, args) = match vertex.instruction() {
            Instruction::Apply { function, args, .. } => (function.name(), args),
            Instruction::Element { operation, args, .. } => (operation.name(), args),
            _ => continue,
        };
        for (operand, (&a, partial)) in args.iter().zip(vertex.partials()).enumerate() {
            let Some(partial) = partial else { continue };
            let sum = adjoints[a as usize].unwrap_or(0.0) + adjoint * partial;
            if !sum.is_finite() {
                let args = args.iter().map(|&id| graph.vertex(id).value()).collect();
                let id = vertex.id();
                return Some(Steep { id, function, args, operand, partial, adjoint, output });
            }
            adjoints[a as usize] = Some(sum);
        }
    }
    None
}
