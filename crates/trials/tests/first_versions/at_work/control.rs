//! Control and robotics: arms, maps, plans, filters.

use super::super::held;
use std::f64::consts::PI;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Joint {
    Revolute,
    Prismatic,
    Fixed,
}

#[derive(Clone, Debug)]
struct Link {
    name: String,
    joint: Joint,
    length: f64,
    offset: f64,
}

type Transform = [[f64; 3]; 3];

#[differentiable]
fn compose(a: &Transform, b: &Transform) -> Transform {
    let mut out = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            out[i][j] = (0..3).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    out
}

/// Where the end of an arm is in the plane, for what its joints are set to.
#[differentiable]
fn forward_kinematics(q: &[f64], #[constant] links: &[Link]) -> (f64, f64) {
    let mut pose = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut k = 0;
    for link in links {
        let (angle, length) = match link.joint {
            Joint::Revolute => {
                k += 1;
                (q[k - 1] + link.offset, link.length)
            }
            Joint::Prismatic => {
                k += 1;
                (link.offset, link.length + q[k - 1])
            }
            Joint::Fixed => (link.offset, link.length),
        };
        let (s, c) = angle.sin_cos();
        pose = compose(&pose, &[[c, -s, length * c], [s, c, length * s], [0.0, 0.0, 1.0]]);
    }
    (pose[0][2], pose[1][2])
}

#[differentiable]
fn miss(q: &[f64], #[constant] links: &[Link], #[constant] target: (f64, f64)) -> f64 {
    let (x, y) = forward_kinematics(q, links);
    (x - target.0).hypot(y - target.1)
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct State {
    x: f64,
    v: f64,
    theta: f64,
    omega: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Cart {
    mass: f64,
    pole: f64,
    length: f64,
}

#[differentiable]
impl Cart {
    fn derivative(&self, s: &State, force: f64) -> State {
        let (sin, cos) = s.theta.sin_cos();
        let total = self.mass + self.pole;
        let push = (force + self.pole * self.length * s.omega.powi(2) * sin) / total;
        let alpha = (9.81 * sin - cos * push) / (self.length * (4.0 / 3.0 - self.pole * cos * cos / total));
        let a = push - self.pole * self.length * alpha * cos / total;
        State { x: s.v, v: a, theta: s.omega, omega: alpha }
    }
    fn rk4(&self, s: State, force: f64, dt: f64) -> State {
        let shifted = |k: &State, h: f64| State {
            x: s.x + h * k.x,
            v: s.v + h * k.v,
            theta: s.theta + h * k.theta,
            omega: s.omega + h * k.omega,
        };
        let k1 = self.derivative(&s, force);
        let k2 = self.derivative(&shifted(&k1, 0.5 * dt), force);
        let k3 = self.derivative(&shifted(&k2, 0.5 * dt), force);
        let k4 = self.derivative(&shifted(&k3, dt), force);
        State {
            x: s.x + dt / 6.0 * (k1.x + 2.0 * k2.x + 2.0 * k3.x + k4.x),
            v: s.v + dt / 6.0 * (k1.v + 2.0 * k2.v + 2.0 * k3.v + k4.v),
            theta: s.theta + dt / 6.0 * (k1.theta + 2.0 * k2.theta + 2.0 * k3.theta + k4.theta),
            omega: s.omega + dt / 6.0 * (k1.omega + 2.0 * k2.omega + 2.0 * k3.omega + k4.omega),
        }
    }
}

/// What it costs to hold a pole up with forces.
#[differentiable]
fn rollout(cart: &Cart, forces: &[f64], start: State) -> f64 {
    let mut s = start;
    let mut trajectory = Vec::with_capacity(forces.len());
    for &f in forces {
        s = cart.rk4(s, f, 0.05);
        trajectory.push(s);
    }
    let effort: f64 = forces.iter().map(|f| f * f).sum();
    trajectory.iter().map(|s| s.theta.powi(2) + 0.1 * s.x.powi(2)).sum::<f64>() + 0.001 * effort
}

/// The gain of a linear regulator by iterating Riccati's equation on two by two matrices.
#[differentiable]
fn riccati(a: [[f64; 2]; 2], b: [f64; 2], r: f64) -> f64 {
    let mut p = [[1.0, 0.0], [0.0, 1.0]];
    for _ in 0..20 {
        let pb = [p[0][0] * b[0] + p[0][1] * b[1], p[1][0] * b[0] + p[1][1] * b[1]];
        let s = r + b[0] * pb[0] + b[1] * pb[1];
        let ka = [(pb[0] * a[0][0] + pb[1] * a[1][0]) / s, (pb[0] * a[0][1] + pb[1] * a[1][1]) / s];
        let closed =
            [[a[0][0] - b[0] * ka[0], a[0][1] - b[0] * ka[1]], [a[1][0] - b[1] * ka[0], a[1][1] - b[1] * ka[1]]];
        let mut next = [[1.0, 0.0], [0.0, 1.0]];
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    for l in 0..2 {
                        next[i][j] += a[k][i] * p[k][l] * closed[l][j];
                    }
                }
            }
        }
        if (0..2).all(|i| (0..2).all(|j| (next[i][j] - p[i][j]).abs() < 1e-13)) {
            break;
        }
        p = next;
    }
    p[0][0] + p[1][1]
}

