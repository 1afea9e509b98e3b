//! A program with its native code.

use crate::Error;
use crate::batch::Batch;
use crate::lower;
use crate::machine::{Code, Wide};
use crate::processor;
use program::Program;
use std::sync::OnceLock;

/// The memory of runs, kept from one to the next so that they do not allocate; it serves any program.
///
/// ```
/// use native::{Native, Workspace};
/// use program::Program;
/// use rules::Functions;
/// let f = Program::record(1, |x| vec![x[0].exp(), 2.0 * x[0]])?;
/// let native = Native::or_replay(&f);
/// let (mut workspace, mut y) = (Workspace::new(), [0.0; 2]);
/// for x in [0.0, 1.0, 2.0] {
///     native.eval_into(&[x], &mut workspace, &mut y)?;
///     assert_eq!(y, [x.exp(), 2.0 * x]);
/// }
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(crate) frame: Vec<Wide>,
    /// Of a batch, the inputs and the outputs of some points side by side.
    pub(crate) side_by_side: [Vec<f64>; 2],
    pub(crate) replay: program::Workspace,
    pub(crate) replayed: Option<program::BatchWorkspace>,
}

impl Workspace {
    /// Without memory yet.
    pub const fn new() -> Workspace {
        Workspace {
            frame: Vec::new(),
            side_by_side: [Vec::new(), Vec::new()],
            replay: program::Workspace::new(),
            replayed: None,
        }
    }

    fn frame(&mut self, numbers: usize) -> &mut [Wide] {
        room(&mut self.frame, numbers)
    }
}

/// A frame for so many numbers.
pub(crate) fn room(frame: &mut Vec<Wide>, numbers: usize) -> &mut [Wide] {
    let wanted = numbers.div_ceil(8);
    if frame.len() < wanted {
        frame.resize(wanted, Wide::default());
    }
    frame
}

/// A program as native code, with the program itself for what the code leaves to the interpreter.
///
/// Should I be using this? Where one program runs many thousands of times, at one point after the other. Derivatives that
/// are programs, as those of [`Program::jvp`] and [`Program::hessian`], are compiled as programs.
///
/// Every result has the bits that the interpreter computes; where a result is NaN, its sign and payload may differ. A run
/// whose guards turn out otherwise, or that breaks a precondition, gives the interpreter's error.
///
/// ```
/// use native::{Native, Workspace};
/// use program::Program;
/// use rules::Functions;
/// let f = Program::record(2, |x| vec![x[0] * x[1] + x[0].sin()])?;
/// let native = Native::or_replay(&f);
/// let (mut workspace, mut gradient) = (Workspace::new(), [0.0; 2]);
/// let value = native.value_and_gradient_into(&[0.5, 4.2], &mut workspace, &mut gradient)?;
/// assert_eq!(value, 0.5 * 4.2 + 0.5f64.sin());
/// assert_eq!(gradient, [4.2 + 0.5f64.cos(), 0.5]);
/// # Ok::<(), program::Error>(())
/// ```
///
/// One point, or many:
///
/// ```
/// use native::{Native, Workspace};
/// use program::Program;
/// let f = Program::record(2, |x| vec![x[0] * x[1]])?;
/// let native = Native::or_replay(&f);
/// assert_eq!(native.program().inputs(), 2);
/// assert_eq!(native.is_native(), native.code_bytes()[0] > 0);
/// assert_eq!(native.eval(&[3.0, 5.0])?, [15.0]);
/// assert_eq!(native.value_and_gradient(&[3.0, 5.0])?, (15.0, vec![5.0, 3.0]));
/// let (mut workspace, mut gradient, mut y) = (Workspace::new(), [0.0; 2], [0.0; 2]);
/// native.gradient_into(&[3.0, 5.0], &mut workspace, &mut gradient)?;
/// assert_eq!(gradient, [5.0, 3.0]);
/// let points = [1.0, 2.0, 3.0, 4.0];
/// native.eval_batch_into(&points, &mut workspace, &mut y)?;
/// assert_eq!(y.to_vec(), native.eval_batch(&points)?);
/// assert_eq!(y, [2.0, 12.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Native {
    pub(crate) program: Program,
    value: Option<Code>,
    gradient: Option<Code>,
    /// The code for batches, made at the first one.
    pub(crate) batch: OnceLock<Option<Batch>>,
}

