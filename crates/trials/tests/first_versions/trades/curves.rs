//! Bezier curves by a function that calls itself.

use wengert::prelude::*;

fn lerp(a: [f64; 2], b: [f64; 2], t: f64) -> [f64; 2] {
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

fn de_casteljau(points: &[[f64; 2]], t: f64) -> [f64; 2] {
    if points.len() == 1 {
        return points[0];
    }
    let next: Vec<[f64; 2]> = points.windows(2).map(|w| lerp(w[0], w[1], t)).collect();
    de_casteljau(&next, t)
}

#[differentiable]
pub fn arc_length(points: &[[f64; 2]], samples: usize) -> f64 {
    let mut length = 0.0;
    let mut prev = points[0];
    for i in 1..=samples {
        let p = de_casteljau(points, i as f64 / samples as f64);
        length += ((p[0] - prev[0]).powi(2) + (p[1] - prev[1]).powi(2)).sqrt();
        prev = p;
    }
    length
}

#[test]
fn holds() {
    let p = |x: &[f64]| [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]];
    super::check(
        &[0.04, -0.3, 0.4, 0.03, 1.5, 1.0],
        |x| arc_length(&p(x), 5),
        |x| arc_length::value_and_gradient(&p(x), 5),
    );
}
