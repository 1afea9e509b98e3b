// Chains of iterators, of every kind.

use std::collections::VecDeque;
use std::iter::{self, FromIterator};

fn pairwise(x: &[f64]) -> f64 {
    x.iter().zip(x.iter().skip(1)).map(|(a, b)| (b - a).abs()).sum()
}

fn nested(rows: &[Vec<f64>]) -> f64 {
    rows.iter().flat_map(|r| r.iter()).filter(|v| v.is_finite()).map(|v| v.ln_1p()).sum::<f64>()
}

fn triangle(n: usize) -> Vec<(usize, usize)> {
    (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).collect()
}

fn energy(x: &[f64], k: f64) -> f64 {
    triangle(x.len()).into_iter().map(|(i, j)| k / (x[i] - x[j]).abs()).sum()
}

fn moving(x: &[f64], w: usize) -> Vec<f64> {
    x.windows(w).map(|s| s.iter().sum::<f64>() / w as f64).collect()
}

fn chunked(x: &[f64]) -> Vec<[f64; 2]> {
    x.chunks_exact(2).map(|c| [c[0], c[1]]).collect()
}

fn blocks(x: &[f64], n: usize) -> Vec<f64> {
    x.chunks(n).map(|c| c.iter().product::<f64>().powf(1.0 / c.len() as f64)).collect()
}

fn cumulative(x: &[f64]) -> Vec<f64> {
    x.iter()
        .scan(0.0, |acc, &v| {
            *acc += v;
            Some(*acc)
        })
        .collect()
}

fn until(x: &[f64], limit: f64) -> f64 {
    x.iter().copied().take_while(|&v| v < limit).chain(iter::once(limit)).fold(1.0, |a, b| a * b)
}

fn after(x: &[f64]) -> Option<f64> {
    x.iter().skip_while(|v| **v < 0.0).step_by(2).copied().reduce(|a, b| a.max(b))
}

fn best(x: &[f64]) -> Option<(usize, f64)> {
    x.iter().copied().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b))
}

fn closest(x: &[f64], to: f64) -> Option<&f64> {
    x.iter().min_by(|a, b| (*a - to).abs().partial_cmp(&(*b - to).abs()).unwrap())
}

fn split(x: &[f64]) -> (Vec<f64>, Vec<f64>) {
    x.iter().partition(|v| **v >= 0.0)
}

fn signs(x: &[f64]) -> f64 {
    let (up, down): (Vec<_>, Vec<_>) = x.iter().map(|v| (v.max(0.0), v.min(0.0))).unzip();
    up.iter().sum::<f64>() * down.iter().sum::<f64>()
}

fn checked(x: &[f64]) -> Option<Vec<f64>> {
    x.iter().map(|v| if *v > 0.0 { Some(v.ln()) } else { None }).collect()
}

fn parsed(text: &[&str]) -> Result<Vec<f64>, std::num::ParseFloatError> {
    text.iter().map(|t| t.parse::<f64>()).collect()
}

fn total(text: &str) -> Option<f64> {
    let mut sum = 0.0;
    for word in text.split_whitespace() {
        let v: f64 = word.parse().ok()?;
        sum += v;
    }
    Some(sum)
}

fn tried(x: &[f64]) -> Result<f64, String> {
    x.iter().try_fold(0.0, |acc, v| if *v >= 0.0 { Ok(acc + v.sqrt()) } else { Err(format!("{v} is negative")) })
}

fn collatz(start: u64) -> usize {
    iter::successors(Some(start), |&n| match n {
        1 => None,
        n if n % 2 == 0 => Some(n / 2),
        n => Some(3 * n + 1),
    })
    .count()
}

fn newton(a: f64) -> f64 {
    iter::successors(Some(a), |x| {
        let next = 0.5 * (x + a / x);
        ((next - x).abs() > 1e-12).then_some(next)
    })
    .last()
    .unwrap_or(a)
}

fn generated(n: usize) -> Vec<f64> {
    let mut state = 42u32;
    iter::from_fn(|| {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        Some(f64::from(state) / f64::from(u32::MAX))
    })
    .take(n)
    .collect()
}

fn repeated(x: &[f64], n: usize) -> f64 {
    x.iter().cycle().take(n).zip(iter::repeat(0.5)).map(|(a, b)| a * b).sum()
}

fn backwards(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |acc, c| acc * x + c)
}

