//! A recorded program, and those of its derivatives that were asked for.

use crate::quantity::Quantity;
use program::{Error, Program};
use std::sync::OnceLock;

/// The most operations of a program for a whole matrix of derivatives; larger ones are taken row by row or column by column.
const MOST_OPERATIONS: usize = 500_000;

pub(crate) struct Recording {
    value: Program,
    derived: [OnceLock<Result<Program, Error>>; 6],
    slope: OnceLock<Result<Program, Error>>,
    rows: OnceLock<Result<Program, Error>>,
}

impl Recording {
    pub(crate) fn of(value: Program) -> Recording {
        Recording { value, derived: Default::default(), slope: OnceLock::new(), rows: OnceLock::new() }
    }

    /// The program itself.
    pub(crate) fn value(&self) -> &Program {
        &self.value
    }

    /// The gradient alone, of which there are columns of Hessians.
    pub(crate) fn slope(&self) -> Result<&Program, Error> {
        self.slope.get_or_init(|| self.value.gradient()).as_ref().map_err(Clone::clone)
    }

    /// The gradient's sums with weights, of which there are rows of Hessians: a weight of zero leaves its own out, whatever it is.
    pub(crate) fn rows(&self) -> Result<&Program, Error> {
        self.rows.get_or_init(|| self.slope()?.vjp_of_weighted()).as_ref().map_err(Clone::clone)
    }

    /// The program that computes a quantity of its point and seeds.
    pub(crate) fn program(&self, what: Quantity) -> Result<&Program, Error> {
        let made = |place: usize, make: &dyn Fn() -> Result<Program, Error>| {
            self.derived[place].get_or_init(make).as_ref().map_err(Clone::clone)
        };
        match what {
            Quantity::Value => Ok(&self.value),
            Quantity::Gradient => made(0, &|| self.value.with_gradient()),
            Quantity::Jacobian => made(1, &|| self.value.jacobian()),
            Quantity::Hessian => made(2, &|| self.slope()?.jacobian()),
            Quantity::Jvp => made(3, &|| self.value.jvp()),
            Quantity::Vjp => made(4, &|| self.value.vjp_of_weighted()),
            Quantity::Hvp => made(5, &|| self.slope()?.jvp()),
        }
    }

    /// Whether a program for the whole quantity would be too large.
    pub(crate) fn in_parts(&self, what: Quantity) -> bool {
        let (n, m) = (self.value.inputs(), self.value.outputs().len());
        let passes = match what {
            Quantity::Jacobian => n.min(m),
            Quantity::Hessian => n,
            _ => return false,
        };
        passes.saturating_mul(self.value.len()) > MOST_OPERATIONS
    }
}
