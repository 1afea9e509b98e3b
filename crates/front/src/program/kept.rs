//! Bodies of the prelude's functions, kept from one expansion to the next: they are read once on a thread.
//!
//! A compiler's tokens and spans end with the expansion that they are of. So a body is kept only if its literals are all
//! that it has of tokens, these as text, and if it names nothing but the prelude's; its spans are made anew.

use super::Program;
use super::part::{FIRST, side};
use super::table::Side;
use crate::hir::{Body, ExprId, ExprKind, PatKind, Stmt, TypeRef};
use crate::items::{FnId, ItemId};
use crate::ty::Ty;
use proc_macro2::{Literal, Span};
use quote::ToTokens;
use std::rc::Rc;

/// A body without tokens, and its literals.
#[derive(Debug)]
pub(super) struct Kept {
    body: Body,
    literals: Vec<(ExprId, String)>,
}

impl Program {
    /// The body of a function of the prelude, if it was kept.
    pub(crate) fn kept(&self, f: FnId) -> Option<Body> {
        let kept = match side(f) {
            Side::Prelude => self.prelude.bodies.borrow().get(&f)?.clone(),
            Side::Crate => return None,
        };
        kept.fresh()
    }

    /// Keeps the body of a function of the prelude where that is possible, and gives it as it will be given again.
    pub(crate) fn keep(&self, f: FnId, body: Body) -> Body {
        if side(f) == Side::Crate {
            return body;
        }
        let Some(kept) = Kept::of(&body) else { return body };
        let body = kept.fresh().unwrap_or(body);
        self.prelude.bodies.borrow_mut().insert(f, Rc::new(kept));
        body
    }
}

impl Kept {
    fn of(body: &Body) -> Option<Kept> {
        let kept = body.items.is_empty()
            && body.exprs.iter().all(|e| is_kept(&e.kind))
            && body.pats.iter().all(|p| match &p.kind {
                PatKind::Foreign(_) => false,
                PatKind::Variant(adt, ..) => *adt < FIRST,
                _ => true,
            });
        if !kept {
            return None;
        }
        let (mut body, mut literals) = (body.clone(), vec![]);
        for (e, expr) in body.exprs.iter_mut().enumerate() {
            if let ExprKind::Literal(lit) = &expr.kind {
                literals.push((e, lit.to_token_stream().to_string()));
                expr.kind = ExprKind::Tuple(vec![]);
            }
        }
        Some(Kept { body, literals })
    }

    /// The body, of the expansion at hand.
    fn fresh(&self) -> Option<Body> {
        let (mut body, span) = (self.body.clone(), Span::call_site());
        body.exprs.iter_mut().for_each(|e| e.span = span);
        body.pats.iter_mut().for_each(|p| p.span = span);
        body.locals.iter_mut().for_each(|l| l.span = span);
        for (e, text) in &self.literals {
            let lit = match text.as_str() {
                "true" | "false" => syn::LitBool::new(text == "true", span).into(),
                text => syn::Lit::new(text.parse::<Literal>().ok()?),
            };
            body.exprs[*e].kind = ExprKind::Literal(lit);
        }
        Some(body)
    }
}

/// Whether an expression names nothing but the prelude's, and has no tokens but a literal.
fn is_kept(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Foreign(_) | ExprKind::Say(_) | ExprKind::Test(_) | ExprKind::Assert(..) => false,
        ExprKind::ForeignStruct(..) | ExprKind::Text(..) => false,
        ExprKind::Loop(.., attrs) | ExprKind::While(.., attrs) | ExprKind::For(.., attrs) => attrs.is_empty(),
        ExprKind::Item(ItemId::Fn(id) | ItemId::Adt(id) | ItemId::Trait(id) | ItemId::Const(id), args)
        | ExprKind::Variant(id, _, args)
        | ExprKind::Struct(id, _, args, ..) => *id < FIRST && args.iter().all(is_of_prelude),
        ExprKind::TypeFn(ty, _, args) => is_of_prelude(ty) && args.iter().all(is_of_prelude),
        ExprKind::Method(_, _, args, _) => args.iter().all(is_of_prelude),
        ExprKind::Cast(_, ty) => is_of_prelude(ty),
        ExprKind::Closure(c) => c.params.iter().filter_map(|(_, ty)| ty.as_ref()).chain(&c.ret).all(is_of_prelude),
        ExprKind::Block(stmts, ..) => stmts.iter().all(|stmt| match stmt {
            Stmt::Let { ty, attrs, .. } => attrs.is_empty() && ty.iter().all(is_of_prelude),
            Stmt::Expr(_) => true,
        }),
        _ => true,
    }
}

fn is_of_prelude(ty: &TypeRef) -> bool {
    match ty {
        TypeRef::Infer => true,
        TypeRef::Ty(ty) | TypeRef::With(ty) => has_no_own(ty),
    }
}

/// Whether a type has none of the crate at hand in it.
fn has_no_own(ty: &Ty) -> bool {
    let id = match ty {
        Ty::Adt(id, _) | Ty::FnItem(id, _) | Ty::VariantItem(id, ..) | Ty::Rigid(id, _) => *id,
        Ty::Dyn(id, ..) | Ty::Assoc(_, id, _) => *id,
        _ => 0,
    };
    let bound = match ty {
        Ty::Dyn(_, _, bound) => bound.as_slice(),
        _ => &[],
    };
    id < FIRST && ty.parts().chain(bound.iter().map(|(_, ty)| ty)).all(has_no_own)
}
