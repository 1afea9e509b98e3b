//! What the source text around a function says: what its callees give, and other names for types.

use wengert::Differentiable;
use wengert::prelude::*;

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()), "{a} {b}");
}

type Vec3 = [f64; DIM];
type Grid = Vec<Vec<f64>>;
type Square<const N: usize> = [[f64; N]; N];
const DIM: usize = 3;

#[differentiable]
fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[differentiable]
fn turn(angle: f64) -> Square<2> {
    let (s, c) = angle.sin_cos();
    [[c, -s], [s, c]]
}

#[differentiable]
fn times(a: Square<2>, b: Square<2>) -> Square<2> {
    let mut out = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            for (k, row) in b.iter().enumerate() {
                out[i][j] += a[i][k] * row[j];
            }
        }
    }
    out
}

#[differentiable]
fn trace(m: Square<2>) -> f64 {
    m[0][0] + m[1][1]
}

#[differentiable]
fn spread(x: f64, n: usize) -> Grid {
    (0..n).map(|i| (0..=i).map(|j| x * (i + j) as f64).collect()).collect()
}

#[differentiable]
fn total(g: &Grid) -> f64 {
    g.iter().map(|row| row.iter().map(|v| v * v).sum::<f64>()).sum()
}

#[differentiable]
fn passed_on(angle: f64, n: usize) -> f64 {
    // Nothing in what follows shows that these are matrices.
    let first = turn(angle);
    let both = times(first, turn(2.0 * angle));
    let grid = spread(angle, n);
    let [x, _, z] = cross([angle, 1.0, 2.0], [3.0, angle, 1.0]);
    trace(both) * (x - z) + total(&grid)
}

#[test]
fn what_callees_give_is_known() {
    for (angle, n) in [(0.3, 0), (1.1, 3)] {
        let spread: f64 = (0..n).flat_map(|i| (0..=i).map(move |j| ((i + j) * (i + j)) as f64)).sum();
        let (sin, cos) = (3.0f64 * angle).sin_cos();
        let (difference, slope) = (1.0 - 2.0 * angle - (angle * angle - 3.0), -2.0 - 2.0 * angle);
        let (value, by_angle) = passed_on::value_and_gradient(angle, n);
        close(value, 2.0 * cos * difference + spread * angle * angle);
        close(by_angle, -6.0 * sin * difference + 2.0 * cos * slope + 2.0 * spread * angle);
    }
}

/// Variants have the names that `Option` has, and the type is in capitals.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum LENS {
    None,
    Some(f64),
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct PID {
    gain: f64,
    lens: LENS,
    steps: usize,
}

#[differentiable]
impl PID {
    fn new(gain: f64, lens: LENS) -> PID {
        PID { gain, lens, steps: 2 }
    }
    fn gives(&self, x: f64) -> f64 {
        match self.lens {
            LENS::None => self.gain * x,
            LENS::Some(k) => self.gain * x * (1.0 + k * x) * (self.steps + 1) as f64,
        }
    }
}

#[differentiable]
fn controlled(gain: f64, lens: LENS, x: f64) -> f64 {
    let pid = PID::new(gain * gain, lens);
    pid.gives(x) + PID { gain, lens, steps: 0 }.gives(x)
}

#[test]
fn names_in_capitals_are_types() {
    let (g, x) = (1.5, 0.7);
    close(controlled::gradient(g, LENS::None, x).0, (2.0 * g + 1.0) * x);
    let (by_gain, by_lens, _) = controlled::gradient(g, LENS::Some(0.4), x);
    close(by_gain, (6.0 * g + 1.0) * x * (1.0 + 0.4 * x));
    let LENS::Some(by_k) = by_lens else { panic!("another variant") };
    close(by_k, (3.0 * g * g + g) * x * x);
}

#[differentiable]
fn matvec<const N: usize, const M: usize>(m: &[[f64; M]; N], v: &[f64; M]) -> [f64; N] {
    std::array::from_fn(|i| m[i].iter().zip(v).map(|(a, b)| a * b).sum())
}

#[differentiable]
fn inner<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn of_lengths(x: [f64; 2], rows: &[[f64; 2]], k: f64) -> f64 {
    let m = [[k, 1.0], [2.0, k * k], [0.0, 3.0]];
    let y = matvec(&m, &x);
    let mut s = 0.0;
    for row in rows {
        // A row by value, and by reference to a copy.
        let own = *row;
        s += first(*row) * inner(&own, &x);
    }
    for row in m.iter() {
        let mut own = *row;
        own[0] = 7.0;
        s += 0.0 * own[1];
    }
    s += 0.0 * m[1][0] - 2.0 + m[1][0];
    s + y[0] * y[1] + y[2]
}

#[differentiable]
fn first(x: [f64; 2]) -> f64 {
    x[0]
}

#[test]
fn lengths_follow_from_what_is_passed() {
    let (x, k, rows) = ([0.5, -0.3], 1.2, [[1.0, 2.0], [0.5, 0.0]]);
    let (value, (by_x, by_rows, by_k)) = of_lengths::value_and_gradient(x, &rows, k);
    let (y0, y1) = (k * x[0] + x[1], 2.0 * x[0] + k * k * x[1]);
    close(value, 1.0 * (x[0] + 2.0 * x[1]) + 0.25 * x[0] + y0 * y1 + 3.0 * x[1]);
    close(by_x[0], 1.25 + k * y1 + 2.0 * y0);
    close(by_x[1], 2.0 + y1 + k * k * y0 + 3.0);
    close(by_rows[0][0], x[0] + 2.0 * x[1] + x[0]);
    close(by_rows[1][1], 0.5 * x[1]);
    close(by_k, x[0] * y1 + 2.0 * k * x[1] * y0);
}
