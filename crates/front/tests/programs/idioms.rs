// What people write beside numbers: choices, state, errors, traits, conversions, memory.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::convert::TryFrom;
use std::ops::ControlFlow;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Low = 1,
    Mid,
    High = 10,
}

impl From<Level> for f64 {
    fn from(l: Level) -> f64 {
        l as i32 as f64
    }
}

impl TryFrom<i32> for Level {
    type Error = String;
    fn try_from(v: i32) -> Result<Self, Self::Error> {
        match v {
            1 => Ok(Level::Low),
            2 => Ok(Self::Mid),
            3..=10 => Ok(Level::High),
            _ => Err(format!("no level {v}")),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Constant(f64),
    Variable(usize),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Call { f: Function, args: Vec<Expr> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Sin,
    Exp,
    Max,
}

impl Expr {
    fn eval(&self, x: &[f64]) -> Option<f64> {
        Some(match self {
            Expr::Constant(c) => *c,
            Expr::Variable(i) => *x.get(*i)?,
            Expr::Add(a, b) => a.eval(x)? + b.eval(x)?,
            Expr::Mul(a, b) => {
                let a = a.eval(x)?;
                if a == 0.0 {
                    return Some(0.0);
                }
                a * b.eval(x)?
            }
            Expr::Call { f: Function::Sin, args } => args.first()?.eval(x)?.sin(),
            Expr::Call { f: Function::Exp, args } => args[0].eval(x)?.exp(),
            Expr::Call { f: Function::Max, args } => {
                let mut best = f64::NEG_INFINITY;
                for a in args {
                    best = best.max(a.eval(x)?);
                }
                best
            }
        })
    }

    fn depth(&self) -> usize {
        1 + match self {
            Self::Constant(_) | Self::Variable(..) => 0,
            Self::Add(a, b) | Self::Mul(a, b) => a.depth().max(b.depth()),
            Self::Call { args, .. } => args.iter().map(Expr::depth).max().unwrap_or(0),
        }
    }
}

pub trait Potential {
    const CUTOFF: f64 = 10.0;

    fn energy(&self, r: f64) -> f64;

    fn force(&self, r: f64) -> f64 {
        let h = 1e-5;
        -(self.energy(r + h) - self.energy(r - h)) / (2.0 * h)
    }

    fn name() -> &'static str
    where
        Self: Sized;
}

#[derive(Clone, Debug, Default)]
pub struct Spring {
    k: f64,
    rest: f64,
}

#[derive(Clone, Debug)]
pub struct Scaled<P> {
    inner: P,
    by: f64,
}

impl Potential for Spring {
    fn energy(&self, r: f64) -> f64 {
        0.5 * self.k * (r - self.rest).powi(2)
    }
    fn name() -> &'static str {
        "spring"
    }
}

impl<P: Potential> Potential for Scaled<P> {
    const CUTOFF: f64 = P::CUTOFF * 2.0;
    fn energy(&self, r: f64) -> f64 {
        self.by * self.inner.energy(r)
    }
    fn name() -> &'static str {
        P::name()
    }
}

fn total<P: Potential>(p: &P, r: &[f64]) -> f64 {
    let near = r.iter().filter(|r| **r < P::CUTOFF);
    near.map(|&r| p.energy(r)).sum::<f64>() + P::name().len() as f64
}

fn both(k: f64, r: &[f64]) -> f64 {
    let spring = Spring { k, ..Default::default() };
    let scaled = Scaled { inner: spring.clone(), by: 2.0 };
    total(&spring, r) + total(&scaled, r) + scaled.force(1.0) + <Spring as Potential>::name().len() as f64
}

fn dynamic(all: &[Box<dyn Potential2>], r: f64) -> f64 {
    all.iter().map(|p| p.at(r)).sum()
}

pub trait Potential2 {
    fn at(&self, r: f64) -> f64;
}

impl<F: Fn(f64) -> f64> Potential2 for F {
    fn at(&self, r: f64) -> f64 {
        self(r)
    }
}

#[derive(Debug, Clone)]
struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

fn list(values: &[f64]) -> Option<Box<Node>> {
    let mut head = None;
    for v in values.iter().rev() {
        head = Some(Box::new(Node { value: *v, next: head }));
    }
    head
}

fn sum_list(values: &[f64]) -> f64 {
    let head = list(values);
    let mut at = head.as_ref();
    let mut s = 0.0;
    while let Some(node) = at {
        s += node.value;
        at = node.next.as_ref();
    }
    s
}

fn level(x: f64) -> Level {
    match x {
        x if x < 0.0 => Level::Low,
        0.0..=1.0 => Level::Mid,
        _ => Level::High,
    }
}

fn weighted(x: &[f64]) -> f64 {
    let mut counts: HashMap<Level, u32> = HashMap::new();
    let mut s = 0.0;
    for &v in x {
        let l = level(v);
        *counts.entry(l).or_default() += 1;
        s += v * f64::from(l);
    }
    if counts.contains_key(&Level::High) { s * 2.0 } else { s }
}

fn ordering(a: &[f64], b: &[f64]) -> f64 {
    match a.len().cmp(&b.len()).then_with(|| a[0].total_cmp(&b[0])) {
        Ordering::Less => -1.0,
        Ordering::Equal => 0.0,
        Ordering::Greater => 1.0,
    }
}

fn search(sorted: &[f64], x: f64) -> usize {
    match sorted.binary_search_by(|v| v.partial_cmp(&x).unwrap_or(Ordering::Less)) {
        Ok(k) => k,
        Err(k) => k.saturating_sub(1),
    }
}

fn interpolate(xs: &[f64], ys: &[f64], x: f64) -> Result<f64, &'static str> {
    if xs.len() != ys.len() {
        return Err("lengths");
    }
    let k = xs.partition_point(|&v| v <= x).checked_sub(1).ok_or("below")?;
    let (Some(&x1), Some(&y1)) = (xs.get(k + 1), ys.get(k + 1)) else {
        return Err("above");
    };
    let t = (x - xs[k]) / (x1 - xs[k]);
    Ok(ys[k] + t * (y1 - ys[k]))
}

