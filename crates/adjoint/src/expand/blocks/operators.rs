//! Operators of the user's types, and indexing, which gives places.

use super::{Place, rename};
use crate::syntax::generated::type_name;
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, ImplItem, ImplItemFn, Result, Type, parse_quote};

/// Operators of two operands, those that assign among them, and of one.
const OPERATORS: [&str; 11] =
    ["Add", "Sub", "Mul", "Div", "Rem", "AddAssign", "SubAssign", "MulAssign", "DivAssign", "RemAssign", "Neg"];

/// Whether a trait is one of operators.
pub(super) fn is_operator(name: &Ident) -> bool {
    OPERATORS.iter().any(|op| name == op)
}

fn is_reference(ty: &Type) -> bool {
    matches!(ty, Type::Reference(_))
}

/// The name of an operand's type in the name of a function.
pub(super) fn operand_name(ty: &Type) -> String {
    let name = type_name(ty).map(|n| n.to_string()).unwrap_or_default();
    if is_reference(ty) { format!("ref_{name}") } else { name }
}

impl Place {
    /// Indexing, for the type over any number: its body gives places, whatever lies there. What gives a place to read
    /// also gives it to write, as adjoints are added there.
    pub(super) fn index_impl(&self, block: &syn::ItemImpl) -> Result<TokenStream> {
        let Some((_, path, _)) = &block.trait_ else { return Ok(TokenStream::new()) };
        let Some(last) = path.segments.last().filter(|s| s.ident == "Index") else { return Ok(TokenStream::new()) };
        let arguments = &last.arguments;
        // A type on any number has it already.
        if self.number.is_some() {
            if !crate::around::lacks_index_mut(&block.self_ty) {
                return Ok(TokenStream::new());
            }
            let methods = block.items.iter().filter_map(|item| match item {
                ImplItem::Fn(method) => Some(to_write(method.clone())),
                _ => None,
            });
            let (generics, own, clause) = (&block.generics, &block.self_ty, &block.generics.where_clause);
            return Ok(quote! {
                #[allow(warnings, clippy::all)]
                impl #generics ::core::ops::IndexMut #arguments for #own #clause {
                    #(#methods)*
                }
            });
        }
        let single = block.to_token_stream().to_string().split(|c: char| !c.is_alphanumeric()).any(|w| w == "f32");
        let (number, scalar) = (format_ident!("__N"), format_ident!("{}", if single { "f32" } else { "f64" }));
        let (own, _, others) = self.twin(&number, &scalar);
        let this = Ident::new("self", proc_macro2::Span::call_site());
        let (mut read, mut write) = (TokenStream::new(), TokenStream::new());
        for item in &block.items {
            match item {
                ImplItem::Fn(method) => {
                    let mut method = method.clone();
                    let body = rename(method.block.to_token_stream(), &this, &self.ty, None);
                    method.block = syn::parse2(body)?;
                    method.sig.output = parse_quote!(-> &Self::Output);
                    read.extend(method.to_token_stream());
                    write.extend(to_write(method).into_token_stream());
                }
                ImplItem::Type(t) => {
                    let mut t = t.clone();
                    t.ty = self.place_over(&t.ty, &number, &scalar);
                    read.extend(t.to_token_stream());
                }
                other => read.extend(other.to_token_stream()),
            }
        }
        let generics = quote!(<#number: ::wengert::Real<#scalar>, #(#others),*>);
        Ok(quote! {
            #[allow(warnings, clippy::all)]
            impl #generics ::core::ops::Index #arguments for #own {
                #read
            }
            #[allow(warnings, clippy::all)]
            impl #generics ::core::ops::IndexMut #arguments for #own {
                #write
            }
        })
    }

    /// A method beside which no derivatives stand, for the type over any number: what calls it is recorded.
    pub(super) fn on_twin(&self, method: &ImplItemFn) -> Result<TokenStream> {
        if self.number.is_some() {
            return Ok(TokenStream::new());
        }
        let single = method.to_token_stream().to_string().split(|c: char| !c.is_alphanumeric()).any(|w| w == "f32");
        let (number, scalar) = (format_ident!("__N"), format_ident!("{}", if single { "f32" } else { "f64" }));
        let (own, _, others) = self.twin(&number, &scalar);
        let this = Ident::new("self", proc_macro2::Span::call_site());
        let mut method = method.clone();
        method.block = syn::parse2(rename(method.block.to_token_stream(), &this, &self.ty, None))?;
        let of = &self.ty;
        let mut like: syn::ItemFn = parse_quote!(fn like(this: &#of) {});
        let read = crate::signature::Signature { number: number.clone(), ..crate::signature::read(&mut like)? };
        if crate::recorded::method_over(&read, &mut method).is_err() {
            return Ok(TokenStream::new());
        }
        let lends = super::lends_to_write(&method.sig);
        if let syn::ReturnType::Type(_, ty) = &mut method.sig.output {
            match lends {
                true => **ty = self.place_over(ty, &number, &scalar),
                false => crate::recorded::over(&read, ty),
            }
        }
        Ok(quote! {
            #[doc(hidden)]
            #[allow(warnings, clippy::all)]
            impl<#number: ::wengert::Real<#scalar>, #(#others),*> #own {
                #method
            }
        })
    }

    /// The type of a place, over a number.
    fn place_over(&self, ty: &Type, number: &Ident, scalar: &Ident) -> Type {
        match ty {
            Type::Slice(s) => {
                let inner = self.place_over(&s.elem, number, scalar);
                parse_quote!([#inner])
            }
            Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32") => parse_quote!(#number),
            Type::Path(p) if p.path.is_ident("Self") => {
                let own = self.twin(number, scalar).0;
                parse_quote!(#own)
            }
            Type::Reference(r) => {
                let (lifetime, mutability) = (&r.lifetime, &r.mutability);
                let inner = self.place_over(&r.elem, number, scalar);
                parse_quote!(& #lifetime #mutability #inner)
            }
            ty if let Some(inside) = crate::syntax::types::argument_of(ty, &["Option"]) => {
                let inner = self.place_over(inside, number, scalar);
                parse_quote!(::core::option::Option<#inner>)
            }
            ty if crate::around::plain_constant(ty) => ty.clone(),
            ty => parse_quote!(<#ty as ::wengert::Differentiable<#scalar>>::Over<#number>),
        }
    }
}

/// Turns code that gives a place to read into code that gives it to write.
/// The method that gives a place to write, of the one that gives it to read.
fn to_write(mut method: ImplItemFn) -> ImplItemFn {
    if let Some(FnArg::Receiver(r)) = method.sig.inputs.first_mut() {
        *r = parse_quote!(&mut self);
    }
    method.sig.ident = format_ident!("index_mut");
    method.sig.output = parse_quote!(-> &mut Self::Output);
    Mutably.visit_block_mut(&mut method.block);
    method
}

struct Mutably;

impl VisitMut for Mutably {
    fn visit_expr_reference_mut(&mut self, r: &mut syn::ExprReference) {
        r.mutability = Some(Default::default());
        visit_mut::visit_expr_reference_mut(self, r);
    }
    fn visit_expr_method_call_mut(&mut self, m: &mut syn::ExprMethodCall) {
        const BOTH: [(&str, &str); 6] = [
            ("as_ref", "as_mut"),
            ("as_slice", "as_mut_slice"),
            ("first", "first_mut"),
            ("get", "get_mut"),
            ("iter", "iter_mut"),
            ("last", "last_mut"),
        ];
        if let Some((_, write)) = BOTH.iter().find(|(read, _)| m.method == read) {
            m.method = Ident::new(write, m.method.span());
        }
        visit_mut::visit_expr_method_call_mut(self, m);
    }
}
