//! The benchmark programs on plain `f64`.

fn constant(c: f64) -> f64 {
    c
}

fn value(x: f64) -> f64 {
    x
}

crate::programs!(pub [] f64);
