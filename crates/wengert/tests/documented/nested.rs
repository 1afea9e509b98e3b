//! Arrays of arrays: as locals, parameters, results, arguments; their rows as parts.

use wengert::prelude::*;

#[differentiable]
fn of_lists(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut m = vec![vec![0.0; n]; n + 2];
    for i in 0..n {
        for j in 0..n {
            m[i][j] = a * (i + 2 * j) as f64 + x[i] * x[j];
        }
    }
    m[n] = x.to_vec();
    let mut y = vec![0.0; n];
    for i in 0..n {
        for j in 0..n {
            y[i] += m[i][j] * x[j];
        }
    }
    m.swap(0, n);
    let mut s = 0.0;
    for row in &m {
        for v in row {
            s += v * v;
        }
        s += row.len() as f64 * a;
    }
    for row in m.iter_mut() {
        for v in row.iter_mut() {
            *v *= a;
        }
    }
    for (i, row) in m.iter().enumerate().take(n) {
        s += row[i] * m[i][i..].len() as f64;
    }
    let mut p = m.clone();
    std::mem::swap(&mut m, &mut p);
    for i in 0..n {
        let row = &p[n - 1 - i];
        s += y[i] * row[0] * m[1][i];
    }
    s * m.len() as f64
}

#[differentiable]
fn of_arrays(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let r = [[a.cos(), -a.sin(), 0.0], [a.sin(), a.cos(), 0.0], [0.0, 0.0, 1.0]];
    let mut q = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            for k in 0..3 {
                q[i][j] += r[i][k] * r[k][j];
            }
        }
    }
    let row = q[1];
    q[1] = q[0];
    q[0] = row;
    let copy = q;
    q[2][2] = a;
    let mut s = copy[2][2] * q[1][0] * q[0][1] + q[2][2];
    for i in 0..n {
        let v = [x[i], a, 1.0];
        q[i % 3] = v;
        q[(i + 1) % 3][0] *= v[0];
        s += q[0][0] * q[1][1] - q[2][0];
    }
    s
}

#[differentiable]
fn three_levels(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut c = vec![vec![vec![0.0; n]; 2]; n + 1];
    let mut d = [[[1.0; 2]; 3]; 2];
    for i in 0..n {
        for j in 0..2 {
            for k in 0..n {
                c[i][j][k] = x[k] * (i + j) as f64;
                d[i % 2][j][k % 2] += a * x[i];
            }
        }
    }
    let mut s = 0.0;
    for plane in &c {
        for row in plane {
            for v in row.iter() {
                s += v * v;
            }
        }
    }
    for p in d.iter() {
        s += p[1][1] * p[0][0] * p[2][0];
    }
    s
}

#[differentiable]
fn of_any_lengths(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut m = vec![vec![a, 2.0], x.to_vec(), vec![a * a], vec![]];
    m[0][1] *= a;
    let mut s = 0.0;
    for turn in 0..n {
        m.swap(turn % 4, (turn + 1) % 4);
        for (i, row) in m.iter().enumerate() {
            s += row.len() as f64 * a;
            for v in row {
                s += v * x[turn] * i as f64;
            }
        }
    }
    let p = m.clone();
    for row in p.iter().rev() {
        for v in row.iter().skip(1) {
            s += v * v;
        }
    }
    s
}

#[differentiable]
fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut c = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[differentiable]
fn outer(x: &[f64], a: f64) -> Vec<Vec<f64>> {
    let mut m = vec![vec![a; x.len()]; x.len()];
    for i in 0..x.len() {
        for j in 0..x.len() {
            m[i][j] += x[i] * x[j] * (1 + i) as f64;
        }
    }
    m
}

#[differentiable]
fn scaled(m: &mut [Vec<f64>], k: &[f64; 2]) {
    for (i, row) in m.iter_mut().enumerate() {
        for v in row.iter_mut() {
            *v *= k[i % 2];
        }
    }
    m.swap(0, 1);
}

