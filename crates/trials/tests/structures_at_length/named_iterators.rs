//! Iterators by the names that std gives their types, and copies of references among items.

use crate::held;
use std::collections::{BTreeMap, VecDeque, btree_map, vec_deque};
use wengert::prelude::*;

struct Series(Vec<f64>);

impl IntoIterator for Series {
    type Item = f64;
    type IntoIter = std::vec::IntoIter<f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Series {
    type Item = &'a f64;
    type IntoIter = std::slice::Iter<'a, f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

struct Pair([f64; 2]);

impl IntoIterator for Pair {
    type Item = f64;
    type IntoIter = std::array::IntoIter<f64, 2>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

struct Levels(BTreeMap<u32, f64>);

impl IntoIterator for Levels {
    type Item = (u32, f64);
    type IntoIter = btree_map::IntoIter<u32, f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

struct Window(VecDeque<f64>);

impl Window {
    fn iter(&self) -> vec_deque::Iter<'_, f64> {
        self.0.iter()
    }
}

#[differentiable]
fn by_name(x: &[f64]) -> f64 {
    let series = Series(x.to_vec());
    let mut s = 0.0;
    for v in &series {
        s += v * v;
    }
    let mut sums = vec![s; x.len()];
    for (sum, v) in sums.iter_mut().zip(series) {
        *sum *= v;
    }
    for (k, v) in Levels([(1, x[0]), (2, x[1] * s)].into()) {
        s += v * f64::from(k);
    }
    let window = Window(sums.iter().rev().copied().collect());
    s * Pair([x[0], x[1]]).into_iter().product::<f64>() + window.iter().fold(x[0], |a, v| a * v)
}

#[derive(Clone)]
struct Poly(Vec<f64>);

impl std::ops::Mul for &Poly {
    type Output = Poly;
    fn mul(self, other: &Poly) -> Poly {
        let mut out = vec![0.0; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                out[i + j] += a * b;
            }
        }
        Poly(out)
    }
}

#[differentiable]
fn repeated(x: &[f64]) -> f64 {
    let p = Poly(x.to_vec());
    let cube = std::iter::repeat_n(&p, 3).fold(Poly(vec![1.0]), |power, p| &power * p);
    let both = [&p, &cube];
    let copies: Vec<&Poly> = both.iter().cloned().collect();
    cube.0[2] + std::iter::repeat(&p).take(2).map(|p| p.0[1]).product::<f64>() * copies[1].0[0]
}

#[test]
fn iterators_of_std_by_name() {
    held(by_name, |x| by_name::value_and_gradient(x), &[0.7, 1.2]);
    held(repeated, |x| repeated::value_and_gradient(x), &[0.7, 1.2]);
}
