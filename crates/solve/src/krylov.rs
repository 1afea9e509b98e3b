//! Linear equations by products alone.

use crate::Error;

/// How equations are solved whose matrix is not formed: by products with it, and with its transpose for reverse mode.
///
/// ```
/// use solve::{Error, Krylov};
/// // A rotation by a right angle, which is not symmetric.
/// let turn = |v: &[f64], out: &mut [f64]| out.copy_from_slice(&[-v[1], v[0]]);
/// let x = Krylov::gmres(1e-12).restart(10).solve(&[-2.0, 1.0], turn)?;
/// assert!((x[0] - 1.0).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12);
/// // One product is not enough.
/// assert!(Krylov::gmres(1e-12).limit(1).solve(&[-2.0, 1.0], turn).is_err());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Krylov {
    symmetric: bool,
    tolerance: f64,
    limit: usize,
    restart: usize,
}

impl Krylov {
    /// Generalised minimal residuals, for any matrix (Saad and Schultz 1986), restarted after 50 products: the residual of
    /// every solve is at most `tolerance` times the right-hand side.
    pub fn gmres(tolerance: f64) -> Krylov {
        Krylov { symmetric: false, tolerance, limit: 1000, restart: 50 }
    }

    /// Conjugate gradients, for a symmetric positive definite matrix (Hestenes and Stiefel 1952); see
    /// [`gmres`](Krylov::gmres).
    pub fn conjugate_gradients(tolerance: f64) -> Krylov {
        Krylov { symmetric: true, ..Krylov::gmres(tolerance) }
    }

    /// At most so many products a solve, instead of 1000.
    #[must_use]
    pub fn limit(self, products: usize) -> Krylov {
        Krylov { limit: products, ..self }
    }

    /// So many directions are kept before a restart, instead of 50.
    #[must_use]
    pub fn restart(self, directions: usize) -> Krylov {
        Krylov { restart: directions.max(1), ..self }
    }

    /// The solution of A x = b; `apply` writes A v.
    ///
    /// # Errors
    /// If the tolerance is not reached within the limit, or, for conjugate gradients, the matrix is not positive definite.
    ///
    /// ```
    /// use solve::Krylov;
    /// let x = Krylov::conjugate_gradients(1e-12).solve(&[1.0, 2.0], |v, out| {
    ///     out.copy_from_slice(&[2.0 * v[0] + v[1], v[0] + 3.0 * v[1]]);
    /// })?;
    /// assert!((x[0] - 0.2).abs() < 1e-12 && (x[1] - 0.6).abs() < 1e-12);
    /// # Ok::<(), solve::Error>(())
    /// ```
    pub fn solve(&self, b: &[f64], apply: impl FnMut(&[f64], &mut [f64])) -> Result<Vec<f64>, Error> {
        crate::error::finite("the right-hand side", b)?;
        crate::error::tolerated(self.tolerance)?;
        if self.symmetric { self.descend(b, apply) } else { self.minimise(b, apply) }
    }

    fn descend(&self, b: &[f64], mut apply: impl FnMut(&[f64], &mut [f64])) -> Result<Vec<f64>, Error> {
        let (mut x, mut r, mut p) = (vec![0.0; b.len()], b.to_vec(), b.to_vec());
        let mut product = vec![0.0; b.len()];
        let mut square = dot(&r, &r);
        let wanted = self.tolerance * square.sqrt();
        for _ in 0..self.limit {
            if square.sqrt() <= wanted {
                return Ok(x);
            }
            apply(&p, &mut product);
            let curvature = dot(&p, &product);
            if curvature.is_nan() || curvature <= 0.0 {
                return Err(Error::Indefinite { size: b.len() });
            }
            let step = square / curvature;
            add(&mut x, step, &p);
            add(&mut r, -step, &product);
            let before = square;
            square = dot(&r, &r);
            p.iter_mut().zip(&r).for_each(|(p, r)| *p = r + square / before * *p);
        }
        Self::stopped("conjugate gradients", self.limit, square.sqrt(), wanted)
    }

    fn minimise(&self, b: &[f64], mut apply: impl FnMut(&[f64], &mut [f64])) -> Result<Vec<f64>, Error> {
        let wanted = self.tolerance * dot(b, b).sqrt();
        let (mut x, mut r) = (vec![0.0; b.len()], b.to_vec());
        let (mut product, mut products) = (vec![0.0; b.len()], 0);
        loop {
            let norm = dot(&r, &r).sqrt();
            if norm <= wanted {
                return Ok(x);
            }
            if products >= self.limit || norm.is_nan() {
                return Self::stopped("GMRES", products, norm, wanted);
            }
            // Orthonormal directions, the triangle of their products, the rotations that made it, and what is left of b.
            let mut basis = vec![r.iter().map(|r| r / norm).collect::<Vec<f64>>()];
            let (mut triangle, mut rotations, mut rest) = (Vec::<Vec<f64>>::new(), Vec::new(), vec![norm]);
            while triangle.len() < self.restart.min(b.len()) && products < self.limit {
                let k = triangle.len();
                apply(&basis[k], &mut product);
                products += 1;
                let mut column: Vec<f64> = Vec::with_capacity(k + 2);
                for v in &basis {
                    column.push(dot(v, &product));
                    add(&mut product, -column[column.len() - 1], v);
                }
                // Once more, for what rounding left.
                for (v, h) in basis.iter().zip(&mut column) {
                    let again = dot(v, &product);
                    *h += again;
                    add(&mut product, -again, v);
                }
                let length = dot(&product, &product).sqrt();
                for (i, &(c, s)) in rotations.iter().enumerate() {
                    let (a, b): (f64, f64) = (column[i], column[i + 1]);
                    (column[i], column[i + 1]) = (c * a + s * b, c * b - s * a);
                }
                let radius = column[k].hypot(length);
                if radius == 0.0 || radius.is_nan() {
                    break;
                }
                let (c, s) = (column[k] / radius, length / radius);
                column[k] = radius;
                rotations.push((c, s));
                rest.push(-s * rest[k]);
                rest[k] *= c;
                triangle.push(column);
                if rest[k + 1].abs() <= wanted || length == 0.0 {
                    break;
                }
                basis.push(product.iter().map(|p| p / length).collect());
            }
            if triangle.is_empty() {
                return Self::stopped("GMRES", products, norm, wanted);
            }
            let mut y = rest[..triangle.len()].to_vec();
            for k in (0..y.len()).rev() {
                y[k] /= triangle[k][k];
                for i in 0..k {
                    y[i] -= triangle[k][i] * y[k];
                }
            }
            basis.iter().zip(&y).for_each(|(v, &y)| add(&mut x, y, v));
            apply(&x, &mut product);
            r.iter_mut().zip(b.iter().zip(&product)).for_each(|(r, (b, p))| *r = b - p);
            let now = dot(&r, &r).sqrt();
            if now >= norm && now > wanted {
                return Self::stopped("GMRES", products, now, wanted);
            }
        }
    }

    fn stopped(what: &'static str, products: usize, reached: f64, wanted: f64) -> Result<Vec<f64>, Error> {
        Err(Error::NotConverged { what, iterations: products, reached, wanted })
    }
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(crate) fn add(x: &mut [f64], factor: f64, y: &[f64]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += factor * y);
}
