//! Communication in the bodies of functions with the attribute.

use wengert::prelude::*;
use wengert_mpi::{Ranks, threads};

// [rule]
/// The sum over all ranks, which any body can call: its value on any number, so that tangents are sent too, and its way back.
#[differentiable(rule = total_rule, value = total_of)]
fn total(x: f64, #[constant] ranks: &Ranks) -> f64 {
    total_of(x, ranks)
}

fn total_of<T: Real>(x: T, ranks: &Ranks) -> T {
    ranks.on(x).all_reduce_sum(&[x])[0]
}

fn total_rule<T: Real>(_x: T, ranks: &Ranks, weight: T) -> T {
    ranks.on(weight).all_reduce_sum(&[weight])[0]
}
// [/rule]

#[differentiable]
fn with_rule(x: &[f64], #[constant] ranks: &Ranks) -> f64 {
    let mut sum = 0.0;
    for t in x {
        let all = total(t * t, ranks);
        sum += all.sin() * t;
    }
    sum
}

/// The same without its value on any number.
#[differentiable(rule = total_rule)]
fn back_alone(x: f64, #[constant] ranks: &Ranks) -> f64 {
    total_of(x, ranks)
}

#[differentiable]
fn without_value(x: &[f64], #[constant] ranks: &Ranks) -> f64 {
    x[0] * back_alone(x[1], ranks)
}

/// All numbers of all ranks, and their sum: lists and several results.
#[differentiable(rule = gathered_rule, value = gathered_of)]
fn gathered(x: &[f64], scale: f64, #[constant] ranks: &Ranks) -> (Vec<f64>, f64) {
    gathered_of(x, scale, ranks)
}

fn gathered_of<T: Real>(x: &[T], scale: T, ranks: &Ranks) -> (Vec<T>, T) {
    let scaled: Vec<T> = x.iter().map(|&x| x * scale).collect();
    let all = ranks.on(scale).all_gather(&scaled);
    let sum = ranks.on(scale).all_reduce_sum(&[scaled[0]])[0];
    (all, sum)
}

fn gathered_rule<T: Real>(x: &[T], scale: T, ranks: &Ranks, of_list: &[T], of_sum: T) -> (Vec<T>, T) {
    let world = ranks.on(of_sum);
    let n = x.len();
    let mut weights: Vec<T> = world.all_reduce_sum(of_list)[ranks.rank() * n..][..n].to_vec();
    weights[0] += world.all_reduce_sum(&[of_sum])[0];
    let by_scale = x.iter().zip(&weights).fold(T::from(0.0), |sum, (&x, &w)| sum + x * w);
    (weights.iter().map(|&w| w * scale).collect(), by_scale)
}

#[differentiable]
fn of_lists(x: &[f64], scale: f64, #[constant] ranks: &Ranks) -> f64 {
    let (all, sum) = gathered(x, scale, ranks);
    let mut y = sum * scale;
    for (i, a) in all.iter().enumerate() {
        y += a.sin() * (1.0 + i as f64);
    }
    y * y
}

/// A loop whose states are computed again on the way back, with messages in each step.
#[differentiable]
fn checkpointed(x: &[f64], #[constant] steps: usize, #[constant] ranks: &Ranks) -> f64 {
    let mut s = x[0];
    #[checkpoint]
    for i in 0..steps {
        let all = total(s * x[1], ranks);
        s = (s + 0.1 * all.sin() * i as f64).cos();
    }
    s * s
}

