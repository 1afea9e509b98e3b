//! Programs with loops, whose rounds are looked at together, against sets that are made at every value.

use crate::naive::{Found, OPERATIONS, Operation, Step, naive, run};
use proptest::prelude::*;
use rules::Functions;
use sparse::Pattern;
use sparse::detect::{self, Detector, PatternNumber};
use std::collections::BTreeSet;

/// What an operation of a body takes.
#[derive(Clone, Copy, Debug)]
enum Taken {
    /// An input, in even steps from round to round.
    Even(usize, usize),
    /// Another one in each round.
    Any(usize),
    /// What was made so many operations before in the same round, or in the round before if there are not as many.
    Back(usize),
    /// What the same operation gave in the round before.
    Carried,
    /// A value from before the loop.
    Outside(usize),
    /// Another one in each round, in even steps: of so many rounds of the loop before.
    Row(usize, usize),
    /// Any of these.
    Earlier(usize),
}

#[derive(Clone, Debug)]
struct Loop {
    body: Vec<(Operation, Taken, Taken)>,
    rounds: usize,
    /// In this round there is an operation more.
    broken: usize,
}

fn taken() -> impl Strategy<Value = Taken> {
    prop_oneof![
        4 => (any::<usize>(), 0..4usize).prop_map(|(base, step)| Taken::Even(base, step)),
        2 => any::<usize>().prop_map(Taken::Any),
        6 => (1..5usize).prop_map(Taken::Back),
        2 => Just(Taken::Carried),
        1 => any::<usize>().prop_map(Taken::Outside),
        4 => (any::<usize>(), 0..4usize).prop_map(|(base, step)| Taken::Row(base, step)),
        1 => any::<usize>().prop_map(Taken::Earlier),
    ]
}

/// Loops of which most go on with linear operations from round to round, as those that add up.
fn program() -> impl Strategy<Value = Vec<Loop>> {
    let operation = proptest::sample::select(&OPERATIONS[..]);
    let step = (operation, taken(), taken()).prop_map(|(operation, a, b)| match (a, b) {
        (Taken::Carried, _) | (_, Taken::Carried) => (Operation::Sum, a, b),
        _ => (operation, a, b),
    });
    let body = proptest::collection::vec(step, 1..7);
    let one = (body, prop_oneof![4 => 1..80usize, 1 => 80..250usize], 0..300usize)
        .prop_map(|(body, rounds, broken)| Loop { body, rounds, broken });
    proptest::collection::vec(one, 1..6)
}

/// The steps of loops, of which the first round takes for what it carries what was made last, or the last input.
fn steps(loops: &[Loop], n: usize, from_last: bool) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut length = 1;
    for of in loops {
        let outside = n + steps.len();
        let before = length;
        length = of.body.len();
        for round in 0..of.rounds {
            if round == of.broken {
                steps.push((Operation::Product, round % n, n + steps.len() - 1));
            }
            for &(operation, a, b) in &of.body {
                let here = n + steps.len();
                let place = |taken: Taken| match taken {
                    Taken::Even(base, step) => (base % n + round * step) % n,
                    Taken::Any(seed) => seed.wrapping_mul(2 * round + 1) / 7 % n,
                    Taken::Back(ago) => here - ago.min(here),
                    Taken::Carried if round > 0 => here - of.body.len(),
                    Taken::Carried if from_last => n - 1,
                    Taken::Carried => here - 1,
                    Taken::Outside(seed) => seed % outside,
                    Taken::Row(base, step) => (base % outside + round * step * before) % outside,
                    Taken::Earlier(seed) => seed.wrapping_mul(2 * round + 1) / 7 % outside,
                };
                steps.push((operation, place(a), place(b)));
            }
        }
    }
    steps
}

