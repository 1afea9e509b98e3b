//! Derivatives in bodies, and along directions, at poles that a seed does not reach: they run on duals that do not follow
//! where seeds reach, and again where a NaN comes out.

use super::close;
use wengert::prelude::*;
use wengert::{Dual, Mode};

/// At `x = 0` the derivative by `x` has a pole.
#[differentiable]
fn bowl(x: f64, y: f64) -> f64 {
    x.sqrt() + y * y * y
}

/// Takes the derivative by `y` alone, and branches on it.
#[differentiable]
fn by_direction(x: f64, y: f64) -> f64 {
    let (_, slope) = bowl::jvp(x, y, 0.0, 1.0);
    if slope > 0.0 { 2.0 * y * slope } else { 100.0 * y }
}

#[differentiable]
fn by_gradient(x: f64, y: f64) -> f64 {
    let (_, slope) = bowl::gradient(x, y);
    if slope > 0.0 { 2.0 * y * slope } else { 100.0 * y }
}

/// Both parts, of which the derivative by `x` alone has the pole.
#[differentiable]
fn both(x: f64, y: f64) -> [f64; 2] {
    [x.sqrt() + y, y * y * y]
}

#[differentiable]
fn by_product(x: f64, y: f64) -> f64 {
    let (by_x, by_y) = bowl::hvp(x, y, 0.0, 1.0);
    if by_x + by_y > 0.0 { y * y * by_y } else { 100.0 * y }
}

#[differentiable]
fn by_value_and_product(x: f64, y: f64) -> f64 {
    let (_, _, (by_x, by_y)) = bowl::value_and_hvp(x, y, 0.0, 1.0);
    if by_x + by_y > 0.0 { y * y * by_y } else { 100.0 * y }
}

#[differentiable]
fn by_weights(x: f64, y: f64) -> f64 {
    let (_, (by_x, by_y)) = both::vjp(x, y, &[0.0, 1.0]);
    if by_x + by_y > 0.0 { 2.0 * y * by_y } else { 100.0 * y }
}

#[differentiable]
fn by_hessian(x: f64, y: f64) -> f64 {
    let h = bowl::hessian(x, y);
    if h[(0, 1)] + h[(1, 1)] > 0.0 { y * y * h[(1, 1)] } else { 100.0 * y }
}

#[differentiable]
fn by_jacobian(x: f64, y: f64) -> f64 {
    let j = both::jacobian(x, y);
    if j[(1, 0)] + j[(1, 1)] > 0.0 { 2.0 * y * j[(1, 1)] } else { 100.0 * y }
}

/// An element of the list is written and not used.
#[differentiable]
fn of_a_list(v: &[f64]) -> f64 {
    let mut roots = vec![0.0; v.len()];
    for i in 0..v.len() {
        roots[i] = v[i].sqrt();
    }
    let mut sum = 0.0;
    for i in 1..v.len() {
        sum += roots[i] * roots[i] * v[i] * v[i];
    }
    sum
}

#[differentiable]
fn by_list(x: f64, y: f64) -> f64 {
    let slopes = of_a_list::gradient(&[x, y]);
    if slopes[0] + slopes[1] > 0.0 { 2.0 * y * slopes[1] } else { 100.0 * y }
}

#[derive(Clone, Copy, Differentiable)]
struct Place {
    x: f64,
    y: f64,
}

#[differentiable]
impl Place {
    fn both(&self) -> [f64; 2] {
        [self.x.sqrt() + self.y, self.y * self.y * self.y]
    }
}

#[differentiable]
fn by_method(x: f64, y: f64) -> f64 {
    let place = Place { x, y };
    let (_, by) = place.both_vjp(&[0.0, 1.0]);
    if by.x + by.y > 0.0 { 2.0 * y * by.y } else { 100.0 * y }
}

#[differentiable]
fn by_closure(x: f64, y: f64) -> f64 {
    let slopes = gradient(
        |v| {
            let kept = [v[0].sqrt(), v[1] * v[1] * v[1]];
            kept[1]
        },
        &[x, y],
    );
    if slopes[0] + slopes[1] > 0.0 { 2.0 * y * slopes[1] } else { 100.0 * y }
}

