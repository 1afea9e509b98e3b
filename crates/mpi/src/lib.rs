//! Derivatives through communication: between threads of one process, and between processes by MPI.
//!
//! Each of several ranks runs the same program on its own part of the data. [`Ranks`] is what they talk through, and
//! [`Ranks::on`] lends its operations to any number: what one rank sends in a function that is differentiated, another
//! one receives with its derivatives, and on the way back the adjoints go the other way.
//!
//! ```
//! use wengert_mpi::threads;
//! // Each of three ranks has one number; the loss is the square of their sum, of which rank 0 returns all.
//! let gradients = threads(3, |ranks| {
//!     let x = [1.0 + ranks.rank() as f64];
//!     ranks.value_and_gradient(&x, |world, x| {
//!         let sum = world.all_reduce_sum(x)[0];
//!         if world.rank() == 0 { sum * sum } else { 0.0.into() }
//!     })
//! });
//! for gradient in gradients {
//!     assert_eq!(gradient?, (36.0, vec![12.0]));
//! }
//! # Ok::<(), wengert_mpi::Error>(())
//! ```
//!
//! # What is differentiated
//!
//! The sum over all ranks of what each of them returns, by each rank's own inputs. A loss that every rank knows is
//! therefore returned by one of them, or in parts. Every rank runs every pass over its recording, with weights that are
//! zero where it has none, as others wait for what it sends.
//!
//! # What fails
//!
//! Operations on numbers have no results for errors. What goes wrong, a message of another length than was expected, a
//! rank that has ended, a wait beyond the time limit, is kept, told to all ranks, and makes every later number NaN;
//! [`Ranks::check`] and the operators of [`Ranks`] return it.
//!
//! What talks to other ranks is given to the operators of [`Ranks`], and is no `Function`: one of these runs again where a NaN
//! leaves open what the structure makes of it, and would do so on the rank alone that met it, until the limit.

#![forbid(unsafe_code)]

mod batch;
mod communicator;
mod error;
mod frame;
mod gradient;
mod grid;
mod launch;
mod map;
mod on;
#[cfg(feature = "openmpi")]
mod openmpi;
mod ranks;
mod rule;
mod samples;
mod saves;
mod threads;
mod together;
mod tree;

pub use communicator::Communicator;
pub use error::Error;
pub use grid::Grid;
pub use launch::launch;
pub use on::{Envelope, On, Pending};
#[cfg(feature = "openmpi")]
pub use openmpi::processes;
pub use ranks::{Ranks, Tally};
pub use saves::Saves;
pub use threads::threads;
pub use together::Together;
