//! argmin-testfunctions style, generic over num-traits-like bounds but on f64.
use super::super::held;
use std::f64::consts::{E, PI};
use wengert::prelude::*;

#[differentiable]
pub fn ackley(param: &[f64]) -> f64 {
    ackley_abc(param, 20.0, 0.2, 2.0 * PI)
}
pub fn ackley_abc(param: &[f64], a: f64, b: f64, c: f64) -> f64 {
    let n = param.len() as f64;
    -a * (-b * ((1.0 / n) * param.iter().map(|x| x.powi(2)).sum::<f64>()).sqrt()).exp()
        - ((1.0 / n) * param.iter().map(|x| (c * x).cos()).sum::<f64>()).exp()
        + a
        + E
}
#[differentiable]
pub fn levy(param: &[f64]) -> f64 {
    let plen = param.len();
    assert!(plen >= 2);
    let w = |x: f64| 1.0 + (x - 1.0) / 4.0;
    (PI * w(param[0])).sin().powi(2)
        + param
            .iter()
            .enumerate()
            .filter(|(idx, _)| idx < &(plen - 1))
            .map(|(_, &x)| w(x))
            .map(|wi| (wi - 1.0).powi(2) * (1.0 + 10.0 * (PI * wi + 1.0).sin().powi(2)))
            .sum::<f64>()
        + (w(param[plen - 1]) - 1.0).powi(2) * (1.0 + (2.0 * PI * w(param[plen - 1])).sin().powi(2))
}
#[differentiable]
pub fn styblinski_tang(param: &[f64]) -> f64 {
    param.iter().map(|x| x.powi(4) - 16.0 * x.powi(2) + 5.0 * x).sum::<f64>() / 2.0
}
#[differentiable]
pub fn picheny(param: &[f64; 2]) -> f64 {
    let [x1, x2] = *param;
    let x1b = 4.0 * x1 - 2.0;
    let x2b = 4.0 * x2 - 2.0;
    let a = 1.0
        + (x1b + x2b + 1.0).powi(2)
            * (19.0 - 14.0 * x1b + 3.0 * x1b.powi(2) - 14.0 * x2b + 6.0 * x1b * x2b + 3.0 * x2b.powi(2));
    let b = 30.0
        + (2.0 * x1b - 3.0 * x2b).powi(2)
            * (18.0 - 32.0 * x1b + 12.0 * x1b.powi(2) + 48.0 * x2b - 36.0 * x1b * x2b + 27.0 * x2b.powi(2));
    1.0 / 2.427 * ((a * b).ln() - 8.693)
}
#[differentiable]
pub fn hartmann6(x: &[f64; 6]) -> f64 {
    const ALPHA: [f64; 4] = [1.0, 1.2, 3.0, 3.2];
    const A: [[f64; 6]; 4] = [
        [10.0, 3.0, 17.0, 3.5, 1.7, 8.0],
        [0.05, 10.0, 17.0, 0.1, 8.0, 14.0],
        [3.0, 3.5, 1.7, 10.0, 17.0, 8.0],
        [17.0, 8.0, 0.05, 10.0, 0.1, 14.0],
    ];
    const P: [[i32; 6]; 4] = [
        [1312, 1696, 5569, 124, 8283, 5886],
        [2329, 4135, 8307, 3736, 1004, 9991],
        [2348, 1451, 3522, 2883, 3047, 6650],
        [4047, 8828, 8732, 5743, 1091, 381],
    ];
    -ALPHA
        .iter()
        .zip(A.iter().zip(P.iter()))
        .map(|(alpha, (a, p))| {
            let inner: f64 = a.iter().zip(p).zip(x.iter()).map(|((a, p), x)| a * (x - 1e-4 * *p as f64).powi(2)).sum();
            alpha * (-inner).exp()
        })
        .sum::<f64>()
}
#[differentiable]
pub fn michalewicz<const N: usize>(x: &[f64; N], m: i32) -> f64 {
    -x.iter().enumerate().map(|(i, x)| x.sin() * ((i + 1) as f64 * x * x / PI).sin().powi(2 * m)).sum::<f64>()
}

#[test]
fn minima() {
    let x = [0.4, -1.1, 0.8];
    let (value, g) = ackley::value_and_gradient(&x);
    held(&x, ackley, value, &g);
    let (value, g) = levy::value_and_gradient(&x);
    held(&x, levy, value, &g);
    let (value, g) = styblinski_tang::value_and_gradient(&x);
    held(&x, styblinski_tang, value, &g);
    let (value, g) = picheny::value_and_gradient(&[0.3, 0.6]);
    held(&[0.3, 0.6], |x| picheny(&[x[0], x[1]]), value, &g);
    let x = [0.2, 0.15, 0.47, 0.27, 0.31, 0.65];
    let (value, g) = hartmann6::value_and_gradient(&x);
    held(&x, |x| hartmann6(x.try_into().unwrap()), value, &g);
    let x = [2.2, 1.57, 1.3];
    let (value, g) = michalewicz::value_and_gradient(&x, 10);
    held(&x, |x| michalewicz::<3>(x.try_into().unwrap(), 10), value, &g);
}
