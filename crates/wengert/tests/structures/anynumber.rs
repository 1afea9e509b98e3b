//! Types over any number: nested, with constants, as enums, changed by methods that give numbers too.

use super::{close, flat};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair<T> {
    x: T,
    y: T,
}

#[differentiable(reverse_only)]
impl<T: Real> Pair<T> {
    fn kick(&mut self, by: T) -> T {
        self.x += by;
        self.x * self.y - by
    }
    // A constant in a field that may carry a derivative.
    fn bent(self) -> Pair<T> {
        Pair { x: self.x.tanh(), y: T::constant(0.5).abs().atan() }
    }
}

/// An index to read by alone: adjoints are added where it reads.
#[differentiable(reverse_only)]
impl<T: Real> std::ops::Index<usize> for Pair<T> {
    type Output = T;
    fn index(&self, k: usize) -> &T {
        match k {
            0 => &self.x,
            _ => &self.y,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Frame<T> {
    at: Pair<T>,
    mass: T,
    #[constant]
    pull: f64,
}

#[differentiable(reverse_only)]
impl<T: Real> Frame<T> {
    fn size(&self) -> T {
        self.at.x * self.mass * self.pull + self.at.y
    }
    fn turned(&self, by: T) -> T {
        let x = self.at[0];
        x * by.sin() + self.at[1] * by.cos()
    }
}

/// A part is lent by name.
#[differentiable(reverse_only)]
fn kicked(frame: &mut Frame<f64>, by: f64) -> f64 {
    let first = (&mut frame.at).kick(by);
    first * frame.at.x + frame.turned(by)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Shape<T> {
    Round(T),
    Wide { a: T, b: T },
    Empty,
}

#[differentiable(reverse_only)]
fn area(s: Shape<f64>, k: f64) -> f64 {
    match s {
        Shape::Round(r) => r * r * k,
        Shape::Wide { a, b } => a * b,
        Shape::Empty => k,
    }
}

#[differentiable(reverse_only)]
fn total(frame: &Frame<f64>, shapes: &[Shape<f64>], k: f64) -> f64 {
    let mut p = frame.at.bent();
    let mut s = (&mut p).kick(k);
    for shape in shapes {
        s += area(*shape, p.x);
    }
    s + frame.size() * p.y
}

#[test]
fn types_on_any_number_hold_each_other() {
    let frame = Frame { at: Pair { x: 0.5, y: 2.0 }, mass: 3.0, pull: 0.25 };
    let shapes = [Shape::Round(1.5), Shape::Wide { a: 2.0, b: 0.5 }, Shape::Empty];
    let (value, (by_frame, by_shapes, by_k)) = total::value_and_gradient(&frame, &shapes, 0.7);
    assert_eq!(value.to_bits(), total(&frame, &shapes, 0.7).to_bits());
    let (t, c) = (0.5f64.tanh(), 0.5f64.atan());
    let x = t + 0.7;
    close(&[value], &[x * c - 0.7 + 2.25 * x + 1.0 + x + (0.5 * 3.0 * 0.25 + 2.0) * c]);
    let by_x = c + 2.25 + 1.0;
    close(&flat(&by_frame), &[by_x * (1.0 - t * t) + 0.75 * c, c, 0.125 * c]);
    assert_eq!(by_frame.pull, 0.25);
    assert_eq!(by_shapes, [Shape::Round(3.0 * x), Shape::Wide { a: 0.5, b: 2.0 }, Shape::Empty]);
    close(&[by_k], &[by_x - 1.0]);
}

#[test]
fn parts_are_read_by_index_and_lent_by_name() {
    let frame = Frame { at: Pair { x: 0.5, y: 2.0 }, mass: 3.0, pull: 0.25 };
    let none = Frame { at: Pair { x: 0.0, y: 0.0 }, mass: 0.0, pull: 0.25 };
    let k: f64 = 0.7;
    let ((value, after), (by_frame, by_k)) = kicked::vjp(&frame, k, 1.0, &none);
    let mut lent = frame.clone();
    assert_eq!((value, &after), (kicked(&mut lent, k), &lent));
    let (x, y, first) = (0.5 + k, 2.0, (0.5 + k) * 2.0 - k);
    close(&[value], &[first * x + x * k.sin() + y * k.cos()]);
    let by_x = y * x + first + k.sin();
    close(&flat(&by_frame), &[by_x, x * x + k.cos(), 0.0]);
    close(&[by_k], &[by_x - x + x * k.cos() - y * k.sin()]);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Length(f64);

#[differentiable(reverse_only)]
impl std::ops::Sub for Length {
    type Output = Length;
    fn sub(self, o: Length) -> Length {
        Length(self.0 - o.0)
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Walk {
    row: [f64; 3],
    step: usize,
    scale: f64,
}

const TABLE: [f64; 3] = [0.5, -0.25, 1.5];

/// Parts of lists beside structures, a structure of constants, an integer of a structure as an index in a loop.
#[differentiable(reverse_only)]
fn beside(walk: &mut Walk, far: Length, x: &[f64], n: usize) -> f64 {
    let mut a = [x[0] * far.0, x[1], 2.0];
    a[1..].copy_from_slice(&x[..2]);
    let mut k = 0;
    while k < n {
        let u = if x[0] < 5.0 { x[walk.step] * a[k % 3] } else { a[0] };
        walk.scale += u.sin();
        k += 1;
    }
    let near = Length(TABLE[1].cos()) - far;
    near.0 * walk.scale + a[1] * walk.row[(walk.step + 1) % 3]
}

#[test]
fn lists_of_numbers_beside_structures_stay_such() {
    let walk = Walk { row: [1.0, 2.0, 3.0], step: 1, scale: 0.5 };
    let (far, x) = (Length(0.75), [0.4, 0.9]);
    let weight = Walk { row: [0.0; 3], step: 1, scale: 0.0 };
    for n in [0, 1, 4] {
        let ((value, after), (by_walk, by_far, by_x)) = beside::vjp(&walk, far, &x, n, 1.0, &weight);
        let mut lent = walk.clone();
        assert_eq!((value, &after), (beside(&mut lent, far, &x, n), &lent));
        let slope = |moved: &dyn Fn(f64) -> f64| (moved(1e-6) - moved(-1e-6)) / 2e-6;
        let by = |h: f64, k: usize| {
            let mut x = x;
            x[k] += h;
            beside(&mut walk.clone(), far, &x, n)
        };
        let wants = [
            slope(&|h| by(h, 0)),
            slope(&|h| by(h, 1)),
            slope(&|h| beside(&mut walk.clone(), Length(far.0 + h), &x, n)),
            slope(&|h| beside(&mut Walk { scale: walk.scale + h, ..walk.clone() }, far, &x, n)),
        ];
        for (got, want) in [by_x[0], by_x[1], by_far.0, by_walk.scale].iter().zip(wants) {
            assert!((got - want).abs() < 1e-8, "{n}: {got} {want}");
        }
        assert_eq!(by_walk.row, [0.0, 0.0, 0.4]);
    }
}

/// An iterator over constants that an arm advances.
#[differentiable(reverse_only)]
fn in_an_arm(x: &[f64], a: f64) -> f64 {
    let mut s = a;
    if a > 0.5 {
        let mut order = (0..x.len()).rev();
        while let Some(i) = order.next() {
            s = s * a + x[i];
        }
    }
    s
}

#[test]
fn an_iterator_may_be_in_an_arm() {
    assert_eq!(in_an_arm::value_and_gradient(&[3.0, 5.0], 2.0), (21.0, (vec![1.0, 2.0], 17.0)));
    assert_eq!(in_an_arm::value_and_gradient(&[3.0, 5.0], 0.25), (0.25, (vec![0.0, 0.0], 1.0)));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Held<T> {
    Empty,
    One { at: Pair<T>, far: Vec<T> },
    Two(Pair<T>, T, #[constant] f64),
}

#[differentiable(reverse_only)]
impl<T: Real> Held<T> {
    // What is constant stands beside what is not, in either order.
    fn one(a: T) -> Held<T> {
        Held::One { at: Pair { x: T::constant(0.5).sin(), y: a }, far: vec![T::constant(0.25); 2] }
    }
    fn two(a: T) -> Held<T> {
        Held::Two(Pair { x: T::constant(0.5).sin(), y: T::constant(2.0) }, a, 0.75)
    }
}

#[differentiable(reverse_only)]
fn of_constants(a: f64, b: f64) -> f64 {
    let q = if a > 0.0 { Pair { x: std::f64::consts::FRAC_PI_4.tan(), y: b.sin() } } else { Pair { x: 0.5, y: 0.25 } };
    let mut s = q.x * q.y;
    for k in 0..3 {
        let held = if k == 0 {
            Held::one(a * b)
        } else if k == 1 {
            Held::two(b)
        } else {
            Held::Empty
        };
        s += match held {
            Held::Empty => b,
            Held::One { at, far } => at.x * at.y * far[1],
            Held::Two(at, c, pull) => at.x * at.y * c * pull,
        };
    }
    s
}

#[test]
fn constants_beside_what_is_not() {
    let (b, c) = (0.7f64, 0.5f64.sin());
    let (v, (by_a, by_b)) = of_constants::value_and_gradient(2.0, b);
    let one = std::f64::consts::FRAC_PI_4.tan();
    close(&[v], &[one * b.sin() + c * 2.0 * b * 0.25 + c * 2.0 * b * 0.75 + b]);
    close(&[by_a, by_b], &[0.25 * c * b, one * b.cos() + 0.5 * c + 1.5 * c + 1.0]);
    let (_, (by_a, by_b)) = of_constants::value_and_gradient(-2.0, b);
    close(&[by_a, by_b], &[0.25 * c * b, -0.5 * c + 1.5 * c + 1.0]);
}

#[differentiable(reverse_only)]
impl<T: Real> Pair<T> {
    fn is_near(&self, other: &Pair<T>, reach: T) -> bool {
        let apart = self.x - other.x;
        apart * apart < reach * reach
    }
    fn twice(&self, n: usize) -> usize {
        2 * n
    }
}

#[differentiable(reverse_only)]
fn asked(p: &Pair<f64>, q: &Pair<f64>, a: f64) -> f64 {
    if p.is_near(q, a * a) { p.x * q.y * p.twice(3) as f64 } else { p.y * a }
}

#[test]
fn methods_that_say_something_of_any_number() {
    let (p, q) = (Pair { x: 0.5, y: 2.0 }, Pair { x: 1.0, y: 3.0 });
    let (v, (by_p, by_q, by_a)) = asked::value_and_gradient(&p, &q, 2.0);
    assert_eq!((v, by_p, by_q, by_a), (9.0, Pair { x: 18.0, y: 0.0 }, Pair { x: 0.0, y: 3.0 }, 0.0));
    let (v, (by_p, by_q, by_a)) = asked::value_and_gradient(&p, &q, 0.5);
    assert_eq!((v, by_p, by_q, by_a), (1.0, Pair { x: 0.0, y: 0.5 }, Pair { x: 0.0, y: 0.0 }, 2.0));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Ramp<T> {
    rise: T,
}
#[differentiable]
impl<T: Real> Ramp<T> {
    fn through(&self, g: &impl Fn(T) -> T, h: T) -> T {
        let mut t = self.rise;
        if h > t {
            t += g(h);
        }
        t * h
    }
}

/// What the method takes is written on its type's parameter, what is passed to it on the machine's number.
#[differentiable]
fn ramps(x: &[f64], all: &[Ramp<f64>]) -> f64 {
    let s = x[0];
    let bent = move |q: f64| s.tanh() * q * q;
    all.iter().map(|ramp| ramp.through(&bent, x[1])).sum()
}

#[test]
fn methods_over_any_number_take_closures() {
    let (x, all) = ([0.4, 0.9], [Ramp { rise: 0.3 }, Ramp { rise: 1.7 }]);
    let (v, (gx, ga)) = ramps::value_and_gradient(&x, &all);
    assert_eq!(v.to_bits(), ramps(&x, &all).to_bits());
    let tanh = 0.4_f64.tanh();
    close(&gx, &[0.9_f64.powi(3) * (1.0 - tanh * tanh), 0.3 + 1.7 + 3.0 * tanh * 0.81]);
    close(&[ga[0].rise, ga[1].rise], &[0.9, 0.9]);
}

#[derive(Clone, Copy, Debug)]
struct Days(i64);

/// On a number of its own plain floats are constants, whatever stands beside them.
#[derive(Clone, Debug, Differentiable)]
struct Flows<T: Real> {
    first: T,
    later: Vec<(Days, f64)>,
}

#[differentiable]
impl<T: Real> Flows<T> {
    fn price(&self, rate: T) -> T {
        let mut sum = self.first;
        for (days, flow) in &self.later {
            sum += rate * (*flow * days.0 as f64);
        }
        sum
    }
}

#[differentiable]
fn priced_flows(first: f64, rate: f64) -> f64 {
    Flows { first, later: vec![(Days(2), 3.0)] }.price(rate)
}

#[test]
fn floats_beside_other_constants() {
    assert_eq!(priced_flows::value_and_gradient(1.0, 2.0), (13.0, (1.0, 6.0)));
}
