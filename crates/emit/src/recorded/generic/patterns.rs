//! Patterns over the number.

use super::body::Writer;
use front::hir::{ExprId, ExprKind, Form, PatId, PatKind, Unary};
use front::ty::Ty;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Member, Result};

impl Writer<'_, '_> {
    /// The pattern of an arm with what it asks of numbers: one for each alternative where one asks.
    pub(super) fn patterns(&self, p: PatId) -> Result<Vec<(TokenStream, Vec<TokenStream>)>> {
        let one = |p: PatId| {
            let outside = self.asked.replace(Some(vec![]));
            let pat = self.pat(p);
            let asked = self.asked.replace(outside).unwrap_or_default();
            pat.map(|pat| (pat, asked))
        };
        let PatKind::Or(parts) = &self.typed.body.pats[p].kind else { return Ok(vec![one(p)?]) };
        let all = parts.iter().map(|part| one(*part)).collect::<Result<Vec<_>>>()?;
        if all.iter().any(|(_, asked)| !asked.is_empty()) {
            return Ok(all);
        }
        let pats = all.iter().map(|(pat, _)| pat);
        Ok(vec![(quote!((#(#pats)|*)), vec![])])
    }

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
            PatKind::Value(e) if self.is_float(*e) => {
                let value = self.value(*e)?;
                self.asks(span, |number| quote!(#number == #value))?
            }
            PatKind::Value(e) => self.constant(*e)?,
            PatKind::Range(a, b, closed) => {
                let float = a.or(*b).is_some_and(|e| self.is_float(e));
                let end =
                    |e: &Option<ExprId>| e.map(|e| if float { self.value(e) } else { self.constant(e) }).transpose();
                let (a, b, dots) = (end(a)?, end(b)?, if *closed { quote!(..=) } else { quote!(..) });
                match float {
                    true => self.asks(span, |number| quote!((#a #dots #b).contains(&#number)))?,
                    false => quote!(#a #dots #b),
                }
            }
            PatKind::Or(parts) => {
                let outside = self.asked.take();
                let parts = all(parts);
                self.asked.replace(outside);
                let parts = parts?;
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

    /// A number of a pattern: it has a name there, and is compared behind it.
    fn asks(&self, span: Span, how: impl FnOnce(TokenStream) -> TokenStream) -> Result<TokenStream> {
        let mut asked = self.asked.borrow_mut();
        let asked = asked.as_mut().ok_or_else(|| self.refuse(span, "a float as a pattern"))?;
        let name = format_ident!("__asked_{}", asked.len());
        asked.push(how(quote!(#name.clone())));
        Ok(name.into_token_stream())
    }

    /// A literal or a constant in a pattern.
    fn constant(&self, e: ExprId) -> Result<TokenStream> {
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
