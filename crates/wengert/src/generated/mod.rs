//! What generated code calls. Nothing here is for hands.

mod drive;
mod pass;
mod slices;
mod workspace;

pub use drive::{Columns, by_tape, hessian, next_part, with_workspace};
pub use pass::{Active, Adopt, Exclusive, Give, Length, Pair, Seed, Spare};
pub use rules::rule;
pub use slices::{
    bounds, certain, disjoint, flow, flow_within, has_nan, lift_into, offset, partials, range, same, same_length, seed,
    sum, to_array,
};
pub use workspace::{Word, Workspace};
