//! Lists that begin empty: what they are of shows where they are returned, or become a field.

use super::known::argument_of;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprStruct, Item, ItemFn, Local, Pat, ReturnType, Stmt, Type, parse_quote};

/// The function with these types written.
pub(super) fn typed(f: &ItemFn) -> ItemFn {
    let ret: Type = match &f.sig.output {
        ReturnType::Type(_, ret) => (**ret).clone(),
        ReturnType::Default => parse_quote!(()),
    };
    let mut shown = Shown { ret: ret.clone(), types: HashMap::new(), bound: HashMap::new() };
    shown.visit_item_fn(f);
    if let Some(Stmt::Expr(e, None)) = f.block.stmts.last() {
        shown.gives(e, &ret);
    }
    let Shown { mut types, bound, .. } = shown;
    types.retain(|name, ty| bound.get(name) == Some(&1) && argument_of(ty, &["Vec"]).is_some());
    let mut f = f.clone();
    Write(types).visit_block_mut(&mut f.block);
    if crate::around::carries(&ret) == Some(true) || matches!(ret, Type::Array(_)) {
        Converts(&ret).visit_block_mut(&mut f.block);
        if let Some(Stmt::Expr(e, None)) = f.block.stmts.last_mut() {
            converted(e, &ret);
        }
    }
    f
}

/// `x.into()` and `from_fn(f)` where this type is returned.
fn converted(e: &mut Expr, ty: &Type) {
    match e {
        Expr::MethodCall(m) if m.method == "into" && !matches!(ty, Type::Array(_)) => {
            let from = &m.receiver;
            *e = parse_quote!(#ty::from(#from));
        }
        Expr::Call(c) if super::collect::is_from_fn(c) && matches!(ty, Type::Array(_)) => {
            *e = parse_quote!({ let made__: #ty = #c; made__ });
        }
        Expr::Paren(p) => converted(&mut p.expr, ty),
        Expr::Block(b) => {
            if let Some(Stmt::Expr(e, None)) = b.block.stmts.last_mut() {
                converted(e, ty);
            }
        }
        Expr::If(i) => {
            if let Some(Stmt::Expr(e, None)) = i.then_branch.stmts.last_mut() {
                converted(e, ty);
            }
            if let Some((_, e)) = &mut i.else_branch {
                converted(e, ty);
            }
        }
        Expr::Match(m) => m.arms.iter_mut().for_each(|arm| converted(&mut arm.body, ty)),
        _ => {}
    }
}

/// The same behind `return`.
struct Converts<'t>(&'t Type);

impl VisitMut for Converts<'_> {
    fn visit_expr_return_mut(&mut self, r: &mut syn::ExprReturn) {
        visit_mut::visit_expr_return_mut(self, r);
        if let Some(e) = &mut r.expr {
            converted(e, self.0);
        }
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

struct Shown {
    ret: Type,
    types: HashMap<String, Type>,
    /// How often names are bound.
    bound: HashMap<String, usize>,
}

impl Shown {
    /// An expression is of this type.
    fn gives(&mut self, e: &Expr, ty: &Type) {
        match (e, ty) {
            (Expr::Paren(p), ty) => self.gives(&p.expr, ty),
            (Expr::Path(p), ty) => {
                if let Some(name) = p.path.get_ident() {
                    self.types.insert(name.to_string(), ty.clone());
                }
            }
            (Expr::Tuple(t), Type::Tuple(of)) => t.elems.iter().zip(&of.elems).for_each(|(e, ty)| self.gives(e, ty)),
            (Expr::Call(c), ty) if c.args.len() == 1 => {
                let wraps = matches!(&*c.func, Expr::Path(f) if f.path.is_ident("Some") || f.path.is_ident("Ok"));
                if let (true, Some(inner)) = (wraps, argument_of(ty, &["Option", "Result"])) {
                    self.gives(&c.args[0], inner);
                }
            }
            (Expr::Block(b), ty) => {
                if let Some(Stmt::Expr(e, None)) = b.block.stmts.last() {
                    self.gives(e, ty);
                }
            }
            (Expr::If(i), ty) => {
                if let Some(Stmt::Expr(e, None)) = i.then_branch.stmts.last() {
                    self.gives(e, ty);
                }
                if let Some((_, e)) = &i.else_branch {
                    self.gives(e, ty);
                }
            }
            (Expr::Match(m), ty) => m.arms.iter().for_each(|arm| self.gives(&arm.body, ty)),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Shown {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        *self.bound.entry(p.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, p);
    }
    fn visit_expr_struct(&mut self, s: &'ast ExprStruct) {
        let (of, variant) = super::records::split_variant(&s.path);
        let of: Type = parse_quote!(#of);
        for f in &s.fields {
            if let (Expr::Path(_), Some((ty, _))) = (&f.expr, crate::around::field_of(&of, variant.as_ref(), &f.member))
            {
                self.gives(&f.expr, &ty);
            }
        }
        visit::visit_expr_struct(self, s);
    }
    fn visit_expr_return(&mut self, r: &'ast syn::ExprReturn) {
        if let Some(e) = &r.expr {
            let ret = self.ret.clone();
            self.gives(e, &ret);
        }
        visit::visit_expr_return(self, r);
    }
    fn visit_expr_closure(&mut self, c: &'ast syn::ExprClosure) {
        // A `return` in it is its own.
        let ret = std::mem::replace(&mut self.ret, parse_quote!(()));
        visit::visit_expr_closure(self, c);
        self.ret = ret;
    }
    fn visit_item(&mut self, _: &'ast Item) {}
}

struct Write(HashMap<String, Type>);

impl VisitMut for Write {
    fn visit_local_mut(&mut self, l: &mut Local) {
        if let Some(init) = &mut l.init
            && matches!(&*init.expr, Expr::Macro(m) if m.mac.path.is_ident("vec") && m.mac.tokens.is_empty())
        {
            *init.expr = parse_quote!(Vec::new());
        }
        if let (Pat::Ident(p), Some(init)) = (&l.pat, &l.init)
            && matches!(&*init.expr, Expr::Call(c) if super::lists::is_empty_list(c))
            && let Some(ty) = self.0.get(&p.ident.to_string())
        {
            let pat = &l.pat;
            l.pat = Pat::Type(parse_quote!(#pat: #ty));
        }
        visit_mut::visit_local_mut(self, l);
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}
