//! Batches: every lane is what a run of its own gives, the functions in vectors are accurate, failures stay apart.

use program::{BatchError, BatchWorkspace, Error, Node, Program, Workspace, math};
use proptest::prelude::*;
use rules::functions::{erf, ge, gt, norm_cdf, select, sigmoid, softplus};
use rules::{Functions, Real};

fn step<T: Real>(kind: u8, a: T, b: T, c: T) -> T {
    match kind % 18 {
        0..3 => a + b,
        3..5 => a - b,
        5..8 => a * b,
        8 => a / b,
        9 => select(gt(a, b), b, c),
        10 => ge(a, b) * c - a.abs(),
        11 => a.max(b).min(c + 1.0),
        12 => a.sin() * 0.5 + b.cos(),
        13 => a.tanh().exp(),
        14 => sigmoid(a) + norm_cdf(b),
        15 => a.abs().sqrt().powf(1.25),
        16 => a.clamp(T::from(-0.5), T::from(2.0)),
        _ => softplus(a) - erf(b),
    }
}

fn random(list: &[(u8, usize, usize, usize)], x: &[f64]) -> Program {
    Program::record_at(x, |x| {
        let mut values = x.to_vec();
        for &(kind, a, b, c) in list {
            let at = |i: usize| values[values.len() - 1 - i % values.len().min(7)];
            values.push(step(kind, at(a), at(b), at(c)));
        }
        // An input and a constant are outputs as well.
        vec![values[values.len() - 1], values[0], values[values.len() / 2], Node::from(7.5)]
    })
    .unwrap()
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan() || a == 0.0 && b == 0.0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lanes_are_runs_of_their_own(
        list in prop::collection::vec((any::<u8>(), 0..7usize, 0..7usize, 0..7usize), 0..60),
        n in 1..4usize,
        count in prop::sample::select(vec![0usize, 1, 15, 16, 17, 255, 256, 257, 600]),
        special in prop::sample::select(vec![0.0, -0.0, f64::INFINITY, f64::NAN, 1e-310, 1e300]),
    ) {
        let p = random(&list, &vec![0.3; n]);
        let mut points: Vec<f64> = (0..n * count).map(|i| (i as f64 * 0.7).sin() * 3.0).collect();
        points.iter_mut().step_by(11).for_each(|x| *x = special);
        let exact = p.batch().exact().eval(&points).unwrap();
        let fast = p.eval_batch(&points).unwrap();
        prop_assert_eq!(exact.len(), 4 * count);
        for (k, point) in points.chunks(n).enumerate() {
            let want = p.eval(point).unwrap();
            prop_assert!(want.iter().zip(&exact[4 * k..]).all(|(a, b)| same(*a, *b)), "{point:?} {want:?}\n{p}");
            // Inputs and constants come through as they are.
            prop_assert!(same(want[1], fast[4 * k + 1]) && same(want[3], fast[4 * k + 3]));
        }
    }
}

/// The distance of two numbers in units in the last place of the second, digits below the normal numbers included.
fn ulps(got: f64, want: f64) -> f64 {
    if same(got, want) {
        return 0.0;
    }
    let size = want.abs().max(f64::MIN_POSITIVE);
    (got - want).abs() / (f64::from_bits(size.to_bits() + 1) - size)
}

type Lanes = [f64; 4];
type Vector = fn(Lanes) -> Lanes;
const FUNCTIONS: [(&str, Vector); 12] = [
    ("exp", math::exp),
    ("ln", math::ln),
    ("sin", math::sin),
    ("cos", math::cos),
    ("tanh", math::tanh),
    ("sech", math::sech),
    ("sigmoid", math::sigmoid),
    ("bell", math::bell),
    ("erf", math::erf),
    ("erfc", math::erfc),
    ("norm_pdf", math::norm_pdf),
    ("norm_cdf", math::norm_cdf),
];

