//! Constants that functions hand on to themselves and to others: maps, ranges with their ends, what is parsed.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Letter {
    A,
    B,
}

impl std::str::FromStr for Letter {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "a" => Ok(Letter::A),
            "b" => Ok(Letter::B),
            other => Err(format!("no letter: {other}")),
        }
    }
}

enum Tree {
    Leaf(String),
    Node(Box<Tree>, usize, Box<Tree>, usize),
}

#[differentiable]
trait Model {
    fn stays(&self, letter: Letter, t: f64) -> f64;
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Decay {
    rates: [f64; 2],
}

#[differentiable]
impl Model for Decay {
    fn stays(&self, letter: Letter, t: f64) -> f64 {
        (-self.rates[letter as usize] * t).exp()
    }
}

#[differentiable]
fn pruned<M: Model>(tree: &Tree, x: &[f64], #[constant] site: &HashMap<String, Letter>, model: &M) -> [f64; 2] {
    match tree {
        Tree::Leaf(name) => match site.get(name) {
            Some(letter) => [model.stays(*letter, 1.0), 1.0],
            None => [1.0; 2],
        },
        Tree::Node(left, i, right, j) => {
            let (l, r) = (pruned(left, x, site, model), pruned(right, x, site, model));
            let stays = [model.stays(Letter::A, x[*i]), model.stays(Letter::B, x[*j])];
            [l[0] * stays[0] + r[1], l[1] * r[0] * stays[1]]
        }
    }
}

#[differentiable]
fn likelihood(x: &[f64], #[constant] tree: &Tree, #[constant] sites: &[HashMap<String, Letter>]) -> f64 {
    let model = Decay { rates: [x[0], x[1]] };
    sites.iter().map(|site| pruned(tree, x, site, &model)).map(|p| (p[0] + 2.0 * p[1]).ln()).sum()
}

#[differentiable]
fn walked(x: &[f64], steps: usize, #[constant] weights: &HashMap<usize, f64>) -> f64 {
    if steps == 0 { x[0] } else { weights.get(&steps).copied().unwrap_or(0.5) * x[1] * walked(x, steps - 1, weights) }
}

#[differentiable]
fn over_ages(x: &[f64], #[constant] ages: RangeInclusive<u32>, #[constant] text: &str) -> f64 {
    let first = *ages.start();
    let letter: Letter = text.parse().unwrap();
    let by = if letter == Letter::A { x[0] } else { x[1] };
    ages.map(|age| by.powi((age - first) as i32)).sum()
}

#[test]
fn by_recursion() {
    let leaf = |name: &str| Box::new(Tree::Leaf(name.into()));
    let inner = Tree::Node(leaf("one"), 0, leaf("two"), 1);
    let tree = Tree::Node(Box::new(inner), 1, leaf("three"), 0);
    let site = |letters: &[(&str, Letter)]| letters.iter().map(|(name, l)| (name.to_string(), *l)).collect();
    let sites = [site(&[("one", Letter::A), ("two", Letter::B)]), site(&[("three", Letter::A), ("two", Letter::A)])];
    let at = [0.3, 0.8];
    held(|x| likelihood(x, &tree, &sites), |x| likelihood::value_and_gradient(x, &tree, &sites), &at);
    let weights = HashMap::from([(1, 2.0), (3, 0.7)]);
    held(|x| walked(x, 3, &weights), |x| walked::value_and_gradient(x, 3, &weights), &at);
}

#[test]
fn by_value() {
    for text in ["a", "b"] {
        let derived = |x: &[f64]| over_ages::value_and_gradient(x, 3..=6, text);
        held(|x| over_ages(x, 3..=6, text), derived, &[0.3, 0.8]);
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Square {
    n: usize,
    a: Vec<f64>,
}

#[differentiable]
impl std::ops::Index<(usize, usize)> for Square {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.a[i * self.n + j]
    }
}
#[differentiable]
impl std::ops::IndexMut<(usize, usize)> for Square {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.a[i * self.n + j]
    }
}

#[differentiable]
impl Square {
    fn of(n: usize, f: impl Fn(usize, usize) -> f64) -> Square {
        let mut made = Square { n, a: vec![0.0; n * n] };
        for i in 0..n {
            for j in 0..n {
                made[(i, j)] = f(i, j);
            }
        }
        made
    }
    fn cholesky(&self) -> Option<Square> {
        let n = self.n;
        let mut l = Square { n, a: vec![0.0; n * n] };
        for j in 0..n {
            let d = self[(j, j)] - (0..j).map(|k| l[(j, k)].powi(2)).sum::<f64>();
            if d <= 0.0 {
                return None;
            }
            l[(j, j)] = d.sqrt();
            for i in j + 1..n {
                let s = self[(i, j)] - (0..j).map(|k| l[(i, k)] * l[(j, k)]).sum::<f64>();
                l[(i, j)] = s / l[(j, j)];
            }
        }
        Some(l)
    }
}

#[differentiable]
fn factored(x: &[f64]) -> f64 {
    let near = |i: usize, j: usize| (-(x[i] - x[j]).powi(2)).exp() + if i == j { 0.1 } else { 0.0 };
    let Some(l) = Square::of(x.len(), near).cholesky() else { return f64::INFINITY };
    (0..l.n).map(|i| l[(i, i)].ln()).sum::<f64>() + l[(2, 0)]
}

#[test]
fn without_a_name() {
    held(factored, |x| factored::value_and_gradient(x), &[0.3, 0.8, 1.7]);
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Named {
    #[constant]
    names: Vec<String>,
    values: Vec<f64>,
}

#[differentiable]
impl Named {
    fn with(mut self, name: &str, value: f64) -> Self {
        self.names.push(name.to_string());
        self.values.push(value);
        self
    }
}

#[differentiable]
fn weighed(x: &[f64], #[constant] strata: &[Option<char>]) -> f64 {
    let named = Named::default().with("a", x[0]).with("bcd", x[1] * x[2]);
    let mut by = std::collections::BTreeMap::new();
    for (v, stratum) in x.iter().zip(strata) {
        *by.entry(*stratum).or_insert(0.0) += v;
    }
    let lengths = named.names.iter().map(|name| name.len() as f64);
    named.values.iter().zip(lengths).map(|(v, n)| v * n).sum::<f64>() + by.values().map(|v| v * v).sum::<f64>()
}

#[test]
fn texts_and_letters() {
    let strata = [None, Some('a'), None];
    held(|x| weighed(x, &strata), |x| weighed::value_and_gradient(x, &strata), &[0.3, 0.8, 1.7]);
}

#[derive(Clone, Copy)]
struct Pose {
    at: [f64; 3],
    scale: f64,
}

struct Track {
    marks: Vec<f64>,
    gain: f64,
}

/// What `..pose` takes is a copy where it is `Copy`, and gone from there where it is not.
#[differentiable]
fn updated(x: &[f64]) -> f64 {
    let mut pose = Pose { at: [x[0], x[1], x[2]], scale: 1.0 };
    let mut other = [x[2], 5.0, x[0]];
    let mut next = Pose { scale: x[1], ..pose };
    std::mem::swap(&mut next.at, &mut other);
    let last = Pose { scale: 2.0, ..next };
    next.at.reverse();
    next.at[1] += x[0];
    pose.at[0] *= x[1];
    let mut track = Track { marks: vec![x[0], x[1]], gain: x[2] };
    let kept = Track { gain: 3.0, ..track };
    track.marks = vec![x[2] * x[2], x[0]];
    track.marks[1] *= track.gain;
    let all = [pose, next, last].map(|p| p.scale * (p.at[0] + 10.0 * p.at[1] + 100.0 * p.at[2]));
    all.iter().sum::<f64>()
        + other[1] * x[0]
        + kept.gain * kept.marks[0] * track.marks[0]
        + kept.marks[1] * track.marks[1]
}

/// Rows of two arrays in a row.
#[differentiable]
fn chained(x: &[f64]) -> f64 {
    let rows = [[x[0], x[1], x[2]], [1.0, x[2], x[0]]];
    let more = [rows[1], [x[1]; 3]];
    let weighed = |(i, row): (usize, &[f64; 3])| (i + 1) as f64 * (row[0] + row[1] * row[2]);
    let from_either = |i: usize| if i < 2 { rows[i] } else { more[i - 2] };
    rows.iter().chain(&more).enumerate().map(weighed).sum::<f64>() + (0..4).map(|i| from_either(i)[1]).product::<f64>()
}

#[test]
fn rows_of_two_arrays() {
    held(chained, chained::value_and_gradient, &[0.7, 1.3, 0.4]);
}

#[test]
fn structures_with_the_rest_of_others() {
    held(updated, updated::value_and_gradient, &[0.7, 1.3, 0.4]);
}