/// The inputs, the last one perhaps a zero in its place.
fn inputs<'p>(x: &[PatternNumber<'p>], with_zero: bool) -> Vec<PatternNumber<'p>> {
    let mut x = x.to_vec();
    if let (true, Some(last)) = (with_zero, x.last_mut()) {
        *last = 0.0.into();
    }
    x
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]
    #[test]
    fn rounds_are_like_what_they_are_made_of(
        loops in program(), n in prop_oneof![3 => 1..90usize, 1 => 90..400usize], outputs in proptest::collection::vec(any::<usize>(), 1..40), [every, from_zero] in any::<[bool; 2]>()
    ) {
        let mut steps = steps(&loops, n, from_zero);
        let count = n + steps.len();
        // Of some values, or of all.
        let wanted: Vec<usize> = match every {
            true => (n..count).collect(),
            false => outputs.iter().map(|output| output % count).chain([count - 1]).collect(),
        };
        steps.extend(wanted.iter().map(|&value| (Operation::Scaled, value, value)));
        let (mut jacobian, mut hessian) = naive(&steps, wanted.len(), n);
        if from_zero {
            // Sums begin with a zero, which is in the place of the last input.
            jacobian.retain(|&(_, j)| j != n - 1);
            hessian.retain(|&(i, _)| i != n - 1);
        }
        let found = detect::jacobian(&vec![0.5; n], |x| run(&steps, wanted.len(), &inputs(x, from_zero))).unwrap();
        expect_in_order(found.here());
        prop_assert_eq!(found.here().iter().collect::<Found>(), jacobian);
        let found = detect::hessian(&vec![0.5; n], |x| run(&steps, wanted.len(), &inputs(x, from_zero))).unwrap();
        expect_in_order(found.here());
        prop_assert_eq!(found.here().lower().iter().collect::<Found>(), hessian);
    }
}

/// The lower triangle of a Hessian's pattern, and how often the function was run for it.
fn lower<F>(n: usize, f: F) -> (Found, usize)
where
    F: for<'p> Fn(&[PatternNumber<'p>]) -> Vec<PatternNumber<'p>>,
{
    let mut runs = 0;
    let found = detect::hessian(&vec![0.5; n], |x| {
        runs += 1;
        f(x)
    });
    let pattern = found.unwrap().into_here();
    expect_in_order(&pattern);
    (pattern.lower().iter().collect(), runs)
}

/// Rows ascend in each column, each once.
fn expect_in_order(pattern: &Pattern) {
    let (pointers, rows) = (pattern.column_pointers().to_vec(), pattern.row_indices().to_vec());
    assert_eq!(Pattern::new(pattern.rows(), pattern.columns(), pointers, rows).as_ref(), Ok(pattern));
}

#[test]
fn of_rounds_that_no_output_needs_there_is_nothing() {
    let n = 300;
    let neighbours = |rounds: std::ops::Range<usize>| rounds.map(|i| (i + 1, i)).collect::<Found>();
    // Each round gives a number of its own.
    let (all, runs) = lower(n, |x| x.windows(2).map(|w| w[0] * w[1]).collect());
    assert_eq!((all, runs), (neighbours(0..n - 1), 1));
    let (some, runs) = lower(n, |x| x.windows(2).map(|w| w[0] * w[1]).take(200).collect());
    assert_eq!((some, runs), (neighbours(0..200), 1));
    let (one, runs) = lower(n, |x| vec![x.windows(2).map(|w| w[0] * w[1]).collect::<Vec<_>>()[150]]);
    assert_eq!((one, runs), (neighbours(150..151), 1));
    // One number goes on through all.
    fn partial<'p>(x: &[PatternNumber<'p>]) -> Vec<PatternNumber<'p>> {
        let mut sum = x[0] * x[0];
        x.windows(2)
            .map(|w| {
                sum += w[0] * w[1];
                sum
            })
            .collect()
    }
    let with_first = |mut found: Found| {
        found.insert((0, 0));
        found
    };
    let (all, runs) = lower(n, |x| partial(x).split_off(n - 2));
    assert_eq!((all, runs), (with_first(neighbours(0..n - 1)), 1));
    let (some, runs) = lower(n, |x| vec![partial(x)[150]]);
    assert_eq!((some, runs), (with_first(neighbours(0..151)), 3));
}

#[test]
fn what_goes_on_crosswise_is_needed_in_every_other_round() {
    let (n, rounds) = (201, 200);
    let (found, runs) = lower(n, |x| {
        let (mut a, mut b) = (x[0], x[1]);
        for i in 0..rounds {
            (a, b) = (b + x[i], a + x[i] * x[i + 1]);
        }
        vec![b]
    });
    assert_eq!((found, runs), ((0..rounds).filter(|i| i % 2 == 1).map(|i| (i + 1, i)).collect(), 3));
}

