//! Derivatives inside differentiated functions: `f::gradient(..)` and operators in a body, and the derivatives of that.

mod again;
mod closures;
mod extrema;
mod memory;

use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
fn energy(q: &[f64], p: &[f64], m: f64) -> f64 {
    let mut h = 0.0;
    for i in 0..q.len() {
        h += p[i] * p[i] / (2.0 * m) + q[i].cos();
    }
    h
}

/// The action of a few symplectic steps.
#[differentiable]
fn travelled(q0: &[f64], p0: &[f64], m: f64, dt: f64) -> f64 {
    let mut q = q0.to_vec();
    let mut p = p0.to_vec();
    for _ in 0..5 {
        let (force, _, _) = energy::gradient(&q, &p, m);
        for i in 0..q.len() {
            p[i] -= dt * force[i];
        }
        let (_, speed, _) = energy::gradient(&q, &p, m);
        for i in 0..q.len() {
            q[i] += dt * speed[i];
        }
    }
    q.iter().sum::<f64>()
}

fn differences(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    let central = |k: usize| {
        let h = 1e-5;
        let at = |d: f64| {
            let mut x = x.to_vec();
            x[k] += d;
            f(&x)
        };
        (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
    };
    (0..x.len()).map(central).collect()
}

#[track_caller]
fn close(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-8 * (1.0 + a.abs()), "{a} {b}");
    }
}

#[test]
fn hamiltonian_steps() {
    let x = [0.3, -0.7, 1.1, 0.2, 1.3, 0.1];
    let f = |x: &[f64]| travelled(&x[..2], &x[2..4], x[4], x[5]);
    let (value, (q, p, m, dt)) = travelled::value_and_gradient(&x[..2], &x[2..4], x[4], x[5]);
    assert_eq!(value, f(&x));
    close(&[&q[..], &p, &[m, dt]].concat(), &differences(f, &x));
}

#[test]
fn hamiltonian_steps_twice() {
    let (q, p, m, dt) = ([0.3, -0.7], [1.1, 0.2], 1.3, 0.1);
    let x = [q[0], q[1], p[0], p[1], m, dt];
    let hessian = travelled::hessian(&q, &p, m, dt);
    let flat = |x: &[f64]| {
        let (q, p, m, dt) = travelled::gradient(&x[..2], &x[2..4], x[4], x[5]);
        [q, p, vec![m, dt]].concat()
    };
    for k in 0..x.len() {
        close(hessian.row(k), &differences(|x| flat(x)[k], &x));
    }
    let by_tape = travelled::function(&q, &p, m, dt).gradient(&x);
    close(&by_tape, &flat(&x));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    weights: Vec<f64>,
    scale: f64,
    #[constant]
    steps: usize,
}

#[differentiable]
fn well(at: &Point, model: &Model, (a, b): (f64, f64)) -> f64 {
    let mut sum = a * at.x * at.x + b * at.y.powi(4);
    for (k, w) in model.weights.iter().enumerate() {
        sum += w * (at.x * at.y + k as f64).sin() * model.scale;
    }
    sum * model.steps as f64
}

#[differentiable]
fn descended(start: Point, model: &Model, a: f64) -> f64 {
    let mut at = start;
    for _ in 0..3 {
        let (value, (by_at, by_model, (_, by_b))) = well::value_and_gradient(&at, model, (a, 0.5));
        at.x -= 0.01 * by_at.x * value;
        at.y -= 0.01 * by_at.y + 0.001 * by_model.weights[0] * by_b;
        at.x += 0.001 * by_model.scale;
    }
    at.x * at.y
}

#[test]
fn structures() {
    let model = |x: &[f64]| Model { weights: x[2..4].to_vec(), scale: x[4], steps: 2 };
    let x = [0.4, -0.3, 0.7, 1.2, 0.9, 0.35];
    let f = |x: &[f64]| descended(Point { x: x[0], y: x[1] }, &model(x), x[5]);
    let (value, (at, by_model, a)) = descended::value_and_gradient(Point { x: x[0], y: x[1] }, &model(&x), x[5]);
    assert_eq!(value, f(&x));
    let gradient = [at.x, at.y, by_model.weights[0], by_model.weights[1], by_model.scale, a];
    close(&gradient, &differences(f, &x));
}

#[differentiable]
fn layered(w: &[Vec<f64>], x: &[f64; 3], table: [[f64; 2]; 2]) -> f64 {
    let mut sum = 0.0;
    for row in w {
        let mut inner = 0.0;
        for (a, b) in row.iter().zip(x.iter()) {
            inner += a * b;
        }
        sum += inner.tanh() * table[0][1] + table[1][0] * inner;
    }
    sum
}

