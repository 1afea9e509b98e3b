//! With memory of the caller's, derivatives allocate nothing on the second call.

// What users write: loops over indices.
#![allow(clippy::needless_range_loop)]

use allocation_counter::measure;
use wengert::Differentiable;
use wengert::prelude::*;

/// Runs twice to warm up, and gives the allocations of the third run.
fn allocations(mut run: impl FnMut()) -> u64 {
    run();
    run();
    measure(run).count_total
}

/// Holds that a call allocates nothing on its later runs.
macro_rules! none {
    ($call:expr) => {
        assert_eq!(
            allocations(|| {
                let _ = $call;
            }),
            0,
            stringify!($call)
        )
    };
}

#[differentiable]
fn fused(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * x[i].exp();
    }
    s
}

#[differentiable]
fn saved(x: &[f64], n: usize) -> f64 {
    let mut s = 1.0;
    for _ in 0..n {
        for i in 0..x.len() {
            if s > 0.5 {
                s = (s * x[i]).sin();
            } else {
                s += x[i].exp();
            }
        }
    }
    s
}

#[differentiable]
fn vectors_inside(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for k in 0..4 {
        let mut v = vec![0.0; x.len()];
        let mut w = x.to_vec();
        for i in 0..x.len() {
            v[i] = x[i].sin() * (k as f64) + s;
            w[i] *= v[i];
        }
        for i in 1..x.len() {
            s += v[i] * w[i - 1] * 0.1;
        }
    }
    s
}

#[differentiable]
fn leaf(x: f64, y: f64) -> f64 {
    (x * y).sin() + x
}

#[differentiable]
fn reduce(x: &[f64]) -> f64 {
    let mut m = x[0];
    for i in 1..x.len() {
        if x[i] > m {
            m = x[i];
        }
    }
    let mut s = 0.0;
    for i in 0..x.len() {
        s += (x[i] - m).exp();
    }
    s.ln() + m
}

#[differentiable]
fn update(a: f64, x: &[f64], y: &mut [f64]) {
    for i in 0..y.len() {
        y[i] = y[i] * a + x[i] * y[0];
    }
}

#[differentiable]
fn calls(x: &[f64]) -> f64 {
    let mut y = vec![0.5; x.len()];
    let mut s = 0.0;
    for i in 0..x.len() {
        update(leaf(x[i], s), x, &mut y);
        s += reduce(&y) * x[i];
    }
    s
}

#[differentiable]
fn powers(x: f64, n: usize) -> Vec<f64> {
    let mut v = vec![1.0; n];
    for i in 1..n {
        v[i] = v[i - 1] * x;
    }
    v
}

#[differentiable]
fn calls_for_vectors(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let v = powers(x[i] + s * 0.1, 5);
        for k in 0..v.len() {
            s += v[k] * 0.1;
        }
    }
    s
}

#[differentiable]
fn leaves_early(x: &[f64], limit: f64) -> f64 {
    let mut s = 0.0;
    let mut i = 0;
    while i < x.len() {
        s = s * 0.9 + x[i] * x[i];
        if s > limit {
            return s.sqrt();
        }
        i += 1;
    }
    loop {
        s *= 1.5;
        if s > limit {
            break;
        }
    }
    s
}

#[differentiable]
fn recursive(x: f64, n: usize) -> f64 {
    if n == 0 {
        return x;
    }
    recursive(x.sin() * 1.1, n - 1) * x
}

#[differentiable]
fn scatter(x: &[f64], #[constant] c: &[f64], index: &[usize]) -> f64 {
    let mut grid = [0.0; 8];
    for k in 0..x.len() {
        grid[index[k]] += x[k] * c[k];
    }
    let mut s = 0.0;
    for g in grid.iter() {
        s += g * g * g;
    }
    s
}

#[differentiable]
fn table_functions(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += erf(x[i]) * softplus(s) + logaddexp(x[i], 1.0);
    }
    s
}

#[differentiable]
fn outputs(a: f64, x: &[f64], y: &mut [f64]) -> (f64, [f64; 2]) {
    let mut s = 0.0;
    for i in 0..x.len() {
        y[i] *= a * x[i];
        s += y[i].sin();
    }
    (s, [a * s, y[0]])
}