fn state(x: &[f64]) -> f64 {
    enum State {
        Idle,
        Rising { from: f64, steps: u32 },
        Done(f64),
    }
    let mut state = State::Idle;
    for &v in x {
        state = match state {
            State::Idle if v > 0.0 => State::Rising { from: v, steps: 0 },
            State::Idle => State::Idle,
            State::Rising { from, steps } if v > from => State::Rising { from, steps: steps + 1 },
            State::Rising { from, steps } => State::Done(v - from + steps as f64),
            done @ State::Done(_) => done,
        };
    }
    if let State::Done(v) = state { v } else { 0.0 }
}

fn labelled(m: &[Vec<f64>], limit: f64) -> Option<(usize, usize)> {
    let found = 'outer: loop {
        for (i, row) in m.iter().enumerate() {
            for (j, v) in row.iter().enumerate() {
                if *v > limit {
                    break 'outer Some((i, j));
                }
            }
        }
        break None;
    };
    found
}

fn block(x: f64) -> f64 {
    let y = 'b: {
        if x < 0.0 {
            break 'b -x;
        }
        let r = x.sqrt();
        if r > 2.0 {
            break 'b r;
        }
        x * r
    };
    y + {
        let z = y;
        z * z
    }
}

fn chained(a: Option<f64>, b: Option<f64>, c: Result<f64, String>) -> f64 {
    if let Some(a) = a
        && let Some(b) = b
        && a < b
    {
        return a - b;
    }
    let ab = a.zip(b).map(|(a, b)| a * b).or(a).or_else(|| b).unwrap_or(0.0);
    let c = c.as_ref().map(|c| c * 2.0).unwrap_or_else(|e| e.len() as f64);
    ab + c + a.and_then(|a| (a > 0.0).then(|| a.ln())).map_or(1.0, |l| l.abs())
}

fn taken(mut slot: Option<Vec<f64>>, x: f64) -> (f64, Option<Vec<f64>>) {
    let old = slot.take().unwrap_or_default();
    let n = old.len();
    slot.get_or_insert_with(Vec::new).push(x);
    if let Some(v) = slot.as_mut() {
        v.extend(old.iter().map(|o| o * x));
    }
    let replaced = std::mem::replace(&mut slot, None);
    (n as f64, replaced)
}

fn swapped(a: &mut Vec<f64>, b: &mut Vec<f64>) -> f64 {
    std::mem::swap(a, b);
    let c = std::mem::take(a);
    let [x, y, rest @ ..] = c.as_slice() else { return 0.0 };
    x * y + rest.iter().sum::<f64>() + b.first().copied().unwrap_or(1.0)
}

fn slices(x: &[f64]) -> f64 {
    match x {
        [] => 0.0,
        [a] => *a,
        [a, b] => a * b,
        [first, middle @ .., last] => first + last + slices(middle),
    }
}

fn tuples(pairs: &[(f64, (usize, bool))]) -> f64 {
    let mut s = 0.0;
    for &(v, (n, flag)) in pairs {
        s += if flag { v } else { -v } * n as f64;
    }
    for (v, (n, _)) in pairs.iter().rev() {
        s -= v / (*n as f64 + 1.0);
    }
    s
}

