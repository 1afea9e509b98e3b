//! Maps, sets and texts in functions: value to the bit, gradient against differences.

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use wengert::prelude::*;

/// Holds a value and a gradient against the function itself.
#[track_caller]
fn held(x: &[f64], plain: impl Fn(&[f64]) -> f64, value: f64, gradient: &[f64]) {
    assert_eq!(plain(x).to_bits(), value.to_bits(), "{} for {value}", plain(x));
    for (k, g) in gradient.iter().enumerate() {
        let at = |h: f64| {
            let mut y = x.to_vec();
            y[k] += h;
            plain(&y)
        };
        let (coarse, fine) = ((at(2e-4) - at(-2e-4)) / 4e-4, (at(1e-4) - at(-1e-4)) / 2e-4);
        let d = (4.0 * fine - coarse) / 3.0;
        assert!((d - g).abs() < 1e-6 * (1.0 + g.abs()), "derivative {k}: {g}, by differences {d}");
    }
    assert!(gradient.iter().any(|g| *g != 0.0));
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    Cash,
    Bond(u8),
    Stock { sector: i32 },
}

/// In the opposite order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Down(i32);

impl PartialOrd for Down {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Down {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.cmp(&self.0)
    }
}

#[differentiable]
fn by_remainder(x: &[f64], n: usize) -> f64 {
    let mut totals: BTreeMap<usize, f64> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        *totals.entry((7 * i + 3) % n).or_insert(0.5) += v * v;
    }
    let mut s = 0.0;
    for (k, t) in &totals {
        s = s * 0.5 + t.sqrt() * (*k + 1) as f64;
    }
    s + totals.values().rev().fold(1.0, |a, t| a * 0.3 + t) + totals[&1] * totals.len() as f64
}

#[differentiable]
fn by_kind(x: &[f64], kinds: &[u8]) -> f64 {
    let kind = |k: u8| match k {
        0 => Kind::Cash,
        1 | 2 => Kind::Bond(k),
        _ => Kind::Stock { sector: -(k as i32) },
    };
    let mut sums = BTreeMap::new();
    for (v, k) in x.iter().zip(kinds) {
        sums.entry(kind(*k)).and_modify(|s| *s += v * v).or_insert(*v);
    }
    let mut at = 1.0;
    let mut s = 0.0;
    for (kind, sum) in sums {
        at += 1.0;
        s += at
            * match kind {
                Kind::Cash => sum,
                Kind::Bond(n) => sum * n as f64,
                Kind::Stock { sector } => sum * sum * sector as f64,
            };
    }
    s
}

#[differentiable]
fn downwards(x: &[f64]) -> f64 {
    let mut m = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        if let Some(old) = m.insert(Down((i % 3) as i32), v.sin()) {
            m.insert(Down(10 + i as i32), old * v);
        }
    }
    let last = m.remove(&Down(0)).unwrap_or(7.0);
    let first = m.pop_first().map_or(0.0, |(k, v)| v * k.0 as f64);
    m.iter().fold(last - first, |s, (k, v)| 0.5 * s + v * (k.0 + 1) as f64)
}

#[differentiable]
fn lists_by_key(x: &[f64], labels: &[i64]) -> f64 {
    let mut groups: HashMap<(i64, bool), Vec<f64>> = HashMap::new();
    for (v, l) in x.iter().zip(labels) {
        groups.entry((*l, *l > 1)).or_default().push(*v);
    }
    let mut all: Vec<(i64, f64)> =
        groups.iter().map(|((l, _), g)| (*l, g.iter().product::<f64>() + g.len() as f64)).collect();
    all.sort_by_key(|p| p.0);
    let kept = groups.get(&(2, true)).map(|g| g[0]).unwrap_or(1.0);
    all.iter().enumerate().map(|(k, (l, p))| p * p * (k as f64 + *l as f64)).sum::<f64>() * kept
}

