//! Methods that give constants alone: over a number they are asked of the plain value.

use super::Place;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::visit::Visit;
use syn::{FnArg, ImplItemFn, Pat, ReturnType, Type};

/// The name over a number.
pub(crate) fn asked(method: &Ident) -> Ident {
    format_ident!("__{}_of_plain", method)
}

/// Whether a method of a type without derivatives can be asked of a value over a number: what it takes and gives holds
/// neither references into the value nor numbers, nor what the type is generic over.
pub(crate) fn can_be_asked(sig: &syn::Signature, of: &Type) -> bool {
    struct Found<'t>(bool, Option<&'t syn::PathArguments>);
    impl<'ast> Visit<'ast> for Found<'_> {
        fn visit_type_reference(&mut self, _: &'ast syn::TypeReference) {
            self.0 = true;
        }
        fn visit_path(&mut self, p: &'ast syn::Path) {
            self.0 |= p.is_ident("Self") || p.is_ident("f64") || p.is_ident("f32");
            if let (Some(syn::PathArguments::AngleBracketed(own)), Some(name)) = (self.1, p.get_ident()) {
                let is = |ty: &Type| matches!(ty, Type::Path(t) if t.path.is_ident(name));
                self.0 |= own.args.iter().any(|a| matches!(a, syn::GenericArgument::Type(ty) if is(ty)));
            }
            syn::visit::visit_path(self, p);
        }
        fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let ReturnType::Type(_, ret) = &sig.output else { return false };
    let own = match of {
        Type::Path(p) => p.path.segments.last().map(|s| &s.arguments),
        _ => None,
    };
    let mut found = Found(false, own);
    found.visit_type(ret);
    for input in &sig.inputs {
        match input {
            FnArg::Receiver(r) => found.0 |= r.mutability.is_some() && r.reference.is_some(),
            FnArg::Typed(t) => {
                let of = match &*t.ty {
                    Type::Reference(r) => &*r.elem,
                    ty => ty,
                };
                found.visit_type(of);
                found.0 |= !matches!(&*t.pat, Pat::Ident(_));
            }
        }
    }
    !found.0 && sig.receiver().is_some() && sig.generics.params.is_empty() && crate::derive::plain_constant(ret)
}

impl Place {
    /// The method over a number, and under that name.
    pub(super) fn asked(&self, method: &ImplItemFn) -> TokenStream {
        let looks = self.looks(method);
        let asked_whole = || self.of.is_none() && self.operator.is_none() && can_be_asked(&method.sig, &self.ty);
        if !looks && !asked_whole() {
            return TokenStream::new();
        }
        let text = quote::ToTokens::to_token_stream(&self.ty).to_string();
        let scalar = format_ident!("{}", if text.contains("f32") { "f32" } else { "f64" });
        let (name, asks, ret) = (&method.sig.ident, asked(&method.sig.ident), &method.sig.output);
        let typed = method.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(t) => Some(t),
            FnArg::Receiver(_) => None,
        });
        let typed: Vec<_> = typed.collect();
        let args = typed.iter().map(|t| &t.pat);
        let args = quote!(#(#args),*);
        let (of, params) = match &self.number {
            Some(number) => {
                let (of, number, params) = self.twin(number, &scalar);
                (of, [vec![quote!(#number: ::wengert::Real<#scalar>)], params].concat())
            }
            None => self.plain(&scalar),
        };
        let this = if looks { quote!(self) } else { quote!(::core::clone::Clone::clone(self)) };
        let own = quote! {
            #[doc(hidden)]
            #[allow(warnings, clippy::all)]
            impl<#(#params),*> #of {
                pub fn #asks(&self, #(#typed),*) #ret {
                    #this.#name(#args)
                }
            }
        };
        if !self.has_twin() || self.number.is_some() || self.constant {
            return own;
        }
        if looks {
            let over = super::looking::looking(self, method, &asks, &scalar);
            return quote!(#own #over);
        }
        let number = format_ident!("__N");
        let (over, _, params) = self.twin(&number, &scalar);
        quote! {
            #own
            #[doc(hidden)]
            #[allow(warnings, clippy::all)]
            impl<#number: ::wengert::Real<#scalar>, #(#params),*> #over {
                pub fn #asks(&self, #(#typed),*) #ret {
                    ::wengert::generated::plain::<#number, _>(self, |x| x.value()).#name(#args)
                }
            }
        }
    }
}
