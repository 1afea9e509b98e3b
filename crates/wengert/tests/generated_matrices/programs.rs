//! Programs on matrices as they are written in the field.

use wengert::linalg::{self, Error, Matrix};
use wengert::prelude::*;

/// The energy of a structure under a load.
#[differentiable]
pub(crate) fn energy(k: &Matrix<f64>, load: &Matrix<f64>, scale: f64) -> f64 {
    let moved = linalg::solve(k, load).expect("a stiff structure");
    0.5 * moved.dot(&(scale * load))
}

/// The negative log-likelihood of a Gaussian process.
#[differentiable]
pub(crate) fn gaussian_process(t: &[f64], y: &[f64], length: f64, variance: f64, noise: f64) -> Result<f64, Error> {
    let n = t.len();
    let mut k = Matrix::from_fn(n, n, |i, j| variance * (-0.5 * ((t[i] - t[j]) / length).powi(2)).exp());
    for i in 0..n {
        k[(i, i)] += noise;
    }
    let y = Matrix::column(y);
    let factor = k.cholesky()?;
    Ok(0.5 * (y.dot(&factor.solve(&y)?) + factor.logdet()))
}

/// The same where it is there, with one length and noise.
#[differentiable]
pub(crate) fn surely(t: &[f64], y: &[f64], length: f64, noise: f64) -> f64 {
    gaussian_process(t, y, length, 1.0, noise).expect("positive definite")
}

/// The log-likelihood of a linear state space model, by Kalman's filter.
#[differentiable]
pub(crate) fn kalman(f: &Matrix<f64>, q: f64, r: f64, y: &[f64]) -> Result<f64, Error> {
    let n = f.rows();
    let h = Matrix::from_fn(1, n, |_, j| if j == 0 { 1.0 } else { 0.0 });
    let (mut m, mut p) = (Matrix::zeros(n, 1), Matrix::identity(n));
    let noise = q * Matrix::identity(n);
    let mut sum = 0.0;
    for &y in y {
        m = f * &m;
        p = linalg::matmul_transposed(&(f * &p), f) + &noise;
        let ph = linalg::matmul_transposed(&p, &h);
        let s = h.matmul(&ph)[(0, 0)] + r;
        let e = y - h.matmul(&m)[(0, 0)];
        let gain = &ph / s;
        m += e * &gain;
        p -= linalg::matmul_transposed(&gain, &ph);
        sum += 0.5 * (s.ln() + e * e / s);
    }
    Ok(sum)
}

/// The filter with several observations at a time.
#[differentiable]
pub(crate) fn kalman_many(
    f: &Matrix<f64>,
    h: &Matrix<f64>,
    q: &Matrix<f64>,
    r: &Matrix<f64>,
    y: &[f64],
) -> Result<f64, Error> {
    let (n, k) = (f.rows(), h.rows());
    let mut m = Matrix::zeros(n, 1);
    let mut p = Matrix::identity(n);
    let mut sum = 0.0;
    for y in y.chunks_exact(k) {
        m = f.matmul(&m);
        p = f * &p * f.transposed() + q;
        let s = h * &p * h.transposed() + r;
        let e = Matrix::column(y) - h * &m;
        let factor = s.cholesky()?;
        let gain = factor.solve(&(h * &p))?.transposed();
        sum += 0.5 * (factor.logdet() + e.dot(&factor.solve(&e)?));
        m += &gain * &e;
        p -= &gain * h * &p;
    }
    Ok(sum)
}

/// The loss of a ridge regression at its optimum.
#[differentiable]
pub(crate) fn ridge(x: &Matrix<f64>, y: &Matrix<f64>, penalty: f64) -> Result<f64, Error> {
    let gram = linalg::shifted(&linalg::transposed_matmul(x, x), penalty);
    let w = linalg::solve_spd(&gram, &linalg::transposed_matmul(x, y))?;
    let e = x * &w - y;
    Ok(e.dot(&e) + penalty * w.dot(&w))
}

