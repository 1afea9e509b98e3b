//! Operators, conversions, orders, containers with parameters, constants.

use super::holds;
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};
use wengert::differentiable;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct V {
    x: f64,
    y: f64,
}

impl V {
    const UNIT: V = V { x: 1.0, y: 0.5 };
    const SCALE: f64 = 1.5;
    fn dot(self, o: V) -> f64 {
        self.x * o.x + self.y * o.y
    }
    fn norm(&self) -> f64 {
        self.dot(*self).sqrt()
    }
}

impl Add for V {
    type Output = V;
    fn add(self, o: V) -> V {
        V { x: self.x + o.x, y: self.y + o.y }
    }
}

impl Sub for &V {
    type Output = V;
    fn sub(self, o: &V) -> V {
        V { x: self.x - o.x, y: self.y - o.y }
    }
}

impl Mul<f64> for V {
    type Output = V;
    fn mul(self, k: f64) -> V {
        V { x: self.x * k, y: self.y * k }
    }
}

impl Mul<V> for f64 {
    type Output = V;
    fn mul(self, v: V) -> V {
        v * self
    }
}

impl AddAssign for V {
    fn add_assign(&mut self, o: V) {
        self.x += o.x;
        self.y += o.y;
    }
}

impl Neg for V {
    type Output = Self;
    fn neg(self) -> Self::Output {
        V { x: -self.x, y: -self.y }
    }
}

impl std::iter::Sum for V {
    fn sum<I: Iterator<Item = V>>(items: I) -> V {
        items.fold(V::default(), |a, b| a + b)
    }
}

impl From<(f64, f64)> for V {
    fn from((x, y): (f64, f64)) -> Self {
        V { x, y }
    }
}

impl fmt::Display for V {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:.2}, {})", self.x, self.y)
    }
}

struct Stack<T> {
    items: Vec<T>,
    cap: usize,
}

impl<T: Clone> Stack<T> {
    fn new(cap: usize) -> Self {
        Stack { items: Vec::with_capacity(cap), cap }
    }
    fn push(&mut self, item: T) -> bool {
        let room = self.items.len() < self.cap;
        if room {
            self.items.push(item);
        }
        room
    }
    fn top(&self) -> Option<&T> {
        self.items.last()
    }
}

impl Stack<f64> {
    fn total(&self) -> f64 {
        self.items.iter().sum()
    }
}

impl<T> Index<usize> for Stack<T> {
    type Output = T;
    fn index(&self, k: usize) -> &T {
        &self.items[k]
    }
}

impl<T> IndexMut<usize> for Stack<T> {
    fn index_mut(&mut self, k: usize) -> &mut T {
        &mut self.items[k]
    }
}

const TABLE: [(f64, &str); 3] = [(0.5, "a"), (1.5, "b"), (-1.0, "c")];
static WEIGHTS: &[f64] = &[1.0, 2.0, 4.0];

#[differentiable(tape)]
fn mixed(x: f64, y: f64, n: usize) -> f64 {
    let mut stack: Stack<V> = Stack::new(4);
    let mut floats = Stack::new(8);
    let mut queue = VecDeque::new();
    let mut v: V = (x, y).into();
    for k in 0..n {
        v = 0.5 * v + V::UNIT * (x * V::SCALE);
        if !stack.push(v) {
            stack[0] += -v;
        }
        floats.push(v.norm() * WEIGHTS[k % WEIGHTS.len()]);
        queue.push_back(v.x);
        if queue.len() > 2 {
            queue.pop_front();
        }
    }
    let d = &stack.items[0] - &stack.items[stack.items.len() - 1];
    let (w, name) = TABLE[n % 3];
    let named = if name == "b" { 2.0 } else { 1.0 };
    let label = format!("{v} {:?} {:.1}", d, stack.top().map_or(0.0, |t| t.x));
    let sum: V = stack.items.iter().copied().sum();
    d.norm() + w * named + floats.total() + queue.iter().sum::<f64>() + sum.dot(v) + label.len().min(20) as f64 * x
}

