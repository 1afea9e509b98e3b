//! Structures in programs as people write them: what takes longer to compile than the tests of `wengert` may.

// As people write them: their form is not for lints to judge.
#![allow(warnings, clippy::all)]

#[macro_use]
#[path = "../../wengert/tests/structures_in_use/against_itself.rs"]
mod against_itself;
use against_itself::{all_near, held, near, slope, slopes};

#[path = "structures_in_use/around.rs"]
mod around;
#[path = "structures_in_use/asked_by_bounds.rs"]
mod asked_by_bounds;
#[path = "structures_in_use/bodies.rs"]
mod bodies;
#[path = "structures_in_use/by_paths.rs"]
mod by_paths;
#[path = "structures_in_use/chosen.rs"]
mod chosen;
#[path = "structures_in_use/constants.rs"]
mod constants;
#[path = "structures_in_use/constants_of_traits.rs"]
mod constants_of_traits;
#[path = "structures_in_use/defaults.rs"]
mod defaults;
#[path = "structures_in_use/divided.rs"]
mod divided;
#[path = "structures_in_use/divided_lent.rs"]
mod divided_lent;
#[path = "structures_in_use/entries.rs"]
mod entries;
#[path = "structures_in_use/evaluated.rs"]
mod evaluated;
#[path = "structures_in_use/filled.rs"]
mod filled;
#[path = "structures_in_use/formless.rs"]
mod formless;
#[path = "structures_in_use/grown.rs"]
mod grown;
#[path = "structures_in_use/handed_on.rs"]
mod handed_on;
#[path = "structures_in_use/helpers.rs"]
mod helpers;
#[path = "structures_in_use/idioms.rs"]
mod idioms;
#[path = "structures_in_use/inner_functions.rs"]
mod inner_functions;
#[path = "structures_in_use/labels_chosen.rs"]
mod labels_chosen;
#[path = "structures_in_use/leaving.rs"]
mod leaving;
#[path = "structures_in_use/lengths.rs"]
mod lengths;
#[path = "structures_in_use/lent_lists.rs"]
mod lent_lists;
#[path = "structures_in_use/lent_on.rs"]
mod lent_on;
#[path = "structures_in_use/lent_or_owned.rs"]
mod lent_or_owned;
#[path = "structures_in_use/lookups.rs"]
mod lookups;
#[path = "structures_in_use/machines.rs"]
mod machines;
#[path = "structures_in_use/matrices.rs"]
mod matrices;
#[path = "structures_in_use/members_by_macros.rs"]
mod members_by_macros;
#[path = "structures_in_use/named_iterators.rs"]
mod named_iterators;
#[path = "structures_in_use/nested.rs"]
mod nested;
#[path = "structures_in_use/objects.rs"]
mod objects;
#[path = "structures_in_use/objects_lend.rs"]
mod objects_lend;
#[path = "structures_in_use/objects_of_numbers.rs"]
mod objects_of_numbers;
#[path = "structures_in_use/open.rs"]
mod open;
#[path = "structures_in_use/open_lists.rs"]
mod open_lists;
#[path = "structures_in_use/optional.rs"]
mod optional;
#[path = "structures_in_use/orders.rs"]
mod orders;
#[path = "structures_in_use/parts.rs"]
mod parts;
#[path = "structures_in_use/passed_by.rs"]
mod passed_by;
#[path = "structures_in_use/perhaps.rs"]
mod perhaps;
#[path = "structures_in_use/picked.rs"]
mod picked;
#[path = "structures_in_use/places.rs"]
mod places;
#[path = "structures_in_use/precisions.rs"]
mod precisions;
#[path = "structures_in_use/printed.rs"]
mod printed;
#[path = "structures_in_use/published.rs"]
mod published;
#[path = "structures_in_use/ranges.rs"]
mod ranges;
#[path = "structures_in_use/references.rs"]
mod references;
#[path = "structures_in_use/roots.rs"]
mod roots;
#[path = "structures_in_use/rounds.rs"]
mod rounds;
#[path = "structures_in_use/row_views.rs"]
mod row_views;
#[path = "structures_in_use/seen_by_bounds.rs"]
mod seen_by_bounds;
#[path = "structures_in_use/shadowed.rs"]
mod shadowed;
#[path = "structures_in_use/shown.rs"]
mod shown;
#[path = "structures_in_use/sides.rs"]
mod sides;
#[path = "structures_in_use/stacks.rs"]
mod stacks;
#[path = "structures_in_use/symbols.rs"]
mod symbols;
#[path = "structures_in_use/tables.rs"]
mod tables;
#[path = "structures_in_use/texts_made.rs"]
mod texts_made;
#[path = "structures_in_use/trees_made.rs"]
mod trees_made;
#[path = "structures_in_use/variants.rs"]
mod variants;
