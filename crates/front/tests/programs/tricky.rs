//! Where types follow from afar: from use, from expectations, through coercions.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut, Index, IndexMut, Range};

fn closure_before_use(a: f64, b: f64) -> f64 {
    let square = |x| x * x;
    let scale = |x, k| k * x + 1.0;
    let pair = |i: usize| (i, i as f64);
    let (n, v) = pair(3);
    square(a) + scale(b, 2.0) + v / n as f64
}

fn literals(n: usize) -> f64 {
    let mut counts = [0; 10];
    let mut idx = 0;
    let mut weights = vec![1.0; n];
    let mut k = 2;
    while idx < n {
        counts[idx % 10] += 1;
        weights[idx] *= k as f64;
        k *= 3;
        idx += 1;
    }
    let big = 1u64 << 40;
    let shifted = (big >> 3) as f64;
    let hex = 0xff as f64 + 1e3 + 2. + 1_000.5;
    let neg = -1;
    let p = 2.0_f64.powi(neg) + 10f32.sqrt() as f64;
    counts.iter().map(|&c| c as f64).sum::<f64>() + weights[0] + shifted + hex + p
}

fn unsigned(n: u32, m: u8, flags: &[bool]) -> f64 {
    let total = n + u32::from(m) * 2;
    let on = flags.iter().filter(|f| **f).count() as u32;
    let mask = flags.iter().enumerate().fold(0, |acc, (i, &f)| acc | (u64::from(f) << i));
    (total + on) as f64 * (mask.count_ones() as f64) / f64::from(total.max(1))
}

fn expected(flag: bool) -> Option<Vec<f64>> {
    let mut out = Vec::new();
    let more: Vec<_> = if flag { vec![1.0, 2.0] } else { Vec::new() };
    let none = None;
    let chosen = if flag { Some(3.0) } else { none };
    for v in more.into_iter().chain(chosen) {
        out.push(v);
    }
    if out.is_empty() { None } else { Some(out) }
}

fn single(x: &[f32]) -> f32 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += v * (i as f32) + 1.0;
    }
    let mean = s / x.len() as f32;
    let var = x.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>();
    let half = 0.5;
    (half * var).sqrt().max(1e-6)
}

fn coerced(v: &Vec<f64>, a: &[f64; 3], b: Box<[f64]>, m: &mut Vec<f64>) -> f64 {
    fn total(x: &[f64]) -> f64 {
        x.iter().sum()
    }
    fn change(x: &mut [f64]) {
        x[0] = 1.0;
    }
    change(m);
    change(&mut m[1..]);
    let parts: [&[f64]; 3] = [v, a, &b];
    let refs: Vec<&[f64]> = vec![v.as_slice(), &a[..2], &b[1..]];
    let chosen: &[f64] = if v.is_empty() { a } else { v };
    total(v)
        + total(a)
        + total(&b)
        + total(&[1.0, 2.0])
        + total(&vec![3.0])
        + total(m)
        + total(chosen)
        + parts.iter().map(|p| total(p)).sum::<f64>()
        + refs.iter().map(|p| p.len() as f64).sum::<f64>()
}

fn references(x: &f64, y: &mut f64, z: &&f64, pair: &(f64, &f64)) -> f64 {
    *y += x;
    *y = *y * x - **z;
    let r = &*y;
    let s = x + r + *z * 2.0 - -x;
    let (a, b) = pair;
    let t = a * *b + pair.0 * pair.1;
    if x < r && *x != 0.0 || r > z { s.max(t) } else { s.min(*r).powf(*x) }
}

fn patterns(all: &[(Option<f64>, Result<f64, i32>)]) -> f64 {
    let mut s = 0.0;
    for (a, b) in all {
        s += match (a, b) {
            (Some(a), Ok(b)) if a > b => a - b,
            (Some(a), Ok(_)) => *a,
            (None, &Ok(b)) => b,
            (Some(x), Err(k @ 0..=9)) => x * f64::from(*k),
            (_, Err(-1 | -2)) => -1.0,
            (_, &Err(k)) => k as f64,
        };
    }
    s
}

