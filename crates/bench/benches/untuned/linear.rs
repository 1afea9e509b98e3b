//! Linear algebra in plain loops.

use wengert::differentiable;

/// The squares of a matrix product's entries, the rows of which are lists.
#[differentiable]
pub(crate) fn product_of_rows(a: &[Vec<f64>], b: &[Vec<f64>]) -> f64 {
    let mut c = vec![vec![0.0; b[0].len()]; a.len()];
    for i in 0..a.len() {
        for k in 0..b.len() {
            for j in 0..b[0].len() {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c.iter().map(|row| row.iter().map(|v| v * v).sum::<f64>()).sum()
}

/// Value and gradient of [`product_of_rows()`].
pub(crate) fn product_of_rows_by_hand(a: &[Vec<f64>], b: &[Vec<f64>], ga: &mut [Vec<f64>], gb: &mut [Vec<f64>]) -> f64 {
    let mut c = vec![vec![0.0; b[0].len()]; a.len()];
    for (a, c) in a.iter().zip(&mut c) {
        for (a, b) in a.iter().zip(b) {
            c.iter_mut().zip(b).for_each(|(c, b)| *c += a * b);
        }
    }
    gb.iter_mut().for_each(|row| row.fill(0.0));
    for ((a, c), ga) in a.iter().zip(&c).zip(ga) {
        for (((a, ga), b), gb) in a.iter().zip(ga).zip(b).zip(&mut *gb) {
            *ga = both(c, *a, b, gb);
        }
    }
    c.iter().map(|row| row.iter().map(|v| v * v).sum::<f64>()).sum()
}

/// One pass over a row of `b` for both adjoints: gives that of an entry of `a`, whose row of the product is `c`.
fn both(c: &[f64], a: f64, b: &[f64], gb: &mut [f64]) -> f64 {
    let mut lanes = [0.0; 4];
    for ((c, b), gb) in c.chunks_exact(4).zip(b.chunks_exact(4)).zip(gb.chunks_exact_mut(4)) {
        for lane in 0..4 {
            lanes[lane] += 2.0 * c[lane] * b[lane];
            gb[lane] += 2.0 * c[lane] * a;
        }
    }
    lanes.iter().sum()
}

/// [`product_of_rows()`], entry by entry.
#[differentiable]
pub(crate) fn product_by_entries(a: &[Vec<f64>], b: &[Vec<f64>]) -> f64 {
    let mut squares = 0.0;
    for i in 0..a.len() {
        for j in 0..b[0].len() {
            let mut s = 0.0;
            for k in 0..b.len() {
                s += a[i][k] * b[k][j];
            }
            squares += s * s;
        }
    }
    squares
}

/// Value and gradient of [`product_by_entries()`].
pub(crate) fn product_by_entries_by_hand(
    a: &[Vec<f64>],
    b: &[Vec<f64>],
    ga: &mut [Vec<f64>],
    gb: &mut [Vec<f64>],
) -> f64 {
    ga.iter_mut().chain(gb.iter_mut()).for_each(|row| row.fill(0.0));
    let mut squares = 0.0;
    for (a, ga) in a.iter().zip(ga) {
        for j in 0..b[0].len() {
            let s: f64 = a.iter().zip(b).map(|(a, b)| a * b[j]).sum();
            squares += s * s;
            for (((a, b), ga), gb) in a.iter().zip(b).zip(&mut *ga).zip(&mut *gb) {
                *ga += 2.0 * s * b[j];
                gb[j] += 2.0 * s * a;
            }
        }
    }
    squares
}

/// [`product_of_rows()`] on arrays of known length.
#[differentiable]
pub(crate) fn product_of_arrays(a: &[[f64; 32]; 32], b: &[[f64; 32]; 32]) -> f64 {
    let mut c = [[0.0; 32]; 32];
    for i in 0..32 {
        for j in 0..32 {
            for k in 0..32 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    let mut squares = 0.0;
    for row in &c {
        for v in row {
            squares += v * v;
        }
    }
    squares
}

/// [`product_of_rows()`] on flat lists.
#[differentiable]
pub(crate) fn product_flat(a: &[f64], b: &[f64], n: usize) -> f64 {
    let mut c = vec![0.0; n * n];
    for i in 0..n {
        for k in 0..n {
            for j in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
    c.iter().map(|v| v * v).sum()
}

/// Value and gradient of [`product_flat()`]: a pass over the rows of `b` for both adjoints.
pub(crate) fn product_by_hand(a: &[f64], b: &[f64], n: usize, ga: &mut [f64], gb: &mut [f64]) -> f64 {
    let mut c = vec![0.0; n * n];
    for (a, c) in a.chunks_exact(n).zip(c.chunks_exact_mut(n)) {
        for (a, b) in a.iter().zip(b.chunks_exact(n)) {
            c.iter_mut().zip(b).for_each(|(c, b)| *c += a * b);
        }
    }
    gb.fill(0.0);
    for ((a, c), ga) in a.chunks_exact(n).zip(c.chunks_exact(n)).zip(ga.chunks_exact_mut(n)) {
        for (((a, ga), b), gb) in a.iter().zip(ga).zip(b.chunks_exact(n)).zip(gb.chunks_exact_mut(n)) {
            *ga = both(c, *a, b, gb);
        }
    }
    c.iter().map(|c| c * c).sum()
}

/// Gaussian elimination with partial pivoting; the squares of the solution.
#[differentiable]
pub(crate) fn elimination(a: &[Vec<f64>], b: &[f64]) -> f64 {
    let n = b.len();
    let mut lu = a.to_vec();
    let mut x = b.to_vec();
    for k in 0..n {
        let mut p = k;
        for i in k + 1..n {
            if lu[i][k].abs() > lu[p][k].abs() {
                p = i;
            }
        }
        lu.swap(k, p);
        x.swap(k, p);
        for i in k + 1..n {
            let m = lu[i][k] / lu[k][k];
            for j in k + 1..n {
                lu[i][j] -= m * lu[k][j];
            }
            x[i] -= m * x[k];
        }
    }
    for i in (0..n).rev() {
        let mut s = x[i];
        for j in i + 1..n {
            s -= lu[i][j] * x[j];
        }
        x[i] = s / lu[i][i];
    }
    x.iter().map(|v| v * v).sum()
}

/// The logarithm of a determinant, by Cholesky's decomposition.
#[differentiable]
pub(crate) fn log_determinant(a: &[f64], n: usize) -> f64 {
    let mut l = vec![0.0; n * n];
    let mut sum = 0.0;
    for j in 0..n {
        for i in j..n {
            let mut s = a[i * n + j];
            for k in 0..j {
                s -= l[i * n + k] * l[j * n + k];
            }
            if i == j {
                l[i * n + j] = s.sqrt();
            } else {
                l[i * n + j] = s / l[j * n + j];
            }
        }
        sum += l[j * n + j].ln();
    }
    2.0 * sum
}

/// Value and gradient of [`log_determinant()`].
pub(crate) fn log_determinant_by_hand(a: &[f64], n: usize, ga: &mut [f64]) -> f64 {
    let mut l = vec![0.0; n * n];
    let mut sum = 0.0;
    for j in 0..n {
        for i in j..n {
            let mut s = a[i * n + j];
            for (p, q) in l[i * n..i * n + j].iter().zip(&l[j * n..j * n + j]) {
                s -= p * q;
            }
            l[i * n + j] = if i == j { s.sqrt() } else { s / l[j * n + j] };
        }
        sum += l[j * n + j].ln();
    }
    // The adjoint of `l` lies where that of `a` is wanted.
    ga.fill(0.0);
    for j in (0..n).rev() {
        let d = l[j * n + j];
        let (above, below) = ga.split_at_mut((j + 1) * n);
        let gj = &mut above[j * n..];
        let lj = &l[j * n..j * n + j];
        gj[j] += 2.0 / d;
        for (gi, li) in below.chunks_exact_mut(n).zip(l[(j + 1) * n..].chunks_exact(n)).rev() {
            gi[j] /= d;
            gj[j] -= gi[j] * li[j];
            let g = gi[j];
            for (((gi, gj), li), lj) in gi.iter_mut().zip(&mut gj[..j]).zip(li).zip(lj) {
                *gi -= g * lj;
                *gj -= g * li;
            }
        }
        gj[j] /= 2.0 * d;
        let g = gj[j];
        gj.iter_mut().zip(lj).for_each(|(gj, lj)| *gj -= 2.0 * g * lj);
    }
    2.0 * sum
}

/// A matrix times a vector.
#[differentiable]
fn times(a: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; a.len()];
    for i in 0..a.len() {
        for j in 0..x.len() {
            y[i] += a[i][j] * x[j];
        }
    }
    y
}

/// The scalar product.
#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(p, q)| p * q).sum()
}

/// So many steps of conjugate gradients; the squares of what they come to.
#[differentiable]
pub(crate) fn conjugate_gradients(a: &[Vec<f64>], b: &[f64], steps: usize) -> f64 {
    let n = b.len();
    let mut x = vec![0.0; n];
    let mut r = b.to_vec();
    let mut p = b.to_vec();
    let mut rr = dot(&r, &r);
    for _ in 0..steps {
        let q = times(a, &p);
        let alpha = rr / dot(&p, &q);
        for i in 0..n {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        let next = dot(&r, &r);
        let beta = next / rr;
        for i in 0..n {
            p[i] = r[i] + beta * p[i];
        }
        rr = next;
    }
    dot(&x, &x)
}

/// A step of [`conjugate_gradients()`]: what its way back reads.
struct Step {
    p: Vec<f64>,
    q: Vec<f64>,
    r: Vec<f64>,
    rr: f64,
    pq: f64,
    alpha: f64,
    beta: f64,
}

/// Value and gradient of [`conjugate_gradients()`].
pub(crate) fn conjugate_gradients_by_hand(
    a: &[Vec<f64>],
    b: &[f64],
    steps: usize,
    ga: &mut [Vec<f64>],
    gb: &mut [f64],
) -> f64 {
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    let add = |x: &mut [f64], s: f64, y: &[f64]| x.iter_mut().zip(y).for_each(|(x, y)| *x += s * y);
    let (mut x, mut r, mut p) = (vec![0.0; b.len()], b.to_vec(), b.to_vec());
    let mut rr = dot(&r, &r);
    let mut taken = Vec::with_capacity(steps);
    for _ in 0..steps {
        let q: Vec<f64> = a.iter().map(|row| dot(row, &p)).collect();
        let pq = dot(&p, &q);
        let alpha = rr / pq;
        add(&mut x, alpha, &p);
        add(&mut r, -alpha, &q);
        let next = dot(&r, &r);
        let beta = next / rr;
        let to = r.iter().zip(&p).map(|(r, p)| r + beta * p).collect();
        taken.push(Step { p: std::mem::replace(&mut p, to), q, r: r.clone(), rr, pq, alpha, beta });
        rr = next;
    }
    ga.iter_mut().for_each(|row| row.fill(0.0));
    let gx: Vec<f64> = x.iter().map(|x| 2.0 * x).collect();
    let (mut gr, mut gp, mut grr) = (vec![0.0; b.len()], vec![0.0; b.len()], 0.0);
    for Step { p, q, r, rr, pq, alpha, beta } in taken.iter().rev() {
        add(&mut gr, 1.0, &gp);
        let gbeta = dot(&gp, p);
        let gnext = grr + gbeta / rr;
        add(&mut gr, 2.0 * gnext, r);
        let galpha = dot(&gx, p) - dot(&gr, q);
        let gpq = -galpha * alpha / pq;
        grr = galpha / pq - gbeta * beta / rr;
        let gq: Vec<f64> = gr.iter().zip(p).map(|(gr, p)| gpq * p - alpha * gr).collect();
        gp.iter_mut().zip(&gx).zip(q).for_each(|((gp, gx), q)| *gp = beta * *gp + alpha * gx + gpq * q);
        for ((row, ga), gq) in a.iter().zip(&mut *ga).zip(gq) {
            add(ga, gq, p);
            add(&mut gp, gq, row);
        }
    }
    gb.iter_mut().zip(&gr).zip(&gp).zip(b).for_each(|(((gb, gr), gp), b)| *gb = gr + gp + 2.0 * grr * b);
    dot(&x, &x)
}
