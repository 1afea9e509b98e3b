//! Items of one name: in bodies, in blocks of them, in functions that are written out, and around.

#![allow(deprecated)]

use super::held;
use wengert::prelude::*;

const K: f64 = 1.0;

fn with_the_outer(x: f64) -> f64 {
    x * K
}

#[differentiable]
fn with_its_own(x: f64) -> f64 {
    const K: f64 = 2.0;
    K * with_the_outer(x)
}

#[differentiable]
fn in_a_block(x: f64) -> f64 {
    let doubled = {
        const K: f64 = 2.0;
        x * x * K
    };
    doubled + x * K
}

#[differentiable]
fn in_two_blocks(x: f64) -> f64 {
    let a = {
        const STEP: f64 = 2.0;
        x * STEP
    };
    let b = {
        const STEP: f64 = 3.0;
        x * x * STEP
    };
    a + b
}

fn few(x: f64) -> f64 {
    const MOST: usize = 3;
    (0..MOST).fold(x, |y, _| y.sin() + x)
}

mod elsewhere {
    const TENTH: f64 = 0.1;

    pub(super) fn many(x: f64) -> f64 {
        const MOST: usize = 5;
        const SCALE: f64 = 3.0 * TENTH;
        (0..MOST).fold(x, |y, _| (SCALE * y).cos() + x)
    }
}

#[differentiable]
fn bounds_of_each(x: f64) -> f64 {
    const MOST: usize = 2;
    (0..MOST).map(|k| few(x) * elsewhere::many(x + k as f64)).sum()
}

mod air {
    pub(super) fn drag(v: f64) -> f64 {
        0.5 * v * v
    }
}

#[differentiable]
fn imported_in_a_block(v: f64) -> f64 {
    fn drag(v: f64) -> f64 {
        3.0 * v
    }
    let shadow = {
        use air::drag;
        drag(v)
    };
    drag(v) * shadow
}

#[test]
fn each_name_means_what_it_means_there() {
    for x in [0.7, -1.2] {
        let (value, gradient) = with_its_own::value_and_gradient(x);
        held(&[x], |x| with_its_own(x[0]), value, &[gradient]);
        let (value, gradient) = in_a_block::value_and_gradient(x);
        held(&[x], |x| in_a_block(x[0]), value, &[gradient]);
        let (value, gradient) = in_two_blocks::value_and_gradient(x);
        held(&[x], |x| in_two_blocks(x[0]), value, &[gradient]);
        let (value, gradient) = bounds_of_each::value_and_gradient(x);
        held(&[x], |x| bounds_of_each(x[0]), value, &[gradient]);
        let (value, gradient) = imported_in_a_block::value_and_gradient(x);
        held(&[x], |x| imported_in_a_block(x[0]), value, &[gradient]);
    }
}
