//! Every function beside a differentiable one, for every shape of parameters and results.

// What users write: loops over indices.
#![allow(clippy::needless_range_loop)]

use crate::flat::{Flat, bits, close, laws, scalar_laws};
use wengert::prelude::*;

#[differentiable]
fn number(x: f64) -> f64 {
    x.sin() * x
}

#[differentiable]
fn several(x: f64, y: f64, z: f64) -> f64 {
    x * y.exp() + z / x
}

#[differentiable]
fn slice(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        s = s * 0.5 + x[i] * x[i].cos();
    }
    s
}

#[differentiable]
fn array(x: [f64; 3]) -> f64 {
    x[0] * x[1].sin() + x[2] * x[2]
}

#[differentiable]
fn changed_array(mut x: [f64; 3], a: f64) -> f64 {
    x[0] *= a;
    x.swap(0, 2);
    x[1] += x[0] * x[2];
    x[0] * x[1]
}

#[differentiable]
fn vector(x: Vec<f64>) -> f64 {
    let mut s = 0.0;
    for v in x.iter() {
        s += v * v * v;
    }
    s
}

#[differentiable]
fn changed_vector(mut x: Vec<f64>, a: f64) -> f64 {
    for i in 1..x.len() {
        x[i] += a * x[i - 1] * x[i];
    }
    x[x.len() - 1]
}

#[differentiable]
fn pair(p: (f64, f64)) -> f64 {
    p.0 * p.1.exp()
}

#[differentiable]
fn unpacked((a, b): (f64, f64), c: f64) -> f64 {
    a * b.sin() + c * a
}

#[differentiable]
fn nested(p: (f64, ([f64; 2], f64)), q: (Vec<f64>, f64)) -> f64 {
    let (a, (b, c)) = p;
    a * b[0] + c * b[1] * q.0[0] + q.1 * q.0[1]
}

#[differentiable]
fn of_slices(p: (&[f64], f64)) -> f64 {
    let mut s = p.1;
    for i in 0..p.0.len() {
        s *= p.0[i];
    }
    s
}

#[differentiable]
fn all_kinds(x: f64, s: &[f64], a: [f64; 2], v: Vec<f64>, t: (f64, f64)) -> f64 {
    x * s[0] + a[0] * s[1] * v[0] + a[1] * t.0 + v[1] * t.1 * x
}

#[test]
fn scalar_results() {
    scalar_laws!(number(0.7); at(0.7); along(1.5));
    scalar_laws!(several(0.7, 0.2, -1.1); at(0.7, 0.2, -1.1); along(1.5, -0.5, 2.0));
    scalar_laws!(slice(&[0.1, 0.2, 0.3, -0.4, 0.5]); at([0.1, 0.2, 0.3, -0.4, 0.5]); along(&[1.0, -1.0, 0.5, 2.0, 3.0]));
    scalar_laws!(array([0.1, 0.2, 0.3]); at([0.1, 0.2, 0.3]); along([1.0, -1.0, 0.5]));
    scalar_laws!(changed_array([0.1, 0.2, 0.3], 2.0); at([0.1, 0.2, 0.3], 2.0); along([1.0, -1.0, 0.5], 0.3));
    scalar_laws!(vector(vec![0.1, 0.2, 0.3]); at([0.1, 0.2, 0.3]); along(&[1.0, -1.0, 0.5]));
    scalar_laws!(changed_vector(vec![0.1, 0.2, 0.3], 2.0); at([0.1, 0.2, 0.3], 2.0); along(&[1.0, -1.0, 0.5], 0.3));
    scalar_laws!(pair((0.3, 0.4)); at((0.3, 0.4)); along((1.0, -2.0)));
    scalar_laws!(unpacked((0.3, 0.4), 2.0); at((0.3, 0.4), 2.0); along((1.0, -2.0), 0.5));
    scalar_laws!(
        nested((1.0, ([2.0, 3.0], 4.0)), (vec![0.5, 0.6], 0.7));
        at((1.0, ([2.0, 3.0], 4.0)), (vec![0.5, 0.6], 0.7));
        along((0.1, ([0.2, 0.3], 0.4)), (&[0.5, -0.6], -0.7))
    );
    scalar_laws!(
        all_kinds(1.5, &[2.0, 3.0], [0.1, 0.2], vec![0.5, 0.6], (4.0, 5.0));
        at(1.5, [2.0, 3.0], [0.1, 0.2], vec![0.5, 0.6], (4.0, 5.0));
        along(1.0, &[-1.0, 0.3], [0.2, 0.4], &[0.5, 0.7], (-0.6, 0.1))
    );
    scalar_laws!(of_slices((&[2.0, 3.0], 4.0)); at(([2.0, 3.0], 4.0)); along((&[1.0, 2.0], -1.0)));
}

