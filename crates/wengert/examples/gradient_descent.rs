//! Gradient descent: fit a curve to points by following the gradient of its error.
//!
//! `cargo run --release -p wengert --example gradient_descent`

use wengert::prelude::*;

/// The curve: a decaying oscillation with amplitude, decay and frequency.
fn curve<T: Real>(p: &[T], t: f64) -> T {
    p[0] * (-p[1] * t).exp() * (p[2] * t).cos()
}

/// The mean square error over the points: what is to become small.
fn error<T: Real>(p: &[T], points: &[(f64, f64)]) -> T {
    let mut sum = T::from(0.0);
    for &(t, y) in points {
        let residual = curve(p, t) - y;
        sum += residual * residual;
    }
    sum / points.len() as f64
}

/// Walks downhill from `p`. A step that goes uphill is taken back and halved; after a good one, steps grow.
fn descend(p: &mut [f64], points: &[(f64, f64)], steps: usize) -> f64 {
    let mut gradient = vec![0.0; p.len()];
    let mut rate = 0.1;
    let mut best = value_and_gradient_into(|p| error(p, points), p, &mut gradient);
    for step in 0..steps {
        let trial: Vec<f64> = p.iter().zip(&gradient).map(|(p, g)| p - rate * g).collect();
        if error(&trial, points) < best {
            p.copy_from_slice(&trial);
            best = value_and_gradient_into(|p| error(p, points), p, &mut gradient);
            rate *= 1.2;
        } else {
            rate *= 0.5;
        }
        if step % 100 == 0 {
            println!("step {step:4}: error {best:.3e}, p = {p:.4?}");
        }
    }
    best
}

pub(crate) fn main() {
    let truth = [2.0, 0.3, 1.7];
    let points: Vec<_> = (0..50).map(|i| 0.1 * i as f64).map(|t| (t, curve(&truth, t))).collect();
    let mut p = [1.0, 0.0, 1.5];
    let last = descend(&mut p, &points, 500);
    println!("found {p:.6?}, error {last:.3e}");

    assert!(last < 1e-10);
    assert!(p.iter().zip(truth).all(|(found, wanted)| (found - wanted).abs() < 1e-4));
}
