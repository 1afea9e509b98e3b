//! Structures that a function takes by `&mut`: in the form that is differentiated they are taken as they are, and given
//! back beside the result.

use crate::around::is_record;
use crate::signature::growth::changes_length;
use crate::signature::{is_list_of_records, is_value, list_element, option};
use front::visit_mut::VisitMut;
use proc_macro2::Ident;
use syn::{Expr, FnArg, ItemFn, Pat, PatType, ReturnType, Stmt, Type, parse_quote};

/// Gives the signature that form.
pub fn given_back(f: &mut ItemFn) {
    let typed = crate::signature::bounds::of(&f.sig);
    let carries = |t: &&syn::TypeParam| !typed.iter().any(|own| own.name == t.ident);
    let others: Vec<Ident> = f.sig.generics.type_params().filter(carries).map(|t| t.ident.clone()).collect();
    let mut types: Vec<Type> = vec![];
    let as_written = f.clone();
    for input in &mut f.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let is_constant = input.attrs.iter().any(|a| a.path().is_ident("constant"));
        // Numbers that arrive in columns are changed where they lie.
        if is_constant || super::columns::are_given(&input.attrs) {
            continue;
        }
        if let Some(parts) = super::lent::back(&input.attrs) {
            types.extend(parts);
            continue;
        }
        let Some(owned) = taken(&as_written, input) else { continue };
        // A number, or a type of constants.
        if others.iter().any(|name| is_of(&input.ty, name)) {
            continue;
        }
        let Pat::Ident(p) = &mut *input.pat else { continue };
        match &mut *input.ty {
            ty if crate::syntax::types::is_count(&owned) => *ty = owned.clone(),
            Type::Reference(r) => {
                r.mutability = None;
                p.mutability = Some(Default::default());
            }
            _ => continue,
        }
        types.push(owned);
    }
    if types.is_empty() {
        return;
    }
    let value = match &f.sig.output {
        ReturnType::Type(_, ty) if !is_unit(ty) => Some(beside(ty)),
        _ => None,
    };
    let output: Type = match (&value, types.as_slice()) {
        (None, [ty]) => ty.clone(),
        (value, types) => {
            let value = value.iter();
            parse_quote!((#(#value,)* #(#types),*))
        }
    };
    f.sig.output = parse_quote!(-> #output);
}

/// What is given beside what is changed: of what may not be there an `Option`, or a flag where there is no value.
fn beside(ty: &Type) -> Type {
    match crate::syntax::types::argument_of(ty, &["Option", "Result"]) {
        Some(inner) if is_unit(inner) => parse_quote!(bool),
        Some(inner) => parse_quote!(::core::option::Option<#inner>),
        None => ty.clone(),
    }
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(t) if t.elems.is_empty())
}

/// A function with returns in its body, which does not give an `Option` or a `Result`, as one that has none: what it
/// changes is given back at one place, its end.
pub fn returned_once(f: &mut ItemFn) {
    struct Breaks;
    impl VisitMut for Breaks {
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            front::visit_mut::visit_expr_mut(self, e);
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

/// Whether what a parameter lends is given back beside the result.
pub fn is_given_back(f: &ItemFn, input: &PatType) -> bool {
    super::lent::is_given(&input.attrs) || taken(f, input).is_some()
}

/// What a parameter is taken as that is given back: structures, lists of which the length changes, and counts beside
/// those or beside what may not be there.
fn taken(f: &ItemFn, input: &PatType) -> Option<Type> {
    let longer = || match (&*input.pat, &*input.ty) {
        (Pat::Ident(p), Type::Reference(r)) if changes_length(f, &p.ident, &input.ty) => Some((*r.elem).clone()),
        _ => None,
    };
    let counted = || crate::signature::state::count(f, input).cloned();
    owned(&input.ty).or_else(longer).or_else(counted)
}

/// The type behind `&mut`, if it is one of structures.
fn owned(ty: &Type) -> Option<Type> {
    let Type::Reference(r) = ty else { return None };
    r.mutability?;
    match &*r.elem {
        Type::Slice(s) if is_record(&s.elem) || is_whole(&s.elem) => {
            let element = &s.elem;
            Some(parse_quote!(::std::vec::Vec<#element>))
        }
        ty if is_value(ty) || is_list_of_records(ty) || is_list_of_whole(ty) => Some(ty.clone()),
        _ => None,
    }
}

/// Whether it is a tuple, or what may not be there: kept whole, as a structure is.
fn is_whole(ty: &Type) -> bool {
    let tuple = matches!(ty, Type::Tuple(t) if !t.elems.is_empty());
    (tuple || option(ty).is_some()) && is_value(ty)
}

fn is_list_of_whole(ty: &Type) -> bool {
    match ty {
        Type::Array(a) => is_whole(&a.elem) || is_list_of_whole(&a.elem),
        ty => list_element(ty).is_some_and(|of| is_whole(of) || is_list_of_whole(of)),
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
