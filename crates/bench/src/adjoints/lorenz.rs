//! The Lorenz system under the classic Runge-Kutta method.

use wengert::differentiable;

pub use crate::hand::lorenz as by_hand;

/// `x + y + z` after `steps` steps of length `h`.
#[differentiable]
pub fn lorenz(sigma: f64, rho: f64, beta: f64, x: f64, y: f64, z: f64, steps: usize, #[constant] h: f64) -> f64 {
    let (mut x, mut y, mut z) = (x, y, z);
    for _ in 0..steps {
        let k1x = sigma * (y - x);
        let k1y = x * (rho - z) - y;
        let k1z = x * y - beta * z;
        let (x2, y2, z2) = (x + 0.5 * h * k1x, y + 0.5 * h * k1y, z + 0.5 * h * k1z);
        let k2x = sigma * (y2 - x2);
        let k2y = x2 * (rho - z2) - y2;
        let k2z = x2 * y2 - beta * z2;
        let (x3, y3, z3) = (x + 0.5 * h * k2x, y + 0.5 * h * k2y, z + 0.5 * h * k2z);
        let k3x = sigma * (y3 - x3);
        let k3y = x3 * (rho - z3) - y3;
        let k3z = x3 * y3 - beta * z3;
        let (x4, y4, z4) = (x + h * k3x, y + h * k3y, z + h * k3z);
        let k4x = sigma * (y4 - x4);
        let k4y = x4 * (rho - z4) - y4;
        let k4z = x4 * y4 - beta * z4;
        x += h / 6.0 * (k1x + 2.0 * (k2x + k3x) + k4x);
        y += h / 6.0 * (k1y + 2.0 * (k2y + k3y) + k4y);
        z += h / 6.0 * (k1z + 2.0 * (k2z + k3z) + k4z);
    }
    x + y + z
}

/// [`lorenz()`] with the right-hand side as a function.
#[differentiable]
pub fn split(sigma: f64, rho: f64, beta: f64, x: f64, y: f64, z: f64, steps: usize, #[constant] h: f64) -> f64 {
    let (mut x, mut y, mut z) = (x, y, z);
    for _ in 0..steps {
        let (k1x, k1y, k1z) = slope(sigma, rho, beta, x, y, z);
        let (k2x, k2y, k2z) = slope(sigma, rho, beta, x + 0.5 * h * k1x, y + 0.5 * h * k1y, z + 0.5 * h * k1z);
        let (k3x, k3y, k3z) = slope(sigma, rho, beta, x + 0.5 * h * k2x, y + 0.5 * h * k2y, z + 0.5 * h * k2z);
        let (k4x, k4y, k4z) = slope(sigma, rho, beta, x + h * k3x, y + h * k3y, z + h * k3z);
        x += h / 6.0 * (k1x + 2.0 * (k2x + k3x) + k4x);
        y += h / 6.0 * (k1y + 2.0 * (k2y + k3y) + k4y);
        z += h / 6.0 * (k1z + 2.0 * (k2z + k3z) + k4z);
    }
    x + y + z
}

/// The right-hand side of the Lorenz system.
#[differentiable]
pub fn slope(sigma: f64, rho: f64, beta: f64, x: f64, y: f64, z: f64) -> (f64, f64, f64) {
    (sigma * (y - x), x * (rho - z) - y, x * y - beta * z)
}
