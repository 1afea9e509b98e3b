//! Loops whose condition changes something that was lent, iterators that go on behind others, states without data that
//! are met late, operators that are imported with all of their module.

use std::ops::*;
use wengert::Differentiable;
use wengert::prelude::*;

/// Holds a value and a gradient against the function itself.
#[track_caller]
fn held(x: &[f64], plain: impl Fn(&[f64]) -> f64, value: f64, gradient: &[f64]) {
    assert_eq!(plain(x).to_bits(), value.to_bits(), "{} for {value}", plain(x));
    for (k, g) in gradient.iter().enumerate() {
        let at = |h: f64| {
            let mut y = x.to_vec();
            y[k] += h;
            plain(&y)
        };
        let (coarse, fine) = ((at(2e-4) - at(-2e-4)) / 4e-4, (at(1e-4) - at(-1e-4)) / 2e-4);
        let d = (4.0 * fine - coarse) / 3.0;
        assert!((d - g).abs() < 1e-6 * (1.0 + g.abs()), "derivative {k}: {g}, by differences {d}");
    }
    assert!(gradient.iter().any(|g| *g != 0.0));
}

#[derive(Clone, Debug, Differentiable)]
struct Filter {
    gain: f64,
    state: f64,
    left: usize,
}

#[differentiable]
impl Filter {
    fn process(&mut self, x: f64) -> f64 {
        self.state = self.gain * self.state + x;
        self.state
    }
    fn advance(&mut self) -> bool {
        self.state *= self.gain + 1.0;
        self.left -= 1;
        self.left > 0
    }
    fn run(&mut self) {
        while self.advance() {
            self.state += 0.25 * self.gain;
        }
    }
}

#[differentiable]
fn settled(gain: f64, signal: &[f64]) -> f64 {
    let mut filter = Filter { gain, state: 0.5, left: 4 };
    let tail: f64 = signal.iter().map(|&x| filter.process(x)).skip(2).map(|y| y * y).sum();
    filter.run();
    tail + filter.state
}

fn spend(budget: &mut f64, price: f64) -> bool {
    *budget -= price * *budget;
    *budget > 1.0
}

fn spent(budget: &mut f64, price: f64) -> f64 {
    let mut n = 0.0;
    while spend(budget, price) {
        n += *budget;
    }
    n
}

#[differentiable]
fn purchases(budget: f64, price: f64) -> f64 {
    let mut budget = budget;
    spent(&mut budget, price) * budget
}

