//! Transforms in place, one of them by itself on halves.

use wengert::prelude::*;

#[differentiable]
pub fn haar(signal: &mut [f64]) {
    let mut len = signal.len();
    let mut tmp = vec![0.0; len];
    while len > 1 {
        let half = len / 2;
        for i in 0..half {
            tmp[i] = (signal[2 * i] + signal[2 * i + 1]) / 2f64.sqrt();
            tmp[half + i] = (signal[2 * i] - signal[2 * i + 1]) / 2f64.sqrt();
        }
        signal[..len].copy_from_slice(&tmp[..len]);
        len = half;
    }
}

#[differentiable]
pub fn sparsity(signal: &[f64], threshold: f64) -> f64 {
    let mut w = signal.to_vec();
    haar(&mut w);
    let (coarse, detail) = w.split_first().unwrap();
    let kept: Vec<f64> = detail.iter().map(|d| d.signum() * (d.abs() - threshold).max(0.0)).collect();
    coarse * coarse + kept.iter().map(|k| k.abs()).sum::<f64>()
}

fn fft(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    if n == 1 {
        return;
    }
    let half = n / 2;
    let (mut er, mut ei) = (vec![0.0; half], vec![0.0; half]);
    let (mut or, mut oi) = (vec![0.0; half], vec![0.0; half]);
    for i in 0..half {
        er[i] = re[2 * i];
        ei[i] = im[2 * i];
        or[i] = re[2 * i + 1];
        oi[i] = im[2 * i + 1];
    }
    fft(&mut er, &mut ei);
    fft(&mut or, &mut oi);
    for k in 0..half {
        let ang = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
        let (s, c) = ang.sin_cos();
        let tr = c * or[k] - s * oi[k];
        let ti = s * or[k] + c * oi[k];
        re[k] = er[k] + tr;
        im[k] = ei[k] + ti;
        re[k + half] = er[k] - tr;
        im[k + half] = ei[k] - ti;
    }
}

#[differentiable]
pub fn band_power(signal: &[f64], lo: usize, hi: usize) -> f64 {
    let mut re = signal.to_vec();
    let mut im = vec![0.0; re.len()];
    fft(&mut re, &mut im);
    (lo..hi).map(|k| re[k] * re[k] + im[k] * im[k]).sum::<f64>().ln()
}

#[test]
fn holds() {
    super::check(
        &[0.1, 0.5, -0.3, 0.8, 0.2],
        |x| sparsity(&x[..4], x[4]),
        |x| sparsity::value_and_gradient(&x[..4], x[4]),
    );
    super::check(
        &[0.1, 0.5, -0.3, 0.8, 0.2, 1.0, -0.7, 0.4],
        |x| band_power(x, 1, 4),
        |x| band_power::value_and_gradient(x, 1, 4),
    );
}
