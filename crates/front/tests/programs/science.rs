// Physics, chemistry, astronomy.

use std::f64::consts::{PI, TAU};

const G: f64 = 6.674e-11;
const BOLTZMANN: f64 = 1.380649e-23;
static MASSES: [f64; 3] = [1.0, 0.5, 0.25];

#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

impl Vec3 {
    const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    fn cross(&self, o: &Vec3) -> Vec3 {
        Vec3::new(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }

    fn norm(&self) -> f64 {
        self.dot(*self).sqrt()
    }

    fn normalized(self) -> Option<Self> {
        let n = self.norm();
        if n > f64::EPSILON { Some(self / n) } else { None }
    }
}

impl std::ops::Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl std::ops::Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl std::ops::Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, k: f64) -> Vec3 {
        Vec3::new(self.x * k, self.y * k, self.z * k)
    }
}

impl std::ops::Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}

impl std::ops::Div<f64> for Vec3 {
    type Output = Self;
    fn div(self, k: f64) -> Self {
        Self::new(self.x / k, self.y / k, self.z / k)
    }
}

impl std::ops::Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        Vec3 { x: -self.x, y: -self.y, z: -self.z }
    }
}

impl std::ops::AddAssign for Vec3 {
    fn add_assign(&mut self, o: Vec3) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}

impl std::ops::SubAssign<Vec3> for Vec3 {
    fn sub_assign(&mut self, o: Vec3) {
        *self = *self - o;
    }
}

impl std::iter::Sum for Vec3 {
    fn sum<I: Iterator<Item = Vec3>>(iter: I) -> Vec3 {
        iter.fold(Vec3::ZERO, |a, b| a + b)
    }
}

#[derive(Clone, Debug)]
pub struct Body {
    at: Vec3,
    v: Vec3,
    m: f64,
}

#[derive(Clone, Debug)]
pub struct System {
    bodies: Vec<Body>,
    softening: f64,
}

impl System {
    fn kinetic(&self) -> f64 {
        self.bodies.iter().map(|b| 0.5 * b.m * b.v.dot(b.v)).sum()
    }

    fn potential(&self) -> f64 {
        let mut e = 0.0;
        for (i, a) in self.bodies.iter().enumerate() {
            for b in &self.bodies[i + 1..] {
                let d = a.at - b.at;
                e -= a.m * b.m / (d.dot(d) + self.softening.powi(2)).sqrt();
            }
        }
        e
    }

    fn accelerations(&self) -> Vec<Vec3> {
        self.bodies
            .iter()
            .enumerate()
            .map(|(i, a)| {
                self.bodies
                    .iter()
                    .enumerate()
                    .filter(|&(j, _)| i != j)
                    .map(|(_, b)| {
                        let d = b.at - a.at;
                        let r2 = d.dot(d) + self.softening * self.softening;
                        d * (b.m / (r2 * r2.sqrt()))
                    })
                    .sum()
            })
            .collect()
    }

    fn step(&mut self, dt: f64) {
        let acc = self.accelerations();
        for (b, a) in self.bodies.iter_mut().zip(acc) {
            b.v += a * dt;
            b.at += b.v * dt;
        }
    }

    fn center(&self) -> Vec3 {
        let total: f64 = self.bodies.iter().map(|b| b.m).sum();
        let c: Vec3 = self.bodies.iter().map(|b| b.m * b.at).sum();
        c / total
    }
}

fn energy_after(system: &System, steps: usize, dt: f64) -> f64 {
    let mut s = system.clone();
    for _ in 0..steps {
        s.step(dt);
    }
    s.kinetic() + s.potential()
}

fn leapfrog(q: &mut [f64], p: &mut [f64], dt: f64, n: usize) {
    let force = |q: &[f64]| -> Vec<f64> { q.iter().map(|x| -x - 0.1 * x.powi(3)).collect() };
    let mut f = force(q);
    for _ in 0..n {
        for ((pi, qi), fi) in p.iter_mut().zip(q.iter_mut()).zip(&f) {
            *pi += 0.5 * dt * fi;
            *qi += dt * *pi;
        }
        f = force(q);
        p.iter_mut().zip(f.iter()).for_each(|(pi, fi)| *pi += 0.5 * dt * fi);
    }
}