#[differentiable]
fn product3(a: &[[f64; 2]; 2], b: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let mut c = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[differentiable]
fn any_product<const N: usize>(a: [[f64; N]; N], b: &[[f64; N]]) -> [[f64; N]; N] {
    let mut c = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..N {
            for k in 0..N {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[differentiable]
fn moved(p: &mut [[f64; 2]], w: Vec<[f64; 2]>) -> (f64, Vec<[f64; 2]>) {
    let mut s = 0.0;
    for (q, r) in p.iter_mut().zip(&w) {
        q[0] += r[1] * q[1];
        s += q[0] * q[1];
    }
    p.swap(0, 2);
    let mut w = w;
    w[1][0] *= s;
    (s, w)
}

#[differentiable]
fn rotated(mut m: Vec<Vec<f64>>, a: f64) -> Vec<Vec<f64>> {
    let n = m.len();
    for i in 1..n {
        m.swap(i - 1, i);
    }
    for row in &mut m {
        for v in row {
            *v *= a;
        }
    }
    m
}

#[differentiable]
fn row_sum(row: &[f64], a: f64) -> f64 {
    let mut s = a;
    for v in row {
        s += v * v;
    }
    s
}

#[differentiable]
fn calls(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let m: Vec<Vec<f64>> = outer(x, a);
    let c = product(&m, &m);
    let mut s = 0.0;
    for i in 0..n {
        s += row_sum(&c[i], a) + row_sum(&c[i][..i], a) * c[i][0];
    }
    let turned: Vec<Vec<f64>> = rotated(m, a);
    for i in 0..n {
        s += turned[i][0] * x[i];
    }
    let mut g = vec![vec![a, 1.0], vec![a; 2], vec![]];
    scaled(&mut g[..2], &[a, 3.0]);
    s + g[0][1] * g[1][0]
}

#[differentiable]
fn calls_of_arrays(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut r = [[a, 1.0], [0.5, a * a]];
    let mut s = 0.0;
    for i in 0..n {
        let turn: [[f64; 2]; 2] = product3(&r, [[1.0, x[i]], [0.0, a]]);
        r = turn;
        let more: [[f64; 2]; 2] = any_product::<2>(r, &r);
        s += more[0][1] - 0.1 * more[1][0];
        r[1][0] *= 0.5;
    }
    let mut p = vec![[a, 1.0], [2.0, a], [a * a, 3.0]];
    let (t, w): (f64, Vec<[f64; 2]>) = moved(&mut p, vec![[a; 2]; 3]);
    s + t + w[1][0] + p[0][1] * p[2][0] + r[0][0]
}

crate::programs! {
    of_lists of_arrays three_levels of_any_lengths calls calls_of_arrays
}

/// The derivatives of functions on arrays of arrays have their shapes, and each row its derivative.
#[test]
fn shapes() {
    let m = [vec![1.0, 2.0], vec![3.0, -1.0]];
    let one = [vec![1.0, 0.0], vec![0.0, 1.0]];
    let (c, (ga, gb)) = product::vjp(&m, &m, &one);
    assert_eq!(c, [[7.0, 0.0], [0.0, 7.0]]);
    assert_eq!((ga, gb), (vec![vec![1.0, 3.0], vec![2.0, -1.0]], vec![vec![1.0, 3.0], vec![2.0, -1.0]]));
    let (_, d) = product::jvp(&m, &m, &m, &m);
    assert_eq!(d, [[14.0, 0.0], [0.0, 14.0]]);
    let (mut ga, mut gb) = (m.clone(), m.clone());
    product::vjp_into(&m, &m, &one, &mut ga, &mut gb, &mut Workspace::new());
    assert_eq!((&ga[0], &gb[1]), (&vec![1.0, 3.0], &vec![2.0, -1.0]));
    assert_eq!(product::jacobian(&m, &m).as_slice()[..8], [1.0, 3.0, 0.0, 0.0, 1.0, 0.0, 2.0, 0.0]);

    let mut p = m.clone();
    let ((), (gm, gk)) = scaled::vjp(&mut p, &[2.0, 3.0], &m);
    assert_eq!(p, [[9.0, -3.0], [2.0, 4.0]]);
    assert_eq!((gm, gk), (vec![vec![6.0, -2.0], vec![3.0, 6.0]], [1.0, 1.0]));
    let mut p = m.clone();
    assert_eq!(scaled::jvp(&mut p, &[2.0, 3.0], &m, &[1.0, 1.0]), ((), vec![vec![12.0, -4.0], vec![3.0, 6.0]]));

    let r = [[1.0, 2.0], [3.0, -1.0]];
    let (c, (ga, gb)) = product3::vjp(&r, r, &r);
    assert_eq!(c, [[7.0, 0.0], [0.0, 7.0]]);
    assert_eq!((ga, gb), ([[5.0, 1.0], [1.0, 10.0]], [[10.0, -1.0], [-1.0, 5.0]]));
    assert_eq!(any_product::vjp(r, &r, &r), (c, (ga, gb.to_vec())));

    let rows = vec![vec![1.0, 2.0], vec![], vec![3.0]];
    let (y, (gm, ga)) = rotated::vjp(rows.clone(), 2.0, &[vec![], vec![5.0], vec![1.0, 7.0]]);
    assert_eq!(y, [vec![], vec![6.0], vec![2.0, 4.0]]);
    assert_eq!((gm, ga), (vec![vec![2.0, 14.0], vec![], vec![10.0]], 15.0 + 15.0));
}

#[differentiable]
fn cubes(m: &[Vec<Vec<f64>>], k: &[Vec<[f64; 2]>], a: f64) -> f64 {
    let mut s = 0.0;
    for p in m {
        for q in p {
            for v in q {
                s += v * v * v;
            }
        }
    }
    for i in 0..k.len() {
        for j in 0..k[i].len() {
            s += k[i][j][0] * k[i][j][1] * m[0][0][0] * a;
        }
    }
    s
}

/// Three levels, rows of any lengths, every derivative of a single result.
#[test]
fn deep_shapes() {
    let (m, k) = ([vec![vec![1.0, 2.0], vec![]], vec![], vec![vec![3.0]]], [vec![[1.0, 2.0]], vec![]]);
    let (value, (gm, gk, ga)) = cubes::value_and_gradient(&m, &k, 0.5);
    assert_eq!(value, cubes(&m, &k, 0.5));
    assert_eq!(gm, [vec![vec![4.0, 12.0], vec![]], vec![], vec![vec![27.0]]]);
    assert_eq!((gk, ga), (vec![vec![[1.0, 0.5]], vec![]], 2.0));
    let (mut tm, mut tk, mut ta) = (m.clone(), k.clone(), 0.0);
    cubes::value_and_gradient_into(&m, &k, 0.5, &mut tm, &mut tk, &mut ta, &mut Workspace::new());
    assert_eq!((&tm[0][0], &tk[0], ta), (&vec![4.0, 12.0], &vec![[1.0, 0.5]], 2.0));
    let (hm, hk, ha) = cubes::hvp(&m, &k, 0.5, &m, &k, 1.0);
    assert_eq!(hm, [vec![vec![6.0 + 2.0 + 2.0, 24.0], vec![]], vec![], vec![vec![54.0]]]);
    assert_eq!((hk, ha), (vec![vec![[4.0, 2.0]], vec![]], 6.0));
    let h = cubes::hessian(&m, &k, 0.5);
    assert_eq!((h[(0, 0)], h[(2, 2)], h[(0, 5)], h[(3, 4)]), (6.0, 18.0, 2.0, 0.5));
    let f = cubes::function(&m, &k, 0.5);
    let at = [1.0, 2.0, 3.0, 1.0, 2.0, 0.5];
    assert_eq!(wengert::Differentiate::jacobian(&f, &at).as_slice(), [4.0, 12.0, 27.0, 1.0, 0.5, 2.0]);
    let short = [vec![vec![1.0]], vec![], vec![vec![3.0]]];
    let panic = std::panic::catch_unwind(|| cubes::hvp(&m, &k, 0.5, &short, &k, 1.0)).expect_err("other lengths");
    let text = panic.downcast_ref::<String>().expect("a text");
    assert_eq!(text, "`m` has 2 elements, its gradient, direction or weights have 1: make them as long");
}
