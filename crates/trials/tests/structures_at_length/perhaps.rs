//! Fields that may hold nothing: constants in them, parts that are changed through a reference, and the ends of lists.

// Some functions are recorded.
#![allow(deprecated)]

use super::{all_near, slopes};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq)]
enum Load {
    Point(usize),
    Spread { from: usize, to: usize },
}

#[derive(Clone, Debug, Differentiable)]
struct Beam {
    load: f64,
    fixed: Option<Side>,
    rests_on: Option<usize>,
    span: Option<(usize, usize)>,
    name: Option<String>,
    loads: Vec<Option<Load>>,
    ids: Option<Vec<usize>>,
    weights: Vec<Option<f64>>,
}

#[differentiable]
impl Beam {
    fn asked(&self, x: &[f64]) -> f64 {
        let k = self.rests_on.unwrap_or(0);
        let j = self.rests_on.unwrap_or_default();
        let next = self.rests_on.map(|t| t + 1).unwrap_or(2);
        let s = if self.rests_on.is_some() { x[k] } else { x[0] * x[j] };
        if self.fixed.is_none() {
            return s;
        }
        if self.fixed == Some(Side::Left) {
            return s * self.load * x[next - 1];
        }
        self.load * s * self.rests_on.map_or(1.0, |t| x[t])
    }
    fn loaded(&self, x: &[f64]) -> f64 {
        let mut s = self.load;
        for load in &self.loads {
            match load {
                Some(Load::Point(i)) => s += x[*i],
                Some(Load::Spread { from, to }) => {
                    for i in *from..*to {
                        s *= x[i];
                    }
                }
                None => s += 0.1 * self.load,
            }
        }
        if let Some(ids) = &self.ids {
            for &i in ids {
                s += x[i] * self.load;
            }
        }
        let over: f64 = self.ids.as_ref().map(|ids| ids.iter().map(|i| x[*i]).sum::<f64>()).unwrap_or(1.0);
        s * over
            + self.weights.iter().map(|w| w.unwrap_or(x[0])).sum::<f64>() * self.weights.iter().flatten().sum::<f64>()
    }
    fn matched(&self, x: &[f64]) -> f64 {
        let s = match (self.fixed, self.rests_on) {
            (Some(Side::Left), Some(t)) => x[t] * self.load,
            (Some(Side::Right), _) => x[0] * self.load,
            (_, None) => self.load,
            (None, Some(t)) => x[t],
        };
        let side = self.fixed.unwrap_or(Side::Left);
        let Some(at) = self.rests_on else { return x[1] * s };
        let len = if let Some(name) = &self.name { name.len() } else { 1 };
        match side {
            Side::Left => s * at as f64,
            Side::Right => len as f64 * self.load,
        }
    }
    fn turn(&mut self, x: f64) {
        self.rests_on = match self.rests_on {
            Some(t) if t > 0 => Some(t - 1),
            Some(_) => None,
            None => Some(1),
        };
        self.fixed = Some(match self.fixed {
            Some(Side::Left) => Side::Right,
            _ => Side::Left,
        });
        if let Some((_, to)) = self.span {
            self.load *= x.powi(to as i32);
        }
        if self.rests_on.is_some_and(|t| t > 0) {
            self.load *= x;
        } else {
            self.load += x;
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Bridge {
    beams: Vec<Beam>,
    middle: Option<usize>,
}

#[differentiable]
fn bridge(b: &Bridge, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for beam in b.beams.iter() {
        if let Some(side) = beam.fixed
            && side == Side::Right
        {
            s += beam.load * x[0];
        }
        s += beam.asked(x) + beam.loaded(x) + beam.matched(x);
        let mut turned = beam.clone();
        turned.turn(x[1]);
        turned.turn(s);
        s += turned.load + turned.rests_on.map_or(1.0, |t| x[t]);
        s += turned.weights.iter().map(|w| w.unwrap_or(x[1])).sum::<f64>();
    }
    if let Some(middle) = b.middle {
        s *= b.beams[middle].load;
    }
    let left = b.beams.iter().filter(|beam| beam.fixed == Some(Side::Left)).count();
    let rests: f64 = b.beams.iter().filter_map(|beam| beam.rests_on.map(|t| x[t])).sum();
    s + rests * left as f64
}

#[test]
fn constants_that_may_not_be_there_are_asked_and_matched() {
    let make = |x: &[f64]| {
        let bare = Beam {
            load: x[1],
            fixed: None,
            rests_on: None,
            span: None,
            name: None,
            loads: vec![],
            ids: None,
            weights: vec![],
        };
        let first = Beam {
            load: x[0],
            fixed: Some(Side::Left),
            rests_on: Some(2),
            span: Some((1, 3)),
            name: Some("ab".into()),
            loads: vec![Some(Load::Point(1)), None, Some(Load::Spread { from: 0, to: 2 })],
            ids: Some(vec![0, 2]),
            weights: vec![Some(x[2]), None, Some(0.5)],
        };
        let last = Beam { fixed: Some(Side::Right), rests_on: Some(1), ..bare.clone() };
        Bridge { beams: vec![first, bare, last], middle: Some(1) }
    };
    let x = [0.3, 0.7, 0.9, 1.1, 1.3, 0.8];
    let (value, (g, by_x)) = bridge::value_and_gradient(&make(&x), &x[3..]);
    assert_eq!(value.to_bits(), bridge(&make(&x), &x[3..]).to_bits());
    let loads = [g.beams[0].load, g.beams[1].load + g.beams[2].load, g.beams[0].weights[0].unwrap()];
    all_near(&[&loads, &by_x[..]].concat(), &slopes(|x| bridge(&make(x), &x[3..]), &x));
}

#[derive(Clone, Debug, Differentiable)]
struct Stage {
    fuel: f64,
    thrust: f64,
    left: u32,
}

#[differentiable]
impl Stage {
    fn burn(&mut self, x: f64) -> f64 {
        self.fuel -= x;
        self.left -= 1;
        self.fuel * self.thrust
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Rocket {
    stages: Vec<Stage>,
    upper: Option<Stage>,
    level: Option<f64>,
    mode: Option<u32>,
    log: Vec<f64>,
}

#[differentiable]
impl Rocket {
    fn drop_last(&mut self, x: f64) -> f64 {
        let Some(stage) = self.stages.last_mut() else { return x };
        stage.fuel -= x;
        let left = stage.fuel * stage.thrust;
        if stage.fuel < 0.5 {
            self.stages.pop();
        }
        left
    }
    fn tune(&mut self, k: usize, x: f64) {
        if let Some(stage) = self.stages.get_mut(k) {
            stage.fuel += x;
        }
        let first = self.stages.first_mut().unwrap();
        first.thrust *= x;
        if let Some(last) = self.log.last_mut() {
            *last += x;
        }
        if let Some(level) = &mut self.level {
            *level += x;
        }
        if let Some(mode) = &mut self.mode {
            *mode += 1;
        }
    }
    fn lift(&mut self, x: f64) -> f64 {
        let burnt = if let Some(stage) = self.upper.as_mut() { stage.burn(x) } else { 0.0 };
        match &mut self.upper {
            Some(stage) => stage.thrust *= x,
            None => self.level = Some(x),
        }
        match self.stages.last_mut() {
            Some(stage) => {
                stage.fuel += x;
                stage.thrust *= stage.fuel;
            }
            None => self.log.push(x),
        }
        self.log.push(burnt);
        burnt
    }
    fn part(&mut self, x: f64) -> f64 {
        let mut s = x;
        if let Some(upper) = self.upper.take() {
            s *= upper.fuel;
            self.log.push(upper.thrust);
        }
        let level = self.level.take();
        s += level.unwrap_or(x * x);
        let Some(mode) = self.mode.take() else { return s * x };
        self.level = Some(s);
        s * mode as f64
    }
}

#[differentiable]
fn flight(r: &Rocket, x: f64) -> f64 {
    let mut r = r.clone();
    let mut s = r.drop_last(x);
    for k in 0..2 {
        r.tune(k, x);
        s += r.lift(x);
    }
    s += r.part(x) + r.lift(s) + r.part(s) + r.drop_last(s);
    s + r.log.iter().map(|v| v * v).sum::<f64>() + r.stages.iter().map(|s| s.fuel * s.thrust).sum::<f64>()
}

#[test]
fn what_may_not_be_there_is_changed_where_it_lies() {
    let make = |x: &[f64]| {
        let stage = |fuel, thrust| Stage { fuel, thrust, left: 9 };
        let (stages, upper) = (vec![stage(x[0], x[1]), stage(x[2], x[3])], Some(stage(x[4], x[5])));
        Rocket { stages, upper, level: Some(x[6]), mode: Some(1), log: vec![x[7]] }
    };
    for x in [[0.9, 0.7, 0.8, 1.2, 1.9, 1.1, 0.75, 0.3, 0.31], [0.9, 0.7, 1.8, 1.2, 1.9, 1.1, 0.75, 0.3, 0.31]] {
        let (value, (g, by_x)) = flight::value_and_gradient(&make(&x), x[8]);
        assert_eq!(value.to_bits(), flight(&make(&x), x[8]).to_bits());
        let mut all: Vec<f64> = g.stages.iter().chain(&g.upper).flat_map(|s| [s.fuel, s.thrust]).collect();
        all.extend([g.level.unwrap(), g.log[0], by_x]);
        all_near(&all, &slopes(|x| flight(&make(x), x[8]), &x));
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum DayCount {
    Act360,
    Act365,
}

impl DayCount {
    fn years(self, days: u32) -> f64 {
        match self {
            DayCount::Act360 => days as f64 / 360.0,
            DayCount::Act365 => days as f64 / 365.0,
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    zeros: Vec<f64>,
}

#[differentiable]
impl Curve {
    fn discount(&self, t: f64) -> f64 {
        self.zeros.iter().fold(1.0, |d, z| d * (-z * t).exp())
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Bond {
    coupon: f64,
    days: Vec<u32>,
    basis: DayCount,
}

#[differentiable]
impl Bond {
    fn price(&self, curve: &Curve) -> f64 {
        let mut last = 0;
        let mut sum = 0.0;
        for &day in &self.days {
            sum += self.coupon * self.basis.years(day - last) * curve.discount(DayCount::Act365.years(day));
            last = day;
        }
        sum + curve.discount(DayCount::Act365.years(last))
    }
}

#[differentiable]
fn bond(bond: &Bond, curve: &Curve) -> f64 {
    bond.price(curve)
}

#[test]
fn integers_that_begin_as_literals_have_the_type_of_what_follows() {
    let make = |x: &[f64]| {
        (Bond { coupon: x[0], days: vec![180, 365, 700], basis: DayCount::Act360 }, Curve { zeros: x[1..].to_vec() })
    };
    let of = |x: &[f64]| {
        let (b, curve) = make(x);
        bond(&b, &curve)
    };
    let x = [0.3, 0.02, 0.05];
    let (b, curve) = make(&x);
    let (value, (by_bond, by_curve)) = bond::value_and_gradient(&b, &curve);
    assert_eq!(value.to_bits(), of(&x).to_bits());
    all_near(&[&[by_bond.coupon], &by_curve.zeros[..]].concat(), &slopes(of, &x));
}
