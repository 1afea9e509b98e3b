//! Loops over what other loops have made: lists that are made first and taken up later, and steps in time.

use crate::naive::{Found, Operation, Step, naive, run};
use rules::Functions;
use sparse::detect::{self, PatternNumber};

/// Steps in the order in which they are made, behind some inputs.
pub(crate) struct Made {
    inputs: usize,
    steps: Vec<Step>,
}

impl Made {
    pub(crate) fn of(inputs: usize) -> Made {
        Made { inputs, steps: Vec::new() }
    }

    pub(crate) fn push(&mut self, operation: Operation, a: usize, b: usize) -> usize {
        self.steps.push((operation, a, b));
        self.inputs + self.steps.len() - 1
    }

    /// The sum of squares.
    pub(crate) fn squares(&mut self, list: &[usize]) -> usize {
        let squares = list.iter().map(|&number| (Operation::Product, number, number));
        let squares: Vec<usize> = squares.map(|(operation, a, b)| self.push(operation, a, b)).collect();
        squares[1..].iter().fold(squares[0], |sum, &square| self.push(Operation::Sum, sum, square))
    }

    /// The pattern is that of sets that are made at every value, and the function is run so often for it.
    pub(crate) fn expect(&self, runs: usize) {
        let (jacobian, hessian) = naive(&self.steps, 1, self.inputs);
        let mut count = 0;
        let found = detect::hessian(&vec![0.5; self.inputs], |x| {
            count += 1;
            run(&self.steps, 1, x)
        });
        assert_eq!(found.unwrap().here().lower().iter().collect::<Found>(), hessian);
        assert_eq!(count, runs);
        let found = detect::jacobian(&vec![0.5; self.inputs], |x| run(&self.steps, 1, x));
        assert_eq!(found.unwrap().here().iter().collect::<Found>(), jacobian);
    }
}

/// In order, backwards, anywhere.
fn orders(n: usize) -> [Vec<usize>; 3] {
    [(0..n).collect(), (0..n).rev().collect(), (0..n).map(|k| k * 37 % n).collect()]
}

#[test]
fn steps_in_time_spread_by_a_neighbour_each() {
    for (n, times) in [(12, 3), (60, 2), (250, 1), (250, 4), (250, 14), (120, 35)] {
        let mut made = Made::of(n);
        let mut cells: Vec<usize> = (0..n).collect();
        for _ in 0..times {
            let next = |made: &mut Made, i: usize| {
                let (left, own, right) = (cells[i.saturating_sub(1)], cells[i], cells[(i + 1).min(n - 1)]);
                let sum = made.push(Operation::Sum, left, right);
                let flux = made.push(Operation::Product, sum, own);
                made.push(Operation::Sum, flux, own)
            };
            cells = (0..n).map(|i| next(&mut made, i)).collect();
        }
        made.squares(&cells);
        made.expect(1);
    }
}

#[test]
fn a_list_is_taken_up_in_any_order() {
    for n in [30, 200, 900] {
        for (first, then) in orders(n).iter().flat_map(|first| orders(n).map(|then| (first.clone(), then))) {
            let mut made = Made::of(n);
            let list: Vec<usize> = first.iter().map(|&i| made.push(Operation::Difference, i, (i + 1) % n)).collect();
            let list: Vec<usize> = then.iter().map(|&k| list[k]).collect();
            made.squares(&list);
            made.expect(1);
        }
    }
}

#[test]
fn what_nodes_have_meets_along_edges() {
    for n in [20, 300] {
        let mut made = Made::of(n);
        let nodes: Vec<usize> = (0..n).map(|i| made.push(Operation::Sine, i, i)).collect();
        let edges: Vec<usize> =
            (0..3 * n).map(|k| made.push(Operation::Product, nodes[k % n], nodes[(k * k + 7 * k) % n])).collect();
        made.squares(&edges);
        made.expect(1);
    }
}

