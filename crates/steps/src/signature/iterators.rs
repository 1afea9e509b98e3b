//! Iterators that a function takes, `impl Iterator<Item = f64>`: in the form that is differentiated such a parameter is a
//! list, which the body iterates over.

use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{FnArg, GenericArgument, GenericParam, ItemFn, Pat, PathArguments, Signature, Token, Type, TypeParamBound};
use syn::{Stmt, WherePredicate, parse_quote};

/// The items of an iterator of numbers.
pub struct Items {
    pub number: Type,
    /// Whether they are references.
    pub lent: bool,
}

/// The items that a parameter of this type iterates over, if they are numbers.
pub fn items(ty: &Type, sig: &Signature) -> Option<Items> {
    match ty {
        Type::ImplTrait(t) => of_bounds(&t.bounds, sig),
        Type::Path(p) => {
            let param = sig.generics.type_params().find(|t| p.path.is_ident(&t.ident))?;
            let clause = sig.generics.where_clause.iter().flat_map(|w| &w.predicates);
            let mut beside = clause.filter_map(|predicate| match predicate {
                WherePredicate::Type(of) if of.bounded_ty == *ty => of_bounds(&of.bounds, sig),
                _ => None,
            });
            of_bounds(&param.bounds, sig).or_else(|| beside.next())
        }
        _ => None,
    }
}

fn of_bounds(bounds: &Punctuated<TypeParamBound, Token![+]>, sig: &Signature) -> Option<Items> {
    bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last()?;
        let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
        if last.ident != "Iterator" && last.ident != "IntoIterator" {
            return None;
        }
        let item = args.args.iter().find_map(|a| match a {
            GenericArgument::AssocType(a) if a.ident == "Item" => Some(&a.ty),
            _ => None,
        })?;
        let (number, lent) = match item {
            Type::Reference(r) if r.mutability.is_none() => (&*r.elem, true),
            ty => (ty, false),
        };
        is_number(number, sig).then(|| Items { number: number.clone(), lent })
    })
}

fn is_number(ty: &Type, sig: &Signature) -> bool {
    let real = |t: &syn::TypeParam| {
        let is = |b: &TypeParamBound| matches!(b, TypeParamBound::Trait(b) if b.path.segments.last().is_some_and(|s| s.ident == "Real"));
        t.bounds.iter().any(is)
    };
    let Type::Path(p) = ty else { return false };
    let own = sig.generics.type_params().any(|t| p.path.is_ident(&t.ident) && real(t));
    own || p.path.is_ident("f64") || p.path.is_ident("f32")
}

/// The function in that form.
pub fn as_lists(f: &mut ItemFn) {
    let sig = f.sig.clone();
    let (mut opened, mut gone): (Vec<Stmt>, Vec<Ident>) = (vec![], vec![]);
    for input in &mut f.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        if input.attrs.iter().any(|a| a.path().is_ident("constant")) {
            continue;
        }
        let (Some(Items { number, lent }), Pat::Ident(pat)) = (items(&input.ty, &sig), &mut *input.pat) else {
            continue;
        };
        let (name, mutable) = (&pat.ident, pat.mutability.take());
        opened.push(match lent {
            true => parse_quote!(let #mutable #name = #name.iter();),
            false => parse_quote!(let #mutable #name = #name.iter().copied();),
        });
        if let Type::Path(p) = &*input.ty {
            gone.extend(p.path.get_ident().cloned());
        }
        *input.ty = parse_quote!(&[#number]);
    }
    if opened.is_empty() {
        return;
    }
    let own = |p: &GenericParam| matches!(p, GenericParam::Type(t) if gone.contains(&t.ident));
    f.sig.generics.params = std::mem::take(&mut f.sig.generics.params).into_iter().filter(|p| !own(p)).collect();
    f.block.stmts.splice(0..0, opened);
}
