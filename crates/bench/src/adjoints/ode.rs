//! A chain of linear differential equations under the classic Runge-Kutta method (GradBench's ode).

/// The last entry of y at time 2, after `steps` Runge-Kutta steps from y = 0 with `y[0]' = x[0]` and
/// `y[i]' = x[i] y[i-1]`.
pub fn ode(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let mut y = vec![0.0; n];
    let mut stage = vec![0.0; n];
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    for _ in 0..steps {
        slope(x, &y, &mut k1);
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
    y[n - 1]
}

/// The right-hand side of the equations.
pub fn slope(x: &[f64], y: &[f64], out: &mut [f64]) {
    out[0] = x[0];
    for i in 1..x.len() {
        out[i] = x[i] * y[i - 1];
    }
}

/// [`ode`] with the right-hand side written out at each stage.
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

/// [`ode`] with its buffers made in every step.
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
    /// For each step the states at which the slope was taken, one after the other.
    stages: Vec<f64>,
    y: Vec<f64>,
    /// Adjoint of the state.
    w: Vec<f64>,
    /// Adjoint of the state within a step.
    sum: Vec<f64>,
    /// Adjoint of a slope.
    k: Vec<f64>,
}

/// Value and gradient of [`ode`]: all stages are kept, 32 n bytes a step, and swept back over, one pass for each.
pub fn by_hand(x: &[f64], steps: usize, gradient: &mut [f64], buffers: &mut Buffers) -> f64 {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let Buffers { stages, y, w, sum, k } = buffers;
    stages.resize(4 * n * steps, 0.0);
    for buffer in [&mut *y, w, sum, k] {
        buffer.clear();
        buffer.resize(n, 0.0);
    }

    for kept in stages.chunks_exact_mut(4 * n) {
        let (s1, rest) = kept.split_at_mut(n);
        let (s2, rest) = rest.split_at_mut(n);
        let (s3, s4) = rest.split_at_mut(n);
        s1.copy_from_slice(y);
        next_stage(x, s1, s1, 0.5 * h, s2);
        next_stage(x, s1, s2, 0.5 * h, s3);
        next_stage(x, s1, s3, h, s4);
        y[0] += h * x[0];
        let slopes = s1.iter().zip(&*s2).zip(s3.iter().zip(&*s4));
        for ((y, x), ((s1, s2), (s3, s4))) in y[1..].iter_mut().zip(&x[1..]).zip(slopes) {
            *y += h / 6.0 * (x * s1 + 2.0 * (x * s2) + 2.0 * (x * s3) + x * s4);
        }
    }

    gradient.fill(0.0);
    w[n - 1] = 1.0;
    for kept in stages.chunks_exact(4 * n).rev() {
        let (s1, rest) = kept.split_at(n);
        let (s2, rest) = rest.split_at(n);
        let (s3, s4) = rest.split_at(n);
        for ((k, sum), w) in k.iter_mut().zip(&mut *sum).zip(&*w) {
            *k = h / 6.0 * w;
            *sum = *w;
        }
        pull_back(x, s4, h / 3.0, h, w, k, sum, gradient);
        pull_back(x, s3, h / 3.0, 0.5 * h, w, k, sum, gradient);
        pull_back(x, s2, h / 6.0, 0.5 * h, w, k, sum, gradient);
        pull_back(x, s1, 0.0, 0.0, w, k, sum, gradient);
        w.copy_from_slice(sum);
    }
    y[n - 1]
}

/// `out = start + h * slope(x, stage)`.
fn next_stage(x: &[f64], start: &[f64], stage: &[f64], h: f64, out: &mut [f64]) {
    out[0] = start[0] + h * x[0];
    for (((out, start), x), stage) in out[1..].iter_mut().zip(&start[1..]).zip(&x[1..]).zip(stage) {
        *out = start + h * (x * stage);
    }
}

/// Takes the adjoint `k` of a slope to the gradient and to the adjoint of the `stage` it was taken at; adds that to
/// `sum`, and leaves in `k` the adjoint of the slope before, `share * w` plus `h` times the adjoint of the stage.
fn pull_back(
    x: &[f64],
    stage: &[f64],
    share: f64,
    h: f64,
    w: &[f64],
    k: &mut [f64],
    sum: &mut [f64],
    gradient: &mut [f64],
) {
    let n = x.len();
    let (stage, w, sum, gradient) = (&stage[..n], &w[..n], &mut sum[..n], &mut gradient[..n]);
    let k = &mut k[..n];
    gradient[0] += k[0];
    for i in 0..n - 1 {
        gradient[i + 1] += k[i + 1] * stage[i];
        let adjoint = k[i + 1] * x[i + 1];
        sum[i] += adjoint;
        k[i] = share * w[i] + h * adjoint;
    }
    k[n - 1] = share * w[n - 1];
}
