//! Robotics and geodesy: chains, rotations, filters, distances.

use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

type Mat3 = [[f64; 3]; 3];

fn rot_z(a: f64) -> Mat3 {
    let (s, c) = a.sin_cos();
    [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
}

fn mat_mul(a: &Mat3, b: &Mat3) -> Mat3 {
    let mut c = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            for k in 0..3 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

/// Forward kinematics of a planar chain by homogeneous matrices.
#[differentiable]
fn reach(angles: &[f64], lengths: &[f64], target: [f64; 2]) -> f64 {
    let mut t: Mat3 = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for (a, l) in angles.iter().zip(lengths) {
        t = mat_mul(&t, &rot_z(*a));
        let mut shift = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        shift[0][2] = *l;
        t = mat_mul(&t, &shift);
    }
    (t[0][2] - target[0]).powi(2) + (t[1][2] - target[1]).powi(2)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Quat {
    w: f64,
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Quat {
    fn from_axis_angle(axis: [f64; 3], angle: f64) -> Self {
        let n = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
        let s = (0.5 * angle).sin() / n;
        Self { w: (0.5 * angle).cos(), x: axis[0] * s, y: axis[1] * s, z: axis[2] * s }
    }
    fn conj(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z, ..self }
    }
    fn rotate(self, v: [f64; 3]) -> [f64; 3] {
        let p = Quat { w: 0.0, x: v[0], y: v[1], z: v[2] };
        let r = self * p * self.conj();
        [r.x, r.y, r.z]
    }
}

#[differentiable]
impl std::ops::Mul for Quat {
    type Output = Quat;
    fn mul(self, o: Quat) -> Quat {
        Quat {
            w: self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
            x: self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
            y: self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
            z: self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
        }
    }
}

#[differentiable]
fn pointing(yaw: f64, pitch: f64) -> f64 {
    let q = Quat::from_axis_angle([0.0, 0.0, 1.0], yaw) * Quat::from_axis_angle([0.0, 1.0, 0.0], pitch);
    let [x, y, z] = q.rotate([1.0, 0.0, 0.0]);
    x * 0.3 + y * y + z.abs()
}

/// Extended Kalman filter for range measurements (2 states), own small matrices.
#[differentiable]
fn ekf(q: f64, r: f64, #[constant] ranges: &[f64]) -> f64 {
    let mut x = [1.0, 0.5];
    let mut p = [[1.0, 0.0], [0.0, 1.0]];
    let mut nll = 0.0;
    for &z in ranges {
        x[0] += 0.1 * x[1];
        p = [
            [p[0][0] + 0.1 * (p[1][0] + p[0][1]) + 0.01 * p[1][1] + q, p[0][1] + 0.1 * p[1][1]],
            [p[1][0] + 0.1 * p[1][1], p[1][1] + q],
        ];
        let pred = (x[0] * x[0] + 1.0).sqrt();
        let h = [x[0] / pred, 0.0];
        let s = h[0] * (p[0][0] * h[0] + p[0][1] * h[1]) + h[1] * (p[1][0] * h[0] + p[1][1] * h[1]) + r;
        let k: Vec<f64> = p.iter().map(|row| (row[0] * h[0] + row[1] * h[1]) / s).collect();
        let y = z - pred;
        for i in 0..2 {
            x[i] += k[i] * y;
        }
        let old = p;
        for i in 0..2 {
            for j in 0..2 {
                p[i][j] -= k[i] * (h[0] * old[0][j] + h[1] * old[1][j]);
            }
        }
        nll += 0.5 * (s.ln() + y * y / s);
    }
    nll
}

/// A path through waypoints: length, curvature and clearance.
#[differentiable]
fn path_cost(xs: &[f64], ys: &[f64], #[constant] obstacles: &[(f64, f64, f64)]) -> f64 {
    let points: Vec<(f64, f64)> = xs.iter().copied().zip(ys.iter().copied()).collect();
    let length: f64 = points.windows(2).map(|w| (w[1].0 - w[0].0).hypot(w[1].1 - w[0].1)).sum();
    let bending: f64 = points
        .windows(3)
        .map(|w| {
            let (ax, ay) = (w[2].0 - 2.0 * w[1].0 + w[0].0, w[2].1 - 2.0 * w[1].1 + w[0].1);
            ax * ax + ay * ay
        })
        .sum();
    let mut penalty = 0.0;
    for &(x, y) in &points {
        for &(ox, oy, r) in obstacles {
            let gap = ((x - ox).powi(2) + (y - oy).powi(2)).sqrt() - r;
            if gap < 0.5 {
                penalty += (0.5 - gap).powi(2);
            }
        }
    }
    length + 0.1 * bending + 10.0 * penalty
}

#[derive(Clone, Debug, Differentiable)]
struct Pid {
    kp: f64,
    ki: f64,
    kd: f64,
    integral: f64,
    last: f64,
}

#[differentiable]
impl Pid {
    fn new(gains: [f64; 3]) -> Self {
        let [kp, ki, kd] = gains;
        Self { kp, ki, kd, integral: 0.0, last: 0.0 }
    }
    fn update(&mut self, error: f64, dt: f64) -> f64 {
        self.integral = (self.integral + error * dt).clamp(-2.0, 2.0);
        let derivative = (error - self.last) / dt;
        self.last = error;
        self.kp * error + self.ki * self.integral + self.kd * derivative
    }
}

#[differentiable]
fn tracking(gains: [f64; 3], target: f64) -> f64 {
    let mut pid = Pid::new(gains);
    let (mut x, mut v, mut cost) = (0.0, 0.0, 0.0);
    for k in 0..40 {
        let u = pid.update(target - x, 0.05);
        v += (u - 0.5 * v) * 0.05;
        x += v * 0.05;
        if k >= 20 {
            cost += (target - x).powi(2);
        }
    }
    cost
}

/// WGS84 geodetic to ECEF and distance.
const A: f64 = 6378137.0;
const F: f64 = 1.0 / 298.257223563;
const E2: f64 = F * (2.0 - F);

#[differentiable]
fn to_ecef(lat: f64, lon: f64, h: f64) -> [f64; 3] {
    let (slat, clat) = lat.to_radians().sin_cos();
    let (slon, clon) = lon.to_radians().sin_cos();
    let n = A / (1.0 - E2 * slat * slat).sqrt();
    [(n + h) * clat * clon, (n + h) * clat * slon, (n * (1.0 - E2) + h) * slat]
}

#[differentiable]
fn chord(p: [f64; 3], q: [f64; 3]) -> f64 {
    let a = to_ecef(p[0], p[1], p[2]);
    let b = to_ecef(q[0], q[1], q[2]);
    a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt() / 1e6
}

/// Vincenty's inverse formula.
#[differentiable]
fn vincenty(lat1: f64, lon1: f64, lat2: f64, lon2: f64) -> f64 {
    let b = A * (1.0 - F);
    let l = (lon2 - lon1).to_radians();
    let u1 = ((1.0 - F) * lat1.to_radians().tan()).atan();
    let u2 = ((1.0 - F) * lat2.to_radians().tan()).atan();
    let (su1, cu1) = u1.sin_cos();
    let (su2, cu2) = u2.sin_cos();
    let mut lambda = l;
    let mut iter = 0;
    let (sin_sigma, cos_sigma, sigma, cos2_alpha, cos_2sm) = loop {
        let (sl, cl) = lambda.sin_cos();
        let sin_sigma = ((cu2 * sl).powi(2) + (cu1 * su2 - su1 * cu2 * cl).powi(2)).sqrt();
        let cos_sigma = su1 * su2 + cu1 * cu2 * cl;
        let sigma = sin_sigma.atan2(cos_sigma);
        let sin_alpha = cu1 * cu2 * sl / sin_sigma;
        let cos2_alpha = 1.0 - sin_alpha * sin_alpha;
        let cos_2sm = cos_sigma - 2.0 * su1 * su2 / cos2_alpha;
        let c = F / 16.0 * cos2_alpha * (4.0 + F * (4.0 - 3.0 * cos2_alpha));
        let prev = lambda;
        lambda = l
            + (1.0 - c)
                * F
                * sin_alpha
                * (sigma + c * sin_sigma * (cos_2sm + c * cos_sigma * (-1.0 + 2.0 * cos_2sm.powi(2))));
        iter += 1;
        if (lambda - prev).abs() < 1e-12 || iter > 100 {
            break (sin_sigma, cos_sigma, sigma, cos2_alpha, cos_2sm);
        }
    };
    let u_sq = cos2_alpha * (A * A - b * b) / (b * b);
    let big_a = 1.0 + u_sq / 16384.0 * (4096.0 + u_sq * (-768.0 + u_sq * (320.0 - 175.0 * u_sq)));
    let big_b = u_sq / 1024.0 * (256.0 + u_sq * (-128.0 + u_sq * (74.0 - 47.0 * u_sq)));
    let delta = big_b * sin_sigma * (cos_2sm + big_b / 4.0 * (cos_sigma * (-1.0 + 2.0 * cos_2sm.powi(2))));
    b * big_a * (sigma - delta) / 1e6
}

/// Bundle adjustment residuals, one camera, distortion.
#[differentiable]
fn reprojection(camera: &[f64; 9], points: &[[f64; 3]], #[constant] seen: &[[f64; 2]]) -> f64 {
    let (rot, rest) = camera.split_at(3);
    let theta = rot.iter().map(|r| r * r).sum::<f64>().sqrt();
    let mut total = 0.0;
    for (p, s) in points.iter().zip(seen) {
        let axis: Vec<f64> = rot.iter().map(|r| r / theta).collect();
        let cross = [axis[1] * p[2] - axis[2] * p[1], axis[2] * p[0] - axis[0] * p[2], axis[0] * p[1] - axis[1] * p[0]];
        let dot = axis.iter().zip(p.iter()).map(|(a, b)| a * b).sum::<f64>() * (1.0 - theta.cos());
        let mut c = [0.0; 3];
        for k in 0..3 {
            c[k] = p[k] * theta.cos() + cross[k] * theta.sin() + axis[k] * dot + rest[k];
        }
        let (u, v) = (c[0] / c[2], c[1] / c[2]);
        let r2 = u * u + v * v;
        let d = 1.0 + r2 * (rest[4] + rest[5] * r2);
        total += (rest[3] * d * u - s[0]).powi(2) + (rest[3] * d * v - s[1]).powi(2);
    }
    total
}

#[test]
fn arms_and_rotations() {
    let x = [0.3, -0.5, 0.9, 1.0, 0.8, 0.6];
    let (value, (a, b, _)) = reach::value_and_gradient(&x[..3], &x[3..], [1.0, 0.5]);
    held(&x, |x| reach(&x[..3], &x[3..], [1.0, 0.5]), value, &[a, b].concat());
    let (value, (a, b)) = pointing::value_and_gradient(0.4, -0.7);
    held(&[0.4, -0.7], |x| pointing(x[0], x[1]), value, &[a, b]);
    let (value, (g, t)) = tracking::value_and_gradient([2.0, 0.5, 0.1], 1.2);
    held(&[2.0, 0.5, 0.1, 1.2], |x| tracking([x[0], x[1], x[2]], x[3]), value, &[g[0], g[1], g[2], t]);
}

#[test]
fn filters_and_paths() {
    let ranges = [1.5, 1.55, 1.62, 1.7];
    let (value, (q, r)) = ekf::value_and_gradient(0.1, 0.2, &ranges);
    held(&[0.1, 0.2], |x| ekf(x[0], x[1], &ranges), value, &[q, r]);
    let obstacles = [(1.0, 0.4, 0.3), (2.0, 1.5, 0.2)];
    let x = [0.0, 0.9, 2.1, 3.0, 0.0, 0.8, 0.9, 1.7];
    let (value, (a, b)) = path_cost::value_and_gradient(&x[..4], &x[4..], &obstacles);
    held(&x, |x| path_cost(&x[..4], &x[4..], &obstacles), value, &[a, b].concat());
    let camera = [0.1, -0.2, 0.3, 0.4, 0.1, 5.0, 1.2, 0.05, -0.02];
    let (points, seen) = ([[0.1, 0.2, 1.0], [-0.3, 0.4, 1.5]], [[0.2, 0.1], [0.0, 0.3]]);
    let (value, (g, _)) = reprojection::value_and_gradient(&camera, &points, &seen);
    held(&camera, |x| reprojection(x.try_into().unwrap(), &points, &seen), value, &g);
}

#[test]
fn distances() {
    let x = [48.1, 11.5, 520.0, 52.5, 13.4, 34.0];
    let (value, (p, q)) = chord::value_and_gradient([x[0], x[1], x[2]], [x[3], x[4], x[5]]);
    held(&x, |x| chord([x[0], x[1], x[2]], [x[3], x[4], x[5]]), value, &[p, q].concat());
    let x = [48.1, 11.5, 52.5, 13.4];
    let (value, (a, b, c, d)) = vincenty::value_and_gradient(x[0], x[1], x[2], x[3]);
    held(&x, |x| vincenty(x[0], x[1], x[2], x[3]), value, &[a, b, c, d]);
}
