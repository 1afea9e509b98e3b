//! What functions are handed in: patterns, references to constants, types whose lifetimes are left out, and sets of counts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use wengert::prelude::*;

const POINTS: [[f64; 2]; 3] = [[0.4, 0.9], [1.3, 0.2], [0.7, 1.6]];

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Held(f64, [f64; 2]);

#[differentiable]
fn of_references(&[a, b]: &[f64; 2], &c: &f64, &n: &usize) -> f64 {
    a * b.sin() * c + n as f64 * b
}

#[differentiable]
fn of_parts((a, [b, c]): (f64, [f64; 2]), Held(d, [e, _]): Held, &Pair { x, y: z }: &Pair) -> f64 {
    a * b + c * d * e + x * z
}

#[differentiable]
fn of_bindings(all @ [a, .., b]: [f64; 3], (i, (c, Pair { x, .. })): (usize, (f64, Pair))) -> f64 {
    all[i] * a * b * c * x
}

fn unmarked(&[x, v]: &[f64; 2], &k: &f64) -> f64 {
    x * v * k
}

#[differentiable]
trait Motion<const N: usize> {
    fn slope(&self, t: f64, y: &[f64; N]) -> [f64; N];
}

#[differentiable]
impl Motion<2> for Pair {
    fn slope(&self, _: f64, &[x, v]: &[f64; 2]) -> [f64; 2] {
        [v * self.x, -x * self.y]
    }
}

#[differentiable]
fn sum_of<const N: usize, M: Motion<N>>(motion: &M, y: [f64; N]) -> f64 {
    motion.slope(0.0, &y).iter().sum()
}

#[differentiable]
fn powered(x: f64, k: &usize, c: &char, on: &bool, #[constant] s: &f64, i: &i64) -> f64 {
    let p = x.powi(*k as i32);
    if *on && c.is_alphabetic() { p * *s } else { p * *i as f64 }
}

#[differentiable]
impl Pair {
    fn raised(&self, k: &usize) -> f64 {
        self.x.powi(*k as i32) + self.y
    }
}

#[differentiable]
fn by_what_is_lent(a: f64, b: f64) -> f64 {
    let (mut s, pair, n) = (b, Pair { x: a, y: b }, 3);
    for i in 0..n {
        s += powered(a, &i, &'c', &(i % 2 == 0), &1.5, &-2) + pair.raised(&(i + 1));
    }
    for (i, c) in "ab1".chars().enumerate() {
        s += powered(b * a, &(i + 1), &c, &true, &2.5, &(i as i64));
    }
    s * powered(2.0, &n, &'1', &(n > 2), &0.5, &(n as i64))
}

#[differentiable]
fn by_patterns(a: f64, b: f64) -> f64 {
    let pair = Pair { x: a, y: b };
    of_references(&[a, b], &(a + b), &2)
        + of_parts((a, [b, a * b]), Held(b, [a, 1.0]), &pair)
        + of_bindings([a, b, a - b], (1, (a, pair.clone())))
        + unmarked(&[a, b], &(a * b))
        + sum_of(&pair, [a * a, b])
}

#[differentiable]
fn of_constants(
    x: f64,
    y: f64,
    n: &usize,
    &on: &bool,
    #[constant] w: &f64,
    m: &&u32,
    #[constant] s: &f32,
    c: &char,
) -> f64 {
    let &k = n;
    let scaled = if on && c.is_alphabetic() { x * f64::from(**m) } else { y };
    scaled * *w + y.powi(*n as i32) * k as f64 + x * f64::from(*s)
}

struct Reading<'a> {
    count: &'a usize,
    weight: &'a f64,
    on: &'a bool,
}

#[derive(Clone)]
struct View<'a> {
    data: &'a [usize],
}

struct Both<'a, 'b, T> {
    list: &'a [T],
    text: &'b str,
}

mod deep {
    pub struct Inside<'a, const N: usize>(pub &'a [usize; N]);
}

#[differentiable]
fn of_readings(x: f64, y: f64, #[constant] one: &Reading, #[constant] all: &[Reading<'_>]) -> f64 {
    let Reading { count, weight, .. } = one;
    let mut s = x.powi(**count as i32) * **weight;
    for Reading { count, on, weight } in all {
        if **on {
            s += y * **count as f64 * *weight;
        }
    }
    s + all.iter().filter(|r| *r.on).map(|r| r.weight * x * y).sum::<f64>()
}

#[differentiable]
fn of_lists(
    x: f64,
    y: f64,
    #[constant] counts: &[&u32],
    #[constant] named: &[(&str, &f64)],
    #[constant] pairs: Vec<(&usize, &f64)>,
    #[constant] one: Option<(&str, &f64)>,
) -> f64 {
    let mut s = counts.iter().map(|n| **n as f64 * x).sum::<f64>();
    for &&n in counts {
        s += y.powi(n as i32);
    }
    for &(name, &w) in named {
        s += x * y * w * name.len() as f64;
    }
    for (n, w) in &pairs {
        s += y * **n as f64 + x.powf(**w);
    }
    s + one.map_or(0.0, |(name, w)| *w * x * name.len() as f64)
}

fn second(x: f64, view: &View) -> f64 {
    x * view.data[1] as f64
}