fn converted(n: usize, k: i32, flag: bool, small: f32) -> f64 {
    let a = n as f64 + f64::from(k) + f64::from(u8::from(flag)) + f64::from(small);
    let b: i64 = k.into();
    let c = u32::try_from(n).unwrap_or(u32::MAX);
    let d = (a as usize).min(10) + (b.unsigned_abs() as usize) % 3;
    let e = i32::pow(2, 3) + k.rem_euclid(7) + k.abs().max(1);
    a + b as f64 + f64::from(c) + d as f64 + e as f64 + (c as u64).count_ones() as f64
}

fn bits(seed: u64, n: usize) -> f64 {
    let mut s = seed;
    let mut total = 0.0;
    for i in 0..n {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        let u = (s >> 11) as f64 / (1u64 << 53) as f64;
        total += u * if i & 1 == 0 { 1.0 } else { -1.0 };
    }
    total
}

fn shadowed(x: f64) -> f64 {
    let x = x * 2.0;
    let x = {
        let y = x + 1.0;
        y * y
    };
    let f = |x: f64| x + 1.0;
    let x = f(x);
    let (x, y) = (x, x - 1.0);
    x * y
}

fn accumulate(x: &[f64]) -> f64 {
    let mut total = 0.0;
    let mut add = |v: f64| total += v;
    for &v in x {
        add(v);
    }
    add(1.0);
    let counter = std::cell::Cell::new(0);
    let bump = || counter.set(counter.get() + 1);
    bump();
    total
}

fn recursion(n: u32, x: f64) -> f64 {
    match n {
        0 => 1.0,
        1 => x,
        _ => 2.0 * x * recursion(n - 1, x) - recursion(n - 2, x),
    }
}

fn flow(x: &[f64]) -> f64 {
    let r = x.iter().try_for_each(|v| if *v > 1.0 { ControlFlow::Break(*v) } else { ControlFlow::Continue(()) });
    match r {
        ControlFlow::Break(v) => v,
        ControlFlow::Continue(()) => 0.0,
    }
}

fn shared(data: &Rc<Vec<f64>>, names: Cow<'_, str>) -> f64 {
    let copy = Rc::clone(data);
    copy.iter().sum::<f64>() + names.len() as f64
}

fn borrowed<'a>(a: &'a [f64], b: &'a [f64], first: bool) -> &'a [f64] {
    let chosen = if first { a } else { b };
    &chosen[..chosen.len().min(3)]
}

fn default_arguments(x: f64, options: Option<&Options>) -> f64 {
    let defaults = Options::default();
    let Options { scale, shift, ref steps, .. } = *options.unwrap_or(&defaults);
    steps.iter().fold(x * scale + shift, |v, s| v / s)
}

#[derive(Clone, Debug)]
pub struct Options {
    scale: f64,
    shift: f64,
    steps: Vec<f64>,
    verbose: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { scale: 1.0, shift: 0.0, steps: vec![1.0; 2], verbose: false }
    }
}

impl Options {
    fn with_scale(mut self, scale: f64) -> Self {
        self.scale = scale;
        self
    }

    fn with_steps(self, steps: impl IntoIterator<Item = f64>) -> Self {
        Self { steps: steps.into_iter().collect(), ..self }
    }

    fn run(&self, x: f64) -> f64 {
        if self.verbose {
            println!("{x} {}", self.scale);
        }
        debug_assert!(self.scale > 0.0, "scale {}", self.scale);
        default_arguments(x, Some(self))
    }
}

fn built(x: f64) -> f64 {
    Options::default().with_scale(2.0).with_steps([1.0, 2.0]).run(x)
        + Options { shift: x, ..Options::default() }.run(1.0)
}

fn matched(x: f64, k: Option<Level>) -> f64 {
    let big = matches!(k, Some(Level::High | Level::Mid) if x > 0.0);
    let exact = matches!(x, 0.0);
    let v = if big {
        x
    } else if exact {
        1.0
    } else {
        -x
    };
    v * match k {
        Some(l @ (Level::Low | Level::Mid)) => l as u8 as f64,
        Some(_) => 3.0,
        None => 0.5,
    }
}

fn never(x: f64) -> f64 {
    let y = if x > 0.0 { x } else { panic!("x is {x}") };
    let z: f64 = match y as i64 {
        0 => unreachable!(),
        n if n < 0 => return -1.0,
        n => n as f64,
    };
    y * z
}

fn initialised_later(x: f64, flag: bool) -> f64 {
    let a;
    let mut b = Vec::new();
    if flag {
        a = x.sin();
        b.push(a);
    } else {
        a = x.cos();
    }
    let mut best = None;
    for v in &b {
        best = Some(*v);
    }
    let c = best.unwrap_or(a);
    a + c
}

fn counting(x: &[f64]) -> f64 {
    let mut c = 0;
    let mut positive = 0;
    for v in x {
        c += 1;
        if *v > 0.0 {
            positive += 1;
        }
    }
    f64::from(c) * positive as f64
}
