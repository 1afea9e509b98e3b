//! Test functions of optimisers, splines, learning.

use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

/// As argmin writes it.
#[differentiable]
fn rosenbrock<T: Real>(param: &[T], a: T, b: T) -> T {
    param.iter().zip(param.iter().skip(1)).map(|(&xi, &xi1)| (a - xi).powi(2) + b * (xi1 - xi.powi(2)).powi(2)).sum()
}

#[differentiable]
fn ackley(param: &[f64]) -> f64 {
    let (a, b, c) = (20.0, 0.2, 2.0 * std::f64::consts::PI);
    let num1 = param.iter().map(|x| x.powi(2)).sum::<f64>();
    let num2 = param.iter().map(|x| (c * x).cos()).sum::<f64>();
    let n = param.len() as f64;
    -a * (-b * (num1 / n).sqrt()).exp() - (num2 / n).exp() + a + f64::exp(1.0)
}

#[differentiable]
fn styblinski_tang(x: &[f64]) -> f64 {
    x.iter().map(|x| x.powi(4) - 16.0 * x.powi(2) + 5.0 * x).sum::<f64>() / 2.0
}

#[differentiable]
fn levy(x: &[f64]) -> f64 {
    let w: Vec<f64> = x.iter().map(|xi| 1.0 + (xi - 1.0) / 4.0).collect();
    let pi = std::f64::consts::PI;
    let (Some(first), Some(last)) = (w.first(), w.last()) else { return 0.0 };
    let mid: f64 =
        w[..w.len() - 1].iter().map(|w| (w - 1.0).powi(2) * (1.0 + 10.0 * (pi * w + 1.0).sin().powi(2))).sum();
    (pi * first).sin().powi(2) + mid + (last - 1.0).powi(2) * (1.0 + (2.0 * pi * last).sin().powi(2))
}

#[differentiable]
fn griewank(x: &[f64]) -> f64 {
    let sum = x.iter().fold(0.0, |acc, v| acc + v * v) / 4000.0;
    let product = x.iter().enumerate().map(|(i, v)| (v / ((i + 1) as f64).sqrt()).cos()).product::<f64>();
    1.0 + sum - product
}

#[differentiable]
fn michalewicz(x: &[f64], m: i32) -> f64 {
    -x.iter()
        .enumerate()
        .map(|(i, &xi)| xi.sin() * (((i as f64 + 1.0) * xi * xi) / std::f64::consts::PI).sin().powi(2 * m))
        .sum::<f64>()
}

/// Natural cubic spline through points, evaluated and integrated.
#[differentiable]
fn spline(ys: &[f64], #[constant] xs: &[f64], #[constant] at: f64) -> f64 {
    let n = xs.len();
    let h: Vec<f64> = xs.windows(2).map(|w| w[1] - w[0]).collect();
    let mut alpha = vec![0.0; n];
    for i in 1..n - 1 {
        alpha[i] = 3.0 * ((ys[i + 1] - ys[i]) / h[i] - (ys[i] - ys[i - 1]) / h[i - 1]);
    }
    let (mut l, mut mu, mut z) = (vec![1.0; n], vec![0.0; n], vec![0.0; n]);
    for i in 1..n - 1 {
        l[i] = 2.0 * (xs[i + 1] - xs[i - 1]) - h[i - 1] * mu[i - 1];
        mu[i] = h[i] / l[i];
        z[i] = (alpha[i] - h[i - 1] * z[i - 1]) / l[i];
    }
    let mut c = vec![0.0; n];
    let mut coeffs = Vec::new();
    for j in (0..n - 1).rev() {
        c[j] = z[j] - mu[j] * c[j + 1];
        let b = (ys[j + 1] - ys[j]) / h[j] - h[j] * (c[j + 1] + 2.0 * c[j]) / 3.0;
        let d = (c[j + 1] - c[j]) / (3.0 * h[j]);
        coeffs.push((ys[j], b, c[j], d));
    }
    coeffs.reverse();
    let i = match xs.binary_search_by(|x| x.partial_cmp(&at).unwrap()) {
        Ok(i) => i.min(n - 2),
        Err(i) => i.saturating_sub(1).min(n - 2),
    };
    let (a, b, c, d) = coeffs[i];
    let t = at - xs[i];
    a + t * (b + t * (c + t * d))
}

