//! What the operators of the source text's types give.

use super::{AROUND, note};
use quote::ToTokens;
use std::collections::HashMap;
use syn::visit_mut::VisitMut;
use syn::{GenericArgument, ImplItem, ItemImpl, PathArguments, Type, parse_quote};

/// The signs of operators, by their traits.
const SIGNS: [(&str, char); 5] = [("Add", '+'), ("Sub", '-'), ("Mul", '*'), ("Div", '/'), ("Rem", '%')];

fn key(sign: char, left: &Type, right: Option<&Type>) -> Option<String> {
    let right = match right {
        Some(right) => super::fields::name(right)?,
        None => String::new(),
    };
    Some(format!("{}{sign}{right}", super::fields::name(left)?))
}

fn indexed(own: &str) -> String {
    format!("{own}[]")
}

/// Whether the texts are known, and none of them says how what an index of a type gives is written to.
pub(crate) fn lacks_index_mut(of: &Type) -> bool {
    let Some(key) = super::fields::name(of).map(|own| indexed(&own)) else { return false };
    AROUND.with_borrow(|around| {
        !around.index.texts().is_empty() && !around.any(|found| found.operators.contains_key(&key))
    })
}

/// Notes what an operator gives, if the block is one.
pub(super) fn read(map: &mut HashMap<String, Option<String>>, block: &ItemImpl) {
    let Some(of) = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last()) else { return };
    if of.ident == "IndexMut"
        && let Some(own) = super::fields::name(&block.self_ty)
    {
        note(map, indexed(&own), String::new());
    }
    let unary = of.ident == "Neg";
    let sign = SIGNS.iter().find(|(name, _)| of.ident == name).map(|(_, sign)| *sign);
    let Some(sign) = sign.or(unary.then_some('-')) else { return };
    let right = match &of.arguments {
        PathArguments::AngleBracketed(a) => a.args.iter().find_map(|a| match a {
            GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        }),
        _ => None,
    };
    let own = (*block.self_ty).clone();
    let mut right = right.unwrap_or_else(|| own.clone());
    let output = block.items.iter().find_map(|item| match item {
        ImplItem::Type(t) if t.ident == "Output" => Some(t.ty.clone()),
        _ => None,
    });
    let Some(mut output) = output else { return };
    for ty in [&mut right, &mut output] {
        let behind = match &own {
            Type::Reference(r) => (*r.elem).clone(),
            own => own.clone(),
        };
        super::Replace { name: "Self".to_owned(), by: behind }.visit_type_mut(ty);
    }
    let number = super::number(&block.generics);
    if let Some(number) = &number {
        super::Replace { name: number.clone(), by: parse_quote!(f64) }.visit_type_mut(&mut output);
        super::Replace { name: number.clone(), by: parse_quote!(f64) }.visit_type_mut(&mut right);
    }
    let others = block.generics.params.iter().filter_map(|p| match p {
        syn::GenericParam::Type(t) if Some(t.ident.to_string()) != number => Some(t.ident.to_string()),
        syn::GenericParam::Const(c) => Some(c.ident.to_string()),
        _ => None,
    });
    // What is the block's own cannot be named elsewhere.
    if others.into_iter().any(|name| crate::derive::mentions(&output, &name))
        && let Type::Path(p) = &mut output
        && let Some(last) = p.path.segments.last_mut()
    {
        last.arguments = PathArguments::None;
    }
    if let Some(key) = key(sign, &own, (!unary).then_some(&right)) {
        note(map, key, output.to_token_stream().to_string());
    }
}
