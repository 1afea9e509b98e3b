//! What variables begin as: lists that are replaced later, structures made of constants, lists that are fields.

use super::usage::{Usage, usage};
use super::{Item, Lowerer, primitive};
use crate::ir::{Storage, Ty};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Result, Stmt, Type};

impl Lowerer {
    /// Whether a variable begins as a list of constant numbers, and is given other lists later.
    pub(super) fn becomes_list(&self, pat: &Pat, e: &Expr) -> bool {
        let Pat::Ident(p) = pat else { return false };
        let changes = p.mutability.is_some() && self.growing.contains(&p.ident.to_string());
        changes
            && !self.is_constant_list(e)
            && self.opaque(e)
            && self
                .known(e)
                .is_some_and(|(ty, _)| super::lists::element(&ty).and_then(primitive).is_some_and(|of| of == Ty::Float))
    }

    /// The type of what is pushed to a list first, if it is known.
    pub(super) fn pushed_type(&self, name: &proc_macro2::Ident, rest: &[Stmt]) -> Option<Type> {
        struct Pushed<'l> {
            l: &'l Lowerer,
            name: &'l proc_macro2::Ident,
            found: Option<Type>,
        }
        impl<'ast> syn::visit::Visit<'ast> for Pushed<'_> {
            fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
                if m.method == "push"
                    && matches!(&*m.receiver, Expr::Path(p) if p.path.is_ident(self.name))
                    && self.found.is_none()
                {
                    self.found = m.args.first().and_then(|e| self.l.known(e)).map(|(ty, _)| ty);
                }
                syn::visit::visit_expr_method_call(self, m);
            }
        }
        let mut pushed = Pushed { l: self, name, found: None };
        rest.iter().for_each(|s| syn::visit::Visit::visit_stmt(&mut pushed, s));
        pushed.found.filter(|ty| !matches!(ty, Type::Reference(_)))
    }

    /// Whether a variable begins as a structure made of constants, and is changed later.
    pub(super) fn becomes_held(&self, pat: &Pat, call: &syn::ExprCall) -> bool {
        let (Pat::Ident(p), Expr::Path(f)) = (pat, &*call.func) else { return false };
        let name = p.ident.to_string();
        let changes =
            self.changed_inside.contains(&name) || self.growing.contains(&name) || self.changers.contains_key(&name);
        let own = || changes && super::records::of_own_type(&f.path);
        p.mutability.is_some() && (own() || self.made_outside(&f.path).is_some())
    }

    /// Whether a variable becomes a copy of a list of constants, whose elements may become something else.
    pub(super) fn copies_constants(&self, pat: &Pat, e: &Expr) -> bool {
        let (Pat::Ident(p), Expr::MethodCall(m)) = (pat, e) else { return false };
        let copies = ["to_vec", "clone", "to_owned"].iter().any(|n| m.method == n);
        p.mutability.is_some() && copies && self.is_constant_list(&m.receiver)
    }

    /// What a variable begins as that may take numbers later, where a function with derivatives makes an array of
    /// constants: a copy, element by element.
    pub(super) fn copies_made(&self, pat: &Pat, call: &syn::ExprCall) -> Option<Expr> {
        let (Pat::Ident(p), Expr::Path(f)) = (pat, &*call.func) else { return None };
        p.mutability?;
        self.gives_array(call)?;
        let given = self.given_by(&f.path)?;
        if let Type::Array(_) = given {
            let zeros = zeros(&given)?;
            let copy = copied(&given, syn::parse_quote!(copied__), syn::parse_quote!(made__), 0);
            return Some(syn::parse_quote!({
                let made__ = #call;
                let mut copied__ = #zeros;
                #copy
                copied__
            }));
        }
        let row = match super::lists::element(&given)? {
            row if super::lists::element(row).is_some() => {
                quote::quote!(.map(|row__| row__.iter().map(|v__| v__ * one__).collect::<#row>()))
            }
            Type::Array(_) => return None,
            _ => quote::quote!(.copied()),
        };
        Some(syn::parse_quote!({
            let (made__, one__) = (#call, 1.0);
            made__.iter() #row .collect::<#given>()
        }))
    }

    /// Whether a variable begins as an `Option` of constants that functions without derivatives change, as the second of
    /// two numbers that are drawn at a time.
    pub(super) fn is_left_to_others(&self, pat: &Pat, ty: Option<&Type>, e: &Expr, rest: &[Stmt]) -> bool {
        let Pat::Ident(p) = pat else { return false };
        let option = match ty {
            Some(ty) => super::maybe::inner(ty).is_some(),
            None => matches!(e, Expr::Path(p) if p.path.is_ident("None")),
        };
        let nothing = matches!(e, Expr::Path(p) if p.path.is_ident("None")) || self.opaque(e);
        p.mutability.is_some() && option && nothing && left_to_others(&p.ident, &self.mentions(&p.ident, rest))
    }

    /// What such a variable begins as: a value of a type without derivatives.
    pub(super) fn given_to_others(&mut self, e: &Expr, ty: Option<&Type>) -> Result<Item> {
        let mut code = self.verbatim(e)?;
        if let Some(ty) = ty {
            let tokens = &code.tokens;
            code.tokens = quote::quote!(::core::convert::identity::<#ty>(#tokens));
        }
        Ok(Item::Scalar(self.temporary(Ty::some_int(), crate::ir::Op::Verbatim(code), e.span())))
    }

    /// `let r = s.list;` and `let r = &s.list;`, where what follows uses the name as that of a list.
    pub(super) fn list_of_field(&mut self, pat: &Pat, value: &Expr, rest: &[Stmt]) -> Result<Option<Item>> {
        let (lent, field) = match value {
            Expr::Reference(r) if r.mutability.is_none() => (true, &*r.expr),
            e => (false, e),
        };
        let (Pat::Ident(p), Expr::Field(f)) = (pat, field) else { return Ok(None) };
        let whole = self.known(field).is_some_and(|(ty, _)| crate::around::carries(&ty) == Some(true));
        if whole || !self.of_record(f) || usage(&p.ident.to_string(), &self.mentions(&p.ident, rest)) != Usage::Array {
            return Ok(None);
        }
        // A list of structures is used where it lies.
        if self.kind_of_elements(field).is_some() {
            let list = self.record_list(field, true)?.filter(|_| lent);
            return Ok(list.map(Item::Held));
        }
        let Some(view) = self.field_view(field)? else { return Ok(None) };
        let stays = lent || p.mutability.is_none() && matches!(self.arrays[view.arr].storage, Storage::Shared);
        Ok(Some(if stays { Item::View(view) } else { self.copy(&view, None, pat.span()) }))
    }
}

/// The type of a constant of a type that carries derivatives, `Vec3::ZERO`.
pub(super) fn constant_type(e: &Expr) -> Option<Type> {
    let Expr::Path(p) = e else { return None };
    super::known::constant_path(&p.path).filter(|ty| crate::around::carries(ty) == Some(true))
}

/// Whether all that is done with a variable is that functions without derivatives are given it by `&mut`.
fn left_to_others(name: &proc_macro2::Ident, rest: &[&Stmt]) -> bool {
    struct Given<'n> {
        name: &'n proc_macro2::Ident,
        given: usize,
        mentioned: usize,
    }
    impl Given<'_> {
        fn is(&self, e: &Expr) -> bool {
            matches!(e, Expr::Path(p) if p.path.is_ident(self.name))
        }
    }
    impl<'ast> syn::visit::Visit<'ast> for Given<'_> {
        fn visit_expr_call(&mut self, c: &'ast syn::ExprCall) {
            let lent = |e: &&Expr| matches!(e, Expr::Reference(r) if r.mutability.is_some() && self.is(&r.expr));
            if let Expr::Path(f) = &*c.func
                && crate::around::given_by_other(&f.path).is_some()
            {
                self.given += c.args.iter().filter(lent).count();
            }
            syn::visit::visit_expr_call(self, c);
        }
        fn visit_expr_path(&mut self, p: &'ast syn::ExprPath) {
            self.mentioned += usize::from(p.path.is_ident(self.name));
        }
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            // What stands in a macro is not seen.
            self.mentioned += 1;
        }
    }
    let mut given = Given { name, given: 0, mentioned: 0 };
    rest.iter().for_each(|s| syn::visit::Visit::visit_stmt(&mut given, s));
    given.given > 0 && given.given == given.mentioned
}

/// An array of arrays of fixed lengths, all zero; none of another type.
fn zeros(ty: &Type) -> Option<Expr> {
    match ty {
        Type::Array(a) if matches!(a.len, Expr::Infer(_)) => None,
        Type::Array(a) => {
            let (inner, len) = (zeros(&a.elem)?, &a.len);
            Some(syn::parse_quote!([#inner; #len]))
        }
        ty => super::lists::element(ty).is_none().then(|| syn::parse_quote!(0.0)),
    }
}

/// `to[k0][k1] = of[k0][k1];` for all elements.
fn copied(ty: &Type, to: Expr, of: Expr, depth: usize) -> Stmt {
    let Type::Array(a) = ty else { return syn::parse_quote!(#to = 1.0 * #of;) };
    let (k, len) = (quote::format_ident!("k{depth}__"), &a.len);
    let inner = copied(&a.elem, syn::parse_quote!(#to[#k]), syn::parse_quote!(#of[#k]), depth + 1);
    syn::parse_quote!(for #k in 0..#len { #inner })
}
