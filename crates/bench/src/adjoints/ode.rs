//! A chain of linear differential equations under the classic Runge-Kutta method (GradBench's ode).

use wengert::differentiable;

/// The last entry of y at time 2; see [`solve()`].
#[differentiable]
pub fn ode(x: &[f64], steps: usize) -> f64 {
    let mut y = vec![0.0; x.len()];
    solve(x, steps, &mut y);
    y[x.len() - 1]
}

/// Leaves in `y` its values at time 2, after `steps` Runge-Kutta steps from y = 0 with `y[0]' = x[0]` and
/// `y[i]' = x[i] y[i-1]`.
#[differentiable]
pub fn solve(x: &[f64], steps: usize, y: &mut [f64]) {
    let n = x.len();
    let h = 2.0 / steps as f64;
    y.fill(0.0);
    let mut stage = vec![0.0; n];
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    for _ in 0..steps {
        slope(x, y, &mut k1);
        for i in 0..n {
            stage[i] = y[i] + 0.5 * h * k1[i];
        }
        slope(x, &stage, &mut k2);
        for i in 0..n {
            stage[i] = y[i] + 0.5 * h * k2[i];
        }
        slope(x, &stage, &mut k3);
        for i in 0..n {
            stage[i] = y[i] + h * k3[i];
        }
        slope(x, &stage, &mut k4);
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
}

/// The right-hand side of the equations.
#[differentiable]
pub fn slope(x: &[f64], y: &[f64], out: &mut [f64]) {
    out[0] = x[0];
    for i in 1..x.len() {
        out[i] = x[i] * y[i - 1];
    }
}

/// [`ode()`] with the right-hand side written out at each stage.
#[differentiable]
pub fn inlined(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let mut y = vec![0.0; n];
    let mut stage = vec![0.0; n];
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    for _ in 0..steps {
        k1[0] = x[0];
        for i in 1..n {
            k1[i] = x[i] * y[i - 1];
        }
        for i in 0..n {
            stage[i] = y[i] + 0.5 * h * k1[i];
        }
        k2[0] = x[0];
        for i in 1..n {
            k2[i] = x[i] * stage[i - 1];
        }
        for i in 0..n {
            stage[i] = y[i] + 0.5 * h * k2[i];
        }
        k3[0] = x[0];
        for i in 1..n {
            k3[i] = x[i] * stage[i - 1];
        }
        for i in 0..n {
            stage[i] = y[i] + h * k3[i];
        }
        k4[0] = x[0];
        for i in 1..n {
            k4[i] = x[i] * stage[i - 1];
        }
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y[n - 1]
}

/// [`ode()`] with its buffers made in every step.
#[differentiable]
pub fn local(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let mut y = vec![0.0; n];
    for _ in 0..steps {
        let mut k1 = vec![0.0; n];
        slope(x, &y, &mut k1);
        let mut stage = vec![0.0; n];
        for i in 0..n {
            stage[i] = y[i] + 0.5 * h * k1[i];
        }
        let mut k2 = vec![0.0; n];
        slope(x, &stage, &mut k2);
        let mut stage = vec![0.0; n];
        for i in 0..n {
            stage[i] = y[i] + 0.5 * h * k2[i];
        }
        let mut k3 = vec![0.0; n];
        slope(x, &stage, &mut k3);
        let mut stage = vec![0.0; n];
        for i in 0..n {
            stage[i] = y[i] + h * k3[i];
        }
        let mut k4 = vec![0.0; n];
        slope(x, &stage, &mut k4);
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y[n - 1]
}

/// What [`by_hand`] keeps from call to call.
#[derive(Default)]
pub struct Buffers {
    /// For each step the four states at which the slope was taken, one after the other, then the last state.
    stages: Vec<f64>,
    /// Adjoint of the state.
    w: Vec<f64>,
    /// Adjoints of the first three slopes; that of the fourth is a sixth of `h w`.
    k: [Vec<f64>; 3],
}

/// Value and gradient of [`ode()`]: all stages are kept, 32 n bytes a step. A step back takes a pass for the adjoint of
/// each slope but the last, and one pass that takes all four to the gradient and to the state before.
pub fn by_hand(x: &[f64], steps: usize, gradient: &mut [f64], buffers: &mut Buffers) -> f64 {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let Buffers { stages, w, k: [k1, k2, k3] } = buffers;
    for buffer in [&mut *w, &mut *k1, &mut *k2, &mut *k3] {
        buffer.clear();
        buffer.resize(n, 0.0);
    }
    w[n - 1] = 1.0;
    gradient.fill(0.0);
    stages.resize((4 * steps + 1) * n, 0.0);
    stages[..n].fill(0.0);
    for step in 0..steps {
        let (s1, rest) = stages[4 * step * n..(4 * step + 5) * n].split_at_mut(n);
        let (s2, rest) = rest.split_at_mut(n);
        let (s3, rest) = rest.split_at_mut(n);
        let (s4, y) = rest.split_at_mut(n);
        next_stage(x, s1, s1, 0.5 * h, s2);
        next_stage(x, s1, s2, 0.5 * h, s3);
        next_stage(x, s1, s3, h, s4);
        y[0] = s1[0] + h * x[0];
        for i in 1..n {
            y[i] = s1[i] + h / 6.0 * x[i] * (s1[i - 1] + 2.0 * (s2[i - 1] + s3[i - 1]) + s4[i - 1]);
        }
    }

    for step in (0..steps).rev() {
        let (s1, rest) = stages[4 * step * n..(4 * step + 4) * n].split_at(n);
        let (s2, rest) = rest.split_at(n);
        let (s3, s4) = rest.split_at(n);
        pull_back(x, w, h / 3.0, h * h / 6.0, w, k3);
        pull_back(x, w, h / 3.0, 0.5 * h, k3, k2);
        pull_back(x, w, h / 6.0, 0.5 * h, k2, k1);
        step_back(x, [s1, s2, s3, s4], [k1, k2, k3], h / 6.0, w, gradient);
    }
    stages[(4 * steps + 1) * n - 1]
}

/// `out = start + h * slope(x, stage)`.
fn next_stage(x: &[f64], start: &[f64], stage: &[f64], h: f64, out: &mut [f64]) {
    let n = x.len();
    let (start, stage, out) = (&start[..n], &stage[..n], &mut out[..n]);
    out[0] = start[0] + h * x[0];
    for i in 1..n {
        out[i] = start[i] + h * (x[i] * stage[i - 1]);
    }
}

/// The adjoint of a slope, `out`, from the adjoint `k` of the next one: `share w` plus `h` times the adjoint of the
/// stage between them.
fn pull_back(x: &[f64], w: &[f64], share: f64, h: f64, k: &[f64], out: &mut [f64]) {
    let n = x.len();
    let (w, k, out) = (&w[..n], &k[..n], &mut out[..n]);
    for i in 0..n - 1 {
        out[i] = share * w[i] + h * (k[i + 1] * x[i + 1]);
    }
    out[n - 1] = share * w[n - 1];
}

/// Takes the adjoints of the slopes, the fourth being `sixth * w`, to the gradient and to the adjoint of the state
/// before the step.
fn step_back(x: &[f64], s: [&[f64]; 4], k: [&[f64]; 3], sixth: f64, w: &mut [f64], gradient: &mut [f64]) {
    let n = x.len();
    let [s1, s2, s3, s4] = s.map(|s| &s[..n]);
    let [k1, k2, k3] = k.map(|k| &k[..n]);
    let (w, gradient) = (&mut w[..n], &mut gradient[..n]);
    gradient[0] += (k1[0] + k2[0]) + (k3[0] + sixth * w[0]);
    for i in 0..n - 1 {
        let (a, b, c, d) = (k1[i + 1], k2[i + 1], k3[i + 1], sixth * w[i + 1]);
        gradient[i + 1] += (a * s1[i] + b * s2[i]) + (c * s3[i] + d * s4[i]);
        w[i] += x[i + 1] * ((a + b) + (c + d));
    }
}
