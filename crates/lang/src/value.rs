//! Values at run time and the memory of a run.

use linalg::Matrix;

/// What a register holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<T> {
    Number(T),
    Truth(bool),
    /// A function that captures nothing.
    Function(u32),
    /// A function with what it captures, by its number among the closures.
    Closure(u32),
    /// A function of the table, by the number of its application.
    Builtin(u32),
    /// By its number among the matrices.
    Matrix(u32),
}

impl<T> Value<T> {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Number(_) => "a number",
            Value::Truth(_) => "a truth value",
            Value::Matrix(_) => "a matrix",
            Value::Function(_) | Value::Closure(_) | Value::Builtin(_) => "a function",
        }
    }
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Where the caller goes on.
    pub(crate) resume: u32,
    /// The caller's register for the result.
    pub(crate) to: u32,
    /// How far the callee's registers are above the caller's.
    pub(crate) start: u32,
    /// Where what the caller has captured begins.
    pub(crate) captured: u32,
    /// The numbers of closures and of captured values at the call.
    pub(crate) closures: u32,
    pub(crate) captures: u32,
    /// The number of matrices at the call.
    pub(crate) matrices: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Closure {
    pub(crate) function: u32,
    /// Where its captured values begin.
    pub(crate) captured: u32,
}

/// The memory of a run, kept from one run to the next so that repeated evaluation does not allocate.
///
/// It grows to what the largest run needs and serves any program.
///
/// ```
/// use lang::{Limits, Program, Workspace};
/// let mut workspace = Workspace::new();
/// for (source, y) in [("x^2 + 1", 10.0), ("fn f(n) = if n < 1 then 0 else n + f(n - 1); f(x)", 6.0)] {
///     let mut out = [0.0];
///     Program::parse(source)?.eval_into(&[3.0], &Limits::default(), &mut workspace, &mut out)?;
///     assert_eq!(out, [y]);
/// }
/// # Ok::<(), lang::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Workspace<T> {
    pub(crate) registers: Vec<Value<T>>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) closures: Vec<Closure>,
    pub(crate) captured: Vec<Value<T>>,
    pub(crate) arguments: Vec<T>,
    pub(crate) matrices: Vec<Matrix<T>>,
}

impl<T> Workspace<T> {
    /// Without memory yet.
    pub const fn new() -> Workspace<T> {
        Workspace {
            registers: Vec::new(),
            frames: Vec::new(),
            closures: Vec::new(),
            captured: Vec::new(),
            arguments: Vec::new(),
            matrices: Vec::new(),
        }
    }
}

impl<T> Default for Workspace<T> {
    fn default() -> Self {
        Workspace::new()
    }
}
