//! A sweep by blocks gives the bits of a sweep in memory.

use crate::common::{inputs, programs, run, same};
use crate::stores::Shared;
use forward::Dual;
use proptest::prelude::*;
use reverse::{Adjoints, Tape, Var};
use rules::Functions;

/// The smallest blocks: 64 statements each, none held.
fn tight() -> Tape {
    Tape::with_limit(0).spill_into(Shared::new(u64::MAX))
}

/// The same program again and again, each time on what the last time left, so that there are many blocks.
fn repeat<'t>(program: &crate::common::Program, x: &[Var<'t>]) -> Vec<Var<'t>> {
    let mut all = x.to_vec();
    for round in 0..8u32 {
        let n = all.len();
        let from: Vec<Var<'t>> =
            (0..x.len()).map(|i| (all[n - 1 - i * 7 % n] * 0.3).sin() + x[i] * f64::from(round)).collect();
        all.extend(run(program, &from));
    }
    all.iter().map(|v| v.keep()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn of_programs_at_random(program in programs(120), x in inputs(4)) {
        let (tape, spilling): (Tape, Tape) = (Tape::new(), tight());
        let (all, again) = (repeat(&program, &tape.vars(&x)), repeat(&program, &spilling.vars(&x)));
        let (outputs, wanted) = ([all.len() - 1, all.len() / 2, 0], 0..all.len());
        let seeds = outputs.map(|i| (all[i], 0.5 + i as f64));
        let adjoints = tape.adjoints(&seeds);
        let by: Vec<Var<'_>> = wanted.clone().map(|i| again[i]).collect();
        let got = spilling.try_adjoints(&outputs.map(|i| (again[i], 0.5 + i as f64)), &by).unwrap();
        for i in wanted {
            prop_assert!(again[i].inner().to_bits() == all[i].inner().to_bits() || all[i].inner().is_nan());
            let (a, b) = (got[i], adjoints.wrt(all[i]));
            prop_assert!(same(a, b) && (a.is_nan() || a.to_bits() == b.to_bits()), "{i}: {a} {b}");
        }
    }
}

/// A state of many variables, each of which waits for several blocks until it is used again.
fn shuffle<'t>(x: &[Var<'t>], rounds: usize) -> Var<'t> {
    let mut state = x.to_vec();
    let n = state.len();
    for i in 0..rounds * n {
        let j = i * 7919 % n;
        state[j] = state[j] * state[(i + 1) % n].cos() + x[(3 * i) % x.len()];
    }
    state.iter().fold(Var::fixed(0.0), |sum, &v| sum + v)
}

#[test]
fn of_variables_that_wait() {
    for (limit, n) in [(0, 300), (1 << 16, 1000), (1 << 18, 20_000), (1 << 30, 1000)] {
        let x: Vec<f64> = (0..n).map(|i| f64::from(i as u32).sin()).collect();
        let (tape, spilling) = (Tape::new(), Tape::with_limit(limit).spill_into(Shared::new(u64::MAX)));
        let (a, b) = (tape.vars(&x), spilling.vars(&x));
        let got = shuffle(&b, 4).try_grad(&b).unwrap();
        let adjoints = shuffle(&a, 4).grad();
        assert!(a.iter().zip(&got).all(|(&x, &d)| adjoints.wrt(x).to_bits() == d.to_bits()), "{limit} {n}");
        let s = spilling.statistics();
        let all = Tape::statistics(&tape);
        assert_eq!((s.inputs, s.statements, s.partials, s.bytes), (n, all.statements, all.partials, all.bytes));
        assert_eq!(s.spilled > 0, limit < 1 << 30);
        assert!(s.capacity <= limit.max(1 << 16), "{s:?}");
    }
}

