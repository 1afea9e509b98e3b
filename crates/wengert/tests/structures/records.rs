//! Calls of functions on structures that leave a record: shapes of all kinds in it, and types that do not allow one.

use super::{close, flat};
use std::cell::Cell;
use std::ops::Mul;
use wengert::Differentiable;
use wengert::prelude::*;

thread_local! {
    static VISITS: Cell<usize> = const { Cell::new(0) };
}

wengert::extend::rule! {
    /// Counts how often it is computed.
    Visited: visited(x) = { VISITS.set(VISITS.get() + 1); x }, d [1.0];
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Cell3 {
    at: [f64; 3],
    weight: f64,
    #[constant]
    scale: f64,
    id: u8,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Law {
    Power { factor: f64, exponent: f64 },
    Table(Vec<f64>),
    Off,
}

#[differentiable]
impl Law {
    fn of(&self, r: f64, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += match self {
                Law::Power { factor, exponent } => *factor * (r + i as f64).powf(*exponent),
                Law::Table(list) => list[i % 2] * r,
                Law::Off => 0.0,
            };
        }
        s
    }
    fn changed(&self, by: f64, n: usize) -> Law {
        let mut law = self.clone();
        for i in 0..n {
            law = match law {
                Law::Power { factor, exponent } if i % 2 == 0 => Law::Power { factor: factor * by.cos(), exponent },
                Law::Power { factor, exponent } => Law::Table(vec![factor, exponent * by, by]),
                Law::Table(list) if i == 4 => Law::Power { factor: list[0] * list[1], exponent: 1.5 },
                Law::Table(list) => Law::Table(vec![list[0] * by.sin(), list[1]]),
                Law::Off => Law::Off,
            };
        }
        law
    }
}

/// A name is no word: what holds one leaves no record.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Named {
    name: String,
    value: f64,
}

#[differentiable]
fn renamed(x: &Named, n: usize) -> Named {
    let mut y = x.clone();
    for _ in 0..n {
        let z = Named { value: y.value.sin() * x.value, ..y.clone() };
        y = z;
    }
    y
}

#[differentiable]
fn leaf(c: &Cell3, t: f64, n: usize) -> Cell3 {
    let mut c = c.clone();
    for i in 0..n {
        c.at[i % 3] = c.at[i % 3] * t.sin() + c.weight * c.scale;
        c.weight *= visited(0.9 + 0.01 * c.id as f64);
    }
    c
}

#[differentiable]
fn twig(c: &Cell3, t: f64, n: usize) -> (f64, Cell3) {
    let mut sum = 0.0;
    let mut last = c.clone();
    for k in 0..2 {
        if k == 0 || n > 1 {
            let next = leaf(&last, t, n);
            sum += next.at[0] * t;
            last = next;
        }
    }
    (sum, last)
}

#[differentiable]
fn branch(cells: &[Cell3], t: f64, n: usize) -> Vec<Cell3> {
    let mut out = cells.to_vec();
    for i in 0..cells.len() {
        let (s, mut grown) = twig(&cells[i], t, n);
        grown.weight += s.tanh();
        let (_, unused) = twig(&grown, t, 1);
        out[i] = if grown.id > 1 { grown } else { unused };
    }
    out
}

#[differentiable]
fn stem(cells: &[Cell3], law: &Law, x: &Named, t: f64, n: usize) -> f64 {
    let mut e = 0.0;
    let mut law = law.clone();
    for k in 0..n {
        let grown = branch(cells, t, n);
        for c in &grown {
            e += law.of(c.at[k % 3], k) * c.weight;
        }
        law = law.changed(0.1 * e + t, k);
        let y = renamed(x, k);
        e += y.value * renamed(&y, 2).value;
    }
    e
}

#[test]
fn calls_leave_records_of_all_shapes() {
    let cell = |k: usize| {
        let at = [0.3 + k as f64, 0.7, 0.2 * k as f64];
        Cell3 { at, weight: 1.0 / (1.0 + k as f64), scale: 0.5, id: k as u8 }
    };
    let cells: Vec<_> = (0..3).map(cell).collect();
    let x = Named { name: "n".into(), value: 0.8 };
    let laws = [Law::Power { factor: 0.4, exponent: 1.3 }, Law::Table(vec![0.5, 0.25, 2.0]), Law::Off];
    for law in &laws {
        for n in [0, 1, 2, 4, 6] {
            let (v, (gc, gl, gx, gt)) = stem::value_and_gradient(&cells, law, &x, 0.4, n);
            assert_eq!(v.to_bits(), stem(&cells, law, &x, 0.4, n).to_bits());
            let g = [flat(&gc), flat(&gl), flat(&gx), vec![gt]].concat();
            let at = [flat(&cells), flat(law), flat(&x), vec![0.4]].concat();
            close(&g, &stem::function(&cells, law, &x, 0.4, n).gradient(&at));
            let (product, d) =
                (stem::hvp(&cells, law, &x, 0.4, n, &cells, law, &x, 0.5), [&at[..at.len() - 1], &[0.5]]);
            let product = [flat(&product.0), flat(&product.1), flat(&product.2), vec![product.3]].concat();
            let of_tape = stem::function(&cells, law, &x, 0.4, n).hvp(&at, &d.concat());
            for (a, b) in product.iter().zip(&of_tape) {
                assert!((a - b).abs() <= 1e-9 * a.abs().max(1.0), "{a} {b}");
            }
        }
    }
    // Once forward for the value, and never again but for the partial.
    let runs = |f: &dyn Fn()| {
        VISITS.set(0);
        f();
        VISITS.get()
    };
    let once = runs(&|| assert!(stem(&cells, &laws[0], &x, 0.4, 3).is_finite()));
    let back = runs(&|| drop(stem::value_and_gradient(&cells, &laws[0], &x, 0.4, 3)));
    assert_eq!((once, back), (63, 126));
}

/// A square matrix in one list; its product has loops.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Square {
    n: usize,
    list: Vec<f64>,
}

#[differentiable]
impl Mul for &Square {
    type Output = Square;
    fn mul(self, o: &Square) -> Square {
        let mut list = vec![0.0; self.n * self.n];
        for i in 0..self.n {
            for j in 0..self.n {
                for k in 0..self.n {
                    list[i * self.n + j] += self.list[i * self.n + k] * o.list[k * self.n + j];
                }
            }
        }
        Square { n: self.n, list }
    }
}

#[differentiable]
impl Square {
    /// By halves, which calls itself.
    fn power(&self, k: usize) -> Square {
        let mut out = self.clone();
        if k > 1 {
            let half = self.power(k / 2);
            out = &half * &half;
            for _ in 0..k % 2 {
                out = &out * self;
            }
        }
        out
    }
    fn norm(&self) -> f64 {
        self.list.iter().map(|x| x * x).sum()
    }
}

#[differentiable]
fn power_norm(a: &Square, k: usize) -> f64 {
    a.power(k).norm()
}

#[test]
fn operators_with_loops_and_recursion_leave_records() {
    let a = Square { n: 3, list: (0..9).map(|k| 0.3 * (k as f64 + 0.5).sin()).collect() };
    for k in [1, 2, 3, 7, 12] {
        let (v, g) = power_norm::value_and_gradient(&a, k);
        assert_eq!(v.to_bits(), power_norm(&a, k).to_bits());
        close(&flat(&g), &power_norm::function(&a, k).gradient(&flat(&a)));
    }
}