#[test]
fn functions_in_vectors_are_within_four_units_of_references_of_high_precision() {
    let references = include_str!("../../rules/tests/data/references.tsv");
    let mut seen = std::collections::BTreeMap::<&str, usize>::new();
    for line in references.lines().skip(1) {
        let mut fields = line.split('\t');
        let (name, Some(args), Some(value)) = (fields.next().unwrap(), fields.nth(1), fields.next()) else { continue };
        let args: Vec<f64> = args.split(' ').map(|x| x.parse().unwrap()).collect();
        let Ok(want) = value.split('(').next().unwrap().parse::<f64>() else { continue };
        let of = |p: &str| Program::parse(p).unwrap().eval_batch(&args).unwrap()[0];
        let (got, by_batch) = match (name, FUNCTIONS.iter().find(|(known, _)| *known == name)) {
            (_, Some((_, f))) => (f([args[0]; 4])[2], of(&format!("program(x)\ny = {name}(x)\nreturn y"))),
            ("powf", _) => {
                let got = math::powf([args[0]; 4], [args[1]; 4])[1];
                (got, of("program(x, y)\nz = powf(x, y)\nreturn z"))
            }
            _ => continue,
        };
        *seen.entry(name).or_default() += 1;
        assert!(
            ulps(got, want) <= 4.0 && ulps(by_batch, want) <= 4.0,
            "{name} {args:?}: {got:?} {by_batch:?} {want:?}"
        );
    }
    assert!(seen.len() == FUNCTIONS.len() + 1 && seen.values().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn functions_in_vectors_are_those_of_the_table_at_the_edges() {
    let edges = [
        0.0,
        -0.0,
        5e-324,
        -5e-324,
        1e-310,
        2.2250738585072014e-308,
        1e-30,
        0.5,
        1.0,
        -1.0,
        22.0,
        36.8,
        708.4,
        709.79,
        710.5,
        -708.4,
        -745.2,
        -746.0,
        750.0,
        -37.5,
        -38.6,
        26.6,
        1e5,
        1048576.5,
        1e22,
        1e300,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    for (name, f) in FUNCTIONS {
        let row = rules::Row::find(name).unwrap();
        for x in edges.into_iter().chain((0..4000).map(|i| f64::from(i - 2000) * 0.0137)) {
            let (got, want) = (f([x; 4])[3], row.op.apply(&[x], 0));
            // The table's own error comes on top.
            assert!(ulps(got, want) <= 5.0, "{name}({x:?}): {got:?} {want:?}");
        }
    }
    for (x, y) in edges.into_iter().flat_map(|x| edges.map(|y| (x, y))) {
        let (got, want) = (math::powf([x; 4], [y; 4])[0], x.powf(y));
        assert!(ulps(got, want) <= 4.0, "{x:?} to the {y:?}: {got:?} {want:?}");
    }
}

/// A program that takes one branch below 1, and breaks a precondition where the second input is negative.
fn branching() -> Program {
    Program::record_at(&[0.5, 1.0], |x| {
        let small = x[0] < 1.0;
        let y = x[0].clamp(Node::from(0.0), x[1]);
        vec![if small { y } else { x[1] }, x[0] * 2.0]
    })
    .unwrap()
}

#[test]
fn a_lane_that_leaves_the_branch_fails_alone() {
    let p = branching();
    let mut points: Vec<f64> = (0..100).flat_map(|i| [f64::from(i) / 100.0, 2.0]).collect();
    (points[2 * 40], points[2 * 70], points[2 * 71 + 1]) = (1.5, f64::NAN, -1.0);
    let mut results = vec![0.0; 200];
    let error = p.batch().eval_into(&points, &mut BatchWorkspace::new(), &mut results).unwrap_err();
    assert!(
        matches!(&error, BatchError { point: 40, error: Error::BranchChanged { at: 0, .. }, failed: 3, .. }),
        "{error}"
    );
    assert!(
        error.to_string().starts_with("point 40: guard 0 changed") && error.to_string().ends_with("at 2 more points")
    );
    for (k, (point, result)) in points.chunks(2).zip(results.chunks(2)).enumerate() {
        match k {
            40 | 70 | 71 => assert!(result.iter().all(|y| y.is_nan())),
            _ => assert_eq!(result, p.eval(point).unwrap()),
        }
    }
    assert_eq!(p.eval_batch(&points).unwrap_err(), error);
}

#[test]
fn threads_give_the_same() {
    let p = random(&(0..90).map(|i| (i, 3, 1, 5)).collect::<Vec<_>>(), &[0.2, 0.7]);
    let points: Vec<f64> = (0..2 * 20_001).map(|i| (f64::from(i) * 0.13).sin() * 4.0).collect();
    let mut parallel = vec![0.0; 4 * 20_001];
    p.batch().eval_parallel_into(&points, &mut parallel).unwrap();
    assert!(p.eval_batch(&points).unwrap().iter().zip(&parallel).all(|(a, b)| same(*a, *b)));

    let p = branching();
    let points: Vec<f64> = (0..30_000).flat_map(|i| [f64::from(i) / 20_000.0, 1.0]).collect();
    let mut results = vec![0.0; 60_000];
    let error = p.batch().eval_parallel_into(&points, &mut results).unwrap_err();
    assert_eq!((error.point, error.failed), (20_000, 10_000));
}

#[test]
fn memory_does_not_grow_with_the_number_of_points() {
    let f = Program::record(3, |x| vec![(x[0] * x[1]).exp() + x[2].sin() * x[0]]).unwrap();
    let g = f.with_gradient().unwrap();
    let mut bytes = Vec::new();
    for count in [1000, 100_000] {
        let points = vec![0.5; 3 * count];
        let mut results = vec![0.0; 4 * count];
        let mut workspace = BatchWorkspace::new();
        let fresh = g.without_dead_code();
        bytes.push(allocation_counter::measure(|| {
            fresh.batch().eval_into(&points, &mut workspace, &mut results).unwrap();
        }));
        let again = allocation_counter::measure(|| {
            fresh.batch().eval_into(&points, &mut workspace, &mut results).unwrap();
        });
        assert_eq!(again.count_total, 0);
        assert_eq!(results[4 * count - 4..], g.batch().eval(&[0.5; 3]).unwrap());
    }
    assert_eq!(bytes[0].bytes_max, bytes[1].bytes_max);
}

#[test]
fn a_program_with_more_places_than_a_cache_runs_in_narrow_blocks() {
    // All products are needed until the end.
    let n = 3000;
    let p = Program::record(1, |x| {
        let all: Vec<_> = (0..n).map(|i| x[0] * f64::from(i)).collect();
        let forward = all.iter().fold(x[0], |sum, &y| (sum + y).sin());
        vec![all.iter().fold(forward, |sum, &y| sum * 0.5 + y)]
    })
    .unwrap();
    let points: Vec<f64> = (0..37).map(|i| f64::from(i) * 0.01).collect();
    let batch = p.batch().exact().eval(&points).unwrap();
    for (x, y) in points.iter().zip(batch) {
        assert_eq!(p.eval(&[*x]).unwrap(), [y]);
    }
}

#[test]
fn derivatives_of_a_batch_are_those_of_each_point() {
    let f = Program::record(2, |x| vec![x[0].powf(x[1]) * (x[0] * x[1]).tanh()]).unwrap();
    let g = f.with_gradient().unwrap().optimised().unwrap();
    let points: Vec<f64> = (0..200).flat_map(|i| [0.1 + f64::from(i) * 0.01, 2.0 - f64::from(i) * 0.005]).collect();
    let batch = g.eval_batch(&points).unwrap();
    let mut gradient = [0.0; 2];
    for (point, got) in points.chunks(2).zip(batch.chunks(3)) {
        let value = f.value_and_gradient_into(point, &mut Workspace::new(), &mut gradient).unwrap();
        for (a, b) in [value, gradient[0], gradient[1]].iter().zip(got) {
            assert!((a - b).abs() <= 1e-13 * a.abs().max(1.0), "{point:?}: {a} {b}");
        }
    }
}
