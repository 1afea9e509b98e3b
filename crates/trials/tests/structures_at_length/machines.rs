//! States that are choices, in the middle of what carries derivatives: machines, kinds with methods of their own, what a
//! constructor only keeps.

use super::{all_near, slopes};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Heating,
    Holding { since: usize },
    Off,
}

#[derive(Clone, Debug, Differentiable)]
struct Oven {
    temperature: f64,
    wall: f64,
    mode: Mode,
    #[constant]
    limit: f64,
}

#[differentiable]
impl Oven {
    /// `limit` is constant, as the field is that it only fills.
    fn new(wall: f64, limit: f64) -> Self {
        Oven { temperature: 0.0, wall, mode: Mode::Heating, limit }
    }
    fn step(&mut self, power: f64, k: usize) {
        let heat = match self.mode {
            Mode::Heating => power,
            Mode::Holding { .. } => 0.8 * power,
            Mode::Off => 0.0,
        };
        let flow = 0.3 * (self.temperature - self.wall);
        self.temperature += 0.1 * (heat - flow);
        self.wall += 0.1 * (0.1 * flow - 0.05 * self.wall);
        self.mode = match self.mode {
            Mode::Heating if self.temperature > self.limit => Mode::Holding { since: k },
            Mode::Holding { since } if k > since + 5 => Mode::Off,
            other => other,
        };
    }
}

#[differentiable]
fn baked(power: f64, wall: f64, steps: usize) -> f64 {
    let mut oven = Oven::new(wall, 0.5);
    let mut cost = 0.0;
    for k in 0..steps {
        oven.step(power, k);
        if oven.mode == Mode::Off {
            break;
        }
        cost += (1.0 - oven.temperature).powi(2);
    }
    cost + oven.wall
}

