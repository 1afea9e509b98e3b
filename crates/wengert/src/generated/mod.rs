//! What generated code calls. Nothing here is for hands.

mod apart;
mod asked;
pub mod bits;
mod callee;
mod cases;
mod checkpoints;
mod compared;
mod constants;
mod directions;
mod drive;
mod dynamics;
mod extrema;
mod far;
mod independent;
mod inside;
mod kept;
pub mod matrices;
mod named;
mod open;
mod pass;
mod passage;
mod plain;
mod recorded;
mod rooms;
mod ruled;
mod seeds;
mod several;
mod slices;
mod state;
mod structures;
mod text;
mod unbuilt;
mod via;
mod wide;
mod within;
mod workspace;

pub use crate::{__asked as asked, __left as left, __shared as shared};
pub use ::linalg::InFrame;
pub use ::sparse::detect::arms::{Arms, Met, decided, differ, quietly, settled, stored, undecided};
pub use asked::{Asked, AskedOfConstants, AskedOfNumbers, asked_of};
pub use callee::{Argument, Callee1, Callee2, Callee3, Callee4, Of, Outcome};
pub use cases::{where_followed, where_unwatched};
pub use checkpoints::{Checkpoints, Task, on_two_levels};
pub use compared::{Equal, Ordered, equal, order};
pub use directions::{
    add_part, all_weights, by_rows, column_of, moved, moved_array, moved_by_weights, moved_structure, part_of, unit,
    weights_of, with_numbers,
};
pub use drive::{
    Columns, Direction, Unwatched, by_tape, hessian, next_part, product, rarely, same_in_other_frame, with_workspace,
    without_workspace,
};
pub use dynamics::{DynamicsLists, OfDynamics};
pub use extrema::{moves_maximum, moves_minimum};
pub use independent::{Chunks, Outcomes, Part, Steps, ahead, behind};
pub use inside::Inside;
pub use kept::{
    Beside, KeepAnything, KeepNumbers, KeepWords, again, keep, keep_shape, kind_beside, like, most, never, packs,
    text_of, text_words, zero_again,
};
pub use named::{
    Binary, BinaryOfTheTable, Family, FamilyOfTheTable, Operand, Probe, Reach, Ternary, TernaryOfTheTable, Unary,
    UnaryOfTheTable, family_of_table, of_table,
};
pub use open::Closed;
pub use pass::{
    Active, Adopt, Constant, Exclusive, Give, LeftOutByOnly, LeftOutByReverseOnly, Length, Lie, Pair, Rows, Seed,
    Settle, Unused, Whole, WriteDifferentiableAll, give, unused,
};
pub use passage::{Carried, Passage};
pub use plain::{Bound, OfOthers, OfStructure, Shared};
pub use recorded::{MaybeThere, OnAnyNumber, Opened, by_lanes_or_tape, by_recording, by_recording_apart};
pub use ruled::{Parts, ruled};
pub use rules::{Boxed, Entries, Pointed, maps, rule, spelled, strong, taken};
pub use rules::{doubt_nan, doubts};
pub use seeds::{OUTPUTS, Seeds, rows_fit};
pub use several::{OfSeveral, OfSlice, Several};
pub use slices::{
    alike, array_has_nan, array_mut, array_of, array_ref, bounds, certain, clear, disjoint, flow, flow_within, grow,
    has_nan, is_scalar, lift_into, offset, partials, range, same, same_length, same_weights, searched, seed, sum,
    sum_lanes, to_array,
};
pub use state::{Gone, State, keep_state, state_again};
pub use structures::{
    Any, AnyPair, Fill, Kind, Lent, Lift, OfAll, OfAnything, OfConstants, OfNumbers, OfOptions, Reached, Sow, any_nan,
    append, count, doubt_nan_in, in_order_of, kind, numbers, numbers_of, over, over_each, plain, refill, same_shape,
    sow, spoil,
};
pub use text::{text, words};
pub use unbuilt::{Unbuilt, UnbuiltNumber, unbuilt};
pub use via::{Receiver, Typed, Via, via};
pub use wide::{Body, widest};
pub use within::{Moving, on_duals};
pub use workspace::{Word, Workspace, flags, of_flags};
