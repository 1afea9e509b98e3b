//! Functions on numbers, lists and structures as people write them first: value to the bit, gradient against differences.

// As people write them: their form is not for lints to judge.
#![allow(warnings, clippy::all)]

#[path = "first_versions/at_length/mod.rs"]
mod at_length;
#[path = "first_versions/at_work/mod.rs"]
mod at_work;
#[path = "first_versions/attempts.rs"]
mod attempts;
#[path = "first_versions/begun.rs"]
mod begun;
#[path = "first_versions/by_method.rs"]
mod by_method;
#[path = "first_versions/calls.rs"]
mod calls;
#[allow(non_snake_case)]
#[path = "first_versions/capitals.rs"]
mod capitals;
#[path = "first_versions/chains.rs"]
mod chains;
#[path = "first_versions/chosen.rs"]
mod chosen;
#[path = "first_versions/columns.rs"]
mod columns;
#[path = "first_versions/coming.rs"]
mod coming;
#[path = "first_versions/configured.rs"]
mod configured;
#[path = "first_versions/constants.rs"]
mod constants;
#[path = "first_versions/copies.rs"]
mod copies;
#[path = "first_versions/errors.rs"]
mod errors;
#[path = "first_versions/generators.rs"]
mod generators;
#[path = "first_versions/guards.rs"]
mod guards;
#[path = "first_versions/halves.rs"]
mod halves;
#[path = "first_versions/handed.rs"]
mod handed;
#[path = "first_versions/hidden.rs"]
mod hidden;
#[path = "first_versions/ledgers.rs"]
mod ledgers;
#[path = "first_versions/lengths.rs"]
mod lengths;
#[path = "first_versions/lent.rs"]
mod lent;
#[path = "first_versions/macros.rs"]
mod macros;
#[path = "first_versions/made.rs"]
mod made;
#[path = "first_versions/modules/mod.rs"]
mod modules;
#[path = "first_versions/moves.rs"]
mod moves;
#[path = "first_versions/namesakes/mod.rs"]
mod namesakes;
#[path = "first_versions/natural/mod.rs"]
mod natural;
#[path = "first_versions/one_by_one.rs"]
mod one_by_one;
#[path = "first_versions/operators.rs"]
mod operators;
#[path = "first_versions/orders.rs"]
mod orders;
#[path = "first_versions/pairs.rs"]
mod pairs;
#[path = "first_versions/passed.rs"]
mod passed;
#[path = "first_versions/pivots.rs"]
mod pivots;
#[path = "first_versions/places.rs"]
mod places;
#[path = "first_versions/plants.rs"]
mod plants;
#[path = "first_versions/precision.rs"]
mod precision;
#[path = "first_versions/questions.rs"]
mod questions;
#[path = "first_versions/ragged.rs"]
mod ragged;
#[path = "first_versions/ranges.rs"]
mod ranges;
#[path = "first_versions/returns.rs"]
mod returns;
#[path = "first_versions/stacks.rs"]
mod stacks;
#[path = "first_versions/states.rs"]
mod states;
#[path = "first_versions/taped.rs"]
mod taped;
#[path = "first_versions/trades/mod.rs"]
mod trades;
#[path = "first_versions/trees.rs"]
mod trees;
#[path = "first_versions/variants.rs"]
mod variants;
#[allow(dead_code, unreachable_pub)]
#[path = "first_versions/whole/mod.rs"]
mod whole;

/// Holds a value and a gradient against the function itself.
#[track_caller]
fn held(x: &[f64], plain: impl Fn(&[f64]) -> f64, value: f64, gradient: &[f64]) {
    assert_eq!(plain(x).to_bits(), value.to_bits());
    assert_eq!(gradient.len(), x.len());
    for (k, g) in gradient.iter().enumerate() {
        let at = |h: f64| {
            let mut y = x.to_vec();
            y[k] += h;
            plain(&y)
        };
        let (coarse, fine) = ((at(2e-4) - at(-2e-4)) / 4e-4, (at(1e-4) - at(-1e-4)) / 2e-4);
        let by_difference = (4.0 * fine - coarse) / 3.0;
        assert!(
            (by_difference - g).abs() < 1e-6 * (1.0 + g.abs()),
            "derivative {k}: {g}, by differences {by_difference}"
        );
    }
    assert!(gradient.iter().any(|g| *g != 0.0));
}
