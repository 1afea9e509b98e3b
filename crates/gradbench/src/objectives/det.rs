//! The determinant, by expansion along rows.

use wengert::differentiable;

/// The determinant of the `n` x `n` matrix `a`, row-major, of 1 to 64 rows; it takes n! multiplications.
#[differentiable]
pub fn det(a: &[f64], n: usize) -> f64 {
    minor(a, n, 0, u64::MAX >> (64 - n))
}

/// The determinant of the rows from `row` on, of the columns whose bits are set.
#[differentiable]
pub fn minor(a: &[f64], n: usize, row: usize, columns: u64) -> f64 {
    if row + 1 == n {
        return a[row * n + columns.trailing_zeros() as usize];
    }
    let mut sum = 0.0;
    let mut sign = 1.0;
    for j in 0..n {
        if columns >> j & 1 == 1 {
            sum += sign * a[row * n + j] * minor(a, n, row + 1, columns & !(1 << j));
            sign = -sign;
        }
    }
    sum
}
