//! Reverse mode against forward mode, on every row of the table and on random programs.

mod common;

use common::{inputs, programs, run, same};
use forward::{Dual, Tangent};
use proptest::prelude::*;
use reverse::{Adjoints, Linear, Tape, Var};
use rules::{Functions, Number, ROWS, Real};

/// The size that a tangent would have if nothing cancelled: the scale of rounding errors.
#[derive(Clone, Copy, Debug)]
struct Size(f64);

impl Tangent<f64> for Size {
    type Activity = u64;
    fn zero() -> Self {
        Size(0.0)
    }
    fn add(self, other: Self) -> Self {
        Size(self.0 + other.0)
    }
    fn scale(self, k: f64) -> Self {
        Size(k.abs() * self.0)
    }
}

#[test]
fn every_row_has_the_partials_of_forward_mode() {
    for row in ROWS {
        for (point, n) in row.points.iter().flat_map(|p| row.parameters.iter().map(move |&n| (p, n))) {
            let tape = Tape::default();
            let x = tape.vars(point);
            let y = row.op.apply(&x, n);
            let value: f64 = row.op.apply(point, n);
            assert!(y.inner().to_bits() == value.to_bits() || value.is_nan(), "{} at {point:?}", row.name);
            let (g, reach) = (y.grad(), y.reach());
            for (k, &x_k) in x.iter().enumerate() {
                let dual = |(i, &x): (usize, &f64)| Dual::seeded(x, f64::from(u8::from(i == k)));
                let duals: Vec<Dual> = point.iter().enumerate().map(dual).collect();
                let want = row.op.apply(&duals, n).tangent;
                let (got, exact) = (g.wrt(x_k), reach.wrt(x_k));
                assert!(
                    same(got, want) || (got - want).abs() <= f64::EPSILON * want.abs(),
                    "{} at {point:?}: {got} is not {want}",
                    row.name
                );
                assert!(same(got, exact), "{} at {point:?}: {got} is not {exact}", row.name);
                let mut alone: Vec<Var> = point.iter().map(|&c| Var::from(c)).collect();
                alone[k] = x_k;
                let one = row.op.apply(&alone, n).grad().wrt(x_k);
                let mut duals: Vec<Dual> = point.iter().map(|&c| Dual::from(c)).collect();
                duals[k] = Dual::variable(point[k]);
                let want = row.op.apply(&duals, n).tangent;
                assert!(same(one, want), "{} at {point:?}, only argument {k} active: {one} is not {want}", row.name);
            }
        }
    }
}

/// The outputs of a program: the last three things that it computed.
fn outputs<T: Real>(program: &common::Program, x: &[T]) -> [T; 3] {
    let all = run(program, x);
    std::array::from_fn(|k| all[all.len() - 1 - k % all.len()])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn transposed(program in programs(60), x in inputs(4), v in inputs(4), w in inputs(3)) {
        let tape = Tape::default();
        let vars = tape.vars(&x);
        let z = outputs(&program, &vars);
        let plain = outputs(&program, &x);
        prop_assume!(plain.iter().all(|y| y.is_finite()));
        for (z, y) in z.iter().zip(plain) {
            prop_assert_eq!(z.inner().to_bits(), y.to_bits());
        }

        let weighted: Vec<_> = z.iter().copied().zip(w.iter().copied()).collect();
        let g = tape.adjoints(&weighted);
        let backward: f64 = vars.iter().zip(&v).map(|(&x, v)| g.wrt(x) * v).sum();
        let duals: Vec<Dual> = x.iter().zip(&v).map(|(&x, &v)| Dual::seeded(x, v)).collect();
        let forward: f64 = outputs(&program, &duals).iter().zip(&w).map(|(y, w)| y.tangent * w).sum();
        let sizes: Vec<Dual<f64, Size>> = x.iter().zip(&v).map(|(&x, &v)| Dual::new(x, Size(v.abs()))).collect();
        let scale: f64 = outputs(&program, &sizes).iter().zip(&w).map(|(y, w)| y.tangent.0 * w.abs()).sum();
        let bound = 8.0 * 60.0 * f64::EPSILON * scale;
        prop_assert!((backward - forward).abs() <= bound || !scale.is_finite(), "{} {} {}", backward, forward, bound);

        let lanes = tape.adjoints_of(&z);
        let mut grown = Adjoints::new();
        for (k, z) in z.iter().enumerate() {
            let alone = z.grad();
            tape.adjoints_into(&[(*z, 1.0)], &mut grown);
            let reach = z.reach();
            for &x in &vars {
                prop_assert!(same(lanes.wrt(x)[k], alone.wrt(x)));
                prop_assert!(same(grown.wrt(x), alone.wrt(x)));
                prop_assert!(same(reach.wrt(x), alone.wrt(x)));
                prop_assert!(reach.reaches(x) || alone.wrt(x) == 0.0);
            }
        }

        let (y, map) = Linear::record(&x, |x| outputs(&program, x).to_vec());
        prop_assert_eq!(&y[..], &plain[..]);
        let pushed: f64 = map.push(&v).iter().zip(&w).map(|(a, b)| a * b).sum();
        let pulled: f64 = map.pull(&w).iter().zip(&v).map(|(a, b)| a * b).sum();
        prop_assert!(same(pulled, backward));
        prop_assert!((pushed - forward).abs() <= bound || !scale.is_finite());
    }

    #[test]
    fn preaccumulated(program in programs(30), x in inputs(3)) {
        let tape = Tape::default();
        let vars = tape.vars(&x);
        let inside = [vars[0].sin(), vars[1] * vars[2], vars[2] * 2.0];
        let direct = outputs(&program, &inside);
        prop_assume!(direct.iter().all(|y| y.inner().is_finite()));
        let before = tape.statistics().statements;
        let block = tape.preaccumulate(inside, |x| outputs(&program, &x));
        prop_assert!(tape.statistics().statements <= before + 9);
        for (a, b) in direct.iter().zip(block) {
            prop_assert_eq!(a.inner().to_bits(), b.inner().to_bits());
            let (a, b) = (a.reach(), b.reach());
            for &x in &vars {
                let scale = a.wrt(x).abs().max(1.0);
                prop_assert!((a.wrt(x) - b.wrt(x)).abs() <= 1e-9 * scale || !scale.is_finite());
                prop_assert_eq!(a.reaches(x), b.reaches(x));
            }
        }
    }
}

#[test]
fn constants_known_to_all_engines() {
    assert!(Var::<f64>::from(2.0).is_constant());
    let tape = Tape::default();
    assert!(!tape.var(2.0).is_constant());
}
