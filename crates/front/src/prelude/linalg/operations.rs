//! The operations: those with a rule call it.

/// The rules, by the shapes of their matrices and the entries of these; the shape of a matrix that is given stands last.
pub mod intrinsic {
    pub mod linalg {
        use crate::prelude::linalg::{Error, Matrix};

        pub fn matmul(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Matrix<f64> {}
        pub fn transposed_matmul(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Matrix<f64> {}
        pub fn matmul_transposed(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Matrix<f64> {}
        pub fn norm(a_rows: usize, a_columns: usize, a: &[f64]) -> f64 {}
        pub fn solve(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn solve_spd(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn solve_lu(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn solve_lu_transposed(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn lower(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn inverse(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn inverse_spd(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn inverse_lu(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn expm(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn logm(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn sqrtm(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn solve_triangular(kind: usize, a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn expm_multiply(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn pinv(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn softmax(kind: usize, a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Matrix<f64> {}
        pub fn cumulative(kind: usize, a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Matrix<f64> {}
        pub fn covariance(kind: usize, x_rows: usize, x_columns: usize, x: &[f64], y_rows: usize, y_columns: usize, y: &[f64], l_rows: usize, l_columns: usize, l: &[f64], v_rows: usize, v_columns: usize, v: &[f64], p_rows: usize, p_columns: usize, p: &[f64], rows: usize, columns: usize) -> Matrix<f64> {}
        pub fn symmetric_eigenvalues(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn symmetric_eigen(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<Vec<f64>, Error> {}
        pub fn singular_values(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn svd(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<Vec<f64>, Error> {}
        pub fn polar(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn nuclear_norm(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<f64, Error> {}
        pub fn spectral_norm(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<f64, Error> {}
        pub fn ldlt(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<Vec<f64>, Error> {}
        pub fn ln_spd(a_rows: usize, a_columns: usize, a: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn qr(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<Vec<f64>, Error> {}
        pub fn det(a_rows: usize, a_columns: usize, a: &[f64]) -> f64 {}
        pub fn sylvester(a_rows: usize, a_columns: usize, a: &[f64], b_rows: usize, b_columns: usize, b: &[f64], c_rows: usize, c_columns: usize, c: &[f64], rows: usize, columns: usize) -> Result<Matrix<f64>, Error> {}
        pub fn logdet(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<f64, Error> {}
        pub fn logdet_lu(a_rows: usize, a_columns: usize, a: &[f64]) -> Result<f64, Error> {}
        pub fn logdet_spd(a_rows: usize, a_columns: usize, a: &[f64]) -> f64 {}
        pub fn is_spd(a_rows: usize, a_columns: usize, a: &[f64]) -> bool {}
        pub fn is_lu(a_rows: usize, a_columns: usize, a: &[f64]) -> bool {}

        /// An operation that is left to a tape, which has a rule for it.
        pub fn recorded() -> Result<Matrix<f64>, Error> {}

        /// What is there, or an error.
        pub fn when<T>(there: bool, x: T) -> Result<T, Error> {}
    }
}

pub fn trace(a: &Matrix<f64>) -> f64 {
    assert!(a.rows == a.columns, "the trace of a matrix of {} x {}: it is not square", a.rows, a.columns);
    let mut sum = -0.0;
    for i in 0..a.rows {
        sum += a.entries[i + i * a.rows];
    }
    if a.rows == 0 { 0.0 } else { sum }
}

pub fn matmul(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    rule::matmul(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, a.rows, b.columns)
}

pub fn transposed_matmul(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    rule::transposed_matmul(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, a.columns, b.columns)
}

pub fn matmul_transposed(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    rule::matmul_transposed(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, a.rows, b.rows)
}

pub fn outer(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    matmul_transposed(a, b)
}

pub fn dot(a: &Matrix<f64>, b: &Matrix<f64>) -> f64 {
    assert!(
        a.rows == b.rows && a.columns == b.columns,
        "the inner product of matrices of {} x {} and {} x {}", a.rows, a.columns, b.rows, b.columns
    );
    let mut sum = -0.0;
    for k in 0..a.entries.len() {
        sum += a.entries[k] * b.entries[k];
    }
    if a.entries.len() == 0 { 0.0 } else { sum }
}

pub fn quadratic_form(a: &Matrix<f64>, x: &Matrix<f64>) -> f64 {
    assert!(a.rows == a.columns, "the quadratic form of a matrix of {} x {}: it is not square", a.rows, a.columns);
    dot(x, &matmul(a, x))
}

pub fn norm(a: &Matrix<f64>) -> f64 {
    rule::norm(a.rows, a.columns, &a.entries)
}

pub fn solve(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::solve(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
}

/// A positive definite matrix; its factor is found again by its entries.
#[derive(Clone)]
pub struct Cholesky {
    matrix: Matrix<f64>,
}

pub fn cholesky(a: &Matrix<f64>) -> Result<Cholesky, Error> {
    rule::when(rule::is_spd(a.rows, a.columns, &a.entries), Cholesky { matrix: a.clone() })
}

impl Cholesky {
    pub fn lower(&self) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::lower(a.rows, a.columns, &a.entries, a.rows, a.columns)
    }

    pub fn solve(&self, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::solve_spd(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
    }

    pub fn inverse(&self) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::inverse_spd(a.rows, a.columns, &a.entries, a.rows, a.columns)
    }

    pub fn logdet(&self) -> f64 {
        rule::logdet_spd(self.matrix.rows, self.matrix.columns, &self.matrix.entries)
    }
}

/// A matrix that was eliminated; its factors are found again by its entries.
#[derive(Clone)]
pub struct Lu {
    matrix: Matrix<f64>,
}

pub fn lu(a: &Matrix<f64>) -> Result<Lu, Error> {
    rule::when(rule::is_lu(a.rows, a.columns, &a.entries), Lu { matrix: a.clone() })
}

impl Lu {
    pub fn solve(&self, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::solve_lu(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
    }

    pub fn solve_transposed(&self, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::solve_lu_transposed(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
    }

    pub fn inverse(&self) -> Result<Matrix<f64>, Error> {
        let a = &self.matrix;
        rule::inverse_lu(a.rows, a.columns, &a.entries, a.rows, a.columns)
    }

    pub fn det(&self) -> f64 {
        det(&self.matrix)
    }

    pub fn logdet(&self) -> Result<f64, Error> {
        rule::logdet_lu(self.matrix.rows, self.matrix.columns, &self.matrix.entries)
    }
}

pub fn solve_spd(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    assert!(a.rows == a.columns, "the solution of a system of a matrix of {} x {}: it is not square", a.rows, a.columns);
    rule::solve_spd(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
}

pub fn inverse(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::inverse(a.rows, a.columns, &a.entries, a.rows, a.columns)
}

pub fn logdet(a: &Matrix<f64>) -> Result<f64, Error> {
    rule::logdet(a.rows, a.columns, &a.entries)
}

pub fn expm(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::expm(a.rows, a.columns, &a.entries, a.rows, a.columns)
}

pub fn logm(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::logm(a.rows, a.columns, &a.entries, a.rows, a.columns)
}

pub fn sqrtm(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::sqrtm(a.rows, a.columns, &a.entries, a.rows, a.columns)
}

pub fn sylvester(a: &Matrix<f64>, b: &Matrix<f64>, c: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    let (ra, ca, rb, cb) = (a.rows, a.columns, b.rows, b.columns);
    rule::sylvester(ra, ca, &a.entries, rb, cb, &b.entries, c.rows, c.columns, &c.entries, c.rows, c.columns)
}

pub fn lyapunov(a: &Matrix<f64>, c: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    sylvester(a, &a.transposed(), c)
}

/// Which triangle of a matrix is meant, and what of it.
#[derive(Clone, Copy, PartialEq)]
pub struct Triangle {
    pub lower: bool,
    pub transposed: bool,
    pub unit: bool,
}

impl Triangle {
    pub const LOWER: Triangle = Triangle { lower: true, transposed: false, unit: false };
    pub const UPPER: Triangle = Triangle { lower: false, transposed: false, unit: false };

    pub fn transposed(self) -> Triangle {
        Triangle { lower: self.lower, transposed: !self.transposed, unit: self.unit }
    }

    pub fn unit(self) -> Triangle {
        Triangle { lower: self.lower, transposed: self.transposed, unit: true }
    }
}

pub fn solve_triangular(t: Triangle, l: &Matrix<f64>, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    let kind = t.lower as usize + 2 * (t.transposed as usize) + 4 * (t.unit as usize);
    rule::solve_triangular(kind, l.rows, l.columns, &l.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
}

pub fn expm_multiply(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::expm_multiply(a.rows, a.columns, &a.entries, b.rows, b.columns, &b.entries, b.rows, b.columns)
}

pub fn pinv(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::pinv(a.rows, a.columns, &a.entries, a.columns, a.rows)
}

pub fn qr(a: &Matrix<f64>) -> Result<(Matrix<f64>, Matrix<f64>), Error> {
    let (m, n) = (a.rows, a.columns);
    let both = rule::qr(m, n, &a.entries)?;
    Ok((of(m, n, both[..m * n].to_vec()), of(n, n, both[m * n..].to_vec())))
}

pub fn least_squares(a: &Matrix<f64>, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    assert!(
        a.rows == b.rows,
        "a system with a matrix of {} x {} and a right-hand side of {} x {}: other rows", a.rows, a.columns, b.rows, b.columns
    );
    assert!(
        a.rows >= a.columns,
        "least squares with a matrix of {} x {}: many solutions are as good; take `pinv` for the smallest of them", a.rows, a.columns
    );
    let (q, r) = qr(a)?;
    solve_triangular(Triangle::UPPER, &r, &transposed_matmul(&q, b))
}

pub fn det(a: &Matrix<f64>) -> f64 {
    rule::det(a.rows, a.columns, &a.entries)
}

pub fn softmax(x: &Matrix<f64>) -> Matrix<f64> {
    rule::softmax(0, x.rows, x.columns, &x.entries, x.rows, x.columns)
}

pub fn log_softmax(x: &Matrix<f64>) -> Matrix<f64> {
    rule::softmax(1, x.rows, x.columns, &x.entries, x.rows, x.columns)
}

pub fn log_sum_exp(x: &Matrix<f64>) -> Matrix<f64> {
    rule::softmax(2, x.rows, x.columns, &x.entries, 1, x.columns)
}

pub fn cumulative_sum(x: &Matrix<f64>) -> Matrix<f64> {
    rule::cumulative(0, x.rows, x.columns, &x.entries, x.rows, x.columns)
}

pub fn cumulative_product(x: &Matrix<f64>) -> Matrix<f64> {
    rule::cumulative(1, x.rows, x.columns, &x.entries, x.rows, x.columns)
}

/// Kinds of covariances.
#[derive(Clone, Copy, PartialEq)]
pub enum Covariance {
    SquaredExponential,
    Matern12,
    Matern32,
    Matern52,
    Periodic,
}

impl Covariance {
    pub fn matrix(
        self, x: &Matrix<f64>, y: &Matrix<f64>, lengths: &Matrix<f64>, variance: f64, periods: &Matrix<f64>,
    ) -> Matrix<f64> {
        let kind = match self {
            Covariance::SquaredExponential => 0,
            Covariance::Matern12 => 1,
            Covariance::Matern32 => 2,
            Covariance::Matern52 => 3,
            Covariance::Periodic => 4,
        };
        let (l, v, p) = (lengths, [variance], periods);
        rule::covariance(
            kind, x.rows, x.columns, &x.entries, y.rows, y.columns, &y.entries, l.rows, l.columns, &l.entries, 1, 1, &v,
            p.rows, p.columns, &p.entries, x.rows, y.rows,
        )
    }
}

pub fn kron(a: &Matrix<f64>, b: &Matrix<f64>) -> Matrix<f64> {
    let (rows, columns) = (b.rows, b.columns);
    Matrix::from_fn(a.rows * rows, a.columns * columns, |i, j| {
        a.entries[i / rows + j / columns * a.rows] * b.entries[i % rows + j % columns * rows]
    })
}

pub fn shifted(a: &Matrix<f64>, x: f64) -> Matrix<f64> {
    assert!(a.rows == a.columns, "the shift of a matrix of {} x {}: it is not square", a.rows, a.columns);
    let mut entries = a.entries.to_vec();
    for i in 0..a.rows {
        entries[i + i * a.rows] += x;
    }
    of(a.rows, a.columns, entries)
}
