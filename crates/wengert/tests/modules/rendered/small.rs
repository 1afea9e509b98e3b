//! A small crate whose functions are differentiable.

use wengert::{Differentiable, differentiable};

/// The area of a rectangle.
#[differentiable]
pub fn area(width: f64, height: f64) -> f64 {
    width * height
}

/// The sum of squared residuals of a straight line.
#[differentiable]
pub fn loss(line: &[f64], #[constant] times: &[f64], #[constant] data: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (t, y) in times.iter().zip(data) {
        let r = line[0] + line[1] * t - y;
        sum += r * r;
    }
    sum
}

/// Where an arm of two links ends.
#[differentiable]
pub fn end(angles: [f64; 2], length: f64) -> [f64; 2] {
    [length * angles[0].cos() + angles[1].cos(), length * angles[0].sin() + angles[1].sin()]
}

/// Weighted mean and variance.
#[differentiable]
pub fn moments(values: &[f64], weight: &[f64]) -> (f64, f64) {
    let mean = values.iter().zip(weight).map(|(x, w)| x * w).sum::<f64>();
    let variance = values.iter().zip(weight).map(|(x, w)| w * (x - mean) * (x - mean)).sum::<f64>();
    (mean, variance)
}

/// Multiplies a list in place.
#[differentiable]
pub fn scale(values: &mut [f64], by: f64) {
    for v in values.iter_mut() {
        *v *= by;
    }
}

/// One dense layer of a network.
#[differentiable]
pub fn layer(rows: &[Vec<f64>], input: &[f64]) -> Vec<f64> {
    rows.iter().map(|row| row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>().tanh()).collect()
}

/// A root of x^2 + 2 b x + c, where there is one.
#[differentiable]
pub fn root(b: f64, #[constant] c: f64) -> Option<f64> {
    let inside = b * b - c;
    if inside >= 0.0 { Some(inside.sqrt() - b) } else { None }
}

/// A spring.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Spring {
    /// Newton per metre.
    pub stiffness: f64,
    /// Metre.
    pub length: f64,
}

#[differentiable]
impl Spring {
    /// The energy when it is pulled to a length, in joule.
    pub fn energy(&self, to: f64) -> f64 {
        0.5 * self.stiffness * (to - self.length) * (to - self.length)
    }
}
