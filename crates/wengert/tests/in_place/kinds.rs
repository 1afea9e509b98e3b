//! What is changed: parts and elements, constants of all kinds, lists of structures, structures on any number.

// Some functions are recorded.
#![allow(deprecated)]

use crate::checked;
use wengert::prelude::*;
use wengert::{Bundle, Differentiable};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Gate {
    Closed,
    Open { since: usize },
}

#[derive(Clone, Debug, Differentiable)]
struct Tank {
    level: f64,
    gate: Gate,
    label: String,
    history: Vec<f64>,
    visits: usize,
    last: Option<f64>,
}

#[differentiable]
impl Tank {
    fn new(level: f64) -> Tank {
        Tank { level, gate: Gate::Closed, label: String::new(), history: vec![], visits: 0, last: None }
    }
    fn flow(&self) -> f64 {
        if matches!(self.gate, Gate::Open { .. }) { 0.3 * self.level * self.level } else { 0.01 * self.level }
    }
    fn operate(&mut self, k: usize) {
        self.visits += 1;
        match self.gate {
            Gate::Closed => {
                if self.level > 1.0 {
                    self.gate = Gate::Open { since: k };
                    self.label = String::from("open");
                }
            }
            Gate::Open { since } => {
                if k > since + 3 {
                    self.gate = Gate::Closed;
                }
            }
        }
    }
    fn step(&mut self, inflow: f64, k: usize) -> f64 {
        self.operate(k);
        let out = self.flow();
        self.last = Some(out * self.level);
        self.level += inflow - out;
        self.history.push(self.level.sin());
        self.history[k / 2] *= 1.1;
        out
    }
}

/// Elements of a list of structures that hold lists.
#[derive(Clone, Debug, Differentiable)]
struct Cascade {
    tanks: Vec<Tank>,
    lost: f64,
}

#[differentiable]
impl Cascade {
    fn step(&mut self, inflow: f64, k: usize) {
        let mut flow = inflow;
        for i in 0..self.tanks.len() {
            flow = self.tanks[i].step(flow, k);
        }
        self.lost += flow;
    }
}

#[differentiable]
fn cascade(x: &[f64]) -> f64 {
    let mut c = Cascade { tanks: vec![Tank::new(x[0]), Tank::new(x[1]), Tank::new(0.5)], lost: 0.0 };
    for k in 0..12 {
        c.step(x[2] * x[2], k);
    }
    let mut sum = c.lost;
    for tank in &c.tanks {
        sum += tank.level * tank.history[4] + tank.last.unwrap_or(0.0);
    }
    sum
}

#[test]
fn elements_of_lists() {
    checked!(cascade, [0.8, 0.4, 0.6]);
}

/// Lists of structures, which functions change.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    p: [f64; 2],
    v: [f64; 2],
    m: f64,
}

#[differentiable]
fn kick(bodies: &mut [Body], dt: f64) {
    for i in 0..bodies.len() {
        let mut a = [0.0; 2];
        for j in 0..bodies.len() {
            if i != j {
                let (dx, dy) = (bodies[j].p[0] - bodies[i].p[0], bodies[j].p[1] - bodies[i].p[1]);
                let w = bodies[j].m / (dx * dx + dy * dy + 0.1).powf(1.5);
                a[0] += w * dx;
                a[1] += w * dy;
            }
        }
        bodies[i].v[0] += dt * a[0];
        bodies[i].v[1] += dt * a[1];
    }
}

#[differentiable]
fn drift(bodies: &mut Vec<Body>, dt: f64) {
    for b in bodies.iter_mut() {
        b.p[0] += dt * b.v[0];
        b.p[1] += dt * b.v[1];
    }
}

#[differentiable]
fn energy(bodies: &[Body]) -> f64 {
    bodies.iter().map(|b| 0.5 * b.m * (b.v[0] * b.v[0] + b.v[1] * b.v[1])).sum()
}

