//! Places of keys in maps that are fields and parameters: what is not there is put there.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Default, Differentiable)]
struct Ledger {
    ranks: BTreeMap<u32, f64>,
    lots: HashMap<String, Vec<f64>>,
    steps: Vec<f64>,
    last: Option<Vec<f64>>,
    #[constant]
    entries: usize,
}

#[differentiable]
impl Ledger {
    fn post(&mut self, rank: u32, x: f64) {
        *self.ranks.entry(rank).or_insert(0.0) += x;
        self.entries += 1;
    }

    fn change(&mut self, rank: u32, x: f64) {
        self.ranks.entry(rank).and_modify(|v| *v *= x).or_insert_with(|| x * x);
    }

    fn matched(&mut self, x: f64) {
        match self.ranks.entry(3) {
            Entry::Occupied(mut entry) => *entry.get_mut() += x.sin(),
            Entry::Vacant(entry) => {
                entry.insert(x * x);
            }
        }
    }

    fn lot(&mut self, name: &str, x: f64) {
        self.lots.entry(name.to_string()).or_default().push(x);
    }

    fn first(&mut self) -> f64 {
        self.ranks.pop_first().map_or(0.0, |(rank, v)| f64::from(rank + 1) * v)
    }

    fn given_up(&mut self, rank: u32) -> f64 {
        self.ranks.remove_entry(&rank).map_or(1.0, |(_, v)| v)
    }

    fn apart(&mut self, gap: f64) {
        self.steps.dedup_by(|a, b| *a - *b < gap);
    }

    fn kept(&mut self) -> f64 {
        self.last.take().map_or(1.0, |all| all.iter().sum())
    }
}

#[differentiable]
fn tally(all: &mut HashMap<usize, f64>, at: usize, x: f64) {
    *all.entry(at).or_default() += x * x;
}

#[differentiable]
fn balance(x: &[f64]) -> f64 {
    let mut ledger = Ledger { steps: vec![x[0], x[0] + 0.01, x[1]], last: Some(x.to_vec()), ..Default::default() };
    let mut all = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        ledger.post(i as u32 % 2, *v);
        ledger.change(i as u32 % 3, *v);
        ledger.matched(*v);
        ledger.lot(if i % 2 == 0 { "even" } else { "odd" }, *v);
        tally(&mut all, i % 2, *v);
    }
    ledger.apart(0.02);
    let mut s = ledger.first() * ledger.given_up(2) + ledger.kept() * ledger.entries as f64;
    s += ledger.lots["even"].iter().product::<f64>() - ledger.lots["odd"][0];
    s += all[&1] * ledger.steps[1] + ledger.steps.len() as f64;
    s + ledger.ranks.values().map(|v| v * v).sum::<f64>()
}

#[test]
fn what_is_not_there_is_put_there() {
    held(balance, balance::value_and_gradient, &[0.3, 0.7, 1.2, 0.9]);
}

/// Each method alone, from a place that has the key and from one that has not.
#[test]
fn methods_give_back_what_they_changed() {
    let mut ledger = Ledger::default();
    ledger.ranks.insert(4, 2.0);
    for (rank, value) in [(4, 6.0), (5, 9.0)] {
        let mut weights = Ledger::default();
        weights.ranks.insert(4, 1.0);
        weights.ranks.insert(rank, 10.0);
        let slopes = Ledger::change_vjp(&ledger, rank, 3.0, &weights);
        let (after, (of_ledger, of_x)) = slopes;
        assert_eq!(after.ranks[&rank], value);
        match rank {
            4 => assert_eq!((of_ledger.ranks[&4], of_x), (30.0, 20.0)),
            _ => assert_eq!((of_ledger.ranks[&4], of_x), (1.0, 60.0)),
        }
    }
}
