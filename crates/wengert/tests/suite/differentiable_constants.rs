//! Constant parameters of every kind.

// What users write: loops over indices.
#![allow(clippy::needless_range_loop, clippy::ptr_arg)]

use crate::flat::{laws, scalar_laws};
use std::hint::black_box;
use wengert::prelude::*;

#[derive(Clone, Debug)]
struct Model {
    rate: f64,
    steps: usize,
    weights: Vec<f64>,
    relative: bool,
}

impl Model {
    fn weight(&self, i: usize) -> f64 {
        self.weights[i % self.weights.len()]
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Linear,
    Square,
}

#[differentiable]
fn by_struct(x: &[f64], #[constant] model: &Model) -> f64 {
    let mut s = 0.0;
    for k in 0..model.steps {
        let w = model.weight(k);
        for i in 0..x.len() {
            s += w * x[i] * x[i] * model.rate;
        }
        if model.relative {
            s /= model.rate + x[0];
        }
    }
    s
}

#[differentiable]
fn by_enum(x: f64, #[constant] kind: Kind) -> f64 {
    if kind == Kind::Linear { 2.0 * x } else { x * x }
}

#[differentiable]
fn by_numbers(x: f64, n: usize, k: i32, wide: u64, flag: bool, #[constant] c: f64) -> f64 {
    let mut y = c;
    for i in 0..n {
        y = y * x + (i as f64) * x.powi(k);
    }
    if flag { y * (wide as f64) } else { -y }
}

#[differentiable]
fn by_slices(x: &[f64], #[constant] w: &[f64], index: &[usize], signs: &[bool]) -> f64 {
    let mut s = 0.0;
    for k in 0..index.len() {
        let term = w[k] * x[index[k]] * x[index[k]];
        if signs[k] {
            s += term;
        } else {
            s -= term * s;
        }
    }
    s
}

#[differentiable]
fn by_owned(
    x: &[f64],
    #[constant] w: Vec<f64>,
    #[constant] a: [f64; 2],
    #[constant] p: (f64, f64),
    ints: [usize; 2],
) -> f64 {
    x[ints[0]] * w[0] * a[0] + x[ints[1]].sin() * w[1] * a[1] * p.0 + p.1
}

#[differentiable]
fn by_lists(x: f64, #[constant] rows: &Vec<Vec<f64>>, counts: Vec<usize>) -> f64 {
    let mut s = 0.0;
    for i in 0..rows.len() {
        for j in 0..counts[i] {
            s = s * x + rows[i][j];
        }
    }
    s
}

#[differentiable]
fn by_text(x: f64, name: &str, #[constant] factor: Option<f64>) -> f64 {
    let f = factor.unwrap_or_default();
    if name == "sine" { x.sin() * f } else { x * f }
}

#[differentiable]
fn scratch(x: &[f64], #[constant] room: &mut [f64]) -> f64 {
    for i in 0..room.len() {
        room[i] = (i as f64) + 1.0;
    }
    let mut s = 0.0;
    for i in 0..x.len() {
        s += room[i] * x[i] * x[i];
    }
    s
}

fn model(relative: bool) -> Model {
    Model { rate: 0.5, steps: 3, weights: vec![1.0, -0.5], relative }
}

#[test]
fn structs_and_enums() {
    for relative in [false, true] {
        let m = model(relative);
        scalar_laws!(by_struct(&[0.4, 0.7], &m); at([0.4, 0.7]); along(&[1.0, -2.0]));
        laws!(by_struct(&[0.4, 0.7], &m); at([0.4, 0.7]); along(&[1.0, -2.0]); weighted(0.3));
    }
    for kind in [Kind::Linear, Kind::Square] {
        scalar_laws!(by_enum(3.0, kind); at(3.0); along(0.5));
    }
    assert_eq!(by_enum::gradient(3.0, Kind::Square), 6.0);
}

#[test]
fn integers_and_flags() {
    // The compiler may evaluate a `powi` of constants more accurately than the program does.
    let x = black_box(0.7);
    for (n, flag) in [(0, true), (1, false), (4, true)] {
        scalar_laws!(by_numbers(x, n, -2, 3, flag, 1.5); at(x); along(0.5));
        laws!(by_numbers(x, n, 3, 3, flag, 1.5); at(x); along(0.5); weighted(2.0));
    }
}

#[test]
fn slices_vectors_arrays_and_tuples() {
    let (w, index, signs) = ([0.5, 1.5, -2.0, 1.0], [1, 0, 1, 1], [true, false, true, false]);
    scalar_laws!(by_slices(&[0.4, 0.7], &w, &index, &signs); at([0.4, 0.7]); along(&[1.0, -2.0]));
    laws!(by_slices(&[0.4, 0.7], &w, &index, &signs); at([0.4, 0.7]); along(&[1.0, -2.0]); weighted(0.3));
    scalar_laws!(
        by_owned(&[0.4, 0.7], vec![2.0, 3.0], [0.5, 0.25], (1.5, 9.0), [1, 0]);
        at([0.4, 0.7]);
        along(&[1.0, -2.0])
    );
    let rows = vec![vec![1.0, 2.0], vec![3.0]];
    scalar_laws!(by_lists(0.3, &rows, vec![2, 1]); at(0.3); along(1.0));
}

#[test]
fn text_and_options() {
    scalar_laws!(by_text(0.3, "sine", None); at(0.3); along(1.0));
    scalar_laws!(by_text(0.3, "line", Some(2.0)); at(0.3); along(1.0));
}

#[test]
fn room_that_carries_no_derivative() {
    let mut room = [9.0; 2];
    let (y, g) = scratch::value_and_gradient(&[3.0, 4.0], &mut room);
    assert_eq!((y, g, room), (41.0, vec![6.0, 16.0], [1.0, 2.0]));
    let (y, dy) = scratch::jvp(&[3.0, 4.0], &mut room, &[1.0, 0.0]);
    assert_eq!((y, dy), (41.0, 6.0));
    assert_eq!(scratch::hvp(&[3.0, 4.0], &mut room, &[1.0, 1.0]), [2.0, 4.0]);
}

#[differentiable]
fn root(a: f64, x: &[f64]) -> Option<f64> {
    let first = x.first()?;
    Some(a.sqrt() * first)
}

#[differentiable]
fn checked(a: f64, x: &[f64]) -> Result<f64, String> {
    if a < 0.0 { Err(format!("{a} is negative")) } else { Ok(a * x[0]) }
}

#[differentiable]
fn of_constants(x: f64, n: usize) -> f64 {
    let a = vec![3.0; n];
    let mut s = x * root(4.0, &a).unwrap_or(x);
    if let Some(r) = root(9.0, &a) {
        s += r * x;
    }
    let Some(q) = root(1.0, &a) else { return s };
    s * q + checked(2.0, &a).unwrap_or(x) * x
}

#[test]
fn calls_of_constants_may_give_nothing() {
    assert_eq!((of_constants::value_and_gradient(2.0, 0), of_constants::hvp(2.0, 0, 1.0)), ((4.0, 4.0), 2.0));
    // (2 * 3 + 3 * 3) * 3 + 2 * 3
    assert_eq!((of_constants::value_and_gradient(2.0, 1), of_constants::hvp(2.0, 1, 1.0)), ((102.0, 51.0), 0.0));
}

#[differentiable]
fn of_single(x: f64, y: f32) -> f64 {
    let z = x * 2.0;
    z * y as f64 + f64::from(y) * x
}

#[test]
fn constants_in_single_precision_are_numbers_by_a_cast() {
    assert_eq!((of_single::value_and_gradient(3.0, 0.5), of_single::jvp(3.0, 0.5, 2.0)), ((4.5, 1.5), (4.5, 3.0)));
}

/// What is not understood is called where it gives the same each time, whatever it is given.
#[deny(deprecated)]
mod called {
    use std::collections::HashMap;
    use wengert::prelude::*;

    #[allow(clippy::struct_field_names)]
    struct Choice {
        gain: Option<f64>,
        name: Option<String>,
        shares: HashMap<String, f64>,
    }

    #[allow(clippy::manual_map, clippy::single_match)]
    fn gain(of: &Choice, k: Option<usize>) -> f64 {
        let name = of.name.as_deref().map_or("", |name| name.trim_end_matches(char::is_numeric));
        let share = of.shares.get(name).copied().unwrap_or(1.0);
        of.gain.unwrap_or(share) + k.map_or(0.0, |k| k as f64)
    }

    #[differentiable]
    fn gained(#[constant] of: &Choice, x: f64) -> f64 {
        x * x * gain(of, Some(2))
    }

    #[test]
    fn with_options_and_maps() {
        let of = Choice { gain: None, name: Some("a1".into()), shares: HashMap::from([("a".into(), 3.0)]) };
        assert_eq!(gained::gradient(&of, 2.0), 20.0);
    }
}
