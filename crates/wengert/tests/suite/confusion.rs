//! Perturbation confusion: levels of differentiation that a system might mix up.

use wengert::prelude::*;

#[test]
fn the_classic() {
    assert_eq!(derivative(|x| x * derivative(|y| lift(x) + y, 1.0.into()), 1.0), 1.0);
    assert_eq!(derivative(|x| x * derivative(|y| lift(x) + y, x), 1.0), 1.0);
}

#[test]
fn an_inner_derivative_that_uses_the_outer_variable() {
    // d/dx [x * d/dy (x y)] = 2x, and d/dx [d/dy (x y^2) at y = x] = d/dx (2 x^2) = 4x.
    assert_eq!(derivative(|x| x * derivative(|y| y * lift(x), x), 3.0), 6.0);
    assert_eq!(derivative(|x| derivative(|y| lift(x) * y * y, x), 3.0), 12.0);
}

#[test]
fn reverse_inside_forward_inside_reverse() {
    // f(x) = |grad_y (x y0^2 + y1)|^2 at y = (x, x) = 4 x^4 + 1, so f' = 16 x^3.
    fn outer<T: Real>(x: T) -> T {
        let g = gradient(|y| lift(x) * y[0] * y[0] + y[1], &[x, x]);
        g[0] * g[0] + g[1] * g[1]
    }
    assert_eq!(gradient(|x| outer(x[0]), &[2.0]), [128.0]);
    assert_eq!(derivative(|x| outer(x), 2.0), 128.0);
    assert_eq!(gradient(|x| derivative(|y| outer(y), x[0]), &[2.0]), [48.0 * 4.0]);
}

#[test]
fn three_levels_and_values_across_two_of_them() {
    // d/dx d/dy d/dz (x y z) = 1.
    let d = derivative(|x| derivative(|y| derivative(|z| z.level(y.level(x)) * lift(y) * z, y), x), 2.0);
    assert_eq!(d, 1.0);
}

#[test]
fn recursion() {
    fn power<T: Real>(x: T, n: u32) -> T {
        if n == 0 { 1.0.into() } else { x * power(x, n - 1) }
    }
    fn nth<T: Real>(x: T, n: u32) -> T {
        match n {
            0 => power(x, 5),
            1 => derivative(|x| power(x, 5), x),
            _ => derivative(|x| derivative(|x| power(x, 5), x), x),
        }
    }
    assert_eq!([0, 1, 2].map(|n| nth(2.0, n)), [32.0, 80.0, 160.0]);
}

#[test]
fn mutable_capture_keeps_values_only() {
    let mut seen = Vec::new();
    let d = derivative(
        |x| {
            seen.push(x.value());
            x * x
        },
        3.0,
    );
    assert_eq!((d, seen), (6.0, vec![3.0]));
}
