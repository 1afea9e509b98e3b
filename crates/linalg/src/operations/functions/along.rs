//! The derivative of a function of a matrix along a direction, where values are known only when a program runs.

use super::largest_column;
use crate::matrix::number;
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::{Number, Scalar};

/// The derivative along E: the block above the diagonal of the function of `[A, E; 0, A]` (Higham, *Functions of Matrices*,
/// theorem 3.6). E is taken at the size of A, as it is linear in E, and the function is computed to the digits of the whole.
pub(crate) fn upper<T: Number>(
    a: &Matrix<T>,
    by: &Matrix<T>,
    f: impl Fn(&Matrix<T>) -> Result<Matrix<T>, Error>,
) -> Result<Matrix<T>, Error> {
    let n = a.rows();
    let [scale] = apply(&Ratio { n }, [a.view(), by.view()])?;
    let Some(&scale) = scale.get(0, 0) else { return Ok(by.clone()) };
    let by = by.map(|x| x * scale);
    let both = a.beside(&by).above(&Matrix::zeros(n, n).beside(a));
    Ok(f(&both)?.block(0..n, n..2 * n).map(|x| x / scale))
}

/// A power of two that takes the second matrix to the size of the first; it counts as a constant.
#[derive(Clone, Copy)]
pub(crate) struct Ratio {
    n: usize,
}

impl Operation<2, 1> for Ratio {
    const ITERATES: bool = true;

    instruction!("ratio", n);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.n, self.n); 2]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(1, 1)]
    }

    fn value<T: Number>(&self, x: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let [a, by] = x.map(|x| x.known_f64().map(|x| largest_column(&x).log2()));
        let exponent = match (a, by) {
            (Some(a), Some(by)) if a.is_finite() && by.is_finite() => (a - by).round().clamp(-1000.0, 1000.0),
            _ => 0.0,
        };
        let scale = T::constant(T::Scalar::from_f64(exponent.exp2()));
        Ok([Matrix::from_vec(1, 1, vec![scale])])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [da, _]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da.inner(Matrix::from_fn(self.n, self.n, |_, _| number(0.0)))])
    }
}
