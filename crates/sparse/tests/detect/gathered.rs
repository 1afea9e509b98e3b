//! Loops whose rounds read groups of inputs from anywhere, as residuals of a bundle adjustment do.

use crate::naive::Found;
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