#[differentiable]
fn two(x: f64, y: f64) -> (f64, f64) {
    (x * y, x.sin())
}

#[differentiable]
fn to_array(x: &[f64]) -> [f64; 3] {
    [x[0] * x[1], x[1].exp(), 2.0]
}

#[differentiable]
fn filled_array(x: &[f64], a: f64) -> [f64; 4] {
    let mut y = [a; 4];
    for i in 0..x.len() {
        y[i] += x[i] * y[i + 1];
    }
    y
}

#[differentiable]
fn to_vector(x: &[f64], n: usize) -> Vec<f64> {
    let mut y = vec![0.0; n];
    for i in 0..n {
        y[i] = x[i % x.len()] * (i as f64) + x[0];
    }
    y
}

#[differentiable]
fn same_vector(mut x: Vec<f64>) -> Vec<f64> {
    for v in x.iter_mut() {
        *v = v.exp();
    }
    x
}

#[differentiable]
fn untouched_vector(x: Vec<f64>) -> Vec<f64> {
    x
}

#[differentiable]
fn mixed(x: f64, v: [f64; 2]) -> (f64, ([f64; 2], Vec<f64>), f64) {
    let mut w = v;
    w[0] *= x;
    let list = vec![x * v[1], x, 3.0];
    (x * x, (w, list), v[0] / x)
}

#[differentiable]
fn nothing(_x: f64) {}

#[test]
fn results_of_several_numbers() {
    laws!(two(0.3, 0.4); at(0.3, 0.4); along(1.0, -2.0); weighted(0.5, 3.0));
    laws!(to_array(&[0.3, 0.4]); at([0.3, 0.4]); along(&[1.0, -2.0]); weighted(&[0.5, 3.0, 1.0]));
    laws!(filled_array(&[0.3, 0.4], 2.0); at([0.3, 0.4], 2.0); along(&[1.0, -2.0], 0.3); weighted(&[0.5, 3.0, 1.0, -1.0]));
    laws!(to_vector(&[0.3, 0.4], 4); at([0.3, 0.4]); along(&[1.0, -2.0]); weighted(&[0.5, 3.0, 1.0, -1.0]));
    laws!(same_vector(vec![0.3, 0.4]); at([0.3, 0.4]); along(&[1.0, -2.0]); weighted(&[0.5, 3.0]));
    laws!(untouched_vector(vec![0.3, 0.4]); at([0.3, 0.4]); along(&[1.0, -2.0]); weighted(&[0.5, 3.0]));
    laws!(
        mixed(0.3, [0.4, 2.0]);
        at(0.3, [0.4, 2.0]);
        along(1.0, [-2.0, 0.5]);
        weighted(0.5, &[3.0, 1.0], &[0.1, -0.4, 2.0], -1.5)
    );
    laws!(number(0.7); at(0.7); along(1.5); weighted(-2.0));
    laws!(
        all_kinds(1.5, &[2.0, 3.0], [0.1, 0.2], vec![0.5, 0.6], (4.0, 5.0));
        at(1.5, [2.0, 3.0], [0.1, 0.2], vec![0.5, 0.6], (4.0, 5.0));
        along(1.0, &[-1.0, 0.3], [0.2, 0.4], &[0.5, 0.7], (-0.6, 0.1));
        weighted(1.75)
    );
    let ((), g) = nothing::vjp(2.0);
    assert_eq!(g, 0.0);
}

