//! A function for each module, under the module's name, brought up from there.

#![allow(unreachable_pub)]

mod bend;
mod steps;
mod turned;

pub use self::bend::{bend, twice};
pub use self::steps::*;
pub use turned::turned;

use super::held;
use wengert::prelude::*;

#[differentiable]
fn both(x: f64, y: f64) -> f64 {
    bend(x) * self::bend::bend(y) + twice(x * y) + turned(y, 2)
}

mod elsewhere {
    use wengert::prelude::*;

    #[differentiable]
    pub fn around(x: f64, y: f64) -> f64 {
        super::bend(x) * y + super::turned::turned(x, 2) * super::steps(y, 2)
    }
}

#[test]
fn functions_are_brought_up_from_modules_of_their_name() {
    let y = [0.7, 1.3];
    let (value, (by_x, by_y)) = both::value_and_gradient(y[0], y[1]);
    held(&y, |y| both(y[0], y[1]), value, &[by_x, by_y]);
    let (value, (by_x, by_y)) = elsewhere::around::value_and_gradient(y[0], y[1]);
    held(&y, |y| elsewhere::around(y[0], y[1]), value, &[by_x, by_y]);
    let (value, by_x) = bend::value_and_gradient(y[0]);
    held(&y[..1], |y| bend(y[0]), value, &[by_x]);
    let (value, by_x) = turned::value_and_gradient(y[0], 3);
    held(&y[..1], |y| turned(y[0], 3), value, &[by_x]);
    assert_eq!(bend::jvp(y[0], 2.0).1, 2.0 * bend::gradient(y[0]));
    let (value, by_x) = steps::steps::value_and_gradient(y[0], 3);
    held(&y[..1], |y| steps(y[0], 3), value, &[by_x]);
    assert_eq!(bend::here(y[0]), bend::gradient(y[0]));
}
