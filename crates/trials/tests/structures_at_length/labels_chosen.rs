//! Texts of structures and parameters of which one is chosen, and methods that lend constants, places and pairs of them.

use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroUsize;
use wengert::prelude::*;

const POINTS: [[f64; 2]; 3] = [[0.4, 0.9], [1.3, 0.2], [0.7, 1.6]];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    Small,
    Large,
}

#[derive(Clone, Debug, Differentiable)]
struct Lot {
    #[constant]
    kind: Kind,
    amount: f64,
    cost: f64,
    name: String,
    note: Option<String>,
    tags: Vec<String>,
    ids: Vec<usize>,
}

#[derive(Clone, Debug, Differentiable)]
struct Store {
    lots: Vec<Lot>,
    title: String,
}

#[differentiable]
impl Lot {
    fn label(&self) -> &str {
        self.note.as_deref().unwrap_or(&self.name)
    }
    fn tag(&self) -> &str {
        self.tags.first().map(String::as_str).unwrap_or("none")
    }
    fn tags(&self) -> &[String] {
        &self.tags
    }
    fn ids(&self) -> &[usize] {
        &self.ids
    }
    fn first(&self) -> Option<&String> {
        self.tags.first()
    }
    fn named(&self) -> (&str, usize) {
        (&self.name, self.ids.len())
    }
    fn kind(&self) -> Kind {
        self.kind
    }
    fn weight(&self) -> f64 {
        let chosen: &str = if self.tags.len() > 1 { &self.name } else { "abc" };
        let matched = match self.tags.get(1) {
            Some(tag) => tag,
            None => "xyz12",
        };
        let told = self.label().len() + self.tag().len() + self.tags().len() + chosen.len() + matched.len();
        let (name, n) = self.named();
        let first = self.first().map_or(0, |tag| tag.len());
        self.amount * told as f64 + self.cost * (name.len() + n + first + self.ids()[0]) as f64
    }
}

#[differentiable]
impl Store {
    fn kinds(&self) -> BTreeSet<Kind> {
        self.lots.iter().map(|lot| lot.kind).collect()
    }
    fn counts(&self) -> HashMap<Kind, usize> {
        let mut counts = HashMap::new();
        for lot in &self.lots {
            *counts.entry(lot.kind()).or_insert(0) += 1;
        }
        counts
    }
    fn by_kind(&self) -> Vec<(Kind, Vec<usize>)> {
        let places = |kind: Kind| (0..self.lots.len()).filter(|i| self.lots[*i].kind == kind).collect();
        vec![(Kind::Small, places(Kind::Small)), (Kind::Large, places(Kind::Large))]
    }
    fn above(&self, least: f64) -> Option<(usize, &Lot)> {
        self.lots.iter().enumerate().find(|(_, lot)| lot.amount > least)
    }
    fn best(&self) -> (&Lot, f64) {
        (&self.lots[0], self.lots[0].cost)
    }
    fn both(&self) -> [&Lot; 2] {
        [&self.lots[0], &self.lots[1]]
    }
    fn all(&self) -> Vec<(usize, &Lot)> {
        self.lots.iter().enumerate().collect()
    }
    fn longest(&self) -> &str {
        self.lots.iter().map(|lot| lot.name.as_str()).max_by_key(|name| name.len()).unwrap_or(&self.title)
    }
    fn total(&self, least: f64) -> f64 {
        let mut s = self.lots.iter().map(Lot::weight).sum::<f64>() * self.longest().len() as f64;
        if let Some((i, lot)) = self.above(least) {
            s += lot.cost * (i + 1) as f64;
        }
        let (best, cost) = self.best();
        s += best.amount * cost;
        let [p, q] = self.both();
        s *= p.cost * q.amount;
        for (i, lot) in self.all() {
            s += lot.amount.sin() * i as f64;
        }
        for (kind, places) in self.by_kind() {
            for i in places {
                s += self.lots[i].cost * if kind == Kind::Small { 2.0 } else { 3.0 };
            }
        }
        s + self.kinds().len() as f64 * least + self.counts()[&Kind::Small] as f64 * p.cost
    }
}

fn lot(kind: Kind, amount: f64, cost: f64, note: Option<&str>, tags: &[&str]) -> Lot {
    let tags = tags.iter().map(|tag| tag.to_string()).collect();
    Lot { kind, amount, cost, name: "lot".to_string(), note: note.map(str::to_string), tags, ids: vec![3] }
}

#[differentiable]
fn stored(store: &Store, least: f64) -> f64 {
    store.total(least)
}

#[differentiable]
fn chosen(x: f64, #[constant] tags: &[String], #[constant] short: &[&str], window: NonZeroUsize) -> f64 {
    let by_length = tags.iter().map(String::as_str).max_by_key(|tag| tag.len()).unwrap_or("none");
    let first = tags.iter().map(|tag| tag.trim()).next().unwrap_or("abc");
    let lent: &str = if tags.len() > 2 { &tags[0] } else { "abcd" };
    let copied = short.first().copied().unwrap_or("ab");
    let n = by_length.len() * 1000 + first.len() * 100 + lent.len() * 10 + copied.len();
    x.powi(2) * n as f64 + x * window.get() as f64
}

#[derive(Clone, Debug, Differentiable)]
struct Table<const R: usize, const C: usize> {
    rows: [[f64; C]; R],
}

