//! Running programs: the interpreter, which fuses operations and uses places again, computes the bits of `f64`.

use program::{Error, Node, Program, Workspace};
use proptest::prelude::*;
use rules::functions::{erf, gt, select, softplus};
use rules::{Functions, Real};

/// What a line does with three earlier values.
fn step<T: Real>(kind: u8, a: T, b: T, c: T) -> T {
    match kind % 20 {
        0..4 => a + b,
        4..7 => a - b,
        7..11 => a * b,
        11 => a / b,
        12 => -a,
        13 => a.mul_add(b, c),
        14 => select(gt(a, b), b, c),
        15 => a.sin() - 1.5,
        16 => a.powi(3),
        17 => softplus(a),
        18 => erf(a).max(b),
        _ => a.clamp(T::from(-0.5), T::from(2.0)) * 3.0,
    }
}

fn lines<T: Real>(lines: &[(u8, usize, usize, usize)], x: &[T]) -> Vec<T> {
    let mut values = x.to_vec();
    for &(kind, a, b, c) in lines {
        // Mostly recent values, so that most are read once and soon.
        let at = |i: usize| values[values.len() - 1 - i % values.len().min(6)];
        values.push(step(kind, at(a), at(b), at(c)));
    }
    // Some outputs are inputs, or are there twice.
    let n = values.len();
    vec![values[n - 1], values[n / 2], values[0], values[n - 1]]
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_those_of_f64(
        list in prop::collection::vec((any::<u8>(), 0..6usize, 0..6usize, 0..6usize), 0..80),
        x in prop::collection::vec(-2.0..2.0f64, 1..6),
        special in prop::sample::select(vec![0.0, -0.0, f64::INFINITY, f64::NAN, 1e-310, 1e300]),
    ) {
        let p = Program::record_at(&x, |x| lines(&list, x)).unwrap();
        let mut workspace = Workspace::new();
        for x in [x.clone(), vec![special; x.len()], x] {
            let mut y = [0.0; 4];
            p.eval_into(&x, &mut workspace, &mut y).unwrap();
            let want = lines(&list, &x);
            prop_assert!(y.iter().zip(&want).all(|(a, b)| same(*a, *b)), "{y:?} {want:?}\n{p}");
        }
    }
}

#[test]
fn every_pair_of_operations_rounds_twice() {
    fn all<T: Real>(x: &[T], outer: usize, inner: usize) -> Vec<T> {
        let op = |k: usize, a: T, b: T| match k {
            0 => a + b,
            1 => a - b,
            _ => a * b,
        };
        let (a, b, c) = (x[0], x[1], x[2]);
        let three = [[a, b, c], [T::from(0.1), b, c], [a, T::from(0.1), c], [a, b, T::from(0.1)], [a, a, c], [a, b, a]];
        three.into_iter().flat_map(|[a, b, c]| [op(outer, op(inner, a, b), c), op(outer, c, op(inner, a, b))]).collect()
    }
    let x = [1.0 / 3.0, 1e-9 + 0.7, -11.0 / 7.0];
    for (outer, inner) in (0..9).map(|k| (k / 3, k % 3)) {
        let want = all(&x, outer, inner);
        let mut gradient = [0.0; 3];
        for (i, want) in want.iter().enumerate() {
            // Alone, so that nothing else reads the inner result.
            let f = Program::record(3, |x| vec![all(x, outer, inner)[i]]).unwrap().without_dead_code();
            assert_eq!(f.eval(&x).unwrap(), [*want]);
            let value = f.value_and_gradient_into(&x, &mut Workspace::new(), &mut gradient).unwrap();
            assert_eq!(value, *want);
            let expected = f.gradient().unwrap().eval(&x).unwrap();
            assert!(expected.iter().zip(&gradient).all(|(a, b)| (a - b).abs() <= 1e-15), "{expected:?} {gradient:?}");
        }
    }
}

#[test]
fn a_long_chain_needs_a_handful_of_places() {
    let p = Program::record(1, |x| vec![(0..100_000).fold(x[0], |y, _| (y * 0.5 + 1.0).sin())]).unwrap();
    assert!(p.statistics().workspace < 100, "{}", p.statistics().workspace);
}

#[test]
fn guards_are_asked_in_the_order_of_the_recording() {
    let p = Program::record_at(&[1.0, 2.0], |x| {
        let first = x[0] < 1.5;
        let small = (x[0] * x[1]).clamp(Node::from(0.0), x[1]);
        let second = small <= 2.0;
        vec![if first && second { small } else { x[0] }]
    })
    .unwrap();
    assert_eq!(p.eval(&[1.0, 1.0]).unwrap(), [1.0]);
    assert!(matches!(p.eval(&[2.0, 1.0]), Err(Error::BranchChanged { at: 0, .. })));
    assert!(matches!(p.eval(&[1.25, 8.0]), Err(Error::BranchChanged { at: 1, values: [8.0, 2.0], .. })));
    assert!(matches!(p.eval(&[1.0, -1.0]), Err(Error::Precondition { function: "clamp", .. })));
    assert!(matches!(p.eval(&[2.0, -1.0]), Err(Error::BranchChanged { at: 0, .. })));
    assert!(matches!(p.eval(&[f64::NAN, 1.0]), Err(Error::BranchChanged { at: 0, .. })));
}
