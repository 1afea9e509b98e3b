//! Programs on matrices that are put together in less usual ways.

use wengert::linalg::{
    Covariance, Error, Matrix, Triangle, cholesky, cumulative_product, cumulative_sum, expm_multiply, least_squares,
    log_softmax, log_sum_exp, matmul_transposed, pinv, qr, shifted, softmax, solve, solve_triangular,
    symmetric_eigenvalues,
};
use wengert::prelude::*;

#[derive(Clone, Differentiable)]
pub(crate) struct State {
    pub(crate) mean: Matrix<f64>,
    pub(crate) covariance: Matrix<f64>,
    pub(crate) weight: f64,
}

#[differentiable]
pub(crate) fn predict(s: &State, f: &Matrix<f64>, q: f64) -> State {
    State {
        mean: f * &s.mean,
        covariance: shifted(&(f * &s.covariance * f.transposed()), q),
        weight: s.weight * q.cos(),
    }
}

#[differentiable]
pub(crate) fn twice(s: &State, f: &Matrix<f64>, q: f64) -> f64 {
    let a = predict(s, f, q);
    let b = predict(&a, f, 2.0 * q);
    b.mean.dot(&b.mean) + b.covariance.trace() * b.weight
}

#[differentiable]
pub(crate) fn both(a: &Matrix<f64>, b: &Matrix<f64>) -> (Matrix<f64>, f64) {
    let c = a * b;
    let t = c.trace();
    (c - b, t)
}

#[differentiable]
pub(crate) fn maybe(a: &Matrix<f64>, b: &Matrix<f64>) -> Option<Matrix<f64>> {
    let x = a.solve(b).ok()?;
    if x.norm() > 1e6 { None } else { Some(x * 2.0) }
}

#[differentiable]
pub(crate) fn by_value(a: Matrix<f64>, mut b: Matrix<f64>) -> Matrix<f64> {
    b[(0, 1)] = a[(1, 0)] * b[(0, 0)];
    b *= 6.0;
    b /= 2.0;
    b -= &a;
    b += a.clone();
    let mut last = Matrix::default();
    for x in &mut b {
        *x *= 0.5;
        last = Matrix::column(&[*x]);
    }
    let sum: f64 = last.into_iter().sum();
    -b + a * (1.0 + sum)
}

#[differentiable]
pub(crate) fn closures(a: &Matrix<f64>, x: &[f64]) -> f64 {
    let project = |v: &Matrix<f64>| a * v;
    let mut v = Matrix::column(x);
    for _ in 0..3 {
        v = project(&v).map(|x| x.sin());
    }
    let squared: Vec<f64> = v.iter().map(|x| x * x).collect();
    squared.iter().sum()
}

fn helper(a: &Matrix<f64>, x: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    let y = solve(a, x)?;
    Ok(y + x)
}

#[differentiable]
pub(crate) fn helped(a: &Matrix<f64>, x: &Matrix<f64>) -> Result<f64, Error> {
    let y = helper(a, x)?;
    let z = helper(&a.transposed(), &y)?;
    Ok(z.sum() * y.norm())
}

#[differentiable]
pub(crate) fn marked(a: &Matrix<f64>, k: f64) -> Matrix<f64> {
    k * a * a
}

#[differentiable]
pub(crate) fn calls(a: &Matrix<f64>, k: f64) -> f64 {
    let mut s = a.clone();
    for i in 0..3 {
        s = marked(&s, k / (1.0 + i as f64));
    }
    s.trace()
}

#[derive(Clone, Differentiable)]
pub(crate) struct Layer {
    pub(crate) w: Matrix<f64>,
    pub(crate) b: Vec<f64>,
}

#[differentiable]
impl Layer {
    pub(crate) fn run(&self, x: &Matrix<f64>) -> Matrix<f64> {
        let z = &self.w * x + Matrix::column(&self.b);
        z.map(|z| z.tanh())
    }
}

#[differentiable]
pub(crate) fn deep(layers: &[Layer], x: &Matrix<f64>) -> f64 {
    let mut h = x.clone();
    for layer in layers {
        h = layer.run(&h);
    }
    h.sum()
}

#[differentiable]
pub(crate) fn collected(list: &[f64], n: usize) -> f64 {
    let rows: Vec<Matrix<f64>> = list.chunks(n).map(Matrix::row).collect();
    let mut sum = 0.0;
    for (i, a) in rows.iter().enumerate() {
        for b in &rows[..i] {
            sum += matmul_transposed(a, b)[(0, 0)].powi(2);
        }
    }
    sum
}

#[differentiable]
pub(crate) fn while_it_moves(a: &Matrix<f64>, x: &[f64]) -> f64 {
    let mut v = Matrix::column(x);
    let mut steps = 0;
    while steps < 20 {
        let next = 0.5 * (a * &v) + Matrix::filled(v.rows(), 1, 0.1);
        let moved = (&next - &v).norm();
        v = next;
        steps += 1;
        if moved < 1e-3 {
            break;
        }
    }
    v.sum()
}

