//! Structures that methods and functions change where they lie.

// Some programs stand as people write them.
#![allow(clippy::needless_range_loop, clippy::ptr_arg, clippy::useless_vec)]

#[path = "in_place/constants.rs"]
mod constants;
#[path = "in_place/counts.rs"]
mod counts;
#[path = "in_place/kinds.rs"]
mod kinds;
#[path = "in_place/lengths.rs"]
mod lengths;
#[path = "in_place/names.rs"]
mod names;
#[path = "in_place/replaced.rs"]
mod replaced;
#[path = "in_place/ways.rs"]
mod ways;

/// Holds a gradient, a product with the Hessian, and a derivative along a direction against central differences.
fn check(
    f: impl Fn(&[f64]) -> f64,
    gradient: impl Fn(&[f64]) -> Vec<f64>,
    product: impl Fn(&[f64], &[f64]) -> Vec<f64>,
    tangent: impl Fn(&[f64], &[f64]) -> (f64, f64),
    x: &[f64],
) {
    let g = gradient(x);
    let at = |k: usize, h: f64| {
        let mut x = x.to_vec();
        x[k] += h;
        x
    };
    let h = 1e-5;
    for k in 0..x.len() {
        let d = (f(&at(k, h)) - f(&at(k, -h))) / (2.0 * h);
        assert!((g[k] - d).abs() < 1e-7 * (1.0 + d.abs()), "gradient {k}: {} is not {d}", g[k]);
        let mut e = vec![0.0; x.len()];
        e[k] = 1.0;
        let (value, along) = tangent(x, &e);
        assert_eq!(value.to_bits(), f(x).to_bits(), "value");
        assert!((along - g[k]).abs() < 1e-12 * (1.0 + along.abs()), "tangent {k}: {along} is not {}", g[k]);
        let (column, up, down) = (product(x, &e), gradient(&at(k, h)), gradient(&at(k, -h)));
        for j in 0..x.len() {
            let d = (up[j] - down[j]) / (2.0 * h);
            assert!((column[j] - d).abs() < 1e-6 * (1.0 + d.abs()), "Hessian {j} {k}: {} is not {d}", column[j]);
        }
    }
}

/// Checks a function of one list.
#[macro_export]
macro_rules! checked {
    ($f:ident, $x:expr) => {
        $crate::check($f, $f::gradient, $f::hvp, $f::jvp, &$x)
    };
}
