//! Numbers that are made of what is given, and functions that a macro makes.

use super::held;
use wengert::prelude::*;

#[differentiable]
fn wave<T: Into<f64> + Copy>(x: T, least: f64) -> f64 {
    let v: f64 = x.into();
    let (mut s, mut t) = (0.0, v);
    while t.abs() > least {
        s += t;
        t *= -v * v / 7.0;
    }
    s
}

#[differentiable]
fn waves(x: impl Into<f64>, least: f64) -> f64 {
    let x = x.into();
    wave(x * 2.0, least) + wave(x, least) * least
}

#[differentiable]
fn in_degrees<T>(x: T) -> f64
where
    T: Into<f64>,
{
    waves(x.into() / 18.0, 1e-9)
}

#[differentiable]
fn of_constants<T: Into<f64>>(#[constant] n: T, x: f64) -> f64 {
    let n: f64 = n.into();
    x * n
}

macro_rules! gives {
    ($name:ident, $value:expr) => {
        fn $name() -> usize {
            $value
        }
    };
}
gives!(three, 3);

#[differentiable(tape)]
fn taped<T: Into<f64>>(x: T) -> f64 {
    let x: f64 = x.into();
    (0..self::three()).map(|k| waves(x / 18.0, 1e-9) * k as f64).sum::<f64>() + wave(x, 1e-3)
}

#[test]
fn what_becomes_a_number_is_one() {
    let y = [0.7, 0.1];
    let (value, (by_x, _)) = waves::value_and_gradient(y[0], y[1]);
    held(&y[..1], |y| waves(y[0], 0.1), value, &[by_x]);
    let (value, by_x) = in_degrees::value_and_gradient(y[0]);
    held(&y[..1], |y| in_degrees(y[0]), value, &[by_x]);
    let (value, by_x) = taped::value_and_gradient(y[0]);
    held(&y[..1], |y| taped(y[0]), value, &[by_x]);
    assert_eq!(of_constants::gradient(3, 0.5), 3.0);
}
