//! Fitting a polynomial to the sign function, at some of the points.

// The indices of GradBench's function.
#![allow(clippy::needless_range_loop)]

use wengert::differentiable;

bench::twice! {
    /// `1/2 sum_i (sign(t_i) - sum_j x_j t_i^j)^2` over the points from number `first` up to `end` of `n` from -1 to 1.
    #[differentiable]
    pub fn llsq(x: &[f64], first: usize, end: usize, n: usize) -> f64 {
        let mut sum = 0.0;
        for i in first..end {
            let t = -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
            let mut residual = if t > 0.0 {
                1.0
            } else if t < 0.0 {
                -1.0
            } else {
                0.0
            };
            let mut power = 1.0;
            for j in 0..x.len() {
                residual -= x[j] * power;
                power *= t;
            }
            sum += 0.5 * residual * residual;
        }
        sum
    }
}