#[test]
fn of_zeros_that_are_structural() {
    let run = |tape: &Tape| {
        let (x, y, late) = (tape.var(0.0), tape.var(2.0), (0..300).fold(tape.var(1.0), |z, _| z * tape.var(1.0)));
        let infinite = x.sqrt() * late;
        let unused = (0..300).fold(infinite, |z, _| z * late + y);
        let z = (0..300).fold(y, |z, _| z * y * 0.5);
        let _ = unused * z;
        z.try_grad(&[x, y, late, z.keep()]).unwrap()
    };
    assert_eq!(run(&tight()), run(&Tape::new()));
}

#[test]
fn of_one_tape_used_again() {
    let mut tape = tight();
    let mut gradient = [0.0; 2];
    for round in 1..5u32 {
        {
            let (x, y) = (tape.var(1.0), tape.var(f64::from(round)));
            let z = (0..100 * round).fold(x, |z, _| z + x * y);
            for w in [1.0, 2.0] {
                tape.try_adjoints_into(&[(z, w), (y, w)], &[x, y], &mut gradient).unwrap();
                let n = f64::from(100 * round);
                assert_eq!(gradient, [w * (1.0 + n * f64::from(round)), w * (n + 1.0)]);
            }
            let more = (0..200).fold(z, |z, _| z + y * z * 1e-9);
            assert!(more.try_grad(&[x]).unwrap()[0] > gradient[0] / 2.0);
        }
        tape.clear();
    }
    tape.release();
    assert_eq!(tape.statistics().spilled, 0);
}

#[test]
fn of_tapes_without_a_limit_and_of_constants() {
    let tape = Tape::new();
    let (x, y) = (tape.var(2.0), tape.var(3.0));
    assert_eq!((x * y).try_grad(&[x, y, Var::fixed(1.0)]), Ok(vec![3.0, 2.0, 0.0]));
    assert_eq!(Var::fixed(2.0).try_grad(&[x]), Ok(vec![0.0]));
    assert_eq!(tape.check(), Ok(()));
}

#[test]
fn of_single_precision() {
    let tape: Tape<f32> = Tape::default().limited(0).spill_into(Shared::new(u64::MAX));
    let (x, y) = (tape.var(1.0), tape.var(1.0));
    let z = (0..1001).fold(x, |z, _| z * y);
    assert_eq!(z.try_grad(&[x, y]), Ok(vec![1.0, 1001.0]));
}

#[test]
fn in_another_thread() {
    let tape = tight();
    let n = std::thread::spawn(move || {
        let (x, y) = (tape.var(1.0), tape.var(0.5));
        (0..500).fold(x, |z, _| z * y + x).try_grad(&[x]).unwrap()[0]
    });
    let tape = Tape::new();
    let (x, y) = (tape.var(1.0), tape.var(0.5));
    let mut adjoints = Adjoints::new();
    tape.adjoints_into(&[((0..500).fold(x, |z, _| z * y + x), 1.0)], &mut adjoints);
    assert_eq!(n.join().unwrap(), adjoints.wrt(x));
}

#[test]
#[should_panic(expected = "a tape with a limit is swept by try_grad")]
fn or_says_which_sweep_to_take() {
    let tape = tight();
    tape.var(1.0).grad();
}

#[test]
#[should_panic(expected = "took no statement: call keep() on it before using it")]
fn or_asks_for_a_statement() {
    let tape = tight();
    let x = tape.var(1.0);
    let _ = (x * x).try_grad(&[x * 2.0]);
}

#[test]
fn of_a_recording_on_duals() {
    let x: Vec<Dual> = (0..5).map(|i| Dual::seeded(0.3 + f64::from(i), f64::from(i - 2))).collect();
    let run = |tape: &Tape<Dual>| {
        let x = tape.vars(&x);
        let y = (0..2000).fold(x[0], |y, k| (y * x[k % 5]).sin() + x[(k + 1) % 5] * 0.1);
        y.try_grad(&x).unwrap().into_iter().map(|g| (g.value.to_bits(), g.tangent.to_bits())).collect::<Vec<_>>()
    };
    let spilling = Tape::default().limited(0).spill_into(Shared::new(u64::MAX));
    assert_eq!(run(&spilling), run(&Tape::default()));
    assert!(spilling.statistics().spilled > 2000 * 24);
}
