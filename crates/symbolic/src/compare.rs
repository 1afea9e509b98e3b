//! Comparisons and values of expressions, for programs that branch.

use crate::Expr;
use rules::{Number, Real};
use std::cmp::Ordering;

impl<'g> Expr<'g> {
    /// The value by which programs branch; asked of an expression without one, the graph notes it.
    fn looked_at(self) -> Option<f64> {
        let value = self.value_there();
        if let (None, Some((graph, _))) = (value, self.handle()) {
            graph.leave_undecided();
        }
        value
    }
}

impl PartialEq for Expr<'_> {
    /// By value: see [`is`](Expr::is) for formulas.
    fn eq(&self, other: &Self) -> bool {
        matches!((self.looked_at(), other.looked_at()), (Some(a), Some(b)) if a == b)
    }
}

impl PartialOrd for Expr<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.looked_at()?.partial_cmp(&other.looked_at()?)
    }
}

impl PartialEq<f64> for Expr<'_> {
    fn eq(&self, c: &f64) -> bool {
        *self == Expr::constant(*c)
    }
}

impl PartialOrd<f64> for Expr<'_> {
    fn partial_cmp(&self, c: &f64) -> Option<Ordering> {
        self.partial_cmp(&Expr::constant(*c))
    }
}

impl<'g> PartialEq<Expr<'g>> for f64 {
    fn eq(&self, x: &Expr<'g>) -> bool {
        *x == *self
    }
}

impl<'g> PartialOrd<Expr<'g>> for f64 {
    fn partial_cmp(&self, x: &Expr<'g>) -> Option<Ordering> {
        Expr::constant(*self).partial_cmp(x)
    }
}

impl Real for Expr<'_> {
    /// The value at the point given with the variables, and NaN where none was.
    fn value(&self) -> f64 {
        self.looked_at().unwrap_or(f64::NAN)
    }
}
