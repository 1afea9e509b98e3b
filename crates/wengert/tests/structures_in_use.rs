//! Structures in programs as people write them: held against differences.

// As people write them: their form is not for lints to judge.
#![allow(warnings, clippy::all)]

/// Holds functions of two numbers, each at all of these points.
macro_rules! held_at {
    ($points:expr; $($f:ident)*) => {
        for x in $points {
            $(crate::held(
                |x| $f(x[0], x[1]),
                |x| {
                    let (value, (a, b)) = $f::value_and_gradient(x[0], x[1]);
                    (value, vec![a, b])
                },
                &x,
            );)*
        }
    };
}

#[path = "structures_in_use/across.rs"]
mod across;
#[path = "structures_in_use/aliases.rs"]
mod aliases;
#[path = "structures_in_use/arms.rs"]
mod arms;
#[path = "structures_in_use/around.rs"]
mod around;
#[path = "structures_in_use/asked_by_bounds.rs"]
mod asked_by_bounds;
#[path = "structures_in_use/bodies.rs"]
mod bodies;
#[path = "structures_in_use/by_paths.rs"]
mod by_paths;
#[path = "structures_in_use/cells.rs"]
mod cells;
#[path = "structures_in_use/chosen.rs"]
mod chosen;
#[path = "structures_in_use/constants.rs"]
mod constants;
#[path = "structures_in_use/constants_of_traits.rs"]
mod constants_of_traits;
#[path = "structures_in_use/conversions.rs"]
mod conversions;
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
#[path = "structures_in_use/handed_in.rs"]
mod handed_in;
#[path = "structures_in_use/handed_on.rs"]
mod handed_on;
#[path = "structures_in_use/helpers.rs"]
mod helpers;
#[path = "structures_in_use/idioms.rs"]
mod idioms;
#[path = "structures_in_use/inner_functions.rs"]
mod inner_functions;
#[path = "structures_in_use/labels.rs"]
mod labels;
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
#[path = "structures_in_use/lent_structures.rs"]
mod lent_structures;
#[path = "structures_in_use/lookups.rs"]
mod lookups;
#[path = "structures_in_use/machines.rs"]
mod machines;
#[path = "structures_in_use/maps.rs"]
mod maps;
#[path = "structures_in_use/matrices.rs"]
mod matrices;
#[path = "structures_in_use/members_by_macros.rs"]
mod members_by_macros;
#[path = "structures_in_use/named_iterators.rs"]
mod named_iterators;
#[path = "structures_in_use/namesakes.rs"]
mod namesakes;
#[path = "structures_in_use/nested.rs"]
mod nested;
#[path = "structures_in_use/objects.rs"]
mod objects;
#[path = "structures_in_use/objects_change.rs"]
mod objects_change;
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
#[path = "structures_in_use/ordinary.rs"]
mod ordinary;
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
#[path = "structures_in_use/robot.rs"]
mod robot;
#[path = "structures_in_use/roots.rs"]
mod roots;
#[path = "structures_in_use/rounds.rs"]
mod rounds;
#[path = "structures_in_use/row_views.rs"]
mod row_views;
#[path = "structures_in_use/scene.rs"]
mod scene;
#[path = "structures_in_use/seen_by_bounds.rs"]
mod seen_by_bounds;
#[path = "structures_in_use/self_calls.rs"]
mod self_calls;
#[path = "structures_in_use/shadowed.rs"]
mod shadowed;
#[path = "structures_in_use/shared.rs"]
mod shared;
#[path = "structures_in_use/shown.rs"]
mod shown;
#[path = "structures_in_use/sides.rs"]
mod sides;
#[path = "structures_in_use/slices.rs"]
mod slices;
#[path = "structures_in_use/stacks.rs"]
mod stacks;
#[path = "structures_in_use/symbols.rs"]
mod symbols;
#[path = "structures_in_use/tables.rs"]
mod tables;
#[path = "structures_in_use/texts.rs"]
mod texts;
#[path = "structures_in_use/texts_made.rs"]
mod texts_made;
#[path = "structures_in_use/trees.rs"]
mod trees;
#[path = "structures_in_use/trees_made.rs"]
mod trees_made;
#[path = "structures_in_use/users.rs"]
mod users;
#[path = "structures_in_use/variants.rs"]
mod variants;

/// Holds a value and a gradient against the function itself.
#[track_caller]
fn held(f: impl Fn(&[f64]) -> f64, derived: impl Fn(&[f64]) -> (f64, Vec<f64>), x: &[f64]) {
    let (value, gradient) = derived(x);
    assert_eq!(value.to_bits(), f(x).to_bits());
    for (k, g) in gradient.into_iter().enumerate() {
        let along = |v| f(&[&x[..k], &[v], &x[k + 1..]].concat());
        let d = slope(along, x[k]);
        assert!((d - g).abs() <= 1e-8 * (1.0 + d.abs()), "derivative {k}: {g}, by differences {d}");
    }
}

/// The derivative by central differences of fourth order.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-5;
    (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
}

/// The same by each variable.
fn slopes(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    let one = |i: usize| {
        let along = |v: f64| f(&[&x[..i], &[v], &x[i + 1..]].concat());
        slope(along, x[i])
    };
    (0..x.len()).map(one).collect()
}

#[track_caller]
fn all_near(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).for_each(|(a, b)| near(*a, *b));
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-6 * (1.0 + b.abs()), "{a} {b}");
}
