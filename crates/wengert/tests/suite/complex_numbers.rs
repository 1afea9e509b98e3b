//! Complex numbers of the crate `num-complex` in differentiated functions: values as the crate's to the bit, slopes as of the
//! functions, on the axes too.

// None is recorded.
#![deny(deprecated)]
// Operators of references are tested too.
#![allow(clippy::op_ref)]

use num_complex::{Complex, Complex64};
use wengert::prelude::*;

/// Holds functions of two numbers against themselves and against differences.
macro_rules! held {
    ($($name:ident($x:ident, $y:ident) = $body:expr;)*) => {
        $(#[differentiable]
        fn $name($x: f64, $y: f64) -> f64 {
            $body
        })*

        #[test]
        fn functions_are_held() {
            for (x, y) in [(0.5, 0.7), (-1.2, 0.3), (0.4, -0.9), (-0.3, -0.6)] {
                $(near(stringify!($name), $name, $name::value_and_gradient(x, y), (x, y));)*
            }
        }
    };
}

fn near(name: &str, f: fn(f64, f64) -> f64, derived: (f64, (f64, f64)), (x, y): (f64, f64)) {
    let (value, (by_x, by_y)) = derived;
    assert_eq!(value.to_bits(), f(x, y).to_bits(), "{name} at {x} {y}");
    let h = 1e-5;
    let slope = |f: &dyn Fn(f64) -> f64| (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h);
    for (g, d) in [(by_x, slope(&|h| f(x + h, y))), (by_y, slope(&|h| f(x, y + h)))] {
        assert!((g - d).abs() <= 1e-7 * (1.0 + d.abs()), "{name} at {x} {y}: {g}, by differences {d}");
    }
}

fn told(z: Complex<f64>) -> f64 {
    3.0 * z.re + z.im * z.im + z.re * z.im
}

fn at(x: f64, y: f64) -> Complex64 {
    Complex::new(x, y)
}

held! {
    sum(x, y) = told(at(x, y) + at(y, 2.0) + x) + told(1.0 + at(x, y)) + told(&at(x, y) + &at(y, x));
    difference(x, y) = told(at(x, y) - at(y, 2.0) - x) + told(1.0 - at(x, y)) - told(-at(x, y));
    product(x, y) = told(at(x, y) * at(y, 2.0) * x) + told(2.0 * at(x, y));
    quotient(x, y) = told(at(x, y) / at(y, 2.0) / x) + told(2.0 / at(x, y));
    assigned(x, y) = {
        let mut z = at(x, y);
        z += at(1.0, x);
        z *= at(y, 2.0);
        z -= x;
        z /= at(x, 3.0);
        told(z)
    };
    exp(x, y) = told(at(x, y).exp());
    ln(x, y) = told(at(x, y).ln());
    sqrt(x, y) = told(at(x, y).sqrt());
    powers(x, y) = (-3..6).map(|n| told(at(x, y).powi(n))).sum::<f64>() + told(at(x, y).powu(3));
    powf(x, y) = told(at(x, y).powf(1.3)) + told(at(2.0, 0.5).powf(x));
    powc(x, y) = told(at(x, y).powc(at(y, 1.0))) + told(at(x, y).expf(2.0)) + told(at(x, y).log(3.0));
    circular(x, y) = told(at(x, y).sin()) + told(at(x, y).cos()) + told(at(x, y).tan());
    hyperbolic(x, y) = told(at(x, y).sinh()) + told(at(x, y).cosh()) + told(at(x, y).tanh());
    polar(x, y) = {
        let (r, theta) = at(x, y).to_polar();
        told(Complex::from_polar(theta, r)) + told(Complex::cis(x * y))
    };
    parts(x, y) = {
        let z = at(x, y);
        z.norm() + z.norm_sqr() + z.arg() + z.l1_norm() + told(z.conj() * z.inv()) + told(z.scale(y).unscale(x))
    };
    lists(x, y) = {
        let all: Vec<Complex<f64>> = (0..4).map(|k| Complex::from_polar(x, y * k as f64)).collect();
        let twice: Complex<f64> = all.iter().map(|z| z * z).sum();
        let product = all.iter().fold(Complex::new(1.0, 0.0), |a, b| a * b);
        told(twice) + told(product) + told(all.iter().sum::<Complex<f64>>() * Complex::i())
    };
    characteristic(x, y) = {
        let i = Complex::<f64>::i();
        let d = |u: f64| -> Complex<f64> { ((x * i * u - 1.5).powi(2) + y * y * (i * u + u * u)).sqrt() };
        let g = |u: f64| (1.5 - x * i * u + d(u)) / (1.5 - x * i * u - d(u));
        let phi = |u: f64| ((1.5 - x * i * u + d(u)) * 0.5 - 2.0 * ((1.0 - g(u) * (d(u) * 0.5).exp()) / (1.0 - g(u))).ln()).exp();
        (1..10).map(|k| (phi(k as f64 * 0.3) * (-i * 0.1).exp() / (i * k as f64)).re).sum::<f64>()
    };
}

#[differentiable]
fn root(x: f64, y: f64) -> f64 {
    let w = Complex::new(x, y).sqrt();
    3.0 * w.re + 2.0 * w.im
}

#[test]
fn roots_on_the_axes_have_their_slopes() {
    // dw = dz / 2 w, from the side on which the sign of the zero lies.
    for (x, y) in [(2.0, 0.0), (2.0, -0.0), (0.0, 2.0), (-0.0, 2.0), (0.0, -2.0), (-2.0, 0.0), (-2.0, -0.0)] {
        let (value, (by_x, by_y)) = root::value_and_gradient(x, y);
        assert_eq!(value.to_bits(), root(x, y).to_bits(), "{x} {y}");
        let slope = 0.5 / Complex::new(x, y).sqrt();
        let wanted = (3.0 * slope.re + 2.0 * slope.im, -3.0 * slope.im + 2.0 * slope.re);
        assert!(
            (by_x - wanted.0).abs() < 1e-15 && (by_y - wanted.1).abs() < 1e-15,
            "{x} {y}: {by_x} {by_y} {wanted:?}"
        );
    }
}
