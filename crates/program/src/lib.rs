//! Programs: a function recorded once as a list of elementary operations, then run, differentiated into programs,
//! printed and optimised.
//!
//! [`Program::record`] runs a function once on [`Node`]s, numbers that write down what is done with them.
//! [`Program::eval`] runs the list; [`Program::gradient`], [`Program::jvp`], [`Program::vjp`], [`Program::jacobian`] and
//! [`Program::hessian`] give lists again, made by running the rules of the table on nodes, so that they can be
//! differentiated in turn. [`Program::graph`] shows a program at a point as a graph, with both sweeps as walks over it.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod abs_normal;
mod adjoint;
mod apart;
mod arena;
mod array;
mod batch;
mod bytes;
mod code;
mod emit;
mod error;
mod eval;
mod function;
pub mod graph;
mod guard;
mod hash;
mod identities;
mod inspect;
mod interner;
mod lines;
mod modes;
mod node;
#[cfg(feature = "num-traits")]
mod numeric_traits;
mod operation;
mod pass;
mod program;
mod replay;
#[cfg(feature = "serde")]
mod serde;
mod steep;
mod sweep;
mod tangent;
mod text;
mod verify;

pub use abs_normal::AbsNormal;
pub use batch::{Batch, BatchError, BatchWorkspace, math};
pub use emit::{Kernels, Names, Precision};
pub use error::Error;
pub use eval::Workspace;
pub use function::Function;
pub use graph::Graph;
pub use guard::{Answer, Guard, Test};
pub use inspect::{Origin, Statistics};
pub use lines::Lines;
pub use modes::Modes;
pub use node::Node;
pub use operation::Operation;
pub use program::{Instruction, Program};
pub use steep::Steep;
pub use tangent::NO_GROUP;
