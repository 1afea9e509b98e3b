//! Structures whose fields are private to their module: what reads them is called from elsewhere.

// None is recorded.
#![deny(deprecated)]

use instruments::{Array, Gauge};
use wengert::Differentiable;
use wengert::prelude::*;

mod instruments {
    use super::*;

    /// Of more tokens than the values of constants that are read with their types.
    const SERIES: [f64; 45] = [
        3.0, 128.0, 2.0, 5.0, 128.0, -1.0, 3.0, 3.0, 64.0, -1.0, 0.0, 1.0, 8.0, -1.0, 1.0, 4.0, 5.0, 256.0, 1.0, 3.0,
        128.0, -3.0, -2.0, 3.0, 64.0, 1.0, -3.0, 2.0, 32.0, 7.0, 512.0, -10.0, 9.0, 384.0, 5.0, -9.0, 5.0, 192.0, 7.0,
        512.0, -14.0, 7.0, 512.0, 21.0, 2560.0,
    ];

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub(super) struct Gauge {
        scale: f64,
        terms: usize,
        series: [f64; 3],
    }

    #[differentiable]
    impl Gauge {
        pub(crate) fn new(scale: f64, terms: usize) -> Gauge {
            Gauge { scale, terms, series: [scale, 2.0 * scale, SERIES[terms]] }
        }

        pub(crate) fn read(&self, x: f64) -> (f64, f64) {
            let mut y = self.series[2];
            for k in 0..self.terms {
                y = y * x + self.series[k % 3];
            }
            (y, self.scale * x)
        }

        pub(crate) fn stretch(&mut self, x: f64) {
            self.scale *= x;
            self.series[1] += x;
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub(super) struct Array {
        of: Vec<Gauge>,
        offset: f64,
    }

    #[differentiable]
    impl Array {
        pub(crate) fn new(scales: &[f64], offset: f64) -> Array {
            let of = scales.iter().map(|s| Gauge::new(*s, 4)).collect();
            Array { of, offset }
        }

        pub(crate) fn total(&self, x: f64) -> f64 {
            let mut sum = self.offset;
            for gauge in &self.of {
                sum += gauge.read(x).0;
            }
            sum
        }
    }

    /// The value, which is private.
    pub(super) fn term(x: f64, k: usize) -> f64 {
        x * SERIES[k] + SERIES.iter().sum::<f64>()
    }
}

#[differentiable]
fn of_constant(#[constant] gauge: &Gauge, x: f64) -> f64 {
    let (y, z) = gauge.read(x);
    y * z
}

#[differentiable]
fn of_active(gauge: &Gauge, x: f64) -> f64 {
    let (y, z) = gauge.read(x);
    y * z
}

#[differentiable]
fn made_here(scale: f64, x: f64) -> f64 {
    let gauge = Gauge::new(scale, 4);
    let (y, z) = gauge.read(x);
    y * z
}

#[differentiable]
fn changed_here(scale: f64, x: f64) -> f64 {
    let mut gauge = Gauge::new(scale, 4);
    for _ in 0..3 {
        gauge.stretch(x);
    }
    let (y, z) = gauge.read(x);
    y * z
}

#[differentiable]
fn changed_copy(gauge: &Gauge, x: f64) -> f64 {
    let mut own = *gauge;
    for _ in 0..3 {
        own.stretch(x);
    }
    let (y, z) = own.read(x);
    y * z
}

#[differentiable]
fn of_many(gauges: &[Gauge], x: f64) -> f64 {
    gauges.iter().map(|gauge| gauge.read(x).0).sum()
}

#[differentiable]
fn in_lists(scales: &[f64], x: f64) -> f64 {
    Array::new(scales, x).total(x) * x
}

#[differentiable]
fn of_table(x: f64) -> f64 {
    instruments::term(x, 44) * instruments::term(x, 0)
}

/// A derivative by a difference of two values.
fn difference(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-6 * x.abs().max(1.0);
    (f(x + h) - f(x - h)) / (2.0 * h)
}

#[track_caller]
fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() <= 1e-6 * wanted.abs().max(1.0), "{found} instead of {wanted}");
}

#[test]
fn constants() {
    let gauge = Gauge::new(1.5, 4);
    let (value, gradient) = of_constant::value_and_gradient(&gauge, 0.7);
    assert_eq!(value, of_constant(&gauge, 0.7));
    near(gradient, difference(|x| of_constant(&gauge, x), 0.7));
}

#[test]
fn active() {
    let gauge = Gauge::new(1.5, 4);
    let (value, (_, x)) = of_active::value_and_gradient(&gauge, 0.7);
    assert_eq!(value, of_active(&gauge, 0.7));
    near(x, difference(|x| of_active(&gauge, x), 0.7));
    let (value, (_, x)) = changed_copy::value_and_gradient(&gauge, 0.7);
    assert_eq!(value, changed_copy(&gauge, 0.7));
    near(x, difference(|x| changed_copy(&gauge, x), 0.7));
}

#[test]
fn made() {
    for (value, gradient, f) in [
        {
            let (value, gradient) = made_here::value_and_gradient(1.5, 0.7);
            (value, gradient, made_here as fn(f64, f64) -> f64)
        },
        {
            let (value, gradient) = changed_here::value_and_gradient(1.5, 0.7);
            (value, gradient, changed_here as fn(f64, f64) -> f64)
        },
    ] {
        assert_eq!(value, f(1.5, 0.7));
        near(gradient.0, difference(|s| f(s, 0.7), 1.5));
        near(gradient.1, difference(|x| f(1.5, x), 0.7));
    }
}

#[test]
fn lists() {
    let gauges = [Gauge::new(1.5, 4), Gauge::new(0.5, 3)];
    let (value, (_, x)) = of_many::value_and_gradient(&gauges, 0.7);
    assert_eq!(value, of_many(&gauges, 0.7));
    near(x, difference(|x| of_many(&gauges, x), 0.7));
    let (value, (scales, x)) = in_lists::value_and_gradient(&[1.5, 0.5], 0.7);
    assert_eq!(value, in_lists(&[1.5, 0.5], 0.7));
    near(scales[0], difference(|s| in_lists(&[s, 0.5], 0.7), 1.5));
    near(x, difference(|x| in_lists(&[1.5, 0.5], x), 0.7));
}

#[test]
fn tables() {
    let (value, x) = of_table::value_and_gradient(0.7);
    assert_eq!(value, of_table(0.7));
    near(x, difference(of_table, 0.7));
}