#[test]
fn rounds_that_nothing_uses_are_left_out() {
    for (n, step) in [(400, 2), (400, 7), (1000, 399), (90, 1)] {
        let mut made = Made::of(n);
        let list: Vec<usize> = (1..n).map(|i| made.push(Operation::Product, i - 1, i)).collect();
        // Linear in what is not, of which others are used by nothing.
        let sums: Vec<usize> = list.iter().map(|&number| made.push(Operation::Sum, number, 0)).collect();
        let some: Vec<usize> = sums[3..].iter().copied().step_by(step).collect();
        made.squares(&some);
        made.expect(1);
    }
}

#[test]
fn rounds_of_which_a_part_is_used_are_run_again() {
    let n = 400;
    let mut made = Made::of(n);
    let pair = |made: &mut Made, i: usize| {
        let bent = made.push(Operation::Product, i - 1, i);
        // Two results of a round, of which one is used.
        [made.push(Operation::Sum, bent, 0), made.push(Operation::Sine, bent, bent)]
    };
    let list: Vec<[usize; 2]> = (1..n).map(|i| pair(&mut made, i)).collect();
    let some: Vec<usize> = list.iter().map(|both| both[0]).collect();
    made.squares(&some);
    made.expect(3);
}

#[test]
fn a_value_from_before_the_loop_is_in_every_round() {
    for n in [25, 300] {
        let mut made = Made::of(n);
        let shared = made.push(Operation::Product, 3, 7);
        let list: Vec<usize> = (8..n).map(|i| made.push(Operation::Difference, i, shared)).collect();
        made.squares(&list);
        made.expect(1);
    }
}

#[test]
fn what_all_depends_on_stays_in_windows() {
    let n = 150;
    let mut made = Made::of(n);
    let sum = (1..n).fold(0, |sum, i| made.push(Operation::Sum, sum, i));
    let list: Vec<usize> = (0..n).map(|i| made.push(Operation::Difference, i, sum)).collect();
    made.squares(&list);
    made.expect(1);
}

#[test]
fn a_sum_that_turns_out_to_be_wide_begins_with_its_first_term() {
    let n = 200;
    let mut made = Made::of(n);
    let products: Vec<usize> = (1..40).map(|i| made.push(Operation::Product, i - 1, i)).collect();
    let mut sums = vec![0];
    (1..120).for_each(|i| sums.push(made.push(Operation::Sum, sums[i - 1], i)));
    // What stands before the sum is not in it.
    for _ in 0..4 {
        made.push(Operation::Product, n - 1, n - 1);
    }
    let list = (0..39).map(|k| products[k * k % 39]).chain((0..60).map(|k| sums[60 + k * k % 60]));
    // As where it begins with zero, the first round adds its term to itself.
    let mut sum = None;
    for (k, number) in list.enumerate() {
        let term = made.push(Operation::Product, number, k);
        sum = Some(made.push(Operation::Sum, sum.unwrap_or(term), term));
    }
    // The squares before it are used by nothing.
    made.expect(3);
}

/// Written as people do, with lists between the loops.
#[test]
fn lists_between_loops_are_not_seen() {
    let n = 500;
    fn residuals<'p>(x: &[PatternNumber<'p>]) -> Vec<PatternNumber<'p>> {
        x.windows(3).map(|w| w[0] * w[2] - w[1].sin()).collect()
    }
    fn at_once<'p>(x: &[PatternNumber<'p>]) -> PatternNumber<'p> {
        x.windows(3).map(|w| (w[0] * w[2] - w[1].sin()).exp()).sum()
    }
    fn as_lists<'p>(x: &[PatternNumber<'p>]) -> PatternNumber<'p> {
        let bent: Vec<_> = residuals(x).into_iter().map(|r| r.exp()).collect();
        bent.into_iter().sum()
    }
    let first = detect::hessian(&vec![0.5; n], |x| vec![at_once(x)]).unwrap().into_here();
    let second = detect::hessian(&vec![0.5; n], |x| vec![as_lists(x)]).unwrap().into_here();
    assert!(first == second && first.entries() == 5 * n - 6);
}
