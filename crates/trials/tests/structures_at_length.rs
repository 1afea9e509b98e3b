//! Structures in programs as people write them: held against differences. It takes longer to compile than the tests of
//! `wengert` may.

// As people write them: their form is not for lints to judge.
#![allow(warnings, clippy::all)]

#[macro_use]
#[path = "structures_at_length/against_itself.rs"]
mod against_itself;
use against_itself::{all_near, held, near, slope, slopes};

#[path = "structures_at_length/across.rs"]
mod across;
#[path = "structures_at_length/aliases.rs"]
mod aliases;
#[path = "structures_at_length/arms.rs"]
mod arms;
#[path = "structures_at_length/around.rs"]
mod around;
#[path = "structures_at_length/asked_by_bounds.rs"]
mod asked_by_bounds;
#[path = "structures_at_length/bodies.rs"]
mod bodies;
#[path = "structures_at_length/by_paths.rs"]
mod by_paths;
#[path = "structures_at_length/cells.rs"]
mod cells;
#[path = "structures_at_length/chosen.rs"]
mod chosen;
#[path = "structures_at_length/constants.rs"]
mod constants;
#[path = "structures_at_length/constants_of_traits.rs"]
mod constants_of_traits;
#[path = "structures_at_length/conversions.rs"]
mod conversions;
#[path = "structures_at_length/defaults.rs"]
mod defaults;
#[path = "structures_at_length/divided.rs"]
mod divided;
#[path = "structures_at_length/divided_lent.rs"]
mod divided_lent;
#[path = "structures_at_length/entries.rs"]
mod entries;
#[path = "structures_at_length/evaluated.rs"]
mod evaluated;
#[path = "structures_at_length/filled.rs"]
mod filled;
#[path = "structures_at_length/formless.rs"]
mod formless;
#[path = "structures_at_length/grown.rs"]
mod grown;
#[path = "structures_at_length/handed_in.rs"]
mod handed_in;
#[path = "structures_at_length/handed_on.rs"]
mod handed_on;
#[path = "structures_at_length/helpers.rs"]
mod helpers;
#[path = "structures_at_length/idioms.rs"]
mod idioms;
#[path = "structures_at_length/inner_functions.rs"]
mod inner_functions;
#[path = "structures_at_length/labels.rs"]
mod labels;
#[path = "structures_at_length/labels_chosen.rs"]
mod labels_chosen;
#[path = "structures_at_length/leaving.rs"]
mod leaving;
#[path = "structures_at_length/lengths.rs"]
mod lengths;
#[path = "structures_at_length/lent_lists.rs"]
mod lent_lists;
#[path = "structures_at_length/lent_on.rs"]
mod lent_on;
#[path = "structures_at_length/lent_or_owned.rs"]
mod lent_or_owned;
#[path = "structures_at_length/lent_structures.rs"]
mod lent_structures;
#[path = "structures_at_length/lookups.rs"]
mod lookups;
#[path = "structures_at_length/machines.rs"]
mod machines;
#[path = "structures_at_length/maps.rs"]
mod maps;
#[path = "structures_at_length/matrices.rs"]
mod matrices;
#[path = "structures_at_length/members_by_macros.rs"]
mod members_by_macros;
#[path = "structures_at_length/named_iterators.rs"]
mod named_iterators;
#[path = "structures_at_length/namesakes.rs"]
mod namesakes;
#[path = "structures_at_length/nested.rs"]
mod nested;
#[path = "structures_at_length/objects.rs"]
mod objects;
#[path = "structures_at_length/objects_change.rs"]
mod objects_change;
#[path = "structures_at_length/objects_lend.rs"]
mod objects_lend;
#[path = "structures_at_length/objects_of_numbers.rs"]
mod objects_of_numbers;
#[path = "structures_at_length/open.rs"]
mod open;
#[path = "structures_at_length/open_lists.rs"]
mod open_lists;
#[path = "structures_at_length/optional.rs"]
mod optional;
#[path = "structures_at_length/orders.rs"]
mod orders;
#[path = "structures_at_length/ordinary.rs"]
mod ordinary;
#[path = "structures_at_length/parts.rs"]
mod parts;
#[path = "structures_at_length/passed_by.rs"]
mod passed_by;
#[path = "structures_at_length/perhaps.rs"]
mod perhaps;
#[path = "structures_at_length/picked.rs"]
mod picked;
#[path = "structures_at_length/places.rs"]
mod places;
#[path = "structures_at_length/precisions.rs"]
mod precisions;
#[path = "structures_at_length/printed.rs"]
mod printed;
#[path = "structures_at_length/published.rs"]
mod published;
#[path = "structures_at_length/ranges.rs"]
mod ranges;
#[path = "structures_at_length/references.rs"]
mod references;
#[path = "structures_at_length/robot.rs"]
mod robot;
#[path = "structures_at_length/roots.rs"]
mod roots;
#[path = "structures_at_length/rounds.rs"]
mod rounds;
#[path = "structures_at_length/row_views.rs"]
mod row_views;
#[path = "structures_at_length/scene.rs"]
mod scene;
#[path = "structures_at_length/seen_by_bounds.rs"]
mod seen_by_bounds;
#[path = "structures_at_length/self_calls.rs"]
mod self_calls;
#[path = "structures_at_length/shadowed.rs"]
mod shadowed;
#[path = "structures_at_length/shared.rs"]
mod shared;
#[path = "structures_at_length/shown.rs"]
mod shown;
#[path = "structures_at_length/sides.rs"]
mod sides;
#[path = "structures_at_length/slices.rs"]
mod slices;
#[path = "structures_at_length/stacks.rs"]
mod stacks;
#[path = "structures_at_length/symbols.rs"]
mod symbols;
#[path = "structures_at_length/tables.rs"]
mod tables;
#[path = "structures_at_length/texts.rs"]
mod texts;
#[path = "structures_at_length/texts_made.rs"]
mod texts_made;
#[path = "structures_at_length/trees.rs"]
mod trees;
#[path = "structures_at_length/trees_made.rs"]
mod trees_made;
#[path = "structures_at_length/users.rs"]
mod users;
#[path = "structures_at_length/variants.rs"]
mod variants;
#[path = "structures_at_length/written_types.rs"]
mod written_types;