/// Takes derivatives of a function that takes one: along a direction, and back.
#[differentiable]
fn by_weights_of_weights(x: f64, y: f64) -> f64 {
    let (_, (by_x, by_y)) = by_both::vjp(x, y, &[0.0, 1.0]);
    if by_x + by_y > 0.0 { by_y * y / 3.0 } else { 100.0 * y }
}

#[differentiable]
fn by_both(x: f64, y: f64) -> [f64; 2] {
    let (_, (by_x, by_y)) = both::vjp(x, y, &[0.0, 1.0]);
    let third = if by_x + by_y > 0.0 { 2.0 * y * by_y } else { 100.0 * y };
    [x.sqrt(), third]
}

/// Takes a derivative of what branches on one.
#[differentiable]
fn of_branches(x: f64, y: f64) -> f64 {
    let (_, slope) = by_direction::jvp(x, y, 0.0, 1.0);
    let (_, same) = by_gradient::jvp(x, y, 0.0, 1.0);
    if slope > 0.0 && same > 0.0 { slope * y + same } else { 100.0 * y }
}

macro_rules! held {
    ($($f:ident: [$value:expr, $first:expr, $second:expr]),+) => {$(
        let (x, y) = (0.0, 1.5);
        let ([value, first, second], name) = ([$value(y), $first(y), $second(y)], stringify!($f));
        assert_eq!($f(x, y), value, "{name}");
        assert_eq!($f::jvp(x, y, 0.0, 1.0), (value, first), "{name}");
        assert_eq!($f::hvp(x, y, 0.0, 1.0), (0.0, second), "{name}");
        assert_eq!($f::value_and_gradient(x, y), (value, (0.0, first)), "{name}");
        assert_eq!($f::function(x, y).value_and_gradient(&[x, y]), (value, vec![0.0, first]), "{name}");
        assert_eq!($f::function(x, y).hvp(&[x, y], &[0.0, 1.0]), [0.0, second], "{name}");
        assert_eq!($f::hessian(x, y).row(1), [0.0, second], "{name}");
    )+};
}

#[test]
fn a_branch_on_a_derivative_at_a_pole() {
    held! {
        by_direction: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_gradient: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_product: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_value_and_product: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_weights: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_list: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_method: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_closure: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_weights_of_weights: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_hessian: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        by_jacobian: [|y| 6.0 * y * y * y, |y| 18.0 * y * y, |y| 36.0 * y],
        of_branches: [|y| 18.0 * y * y * (y + 1.0), |y| 54.0 * y * y + 36.0 * y, |y| 108.0 * y + 36.0]
    }
}

#[differentiable]
fn power_and_cube(x: f64, y: f64) -> [f64; 2] {
    [x.powf(1.5), y * y * y]
}

#[differentiable]
fn slopes_of_cube(x: f64, y: f64) -> f64 {
    let (_, (by_x, by_y)) = power_and_cube::vjp(x, y, &[0.0, 1.0]);
    by_x + y * by_y
}

/// At x = 0 no number inside is NaN, but a derivative of one: zero times infinity.
#[test]
fn a_pole_of_second_order() {
    let (f, x, y) = (slopes_of_cube::function(0.0, 0.0), [0.0, 1.5], 1.5);
    let (value, first, second) = (3.0 * y * y * y, 9.0 * y * y, 18.0 * y);
    assert_eq!(f.vjp(&x, &[1.0]), (vec![value], vec![0.0, first]));
    assert_eq!(f.value_and_gradient(&x), (value, vec![0.0, first]));
    for mode in [Mode::Forward, Mode::Reverse] {
        let (values, jacobian) = f.value_and_jacobian(mode, &x);
        assert_eq!((values, jacobian.as_slice()), (vec![value], &[0.0, first][..]));
    }
    assert_eq!(f.hvp(&x, &[0.0, 1.0]), [0.0, second]);
    assert_eq!(f.hessian(&x).as_slice(), [0.0, 0.0, 0.0, second]);
    assert_eq!(slopes_of_cube::gradient(0.0, y), (0.0, first));
}

