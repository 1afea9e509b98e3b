//! Grids.

use wengert::differentiable;

/// Heat that spreads on a square of `n` by `n` points with a conductivity at each; the squares of what is left.
#[differentiable]
pub(crate) fn heat(start: &[f64], conductivity: &[f64], n: usize, steps: usize) -> f64 {
    let mut u = start.to_vec();
    let mut next = u.clone();
    for _ in 0..steps {
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                let p = i * n + j;
                let flow = u[p - 1] + u[p + 1] + u[p - n] + u[p + n] - 4.0 * u[p];
                next[p] = u[p] + 0.1 * conductivity[p] * flow;
            }
        }
        std::mem::swap(&mut u, &mut next);
    }
    u.iter().map(|v| v * v).sum()
}

/// A convolution of an image with a filter of 5 by 5, its negative part cut off; the squares of the result.
#[differentiable]
pub(crate) fn convolution(image: &[Vec<f64>], filter: &[[f64; 5]; 5], bias: f64) -> f64 {
    let (h, w) = (image.len() - 4, image[0].len() - 4);
    let mut sum = 0.0;
    for y in 0..h {
        for x in 0..w {
            let mut s = bias;
            for i in 0..5 {
                for j in 0..5 {
                    s += image[y + i][x + j] * filter[i][j];
                }
            }
            let s = s.max(0.0);
            sum += s * s;
        }
    }
    sum
}

/// The energy of angles on a torus of `n` by `n`, with a coupling for each bond.
#[differentiable]
pub(crate) fn spins(angle: &[f64], right: &[f64], down: &[f64], field: f64, n: usize) -> f64 {
    let mut energy = 0.0;
    for i in 0..n {
        for j in 0..n {
            let p = i * n + j;
            let a = angle[p];
            energy -= right[p] * (a - angle[i * n + (j + 1) % n]).cos();
            energy -= down[p] * (a - angle[(i + 1) % n * n + j]).cos();
            energy -= field * a.cos();
        }
    }
    energy
}
