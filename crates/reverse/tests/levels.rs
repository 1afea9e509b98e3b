//! Tapes over duals, tapes over tapes, duals over tapes.

mod common;

use common::{inputs, programs, run};
use forward::Dual;
use proptest::prelude::*;
use reverse::{Tape, Var};
use rules::{Functions, Lift, Number, Real};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-13 * b.abs().max(1e-3)
}

/// f(x, y) = x^2 y + sin x: its Hessian is [[2y - sin x, 2x], [2x, 0]].
fn f<T: Real>(x: T, y: T) -> T {
    x * x * y + x.sin()
}

#[test]
fn forward_over_reverse() {
    let tape = Tape::default();
    let (x, y) = (tape.var(Dual::variable(0.5)), tape.var(Dual::fixed(2.0)));
    let g = f(x, y).grad();
    assert!(close(g.wrt(x).tangent, 4.0 - 0.5f64.sin()));
    assert_eq!(g.wrt(y).tangent, 1.0);
    assert_eq!(g.wrt(y).value, 0.25);
}

#[test]
fn forward_over_reverse_with_lanes() {
    let tape = Tape::default();
    let (x, y) = (tape.var(Dual::<f64, [f64; 2]>::lane(0.5, 0)), tape.var(Dual::lane(2.0, 1)));
    let g = f(x, y).grad();
    assert!(close(g.wrt(x).tangent[0], 4.0 - 0.5f64.sin()));
    assert_eq!((g.wrt(x).tangent[1], g.wrt(y).tangent), (1.0, [1.0, 0.0]));
}

#[test]
fn reverse_over_reverse() {
    let outer = Tape::default();
    let (a, b) = (outer.var(0.5), outer.var(2.0));
    let inner = Tape::default();
    let (x, y) = (inner.var(a), inner.var(b));
    let g = f(x, y).grad();
    let (gx, gy) = (g.wrt(x), g.wrt(y));
    assert!(close(gx.grad().wrt(a), 4.0 - 0.5f64.sin()));
    assert_eq!((gx.grad().wrt(b), gy.grad().wrt(a), gy.grad().wrt(b)), (1.0, 1.0, 0.0));
    assert!(!gy.reach().reaches(b));
}

#[test]
fn reverse_over_reverse_over_reverse() {
    let t1 = Tape::default();
    let a = t1.var(0.3);
    let t2 = Tape::default();
    let b = t2.var(a);
    let t3 = Tape::default();
    let c = t3.var(b);
    // f = c^5 + c sin c, whose third derivative is 60 c^2 - 3 sin c - c cos c.
    let z = c.powi(5) + c * c.sin();
    let third = z.grad().wrt(c).grad().wrt(b).grad().wrt(a);
    assert!(close(third, 60.0 * 0.09 - 3.0 * 0.3f64.sin() - 0.3 * 0.3f64.cos()));
}

#[test]
fn a_dual_over_a_tape() {
    let tape = Tape::default();
    let (x, y) = (tape.var(0.5), tape.var(2.0));
    let d = f(Dual::variable(x), Dual::lift(y)).tangent;
    assert!(close(d.inner(), 2.0 + 0.5f64.cos()));
    assert!(close(d.grad().wrt(x), 4.0 - 0.5f64.sin()));
    assert_eq!(d.grad().wrt(y), 1.0);
}

#[test]
fn sharing_is_kept_at_every_level() {
    let outer = Tape::default();
    let a = outer.var(1.0);
    let inner = Tape::default();
    let x = inner.var(a * a);
    let mut y = x;
    for _ in 0..60 {
        y = y + y;
    }
    let g = (y * y).grad().wrt(x);
    assert_eq!(g.inner(), 2f64.powi(121));
    assert_eq!(g.grad().wrt(a), 2f64.powi(122));
    let mut s = x.sin();
    s = s * s;
    let d = s.grad().wrt(x);
    assert!(close(d.inner(), 2f64.sin()));
    assert!(close(d.grad().wrt(a), 4.0 * 2f64.cos()));
}

#[test]
fn exact_zeros_of_higher_order() {
    let t1 = Tape::default();
    let a = t1.var(0.0);
    let t2 = Tape::default();
    let b = t2.var(a);
    for (e, want) in [(2.0, 2.0), (1.0, 0.0), (0.0, 0.0), (3.0, 0.0)] {
        assert_eq!(b.powf(e).grad().wrt(b).grad().wrt(a), want, "{e}");
    }
}

#[test]
fn an_infinite_partial_on_an_inner_tape_stays_where_it_belongs() {
    let outer = Tape::default();
    let (a, b) = (outer.var(0.0), outer.var(1.0));
    let inner = Tape::default();
    let (x, y) = (inner.var(a), inner.var(b));
    let other = (x * y).sqrt() * y;
    let z = x * y + y * y;
    let g = z.grad();
    assert_eq!(other.inner().inner(), 0.0);
    assert_eq!((g.wrt(x).inner(), g.wrt(y).inner()), (1.0, 2.0));
    assert_eq!((g.wrt(x).grad().wrt(b), g.wrt(y).grad().wrt(b)), (1.0, 2.0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hessian_vector_products_agree(program in programs(14), x in inputs(3), v in inputs(3)) {
        fn last<T: Real>(program: &common::Program, x: &[T]) -> T {
            let all = run(program, x);
            all[all.len() - 1]
        }
        prop_assume!(run(&program, &x).iter().all(|y| y.abs() < 1e3));

        let tape = Tape::default();
        let duals: Vec<Dual> = x.iter().zip(&v).map(|(&x, &v)| Dual::seeded(x, v)).collect();
        let vars = tape.vars(&duals);
        let g = last(&program, &vars).grad();
        let forward_over_reverse: Vec<f64> = vars.iter().map(|&x| g.wrt(x).tangent).collect();

        let tape = Tape::default();
        let vars = tape.vars(&x);
        let duals: Vec<Dual<Var>> = vars.iter().zip(&v).map(|(&x, &v)| Dual::seeded(x, Var::from(v))).collect();
        let d = last(&program, &duals).tangent.grad();
        let reverse_over_forward: Vec<f64> = vars.iter().map(|&x| d.wrt(x)).collect();

        let outer = Tape::default();
        let a = outer.vars(&x);
        let inner = Tape::default();
        let b = inner.vars(&a);
        let g = last(&program, &b).grad();
        let along: Vec<(Var, f64)> = b.iter().zip(&v).map(|(&b, &v)| (g.wrt(b), v)).collect();
        let h = outer.adjoints(&along);
        for (i, &a) in a.iter().enumerate() {
            let (p, q, r) = (forward_over_reverse[i], reverse_over_forward[i], h.wrt(a));
            let scale = [p, q, r].iter().fold(1.0, |m: f64, x| m.max(x.abs()));
            prop_assert!((p - q).abs().max((p - r).abs()) <= 1e-8 * scale, "{} {} {}", p, q, r);
        }
    }
}

/// A variable might be NaN once its tape is swept; where values are relied on, it says so of its value alone.
#[test]
fn nan_is_open_unless_values_are_relied_on() {
    let tape: Tape = Tape::new();
    let x = tape.var(-1.0);
    assert!(x.has_nan() && !tape.relied_on_values());
    tape.rely_on_values();
    assert!(x.sqrt().has_nan() && !tape.relied_on_values());
    assert!(!x.has_nan() && tape.relied_on_values());
    tape.restart();
    assert!(tape.var(1.0).has_nan() && !tape.relied_on_values());
}
