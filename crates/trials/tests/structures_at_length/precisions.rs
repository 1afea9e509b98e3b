//! Constants in another precision than the numbers: drawn, kept in lists and structures, compared, carried by loops.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

struct Draws {
    state: u64,
}

impl Draws {
    fn next(&mut self) -> f32 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.state >> 40) as f32 / (1u32 << 24) as f32
    }
    fn between(&mut self, lo: f32, hi: f32) -> f32 {
        lo + (hi - lo) * self.next()
    }
}

#[differentiable]
fn drawn(x: &[f64]) -> f64 {
    let mut draws = Draws { state: 7 };
    (0..5).map(|_| draws.next() as f64 * x[0] + f64::from(draws.between(-1.0, 1.0)) * x[1]).sum()
}

#[differentiable]
fn carried(x: &[f64]) -> f64 {
    let (mut m, mut s, mut sums) = (0.1f32, 0.0, [0f32; 3]);
    for i in 0..3 {
        let k = i as f32 * 0.1;
        if k > m {
            m = k;
        } else {
            m += 0.3;
        }
        m *= 1.1;
        sums[i] += 0.1 + k;
        sums[i] -= 0.05;
        s += x[0] * m as f64;
    }
    let product = sums.iter().copied().fold(1.0, |p: f32, v| p * v);
    let top = if m > 0.5 { (product * 3e4) as usize } else { 0 };
    s * x[1] + (0.1_f64 as f32) as f64 * x[0] + sums[1].sin() as f64 * top as f64 * x[1]
}

#[derive(Clone, Copy, Default)]
struct Pixel {
    red: f32,
    green: f32,
    weight: f64,
}

const GAMMA: f32 = 2.2;

fn luma(p: &Pixel) -> f32 {
    0.3 * p.red + 0.59 * p.green.powf(1.0 / GAMMA)
}

#[differentiable]
fn kept(x: &[f64]) -> f64 {
    let p = Pixel { red: 0.3, green: 0.7, weight: x[0] };
    let q = Pixel { green: 0.1 + p.red, ..p };
    let top = [p, q].iter().map(luma).fold(f32::MIN, f32::max);
    let best = if luma(&p) < luma(&q) { p } else { q };
    let mut levels: Vec<f32> = vec![0.5, 1.5, 0.1];
    levels.push(top);
    levels.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let some = if x[0] > 0.0 { Some(levels[2]) } else { None };
    let last = match some {
        Some(v) if v > 0.2 => v.round(),
        Some(_) => 0.2,
        None => -0.1,
    };
    let all: f32 = levels.iter().map(|v| v.sqrt()).sum();
    top as f64 * p.weight + best.green as f64 * x[1] + last as f64 * (x[0] * all as f64 + Pixel::default().weight)
}

#[test]
fn constants_in_the_other_precision() {
    held(drawn, |x| drawn::value_and_gradient(x), &[0.7, 1.2]);
    held(carried, |x| carried::value_and_gradient(x), &[0.7, 1.2]);
    held(kept, |x| kept::value_and_gradient(x), &[0.7, 1.2]);
    held(kept, |x| kept::value_and_gradient(x), &[-0.7, 1.2]);
}