#[differentiable(tape)]
fn checkpointed_on_tape(x: &[f64], #[constant] steps: usize, #[constant] ranks: &Ranks) -> f64 {
    let mut s = x[0];
    for i in 0..steps {
        let all = ranks.on(x[0]).all_reduce_sum(&[s * x[1]])[0];
        s = (s + 0.1 * all.sin() * i as f64).cos();
    }
    s * s
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
        let rule = with_rule::gradient(&x, &ranks);
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
        let (_, rule) = with_rule::vjp(&x, &ranks, weight);
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
fn every_derivative_goes_through_rules_and_recorded_bodies() {
    let found = threads(2, |ranks| {
        let (x, v) = ([0.3 + 0.1 * ranks.rank() as f64, -0.2], [1.0, 0.5 - ranks.rank() as f64]);
        fn sum<T: Real>(ranks: &Ranks, x: &[T]) -> T {
            let world = ranks.on(x[0]);
            x.iter().fold(0.0.into(), |sum, &x| sum + world.all_reduce_sum(&[x * x])[0].sin() * x)
        }
        let slope = jvp(|x| vec![sum(&ranks, x)], &x, &v).1[0];
        let closure = [hvp(|x| sum(&ranks, x), &x, &v), vec![slope]].concat();
        let tape = [recorded::hvp(&x, &ranks, &v), vec![recorded::jvp(&x, &ranks, &v).1]].concat();
        let rule = [with_rule::hvp(&x, &ranks, &v), vec![with_rule::jvp(&x, &ranks, &v).1]].concat();
        ranks.check().unwrap();
        (closure, tape, rule)
    });
    for (closure, tape, rule) in found {
        assert!((0..3).all(|i| (tape[i] - closure[i]).abs() < 1e-14), "{tape:?}, not {closure:?}");
        assert!((0..3).all(|i| (rule[i] - closure[i]).abs() < 1e-14), "{rule:?}, not {closure:?}");
    }
}

#[test]
fn a_rule_alone_is_no_tangent_and_says_what_is() {
    type Ask = fn(&[f64; 2], &Ranks) -> f64;
    let tangents: [Ask; 3] = [
        |x, ranks| without_value::jvp(x, ranks, &[1.0, 0.5]).1,
        |x, ranks| without_value::hvp(x, ranks, &[1.0, 0.5])[0],
        |x, ranks| gradient(|x| without_value::eval(x, ranks), x)[1],
    ];
    for tangent in tangents {
        let found = threads(3, |ranks| {
            let g = without_value::gradient(&[0.3, 0.2], &ranks);
            ranks.check().unwrap();
            assert_eq!(g.len(), 2);
            assert!(tangent(&[0.3, 0.2], &ranks).is_nan());
            ranks.check().unwrap_err().to_string()
        });
        assert!(found.iter().all(|error| error.contains("value = v")), "{found:?}");
    }
}

#[test]
fn lists_and_several_results_go_through_rules() {
    let found = threads(3, |ranks| {
        let (x, scale) = ([0.3 + 0.1 * ranks.rank() as f64, -0.2], 0.7);
        let flat = [x[0], x[1], scale];
        fn value<T: Real>(ranks: &Ranks, x: &[T]) -> T {
            let (all, sum) = gathered_of(&x[..2], x[2], ranks);
            let y = all.iter().enumerate().fold(sum * x[2], |y, (i, a)| y + a.sin() * (1.0 + i as f64));
            y * y
        }
        let closure = gradient(|x| value(&ranks, x), &flat);
        let (by_x, by_scale) = of_lists::gradient(&x, scale, &ranks);
        let second = hvp(|x| value(&ranks, x), &flat, &[1.0, 0.5, -1.0]);
        let (of_x, of_scale) = of_lists::hvp(&x, scale, &ranks, &[1.0, 0.5], -1.0);
        ranks.check().unwrap();
        let own = [by_x, vec![by_scale], of_x, vec![of_scale]].concat();
        (own, [closure, second].concat())
    });
    for (own, closure) in found {
        let close = own.iter().zip(&closure).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + b.abs()));
        assert!(close && own.len() == 6, "{own:?}, not {closure:?}");
    }
}

#[test]
fn loops_with_checkpoints_send_again() {
    let found = threads(3, |ranks| {
        let x = [0.3 + 0.1 * ranks.rank() as f64, 0.7];
        let v = [1.0, -0.5];
        let loops = (checkpointed::gradient(&x, 40, &ranks), checkpointed::hvp(&x, 40, &ranks, &v));
        let tape = (checkpointed_on_tape::gradient(&x, 40, &ranks), checkpointed_on_tape::hvp(&x, 40, &ranks, &v));
        ranks.check().unwrap();
        [[loops.0, loops.1].concat(), [tape.0, tape.1].concat()]
    });
    for [loops, tape] in found {
        let close = loops.iter().zip(&tape).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + b.abs()));
        assert!(close, "{loops:?}, not {tape:?}");
    }
}
