// Kinematics, filters, control, geometry.

use std::f64::consts::PI;
use std::ops::{Index, IndexMut, Mul};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix<const R: usize, const C: usize>([[f64; C]; R]);

impl<const R: usize, const C: usize> Matrix<R, C> {
    fn zero() -> Self {
        Matrix([[0.0; C]; R])
    }

    fn from_fn(f: impl Fn(usize, usize) -> f64) -> Self {
        Self(std::array::from_fn(|i| std::array::from_fn(|j| f(i, j))))
    }

    fn transpose(&self) -> Matrix<C, R> {
        Matrix::from_fn(|i, j| self.0[j][i])
    }

    fn times<const K: usize>(&self, other: &Matrix<C, K>) -> Matrix<R, K> {
        let mut out = Matrix::zero();
        for i in 0..R {
            for j in 0..K {
                for k in 0..C {
                    out[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        out
    }

    fn norm(&self) -> f64 {
        self.0.iter().flatten().map(|v| v * v).sum::<f64>().sqrt()
    }
}

impl<const R: usize, const C: usize> Index<(usize, usize)> for Matrix<R, C> {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.0[i][j]
    }
}

impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<R, C> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.0[i][j]
    }
}

impl<const R: usize, const C: usize> Mul<f64> for Matrix<R, C> {
    type Output = Self;
    fn mul(mut self, k: f64) -> Self {
        for row in self.0.iter_mut() {
            for v in row {
                *v *= k;
            }
        }
        self
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Joint {
    a: f64,
    alpha: f64,
    d: f64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Revolute,
    Prismatic,
}

fn link(j: &Joint, q: f64) -> Matrix<4, 4> {
    let (theta, d) = match j.kind {
        Kind::Revolute => (q, j.d),
        Kind::Prismatic => (0.0, j.d + q),
    };
    let (st, ct) = theta.sin_cos();
    let (sa, ca) = j.alpha.sin_cos();
    Matrix([
        [ct, -st * ca, st * sa, j.a * ct],
        [st, ct * ca, -ct * sa, j.a * st],
        [0.0, sa, ca, d],
        [0.0, 0.0, 0.0, 1.0],
    ])
}

fn forward(joints: &[Joint], q: &[f64]) -> [f64; 3] {
    let identity = Matrix::<4, 4>::from_fn(|i, j| if i == j { 1.0 } else { 0.0 });
    let t = joints.iter().zip(q).fold(identity, |t, (j, q)| t.times(&link(j, *q)));
    [t[(0, 3)], t[(1, 3)], t[(2, 3)]]
}

fn reach(joints: &[Joint], q: &[f64], target: [f64; 3]) -> f64 {
    let p = forward(joints, q);
    p.iter().zip(target).map(|(a, b)| (a - b).powi(2)).sum()
}

#[derive(Clone, Debug)]
pub struct Kalman {
    x: Matrix<2, 1>,
    p: Matrix<2, 2>,
    q: f64,
    r: f64,
}

impl Kalman {
    fn predict(&mut self, dt: f64) {
        let f = Matrix([[1.0, dt], [0.0, 1.0]]);
        self.x = f.times(&self.x);
        self.p = f.times(&self.p).times(&f.transpose());
        self.p[(0, 0)] += self.q;
        self.p[(1, 1)] += self.q;
    }

    fn update(&mut self, z: f64) -> f64 {
        let innovation = z - self.x[(0, 0)];
        let s = self.p[(0, 0)] + self.r;
        let k = [self.p[(0, 0)] / s, self.p[(1, 0)] / s];
        for i in 0..2 {
            self.x[(i, 0)] += k[i] * innovation;
        }
        let old = self.p;
        for i in 0..2 {
            for j in 0..2 {
                self.p[(i, j)] = old[(i, j)] - k[i] * old[(0, j)];
            }
        }
        -0.5 * (innovation.powi(2) / s + s.ln())
    }

    fn run(&self, z: &[f64], dt: f64) -> f64 {
        let mut filter = self.clone();
        let mut ll = 0.0;
        for &z in z {
            filter.predict(dt);
            ll += filter.update(z);
        }
        ll
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Pid {
    kp: f64,
    ki: f64,
    kd: f64,
    integral: f64,
    last: Option<f64>,
    limit: f64,
}

impl Pid {
    fn control(&mut self, error: f64, dt: f64) -> f64 {
        self.integral = (self.integral + error * dt).clamp(-self.limit, self.limit);
        let slope = self.last.map(|l| (error - l) / dt).unwrap_or_default();
        self.last = Some(error);
        self.kp * error + self.ki * self.integral + self.kd * slope
    }
}

fn track(pid: &Pid, reference: &[f64], dt: f64) -> f64 {
    let mut pid = *pid;
    let (mut y, mut v) = (0.0, 0.0);
    let mut cost = 0.0;
    for r in reference {
        let u = pid.control(r - y, dt);
        v += dt * (u - 0.3 * v);
        y += dt * v;
        cost += (r - y).powi(2) + 1e-3 * u * u;
    }
    cost * dt
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    x: f64,
    y: f64,
    heading: f64,
}

impl Pose {
    fn compose(self, other: Pose) -> Pose {
        let (s, c) = self.heading.sin_cos();
        Pose {
            x: self.x + c * other.x - s * other.y,
            y: self.y + s * other.x + c * other.y,
            heading: wrap(self.heading + other.heading),
        }
    }

    fn inverse(self) -> Pose {
        let (s, c) = self.heading.sin_cos();
        Pose { x: -c * self.x - s * self.y, y: s * self.x - c * self.y, heading: -self.heading }
    }

    fn see(&self, landmark: (f64, f64)) -> (f64, f64) {
        let (dx, dy) = (landmark.0 - self.x, landmark.1 - self.y);
        (dx.hypot(dy), wrap(dy.atan2(dx) - self.heading))
    }
}

fn wrap(mut a: f64) -> f64 {
    while a > PI {
        a -= 2.0 * PI;
    }
    while a <= -PI {
        a += 2.0 * PI;
    }
    a
}

fn slam(poses: &[Pose], odometry: &[Pose], seen: &[(usize, usize, f64, f64)], landmarks: &[(f64, f64)]) -> f64 {
    let mut cost = 0.0;
    for (pair, u) in poses.windows(2).zip(odometry) {
        let d = pair[0].inverse().compose(pair[1]);
        cost += (d.x - u.x).powi(2) + (d.y - u.y).powi(2) + wrap(d.heading - u.heading).powi(2);
    }
    for &(pose, mark, range, bearing) in seen {
        let (r, b) = poses[pose].see(landmarks[mark]);
        cost += (r - range).powi(2) + wrap(b - bearing).powi(2);
    }
    cost
}

fn drive(start: Pose, commands: &[(f64, f64)], dt: f64) -> Vec<Pose> {
    let mut all = vec![start];
    for &(v, w) in commands {
        let now = *all.last().unwrap();
        all.push(now.compose(Pose { x: v * dt, y: 0.0, heading: w * dt }));
    }
    all
}

fn bezier(points: &[[f64; 2]], t: f64) -> [f64; 2] {
    let mut p = points.to_vec();
    while p.len() > 1 {
        p = p.windows(2).map(|w| [w[0][0] + t * (w[1][0] - w[0][0]), w[0][1] + t * (w[1][1] - w[0][1])]).collect();
    }
    p[0]
}

fn length(points: &[[f64; 2]], n: usize) -> f64 {
    let at = (0..=n).map(|k| bezier(points, k as f64 / n as f64)).collect::<Vec<[f64; 2]>>();
    at.iter().zip(at.iter().skip(1)).map(|(p, q)| (p[0] - q[0]).hypot(p[1] - q[1])).sum()
}

fn signed_area(polygon: &[(f64, f64)]) -> f64 {
    let n = polygon.len();
    (0..n).map(|i| (polygon[i], polygon[(i + 1) % n])).map(|((x0, y0), (x1, y1))| x0 * y1 - x1 * y0).sum::<f64>() / 2.0
}

fn nearest(points: &[(f64, f64)], q: (f64, f64)) -> Option<(usize, f64)> {
    let mut best = None;
    for (i, p) in points.iter().enumerate() {
        let d = (p.0 - q.0).hypot(p.1 - q.1);
        match best {
            Some((_, b)) if b <= d => {}
            _ => best = Some((i, d)),
        }
    }
    best
}

fn minimum_jerk(x0: f64, x1: f64, times: &[f64]) -> Vec<(f64, f64)> {
    times
        .iter()
        .map(|&t| {
            let t3 = t.powi(3);
            let s = t3 * (10.0 - 15.0 * t + 6.0 * t * t);
            let v = 30.0 * t * t * (1.0 - t).powi(2);
            (x0 + (x1 - x0) * s, (x1 - x0) * v)
        })
        .collect()
}

fn lqr_cost(a: [[f64; 2]; 2], b: [f64; 2], k: [f64; 2], x0: [f64; 2], n: usize) -> f64 {
    let mut x = x0;
    let mut cost = 0f64;
    for _ in 0..n {
        let u = -(k[0] * x[0] + k[1] * x[1]);
        cost += x.iter().map(|v| v * v).sum::<f64>() + 0.1 * u * u;
        let mut next = [0.0; 2];
        for (i, row) in a.iter().enumerate() {
            next[i] = row.iter().zip(&x).map(|(a, x)| a * x).sum::<f64>() + b[i] * u;
        }
        x = next;
    }
    cost
}

fn particle_filter(particles: &mut Vec<(f64, f64)>, z: f64, sd: f64) -> f64 {
    let mut total = 0.0;
    for (x, w) in particles.iter_mut() {
        *w *= (-0.5 * ((z - *x) / sd).powi(2)).exp();
        total += *w;
    }
    particles.retain(|(_, w)| *w > 1e-9);
    particles.iter_mut().for_each(|p| p.1 /= total);
    particles.iter().map(|&(x, w)| x * w).sum()
}

#[derive(Debug)]
pub enum Shape {
    Sphere { center: [f64; 3], radius: f64 },
    Plane([f64; 3], f64),
    Union(Vec<Shape>),
    Shell(Box<Shape>, f64),
}

impl Shape {
    fn distance(&self, p: [f64; 3]) -> f64 {
        match self {
            Shape::Sphere { center, radius } => {
                let d2: f64 = center.iter().zip(&p).map(|(c, p)| (c - p) * (c - p)).sum();
                d2.sqrt() - radius
            }
            Shape::Plane(n, h) => n.iter().zip(p).map(|(n, p)| n * p).sum::<f64>() + h,
            Shape::Union(parts) => parts.iter().map(|s| s.distance(p)).fold(f64::INFINITY, f64::min),
            Shape::Shell(inner, t) => inner.distance(p).abs() - t,
        }
    }
}

fn march(scene: &Shape, from: [f64; 3], dir: [f64; 3]) -> Option<f64> {
    let mut t = 0.0;
    for _ in 0..64 {
        let p = [from[0] + t * dir[0], from[1] + t * dir[1], from[2] + t * dir[2]];
        let d = scene.distance(p);
        if d < 1e-4 {
            return Some(t);
        }
        t += d;
        if t > 100.0 {
            break;
        }
    }
    None
}