/// The profile likelihood of a mixed model with one variance of the groups.
#[differentiable]
pub(crate) fn mixed(x: &Matrix<f64>, z: &Matrix<f64>, y: &Matrix<f64>, group: f64, error: f64) -> Result<f64, Error> {
    let v = linalg::shifted(&(group.exp() * linalg::matmul_transposed(z, z)), error.exp());
    let factor = v.cholesky()?;
    let vx = factor.solve(x)?;
    let beta = linalg::transposed_matmul(x, &vx).solve(&linalg::transposed_matmul(&vx, y))?;
    let e = y - x * beta;
    Ok(0.5 * (factor.logdet() + e.dot(&factor.solve(&e)?)))
}

/// The cost of a linear-quadratic regulator, by the Riccati recursion.
#[differentiable]
pub(crate) fn regulator(
    a: &Matrix<f64>,
    b: &Matrix<f64>,
    q: &Matrix<f64>,
    r: &Matrix<f64>,
    steps: usize,
) -> Result<f64, Error> {
    let mut p = q.clone();
    for _ in 0..steps {
        let bp = linalg::transposed_matmul(b, &p);
        let gain = (&bp * b + r).solve(&(&bp * a))?;
        p = q + a.transposed() * &p * (a - b * gain);
    }
    Ok(p.trace())
}

/// The transmission of a stack of layers, by transfer matrices of real and imaginary parts.
#[differentiable]
pub(crate) fn layers(indices: &[f64], widths: &[f64], wave: f64) -> f64 {
    let mut m = Matrix::identity(4);
    for (n, d) in indices.iter().zip(widths) {
        let phase = n * d * wave;
        let (s, c) = phase.sin_cos();
        let layer = Matrix::from_rows([
            [c, 0.0, 0.0, -s / n],
            [0.0, c, s / n, 0.0],
            [0.0, -n * s, c, 0.0],
            [n * s, 0.0, 0.0, c],
        ]);
        m = m * layer;
    }
    let t = [m[(0, 0)] + m[(2, 2)] + m[(0, 2)], m[(1, 0)] + m[(3, 2)] + m[(1, 2)]];
    4.0 / (t[0] * t[0] + t[1] * t[1])
}

/// The log-density of a normal distribution by its Cholesky factor's entries.
#[differentiable]
pub(crate) fn normal(x: &[f64], mean: &[f64], factor: &[f64]) -> Result<f64, Error> {
    let n = x.len();
    let mut l = Matrix::zeros(n, n);
    let mut k = 0;
    for i in 0..n {
        for j in 0..i {
            l[(i, j)] = factor[k];
            k += 1;
        }
        l[(i, i)] = factor[k].exp();
        k += 1;
    }
    let e = Matrix::from_fn(n, 1, |i, _| x[i] - mean[i]);
    let u = linalg::solve(&l, &e)?;
    let log: f64 = l.diagonal().map(|d| d.ln()).sum();
    Ok(-0.5 * u.dot(&u) - log - 0.5 * n as f64 * (2.0 * std::f64::consts::PI).ln())
}

/// What a rank-one approximation leaves, by power iterations.
#[differentiable]
pub(crate) fn leading(x: &Matrix<f64>, rounds: usize) -> f64 {
    let c = linalg::transposed_matmul(x, x);
    let mut v = Matrix::filled(c.rows(), 1, 1.0);
    for _ in 0..rounds {
        v = &c * &v;
        let norm = v.norm();
        v = v / norm;
    }
    let rest = x - (x * &v) * v.transposed();
    rest.dot(&rest)
}

/// The state of a Markov chain after some time.
#[differentiable]
pub(crate) fn chain(rates: &[f64], time: f64) -> Result<f64, Error> {
    let n = rates.len() + 1;
    let mut q: Matrix<f64> = Matrix::zeros(n, n);
    for (i, rate) in rates.iter().enumerate() {
        q[(i, i)] -= rate;
        q[(i, i + 1)] += rate;
    }
    let p = linalg::expm(&(time * &q))?;
    Ok(p.row_entries(0).enumerate().map(|(k, p)| k as f64 * p).sum())
}

