//! A Kalman filter with matrices of fixed size.

use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub(super) struct Matrix<const R: usize, const C: usize> {
    pub(super) d: [[f64; C]; R],
}

impl<const R: usize, const C: usize> Matrix<R, C> {
    pub(super) fn zeros() -> Self {
        Matrix { d: [[0.0; C]; R] }
    }
    pub(super) fn transpose(&self) -> Matrix<C, R> {
        let mut t = Matrix::<C, R>::zeros();
        for i in 0..R {
            for j in 0..C {
                t.d[j][i] = self.d[i][j];
            }
        }
        t
    }
    pub(super) fn matmul<const K: usize>(&self, o: &Matrix<C, K>) -> Matrix<R, K> {
        let mut m = Matrix::<R, K>::zeros();
        for i in 0..R {
            for j in 0..K {
                m.d[i][j] = (0..C).map(|k| self.d[i][k] * o.d[k][j]).sum();
            }
        }
        m
    }
    pub(super) fn add(&self, o: &Self) -> Self {
        let mut m = self.clone();
        for (row, other) in m.d.iter_mut().zip(o.d.iter()) {
            for (a, b) in row.iter_mut().zip(other) {
                *a += *b;
            }
        }
        m
    }
}

impl Matrix<2, 2> {
    pub(super) fn inverse(&self) -> (Self, f64) {
        let [[a, b], [c, e]] = self.d;
        let det = a * e - b * c;
        (Matrix { d: [[e / det, -b / det], [-c / det, a / det]] }, det)
    }
}

#[differentiable]
pub(super) fn kalman(
    process_noise: f64,
    measurement_noise: f64,
    x0: &[f64; 4],
    #[constant] measurements: &[[f64; 2]],
    dt: f64,
) -> f64 {
    let f =
        Matrix::<4, 4> { d: [[1.0, 0.0, dt, 0.0], [0.0, 1.0, 0.0, dt], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]] };
    let h = Matrix::<2, 4> { d: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]] };
    let mut q = Matrix::<4, 4>::zeros();
    for i in 0..4 {
        q.d[i][i] = process_noise;
    }
    let r = Matrix { d: [[measurement_noise, 0.0], [0.0, measurement_noise]] };
    let mut x = Matrix::<4, 1> { d: x0.map(|v| [v]) };
    let mut p = Matrix::<4, 4>::zeros();
    for i in 0..4 {
        p.d[i][i] = 1.0;
    }
    let mut ll = 0.0;
    for z in measurements {
        x = f.matmul(&x);
        p = f.matmul(&p).matmul(&f.transpose()).add(&q);
        let s = h.matmul(&p).matmul(&h.transpose()).add(&r);
        let (s_inv, det) = s.inverse();
        let hx = h.matmul(&x);
        let y = Matrix::<2, 1> { d: [[z[0] - hx.d[0][0]], [z[1] - hx.d[1][0]]] };
        let k = p.matmul(&h.transpose()).matmul(&s_inv);
        x = x.add(&k.matmul(&y));
        let kh = k.matmul(&h);
        let mut i_kh = Matrix::<4, 4>::zeros();
        for i in 0..4 {
            for j in 0..4 {
                i_kh.d[i][j] = if i == j { 1.0 } else { 0.0 } - kh.d[i][j];
            }
        }
        p = i_kh.matmul(&p);
        let maha = y.transpose().matmul(&s_inv).matmul(&y).d[0][0];
        ll -= 0.5 * (maha + det.ln() + 2.0 * (2.0 * std::f64::consts::PI).ln());
    }
    ll
}
