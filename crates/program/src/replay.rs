//! A program within a program: its instructions again, on nodes of a recorder.

use crate::arena::Id;
use crate::error::Error;
use crate::guard::Guard;
use crate::node::{Node, Recorder};
use crate::program::Program;
use rules::Number;

/// Runs a program on nodes and returns all its values; its guards are asked again.
pub(crate) fn replay<'p>(program: &Program, recorder: &'p Recorder, x: &[Node<'p>]) -> Vec<Node<'p>> {
    let mut values = x.to_vec();
    values.extend(program.constants.iter().map(|&c| Node::constant(c)));
    let mut guards = program.guards.iter().peekable();
    for (j, step) in program.steps.iter().enumerate() {
        while let Some(guard) = guards.next_if(|g| g.at <= j) {
            ask(recorder, guard, &values);
        }
        if let Some((called, element)) = program.element(step) {
            if element == 0 {
                let args = nodes(program.operands(called), &values);
                values.extend(recorder.call_operation(&called.operation, &called.operation.parted(&args)));
            }
            continue;
        }
        let (function, args, n) = program.call(step);
        let args: Vec<Node<'p>> = args.iter().map(|&id| values[id as usize]).collect();
        values.push(recorder.call(function, &args, n));
    }
    guards.for_each(|guard| ask(recorder, guard, &values));
    values
}

/// The nodes of these values.
pub(crate) fn nodes<'p>(ids: &[u32], values: &[Node<'p>]) -> Vec<Node<'p>> {
    ids.iter().map(|&id| values[id as usize]).collect()
}

fn ask(recorder: &Recorder, guard: &Guard, values: &[Node<'_>]) {
    recorder.keep(guard, values[guard.a as usize], values[guard.b as usize]);
}

/// The inputs of a recorder.
pub(crate) fn inputs(recorder: &Recorder, n: usize) -> Vec<Node<'_>> {
    (0..n).map(|i| recorder.node(Id::input(i), f64::NAN)).collect()
}

/// A program of nodes: `build` gets the inputs and returns the outputs. What no output and no guard needs is left out.
pub(crate) fn build<F>(n: usize, build: F) -> Result<Program, Error>
where
    F: for<'p> FnOnce(&'p Recorder, &[Node<'p>]) -> Vec<Node<'p>>,
{
    let recorder = Recorder::symbolic(n);
    let outputs = ids(&recorder, build(&recorder, &inputs(&recorder, n)));
    finish(recorder, &outputs)
}

fn ids<'p>(recorder: &'p Recorder, outputs: Vec<Node<'p>>) -> Vec<Id> {
    outputs.into_iter().map(|y| recorder.id(y)).collect()
}

fn finish(recorder: Recorder, outputs: &[Id]) -> Result<Program, Error> {
    if let Some(error) = recorder.failed() {
        return Err(error);
    }
    if let Some(location) = recorder.looked() {
        return Err(Error::NoValue { location });
    }
    Ok(recorder.into_arena().finish(outputs).ok_or(Error::TooLarge)?.without_dead_code())
}

impl Program {
    /// The program of a function that never looks at a value, such as a formula, at no point in particular.
    ///
    /// What no output needs is left out, and so is what an identity that keeps every bit makes superfluous.
    ///
    /// # Errors
    /// [`Error::NoValue`] if `f` compares numbers or takes their value; [`Error::TooLarge`].
    ///
    /// ```
    /// use program::Program;
    /// use rules::{Functions, Number};
    /// let f = Program::build(1, |x| vec![x[0].clamp(2.0, 1.0) * 1.0])?;
    /// assert_eq!(f.len(), 1);
    /// assert!(Program::build(1, |x| vec![if x[0] > 1.0 { x[0] } else { -x[0] }]).is_err());
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn build<F>(n: usize, f: F) -> Result<Program, Error>
    where
        F: for<'p> FnOnce(&[Node<'p>]) -> Vec<Node<'p>>,
    {
        build(n, |_, x| f(x))
    }
}