#[differentiable]
fn of_tuples(p: (f64, [f64; 2])) -> f64 {
    let (a, v) = p;
    a * v[0] + v[1] * v[1]
}

#[differentiable]
fn single(x: &[f32]) -> f32 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s = (s + x[i]).sin();
    }
    s
}

const X: [f64; 6] = [0.3, 0.8, -0.2, 1.1, 0.6, 0.4];

#[derive(Clone, Debug, Differentiable)]
struct Leg {
    rate: f64,
    days: Vec<u32>,
    #[constant]
    lag: f64,
}

#[differentiable]
impl Leg {
    fn worth(&self, t: f64) -> f64 {
        self.days.iter().map(|&d| self.rate * d as f64 * (t + self.lag)).sum()
    }
}

/// A curve, which answers questions by its fields.
#[derive(Clone, Debug, Differentiable)]
struct Curve {
    #[constant]
    knots: Vec<f64>,
    levels: Vec<f64>,
    legs: Vec<Leg>,
    span: (f64, f64),
    cap: Option<f64>,
}

#[differentiable]
impl Curve {
    fn interval(&self, x: f64) -> usize {
        match self.knots.iter().position(|&k| k > x) {
            Some(k) => k.saturating_sub(1),
            None => self.levels.len() - 1,
        }
    }
    fn is_capped(&self, k: usize, x: f64) -> bool {
        self.cap.is_some_and(|cap| self.levels[k] * x > cap) || self.legs[k % self.legs.len()].rate > 0.5
    }
    fn is_inside(&self, x: &f64) -> bool {
        self.span.0 < *x && *x < self.span.1 && self.legs[self.levels.len() % 2].lag < 1.0
    }
    fn is_rising(&self) -> bool {
        let mut pairs = self.levels.windows(2);
        pairs.all(|pair| pair[0] < pair[1])
    }
    fn steep(&self, slope: f64) -> usize {
        self.legs.iter().filter(|leg| leg.rate > slope * self.levels[0]).count()
    }
    fn value(&self, x: f64) -> f64 {
        let k = self.interval(x);
        let v = self.levels[k] * x;
        match self.cap {
            Some(cap) if self.is_capped(k, x) => cap * x,
            _ if self.is_inside(&x) => v * v,
            _ => v,
        }
    }
}

#[differentiable]
fn asked(curve: &Curve, #[constant] xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &x in xs {
        sum += curve.value(x);
        for leg in &curve.legs {
            sum += leg.worth(x);
        }
    }
    sum
}

#[differentiable]
fn asked_of_all(curve: &Curve, x: f64) -> f64 {
    let v = curve.value(x);
    if curve.is_rising() { v * curve.steep(x * 0.1) as f64 } else { v + x }
}

fn curve(level: f64) -> Curve {
    let leg = |rate, lag| Leg { rate, days: vec![1, 2, 3], lag };
    Curve {
        knots: vec![0.0, 1.0, 2.0],
        levels: vec![level, 0.7, 1.3],
        legs: vec![leg(0.1, 0.2), leg(0.3, 0.4)],
        span: (-0.5, 1.5),
        cap: Some(2.0),
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Rest,
    Since(usize),
    Between { from: (u8, bool), until: Option<u32> },
}

/// A state with constants of every kind.
#[derive(Clone, Debug, Differentiable)]
struct State {
    name: String,
    phase: Phase,
    #[constant]
    weights: Vec<f64>,
    seen: [(u32, bool); 2],
    x: f64,
    past: Vec<f64>,
}

#[differentiable]
impl State {
    /// The next state, a value of its own.
    fn next(&self, k: usize, a: f64) -> State {
        let mut next = self.clone();
        next.x = (self.x * a).sin() + self.past[0] * self.weights[k % 2];
        next.phase = match self.phase {
            Phase::Rest => Phase::Since(k),
            Phase::Since(at) if k > at + 1 => Phase::Between { from: (1, true), until: Some(7) },
            Phase::Since(at) => Phase::Since(at),
            Phase::Between { from, until } => Phase::Between { from: (from.0 + 1, !from.1), until },
        };
        next.seen[0] = (k as u32, true);
        next
    }
    fn weight(&self) -> f64 {
        let by = match self.phase {
            Phase::Rest => 1.0,
            Phase::Since(at) => 2.0 + at as f64,
            Phase::Between { from, until } => from.0 as f64 + until.unwrap_or(0) as f64,
        };
        self.x * self.x * (by + self.name.len() as f64 + self.seen[0].0 as f64)
    }
}

#[differentiable]
fn passed_on(start: &State, a: f64, n: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..n {
        let one = start.next(k, a);
        let two = one.next(k + 1, a);
        sum += two.next(k + 3, one.x).weight() * one.weight();
    }
    sum
}

/// An integrator's state, whose fields a loop assigns to.
#[differentiable]
fn integrated(start: &State, h: f64, n: usize) -> f64 {
    let mut s = start.clone();
    for k in 0..n {
        let rate = s.past[1] * s.x;
        if rate > 0.1 {
            s.x += h * rate.sin();
            s.phase = Phase::Since(k);
        } else {
            s.x *= 1.0 + h;
        }
    }
    s.weight()
}

fn state(x: f64) -> State {
    State {
        name: "a state of some length".to_string(),
        phase: Phase::Rest,
        weights: vec![0.3, 0.7],
        seen: [(0, false); 2],
        x,
        past: vec![0.4, 0.9],
    }
}

#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(vec![1.0])) > 0);
}

