//! A number that counts the elementary operations of a program.

use std::cell::Cell;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub};

thread_local!(static OPERATIONS: Cell<u64> = const { Cell::new(0) });

/// An `f64` whose every operation is counted: arithmetic, negation and elementary functions
/// count one each, comparisons and copies nothing.
#[derive(Clone, Copy, Debug)]
pub struct Count(f64);

fn counted(result: f64) -> Count {
    OPERATIONS.set(OPERATIONS.get() + 1);
    Count(result)
}

macro_rules! operator {
    ($($Trait:ident $method:ident),*) => { $(
        impl $Trait for Count {
            type Output = Count;
            fn $method(self, other: Count) -> Count {
                counted(self.0.$method(other.0))
            }
        }
        impl $Trait<f64> for Count {
            type Output = Count;
            fn $method(self, other: f64) -> Count {
                counted(self.0.$method(other))
            }
        }
    )* };
}
operator!(Add add, Sub sub, Mul mul, Div div);

macro_rules! function {
    ($($name:ident),*) => {
        impl Count {
            $(fn $name(self) -> Count {
                counted(self.0.$name())
            })*
        }
    };
}
function!(exp, ln, sin, sqrt);

impl Neg for Count {
    type Output = Count;
    fn neg(self) -> Count {
        counted(-self.0)
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        *self = *self + other;
    }
}

impl MulAssign for Count {
    fn mul_assign(&mut self, other: Count) {
        *self = *self * other;
    }
}

fn constant(c: f64) -> Count {
    Count(c)
}

fn value(x: Count) -> f64 {
    x.0
}

crate::programs!(pub [] Count);

/// Number of elementary operations of `program` at `x`.
pub fn operations<R>(x: &[f64], program: impl FnOnce(&[Count]) -> R) -> u64 {
    let x: Vec<Count> = x.iter().map(|&x| Count(x)).collect();
    let before = OPERATIONS.get();
    program(&x);
    OPERATIONS.get() - before
}

/// Number of elementary operations of [`waves`] with `outputs` outputs.
pub fn operations_of_waves(x: &[f64], outputs: usize) -> u64 {
    operations(x, |p| waves(p, &mut vec![Count(0.0); outputs]))
}
