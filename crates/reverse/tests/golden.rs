//! The numbers that textbooks work out.

use reverse::{Tape, Var};
use rules::Functions;

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 4.0 * f64::EPSILON * b.abs(), "{a} is not {b}");
}

#[test]
fn a_product_and_a_sine() {
    let tape: Tape = Tape::new();
    let (x, y) = (tape.var(0.5), tape.var(4.2));
    let z = x * y + x.sin();
    assert_eq!(z.inner(), 2.579425538604203);
    let g = z.grad();
    close(g.wrt(x), 5.077582561890373);
    assert_eq!(g.wrt(y), 0.5);
}

#[test]
fn one_tape_serves_several_outputs_and_any_weights() {
    let tape: Tape = Tape::new();
    let x = tape.var(0.7);
    let s = x.sin().keep();
    let (z, v) = (2.0 * x + s, 4.0 * x + x.cos());
    let (dz, dv) = (2.0 + 0.7f64.cos(), 4.0 - 0.7f64.sin());
    close(z.grad().wrt(x), dz);
    close(v.grad().wrt(x), dv);
    assert_eq!(z.grad().wrt(s), 1.0);
    assert_eq!(v.grad().wrt(s), 0.0);
    for (a, b) in [(1.0, 0.0), (0.0, 1.0), (3.0, -0.5), (-1.0, -2.0)] {
        close(tape.adjoints(&[(z, a), (v, b)]).wrt(x), a * dz + b * dv);
    }
    let both = tape.adjoints_of(&[z, v]);
    close(both.wrt(x)[0], dz);
    close(both.wrt(x)[1], dv);
    assert_eq!(both.wrt(s), [1.0, 0.0]);
}

#[test]
fn a_second_output_does_not_contribute() {
    let tape: Tape = Tape::new();
    let (x1, x2) = (tape.var(2.0), tape.var(5.0));
    let v4 = x1.ln() + x1 * x2;
    let y = v4 - x2.sin();
    let before = y.grad();
    let v6 = (v4 * x2).exp();
    assert_eq!(y.inner(), 2f64.ln() + 10.0 - 5f64.sin());
    for g in [before, y.grad()] {
        assert_eq!(g.wrt(x1), 5.5);
        close(g.wrt(x2), 2.0 - 5f64.cos());
        assert_eq!(g.wrt(v4), 1.0);
    }
    assert!(v6.grad().wrt(x1) > 1e6);
}

#[test]
fn a_square_of_a_sum() {
    let tape: Tape = Tape::new();
    let v = tape.vars(&[2.0, 3.0, 0.5]);
    let f: Var = (v[0] * v[1] + v[2].sin()).powi(2);
    close(f.inner(), 41.98295531031636);
    let mut g = [0.0; 3];
    f.grad().wrt_into(&v, &mut g);
    for (g, want) in g.into_iter().zip([38.876553231625216, 25.917702154416812, 11.37246172749237]) {
        close(g, want);
    }
}

#[test]
fn doubling_sixty_times_takes_sixty_steps_at_most() {
    let tape: Tape = Tape::new();
    let (x, y) = (tape.var(1.0), tape.var(1.0));
    let (mut a, mut b) = (x, x + y);
    for _ in 0..60 {
        a = a + a;
        b += x;
        b = b + b;
    }
    assert_eq!(a.grad().wrt(x), 2f64.powi(60));
    assert_eq!(b.grad().wrt(y), 2f64.powi(60));
    assert_eq!(tape.statistics().statements, 61);
}

#[test]
fn single_precision() {
    let tape: Tape<f32> = Tape::default();
    let (x, y) = (tape.var(0.5f32), tape.var(4.2));
    let z = x * y + x.sin() * 2.0f32;
    let g = z.grad();
    assert_eq!(z.inner(), 0.5 * 4.2 + 0.5f32.sin() * 2.0);
    assert_eq!((g.wrt(x), g.wrt(y)), (4.2 + 2.0 * 0.5f32.cos(), 0.5));
}

#[test]
fn constants_record_nothing_and_have_no_derivative() {
    let tape: Tape = Tape::new();
    let x = tape.var(2.0);
    let c: Var = Var::from(3.0);
    let z = (c * c + 1.0).sqrt() - c;
    assert_eq!(tape.statistics().statements, 0);
    assert_eq!(z.grad().wrt(x), 0.0);
    assert!(!z.reach().reaches(x));
    assert_eq!(tape.adjoints(&[(z, 5.0), (c, 1.0)]).wrt(x), 0.0);
    assert_eq!((x * c).grad().wrt(c), 0.0);
    assert_eq!(tape.adjoints_of(&[z, x]).wrt(x), [0.0, 1.0]);
    assert_eq!(tape.adjoints(&[]).wrt(x), 0.0);
}

#[test]
fn statistics_count_what_is_there() {
    let tape: Tape = Tape::with_capacity(100);
    let v = tape.vars(&[1.0, 2.0]);
    let s = v[0] + v[1];
    let p = (s * v[0]).exp() - v[1];
    let d = tape.statistics();
    assert_eq!((d.inputs, d.statements, d.partials), (2, 3, 3));
    assert_eq!(d.bytes, 5 * 8 + 3 * 8);
    assert!(d.capacity >= 100 * 8 + d.partials * 8);
    let _ = p.keep();
    assert_eq!(tape.statistics(), d);
    let _ = (p * 2.0).keep();
    assert_eq!(tape.statistics().statements, 4);
    assert_eq!(format!("{:.2} {s:?}", v[1]), "2.00 Var { value: 3.0, statement: 3, factor: 1.0 }");
}