fn peeked(x: &[f64]) -> Vec<f64> {
    let mut it = x.iter().peekable();
    let mut out = Vec::new();
    while let Some(v) = it.next() {
        let next = it.peek().map_or(0.0, |n| **n);
        out.push(v - next);
    }
    out
}

fn manual(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let first = it.next().copied().unwrap_or(0.0);
    let last = it.next_back().copied().unwrap_or(first);
    let rest: f64 = it.by_ref().take(3).sum();
    first * last + rest + it.len() as f64
}

fn all_and_any(x: &[f64], y: &[f64]) -> bool {
    x.iter().all(|v| v.is_normal()) && y.iter().any(|v| *v > 1.0) || x.iter().position(|&v| v == 0.0).is_none()
}

fn found(x: &[f64], limit: f64) -> f64 {
    let at = x.iter().rposition(|v| *v < limit).map(|k| k + 1).unwrap_or(0);
    x[at..].iter().find(|v| **v > limit).copied().unwrap_or(limit) + x.iter().find_map(|v| v.checked()).unwrap_or(1.0)
}

trait Checked {
    fn checked(&self) -> Option<f64>;
}

impl Checked for f64 {
    fn checked(&self) -> Option<f64> {
        if self.is_nan() { None } else { Some(*self) }
    }
}

fn grid(n: usize, m: usize, f: impl Fn(f64, f64) -> f64) -> Vec<Vec<f64>> {
    (0..n).map(|i| (0..m).map(|j| f(i as f64 / n as f64, j as f64 / m as f64)).collect()).collect()
}

fn transposed(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    match rows.first() {
        None => vec![],
        Some(first) => (0..first.len()).map(|j| rows.iter().map(|r| r[j]).collect()).collect(),
    }
}

fn matmul(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let bt = transposed(b);
    a.iter().map(|r| bt.iter().map(|c| r.iter().zip(c).map(|(x, y)| x * y).sum()).collect()).collect()
}

fn mutated(x: &mut [f64]) {
    for (i, v) in x.iter_mut().enumerate().filter(|(i, _)| i % 2 == 1) {
        *v *= i as f64;
    }
    x.chunks_mut(3).for_each(|c| c.reverse());
    if let [first, .., last] = x {
        std::mem::swap(first, last);
    }
    for pair in x.chunks_exact_mut(2) {
        let [a, b] = pair else { continue };
        (*a, *b) = (*a + *b, *a - *b);
    }
}

fn sorted(x: &[f64]) -> Vec<f64> {
    let mut v: Vec<f64> = x.iter().copied().filter(|v| !v.is_nan()).collect();
    v.sort_unstable_by(|a, b| b.partial_cmp(a).unwrap());
    v.dedup();
    v.truncate(10);
    v.extend_from_slice(&[0.0, 1.0]);
    v.extend(x.iter().take(2).map(|v| v * v));
    v.insert(0, -1.0);
    let last = v.pop().unwrap_or_default();
    v.swap_remove(1);
    v.push(last);
    v.rotate_left(1);
    v.drain(..1).for_each(drop);
    v
}

fn owned(x: Vec<f64>) -> f64 {
    let n = x.len();
    let (left, right) = x.split_at(n / 2);
    let joined = [right, left].concat();
    let mut best = f64::NEG_INFINITY;
    for v in joined {
        best = best.max(v);
    }
    best + x.into_iter().rev().nth(1).unwrap_or(0.0)
}

fn arrays(x: [f64; 4]) -> f64 {
    let squares = x.map(|v| v * v);
    let total: f64 = squares.iter().sum();
    let names = ["a", "b", "c", "d"];
    let mut weighted = 0.0;
    for (name, v) in names.iter().zip(x) {
        weighted += name.len() as f64 * v;
    }
    for (i, &s) in squares.iter().enumerate() {
        weighted -= s * i as f64;
    }
    let [a, b, ..] = x;
    total + weighted + a.mul_add(b, 1.0)
}

fn queue(x: &[f64], n: usize) -> f64 {
    let mut window: VecDeque<f64> = VecDeque::with_capacity(n);
    let mut out = 0.0;
    for &v in x {
        if window.len() == n {
            window.pop_front();
        }
        window.push_back(v);
        out += window.iter().sum::<f64>() / window.len() as f64;
    }
    out
}

struct Steps {
    at: f64,
    by: f64,
    end: f64,
}

impl Iterator for Steps {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.at > self.end {
            return None;
        }
        let now = self.at;
        self.at += self.by;
        Some(now)
    }
}