#[differentiable]
fn changed(x: &[f64], steps: &[usize]) -> f64 {
    let mut m: BTreeMap<usize, f64> = (0..3).map(|k| (k, 0.0)).collect();
    for (k, s) in steps.iter().enumerate() {
        if let Some(v) = m.get_mut(s) {
            *v += x[k % x.len()] * (1.0 + *v);
        } else {
            m.insert(*s, x[k % x.len()]);
        }
    }
    for v in m.values_mut() {
        *v *= 1.5;
    }
    for (k, v) in m.iter_mut() {
        *v += *k as f64 * x[0];
    }
    m.retain(|k, v| *k != 1 && *v < 1e9);
    let best = m.iter().max_by(|a, b| a.1.total_cmp(b.1)).map(|(k, v)| v * (k + 1) as f64);
    best.unwrap() + m.into_values().sum::<f64>()
}

#[differentiable]
fn chebyshev(x: f64, n: u64) -> f64 {
    let mut memo: HashMap<u64, f64> = HashMap::from([(0, 1.0), (1, x)]);
    for k in 2..=n {
        let next = 2.0 * x * memo[&(k - 1)] - memo[&(k - 2)];
        memo.insert(k, next);
    }
    memo[&n]
}

#[differentiable]
fn priced(
    x: &[f64],
    names: &[String],
    #[constant] prices: &HashMap<String, f64>,
    #[constant] held: &BTreeSet<usize>,
) -> f64 {
    let mut s = 0.0;
    for (i, (n, x)) in names.iter().zip(x).enumerate() {
        if held.contains(&i) {
            s += prices.get(n).copied().unwrap_or(1.0) * x * x;
        } else if let Some(p) = prices.get(n.as_str()) {
            s -= p * x;
        }
    }
    for (k, (_, p)) in prices.iter().enumerate() {
        s = s * 0.9 + p * x[k % x.len()];
    }
    for k in held {
        s *= 1.0 + 0.1 * *k as f64;
    }
    s + prices["a"] * x[0] + prices.values().sum::<f64>() * prices.len() as f64
}

#[differentiable]
fn found(x: &[f64], #[constant] index: &BTreeMap<(usize, char), Vec<usize>>) -> f64 {
    let mut s = 0.0;
    for c in ['a', 'z'] {
        if let Some(all) = index.get(&(1, c)) {
            s += all.iter().map(|i| x[*i] * x[*i]).sum::<f64>();
        }
    }
    let mut own = index.clone();
    own.insert((0, 'q'), vec![0]);
    for (k, ((n, c), all)) in own.iter().enumerate() {
        s += x[all[0]] * (k + n) as f64 * (*c as u32) as f64;
    }
    s
}

#[differentiable]
fn once(x: &[f64], bonds: &[(usize, usize)]) -> f64 {
    let mut seen = HashSet::new();
    let mut e = 0.0;
    for &(a, b) in bonds {
        if seen.insert((a.min(b), a.max(b))) {
            e += (x[a] - x[b]).powi(2) * seen.len() as f64;
        }
    }
    let odd: BTreeSet<usize> = (1..x.len()).step_by(2).collect();
    let all: BTreeSet<usize> = bonds.iter().map(|b| b.0).collect();
    odd.intersection(&all).map(|k| x[*k].sin()).sum::<f64>() + all.difference(&odd).fold(e, |s, k| 0.5 * s + x[*k])
}

#[differentiable]
fn counted(p: &[f64], text: &str) -> f64 {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word).or_insert(0) += 1;
    }
    let mut words: Vec<(&str, usize)> = counts.into_iter().collect();
    words.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let longest = words.iter().map(|w| w.0).fold("", |l, w| if w.len() > l.len() { w } else { l });
    words.iter().zip(p).map(|((w, n), p)| *n as f64 * p.ln() * w.len() as f64).sum::<f64>() * longest.len() as f64
}

#[differentiable]
fn network(c: &[f64], text: &str) -> f64 {
    let mut rate = 0.0;
    for line in text.lines().map(|l| l.trim()).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let Some((left, k)) = line.split_once(';') else { continue };
        let mut product: f64 = k.trim().parse().unwrap_or(0.0);
        for species in left.split('+') {
            let i: usize = species.trim().trim_start_matches('S').parse().unwrap();
            product *= c[i];
        }
        rate += product;
    }
    rate
}

