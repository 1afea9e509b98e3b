//! Variables without a lifetime on the right of ndarray's operators: `&array * x`. Behind the feature `ndarray`.

use crate::Var;
use ndarray::ScalarOperand;
use rules::Number;

impl<T: Number + 'static> ScalarOperand for Var<'static, T> {}