#[test]
fn a_state_that_is_a_choice_is_assigned_to_and_asked() {
    for steps in [3, 30] {
        let x = [1.5, 0.2];
        let (v, (by_power, by_wall)) = baked::value_and_gradient(x[0], x[1], steps);
        assert_eq!(v.to_bits(), baked(x[0], x[1], steps).to_bits());
        all_near(&[by_power, by_wall], &slopes(|x| baked(x[0], x[1], steps), &x));
        all_near(&[by_power, by_wall], &baked::function(x[0], x[1], steps).gradient(&x));
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Activation {
    Tanh,
    Relu { leaks: bool },
}

#[differentiable]
impl Activation {
    fn apply(self, x: f64) -> f64 {
        match self {
            Activation::Tanh => x.tanh(),
            Activation::Relu { leaks } if leaks && x < 0.0 => 0.1 * x,
            Activation::Relu { .. } => x.max(0.0),
        }
    }
    fn twice(&self, x: f64) -> f64 {
        self.apply(self.apply(x))
    }
    fn is_smooth(&self) -> bool {
        *self == Activation::Tanh
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Vec<Vec<f64>>,
    activation: Activation,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        self.weights
            .iter()
            .map(|row| self.activation.apply(row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>()))
            .collect()
    }
}

#[differentiable]
fn passed(layers: &[Layer], x: &[f64], kind: Activation) -> f64 {
    let mut y = x.to_vec();
    for layer in layers {
        y = layer.forward(&y);
    }
    let rest = if kind.is_smooth() { 2.0 } else { 1.0 };
    kind.twice(y[0]) * rest + Activation::Relu { leaks: true }.apply(y[1])
}

#[test]
fn a_kind_without_numbers_has_methods_with_derivatives() {
    let layers = |x: &[f64]| {
        [Activation::Relu { leaks: true }, Activation::Tanh]
            .map(|activation| Layer { weights: vec![x[..2].to_vec(), x[2..4].to_vec()], activation })
    };
    for kind in [Activation::Tanh, Activation::Relu { leaks: false }] {
        let x = [0.5, -0.7, 0.3, 0.9, 1.2, 0.4];
        let (v, (by_layers, by_x)) = passed::value_and_gradient(&layers(&x), &x[4..], kind);
        assert_eq!(v.to_bits(), passed(&layers(&x), &x[4..], kind).to_bits());
        let both = by_layers[0].weights.iter().flatten().zip(by_layers[1].weights.iter().flatten());
        let g: Vec<f64> = both.map(|(p, q)| p + q).chain(by_x).collect();
        all_near(&g, &slopes(|x| passed(&layers(x), &x[4..], kind), &x));
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Up,
    Cruise { waypoint: usize },
    Land,
}

struct Mission {
    waypoints: Vec<(f64, f64)>,
}

impl Phase {
    fn next(self, mission: &Mission, distance: f64) -> Phase {
        match self {
            _ if distance > 0.5 => self,
            Phase::Up => Phase::Cruise { waypoint: 0 },
            Phase::Cruise { waypoint } if waypoint + 1 < mission.waypoints.len() => {
                Phase::Cruise { waypoint: waypoint + 1 }
            }
            _ => Phase::Land,
        }
    }
    fn target(&self, mission: &Mission) -> (f64, f64) {
        match *self {
            Phase::Up => (0.0, 1.0),
            Phase::Cruise { waypoint } => mission.waypoints[waypoint],
            Phase::Land => (0.0, 0.0),
        }
    }
}

#[differentiable]
fn flown(gain: f64, drag: f64, #[constant] mission: &Mission) -> f64 {
    let (mut x, mut y, mut phase, mut cost) = (0.0, 0.0, Phase::Up, 0.0);
    for _ in 0..60 {
        let (to_x, to_y) = phase.target(mission);
        x += 0.1 * (gain * (to_x - x) - drag * x);
        y += 0.1 * (gain * (to_y - y) - drag * y);
        let distance = ((to_x - x).powi(2) + (to_y - y).powi(2)).sqrt();
        cost += distance;
        phase = phase.next(mission, distance);
        if phase == Phase::Land {
            break;
        }
    }
    cost
}

#[test]
fn a_state_goes_on_as_numbers_ask() {
    let (mission, x) = (Mission { waypoints: vec![(1.0, 1.0), (2.0, 0.5)] }, [1.1, 0.2]);
    let (v, (by_gain, by_drag)) = flown::value_and_gradient(x[0], x[1], &mission);
    assert_eq!(v.to_bits(), flown(x[0], x[1], &mission).to_bits());
    all_near(&[by_gain, by_drag], &slopes(|x| flown(x[0], x[1], &mission), &x));
}

/// A generator: a constant that changes with each call.
#[derive(Clone, Debug)]
struct Lcg {
    state: u64,
}

impl Lcg {
    fn new(seed: u64) -> Self {
        Lcg { state: seed }
    }
    fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state >> 11) as f64 / (1u64 << 53) as f64
    }
}

macro_rules! unseen {
    ($name:ident) => {
        #[derive(Clone, Debug)]
        struct $name(u64);
        impl $name {
            fn new(seed: u64) -> Self {
                $name(seed)
            }
            fn draw(&mut self) -> f64 {
                self.0 = self.0 * 31 % 101;
                self.0 as f64 / 101.0
            }
        }
    };
}
unseen!(Unseen);

#[differentiable]
fn walked(a: f64, b: f64, seed: u64, n: usize) -> f64 {
    let mut rng = Lcg::new(seed);
    let mut other = Unseen::new(seed + 2);
    let mut s = a;
    for _ in 0..n {
        let z = rng.uniform();
        s = (s * z + b * other.draw()).sin();
    }
    s * rng.uniform()
}

#[differentiable]
fn walked_twice(a: f64, b: f64, n: usize) -> f64 {
    walked(a, b, 7, n) * walked(b, a, 11, n + 1)
}

#[test]
fn a_generator_goes_on_from_call_to_call() {
    let x = [0.3, 0.7];
    for n in [0, 1, 6] {
        let (v, (by_a, by_b)) = walked::value_and_gradient(x[0], x[1], 7, n);
        assert_eq!(v.to_bits(), walked(x[0], x[1], 7, n).to_bits());
        all_near(&[by_a, by_b], &slopes(|x| walked(x[0], x[1], 7, n), &x));
        let (v, (by_a, by_b)) = walked_twice::value_and_gradient(x[0], x[1], n);
        assert_eq!(v.to_bits(), walked_twice(x[0], x[1], n).to_bits());
        all_near(&[by_a, by_b], &slopes(|x| walked_twice(x[0], x[1], n), &x));
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Leg {
    Out { to: usize },
    Home,
}

impl Leg {
    fn goal(&self, posts: &[(f64, f64)]) -> (f64, f64) {
        match *self {
            Leg::Out { to } => posts[to],
            Leg::Home => (0.0, 0.0),
        }
    }
    fn next(self, posts: &[(f64, f64)]) -> Leg {
        match self {
            Leg::Out { to } if to + 1 < posts.len() => Leg::Out { to: to + 1 },
            _ => Leg::Home,
        }
    }
}

/// What a state of constants says is asked again on the way back, where the state is kept.
#[differentiable]
fn toured(start: f64, gain: f64, #[constant] posts: &[(f64, f64)], n: usize) -> f64 {
    let mut at = start;
    let mut leg = Leg::Out { to: 0 };
    for _ in 0..n {
        let goal = leg.goal(posts);
        at += gain * (goal.0 - at).tanh() + goal.1 * at * goal.0;
        leg = leg.next(posts);
        if leg == Leg::Home && at > 2.0 {
            break;
        }
    }
    at
}

#[test]
fn what_a_state_says_is_a_pair_of_constants() {
    let posts = [(1.0, 0.2), (-0.5, 0.1), (0.7, -0.3)];
    for n in [0, 1, 3, 6] {
        let (v, (by_start, by_gain)) = toured::value_and_gradient(0.4, 0.8, &posts, n);
        assert_eq!(v.to_bits(), toured(0.4, 0.8, &posts, n).to_bits());
        all_near(&[by_start, by_gain], &slopes(|x| toured(x[0], x[1], &posts, n), &[0.4, 0.8]));
    }
}