fn ref_patterns(pair: (Vec<f64>, f64), slot: &mut Option<f64>) -> f64 {
    let (ref list, k) = pair;
    if let Some(ref mut v) = *slot {
        *v *= k;
    }
    if let Some(v) = slot {
        *v += 1.0;
    }
    match &mut *slot {
        Some(v) if *v > 1.0 => *v = 1.0,
        Some(_) => {}
        none => {
            none.replace(0.0);
        }
    }
    list.iter().sum::<f64>() + slot.as_ref().copied().unwrap_or(k)
}

struct Grid<T> {
    cells: Vec<T>,
    width: usize,
}

impl<T: Clone> Grid<T> {
    fn filled(width: usize, height: usize, with: T) -> Self {
        Grid { cells: vec![with; width * height], width }
    }

    fn row(&self, r: usize) -> &[T] {
        &self.cells[self.span(r)]
    }

    fn row_mut(&mut self, r: usize) -> &mut [T] {
        let span = self.span(r);
        &mut self.cells[span]
    }

    fn span(&self, r: usize) -> Range<usize> {
        r * self.width..(r + 1) * self.width
    }

    fn map<U>(&self, f: impl Fn(&T) -> U) -> Grid<U> {
        Grid { cells: self.cells.iter().map(f).collect(), width: self.width }
    }

    fn get(&self, r: usize, c: usize) -> Option<&T> {
        self.cells.get(r * self.width + c)
    }
}

impl<T> Index<(usize, usize)> for Grid<T> {
    type Output = T;
    fn index(&self, (r, c): (usize, usize)) -> &T {
        &self.cells[r * self.width + c]
    }
}

impl<T> IndexMut<(usize, usize)> for Grid<T> {
    fn index_mut(&mut self, at: (usize, usize)) -> &mut T {
        &mut self.cells[at.0 * self.width + at.1]
    }
}

fn relaxed(n: usize, boundary: f64, rounds: usize) -> f64 {
    let mut g = Grid::filled(n, n, 0.0);
    for j in 0..n {
        g[(0, j)] = boundary;
        g.row_mut(n - 1)[j] -= boundary;
    }
    for _ in 0..rounds {
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                g[(i, j)] = 0.25 * (g[(i - 1, j)] + g[(i + 1, j)] + g[(i, j - 1)] + g[(i, j + 1)]);
            }
        }
    }
    let squares = g.map(|v| v * v);
    let flags = g.map(|v| *v > 0.0);
    let on = flags.cells.iter().filter(|f| **f).count();
    squares.row(1).iter().sum::<f64>() + on as f64 + g.get(0, 0).copied().unwrap_or_default()
}

struct Samples(Vec<f64>);

impl Deref for Samples {
    type Target = Vec<f64>;
    fn deref(&self) -> &Vec<f64> {
        &self.0
    }
}

impl DerefMut for Samples {
    fn deref_mut(&mut self) -> &mut Vec<f64> {
        &mut self.0
    }
}

fn wrapped(s: &mut Samples) -> f64 {
    s.push(1.0);
    s[0] = 2.0;
    let n = s.len();
    let total: f64 = s.iter().sum();
    for v in s.iter_mut() {
        *v /= total;
    }
    s[n - 1] + s.first().unwrap() + s.windows(2).map(|w| w[1] - w[0]).sum::<f64>()
}

trait Shape {
    const SIDES: usize;
    fn area(&self) -> f64;
    fn scaled(&self, k: f64) -> Self
    where
        Self: Sized;
    fn boxed(self) -> Box<dyn Area>
    where
        Self: Sized + Area + 'static,
    {
        Box::new(self)
    }
}

trait Area {
    fn area2(&self) -> f64;
}

#[derive(Clone, Copy)]
struct Square(f64);
#[derive(Clone, Copy)]
struct Rect {
    w: f64,
    h: f64,
}

impl Shape for Square {
    const SIDES: usize = 4;
    fn area(&self) -> f64 {
        self.0 * self.0
    }
    fn scaled(&self, k: f64) -> Self {
        Square(self.0 * k)
    }
}