/// De Boor's algorithm.
#[differentiable]
fn de_boor(control: &[[f64; 2]], #[constant] knots: &[f64], t: f64, degree: usize) -> [f64; 2] {
    let k = knots.iter().rposition(|&u| u <= t).unwrap_or(degree).min(control.len() - 1);
    let mut d: Vec<[f64; 2]> = (0..=degree).map(|j| control[j + k - degree]).collect();
    for r in 1..=degree {
        for j in (r..=degree).rev() {
            let alpha = (t - knots[j + k - degree]) / (knots[j + 1 + k - r] - knots[j + k - degree]);
            for c in 0..2 {
                d[j][c] = (1.0 - alpha) * d[j - 1][c] + alpha * d[j][c];
            }
        }
    }
    d[degree]
}

/// Nelder-Mead-like simplex score: worst minus best of a list of points.
#[differentiable]
fn spread(points: &[Vec<f64>]) -> f64 {
    let values: Vec<f64> = points.iter().map(|p| p.iter().map(|x| x * x).sum()).collect();
    let best = values.iter().copied().fold(f64::INFINITY, f64::min);
    let worst = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let centroid: Vec<f64> =
        (0..points[0].len()).map(|k| points.iter().map(|p| p[k]).sum::<f64>() / points.len() as f64).collect();
    worst - best + centroid.iter().map(|c| c.abs()).sum::<f64>()
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
}

#[differentiable]
impl Layer {
    fn forward(&self, input: &[f64]) -> Vec<f64> {
        self.weights
            .iter()
            .zip(&self.bias)
            .map(|(row, b)| row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + b)
            .map(|z| z.tanh())
            .collect()
    }
}

#[differentiable]
fn mlp(layers: &[Layer], #[constant] x: &[f64], #[constant] y: f64) -> f64 {
    let mut a = x.to_vec();
    for layer in layers {
        a = layer.forward(&a);
    }
    (a[0] - y).powi(2)
}

/// Logistic regression with several classes.
#[differentiable]
fn softmax_loss(w: &[f64], classes: usize, #[constant] data: &[(Vec<f64>, usize)]) -> f64 {
    let mut loss = 0.0;
    for (x, label) in data {
        let scores: Vec<f64> =
            (0..classes).map(|c| x.iter().enumerate().map(|(j, v)| v * w[c * x.len() + j]).sum()).collect();
        let max = scores.iter().cloned().fold(f64::MIN, f64::max);
        let lse = max + scores.iter().map(|s| (s - max).exp()).sum::<f64>().ln();
        loss += lse - scores[*label];
    }
    loss / data.len() as f64
}

/// k-means objective with assignments.
#[differentiable]
fn kmeans(centers: &[[f64; 2]], #[constant] points: &[[f64; 2]]) -> f64 {
    points
        .iter()
        .map(|p| {
            centers.iter().map(|c| (p[0] - c[0]).powi(2) + (p[1] - c[1]).powi(2)).min_by(|a, b| a.total_cmp(b)).unwrap()
        })
        .sum()
}

/// Gauss-Legendre nodes by Newton, then an integral.
fn gauss_legendre(n: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut xs, mut ws) = (vec![], vec![]);
    for i in 0..n {
        let mut x = (std::f64::consts::PI * (i as f64 + 0.75) / (n as f64 + 0.5)).cos();
        let mut dp = 0.0;
        for _ in 0..30 {
            let (mut p0, mut p1) = (1.0, x);
            for k in 2..=n {
                let p2 = ((2 * k - 1) as f64 * x * p1 - (k - 1) as f64 * p0) / k as f64;
                p0 = p1;
                p1 = p2;
            }
            dp = n as f64 * (x * p1 - p0) / (x * x - 1.0);
            x -= p1 / dp;
        }
        xs.push(x);
        ws.push(2.0 / ((1.0 - x * x) * dp * dp));
    }
    (xs, ws)
}

#[differentiable]
fn arc_length(a: f64, b: f64) -> f64 {
    let (xs, ws) = gauss_legendre(8);
    let f = |t: f64| (a.powi(2) * t.sin().powi(2) + b.powi(2) * t.cos().powi(2)).sqrt();
    let half = std::f64::consts::FRAC_PI_2;
    xs.iter().zip(&ws).map(|(x, w)| w * f(half * (x + 1.0) / 2.0)).sum::<f64>() * half / 2.0
}

fn factorial(n: u64) -> u64 {
    if n <= 1 { 1 } else { n * factorial(n - 1) }
}

fn binomial(n: u64, k: u64) -> f64 {
    (factorial(n) / (factorial(k) * factorial(n - k))) as f64
}

