//! Generators of random numbers, and other constants that a call changes while it gives something.

use super::held;
use wengert::prelude::*;

fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    ((*state >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

fn uniforms(state: &mut u64) -> (f64, f64) {
    (uniform(state), uniform(state))
}

#[differentiable]
fn drawn(x: f64, seed: u64) -> f64 {
    let mut state = seed;
    let mut s = x;
    for _ in 0..3 {
        let u = uniform(&mut state);
        let (v, w) = (uniform(&mut state), 2.0 * uniform(&mut state));
        let (p, q) = uniforms(&mut state);
        s += (s * u).sin() * v * w + p * x - q;
        s *= 1.0 - 0.1 * uniform(&mut state);
    }
    let z: Vec<f64> = (0..3).map(|_| uniform(&mut state)).collect();
    let mut draw = || uniform(&mut state);
    s += z.iter().map(|z| z * x * draw()).sum::<f64>();
    s * uniform(&mut state)
}

#[derive(Clone)]
struct Generator {
    state: u64,
}

impl Generator {
    fn new(seed: u64) -> Self {
        Generator { state: seed }
    }
    fn next(&mut self) -> f64 {
        uniform(&mut self.state)
    }
    fn normal(&mut self) -> f64 {
        let (a, b) = (self.next(), self.next());
        (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() * n as f64) as usize
    }
    fn fill(&mut self, to: &mut [f64]) {
        to.iter_mut().for_each(|v| *v = self.normal());
    }
}

#[differentiable]
fn noisy(x: &[f64], seed: u64) -> f64 {
    let mut generator = Generator::new(seed);
    let noisy: Vec<f64> = x.iter().map(|v| v + 0.1 * generator.normal()).collect();
    let jitter: [f64; 3] = std::array::from_fn(|_| generator.normal());
    let mut z = vec![0.0; x.len()];
    generator.fill(&mut z);
    let mut order: Vec<usize> = (0..x.len()).collect();
    for i in (1..x.len()).rev() {
        order.swap(i, generator.below(i + 1));
    }
    let mut s = generator.next() + (0.1 * generator.normal()).exp();
    for (k, i) in order.into_iter().enumerate() {
        s += s * noisy[i] * z[k] + jitter[k] * x[i].powi(2);
    }
    while s < 10.0 {
        s += x[0] * x[0] + generator.next().exp();
    }
    s
}

#[test]
fn generators_go_on_where_they_were() {
    let (value, g) = drawn::value_and_gradient(1.3, 7);
    held(&[1.3], |x| drawn(x[0], 7), value, &[g]);
    let x = [0.3, 1.2, -0.7];
    let (value, g) = noisy::value_and_gradient(&x, 3);
    held(&x, |x| noisy(x, 3), value, &g);
}