#[differentiable]
fn trained(w: &[Vec<f64>], x: [f64; 3], table: [[f64; 2]; 2]) -> f64 {
    let (by_w, by_x, by_table) = layered::gradient(w, &x, table);
    let mut sum = by_table[0][1] * by_table[1][0];
    for row in &by_w {
        for d in row {
            sum += d * d;
        }
    }
    sum + by_x[0] * by_x[1] * by_x[2]
}

#[test]
fn rows() {
    let x = [0.1, 0.2, -0.4, 0.9, 0.3, 0.5, -0.6, 0.7, 0.8, -0.9, 1.5, 0.25];
    let split =
        |x: &[f64]| (vec![x[0..2].to_vec(), x[2..5].to_vec()], [x[5], x[6], x[7]], [[x[8], x[9]], [x[10], x[11]]]);
    let f = |x: &[f64]| {
        let (w, x, table) = split(x);
        trained(&w, x, table)
    };
    let (w, y, table) = split(&x);
    let (value, (by_w, by_x, by_table)) = trained::value_and_gradient(&w, y, table);
    assert_eq!(value, f(&x));
    close(&[by_w.concat(), by_x.to_vec(), by_table.concat()].concat(), &differences(f, &x));
}

/// A field, of which the equation asks for the derivatives.
#[differentiable]
fn field(weights: &[f64], x: f64, t: f64) -> f64 {
    weights.chunks(3).map(|w| w[0] * (w[1] * x + w[2] * t).tanh()).sum()
}

#[differentiable]
fn residual(weights: &[f64], points: &[f64]) -> f64 {
    let still = vec![0.0; weights.len()];
    let mut loss = 0.0;
    for p in points.chunks_exact(2) {
        let (u, by_t) = field::jvp(weights, p[0], p[1], &still, 0.0, 1.0);
        let (_, by_x) = field::jvp(weights, p[0], p[1], &still, 1.0, 0.0);
        let (_, by_xx, _) = field::hvp(weights, p[0], p[1], &still, 1.0, 0.0);
        let (_, gradient, product) = field::value_and_hvp(weights, p[0], p[1], &still, 0.0, 1.0);
        loss += (by_t + u * by_x - 0.1 * by_xx).powi(2) + gradient.1 * product.2 + product.0[0] * gradient.0[1];
    }
    loss
}

#[test]
fn equations() {
    let x = [0.5, -0.4, 0.3, 1.1, 0.6, -0.8, 0.1, 0.2, 0.9, -0.5];
    let f = |x: &[f64]| residual(&x[..6], &x[6..]);
    let (value, (by_weights, by_points)) = residual::value_and_gradient(&x[..6], &x[6..]);
    assert_eq!(value, f(&x));
    close(&[by_weights, by_points].concat(), &differences(f, &x));
}

#[differentiable]
fn cubic<T: Real>(x: T, c: T) -> T {
    c * x * x * x
}

#[differentiable]
fn slope(x: f64, c: f64) -> f64 {
    cubic::gradient(x, c).0
}

#[differentiable]
fn bend(x: f64, c: f64) -> f64 {
    let (by_x, _) = slope::gradient(x, c);
    by_x
}

#[differentiable]
fn jerk(x: f64, c: f64) -> f64 {
    helped(x, c)
}

fn helped(x: f64, c: f64) -> f64 {
    bend::gradient(x, c).0 + bend::jvp(x, c, 0.0, 1.0).1
}

#[test]
fn derivatives_of_derivatives() {
    assert_eq!(slope(2.0, 5.0), 60.0);
    assert_eq!(bend(2.0, 5.0), 60.0);
    assert_eq!(jerk(2.0, 5.0), 6.0 * 5.0 + 6.0 * 2.0);
    assert_eq!(jerk::gradient(2.0, 5.0), (6.0, 6.0));
    assert_eq!(slope::gradient(2.0, 5.0), (60.0, 12.0));
    assert_eq!(bend::hvp(2.0, 5.0, 1.0, 0.0), (0.0, 6.0));
}

mod elsewhere {
    use wengert::Differentiable;
    use wengert::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub(super) struct Spring {
        pub stiffness: f64,
        pub length: f64,
    }

    #[differentiable]
    pub(super) fn stored<const N: usize>(spring: &Spring, x: [f64; N], #[constant] weights: &[f64]) -> f64 {
        let mut sum = 0.0;
        for k in 1..N {
            sum += 0.5 * weights[k] * spring.stiffness * (x[k] - x[k - 1] - spring.length).powi(2);
        }
        sum
    }
}

#[differentiable]
fn tension(spring: &elsewhere::Spring, x: &[f64; 3], #[constant] weights: &[f64]) -> [f64; 3] {
    let (by_spring, force) = elsewhere::stored::gradient(spring, *x, weights);
    [force[0] * by_spring.length, force[1] * by_spring.stiffness, force[2]]
}

