//! Losses on one operation each, with their adjoints by hand.

use crate::{Loss, noise, positive};
use wengert::Number;
use wengert::linalg::{
    Mask, Matrix, Triangle, dot, matmul, matmul_transposed, outer, solve_triangular, svd, symmetric_eigen,
    transposed_matmul,
};

fn weight<T: Number<Scalar = f64>>(y: &Matrix<T>) -> T {
    dot(&Matrix::constant(&noise(y.rows(), y.columns(), 77)), y)
}

fn weights(y: &Matrix) -> Matrix {
    noise(y.rows(), y.columns(), 77)
}

pub(crate) struct MatMul;
impl Loss for MatMul {
    fn name(&self) -> &'static str {
        "matmul"
    }
    fn inputs(&self, n: usize) -> Vec<Matrix> {
        vec![noise(n, n, 1), noise(n, n, 2), noise(n, n, 3)]
    }
    fn value<T: Number<Scalar = f64>>(&self, x: &[Matrix<T>]) -> T {
        dot(&x[2], &matmul(&x[0], &x[1]))
    }
    fn by_hand(&self, x: &[Matrix]) -> (f64, Vec<Matrix>) {
        let y = matmul(&x[0], &x[1]);
        let value = dot(&x[2], &y);
        (value, vec![matmul_transposed(&x[2], &x[1]), transposed_matmul(&x[0], &x[2]), y])
    }
}

pub(crate) struct Spd;
impl Loss for Spd {
    fn name(&self) -> &'static str {
        "spd+logdet"
    }
    fn inputs(&self, n: usize) -> Vec<Matrix> {
        vec![positive(n, 1), noise(n, 1, 2)]
    }
    fn value<T: Number<Scalar = f64>>(&self, x: &[Matrix<T>]) -> T {
        let a = x[0].cholesky().expect("positive definite");
        dot(&x[1], &a.solve(&x[1]).expect("positive definite")) + a.logdet()
    }
    fn by_hand(&self, x: &[Matrix]) -> (f64, Vec<Matrix>) {
        let a = x[0].cholesky().expect("positive definite");
        let y = a.solve(&x[1]).expect("positive definite");
        let value = dot(&x[1], &y) + a.logdet();
        (value, vec![a.inverse().expect("positive definite") - outer(&y, &y), 2.0 * y])
    }
}

pub(crate) struct Cholesky;
impl Loss for Cholesky {
    fn name(&self) -> &'static str {
        "cholesky"
    }
    fn inputs(&self, n: usize) -> Vec<Matrix> {
        vec![positive(n, 1), noise(n, n, 2)]
    }
    fn value<T: Number<Scalar = f64>>(&self, x: &[Matrix<T>]) -> T {
        dot(&x[1], &x[0].cholesky().and_then(|a| a.lower()).expect("positive definite"))
    }
    fn by_hand(&self, x: &[Matrix]) -> (f64, Vec<Matrix>) {
        let l = x[0].cholesky().and_then(|a| a.lower()).expect("positive definite");
        let value = dot(&x[1], &l);
        let p = Mask::LowerHalf.of(&transposed_matmul(&l, &x[1]));
        let upper = Triangle::LOWER.transposed();
        let left = solve_triangular(upper, &l, &p).expect("regular");
        let both = solve_triangular(upper, &l, &left.transposed()).expect("regular");
        (value, vec![Mask::Symmetric.of(&both), l])
    }
}

pub(crate) struct Solve;
impl Loss for Solve {
    fn name(&self) -> &'static str {
        "solve"
    }
    fn inputs(&self, n: usize) -> Vec<Matrix> {
        vec![noise(n, n, 1) + (n as f64).sqrt() * Matrix::<f64>::identity(n), noise(n, 1, 2)]
    }
    fn value<T: Number<Scalar = f64>>(&self, x: &[Matrix<T>]) -> T {
        weight(&x[0].solve(&x[1]).expect("regular"))
    }
    fn by_hand(&self, x: &[Matrix]) -> (f64, Vec<Matrix>) {
        let a = x[0].lu().expect("finite");
        let y = a.solve(&x[1]).expect("regular");
        let w = weights(&y);
        let back = a.solve_transposed(&w).expect("regular");
        (dot(&w, &y), vec![-outer(&back, &y), back])
    }
}

pub(crate) struct Eigen;
impl Loss for Eigen {
    fn name(&self) -> &'static str {
        "eigen"
    }
    fn inputs(&self, n: usize) -> Vec<Matrix> {
        vec![positive(n, 1)]
    }
    fn value<T: Number<Scalar = f64>>(&self, x: &[Matrix<T>]) -> T {
        let (values, vectors) = symmetric_eigen(&x[0]).expect("finite");
        weight(&values) + weight(&vectors)
    }
    fn by_hand(&self, x: &[Matrix]) -> (f64, Vec<Matrix>) {
        let (values, v) = symmetric_eigen(&x[0]).expect("finite");
        let (by_values, by_vectors) = (weights(&values), weights(&v));
        let k = transposed_matmul(&v, &by_vectors);
        let l = values.as_slice();
        let s = Matrix::from_fn(l.len(), l.len(), |i, j| match i == j {
            true => by_values[(i, 0)],
            false => 0.5 * (k[(i, j)] - k[(j, i)]) / (l[j] - l[i]),
        });
        let value = dot(&by_values, &values) + dot(&by_vectors, &v);
        (value, vec![matmul_transposed(&matmul(&v, &s), &v)])
    }
}

pub(crate) struct Svd;
impl Loss for Svd {
    fn name(&self) -> &'static str {
        "svd"
    }
    fn inputs(&self, n: usize) -> Vec<Matrix> {
        vec![noise(n, n, 5)]
    }
    fn value<T: Number<Scalar = f64>>(&self, x: &[Matrix<T>]) -> T {
        let (u, s, v) = svd(&x[0]).expect("finite");
        weight(&u) + weight(&s) + weight(&v)
    }
    fn by_hand(&self, x: &[Matrix]) -> (f64, Vec<Matrix>) {
        let (u, s, v) = svd(&x[0]).expect("finite");
        let [by_u, by_s, by_v] = [&u, &s, &v].map(weights);
        let value = dot(&by_u, &u) + dot(&by_s, &s) + dot(&by_v, &v);
        let (ku, kv) = (transposed_matmul(&u, &by_u), transposed_matmul(&v, &by_v));
        let sigma = s.as_slice();
        let p = Matrix::from_fn(sigma.len(), sigma.len(), |i, j| {
            if i == j {
                return by_s[(i, 0)];
            }
            let (a, b) = (ku[(i, j)] - ku[(j, i)], kv[(i, j)] - kv[(j, i)]);
            (a * sigma[j] + b * sigma[i]) / (sigma[j] * sigma[j] - sigma[i] * sigma[i])
        });
        (value, vec![matmul_transposed(&matmul(&u, &p), &v)])
    }
}
