//! Patterns over the number.

use super::body::Writer;
use front::hir::{ExprId, ExprKind, Form, PatId, PatKind, Unary};
use front::ty::Ty;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Member, Result};

impl Writer<'_, '_> {
    /// A pattern.
    pub(super) fn pat(&self, p: PatId) -> Result<TokenStream> {
        let (body, span) = (&self.typed.body, self.typed.body.pats[p].span);
        let all = |parts: &[PatId]| parts.iter().map(|part| self.pat(*part)).collect::<Result<Vec<_>>>();
        Ok(match &body.pats[p].kind {
            PatKind::Wild => quote!(_),
            PatKind::Rest => quote!(..),
            PatKind::Bind { local, by_ref, inner } => {
                let by_ref = match by_ref {
                    Some(true) => quote!(ref mut),
                    Some(false) => quote!(ref),
                    None if body.locals[*local].mutable => quote!(mut),
                    None => quote!(),
                };
                let inner = inner.map(|inner| self.pat(inner)).transpose()?.map(|inner| quote!(@ #inner));
                let name = self.local(*local);
                quote!(#by_ref #name #inner)
            }
            PatKind::Tuple(parts) => {
                let parts = all(parts)?;
                match parts.as_slice() {
                    [part] => quote!((#part,)),
                    parts => quote!((#(#parts),*)),
                }
            }
            PatKind::Slice(parts) => {
                let parts = all(parts)?;
                quote!([#(#parts),*])
            }
            PatKind::Variant(adt, k, fields) => {
                let (path, mut parts) = (self.variant(*adt, *k, &[], span)?, vec![]);
                for (name, part) in fields {
                    self.sees(*adt, *k, name, span)?;
                    let (name, part) = (member(name), self.pat(*part)?);
                    parts.push(quote!(#name: #part));
                }
                quote!(#path { #(#parts,)* .. })
            }
            PatKind::Ref(inside) => {
                let mutable = matches!(self.behind(p), Some(true)).then(|| quote!(mut));
                let inside = self.pat(*inside)?;
                quote!(&#mutable #inside)
            }
            PatKind::Value(e) => self.constant(*e)?,
            PatKind::Range(a, b, closed) => {
                let end = |e: &Option<ExprId>| e.map(|e| self.constant(e)).transpose();
                let (a, b, dots) = (end(a)?, end(b)?, if *closed { quote!(..=) } else { quote!(..) });
                quote!(#a #dots #b)
            }
            PatKind::Or(parts) => {
                let parts = all(parts)?;
                quote!((#(#parts)|*))
            }
            PatKind::Foreign(of) => {
                let (path, mut parts) = (&of.path, vec![]);
                if !self.is_home {
                    return Err(self.refuse(span, "a pattern of another crate"));
                }
                for (name, part) in &of.fields {
                    parts.push((member(name), self.pat(*part)?));
                }
                match of.form {
                    Form::Unit => quote!(#path),
                    Form::Tuple => {
                        let parts = parts.iter().map(|(_, part)| part);
                        quote!(#path(#(#parts),*))
                    }
                    Form::Named(rest) => {
                        let (parts, rest) =
                            (parts.iter().map(|(name, part)| quote!(#name: #part)), rest.then(|| quote!(..)));
                        quote!(#path { #(#parts,)* #rest })
                    }
                }
            }
        })
    }

    /// Whether a pattern of a reference looks through a `&mut`.
    fn behind(&self, p: PatId) -> Option<bool> {
        match &self.typed.pats[p].ty {
            Ty::Ref(mutable, _) => Some(*mutable),
            _ => None,
        }
    }

    /// A literal or a constant in a pattern, which may not be a float: a number is compared in no pattern.
    fn constant(&self, e: ExprId) -> Result<TokenStream> {
        let (ty, span) = (&self.typed.exprs[e], self.typed.body.exprs[e].span);
        if matches!(ty.behind(), Ty::Float(_)) {
            return Err(self.refuse(span, "a float as a pattern"));
        }
        Ok(match self.kind(e) {
            ExprKind::Unary(Unary::Neg, a) => {
                let a = self.constant(*a)?;
                quote!(-#a)
            }
            _ => self.value(e)?,
        })
    }
}

/// The name of a field.
pub(super) fn member(name: &str) -> TokenStream {
    match name.parse::<usize>() {
        Ok(k) => Member::from(k).into_token_stream(),
        Err(_) => match syn::parse_str::<proc_macro2::Ident>(name) {
            Ok(name) => name.into_token_stream(),
            Err(_) => format_ident!("r#{name}").into_token_stream(),
        },
    }
}
