//! Integers beside numbers that carry derivatives.

use wengert::prelude::*;

fn main() {
    gradient(|x| 2 * x[0] * x[1], &[1.0, 2.0]);
    derivative(|x| x * 3 + 1.0, 1.0);
}
