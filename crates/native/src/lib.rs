//! Recorded programs as native code.
//!
//! [`Native::new`] compiles a [`Program`](program::Program) in one pass: its values and, where it has one output, its
//! gradient. What native code computes has the bits that the interpreter computes.
//!
//! The instructions of a program become lines, nearly one to a machine instruction (`lower`), the reverse sweep among them;
//! the lines get registers from the first to the last (`allocate`), and are written as bytes (`encode`). Functions are called:
//! those that the interpreter calls, in batches the same kernels. Nothing in the code branches but the way out at its guards,
//! and in batches the loop over rows.
//!
//! Long code has to come from the main memory at each run. From some hundred thousand lines on it tells the processor at each
//! 64 bytes to bring the next 4096: without, a Lorenz system of 10000 steps (680 thousand operations, 14 MB) took 3.6 ns an
//! operation for its gradient where replay took 2.6; with it, 2.1.

mod allocate;
mod batch;
mod call;
mod encode;
mod error;
mod list;
mod lower;
mod machine;
mod native;
mod processor;

pub use error::Error;
pub use native::{Native, Workspace};
#[doc(hidden)]
pub use processor::{Processor, code_for};