#[differentiable]
fn scaled(a: f64, x: &[f64], y: &mut [f64]) {
    for i in 0..y.len() {
        y[i] += a * x[i] * y[i];
    }
}

#[differentiable]
fn written_and_returned(x: &[f64], y: &mut [f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        y[i] = x[i] * x[i];
        s += y[i] * x[i];
    }
    s
}

#[differentiable]
fn two_outputs(x: f64, y: &mut [f64], z: &mut [f64]) {
    y[0] = x * y[1];
    z[1] += y[0] * z[0];
}

#[differentiable]
fn vector_and_output(x: &[f64], y: &mut [f64]) -> (Vec<f64>, f64) {
    y[1] *= x[0];
    (x.to_vec(), y[0] * y[1])
}

#[test]
fn outputs_through_references() {
    laws!(
        scaled(0.5, &[1.0, 2.0], &mut [3.0, 4.0]);
        at(0.5, [1.0, 2.0], [3.0, 4.0]);
        along(0.1, &[-0.2, 0.3], &[0.4, 1.5]);
        weighted(&[1.0, -2.0])
    );
    laws!(
        written_and_returned(&[1.0, 2.0], &mut [3.0, 4.0]);
        at([1.0, 2.0], [3.0, 4.0]);
        along(&[-0.2, 0.3], &[0.4, 1.5]);
        weighted(0.7, &[1.0, -2.0])
    );
    laws!(
        two_outputs(0.5, &mut [1.0, 2.0], &mut [3.0, 4.0]);
        at(0.5, [1.0, 2.0], [3.0, 4.0]);
        along(0.1, &[-0.2, 0.3], &[0.4, 1.5]);
        weighted(&[1.0, -2.0], &[0.5, 0.25])
    );
    laws!(
        vector_and_output(&[1.0, 2.0], &mut [3.0, 4.0]);
        at([1.0, 2.0], [3.0, 4.0]);
        along(&[-0.2, 0.3], &[0.4, 1.5]);
        weighted(&[0.3, -0.1], 0.7, &[1.0, -2.0])
    );
    scalar_laws!(
        written_and_returned(&[1.0, 2.0], &mut [3.0, 4.0]);
        at([1.0, 2.0], [3.0, 4.0]);
        along(&[-0.2, 0.3], &[0.4, 1.5])
    );
}

#[test]
fn what_is_written_is_there_after_each_call() {
    let (x, start, want) = ([1.0, 2.0], [3.0, 4.0], [1.0, 4.0]);
    let mut y = start;
    assert_eq!(written_and_returned::gradient(&x, &mut y).flat(), [3.0, 12.0, 0.0, 0.0]);
    bits(&y, &want, "gradient");
    y = start;
    written_and_returned::jvp(&x, &mut y, &[1.0, 0.0], &[0.0, 0.0]);
    bits(&y, &want, "jvp");
    y = start;
    written_and_returned::vjp(&x, &mut y, 1.0, &[0.0, 0.0]);
    bits(&y, &want, "vjp");
    y = start;
    written_and_returned::hvp(&x, &mut y, &[1.0, 0.0], &[0.0, 0.0]);
    bits(&y, &start, "hvp writes nothing");
    written_and_returned::hessian(&x, &mut y);
    bits(&y, &start, "hessian writes nothing");
    written_and_returned::jacobian(&x, &mut y);
    bits(&y, &start, "jacobian writes nothing");
}

