//! A function on any number as its callers write calls of it: for the texts of functions that are recorded.

use super::over::Types;
use crate::signature::{By, Shape, Signature};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, ItemFn, PathArguments, ReturnType, Type};

/// How the function on any number takes a parameter that is written otherwise.
enum Taken {
    AsWritten,
    /// `&f64`, as the number.
    Number,
    /// `&mut f64`, as a list of one.
    Cell,
    /// `&mut Body`, `&mut usize`, as it is before; what it is behind is given beside the result.
    GivenBack,
}

/// The function; none where what it takes has no form over a number.
pub fn as_written(f: &ItemFn, simple: &ItemFn, sig: &Signature) -> Option<TokenStream> {
    // The text of a method is repeated where it is called.
    let method = f.sig.ident.to_string().starts_with("__");
    if method
        || !sig.typed.is_empty()
        || sig.scalar != "f64"
        || sig.columns
        || crate::signature::state::is_inner(&sig.name)
    {
        return None;
    }
    let (number, scalar, arguments) = (&sig.number, &sig.scalar, &sig.arguments);
    let active: Vec<(bool, Option<&Shape>)> = match &sig.outside {
        Some((params, _)) => params.iter().map(|p| (p.active, p.shape.as_ref())).collect(),
        None => sig.params.iter().map(|p| (p.active, p.shape.as_ref())).collect(),
    };
    let mut named = f.clone();
    crate::around::plain_types(&mut named);
    let mut ret: Type = match named.sig.output {
        ReturnType::Type(_, ty) => *ty,
        ReturnType::Default => syn::parse_quote!(()),
    };
    crate::signature::normal::free(&mut ret, &f.sig.inputs);
    crate::around::owned(&mut ret);
    let result = of_result(&ret);
    // The function is asked for its error with the same arguments.
    let moved = |name: &Ident| match result {
        true => quote!(::core::clone::Clone::clone(&#name)),
        false => quote!(#name),
    };
    let (mut types, mut lends) = (Types::new(sig), false);
    let (mut params, mut before, mut args, mut plains, mut back) = (vec![], TokenStream::new(), vec![], vec![], vec![]);
    for (k, (input, (active, shape))) in simple.sig.inputs.iter().zip(active).enumerate() {
        let (FnArg::Typed(t), Some(FnArg::Typed(own))) = (input, f.sig.inputs.iter().nth(k)) else { return None };
        let name = format_ident!("arg{k}");
        if let Some(items) = crate::signature::iterators::items(&own.ty, &f.sig).filter(|_| active) {
            // Its error would be asked for with what has been used up.
            if result {
                return None;
            }
            lends |= items.lent;
            let (item, copied) = match items.lent {
                true => (quote!(&'lent #number), quote!(.copied())),
                false => (quote!(#number), quote!()),
            };
            params.push(quote!(#name: impl ::core::iter::IntoIterator<Item = #item>));
            args.push(quote!(&#name.into_iter()#copied.collect::<::std::vec::Vec<_>>()));
            plains.push(TokenStream::new());
            continue;
        }
        let constant_lends = !active && crate::signature::normal::lends_parts(&own.ty);
        if constant_lends || crate::signature::normal::lends_inside(&own.ty) {
            // Its error would be asked with what is lent.
            if result {
                return None;
            }
            let mut ty = crate::around::plain_type(&own.ty);
            crate::signature::normal::without_lifetimes(&mut ty);
            let whole = crate::signature::normal::by_value(&ty, &name.to_token_stream(), false);
            if !active {
                let (own, plain) = (format_ident!("{name}_plain"), ty.clone());
                types.over(&mut ty);
                before.extend(quote!(let #own = ::wengert::generated::plain::<#number, _>(&#whole, |x| x.value());));
                params.push(quote!(#name: #ty));
                args.push(crate::signature::normal::lent(&plain, &own.to_token_stream()));
                plains.push(TokenStream::new());
                continue;
            }
            types.over(&mut ty);
            let refer = matches!(&ty, Type::Reference(_)).then(|| quote!(&));
            params.push(quote!(#name: #ty));
            args.push(quote!(#refer #whole));
            plains.push(TokenStream::new());
            continue;
        }
        let mut ty = (*t.ty).clone();
        let taken = match (&*own.ty, &*t.ty) {
            (Type::Reference(own), ty) if !matches!(ty, Type::Reference(_)) => match own.mutability {
                Some(_) => Taken::GivenBack,
                None => Taken::Number,
            },
            (Type::Reference(own), Type::Reference(r)) if own.mutability.is_some() && r.mutability.is_none() => {
                Taken::GivenBack
            }
            (Type::Reference(own), Type::Reference(r)) if own.mutability.is_some() => match (&*own.elem, &*r.elem) {
                (Type::Path(p), Type::Slice(_)) if p.path.is_ident(scalar) => Taken::Cell,
                _ => Taken::AsWritten,
            },
            _ => Taken::AsWritten,
        };
        let lifted = !active && !sig.generic && super::lifts(&ty, scalar);
        // A list of structures is taken as a list of its own.
        let records = matches!(shape, Some(Shape::Record(r)) if r.by == By::Slice);
        if active || lifted {
            types.over(&mut ty);
        }
        let (by, list) = match &*t.ty {
            Type::Reference(r) => (true, matches!(&*r.elem, Type::Slice(_))),
            _ => (false, false),
        };
        let plain = |x: TokenStream| match list {
            true => quote!(::wengert::generated::plain::<#number, _>(&(#x).to_vec(), |x| x.value())),
            false => quote!(::wengert::generated::plain::<#number, _>(#x, |x| x.value())),
        };
        let refer = by.then(|| quote!(&));
        let mutable = matches!(&*t.ty, Type::Reference(r) if r.mutability.is_some()).then(|| quote!(mut));
        let (param, arg, value) = match taken {
            Taken::Number => (quote!(&#ty), quote!(*#name), quote!(&::wengert::Real::value(#name))),
            Taken::Cell => (
                quote!(&mut #number),
                quote!(::core::slice::from_mut(#name)),
                quote!(&mut ::wengert::Real::value(#name)),
            ),
            Taken::GivenBack if crate::syntax::types::is_count(&ty) => {
                back.push((name.clone(), false));
                (quote!(&mut #ty), quote!(*#name), quote!(&mut { *#name }))
            }
            Taken::GivenBack => {
                let Type::Reference(r) = &ty else { return None };
                let elem = &r.elem;
                back.push((name.clone(), list));
                let value = plain(quote!(#name));
                let arg = if records { quote!(&#name.to_vec()) } else { quote!(&*#name) };
                (quote!(&mut #elem), arg, quote!(&mut #value))
            }
            Taken::AsWritten if lifted => {
                let x = if by { quote!(#name) } else { quote!(&#name) };
                let (value, own) = (plain(x), format_ident!("{name}_plain"));
                before.extend(quote!(let #own = #value;));
                let plain = quote!(#refer ::core::clone::Clone::clone(&#own));
                // The error asks for it once more.
                let arg = if result { plain.clone() } else { quote!(#refer #own) };
                (quote!(#ty), arg, plain)
            }
            Taken::AsWritten if active => {
                let value = plain(if by { quote!(#name) } else { quote!(&#name) });
                let arg = match (records, by) {
                    (true, _) => quote!(&#name.to_vec()),
                    (_, true) => quote!(#name),
                    (_, false) => moved(&name),
                };
                (quote!(#ty), arg, quote!(#refer #mutable #value))
            }
            Taken::AsWritten => (quote!(#ty), moved(&name), quote!(::core::clone::Clone::clone(&#name))),
        };
        // What is changed in place is asked about as it was.
        let in_place = matches!(&*t.ty, Type::Reference(r) if r.mutability.is_some());
        let value = if result && in_place {
            let before_it = format_ident!("{name}_before");
            before.extend(quote!(let #before_it = ::core::clone::Clone::clone(#value);));
            quote!(&mut ::core::clone::Clone::clone(&#before_it))
        } else {
            value
        };
        params.push(quote!(#name: #param));
        args.push(arg);
        plains.push(value);
    }
    let gives = !matches!(&ret, Type::Tuple(t) if t.elems.is_empty());
    let own = &f.sig.ident;
    let written = error_of(&ret);
    types.over(&mut ret);
    // Numbers of an error that carries derivatives would lose them.
    if result && error_of(&ret) != written {
        return None;
    }
    let eval = quote!(Self::eval::<#number, #(#arguments),*>(#(#args),*));
    let nothing = crate::syntax::types::argument_of(&ret, &["Option", "Result"])
        .is_some_and(|ty| matches!(ty, Type::Tuple(t) if t.elems.is_empty()));
    // Without a value there is a flag beside what is changed.
    let option = |x: TokenStream| match nothing && !back.is_empty() {
        true => quote!(#x.then_some(())),
        false => x,
    };
    let as_given = |x: TokenStream| {
        let option = option(x);
        match result {
            true => quote!(match #option {
                ::core::option::Option::Some(value__) => ::core::result::Result::Ok(value__),
                ::core::option::Option::None => ::core::result::Result::Err(::wengert::generated::certain(error__())),
            }),
            false => option,
        }
    };
    if result {
        // The error is the function's own.
        before.extend(quote!(let error__ = || #own(#(#plains),*).err();));
    }
    let body = match back.as_slice() {
        [] => as_given(eval),
        back => {
            let names: Vec<Ident> = back.iter().map(|(name, _)| format_ident!("{name}_left")).collect();
            let value = gives.then(|| quote!(value__,));
            let pattern = match (gives, names.as_slice()) {
                (false, [name]) => quote!(#name),
                (_, names) => quote!((#value #(#names),*)),
            };
            let assign = back.iter().zip(&names).map(|((name, list), left)| match list {
                true => quote!(#name.clone_from_slice(&#left);),
                false => quote!(*#name = #left;),
            });
            // The error is asked for before anything changes.
            let as_given = gives.then(|| as_given(quote!(value__))).map(|given| quote!(let value__ = #given;));
            let value = gives.then(|| quote!(value__));
            quote!(let #pattern = #eval; #as_given #(#assign)* #value)
        }
    };
    let generics = &sig.generics;
    let (lifetime, outlives) = (lends.then(|| quote!('lent,)), lends.then(|| quote!(+ 'lent)));
    let text = sig.lifetime();
    Some(quote! {
        #[doc(hidden)]
        pub fn __as_written<#lifetime #text #number: ::wengert::Real<#scalar> #outlives, #(#generics),*>(#(#params),*) -> #ret {
            #before
            #body
        }
    })
}

/// Whether a type is a `Result`.
fn of_result(ty: &Type) -> bool {
    let Type::Path(p) = ty else { return false };
    p.path.segments.last().is_some_and(|s| s.ident == "Result" && !matches!(s.arguments, PathArguments::None))
}

/// The type of the error in a `Result`, as text.
fn error_of(ty: &Type) -> Option<String> {
    let Type::Path(p) = ty else { return None };
    let PathArguments::AngleBracketed(args) = &p.path.segments.last()?.arguments else { return None };
    args.args.iter().nth(1).map(|error| error.to_token_stream().to_string())
}
