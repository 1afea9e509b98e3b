//! The rules of the kernels: their lists against single numbers, their derivatives against the table's.

use forward::{Dual, Taylor};
use proptest::prelude::*;
use rules::{Number, Rule};
use vector::rule::{Bell, Cos, Erf, Erfc, Exp, Ln, NormCdf, NormPdf, Powf, Sech, Sigmoid, Sin, Tanh};
use vector::{Kernel, Vector};

/// Units in the last place between two numbers of one sign.
fn ulps(a: f64, b: f64) -> u64 {
    if a == b || a.is_nan() && b.is_nan() { 0 } else { a.to_bits().abs_diff(b.to_bits()) }
}

/// A list has the bits of single numbers, and these are those of the table within the bounds of both.
fn agrees<R: Kernel<N>, const N: usize>(lists: [&[f64]; N]) {
    let mut out = vec![0.0; lists[0].len()];
    vector::all::<R, f64, N>(lists, &mut out);
    for (k, &y) in out.iter().enumerate() {
        let x = lists.map(|list| list[k]);
        assert_eq!(y.to_bits(), Vector::<R>::value(x, 0).to_bits(), "{} {x:?}", R::NAME);
        let table = R::value(x, 0);
        let tiny = y.abs() < 1e-300 && table.abs() < 1e-300;
        assert!(ulps(y, table) <= 5 || tiny, "{} {x:?}: {y:e} and {table:e}", R::NAME);
    }
}

/// Derivatives to the third order are those of the row.
fn derives<R: Kernel<1>>(x: f64) {
    let series = Taylor::<f64, 4>::variable(x);
    let (ours, table) = (Taylor::apply::<Vector<R>, 1>([series], 0), Taylor::apply::<R, 1>([series], 0));
    // Close to a zero of a derivative, it is the terms of its formula that count.
    let terms = table.coefficients().fold(0.0f64, |most, c| most.max(c.abs()));
    let close = |a: f64, b: f64| {
        (a - b).abs() <= 1e-13 * (a.abs() + b.abs()) + 4e-15 * terms + 1e-290 || a.is_nan() && b.is_nan()
    };
    for k in 0..4 {
        let (a, b) = (ours.coefficients().nth(k), table.coefficients().nth(k));
        let (a, b) = (a.expect("a coefficient"), b.expect("a coefficient"));
        assert!(close(a, b), "{} {x}, coefficient {k}: {a:e} {b:e}", R::NAME);
    }
    let dual = Dual::<Dual<f64>>::seeded(Dual::seeded(x, 1.0), Dual::constant(1.0));
    let (ours, table) = (Dual::apply::<Vector<R>, 1>([dual], 0), Dual::apply::<R, 1>([dual], 0));
    assert!(close(ours.tangent.tangent, table.tangent.tangent), "{} {x}: {ours:?} {table:?}", R::NAME);
}

macro_rules! each {
    ($call:ident($($x:expr),*)) => {
        $call::<Exp>($($x),*); $call::<Ln>($($x),*); $call::<Sin>($($x),*); $call::<Cos>($($x),*);
        $call::<Tanh>($($x),*); $call::<Sech>($($x),*); $call::<Sigmoid>($($x),*); $call::<Bell>($($x),*);
        $call::<NormPdf>($($x),*); $call::<Erf>($($x),*); $call::<Erfc>($($x),*); $call::<NormCdf>($($x),*);
    };
}

fn agrees_of_one<R: Kernel<1>>(list: &[f64]) {
    agrees::<R, 1>([list]);
}

proptest! {
    #[test]
    fn lists_have_the_bits_of_numbers(list in prop::collection::vec(-30.0..30.0f64, 0..70)) {
        each!(agrees_of_one(&list));
        let positive: Vec<f64> = list.iter().map(|x| x.abs() + 0.1).collect();
        agrees::<Powf, 2>([&positive, &list]);
    }

    #[test]
    fn derivatives_are_the_rows(x in 0.1..6.0f64) {
        each!(derives(x));
    }
}

#[test]
fn edges_are_as_in_the_table() {
    let edges = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-310, 1e300, -745.5, 709.9, 1e9, -1.0];
    each!(agrees_of_one(&edges));
    agrees::<Powf, 2>([&[0.0, 2.0, f64::NAN, -2.0], &[0.0, f64::INFINITY, 0.0, 3.0]]);
}

#[test]
#[should_panic = "range end index"]
fn a_list_that_is_too_short_is_noticed() {
    vector::all::<Exp, f64, 1>([&[1.0]], &mut [0.0; 2]);
}

#[test]
fn close_to_a_zero_the_terms_count() {
    // The second derivative of the bell curve is zero at sqrt(1/2).
    each!(derives(0.7069067428685798));
}
