//! What stands in the place of bodies where a program is only checked.

use super::OnAnyNumber;
use crate::Function;
use rules::Real;

/// The body of a function that is never built.
///
/// # Panics
/// Always; nothing calls it.
pub fn unbuilt() -> ! {
    panic!("a program that was only checked runs")
}

/// The function that such a function gives.
#[derive(Debug)]
pub struct Unbuilt;

impl OnAnyNumber for Unbuilt {
    fn run<T: Real>(&self, _: &[T]) -> Vec<T> {
        unbuilt()
    }
}

impl Function for Unbuilt {
    type Output<T: Real> = Vec<T>;

    fn eval<T: Real + 'static>(&self, _: &[T]) -> Vec<T> {
        unbuilt()
    }
}
