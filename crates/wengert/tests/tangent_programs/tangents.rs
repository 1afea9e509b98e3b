pub(crate) fn product_tangent<T: Real>(x: T, x_dot: T, y: T, y_dot: T) -> (T, T) {
    let a = x * y;
    let a_dot = y * x_dot + x * y_dot;
    let b = x.sin();
    let b_dot = x.cos() * x_dot;
    (a + b, a_dot + b_dot)
}

pub(crate) fn misfit_tangent<T: Real>(
    p: &[T],
    p_dot: &[T],
    times: &[f64],
    seen: &[f64],
) -> (T, T) {
    let t_2 = usize::min(times.len(), seen.len());
    let (t_3, t_3_dot) = if 0 < t_2 {
        (p[0], p_dot[0])
    } else {
        (T::constant(0.0), T::constant(0.0))
    };
    let (t_4, t_4_dot) = if 0 < t_2 {
        (p[1], p_dot[1])
    } else {
        (T::constant(0.0), T::constant(0.0))
    };
    let t_5 = -t_4;
    let t_5_dot = -t_4_dot;
    let mut sum = T::constant(0.0);
    let mut sum_dot = T::constant(0.0);
    for k in 0..t_2 {
        let t_6: f64 = times[k];
        let t_8 = (t_5 * t_6).exp();
        // How far the curve is off.
        let r = t_3 * t_8 - seen[k];
        let r_dot = t_8 * t_3_dot + t_3 * (t_8 * (t_6 * t_5_dot));
        sum_dot += r * r_dot + r * r_dot;
        sum += r * r;
    }
    (sum, sum_dot)
}

pub(crate) fn branches_tangent<T: Real>(x: T, x_dot: T, n: usize) -> (T, T) {
    let (y, y_dot) = if x > 0.0 {
        let t_1 = x.ln();
        (t_1.powi(3i32), t_1.powi(2) * T::constant(3.0) * (ln_slope(x) * x_dot))
    } else {
        let t_3 = x.hypot(T::constant(2.0));
        let t_3_dot = direction(x, (T::constant(2.0))) * x_dot;
        let t_4 = 1.5 + x;
        (t_3 / t_4, t_4.recip() * t_3_dot + -((t_3 / t_4) / t_4) * x_dot)
    };
    let mut s = vec![x; n];
    let mut s_dot = vec![x_dot; n];
    for i in 1..n {
        let t_7 = i - 1;
        let t_8 = s[t_7];
        s_dot[i] = y * s_dot[t_7] + t_8 * y_dot;
        s[i] = t_8 * y;
    }
    let t_10 = n - 1;
    let t_11 = s[t_10];
    let t_12 = t_11.atan2(y);
    let t_12_dot = inversion(y, t_11) * s_dot[t_10] + -inversion(t_11, y) * y_dot;
    let t_13 = x * x;
    let t_14_dot = pow_slope(t_13, y, 1) * (x * x_dot + x * x_dot)
        + pow_slope(t_13, y, 256) * y_dot;
    let t_15 = t_13.powf(y).sqrt();
    (
        t_12 + t_15,
        t_12_dot + (t_15 + T::constant(0.0)).recip() * T::constant(0.5) * t_14_dot,
    )
}

pub(crate) fn calls_tangent<T: Real>(
    x: T,
    x_dot: T,
    list: &mut [T],
    list_dot: &mut [T],
) -> (T, T) {
    let t = list[1];
    let t_3 = x * t + x.sin();
    let t_3_dot = t * x_dot + x * list_dot[1] + x.cos() * x_dot;
    list_dot[0] = t_3_dot;
    list[0] = t_3;
    let t_5 = list[1];
    let t_7 = t_3 * 2.0 + t_5.sin();
    (t_7.tanh(), sech(t_7) * sech(t_7) * (2.0 * t_3_dot + t_5.cos() * list_dot[1]))
}

pub(crate) fn total_tangent<T: Real>(
    list: &[T],
    list_dot: &[T],
    x: T,
    x_dot: T,
) -> (T, T) {
    let t = list[0];
    let t_2 = list[1];
    (t * x + t_2.sin(), x * list_dot[0] + t * x_dot + t_2.cos() * list_dot[1])
}

pub(crate) fn root_tangent<T: Real>(x: T, x_dot: T) -> (T, T) {
    let mut skip = false;
    let mut result_1 = T::constant(0.0);
    let mut result_1_dot = T::constant(0.0);
    let mut y = T::constant(1.0);
    let mut y_dot = T::constant(0.0);
    let mut count = 0;
    for k in 0i32..40i32 {
        let t = x / y;
        let next = 0.5 * (y + t);
        let next_dot = 0.5 * (y_dot + (y.recip() * x_dot + -(t / y) * y_dot));
        let t_5 = (next - y).abs() < 1e-14;
        let (skip_1, result_2, result_2_dot) = if t_5 {
            (true, next, next_dot)
        } else {
            (skip, result_1, result_1_dot)
        };
        let (y_1, y_1_dot) = if !t_5 { (next, next_dot) } else { (y, y_dot) };
        (skip, result_1, result_1_dot, y, y_dot) = (
            skip_1,
            result_2,
            result_2_dot,
            y_1,
            y_1_dot,
        );
        count += 1;
        if t_5 {
            break;
        }
    }
    if !skip { (y, y_dot) } else { (result_1, result_1_dot) }
}

pub(crate) fn energy_tangent<T: Real>(
    p: &Point<T>,
    p_dot: &Point<T>,
    k: T,
    k_dot: T,
) -> (T, T) {
    let t = p.x;
    let t_1 = p.x;
    let t_3 = p.y;
    let t_4 = p.y;
    let r2 = t * t_1 + t_3 * t_4;
    let r2_dot = t_1 * p_dot.x + t * p_dot.x + (t_4 * p_dot.y + t_3 * p_dot.y);
    let t_7: f64 = p.weight.clone();
    let t_8 = t_7 * k;
    let t_9 = r2.sqrt();
    let t_10_dot = t_9 * (t_7 * k_dot)
        + t_8 * ((t_9 + T::constant(0.0)).recip() * T::constant(0.5) * r2_dot);
    let t_11 = p.x;
    let t_11_dot = p_dot.x;
    let t_12 = p.y;
    let t_12_dot = p_dot.y;
    let t_13_dot = (((gt((-t_11), (-t_12)) + ge((-t_11), (-t_12))) * T::constant(0.5))
        + (ne((-t_12), (-t_12)) * eq((-t_11), (-t_11)))) * t_11_dot
        + (((gt((-t_12), (-t_11)) + ge((-t_12), (-t_11))) * T::constant(0.5))
            + (ne((-t_11), (-t_11)) * eq((-t_12), (-t_12)))) * t_12_dot;
    let t_16 = p.weight.clone() / r2;
    (t_8 * t_9 + t_11.min(t_12) - t_16, t_10_dot + t_13_dot - -(t_16 / r2) * r2_dot)
}

pub(crate) fn smooth_tangent<T: Real>(x: &[T], x_dot: &[T]) -> (Vec<T>, Vec<T>) {
    let t_1 = x.len();
    let mut out = x[..].to_vec();
    let mut out_dot = x_dot[..].to_vec();
    let t_2 = x.len() - 1;
    for i in 1..t_2 {
        let t_3 = i - 1;
        let t_9 = i + 1;
        out_dot[i] = 0.25 * x_dot[t_3] + 0.5 * x_dot[i] + 0.25 * x_dot[t_9];
        out[i] = 0.25 * x[t_3] + 0.5 * x[i] + 0.25 * x[t_9];
    }
    (out, out_dot)
}
