//! What functions that call themselves take and lend each other: tuples with counts in them, collections of counts, lists
//! and maps of tuples, inside of bodies and beside them.
#![deny(deprecated)]

use crate::held;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet, VecDeque};
use wengert::prelude::*;

fn squared((times, x): (usize, f64)) -> f64 {
    if times == 0 { x } else { squared((times - 1, x * x)) }
}

#[differentiable]
fn squared_too(t: (usize, usize), x: f64) -> f64 {
    if t.0 == 0 { x } else { squared_too((t.0 - 1, t.1), x * x * t.1 as f64) }
}

fn turned(s: (usize, [f64; 2], Option<f64>)) -> (usize, f64) {
    if s.0 == 0 {
        return (3, s.1[0] * s.2.unwrap_or(1.0));
    }
    turned((s.0 - 1, [s.1[1], s.1[0] * s.1[1]], Some(s.1[0])))
}

fn paired((times, pairs): (usize, Vec<(f64, f64)>)) -> f64 {
    match times {
        0 => pairs.iter().map(|p| p.0 * p.1).sum(),
        _ => paired((times - 1, pairs.iter().map(|p| (p.1, p.0 * p.1)).collect())),
    }
}

#[differentiable]
fn tuples(x: &[f64]) -> f64 {
    fn halved(range: (f64, f64), c: f64, left: (u32, bool)) -> f64 {
        let mid = 0.5 * (range.0 + range.1);
        match left {
            (0, _) => mid + c,
            (n, up) if mid * mid > c && up => halved((range.0, mid), c, (n - 1, !up)),
            (n, up) => halved((mid, range.1), c, (n - 1, !up)),
        }
    }
    let pairs = x.iter().map(|&v| (v, v + 1.0)).collect();
    squared((2, x[0]))
        + squared_too((2, 1), x[1])
        + turned((4, [x[0], x[1]], None)).1
        + paired((2, pairs))
        + halved((0.0, x[0]), x[1], (5, true))
}

#[differentiable]
fn packed(x: &[f64]) -> f64 {
    fn best(items: &[(usize, f64)], i: usize, room: usize, memo: &mut BTreeMap<(usize, usize), f64>) -> f64 {
        if i == items.len() {
            return 0.0;
        }
        if let Some(v) = memo.get(&(i, room)) {
            return *v;
        }
        let skip = best(items, i + 1, room, memo);
        let v = match items[i] {
            (weight, worth) if weight <= room => skip.max(worth * worth + best(items, i + 1, room - weight, memo)),
            _ => skip,
        };
        memo.insert((i, room), v);
        v
    }
    let items: Vec<(usize, f64)> = x.iter().enumerate().map(|(i, v)| (1 + (i * 5) % 3, *v)).collect();
    best(&items, 0, 4, &mut BTreeMap::new())
}

#[differentiable]
fn in_bodies(x: &[f64]) -> f64 {
    fn along(items: &[(usize, f64)], i: usize) -> f64 {
        if i >= items.len() { 0.0 } else { items[i].1 * items[i].1 + along(items, i + items[i].0) }
    }
    fn down(items: &BTreeMap<usize, f64>, i: usize) -> f64 {
        items.get(&i).map_or(1.0, |v| v * down(items, i + 1))
    }
    fn known(items: &[Option<f64>], i: usize) -> f64 {
        if i == items.len() { 0.0 } else { items[i].map_or(1.0, |v| v * v) + 0.5 * known(items, i + 1) }
    }
    let items: Vec<(usize, f64)> = x.iter().map(|v| (1, *v)).collect();
    let by_key: BTreeMap<usize, f64> = x.iter().copied().enumerate().collect();
    let maybe: Vec<Option<f64>> = x.iter().map(|&v| (v > 0.0).then_some(v)).collect();
    along(&items, 0) + down(&by_key, 0) + known(&maybe, 0)
}

type Edges = HashMap<u32, Vec<(u32, f64)>>;

fn reached(graph: &Edges, at: u32, seen: &mut HashSet<u32>) -> f64 {
    if !seen.insert(at) {
        return 0.0;
    }
    graph.get(&at).map_or(0.1, |all| {
        let mut sum = 0.0;
        for (to, w) in all {
            sum += w * w + 0.5 * reached(graph, *to, seen);
        }
        sum
    })
}