#[differentiable]
fn polish(x: f64, y: f64, program: &str) -> Result<f64, String> {
    let mut stack: Vec<f64> = Vec::new();
    for token in program.split(' ') {
        match token {
            "x" => stack.push(x),
            "y" => stack.push(y),
            "+" | "-" | "*" => {
                let b = stack.pop().ok_or("nothing")?;
                let a = stack.pop().ok_or_else(|| format!("nothing for {token}"))?;
                stack.push(match token {
                    "+" => a + b,
                    "-" => a - b,
                    _ => a * b,
                });
            }
            n if n.starts_with("pow") => {
                let a = stack.pop().unwrap();
                stack.push(a.powi(n[3..].parse().unwrap_or(1)));
            }
            number => stack.push(number.parse::<f64>().map_err(|e| e.to_string())?),
        }
    }
    stack.pop().ok_or("empty".to_string())
}

#[differentiable]
fn letters(x: &[f64], pattern: &str) -> f64 {
    let all: Vec<char> = pattern.chars().filter(|c| !c.is_whitespace()).collect();
    let mut s = 0.0;
    let mut last = 'a';
    for (i, c) in all.iter().enumerate() {
        match c {
            'a'..='c' => s += x[i % x.len()] * x[0],
            c if c.is_ascii_digit() => s += x[1] * c.to_digit(10).unwrap() as f64,
            '-' if last == 'b' => s *= 0.5,
            _ => s -= x[2],
        }
        last = *c;
    }
    let upper = pattern.to_uppercase();
    s + x[2]
        * (upper.find('B').unwrap_or(9) + pattern.char_indices().filter(|(k, c)| k % 2 == 0 && *c == 'a').count())
            as f64
}

#[differentiable]
fn placed(x: &[f64]) -> f64 {
    let mut m = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        match m.entry(i % 2) {
            Entry::Occupied(mut e) => *e.get_mut() *= v + 1.0,
            Entry::Vacant(e) => {
                e.insert(*v);
            }
        }
    }
    m[&0] - 0.5 * m[&1] * m[&1]
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    cost: f64,
    node: usize,
}

impl Eq for State {}

impl Ord for State {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.cost.total_cmp(&self.cost).then_with(|| self.node.cmp(&other.node))
    }
}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[differentiable]
fn shortest(w: &[f64], edges: &[(usize, usize)], nodes: usize) -> f64 {
    let mut dist = vec![f64::INFINITY; nodes];
    dist[0] = 0.0;
    let mut heap = BinaryHeap::new();
    heap.push(State { cost: 0.0, node: 0 });
    while let Some(State { cost, node }) = heap.pop() {
        if node == nodes - 1 {
            return cost * cost;
        }
        if cost > dist[node] {
            continue;
        }
        for (w, &(_, to)) in w.iter().zip(edges).filter(|(_, e)| e.0 == node) {
            let next = State { cost: cost + w, node: to };
            if next.cost < dist[to] {
                heap.push(next);
                dist[to] = next.cost;
            }
        }
    }
    f64::INFINITY
}

#[derive(Clone, Debug)]
enum Tree {
    Number(f64),
    Variable(usize),
    Sum(Box<Tree>, Box<Tree>),
    Product(Box<Tree>, Box<Tree>),
    Power(Box<Tree>, i32),
}

#[differentiable]
fn evaluated(#[constant] tree: &Tree, x: &[f64]) -> f64 {
    match tree {
        Tree::Number(c) => *c,
        Tree::Variable(i) => x[*i],
        Tree::Sum(a, b) => evaluated(a, x) + evaluated(b, x),
        Tree::Product(a, b) => evaluated(a, x) * evaluated(b, x),
        Tree::Power(a, n) => evaluated(a, x).powi(*n),
    }
}

#[differentiable]
fn cells(a: f64, text: &str) -> Result<f64, Box<dyn std::error::Error>> {
    let mut sum = 0.0;
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if cells.len() != 2 {
            return Err(format!("{} cells", cells.len()).into());
        }
        let (x, y): (f64, f64) = (cells[0].parse()?, cells[1].parse()?);
        sum += (a * x - y).powi(2);
    }
    Ok(sum)
}

