//! Functions that differentiate through another crate: what its signatures and types say is known, and none is recorded.

#![deny(deprecated)]

use trials::linked::{self, Hooke, Law, Settings, Shape, Spring, V2, both};
use trials::linked::{dot, three};
use wengert::prelude::*;

#[differentiable]
fn lists(x: f64) -> f64 {
    let all = linked::times(&[x, 2.0, x * x], x);
    let mut out = [0.0; 4];
    linked::filled(&mut out, x);
    all.iter().sum::<f64>() * all[0] + out.iter().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn grown(x: f64) -> f64 {
    let mut list = vec![x];
    linked::stocked(&mut list, x * x);
    list.iter().product::<f64>() * list.len() as f64
}

#[differentiable]
fn arrays(x: f64) -> f64 {
    let (a, b) = linked::pair(x, 0.5);
    let (v, w) = (three(x), linked::three(2.0 * x));
    v[0] * v[1] + dot(&v, &w) + a.sin() * b
}

#[differentiable]
fn structures(x: f64) -> f64 {
    let s = Spring::new(x, 0.3);
    let f = s.forces(&[x, 0.7]);
    both(&s, &s.doubled(), x) + s.energy(x) + f.iter().map(|v| v * v).sum::<f64>() + s.stiffness
}

#[differentiable]
fn of_lists(springs: &[Spring], x: f64) -> f64 {
    springs.iter().map(|s| s.energy(x)).sum()
}

#[differentiable]
fn listed(x: f64) -> f64 {
    of_lists(&[Spring::new(x, 0.1), Spring::new(2.0, x)], 0.4)
}

#[differentiable]
fn numbers(x: f64) -> f64 {
    linked::fall(x) + linked::GRAVITY * x + x * linked::plain(2.0) + linked::plain(x)
}

#[differentiable]
fn traits(x: f64) -> f64 {
    let h = Hooke::new(x);
    h.force(x) + h.twice(0.5) + h.both() * h.k
}

#[differentiable]
fn by_bound<L: Law>(l: &L, x: f64) -> f64 {
    l.force(x) * l.twice(x)
}

#[differentiable]
fn bounded(x: f64) -> f64 {
    by_bound(&Hooke::new(x), 0.7)
}

#[differentiable]
fn choices(x: f64) -> f64 {
    let all = [Shape::Circle(x), Shape::Rectangle { w: x, h: 2.0 }, Shape::Point];
    let mut sum = 0.0;
    for s in &all {
        sum += s.area();
        if let Shape::Circle(r) = s {
            sum += r;
        }
    }
    sum
}

#[differentiable]
fn operators(x: f64) -> f64 {
    let v = V2 { x, y: 0.5 };
    let w = v + v * 2.0;
    w.x * w.y + (w * x).y
}

#[differentiable]
fn perhaps(x: f64) -> f64 {
    linked::root(x).unwrap_or(0.0) * linked::root(x - 9.0).unwrap_or(0.5)
}

#[differentiable]
fn passed(x: f64) -> f64 {
    linked::applied(|v| v * v * x, x)
}

#[differentiable]
fn constants(x: f64) -> f64 {
    linked::marched(&Settings { steps: 3, h: 0.1 }, x)
}

/// A structure of this crate that holds those of the other.
#[derive(Clone, Debug, Differentiable)]
struct System {
    springs: Vec<Spring>,
    at: V2,
}

#[differentiable]
impl System {
    fn energy(&self) -> f64 {
        self.springs.iter().map(|s| s.energy(self.at.x) + s.stiffness).sum::<f64>() * self.at.y
    }
}

/// The other's trait for a type of this crate.
#[differentiable]
impl Law for System {
    fn force(&self, x: f64) -> f64 {
        x * self.at.x
    }
}

#[differentiable]
fn held(x: f64) -> f64 {
    let springs = vec![Spring::new(x, 0.1), Spring::new(2.0 * x, 0.2)];
    let s = System { springs, at: V2 { x, y: 1.5 } };
    s.energy() + s.force(x) + s.twice(0.5)
}

#[differentiable]
fn derived(x: f64) -> f64 {
    linked::fall::gradient(x) * x
}

#[differentiable(tape)]
fn taped(x: f64) -> f64 {
    let all = linked::times(&[x, 2.0, x * x], x);
    let (a, b) = linked::pair(x, 0.5);
    let v = three(x);
    linked::GRAVITY * x - linked::root(x).unwrap_or(0.0) * all[2] + a.sin() * b + v[0] * linked::fall(x)
}

/// What another crate is configured for is not what this one is, so that it is called as it stands.
#[allow(deprecated)]
mod context {
    use super::linked;
    use wengert::prelude::*;

    #[differentiable]
    pub(crate) fn configured(x: f64) -> f64 {
        x * linked::configured()
    }
}

#[test]
fn what_another_crate_is_configured_for_stays_its_own() {
    use context::configured;
    assert_eq!(configured::value_and_gradient(0.5), (1.0, 2.0));
}

#[test]
fn what_another_crate_has_is_known() {
    type Case = (&'static str, fn(f64) -> f64, fn(f64) -> f64);
    let cases: [Case; 16] = [
        ("lists", lists, lists::gradient),
        ("grown", grown, grown::gradient),
        ("arrays", arrays, arrays::gradient),
        ("structures", structures, structures::gradient),
        ("listed", listed, listed::gradient),
        ("numbers", numbers, numbers::gradient),
        ("traits", traits, traits::gradient),
        ("bounded", bounded, bounded::gradient),
        ("choices", choices, choices::gradient),
        ("operators", operators, operators::gradient),
        ("perhaps", perhaps, perhaps::gradient),
        ("passed", passed, passed::gradient),
        ("constants", constants, constants::gradient),
        ("held", held, held::gradient),
        ("derived", derived, derived::gradient),
        ("taped", taped, taped::gradient),
    ];
    for (name, f, gradient) in cases {
        let (x, h) = (0.8, 1e-4);
        let slope = (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h);
        let own = gradient(x);
        assert!((own - slope).abs() <= 1e-9 * (1.0 + slope.abs()), "{name}: {own}, by differences {slope}");
    }
}