#[test]
fn operators_on_both_sides() {
    for n in [3, 5, 7] {
        holds(
            &[0.7, 1.2],
            |x| mixed(x[0], x[1], n),
            |x| {
                let (value, (dx, dy)) = mixed::value_and_gradient(x[0], x[1], n);
                (value, vec![dx, dy])
            },
        );
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Time(f64);

impl Eq for Time {}

impl PartialOrd for Time {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

impl Ord for Time {
    fn cmp(&self, o: &Self) -> Ordering {
        self.0.total_cmp(&o.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Arrive(u32),
    Leave { job: u32, after: Time },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    at: Time,
    kind: Kind,
}

#[differentiable(tape)]
fn waiting(arrivals: &[f64], service: f64) -> f64 {
    let mut events = BinaryHeap::new();
    let mut now = 0.0;
    for (k, gap) in arrivals.iter().enumerate() {
        now += gap;
        events.push(Reverse(Event { at: Time(now), kind: Kind::Arrive(k as u32) }));
    }
    let (mut free, mut waited) = (0.0f64, HashMap::new());
    while let Some(Reverse(Event { at: Time(now), kind })) = events.pop() {
        match kind {
            Kind::Arrive(job) => {
                free = free.max(now) + service;
                events.push(Reverse(Event { at: Time(free), kind: Kind::Leave { job, after: Time(now) } }));
            }
            Kind::Leave { job, after } => *waited.entry(job % 2).or_insert(0.0) += (now - after.0).powi(2),
        }
    }
    waited[&0] + 2.0 * waited[&1]
}

#[test]
fn orders_that_are_derived() {
    holds(
        &[0.5, 0.3, 0.2, 0.9, 0.4],
        |x| waiting(&x[..4], x[4]),
        |x| {
            let (value, (mut g, service)) = waiting::value_and_gradient(&x[..4], x[4]);
            g.push(service);
            (value, g)
        },
    );
}

/// What a number has of this name is another function.
trait Quantity {
    fn value(&self) -> f64;
    fn known(self) -> f64;
}

impl Quantity for f64 {
    fn value(&self) -> f64 {
        3.0 * self
    }
    fn known(self) -> f64 {
        self * self
    }
}

struct Length<U> {
    meters: f64,
    unit: PhantomData<U>,
}

impl<U> Clone for Length<U> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<U> Copy for Length<U> {}

struct Feet;

impl<U> Length<U> {
    const fn new(meters: f64) -> Self {
        Length { meters, unit: PhantomData }
    }
}

impl<U> Mul<Length<U>> for f64 {
    type Output = Length<U>;
    fn mul(self, o: Length<U>) -> Length<U> {
        Length::new(self * o.meters)
    }
}

impl<U> Quantity for Length<U> {
    fn value(&self) -> f64 {
        self.meters
    }
    fn known(self) -> f64 {
        self.meters + 1.0
    }
}

struct Search<F: Fn(f64) -> f64> {
    f: F,
    steps: usize,
}

impl<F: Fn(f64) -> f64> Search<F> {
    fn run(&self, x: f64) -> f64 {
        (0..self.steps).fold(x, |x, _| (self.f)(x))
    }
}

#[differentiable(tape)]
fn named(x: f64, y: f64) -> f64 {
    let length: Length<Feet> = x * Length::new(y);
    let search = Search { f: |v| (v * y).cos() + v.value(), steps: 3 };
    x.value() * y.known() + length.value() * length.known() + search.run(x)
}

#[test]
fn names_that_numbers_have_too() {
    holds(
        &[0.7, 0.3],
        |x| named(x[0], x[1]),
        |x| {
            let (value, (dx, dy)) = named::value_and_gradient(x[0], x[1]);
            (value, vec![dx, dy])
        },
    );
}
