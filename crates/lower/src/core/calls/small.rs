//! Small functions, which are written out where they are called: what their way back reads goes through no record, and what
//! is known of the caller's arrays holds in their loops too. With the slope of an equation, called four times in a step, the
//! gradient took 3.9 times the function's time, and 3.1 with it written out; that of a mixture of two dimensions 2.36, and 2.10
//! with its products, norms and logarithms written out.

use crate::core::Builder;
use crate::core::build;
use front::hir::{ExprKind, Stmt};
use front::items::{FnId, ItemId, Origin};
use front::ty::Ty as Type;

/// Functions of more expressions are called.
const LARGEST: usize = 160;

/// Functions with loops of more expressions are called.
const LARGEST_LOOP: usize = 96;

impl Builder<'_> {
    /// Whether a function stands in the module of the function at hand.
    pub(crate) fn is_of_this_module(&self, f: FnId) -> bool {
        let home = self.stack.first().map(|(own, _)| self.program.scope_of(*own));
        home.is_some_and(|home| self.program.scope_of(f).is_of_module(&home))
    }

    /// Whether a function of this module is small: of numbers, slices and arrays, with loops if it is
    /// short, and without calls but of the table's functions, so that what is written out cannot grow beyond its text.
    pub(crate) fn is_small(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        let is_number = |ty: &Type| build::scalar(ty).is_some();
        let is_array = |ty: &Type| matches!(ty, Type::Array(of, _) if is_number(of));
        let is_lent = |ty: &Type| match ty {
            Type::Ref(_, of) => is_array(of) || matches!(&**of, Type::Slice(of) if is_number(of)),
            _ => false,
        };
        let gives_list = is_array(&def.ret);
        let of_numbers = (is_number(&def.ret) || def.ret == Type::UNIT || gives_list)
            // A list that is to be constant is looked at where it is passed.
            && def.params.iter().all(|p| is_number(&p.ty) || (is_lent(&p.ty) || is_array(&p.ty)) && !p.constant);
        if !self.is_of_this_module(f) || !of_numbers || def.path.is_none() || def.origin != Origin::Crate {
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
            | ExprKind::Tuple(_)
            | ExprKind::List(_, false)
            | ExprKind::Repeat(.., false)
            | ExprKind::Field(..)
            | ExprKind::Ref(..)
            | ExprKind::Deref(_)
            | ExprKind::Cast(..)
            | ExprKind::Index(..)
            | ExprKind::Range(..) => true,
            ExprKind::For(.., attrs) => attrs.is_empty(),
            _ => false,
        };
        let all_plain = body.items.is_empty() && body.exprs.iter().all(|e| is_plain(&e.kind));
        let loops = body.exprs.iter().filter(|e| matches!(e.kind, ExprKind::For(..))).count();
        let fits = match loops {
            0 => body.exprs.len() <= LARGEST,
            1 if def.ret == Type::UNIT || gives_list => body.exprs.len() <= LARGEST_LOOP,
            _ => body.exprs.len() <= LARGEST_LOOP && !body.exprs.iter().any(|e| matches!(e.kind, ExprKind::Return(_))),
        };
        all_plain && fits
    }
}
