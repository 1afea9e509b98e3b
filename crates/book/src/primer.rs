//! The first hour: how fast a minimum is found without derivatives of second order, and with them.

use crate::Failure;
use picture::{Axis, COLOURS, Chart, Panel, Scene};
use wengert::linalg::Matrix;
use wengert::prelude::*;

// [valley]
#[differentiable]
fn valley(x: &[f64]) -> f64 {
    (1.0 - x[0]).powi(2) + 20.0 * (x[1] - x[0] * x[0]).powi(2)
}
// [/valley]

/// The value after each step of gradient descent.
// [descent]
fn descent(mut x: Vec<f64>, rate: f64, steps: usize) -> Vec<f64> {
    let mut values = vec![valley(&x)];
    for _ in 0..steps {
        let g = valley::gradient(&x);
        for (x, g) in x.iter_mut().zip(g) {
            *x -= rate * g;
        }
        values.push(valley(&x));
    }
    values
}
// [/descent]

/// The value after each step of Newton's method.
// [newton]
fn newton(mut x: Vec<f64>, steps: usize) -> Result<Vec<f64>, wengert::linalg::Error> {
    let mut values = vec![valley(&x)];
    for _ in 0..steps {
        let g = valley::gradient(&x);
        let h = valley::hessian(&x);
        let h = Matrix::from_fn(2, 2, |i, j| h[(i, j)]);
        let step = h.solve(&Matrix::column(&g))?;
        for (x, step) in x.iter_mut().zip(step.as_slice()) {
            *x -= step;
        }
        values.push(valley(&x));
    }
    Ok(values)
}
// [/newton]

/// The picture: both against the number of steps.
///
/// # Errors
/// If a Hessian is singular.
pub fn draw() -> Result<Scene, Failure> {
    let start = || vec![-1.0, 0.5];
    let (slow, fast) = (descent(start(), 0.005, 5000), newton(start(), 8)?);
    let panel =
        Panel { x: Axis::powers(1.0, 5500.0), y: Axis::powers(1e-18, 1000.0), sides: [84.0, 104.0, 700.0, 376.0] };
    let mut chart = Chart::new(
        [860.0, 436.0],
        "Two ways down the same valley",
        "(1 - x)\u{b2} + 20 (y - x\u{b2})\u{b2} from (-1, 0.5)",
    );
    chart.panel(&panel, "gradients taken", "value of the function");
    for (values, colour) in [(&slow, COLOURS[1]), (&fast, COLOURS[0])] {
        // As many points as can be told apart.
        let apart = |k: &usize| *k < 20 || k.is_multiple_of(k / 20);
        let points = (0..values.len()).filter(apart).map(|k| [(k + 1) as f64, values[k]]);
        let points: Vec<[f64; 2]> = points.take_while(|p| p[1] > 1e-17).collect();
        chart.curve(&panel, points.iter().copied(), colour, 2.0, false);
        if points.len() < 20 {
            chart.dots(&panel, points, colour, 3.0);
        }
    }
    chart.label(&panel, [300.0, 0.3], "gradient descent", COLOURS[1], picture::Beside::Right);
    chart.label(&panel, [8.0, 1e-9], "Newton, with the Hessian", COLOURS[0], picture::Beside::Right);
    Ok(chart.scene())
}
