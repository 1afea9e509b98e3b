//! The one table of elementary functions, and what it is written on.
//!
//! A rule is a function over any number; an engine is a number. [`ROWS`] lists every elementary function once, with
//! its value, its partial derivatives and the points it is tested on; [`Number`] is what an engine implements to have
//! them all, at every order; [`Real`] is what numerical functions are written on.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod advice;
mod array;
mod bundle;
mod cases;
mod choice;
mod companions;
mod complex;
mod doubt;
mod each;
mod encode;
mod holomorphic;
pub mod identities;
mod keyed;
mod lifted;
mod list;
mod live;
pub mod notation;
mod number;
mod operators;
mod planes;
mod real;
mod row;
mod shared;
mod special;
pub mod spelled;
mod table;
mod term;
mod traits;
mod written_out;

#[doc(hidden)]
pub use advice::{Brought, Started, Whole};
pub use array::{ArrayRule, Shared, apart, put};
#[doc(hidden)]
pub use bundle::Boxed;
pub use bundle::{Bundle, Differentiable, Lists};
#[doc(hidden)]
pub use cases::{Cases, Recording};
pub use choice::{Choice, strong, taken};
pub use doubt::{doubt_nan, doubts};
pub use each::each;
pub use encode::Encode;
pub use holomorphic::{Complex, Visitor, complex_rules};
#[doc(hidden)]
pub use keyed::{Entries, maps};
pub use lifted::{Lift, Lifted};
pub use list::{List, Listed, Run, lend};
pub use live::Live;
pub use number::{Number, Scalar, outlined};
pub use planes::{LONG, Planes};
pub use real::{Behind, Imply, ImplyInner, Mixes, NumTraits, Real};
pub use row::{FreeFamily, FreeFunction, Kind, Row, Rule, RuleId};
#[doc(hidden)]
pub use shared::{Leads, LeadsToChange, Pointed};
pub use table::{Functions, Op, ROWS, functions, rule};
pub use term::Term;
#[cfg(feature = "num-traits")]
#[doc(hidden)]
pub use {num_traits, traits::is_constant_of};