#[differentiable]
fn graphs(x: &[f64]) -> f64 {
    let mut graph: Edges = HashMap::new();
    for (i, &w) in x.iter().enumerate() {
        graph.entry(i as u32 / 2).or_default().push(((i as u32 * 3 + 1) % 5, w));
    }
    reached(&graph, 0, &mut HashSet::new())
}

fn spelled(x: &[f64], at: char, memo: &mut HashMap<char, f64>) -> f64 {
    if at > 'f' {
        return 1.0;
    }
    if let Some(v) = memo.get(&at) {
        return *v;
    }
    let k = (at as u8 - b'a') as usize;
    let next = (at as u8 + 1) as char;
    let v = x[k % x.len()] * spelled(x, next, memo) + 0.5 * spelled(x, (at as u8 + 2) as char, memo);
    memo.insert(at, v);
    v
}

fn stacked(x: &[f64], at: usize, stack: &mut VecDeque<f64>) -> f64 {
    if at >= x.len() {
        return stack.iter().sum();
    }
    stack.push_back(x[at] * x[at]);
    let mut sum = stacked(x, at + 1, stack);
    if stack.len() > 2 {
        sum += stack.pop_front().unwrap() * 0.1;
    }
    sum + 0.5 * stacked(x, at + 2, stack)
}

fn drawn(x: &[f64], heap: &mut BinaryHeap<(u32, usize)>, sums: &mut Vec<f64>) -> f64 {
    let Some((p, k)) = heap.pop() else { return sums.iter().sum() };
    sums[k] += x[k] * x[k] * p as f64;
    if p > 1 {
        heap.push((p / 2, (k + 1) % x.len()));
        heap.push((p / 3, (k + 2) % x.len()));
    }
    drawn(x, heap, sums) * 0.9
}

#[differentiable]
fn collections(x: &[f64]) -> f64 {
    let mut heap = BinaryHeap::from([(5u32, 0usize), (4, 1)]);
    spelled(x, 'a', &mut HashMap::new())
        + stacked(x, 0, &mut VecDeque::new())
        + drawn(x, &mut heap, &mut vec![0.0; x.len()])
}

struct Choice<'a> {
    worth: &'a [(usize, f64)],
    memo: HashMap<usize, f64>,
}

impl Choice<'_> {
    fn from(&mut self, i: usize) -> f64 {
        if i >= self.worth.len() {
            return 0.0;
        }
        if let Some(v) = self.memo.get(&i) {
            return *v;
        }
        let v = (self.worth[i].1 + self.from(i + 1 + self.worth[i].0)).max(self.from(i + 1));
        self.memo.insert(i, v);
        v
    }
}

#[differentiable]
fn chosen(worth: &[(usize, f64)]) -> f64 {
    Choice { worth, memo: HashMap::new() }.from(0)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
}

struct Asked {
    times: usize,
    deepest: usize,
}

fn counted(n: usize, x: &[f64], asked: &mut Asked, left: &mut (usize, bool)) -> f64 {
    asked.times += 1;
    asked.deepest = asked.deepest.max(n);
    left.0 += usize::from(left.1);
    left.1 = !left.1;
    if n == 0 { x[0] } else { counted(n - 1, x, asked, left) * x[1] + asked.times as f64 * x[0] }
}

fn from_the(side: Side, flags: &Vec<bool>, n: usize, x: &[f64]) -> f64 {
    let other = if side == Side::Left { Side::Right } else { Side::Left };
    match n {
        0 => x[if flags[0] { 0 } else { 1 }],
        _ if side == Side::Left => from_the(other, flags, n - 1, x) * x[0],
        _ => from_the(other, flags, n - 1, x) + x[1],
    }
}

#[differentiable]
fn counts(x: &[f64]) -> f64 {
    let (mut asked, mut left) = (Asked { times: 0, deepest: 0 }, (0, true));
    let v = counted(3, x, &mut asked, &mut left);
    v * asked.times as f64 + x[1] * (asked.deepest + left.0) as f64 + from_the(Side::Left, &vec![true, false], 4, x)
}

type Best = Option<(f64, Vec<usize>)>;

fn worth(path: &[usize], x: &[f64]) -> f64 {
    path.iter().enumerate().map(|(k, i)| x[*i] * x[*i] * (k + 1) as f64).sum()
}

fn best_order(best: &mut Best, path: &mut Vec<usize>, x: &[f64]) {
    if path.len() == 2 {
        let now = worth(path, x);
        if best.as_ref().is_none_or(|(most, _)| now > *most) {
            *best = Some((now, path.clone()));
        }
        return;
    }
    for i in 0..x.len() {
        if !path.contains(&i) {
            path.push(i);
            best_order(best, path, x);
            path.pop();
        }
    }
}

