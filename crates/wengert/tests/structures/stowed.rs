//! Structures with lists that loops make, hand on and read again on the way back.

use super::{close, flat};
use std::ops::{Add, Mul};
use wengert::Differentiable;
use wengert::prelude::*;

/// A polynomial, the constant term first.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Poly {
    terms: Vec<f64>,
}

#[differentiable]
impl Poly {
    fn at(&self, x: f64) -> f64 {
        self.terms.iter().rev().fold(0.0, |sum, t| sum * x + t)
    }
    fn slope(&self) -> Poly {
        let terms = self.terms.iter().enumerate().skip(1).map(|(k, t)| k as f64 * t).collect();
        Poly { terms }
    }
    fn cut(&self, n: usize) -> Poly {
        Poly { terms: self.terms.iter().take(n).map(|t| 0.5 * t).collect() }
    }
}

#[differentiable]
impl Mul for &Poly {
    type Output = Poly;
    fn mul(self, o: &Poly) -> Poly {
        let mut terms = vec![0.0; self.terms.len() + o.terms.len() - 1];
        for (i, a) in self.terms.iter().enumerate() {
            for (j, b) in o.terms.iter().enumerate() {
                terms[i + j] += a * b;
            }
        }
        Poly { terms }
    }
}

#[differentiable]
impl Add for &Poly {
    type Output = Poly;
    fn add(self, o: &Poly) -> Poly {
        let n = self.terms.len().max(o.terms.len());
        let mut terms = vec![0.0; n];
        for i in 0..self.terms.len() {
            terms[i] += self.terms[i];
        }
        for i in 0..o.terms.len() {
            terms[i] += o.terms[i];
        }
        Poly { terms }
    }
}

#[differentiable]
fn powers(p: &Poly, x: f64, n: usize) -> f64 {
    let mut power = p.clone();
    let mut sum = 0.0;
    for k in 0..n {
        let square = &power * p;
        let slope = square.slope();
        sum += square.at(x) * slope.at(0.5 * x) / (k as f64 + 1.0);
        power = square;
    }
    sum + power.at(x).sin()
}

#[differentiable]
fn chebyshev(p: &Poly, x: f64, n: usize) -> f64 {
    let mut before = p.clone();
    let mut now = p * p;
    let mut sum = 0.0;
    for _ in 0..n {
        let next = &(p * &now) + &before;
        sum += next.at(x) * before.at(x);
        before = now;
        now = next;
    }
    sum
}

#[differentiable]
fn swapped(p: &Poly, q: &Poly, x: f64, n: usize) -> f64 {
    let (mut a, mut b) = (p.clone(), q.clone());
    for _ in 0..n {
        let c = &a + &b;
        a = b;
        b = &c * p;
        if a.at(x) > 3.0 {
            let d = &a * &b;
            b = d.cut(3);
            a = d.cut(2);
        }
    }
    a.at(x) * b.at(x)
}

#[differentiable]
fn grown(p: &Poly, x: f64, n: usize) -> f64 {
    let mut sum = 0.0;
    let mut q = p.slope();
    let mut k = 0;
    while q.at(x) < 40.0 {
        let mut r = q.clone();
        for j in 0..n {
            let s = &r * p;
            sum += s.at(x) * (j as f64 + 1.0);
            r = s.cut(3);
            if r.at(x) < 0.01 {
                break;
            }
        }
        q = &(&q + &r) + p;
        k += 1;
        if k == 6 {
            break;
        }
    }
    sum * q.at(x)
}

#[differentiable]
fn twice(p: &Poly, x: f64, n: usize) -> f64 {
    let (mut a, mut b) = (p.clone(), p.clone());
    let mut sum = 0.0;
    for _ in 0..n {
        let c = &a * &b;
        sum += c.at(x) * a.at(x);
        a = c.cut(2);
        b = a.clone();
    }
    sum + b.at(x)
}

macro_rules! agrees {
    ($f:ident($p:expr, $($more:expr),+)) => {
        for n in 0..5 {
            let (v, (gp, .., gx)) = agrees!(@run $f, n, $p, $($more),+);
            let f = $f::function($p, $($more,)+ n);
            let x = [flat($p), agrees!(@flat $($more),+)].concat();
            assert_eq!(v.to_bits(), $f($p, $($more,)+ n).to_bits());
            close(&[gp, gx].concat(), &f.gradient(&x));
        }
    };
    (@run $f:ident, $n:expr, $p:expr, $x:expr) => {{
        let (v, (gp, gx)) = $f::value_and_gradient($p, $x, $n);
        (v, (flat(&gp), vec![gx]))
    }};
    (@run $f:ident, $n:expr, $p:expr, $q:expr, $x:expr) => {{
        let (v, (gp, gq, gx)) = $f::value_and_gradient($p, $q, $x, $n);
        (v, (flat(&gp), [flat(&gq), vec![gx]].concat()))
    }};
    (@flat $x:expr) => { vec![$x] };
    (@flat $q:expr, $x:expr) => { [flat($q), vec![$x]].concat() };
}

#[test]
fn lists_in_structures_are_there_on_the_way_back() {
    let p = Poly { terms: vec![0.3, -0.8, 0.5] };
    let q = Poly { terms: vec![1.1, 0.4] };
    agrees!(powers(&p, 0.7));
    agrees!(chebyshev(&p, 0.7));
    agrees!(swapped(&p, &q, 1.3));
    agrees!(swapped(&q, &p, 1.3));
    agrees!(grown(&p, 1.9));
    agrees!(grown(&q, 0.9));
    agrees!(twice(&p, 0.6));
}