#[differentiable]
fn swarm(x: &[f64]) -> f64 {
    let mut bodies = vec![];
    for k in 0..3 {
        let t = k as f64;
        bodies.push(Body { p: [x[0] * t.cos(), x[1] * t.sin()], v: [0.1 * t, x[2]], m: 1.0 + 0.1 * t });
    }
    let mut sum = 0.0;
    for _ in 0..5 {
        kick(&mut bodies, 0.05);
        drift(&mut bodies, 0.1);
        sum += energy(&bodies);
        kick(&mut bodies, 0.05);
    }
    sum + bodies[1].p[0]
}

#[test]
fn lists_of_structures() {
    checked!(swarm, [1.0, 0.7, 0.2]);
}

/// On any number, with a list of structures inside.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Node<T> {
    x: T,
    v: T,
}

#[derive(Clone, Debug, Differentiable)]
struct Chain<T> {
    nodes: Vec<Node<T>>,
    k: T,
    steps: usize,
}

#[differentiable]
impl<T: Real> Chain<T> {
    fn forces(&self) -> Vec<T> {
        let n = self.nodes.len();
        let mut f = vec![T::from(0.0); n];
        for i in 0..n {
            let left = if i > 0 { self.nodes[i - 1].x } else { T::from(0.0) };
            let right = if i + 1 < n { self.nodes[i + 1].x } else { T::from(1.0) };
            f[i] = self.k * (left + right - self.nodes[i].x * 2.0);
        }
        f
    }
    fn step(&mut self, dt: T) {
        let f = self.forces();
        for (node, f) in self.nodes.iter_mut().zip(&f) {
            node.v += *f * dt;
            node.x += node.v * dt;
        }
        self.steps += 1;
    }
    fn run(&mut self, dt: T, n: usize) -> T {
        let mut most = T::from(0.0);
        while self.steps < n {
            self.step(dt);
            most += self.nodes[1].x * self.nodes[1].x;
        }
        most
    }
}

#[differentiable]
fn chain(x: &[f64]) -> f64 {
    let nodes = x.iter().map(|&x| Node { x, v: 0.1 }).collect();
    let mut chain = Chain { nodes, k: x[0] * 3.0, steps: 0 };
    chain.run(0.1, 7) + chain.nodes[2].v
}

#[test]
fn structures_on_any_number() {
    checked!(chain, [0.3, 0.5, 0.6, 0.9]);
}

/// A choice is taken apart to words.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Idle,
    Heating(i32, bool),
    Holding { since: usize, target: f64 },
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Oven {
    temperature: f64,
    #[constant]
    mode: Mode,
    wall: f64,
}

type Lifted = <Oven as Differentiable>::Over<f64>;

#[test]
fn choices_are_words() {
    const { assert!(<Lifted as Bundle<f64>>::PACKS) };
    assert_eq!(<Lifted as Bundle<f64>>::SIZE, (2, 3));
    for mode in [Mode::Idle, Mode::Heating(-3, true), Mode::Holding { since: 7, target: -0.5 }] {
        let oven = Oven { temperature: 1.5, mode, wall: 2.5 };
        let lifted: Lifted = oven.over(&mut |x| x);
        let (mut numbers, mut words) = (vec![], vec![]);
        lifted.each(&mut |x| numbers.push(x));
        lifted.words(&mut |word| words.push(word));
        assert_eq!((numbers.len(), words.len()), (2, 3));
        let (mut numbers, mut words) = (numbers.into_iter(), words.into_iter());
        let again = Lifted::build(&mut || numbers.next().expect("two"), &mut || words.next().expect("three"));
        assert_eq!(again.plain(&mut |x| x), oven);
    }
}

