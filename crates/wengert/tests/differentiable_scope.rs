//! Where names come from: modules, constants and statics, items and imports inside the body.

// What users write: loops over indices.
#![allow(clippy::needless_range_loop)]

#[path = "suite/flat.rs"]
mod flat;

use flat::{laws, scalar_laws};
use std::sync::atomic::{AtomicUsize, Ordering};
use wengert::prelude::*;

const RATE: f64 = 0.25;
static OFFSET: f64 = 1.5;
static WEIGHTS: [f64; 3] = [1.0, -2.0, 0.5];
const SIZE: usize = 3;
static CALLS: AtomicUsize = AtomicUsize::new(0);

struct Physics;

impl Physics {
    const G: f64 = 9.81;

    fn drag(n: usize) -> f64 {
        n as f64 * 0.1
    }
}

#[differentiable]
fn constants(x: &[f64]) -> f64 {
    let mut s = OFFSET;
    for i in 0..SIZE {
        s += RATE * WEIGHTS[i] * x[i] * x[i] * Physics::G;
    }
    s * std::f64::consts::PI - Physics::drag(SIZE) * x[0]
}

#[differentiable]
fn items_inside(x: f64) -> f64 {
    use std::f64::consts::TAU;
    const SCALE: f64 = 3.0;
    fn count(n: usize) -> usize {
        n * 2
    }
    struct Unit;
    impl Unit {
        const ONE: f64 = 1.0;
    }
    let mut s = Unit::ONE;
    for _ in 0..count(2) {
        s = s * x + SCALE * TAU;
    }
    s
}

#[differentiable]
fn inner_function(x: f64) -> f64 {
    #[differentiable]
    fn cube(y: f64) -> f64 {
        y * y * y
    }
    cube(x) + cube(x * 2.0)
}

fn counted(n: usize) -> f64 {
    CALLS.fetch_add(1, Ordering::Relaxed);
    n as f64
}

/// Recorded, as it calls what counts.
#[differentiable(tape)]
fn ordinary_calls(x: f64, n: usize) -> f64 {
    let c = counted(n);
    let d = f64::from(n as u32).sqrt().max(2.0);
    c * x * x + d
}

mod outer {
    use wengert::prelude::*;

    const SHIFT: f64 = 10.0;

    #[differentiable]
    pub(crate) fn shifted(x: f64) -> f64 {
        x * x + SHIFT
    }

    #[differentiable]
    pub(crate) fn fill(x: &[f64], y: &mut [f64]) {
        for i in 0..y.len() {
            y[i] = x[i] * x[0];
        }
    }

    pub(crate) mod inner {
        use super::shifted;

        #[wengert::differentiable]
        pub(crate) fn twice(x: f64) -> f64 {
            shifted(super::shifted(x))
        }

        #[wengert::differentiable]
        pub(crate) fn list(x: f64, n: usize) -> Vec<f64> {
            let mut v = vec![x; n];
            for i in 1..n {
                v[i] = v[i - 1] * x;
            }
            v
        }
    }
}

mod without_imports {
    #[wengert::differentiable]
    pub(crate) fn lonely(x: f64, y: &[f64]) -> f64 {
        let mut s = x.sin();
        for i in 0..y.len() {
            s += y[i].exp() * s;
        }
        s
    }
}

use outer::inner::{self, list as powers};

#[differentiable]
fn across_modules(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    outer::fill(x, &mut y);
    let v = powers(y[1], 4);
    inner::twice(v[3]) + crate::outer::shifted(y[0]) + self::outer::inner::twice(v[1])
}

#[test]
fn constants_and_statics() {
    scalar_laws!(constants(&[0.1, 0.2, 0.3]); at([0.1, 0.2, 0.3]); along(&[1.0, -1.0, 2.0]));
    laws!(constants(&[0.1, 0.2, 0.3]); at([0.1, 0.2, 0.3]); along(&[1.0, -1.0, 2.0]); weighted(0.5));
}

#[test]
fn items_in_the_body() {
    scalar_laws!(items_inside(0.4); at(0.4); along(2.0));
    scalar_laws!(inner_function(0.4); at(0.4); along(2.0));
    assert_eq!(inner_function::gradient(1.0), 27.0);
}

#[test]
fn calls_of_ordinary_functions() {
    scalar_laws!(ordinary_calls(0.4, 9); at(0.4); along(2.0));
    CALLS.store(0, Ordering::Relaxed);
    assert_eq!(ordinary_calls::value_and_gradient(2.0, 9), (39.0, 36.0));
    assert_eq!(CALLS.load(Ordering::Relaxed), 1, "constants are computed once");
}

#[test]
fn functions_of_other_modules() {
    scalar_laws!(across_modules(&[0.7, 0.9]); at([0.7, 0.9]); along(&[1.0, -1.0]));
    let (y, g) = without_imports::lonely::value_and_gradient(0.7, &[0.1, 0.9]);
    assert_eq!(y, without_imports::lonely(0.7, &[0.1, 0.9]));
    let growth = (1.0 + 0.1f64.exp()) * (1.0 + 0.9f64.exp());
    assert!((g.0 - 0.7f64.cos() * growth).abs() < 1e-14, "{}", g.0);
    assert_eq!(outer::inner::twice::gradient(1.0), 44.0);
    assert_eq!(outer::shifted::value_and_gradient(3.0), (19.0, 6.0));
}

/// A recursion, and two functions that call each other.
#[differentiable]
fn power(x: f64, n: usize) -> f64 {
    if n == 0 {
        return 1.0;
    }
    x * power(x, n - 1)
}

#[differentiable]
fn even(x: f64, n: usize) -> f64 {
    if n == 0 {
        return x;
    }
    odd(x * x, n - 1)
}

#[differentiable]
fn odd(x: f64, n: usize) -> f64 {
    if n == 0 {
        return 2.0 * x;
    }
    even(x.sin(), n - 1) * x
}

#[test]
fn recursion() {
    scalar_laws!(power(1.1, 5); at(1.1); along(2.0));
    scalar_laws!(even(0.8, 5); at(0.8); along(2.0));
    scalar_laws!(odd(0.8, 4); at(0.8); along(2.0));
}
