//! Innermost loops over several rows of one array, whose products are summed: back row by row.
//!
//! Of two rows of one adjoint the compiler does not know whether they are the same, and what it does not know it does
//! one element at a time. One loop for each row reads and writes no more, and needs no block of lanes with a rest: the
//! log-determinant by Cholesky took 3.5 times its own time with its gradient, two thirds of it there.

use crate::emit::Emitter;
use crate::emit::loops::blocked::{Blocked, Slice};
use crate::ir::{Loop, Op, Step};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// So many loops are no more work than one.
const MOST: usize = 3;

impl Blocked {
    /// Whether all that the loop's reverse does is add products to rows of an array.
    pub(crate) fn is_rows(&self, l: &Loop) -> bool {
        let cheap = |s: &Step| match s {
            Step::Let(_, op) => matches!(
                op,
                Op::Read(..)
                    | Op::Neg(_)
                    | Op::Bin('+' | '-' | '*', ..)
                    | Op::Offset(..)
                    | Op::Verbatim(_)
                    | Op::Int(_)
            ),
            _ => false,
        };
        (2..=MOST).contains(&self.stencils.len())
            && self.stencils.iter().all(|s| s.is_row())
            && !self.has_sums
            && self.slices.iter().all(|s| !s.written)
            && l.body.steps.iter().all(cheap)
    }
}

impl Emitter<'_> {
    /// A loop for each row.
    pub(crate) fn row_by_row(&mut self, l: &Loop, rows: Blocked, states: &[(usize, Ident)]) -> TokenStream {
        let mut out = TokenStream::new();
        let mut rows = rows;
        let (stencils, shared) = (std::mem::take(&mut rows.stencils), rows.slices.len());
        for (k, stencil) in stencils.iter().enumerate() {
            let name = self.unique("part");
            self.use_slice(&stencils, k, &name);
            rows.slices.truncate(shared);
            rows.slices.push(Slice { name, arr: stencil.arr, base: stencil.first(), adjoint: true, written: true });
            self.blocked = Some(rows);
            let mut body = self.closed_forms(l);
            body.extend(self.recompute(&l.body));
            body.extend(self.declare_adjoints(&l.body));
            for (k, state) in states {
                self.contribute(&l.carried[*k].next, false, quote!(#state), &mut body);
            }
            body.extend(self.reverse_steps(&l.body));
            body.extend(self.hand_back(l, states));
            rows = self.blocked.take().unwrap_or_default();
            out.extend(self.apart(l, &rows, (0, 0), &body));
        }
        for (k, state) in states {
            self.contribute(&l.carried[*k].init, false, quote!(#state), &mut out);
        }
        out
    }
}
