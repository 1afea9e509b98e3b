//! A surface with a saddle, and the search for it, by gradient descent within gradient descent.

use wengert::differentiable;

/// Steps after which a search is given up.
const STEPS: usize = 100_000;

/// Where a function has a minimum, looked for downhill from `start`: the step grows after ten that succeed, and shrinks
/// after one that fails. NaN where none is found.
#[differentiable]
pub fn argmin<const N: usize>(
    mut f: impl FnMut([f64; N]) -> f64,
    mut gradient: impl FnMut([f64; N]) -> [f64; N],
    start: [f64; N],
) -> [f64; N] {
    let mut x = start;
    let mut value = f(x);
    let mut slope = gradient(x);
    let (mut rate, mut successes, mut left) = (1e-5, 0, STEPS);
    while distance(slope, [0.0; N]) > 1e-5 && left > 0 {
        left -= 1;
        if successes == 10 {
            rate *= 2.0;
            successes = 0;
            continue;
        }
        let mut next = x;
        for i in 0..N {
            next[i] -= rate * slope[i];
        }
        if distance(x, next) <= 1e-5 {
            break;
        }
        let there = f(next);
        if there < value {
            x = next;
            value = there;
            slope = gradient(x);
            successes += 1;
        } else {
            rate /= 2.0;
            successes = 0;
        }
    }
    if left == 0 || value.is_nan() {
        x.fill(f64::NAN);
    }
    x
}

/// The Euclidean distance.
#[differentiable]
pub fn distance<const N: usize>(x: [f64; N], y: [f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    }
    sum.sqrt()
}

/// The height of the surface.
#[differentiable]
pub fn height(x: [f64; 2], y: [f64; 2]) -> f64 {
    (x[0] * x[0] + x[1] * x[1]) - (y[0] * y[0] + y[1] * y[1])
}

/// The `y` of the greatest height at `x`, looked for from `start` by slopes in reverse mode.
#[differentiable]
pub fn top_reverse(x: [f64; 2], start: [f64; 2]) -> [f64; 2] {
    argmin(
        |y| -height(x, y),
        |y| {
            let (_, slope) = height::gradient(x, y);
            [-slope[0], -slope[1]]
        },
        start,
    )
}

/// The `y` of the greatest height at `x`, looked for from `start` by slopes in forward mode.
#[differentiable]
pub fn top_forward(x: [f64; 2], start: [f64; 2]) -> [f64; 2] {
    argmin(
        |y| -height(x, y),
        |y| {
            let (_, first) = height::jvp(x, y, [0.0; 2], [1.0, 0.0]);
            let (_, second) = height::jvp(x, y, [0.0; 2], [0.0, 1.0]);
            [-first, -second]
        },
        start,
    )
}

/// The greatest height at `x`, by [`top_reverse()`].
#[differentiable]
pub fn greatest_reverse(x: [f64; 2], #[constant] start: [f64; 2]) -> f64 {
    height(x, top_reverse(x, start))
}

/// The greatest height at `x`, by [`top_forward()`].
#[differentiable]
pub fn greatest_forward(x: [f64; 2], #[constant] start: [f64; 2]) -> f64 {
    height(x, top_forward(x, start))
}