#[test]
fn modules() {
    let x = [3.0, 0.5, 0.0, 0.9, 1.1];
    let spring = |x: &[f64]| elsewhere::Spring { stiffness: x[0], length: x[1] };
    let jacobian = tension::jacobian(&spring(&x), &[x[2], x[3], x[4]], &[1.0, 2.0, 3.0]);
    for k in 0..3 {
        let f = |x: &[f64]| tension(&spring(x), &[x[2], x[3], x[4]], &[1.0, 2.0, 3.0])[k];
        close(jacobian.row(k), &differences(f, &x));
    }
}

/// What does not depend on what is differentiated is a constant.
#[differentiable]
fn of_constants(x: f64, #[constant] c: f64) -> f64 {
    let (slope, _) = cubic::gradient(c, 1.0);
    slope * x
}

#[test]
fn constants() {
    assert_eq!(of_constants::gradient(1.0, 2.0), 12.0);
}

#[differentiable]
fn curvature(q: &[f64], p: &[f64], m: f64) -> f64 {
    let h = energy::hessian(q, p, m);
    let mut sum = 0.0;
    for i in 0..h.rows() {
        for j in 0..h.columns() {
            sum += h[(i, j)] * h[(i, j)] * (1.0 + i as f64 + 2.0 * j as f64);
        }
    }
    let last = h.row(h.rows() - 1);
    sum + last.iter().sum::<f64>()
}

#[test]
fn hessians() {
    let x = [0.4, -0.3, 0.7, 1.2, 0.9];
    let f = |x: &[f64]| curvature(&x[..2], &x[2..4], x[4]);
    let (value, (q, p, m)) = curvature::value_and_gradient(&x[..2], &x[2..4], x[4]);
    assert_eq!(value, f(&x));
    close(&[&q[..], &p, &[m]].concat(), &differences(f, &x));
}

#[differentiable]
fn polar(r: f64, at: &Point) -> Vec<f64> {
    vec![r * at.x.cos() * at.y, r * r * at.x.sin(), at.y * at.y * at.x]
}

#[differentiable]
fn spread(r: f64, at: &Point, weights: &[f64]) -> f64 {
    let j = polar::jacobian(r, at);
    let determinant = j[(0, 0)] * (j[(1, 1)] * j[(2, 2)] - j[(1, 2)] * j[(2, 1)])
        - j[(0, 1)] * (j[(1, 0)] * j[(2, 2)] - j[(1, 2)] * j[(2, 0)])
        + j[(0, 2)] * (j[(1, 0)] * j[(2, 1)] - j[(1, 1)] * j[(2, 0)]);
    let (value, (by_r, by_at)) = polar::vjp(r, at, weights);
    determinant * value[1] + by_r * by_at.x - by_at.y
}

#[test]
fn jacobians() {
    let x = [1.3, 0.4, -0.7, 0.2, 0.9, -1.1];
    let f = |x: &[f64]| spread(x[0], &Point { x: x[1], y: x[2] }, &x[3..]);
    let (value, (r, at, weights)) = spread::value_and_gradient(x[0], &Point { x: x[1], y: x[2] }, &x[3..]);
    assert_eq!(value, f(&x));
    close(&[&[r, at.x, at.y], &weights[..]].concat(), &differences(f, &x));
}

#[differentiable]
impl Model {
    fn potential(&self, at: Point) -> f64 {
        self.weights.iter().map(|w| w * (at.x * w + at.y).cos()).sum::<f64>() * self.scale
    }

    fn force(&self, at: Point) -> Point {
        let (_, by_at) = self.potential_gradient(at);
        Point { x: -by_at.x, y: -by_at.y }
    }

    fn stiffness(&self, at: Point) -> f64 {
        let h = self.potential_hessian(at);
        h[(3, 3)] * h[(4, 4)] - h[(3, 4)] * h[(4, 3)]
    }
}

#[differentiable]
fn worked(model: &Model, at: Point) -> f64 {
    let force = model.force(at);
    let (value, (_, by_at)) = model.potential_value_and_gradient(at);
    force.x * by_at.x + force.y * at.y + value + model.stiffness(at)
}

#[test]
fn methods() {
    let model = |x: &[f64]| Model { weights: x[..2].to_vec(), scale: x[2], steps: 1 };
    let x = [0.7, 1.2, 0.9, 0.4, -0.3];
    let f = |x: &[f64]| worked(&model(x), Point { x: x[3], y: x[4] });
    let (value, (by_model, at)) = worked::value_and_gradient(&model(&x), Point { x: x[3], y: x[4] });
    assert_eq!(value, f(&x));
    close(&[&by_model.weights[..], &[by_model.scale, at.x, at.y]].concat(), &differences(f, &x));
}