fn stepped(a: f64, b: f64) -> f64 {
    let steps = Steps { at: a, by: 0.1, end: b };
    steps.map(|t| t.sin()).enumerate().map(|(i, v)| v / (i + 1) as f64).sum()
}

fn looped(a: f64, b: f64) -> f64 {
    let mut s = 0.0;
    for t in (Steps { at: a, by: 0.5, end: b }) {
        s += t * t;
    }
    s
}

fn lazily<'a>(x: &'a [f64], k: &'a f64) -> impl Iterator<Item = f64> + 'a {
    x.iter().map(move |v| v * k)
}

fn uses_lazy(x: &[f64], k: f64) -> f64 {
    lazily(x, &k).filter(|v| *v > 0.0).map(|v| v.sqrt()).sum()
}

struct Series(Vec<f64>);

impl FromIterator<f64> for Series {
    fn from_iter<I: IntoIterator<Item = f64>>(iter: I) -> Self {
        Series(iter.into_iter().collect())
    }
}

impl Series {
    fn diff(&self) -> Series {
        self.0.windows(2).map(|w| w[1] - w[0]).collect()
    }

    fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.0.iter()
    }

    fn dot(&self, other: &Series) -> f64 {
        self.iter().zip(other.iter()).map(|(a, b)| a * b).sum()
    }
}

impl<'a> IntoIterator for &'a Series {
    type Item = &'a f64;
    type IntoIter = std::slice::Iter<'a, f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

fn second(s: &Series) -> f64 {
    let d = s.diff().diff();
    let mut total = 0.0;
    for v in &d {
        total += v.abs();
    }
    total + d.dot(s)
}

fn counted(x: &[f64]) -> (usize, usize) {
    let up = x.windows(2).filter(|w| w[1] > w[0]).count();
    let longest = x
        .iter()
        .fold((0usize, 0usize), |(now, best), v| {
            let now = if *v > 0.0 { now + 1 } else { 0 };
            (now, best.max(now))
        })
        .1;
    (up, longest)
}

fn min_max(x: &[f64]) -> (f64, f64) {
    x.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), &v| (lo.min(v), hi.max(v)))
}

fn integers(n: u32) -> u32 {
    (1..=n).filter(|k| n % k == 0).max().unwrap_or(1) + (0..n).map(|k| k.pow(2)).sum::<u32>()
}

fn sums(x: &[f64], y: &[f32]) -> f64 {
    let a: f64 = x.iter().sum();
    let b = y.iter().map(|&v| f64::from(v)).sum::<f64>();
    let c: f32 = y.iter().copied().sum();
    let d: f64 = [a, b].iter().map(|v| v.sqrt()).product();
    let e = x.iter().map(|v| v.to_owned()).map(f64::sqrt).fold(0.0, f64::max);
    a + b + c as f64 + d + e
}

fn strided(x: &[f64], rows: usize, cols: usize) -> f64 {
    (0..rows).map(|r| x[r * cols..(r + 1) * cols].iter().map(|v| v.abs()).fold(0.0, f64::max)).fold(0.0, |a, b| a + b)
}

fn zipped(a: &[f64], b: &[f64], c: &[f64]) -> Vec<f64> {
    a.iter().zip(b).zip(c).map(|((a, b), c)| a.mul_add(*b, *c)).collect()
}

fn inspected(x: &[f64]) -> f64 {
    let mut seen = 0;
    let s: f64 = x.iter().inspect(|_| seen += 1).map_while(|v| (*v > 0.0).then(|| v.ln())).sum();
    s / seen.max(1) as f64
}

fn boxed(kind: u8, x: &[f64]) -> f64 {
    let f: Box<dyn Fn(f64) -> f64> = match kind {
        0 => Box::new(|v| v * v),
        1 => Box::new(f64::abs),
        _ => Box::new(move |v| v + f64::from(kind)),
    };
    x.iter().map(|v| f(*v)).sum()
}

fn pointers(x: f64) -> f64 {
    let all: [fn(f64) -> f64; 3] = [f64::sin, f64::cos, |v| v * 2.0];
    let named: Vec<(&str, fn(f64) -> f64)> = vec![("exp", f64::exp), ("tanh", f64::tanh)];
    all.iter().map(|f| f(x)).sum::<f64>() + named.iter().map(|(_, f)| f(x)).product::<f64>()
}

fn composed(x: f64) -> f64 {
    fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
        move |a| g(f(a))
    }
    let h = compose(|v: f64| v.powi(2), |v| v + 1.0);
    h(x) + compose(f64::sqrt, |v: f64| (v, v))(x).0
}
