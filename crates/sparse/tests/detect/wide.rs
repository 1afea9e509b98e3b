//! Loops over what depends on many inputs: more than a word has bits.

use crate::after::Made;
use crate::naive::Operation;
use rules::Functions;
use sparse::detect::{self, PatternNumber};

/// As many explicit steps in time on a square grid: a cell depends on a diamond around it.
fn grid(side: usize, times: usize) -> (Made, Vec<usize>) {
    let mut made = Made::of(side * side);
    let mut cells: Vec<usize> = (0..side * side).collect();
    for _ in 0..times {
        let next = |made: &mut Made, k: usize| {
            let (i, j) = (k % side, k / side);
            let at = |i: usize, j: usize| cells[i.min(side - 1) + side * j.min(side - 1)];
            let across = made.push(Operation::Sum, at(i.saturating_sub(1), j), at(i + 1, j));
            let along = made.push(Operation::Sum, at(i, j.saturating_sub(1)), at(i, j + 1));
            let all = made.push(Operation::Sum, across, along);
            let flux = made.push(Operation::Product, all, cells[k]);
            made.push(Operation::Sum, flux, cells[k])
        };
        cells = (0..side * side).map(|k| next(&mut made, k)).collect();
    }
    (made, cells)
}

#[test]
fn steps_on_a_grid_spread_beyond_a_word() {
    for (side, times) in [(30, 2), (16, 5), (12, 9)] {
        let (mut made, cells) = grid(side, times);
        made.squares(&cells);
        made.expect(1);
    }
}

#[test]
fn what_is_not_squared_has_what_meets_below() {
    let (mut made, cells) = grid(16, 4);
    // In every third cell all meet, in the others what met before; and all is added up.
    let some: Vec<usize> = cells.iter().copied().step_by(3).collect();
    let squares = made.squares(&some);
    let last = cells.iter().fold(squares, |sum, &cell| made.push(Operation::Sum, sum, cell));
    made.push(Operation::Scaled, last, last);
    made.expect(1);
}

#[test]
fn results_of_a_round_are_full_each_for_itself() {
    for n in [60, 200] {
        let mut made = Made::of(n);
        let pair = |made: &mut Made, i: usize| {
            let bent = made.push(Operation::Product, i, i + 1);
            let other = made.push(Operation::Product, i + 1, i + 2);
            [made.push(Operation::Sum, bent, i + 3), made.push(Operation::Sum, other, i)]
        };
        let list: Vec<[usize; 2]> = (0..n - 3).map(|i| pair(&mut made, i)).collect();
        let first: Vec<usize> = list.iter().map(|both| both[0]).collect();
        let squares = made.squares(&first);
        list.iter().fold(squares, |sum, both| made.push(Operation::Sum, sum, both[1]));
        made.expect(1);
    }
}

#[test]
fn messages_along_edges_reach_farther_each_time() {
    for (n, times) in [(90, 4), (200, 3)] {
        let mut made = Made::of(n);
        let mut nodes: Vec<usize> = (0..n).collect();
        for time in 1..=times {
            let next = |made: &mut Made, k: usize| {
                let sum = made.push(Operation::Sum, nodes[(k * k + 3 * time) % n], nodes[(7 * k + 1) % n]);
                let flux = made.push(Operation::Product, sum, nodes[k]);
                made.push(Operation::Sum, flux, nodes[(k * k + 3 * time) % n])
            };
            nodes = (0..n).map(|k| next(&mut made, k)).collect();
        }
        // What all make is added up, and goes on outside of loops.
        let total = nodes.iter().fold(0, |sum, &node| made.push(Operation::Sum, sum, node));
        let other = made.push(Operation::Product, nodes[5], nodes[11]);
        made.push(Operation::Sum, other, total);
        made.expect(1);
    }
}

/// Rows from the first to the last entry would take 60 megabytes and more.
#[test]
fn what_lies_far_apart_takes_no_more_memory_than_its_pairs() {
    let n = 60_000;
    let counted = allocation_counter::measure(|| {
        let found = detect::hessian(&vec![0.5; n], |x| {
            let sum = |k: usize| (0..16).map(|i| x[(k * 7919 + i * 10_007 + k * k) % n]).sum::<PatternNumber<'_>>();
            let sums: Vec<_> = (0..600).map(sum).collect();
            let product = |k: usize| (0..5).map(|i| sums[(k * 11 + i * 97) % 600]).sum::<PatternNumber<'_>>().powi(2);
            vec![(0..100).map(product).sum()]
        });
        assert!(found.unwrap().here().entries() > 100_000);
    });
    assert!(counted.bytes_max < 50_000_000, "{counted:?}");
}

/// Twice the steps depend on twice as many inputs each, and not a hundred times as much is made of these.
#[test]
fn what_is_made_grows_as_the_steps_do() {
    let bytes = |times: usize| {
        let counted = allocation_counter::measure(|| {
            let found = detect::hessian(&[0.5; 400], |x| {
                let mut cells = x.to_vec();
                for _ in 0..times {
                    let at = |i: usize| cells[i.min(399)];
                    let next = |i: usize| at(i) + 0.1 * (at(i.saturating_sub(1)) + at(i + 1)) * (1.0 + at(i) * at(i));
                    cells = (0..400).map(next).collect();
                }
                vec![cells.iter().map(|&u| u * u).sum()]
            });
            assert!(found.unwrap().here().iter().all(|(i, j)| i.abs_diff(j) <= 2 * times));
        });
        counted.bytes_total
    };
    let (few, many) = (bytes(12), bytes(24));
    assert!(many < 4 * few, "{few} and {many}");
}
