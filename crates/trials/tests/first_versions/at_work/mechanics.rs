//! Mechanics: bodies, springs, optics, circuits, reactions.

use super::super::held;
use std::ops::{Add, Mul, Sub};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Default, Differentiable)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Vec3 {
    fn new(x: f64, y: f64, z: f64) -> Self {
        Vec3 { x, y, z }
    }
    fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[differentiable]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

#[differentiable]
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

#[differentiable]
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, k: f64) -> Vec3 {
        Vec3::new(self.x * k, self.y * k, self.z * k)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    #[constant]
    a: usize,
    #[constant]
    b: usize,
    rest: f64,
    stiffness: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Particle {
    position: Vec3,
    velocity: Vec3,
    mass: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Lattice {
    name: String,
    particles: Vec<Particle>,
    springs: Vec<Spring>,
    damping: f64,
}

#[differentiable]
impl Lattice {
    fn forces(&self) -> Vec<Vec3> {
        let mut forces = vec![Vec3::default(); self.particles.len()];
        for spring in &self.springs {
            let d = self.particles[spring.b].position - self.particles[spring.a].position;
            let length = d.norm();
            let f = d * (spring.stiffness * (length - spring.rest) / length);
            forces[spring.a] = forces[spring.a] + f;
            forces[spring.b] = forces[spring.b] - f;
        }
        for (f, p) in forces.iter_mut().zip(&self.particles) {
            *f = *f - p.velocity * self.damping;
        }
        forces
    }
    fn step(&mut self, dt: f64) {
        let forces = self.forces();
        for (p, f) in self.particles.iter_mut().zip(forces) {
            p.velocity = p.velocity + f * (dt / p.mass);
            p.position = p.position + p.velocity * dt;
        }
    }
    fn energy(&self) -> f64 {
        let kinetic: f64 = self.particles.iter().map(|p| 0.5 * p.mass * p.velocity.dot(p.velocity)).sum();
        let potential: f64 = self
            .springs
            .iter()
            .map(|s| {
                let d = (self.particles[s.a].position - self.particles[s.b].position).norm();
                0.5 * s.stiffness * (d - s.rest).powi(2)
            })
            .sum();
        kinetic + potential
    }
}

/// The energy of a lattice of springs after some time.
#[differentiable]
fn settled(lattice: &Lattice, steps: usize) -> f64 {
    let mut lattice = lattice.clone();
    for _ in 0..steps {
        lattice.step(0.02);
    }
    lattice.energy()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Surface {
    Sphere,
    Plane,
}

#[derive(Clone, Debug, Differentiable)]
struct Lens {
    radius: f64,
    thickness: f64,
    index: f64,
    #[constant]
    surface: Surface,
}

/// Where a ray crosses the axis behind a row of lenses: paraxial matrices.
#[differentiable]
fn focus(lenses: &[Lens], height: f64) -> f64 {
    let (mut y, mut u, mut n) = (height, 0.0, 1.0);
    for lens in lenses {
        let power = match lens.surface {
            Surface::Sphere => (lens.index - n) / lens.radius,
            Surface::Plane => 0.0,
        };
        u = (n * u - y * power) / lens.index;
        y += lens.thickness * u;
        n = lens.index;
    }
    let u = n * u;
    -y / u
}

/// Adaptive steps of Heun's method for a falling body with drag; how far it gets.
#[differentiable]
fn thrown(speed: f64, angle: f64, drag: f64) -> f64 {
    let derivative = |s: &[f64; 4]| {
        let v = (s[2] * s[2] + s[3] * s[3]).sqrt();
        [s[2], s[3], -drag * v * s[2], -9.81 - drag * v * s[3]]
    };
    let mut state = [0.0, 0.0, speed * angle.cos(), speed * angle.sin()];
    let mut dt = 0.05;
    let mut history = vec![state];
    while state[1] >= 0.0 && history.len() < 400 {
        let k1 = derivative(&state);
        let mut guess = state;
        for i in 0..4 {
            guess[i] += dt * k1[i];
        }
        let k2 = derivative(&guess);
        let error = k1.iter().zip(&k2).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) * dt;
        if error > 0.05 {
            dt *= 0.5;
            continue;
        }
        for i in 0..4 {
            state[i] += 0.5 * dt * (k1[i] + k2[i]);
        }
        history.push(state);
        if error < 0.01 {
            dt *= 1.5;
        }
    }
    let last = history[history.len() - 1];
    let before = history[history.len() - 2];
    let t = before[1] / (before[1] - last[1]);
    before[0] + t * (last[0] - before[0])
}

#[derive(Clone, Debug, Differentiable)]
enum Part {
    Resistor(f64),
    Capacitor(f64),
    Series(Vec<f64>),
}

#[differentiable]
impl Part {
    /// The magnitude of the impedance.
    fn impedance(&self, omega: f64) -> f64 {
        match self {
            Part::Resistor(r) => *r,
            Part::Capacitor(c) => 1.0 / (omega * c),
            Part::Series(all) => all.iter().sum(),
        }
    }
}

/// What a ladder of parts lets through.
#[differentiable]
fn ladder(parts: &[Part], omega: f64) -> f64 {
    let mut admittance = 0.0;
    for part in parts {
        admittance += 1.0 / part.impedance(omega);
    }
    1.0 / admittance
}

/// Heat on a rod whose grid is refined where it bends.
#[differentiable]
fn refined(left: f64, right: f64, source: f64) -> f64 {
    let mut x = vec![0.0, 0.25, 0.5, 0.75, 1.0];
    let mut t: Vec<f64> = x.iter().map(|x: &f64| left + (right - left) * x + source * (x * (1.0 - x)).sqrt()).collect();
    for _ in 0..2 {
        let (mut finer_x, mut finer_t) = (vec![x[0]], vec![t[0]]);
        for i in 1..x.len() {
            let gap = (t[i] - t[i - 1]).abs();
            if gap > 0.3 {
                finer_x.push(0.5 * (x[i] + x[i - 1]));
                finer_t.push(0.5 * (t[i] + t[i - 1]) + 0.1 * source * (x[i] - x[i - 1]));
            }
            finer_x.push(x[i]);
            finer_t.push(t[i]);
        }
        x = finer_x;
        t = finer_t;
    }
    x.windows(2).zip(t.windows(2)).map(|(x, t)| 0.5 * (x[1] - x[0]) * (t[0] + t[1])).sum()
}

#[test]
fn springs() {
    let lattice = |x: &[f64]| Lattice {
        name: "triangle".into(),
        particles: (0..3)
            .map(|k| Particle {
                position: Vec3::new(x[3 * k], x[3 * k + 1], x[3 * k + 2]),
                velocity: Vec3::new(0.1 * k as f64, 0.0, 0.2),
                mass: 1.0 + k as f64,
            })
            .collect(),
        springs: vec![
            Spring { a: 0, b: 1, rest: 1.0, stiffness: x[9] },
            Spring { a: 1, b: 2, rest: 0.8, stiffness: 3.0 },
        ],
        damping: x[10],
    };
    let x = [0.0, 0.1, 0.2, 1.2, -0.1, 0.3, 0.7, 1.1, 0.4, 2.0, 0.3];
    let (value, g) = settled::value_and_gradient(&lattice(&x), 6);
    let mut all: Vec<f64> = g.particles.iter().flat_map(|p| [p.position.x, p.position.y, p.position.z]).collect();
    all.extend([g.springs[0].stiffness, g.damping]);
    held(&x, |x| settled(&lattice(x), 6), value, &all);
    assert_eq!(lattice(&x).name, "triangle");
}

#[test]
fn light_and_currents() {
    let lenses = |x: &[f64]| {
        vec![
            Lens { radius: x[0], thickness: x[1], index: 1.5, surface: Surface::Sphere },
            Lens { radius: -x[0], thickness: 0.0, index: x[2], surface: Surface::Sphere },
            Lens { radius: 1.0, thickness: 0.3, index: 1.1, surface: Surface::Plane },
        ]
    };
    let x = [10.0, 0.5, 1.0];
    let (value, (g, _)) = focus::value_and_gradient(&lenses(&x), 0.7);
    held(&x, |x| focus(&lenses(x), 0.7), value, &[g[0].radius - g[1].radius, g[0].thickness, g[1].index]);
    let parts = |x: &[f64]| vec![Part::Resistor(x[0]), Part::Series(vec![x[1], 2.0]), Part::Capacitor(x[2])];
    let x = [3.0, 1.5, 0.4, 2.0];
    let (value, (g, omega)) = ladder::value_and_gradient(&parts(&x), x[3]);
    let of = |k: usize| match &g[k] {
        Part::Resistor(r) => *r,
        Part::Capacitor(c) => *c,
        Part::Series(all) => all[0],
    };
    held(&x, |x| ladder(&parts(x), x[3]), value, &[of(0), of(1), of(2), omega]);
}

#[test]
fn steps_that_adapt() {
    let x = [12.0, 0.8, 0.02];
    let (value, (a, b, c)) = thrown::value_and_gradient(x[0], x[1], x[2]);
    held(&x, |x| thrown(x[0], x[1], x[2]), value, &[a, b, c]);
    let x = [1.0, 2.5, 0.7];
    let (value, (a, b, c)) = refined::value_and_gradient(x[0], x[1], x[2]);
    held(&x, |x| refined(x[0], x[1], x[2]), value, &[a, b, c]);
}
