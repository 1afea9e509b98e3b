//! Complex steps over the whole table, and complex numbers.

use numeric::{Complex, Error, complex_step, complex_step_gradient, complex_step_jacobian, complex_step_of};
use rules::functions::{erf, relu, sech, select};
use rules::{Functions, ROWS, Real};

#[test]
fn complex_steps_agree_with_the_partials_of_every_row_to_two_roundings() {
    let mut compared = 0;
    for row in ROWS {
        for (&n, &point) in row.parameters.iter().flat_map(|n| row.points.iter().map(move |point| (n, point))) {
            let mut d = vec![0.0; row.arity];
            if !row.steps {
                let out: f64 = row.op.apply(point, n);
                row.op.partials(point, out, &vec![true; row.arity], n, &mut d);
            }
            let g = complex_step_gradient(|z| row.op.apply(z, n), point);
            for (i, (g, d)) in g.into_iter().zip(d).enumerate() {
                let slack = 2.0 * f64::EPSILON * d.abs() + 1e-50;
                // At a pole a step to the side is no longer infinite.
                assert!(!d.is_finite() || (g - d).abs() <= slack, "{} {n} {point:?} {i}: {g:e}, not {d:e}", row.name);
                compared += usize::from(d.is_finite());
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

fn near(a: Complex, b: Complex, what: &str) {
    let error = (a.re - b.re).hypot(a.im - b.im);
    assert!(error <= 8.0 * f64::EPSILON * b.re.hypot(b.im), "{what}: {a}, not {b}");
}

#[test]
fn closed_forms_are_the_functions_of_complex_numbers() {
    let one = Complex::from(1.0);
    for (x, u) in [(0.7, 0.4), (0.3, -1.2), (0.9, 1e-9), (0.55, 1.3), (0.99, 0.3)] {
        let z = Complex::new(x, u);
        let exp = Complex::new(x.exp() * u.cos(), x.exp() * u.sin());
        near(z.exp(), exp, "exp");
        near(z.exp().ln(), z, "ln");
        near(z.ln().exp(), z, "exp of ln");
        near(z.exp_m1() + 1.0, exp, "exp_m1");
        near((z.ln_1p()).exp(), z + 1.0, "ln_1p");
        near(z.exp2(), (z * std::f64::consts::LN_2).exp(), "exp2");
        near(z.log2() * std::f64::consts::LN_2, z.ln(), "log2");
        near(z.log10() * std::f64::consts::LN_10, z.ln(), "log10");
        near(z.log(z + 2.0) * (z + 2.0).ln(), z.ln(), "log");
        near(z.sqrt() * z.sqrt(), z, "sqrt");
        near(z.cbrt().powi(3), z, "cbrt");
        near((-z).cbrt(), -z.cbrt(), "cbrt of a negative number");
        near(z.powi(3), z * z * z, "powi");
        near((-z).powi(-3), -(z * z * z).recip(), "powi");
        near(z.powf(z + 0.5), ((z + 0.5) * z.ln()).exp(), "powf");
        near(z.sin() * z.sin() + z.cos() * z.cos(), one, "sin and cos");
        near(z.tan() * z.cos(), z.sin(), "tan");
        near(z.sinh() + z.cosh(), exp, "sinh and cosh");
        near(z.tanh() * z.cosh(), z.sinh(), "tanh");
        near(sech(z) * z.cosh(), one, "sech");
        near(z.asin().sin(), z, "asin");
        near(z.acos().cos(), z, "acos");
        near(z.atan().tan(), z, "atan");
        near(z.asinh().sinh(), z, "asinh");
        near((z + 1.0).acosh().cosh(), z + 1.0, "acosh");
        near(z.atanh().tanh(), z, "atanh");
        near(z / (z + 2.0) * (z + 2.0), z, "quotient");
        near(one / Complex::new(u, x) * Complex::new(u, x), one, "quotient");
        near(z.recip(), one / z, "recip");
        near(z.mul_add(z, z), z * z + z, "mul_add");
        near(select(z - z, z, z * z), z * z, "select");
    }
}

#[test]
fn the_error_falls_as_the_square_of_the_step() {
    let f = |z: Complex| (z.sin() * z).exp() / (1.0 + z * z).sqrt();
    let exact = complex_step(f, 0.8);
    let error = |h: f64| (complex_step_of(f, 0.8, h) - exact).abs();
    assert!((80.0..120.0).contains(&(error(1e-2) / error(1e-3))), "{}", error(1e-2) / error(1e-3));
    for h in [1e-9, 1e-20, 1e-100, 1e-290] {
        assert!(error(h) <= 4.0 * f64::EPSILON * exact.abs(), "{h}");
    }
    // Rows without a closed form are continued to first order.
    assert_eq!(complex_step_of(erf, 0.5, 1e-3), complex_step_of(erf, 0.5, 1e-30));
}

#[test]
fn steps_suit_the_size_of_the_point() {
    for x in [1.0, -1e-200, 1e200, 1e-300, -1e300, 3e-308] {
        let ratio = complex_step(|z| 1.0 / z * 3.0, x) * x / (-3.0 / x);
        assert!((ratio - 1.0).abs() < 1e-15 || x.recip() / x == 0.0 || (x.recip() / x).is_infinite(), "{x}: {ratio}");
        assert_eq!(complex_step(|z| z * 2.0, x), 2.0);
    }
    assert_eq!(complex_step(|z| z.sin(), 0.0), 1.0);
    assert!(complex_step(|z| z.sin(), f64::INFINITY).is_nan());
}

#[test]
fn what_is_not_analytic_acts_on_the_real_part() {
    assert_eq!(complex_step(|z| z.abs(), -3.0), -1.0);
    assert_eq!(complex_step(|z| z.max(2.0) * 3.0, 1.0), 0.0);
    assert_eq!(complex_step(|z| z.min(2.0) * 3.0, 1.0), 3.0);
    assert_eq!(complex_step(|z| z.floor() * z, 2.5), 2.0);
    assert_eq!(complex_step(|z| if z > 1.0 { z * z } else { z }, 3.0), 6.0);
    assert_eq!(complex_step(relu, -1.0), 0.0);
    assert!(complex_step(|z| z.sqrt(), -1.0).is_nan());
    assert!(Complex::new(-1.0f64, 1.0).ln().re.is_nan());
    assert_eq!(complex_step(|z| z.powf(3.0), -2.0), 12.0);
    // What has no imaginary part contributes nothing.
    assert_eq!(complex_step(|z| z + Complex::from(f64::INFINITY), 1.0), 1.0);
    assert_eq!(complex_step(|z| select(z - z, z.ln() / 0.0, z * 5.0), 2.0), 5.0);
    assert_eq!(Real::value(&Complex::new(2.0, 1.0)), 2.0);
    assert_eq!(
        format!("{} {:?}", Complex::new(1.5, -2.0), Complex::new(0.0, 1.0)),
        "1.5 + -2i Complex { re: 0.0, im: 1.0 }"
    );
}

#[test]
fn gradients_and_jacobians_have_one_column_for_each_input() {
    let f = |x: &[Complex]| vec![x[0] * x[1], x[1].exp(), 7.0.into()];
    assert_eq!(complex_step_jacobian(f, &[2.0, 0.0]).unwrap(), [[0.0, 2.0], [0.0, 1.0], [0.0, 0.0]]);
    assert_eq!(complex_step_jacobian(|_| vec![], &[1.0]).unwrap(), [[0.0; 1]; 0]);
    let mut calls = 0;
    let uneven = |x: &[Complex]| {
        calls += 1;
        vec![x[0]; calls]
    };
    assert_eq!(complex_step_jacobian(uneven, &[1.0, 2.0]), Err(Error::Lengths { first: 1, later: 2 }));
    assert_eq!(complex_step_gradient(|_| 1.0.into(), &[]), [0.0; 0]);
}

#[test]
fn complex_numbers_are_numbers_over_numbers() {
    // The second derivative: a step along a second imaginary axis (multicomplex numbers).
    let h = 1e-40;
    let z = Complex::new(Complex::new(0.7, h), Complex::new(h, 0.0));
    let y = z.exp() * z.sin();
    let second = y.im.im / (h * h);
    assert!((second - 2.0 * 0.7f64.exp() * 0.7f64.cos()).abs() < 1e-15, "{second}");
}
