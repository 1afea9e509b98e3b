//! Weights against known ones, exactness on polynomials, and how errors fall.

use num_traits::ToPrimitive;
use numeric::{BigRational, Differences, Error, Side, Stencil, richardson, richardson_of};
use proptest::prelude::*;

fn text(stencil: Result<Stencil, Error>) -> String {
    stencil.unwrap().to_string()
}

#[test]
fn known_weights() {
    assert_eq!(text(Stencil::forward(1, 1)), "(-1, 1) at 0..1");
    assert_eq!(text(Stencil::backward(1, 2)), "(1, -4, 3)/2 at -2..0");
    assert_eq!(text(Stencil::central(1, 2)), "(-1, 0, 1)/2 at -1..1");
    assert_eq!(text(Stencil::central(1, 4)), "(1, -8, 0, 8, -1)/12 at -2..2");
    assert_eq!(text(Stencil::central(2, 2)), "(1, -2, 1) at -1..1");
    assert_eq!(text(Stencil::central(1, 8)), "(3, -32, 168, -672, 0, 672, -168, 32, -3)/840 at -4..4");
    assert_eq!(text(Stencil::central(4, 2)), "(1, -4, 6, -4, 1) at -2..2");
    assert_eq!(text(Stencil::new(1, &[0, 2])), "(-1, 1)/2 at [0, 2]");
}

#[test]
fn every_stencil_is_exact_up_to_its_accuracy_and_not_beyond() {
    for (d, p) in [(1, 1), (1, 64), (2, 6), (3, 2), (5, 4), (10, 10)] {
        for stencil in [Stencil::central(d, p), Stencil::forward(d, p), Stencil::backward(d, p)] {
            let stencil = stencil.unwrap();
            assert_eq!(
                stencil.accuracy(),
                if stencil.offsets()[0] < 0 && stencil.offsets().last() > Some(&0) { p.next_multiple_of(2) } else { p }
            );
            // The moment of t^k is d! for k = d, zero below d + p otherwise, and there the constant times (d+p)!.
            let integer = |n: i64| BigRational::from_integer(n.into());
            for k in 0..=d + stencil.accuracy() {
                let terms = stencil.offsets().iter().zip(stencil.weights());
                let moment: BigRational = terms.map(|(&o, w)| (0..k).fold(w.clone(), |t, _| t * integer(o))).sum();
                let factorial = (1..=k as i64).fold(integer(1), |f, i| f * integer(i));
                let want = match k {
                    _ if k == d => factorial,
                    _ if k < d + stencil.accuracy() => integer(0),
                    _ => stencil.error_constant() * factorial,
                };
                assert_eq!(moment, want, "{d} {p} {k}");
            }
            assert_ne!(*stencil.error_constant(), integer(0));
        }
    }
}

#[test]
fn errors_fall_with_the_power_of_the_step_up_to_64() {
    for p in [2, 4, 6, 8, 16, 32, 64] {
        let stencil = Stencil::central(1, p).unwrap();
        let constant = stencil.error_constant().to_f64().unwrap().abs();
        let error = |h: f64| (stencil.apply(f64::exp, 0.0, h) - 1.0).abs();
        // A step at which truncation stands far above rounding.
        let h = (1e-8 / constant).powf(1.0 / p as f64);
        let order = (error(h) / error(h / 1.1)).log(1.1) / p as f64;
        assert!((0.99..1.2).contains(&order), "{p}: {order}");
    }
}

#[test]
fn the_golden_forward_difference() {
    let f = |t: f64| t * t + t + 1.0;
    assert_eq!(Stencil::forward(1, 1).unwrap().apply(f, 5.0, 1e-6), 11.000001002514637);
}

#[test]
fn derivatives_of_many_orders_keep_to_their_estimates() {
    for derivative in 1..=6 {
        for accuracy in [2, 4, 8] {
            let want = [1f64.sin(), 1f64.cos(), -1f64.sin(), -1f64.cos()][derivative % 4];
            for side in [Side::Central, Side::Forward, Side::Backward] {
                let got = Differences::new(derivative, accuracy).side(side).at(f64::sin, 1.0).unwrap();
                assert!((got.value - want).abs() <= got.error, "{derivative} {accuracy} {side:?}: {got:?}, {want}");
                assert!(got.error < 0.2, "{derivative} {accuracy} {side:?}: {got:?}");
            }
            let got = richardson_of(derivative, f64::sin, 1.0).unwrap();
            assert!((got.value - want).abs() <= got.error && got.error < 1e-2, "{derivative}: {got:?}, {want}");
        }
    }
}

