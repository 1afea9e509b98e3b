//! Validity by definition, on patterns of any shape and in every order.

use crate::naive;
use proptest::prelude::*;
use sparse::color::{self, Order};
use sparse::{NEUTRAL, Pattern};
use std::collections::HashMap;

fn patterns() -> impl Strategy<Value = Pattern> {
    (0..14usize, 0..14usize, 0.0..1.0f64).prop_flat_map(|(m, n, density)| {
        proptest::collection::vec(0.0..1.0f64, m * n).prop_map(move |draws| {
            let full = |&(k, &draw): &(usize, &f64)| draw < density * if k / n.max(1) == 3 { 1.5 } else { 0.6 };
            Pattern::from_coordinates(m, n, draws.iter().enumerate().filter(full).map(|(k, _)| (k / n, k % n))).unwrap()
        })
    })
}

fn symmetric_patterns() -> impl Strategy<Value = Pattern> {
    (0..14usize, 0.0..1.0f64, any::<bool>()).prop_flat_map(|(n, density, diagonal)| {
        proptest::collection::vec(0.0..1.0f64, n * n).prop_map(move |draws| {
            let all = (0..n * n).filter(|&k| draws[k] < density).map(|k| (k / n, k % n));
            let kept = all.filter(|&(i, j)| i != j).chain((0..n).filter(|_| diagonal).map(|i| (i, i)));
            Pattern::from_coordinates(n, n, kept).unwrap().symmetrized().unwrap()
        })
    })
}

fn orders() -> impl Strategy<Value = Order> {
    prop_oneof![
        Just(Order::Natural),
        Just(Order::LargestFirst),
        Just(Order::SmallestLast),
        Just(Order::IncidenceDegree),
        Just(Order::DynamicLargestFirst),
        any::<u64>().prop_map(Order::Random),
    ]
}

/// A matrix with that pattern whose sums are all different.
fn values(pattern: &Pattern) -> HashMap<(usize, usize), f64> {
    pattern.iter().map(|(i, j)| ((i, j), 2f64.powi(((i.min(j) * 7 + i.max(j) * 3) % 40) as i32))).collect()
}

