//! Replays that other systems get wrong: each is right, or says that the branch changed; with all derivatives.
//!
//! What a program should compute at a point is what a recording at that very point computes.

#![allow(clippy::eq_op)]

use program::{Error, Node, Program};
use rules::functions::{gt, lt, select, sinc};
use rules::{Functions, Real};

type Body = for<'p> fn(&[Node<'p>]) -> Vec<Node<'p>>;

/// The programs made of one: itself, passes, derivatives of order 1 and 2, by all ways.
fn made_of(p: &Program) -> Vec<(&'static str, Program)> {
    let all = || -> Result<Vec<(&'static str, Program)>, Error> {
        Ok(vec![
            ("itself", p.clone()),
            ("optimised", p.optimised()?),
            ("from text", Program::parse(&p.to_string())?),
            ("from bytes", Program::from_bytes(&p.to_bytes())?),
            ("jvp", p.jvp()?),
            ("vjp", p.vjp()?),
            ("jacobian", p.jacobian()?),
            ("jvp of jvp", p.jvp()?.jvp()?),
            ("jacobian of jacobian", p.jacobian()?.jacobian()?.optimised()?),
            ("optimised vjp of vjp", p.vjp()?.vjp()?.optimised()?),
        ])
    };
    all().unwrap()
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-14 * a.abs()
}

/// Records at `from` and replays at each of `at`: what is given must be what a new recording gives. Returns for each
/// point whether the replay ran.
fn replay(f: Body, plain: fn(&[f64]) -> Vec<f64>, from: &[f64], at: &[&[f64]]) -> Vec<bool> {
    let old = Program::record_at(from, f).unwrap();
    let one = |x: &[f64]| {
        let fresh = Program::record_at(x, f).unwrap();
        let mut ran = Vec::new();
        for ((what, old), (_, fresh)) in made_of(&old).into_iter().zip(made_of(&fresh)) {
            // Further inputs are tangents and weights; none is zero.
            let mut x = x.to_vec();
            x.extend((x.len()..old.inputs()).map(|i| 0.5 + i as f64));
            let Ok(want) = fresh.eval(&x[..fresh.inputs()]) else { panic!("a recording runs where it was made") };
            if what == "itself" {
                let plain = plain(&x);
                assert!(plain.iter().zip(&want).all(|(&a, &b)| same(a, b)), "{what} at {x:?}: {plain:?} {want:?}");
            }
            match old.eval(&x) {
                Ok(got) => {
                    assert_eq!(old.outputs().len(), fresh.outputs().len(), "{what} at {x:?}");
                    assert!(
                        got.iter().zip(&want).all(|(&a, &b)| same(a, b)),
                        "{what} at {x:?}: {got:?} {want:?}\n{old}"
                    );
                    ran.push(true);
                }
                Err(Error::BranchChanged { .. }) => ran.push(false),
                Err(error) => panic!("{what} at {x:?}: {error}"),
            }
        }
        assert!(ran.iter().all(|&r| r == ran[0]), "all or none at {x:?}: {ran:?}");
        ran[0]
    };
    at.iter().map(|x| one(x)).collect()
}

/// A test for each: where it is recorded, and at which points the replay should run.
macro_rules! replays {
    ($($(#[$doc:meta])* $name:ident($x:ident) $body:block at $from:expr, $($at:expr => $runs:expr),+;)+) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            fn body<T: Real>($x: &[T]) -> Vec<T> $body
            let ran = replay(|x| body(x), |x| body(x), &$from, &[$(&$at),+]);
            assert_eq!(ran, [$($runs),+]);
        }
    )+};
}

