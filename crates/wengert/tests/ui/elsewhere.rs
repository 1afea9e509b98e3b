use wengert::differentiable;

mod geometry {
    use std::iter::Sum;
    use wengert::{Differentiable, differentiable};

    const SCALE: f64 = 2.0;

    #[derive(Clone, Copy, Differentiable)]
    pub struct V {
        pub x: f64,
    }

    impl Sum for V {
        fn sum<I: Iterator<Item = V>>(iter: I) -> V {
            iter.fold(V { x: 0.0 }, |a, b| V { x: a.x + SCALE * b.x })
        }
    }

    #[differentiable]
    pub fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * SCALE
    }
}

use geometry::{V, applied};

const SCALE: f64 = 166.0;

#[differentiable]
fn total(points: &[V]) -> f64 {
    points.iter().copied().sum::<V>().x * SCALE
}

#[differentiable]
fn called(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.copy_within(0..1, 1);
    applied(|t| t * t, v[1])
}

fn main() {
    total::gradient(&[V { x: 1.0 }]);
    called::gradient(&[1.0, 2.0]);
}
