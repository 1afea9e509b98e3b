//! Cubic splines: natural spline by the Thomas algorithm, evaluation by binary search; Catmull-Rom; de Boor.
use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct Spline {
    xs: Vec<f64>,
    ys: Vec<f64>,
    m: Vec<f64>,
}

#[differentiable]
impl Spline {
    pub fn natural(xs: &[f64], ys: &[f64]) -> Spline {
        assert_eq!(xs.len(), ys.len(), "as many values as knots");
        let n = xs.len();
        let h: Vec<f64> = xs.windows(2).map(|w| w[1] - w[0]).collect();
        let mut a = vec![0.0; n];
        let mut b = vec![1.0; n];
        let mut c = vec![0.0; n];
        let mut d = vec![0.0; n];
        for i in 1..n - 1 {
            a[i] = h[i - 1];
            b[i] = 2.0 * (h[i - 1] + h[i]);
            c[i] = h[i];
            d[i] = 6.0 * ((ys[i + 1] - ys[i]) / h[i] - (ys[i] - ys[i - 1]) / h[i - 1]);
        }
        for i in 1..n {
            let w = a[i] / b[i - 1];
            b[i] -= w * c[i - 1];
            d[i] -= w * d[i - 1];
        }
        let mut m = vec![0.0; n];
        m[n - 1] = d[n - 1] / b[n - 1];
        for i in (0..n - 1).rev() {
            m[i] = (d[i] - c[i] * m[i + 1]) / b[i];
        }
        Spline { xs: xs.to_vec(), ys: ys.to_vec(), m }
    }

    pub fn eval(&self, x: f64) -> Option<f64> {
        let n = self.xs.len();
        if x < self.xs[0] || x > self.xs[n - 1] {
            return None;
        }
        let i = match self.xs.binary_search_by(|v| v.partial_cmp(&x).unwrap()) {
            Ok(i) => i.min(n - 2),
            Err(i) => i - 1,
        };
        let h = self.xs[i + 1] - self.xs[i];
        let t = (x - self.xs[i]) / h;
        let (m0, m1) = (self.m[i], self.m[i + 1]);
        let (y0, y1) = (self.ys[i], self.ys[i + 1]);
        Some(
            (1.0 - t) * y0
                + t * y1
                + h * h / 6.0 * ((1.0 - t).powi(3) - (1.0 - t)) * m0
                + h * h / 6.0 * (t.powi(3) - t) * m1,
        )
    }
}

#[differentiable]
pub fn smoothness(xs: &[f64], ys: &[f64], at: &[f64]) -> f64 {
    let s = Spline::natural(xs, ys);
    at.iter().filter_map(|&x| s.eval(x)).map(|v| v * v).sum::<f64>().sqrt()
}

pub fn de_boor(k: usize, x: f64, t: &[f64], c: &[f64], p: usize) -> f64 {
    let mut d: Vec<f64> = (0..=p).map(|j| c[j + k - p]).collect();
    for r in 1..=p {
        for j in (r..=p).rev() {
            let alpha = (x - t[j + k - p]) / (t[j + 1 + k - r] - t[j + k - p]);
            d[j] = (1.0 - alpha) * d[j - 1] + alpha * d[j];
        }
    }
    d[p]
}

#[differentiable]
pub fn b_spline_fit(c: &[f64], #[constant] t: &[f64], #[constant] xs: &[f64], ys: &[f64]) -> f64 {
    let p = 3;
    let mut loss = 0.0;
    for (x, y) in xs.iter().zip(ys) {
        let k = t.partition_point(|v| v <= x).saturating_sub(1).clamp(p, c.len() - 1);
        let e = de_boor(k, *x, t, c, p) - y;
        loss += e * e;
    }
    loss / xs.len() as f64
}

#[differentiable]
pub fn catmull_rom(points: &[(f64, f64)], t: f64) -> (f64, f64) {
    let n = points.len();
    let scaled = t * (n - 1) as f64;
    let seg = (scaled.floor() as usize).min(n - 2);
    let u = scaled - seg as f64;
    let at = |i: isize| points[i.clamp(0, n as isize - 1) as usize];
    let i = seg as isize;
    let (p0, p1, p2, p3) = (at(i - 1), at(i), at(i + 1), at(i + 2));
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        0.5 * (2.0 * b
            + (c - a) * u
            + (2.0 * a - 5.0 * b + 4.0 * c - d) * u * u
            + (3.0 * b - a - 3.0 * c + d) * u.powi(3))
    };
    (mix(p0.0, p1.0, p2.0, p3.0), mix(p0.1, p1.1, p2.1, p3.1))
}

#[test]
fn curves() {
    let xs = [0.0, 0.7, 1.5, 2.6, 4.0];
    let ys = [1.0, -0.5, 0.8, 1.4, 0.2];
    let at = [0.3, 1.1, 2.0, 3.9, 9.0];
    let (value, (by_x, by_y, by_at)) = smoothness::value_and_gradient(&xs, &ys, &at);
    held(&xs, |xs| smoothness(xs, &ys, &at), value, &by_x);
    held(&ys, |ys| smoothness(&xs, ys, &at), value, &by_y);
    held(&at, |at| smoothness(&xs, &ys, at), value, &by_at);
    let knots = [0.0, 0.0, 0.0, 0.0, 0.4, 0.7, 1.0, 1.0, 1.0, 1.0];
    let c = [0.1, 0.9, -0.4, 0.6, 1.2, 0.3];
    let (xs, ys) = ([0.05, 0.45, 0.8], [0.3, 0.1, 0.9]);
    let (value, (by_c, by_y)) = b_spline_fit::value_and_gradient(&c, &knots, &xs, &ys);
    held(&c, |c| b_spline_fit(c, &knots, &xs, &ys), value, &by_c);
    held(&ys, |ys| b_spline_fit(&c, &knots, &xs, ys), value, &by_y);
    let x = [0.0, 1.0, 2.0, -0.5, 1.0, 0.3, 2.0, 1.5, 0.43];
    let points = |x: &[f64]| x[..8].chunks(2).map(|c| (c[0], c[1])).collect::<Vec<_>>();
    let (value, (by_p, by_t)) = catmull_rom::vjp(&points(&x), x[8], 1.0, 2.0);
    let plain = |x: &[f64]| {
        let (a, b) = catmull_rom(&points(x), x[8]);
        a + 2.0 * b
    };
    let g: Vec<f64> = by_p.iter().flat_map(|p| [p.0, p.1]).chain([by_t]).collect();
    held(&x, plain, value.0 + 2.0 * value.1, &g);
}
