//! Linear algebra as somebody writes it who fits models, and the points where it is awkward, against closed forms.

mod awkward;
mod models;

use wengert::linalg::{Matrix, matmul_transposed};

#[track_caller]
pub(crate) fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * (1.0 + b.abs()), "{a} for {b}");
}
#[track_caller]
pub(crate) fn nearm(a: &Matrix, b: &Matrix) {
    assert!((a - b).norm() <= 1e-9 * (1.0 + b.norm()), "{a:?} for {b:?}");
}
pub(crate) fn noise(r: usize, c: usize, s: u64) -> Matrix {
    let mut x = s.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    Matrix::from_fn(r, c, |_, _| {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    })
}
pub(crate) fn spd(n: usize, s: u64) -> Matrix {
    let m = noise(n, n, s);
    matmul_transposed(&m, &m) + Matrix::identity(n)
}
