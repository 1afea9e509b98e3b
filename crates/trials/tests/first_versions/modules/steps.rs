use super::bend::bend;
use super::turned;
use wengert::prelude::*;

#[differentiable]
pub fn steps(x: f64, n: usize) -> f64 {
    let mut s = x;
    for k in 0..n {
        s += bend(s) * x + turned(x, k);
    }
    s
}
