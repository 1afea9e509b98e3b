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

/// The function of several numbers that such a function gives.
#[derive(Debug)]
pub struct Unbuilt;

/// The function of one number that such a function gives.
#[derive(Debug)]
pub struct UnbuiltNumber;

macro_rules! unbuilt {
    ($name:ident, $outputs:ty) => {
        impl OnAnyNumber for $name {
            fn run<T: Real>(&self, _: &[T]) -> Vec<T> {
                unbuilt()
            }
        }

        impl Function for $name {
            type Output<T: Real> = $outputs;

            fn eval<T: Real + 'static>(&self, _: &[T]) -> $outputs {
                unbuilt()
            }
        }
    };
}

unbuilt!(Unbuilt, Vec<T>);
unbuilt!(UnbuiltNumber, T);
