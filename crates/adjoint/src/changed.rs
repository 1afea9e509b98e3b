//! Structures that a function takes by `&mut`: in the form that is differentiated they are taken as they are, and given
//! back beside the result.

use crate::signature::{is_list_of_records, is_record};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprReturn, FnArg, ItemFn, Pat, Result, ReturnType, Stmt, Type, parse_quote};

/// The function in that form, and the structures that it changes.
pub(crate) fn given_back(f: &mut ItemFn) -> Result<Vec<(Ident, Type)>> {
    let mut changed: Vec<(Ident, Type)> = vec![];
    let typed = crate::typed::of(&f.sig);
    let carries = |t: &&syn::TypeParam| !typed.iter().any(|own| own.name == t.ident);
    let others: Vec<Ident> = f.sig.generics.type_params().filter(carries).map(|t| t.ident.clone()).collect();
    for input in &mut f.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        if input.attrs.iter().any(|a| a.path().is_ident("constant")) {
            continue;
        }
        let Some(owned) = owned(&input.ty) else { continue };
        // A number, or a type of constants.
        if others.iter().any(|name| is_of(&input.ty, name)) {
            continue;
        }
        let Pat::Ident(p) = &mut *input.pat else { continue };
        let Type::Reference(r) = &mut *input.ty else { continue };
        r.mutability = None;
        p.mutability = Some(Default::default());
        changed.push((p.ident.clone(), owned));
    }
    if changed.is_empty() {
        return Ok(changed);
    }
    let (names, types): (Vec<Ident>, Vec<Type>) = changed.iter().cloned().unzip();
    crate::capitals::apart(f, &names);
    let value = match &f.sig.output {
        ReturnType::Type(_, ty) if !is_unit(ty) => Some((**ty).clone()),
        _ => None,
    };
    let missing = value.as_ref().and_then(Missing::of);
    if missing.is_some() {
        f.block = crate::lower::asked(f, true).block;
    }
    let value = match &missing {
        Some(missing) => Some(missing.beside()),
        None => value,
    };
    let given = |value: Option<TokenStream>| -> TokenStream {
        match (value, names.as_slice()) {
            (None, [name]) => quote!(#name),
            (value, names) => {
                let value = value.into_iter();
                quote!((#(#value,)* #(#names),*))
            }
        }
    };
    let output: Type = match (&value, types.as_slice()) {
        (None, [ty]) => ty.clone(),
        (value, types) => {
            let value = value.iter();
            parse_quote!((#(#value,)* #(#types),*))
        }
    };
    Returns { given: &given, value: value.is_some(), missing: missing.as_ref() }.visit_block_mut(&mut f.block);
    let stmts = &mut f.block.stmts;
    let end = match (&value, stmts.last()) {
        (Some(ty), Some(Stmt::Expr(_, None))) => {
            let Some(Stmt::Expr(e, _)) = stmts.pop() else { return Ok(changed) };
            let e = match &missing {
                Some(missing) => missing.value(e.to_token_stream()),
                None => e.to_token_stream(),
            };
            stmts.push(parse_quote!(let given_value: #ty = #e;));
            given(Some(quote!(given_value)))
        }
        // It has returned by now.
        (Some(_), _) => {
            f.sig.output = parse_quote!(-> #output);
            return Ok(changed);
        }
        (None, _) => {
            if let Some(Stmt::Expr(_, semi @ None)) = stmts.last_mut() {
                *semi = Some(Default::default());
            }
            given(None)
        }
    };
    stmts.push(Stmt::Expr(syn::parse2(end)?, None));
    f.sig.output = parse_quote!(-> #output);
    Ok(changed)
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(t) if t.elems.is_empty())
}

/// What may not be there, as an `Option` or a `Result` says: the type of the value.
struct Missing(Type);

impl Missing {
    fn of(ty: &Type) -> Option<Missing> {
        crate::lower::argument_of(ty, &["Option", "Result"]).cloned().map(Missing)
    }

    /// What is given in its place beside what is changed: an `Option`, or a flag where there is no value.
    fn beside(&self) -> Type {
        let inner = &self.0;
        if is_unit(inner) { parse_quote!(bool) } else { parse_quote!(::core::option::Option<#inner>) }
    }

    /// The same of an expression.
    fn value(&self, e: TokenStream) -> TokenStream {
        if !is_unit(&self.0) {
            return e;
        }
        quote!({
            let given_value: ::core::option::Option<()> = #e;
            given_value.is_some()
        })
    }
}

/// A function with returns in its body, which does not give an `Option` or a `Result`, as one that has none: what it
/// changes is given back at one place, its end.
pub(crate) fn returned_once(f: &mut ItemFn) {
    struct Breaks;
    impl VisitMut for Breaks {
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            syn::visit_mut::visit_expr_mut(self, e);
            if let Expr::Return(r) = e {
                // Without parentheses, what begins with `::` would read as a label's colon.
                *e = match r.expr.take() {
                    Some(value) => parse_quote!(break 'given (#value)),
                    None => parse_quote!(break 'given),
                };
            }
        }
        fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    Breaks.visit_block_mut(&mut f.block);
    let (items, stmts): (Vec<Stmt>, Vec<Stmt>) =
        std::mem::take(&mut f.block.stmts).into_iter().partition(|s| matches!(s, Stmt::Item(_)));
    f.block.stmts = items;
    f.block.stmts.push(match &f.sig.output {
        ReturnType::Type(_, ty) if !is_unit(ty) => Stmt::Expr(parse_quote!('given: { #(#stmts)* }), None),
        _ => Stmt::Expr(parse_quote!('given: { #(#stmts)* }), Some(Default::default())),
    });
}

/// The type behind `&mut`, if it is one of structures.
pub(crate) fn owned(ty: &Type) -> Option<Type> {
    let Type::Reference(r) = ty else { return None };
    r.mutability?;
    match &*r.elem {
        Type::Slice(s) if is_record(&s.elem) => {
            let element = &s.elem;
            Some(parse_quote!(::std::vec::Vec<#element>))
        }
        ty if is_record(ty) || is_list_of_records(ty) => Some(ty.clone()),
        _ => None,
    }
}

/// Whether a type is this parameter, or a list of it, behind a reference.
fn is_of(ty: &Type, name: &Ident) -> bool {
    match ty {
        Type::Reference(r) => is_of(&r.elem, name),
        Type::Slice(s) => is_of(&s.elem, name),
        Type::Array(a) => is_of(&a.elem, name),
        Type::Path(p) => p.path.is_ident(name),
        _ => false,
    }
}

struct Returns<'g> {
    given: &'g dyn Fn(Option<TokenStream>) -> TokenStream,
    value: bool,
    missing: Option<&'g Missing>,
}

impl VisitMut for Returns<'_> {
    fn visit_expr_return_mut(&mut self, r: &mut ExprReturn) {
        syn::visit_mut::visit_expr_return_mut(self, r);
        let value = r.expr.take().map(|e| match self.missing {
            Some(missing) => missing.value(e.to_token_stream()),
            None => e.to_token_stream(),
        });
        let given = (self.given)(value.filter(|_| self.value));
        r.expr = syn::parse2::<Expr>(given).ok().map(Box::new);
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