fn rk4(y0: [f64; 2], t0: f64, t1: f64, n: usize, k: f64) -> [f64; 2] {
    let f = |t: f64, y: &[f64; 2]| [y[1], -k * y[0] + (2.0 * t).cos()];
    let h = (t1 - t0) / n as f64;
    let mut y = y0;
    let mut t = t0;
    for _ in 0..n {
        let k1 = f(t, &y);
        let k2 = f(t + h / 2.0, &add(&y, &k1, h / 2.0));
        let k3 = f(t + h / 2.0, &add(&y, &k2, h / 2.0));
        let k4 = f(t + h, &add(&y, &k3, h));
        for i in 0..2 {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
        t += h;
    }
    y
}

fn add<const N: usize>(y: &[f64; N], k: &[f64; N], h: f64) -> [f64; N] {
    let mut out = *y;
    for (o, k) in out.iter_mut().zip(k) {
        *o += h * k;
    }
    out
}

fn ising(spins: &[Vec<i32>], j: f64, h: f64) -> f64 {
    let (rows, cols) = (spins.len(), spins[0].len());
    let mut e = 0.0;
    for r in 0..rows {
        for c in 0..cols {
            let s = spins[r][c];
            let right = spins[r][(c + 1) % cols];
            let down = spins[(r + 1) % rows][c];
            e -= j * f64::from(s * (right + down)) + h * s as f64;
        }
    }
    e
}

fn kepler(mean: f64, ecc: f64) -> f64 {
    let mut e = if ecc < 0.8 { mean } else { PI };
    let mut count = 0;
    loop {
        let delta = (e - ecc * e.sin() - mean) / (1.0 - ecc * e.cos());
        e -= delta;
        count += 1;
        if delta.abs() < 1e-12 || count >= 50 {
            break e;
        }
    }
}

fn orbit(a: f64, e: f64, t: f64) -> (f64, f64) {
    let n = (G * MASSES[0] / a.powi(3)).sqrt();
    let m = (n * t).rem_euclid(TAU);
    let big = kepler(m, e);
    let (s, c) = big.sin_cos();
    (a * (c - e), a * (1.0 - e * e).sqrt() * s)
}

fn heat(u: &[f64], alpha: f64, dx: f64, dt: f64, steps: usize) -> Vec<f64> {
    let mut now = u.to_vec();
    let mut next = vec![0.0; now.len()];
    let r = alpha * dt / dx.powi(2);
    for _ in 0..steps {
        next[0] = now[0];
        *next.last_mut().unwrap() = now[now.len() - 1];
        for i in 1..now.len() - 1 {
            next[i] = now[i] + r * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
        }
        std::mem::swap(&mut now, &mut next);
    }
    now
}

fn laplacian(grid: &[Vec<f64>]) -> Vec<Vec<f64>> {
    grid.windows(3)
        .map(|rows| {
            let [up, mid, down] = rows else { unreachable!() };
            (1..mid.len() - 1).map(|j| up[j] + down[j] + mid[j - 1] + mid[j + 1] - 4.0 * mid[j]).collect()
        })
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gas {
    Ideal,
    VanDerWaals { a: f64, b: f64 },
    Virial(f64, f64),
}

fn pressure(gas: Gas, n: f64, v: f64, t: f64) -> f64 {
    let rho = n / v;
    let rt = 8.314 * t;
    match gas {
        Gas::Ideal => rho * rt,
        Gas::VanDerWaals { a, b } if v > n * b => n * rt / (v - n * b) - a * rho.powi(2),
        Gas::VanDerWaals { .. } => f64::INFINITY,
        Gas::Virial(b2, b3) => rho * rt * (1.0 + b2 * rho + b3 * rho * rho),
    }
}

fn partition_function(levels: &[(f64, u32)], t: f64) -> f64 {
    let beta = 1.0 / (BOLTZMANN * t);
    levels.iter().map(|&(e, g)| g as f64 * (-beta * e).exp()).sum::<f64>()
}

fn arrhenius(rates: &[(f64, f64)], t: f64) -> Vec<f64> {
    rates.iter().map(|(a, ea)| a * (-ea / (8.314 * t)).exp()).collect()
}

fn reaction(c: &mut [f64; 3], k: [f64; 2], dt: f64, steps: u32) -> f64 {
    let mut worst: f64 = 0.0;
    for _ in 0..steps {
        let [a, b, _] = *c;
        let (r1, r2) = (k[0] * a, k[1] * b * b);
        c[0] -= r1 * dt;
        c[1] += (r1 - r2) * dt;
        c[2] += r2 * dt;
        worst = worst.max(c.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    }
    worst
}

fn lennard_jones(positions: &[[f64; 3]], epsilon: f64, sigma: f64, cutoff: Option<f64>) -> f64 {
    let mut e = 0.0;
    for i in 0..positions.len() {
        for j in 0..i {
            let r2: f64 = positions[i].iter().zip(&positions[j]).map(|(a, b)| (a - b).powi(2)).sum();
            if let Some(rc) = cutoff {
                if r2 > rc * rc {
                    continue;
                }
            }
            let s6 = (sigma * sigma / r2).powi(3);
            e += 4.0 * epsilon * (s6 * s6 - s6);
        }
    }
    e
}

fn spectrum(signal: &[f64]) -> Vec<(f64, f64)> {
    let n = signal.len();
    (0..n / 2)
        .map(|k| {
            let w = TAU * k as f64 / n as f64;
            signal.iter().enumerate().fold((0.0, 0.0), |(re, im), (t, x)| {
                let angle = w * t as f64;
                (re + x * angle.cos(), im - x * angle.sin())
            })
        })
        .collect()
}

fn power(signal: &[f64]) -> f64 {
    spectrum(signal).into_iter().map(|(re, im)| re.hypot(im)).fold(0.0, |a, b| a + b)
}

fn torque(forces: &[(Vec3, Vec3)]) -> f64 {
    let total = forces.iter().fold(Vec3::default(), |t, (at, f)| t + at.cross(f));
    -total.z + total.normalized().map_or(0.0, |n| n.dot(Vec3::new(0.0, 0.0, 1.0)))
}

fn refract(n: Vec3, d: Vec3, eta: f64) -> Option<Vec3> {
    let cos = -n.dot(d);
    let k = 1.0 - eta * eta * (1.0 - cos * cos);
    (k >= 0.0).then(|| eta * d + (eta * cos - k.sqrt()) * n)
}

fn simpson<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / (2 * n) as f64;
    let odd: f64 = (0..n).map(|i| f(a + (2 * i + 1) as f64 * h)).sum();
    let even: f64 = (1..n).map(|i| f(a + (2 * i) as f64 * h)).sum();
    h / 3.0 * (f(a) + 4.0 * odd + 2.0 * even + f(b))
}

fn planck(t: f64, bands: &[(f64, f64)]) -> f64 {
    let b = |l: f64| 1.0 / (l.powi(5) * ((0.0143877 / (l * t)).exp_m1()));
    bands.iter().map(|&(from, to)| simpson(b, from, to, 16)).sum()
}

fn decay_chain(n0: f64, lambdas: &[f64], t: f64) -> f64 {
    let mut total = 0.0;
    let product: f64 = lambdas[..lambdas.len() - 1].iter().product();
    for (i, li) in lambdas.iter().enumerate() {
        let mut d = 1.0;
        for (j, lj) in lambdas.iter().enumerate() {
            if i == j {
                continue;
            }
            d *= lj - li;
        }
        total += (-li * t).exp() / d;
    }
    n0 * product * total
}

fn lorenz(state: (f64, f64, f64), p: (f64, f64, f64), dt: f64, n: i32) -> (f64, f64, f64) {
    let (sigma, rho, beta) = p;
    let mut s = state;
    let mut i = 0;
    while i < n {
        let (x, y, z) = s;
        s = (x + dt * sigma * (y - x), y + dt * (x * (rho - z) - y), z + dt * (x * y - beta * z));
        i += 1;
    }
    s
}

fn quaternion(q: [f64; 4], r: [f64; 4]) -> [f64; 4] {
    let [a, b, c, d] = q;
    let [e, f, g, h] = r;
    [
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    ]
}

fn drag(v: &mut Vec3, k: f64, wind: Option<&Vec3>) -> f64 {
    let w = wind.copied().unwrap_or_default();
    let relative = *v - w;
    *v -= relative * k;
    let Some(along) = relative.normalized() else { return 0.0 };
    along.dot(*v)
}
