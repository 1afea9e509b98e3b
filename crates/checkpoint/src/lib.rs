//! Checkpointing: a chain of steps reversed in the memory that there is.
//!
//! A chain takes a state through `l` steps; state `i` is the one before step `i`, and state `l` the last. Going back
//! needs the states in reverse order, and keeping all of them may need more memory than there is. A [`Schedule`] says
//! which to keep and which to compute again, as a list of [`Action`]s; it is arithmetic on indices and knows nothing of
//! states. A [`Storage`] keeps them: in [`Memory`], on [`Disk`], or in both.
//!
//! ```
//! use checkpoint::{Action, Schedule};
//! let schedule = Schedule::binomial(2);
//! assert_eq!(schedule.cost(6).advances, 5 + 3);
//! let mut reversed = Vec::new();
//! for action in schedule.actions(6) {
//!     if let Action::Reverse { step } = action {
//!         reversed.push(step);
//!     }
//! }
//! assert_eq!(reversed, [5, 4, 3, 2, 1, 0]);
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod actions;
mod binomial;
mod cost;
mod directory;
mod disk;
mod error;
mod file;
mod forward;
mod record;
mod schedule;
mod state;
mod storage;
mod two_level;

pub use actions::{Action, Actions, Level, Position, Slot, Stored};
pub use cost::Cost;
pub use disk::Disk;
pub use error::Error;
pub use record::Record;
pub use rules::Encode;
pub use schedule::Schedule;
pub use state::{State, decode, encode};
pub use storage::{Memory, Storage, Tiers};
pub use two_level::Transfer;
