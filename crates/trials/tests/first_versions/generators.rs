//! Generators of random numbers, and other constants that a call changes while it gives something.

use super::held;
use wengert::Differentiable;
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

/// Noise on what is there.
#[differentiable]
fn jitter(x: &mut [f64], scale: f64, state: &mut u64) {
    for v in x.iter_mut() {
        *v += scale * uniform(state) * *v;
    }
}

#[differentiable]
fn two(a: f64, state: &mut u64) -> (f64, f64) {
    let u = uniform(state);
    *state = state.wrapping_add(3);
    (a * u, a * a + u)
}

#[differentiable]
fn until(a: f64, state: &mut u64, count: &mut usize) -> f64 {
    let mut s = 0.0;
    while s < 3.0 {
        s += a * uniform(state);
        *count += 1;
        if *count > 7 {
            return s * 2.0;
        }
    }
    s * *count as f64
}

#[differentiable]
fn handed_on(a: f64, b: f64) -> f64 {
    let (mut state, mut count) = (11u64, 0usize);
    let mut x = vec![a, b, a * b];
    jitter(&mut x, b, &mut state);
    let (p, q) = two(x[0] * x[1], &mut state);
    let mut s = p * q + x[2] * x[2];
    for _ in 0..3 {
        s *= until(a, &mut state, &mut count);
    }
    s + count as f64 * a
}

#[differentiable]
fn shock(vol: f64, #[constant] generator: &mut Generator) -> f64 {
    vol * generator.normal() + 0.1 * generator.next() * vol * vol
}

#[differentiable]
fn walk(x: f64, vol: f64, steps: usize, #[constant] generator: &mut Generator) -> f64 {
    let mut x = x;
    for _ in 0..steps {
        x += shock(vol * x, generator);
    }
    x
}

#[differentiable]
fn walks(x: f64, vol: f64, paths: usize) -> f64 {
    let mut generator = Generator::new(99);
    let mut total = 0.0;
    for _ in 0..paths {
        let end = walk(x, vol, 3, &mut generator);
        total += end * end;
    }
    total / paths as f64
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Drift {
    mu: f64,
    sigma: f64,
}

#[differentiable]
impl Drift {
    fn draw(&self, x: f64, state: &mut u64) -> f64 {
        x + self.mu + self.sigma * uniform(state) * x
    }
    fn pick(&self, x: &[f64], #[constant] generator: &mut Generator) -> f64 {
        let k = generator.below(x.len());
        x[k] * self.sigma * generator.next()
    }
    fn push(&self, x: &mut f64, y: f64) -> f64 {
        *x += self.mu * y;
        *x * y
    }
}

#[differentiable]
fn simulated(drift: &Drift, x: f64, steps: usize) -> f64 {
    let (mut state, mut generator, mut x) = (5u64, Generator::new(3), x);
    for _ in 0..steps {
        x = drift.draw(x, &mut state);
        x += drift.pick(&[x, x * x], &mut generator);
    }
    x
}

/// The method changes a number of the caller's.
#[differentiable]
fn pushed(drift: &Drift, x: f64) -> f64 {
    let (mut x, mut s) = (x, 0.0);
    for _ in 0..3 {
        s += drift.push(&mut x, s + 1.0);
    }
    s * x
}

#[test]
fn states_are_handed_on() {
    let x = [0.7, 0.4];
    let (value, (a, b)) = handed_on::value_and_gradient(x[0], x[1]);
    held(&x, |x| handed_on(x[0], x[1]), value, &[a, b]);
    let (value, (a, b)) = walks::value_and_gradient(x[0], x[1], 5);
    held(&x, |x| walks(x[0], x[1], 5), value, &[a, b]);
    let drift = |x: &[f64]| Drift { mu: x[0], sigma: x[1] };
    let x = [0.1, 0.2, 0.5];
    let (value, (g, x0)) = simulated::value_and_gradient(&drift(&x), x[2], 4);
    held(&x, |x| simulated(&drift(x), x[2], 4), value, &[g.mu, g.sigma, x0]);
    let (value, (g, x0)) = pushed::value_and_gradient(&drift(&x), x[2]);
    held(&x, |x| pushed(&drift(x), x[2]), value, &[g.mu, g.sigma, x0]);
}

/// Who asks for a gradient finds the state where the function leaves it.
#[test]
fn a_gradient_leaves_the_state_as_the_function_does() {
    let (mut state, mut plain) = (9, 9);
    let drift = Drift { mu: 0.1, sigma: 0.2 };
    let (value, (g, x)) = drift.draw_value_and_gradient(0.3, &mut state);
    assert_eq!((value, state), (drift.draw(0.3, &mut plain), plain));
    assert_eq!((g.mu, x), (1.0, 1.0 + 0.2 * g.sigma / 0.3));
    let tangent = two::jvp(0.3, &mut state, 1.0);
    assert_eq!(tangent, (two(0.3, &mut plain), (tangent.0.0 / 0.3, 0.6)));
    let by_next = handed_on::hvp(0.7, 0.4, 1.0, 0.5);
    let step = |h: f64| handed_on::gradient(0.7 + h, 0.4 + 0.5 * h);
    let (up, down) = (step(1e-6), step(-1e-6));
    assert!(((up.0 - down.0) / 2e-6 / by_next.0 - 1.0).abs() < 1e-6);
    assert!(((up.1 - down.1) / 2e-6 / by_next.1 - 1.0).abs() < 1e-6);
}

/// Two numbers at a time, of which the second is kept.
fn normal(state: &mut u64, spare: &mut Option<f64>) -> f64 {
    if let Some(z) = spare.take() {
        return z;
    }
    let (r, angle) = ((-2.0 * uniform(state).ln()).sqrt(), std::f64::consts::TAU * uniform(state));
    *spare = Some(r * angle.sin());
    r * angle.cos()
}

#[differentiable]
fn kept(x: f64, seed: u64) -> f64 {
    let mut state = seed;
    let mut spare: Option<f64> = None;
    let mut s = x;
    for k in 0..3 {
        let z: Vec<f64> = (0..3).map(|_| normal(&mut state, &mut spare)).collect();
        s += z.iter().map(|z| (s * z).sin()).sum::<f64>() * x;
        if k == 1 {
            s *= normal(&mut state, &mut spare);
        }
    }
    s
}

#[differentiable]
fn kept_in_a_closure(x: f64, seed: u64) -> f64 {
    let mut state = seed;
    let mut spare = None;
    let mut draw = || normal(&mut state, &mut spare);
    (0..5).map(|k| (x * draw() + k as f64).sin()).sum()
}

#[test]
fn an_option_is_left_to_a_function_without_derivatives() {
    let (value, g) = kept::value_and_gradient(0.8, 3);
    held(&[0.8], |x| kept(x[0], 3), value, &[g]);
    let (value, g) = kept_in_a_closure::value_and_gradient(0.8, 3);
    held(&[0.8], |x| kept_in_a_closure(x[0], 3), value, &[g]);
}
