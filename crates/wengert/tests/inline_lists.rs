//! Lists of `arrayvec` and `smallvec` in differentiated functions.

// None is recorded.
#![deny(deprecated)]

use arrayvec::ArrayVec;
use smallvec::{SmallVec, smallvec};
use wengert::prelude::*;

mod roots {
    use arrayvec::ArrayVec;

    macro_rules! nothing {
        () => {};
    }
    // What a macro makes might be anything.
    nothing!();

    pub(super) fn of_quadratic(a: f64, b: f64, c: f64) -> ArrayVec<f64, 2> {
        let mut roots = ArrayVec::new();
        let discriminant = b * b - 4.0 * a * c;
        if discriminant < 0.0 {
            return roots;
        }
        let q = -0.5 * (b + discriminant.sqrt().copysign(b));
        roots.push(q / a);
        if discriminant > 0.0 {
            roots.push(c / q);
        }
        roots
    }
}

#[differentiable]
fn sum_of_roots(a: f64, b: f64, c: f64) -> f64 {
    let roots = roots::of_quadratic(a, b, c);
    let cubes: ArrayVec<f64, 3> = roots.iter().map(|x| x * x * x).chain(Some(a)).collect();
    cubes.iter().sum::<f64>() + roots.first().copied().unwrap_or(0.0) * roots.len() as f64
}

#[test]
fn roots_move_as_the_implicit_function_says() {
    let (a, b, c) = (2.0, -5.0, 1.0);
    let found = roots::of_quadratic(a, b, c);
    let slopes = |x: f64| [x * x, x, 1.0].map(|by| -by / (2.0 * a * x + b));
    let mut expected = [1.0, 0.0, 0.0];
    for (k, x) in found.iter().enumerate() {
        let weight = 3.0 * x * x + if k == 0 { 2.0 } else { 0.0 };
        expected.iter_mut().zip(slopes(*x)).for_each(|(e, slope)| *e += weight * slope);
    }
    let (value, (da, db, dc)) = sum_of_roots::value_and_gradient(a, b, c);
    assert_eq!(value, sum_of_roots(a, b, c));
    for (given, expected) in [da, db, dc].into_iter().zip(expected) {
        assert!((given - expected).abs() < 1e-12 * expected.abs().max(1.0), "{given}, {expected}");
    }
    assert_eq!(sum_of_roots::gradient(1.0, 0.0, 1.0), (1.0, 0.0, 0.0));
}

#[differentiable]
fn grown(x: f64, y: f64) -> f64 {
    let mut list: SmallVec<[f64; 2]> = smallvec![x, y];
    list.push(x * y);
    list.swap(0, 2);
    let last = list.pop().unwrap_or(0.0);
    list.extend([last * y, 3.0]);
    list.iter().enumerate().map(|(k, v)| v * v * (k + 1) as f64).sum()
}

#[test]
fn a_small_list_is_a_list() {
    // (xy)^2 + 2 y^2 + 3 (xy)^2 + 36
    let (x, y) = (1.5, -0.75);
    let (value, (dx, dy)) = grown::value_and_gradient(x, y);
    assert_eq!(value, grown(x, y));
    assert!((dx - 8.0 * x * y * y).abs() < 1e-14, "{dx}");
    assert!((dy - 8.0 * x * x * y - 4.0 * y).abs() < 1e-14, "{dy}");
}
