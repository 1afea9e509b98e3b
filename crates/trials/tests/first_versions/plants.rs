//! Structures that functions change and give back, enums in lists and in fields, options and constants in them.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Law {
    Linear,
    Saturated { limit: u32 },
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Tank {
    level: f64,
    rates: [f64; 2],
    history: Vec<f64>,
    #[constant]
    law: Law,
    #[constant]
    area: f64,
    leak: Option<f64>,
    weir: Option<(f64, usize)>,
}

#[differentiable]
impl Tank {
    fn outflow(&self) -> f64 {
        let free = self.rates[0] * self.level;
        let through = match self.law {
            Law::Linear => free,
            Law::Saturated { limit } => free / (1.0 + free / f64::from(limit)),
        };
        let over = match self.weir {
            Some((height, k)) if self.level > height => self.rates[k] * (self.level - height).powf(1.5),
            _ => 0.0,
        };
        through + over + self.leak.map_or(0.0, |k| k * self.level)
    }
    fn step(&mut self, inflow: f64, dt: f64) -> f64 {
        let out = self.outflow();
        self.level += dt * (inflow - out) / self.area;
        self.history.push(self.level);
        if let Some(leak) = &mut self.leak {
            *leak *= 1.0 + 0.1 * dt;
        }
        out
    }
    fn drained(&mut self, below: f64) -> Option<f64> {
        if self.level < below {
            return None;
        }
        let over = self.level - below;
        self.level = below;
        Some(over)
    }
}

/// A function that is lent a structure and a list of them.
#[differentiable]
fn cascade(tanks: &mut [Tank], rain: f64, dt: f64) -> f64 {
    let mut flow = rain;
    for tank in tanks.iter_mut() {
        flow = tank.step(flow, dt);
    }
    flow
}

#[differentiable]
fn season(level: f64, rate: f64, leak: f64, rain: f64, n: usize) -> f64 {
    let tank = |k: usize| Tank {
        level: level / (1.0 + k as f64),
        rates: [rate, 0.5 * rate],
        history: vec![],
        law: if k == 0 { Law::Linear } else { Law::Saturated { limit: 2 } },
        area: 2.0,
        leak: if k == 1 { Some(leak) } else { None },
        weir: if k == 0 { Some((0.7, 1)) } else { None },
    };
    let mut first = tank(0);
    let mut second = tank(1);
    let mut sum = 0.0;
    for k in 0..n {
        let rain = rain * (1.0 + (0.3 * k as f64).sin());
        let between = first.step(rain, 0.1);
        sum += second.step(between, 0.1) * second.level;
        if let Some(over) = second.drained(0.9) {
            sum += over * over;
        }
    }
    let last = first.history.last().copied().unwrap_or(0.0);
    sum + last * first.history[n / 2] + second.history.iter().sum::<f64>()
}

#[test]
fn tanks_in_a_row() {
    let x = [1.2, 0.4, 0.15, 0.6];
    let (value, (a, b, c, d)) = season::value_and_gradient(x[0], x[1], x[2], x[3], 12);
    assert_eq!(value.to_bits(), season(x[0], x[1], x[2], x[3], 12).to_bits());
    held(&x, |x| season(x[0], x[1], x[2], x[3], 12), value, &[a, b, c, d]);
}