/// The product with the sum of the columns of each colour.
fn compressed(pattern: &Pattern, colors: &[u32], count: usize) -> Vec<Vec<f64>> {
    let values = values(pattern);
    let mut product = vec![vec![0.0; pattern.rows()]; count];
    for (i, j) in pattern.iter().filter(|&(_, j)| colors[j] != NEUTRAL) {
        product[colors[j] as usize][i] += values[&(i, j)];
    }
    product
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn columns_and_rows(pattern in patterns(), order in orders()) {
        let (columns, rows) = (color::columns(&pattern, order), color::rows(&pattern, order));
        prop_assert!(naive::are_columns_apart(&pattern, columns.colors()));
        prop_assert!(naive::are_columns_apart(&pattern.transpose(), rows.colors()));
        if order == Order::Natural {
            prop_assert_eq!(columns.colors(), naive::columns(&pattern));
        }
        for j in 0..pattern.columns() {
            prop_assert_eq!(columns.colors()[j] == NEUTRAL, pattern.column(j).is_empty());
        }
        prop_assert_eq!(columns.groups().iter().map(|group| group.len()).sum::<usize>(),
            columns.colors().iter().filter(|&&c| c != NEUTRAL).count());
        prop_assert!(columns.groups().iter().enumerate().all(|(c, group)|
            !group.is_empty() && group.iter().all(|&j| columns.colors()[j] == c as u32)));
    }

    #[test]
    fn peeled(pattern in patterns(), order in orders()) {
        let peeled = color::peeled_columns(&pattern, order);
        let rest = pattern.filter(|i, _| peeled.dense.binary_search(&i).is_err());
        prop_assert!(naive::are_columns_apart(&rest, peeled.coloring.colors()));
        // The bound is no greater than without.
        let longest = |pattern: &Pattern| { let rows = pattern.transpose(); (0..rows.columns()).map(|i| rows.column(i).len()).max().unwrap_or(0) };
        prop_assert!(peeled.dense.len() + longest(&rest) <= longest(&pattern));
    }

    #[test]
    fn stars(pattern in symmetric_patterns(), order in orders()) {
        let values = values(&pattern);
        for star in [color::star(&pattern, order).unwrap(), color::symmetric(&pattern, order).unwrap()] {
            let colors = star.coloring().colors();
            let product = compressed(&pattern, colors, star.coloring().count());
            for ((i, j), source) in pattern.iter().zip(star.sources()) {
                prop_assert_eq!(product[source.color as usize][source.row as usize], values[&(i, j)]);
            }
        }
        let least = color::symmetric(&pattern, order).unwrap().coloring().count();
        prop_assert!(least <= color::star(&pattern, order).unwrap().coloring().count());
        prop_assert!(least <= color::columns(&pattern, order).count());
        if order == Order::Natural {
            let star = color::star(&pattern, order).unwrap();
            let plain = naive::star(&pattern);
            let graph = naive::neighbors(&pattern);
            prop_assert!((0..graph.len()).all(|v| naive::is_star_at(&graph, &plain, v)));
            let full = (0..graph.len()).all(|j| pattern.position(j, j).is_some());
            prop_assert!(!full || star.coloring().colors() == plain);
            prop_assert!(star.coloring().count() <= plain.iter().max().map_or(0, |&c| c as usize + 1));
        }
    }

    #[test]
    fn trees(pattern in symmetric_patterns(), order in orders()) {
        let values = values(&pattern);
        let graph = naive::neighbors(&pattern);
        let acyclic = color::acyclic(&pattern, order).unwrap();
        let colors = acyclic.coloring().colors();
        prop_assert!((0..graph.len()).all(|v| naive::is_acyclic_at(&graph, colors, v)));
        if order == Order::Natural {
            prop_assert!(same(&pattern, colors, &naive::acyclic(&pattern)));
        }
        let product = compressed(&pattern, colors, acyclic.coloring().count());
        let mut found = HashMap::new();
        for i in 0..pattern.columns() {
            if pattern.position(i, i).is_some() {
                found.insert((i, i), product[colors[i] as usize][i]);
            }
        }
        for tree in acyclic.trees() {
            let mut sums = HashMap::new();
            for &[leaf, parent] in tree {
                let (leaf, parent) = (leaf as usize, parent as usize);
                let value = product[colors[parent] as usize][leaf] - sums.get(&leaf).unwrap_or(&0.0);
                *sums.entry(parent).or_insert(0.0) += value;
                found.insert((leaf, parent), value);
                found.insert((parent, leaf), value);
            }
        }
        prop_assert_eq!(found, values);
    }

    #[test]
    fn both_directions(pattern in patterns(), order in orders()) {
        let values = values(&pattern);
        let both = color::bidirectional(&pattern, order);
        let forward = compressed(&pattern, both.columns.colors(), both.columns.count());
        let transposed = pattern.transpose();
        // The values are those of a symmetric matrix.
        let reverse = compressed(&transposed, both.rows.colors(), both.rows.count());
        for ((i, j), &by_column) in pattern.iter().zip(&both.by_column) {
            let found = if by_column {
                forward[both.columns.colors()[j] as usize][i]
            } else {
                reverse[both.rows.colors()[i] as usize][j]
            };
            prop_assert_eq!(found, values[&(i, j)]);
        }
        prop_assert!(both.count() <= color::columns(&pattern, order).count());
        prop_assert!(both.count() <= color::rows(&pattern, order).count());
    }
}

/// Whether colours agree, where a column that is empty has none.
fn same(pattern: &Pattern, colors: &[u32], plain: &[u32]) -> bool {
    (0..colors.len()).all(|j| colors[j] == plain[j] || (colors[j] == NEUTRAL && pattern.column(j).is_empty()))
}
