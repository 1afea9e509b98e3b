//! Mistakes panic at the operation, with advice.

use reverse::{Linear, Tape, Var};

#[test]
#[should_panic(expected = "variables of two recordings met in one operation: bring the outer one in")]
fn two_tapes_in_one_operation() {
    let (s, t) = (Tape::default(), Tape::new());
    let _ = s.var(1.0) + t.var(2.0);
}

#[test]
#[should_panic(expected = "variables of two recordings met in one operation")]
fn two_tapes_in_a_function_of_three() {
    let (s, t) = (Tape::default(), Tape::new());
    let _ = rules::Functions::mul_add(s.var(1.0), t.var(2.0), 3.0);
}

#[test]
#[should_panic(expected = "variables of two recordings met in one operation")]
fn a_variable_of_an_earlier_recording() {
    let tape: Tape = Tape::default();
    let old = tape.var(1.0);
    tape.restart();
    let _ = old * tape.var(2.0);
}

#[test]
#[should_panic(expected = "this output was recorded on another tape, or before the tape was cleared")]
fn an_output_of_an_earlier_recording() {
    let tape: Tape = Tape::default();
    let old = (0..9).map(|i| tape.var(f64::from(i))).fold(tape.var(1.0), |a, b| a * b);
    tape.restart();
    let _ = (old * old).grad();
}

#[test]
fn old_variables_among_themselves_do_no_harm() {
    let tape: Tape = Tape::default();
    let old: Vec<Var> = (0..9).map(|i| tape.var(f64::from(i))).collect();
    tape.restart();
    let (x, y) = (tape.var(3.0), tape.var(0.0));
    let _ = (old[7] / old[0]) * old[8] + old[5] / old[0];
    let z = x * y + x;
    let _ = old[8] - old[4];
    assert_eq!((z.grad().wrt(x), z.grad().wrt(y)), (1.0, 3.0));
    let z = z * y;
    assert_eq!((z.reach().wrt(x), tape.adjoints_of(&[z]).wrt(y)), (0.0, [3.0]));
}

#[test]
#[should_panic(expected = "this variable belongs to another tape, or to a recording that was cleared")]
fn the_derivative_by_a_variable_of_another_tape() {
    let (s, t) = (Tape::default(), Tape::new());
    let (x, y) = (s.var(1.0), t.var(2.0));
    x.grad().wrt(y);
}

#[test]
#[should_panic(expected = "took no statement: call keep() on it before using it")]
fn the_derivative_by_a_value_without_a_statement() {
    let tape: Tape = Tape::default();
    let x = tape.var(1.0);
    let y = 2.0 * x;
    (y * y).grad().wrt(y);
}

#[test]
fn the_derivative_by_a_value_that_was_kept() {
    let tape: Tape = Tape::default();
    let x = tape.var(1.0);
    let y = (2.0 * x).keep();
    let g = (y * y).grad();
    assert_eq!((g.wrt(y), g.wrt(x)), (4.0, 8.0));
}

#[test]
#[should_panic(expected = "this variable was recorded after the sweep")]
fn the_derivative_by_a_later_variable() {
    let tape: Tape = Tape::default();
    let x = tape.var(1.0);
    let g = x.grad();
    g.wrt(tape.var(2.0));
}

#[test]
#[should_panic(expected = "2 variables, but room for 3 derivatives")]
fn room_of_another_size() {
    let tape: Tape = Tape::default();
    let v = tape.vars(&[1.0, 2.0]);
    (v[0] * v[1]).grad().wrt_into(&v, &mut [0.0; 3]);
}

#[test]
#[should_panic(expected = "the direction has 1 values, the recorded function wants 2")]
fn a_direction_of_another_size() {
    let (_, map) = Linear::record(&[1.0, 2.0], |x| vec![x[0] * x[1]]);
    map.push(&[1.0]);
}

/// Compiles only as long as variables cannot be sent to another thread: if they could, the call would be ambiguous.
#[test]
fn variables_stay_in_their_thread() {
    trait Check<A> {
        fn check() {}
    }
    struct Sendable;
    impl<T> Check<()> for T {}
    impl<T: Send> Check<Sendable> for T {}
    <Var<'static> as Check<_>>::check();
}