/// The indices of the least numbers first, by a heap and by comparisons.
#[differentiable]
fn reversed(x: &[f64]) -> f64 {
    let mut heap = BinaryHeap::new();
    for (i, v) in x.iter().enumerate() {
        heap.push((Reverse((v * 1e3) as i64), i % 2 == 0, i));
    }
    let mut s = 0.0;
    while let Some((Reverse(least), even, i)) = heap.pop() {
        s = s * 0.5 + x[i] * if even { 1.0 } else { least as f64 };
    }
    let first = Some((Reverse(x[0] as i64), 1)) < Some((Reverse(x[4] as i64), 0));
    let equal = (Reverse(2), Reverse(1.5)) == (Reverse(2), Reverse(1.5));
    if first && equal { s * x[0] } else { s }
}

/// Sums by pairs of a flag and a letter.
#[differentiable]
fn flagged(x: &[f64]) -> f64 {
    let mut sums: BTreeMap<(bool, char), f64> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() {
        *sums.entry((i % 2 == 0, if i < 3 { 'a' } else { 'b' })).or_insert(0.0) += v * v;
    }
    sums.values().fold(1.0, |s, v| 0.5 * s + v)
}

struct Task {
    name: String,
    needs: Vec<String>,
}

/// From a task on along what each needs first.
#[differentiable]
fn followed(times: &[f64], #[constant] tasks: &[Task]) -> Option<f64> {
    let names: HashSet<&String> = tasks.iter().map(|t| &t.name).collect();
    let by_name: BTreeMap<&str, &f64> = tasks.iter().map(|t| t.name.as_str()).zip(times).collect();
    let mut at = tasks[0].name.clone();
    let mut longest = (at.clone(), 0.0);
    let mut sum = 0.0;
    loop {
        let k = tasks.iter().position(|t| t.name == at)?;
        sum += times[k] * times[k] * at.len() as f64;
        if times[k] > longest.1 {
            longest = (at.clone(), times[k]);
        }
        match tasks[k].needs.last() {
            Some(before) => at = before.clone(),
            None => break,
        }
    }
    Some(sum * names.len() as f64 + longest.1 * by_name[at.as_str()])
}

/// The lengths of words, the last first.
#[differentiable]
fn spelled(words: &[&str], k: usize, x: f64) -> f64 {
    let here = words[k].len() as f64 * x;
    if k == 0 { here } else { here + spelled(words, k - 1, x * x) }
}

#[test]
fn orders() {
    let x = [0.7004, 0.4004, 1.3004, 0.9004, 2.1004];
    let (value, g) = reversed::value_and_gradient(&x);
    held(&x, reversed, value, &g);
    let (value, g) = flagged::value_and_gradient(&x);
    held(&x, flagged, value, &g);
}

#[test]
fn texts_that_change_in_loops() {
    let task =
        |name: &str, needs: &[&str]| Task { name: name.into(), needs: needs.iter().map(|&n| n.into()).collect() };
    let tasks = [task("roof", &["dig", "frame"]), task("frame", &["pour"]), task("pour", &["dig"]), task("dig", &[])];
    let x = [0.7, 1.4, 1.3, 0.9];
    let (value, g) = followed::value_and_gradient(&x, &tasks).unwrap();
    held(&x, |x| followed(x, &tasks).unwrap(), value, &g);
    assert!(followed::gradient(&x, &tasks[..2]).is_none());
    let words = ["a", "few", "words"];
    let (value, g) = spelled::value_and_gradient(&words, 2, 0.8);
    held(&[0.8], |x| spelled(&words, 2, x[0]), value, &[g]);
}