#[differentiable]
impl<const R: usize, const C: usize> Table<R, C> {
    fn longest(&self) -> &[f64; C] {
        let mut best = &self.rows[0];
        for row in &self.rows[1..] {
            if row[0] > best[0] {
                best = row;
            }
        }
        best
    }
}

#[differentiable]
fn by_rows(x: &[f64]) -> f64 {
    let table = Table { rows: [[x[0], x[1], 1.0], [x[1], x[0] * x[1], x[0]]] };
    let [a, b, c] = table.longest();
    a * b * c
}

#[differentiable]
fn grouped<K: Ord + Clone>(keys: &[K], x: &[f64], _pairs: &[(K, usize)]) -> f64 {
    let mut s = x[0];
    for (k, v) in keys.iter().zip(x) {
        if *k > keys[0] {
            s += v * v;
        }
    }
    s
}

#[test]
fn texts_are_chosen_and_constants_lent() {
    for [x, y] in POINTS {
        let store = |x: &[f64]| Store {
            lots: vec![
                lot(Kind::Small, x[0], x[1], None, &["ab", "c"]),
                lot(Kind::Large, x[1] + 0.3, x[0], Some("noted"), &[]),
            ],
            title: "none".to_string(),
        };
        crate::held(
            |x| stored(&store(x), x[0] + 0.1),
            |x| {
                let (value, (by_store, by_least)) = stored::value_and_gradient(&store(x), x[0] + 0.1);
                let [p, q] = [&by_store.lots[0], &by_store.lots[1]];
                (value, vec![p.amount + q.cost + by_least, p.cost + q.amount])
            },
            &[x, y],
        );
        let (tags, window) = (["a ".to_string(), "bcd".to_string()], NonZeroUsize::new(3).unwrap());
        for n in 0..3 {
            let (tags, short) = (&tags[..n.min(2)], &["xyz"][..n.min(1)]);
            crate::held(
                |x| chosen(x[0], tags, short, window),
                |x| {
                    let (value, gradient) = chosen::value_and_gradient(x[0], tags, short, window);
                    (value, vec![gradient])
                },
                &[x],
            );
        }
        crate::held(by_rows, by_rows::value_and_gradient, &[x, y]);
        let keys = ["b", "c", "a"];
        let by_keys = |x: &[f64]| grouped(&keys, x, &[]);
        crate::held(by_keys, |x| grouped::value_and_gradient(&keys, x, &[]), &[x, y, x * y]);
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Node {
    Fixed { name: String, head: f64 },
    Demand(String, f64),
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Net {
    nodes: Vec<Node>,
    title: String,
    scale: f64,
}

#[differentiable]
impl Node {
    fn name(&self) -> &str {
        match self {
            Node::Fixed { name, head } if *head > 100.0 => name.trim(),
            Self::Fixed { name, .. } | Node::Demand(name, _) => name,
        }
    }
}

#[differentiable]
impl Net {
    fn longest(&self) -> &str {
        let scarce = self.nodes.iter().filter(|n| !matches!(n, Node::Demand(_, q) if *q > 1e3 * self.scale));
        scarce.map(Node::name).max_by_key(|name| name.len()).unwrap_or(&self.title)
    }
}

/// Methods that lend texts look into variants and hand their own on.
#[differentiable]
fn by_longest(net: &Net, x: f64) -> f64 {
    let length = net.longest().len() as f64;
    let sum: f64 = net
        .nodes
        .iter()
        .map(|n| match n {
            Node::Fixed { head, .. } => head * x,
            Node::Demand(name, q) => q * q * name.len() as f64,
        })
        .sum();
    sum * length * net.scale
}

#[test]
fn texts_that_are_lent_out_of_variants() {
    let net = |x: &[f64]| {
        let nodes = vec![Node::Fixed { name: "well".into(), head: x[0] }, Node::Demand("house".into(), x[1])];
        Net { nodes, title: "net".into(), scale: x[2] }
    };
    let x = [2.0, 3.0, 0.5];
    let numbers = |node: &Node| match node {
        Node::Fixed { head, .. } => *head,
        Node::Demand(_, q) => *q,
    };
    crate::held(
        |x| by_longest(&net(x), 1.5),
        |x| {
            let (value, (by_net, _)) = by_longest::value_and_gradient(&net(x), 1.5);
            (value, by_net.nodes.iter().map(numbers).chain([by_net.scale]).collect())
        },
        &x,
    );
}

fn size(x: f64) -> String {
    if x > 1.0 { "large".to_string() } else { String::from("tiny") }
}

fn sized(x: f64, n: usize) -> (String, f64) {
    match n {
        0 => (size(x), x * x),
        1 => ("one".into(), x),
        _ => (size(x) + " once more", x.sin()),
    }
}

/// What texts are that arms make is asked behind them.
#[differentiable]
fn told(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    for n in 0..3 {
        let (name, amount) = sized(x + n as f64, n);
        let best = if y > 0.5 { Some((name.clone(), y)) } else { None };
        sum += amount * name.len() as f64 + best.map_or(x, |(name, w)| if name == "one" { w } else { w * x });
        sum *= if name.starts_with('l') { y } else { 1.5 };
    }
    sum
}

#[test]
fn texts_that_arms_make() {
    held_at!([[0.4, 1.2], [1.7, 0.3]]; told);
}
