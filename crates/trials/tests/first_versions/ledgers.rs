//! Books kept under names: texts that are copied, and maps of lists, queues, sets and maps that begin empty.

use super::held;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use wengert::prelude::*;

struct Order {
    name: String,
    ticks: i64,
    size: u32,
}

#[differentiable]
fn owed(p: &[f64], #[constant] orders: &[Order]) -> f64 {
    let mut book: BTreeMap<i64, VecDeque<usize>> = BTreeMap::new();
    let mut owed: HashMap<String, f64> = HashMap::new();
    for (i, order) in orders.iter().enumerate() {
        let price = p[0] + p[1] * order.ticks as f64;
        if let Some(queue) = book.get_mut(&order.ticks)
            && let Some(j) = queue.pop_front()
        {
            let size = order.size.min(orders[j].size) as f64;
            *owed.entry(order.name.clone()).or_insert(0.0) += size * price * p[2];
            *owed.entry(orders[j].name.clone()).or_default() += size * price * p[3];
        } else {
            book.entry(order.ticks).or_default().push_back(i);
        }
    }
    let mut names: Vec<&String> = owed.keys().collect();
    names.sort();
    names.iter().enumerate().map(|(rank, name)| owed[*name] * (1.0 + 0.1 * rank as f64)).sum()
}

#[differentiable]
fn ranked(p: &[f64], #[constant] orders: &[Order]) -> f64 {
    let mut best: Vec<(String, f64)> = Vec::new();
    for (order, x) in orders.iter().zip(p) {
        let name = order.name.clone();
        if name == "ann" || name.starts_with('b') {
            best.push((name, x * f64::from(order.size)));
        }
    }
    best.sort_by(|a, b| a.0.cmp(&b.0));
    best.iter().zip(1..).map(|((_, x), k)| x * x / k as f64).sum()
}

#[differentiable]
fn begun_empty(p: &[f64], #[constant] keys: &[usize]) -> f64 {
    let mut queues: BTreeMap<usize, VecDeque<f64>> = BTreeMap::new();
    let mut sets: HashMap<usize, BTreeSet<usize>> = HashMap::new();
    let mut seen: HashMap<usize, HashSet<usize>> = HashMap::default();
    let mut nested: HashMap<usize, HashMap<usize, f64>> = HashMap::new();
    let mut heaps: BTreeMap<usize, BinaryHeap<usize>> = Default::default();
    for (i, &k) in keys.iter().enumerate() {
        queues.entry(k).or_default().push_back(p[i] * p[i]);
        sets.entry(k % 2).or_default().insert(i);
        seen.entry(k).or_default().insert(i / 2);
        *nested.entry(k).or_default().entry(i % 2).or_default() += p[i];
        heaps.entry(k).or_default().push(i);
    }
    let mut total = 0.0;
    for (k, queue) in queues.iter_mut() {
        total += queue.pop_front().unwrap_or_default() * (*k as f64 + 1.0) + queue.iter().sum::<f64>();
    }
    for k in 0..3 {
        total += nested.get(&k).map_or(0.0, |m| m.values().map(|x| x.abs()).sum());
        total += seen.get(&k).map_or(0, HashSet::len) as f64 * p[1];
        total += sets.get(&k).map_or(0, BTreeSet::len) as f64 * p[0];
        total += heaps.get_mut(&k).and_then(BinaryHeap::pop).map_or(0.0, |i| p[i]);
    }
    total
}

fn orders() -> Vec<Order> {
    let order = |name: &str, ticks, size| Order { name: name.to_owned(), ticks, size };
    vec![order("cy", 3, 10), order("ann", 5, 4), order("bob", 3, 6), order("ann", 5, 9), order("bo", 1, 2)]
}

#[test]
fn books_are_kept_under_names() {
    let orders = orders();
    let p = [100.0, 0.5, 0.001, 0.002];
    let (value, gradient) = owed::value_and_gradient(&p, &orders);
    held(&p, |p| owed(p, &orders), value, &gradient);
    let p = [0.3, 0.5, 1.5, -0.7, 2.0];
    let (value, gradient) = ranked::value_and_gradient(&p, &orders);
    held(&p, |p| ranked(p, &orders), value, &gradient);
}

#[test]
fn maps_hold_what_begins_empty() {
    let keys = [0, 1, 0, 2];
    let p = [0.5, -1.2, 0.8, 2.0];
    let (value, gradient) = begun_empty::value_and_gradient(&p, &keys);
    held(&p, |p| begun_empty(p, &keys), value, &gradient);
}
