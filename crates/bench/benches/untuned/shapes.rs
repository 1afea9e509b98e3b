//! Pictures, curves and smiles.

use wengert::differentiable;

/// The scalar product of two directions.
#[differentiable]
fn along(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A picture of spheres (centre, radius, brightness) under a light, against a wanted one.
#[differentiable]
pub(crate) fn spheres(balls: &[[f64; 5]], light: [f64; 3], #[constant] wanted: &[f64], width: usize) -> f64 {
    let norm = along(light, light).sqrt();
    let light = [light[0] / norm, light[1] / norm, light[2] / norm];
    let mut loss = 0.0;
    for pixel in 0..wanted.len() {
        let u = (pixel % width) as f64 / width as f64 - 0.5;
        let v = (pixel / width) as f64 / width as f64 - 0.5;
        let length = (u * u + v * v + 1.0).sqrt();
        let ray = [u / length, v / length, 1.0 / length];
        let mut nearest = f64::INFINITY;
        let mut shade = 0.1;
        for ball in balls {
            let centre = [ball[0], ball[1], ball[2]];
            let b = along(ray, centre);
            let c = along(centre, centre) - ball[3] * ball[3];
            let discriminant = b * b - c;
            if discriminant > 0.0 {
                let t = b - discriminant.sqrt();
                if t > 0.0 && t < nearest {
                    nearest = t;
                    let normal = [
                        (ray[0] * t - centre[0]) / ball[3],
                        (ray[1] * t - centre[1]) / ball[3],
                        (ray[2] * t - centre[2]) / ball[3],
                    ];
                    shade = 0.1 + ball[4] * along(normal, light).max(0.0);
                }
            }
        }
        let d = shade - wanted[pixel];
        loss += d * d;
    }
    loss
}

/// The length of a cubic B-spline with evenly spaced knots, by de Boor's algorithm at points along it.
#[differentiable]
pub(crate) fn spline(control: &[[f64; 2]], points: usize) -> f64 {
    let spans = control.len() - 3;
    let mut length = 0.0;
    let mut last = [0.0; 2];
    for i in 0..=points {
        let t = i as f64 * spans as f64 / points as f64;
        let span = if i < points { i * spans / points } else { spans - 1 };
        let mut d = [control[span], control[span + 1], control[span + 2], control[span + 3]];
        for r in 1..4 {
            for j in (r..4).rev() {
                let knot = (span + j) as f64 - 3.0;
                let alpha = (t - knot) / (4 - r) as f64;
                for k in 0..2 {
                    d[j][k] = (1.0 - alpha) * d[j - 1][k] + alpha * d[j][k];
                }
            }
        }
        if i > 0 {
            length += (d[3][0] - last[0]).hypot(d[3][1] - last[1]);
        }
        last = d[3];
    }
    length
}

/// The volatility that the SABR model implies (Hagan, Kumar, Lesniewski and Woodward, "Managing smile risk", 2002,
/// equation 2.17).
#[differentiable]
fn implied(alpha: f64, beta: f64, rho: f64, nu: f64, forward: f64, #[constant] strike: f64, time: f64) -> f64 {
    let log = (forward / strike).ln();
    let one = 1.0 - beta;
    let mean = (forward * strike).powf(0.5 * one);
    let z = nu / alpha * mean * log;
    let x = (((1.0 - 2.0 * rho * z + z * z).sqrt() + z - rho) / (1.0 - rho)).ln();
    let skew = if z.abs() < 1e-8 { 1.0 - 0.5 * rho * z } else { z / x };
    let series = 1.0 + one * one / 24.0 * log * log + one.powi(4) / 1920.0 * log.powi(4);
    let drift = one * one / 24.0 * alpha * alpha / (mean * mean)
        + 0.25 * rho * beta * nu * alpha / mean
        + (2.0 - 3.0 * rho * rho) / 24.0 * nu * nu;
    alpha / (mean * series) * skew * (1.0 + drift * time)
}

/// How far the smile of the SABR model is from quoted volatilities.
#[differentiable]
pub(crate) fn smile(
    alpha: f64,
    beta: f64,
    rho: f64,
    nu: f64,
    forward: f64,
    #[constant] strikes: &[f64],
    #[constant] quotes: &[f64],
    #[constant] time: f64,
) -> f64 {
    let mut loss = 0.0;
    for (strike, quote) in strikes.iter().zip(quotes) {
        let d = implied(alpha, beta, rho, nu, forward, *strike, time) - quote;
        loss += d * d;
    }
    loss
}
