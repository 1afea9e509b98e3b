//! Generated code without its plumbing: full paths, wrappers, what is idle.

use super::{generated, only_type_argument, renamed, same};
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Block, Expr, ExprCall, Item, Lit, LitInt, Pat, Path, PathArguments, Stmt, Token, Type};

/// Takes off what only the compiler needs.
pub(super) struct Plain<'a> {
    pub(super) name: &'a Ident,
    /// Parts of parameters that a tuple of one element wraps: the parameter, and the indices on the way.
    pub(super) wrapped: Vec<(Ident, Vec<usize>)>,
}

impl Plain<'_> {
    /// What a call of generated code stands for, where that is one of its arguments.
    fn unwrapped(call: &ExprCall) -> Option<&Expr> {
        let Expr::Path(function) = &*call.func else { return None };
        match generated(&function.path)?.as_str() {
            "give" | "Active" | "Seed" | "Adopt::adopt" | "Adopt::adopt_in" | "Settle::settle"
            | "Settle::settle_in" => call.args.first(),
            _ => None,
        }
    }

    /// A name and the indices behind it, outermost first.
    fn part(e: &Expr) -> Option<(Ident, Vec<usize>)> {
        match e {
            Expr::Path(p) => Some((p.path.get_ident()?.clone(), vec![])),
            Expr::Field(f) => {
                let syn::Member::Unnamed(index) = &f.member else { return None };
                let (name, mut path) = Self::part(&f.base)?;
                path.push(index.index as usize);
                Some((name, path))
            }
            _ => None,
        }
    }

    fn is_idle(stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Item(Item::Use(u)) => u.leading_colon.is_some(),
            Stmt::Local(l) => {
                let init = l.init.as_ref().map(|i| i.expr.to_token_stream());
                let pair = matches!(&l.pat, Pat::TupleStruct(p) if p.path.is_ident("Pair"));
                pair || init.is_some_and(|init| same(&l.pat.to_token_stream(), &init))
            }
            _ => false,
        }
    }

    /// The path of a type's own, of which the first segments are a trait's.
    fn qualified(&mut self, q: &mut syn::QSelf, path: &mut Path) {
        self.visit_type_mut(&mut q.ty);
        let mut whole = Path { segments: path.segments.iter().take(q.position).cloned().collect(), ..path.clone() };
        if q.position > 0 {
            self.visit_path_mut(&mut whole);
        }
        let position = whole.segments.len();
        whole.segments.extend(path.segments.iter().skip(q.position).cloned());
        (q.position, *path) = (position, whole);
    }
}

impl VisitMut for Plain<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        while let Expr::Call(call) = &*e
            && let Some(inner) = Self::unwrapped(call)
        {
            *e = inner.clone();
        }
        if let Expr::Field(f) = &*e
            && let Some((name, mut path)) = Self::part(e)
            && path.pop() == Some(0)
            && self.wrapped.contains(&(name, path))
        {
            *e = (*f.base).clone();
            return;
        }
        if let Expr::Call(call) = e {
            let pair = |e: Expr| match &e {
                Expr::Call(inner) => match &*inner.func {
                    Expr::Path(f) if generated(&f.path).as_deref() == Some("Pair") => {
                        inner.args.iter().cloned().collect()
                    }
                    _ => vec![e],
                },
                _ => vec![e],
            };
            let unwrap = |e: Expr| match &e {
                Expr::Call(call) => Self::unwrapped(call).cloned().unwrap_or(e),
                Expr::Paren(p) => (*p.expr).clone(),
                _ => e,
            };
            let args = std::mem::take(&mut call.args);
            call.args = args.into_iter().map(unwrap).flat_map(pair).collect::<Punctuated<_, Token![,]>>();
        }
        visit_mut::visit_expr_mut(self, e);
        if let Expr::Paren(p) = e {
            let closed = matches!(
                *p.expr,
                Expr::Path(_)
                    | Expr::Lit(_)
                    | Expr::MethodCall(_)
                    | Expr::Call(_)
                    | Expr::Index(_)
                    | Expr::Field(_)
                    | Expr::Paren(_)
            );
            if closed {
                *e = (*p.expr).clone();
            }
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        while let Type::Path(p) = &*ty
            && let Some("Seed" | "Active") = generated(&p.path).as_deref()
            && let Some(inner) = only_type_argument(&p.path)
        {
            *ty = inner.clone();
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_expr_path_mut(&mut self, e: &mut syn::ExprPath) {
        match &mut e.qself {
            Some(q) => self.qualified(q, &mut e.path),
            None => visit_mut::visit_expr_path_mut(self, e),
        }
    }

    fn visit_type_path_mut(&mut self, ty: &mut syn::TypePath) {
        match &mut ty.qself {
            Some(q) => self.qualified(q, &mut ty.path),
            None => visit_mut::visit_type_path_mut(self, ty),
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let first = path.segments.first().map(|s| s.ident.to_string());
        if path.leading_colon.is_some() && matches!(first.as_deref(), Some("wengert" | "core" | "std")) {
            let upper = |s: &syn::PathSegment| s.ident.to_string().starts_with(char::is_uppercase);
            let mut keep: Vec<_> = path.segments.iter().cloned().collect();
            // An operation on matrices is a type, and what is called one of its functions.
            let function = keep.last().is_some_and(|s| s.ident.to_string().starts_with("__"));
            let own = keep.len() - 1 - usize::from(function && keep.len() > 1);
            let start = keep.iter().position(upper).unwrap_or(own);
            keep.drain(..start);
            if keep.len() > 1 && keep[0].ident == "Option" {
                keep.remove(0);
            }
            if let [real] = &mut keep[..]
                && real.ident == "Real"
                && same(&real.arguments.to_token_stream(), &quote!(<f64>))
            {
                real.arguments = PathArguments::None;
            }
            *path = Path { leading_colon: None, segments: keep.into_iter().collect() };
        }
        let mut segments: Vec<_> = path.segments.iter().cloned().collect();
        if let [.., owner, last] = &mut segments[..]
            && last.ident.to_string().starts_with("__")
        {
            let own = if owner.ident == "Self" { self.name } else { &owner.ident };
            owner.ident = renamed(own, &last.ident);
            owner.arguments = match &last.arguments {
                PathArguments::AngleBracketed(args) if args.args.len() > 1 => {
                    let rest: Punctuated<_, Token![,]> = args.args.iter().skip(1).cloned().collect();
                    PathArguments::AngleBracketed(syn::parse_quote!(::<#rest>))
                }
                _ => PathArguments::None,
            };
            segments.pop();
            path.segments = segments.into_iter().collect();
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        block.stmts.retain(|s| !Self::is_idle(s));
    }

    fn visit_lit_mut(&mut self, lit: &mut Lit) {
        if let Lit::Int(int) = lit
            && int.suffix() == "usize"
        {
            *lit = Lit::Int(LitInt::new(int.base10_digits(), Span::call_site()));
        }
    }
}
