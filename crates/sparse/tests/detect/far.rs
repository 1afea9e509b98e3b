//! Loops over what depends on few inputs that lie far apart.

use crate::after::Made;
use crate::naive::Operation;
use sparse::detect;

const INPUTS: usize = 33_000;

/// The sum of nine numbers.
fn nine(made: &mut Made, at: impl Fn(usize) -> usize) -> usize {
    (1..9).fold(at(0), |sum, j| made.push(Operation::Sum, sum, at(j)))
}

/// Products of sums of sums: nine inputs, then 81.
fn products(reads: impl Fn(usize, usize) -> usize, takes: impl Fn(usize, usize) -> usize) -> Made {
    let mut made = Made::of(INPUTS);
    let sums: Vec<usize> = (0..70).map(|k| nine(&mut made, |j| reads(k, j))).collect();
    let all: Vec<usize> = (0..24).map(|k| nine(&mut made, |j| sums[takes(k, j) % 70])).collect();
    let products: Vec<usize> = (0..20).map(|k| made.push(Operation::Product, all[k], all[k + 3])).collect();
    products.iter().fold(0, |sum, &product| made.push(Operation::Sum, sum, product));
    made
}

#[test]
fn what_moves_on_evenly_moves_as_a_list() {
    products(|k, j| k + 4000 * j, |k, j| k + 5 * j).expect(1);
    // Up to the same members, which some have twice.
    products(|k, j| k + 4000 * (j / 2), |k, j| k + 5 * (j / 3)).expect(1);
}

#[test]
fn what_is_read_anywhere_is_united_as_lists() {
    products(|k, j| (7919 * k + 4001 * j + k * k) % INPUTS, |k, j| 11 * k + 17 * j).expect(1);
    products(|k, j| (7919 * k + 4001 * j + k * k) % INPUTS, |k, j| 11 * k + 17 * (j / 5)).expect(1);
}

/// Bits from the first to the last of these would take 60 megabytes more.
#[test]
fn few_inputs_of_many_take_few_numbers() {
    let n = 20_000;
    let counted = allocation_counter::measure(|| {
        let found = detect::hessian(&vec![0.5; n], |x| {
            let mut cells = x.to_vec();
            for _ in 0..2 {
                let to = |k: usize, other: usize| cells[other % n] - cells[k];
                cells = (0..n).map(|k| cells[k] + to(k, 7919 * k) * to(k, 6007 * k + 11)).collect();
            }
            vec![cells.iter().map(|&cell| cell * cell).sum()]
        });
        assert!(found.unwrap().here().entries() > 600_000);
    });
    assert!(counted.bytes_max < 30_000_000, "{counted:?}");
}
