//! The spectral norm: the largest singular value s, with the derivative u^T dA v. Its vectors move by the system that is bordered
//! by themselves, ((-I, A/s, u), (A^T/s, -I, v), (u^T, v^T, 0)) (du, dv, .) = -(dA v, dA^T u, 0)/s, which is regular where s is
//! there once, whatever the other values are.

use crate::operations::degenerate::{equal_pair, several};
use crate::operations::svd::{Moved, Svd, Values};
use crate::operations::{entry, inverse, norm, outer, product};
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply, singular_values};
use core::ops::Range;
use rules::Number;

#[derive(Clone, Copy)]
pub(crate) struct SpectralNorm(pub(crate) Shape);

impl Operation<1, 1> for SpectralNorm {
    const ITERATES: bool = true;

    instruction!("spectral_norm", 0; |p| p.0.rows >= p.0.columns && p.0.columns > 0);

    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Err(Error::Unknown { operation: "spectral norm" })
    }

    fn evaluate(&self, [a]: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([singular_values(&a.to_matrix())?.block(0..1, 0..1)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        if let Some(known) = a.known_f64() {
            let [known] = Values(self.0).evaluate([known.view()])?;
            if equal_to_largest(known.view()).is_some() {
                let [values] = apply(&Values(self.0), [a])?;
                let first = Matrix::identity(self.0.columns).block(0..1, 0..self.0.columns);
                return Ok([da.map(Moved { a, values: values.into() }).left(first)]);
            }
        }
        let [u, v] = apply(&Largest(self.0), [a])?;
        Ok([da.inner(outer(&u, &v))])
    }
}

/// Those that are equal to the largest, if there are some.
fn equal_to_largest(values: View<'_, f64>) -> Option<Range<usize>> {
    several(values)?.into_iter().next().filter(|group| group.start == 0)
}

/// The vectors of the largest singular value.
#[derive(Clone, Copy)]
pub(crate) struct Largest(Shape);

impl Operation<1, 2> for Largest {
    const ITERATES: bool = true;

    instruction!("largest_singular_vectors", 0; |p| p.0.rows >= p.0.columns && p.0.columns > 0);

    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }

    fn outputs(&self) -> [Shape; 2] {
        [Shape::new(self.0.rows, 1), Shape::new(self.0.columns, 1)]
    }

    fn value<T: Number>(&self, _: [View<'_, T>; 1]) -> Result<[Matrix<T>; 2], Error> {
        Err(Error::Unknown { operation: "singular value decomposition" })
    }

    fn evaluate(&self, a: [View<'_, f64>; 1]) -> Result<[Matrix<f64>; 2], Error> {
        let [u, values, v] = Svd(self.0).evaluate(a)?;
        match equal_to_largest(values.view()) {
            Some(group) => Err(equal_pair(values.view(), &group)),
            None => Ok([u, v].map(|x| x.block(0..x.rows(), 0..1))),
        }
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        [u, v]: [View<'a, T>; 2],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 2], Error> {
        let Shape { rows: m, columns: n } = self.0;
        let value = product(u, true, product(a, false, v, false).view(), false)[(0, 0)];
        let over = a.to_matrix().map(|a| a / value);
        let (u_own, v_own) = (u.to_matrix(), v.to_matrix());
        let above = (-Matrix::identity(m)).beside(&over).beside(&u_own);
        let middle = over.transposed().beside(&-Matrix::identity(n)).beside(&v_own);
        let below = u.transposed().beside(&v.transposed()).beside(&Matrix::zeros(1, 1));
        let inverse = inverse(&above.above(&middle).above(&below))?.map(|x| -x / value);
        let part = |rows: Range<usize>, columns| inverse.block(rows, columns);
        let (by_left, by_right) = (da * v, da.transposed() * u);
        let moved = |rows: Range<usize>| by_left.left(part(rows.clone(), 0..m)) + by_right.left(part(rows, m..m + n));
        Ok([moved(0..m), moved(m..m + n)])
    }
}

/// The spectral norm, the largest singular value: by how much the matrix stretches a vector at most. It has derivatives of every
/// order whatever the rank, and also where smaller singular values are equal. Where the two largest are equal it has a kink; see
/// [`singular_values`]. Of a row or a column it is [`norm`], with the derivative 0 at 0, and of a matrix without entries 0.
///
/// ```
/// use linalg::{Matrix, spectral_norm};
/// let y = spectral_norm(&Matrix::from_rows([[0.0, -2.0, 0.0], [3.0, 0.0, 0.0]])).unwrap();
/// assert!((y - 3.0f64).abs() < 1e-15);
/// ```
///
/// # Errors
/// As [`singular_values`].
pub fn spectral_norm<T: Number>(a: &Matrix<T>) -> Result<T, Error> {
    if a.rows().min(a.columns()) < 2 {
        let known = a.view().known_f64();
        return match known.is_none_or(|a| a.iter().all(|x| x.is_finite())) {
            true => Ok(norm(a)),
            false => Err(Error::NotFinite { operation: "spectral norm" }),
        };
    }
    let tall = if a.rows() < a.columns() { a.transposed() } else { a.clone() };
    Ok(entry(apply(&SpectralNorm(tall.shape()), [tall.view()])?))
}
