//! Parameters that fill constant fields of structures: they are constants, as if `#[constant]` stood in front.

use crate::around;
use front::visit::{self, Visit};
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::{Expr, ExprCall, ExprStruct, FnArg, ItemFn, Member, Pat, Type, parse_quote};

/// Marks such parameters.
pub(super) fn mark(f: &mut ItemFn) {
    let mut uses = Uses { names: HashMap::new() };
    for input in &f.sig.inputs {
        if let FnArg::Typed(t) = input
            && let Pat::Ident(p) = &*t.pat
            && may_fill(&t.ty)
            && !t.attrs.iter().any(|a| a.path().is_ident("constant"))
        {
            uses.names.insert(p.ident.clone(), false);
        }
    }
    if uses.names.is_empty() {
        return;
    }
    uses.visit_block(&f.block);
    for input in &mut f.sig.inputs {
        if let FnArg::Typed(t) = input
            && let Pat::Ident(p) = &*t.pat
            && uses.names.get(&p.ident) == Some(&true)
        {
            t.attrs.push(parse_quote!(#[constant]));
        }
    }
}

/// Whether it is a type of numbers, which a field takes by value or as a copy.
fn may_fill(ty: &Type) -> bool {
    let number = |ty: &Type| matches!(ty, Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32"));
    match ty {
        Type::Reference(r) if r.mutability.is_none() => may_fill(&r.elem),
        Type::Slice(s) => number(&s.elem),
        Type::Array(a) => number(&a.elem),
        ty => number(ty) || crate::syntax::types::argument_of(ty, &["Vec"]).is_some_and(number),
    }
}

/// Whether a name fills a constant field.
struct Uses {
    names: HashMap<Ident, bool>,
}

impl Uses {
    fn part(&mut self, path: &syn::Path, member: &Member, value: &Expr) {
        let (of, variant) = crate::syntax::split_variant(path);
        if let Some(fills) = name_of(value).and_then(|name| self.names.get_mut(name)) {
            *fills |= around::is_marked(&parse_quote!(#of), variant.as_ref(), member);
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        // Another variable of this name: which is meant does not show.
        self.names.remove(&p.ident);
        visit::visit_pat_ident(self, p);
    }

    fn visit_expr_struct(&mut self, s: &'ast ExprStruct) {
        s.fields.iter().for_each(|f| self.part(&s.path, &f.member, &f.expr));
        visit::visit_expr_struct(self, s);
    }

    fn visit_expr_call(&mut self, c: &'ast ExprCall) {
        if let Expr::Path(f) = &*c.func {
            c.args.iter().enumerate().for_each(|(k, e)| self.part(&f.path, &Member::from(k), e));
        }
        visit::visit_expr_call(self, c);
    }
}

/// The name that a value is, or is a copy of.
fn name_of(e: &Expr) -> Option<&Ident> {
    match e {
        Expr::Path(p) => p.path.get_ident(),
        Expr::Paren(p) => name_of(&p.expr),
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => name_of(&u.expr),
        Expr::MethodCall(m) if m.args.is_empty() => {
            let copies = ["clone", "to_vec", "to_owned", "into"].iter().any(|name| m.method == name);
            copies.then(|| name_of(&m.receiver))?
        }
        _ => None,
    }
}
