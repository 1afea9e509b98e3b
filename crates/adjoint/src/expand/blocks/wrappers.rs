//! Methods that lead to the functions beside a method.

use super::Place;
use crate::expand::traits;
use crate::syntax::types::mentions;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, FnArg, GenericParam, ImplItemFn, Lit, Meta, MetaNameValue, Pat, Type};

impl Place {
    /// A method that calls a generated function with the receiver.
    pub(super) fn wrapper(
        &self,
        function: &ImplItemFn,
        name: &Ident,
        hidden: &Ident,
        has_self: bool,
        vis: &TokenStream,
        lifted: bool,
    ) -> TokenStream {
        let sig = &function.sig;
        let own: Vec<String> = self
            .generics
            .params
            .iter()
            .map(|p| match p {
                GenericParam::Type(t) => t.ident.to_string(),
                GenericParam::Const(c) => c.ident.to_string(),
                GenericParam::Lifetime(l) => l.lifetime.to_string(),
            })
            .collect();
        let typed = sig.generics.to_token_stream().to_string().contains("wengert :: Differentiable");
        let lengths = sig.generics.const_params().next().is_some();
        // What no argument tells is said.
        let told = |t: &syn::TypeParam| {
            let takes = |input: &FnArg| matches!(input, FnArg::Typed(i) if mentions(&i.ty, &t.ident.to_string()));
            sig.inputs.iter().any(takes)
        };
        let untold = !sig.generics.type_params().all(told);
        let arguments = (typed || lengths || untold).then(|| {
            let all = crate::syntax::arguments(&sig.generics).into_iter().filter(|a| !a.to_string().starts_with('\''));
            quote!(::<#(#all),*>)
        });
        let stays = |p: &&GenericParam| match p {
            GenericParam::Type(t) => {
                let number = t.bounds.to_token_stream().to_string().contains("Real");
                !(own.contains(&t.ident.to_string()) || lifted && number && !self.constant)
            }
            GenericParam::Const(c) => !own.contains(&c.ident.to_string()),
            GenericParam::Lifetime(l) => !own.contains(&l.lifetime.to_string()),
        };
        let generics: Vec<_> = sig.generics.params.iter().filter(stays).collect();
        let reverse = sig.ident == "__reverse";
        let eval = sig.ident == "eval";
        let (mut params, mut args) = (vec![], vec![]);
        let receiver = has_self.then(|| sig.inputs.iter().find_map(named)).flatten().cloned();
        for (k, input) in sig.inputs.iter().enumerate() {
            let FnArg::Typed(t) = input else { continue };
            let Pat::Ident(pat) = &*t.pat else { continue };
            let (ident, ty) = (&pat.ident, &t.ty);
            let text = ty.to_token_stream().to_string();
            if has_self && k == 0 && lifted && text.starts_with("& mut") {
                params.push(quote!(&mut self));
                args.push(quote!(self));
                continue;
            }
            if has_self && k == 0 && reverse && text.contains("Pair < & mut") {
                params.push(quote!(&mut self, #ident: &mut Self));
                args.push(quote!(::wengert::generated::Pair(self, #ident)));
                continue;
            }
            if has_self && k == 0 {
                let lifetime = match &**ty {
                    Type::Reference(r) => r.lifetime.as_ref(),
                    _ => None,
                };
                let by_value = (!lifted || eval) && !matches!(&**ty, Type::Reference(_));
                params.push(if by_value { quote!(self) } else { quote!(&#lifetime self) });
                match (lifted, reverse) {
                    (true, true) => {
                        params.push(quote!(#ident: #ty));
                        args.push(quote!(#ident));
                    }
                    (true, false) if !eval => {
                        let lent = quote!(::wengert::generated::Lent::By(self));
                        let typed = traits::is_typed(ty).then(|| quote!(::wengert::generated::Typed));
                        args.push(quote!(::wengert::generated::Active(#typed(#lent))));
                    }
                    _ => args.push(quote!(self)),
                }
                continue;
            }
            let ident = &own_name(ident, receiver.as_ref());
            params.push(quote!(#ident: #ty));
            args.push(quote!(#ident));
        }
        let (ret, inner, bounds) = (&sig.output, &sig.ident, &sig.generics.where_clause);
        let docs =
            function.attrs.iter().filter(|a| a.path().is_ident("doc")).map(|doc| of_self(doc, receiver.as_ref()));
        let track = (!lifted).then(|| quote!(#[track_caller]));
        let hide = lifted.then(|| quote!(#[doc(hidden)]));
        let inline =
            if lifted { quote!(#[cfg_attr(not(debug_assertions), inline(always))]) } else { quote!(#[inline]) };
        quote! {
            #(#[doc = #docs])*
            #hide
            #track
            #inline
            #vis fn #name<#(#generics),*>(#(#params),*) #ret #bounds {
                #hidden::#inner #arguments(#(#args),*)
            }
        }
    }
}

fn named(input: &FnArg) -> Option<&Ident> {
    match input {
        FnArg::Typed(t) => match &*t.pat {
            Pat::Ident(pat) => Some(&pat.ident),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }
}

/// A parameter of a method, which is called after `self` where the function's is after what stands for it.
fn own_name(name: &Ident, receiver: Option<&Ident>) -> Ident {
    let text = name.to_string();
    let rest = receiver.and_then(|this| text.strip_prefix(&this.to_string())?.strip_prefix('_'));
    match rest {
        Some(rest @ ("gradient" | "direction" | "weight")) => Ident::new(&format!("self_{rest}"), name.span()),
        _ => name.clone(),
    }
}

/// A line of documentation, with `self` for what stands for it.
fn of_self(doc: &Attribute, receiver: Option<&Ident>) -> String {
    let text = match &doc.meta {
        Meta::NameValue(MetaNameValue { value: Expr::Lit(ExprLit { lit: Lit::Str(text), .. }), .. }) => text.value(),
        _ => String::new(),
    };
    receiver.map_or(text.clone(), |this| text.replace(&format!("`{this}`"), "`self`"))
}
