//! Functions with the attribute call functions that solve equations.

use wengert::implicit::{Newton, root};
use wengert::prelude::*;

/// The root of x^3 + p x = 2.
fn cubic<T: Real>(p: &[T]) -> T {
    let equations = wengert::equations!(|x, p| [x[0].powi(3) + p[0] * x[0] - 2.0]);
    root(equations, Newton::from(&[1.0])).at(p).map_or(T::from(f64::NAN), |x| x[0])
}

#[differentiable(tape)]
fn energy(p: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for p in p {
        let x = cubic(&[*p]);
        sum += k * x * x;
    }
    sum
}

#[test]
fn a_body_goes_through_a_solution() {
    let (p, k) = ([1.0, 0.5], 3.0);
    let (value, (by_p, by_k)) = energy::value_and_gradient(&p, k);
    assert_eq!(value, energy(&p, k));
    for (p, g) in p.into_iter().zip(by_p) {
        let x = cubic(&[p]);
        let exact = 2.0 * k * x * -x / (3.0 * x * x + p);
        assert!((g - exact).abs() < 1e-13, "{g} is not {exact}");
    }
    assert!((by_k - value / k).abs() < 1e-13);
}