#[differentiable]
fn layers(theta: &[f64], sizes: &[usize]) -> f64 {
    let mut weights = theta.iter().copied();
    let mut x = vec![0.3; sizes[0]];
    for pair in sizes.windows(2) {
        let rows: Vec<Vec<f64>> = (0..pair[1]).map(|_| weights.by_ref().take(pair[0]).collect()).collect();
        let bias: Vec<f64> = weights.by_ref().take(pair[1]).collect();
        x = rows
            .iter()
            .zip(&bias)
            .map(|(row, b)| row.iter().zip(&x).map(|(w, x)| w * x).sum::<f64>().tanh() + b)
            .collect();
    }
    x.iter().sum::<f64>() + weights.map(|w| w * w).sum::<f64>()
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Phase {
    Speed { v: f64 },
    Brake { v: f64 },
    Stopped,
}

#[differentiable]
fn stopped(v: f64, rate: f64) -> f64 {
    let mut phase = Phase::Speed { v };
    let (mut way, mut steps) = (0.0, 0);
    while !matches!(phase, Phase::Stopped) && steps < 100 {
        way += match phase {
            Phase::Speed { v } => v,
            Phase::Brake { v } => 0.5 * v * v,
            Phase::Stopped => f64::NAN,
        };
        phase = match phase {
            Phase::Speed { v } => Phase::Brake { v: v + rate },
            Phase::Brake { v } if v < rate => Phase::Stopped,
            Phase::Brake { v } => Phase::Brake { v: v - rate },
            Phase::Stopped => Phase::Stopped,
        };
        steps += 1;
    }
    way
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Halves(f64, f64);

macro_rules! by_parts {
    ($of:ident, $f:ident, $op:tt) => {
        #[differentiable]
        impl $of for Halves {
            type Output = Halves;
            fn $f(self, o: Halves) -> Halves {
                Halves(self.0 $op o.0, self.1 $op o.1)
            }
        }
    };
}
by_parts!(Add, add, +);

#[differentiable]
impl Mul<f64> for Halves {
    type Output = Halves;
    fn mul(self, k: f64) -> Halves {
        Halves(self.0 * k, self.1 * k)
    }
}

#[differentiable]
fn blended(a: f64, b: f64) -> f64 {
    let p = Halves(a, b) * b + Halves(1.0, a);
    p.0 * p.1
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Celsius(f64);
#[derive(Clone, Copy, Debug, Differentiable)]
struct Kelvin(f64);

#[differentiable]
impl From<Celsius> for Kelvin {
    fn from(t: Celsius) -> Kelvin {
        Kelvin(t.0 + 273.15)
    }
}

fn radiated(t: impl Into<Kelvin>) -> f64 {
    let t: Kelvin = t.into();
    (t.0 / 100.0).powi(4)
}

#[differentiable]
fn exchanged(inside: f64, outside: f64) -> f64 {
    radiated(Celsius(inside)) - radiated(Kelvin(outside))
}

#[derive(Clone, Debug, Differentiable)]
struct Branch {
    value: f64,
    children: Vec<Branch>,
}

#[differentiable(tape)]
fn branched(a: f64, b: f64) -> f64 {
    let mut root = Branch { value: a, children: vec![] };
    root.children.push(Branch { value: b, children: vec![] });
    root.value * root.children[0].value
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Ring {
    data: [f64; 3],
    head: usize,
}

#[differentiable]
impl Ring {
    fn push(&mut self, v: f64) -> &mut Self {
        self.data[self.head] = v;
        self.head = (self.head + 1) % 3;
        self
    }
    fn iter(&self) -> impl Iterator<Item = f64> + '_ {
        (0..3).map(move |i| self.data[(self.head + i) % 3])
    }
}

#[differentiable]
fn echo(x: &[f64]) -> f64 {
    let mut ring = Ring { data: [0.5; 3], head: 0 };
    for &v in x {
        let old = ring.iter().next().unwrap_or(0.0);
        ring.push(v + 0.5 * old).push(old * v);
    }
    ring.iter().zip([1.0, 2.0, 3.0]).map(|(a, b)| a * b).sum()
}

/// One of two iterators, of which the type does not tell.
fn either(x: &[f64], reverse: bool) -> Box<dyn Iterator<Item = f64> + '_> {
    if reverse { Box::new(x.iter().rev().copied()) } else { Box::new(x.iter().map(|v| v * v)) }
}

#[differentiable]
fn differences(x: &[f64], reverse: bool) -> f64 {
    let (mut sum, mut last) = (0.0, None);
    for v in either(x, reverse).skip(1) {
        if let Some(old) = last.replace(v) {
            sum += (v - old) * v;
        }
    }
    sum
}

struct Meters(f64);

impl Deref for Meters {
    type Target = f64;
    fn deref(&self) -> &f64 {
        &self.0
    }
}

#[differentiable]
fn lengths(a: f64, b: f64) -> f64 {
    let length = Meters(a + 2.0 * b);
    length.sin() * *length + length.powi(2)
}

#[test]
fn what_conditions_change() {
    let x = [0.7, 0.1, 0.5, -0.3, 0.8];
    let (v, (a, b)) = settled::value_and_gradient(x[0], &x[1..]);
    held(&x, |x| settled(x[0], &x[1..]), v, &[vec![a], b].concat());
    let (v, (a, b)) = purchases::value_and_gradient(7.0, 0.3);
    held(&[7.0, 0.3], |x| purchases(x[0], x[1]), v, &[a, b]);
    let (v, (a, b)) = stopped::value_and_gradient(1.1, 0.4);
    held(&[1.1, 0.4], |x| stopped(x[0], x[1]), v, &[a, b]);
}

#[test]
fn iterators_go_on() {
    let theta: Vec<f64> = (0..15).map(|k| (k as f64 * 0.7).sin()).collect();
    let (v, g) = layers::value_and_gradient(&theta, &[2, 3, 1]);
    held(&theta, |t| layers(t, &[2, 3, 1]), v, &g);
    for reverse in [true, false] {
        let (v, g) = differences::value_and_gradient(&theta[..5], reverse);
        held(&theta[..5], |t| differences(t, reverse), v, &g);
    }
    let (v, g) = echo::value_and_gradient(&theta[..5]);
    held(&theta[..5], echo, v, &g);
}

#[test]
fn what_types_say() {
    let (v, (a, b)) = blended::value_and_gradient(0.3, 1.2);
    held(&[0.3, 1.2], |x| blended(x[0], x[1]), v, &[a, b]);
    let (v, (a, b)) = exchanged::value_and_gradient(20.0, 250.0);
    held(&[20.0, 250.0], |x| exchanged(x[0], x[1]), v, &[a, b]);
    let (v, (a, b)) = lengths::value_and_gradient(0.3, 1.2);
    held(&[0.3, 1.2], |x| lengths(x[0], x[1]), v, &[a, b]);
    let (v, (a, b)) = branched::value_and_gradient(0.3, 1.2);
    held(&[0.3, 1.2], |x| branched(x[0], x[1]), v, &[a, b]);
}

/// A search whose step hangs on what it meets.
#[differentiable]
fn searched(start: f64, steps: usize) -> f64 {
    let (mut x, mut rate, mut left, mut hits) = (start, 0.25, steps, 0);
    while (x - 0.5).abs() > 1e-12 && left > 0 {
        left -= 1;
        if hits == 5 {
            rate *= 0.5;
            hits = 0;
            continue;
        }
        let next = x - rate * (x * x - 0.25);
        if next.sin() < x.sin() {
            x = next;
            hits += 1;
        } else {
            x = 0.5 * (x + next);
        }
    }
    x * x
}

#[test]
fn of_a_step_share_a_word() {
    let bytes = |steps| {
        let mut ws = Workspace::new();
        searched::value_and_gradient_into(3.0, steps, &mut 0.0, &mut ws);
        ws.high_water_bytes()
    };
    assert!(bytes(20) - bytes(10) <= 10 * 24, "{} bytes for a step", (bytes(20) - bytes(10)) as f64 / 10.0);
    let slope = (searched(3.0 + 1e-6, 12) - searched(3.0 - 1e-6, 12)) / 2e-6;
    let gradient = searched::gradient(3.0, 12);
    assert!((gradient - slope).abs() < 1e-6 * slope.abs().max(1.0), "{gradient} is not {slope}");
}

/// Terms of changing sign, of some elements.
#[differentiable]
fn alternating(x: &[f64], mask: usize) -> f64 {
    let (mut sum, mut sign) = (0.0, 1.0);
    for (i, x) in x.iter().enumerate() {
        if i & mask == 0 {
            let y = (x * x).sin();
            sum = 0.99 * sum + sign * y * y;
            sign *= -0.9;
        }
    }
    sum
}

#[test]
fn what_one_arm_reads_is_kept_where_it_is_taken() {
    let x: Vec<f64> = (0..64).map(|i| 0.3 + 0.01 * i as f64).collect();
    let run = |mask| {
        let (mut ws, mut gradient) = (Workspace::new(), vec![0.0; x.len()]);
        let value = alternating::value_and_gradient_into(&x, mask, &mut gradient, &mut ws);
        (ws.high_water_bytes(), value, gradient)
    };
    let ((all, ..), (some, value, gradient)) = (run(0), run(7));
    assert!(some * 6 < all, "{some} bytes for an eighth of {all}");
    held(&x, |x| alternating(x, 7), value, &gradient);
}
