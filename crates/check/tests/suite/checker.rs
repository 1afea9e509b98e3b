//! What the checker finds, and what it says.

use check::{Broken, Check, Failure, Met, check_gradient, check_jacobian, check_second_order, function};
use core::cell::Cell;
use expect_test::expect;
use wengert::extend::rule;
use wengert::prelude::*;

rule! {
    /// The square, with the derivative of the cube's third.
    Wrong: wrong_square(x) = x * x, d [x * x];
}

rule! {
    /// The square, whose derivative is right at first order only: it is made of a wrong rule.
    Later: later_square(x) = x * x, d [wrong_double(x)];
}

rule! {
    /// Twice a number, with a derivative of 3.
    Double: wrong_double(x) = x + x, d [3.0];
}

rule! {
    /// The sine, by a rule that stands beside the table's.
    Right: right_sine(x) = x.sin(), d [x.cos()];
}

/// The message without the line whose last digits are noise.
fn rounded(failure: &Failure) -> String {
    failure.to_string().lines().filter(|l| !l.contains("differences  ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_wrong_rule_is_named() {
    let f = function!(|x| (x[0].sin() * wrong_square(x[1] * 2.0) + x[0].exp()).ln());
    let failure = check_gradient(&f, &[0.5, 1.25]).unwrap_err();
    assert_eq!(failure.broken(), Broken::Differences);
    assert_eq!(failure.suspects().len(), 1);
    assert_eq!(failure.suspects()[0].operation, "suite::checker::wrong_square");
    assert_eq!(failure.suspects()[0].partial, 6.25);
    assert!((failure.suspects()[0].differences - 5.0).abs() < 1e-8);
    expect![[r#"
        the derivative of output 0 along direction 0 disagrees:
          engines      0.41023814472101156
          apart by 2.2e-1; allowed 1.8e-9 after 7 operations
        suspect: operation 2, suite::checker::wrong_square(2.5): its partial by argument 0 is 6.25, differences of its value give 5 (error about 6.4e-14); look at the partials of the rule `suite::checker::wrong_square`
        help: correct the partials of the operations named above"#]].assert_eq(&rounded(&failure));
}

#[test]
fn a_rule_that_is_wrong_at_second_order_is_named_then() {
    let f = function!(|x| later_square(x[0]) * x[1] + right_sine(x[1]));
    check_gradient(&f, &[0.5, 1.25]).unwrap();
    let failure = check_second_order(&f, &[0.5, 1.25]).unwrap_err();
    assert_eq!((failure.broken(), failure.order()), (Broken::Differences, 2));
    assert_eq!(failure.suspects().len(), 1);
    assert_eq!(failure.suspects()[0].operation, "suite::checker::wrong_double");
}

#[test]
fn a_function_with_a_memory_is_found() {
    struct Counter(Cell<f64>);
    impl Function for Counter {
        type Output<T: Real> = T;
        fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
            self.0.set(self.0.get() + 1.0);
            x[0] * self.0.get()
        }
    }
    let failure = check_gradient(&Counter(Cell::new(0.0)), &[2.0]).unwrap_err();
    assert_eq!(failure.broken(), Broken::Value);
    expect![[r#"
        the value of output 0 disagrees:
          f64         2.0
          f64, again  6.0
          apart by 4.0e0; allowed 0.0e0 after 1 operations
        help: every run of the function must do the same: look for state that survives a call, for random numbers, and for code that depends on the type of number"#]].assert_eq(&rounded(&failure));
}

#[test]
fn a_function_that_looks_at_the_type_of_its_number_is_found() {
    struct Better;
    impl Function for Better {
        type Output<T: Real> = T;
        fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
            if size_of::<T>() > size_of::<f64>() { x[0] * (1.0 + f64::EPSILON) } else { x[0] }
        }
    }
    assert_eq!(check_gradient(&Better, &[1.0]).unwrap_err().broken(), Broken::Value);
}

#[test]
fn a_value_that_was_read_is_found() {
    let f = function!(|x| x[0] * (x[1] * x[0]).value().exp());
    let failure = check_gradient(&f, &[0.5, 1.25]).unwrap_err();
    assert_eq!(failure.broken(), Broken::Differences);
    assert!(failure.suspects().is_empty());
    expect![[r#"
        the derivative of output 0 along direction 0 disagrees:
          engines      -0.8686382119512436
          apart by 1.4e-1; allowed 8.7e-10 after 2 operations
        note: the value 0.625 was read from its number: what is computed from it is constant, and its derivative is lost
        help: every operation agrees with its own differences, but a value was read from its number: compute with the number itself"#]].assert_eq(&rounded(&failure));
}

#[track_caller]
fn meets(f: &impl Function, x: &[f64], wanted: &[(Met, &str)]) {
    let report = Check::new(f).at(x).allow_nan(true).run().unwrap_or_else(|failure| panic!("{failure}"));
    let found: Vec<_> = report.remarks().iter().map(|r| (r.met, r.operation)).collect();
    assert_eq!(found, wanted, "{report}");
}

#[test]
fn kinks_and_edges_are_met() {
    meets(&function!(|x| x[0].abs() * x[1]), &[0.0, 2.0], &[(Met::Kink, "abs")]);
    meets(&function!(|x| x[0].abs() * x[1]), &[1e-300, 2.0], &[]);
    meets(&function!(|x| x[0].max(x[1])), &[2.0, 2.0], &[(Met::Kink, "max"), (Met::Kink, "max")]);
    meets(&function!(|x| x[0].min(3.0)), &[3.0], &[(Met::Kink, "min")]);
    meets(&function!(|x| x[0].max(x[1])), &[2.0, 2.0000000001], &[]);
    meets(&function!(|x| relu(x[0]) + x[0].clamp(0.0, 1.0)), &[0.0], &[(Met::Kink, "relu"), (Met::Kink, "clamp")]);
    meets(&function!(|x| x[0].hypot(x[1])), &[0.0, 0.0], &[(Met::Kink, "hypot"), (Met::Kink, "hypot")]);
    meets(&function!(|x| x[0].floor() + x[0]), &[3.0], &[(Met::Jump, "floor")]);
    meets(&function!(|x| x[0].rem_euclid(2.0)), &[4.0], &[(Met::Jump, "rem_euclid")]);
    meets(&function!(|x| x[0].sqrt() + x[0]), &[0.0], &[(Met::NotFinite, "sqrt")]);
    meets(&function!(|x| x[0].sqrt() * x[0]), &[0.0], &[(Met::NotFinite, "sqrt")]);
    meets(&function!(|x| x[0].ln()), &[0.0], &[(Met::NotFinite, "ln")]);
    meets(&function!(|x| x[0].powf(1.5)), &[0.0], &[(Met::Edge, "powf")]);
    meets(&function!(|x| x[0].powf(0.5)), &[0.0], &[(Met::NotFinite, "powf")]);
    meets(&function!(|x| x[0].ln()), &[-1.0], &[(Met::Undefined, "ln")]);
    meets(&function!(|x| entr(x[0])), &[0.0], &[(Met::NotFinite, "entr")]);
    meets(&function!(|x| x[0].cos() + x[0].sin() + x[0].sinh() + x[0].tanh() + x[0].asinh()), &[0.0], &[]);
    meets(&function!(|x| x[0].cos() + x[0].sin() + sinc(x[0])), &[core::f64::consts::FRAC_PI_2], &[]);
}

#[test]
fn only_the_arm_taken_is_met() {
    meets(&function!(|x| select(gt(x[0], 0.0.into()), x[0], x[0].sqrt())), &[1.0], &[]);
    meets(&function!(|x| select(lt(x[1], 0.0.into()), x[0].sqrt(), x[0])), &[0.0, 1.0], &[]);
}

#[test]
fn comparisons_at_their_edge_are_met() {
    let equality = function!(|x| if x[0] == 1.0 { x[0] } else { x[0] * x[0] });
    meets(&equality, &[1.0], &[(Met::Equality, "")]);
    meets(&equality, &[2.0], &[]);
    let order = function!(|x| if x[0] < x[1] { x[0] } else { x[1] * x[1] });
    meets(&order, &[1.0, 1.0], &[(Met::Tie, "")]);
    meets(&order, &[1.0, 2.0], &[]);
    let constants = function!(|x| if T::from(1.0) == 1.0 { x[0] } else { x[0] * x[0] });
    meets(&constants, &[1.0], &[]);
}

#[test]
fn differences_do_not_cross_a_branch() {
    let f = function!(|x| if x[0] > 1.0 { x[0] * 3.0 } else { x[0].sin() + 100.0 });
    for x in [1.000001, 0.999999, 1.0 + 1e-9] {
        let report = check_gradient(&f, &[x]).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(report.witnessed(), (3, 0), "{x}");
    }
    let near_kinks = function!(|x| (x[0] - 1.0).abs() + (x[0] * x[1]).max(1.0));
    check_gradient(&near_kinks, &[1.0001, 1.0]).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn smooth_functions_pass_at_second_order() {
    let f = function!(|x| -> [T; 3] {
        [(x[0] * x[1]).exp() / x[2], x[0].hypot(x[1]).ln() * x[2].sin(), (20.0 * x[0]).sin() * x[1].powi(3)]
    });
    let report = Check::new(&f).at(&[0.3, -1.2, 2.5]).order(2).directions(6).run().unwrap();
    assert_eq!(report.witnessed(), (24, 0));
    assert!(report.worst() <= 1.0 && report.comparisons() > 30);
    assert_eq!(report.value().len(), 3);
    let start = "agreed to order 2: 63 comparisons between engines, the worst at";
    assert!(report.to_string().starts_with(start), "{report}");
}

#[test]
fn functions_that_swing_faster_than_the_step_pass() {
    for speed in [1e3, 1e4, 1e6, 1e8] {
        let f = swing(speed);
        Check::new(&f).at(&[0.3, -1.2]).order(2).run().unwrap_or_else(|failure| panic!("{failure}"));
    }
}

fn swing(speed: f64) -> impl Function {
    struct Swing(f64);
    impl Function for Swing {
        type Output<T: Real> = T;
        fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
            (self.0 * x[0]).sin() * x[1].powi(3)
        }
    }
    Swing(speed)
}

#[test]
fn shapes_without_numbers_pass() {
    check_jacobian(&function!(|x| -> Vec<T> { x[..0].to_vec() }), &[1.0, 2.0]).unwrap();
    check_second_order(&function!(|x| -> Vec<T> { x[..0].to_vec() }), &[1.0, 2.0]).unwrap();
    check_second_order(&function!(|x| T::from(x.len() as f64)), &[]).unwrap();
    check_second_order(&function!(|x| T::from(x.len() as f64)), &[1.0]).unwrap();
}

#[test]
#[should_panic(expected = "check_gradient wants one output, the function gave 2: use check_jacobian")]
fn a_gradient_wants_one_output() {
    let _ = check_gradient(&function!(|x| -> [T; 2] { [x[0], x[0]] }), &[1.0]);
}

#[test]
fn many_inputs_are_checked_along_directions() {
    let f = function!(|x| x.windows(2).map(|w| (w[1] - w[0] * w[0]).powi(2) * 100.0 + (1.0 - w[0]).powi(2)).sum::<T>());
    let x: Vec<f64> = (0..300).map(|i| (i as f64).sin()).collect();
    let report = check_second_order(&f, &x).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(report.witnessed(), (6, 0));
}

#[test]
fn nan_fails_unless_it_is_allowed() {
    let logarithm = function!(|x| -> [T; 2] { [x[0], x[0] * x[1].ln()] });
    let failure = check_jacobian(&logarithm, &[2.0, -1.0]).unwrap_err();
    assert_eq!((failure.broken(), failure.order()), (Broken::NotANumber, 0));
    expect![[r#"
        the value of output 1 is NaN
        note: operation 0, ln(-1.0), is NaN: its arguments are outside its domain
        help: keep away from what is noted, or, where NaN is meant, allow it: Check::allow_nan(true)"#]]
    .assert_eq(&failure.to_string());
    let root = function!(|x| (x[0] * x[0]).sqrt() + x[1]);
    let failure = check_gradient(&root, &[0.0, 1.0]).unwrap_err();
    assert_eq!((failure.broken(), failure.order()), (Broken::NotANumber, 1));
    assert!(failure.to_string().starts_with("the derivative of output 0 by x[0] is NaN\nnote: operation 1, sqrt(0.0)"));
    let length = function!(|x| x[0].hypot(x[1]));
    check_gradient(&length, &[0.0, 0.0]).unwrap();
    let failure = check_second_order(&length, &[0.0, 0.0]).unwrap_err();
    assert_eq!((failure.broken(), failure.order()), (Broken::NotANumber, 2));
    for (f, order) in [(&logarithm as &dyn Fails, 1), (&root, 1), (&length, 2)] {
        f.allowed(order);
    }
}

/// Functions that give NaN somewhere, and pass where that is allowed.
trait Fails {
    fn allowed(&self, order: usize);
}
impl<F: Function> Fails for F {
    fn allowed(&self, order: usize) {
        for x in [[2.0, -1.0], [0.0, 1.0], [0.0, 0.0]] {
            Check::new(self).at(&x).order(order).allow_nan(true).run().unwrap_or_else(|failure| panic!("{failure}"));
        }
    }
}

#[test]
fn a_stopped_gradient_is_a_constant_for_differences_too() {
    let f = function!(|x| x[0] * stop_gradient(x[1] * x[0]) + x[1].sin());
    let report = check_second_order(&f, &[2.0, 3.0]).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((report.jacobian().row(0)[0], report.witnessed()), (6.0, (6, 0)));
    meets(&f, &[2.0, 3.0], &[(Met::ValueRead, "stop_gradient")]);
}

#[test]
fn functions_of_slices_meet_nothing_where_they_are_smooth() {
    use wengert::slices::{log_sum_exp, max_of, norm};
    let f = function!(|x| max_of(x) * log_sum_exp(x) + norm(x));
    meets(&f, &[2.5, 1.0, 0.5], &[]);
    let report = check_second_order(&f, &[2.5, 1.0, 0.5]).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(report.witnessed(), (6, 0));
    // At a tie no step stays on one piece.
    let report = check_gradient(&f, &[2.5, 2.5, 0.5]).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(report.witnessed(), (0, 3));
}

#[test]
fn functions_capture_what_they_name() {
    let (list, k) = (vec![1.0, 2.0, 4.0], 0.5);
    let (data, offset) = (list.as_slice(), [1.0, -1.0]);
    let f = function!(data: &[f64], k: f64, offset: [f64; 2]; |x| {
        data.iter().map(|&y| (y - x[0] * k).powi(2)).sum::<T>() * (x[1] + offset[0]) + offset[1]
    });
    check_second_order(&f, &[1.5, 0.3]).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(f.value(&[2.0, 0.0]), [9.0]);
    let several = function!(data: &[f64]; |x| -> Vec<T> { data.iter().map(|&y| x[0] * y).collect() });
    assert_eq!(several.value(&[3.0]), [3.0, 6.0, 12.0]);
    check_jacobian(&several, &[3.0]).unwrap();
}
