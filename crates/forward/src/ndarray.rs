//! Duals and series on the right of ndarray's operators: `&array * x`. Behind the feature `ndarray`.

use crate::{Dual, Tangent, Taylor};
use ndarray::ScalarOperand;
use rules::Number;

impl<T: Number + 'static, V: Tangent<T> + 'static> ScalarOperand for Dual<T, V> {}
impl<T: Number + 'static, const K: usize> ScalarOperand for Taylor<T, K> {}
