//! Operators of the user's types: what generated code calls for them, and indexing, which gives places.

use super::{Place, rename, twin_of, type_name};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Error, FnArg, ImplItem, ImplItemFn, Result, Type, parse_quote};

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
    /// The form in which an operator is written.
    fn form(&self, right: &Type) -> TokenStream {
        let (left, right) = (is_reference(&self.ty), is_reference(right));
        quote!(::wengert::generated::Form<#left, #right>)
    }

    /// Whether a type is the block's own, its arguments included.
    fn is_own(&self, ty: &Type) -> bool {
        let own = match &self.ty {
            Type::Reference(r) => &*r.elem,
            ty => ty,
        };
        own.to_token_stream().to_string() == ty.to_token_stream().to_string()
    }

    /// What generated code calls for an operator.
    pub(super) fn operator_impl(
        &self,
        operator: &Ident,
        right: &Type,
        hidden: &Ident,
        record: &crate::signature::Signature,
        method: &ImplItemFn,
    ) -> Result<TokenStream> {
        let (number, scalar) = (&record.number, &record.scalar);
        let tokens = number.to_token_stream();
        let (op, form) = (quote!(::wengert::generated::#operator), self.form(right));
        // The type itself by its name: a private one may stand there, but not in a projection.
        let named = |r: &crate::signature::Record| match (type_name(&r.ty), &self.number) {
            (Some(name), None) if name == self.name && !self.is_float() => match self.is_own(&r.ty) {
                true => self.twin(number, scalar).0,
                false => twin_of(&r.ty, number),
            },
            (Some(name), None) if self.right.as_ref().and_then(type_name).is_some_and(|n| n == name) => {
                twin_of(&r.ty, number)
            }
            _ => r.over(&tokens),
        };
        let over = |k: usize| match record.params.get(k).and_then(|p| p.shape.as_ref()) {
            Some(crate::signature::Shape::Record(r)) => Some(Some(named(r))),
            Some(crate::signature::Shape::Scalar) => Some(None),
            _ => None,
        };
        let output = match &record.ret {
            crate::signature::Shape::Record(r) => named(r),
            crate::signature::Shape::Scalar => tokens.clone(),
            _ => {
                let message = "an operator gives a number or a structure here";
                return Err(Error::new_spanned(&method.sig, message));
            }
        };
        let others: Vec<_> = self.twin(number, scalar).2;
        let generics = quote!(<#number: ::wengert::Real<#scalar>, #(#others),*>);
        let give = |x: TokenStream, record: bool| match record {
            true => quote!(::wengert::generated::Active(::wengert::generated::Lent::By(#x))),
            false => quote!(::wengert::generated::Active(*#x)),
        };
        let pair = |x: TokenStream, to: TokenStream, record: bool| match record {
            true => quote!(::wengert::generated::Pair(
                ::wengert::generated::Lent::By(#x), ::wengert::generated::reached(#x, #to)
            )),
            false => {
                quote!(::wengert::generated::Pair(*#x, #to.unwrap_or(&mut ::wengert::Bundle::<#number>::zero(#x))))
            }
        };
        let seeds = quote!(::core::option::Option::Some(::wengert::generated::sow(seed)));
        if operator == "Neg" {
            let Some(Some(own)) = over(0) else { return Ok(TokenStream::new()) };
            let given = give(quote!(self), true);
            return Ok(quote! {
                #[allow(warnings, clippy::all)]
                impl #generics ::wengert::generated::OperateOne<#op, #number, #form> for #own {
                    type Output = #output;
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn operate(&self) -> #output {
                        #hidden::__value(#given)
                    }
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn ahead(&self, ws: &mut ::wengert::generated::Workspace<#number>) -> #output {
                        #hidden::__forward(#given, ws)
                    }
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn back(&self, seed: &#output, to: &mut Self, ws: &mut ::wengert::generated::Workspace<#number>) {
                        #hidden::__reverse(
                            ::wengert::generated::Pair(
                                ::wengert::generated::Lent::By(self), ::wengert::generated::Reached::To(to)
                            ),
                            #seeds, ws
                        )
                    }
                }
            });
        }
        let (left, right_over) = (over(0), over(1));
        let (Some(left), Some(right_over)) = (left, right_over) else {
            return Err(Error::new_spanned(right, "an operator takes numbers and structures here"));
        };
        let (x, y) = match &left {
            Some(_) => (quote!(self), quote!(right)),
            None => (quote!(left), quote!(self)),
        };
        let (gx, gy) = (give(x.clone(), left.is_some()), give(y.clone(), right_over.is_some()));
        let (px, py) = (pair(x, quote!(to.0), left.is_some()), pair(y, quote!(to.1), right_over.is_some()));
        let body = quote! {
            type Output = #output;
        };
        Ok(match (&left, &right_over) {
            (Some(own), other) => {
                let other = other.clone().unwrap_or(tokens.clone());
                quote! {
                    #[allow(warnings, clippy::all)]
                    impl #generics ::wengert::generated::Operate<#op, #number, #other, #form> for #own {
                        #body
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        fn operate(&self, right: &#other) -> #output {
                            #hidden::__value(#gx, #gy)
                        }
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        fn ahead(
                            &self, right: &#other, ws: &mut ::wengert::generated::Workspace<#number>
                        ) -> #output {
                            #hidden::__forward(#gx, #gy, ws)
                        }
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        fn back(
                            &self, right: &#other, seed: &#output, to: ::wengert::generated::Ends<'_, Self, #other>,
                            ws: &mut ::wengert::generated::Workspace<#number>
                        ) {
                            #hidden::__reverse(#px, #py, #seeds, ws)
                        }
                    }
                }
            }
            (None, Some(own)) => quote! {
                #[allow(warnings, clippy::all)]
                impl #generics ::wengert::generated::OperateRight<#op, #number, #form> for #own {
                    #body
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn operate(&self, left: &#number) -> #output {
                        #hidden::__value(#gx, #gy)
                    }
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn ahead(
                        &self, left: &#number, ws: &mut ::wengert::generated::Workspace<#number>
                    ) -> #output {
                        #hidden::__forward(#gx, #gy, ws)
                    }
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn back(
                        &self, left: &#number, seed: &#output, to: ::wengert::generated::Ends<'_, #number, Self>,
                        ws: &mut ::wengert::generated::Workspace<#number>
                    ) {
                        #hidden::__reverse(#px, #py, #seeds, ws)
                    }
                }
            },
            (None, None) => return Err(Error::new_spanned(right, "one operand is a structure")),
        })
    }

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

    /// A method that lends a place to write, for the type over any number: what calls it is recorded.
    pub(super) fn lending(&self, method: &ImplItemFn) -> Result<TokenStream> {
        if self.number.is_some() {
            return Ok(TokenStream::new());
        }
        let single = method.to_token_stream().to_string().split(|c: char| !c.is_alphanumeric()).any(|w| w == "f32");
        let (number, scalar) = (format_ident!("__N"), format_ident!("{}", if single { "f32" } else { "f64" }));
        let (own, _, others) = self.twin(&number, &scalar);
        let this = Ident::new("self", proc_macro2::Span::call_site());
        let mut method = method.clone();
        method.block = syn::parse2(rename(method.block.to_token_stream(), &this, &self.ty, None))?;
        if let syn::ReturnType::Type(_, ty) = &mut method.sig.output {
            **ty = self.place_over(ty, &number, &scalar);
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
            ty if let Some(inside) = crate::types::argument_of(ty, &["Option"]) => {
                let inner = self.place_over(inside, number, scalar);
                parse_quote!(::core::option::Option<#inner>)
            }
            ty if crate::derive::plain_constant(ty) => ty.clone(),
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