impl Shape for Rect {
    const SIDES: usize = 4;
    fn area(&self) -> f64 {
        self.w * self.h
    }
    fn scaled(&self, k: f64) -> Self {
        Rect { w: self.w * k, ..*self }
    }
}

impl<S: Shape> Area for S {
    fn area2(&self) -> f64 {
        2.0 * self.area()
    }
}

fn shapes(a: f64, b: f64) -> f64 {
    let s = Square(a).scaled(b);
    let r = Rect { w: a, h: b };
    let all: Vec<Box<dyn Area>> = vec![Box::new(s), r.boxed(), Box::new(Rect { h: 1.0, ..r }.scaled(a))];
    let refs: [&dyn Area; 2] = [&s, &r];
    let sides = [0.0; Square::SIDES];
    all.iter().map(|x| x.area2()).sum::<f64>() + refs.iter().map(|x| x.area2()).sum::<f64>() + sides.len() as f64
}

fn generic_sum<T>(items: &[T], f: impl Fn(&T) -> f64) -> f64 {
    items.iter().map(f).sum()
}

fn largest<T, K: PartialOrd>(items: &[T], key: impl Fn(&T) -> K) -> Option<&T> {
    let mut it = items.iter();
    let mut best = it.next()?;
    for x in it {
        if key(x) > key(best) {
            best = x;
        }
    }
    Some(best)
}

fn generics(x: &[f64], r: &[Rect]) -> f64 {
    let a = generic_sum(x, |v| v.abs());
    let b = generic_sum(r, Shape::area);
    let c = largest(x, |v| v.abs()).copied().unwrap_or(0.0);
    let d = largest(r, |r| (r.w * 10.0) as i64).map_or(0.0, |r| r.h);
    let few = [1, 2, 3];
    let e = largest(&few, |k| *k % 2).unwrap_or(&few[0]);
    a + b + c + d + *e as f64
}

fn memo(n: usize, x: f64) -> f64 {
    fn go(n: usize, x: f64, seen: &mut HashMap<usize, f64>) -> f64 {
        if let Some(&v) = seen.get(&n) {
            return v;
        }
        let v = if n < 2 { x } else { go(n - 1, x, seen) + go(n - 2, x, seen) };
        seen.insert(n, v);
        v
    }
    go(n, x, &mut HashMap::new())
}

fn returned_closures(k: f64) -> f64 {
    fn adder(k: f64) -> impl Fn(f64) -> f64 {
        move |v| v.powi(2) + k
    }
    fn boxed<'a>(k: &'a f64) -> Box<dyn Fn(f64) -> f64 + 'a> {
        Box::new(move |v| v * k)
    }
    fn apply(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
        f(x)
    }
    fn twice(f: fn(f64) -> f64, x: f64) -> f64 {
        f(f(x))
    }
    fn changed(mut f: impl FnMut(f64), n: usize) {
        (0..n).for_each(|i| f(i as f64));
    }
    let mut total = 0.0;
    changed(|v| total += v, 3);
    let f = adder(k);
    let g = boxed(&k);
    let fs: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(adder(1.0)), Box::new(|v| v.sin())];
    total
        + f(1.0)
        + g(2.0)
        + apply(&f, k)
        + apply(&*g, k)
        + apply(&|v| v.cos(), k)
        + twice(f64::sqrt, k)
        + twice(|v| v.ln(), k)
        + fs.iter().map(|f| f(k)).sum::<f64>()
}

fn matrices(a: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    let mut out = [0.0; 3];
    for (o, row) in out.iter_mut().zip(a.iter()) {
        *o = row.iter().zip(v.iter()).map(|(a, b)| a * b).sum();
    }
    let t: [[f64; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| a[j][i]));
    let d: [f64; 3] = core::array::from_fn(|i| t[i].iter().zip(&out).map(|(x, y)| x * y).sum());
    let trace = (0..3).map(|i| a[i][i]).sum::<f64>();
    d.map(|x| x / trace)
}

type Row = Vec<f64>;
type Table<const N: usize> = [[f64; N]; N];