replays! {
    /// CppAD without CompareChange, ADOL-C without its status, torch.jit.trace, AADC with a native comparison.
    an_if_on_a_value(x) { vec![if x[0] > 1.0 { x[0] * x[0] } else { x[0].sin() }] }
        at [2.0], [3.0] => true, [1.0] => false, [-4.0] => false, [f64::NAN] => false;

    an_else(x) { vec![if x[0] > 1.0 { x[0] * x[0] } else { x[0].sin() }] }
        at [0.5], [-3.0] => true, [1.0] => true, [4.0] => false, [f64::NAN] => true;

    /// torch.jit.trace unrolls it, CppAD and XAD tapes too.
    a_loop_as_long_as_a_value_says(x) {
        let mut y = x[0];
        let mut k = 0.0;
        while k < x[1] {
            y = y * y + 0.5;
            k += 1.0;
        }
        vec![y]
    } at [0.5, 2.0], [0.7, 2.0] => true, [0.7, 1.5] => true, [0.7, 3.0] => false, [0.7, 1.0] => false;

    /// float(x), int(x), .item(), value(): a constant from there on.
    a_cast_to_an_integer(x) { vec![x[0].powi(x[1].value() as i32)] }
        at [1.5, 3.0], [2.5, 3.0] => true, [2.5, 2.0] => false, [2.5, 3.5] => false;

    an_index_into_a_table(x) { vec![x[0] * [10.0, 20.0, 30.0][x[1].value() as usize]] }
        at [1.5, 2.0], [2.5, 2.0] => true, [2.5, 1.0] => false;

    an_index_into_values(x) { vec![x[x[0].value() as usize] * 2.0] }
        at [1.0, 5.0, 6.0], [1.0, 7.0, 8.0] => true, [2.0, 7.0, 8.0] => false;

    a_key_of_a_map(x) {
        let seen = std::collections::HashMap::from([(3f64.to_bits(), 7.0)]);
        vec![x[0] * seen.get(&x[1].value().to_bits()).copied().unwrap_or(1.0)]
    } at [1.0, 3.0], [2.0, 3.0] => true, [2.0, 4.0] => false;

    the_greater_by_an_if(x) { vec![if x[0] > x[1] { x[0] * 2.0 } else { x[1] }] }
        at [2.0, 1.0], [5.0, 4.0] => true, [4.0, 5.0] => false, [4.0, 4.0] => false;

    the_lesser_by_an_if(x) { vec![if x[1] < x[0] { x[1] * 2.0 } else { x[0] }] }
        at [2.0, 1.0], [5.0, 4.0] => true, [4.0, 5.0] => false, [f64::NAN, 4.0] => false;

    the_size_by_an_if(x) { vec![if x[0] < 0.0 { -x[0] } else { x[0] }] }
        at [-2.0], [-3.0] => true, [3.0] => false, [0.0] => false, [-0.0] => false;

    greater_lesser_and_size_by_the_table(x) { vec![x[0].max(x[1]), x[0].min(x[1]), x[0].abs(), x[0].clamp(-1.0, 1.0)] }
        at [2.0, 1.0], [1.0, 2.0] => true, [-1.0, -1.0] => true, [0.0, f64::NAN] => true;

    rounding_by_the_table(x) { vec![x[0] - x[0].floor(), x[0].round() * x[0], x[0].signum() * x[0], x[0] % 0.75] }
        at [2.25], [3.5] => true, [-3.7] => true;

    rounding_a_value(x) { vec![x[0] - x[0].value().floor()] }
        at [2.25], [2.25] => true, [2.5] => false;

    /// An iteration that stops when it has converged.
    an_early_exit(x) {
        let mut y = x[0];
        for _ in 0..50 {
            let next = 0.5 * (y + x[0] / y);
            if (next - y).abs() < 1e-8 {
                break;
            }
            y = next;
        }
        vec![y]
    } at [2.0], [2.0001] => true, [1e6] => false, [1.0] => false;

    an_early_return(x) {
        for &x in x {
            if x < 0.0 {
                return vec![x * 3.0];
            }
        }
        vec![x.iter().copied().sum()]
    } at [1.0, -1.0, 2.0], [2.0, -3.0, -1.0] => true, [-1.0, -1.0, 2.0] => false, [1.0, 1.0, 2.0] => false;

    a_number_written_and_read(x) { vec![x[0] * format!("{}", x[1]).parse::<f64>().unwrap()] }
        at [2.0, 3.0], [4.0, 3.0] => true, [4.0, 3.5] => false;

    a_number_written_in_few_digits(x) { vec![x[0] * format!("{:.1}", x[1]).parse::<f64>().unwrap()] }
        at [2.0, 3.0], [4.0, 3.0] => true, [4.0, 3.5] => false;

    a_sort(x) {
        let mut x = x.to_vec();
        x.sort_by(|a, b| a.partial_cmp(b).unwrap());
        x.iter().enumerate().map(|(i, &x)| x * i as f64).collect()
    } at [3.0, 1.0, 2.0], [30.0, 10.0, 20.0] => true, [1.0, 2.0, 3.0] => false, [2.0, 1.0, 3.0] => false;

    the_place_of_the_greatest(x) {
        let at = (0..x.len()).max_by(|&i, &j| x[i].partial_cmp(&x[j]).unwrap()).unwrap();
        vec![x[at] * at as f64]
    } at [1.0, 5.0, 2.0], [1.0, 9.0, 8.0] => true, [1.0, 9.0, 9.5] => false, [1.0, 9.0, 9.0] => false;

    the_median(x) {
        let mut x = x.to_vec();
        x.sort_by(|a, b| a.partial_cmp(b).unwrap());
        vec![x[x.len() / 2]]
    } at [1.0, 5.0, 2.0], [0.0, 5.0, 4.0] => true, [0.0, 5.0, 6.0] => false;

    /// The derivative of the taken branch, and only where it is taken.
    an_equality(x) { vec![if x[0] == 0.0 { x[0] * 0.0 + 1.0 } else { x[0].sin() / x[0] }] }
        at [0.5], [0.25] => true, [0.0] => false, [-0.0] => false;

    an_equality_that_held(x) { vec![if x[0] == 0.0 { x[0] * 0.0 + 1.0 } else { x[0].sin() / x[0] }] }
        at [0.0], [-0.0] => true, [0.5] => false;

    an_inequality(x) { vec![if x[0] != x[1] { x[0] } else { x[0] * 2.0 }] }
        at [0.5, 1.0], [1.5, 1.0] => true, [1.0, 1.0] => false;

    a_value_that_is_not_a_number(x) { vec![if x[0] >= 0.0 { x[0].sqrt() } else { x[1] }] }
        at [4.0, 1.0], [9.0, 1.0] => true, [f64::NAN, 1.0] => false;

    a_test_for_nan_by_itself(x) {
        vec![if x[0] != x[0] { x[1] } else { x[0] * 2.0 }]
    } at [4.0, 1.0], [9.0, 1.0] => true, [f64::NAN, 1.0] => false;

    a_test_for_nan_that_held(x) {
        vec![if x[0] != x[0] { x[1] * 3.0 } else { x[0] * 2.0 }]
    } at [f64::NAN, 1.0], [f64::NAN, 2.0] => true, [4.0, 1.0] => false;

    unordered(x) { vec![match x[0].partial_cmp(&x[1]) { None => x[1] * 5.0, Some(order) => x[0] * f64::from(order as i8) }] }
        at [1.0, 2.0], [3.0, 4.0] => true, [4.0, 3.0] => false, [3.0, 3.0] => false, [f64::NAN, 3.0] => false;

    /// jnp.where: a dead arm with a pole, at all orders.
    a_dead_arm(x) { vec![select(gt(x[0], 0.0.into()), x[0].ln() * x[0].sqrt(), x[0] * x[0] * x[0])] }
        at [2.0], [-2.0] => true, [3.0] => true, [-0.5] => true;

    a_dead_quotient(x) { vec![select(lt(x[0].abs(), 1e-3.into()), x[0] * x[0], x[0].sin() / x[0])] }
        at [1.0], [0.0] => true, [-2.0] => true;

    a_row_in_place_of_an_equality(x) { vec![sinc(x[0])] } at [0.5], [0.0] => true, [3.0] => true;

    arms_below_arms(x) {
        let inner = select(gt(x[1], 0.0.into()), x[1].sqrt() / x[0], (-x[1]).ln());
        vec![select(gt(x[0], 0.0.into()), inner, x[0] * x[1])]
    } at [1.0, 1.0], [1.0, -2.0] => true, [-1.0, 2.0] => true, [-1.0, -2.0] => true;

    /// What the guard looks at must not be dropped or folded by a pass.
    a_comparison_of_computed_values(x) {
        let (a, b) = (x[0] * 1.0 - 0.0, x[1] * x[1]);
        vec![if a < b { x[0] } else { x[1] }]
    } at [1.0, 2.0], [1.0, 3.0] => true, [5.0, 2.0] => false;

    a_comparison_with_itself_after_passes(x) { vec![if x[0] * 1.0 == x[0] { x[0] * 2.0 } else { x[1] }] }
        at [1.0, 2.0], [3.0, 2.0] => true, [f64::NAN, 2.0] => false;

    a_guard_whose_output_is_constant(x) { vec![if x[0] > 0.0 { 1.0.into() } else { 2.0.into() }] }
        at [1.0], [3.0] => true, [-1.0] => false;
}

