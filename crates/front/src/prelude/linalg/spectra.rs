//! Eigenvalues, singular values, and what is known by them; L D L^T.

/// The part of a list from a place on, as a matrix.
fn part_of(list: &[f64], start: usize, rows: usize, columns: usize) -> Matrix<f64> {
    of(rows, columns, list[start..start + rows * columns].to_vec())
}

pub fn symmetric_eigenvalues(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::symmetric_eigenvalues(a.rows, a.columns, &a.entries, a.rows, 1)
}

pub fn symmetric_eigen(a: &Matrix<f64>) -> Result<(Matrix<f64>, Matrix<f64>), Error> {
    let n = a.rows;
    let both = rule::symmetric_eigen(n, a.columns, &a.entries)?;
    Ok((part_of(&both, 0, n, 1), part_of(&both, n, n, n)))
}

pub fn singular_values(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    if a.rows < a.columns {
        let turned = a.transposed();
        rule::singular_values(turned.rows, turned.columns, &turned.entries, a.rows, 1)
    } else {
        rule::singular_values(a.rows, a.columns, &a.entries, a.columns, 1)
    }
}

fn svd_of_tall(a: &Matrix<f64>) -> Result<(Matrix<f64>, Matrix<f64>, Matrix<f64>), Error> {
    let (m, n) = (a.rows, a.columns);
    let all = rule::svd(m, n, &a.entries)?;
    Ok((part_of(&all, 0, m, n), part_of(&all, m * n, n, 1), part_of(&all, m * n + n, n, n)))
}

pub fn svd(a: &Matrix<f64>) -> Result<(Matrix<f64>, Matrix<f64>, Matrix<f64>), Error> {
    if a.rows < a.columns {
        let (v, s, u) = svd_of_tall(&a.transposed())?;
        Ok((u, s, v))
    } else {
        svd_of_tall(a)
    }
}

pub fn symmetric_function<F: Fn(usize, f64) -> f64>(a: &Matrix<f64>, f: F) -> Result<Matrix<f64>, Error> {
    rule::recorded()
}

pub fn spectral_projector(a: &Matrix<f64>, values: Range<f64>) -> Result<Matrix<f64>, Error> {
    rule::recorded()
}

pub fn power_spd(a: &Matrix<f64>, p: f64) -> Result<Matrix<f64>, Error> {
    rule::recorded()
}

pub fn spectral_norm(a: &Matrix<f64>) -> Result<f64, Error> {
    if a.rows < 2 || a.columns < 2 {
        Ok(norm(a))
    } else if a.rows < a.columns {
        let turned = a.transposed();
        rule::spectral_norm(turned.rows, turned.columns, &turned.entries)
    } else {
        rule::spectral_norm(a.rows, a.columns, &a.entries)
    }
}

pub fn nuclear_norm(a: &Matrix<f64>) -> Result<f64, Error> {
    if a.rows < a.columns {
        let turned = a.transposed();
        rule::nuclear_norm(turned.rows, turned.columns, &turned.entries)
    } else {
        rule::nuclear_norm(a.rows, a.columns, &a.entries)
    }
}

pub fn polar(a: &Matrix<f64>) -> Result<(Matrix<f64>, Matrix<f64>), Error> {
    let u = rule::polar(a.rows, a.columns, &a.entries, a.rows, a.columns)?;
    let h = transposed_matmul(&u, a);
    let n = a.columns;
    let mut entries = vec![0.0; n * n];
    for j in 0..n {
        entries[j + j * n] = h.entries[j + j * n];
        for i in j + 1..n {
            let mean = (h.entries[i + j * n] + h.entries[j + i * n]) * 0.5;
            entries[i + j * n] = mean;
            entries[j + i * n] = mean;
        }
    }
    Ok((u, of(n, n, entries)))
}

pub fn ln_spd(a: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
    rule::ln_spd(a.rows, a.columns, &a.entries, a.rows, a.columns)
}

/// A symmetric matrix as L D L^T.
#[derive(Clone)]
pub struct Ldlt {
    lower: Matrix<f64>,
    diagonal: Matrix<f64>,
}

pub fn ldlt(a: &Matrix<f64>) -> Result<Ldlt, Error> {
    let n = a.rows;
    let both = rule::ldlt(n, a.columns, &a.entries)?;
    Ok(Ldlt { lower: part_of(&both, 0, n, n), diagonal: part_of(&both, n * n, n, 1) })
}

impl Ldlt {
    pub fn lower(&self) -> &Matrix<f64> {
        &self.lower
    }

    pub fn diagonal(&self) -> &Matrix<f64> {
        &self.diagonal
    }

    pub fn solve(&self, b: &Matrix<f64>) -> Result<Matrix<f64>, Error> {
        let unit = Triangle::LOWER.unit();
        let half = solve_triangular(unit, &self.lower, b)?;
        let scaled = Matrix::from_fn(half.rows, half.columns, |i, j| half.entries[i + j * half.rows] / self.diagonal.entries[i]);
        solve_triangular(unit.transposed(), &self.lower, &scaled)
    }

    pub fn det(&self) -> f64 {
        let d = &self.diagonal.entries;
        if d.len() == 0 {
            return 1.0;
        }
        let mut product = d[0];
        for i in 1..d.len() {
            product = product * d[i];
        }
        product
    }

    pub fn logdet(&self) -> f64 {
        let d = &self.diagonal.entries;
        let mut sum = -0.0;
        for i in 0..d.len() {
            sum += d[i].abs().ln();
        }
        if d.len() == 0 { 0.0 } else { sum }
    }
}