fn aliases(rows: &[Row], t: Table<2>) -> Row {
    let mut out: Row = Row::with_capacity(rows.len());
    for r in rows {
        out.push(r[0] * t[0][1]);
    }
    out
}

const SIZE: usize = 4;
const TABLE: [f64; SIZE] = [1.0, 2.0, 3.0, 4.0];
static NAMES: &[&str] = &["a", "b"];

fn constants(x: f64) -> f64 {
    const LOCAL: f64 = 2.5;
    let mut buffer = [0.0; SIZE * 2];
    for (b, t) in buffer.iter_mut().zip(TABLE.iter().cycle()) {
        *b = t * x;
    }
    buffer[SIZE] + TABLE[1] * LOCAL + NAMES.len() as f64 + f64::MAX.ln() + f64::from(u8::MAX) + i32::MAX as f64
}

fn strings(name: &str, x: f64) -> Result<f64, String> {
    let upper = name.to_uppercase();
    let scale = match name {
        "half" => 0.5,
        "double" | "twice" => 2.0,
        n if n.starts_with('x') => n[1..].parse::<f64>().map_err(|e| e.to_string())?,
        other => return Err(format!("unknown {other} {upper}")),
    };
    let digits: f64 = name.chars().filter_map(|c| c.to_digit(10)).map(|d| d as f64).sum();
    Ok(x * scale + digits + name.len() as f64)
}

fn early(x: &[f64]) -> f64 {
    let Some(first) = x.first() else { return 0.0 };
    let last = match x.last() {
        Some(l) if l > first => l,
        Some(_) => first,
        None => return f64::NAN,
    };
    let mut best = (0, *first);
    for (i, &v) in x.iter().enumerate() {
        if v.is_nan() {
            continue;
        } else if v > best.1 {
            best = (i, v);
        }
    }
    let (i, v) = best;
    v * i as f64 + last
}

fn unit(x: &mut f64, n: i32) {
    if n > 0 {
        *x += 1.0;
        return unit(x, n - 1);
    }
    let _ = match n {
        0 => *x = 0.0,
        _ => (),
    };
}

fn wide(a: i64, b: usize, c: u16) -> f64 {
    let d = a.pow(2) as usize + b * usize::from(c);
    let e = (b as i64 - a).abs() as u32;
    let f = i64::from(c) + a.signum() * i64::try_from(b).unwrap_or(i64::MAX);
    let (q, r) = (d / 3, d % 3);
    let g = b.checked_sub(3).map_or(0, |v| v * 2) + b.saturating_sub(1).pow(2) + usize::MAX.min(4);
    (q as f64 - r as f64) + f64::from(e) + f as f64 + g as f64 + (b.is_power_of_two() as u8) as f64
}

trait Activation {
    fn tanh(&self) -> Self;
    fn gate(x: &[f64]) -> Self;
}

impl Activation for f64 {
    fn tanh(&self) -> f64 {
        f64::tanh(*self)
    }
    fn gate(x: &[f64]) -> f64 {
        x[0].tanh() + x[0]
    }
}

fn pieces(points: &[Rect], i: usize, x: &[f64]) -> Option<f64> {
    let [p, q, r]: [Rect; 3] = points.get(i..=i + 2)?.try_into().ok()?;
    let pair: &[f64; 2] = x[..2].try_into().expect("two");
    let few = u8::try_from(x.len()).expect("few");
    let bounds: Vec<(f64, f64)> =
        [(1.0, f32::MAX as f64), (-1.0, 1.0)].to_vec().into_iter().map(|(a, b)| (a, b)).collect();
    Some(p.w + q.h + r.w + pair[1] + f64::from(few) + bounds[0].0 + f64::gate(x))
}

fn weighted(x: &[f64], n: usize) -> f64 {
    let scale = (1.0 / n as f64 * x.iter().map(|v| v.powi(2)).sum::<f64>()).sqrt();
    let total: f64 = x.iter().map(|v| v * scale).sum();
    x.iter().rev().map(|v| v + 1.0).filter(|v| *v > 0.0).map(|v| v * total).skip(1).step_by(2).take(9).sum()
}