#[differentiable]
pub(crate) fn blocks(a: &Matrix<f64>) -> f64 {
    let (mut even, mut odd) = (0.0, 1.0);
    for j in 0..a.columns() {
        let column = a.column_slice(j);
        if j % 2 == 0 {
            even += column.iter().sum::<f64>();
        } else {
            odd *= column[0];
        }
    }
    let shape = a.shape();
    if shape == a.transposed().shape() { even * odd } else { even - odd }
}

#[differentiable]
pub(crate) fn determinants(a: &Matrix<f64>) -> f64 {
    a.det() + a.trace()
}

#[differentiable]
pub(crate) fn spectral(a: &Matrix<f64>) -> f64 {
    symmetric_eigenvalues(a).expect("finite").iter().map(|l| l * l).sum()
}

#[differentiable]
pub(crate) fn ordered(a: &Matrix<f64>, b: &Matrix<f64>) -> f64 {
    let (x, y) = if a.sum() > b.sum() { (a, b) } else { (b, a) };
    (x * y).sum()
}

#[differentiable]
pub(crate) fn checkpointed(a: &Matrix<f64>, x: &[f64], n: usize) -> f64 {
    let mut v = Matrix::column(x);
    #[checkpoint(slots = 3)]
    for _ in 0..n {
        v = (a * &v).map(|x| x.sin());
    }
    v.sum()
}

#[differentiable]
pub(crate) fn constant(#[constant] a: &Matrix<f64>, x: &Matrix<f64>) -> Result<f64, Error> {
    let y = solve(a, x)?;
    let inverse = a.inverse()?;
    Ok(y.dot(x) + (inverse * x).norm() + a.cholesky()?.logdet())
}

#[differentiable]
pub(crate) fn fixed(x: &[f64]) -> Result<f64, Error> {
    let a: Matrix<f64> = Matrix::from_rows([[2.0, 1.0], [1.0, 3.0]]);
    let b = solve(&a, &Matrix::identity(2))?;
    let l = cholesky(&a)?.lower()?;
    Ok((b * Matrix::column(x)).sum() + (l * Matrix::column(x)).norm())
}

#[differentiable]
pub(crate) fn nothing(a: &Matrix<f64>) -> f64 {
    let empty: Matrix<f64> = Matrix::zeros(0, 0);
    a.sum() + empty.sum() + empty.trace() + empty.dot(&empty)
}

#[differentiable]
pub(crate) fn put_together(a: &Matrix<f64>, b: &Matrix<f64>) -> f64 {
    let wide = a.beside(&(a * b));
    let mut whole = wide.above(&wide.map(|x| x * x));
    whole.set_block(1, 2, &(2.0 * b.block(0..2, 1..3)));
    let mut sum = 0.0;
    for (k, x) in (&whole).into_iter().enumerate() {
        sum += k as f64 * x;
    }
    for x in &whole.reshaped(4, 9) {
        sum += x * x;
    }
    sum
}

#[differentiable]
pub(crate) fn triangular(l: &Matrix<f64>, b: &Matrix<f64>) -> Result<f64, Error> {
    let x = solve_triangular(Triangle::LOWER, l, b)?;
    let y = solve_triangular(Triangle::LOWER.transposed(), l, &x)?;
    let z = solve_triangular(Triangle::UPPER.unit(), l, b)?;
    Ok(x.dot(&y) + z.sum())
}

#[differentiable]
pub(crate) fn factors(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<f64, Error> {
    let (q, r) = qr(a)?;
    let x = least_squares(a, b)?;
    Ok(q.sum() + r.diagonal().map(|d| d.ln()).sum::<f64>() + (pinv(a)? * b).dot(&x))
}

#[differentiable]
pub(crate) fn evolved(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<f64, Error> {
    let y = expm_multiply(a, b)?;
    Ok(y.dot(&y) * a.lu()?.det())
}

#[differentiable]
pub(crate) fn columns(x: &Matrix<f64>) -> f64 {
    let entropy: f64 = softmax(x).iter().zip(log_softmax(x).iter()).map(|(p, l)| -p * l).sum();
    entropy + log_sum_exp(x).sum() + cumulative_sum(x).norm() + cumulative_product(x).sum()
}

#[differentiable]
pub(crate) fn covariances(x: &Matrix<f64>, y: &Matrix<f64>, length: f64, variance: f64) -> Result<f64, Error> {
    let (l, p) = (Matrix::filled(1, 1, length), Matrix::filled(1, 1, 2.0));
    let k = Covariance::Matern52.matrix(x, x, &l, variance, &p) + Covariance::Periodic.matrix(x, x, &l, 0.5, &p);
    let factor = shifted(&k, 0.1).cholesky()?;
    Ok(y.dot(&factor.solve(y)?) + factor.logdet())
}

#[differentiable]
pub(crate) fn totalled(all: &[f64]) -> f64 {
    let squares: Matrix<f64> = all.iter().map(|&x| Matrix::from_rows([[x, 1.0], [0.5, x * x]])).sum();
    let list = [squares.clone(), squares.transposed(), Matrix::identity(2)];
    let mut values = symmetric_eigenvalues(&list.iter().sum()).expect("finite");
    values[1] *= values[0];
    for k in 0..2 {
        values[k] += squares.det();
    }
    values[0] * values[1]
}