#[test]
fn gradients() {
    let (g, ws) = (&mut [0.0; 6], &mut Workspace::new());
    let mut single_gradient = 0.0;
    none!(fused::value_and_gradient_into(&X, g, ws));
    none!(saved::value_and_gradient_into(&X, 3, g, ws));
    none!(vectors_inside::value_and_gradient_into(&X, g, ws));
    none!(reduce::value_and_gradient_into(&X, g, ws));
    none!(calls::value_and_gradient_into(&X, g, ws));
    none!(calls_for_vectors::value_and_gradient_into(&X, g, ws));
    for limit in [1.0, 5.0] {
        let mut by_limit = 0.0;
        none!(leaves_early::value_and_gradient_into(&X, limit, g, &mut by_limit, ws));
    }
    none!(recursive::value_and_gradient_into(0.7, 5, &mut single_gradient, ws));
    none!(scatter::value_and_gradient_into(&X, &X, &[1, 2, 3, 3, 7, 0], g, ws));
    none!(table_functions::value_and_gradient_into(&X, g, ws));
    none!(leaf::value_and_gradient_into(0.5, 0.7, &mut single_gradient, &mut g[0], ws));
    let want = calls::gradient(&X);
    calls::value_and_gradient_into(&X, g, ws);
    assert_eq!(want[..], g[..], "the workspace does not change the result");
}

#[test]
fn weighted_gradients() {
    let (mut ga, mut gx, mut gy, mut ws) = (0.0, [0.0; 6], [0.0; 6], Workspace::new());
    let mut y = X;
    none!(outputs::vjp_into(0.9, &X, &mut y, 1.0, &[0.5, 0.1], &X, &mut ga, &mut gx, &mut gy, &mut ws));
    none!(update::vjp_into(0.9, &X, &mut y, &X, &mut ga, &mut gx, &mut gy, &mut ws));
    let mut gp = (0.0, [0.0; 2]);
    none!(of_tuples::value_and_gradient_into((0.9, [0.1, 0.2]), &mut gp, &mut ws));
    none!(of_tuples::vjp_into((0.9, [0.1, 0.2]), 2.0, &mut gp, &mut ws));
}

#[test]
fn results_that_are_vectors() {
    let (mut g, mut ws) = (0.0, Workspace::new());
    let own = allocations(|| drop(powers(0.5, 4)));
    let count = allocations(|| drop(powers::vjp_into(0.5, 4, &[1.0; 4], &mut g, &mut ws)));
    assert!(count <= own, "{count} allocations for a result that takes {own}");
}

#[test]
fn in_single_precision() {
    let (mut g, mut ws) = ([0.0f32; 3], Workspace::default());
    none!(single::value_and_gradient_into(&[0.1, 0.2, 0.3], &mut g, &mut ws));
}

/// A list is lent on to what runs on any number, so that a function that reads a few takes as long as these.
#[test]
fn bound_functions_copy_no_lists() {
    let all = vec![0.5; 1001];
    let x = &all[..1000];
    let (bound, limited) = (fused::function(x), leaves_early::function(x, 1.0));
    none!(bound.eval(x));
    none!(limited.eval(&all));
}

