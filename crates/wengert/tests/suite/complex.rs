//! Derivatives of functions of complex numbers, in every engine.

// A function passed by its name is not general enough in its lifetime.
#![allow(clippy::redundant_closure)]

use wengert::prelude::*;
use wengert::program::Program;
use wengert::{Complex, complex};

/// A function that calls nearly everything, holomorphic away from the cuts.
fn tangle<T: Real>(z: Complex<T>) -> Complex<T> {
    let inner = (z * z + 2.0).sqrt() / (z - 3.0) + (1.0 - z.sin() * 0.5).ln();
    let arcs = z.atan() * (z * 0.25).asin() + (z + 4.0).acosh() * z.asinh() - (z * 0.2).atanh() * (z * 0.3).acos();
    let powers = z.powi(3) + (z + 5.0).powf(T::from(0.3)) + (2.0 + z).powc(z * 0.5);
    inner * z.cosh() + arcs.tanh() + powers.tan() * 1e-3 + (z * 0.1).exp_m1() * (z * 0.1).ln_1p()
}

fn near(found: Complex, right: Complex, roundings: f64) {
    assert!((found - right).abs() <= roundings * f64::EPSILON * right.abs(), "{found}, not {right}");
}

const POINTS: [Complex; 3] = [Complex::new(0.3, 0.4), Complex::new(-0.7, 1.1), Complex::new(1.5, -0.2)];

#[test]
fn forward_and_reverse_agree_at_two_orders() {
    for z in POINTS {
        let (value, by_forward) = complex::value_and_derivative(|z| tangle(z), z);
        assert_eq!(value, tangle(z), "the value is that of plain numbers");
        let (w, by_reverse) = complex::value_and_jacobian(|z| vec![tangle(z[0])], &[z]);
        assert_eq!(w, [value]);
        near(by_reverse[(0, 0)], by_forward, 40.0);
        let (by_z, by_conjugate) = complex::wirtinger(|z| tangle(z), z);
        near(by_z, by_forward, 20.0);
        assert!(by_conjugate.abs() <= 20.0 * f64::EPSILON * by_z.abs(), "{by_conjugate}");

        let second = complex::derivative(|z| complex::derivative(|z| tangle(z), z), z);
        let over_reverse = complex::derivative(|z| complex::jacobian(|w| vec![tangle(w[0])], &[z])[(0, 0)], z);
        near(over_reverse, second, 100.0);
        let h = 1e-4;
        let difference =
            [1.0, -1.0].map(|s| complex::derivative(|z| tangle(z), z + s * h) * s).iter().sum::<Complex>() / (2.0 * h);
        assert!((difference - second).abs() < 1e-5 * second.abs(), "{difference}, not {second}");
    }
}

#[test]
fn programs_hold_complex_functions() {
    let program = Program::record(2, |x| {
        let w = tangle(Complex::new(x[0], x[1]));
        vec![w.re, w.im]
    })
    .unwrap();
    let jacobian = program.jacobian().unwrap();
    for z in POINTS {
        let w = program.eval(&[z.re, z.im]).unwrap();
        assert_eq!(Complex::new(w[0], w[1]), tangle(z));
        let d = complex::derivative(|z| tangle(z), z);
        let j = jacobian.eval(&[z.re, z.im]).unwrap();
        near(Complex::new(j[0], j[2]), d, 100.0);
        near(Complex::new(j[1], j[3]), d.mul_i(), 100.0);
    }
}

#[test]
fn gradients_of_real_functions_point_uphill() {
    let z = [Complex::new(3.0, -4.0), Complex::new(0.5, 2.0)];
    // |z| grows along z, arg z across it, re(c z) along conj c.
    assert_eq!(complex::gradient(|z| z[0].abs(), &z)[0], Complex::new(0.6, -0.8));
    near(complex::gradient(|z| z[1].arg(), &z)[1], z[1].mul_i() / z[1].norm_sqr(), 4.0);
    assert_eq!(
        complex::gradient(|z| (z[0] * Complex::constant(2.0, 5.0)).re, &z),
        [Complex::new(2.0, -5.0), 0.0.into()]
    );
    // |f|^2 of a holomorphic f: 2 f conj f'.
    let (value, g) = complex::value_and_gradient(|z| tangle(z[0]).norm_sqr(), &[POINTS[0]]);
    let (f, d) = complex::value_and_derivative(|z| tangle(z), POINTS[0]);
    assert_eq!(value, f.norm_sqr());
    near(g[0], 2.0 * f * d.conj(), 40.0);
    // Where the distance is 0, no direction is uphill.
    assert_eq!(complex::gradient(|z| (z[0] - z[0]).abs(), &z)[0], Complex::new(0.0, 0.0));
    let mut g = [Complex::new(f64::NAN, f64::NAN); 2];
    complex::value_and_gradient_into(|z| z[0].re * z[1].im, &z, &mut g);
    assert_eq!(g, [Complex::new(2.0, 0.0), Complex::new(0.0, 3.0)]);
    assert_eq!(complex::gradient::<f64>(|_| 1.0.into(), &[]), []);
}

#[test]
fn roots_of_a_polynomial_by_newton_and_their_sensitivity() {
    // z^3 + c z - 1 = 0 at c = i: dz/dc = -z / (3 z^2 + c).
    fn root<T: Real>(c: Complex<T>) -> Complex<T> {
        let start = Complex::constant(0.8, -0.3);
        (0..30).fold(start, |z, _| z - (z.powi(3) + c * z - 1.0) / (3.0 * z * z + c))
    }
    let c = Complex::i();
    let (z, d) = complex::value_and_derivative(|c| root(c), c);
    near(z.powi(3) + c * z, 1.0.into(), 4.0);
    near(d, -z / (3.0 * z * z + c), 8.0);
}

#[test]
#[should_panic(expected = "the gradient")]
fn a_gradient_of_another_length_is_refused() {
    complex::value_and_gradient_into::<f64>(|z| z[0].re, &[Complex::i()], &mut []);
}
