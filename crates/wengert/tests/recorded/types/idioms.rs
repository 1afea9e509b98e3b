//! Traits of std on types of one's own, errors, objects behind keys, patterns of slices, labels.

use super::holds;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::ops::{Deref, DerefMut, Index, IndexMut, Mul, Range};
use std::rc::Rc;
use wengert::differentiable;
#[derive(Clone, Debug, Default, PartialEq, PartialOrd)]
struct Grid<const W: usize, const H: usize = 2> {
    cells: Vec<f64>,
    scale: f64,
}
impl<const W: usize, const H: usize> Grid<W, H> {
    const AREA: usize = W * H;
    fn new(scale: f64) -> Self {
        Self { cells: vec![0.0; W * H], scale }
    }
    fn rows(&self) -> impl Iterator<Item = &[f64]> + '_ {
        self.cells.chunks(W)
    }
    fn fill_with(&mut self, f: impl Fn(usize, usize) -> f64) -> &mut Self {
        for y in 0..H {
            for x in 0..W {
                self[(x, y)] = f(x, y);
            }
        }
        self
    }
}
impl<const W: usize, const H: usize> Index<(usize, usize)> for Grid<W, H> {
    type Output = f64;
    fn index(&self, (x, y): (usize, usize)) -> &f64 {
        &self.cells[y * W + x]
    }
}
impl<const W: usize, const H: usize> IndexMut<(usize, usize)> for Grid<W, H> {
    fn index_mut(&mut self, (x, y): (usize, usize)) -> &mut f64 {
        &mut self.cells[y * W + x]
    }
}
impl<const W: usize, const H: usize> IntoIterator for &Grid<W, H> {
    type Item = f64;
    type IntoIter = std::vec::IntoIter<f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.cells.clone().into_iter()
    }
}
impl<const W: usize, const H: usize> Mul<f64> for &Grid<W, H> {
    type Output = Grid<W, H>;
    fn mul(self, k: f64) -> Grid<W, H> {
        Grid { cells: self.cells.iter().map(|c| c * k).collect(), ..self.clone() }
    }
}
struct Poly(Vec<f64>);
impl Deref for Poly {
    type Target = Vec<f64>;
    fn deref(&self) -> &Vec<f64> {
        &self.0
    }
}
impl DerefMut for Poly {
    fn deref_mut(&mut self) -> &mut Vec<f64> {
        &mut self.0
    }
}
impl Poly {
    fn at(&self, x: f64) -> f64 {
        self.iter().rev().fold(0.0, |a, c| a * x + c)
    }
}
impl FromIterator<f64> for Poly {
    fn from_iter<I: IntoIterator<Item = f64>>(it: I) -> Self {
        Poly(it.into_iter().collect())
    }
}
impl Extend<f64> for Poly {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, it: I) {
        for v in it {
            self.0.push(v * 2.0);
        }
    }
}
#[derive(Debug)]
enum Problem {
    Parse(std::num::ParseIntError),
    Low { value: f64 },
    Named(&'static str),
}
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Problem::Parse(e) => write!(f, "parse {e}"),
            Problem::Low { value } => write!(f, "low {value}"),
            Problem::Named(n) => f.write_str(n),
        }
    }
}
impl Error for Problem {}
impl From<std::num::ParseIntError> for Problem {
    fn from(e: std::num::ParseIntError) -> Self {
        Problem::Parse(e)
    }
}
fn step(text: &str, x: f64) -> Result<f64, Problem> {
    let k: i32 = text.trim().parse()?;
    if x < -3.0 {
        return Err(Problem::Low { value: x });
    }
    if k > 100 {
        Err(Problem::Named("big"))?
    }
    Ok(x.powi(k % 4) + k as f64)
}
fn all(texts: &[&str], x: f64) -> Result<Vec<f64>, Box<dyn Error>> {
    if texts.is_empty() {
        return Err("empty".into());
    }
    texts.iter().map(|t| Ok(step(t, x)?)).collect()
}
struct Counter {
    at: f64,
    by: f64,
    left: usize,
}
impl Iterator for Counter {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.at = self.at * self.by + 0.1;
        Some(self.at)
    }
}
trait Make {
    fn make(seed: f64) -> Self
    where
        Self: Sized;
    fn get(&self) -> f64;
    fn boxed(seed: f64) -> Rc<dyn Make>
    where
        Self: Sized + 'static,
    {
        Rc::new(Self::make(seed))
    }
}
struct A(f64);
struct B {
    v: f64,
    w: [f64; 2],
}
impl Make for A {
    fn make(seed: f64) -> Self {
        A(seed * seed)
    }
    fn get(&self) -> f64 {
        self.0.tanh()
    }
}
impl Make for B {
    fn make(seed: f64) -> Self {
        B { v: seed, w: [seed, 1.0] }
    }
    fn get(&self) -> f64 {
        self.v * self.w[0] - self.w[1]
    }
}
fn twice<M: Make>(x: f64) -> f64 {
    let m = M::make(x);
    let n = <M as Make>::make(m.get());
    Make::get(&n) + M::make(0.5).get()
}
const OPS: [(&str, f64); 3] = [("a", 1.5), ("b", -0.5), ("c", 2.0)];
fn slices(v: &[f64], r: Range<usize>) -> f64 {
    match &v[r] {
        [] => 0.0,
        [a] => *a,
        [a, b] => a * b,
        [first, .., last] if first > last => first - last,
        [first, rest @ ..] => first + rest.len() as f64 * rest[0],
    }
}
#[differentiable(tape)]
fn idioms(x: f64, y: f64, texts: &[&str]) -> f64 {
    let mut g = Grid::<3, 2>::new(x);
    g.fill_with(|i, j| (i as f64 * x + j as f64 * y).sin());
    g[(1, 1)] += g[(0, 1)] * g[(2, 0)];
    g.cells[0] *= g.cells[3];
    let h = &g * y;
    let total: f64 = (&h).into_iter().sum::<f64>()
        + h.rows().map(|r| r[0] * r[2]).sum::<f64>()
        + h.scale * Grid::<3, 2>::AREA as f64;
    let mut p: Poly = [x, y, 1.0].iter().copied().filter(|c| *c > -5.0).collect();
    p.extend(Counter { at: y, by: x, left: 2 });
    p.push(x * y);
    p[0] -= 0.5;
    p.swap(0, 1);
    let parsed = match all(texts, x) {
        Ok(v) => v.iter().sum::<f64>(),
        Err(e) => e.to_string().len().min(3) as f64 * y,
    };
    let makers: BTreeMap<&str, Rc<dyn Make>> = BTreeMap::from([("a", A::boxed(x)), ("b", B::boxed(y))]);
    let mut by: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (k, c) in (Counter { at: x, by: 0.5, left: 5 }).enumerate() {
        by.entry(k % 2).or_default().push(c);
    }
    let keyed = by[&0].iter().product::<f64>() + by.get(&1).and_then(|v| v.last()).copied().unwrap_or(0.0);
    let ops: f64 = OPS.iter().map(|(n, k)| if *n == "b" { k * x } else { k * y }).sum();
    let mut v = vec![x, y, x * y, 0.3];
    v.sort_by(|a, b| b.partial_cmp(a).unwrap());
    v.retain(|c| *c != 0.3);
    let (l, r) = v.split_at_mut(1);
    std::mem::swap(&mut l[0], &mut r[0]);
    let found = 'o: loop {
        for (i, c) in v.iter().enumerate() {
            if *c < 0.9 {
                break 'o i as f64 * c;
            }
        }
        break 7.0;
    };
    let sl = slices(&v, 0..3) + slices(&v, 1..2) + slices(&v, 0..2) + slices(&v, 3..3);
    total
        + p.at(0.3)
        + parsed
        + makers.values().map(|m| m.get()).sum::<f64>()
        + keyed
        + ops
        + found
        + sl
        + twice::<A>(x) * twice::<B>(y)
}

#[test]
fn traits_of_std() {
    for texts in [&["1", " 2", "7"][..], &["1", "x"], &["300"], &[]] {
        holds(
            &[0.83, 1.27],
            |x| idioms(x[0], x[1], texts),
            |x| {
                let (value, (dx, dy)) = idioms::value_and_gradient(x[0], x[1], texts);
                (value, vec![dx, dy])
            },
        );
    }
}
