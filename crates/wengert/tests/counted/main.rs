//! Arguments and indices are evaluated as often as they are written, and in that order, whatever a method becomes: each
//! function counts how often it was asked for one.

// As people write them.
#![allow(
    clippy::assign_op_pattern,
    clippy::iter_nth,
    clippy::manual_memcpy,
    clippy::manual_swap,
    clippy::needless_range_loop,
    clippy::ptr_arg,
    clippy::reversed_empty_ranges,
    clippy::unnecessary_to_owned,
    clippy::useless_vec
)]

mod fields;
mod lists;
mod places;
mod rows;
mod values;

/// The value, the value on numbers, that of the gradient's run and of the tape are one; the gradient is the slope.
macro_rules! counts {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let x = [0.5, 1.25, -2.0, 3.0, 4.5, 0.75, 2.5];
            let expected = super::$name(&x);
            assert_eq!(super::$name::eval::<f64>(&x).to_bits(), expected.to_bits(), "on a number");
            let (value, gradient) = super::$name::value_and_gradient(&x);
            assert_eq!(value.to_bits(), expected.to_bits(), "with a gradient");
            for (k, &g) in gradient.iter().enumerate() {
                let at = |h: f64| {
                    let mut x = x;
                    x[k] += h;
                    super::$name(&x)
                };
                let h = 1.0 / 1024.0;
                let slope = (at(h) - at(-h)) / (2.0 * h);
                assert!((g - slope).abs() < 1e-4 * slope.abs().max(1.0), "{k}: {g} {slope}");
            }
        }
    )*};
}
pub(crate) use counts;

/// The sum of the elements, each with its place: what is out of place shows.
#[wengert::differentiable]
pub(crate) fn told(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for (k, x) in v.iter().enumerate() {
        s += x * x * (k + 1) as f64;
    }
    s
}
