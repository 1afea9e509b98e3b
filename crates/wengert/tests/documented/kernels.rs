//! Loops as linear algebra and grids have them: rows side by side, elements that are written once and read often, short
//! arrays made in every iteration.

use wengert::prelude::*;

/// An entry of a matrix that is positive definite.
fn entry(n: usize, i: usize, j: usize) -> f64 {
    if i == j { (2 * n) as f64 } else { 1.0 / (1 + i + j) as f64 }
}

#[differentiable]
fn decomposed(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let m = n + 6;
    let mut l = vec![0.0; m * m];
    for i in 0..m {
        for j in 0..=i {
            l[i * m + j] = entry(m, i, j);
        }
    }
    for i in 0..n {
        l[i * m + i] += x[i] * x[i];
        l[(i + 1) * m + i] += a * x[i];
    }
    let mut sum = 0.0;
    for j in 0..m {
        for i in j..m {
            let mut s = l[i * m + j];
            for k in 0..j {
                s -= l[i * m + k] * l[j * m + k];
            }
            l[i * m + j] = if i == j { s.sqrt() } else { s / l[j * m + j] };
        }
        sum += l[j * m + j].ln() / 3.0;
    }
    sum * a
}

#[differentiable]
fn decomposed_rows(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let m = n + 5;
    let mut k = vec![vec![0.0; m]; m];
    for i in 0..m {
        for j in 0..=i {
            k[i][j] = entry(m, i, j) + a * 0.1;
        }
    }
    for i in 0..n {
        k[i][i] += x[i] * x[i];
    }
    let mut z = vec![0.0; m];
    let mut loss = 0.0;
    for i in 0..m {
        for j in 0..i {
            let mut s = k[i][j];
            for p in 0..j {
                s -= k[i][p] * k[j][p];
            }
            k[i][j] = s / k[j][j];
        }
        let mut s = k[i][i];
        let mut t = a * (i as f64).cos();
        for p in 0..i {
            s -= k[i][p] * k[i][p];
            t -= k[i][p] * z[p];
        }
        k[i][i] = s.sqrt();
        z[i] = t / k[i][i];
        loss += k[i][i].ln() + 0.5 * z[i] * z[i];
    }
    loss
}

#[differentiable]
fn written_once(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let m = 2 * n + 1;
    let mut v = vec![0.5; m];
    let mut s = 0.0;
    for i in 0..n {
        v[i] = x[i] * a;
        v[i + n] += x[i] - a;
        v[m - 1] -= v[i] * 0.1;
        v.swap(i, m - 1);
        for j in 0..m {
            for k in 0..m {
                s += v[j] * v[k] * v[(j + k) % m];
            }
        }
    }
    for j in 0..m {
        s += v[j] * v[j];
    }
    s * v[0]
}

#[differentiable]
fn grid(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let w = n + 5;
    let mut u = vec![a; w * w];
    for i in 0..n {
        u[(i + 1) * w + i + 2] = x[i];
        u[(i + 2) * w + i] = x[i] * a;
    }
    let mut next = u.clone();
    for _ in 0..3 {
        for i in 1..w - 1 {
            for j in 1..w - 1 {
                let p = i * w + j;
                let flow = u[p - 1] + u[p + 1] + u[p - w] + u[p + w] - 4.0 * u[p];
                next[p] = u[p] + 0.1 * flow * u[p - 1];
            }
        }
        std::mem::swap(&mut u, &mut next);
    }
    let mut s = 0.0;
    for p in w..w * (w - 1) {
        s += u[p] * u[p + w] * u[p - w] + u[p - 1] * u[p + 1];
    }
    s / (w * w) as f64
}

#[differentiable]
fn products(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let (p, q, r) = (n + 1, 2 * n + 3, n + 6);
    let mut left = vec![vec![a; q]; p];
    let mut right = vec![vec![0.0; r]; q];
    for i in 0..n {
        left[i][i] = x[i];
        for j in 0..r {
            right[i][j] = x[i] * j as f64 * 0.1;
            right[i + n][j] = a + x[i];
        }
    }
    let mut c = vec![vec![0.0; r]; p];
    for i in 0..p {
        for k in 0..q {
            for j in 0..r {
                c[i][j] += left[i][k] * right[k][j];
            }
        }
    }
    let mut s = 0.0;
    for i in 0..p {
        for j in 0..r {
            let mut t = 0.0;
            for k in 0..q {
                t += left[i][k] * right[k][j];
            }
            s += t * c[i][j].sin();
        }
    }
    s
}

#[differentiable]
fn turned(v: [f64; 3], by: [f64; 3]) -> [f64; 3] {
    [v[1] * by[2] - v[2] * by[1], v[2] * by[0] - v[0] * by[2], v[0] * by[1] - v[1] * by[0]]
}

#[differentiable]
fn short(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = a;
    let mut v = vec![[0.1, a, -a]; n + 1];
    for i in 0..n {
        let axis = [x[i], a, s * 0.1];
        let mut e = [0.0; 2];
        for k in 0..3 {
            v[i][k] += axis[k] * a;
            v[i + 1][k] -= axis[k] * s;
        }
        if x[i] > 0.0 {
            let spin = [s, x[i] * x[i], 1.0];
            let turn = turned(v[i], spin);
            for k in 0..3 {
                s += turn[k] * spin[k] * axis[k];
            }
            let back = turned(spin, axis);
            s += back[1] * 0.2;
        } else {
            e[1] = axis[0] * s;
        }
        s = (s + e[1] / 7.0).sin() + 2.0_f64.powf(a) / 5.0;
    }
    s
}

#[differentiable]
fn rows_of_rows(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        let (p, q) = ([x[i], a], [a * a, 1.0]);
        let mut d = [p, q, [x[i] * a, 0.5]];
        for r in 1..3 {
            for j in (r..3).rev() {
                for k in 0..2 {
                    d[j][k] = 0.3 * d[j - 1][k] + 0.7 * d[j][k] * a;
                }
            }
        }
        s += d[2][0] * d[2][1] + d[1][0];
    }
    s
}

programs!(decomposed decomposed_rows written_once grid products short rows_of_rows);

#[differentiable]
fn too_far(x: &[f64], m: &[Vec<f64>], width: usize) -> f64 {
    let mut y = vec![0.0; m.len()];
    for i in 0..m.len() {
        for j in 0..width {
            y[i] += m[i][j] * x[j];
        }
    }
    y.iter().map(|v| v * v).sum()
}

/// Where indices are checked before a loop, they are checked all the same.
#[test]
fn what_lies_outside_a_row_is_not_read() {
    let m = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
    let x = [0.5; 6];
    assert_eq!(too_far::gradient(&x, &m, 2).1, vec![vec![1.5, 1.5], vec![3.5, 3.5]]);
    for width in 3..6 {
        assert!(std::panic::catch_unwind(|| too_far(&x, &m, width)).is_err());
        assert!(std::panic::catch_unwind(|| too_far::gradient(&x, &m, width)).is_err(), "{width}");
        assert!(std::panic::catch_unwind(|| too_far::jvp(&x, &m, width, &x, &m)).is_err(), "{width}");
    }
    assert!(std::panic::catch_unwind(|| too_far::gradient(&x[..1], &m, 2)).is_err());
}
