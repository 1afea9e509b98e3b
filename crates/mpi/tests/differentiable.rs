//! Communication in the bodies of functions with the attribute.

use wengert::prelude::*;
use wengert_mpi::{Ranks, threads};

// [rule]
/// The sum over all ranks; its way back by a rule, which any body can call. A tangent is not made of it: that would have to
/// be sent too.
#[differentiable(rule = total_rule)]
fn total(x: f64, #[constant] ranks: &Ranks) -> f64 {
    ranks.on(x).all_reduce_sum(&[x])[0]
}

fn total_rule<T: Real>(_x: T, ranks: &Ranks, weight: T) -> T {
    ranks.on(weight).all_reduce_sum(&[weight])[0]
}
// [/rule]

#[differentiable]
fn with_rule(x: &[f64], #[constant] ranks: Ranks) -> f64 {
    let mut sum = 0.0;
    for t in x {
        let all = total(t * t, &ranks);
        sum += all.sin() * t;
    }
    sum
}

#[differentiable(tape)]
fn recorded(x: &[f64], #[constant] ranks: &Ranks) -> f64 {
    let world = ranks.on(x[0]);
    let mut sum = 0.0;
    for t in x {
        let all = world.all_reduce_sum(&[t * t])[0];
        sum += all.sin() * t;
    }
    sum
}

#[test]
fn bodies_call_rules_and_operations() {
    let found = threads(3, |ranks| {
        let x = [0.3 + 0.1 * ranks.rank() as f64, -0.2, 0.7];
        let closure = ranks.value_and_gradient(&x, |world, x| {
            x.iter().fold(0.0.into(), |sum, &x| sum + world.all_reduce_sum(&[x * x])[0].sin() * x)
        });
        let (_, closure) = closure.unwrap();
        let rule = with_rule::gradient(&x, ranks.clone());
        let tape = recorded::gradient(&x, &ranks);
        ranks.check().unwrap();
        (closure, rule, tape)
    });
    for (closure, rule, tape) in found {
        for i in 0..3 {
            assert!((rule[i] - closure[i]).abs() < 1e-14, "{rule:?}, not {closure:?}");
            assert!((tape[i] - closure[i]).abs() < 1e-14, "{tape:?}, not {closure:?}");
        }
    }
}

#[test]
fn a_rank_with_a_weight_of_zero_takes_part() {
    let found = threads(3, |ranks| {
        ranks.time_limit(std::time::Duration::from_secs(5));
        let x = [0.3 + 0.1 * ranks.rank() as f64, -0.2, 0.7];
        let weight = f64::from(u8::from(ranks.rank() == 1));
        let closure = ranks.value_and_gradient(&x, |world, x| {
            let sum = x.iter().map(|&x| world.all_reduce_sum(&[x * x])[0].sin() * x).reduce(|a, b| a + b);
            sum.unwrap() * weight
        });
        let (_, closure) = closure.unwrap();
        let (_, rule) = with_rule::vjp(&x, ranks.clone(), weight);
        let (_, tape) = recorded::vjp(&x, &ranks, weight);
        ranks.check().unwrap();
        (closure, rule, tape)
    });
    for (closure, rule, tape) in found {
        for i in 0..3 {
            assert!((rule[i] - closure[i]).abs() < 1e-14, "{rule:?}, not {closure:?}");
            assert!((tape[i] - closure[i]).abs() < 1e-14, "{tape:?}, not {closure:?}");
        }
    }
}

#[test]
fn second_derivatives_go_through_recorded_bodies() {
    let found = threads(2, |ranks| {
        let (x, v) = ([0.3 + 0.1 * ranks.rank() as f64, -0.2], [1.0, 0.5 - ranks.rank() as f64]);
        let closure = hvp(
            |x| {
                let world = ranks.on(x[0]);
                x.iter().fold(0.0.into(), |sum, &x| sum + world.all_reduce_sum(&[x * x])[0].sin() * x)
            },
            &x,
            &v,
        );
        let tape = recorded::hvp(&x, &ranks, &v);
        ranks.check().unwrap();
        (closure, tape)
    });
    for (closure, tape) in found {
        assert!((0..2).all(|i| (tape[i] - closure[i]).abs() < 1e-14), "{tape:?}, not {closure:?}");
    }
}