#[test]
fn the_chosen_step_reaches_what_the_order_allows() {
    for (accuracy, reach) in [(1, 1e-10), (2, 1e-10), (4, 1e-11), (8, 1e-12)] {
        let got = Differences::new(1, accuracy).at(f64::exp, 1.0).unwrap();
        assert!((got.value - 1f64.exp()).abs() < reach, "{accuracy}: {got:?}");
    }
    assert!((richardson(f64::exp, 1.0).unwrap().value - 1f64.exp()).abs() < 1e-12);
    let tiny = Differences::new(1, 4).at(|x| x.ln(), 1e-200).unwrap();
    assert!((tiny.value / 1e200 - 1.0).abs() < 1e-9, "{tiny:?}");
}

#[test]
fn no_point_leaves_the_domain() {
    for x in [0.0, 1e-9, 0.3, 1.0] {
        let inside = |t: f64| if (0.0..=1.0).contains(&t) { (t + 0.5).ln() } else { panic!("{t} from {x}") };
        let got = Differences::new(1, 4).within(0.0, 1.0).at(inside, x).unwrap();
        assert!((got.value - 1.0 / (x + 0.5)).abs() <= got.error && got.error < 1e-6, "{x}: {got:?}");
    }
    // A logarithm near 0 is not finite beyond it, and the steps that get there do not count.
    let got = Differences::new(1, 2).at(f64::ln, 1e-3).unwrap();
    assert!((got.value - 1e3).abs() <= got.error && got.error < 1e-4, "{got:?}");
}

#[test]
fn mistakes_are_errors() {
    let at = |d: Differences, x| d.at(f64::exp, x);
    assert_eq!(Stencil::central(0, 2), Err(Error::OrderZero));
    assert_eq!(Stencil::forward(1, 0), Err(Error::OrderZero));
    assert_eq!(Stencil::new(2, &[0, 1]), Err(Error::TooFewPoints { needed: 3, points: 2 }));
    assert_eq!(Stencil::new(1, &[0, 3, 0]), Err(Error::Repeated { offset: 0 }));
    assert!(matches!(Stencil::central(usize::MAX, usize::MAX), Err(Error::TooManyPoints { .. })));
    assert!(matches!(Stencil::forward(1, 160), Err(Error::TooManyPoints { points: 161, most: 160 })));
    assert_eq!(at(Differences::new(1, 2).step(0.0), 1.0), Err(Error::Step { step: 0.0 }));
    assert_eq!(at(Differences::new(1, 2).within(0.0, 1.0).step(0.7), 0.5), Err(Error::Step { step: 0.7 }));
    assert_eq!(at(Differences::new(1, 2).within(0.0, 1.0), 2.0), Err(Error::OutsideDomain { x: 2.0 }));
    assert!(matches!(at(Differences::new(1, 2), f64::NAN), Err(Error::OutsideDomain { .. })));
    assert_eq!(Differences::new(1, 2).at(|_| f64::NAN, 1.0), Err(Error::NoStep));
    assert_eq!(richardson(|_| f64::INFINITY, 1.0), Err(Error::NoStep));
    let mut calls = 0;
    let uneven = numeric::jacobian(
        |_| {
            calls += 1;
            vec![1.0; calls]
        },
        &[1.0],
        &Differences::new(1, 2),
    );
    assert_eq!(uneven, Err(Error::Lengths { first: 1, later: 2 }));
}

proptest! {
    #[test]
    fn nothing_panics(d in 0usize..12, p in 0usize..12, x: f64, step: f64, lo: f64, hi: f64, c: f64) {
        let by = Differences::new(d, p);
        let f = |t: f64| t * c + t.sin();
        let _ = by.at(f, x);
        let _ = by.step(step).at(f, x);
        let _ = by.within(lo, hi).at(f, x);
        let _ = richardson_of(d, f, x);
    }
}