#[differentiable]
fn logarithm(y: f64) -> f64 {
    y.ln()
}

#[differentiable]
fn by_slope(y: f64) -> f64 {
    1.0 / logarithm::gradient(y)
}

#[differentiable]
fn by_value_and_slope(y: f64) -> f64 {
    1.0 / logarithm::value_and_gradient(y).1
}

#[differentiable]
fn by_pullback(y: f64) -> f64 {
    1.0 / logarithm::vjp(y, 1.0).1
}

#[differentiable]
fn by_push(y: f64) -> f64 {
    1.0 / logarithm::jvp(y, 1.0).1
}

#[differentiable]
fn by_curvature(y: f64) -> f64 {
    1.0 / logarithm::hvp(y, 1.0)
}

#[differentiable]
fn by_hessian_entry(y: f64) -> f64 {
    1.0 / logarithm::hessian(y)[(0, 0)]
}

#[differentiable]
fn by_jacobian_entry(y: f64) -> f64 {
    1.0 / logarithm::jacobian(y)[(0, 0)]
}

/// Each is y, or - y^2, at y = 0: its derivative is 1 or 0, or NaN. What comes back to the inner derivative is zero, and
/// not for want of a way.
#[test]
fn a_zero_that_comes_back_is_no_missing_way() {
    macro_rules! held {
        ($($f:ident: $slope:expr),+) => {$(
            let ((value, back), (_, along)) = ($f::value_and_gradient(0.0), $f::jvp(0.0, 1.0));
            assert_eq!(value, 0.0);
            for slope in [back, along] {
                assert!(slope.is_nan() || slope == $slope, "{}: {slope}", stringify!($f));
            }
        )+};
    }
    held! {
        by_slope: 1.0, by_value_and_slope: 1.0, by_pullback: 1.0, by_push: 1.0, by_curvature: 0.0,
        by_hessian_entry: 0.0, by_jacobian_entry: 1.0
    }
}

/// Operators on closures, inside of functions on any number.
#[test]
fn a_branch_on_an_operator_at_a_pole() {
    // What is compared, and what is given where it is positive: 6 y^3.
    macro_rules! held {
        ($($name:ident: |$x:ident| $body:expr;)+) => {$(
            let f = wengert::function!(|$x| {
                let (compared, value): (T, T) = $body;
                if compared > T::constant(0.0) { value } else { $x[1] * 100.0 }
            });
            let (x, y, name) = ([0.0, 1.5], 1.5, stringify!($name));
            let (value, first, second) = (6.0 * y * y * y, 18.0 * y * y, 36.0 * y);
            assert_eq!(f.eval::<f64>(&x), value, "{name}");
            assert_eq!(f.value_and_gradient(&x), (value, vec![0.0, first]), "{name}");
            assert_eq!(f.jacobian(&x).as_slice(), [0.0, first], "{name}");
            assert_eq!(f.hvp(&x, &[0.0, 1.0]), [0.0, second], "{name}");
            assert_eq!(f.hessian(&x).row(1), [0.0, second], "{name}");
        )+};
    }
    held! {
        vjp: |x| {
            let (_, pullback) = vjp(|x| vec![x[0].sqrt(), x[1] * x[1] * x[1]], x);
            let row = pullback(&[T::constant(0.0), T::constant(1.0)]);
            (row[0] + row[1], row[1] * x[1] * 2.0)
        };
        push: |x| {
            let (_, map) = linearize(|x| vec![x[0].sqrt(), x[1] * x[1] * x[1]], x);
            let column = map.push(&[T::constant(0.0), T::constant(1.0)]);
            (column[0] + column[1], column[1] * x[1] * 2.0)
        };
        jvp: |x| {
            let direction = [T::constant(0.0), T::constant(1.0)];
            let (_, along) = jvp(|x| vec![x[0].sqrt(), x[1] * x[1] * x[1]], x, &direction);
            (along[0] + along[1], along[1] * x[1] * 2.0)
        };
        directional_derivative: |x| {
            let direction = [T::constant(0.0), T::constant(1.0)];
            let along = directional_derivative(|x| x[0].sqrt() + x[1] * x[1] * x[1], x, &direction);
            (along, along * x[1] * 2.0)
        };
        jacobian: |x| {
            let j = jacobian(|x| vec![x[0].sqrt(), x[1] * x[1] * x[1]], x);
            (j[(1, 0)] + j[(1, 1)], j[(1, 1)] * x[1] * 2.0)
        };
        jacobian_forward: |x| {
            let j = jacobian_forward(|x| vec![x[0].sqrt(), x[1] * x[1] * x[1]], x);
            (j[(0, 1)] + j[(1, 1)], j[(1, 1)] * x[1] * 2.0)
        };
        hvp: |x| {
            let direction = [T::constant(0.0), T::constant(1.0)];
            let product = hvp(|x| x[0].sqrt() + x[1] * x[1] * x[1], x, &direction);
            (product[0] + product[1], product[1] * x[1] * x[1])
        };
        hessian: |x| {
            let h = hessian(|x| x[0].sqrt() + x[1] * x[1] * x[1], x);
            (h[(0, 1)] + h[(1, 1)], h[(1, 1)] * x[1] * x[1])
        };
    }
}