/// A `select` has the derivatives of the `if`, whatever stands in the arm that is not taken.
#[test]
fn a_select_is_an_if_at_all_orders() {
    fn chosen<'p>(x: &[Node<'p>]) -> Vec<Node<'p>> {
        let inner = select(gt(x[1], 0.0.into()), x[1].sqrt() * x[0].recip(), (-x[1]).ln());
        vec![select(gt(x[0], 0.0.into()), inner * x[0].ln(), x[0] * x[1] * x[1] + (x[0] / x[0].abs()).asin())]
    }
    fn taken<'p>(x: &[Node<'p>]) -> Vec<Node<'p>> {
        vec![if x[0] > 0.0 {
            (if x[1] > 0.0 { x[1].sqrt() * x[0].recip() } else { (-x[1]).ln() }) * x[0].ln()
        } else {
            x[0] * x[1] * x[1] + (x[0] / x[0].abs()).asin()
        }]
    }
    for x in [[1.5, 2.0], [1.5, -2.0], [-1.5, 2.0], [-1.5, -2.0], [0.5, 1e-3]] {
        let (chosen, taken) = (Program::record_at(&x, chosen).unwrap(), Program::record_at(&x, taken).unwrap());
        for ((what, a), (_, b)) in made_of(&chosen).into_iter().zip(made_of(&taken)) {
            let mut x = x.to_vec();
            x.extend((x.len()..a.inputs()).map(|i| 0.5 + i as f64));
            let (a, b) = (a.eval(&x).unwrap(), b.eval(&x).unwrap());
            let near = |a: f64, b: f64| same(a, b) || (a - b).abs() <= 1e-12 * a.abs().max(1.0);
            assert!(a.iter().zip(&b).all(|(&a, &b)| near(a, b)), "{what} at {x:?}: {a:?} {b:?}");
        }
    }
}

/// A precondition that holds in one replay and not in another.
#[test]
fn a_broken_precondition_is_an_error_in_derivatives_too() {
    let p = Program::record_at(&[0.5, 0.0, 1.0], |x| vec![x[0].clamp(x[1], x[2])]).unwrap();
    for (what, q) in made_of(&p) {
        let mut x = vec![0.5, 2.0, 1.0];
        x.resize(q.inputs(), 1.0);
        match q.eval(&x) {
            Err(Error::Precondition { function: "clamp", .. }) => {}
            // The derivatives of a clamp do not ask for the clamp.
            Ok(_) => assert!(what.contains("jacobian"), "{what}"),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn what_debug_writes_holds_no_number() {
    let p = Program::record_at(&[0.123], |x| {
        assert!(!format!("{:?}", x[0]).contains("0.123"));
        assert_eq!(format!("{:?}", Node::from(2.5)), "2.5");
        vec![x[0]]
    });
    assert!(p.unwrap().guards().is_empty());
}