#[test]
fn what_was_traced_meets_a_loop_in_progress() {
    // So many operations without a loop that those behind them are traced as they come, until others are listed again; then
    // as many in a loop as there is room for in the list, and behind them what was traced.
    for (before, rounds) in [6200, 6201].into_iter().flat_map(|before| (985..1005).map(move |rounds| (before, rounds)))
    {
        let (found, _) = lower(400, |x| {
            let mut dice = 1u64;
            let (mut traced, mut kept) = (x[0], x[0]);
            for k in 0..before {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                let other = x[dice as usize % 5];
                traced = if dice >> 40 & 1 == 0 { traced * other } else { traced + other };
                if k == 5000 {
                    kept = traced;
                }
            }
            let mut sum = x[5];
            for k in 0..rounds + 100 {
                sum += x[5 + k % 300] * x[6 + k % 300];
                if k + 1 == rounds {
                    sum += kept;
                }
            }
            vec![sum, traced]
        });
        let dense = (0..5).flat_map(|i| (0..=i).map(move |j| (i, j)));
        assert_eq!(found, dense.chain((5..305).map(|i| (i + 1, i))).collect(), "{before} {rounds}");
    }
}

#[test]
fn a_loop_that_has_ended_where_it_would_be_seen_uses_nothing() {
    for rounds in 5..40 {
        let (found, runs) = lower(50, |x| {
            let (mut sum, mut other) = (x[0], x[0]);
            for k in 0..rounds {
                sum += x[0] * x[k];
                other = if k == 0 { sum + sum } else { other + other };
            }
            vec![other]
        });
        assert_eq!((found, runs), (Found::from([(0, 0)]), 3), "{rounds}");
    }
}

#[test]
fn a_round_that_reads_elsewhere_is_seen_wherever_it_is() {
    // More operations than are listed at once, of which many are held against those before them together.
    let (n, rounds) = (900, 800);
    for (odd, which) in (0..rounds).step_by(9).flat_map(|odd| (0..4).map(move |which| (odd, which))) {
        let of_round = |i: usize| {
            let elsewhere = |other: usize| if i == odd && which == other { 899 } else { i };
            (elsewhere(0), elsewhere(1) + 1 - usize::from(elsewhere(1) == 899), elsewhere(2))
        };
        let (found, runs) = lower(n, |x| {
            let mut sum = x[850] * x[851];
            for i in 0..rounds {
                let (a, b, c) = of_round(i);
                sum += if i == odd && which == 3 { x[a] / x[b] } else { x[a] * x[b] };
                sum += x[c].sin();
            }
            vec![sum]
        });
        let mut expected = Found::from([(851, 850)]);
        for i in 0..rounds {
            let (a, b, c) = of_round(i);
            expected.extend([(a.max(b), a.min(b)), (c, c)]);
            if i == odd && which == 3 {
                expected.insert((b, b));
            }
        }
        assert_eq!((found, runs), (expected, 1), "{odd} {which}");
    }
}

#[test]
fn a_recording_within_a_loop_leaves_it_as_it_was() {
    fn loops<'p>(x: &[PatternNumber<'p>], within: usize) -> Vec<PatternNumber<'p>> {
        let mut sum = x[0] * x[1];
        for i in 1..300 {
            sum += x[i] * x[i + 1].exp();
            if i == within {
                let (inner, _) = lower(200, |y| vec![y.windows(2).map(|w| w[0] * w[1]).sum()]);
                assert_eq!(inner, (0..199).map(|j| (j + 1, j)).collect());
            }
        }
        vec![sum]
    }
    let (alone, _) = lower(301, |x| loops(x, 0));
    assert_eq!(alone.len(), 300 + 299);
    for within in [1, 20, 150, 299] {
        assert_eq!(lower(301, |x| loops(x, within)), (alone.clone(), 1), "{within}");
    }
}

#[test]
fn bands_that_begin_and_end_anywhere_are_joined() {
    let n = 400;
    // Begin, end, step, distance: over one another, beside, and in other steps.
    let loops = [
        (0, 300, 1, 7),
        (100, 380, 1, 2),
        (150, 250, 1, 7),
        (290, 390, 1, 7),
        (3, 330, 3, 1),
        (4, 200, 3, 1),
        (10, 390, 5, 4),
        (0, 400, 1, 0),
        (50, 350, 2, 9),
        (20, 280, 3, 7),
    ];
    let (found, runs) = lower(n, |x| {
        let mut sum = x[5] * x[399];
        // Bodies that are not alike, so that each loop is one of its own.
        for (k, &(begin, end, step, distance)) in loops.iter().enumerate() {
            for i in (begin..end).step_by(step) {
                let product = x[i] * x[i + distance];
                (0..2 * k + 1).for_each(|_| sum += product);
            }
            for i in (begin..end).step_by(step).rev() {
                let product = x[i + distance] * x[i];
                (0..2 * k + 2).for_each(|_| sum += product);
            }
        }
        vec![sum]
    });
    let mut expected = Found::from([(399, 5)]);
    for &(begin, end, step, distance) in &loops {
        expected.extend((begin..end).step_by(step).map(|i| (i + distance, i)));
    }
    assert_eq!((found, runs), (expected, 1));
}

