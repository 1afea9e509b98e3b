//! Slices that a box, an `Rc` or an `Arc` owns, beside numbers and of them.

use super::holds;
use std::rc::Rc;
use std::sync::Arc;
use wengert::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    knots: Rc<[f64]>,
    weights: Box<[f64]>,
    order: Arc<[usize]>,
    names: Box<[String]>,
}

struct Table {
    of: Arc<[f64]>,
    order: Arc<[usize]>,
}

fn grid(x: &[f64]) -> Grid {
    let names = Box::new(["a".to_owned()]);
    Grid { knots: Rc::from(&x[..2]), weights: Box::from(&x[2..]), order: Arc::from([1, 0]), names }
}

#[differentiable(tape)]
fn weighted(g: &Grid, x: f64) -> f64 {
    let waves = g.knots.iter().zip(g.weights.iter()).map(|(a, b)| (a * x).sin() * b);
    waves.sum::<f64>() * g.knots[g.order[0]] + g.names.len() as f64
}

fn total(x: &[f64]) -> f64 {
    x.iter().sum()
}

#[differentiable(tape)]
fn made(x: f64) -> f64 {
    let (shared, boxed): (Rc<[f64]>, Box<[f64]>) = (Rc::from(vec![x, x * 2.0]), vec![x, 1.0].into_boxed_slice());
    let (again, lone): (_, Rc<[f64]>) = (Rc::clone(&shared), vec![x].into());
    let table = Table { of: shared.iter().map(|v| v * x).collect(), order: Arc::from(vec![1, 0]) };
    let pair: Box<[f64]> = Box::new([x, x.sin()]);
    again[1] * boxed[0] + table.of[table.order[0]] + lone[0] * total(&table.of) + pair[1]
}

#[differentiable(tape)]
fn changed(g: &Grid, x: f64) -> Grid {
    Grid { knots: Rc::from([x, g.knots[0] * x]), names: Box::new([]), ..g.clone() }
}

#[test]
fn slices_of_their_own() {
    let at = [1.0, 2.0, 0.5, 3.0];
    holds(
        &at,
        |x| weighted(&grid(x), 0.3),
        |x| {
            let (value, (by, _)) = weighted::value_and_gradient(&grid(x), 0.3);
            (value, [&*by.knots, &*by.weights].concat())
        },
    );
    holds(&[0.7], |x| made(x[0]), |x| (made(x[0]), vec![made::gradient(x[0])]));
    let g = grid(&at);
    let (value, tangent) = changed::jvp(&g, 0.3, &g, 1.0);
    assert_eq!((&*value.knots, &*value.weights), (&[0.3, 0.3][..], &[0.5, 3.0][..]));
    assert_eq!((&*tangent.knots, &*tangent.weights), (&[1.0, 1.3][..], &[0.5, 3.0][..]));
    assert!(value.names.is_empty());
}
