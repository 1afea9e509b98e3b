//! States with data and what leads from one to another, lists of tuples and of structures that are turned round, values
//! that begin as their defaults, and all that once more where the text is recorded.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
enum State {
    Idle,
    Rising { rate: f64 },
    Holding { at: f64 },
    Falling { from: f64, rate: f64 },
}

#[derive(Debug, Clone, PartialEq, Differentiable)]
struct Machine {
    level: f64,
    state: State,
    trace: Vec<(f64, f64)>,
}

#[differentiable]
impl Machine {
    fn with_level(mut self, level: f64) -> Self {
        self.level = level;
        self
    }
    fn next(&self, top: f64) -> State {
        match self.state {
            State::Idle => State::Rising { rate: 0.3 * top },
            State::Rising { .. } if self.level > top => State::Holding { at: self.level },
            State::Rising { rate } => State::Rising { rate: rate * 1.1 },
            State::Holding { at } => State::Falling { from: at, rate: 0.2 },
            other => other,
        }
    }
    fn slope(&self) -> f64 {
        match &self.state {
            State::Idle | State::Holding { .. } => 0.0,
            State::Rising { rate } => *rate,
            State::Falling { from, rate } => -from * rate,
        }
    }
    fn speed(&self) -> f64 {
        match self.state {
            State::Rising { rate } | State::Falling { rate, .. } => rate,
            _ => 1.0,
        }
    }
    fn tick(&mut self, top: f64, t: f64) -> bool {
        self.state = self.next(top);
        self.level += self.slope() * self.speed();
        self.trace.push((t, self.level));
        matches!(self.state, State::Falling { .. })
    }
    fn is_high(&self, top: f64) -> bool {
        self.level > top
    }
}

#[differentiable]
fn driven(start: f64, top: f64, steps: usize) -> f64 {
    let mut m = Machine { level: 0.0, state: State::Idle, trace: vec![] }.with_level(start);
    let mut falls = 0;
    for k in 0..steps {
        if m.tick(top, k as f64) {
            falls += 1;
        }
    }
    let sum: f64 = m.trace.windows(2).map(|w| (w[1].1 - w[0].1).powi(2) * w[1].0).sum();
    sum + falls as f64 * m.level
}

#[test]
fn states_with_data() {
    let x = [0.1, 1.7];
    let (value, (s, t)) = driven::value_and_gradient(x[0], x[1], 9);
    held(&x, |x| driven(x[0], x[1], 9), value, &[s, t]);
}

#[derive(Debug, Clone, Copy, PartialEq, Default, Differentiable)]
struct Sum {
    h: [f64; 2],
    n: usize,
}

#[differentiable]
fn sigma(v: f64) -> f64 {
    v / (1.0 + v * v)
}

#[differentiable]
impl Sum {
    fn next(&self, x: [f64; 2]) -> Sum {
        Sum { h: [self.h[0] + x[0], self.h[1] * 0.5 + x[1] * x[0]], n: self.n + 1 }
    }
    fn pair(&self) -> [f64; 2] {
        self.h
    }
}

#[differentiable]
fn folded(rows: &[[f64; 2]], k: f64) -> f64 {
    let end = rows.iter().fold(Sum::default(), |s, x| s.next(*x));
    let mut all = vec![end, end.next([k, 1.0])];
    all.push(all[0].next([1.0, k]));
    all.reverse();
    let [a, b] = end.pair();
    all[0].h[0] * all[2].h[1] + sigma(a) * b + all[1].n as f64 * k
}

#[test]
fn folds_from_defaults() {
    let x = [0.4, 1.2, -0.3, 0.8, 0.9];
    let rows = |x: &[f64]| [[x[0], x[1]], [x[2], x[3]]];
    let (value, (r, k)) = folded::value_and_gradient(&rows(&x), x[4]);
    held(&x, |x| folded(&rows(x), x[4]), value, &[r[0][0], r[0][1], r[1][0], r[1][1], k]);
}

fn above(m: &Machine, top: f64) -> bool {
    m.level > 0.5 * top
}

#[differentiable(tape)]
fn recorded(levels: &[f64], top: f64) -> f64 {
    let mut all: Vec<Machine> = levels
        .iter()
        .map(|level| Machine { level: *level, state: State::Rising { rate: top * level }, trace: Vec::new() })
        .collect();
    all.sort_by(|a, b| a.level.partial_cmp(&b.level).unwrap());
    let mut s = 0.0;
    for m in &all {
        if m.is_high(top) {
            s += m.level * m.slope();
        } else if above(m, top) {
            s -= m.level * top;
        }
    }
    s + levels.iter().copied().map(sigma).sum::<f64>() + all[0].speed() * all[1].level
}

#[test]
fn recorded_texts_ask_too() {
    let x = [1.4, 0.2, 0.7, 0.9];
    let (value, (mut g, top)) = recorded::value_and_gradient(&x[..3], x[3]);
    g.push(top);
    held(&x, |x| recorded(&x[..3], x[3]), value, &g);
}
