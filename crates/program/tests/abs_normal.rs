//! Abs-normal forms: exact for what is piecewise linear, of second order for the rest, and right about every side.

use program::{Node, Program};
use proptest::prelude::*;
use rules::Functions;
use rules::functions::relu;

/// A program of three inputs from a list of numbers: each takes an operation and two earlier values.
fn made(choices: &[(u8, usize, usize)], smooth: bool, at: &[f64; 3]) -> Program {
    Program::record_at(at, |x| {
        let mut values: Vec<Node<'_>> = x.to_vec();
        for &(op, a, b) in choices {
            let (a, b) = (values[a % values.len()], values[b % values.len()]);
            values.push(match (op % 9, smooth) {
                (0, _) => a.abs(),
                (1, _) => a.max(b),
                (2, _) => a.min(b),
                (3, _) => a.clamp(b, b + 1.0),
                (4, _) => relu(a - b),
                (5, true) => (a * 0.5).sin() + b,
                (6, true) => a * b * 0.25,
                (7, _) => 0.5 * a - 0.75 * b,
                _ => a + b * 0.5,
            });
        }
        vec![values[values.len() - 1], values[values.len() - 2]]
    })
    .unwrap()
}

/// Few, so that no coefficient comes near to what separates a step from the next.
fn choices() -> impl Strategy<Value = Vec<(u8, usize, usize)>> {
    prop::collection::vec((any::<u8>(), 0..20usize, 0..20usize), 2..9)
}

/// Eighths, so that ties and zeros are met exactly.
fn point() -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3((-8i8..=8).prop_map(|k| f64::from(k) / 8.0))
}

fn moved(x: &[f64; 3], dx: &[f64; 3], by: f64) -> Vec<f64> {
    x.iter().zip(dx).map(|(x, d)| x + by * d).collect()
}

proptest! {
    #[test]
    fn a_piecewise_linear_program_is_its_own_form(list in choices(), x in point(), dx in point()) {
        let f = made(&list, false, &x);
        let (there, form) = (f.eval(&moved(&x, &dx, 1.0)).unwrap(), f.abs_normal(&x).unwrap().eval(&dx));
        for (a, b) in there.iter().zip(&form) {
            prop_assert!((a - b).abs() <= 1e-12 * (1.0 + a.abs()), "{there:?} {form:?}\n{f}");
        }
    }

    #[test]
    fn errors_fall_with_the_square(list in choices(), x in point(), dx in point()) {
        let f = made(&list, true, &x);
        let form = f.abs_normal(&x).unwrap();
        let error = |h: f64| {
            let step = dx.map(|d| h * d);
            let (a, b) = (f.eval(&moved(&x, &dx, h)).unwrap(), form.eval(&step));
            a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        // A constant for programs of this size.
        for h in [1e-2, 1e-4] {
            prop_assert!(error(h) <= 1e3 * h * h + 1e-13, "{} at {h}\n{f}", error(h));
        }
    }

    #[test]
    fn the_derivative_on_a_side_is_that_of_points_there(list in choices(), x in point(), signs in prop::array::uniform3(any::<bool>())) {
        let f = made(&list, false, &x);
        let axes: Vec<[f64; 3]> = (0..3)
            .map(|i| std::array::from_fn(|k| if i != k { 0.0 } else if signs[i] { 1.0 } else { -1.0 }))
            .collect();
        let directions: Vec<&[f64]> = axes.iter().map(|d| d.as_slice()).collect();
        let got = f.abs_normal(&x).unwrap().derivative_along(&directions);
        let near: [f64; 3] = std::array::from_fn(|i| x[i] + axes[i][i] * 1e-4f64.powi(i as i32 + 1));
        let want = f.jacobian().unwrap().eval(&near).unwrap();
        for (a, b) in got.iter().zip(&want) {
            prop_assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()), "{got:?} {want:?}\n{f}");
        }
    }
}

#[test]
fn cancelling_kinks_have_the_derivative_of_the_sum() {
    // max(x, 0) + min(x, 0) = x.
    let f = Program::record_at(&[1.0], |x| vec![x[0].max(0.0) + x[0].min(0.0)]).unwrap();
    let form = f.abs_normal(&[0.0]).unwrap();
    assert_eq!((form.derivative_along(&[&[1.0]]), form.derivative_along(&[&[-1.0]])), (vec![1.0], vec![1.0]));
    assert_eq!(form.kinks().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(form.eval(&[-2.0]), [-2.0]);
}

#[test]
fn sizes_and_matrices() {
    let f = Program::record(2, |x| vec![x[0].abs() * x[1], (x[0].abs() - x[1]).abs()]).unwrap();
    let form = f.abs_normal(&[-1.0, 3.0]).unwrap();
    assert_eq!(form.switching(), [-1.0, -2.0]);
    assert_eq!((form.z(), form.l()), (&[1.0, 0.0, 0.0, -1.0][..], &[0.0, 0.0, 1.0, 0.0][..]));
    assert_eq!((form.j(), form.y()), (&[0.0, 1.0, 0.0, 0.0][..], &[3.0, 0.0, 0.0, 1.0][..]));
    assert_eq!((form.ids().len(), form.kinks().count()), (2, 0));
    assert_eq!(form.derivative_along(&[]), f.jacobian().unwrap().eval(&[-1.0, 3.0]).unwrap());
}

#[test]
fn without_inputs_outputs_or_kinks() {
    let none = Program::record(0, |_| vec![2.0.into()]).unwrap().abs_normal(&[]).unwrap();
    assert_eq!((none.eval(&[]), none.derivative_along(&[])), (vec![2.0], vec![]));
    let empty = Program::record(1, |_| vec![]).unwrap().abs_normal(&[1.0]).unwrap();
    assert_eq!((empty.eval(&[1.0]), empty.derivative_along(&[&[1.0]])), (vec![], vec![]));
    let smooth = Program::record(1, |x| vec![x[0] * x[0]]).unwrap().abs_normal(&[3.0]).unwrap();
    assert_eq!((smooth.eval(&[1.0]), smooth.derivative_along(&[])), (vec![15.0], vec![6.0]));
}

#[test]
#[should_panic(expected = "a direction of 1 numbers for 2 inputs")]
fn directions_have_the_length_of_the_inputs() {
    let f = Program::record(2, |x| vec![x[0].abs()]).unwrap();
    f.abs_normal(&[0.0, 0.0]).unwrap().derivative_along(&[&[1.0]]);
}
