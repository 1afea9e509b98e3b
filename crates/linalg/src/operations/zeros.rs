//! Adjoints of singular values that are zero, as an operation of its own: where values are not known until a program runs, that
//! is where zeros are met.

use crate::linear::LinearMap;
use crate::matrix::number;
use crate::operations::degenerate::{ROUNDING, scale, zeros_from};
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::{Number, Scalar};

/// Of singular values and their adjoints the adjoints, without those of zeros.
#[derive(Clone, Copy)]
pub(crate) struct OfZeros {
    n: usize,
    /// Whether the matrix has more rows than columns.
    is_tall: bool,
    /// Whether an adjoint of a zero is an error, or left out.
    refused: bool,
}

impl Operation<2, 1> for OfZeros {
    instruction!("adjoints_of_zeros", n, is_tall, refused);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.n, 1); 2]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, 1)]
    }

    fn value<T: Number>(&self, [values, w]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let (zeros, size) = (zeros_from(values, self.is_tall), ROUNDING * scale(w.as_slice()));
        let counts = |w: &T| w.known().is_none_or(|w| w.to_f64().abs() > size);
        let met = w.as_slice()[zeros..].iter().position(counts);
        if let Some(k) = met.filter(|_| self.refused) {
            return Err(Error::RankDeficient { column: zeros + k, value: 0.0 });
        }
        let mut w = w.to_matrix();
        w.as_mut_slice()[zeros..].fill(number(0.0));
        Ok([w])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values, _]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [_, dw]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([dw.map(Without { operation: *self, values })])
    }
}

/// The adjoints without those of zeros, which are left out; its own transpose.
struct Without<'a, T> {
    operation: OfZeros,
    values: View<'a, T>,
}

impl<T: Number> LinearMap<T> for Without<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let [w] = apply(&self.operation, [self.values, w.view()])?;
        Ok(w)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.apply(w)
    }
}

/// The adjoints of singular values without those of zeros, of which there is no derivative.
pub(crate) fn left_out<T: Number>(values: View<'_, T>, is_tall: bool, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
    without(values, is_tall, false, w)
}

/// The adjoints of singular values beside vectors: what depends on a zero depends on the choice of its vectors too, or on where
/// these move to, which no adjoint of theirs tells, as the zero is a factor of it.
///
/// # Errors
/// If there is one of a zero.
pub(crate) fn refused<T: Number>(values: View<'_, T>, is_tall: bool, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
    without(values, is_tall, true, w)
}

fn without<T: Number>(values: View<'_, T>, is_tall: bool, refused: bool, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
    let operation = OfZeros { n: values.rows(), is_tall, refused };
    let [w] = match T::ORDER {
        usize::MAX => apply(&operation, [values, w.view()])?,
        _ => operation.value([values, w.view()])?,
    };
    Ok(w)
}