#[test]
fn scalars_without_a_workspace() {
    none!(leaf::value_and_gradient(0.5, 0.7));
    none!(leaf::gradient(0.5, 0.7));
    none!(leaf::jvp(0.5, 0.7, 1.0, 2.0));
    none!(leaf::vjp(0.5, 0.7, 1.0));
    none!(leaf::hvp(0.5, 0.7, 1.0, 2.0));
    none!(recursive::value_and_gradient(0.5, 4));
    none!(of_tuples::value_and_gradient((0.9, [0.1, 0.2])));
}

#[test]
fn questions_to_structures_and_lists_of_constants_in_them() {
    let (curve, xs) = (curve(0.4), [-1.0, 0.2, 1.2, 1.4, 1.9, 2.5, 3.0]);
    let gradient = |n: usize| allocations(|| drop(asked::value_and_gradient(&curve, &xs[..n])));
    assert_eq!(gradient(7), gradient(1), "each question copies");
    // Over a number, and the adjoint, which becomes the result.
    let own = allocations(|| drop(curve.clone()));
    assert_eq!(gradient(7), 2 * own);
}

#[test]
fn what_is_asked_is_right() {
    for level in [0.4, 0.9] {
        let (curve, xs) = (curve(level), [-1.0, 0.2, 1.2, 1.4, 1.9, 2.5, 3.0]);
        let (value, g) = asked::value_and_gradient(&curve, &xs);
        assert_eq!(value.to_bits(), asked(&curve, &xs).to_bits());
        // Of each level the points in its interval, squared inside the span; the rest is capped.
        let want = [2.0 * level * 0.04 - 1.0, 2.0 * 0.7 * (1.2 * 1.2 + 1.4 * 1.4) + 1.9, 0.0];
        g.levels.iter().zip(want).for_each(|(g, want)| assert!((g - want).abs() < 1e-12, "{g} {want}"));
        assert!((g.cap.unwrap() - (2.5 + 3.0)).abs() < 1e-12);
        let (value, (g, by_x)) = asked_of_all::value_and_gradient(&curve, 0.8);
        assert_eq!(value.to_bits(), asked_of_all(&curve, 0.8).to_bits());
        let (by_level, want) = match level < 0.7 {
            true => (2.0 * 2.0 * level * 0.64, 2.0 * 2.0 * level * level * 0.8),
            false => (2.0 * level * 0.64, 2.0 * level * level * 0.8 + 1.0),
        };
        assert!((g.levels[0] - by_level).abs() < 1e-12 && (by_x - want).abs() < 1e-12, "{g:?} {by_x}");
    }
}

/// Central differences.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-5;
    (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
}

#[test]
fn constants_of_every_kind_are_taken_apart() {
    use wengert::{Bundle, Differentiable};
    const { assert!(<<State as Differentiable>::Over<f64> as Bundle<f64>>::PACKS) };
    let (value, (g, by_a)) = passed_on::value_and_gradient(&state(0.6), 0.8, 4);
    assert_eq!(value.to_bits(), passed_on(&state(0.6), 0.8, 4).to_bits());
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-7 * (1.0 + b.abs()), "{a} {b}");
    near(g.x, slope(|x| passed_on(&state(x), 0.8, 4), 0.6));
    near(by_a, slope(|a| passed_on(&state(0.6), a, 4), 0.8));
    let past = |y: f64| State { past: vec![y, 0.9], ..state(0.6) };
    near(g.past[0], slope(|y| passed_on(&past(y), 0.8, 4), 0.4));
}

#[test]
fn a_state_whose_fields_a_loop_assigns_to_stays_where_it_is() {
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-7 * (1.0 + b.abs()), "{a} {b}");
    for x in [0.05, 0.6] {
        let (value, (g, by_h)) = integrated::value_and_gradient(&state(x), 0.1, 9);
        assert_eq!(value.to_bits(), integrated(&state(x), 0.1, 9).to_bits());
        near(g.x, slope(|x| integrated(&state(x), 0.1, 9), x));
        near(by_h, slope(|h| integrated(&state(x), h, 9), 0.1));
    }
    let gradient = |n: usize| allocations(|| drop(integrated::value_and_gradient(&state(0.6), 0.1, n)));
    assert_eq!(gradient(3), gradient(4), "each step copies");
}
