//! Objects and functions in lists, which a loop fills and changes.

use super::holds;
use wengert::differentiable;

#[differentiable(tape)]
fn layered(x: f64, n: usize) -> f64 {
    let stages: Vec<Box<dyn Fn(f64) -> f64>> = (0..n)
        .map(|k| {
            let gain = 1.0 + 0.1 * k as f64;
            if k % 2 == 0 {
                Box::new(move |v: f64| (gain * v).tanh()) as Box<dyn Fn(f64) -> f64>
            } else {
                Box::new(move |v: f64| v + x * gain * v * v)
            }
        })
        .collect();
    stages.iter().fold(x, |acc, f| f(acc))
}

#[test]
fn functions_in_a_list() {
    for n in [0, 1, 5] {
        holds(
            &[0.7],
            |x| layered(x[0], n),
            |x| {
                let (value, g) = layered::value_and_gradient(x[0], n);
                (value, vec![g])
            },
        );
    }
}

trait Component {
    const DRAG: f64;
    fn step(&mut self, input: f64, dt: f64) -> f64;
    fn energy(&self) -> f64;
    fn scaled(&self) -> f64 {
        2.0 * self.energy()
    }
}

trait Part {
    fn step(&mut self, input: f64, dt: f64) -> f64;
    fn weight(&self) -> f64;
}

impl<C: Component> Part for C {
    fn step(&mut self, input: f64, dt: f64) -> f64 {
        Component::step(self, input, dt) * (1.0 - C::DRAG)
    }
    fn weight(&self) -> f64 {
        self.scaled()
    }
}

struct Mass {
    v: f64,
    m: f64,
}

struct Spring {
    x: f64,
    k: f64,
}

#[derive(Clone, Copy)]
struct Damper(f64);

impl Component for Mass {
    const DRAG: f64 = 0.01;
    fn step(&mut self, f: f64, dt: f64) -> f64 {
        self.v += dt * f / self.m;
        self.v
    }
    fn energy(&self) -> f64 {
        0.5 * self.m * self.v * self.v
    }
}

impl Component for Spring {
    const DRAG: f64 = 0.0;
    fn step(&mut self, v: f64, dt: f64) -> f64 {
        self.x += dt * v;
        -self.k * self.x
    }
    fn energy(&self) -> f64 {
        0.5 * self.k * self.x.powi(2)
    }
}

impl Component for Damper {
    const DRAG: f64 = 0.25;
    fn step(&mut self, v: f64, _dt: f64) -> f64 {
        -self.0 * v
    }
    fn energy(&self) -> f64 {
        0.0
    }
    fn scaled(&self) -> f64 {
        self.0
    }
}

struct Chain {
    parts: Vec<Box<dyn Part>>,
    log: Vec<f64>,
}

impl Chain {
    fn new() -> Self {
        Chain { parts: Vec::new(), log: vec![] }
    }
    fn with(mut self, part: impl Part + 'static) -> Self {
        self.parts.push(Box::new(part));
        self
    }
    fn run(&mut self, mut signal: f64, n: usize, dt: f64) -> f64 {
        for _ in 0..n {
            for part in self.parts.iter_mut() {
                signal = part.step(signal, dt);
            }
            self.log.push(signal);
        }
        self.parts.iter().map(|p| p.weight()).sum()
    }
}

#[differentiable(tape)]
fn simulated(m: f64, k: f64, c: f64, n: usize) -> f64 {
    let mut chain = Chain::new().with(Mass { v: 0.1, m });
    for i in 0..n {
        chain.parts.push(if i % 2 == 0 {
            Box::new(Spring { x: 0.2, k: k * (1.0 + i as f64) })
        } else {
            Box::new(Damper(c))
        });
    }
    let energy = chain.run(1.0, 4, 0.1);
    energy + chain.log.iter().sum::<f64>()
}

#[test]
fn objects_that_change() {
    holds(
        &[1.3, 2.0, 0.4],
        |x| simulated(x[0], x[1], x[2], 3),
        |x| {
            let (value, (m, k, c)) = simulated::value_and_gradient(x[0], x[1], x[2], 3);
            (value, vec![m, k, c])
        },
    );
}

fn drained(it: &mut dyn Iterator<Item = f64>) -> f64 {
    let mut sum = 0.0;
    while let Some(v) = it.next() {
        sum += v * v;
        if sum > 50.0 {
            break;
        }
    }
    sum
}

fn named(name: &str, k: f64) -> Option<Box<dyn Fn(f64) -> f64>> {
    match name {
        "relu" => Some(Box::new(move |x| if x > 0.0 { k * x } else { 0.0 })),
        "tanh" => Some(Box::new(move |x| (k * x).tanh())),
        _ => None,
    }
}

fn applied(all: &[&str], k: f64, x: f64) -> Result<f64, String> {
    let mut fs = Vec::new();
    for name in all {
        fs.push(named(name, k).ok_or_else(|| format!("no {name} for {:.1}", k.abs().min(9.0)))?);
    }
    let with = |f: &dyn Fn(&mut dyn Iterator<Item = f64>) -> f64| f(&mut fs.iter().map(|g| g(x)));
    Ok(with(&drained) + fs.last().map_or(0.0, |f| f(k)))
}

#[differentiable(tape)]
fn composed(x: f64, k: f64, names: &[&str]) -> f64 {
    applied(names, k, x).unwrap_or_else(|error| error.len() as f64 * x)
}

#[test]
fn functions_that_may_be_missing() {
    for names in [&["relu", "tanh", "tanh", "relu"][..], &["tanh", "sigmoid"], &[]] {
        holds(
            &[0.6, 1.4],
            |x| composed(x[0], x[1], names),
            |x| {
                let (value, (dx, dk)) = composed::value_and_gradient(x[0], x[1], names);
                (value, vec![dx, dk])
            },
        );
    }
}
