//! Small functions of numbers, which are written out where they are called: what their way back reads goes through no record.

use super::{Builder, build};
use front::hir::{ExprKind, Stmt};
use front::items::{FnId, ItemId, Origin};

/// Functions of more expressions are called.
const LARGEST: usize = 160;

impl Builder<'_> {
    /// Whether a function of this module is small: from numbers to a number, without loops, and without calls but of the
    /// table's functions, so that what is written out cannot grow beyond its text.
    pub(super) fn is_small(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        let home = self.stack.first().map(|(own, _)| self.program.scope_of(*own));
        let is_here = home.is_some_and(|home| self.program.scope_of(f).is_of_module(&home));
        let of_numbers = def.params.iter().map(|p| &p.ty).chain([&def.ret]).all(|ty| build::scalar(ty).is_some());
        if !is_here || !of_numbers || def.path.is_none() || def.origin != Origin::Crate {
            return false;
        }
        // What else is said of a parameter is kept to where it is called.
        let is_marked = |arg: &syn::FnArg| match arg {
            syn::FnArg::Typed(arg) => arg.attrs.iter().any(|a| !a.path().is_ident("constant")),
            syn::FnArg::Receiver(_) => false,
        };
        if self.program.text(f).is_none_or(|text| text.sig.inputs.iter().any(is_marked)) {
            return false;
        }
        let Ok(body) = front::hir::body(self.program, f) else { return false };
        let is_plain = |kind: &ExprKind| match kind {
            ExprKind::Item(ItemId::Fn(f), _) => self.program.func(*f).intrinsic.is_some(),
            ExprKind::Block(stmts, ..) => stmts.iter().all(|stmt| match stmt {
                Stmt::Let { otherwise, .. } => otherwise.is_none(),
                Stmt::Expr(..) => true,
            }),
            ExprKind::Literal(_)
            | ExprKind::Local(_)
            | ExprKind::Item(ItemId::Const(_), _)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Assign(..)
            | ExprKind::AssignOp(..)
            | ExprKind::If(..)
            | ExprKind::Return(_)
            | ExprKind::Call(..)
            | ExprKind::Method(..)
            | ExprKind::Tuple(_) => true,
            _ => false,
        };
        body.exprs.len() <= LARGEST && body.items.is_empty() && body.exprs.iter().all(|e| is_plain(&e.kind))
    }
}