#[test]
fn inputs_that_go_together_meet_together() {
    // Places seen from others, as in an adjustment of bundles: nine numbers each way, and one of which it is linear.
    let (cameras, points) = (10, 60);
    let (found, runs) = lower(9 * cameras + 3 * points, |x| {
        let (head, tail) = x.split_at(9 * cameras);
        let mut errors = Vec::new();
        for k in 0..4 * points {
            let (c, p) = (&head[9 * (k * 7 % cameras)..][..9], &tail[3 * (k / 4)..][..3]);
            let turned = (0..3).map(|i| (p[i] - c[i]) * c[3 + i]).sum::<PatternNumber<'_>>();
            errors.push(turned * turned * (c[6] + c[7]) + c[8]);
            errors.push(p[0] * c[8]);
        }
        errors
    });
    let mut expected = Found::new();
    for k in 0..4 * points {
        let (c, p) = (9 * (k * 7 % cameras), 9 * cameras + 3 * (k / 4));
        let all: Vec<usize> = (c..c + 6).chain(p..p + 3).collect();
        for &i in &all {
            expected.extend(all.iter().map(|&j| (i.max(j), i.min(j))));
            expected.extend([c + 6, c + 7].map(|j| (i.max(j), i.min(j))));
        }
        expected.insert((p, c + 8));
    }
    assert_eq!((found, runs), (expected, 1));
}

#[test]
fn inputs_that_are_read_anywhere_meet_each_other_and_themselves() {
    // Of the first kind the three of a round go together; of the second each is elsewhere, some twice in a round.
    let n = 90;
    let kinds: [fn(usize) -> [usize; 3]; 2] =
        [|k| [0, 4, 9].map(|far| k * 31 % 81 + far), |k| [k * 17 % 90, k * k % 90, (k * 13 + 45) % 90]];
    for (kind, inputs) in kinds.into_iter().enumerate() {
        for rounds in [40, 700] {
            let (found, runs) = lower(n, |x| {
                let mut sum = x[1] * x[2];
                for [a, b, c] in (0..rounds).map(|k| inputs(k).map(|i| x[i])) {
                    let difference = a - b;
                    sum += difference * difference + a * c;
                }
                vec![sum]
            });
            let mut expected = Found::from([(2, 1)]);
            for [a, b, c] in (0..rounds).map(inputs) {
                expected.extend([(a, a), (b, b), (a.max(b), a.min(b)), (a.max(c), a.min(c))]);
            }
            assert_eq!((found, runs), (expected, 1), "{kind}, {rounds}");
        }
    }
}

#[test]
fn results_of_loops_have_their_rows_in_any_order() {
    let n = 300;
    let inputs = |k: usize| {
        let (i, j) = (k, k * 7 % (n / 2));
        [vec![i, j], vec![i + 1, j, n - 1 - i]]
    };
    let rows: Vec<Vec<usize>> = (0..n / 2).flat_map(inputs).collect();
    let orders = [(0..n).collect(), (0..n).rev().collect(), (0..n).map(|k| k * 11 % n).collect::<Vec<_>>()];
    // The second time with bodies that are known, and in between without second derivatives.
    for order in orders.iter().chain(&orders) {
        for detector in [Detector::jacobian(), Detector::hessian()] {
            let found = detector.run(&vec![1.5; n], |x| {
                let results = |k: usize| {
                    let (i, j) = (k, k * 7 % (n / 2));
                    [x[i] * x[j] + x[i], x[j] / x[i + 1] + x[n - 1 - i]]
                };
                let all: Vec<_> = (0..n / 2).flat_map(results).collect();
                order.iter().map(|&k| all[k]).collect()
            });
            let pattern = found.unwrap().into_here();
            expect_in_order(&pattern);
            let expected: BTreeSet<(usize, usize)> = match detector == Detector::jacobian() {
                true => order.iter().enumerate().flat_map(|(row, &k)| rows[k].iter().map(move |&i| (row, i))).collect(),
                false => {
                    let met = (0..n / 2).flat_map(|i| {
                        let j = i * 7 % (n / 2);
                        [(i, j), (j, i), (j, i + 1), (i + 1, j), (i + 1, i + 1)]
                    });
                    met.collect()
                }
            };
            assert_eq!(pattern.iter().collect::<BTreeSet<_>>(), expected);
        }
    }
}
