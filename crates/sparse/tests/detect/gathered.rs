//! Loops whose rounds read groups of inputs from anywhere, as residuals of a bundle adjustment do.

use crate::naive::Found;
use rules::Functions;
use sparse::detect::{self, PatternNumber};

/// Inputs of a first kind, four each, and of a second, three each; the second kind's are behind.
struct Kinds {
    first: usize,
    second: usize,
}

impl Kinds {
    fn inputs(&self) -> usize {
        4 * self.first + 3 * self.second
    }

    /// The inputs of both that a round reads: each of the second kind meets five of the first.
    fn of_round(&self, k: usize) -> [Vec<usize>; 2] {
        let (first, second) = ((k * 7 + k / 5) % self.first, 4 * self.first + 3 * (k / 5));
        [(4 * first..4 * first + 4).collect(), (second..second + 3).collect()]
    }

    fn lower(&self, f: impl for<'p> Fn([PatternNumber<'p>; 2]) -> PatternNumber<'p>) -> Found {
        let found = detect::hessian(&vec![0.5; self.inputs()], |x| {
            let mut sum = x[0] * 2.0;
            for k in 0..5 * self.second {
                let [a, b] = self.of_round(k);
                let a = x[a[0]] + x[a[1]] + x[a[2]] + x[a[3]];
                sum += f([a, x[b[0]] - x[b[1]] - x[b[2]]]);
            }
            vec![sum]
        });
        found.unwrap().here().lower().iter().collect()
    }

    /// The lower triangle where in each round each of the one list meets each of the other.
    fn expected(&self, meet: impl Fn([Vec<usize>; 2]) -> Vec<[Vec<usize>; 2]>) -> Found {
        let mut found = Found::new();
        for [some, others] in (0..5 * self.second).flat_map(|k| meet(self.of_round(k))) {
            for &i in &some {
                found.extend(others.iter().map(|&j| (i.max(j), i.min(j))));
            }
        }
        found
    }
}

#[test]
fn few_inputs_and_many_meet_alike() {
    // As groups in a matrix of bits, as pairs in one, and listed.
    for (first, second) in [(3, 10), (20, 70), (800, 2000)] {
        let kinds = Kinds { first, second };
        let all = kinds.lower(|[a, b]| (a + b) * (a + b));
        assert!(all == kinds.expected(|[a, b]| vec![[[&a[..], &b].concat(), [a, b].concat()]]), "{first} {second}");
        let some = kinds.lower(|[a, b]| a * b + b * b);
        assert!(some == kinds.expected(|[a, b]| vec![[a, b.clone()], [b.clone(), b]]), "{first} {second}");
    }
}

/// The last of some dense layers, of more numbers than a window has places.
fn net<'p>(x: &[PatternNumber<'p>], depth: usize) -> Vec<PatternNumber<'p>> {
    let mut layer: Vec<PatternNumber<'p>> = Vec::new();
    for row in 0..WIDTH {
        let mut sum = 0.0 * x[row];
        x.iter().enumerate().for_each(|(k, &x)| sum += x * (1.0 + (k * row) as f64));
        layer.push(sum.tanh());
    }
    for _ in 1..depth {
        let before = layer;
        layer = (0..WIDTH).map(|row| before.iter().map(|&x| x * (1.0 + row as f64)).sum()).collect();
    }
    layer
}

const WIDTH: usize = 75;

#[test]
fn numbers_of_layers_that_depend_on_the_same_meet_as_others() {
    // Two nets beside each other; at last those of one meet another input.
    let (n, width) = (90, WIDTH);
    for depth in [1, 2, 3] {
        let found = detect::hessian(&vec![0.5; 2 * n + 1], |x| {
            let (a, b) = (net(&x[..n], depth), net(&x[n..2 * n], depth));
            let apart: PatternNumber<'_> = a.iter().chain(&b).copied().sum();
            vec![apart + a[width - 1] * x[2 * n], b[3]]
        });
        let found: Found = found.unwrap().into_here().iter().filter(|(i, j)| i >= j).collect();
        let inside = |i: usize, j: usize| i < 2 * n && i / n == j / n || i == 2 * n && j < n;
        let all = (0..=2 * n).flat_map(|i| (0..=i).map(move |j| (i, j))).filter(|&(i, j)| inside(i, j));
        assert!(found == all.collect(), "{depth}");
        let rows = detect::jacobian(&vec![0.5; 2 * n], |x| {
            let (a, b) = (net(&x[..n], depth), net(&x[n..], depth));
            vec![a[0], b[1], a[2] + b[2], a[width - 1]]
        });
        let rows: Found = rows.unwrap().into_here().iter().collect();
        let of_row = |i: usize| [0..n, n..2 * n, 0..2 * n, 0..n][i].clone().map(move |j| (i, j));
        assert!(rows == (0..4).flat_map(of_row).collect(), "{depth}");
    }
}