/// Bernstein polynomials.
#[differentiable]
fn bezier(control: &[f64], t: f64) -> f64 {
    let n = control.len() as u64 - 1;
    control
        .iter()
        .enumerate()
        .map(|(i, p)| binomial(n, i as u64) * t.powi(i as i32) * (1.0 - t).powi((n - i as u64) as i32) * p)
        .sum()
}

#[test]
fn test_functions() {
    let x = [0.7, -0.4, 1.3];
    let (value, (g, a, b)) = rosenbrock::value_and_gradient(&x, 1.0, 100.0);
    held(&[0.7, -0.4, 1.3, 1.0, 100.0], |x| rosenbrock(&x[..3], x[3], x[4]), value, &[g, vec![a, b]].concat());
    let (value, g) = ackley::value_and_gradient(&x);
    held(&x, ackley, value, &g);
    let (value, g) = styblinski_tang::value_and_gradient(&x);
    held(&x, styblinski_tang, value, &g);
    let (value, g) = levy::value_and_gradient(&x);
    held(&x, levy, value, &g);
    let (value, g) = griewank::value_and_gradient(&x);
    held(&x, griewank, value, &g);
    let (value, g) = michalewicz::value_and_gradient(&x, 2);
    held(&x, |x| michalewicz(x, 2), value, &g);
}

#[test]
fn curves() {
    let (xs, ys) = ([0.0, 1.0, 2.5, 3.0, 4.2], [0.3, -0.4, 1.0, 0.8, 0.1]);
    let (value, g) = spline::value_and_gradient(&ys, &xs, 2.7);
    held(&ys, |y| spline(y, &xs, 2.7), value, &g);
    let knots = [0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 2.0];
    let control = |x: &[f64]| -> Vec<[f64; 2]> { x.chunks(2).map(|c| [c[0], c[1]]).collect() };
    let x = [0.1, 0.3, 0.8, 1.1, 1.9, 0.4, 2.5, 0.2];
    let at = |x: &[f64], t: f64| de_boor(&control(x), &knots, t, 2)[1];
    let (value, (points, t)) = de_boor::vjp(&control(&x), &knots, 1.3, 2, &[0.0, 1.0]);
    let g: Vec<f64> = points.into_iter().flatten().chain([t]).collect();
    held(&[&x[..], &[1.3]].concat(), |x| at(&x[..8], x[8]), value[1], &g);
    let (value, (g, t)) = bezier::value_and_gradient(&ys, 0.3);
    held(&[&ys[..], &[0.3]].concat(), |x| bezier(&x[..5], x[5]), value, &[g, vec![t]].concat());
    let (value, (a, b)) = arc_length::value_and_gradient(1.4, 0.9);
    held(&[1.4, 0.9], |x| arc_length(x[0], x[1]), value, &[a, b]);
}

#[test]
fn learning() {
    let points = |x: &[f64]| -> Vec<Vec<f64>> { x.chunks(2).map(<[f64]>::to_vec).collect() };
    let x = [0.3, 1.1, -0.4, 0.8, 0.9, -0.2];
    let (value, g) = spread::value_and_gradient(&points(&x));
    held(&x, |x| spread(&points(x)), value, &g.concat());
    let layers = |x: &[f64]| {
        vec![
            Layer { weights: points(&x[..4]), bias: x[4..6].to_vec() },
            Layer { weights: points(&x[6..8]), bias: x[8..9].to_vec() },
        ]
    };
    let x = [0.3, 1.1, -0.4, 0.8, 0.9, -0.2, 0.7, -0.6, 0.1];
    let (value, g) = mlp::value_and_gradient(&layers(&x), &[0.5, -1.0], 0.3);
    let g: Vec<f64> = g.iter().flat_map(|l| [l.weights.concat(), l.bias.clone()].concat()).collect();
    held(&x, |x| mlp(&layers(x), &[0.5, -1.0], 0.3), value, &g);
    let data = [(vec![0.3, 1.0], 0), (vec![-0.4, 1.0], 2), (vec![0.8, 1.0], 1)];
    let x = [0.3, 1.1, -0.4, 0.8, 0.9, -0.2];
    let (value, g) = softmax_loss::value_and_gradient(&x, 3, &data);
    held(&x, |x| softmax_loss(x, 3, &data), value, &g);
    let centers = |x: &[f64]| -> Vec<[f64; 2]> { x.chunks(2).map(|c| [c[0], c[1]]).collect() };
    let seen = [[0.2, 0.9], [-0.5, 0.6], [1.0, 0.0], [0.4, 1.4]];
    let (value, g) = kmeans::value_and_gradient(&centers(&x), &seen);
    held(&x, |x| kmeans(&centers(x), &seen), value, &g.concat());
}
