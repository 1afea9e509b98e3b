//! Structures behind `&mut`, results that are tuples of structures, and early returns of them.

use super::{close, flat};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    at: Vec2,
    v: Vec2,
    m: f64,
    steps: usize,
}
#[differentiable]
impl Vec2 {
    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}
#[differentiable]
impl Body {
    fn step(&mut self, dt: f64) {
        if dt < 0.0 {
            return;
        }
        self.at.x += dt * self.v.x;
        self.at.y += dt * self.v.y;
        self.steps += 1;
    }
    fn collide(&mut self, other: &mut Body, e: f64) {
        let p = self.v.x * e;
        self.v.x -= p;
        other.v.x += p * self.m;
    }
    fn split(&self, a: f64) -> (f64, Body) {
        if a > 10.0 {
            return (a, self.clone());
        }
        (a * self.m, Body { m: a, ..self.clone() })
    }
}
#[differentiable]
fn kick(b: &mut Body, dt: f64) -> f64 {
    b.v.x += dt * b.m;
    b.step(dt);
    let e = b.v.x * b.v.x;
    if e > 100.0 {
        return dt;
    }
    e
}
#[differentiable]
fn drift(bodies: &mut [Body], dt: f64) {
    for b in bodies.iter_mut() {
        b.step(dt);
        push(b, dt);
    }
    bodies[0].at.x *= dt;
    push(&mut bodies[1], dt);
}
#[differentiable]
fn push(b: &mut Body, dt: f64) {
    b.v.y += dt * b.at.y;
}
#[differentiable]
fn energy(bodies: &[Body]) -> f64 {
    bodies.iter().map(|b| 0.5 * b.m * (b.v.x * b.v.x + b.v.y * b.v.y) + b.at.x).sum()
}
#[differentiable]
fn sim(bodies: &[Body], dt: f64, n: usize) -> f64 {
    let mut all = bodies.to_vec();
    let mut s = 0.0;
    for k in 0..n {
        drift(&mut all, dt);
        s += kick(&mut all[k], dt);
        let mut one = all[0].clone();
        let mut two: Body = all[1].clone();
        one.collide(&mut two, 0.3);
        let (e, half) = two.split(s);
        s += e + energy(&all) * half.m;
        all[1] = two;
        push(&mut one, dt);
        all[0] = one;
    }
    s + energy(&all)
}
#[differentiable]
fn first(points: &[Vec2], a: f64) -> Vec2 {
    for p in points {
        if p.x > a {
            return Vec2 { x: p.x * a, ..*p };
        }
    }
    Vec2::new(a, 0.0)
}
#[differentiable]
fn of_first(points: &[Vec2], a: f64) -> f64 {
    let f = first(points, a);
    f.x * f.y + f.x
}

fn bodies() -> Vec<Body> {
    (0..3)
        .map(|k| {
            let k = k as f64;
            Body { at: Vec2::new(0.3 + k, 0.5 - k), v: Vec2::new(0.1 * k + 0.2, 0.7), m: 1.0 + 0.1 * k, steps: 0 }
        })
        .collect()
}
#[test]
fn what_is_lent_comes_back() {
    let b = bodies();
    for n in 0..=3 {
        let (v, (gb, ga)) = sim::value_and_gradient(&b, 0.3, n);
        assert_eq!(v.to_bits(), sim(&b, 0.3, n).to_bits());
        let g = [flat(&gb), vec![ga]].concat();
        let x = [flat(&b), vec![0.3]].concat();
        close(&g, &sim::function(&b, 0.3, n).gradient(&x));
    }
    let p = [Vec2::new(0.4, 2.0), Vec2::new(1.5, -1.0)];
    for a in [0.2, 0.9, 3.0] {
        let (v, (gp, ga)) = of_first::value_and_gradient(&p, a);
        assert_eq!(v.to_bits(), of_first(&p, a).to_bits());
        let g = [flat(&gp), vec![ga]].concat();
        let x = [flat(&p.to_vec()), vec![a]].concat();
        close(&g, &of_first::function(&p, a).gradient(&x));
    }
    // What was lent comes after the result, and so does its weight.
    let weight = Body { m: 2.0, ..b[0].clone() };
    let ((e, after), (by_body, by_dt)) = kick::vjp(&b[0], 0.5, 1.0, &weight);
    let mut lent = b[0].clone();
    assert_eq!((e, &after), (kick(&mut lent, 0.5), &lent));
    let mut slopes = vec![];
    for k in 0..6 {
        let d = (0..6).map(|j| f64::from(u8::from(j == k))).collect::<Vec<_>>();
        let (_, out) = kick::jvp(
            &b[0],
            0.5,
            &Body { at: Vec2::new(d[0], d[1]), v: Vec2::new(d[2], d[3]), m: d[4], steps: 0 },
            d[5],
        );
        slopes.push(out.0 + flat(&out.1).iter().zip(flat(&weight)).map(|(a, b)| a * b).sum::<f64>());
    }
    close(&[flat(&by_body), vec![by_dt]].concat(), &slopes);
}

// That the receiver is lent is what tells that it changes.
mod receivers {
    use super::super::{close, flat};
    use wengert::Differentiable;
    use wengert::prelude::*;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Body {
        x: f64,
        v: f64,
    }

    #[differentiable]
    impl Body {
        fn kick(&mut self, dt: f64) -> f64 {
            if dt > 5.0 {
                return dt;
            }
            self.v += dt * self.x;
            self.x += dt * self.v;
            self.v * self.v
        }
    }
    #[differentiable]
    fn kicked(b: &Body, dt: f64, n: usize) -> f64 {
        let mut one = b.clone();
        let mut all = [b.clone(), b.clone()];
        let mut e = 0.0;
        for k in 0..n {
            e += (&mut one).kick(dt);
            let f = (&mut all[k % 2]).kick(dt * e);
            e += f;
            one.x += all[0].v;
        }
        e + one.x * all[1].x
    }

    #[test]
    fn a_receiver_comes_back_beside_a_value() {
        let b = Body { x: 0.4, v: -0.3 };
        for n in 0..4 {
            let (v, (gb, gd)) = kicked::value_and_gradient(&b, 0.3, n);
            assert_eq!(v.to_bits(), kicked(&b, 0.3, n).to_bits());
            close(&[flat(&gb), vec![gd]].concat(), &kicked::function(&b, 0.3, n).gradient(&[0.4, -0.3, 0.3]));
        }
    }
}