#[test]
fn what_is_lent_is_given_back() {
    let tank = |level: f64, law: Law, leak: Option<f64>| Tank {
        level,
        rates: [0.4, 0.3],
        history: vec![level],
        law,
        area: 2.0,
        leak,
        weir: Some((0.5, 1)),
    };
    let tanks = vec![tank(1.0, Law::Linear, None), tank(0.3, Law::Saturated { limit: 1 }, Some(0.2))];
    let mut plain = tanks.clone();
    let flow = cascade(&mut plain, 0.6, 0.1);
    let zero = |t: &Tank| Tank {
        level: 0.0,
        rates: [0.0; 2],
        history: vec![0.0; 2],
        leak: t.leak.map(|_| 0.0),
        weir: Some((0.0, 1)),
        ..t.clone()
    };
    let seeds: Vec<Tank> = plain.iter().map(zero).collect();
    let ((value, after), (by_tanks, by_rain, by_dt)) = cascade::vjp(&tanks, 0.6, 0.1, 1.0, &seeds);
    assert_eq!((value.to_bits(), &after), (flow.to_bits(), &plain));
    let x = [1.0, 0.3, 0.2, 0.6, 0.1];
    let by = |x: &[f64]| {
        let mut tanks = vec![tank(x[0], Law::Linear, None), tank(x[1], Law::Saturated { limit: 1 }, Some(x[2]))];
        cascade(&mut tanks, x[3], x[4])
    };
    held(&x, by, value, &[by_tanks[0].level, by_tanks[1].level, by_tanks[1].leak.unwrap_or(0.0), by_rain, by_dt]);
    assert_eq!(by_tanks[1].law, Law::Saturated { limit: 1 });
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Part {
    Spring { stiffness: f64, length: f64 },
    Damper(f64),
    Rigid,
}

#[differentiable]
fn force(part: &Part, x: f64, v: f64) -> f64 {
    match part {
        Part::Spring { stiffness, length } => -stiffness * (x - length),
        Part::Damper(c) => -c * v,
        Part::Rigid => 0.0,
    }
}

/// Enums in lists that are read, made, changed and given back.
#[differentiable]
fn assembled(parts: &[Part], x: f64, n: usize) -> (f64, Vec<Part>) {
    let mut all: Vec<Part> = parts.to_vec();
    all.push(Part::Spring { stiffness: x, length: 0.1 });
    let mut spare = vec![Part::Rigid; 2];
    spare[1] = Part::Damper(0.3 * x);
    let (mut at, mut v) = (x, 0.0);
    for k in 0..n {
        let pull: f64 = all.iter().map(|p| force(p, at, v)).sum();
        v += 0.1 * (pull + force(&spare[k % 2], at, v));
        at += 0.1 * v;
        for p in all.iter_mut() {
            match p {
                Part::Spring { stiffness, .. } => *stiffness *= 0.99,
                Part::Damper(c) if *c > 1.0 => *p = Part::Rigid,
                Part::Damper(c) => *c *= 1.2,
                Part::Rigid => {}
            }
        }
    }
    let springs = all.iter().filter(|p| matches!(p, Part::Spring { .. })).count();
    (at * v + springs as f64 * at, all)
}

#[differentiable]
fn energy(k: f64, c: f64, x: f64, n: usize) -> f64 {
    let parts = [Part::Spring { stiffness: k, length: 0.5 }, Part::Rigid, Part::Damper(c)];
    let (e, all) = assembled(&parts, x, n);
    let same = if all[1] == parts[1] { 1.0 } else { x };
    let stiff: f64 = all.iter().map(|p| if let Part::Spring { stiffness, .. } = p { *stiffness } else { 0.0 }).sum();
    e * same + stiff * x
}

#[test]
fn parts_of_different_kinds_in_lists() {
    let x = [2.0, 0.6, 0.8];
    let (value, (a, b, c)) = energy::value_and_gradient(x[0], x[1], x[2], 5);
    assert_eq!(value.to_bits(), energy(x[0], x[1], x[2], 5).to_bits());
    held(&x, |x| energy(x[0], x[1], x[2], 5), value, &[a, b, c]);
    let parts = [Part::Spring { stiffness: 2.0, length: 0.5 }, Part::Damper(0.6), Part::Rigid];
    let (value, all) = assembled(&parts, 0.8, 5);
    let seeds: Vec<Part> = all
        .iter()
        .map(|p| match p {
            Part::Spring { .. } => Part::Spring { stiffness: 0.0, length: 0.0 },
            Part::Damper(_) => Part::Damper(0.0),
            Part::Rigid => Part::Rigid,
        })
        .collect();
    let (given, (by_parts, by_x)) = assembled::vjp(&parts, 0.8, 5, 1.0, &seeds);
    assert_eq!((given.0.to_bits(), &given.1), (value.to_bits(), &all));
    let of = |x: &[f64]| {
        let parts = [Part::Spring { stiffness: x[0], length: x[1] }, Part::Damper(x[2]), Part::Rigid];
        assembled(&parts, x[3], 5).0
    };
    let Part::Spring { stiffness, length } = by_parts[0] else { panic!("a spring") };
    let Part::Damper(damping) = by_parts[1] else { panic!("a damper") };
    held(&[2.0, 0.5, 0.6, 0.8], of, value, &[stiffness, length, damping, by_x]);
}
