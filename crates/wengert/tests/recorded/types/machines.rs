//! Functions that hold functions, parents that children know, states, particles.

use super::holds;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wengert::differentiable;
type Op = Box<dyn FnMut(f64) -> f64>;
struct Machine<S, F>
where
    F: Fn(&S, f64) -> S,
{
    state: S,
    rule: F,
    log: Vec<f64>,
}
impl<S: Clone, F> Machine<S, F>
where
    F: Fn(&S, f64) -> S,
{
    fn run(mut self, n: usize, x: f64) -> (S, Vec<f64>) {
        for k in 0..n {
            self.state = (self.rule)(&self.state, x / (1.0 + k as f64));
            self.log.push(k as f64 * x);
        }
        (self.state, self.log)
    }
}
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Gear {
    Low,
    Mid(u8),
    High { ratio: u16 },
}
impl Gear {
    fn factor(self, x: f64) -> f64 {
        match self {
            Gear::Low => 0.5 * x,
            Gear::Mid(k @ 1..=3) => x * f64::from(k),
            Gear::Mid(_) => x,
            Gear::High { ratio } => x.powf(f64::from(ratio) / 4.0),
        }
    }
    const ALL: [Gear; 4] = [Gear::Low, Gear::Mid(2), Gear::Mid(9), Gear::High { ratio: 6 }];
    fn next(&mut self) -> Option<f64> {
        let out = match *self {
            Gear::Low => 0.1,
            Gear::Mid(_) => 0.2,
            Gear::High { .. } => return None,
        };
        *self = if let Gear::Low = self { Gear::Mid(1) } else { Gear::High { ratio: 4 } };
        Some(out)
    }
}
struct Person {
    name: String,
    score: Cell<f64>,
    parent: RefCell<Weak<Person>>,
    kids: RefCell<Vec<Rc<Person>>>,
}
impl Person {
    fn new(name: &str, score: f64) -> Rc<Self> {
        Rc::new(Person {
            name: name.to_owned(),
            score: Cell::new(score),
            parent: RefCell::new(Weak::new()),
            kids: RefCell::new(vec![]),
        })
    }
    fn adopt(self: &Rc<Self>, kid: Rc<Person>) {
        *kid.parent.borrow_mut() = Rc::downgrade(self);
        self.kids.borrow_mut().push(kid);
    }
    fn total(&self) -> f64 {
        let up = self.parent.borrow().upgrade().map_or(0.0, |p| p.score.get());
        self.score.get() * (1.0 + up)
            + self.kids.borrow().iter().map(|k| k.total()).sum::<f64>()
            + self.name.len() as f64
    }
}
mod deep {
    pub(crate) mod er {
        pub(crate) fn ops(x: f64) -> Vec<super::super::Op> {
            let mut seen = 0.0;
            let mut calls = 0u32;
            vec![
                Box::new(move |v| {
                    seen += v * x;
                    calls += 1;
                    seen / f64::from(calls)
                }),
                Box::new(|v: f64| -v),
            ]
        }
    }
}
fn compose(fs: Vec<Op>) -> impl FnMut(f64) -> f64 {
    let mut fs = fs;
    move |x| fs.iter_mut().fold(x, |a, f| f(a))
}
fn curry(a: f64) -> impl Fn(f64) -> Box<dyn Fn(f64) -> f64> {
    move |b| Box::new(move |c| a * b + c * c)
}
fn table(k: usize) -> fn(f64) -> f64 {
    const T: [fn(f64) -> f64; 3] = [f64::sin, cube, |x| x + 1.0];
    T[k % 3]
}
fn cube(x: f64) -> f64 {
    x * x * x
}
fn newton(f: &dyn Fn(f64) -> f64, df: impl Fn(f64) -> f64, mut x: f64) -> Option<f64> {
    for _ in 0..20 {
        let d = df(x);
        if d.abs() < 1e-12 {
            return None;
        }
        let s = f(x) / d;
        x -= s;
        if s.abs() < 1e-14 {
            break;
        }
    }
    Some(x)
}
#[derive(Clone, Debug, PartialEq)]
struct Particle {
    pos: [f64; 2],
    vel: [f64; 2],
    mass: f64,
    tag: Option<&'static str>,
}
struct World {
    parts: Vec<Particle>,
    g: f64,
}
impl World {
    fn step(&mut self, dt: f64) {
        let n = self.parts.len();
        let mut acc = vec![[0.0; 2]; n];
        for i in 0..n {
            for j in 0..n {
                if i == j {
                    continue;
                }
                let (a, b) = (&self.parts[i], &self.parts[j]);
                let d = [b.pos[0] - a.pos[0], b.pos[1] - a.pos[1]];
                let r2 = d[0] * d[0] + d[1] * d[1] + 0.01;
                let inv = self.g * b.mass / (r2 * r2.sqrt());
                for (acc, d) in acc[i].iter_mut().zip(d) {
                    *acc += inv * d;
                }
            }
        }
        for (p, a) in self.parts.iter_mut().zip(&acc) {
            for k in 0..2 {
                p.vel[k] += dt * a[k];
                p.pos[k] += dt * p.vel[k];
            }
        }
        self.parts.retain(|p| p.mass > 0.0 || p.tag.is_some());
    }
    fn energy(&self) -> f64 {
        self.parts.iter().map(|Particle { vel: [u, v], mass, .. }| 0.5 * mass * (u * u + v * v)).sum()
    }
}
#[differentiable(tape)]
fn machines(x: f64, y: f64, n: usize) -> f64 {
    let m = Machine {
        state: (x, [y; 2]),
        rule: |s: &(f64, [f64; 2]), u: f64| (s.0 * u + y, [s.1[1], s.0.cos()]),
        log: vec![],
    };
    let ((a, [b, c]), log) = m.run(n, x);
    let root = Person::new("root", x);
    for i in 0..n {
        let kid = Person::new(&format!("k{i}"), y * i as f64);
        if i % 2 == 1 {
            kid.adopt(Person::new("g", x * y));
        }
        root.adopt(kid);
    }
    root.score.set(root.score.get() * 1.5);
    let mut run = compose(deep::er::ops(x));
    let opsum: f64 = (0..n).map(|k| run(y + k as f64)).sum();
    let cur = curry(x)(y)(0.5) + table(n)(x) + table(n + 1)(y);
    let nr = newton(&|v| v * v - x, |v| 2.0 * v, 1.0 + y).unwrap_or(-1.0);
    let mut gear = Gear::Low;
    let mut gears = 0.0;
    while let Some(v) = gear.next() {
        gears += v * x;
    }
    gears += Gear::ALL.iter().map(|g| g.factor(y)).sum::<f64>() + Gear::ALL.iter().max().map_or(0.0, |g| g.factor(x));
    let mut w = World {
        parts: vec![
            Particle { pos: [0.0, x], vel: [y, 0.0], mass: 1.0, tag: None },
            Particle { pos: [1.0, 0.0], vel: [0.0, -0.2], mass: x, tag: Some("b") },
            Particle { pos: [-1.0, y], vel: [0.1; 2], mass: 0.0, tag: None },
        ],
        g: 0.7,
    };
    for _ in 0..n {
        w.step(0.05);
    }
    let Some(first) = w.parts.first().cloned() else { return 0.0 };
    let first2 = Particle { mass: y, ..first.clone() };
    let near = if first == first2 { 1.0 } else { 2.0 };
    let neg = -first.pos[0].mul_add(2.0, -y).rem_euclid(1.7)
        + x.hypot(y).clamp(0.1, 9.0)
        + (x % 0.3)
        + y.signum() * x.abs().copysign(-1.0)
        + (x.to_degrees() / 90.0).floor();
    a + b * c
        + log.iter().sum::<f64>()
        + root.total()
        + opsum
        + cur
        + nr
        + gears
        + w.energy()
        + near * first2.pos[1] * first2.mass
        + neg
}

#[test]
fn functions_that_hold_functions() {
    for n in [0, 1, 3, 4] {
        holds(
            &[0.83, 1.27],
            |x| machines(x[0], x[1], n),
            |x| {
                let (value, (dx, dy)) = machines::value_and_gradient(x[0], x[1], n);
                (value, vec![dx, dy])
            },
        );
    }
}