#[test]
fn into_memory_of_the_caller() {
    let mut ws = Workspace::new();
    let (mut gx, mut gs, mut ga, mut gv, mut gt) = (9.0, [9.0; 2], [9.0; 2], [9.0; 2], (9.0, 9.0));
    for _ in 0..2 {
        let y = all_kinds::value_and_gradient_into(
            1.5,
            &[2.0, 3.0],
            [0.1, 0.2],
            vec![0.5, 0.6],
            (4.0, 5.0),
            &mut gx,
            &mut gs,
            &mut ga,
            &mut gv,
            &mut gt,
            &mut ws,
        );
        let (value, g) = all_kinds::value_and_gradient(1.5, &[2.0, 3.0], [0.1, 0.2], vec![0.5, 0.6], (4.0, 5.0));
        bits(&[y], &[value], "value");
        bits(&(gx, gs, ga, gv, gt).flat(), &g.flat(), "gradient");
    }
    let (mut gx, mut gy, mut y) = ([9.0; 2], [9.0; 2], [3.0, 4.0]);
    let (list, s) =
        vector_and_output::vjp_into(&[1.0, 2.0], &mut y, &[0.3, -0.1], 0.7, &[1.0, -2.0], &mut gx, &mut gy, &mut ws);
    let mut again = [3.0, 4.0];
    let (want, g) = vector_and_output::vjp(&[1.0, 2.0], &mut again, &[0.3, -0.1], 0.7, &[1.0, -2.0]);
    bits(&(list, s).flat(), &want.flat(), "value");
    bits(&(gx, gy).flat(), &g.flat(), "weighted gradient");
    bits(&y, &again, "output");
}

#[test]
fn on_numbers_of_other_engines() {
    let x = [0.1, 0.2, 0.3];
    close(&gradient(|x| slice::eval(x), &x), &slice::gradient(&x), "the lifted function on a tape");
    let d = derivative(|t| all_kinds::eval(t, &[t * t, t], [t, t], vec![t, t.sin()], (t, t)), 0.5);
    let by_hand = |t: f64| t * t * t + t * t * t + t * t + t * t.sin() * t;
    let (p, m) = (by_hand(0.5 + 1e-5), by_hand(0.5 - 1e-5));
    assert!((d - (p - m) / 2e-5).abs() < 1e-9, "{d}");
    bits(&[slice::eval(&x)], &[slice(&x)], "on f64");
}

#[differentiable]
fn drawn(x: f64, out: &mut [f64], rows: &mut [Vec<f64>], pairs: &mut [[f64; 2]], last: &mut f64) -> Option<f64> {
    out[0] *= x;
    rows[1][0] *= x;
    pairs[0][1] *= x;
    *last *= x;
    if out[0] > 0.0 { Some(out[0] * rows[1][0] + pairs[0][1] * *last) } else { None }
}

#[test]
fn what_may_not_be_there_beside_what_is_written() {
    let (out, rows, pairs) = ([2.0, f64::NAN], [vec![], vec![3.0]], [[1.0, 5.0]]);
    let run = |x: f64| {
        let (mut out, mut rows, mut pairs, mut last) = (out, rows.clone(), pairs, [7.0]);
        drawn::value_and_gradient(x, &mut out, &mut rows, &mut pairs, &mut last)
    };
    // 6 x^2 + 35 x^2
    let (value, (by_x, by_out, by_rows, by_pairs, by_last)) = run(0.5).unwrap();
    assert_eq!((value, by_x), (10.25, 41.0));
    assert_eq!((by_out, by_rows), (vec![0.75, 0.0], vec![vec![], vec![0.5]]));
    assert_eq!((by_pairs, by_last), (vec![[0.0, 1.75]], vec![1.25]));
    assert!(run(-0.5).is_none());
}

#[differentiable]
fn identity() -> [[f64; 2]; 2] {
    let mut m = [[0.0; 2]; 2];
    for i in 0..2 {
        m[i][i] = 1.0;
    }
    m
}

#[differentiable]
fn turned(a: f64) -> f64 {
    let mut m = identity();
    m[0][1] = -a;
    m[1][0] = a;
    m[0][0] * m[1][1] - m[0][1] * m[1][0]
}

#[test]
fn matrices_are_made_of_nothing() {
    assert_eq!(turned::value_and_gradient(3.0), (10.0, 6.0));
    assert_eq!(identity::eval::<f64>(), identity());
}