#[differentiable]
fn of_views(
    x: f64,
    y: f64,
    #[constant] view: &View,
    #[constant] both: &Both<u32>,
    #[constant] inside: &deep::Inside<2>,
    #[constant] perhaps: Option<&View>,
    #[constant] owned: View,
) -> f64 {
    let s = x.powi(view.data.len() as i32) * both.list[0] as f64 + y * both.text.len() as f64;
    s * perhaps.map_or(1.0, |v| v.data[0] as f64) + second(x * y, &owned) * inside.0[1] as f64
}

#[derive(Clone, Debug, Differentiable)]
struct Graph {
    n: usize,
    weights: Vec<f64>,
    to: Vec<usize>,
    names: HashMap<String, usize>,
    fixed: BTreeSet<usize>,
}

#[differentiable]
impl Graph {
    fn above(&self, least: usize) -> HashSet<usize> {
        self.to.iter().copied().filter(|to| *to > least).collect()
    }
    fn sorted(&self) -> BTreeSet<usize> {
        self.to.iter().copied().collect()
    }
    fn groups(&self) -> BTreeMap<usize, Vec<usize>> {
        let mut groups = BTreeMap::new();
        for (i, to) in self.to.iter().enumerate() {
            groups.entry(to % 2).or_insert_with(Vec::new).push(i);
        }
        groups
    }
    fn queue(&self) -> VecDeque<usize> {
        (0..self.n).collect()
    }
    fn span(&self, from: usize) -> std::ops::Range<usize> {
        from..self.n
    }
    fn heavy(&self) -> HashSet<usize> {
        self.weights.iter().enumerate().filter(|(_, w)| **w > 1.0).map(|(i, _)| i).collect()
    }
    fn total(&self) -> f64 {
        let mut s = 0.0;
        for (i, w) in self.weights.iter().enumerate() {
            if self.heavy().contains(&i) {
                s += w * w;
            }
            if self.fixed.contains(&i) {
                s += w.sin();
            }
        }
        for i in self.span(1) {
            s *= self.weights[i];
        }
        for (k, all) in &self.groups() {
            for i in all {
                s += self.weights[*i] * *k as f64;
            }
        }
        let mut queue = self.queue();
        while let Some(i) = queue.pop_front() {
            s += self.weights[i].cos();
        }
        let sorted = self.sorted().iter().map(|&i| self.weights[i]).sum::<f64>();
        s + self.weights[self.names["a"]] * self.above(0).len() as f64 + sorted
    }
}

#[differentiable]
fn of_graphs(x: f64, y: f64) -> f64 {
    let (names, fixed) = ([("a".to_string(), 2)].into(), [0, 2].into());
    Graph { n: 3, weights: vec![x, y, x + y], to: vec![0, 2, 1], names, fixed }.total()
}

#[differentiable]
fn rows<const R: usize, const C: usize>(mut a: [[f64; C]; R], b: [[f64; C]; R]) -> f64 {
    for (p, q) in a.iter_mut().flatten().zip(b.iter().flatten()) {
        *p += q * 2.0;
    }
    let longest = if a[0][0] > 1.0 { &a[0][..] } else { &b[R - 1][1..] };
    a[0][0] * a[R - 1][C - 1] + longest.iter().sum::<f64>()
}

#[differentiable]
fn of_rows(x: f64, y: f64) -> f64 {
    rows([[x, y, x * y], [1.0, y, x]], [[y, 1.0, x], [x, x, y]])
}

#[test]
fn functions_are_handed_parts_and_references() {
    held_at!(POINTS; by_what_is_lent by_patterns of_graphs of_rows);
    let data = [2, 1, 0];
    let view = View { data: &data };
    let readings = [Reading { count: &3, weight: &1.5, on: &true }, Reading { count: &5, weight: &2.5, on: &false }];
    let (both, inside) = (Both { list: &[3u32], text: "hey" }, deep::Inside(&[1, 4]));
    let pairs = || vec![(&3, &2.5), (&1, &0.5)];
    for x in POINTS {
        let constants = |x: &[f64]| of_constants(x[0], x[1], &3, &true, &1.5, &&4, &0.5, &'c');
        crate::held(
            constants,
            |x| {
                let (value, (a, b)) = of_constants::value_and_gradient(x[0], x[1], &3, &true, &1.5, &&4, &0.5, &'c');
                (value, vec![a, b])
            },
            &x,
        );
        crate::held(
            |x| of_readings(x[0], x[1], &readings[0], &readings),
            |x| {
                let (value, (a, b)) = of_readings::value_and_gradient(x[0], x[1], &readings[0], &readings);
                (value, vec![a, b])
            },
            &x,
        );
        crate::held(
            |x| of_lists(x[0], x[1], &[&1, &2], &[("ab", &2.5)], pairs(), Some(("c", &4.0))),
            |x| {
                let (value, (a, b)) =
                    of_lists::value_and_gradient(x[0], x[1], &[&1, &2], &[("ab", &2.5)], pairs(), Some(("c", &4.0)));
                (value, vec![a, b])
            },
            &x,
        );
        crate::held(
            |x| of_views(x[0], x[1], &view, &both, &inside, Some(&view), view.clone()),
            |x| {
                let (value, (a, b)) =
                    of_views::value_and_gradient(x[0], x[1], &view, &both, &inside, Some(&view), view.clone());
                (value, vec![a, b])
            },
            &x,
        );
    }
}