#[differentiable]
impl Oven {
    fn step(&mut self, power: f64, k: usize) {
        let heat = match self.mode {
            Mode::Heating(n, _) => power * f64::from(n),
            Mode::Holding { target, .. } => target * power,
            Mode::Idle => 0.0,
        };
        self.temperature += 0.1 * (heat - 0.3 * (self.temperature - self.wall));
        self.wall += 0.05 * self.temperature * self.wall;
        self.mode = match self.mode {
            Mode::Idle => Mode::Heating(2, true),
            Mode::Heating(..) if self.temperature > 0.5 => Mode::Holding { since: k, target: 0.7 },
            Mode::Holding { since, .. } if k > since + 3 => Mode::Idle,
            other => other,
        };
    }
}

#[differentiable]
fn baked(x: &[f64]) -> f64 {
    let mut oven = Oven { temperature: x[0], mode: Mode::Idle, wall: x[1] };
    let mut sum = 0.0;
    for k in 0..20 {
        oven.step(x[2], k);
        sum += oven.temperature * oven.wall;
    }
    sum
}

#[test]
fn states_with_choices() {
    checked!(baked, [0.1, 0.2, 0.9]);
}

/// Of a length that is a parameter.
#[derive(Clone, Debug, Differentiable)]
struct Ring<const N: usize> {
    past: [f64; N],
    all: Vec<f64>,
    at: usize,
}

#[differentiable]
impl<const N: usize> Ring<N> {
    fn put(&mut self, x: f64) -> f64 {
        self.all.push(self.past[self.at] * x);
        self.past[self.at] = x;
        self.at = (self.at + 1) % N;
        self.past[0] * self.past[N - 1]
    }
    fn mean(&mut self) -> f64 {
        if self.all.is_empty() {
            return 0.0;
        }
        self.past[1] *= 0.5;
        self.all.iter().sum::<f64>() / self.all.len() as f64
    }
}

#[differentiable]
fn rung(x: &[f64]) -> f64 {
    let mut ring = Ring::<3> { past: [x[0], x[1], 0.5], all: vec![], at: 0 };
    let mut sum = ring.mean();
    for k in 0..7 {
        sum += ring.put(x[0] * (x[1] * k as f64).sin());
        sum *= 1.0 + 0.1 * ring.mean();
    }
    sum
}

#[test]
fn structures_with_lengths() {
    checked!(rung, [0.8, 0.3]);
}

/// On single precision.
#[derive(Clone, Debug, Differentiable)]
struct Track {
    x: f32,
    past: Vec<f32>,
}

#[differentiable]
impl Track {
    fn step(&mut self, k: f32) -> f32 {
        self.past.push(self.x);
        self.x = (k * self.x).sin();
        self.x * self.past[0]
    }
    fn turn(&mut self, k: f32) {
        self.x *= k;
    }
}

#[differentiable]
fn tracked(x: f32, k: f32) -> f32 {
    let mut track = Track { x, past: vec![] };
    let mut sum = 0.0;
    for _ in 0..4 {
        sum += track.step(k);
        track.turn(k);
    }
    sum + track.past[3]
}

#[test]
fn single_precision() {
    let (a, b) = tracked::gradient(0.7, 1.1);
    let h = 1e-2;
    let da = (tracked(0.7 + h, 1.1) - tracked(0.7 - h, 1.1)) / (2.0 * h);
    let db = (tracked(0.7, 1.1 + h) - tracked(0.7, 1.1 - h)) / (2.0 * h);
    assert!((a - da).abs() < 1e-2 && (b - db).abs() < 1e-2, "{a} is not {da}, or {b} not {db}");
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Ends {
    low: f64,
    high: f64,
}

/// One element, at the same place in each round, is added to and read.
#[differentiable]
fn risen(x: &[f64]) -> f64 {
    let mut ends = [Ends { low: x[0], high: 1.0 }, Ends { low: 2.0, high: x[1] }];
    let mut sum = 0.0;
    for v in x {
        ends[1].high += v;
        sum += ends[0].low * ends[1].high;
    }
    sum
}

#[test]
fn an_element_is_added_to_and_read() {
    checked!(risen, [1.3, 0.7, 2.1, 0.4, 1.7]);
}
