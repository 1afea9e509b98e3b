//! The GradBench tool: the evals of GradBench (<https://github.com/gradbench/gradbench>), differentiated by Wengert.
//!
//! GradBench compares systems for automatic differentiation across languages. A tool reads messages on standard
//! input, runs the functions that they name, and answers with results and times; [`serve`] does that, and
//! [`run_once`] runs one function on one input. Each [`eval`] has a function and its derivative, and each derivative
//! is computed by the [`Engine`] asked for, all from the same objective: an ordinary Rust function with the attribute
//! `#[differentiable]`. Those that the project's own benchmarks use too are in [`bench::adjoints`], the others in
//! [`objectives`].
//!
//! ```
//! let mut answers = Vec::new();
//! let message = r#"{"id": 1, "kind": "evaluate", "module": "hello", "function": "double", "input": 3.0}"#;
//! gradbench::serve(message.as_bytes(), &mut answers, &gradbench::Settings::default())?;
//! assert!(answers.starts_with(br#"{"id":1,"success":true,"output":6.0,"timings":[{"name":"evaluate","#));
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

mod engine;
pub mod evals;
mod failure;
mod input;
mod measure;
pub mod objectives;
mod once;
mod replay;
mod serve;
mod threads;

pub use engine::{Engine, Settings};
pub use evals::{Eval, NAMES, eval};
pub use failure::Failure;
pub use measure::{Measured, measure};
pub use once::run_once;
pub use serve::serve;
pub use threads::Threads;
