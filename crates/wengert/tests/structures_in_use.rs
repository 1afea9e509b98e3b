//! Structures in programs as people write them: held against differences. More of them are in `wengert-trials`.

// As people write them: their form is not for lints to judge.
#![allow(warnings, clippy::all)]

#[macro_use]
#[path = "structures_in_use/against_itself.rs"]
mod against_itself;
use against_itself::{all_near, held, near, slope, slopes};

#[path = "structures_in_use/across.rs"]
mod across;
#[path = "structures_in_use/aliases.rs"]
mod aliases;
#[path = "structures_in_use/arms.rs"]
mod arms;
#[path = "structures_in_use/cells.rs"]
mod cells;
#[path = "structures_in_use/conversions.rs"]
mod conversions;
#[path = "structures_in_use/handed_in.rs"]
mod handed_in;
#[path = "structures_in_use/labels.rs"]
mod labels;
#[path = "structures_in_use/lent_structures.rs"]
mod lent_structures;
#[path = "structures_in_use/maps.rs"]
mod maps;
#[path = "structures_in_use/namesakes.rs"]
mod namesakes;
#[path = "structures_in_use/objects_change.rs"]
mod objects_change;
#[path = "structures_in_use/ordinary.rs"]
mod ordinary;
#[path = "structures_in_use/robot.rs"]
mod robot;
#[path = "structures_in_use/scene.rs"]
mod scene;
#[path = "structures_in_use/self_calls.rs"]
mod self_calls;
#[path = "structures_in_use/shared.rs"]
mod shared;
#[path = "structures_in_use/slices.rs"]
mod slices;
#[path = "structures_in_use/texts.rs"]
mod texts;
#[path = "structures_in_use/trees.rs"]
mod trees;
#[path = "structures_in_use/users.rs"]
mod users;
