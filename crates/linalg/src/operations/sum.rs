//! Sums and differences of matrices that an engine keeps in one piece: dY = dA + dB.

use crate::linear::Map;
use crate::matrix::number;
use crate::parameters::instruction;
use crate::{Error, LIGHT, Linear, Matrix, Operation, Shape, View, apply};
use rules::Number;

#[derive(Clone, Copy)]
pub(crate) struct Sum {
    of: Shape,
    minus: bool,
}

impl Operation<2, 1> for Sum {
    instruction!("sum", of, minus);

    fn is_light(&self) -> bool {
        self.of.len() <= LIGHT / 4
    }

    fn inputs(&self) -> [Shape; 2] {
        [self.of; 2]
    }

    fn outputs(&self) -> [Shape; 1] {
        [self.of]
    }

    fn value<T: Number>(&self, [a, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let pairs = a.as_slice().iter().zip(b.as_slice());
        let entries = match self.minus {
            false => pairs.map(|(&a, &b)| a + b).collect(),
            true => pairs.map(|(&a, &b)| a - b).collect(),
        };
        Ok([Matrix::of(self.of, entries)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        _: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [da, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([if self.minus { da - db } else { da + db }])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn maps<'a, T: Number>(&'a self, _: [View<'a, T>; 2]) -> Option<[Map<'a, T>; 2]> {
        let sign = if self.minus { -1.0 } else { 1.0 };
        Some([1.0, sign].map(|k| Map::Scaled(number(k))))
    }
}

/// The sum, or the difference, of matrices of one shape, as one operation.
#[track_caller]
pub(crate) fn sum_of<T: Number>(a: &Matrix<T>, b: &Matrix<T>, minus: bool) -> Matrix<T> {
    match apply(&Sum { of: a.shape(), minus }, [a.view(), b.view()]) {
        Ok([y]) => y,
        Err(error) => unreachable!("a sum always has a value: {error}"),
    }
}