#[test]
fn maps_of_numbers() {
    let x = [0.7, -0.4, 1.3, 0.9, 2.1];
    for n in [2, 3, 5] {
        let (value, g) = by_remainder::value_and_gradient(&x, n);
        held(&x, |x| by_remainder(x, n), value, &g);
    }
    let kinds = [3, 1, 0, 5, 1];
    let (value, g) = by_kind::value_and_gradient(&x, &kinds);
    held(&x, |x| by_kind(x, &kinds), value, &g);
    let (value, g) = downwards::value_and_gradient(&x);
    held(&x, downwards, value, &g);
    let labels = [2, 1, 2, 5, 1];
    let (value, g) = lists_by_key::value_and_gradient(&x, &labels);
    held(&x, |x| lists_by_key(x, &labels), value, &g);
    let steps = [2, 9, 1, 2, 4, 9, 0];
    let (value, g) = changed::value_and_gradient(&x, &steps);
    held(&x, |x| changed(x, &steps), value, &g);
    let (value, g) = chebyshev::value_and_gradient(0.3, 7);
    held(&[0.3], |x| chebyshev(x[0], 7), value, &[g]);
    let v = 7.0 * (7.0 * 0.3f64.acos()).sin() / 0.3f64.acos().sin();
    assert!((g - v).abs() < 1e-12 * v.abs(), "{g} {v}");
    let (value, g) = placed::value_and_gradient(&x);
    held(&x, placed, value, &g);
    let edges = [(0, 1), (0, 2), (1, 2), (2, 3), (1, 3)];
    let w = [0.7, 0.4, 1.3, 0.9, 2.1];
    let (value, g) = shortest::value_and_gradient(&w, &edges, 4);
    held(&w, |w| shortest(w, &edges, 4), value, &g);
    let bonds = [(0, 1), (1, 0), (2, 4), (3, 1), (4, 2)];
    let (value, g) = once::value_and_gradient(&x, &bonds);
    held(&x, |x| once(x, &bonds), value, &g);
}

#[test]
fn constant_maps() {
    let x = [0.7, -0.4, 1.3];
    let names = ["a", "b", "none"].map(String::from);
    let prices =
        HashMap::from([("a", 2.0), ("b", 0.1), ("c", 0.7), ("d", 1e-9), ("e", 3.3)].map(|(k, p)| (k.to_string(), p)));
    let some = BTreeSet::from([0, 2]);
    let (value, g) = priced::value_and_gradient(&x, &names, &prices, &some);
    held(&x, |x| priced(x, &names, &prices, &some), value, &g);
    let index = BTreeMap::from([((1, 'a'), vec![2, 1]), ((0, 'z'), vec![1]), ((1, 'q'), vec![0])]);
    let (value, g) = found::value_and_gradient(&x, &index);
    held(&x, |x| found(x, &index), value, &g);
}

#[test]
fn trees() {
    let b = Box::new;
    let product = Tree::Product(b(Tree::Number(2.5)), b(Tree::Power(b(Tree::Variable(0)), 3)));
    let tree = Tree::Sum(b(product), b(Tree::Product(b(Tree::Variable(1)), b(Tree::Variable(0)))));
    let (value, g) = evaluated::value_and_gradient(&tree, &[0.7, 1.3]);
    held(&[0.7, 1.3], |x| evaluated(&tree, x), value, &g);
}

#[test]
fn texts() {
    let text = "x, y\n0.1, 0.3\n1.0,1.4";
    let (value, g) = cells::value_and_gradient(0.9, text).unwrap();
    held(&[0.9], |x| cells(x[0], text).unwrap(), value, &[g]);
    assert!(cells::value_and_gradient(0.9, "x\n1,2,3").is_none());
    let x = [0.7, 0.4, 1.3];
    let text = "a bird in the hand and a bird in a bush";
    let (value, g) = counted::value_and_gradient(&x, text);
    held(&x, |x| counted(x, text), value, &g);
    let text = "# rates\nS0 + S1 ; 0.3\n\n S2;1.5\nno rate\nS1+S1 + S2; 2e-1";
    let (value, g) = network::value_and_gradient(&x, text);
    held(&x, |x| network(x, text), value, &g);
    for program in ["x y * 2.5 + x -", "x pow3 y pow2 +", "x +", "x 2..5 +", ""] {
        match polish::value_and_gradient(0.7, 1.3, program) {
            Some((value, (a, b))) => held(&[0.7, 1.3], |x| polish(x[0], x[1], program).unwrap(), value, &[a, b]),
            None => assert!(polish(0.7, 1.3, program).is_err()),
        }
    }
    for pattern in ["ab-c 7Xb-", "9a b"] {
        let (value, g) = letters::value_and_gradient(&x, pattern);
        held(&x, |x| letters(x, pattern), value, &g);
    }
}
