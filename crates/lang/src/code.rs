//! What a program is compiled to: instructions on the registers of a frame.

use crate::ast::{Comparison, Span};
use crate::matrices::Call;
use rules::Op;

/// One instruction; what `to`, `a` and `b` mean is said at each [`Code`]. Registers count from the frame's start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) code: Code,
    pub(crate) to: u32,
    pub(crate) a: u32,
    pub(crate) b: u32,
}

/// The operation of an instruction. `c[i]` is a constant, `r[i]` a register; the result goes to `r[to]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Code {
    /// c[a]
    Constant,
    Truth(bool),
    /// r[a]
    Copy,
    /// The value number a that the running closure has captured.
    Captured,
    /// The function number a.
    Function,
    /// The function of the table in application a.
    Builtin,
    /// Function a with what it captures.
    Closure,
    /// r[a] op r[b]
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Compare(Comparison),
    /// r[a] op c[b]
    AddConstant,
    SubtractConstant,
    MultiplyConstant,
    DivideConstant,
    PowerConstant,
    /// c[a] op r[b]
    ConstantSubtract,
    ConstantDivide,
    ConstantPower,
    /// r[a] to the integer b
    PowerInteger,
    Negate,
    Not,
    /// r[a], which must be a truth value
    AssertTruth,
    /// Application b of r[a].
    Unary,
    /// This application of r[a] and r[b].
    Binary(u16),
    /// Application b of the registers from a on.
    Nary,
    /// The list of b registers from a on.
    List,
    /// Of the matrix r[a] the entry whose b places are the registers after it.
    Entry,
    /// This function of matrices of the registers from a on, b of them.
    Matrices(Call),
    /// Function a, whose arguments are the registers from b on.
    CallFunction,
    /// r[a] called with so many arguments, the registers from b on.
    Call(u16),
    /// Skips a instructions.
    Jump,
    /// Skips b instructions if r[a] is true, or is false.
    JumpIf,
    JumpUnless,
    /// Output b is r[a].
    Output,
    /// The function's result is r[a].
    Return,
    /// The program ends.
    End,
}

impl Code {
    /// Whether the instruction writes the register `to`.
    pub(crate) fn writes(self) -> bool {
        !matches!(self, Code::Jump | Code::JumpIf | Code::JumpUnless | Code::Output | Code::Return | Code::End)
    }

    /// The function of the table that it always is.
    pub(crate) fn op(self) -> Option<Op> {
        Some(match self {
            Code::Add | Code::AddConstant => Op::Add,
            Code::Subtract | Code::SubtractConstant | Code::ConstantSubtract => Op::Sub,
            Code::Multiply | Code::MultiplyConstant => Op::Mul,
            Code::Divide | Code::DivideConstant | Code::ConstantDivide => Op::Div,
            Code::Power | Code::PowerConstant | Code::ConstantPower => Op::Powf,
            Code::PowerInteger => Op::Powi,
            Code::Negate => Op::Neg,
            _ => return None,
        })
    }
}

/// Where an instruction and its two operands stand in the source, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) whole: Span,
    pub(crate) operands: [Span; 2],
}

/// A function of the table with its integer parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Application {
    pub(crate) op: Op,
    pub(crate) n: i32,
}

/// Where a value that a closure captures is found when the closure is made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// In a register of the frame that makes it.
    Register(u32),
    /// Among what the closure that makes it has captured.
    Captured(u32),
}

/// A compiled function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// The name, unless it is a lambda.
    pub(crate) name: Option<String>,
    /// Where it is defined.
    pub(crate) at: Span,
    pub(crate) entry: u32,
    /// The number of its instructions.
    pub(crate) length: u32,
    pub(crate) parameters: u32,
    pub(crate) registers: u32,
    pub(crate) captures: Vec<Source>,
}

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) instructions: Vec<Instruction>,
    /// One per instruction.
    pub(crate) sites: Vec<Site>,
    pub(crate) constants: Vec<f64>,
    pub(crate) applications: Vec<Application>,
    pub(crate) functions: Vec<Function>,
    /// The function that the run starts with: the last expression.
    pub(crate) main: usize,
    pub(crate) inputs: Vec<String>,
    /// The register of each input.
    pub(crate) input_registers: Vec<u32>,
    pub(crate) outputs: usize,
}
