//! Arrays of fixed length through functions over their length, options and choices of arrays, lists behind `&mut`.

// Some functions are recorded.
#![allow(deprecated)]

use super::held;
use wengert::prelude::*;

type Matrix<const R: usize, const C: usize> = [[f64; C]; R];

#[differentiable]
fn product<const R: usize, const K: usize, const C: usize>(a: &Matrix<R, K>, b: &Matrix<K, C>) -> Matrix<R, C> {
    let mut out = [[0.0; C]; R];
    for i in 0..R {
        for j in 0..C {
            for k in 0..K {
                out[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    out
}

#[differentiable]
fn inverse(m: [[f64; 2]; 2]) -> Option<[[f64; 2]; 2]> {
    let [[a, b], [c, d]] = m;
    let det = a * d - b * c;
    if det.abs() < 1e-14 { None } else { Some([[d / det, -b / det], [-c / det, a / det]]) }
}

#[differentiable]
fn turned(m: [[f64; 2]; 2], k: f64) -> [[f64; 2]; 2] {
    if k > 5.0 {
        return m;
    }
    product(&m, &[[k, 0.0], [1.0, k]])
}

#[differentiable]
fn matrices(x: &[f64], k: f64) -> f64 {
    let m = [[x[0], x[1]], [x[2], x[3]]];
    let Some(i) = inverse(m) else { return 0.0 };
    let p = product(&product(&i, &product(&m, &m)), &turned(i, k));
    let q = if k > 1.0 { product(&m, &p) } else { m };
    let row = product(&[[k, 1.0]], &turned(q, 6.0));
    p[0][0] * p[0][1] + p[1][0] + q[1][1] * row[0][1]
}

#[test]
fn functions_over_lengths_are_called_without_them() {
    let y = [0.7, 1.3, 2.4, 0.9, 1.25];
    let (value, (mut gradient, by_k)) = matrices::value_and_gradient(&y[..4], y[4]);
    gradient.push(by_k);
    held(&y, |y| matrices(&y[..4], y[4]), value, &gradient);
    assert_eq!(matrices::gradient(&[1.0, 2.0, 2.0, 4.0], 1.0).0, [0.0; 4]);
}

#[differentiable]
fn step(y: [f64; 3], k: f64) -> [f64; 3] {
    [y[0] * k, y[1] + k, y[2] * y[0]]
}

#[differentiable]
fn scaled<const N: usize>(y: &[f64; N], k: f64) -> ([f64; N], f64) {
    let mut z = *y;
    for v in z.iter_mut() {
        *v *= k;
    }
    (z, k * y[0])
}

/// What a call gave is an array: another name for it is a copy.
#[differentiable]
fn copies(x: [f64; 3], k: f64) -> f64 {
    let p = step(x, k);
    let mut q = p;
    q[0] = 1.0;
    let before = q[0] * p[0];
    let (r, s) = scaled(&p, k);
    let mut t = r;
    t[1] = 0.5;
    q = r;
    let u = if k > 0.5 { step(q, k) } else { q };
    before + p[0] * q[1] + r[1] * t[2] * s + t[1] + u[0] * u[1]
}

#[differentiable]
fn often<const N: usize>(x: [f64; N], k: f64, n: usize) -> f64 {
    let mut y = x;
    for _ in 0..n {
        let (next, e) = scaled(&y, k);
        if e > 0.0 {
            y = next;
        }
    }
    y.iter().sum()
}

#[test]
fn arrays_that_calls_give_are_copied() {
    let y = [0.7, 1.3, 2.4, 0.9];
    let three = |y: &[f64]| [y[0], y[1], y[2]];
    let (value, (g, k)) = copies::value_and_gradient(three(&y), y[3]);
    held(&y, |y| copies(three(y), y[3]), value, &[g[0], g[1], g[2], k]);
    let (value, (g, k)) = often::value_and_gradient(three(&y), y[3], 3);
    held(&y, |y| often(three(y), y[3], 3), value, &[g[0], g[1], g[2], k]);
}

#[differentiable]
fn unit(x: f64, y: f64) -> Option<[f64; 2]> {
    let n = x.hypot(y);
    if n > 0.0 { Some([x / n, y / n]) } else { None }
}

#[differentiable]
fn powers(x: &[f64], k: f64) -> Option<Vec<f64>> {
    if k > 0.0 { Some(x.iter().map(|v| v * v * k).collect()) } else { None }
}

#[differentiable]
fn options(x: &[f64], k: f64) -> f64 {
    let u = unit(x[0], k).unwrap();
    let mut s = u[0] * u[1];
    if let Some([a, b]) = unit(x[1], x[2]) {
        s += a * a * b;
    }
    if let Some(v) = powers(x, k) {
        s += v[1] * v[2];
    }
    match powers(x, -k) {
        Some(v) => v[0],
        None => s,
    }
}

#[test]
fn arrays_that_may_not_be_there() {
    let y = [0.7, 1.3, 2.4, 0.9];
    let (value, (mut gradient, by_k)) = options::value_and_gradient(&y[..3], y[3]);
    gradient.push(by_k);
    held(&y, |y| options(&y[..3], y[3]), value, &gradient);
    assert!(powers::vjp(&y, -1.0, &[]).0.is_none());
}

#[differentiable]
fn normalized(v: &mut Vec<f64>) -> f64 {
    let norm = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    v.iter_mut().for_each(|x| *x /= norm);
    norm
}

#[differentiable]
fn widened(m: &mut Vec<Vec<f64>>, k: f64) {
    for row in m.iter_mut() {
        for v in row.iter_mut() {
            *v *= k;
        }
    }
}

#[differentiable]
fn lent(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    let n = normalized(&mut v);
    let mut rows = vec![v.clone(), x.to_vec()];
    widened(&mut rows, k);
    let larger = if scaled(&[k, n], n).1 > 0.0 { 2 } else { 1 };
    n * v[1] * rows[1][larger] + rows[0][0]
}

#[test]
fn lists_behind_mut() {
    let y = [0.7, 1.3, 2.4, 0.9];
    let (value, (mut gradient, by_k)) = lent::value_and_gradient(&y[..3], y[3]);
    gradient.push(by_k);
    held(&y, |y| lent(&y[..3], y[3]), value, &gradient);
}

fn interval(xs: &[f64], x: f64) -> usize {
    xs.iter().filter(|v| **v < x).count()
}

/// What an ordinary function gives of constant numbers is an index.
#[differentiable]
fn looked_up(#[constant] xs: &[f64], ys: &[f64], #[constant] x: f64) -> f64 {
    let i = interval(xs, x);
    (xs[i + 1] - x) * ys[i] * ys[i]
}

#[differentiable]
fn twice(ys: &[f64]) -> f64 {
    looked_up(&[0.0, 1.0, 2.0, 3.0], ys, 0.5) + looked_up(&[0.0, 1.0, 2.0, 3.0], ys, 1.5)
}

#[test]
fn indices_from_ordinary_functions() {
    let y = [0.7, 1.3, 2.4, 0.9];
    let (value, gradient) = twice::value_and_gradient(&y);
    held(&y, twice, value, &gradient);
}

#[differentiable]
fn spline(x: &[f64], parts: &(Vec<f64>, Vec<f64>), at: f64, n: usize) -> f64 {
    let (b, c) = parts;
    let j = match x.iter().rposition(|&v| v <= at) {
        Some(j) => j.min(b.len() - 1),
        None => 0,
    };
    let k = if let Some(k) = x.iter().position(|&v| v > at) { k.max(b.len()) - b.len() } else { n.min(c.len()) - 1 };
    x[j] + (at - x[j]) * (b[j] + at * c[2usize.pow(n as u32).min(c.len() - 1)]) * c[k]
}

#[test]
fn counts_meet_the_lengths_of_parts() {
    let y = [0.1, 0.6, 1.1, 1.7, 0.4, 2.0, -0.6, 0.9, 1.3];
    for at in [-1.0, 0.3, 0.8, 2.5] {
        let parts = |y: &[f64]| (y[3..6].to_vec(), y[6..].to_vec());
        let (value, (by_x, (by_b, by_c), by_at)) = spline::value_and_gradient(&y[..3], &parts(&y), at, 1);
        let y = [&y[..], &[at]].concat();
        let gradient = [by_x, by_b, by_c, vec![by_at]].concat();
        held(&y, |y| spline(&y[..3], &parts(y), y[9], 1), value, &gradient);
    }
}

#[differentiable]
fn stepped<F: Fn(f64, &[f64; N]) -> [f64; N], const N: usize>(f: F, y: [f64; N], h: f64) -> [f64; N] {
    let slope = f(0.5, &y);
    std::array::from_fn(|i| y[i] + h * slope[i])
}

#[differentiable]
fn sums<const N: usize, const M: usize>(f: &impl Fn(f64) -> f64, rows: &[[f64; N]; M]) -> [f64; M] {
    std::array::from_fn(|i| rows[i].iter().map(|v| f(*v)).sum())
}

#[differentiable]
fn of_any_length(a: f64, b: f64) -> f64 {
    let y = stepped(|t, y| [y[1] * t, -a * y[0]], [b, 1.0], 0.1);
    let z = stepped::<_, 2>(|t, y| [y[1] * t, -a * y[0]], y, 0.1);
    let m = sums(&|v| v * a, &[[z[0], z[1], 2.0], [b, b, a]]);
    let k = sums::<1, 2>(&|v| v * b, &[[m[0]], [m[1]]]);
    k[0] * k[1] + z[1]
}

#[test]
fn functions_over_lengths_take_functions() {
    let (value, (by_a, by_b)) = of_any_length::value_and_gradient(0.7, 1.3);
    held(&[0.7, 1.3], |x| of_any_length(x[0], x[1]), value, &[by_a, by_b]);
}

struct Element;

impl Element {
    const NODES: usize = 2;
}

#[differentiable]
fn by_nodes(at: [[f64; 3]; Element::NODES], w: &[[f64; Element::NODES]]) -> [f64; Element::NODES] {
    let mut out = [0.0; Element::NODES];
    for row in w {
        for i in 0..Element::NODES {
            out[i] += row[i] * at[i][0] * at[1 - i][1];
        }
    }
    out
}

#[differentiable]
fn of_nodes(x: &[f64]) -> f64 {
    let out = by_nodes([[x[0], x[1], x[2]], [x[2], x[0], x[1]]], &[[x[1], x[2]], [1.0, 2.0]]);
    out[0] * out[1]
}

#[test]
fn rows_have_lengths_that_a_type_names() {
    let x = [0.7, 1.2, -0.4];
    let (value, g) = of_nodes::value_and_gradient(&x);
    held(&x, of_nodes, value, &g);
}

#[derive(Clone, Copy, Debug, PartialEq, wengert::Differentiable)]
struct Square<const N: usize>([[f64; N]; N]);

#[differentiable]
impl<const N: usize> Square<N> {
    fn inverse(&self) -> Option<Self> {
        let mut a = self.0;
        let mut b = [[0.0; N]; N];
        (0..N).for_each(|i| b[i][i] = 1.0);
        for c in 0..N {
            let p = (c..N).max_by(|&i, &j| a[i][c].abs().total_cmp(&a[j][c].abs()))?;
            if a[p][c].abs() < 1e-12 {
                return None;
            }
            a.swap(p, c);
            b.swap(p, c);
            let d = a[c][c];
            for k in 0..N {
                a[c][k] /= d;
                b[c][k] /= d;
            }
            for r in (0..N).filter(|&r| r != c) {
                let f = a[r][c];
                for k in 0..N {
                    a[r][k] -= f * a[c][k];
                    b[r][k] -= f * b[c][k];
                }
            }
        }
        Some(Square(b))
    }
}

#[differentiable]
fn of_inverse(x: &[f64]) -> f64 {
    let a = Square([[x[0], x[1], 0.3], [x[2], 0.1, x[0]], [1.0, x[1], x[2]]]);
    let Some(inverse) = a.inverse() else { return f64::NAN };
    inverse.0[0][1] * inverse.0[2][2] + inverse.0[1][0]
}

#[test]
fn choices_made_within_lengths_keep_them() {
    let x = [0.7, 1.2, -0.4];
    let (value, g) = of_inverse::value_and_gradient(&x);
    held(&x, of_inverse, value, &g);
}