/// A step of Newton's method on a quadratic form with a quartic part, and the value there.
#[differentiable]
pub(crate) fn newton_step(a: &Matrix<f64>, x: &[f64]) -> Result<f64, Error> {
    let n = x.len();
    let column = Matrix::column(x);
    let gradient = a * &column + Matrix::from_fn(n, 1, |i, _| x[i].powi(3));
    let mut hessian = a.clone();
    for i in 0..n {
        hessian[(i, i)] += 3.0 * x[i] * x[i];
    }
    let next = column - hessian.solve(&gradient)?;
    let quartic: f64 = next.iter().map(|x| x.powi(4)).sum();
    Ok(0.5 * linalg::quadratic_form(a, &next) + 0.25 * quartic)
}

/// A chain of products, as a deep linear network.
#[differentiable]
pub(crate) fn network(layers: &[Matrix<f64>], x: &Matrix<f64>, y: &Matrix<f64>) -> f64 {
    let mut h = x.clone();
    for w in layers {
        h = (w * &h).map(|z| z.tanh());
    }
    let e = h - y;
    e.dot(&e) / y.columns() as f64
}

/// A structure that holds matrices.
#[derive(Clone, Differentiable)]
pub(crate) struct Model {
    pub(crate) weights: Matrix<f64>,
    pub(crate) bias: Matrix<f64>,
    pub(crate) gain: f64,
}

#[differentiable]
pub(crate) fn predicted(model: &Model, x: &Matrix<f64>) -> f64 {
    let y = &model.weights * x + &model.bias;
    model.gain * y.iter().map(|y| y * y).sum::<f64>()
}

/// A result that is a matrix.
#[differentiable]
pub(crate) fn propagated(f: &Matrix<f64>, p: &Matrix<f64>, q: f64) -> Matrix<f64> {
    linalg::shifted(&(f * p * f.transposed()), q)
}

/// The inverse of a covariance, and the logarithm of its determinant, by elimination.
#[differentiable]
pub(crate) fn graphical(c: &Matrix<f64>, s: &Matrix<f64>, penalty: f64) -> Result<f64, Error> {
    let lu = c.lu()?;
    let precision = lu.inverse()?;
    let sparse: f64 = precision.iter().map(|x| (x * x + 1e-3).sqrt()).sum();
    Ok(lu.logdet()? + s.dot(&precision) + penalty * sparse)
}

/// The stationary covariance of a linear process.
#[differentiable]
pub(crate) fn stationary(a: &Matrix<f64>, noise: &Matrix<f64>) -> Result<f64, Error> {
    let x = linalg::lyapunov(a, &-linalg::matmul_transposed(noise, noise))?;
    Ok(linalg::logdet(&x)? + x.norm())
}

/// Blocks that are put together by entries, and read again by rows and columns.
#[differentiable]
pub(crate) fn schur(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<f64, Error> {
    let n = a.rows();
    let whole = Matrix::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
        (true, true) => a[(i, j)],
        (false, false) => a[(i - n, j - n)] + if i == j { 3.0 } else { 0.0 },
        (true, false) => b[(i, j - n)],
        (false, true) => b[(j, i - n)],
    });
    let inverse = whole.inverse()?;
    Ok(inverse.trace() + inverse.column_slice(0).iter().sum::<f64>() + *inverse.get(1, 1).unwrap())
}

/// A branch on data between two ways.
#[differentiable]
pub(crate) fn robust(a: &Matrix<f64>, b: &Matrix<f64>) -> f64 {
    match a.cholesky() {
        Ok(factor) => factor.logdet() + b.sum(),
        Err(_) => a.dot(a) * b.norm(),
    }
}

/// The root and the logarithm of a matrix: a path between covariances.
#[differentiable]
pub(crate) fn path(a: &Matrix<f64>, t: f64) -> Result<f64, Error> {
    let root = linalg::sqrtm(a)?;
    let log = linalg::logm(a)?;
    let between = linalg::expm(&(t * &log))?;
    Ok(between.trace() + root.norm() + linalg::kron(&root, &log).sum())
}
