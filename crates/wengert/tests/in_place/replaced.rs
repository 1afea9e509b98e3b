//! Small arrays that are replaced as a whole, outside of loops and within them: what they held is there again on the way
//! back, whichever way the loop was left.

use crate::checked;
use wengert::prelude::*;

type Mat = [[f64; 3]; 3];

#[differentiable]
fn product(a: &Mat, b: &Mat) -> Mat {
    let mut c = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            for k in 0..3 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[differentiable]
fn turn(x: f64) -> Mat {
    let (s, c) = x.sin_cos();
    [[c, -s, 0.1], [s, c, 0.2 * x], [0.0, 0.0, 1.0]]
}

#[differentiable]
fn chain(q: &[f64]) -> f64 {
    let mut t = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut sum = 0.0;
    for &x in q {
        t = product(&t, &turn(x));
        sum += t[0][2] * t[1][2];
        if t[0][2] * t[0][2] > 0.1 {
            break;
        }
    }
    sum + t[0][0] * t[1][1]
}

/// The array lives in a loop, is replaced in another one, in part and as a whole.
#[differentiable]
fn within(q: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (k, &x) in q.iter().enumerate() {
        let mut t = turn(x);
        let mut n = 0;
        while n < 3 {
            n += 1;
            if t[0][2] > 0.3 {
                t[1][0] *= 0.5;
                continue;
            }
            t = product(&t, &turn(x * n as f64));
            if k == 2 && n == 2 {
                break;
            }
            let u = t;
            t[0] = [u[1][0] * x, u[1][1], t[2][2] + u[0][0]];
        }
        sum += t[0][0] * t[0][1] + t[1][2] * x + t[2][1];
    }
    sum
}

#[differentiable]
fn early(q: &[f64]) -> f64 {
    let mut v = [1.0, q[0], 0.5];
    for &x in q {
        let w = [v[1] * x, v[2] + v[0] * v[0], v[0].sin()];
        if w[0] > 0.9 {
            return v[0] * v[1] * w[2];
        }
        v = w;
        let r = v[0] * v[1] + v[1] * v[2] + v[2] * v[0] + v[0] * v[0] * v[1];
        v[0] += 0.1 * r;
    }
    v.iter().map(|a| a * a).sum()
}

#[differentiable]
fn in_turns(q: &[f64]) -> f64 {
    let (mut a, mut b) = ([q[0], 1.0, 0.3, 0.2], [0.0; 4]);
    for &x in q {
        for i in 0..4 {
            b[i] = (a[i] * a[(i + 1) % 4] * x + a[i].cos() + a[(i + 2) % 4] * a[i]).sin();
        }
        a = b;
        if x > 0.5 {
            std::mem::swap(&mut a, &mut b);
            b = [a[0] * x, a[1], a[2] * a[3], x];
        }
        a[3] = b[3] * a[0];
    }
    a.iter().sum::<f64>() * b[0] + b[3]
}

#[differentiable]
fn of_a_list(q: &[f64]) -> f64 {
    let mut all = vec![[q[0], q[1]]; 3];
    for (k, &x) in q.iter().enumerate() {
        let (a, b) = (all[k % 3], all[(k + 1) % 3]);
        all[k % 3] = [a[0] * b[1] + x * a[1], a[1] * a[0] * b[0]];
        for r in 0..2 {
            let c = all[r];
            let c = [c[1] * c[0] + x, c[0] * c[1] * c[1]];
            all[2] = [c[0] * all[2][1], c[1]];
        }
    }
    all.iter().map(|a| a[0] * a[1] + a[0]).sum()
}

#[differentiable]
fn covariance(q: &[f64]) -> f64 {
    let mut total = 0.0;
    for &x in q {
        let mut p = [[1.0, 0.1], [0.1, 2.0]];
        for _ in 0..4 {
            let k = [p[0][0] / (p[0][0] + x * x + 1.0), p[0][1] / (p[0][0] + 1.0)];
            p = [
                [p[0][0] - k[0] * p[0][0] + 0.1, p[0][1] - k[0] * p[0][1]],
                [p[1][0] - k[1] * p[0][0] * x, p[1][1] - k[1] * p[0][1]],
            ];
        }
        total += p[0][0] * p[1][1] - p[0][1] * p[1][0];
    }
    total
}

#[test]
fn what_was_replaced_is_there_again() {
    for shift in [-0.3, 0.0, 0.41, 0.9] {
        let q = [0.31, -0.52, 0.77, 0.12, 0.93].map(|x| x + shift);
        checked!(chain, q);
        checked!(within, q);
        checked!(early, q);
        checked!(in_turns, q);
        checked!(of_a_list, q);
        checked!(covariance, q);
    }
}