#[derive(Clone, Debug)]
enum Factor {
    Prior { node: usize, mean: [f64; 2] },
    Odometry { from: usize, to: usize, moved: [f64; 2] },
    Landmark { node: usize, seen: f64, at: [f64; 2] },
}

/// The residual of a graph of poses.
#[differentiable]
fn graph_error(poses: &[[f64; 2]], #[constant] factors: &[Factor]) -> f64 {
    let mut total = 0.0;
    for factor in factors {
        total += match factor {
            Factor::Prior { node, mean } => {
                let p = poses[*node];
                (p[0] - mean[0]).powi(2) + (p[1] - mean[1]).powi(2)
            }
            Factor::Odometry { from, to, moved } => {
                let (p, q) = (&poses[*from], &poses[*to]);
                p.iter().zip(q).zip(moved).map(|((p, q), m)| (q - p - m).powi(2)).sum::<f64>()
            }
            &Factor::Landmark { node, seen, at } => {
                let [x, y] = poses[node];
                ((x - at[0]).hypot(y - at[1]) - seen).powi(2)
            }
        };
    }
    total
}

fn wrap(angle: f64) -> f64 {
    let turned = (angle + PI) % (2.0 * PI);
    if turned < 0.0 { turned + PI } else { turned - PI }
}

/// Pure pursuit along waypoints that are dropped once they are reached.
#[differentiable]
fn pursuit(gain: f64, speed: f64, #[constant] waypoints: &[(f64, f64)]) -> f64 {
    let mut left = waypoints.to_vec();
    let (mut x, mut y, mut heading, mut cost) = (0.0, 0.0, 0.0, 0.0);
    for _ in 0..60 {
        let Some(&(tx, ty)) = left.first() else { break };
        let (dx, dy) = (tx - x, ty - y);
        let distance: f64 = (dx * dx + dy * dy).sqrt();
        if distance < 0.3 {
            left.remove(0);
            continue;
        }
        let error: f64 = dy.atan2(dx) - heading;
        let error = error.sin().atan2(error.cos());
        heading += 0.1 * gain * error;
        x += 0.1 * speed * heading.cos();
        y += 0.1 * speed * heading.sin();
        cost += 0.1 * distance * distance + error * error;
    }
    cost + left.len() as f64 * wrap(7.0)
}

#[test]
fn arms() {
    let links = [(Joint::Revolute, 1.0, 0.1), (Joint::Fixed, 0.2, 0.4), (Joint::Prismatic, 0.7, -0.3)];
    let links = links.map(|(joint, length, offset)| Link { name: format!("{joint:?}"), joint, length, offset });
    assert_eq!(links[1].name, "Fixed");
    let x = [0.6, 0.2];
    let (value, g) = miss::value_and_gradient(&x, &links, (0.3, 1.5));
    held(&x, |x| miss(x, &links, (0.3, 1.5)), value, &g);
}

#[test]
fn poles_and_regulators() {
    let cart = |x: &[f64]| Cart { mass: x[0], pole: x[1], length: x[2] };
    let start = |x: &[f64]| State { x: 0.1, v: x[0], theta: x[1], omega: -0.1 };
    let x = [1.0, 0.2, 0.5, 1.0, -2.0, 0.5, 0.1, 0.2];
    let (value, (c, f, s)) = rollout::value_and_gradient(&cart(&x), &x[3..6], start(&x[6..]));
    let g = [vec![c.mass, c.pole, c.length], f, vec![s.v, s.theta]].concat();
    held(&x, |x| rollout(&cart(x), &x[3..6], start(&x[6..])), value, &g);
    let x = [1.0, 0.1, -0.1, 0.9, 0.0, 0.1, 0.5];
    let of = |x: &[f64]| riccati([[x[0], x[1]], [x[2], x[3]]], [x[4], x[5]], x[6]);
    let (value, (a, b, r)) = riccati::value_and_gradient([[x[0], x[1]], [x[2], x[3]]], [x[4], x[5]], x[6]);
    held(&x, of, value, &[a.concat(), b.to_vec(), vec![r]].concat());
}

#[test]
fn maps_and_paths() {
    let factors = [
        Factor::Prior { node: 0, mean: [0.1, 0.0] },
        Factor::Odometry { from: 0, to: 1, moved: [1.0, 0.2] },
        Factor::Landmark { node: 1, seen: 0.8, at: [1.5, 1.0] },
    ];
    let x = [0.2, -0.1, 1.1, 0.3];
    let poses = |x: &[f64]| [[x[0], x[1]], [x[2], x[3]]];
    let (value, g) = graph_error::value_and_gradient(&poses(&x), &factors);
    held(&x, |x| graph_error(&poses(x), &factors), value, &g.concat());
    let waypoints = [(1.0, 0.4), (2.0, 1.6)];
    let (value, g) = pursuit::value_and_gradient(3.0, 1.1, &waypoints);
    held(&[3.0, 1.1], |x| pursuit(x[0], x[1], &waypoints), value, &[g.0, g.1]);
}