#[differentiable]
fn roots(v: &mut [f64], x: f64) {
    for e in v.iter_mut() {
        *e = e.sqrt() + x;
    }
}

#[test]
fn what_is_changed_in_place_is_written_once() {
    let mut v = [0.0, 16.0];
    let ((), along) = roots::jvp(&mut v, 1.0, &[0.0, 8.0], 1.0);
    assert_eq!((v, along), ([1.0, 5.0], vec![1.0, 2.0]));
}

#[differentiable]
fn potential(at: [f64; 2], w: f64) -> f64 {
    let (dx, dy) = (10.0 - at[0], 10.0 - w - at[1]);
    1.0 / (dx * dx + dy * dy).sqrt() + (w * at[0]).sin() * (at[1] - w).exp() / (1.0 + at[0] * at[0])
}

#[differentiable]
fn slopes(at: [f64; 2], w: f64) -> [f64; 2] {
    let (_, by_x) = potential::jvp(at, w, [1.0, 0.0], 0.0);
    let (_, by_y) = potential::jvp(at, w, [0.0, 1.0], 0.0);
    [by_x, by_y]
}

/// The same on duals that follow where seeds reach.
fn watched<T: wengert::Real>(at: [T; 2], w: T) -> [T; 2]
where
    Dual<T>: wengert::Real,
{
    let fixed = |x: T| Dual::<T>::fixed(x);
    let moving = |x: T| Dual::<T>::variable(x);
    let by_x = potential::eval::<Dual<T>>([moving(at[0]), fixed(at[1])], fixed(w));
    let by_y = potential::eval::<Dual<T>>([fixed(at[0]), moving(at[1])], fixed(w));
    [by_x.tangent, by_y.tangent]
}

#[test]
fn bits_are_those_of_duals_that_follow() {
    for k in 0..50 {
        let t = f64::from(k);
        let (at, w) = ([0.37 * t - 4.0, 2.0 - 0.11 * t], 0.3 + 0.05 * t);
        assert_eq!(slopes(at, w).map(f64::to_bits), watched(at, w).map(f64::to_bits));
        let (value, along) = slopes::jvp(at, w, [0.3, -1.2], 0.7);
        let moving = |x: f64, d: f64| Dual::<f64>::seeded(x, d);
        let both = watched([moving(at[0], 0.3), moving(at[1], -1.2)], moving(w, 0.7));
        assert_eq!(value.map(f64::to_bits), both.map(|d| d.value.to_bits()));
        close(&along, &both.map(|d| d.tangent));
        let one = potential::eval::<Dual<f64>>([moving(at[0], 0.3), moving(at[1], -1.2)], moving(w, 0.7));
        let (value, along) = potential::jvp(at, w, [0.3, -1.2], 0.7);
        assert_eq!([value, along].map(f64::to_bits), [one.value, one.tangent].map(f64::to_bits));
    }
}