struct Search {
    best: Option<f64>,
    path: Vec<usize>,
}

impl Search {
    fn go(&mut self, x: &[f64]) {
        if self.path.len() == 2 {
            let now = worth(&self.path, x);
            self.best = Some(self.best.map_or(now, |best| best.min(now)));
            return;
        }
        for i in 0..x.len() {
            self.path.push(i);
            self.go(x);
            self.path.pop();
        }
    }
}

fn least(path: &mut Vec<usize>, x: &[f64]) -> Option<f64> {
    if path.len() == 2 {
        return (path[0] != path[1]).then(|| worth(path, x));
    }
    let mut least: Option<f64> = None;
    for i in 0..x.len() {
        path.push(i);
        if let Some(now) = least_of(path, x) {
            least = Some(least.map_or(now, |least| least.min(now)));
        }
        path.pop();
    }
    least
}

fn least_of(path: &mut Vec<usize>, x: &[f64]) -> Option<f64> {
    least(path, x)
}

fn highest(top: &mut Option<f64>, x: &[f64]) {
    let Some((v, rest)) = x.split_first() else { return };
    match top {
        Some(t) if *t >= *v => {}
        _ => *top = Some(*v),
    }
    highest(top, rest);
}

#[differentiable]
fn searches(x: &[f64]) -> f64 {
    let (mut best, mut top) = (None, None);
    best_order(&mut best, &mut vec![], x);
    let mut search = Search { best: None, path: vec![] };
    search.go(x);
    highest(&mut top, x);
    let (most, path) = best.unwrap();
    most * x[path[0]] + search.best.unwrap_or(0.0) * least(&mut vec![], x).unwrap_or(1.0) + top.unwrap_or(0.0)
}

struct Union {
    parent: Vec<usize>,
    rank: Vec<u32>,
}

impl Union {
    fn find(&mut self, i: usize) -> usize {
        if self.parent[i] != i {
            self.parent[i] = self.find(self.parent[i]);
        }
        self.parent[i]
    }
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent[a] = b;
            self.rank[b] += self.rank[a] + 1;
        }
        a != b
    }
    fn root(&self, i: usize) -> usize {
        if self.parent[i] == i { i } else { self.root(self.parent[i]) }
    }
}

/// The least tree that spans points: no number goes into the calls.
#[differentiable]
fn spanned(x: &[f64]) -> f64 {
    fn found(parent: &mut Vec<usize>, i: usize) -> usize {
        if parent[i] != i {
            let above = parent[i];
            parent[i] = found(parent, above);
        }
        parent[i]
    }
    let n = x.len();
    let mut edges: Vec<(usize, usize, f64)> =
        (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j, (x[i] - x[j]).powi(2)))).collect();
    edges.sort_by(|a, b| a.2.total_cmp(&b.2));
    let mut all = Union { parent: (0..n).collect(), rank: vec![0; n] };
    let (mut parent, mut sum): (Vec<usize>, f64) = ((0..n).collect(), 0.0);
    for (i, j, length) in edges {
        if all.join(i, j) {
            sum += length;
        }
        let (a, b) = (found(&mut parent, i), found(&mut parent, j));
        if a != b {
            parent[b] = a;
            sum += 0.5 * length * x[all.root(i)];
        }
    }
    sum * f64::from(all.rank[all.root(0)])
}

#[test]
fn what_self_calls_take_and_lend() {
    for x in [[1.2, 0.4, 2.0, 0.3], [0.7, 1.3, -0.4, 0.9]] {
        held(tuples, tuples::value_and_gradient, &x);
        held(packed, packed::value_and_gradient, &x);
        held(in_bodies, in_bodies::value_and_gradient, &x);
        held(graphs, graphs::value_and_gradient, &x);
        held(collections, collections::value_and_gradient, &x);
        held(counts, counts::value_and_gradient, &x);
        held(searches, searches::value_and_gradient, &x);
        held(spanned, spanned::value_and_gradient, &x);
        let worth = |x: &[f64]| x.iter().enumerate().map(|(i, v)| (i % 2, *v)).collect::<Vec<_>>();
        let gradient = |x: &[f64]| {
            let (value, gradient) = chosen::value_and_gradient(&worth(x));
            (value, gradient.iter().map(|g| g.1).collect())
        };
        held(|x| chosen(&worth(x)), gradient, &x);
    }
}
