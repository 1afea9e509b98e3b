//! Constants in another precision than the function's numbers, and where they become such.

use super::held;
use wengert::prelude::*;

static WEIGHTS: [f64; 3] = [0.1, 0.7, 1.3];

#[differentiable]
fn single(x: &[f32], n: usize, #[constant] start: &[f64]) -> f32 {
    let mut s = n as f32 * 0.25 + (start[0] / 3.0) as f32;
    let mut pairs = WEIGHTS.iter().zip(0..x.len());
    while let Some((w, i)) = pairs.next() {
        let root = (w * 3.0).sqrt() - 0.1;
        s = s.cos() * root as f32 + x[i];
    }
    s
}

#[differentiable]
fn double(x: &[f64], #[constant] y: &[f32], #[constant] scale: f32) -> f64 {
    let k = scale.sqrt() / 3.0;
    x.iter().zip(y).map(|(x, y)| x * x * f64::from(-y * k)).sum::<f64>() + x[0] * y[1] as f64
}

#[test]
fn constants_keep_their_precision() {
    let x = [0.3f32, 0.5, -0.4];
    let (value, gradient) = single::value_and_gradient(&x, 2, &[0.7]);
    assert_eq!(value, single(&x, 2, &[0.7]));
    for (i, g) in gradient.iter().enumerate() {
        let moved = |h: f32| {
            let mut x = x;
            x[i] += h;
            single(&x, 2, &[0.7])
        };
        let differences = (moved(1e-2) - moved(-1e-2)) / 2e-2;
        assert!((g - differences).abs() < 1e-3, "{g} {differences}");
    }
    let (x, y) = ([0.3, 0.5, -0.4], [0.1f32, 0.7, 1.1]);
    let (value, gradient) = double::value_and_gradient(&x, &y, 0.3);
    held(&x, |x| double(x, &y, 0.3), value, &gradient);
}