impl Native {
    /// Compiles a program, and its gradient if it has one output.
    ///
    /// # Errors
    /// [`Error::Processor`] where the processor is neither x86-64 with AVX nor AArch64 under Linux, [`Error::Operation`] of a program that calls an
    /// operation on matrices, [`Error::TooLong`] and [`Error::Memory`]. The program can be replayed all the same.
    ///
    /// Cost: some hundred nanoseconds and some hundred bytes for each operation.
    pub fn new(program: &Program) -> Result<Native, Error> {
        let target = processor::one()?;
        let (inputs, outputs, operations) = (program.inputs(), program.outputs().len(), program.len());
        let value = processor::compile(lower::values(program, target)?, target, [inputs, outputs], operations)?;
        let gradient = match outputs {
            1 => Some(processor::compile(lower::gradient(program, target)?, target, [inputs, inputs], operations)?),
            _ => None,
        };
        Ok(Native { program: program.clone(), value: Some(value), gradient, batch: OnceLock::new() })
    }

    /// As [`new`](Native::new), but a program that cannot be compiled is replayed: [`is_native`](Native::is_native) tells.
    pub fn or_replay(program: &Program) -> Native {
        let replay = || Native { program: program.clone(), value: None, gradient: None, batch: OnceLock::from(None) };
        Native::new(program).unwrap_or_else(|_| replay())
    }

    /// Whether there is native code; otherwise the program is replayed.
    pub fn is_native(&self) -> bool {
        self.value.is_some()
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The bytes of native code, of the values and of the gradient, constants included.
    pub fn code_bytes(&self) -> [usize; 2] {
        [&self.value, &self.gradient].map(|code| code.as_ref().map_or(0, Code::bytes))
    }

    /// The outputs at `x`.
    ///
    /// # Errors
    /// As [`Program::eval`].
    ///
    /// # Panics
    /// If `x` has not as many numbers as the program has inputs.
    #[track_caller]
    pub fn eval(&self, x: &[f64]) -> Result<Vec<f64>, program::Error> {
        let mut y = vec![0.0; self.program.outputs().len()];
        self.eval_into(x, &mut Workspace::new(), &mut y)?;
        Ok(y)
    }

    /// The outputs at `x` into `y`; with the same workspace, nothing is allocated from the second call on.
    ///
    /// # Errors
    /// As [`Program::eval_into`]; `y` is then as it was.
    ///
    /// # Panics
    /// If `x` or `y` have not as many numbers as the program has inputs or outputs.
    ///
    /// ```
    /// use native::{Native, Workspace};
    /// let f = program::Program::record(1, |x| vec![x[0] + 1.0, x[0] * x[0]])?;
    /// let mut y = [0.0; 2];
    /// Native::or_replay(&f).eval_into(&[3.0], &mut Workspace::new(), &mut y)?;
    /// assert_eq!(y, [4.0, 9.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn eval_into(&self, x: &[f64], workspace: &mut Workspace, y: &mut [f64]) -> Result<(), program::Error> {
        if let Some(code) = &self.value
            && (x.len(), y.len()) == (self.program.inputs(), self.program.outputs().len())
            && code.run(x, y, workspace.frame(code.frame()))
        {
            return Ok(());
        }
        self.program.eval_into(x, &mut workspace.replay, y)
    }

    /// The value of the only output at `x`, and its gradient.
    ///
    /// # Errors
    /// As [`value_and_gradient_into`](Native::value_and_gradient_into).
    ///
    /// # Panics
    /// If `x` has not as many numbers as the program has inputs.
    #[track_caller]
    pub fn value_and_gradient(&self, x: &[f64]) -> Result<(f64, Vec<f64>), program::Error> {
        let mut gradient = vec![0.0; self.program.inputs()];
        let value = self.value_and_gradient_into(x, &mut Workspace::new(), &mut gradient)?;
        Ok((value, gradient))
    }

    /// The value of the only output at `x`; its gradient into `gradient`. With the same workspace, nothing is allocated
    /// from the second call on.
    ///
    /// A gradient with a NaN is left to the interpreter, which follows the structure.
    ///
    /// # Errors
    /// As [`Program::value_and_gradient_into`].
    ///
    /// # Panics
    /// If `x` or `gradient` have not as many numbers as the program has inputs.
    #[track_caller]
    pub fn value_and_gradient_into(
        &self,
        x: &[f64],
        workspace: &mut Workspace,
        gradient: &mut [f64],
    ) -> Result<f64, program::Error> {
        let n = self.program.inputs();
        if let Some(code) = &self.gradient
            && (x.len(), gradient.len()) == (n, n)
            && code.run(x, gradient, workspace.frame(code.frame()))
            && !gradient.iter().fold(false, |nan, g| nan | g.is_nan())
        {
            return Ok(workspace.frame[0].0[0]);
        }
        self.program.value_and_gradient_into(x, &mut workspace.replay, gradient)
    }

    /// As [`value_and_gradient_into`](Native::value_and_gradient_into), the gradient alone.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// As there.
    #[track_caller]
    pub fn gradient_into(
        &self,
        x: &[f64],
        workspace: &mut Workspace,
        gradient: &mut [f64],
    ) -> Result<(), program::Error> {
        self.value_and_gradient_into(x, workspace, gradient).map(drop)
    }
}
