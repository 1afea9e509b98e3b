//! What a recording holds, and what it refuses to run.

use program::{Answer, Error, Function, Instruction, Node, Program, Test, Workspace};
use rules::functions::{lt, select};
use rules::{Functions, Number, Real, Rule, RuleId, Scalar};

fn names(p: &Program) -> Vec<&str> {
    let name = |i| match i {
        Instruction::Apply { function, .. } => Some(function.name()),
        _ => None,
    };
    p.instructions().filter_map(name).collect()
}

#[test]
fn equal_operations_are_recorded_once() {
    let p = Program::record(2, |x| vec![(x[0] * x[1]).sin() + (x[0] * x[1]).sin(), x[0] * x[1]]).unwrap();
    assert_eq!(names(&p), ["mul", "sin", "add"]);
    assert_eq!(p.eval(&[2.0, 3.0]).unwrap(), [6f64.sin() * 2.0, 6.0]);
}

#[test]
fn constants_are_computed_at_once_and_kept_once() {
    let p = Program::record(1, |x| vec![x[0] * (Node::from(2.0).sqrt() + 1.0) + (2f64.sqrt() + 1.0)]).unwrap();
    assert_eq!(names(&p), ["mul", "add"]);
    assert_eq!(p.values(), 4);
}

#[test]
fn outputs_may_be_inputs_and_constants() {
    let p = Program::record(2, |x| vec![x[1], 7.0.into(), x[1]]).unwrap();
    assert_eq!(p.eval(&[1.0, 2.0]).unwrap(), [2.0, 7.0, 2.0]);
    assert_eq!(p.jacobian().unwrap().eval(&[1.0, 2.0]).unwrap(), [0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    assert!(Program::record(0, |_| vec![]).unwrap().eval(&[]).unwrap().is_empty());
}

/// Each comparison, where it turns out as recorded and where it does not.
#[test]
fn every_comparison_is_guarded() {
    type Ask = for<'p> fn(Node<'p>) -> bool;
    let asked: [(Test, Ask, f64); 6] = [
        (Test::Less, |x| x < 1.0, 2.0),
        (Test::LessEqual, |x| x <= 1.0, 2.0),
        (Test::Greater, |x| 1.0 > x, 2.0),
        (Test::GreaterEqual, |x| 1.0 >= x, f64::NAN),
        (Test::Equal, |x| x == 0.25, 0.5),
        (Test::Order, |x| x.partial_cmp(&Node::from(1.0)).is_some_and(|o| o.is_lt()), 1.0),
    ];
    for (test, ask, other) in asked {
        let p = Program::record_at(&[0.25], |x| vec![if ask(x[0]) { x[0] } else { -x[0] }]).unwrap();
        assert_eq!(p.eval(&[0.25]).unwrap(), [0.25]);
        let p = p.optimised().unwrap();
        for program in [&p, &p.gradient().unwrap(), &p.jvp().unwrap(), &p.gradient().unwrap().gradient().unwrap()] {
            let mut x = vec![0.0; program.inputs()];
            x[0] = other;
            match program.eval(&x).unwrap_err() {
                Error::BranchChanged { at: 0, test: found, values, location, .. } => {
                    assert_eq!(found, test);
                    assert!(values.iter().any(|v| v.to_bits() == other.to_bits()));
                    assert!(location.unwrap().file().ends_with("record.rs"), "{location:?}");
                }
                error => panic!("{error}"),
            }
        }
        assert!(p.value_and_gradient_into(&[other], &mut Workspace::new(), &mut [0.0]).is_err());
    }
}

#[test]
fn a_value_that_is_taken_out_is_guarded() {
    let p = Program::record_at(&[3.0], |x| (0..x[0].value() as usize).map(|i| x[0] * i as f64).collect()).unwrap();
    assert_eq!(p.eval(&[3.0]).unwrap(), [0.0, 3.0, 6.0]);
    let error = p.eval(&[4.0]).unwrap_err();
    assert!(matches!(error, Error::BranchChanged { at: 0, test: Test::Value, recorded: Answer::Is(true), .. }));
    assert!(error.to_string().contains("record again"), "{error}");
}

#[test]
fn a_loop_that_would_run_longer_is_noticed() {
    fn newton<T: Real>(a: T) -> T {
        let mut x = a;
        while (x * x - a).abs() > 1e-12 * a {
            x = 0.5 * (x + a / x);
        }
        x
    }
    let p = Program::record_at(&[2.0], |x| vec![newton(x[0])]).unwrap();
    assert_eq!(p.eval(&[2.0]).unwrap(), [newton(2.0)]);
    assert_eq!(p.eval(&[2.001]).unwrap(), [newton(2.001)]);
    assert!(p.eval(&[2e6]).is_err());
}

#[test]
fn sorting_is_guarded() {
    let median = |x: &[f64]| {
        let p = Program::record_at(&[1.0, 3.0, 2.0], |x| {
            let mut x = x.to_vec();
            x.sort_by(|a, b| a.partial_cmp(b).unwrap());
            vec![x[1]]
        });
        p.unwrap().eval(x)
    };
    assert_eq!(median(&[10.0, 30.0, 20.0]).unwrap(), [20.0]);
    assert!(median(&[10.0, 20.0, 30.0]).is_err());
}

#[test]
fn select_records_both_arms_and_a_dead_one_is_silent() {
    let f = Program::record(1, |x| vec![select(lt(x[0], 0.0.into()), x[0] * x[0], x[0].sqrt() * x[0].ln())]).unwrap();
    assert!(f.guards().is_empty());
    let mut g = [0.0];
    f.value_and_gradient_into(&[-3.0], &mut Workspace::new(), &mut g).unwrap();
    assert_eq!(g, [-6.0]);
    assert_eq!(f.gradient().unwrap().eval(&[-3.0]).unwrap(), [-6.0]);
    assert_eq!(f.jvp().unwrap().eval(&[-3.0, 1.0]).unwrap(), [9.0, -6.0]);
    assert_eq!(f.hessian().unwrap().eval(&[-3.0]).unwrap(), [2.0]);
    let third = f.gradient().unwrap().gradient().unwrap().gradient().unwrap();
    assert_eq!(third.eval(&[-3.0]).unwrap(), [0.0]);
}

#[test]
fn a_broken_precondition_is_an_error_and_a_guard_before_it_comes_first() {
    let f = Program::record_at(&[0.5, 1.0], |x| vec![x[0].clamp(0.0, x[1])]).unwrap();
    assert_eq!(f.eval(&[5.0, 2.0]).unwrap(), [2.0]);
    assert!(matches!(f.eval(&[0.5, -1.0]), Err(Error::Precondition { function: "clamp", .. })));
    let f = Program::record_at(&[0.5, 1.0], |x| vec![if x[1] > 0.0 { x[0].clamp(0.0, x[1]) } else { x[0] }]).unwrap();
    assert!(matches!(f.eval(&[0.5, -1.0]), Err(Error::BranchChanged { .. })));
}

rules::rule! {
    /// A function of five arguments.
    Five: five(a, b, c, d, e) = a * b + c * d + e, d [b, a, d, c, 1.0];
}

#[test]
fn rules_of_users_are_recorded_whatever_their_arity() {
    let p = Program::record(5, |x| vec![five(x[0], x[1], x[2], x[3], five(x[0], x[0], x[0], x[0], 2.0.into()) + x[4])]);
    let p = p.unwrap();
    assert_eq!(p.len(), 3);
    let x = [1.0, 2.0, 3.0, 4.0, 5.0];
    assert_eq!(p.eval(&x).unwrap(), [five(1.0, 2.0, 3.0, 4.0, 4.0 + 5.0)]);
    let mut g = [0.0; 5];
    p.value_and_gradient_into(&x, &mut Workspace::new(), &mut g).unwrap();
    assert_eq!(g, [6.0, 1.0, 4.0, 3.0, 1.0]);
    assert_eq!(p.gradient().unwrap().eval(&x).unwrap(), g);
    assert_eq!(p.optimised().unwrap().eval(&x), p.eval(&x));
}

#[test]
fn the_second_run_allocates_nothing() {
    let p = Program::record(3, |x| vec![(x[0] * x[1]).exp() + x[2].powf(2.5) * x[0].hypot(x[1])]).unwrap();
    let (mut workspace, mut y, mut g) = (Workspace::new(), [0.0], [0.0; 3]);
    let x = [0.3, 0.4, 0.5];
    p.eval_into(&x, &mut workspace, &mut y).unwrap();
    p.value_and_gradient_into(&x, &mut workspace, &mut g).unwrap();
    let info = allocation_counter::measure(|| {
        p.eval_into(&x, &mut workspace, &mut y).unwrap();
        p.value_and_gradient_into(&x, &mut workspace, &mut g).unwrap();
    });
    assert_eq!(info.count_total, 0);
}

#[test]
#[should_panic(expected = "3 numbers were given")]
fn a_wrong_number_of_inputs_panics_with_both_numbers() {
    let _ = Program::record(2, |x| vec![x[0]]).unwrap().eval(&[1.0, 2.0, 3.0]);
}

#[test]
fn a_program_with_several_outputs_has_no_gradient() {
    let p = Program::record(1, |x| vec![x[0], x[0]]).unwrap();
    assert_eq!(p.gradient().unwrap_err(), Error::Outputs { wanted: 1, found: 2 });
}

#[test]
fn the_operation_that_made_an_infinity_is_found_in_derivatives_too() {
    let f = Program::record(2, |x| vec![(x[0] * x[0]).sqrt() * x[1], x[1]]).unwrap();
    assert_eq!(f.trace_not_finite(&[0.0, 2.0]).unwrap(), None);
    let j = f.jacobian().unwrap();
    assert!(j.eval(&[0.0, 2.0]).unwrap()[0].is_nan());
    let origin = j.trace_not_finite(&[0.0, 2.0]).unwrap().unwrap();
    assert_eq!((origin.function, origin.value), ("recip", f64::INFINITY));
    assert_eq!((origin.path.first(), origin.path.last()), (Some(&origin.id), j.outputs().first()));
    // An input that is not finite itself is nobody's fault.
    assert_eq!(f.trace_not_finite(&[f64::NAN, 1.0]).unwrap(), None);
}

/// x^n, with the integer that it is applied with.
struct Power;

impl Rule<1> for Power {
    const ID: RuleId = RuleId::User("record::power");
    fn value([x]: [f64; 1], n: i32) -> f64 {
        x.powi(n)
    }
    fn partials<T: Number>([x]: [T; 1], _: T, _: [bool; 1], n: i32) -> [T; 1] {
        [T::apply::<Power, 1>([x], n - 1) * T::constant(T::Scalar::from_f64(f64::from(n)))]
    }
}

#[test]
fn a_rule_of_the_users_keeps_its_integer() {
    let p =
        Program::record(1, |x| vec![Node::apply::<Power, 1>([x[0]], 3) - Node::apply::<Power, 1>([x[0]], 2)]).unwrap();
    assert_eq!(names(&p), ["record::power", "record::power", "sub"]);
    assert!(p.to_string().contains("record::power(x0; 3)"), "{p}");
    assert_eq!(p.eval(&[2.0]).unwrap(), [4.0]);
    assert_eq!(p.gradient().unwrap().eval(&[2.0]).unwrap(), [8.0]);
    assert_eq!(p.hessian().unwrap().optimised().unwrap().eval(&[2.0]).unwrap(), [10.0]);
    let rules = [Function::of::<Power, 1>()];
    assert_eq!(Program::from_bytes_with(&p.to_bytes(), &rules).unwrap(), p);
    assert_eq!(Program::parse_with(&p.to_string(), &rules).unwrap(), p);
}
