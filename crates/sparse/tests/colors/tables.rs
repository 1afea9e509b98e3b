//! Counts that are published or known, and the greedy colourings they come from.

use crate::{matrices::*, naive};
use sparse::color::{self, Order};
use sparse::{Pattern, color::Order::LargestFirst, color::Order::Natural};

fn counts(pattern: &Pattern) -> [usize; 3] {
    [
        color::columns(pattern, Natural).count(),
        color::star(pattern, Natural).unwrap().coloring().count(),
        color::acyclic(pattern, Natural).unwrap().coloring().count(),
    ]
}

#[test]
fn columns_of_generated_matrices() {
    let of = |pattern: &Pattern, order: Order| color::columns(pattern, order).count();
    for (pattern, entries, natural, largest_first) in [
        (brusselator(6, true), 432, 9, 9),
        (brusselator(10, true), 1_200, 12, 12),
        (brusselator(32, true), 12_288, 12, 12),
        (brusselator(100, true), 120_000, 12, 12),
        (brusselator(100, false), 119_200, 11, 11),
        (brusselator_line(500), 3_996, 4, 4),
        (grid(&[100, 100], STAR_5, false), 49_600, 7, 7),
        (grid(&[30, 30, 30], STAR_7, false), 183_600, 13, 12),
        (grid(&[100, 100], BOX_9, false), 88_804, 9, 9),
        (band(10_000, 5), 109_970, 11, 11),
        (band(10_000, 1), 29_998, 3, 3),
    ] {
        assert_eq!(pattern.entries(), entries);
        assert_eq!((of(&pattern, Natural), of(&pattern, LargestFirst)), (natural, largest_first), "{pattern}");
    }
    let layers = layers(256);
    assert_eq!((layers.rows(), layers.entries(), of(&layers, Natural)), (196_608, 850_944, 7));
}

#[test]
fn symmetric_colorings_of_generated_matrices() {
    for (pattern, expected) in [
        (arrow(300, 0), [300, 2, 2]),
        (arrow(300, 299), [300, 2, 2]),
        (band(10_000, 1), [3, 3, 2]),
        (band(5_000, 5), [11, 11, 6]),
        (band(5_000, 10), [21, 21, 11]),
        (grid(&[100, 100], STAR_5, false), [7, 5, 4]),
        (grid(&[100, 100], BOX_9, false), [9, 11, 6]),
        (grid(&[20, 20, 20], STAR_7, false), [12, 11, 6]),
        (banded_arrow(600, 5, 5), [600, 16, 11]),
    ] {
        assert_eq!(counts(&pattern), expected, "{pattern}");
        let least = color::symmetric(&pattern, Natural).unwrap().coloring().count();
        assert!(least <= expected[0].min(expected[1]), "{pattern}: {least}");
    }
}

#[test]
fn natural_orders_and_by_degree_are_the_plain_greedy_ones() {
    for pattern in [
        brusselator(6, true),
        brusselator(10, false),
        grid(&[12, 9], STAR_5, true),
        grid(&[11, 11], BOX_9, false),
        grid(&[6, 5, 4], STAR_7, false),
        band(100, 5),
        arrow(60, 20),
        banded_arrow(120, 3, 4),
        layers(9),
        scattered(150, 5, 20),
        scattered(300, 90, 200),
        shuffled(&band(250, 45)),
        shuffled(&banded_arrow(200, 4, 3)),
    ] {
        assert_eq!(color::columns(&pattern, Natural).colors(), naive::columns(&pattern), "{pattern}");
        // Of rows that are long as of others.
        assert_eq!(color::columns(&pattern, LargestFirst).colors(), naive::columns_by_degree(&pattern), "{pattern}");
        if pattern.is_symmetric() {
            assert_eq!(color::star(&pattern, Natural).unwrap().coloring().colors(), naive::star(&pattern), "{pattern}");
            let acyclic = color::acyclic(&pattern, Natural).unwrap();
            assert_eq!(acyclic.coloring().colors(), naive::acyclic(&pattern), "{pattern}");
        }
    }
}

#[test]
fn bands_in_any_order_reach_their_optimum() {
    // By the orders that take chordal graphs apart: half width and one, where natural order takes more.
    let band = shuffled(&band(1_000, 40));
    for order in [Order::SmallestLast, Order::IncidenceDegree] {
        assert_eq!(color::acyclic(&band, order).unwrap().coloring().count(), 41);
        assert_eq!(color::star(&band, order).unwrap().coloring().count(), 81);
    }
    assert!(counts(&band)[2] > 41);
}

#[test]
fn one_dense_row_costs_no_square() {
    // Rocket-like: a band, and one row and column that are full.
    for (pattern, least, trees) in [(banded_arrow(12_805, 5, 1), 12, 7), (arrow(20_000, 7), 2, 2)] {
        let n = pattern.columns();
        for order in [
            Natural,
            LargestFirst,
            Order::SmallestLast,
            Order::IncidenceDegree,
            Order::DynamicLargestFirst,
            Order::Random(5),
        ] {
            assert_eq!(color::columns(&pattern, order).count(), n);
        }
        let peak = allocation_counter::measure(|| {
            assert_eq!(color::symmetric(&pattern, LargestFirst).unwrap().coloring().count(), least);
            assert_eq!(color::acyclic(&pattern, LargestFirst).unwrap().coloring().count(), trees);
            assert!(color::bidirectional(&pattern, LargestFirst).count() <= least + 2);
        });
        assert!(peak.bytes_max < 120 * pattern.entries() as u64, "{} bytes for {pattern}", peak.bytes_max);
    }
}
