//! The numeric traits of num-traits that compare.

use crate::Node;
use num_traits::{Num, ParseFloatError, Signed};
use rules::{Functions, Number};

impl<'p> Num for Node<'p> {
    type FromStrRadixErr = ParseFloatError;
    fn from_str_radix(text: &str, radix: u32) -> Result<Self, ParseFloatError> {
        <f64 as Num>::from_str_radix(text, radix).map(Node::constant)
    }
}

impl<'p> Signed for Node<'p> {
    fn abs(&self) -> Self {
        Functions::abs(*self)
    }
    /// The positive difference, 0 where `self <= other`.
    #[track_caller]
    fn abs_sub(&self, other: &Self) -> Self {
        if self.le(other) { Node::constant(0.0) } else { *self - *other }
    }
    fn signum(&self) -> Self {
        Functions::signum(*self)
    }
    #[track_caller]
    fn is_positive(&self) -> bool {
        *self > 0.0
    }
    #[track_caller]
    fn is_negative(&self) -> bool {
        *self < 0.0
    }
}
