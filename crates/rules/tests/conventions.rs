//! The conventions at every awkward point, from data: values to the bit, derivatives exact but for roundings.

mod common;

use common::dual::{Dual, derivatives};
use common::reference::unit;
use rules::{Functions, Number, Row};

#[test]
fn every_line_of_the_table() {
    let mut failures = Vec::new();
    let text = include_str!("data/conventions.tsv");
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let row = Row::find(fields[0]).unwrap_or_else(|| panic!("there is no row {}", fields[0]));
        let args: Vec<f64> = fields[2].split(' ').map(|x| x.parse().unwrap()).collect();
        let active: Vec<bool> = fields[3].chars().map(|c| c == '1').collect();
        let (value, first, second) = derivatives(row.op, &args, fields[1].parse().unwrap(), &active);
        let mut fail = |what: &str, got: f64, text: &str| {
            failures.push(format!("{}({}) active {}: {what} is {got:e}, not {text}", row.name, fields[2], fields[3]));
        };
        if let Some(expected) = stated(fields[4])
            && value.to_bits() != expected.to_bits()
            && !(value.is_nan() && expected.is_nan())
        {
            fail("the value", value, fields[4]);
        }
        for (order, got, field) in [("first", first, fields[5]), ("second", second, fields[6])] {
            for (k, (got, text)) in got.into_iter().zip(field.split(' ')).enumerate() {
                if stated(text).is_some_and(|expected| !agrees(got, expected)) {
                    fail(&format!("{order} partial {k}"), got, text);
                }
            }
        }
    }
    assert!(text.lines().count() > 150, "the table is cut short");
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

/// A dash leaves an entry open.
fn stated(text: &str) -> Option<f64> {
    (text != "-").then(|| text.parse().unwrap())
}

/// Equal, zeros of either sign, within four units in the last place where the entry is no round number.
fn agrees(got: f64, expected: f64) -> bool {
    let round = expected.abs() < 1e6 && (expected * 64.0).fract() == 0.0;
    got == expected || (got.is_nan() && expected.is_nan()) || (!round && (got - expected).abs() <= 4.0 * unit(expected))
}

/// First and second derivative of a function of one variable.
fn slopes(f: impl Fn(Dual<Dual<f64>>) -> Dual<Dual<f64>>, x: f64) -> (f64, f64) {
    let y = f(Dual::variable(Dual::variable(x)));
    (y.tangent.value, y.tangent.tangent)
}

#[test]
fn x_times_abs_of_x_is_flat_twice_at_zero() {
    assert_eq!(slopes(|x| x * x.abs(), 0.0), (0.0, 0.0));
    assert_eq!(slopes(|x| x * x.abs(), -0.0), (0.0, 0.0));
    assert_eq!(slopes(|x| x * x.abs(), -3.0), (6.0, -2.0));
}

#[test]
fn the_root_of_a_square_is_not_the_absolute_value_at_zero() {
    assert!(slopes(|x| (x * x).sqrt(), 0.0).0.is_nan());
    assert_eq!(slopes(|x| x.hypot(Dual::constant(0.0)), 0.0).0, 0.0);
}

#[test]
fn the_reciprocal_of_a_reciprocal_is_never_wrong_and_finite_at_zero() {
    let (first, _) = slopes(|x| x.recip().recip(), 0.0);
    assert!(first == 1.0 || first.is_nan(), "{first}");
    let one = Dual::constant(1.0);
    let (first, _) = slopes(|x| one / (one / x), 0.0);
    assert!(first == 1.0 || first.is_nan(), "{first}");
}

#[test]
fn a_constant_exponent_needs_no_logarithm() {
    let cube = |x: Dual<Dual<f64>>| x.powf(Dual::constant(3.0));
    assert_eq!(slopes(cube, -2.0), (12.0, -12.0));
    assert_eq!(slopes(cube, 0.0), (0.0, 0.0));
}

#[test]
fn the_arm_not_taken_leaks_nothing() {
    use rules::functions::{gt, select};
    let f = |x: Dual<Dual<f64>>| select(gt(x, Dual::constant(0.0)), x.ln(), x * x);
    assert_eq!(slopes(f, 0.0), (0.0, 2.0));
    assert_eq!(slopes(f, -1.0), (-2.0, 2.0));
    assert_eq!(slopes(f, 2.0), (0.5, -0.25));
}

#[test]
#[should_panic(expected = "min > max")]
fn clamp_between_bounds_that_cross_panics_as_in_std() {
    rules::Op::Clamp.apply(&[0.5, 1.0, 0.0], 0);
}
