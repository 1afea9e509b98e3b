//! A rule of the user's in place of the generated adjoint of one function.
//!
//! Beside the function stands a type with the functions that generated code calls: the value, forward, and back, which
//! is the user's. The function's own derivatives are those of a function that does nothing but call it.

use crate::emit::calls::protocol::replace;
use crate::signature::options::Rule;
use crate::signature::{Param, Shape, Signature};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, FnArg, ItemFn, Result, Type};

/// What is generated for a function with a rule.
pub(crate) struct Core<'a> {
    f: &'a ItemFn,
    sig: &'a Signature,
    rule: &'a Rule,
    name: Ident,
    outputs: Vec<Output<'a>>,
}

/// A part of what the function gives.
struct Output<'a> {
    /// How it is reached.
    way: TokenStream,
    shape: &'a Shape,
}

impl<'a> Core<'a> {
    /// Checks that a rule can be had for such a function.
    pub(crate) fn new(f: &'a ItemFn, sig: &'a Signature, rule: &'a Rule) -> Result<Core<'a>> {
        for p in &sig.params {
            let listed = matches!(p.shape, Some(Shape::Scalar | Shape::Slice | Shape::Fixed(_) | Shape::Vec));
            let writes = matches!(&p.ty, Type::Reference(r) if r.mutability.is_some());
            if sig.outside.is_some() || p.active && !listed || writes || !matches!(p.pat, syn::Pat::Ident(_)) {
                let message = "a function with a rule of its own takes numbers, slices, arrays and `Vec`s of numbers, and constants";
                return Err(Error::new_spanned(&p.ty, message));
            }
        }
        let outputs = match &sig.ret {
            Shape::Tuple(parts) => parts
                .iter()
                .enumerate()
                .map(|(k, shape)| {
                    let k = syn::Index::from(k);
                    Output { way: quote!(.#k), shape }
                })
                .collect(),
            shape => vec![Output { way: TokenStream::new(), shape }],
        };
        let listed = |o: &Output<'_>| matches!(o.shape, Shape::Scalar | Shape::Fixed(_) | Shape::Vec);
        if !sig.params.iter().any(|p| p.active) || !outputs.iter().all(listed) {
            let message = "a function with a rule of its own takes numbers that carry derivatives, and gives a number, an array, a `Vec`, or a tuple of these";
            return Err(Error::new_spanned(&f.sig, message));
        }
        Ok(Core { f, sig, rule, name: format_ident!("__{}_rule", sig.name), outputs })
    }

    /// The function that generated code calls.
    pub(crate) fn name(&self) -> &Ident {
        &self.name
    }

    fn names(&self) -> Vec<&Ident> {
        self.sig.params.iter().map(|p| &p.name).collect()
    }

    /// The type with what generated code calls, and the function under its name, for calls of constants.
    pub(crate) fn functions(&self) -> TokenStream {
        let (vis, name, own) = (&self.f.vis, &self.name, &self.sig.name);
        let signature = syn::Signature { ident: name.clone(), ..self.f.sig.clone() };
        let given = self.f.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(t) => Some(&t.pat),
            FnArg::Receiver(_) => None,
        });
        let (value, back, reverse) = (self.value(), self.back(), self.reverse());
        quote! {
            #[doc(hidden)]
            #[allow(warnings, clippy::all)]
            #vis #signature {
                #own(#(#given),*)
            }
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code)]
            #[derive(Clone, Copy, Debug)]
            #vis struct #name {}
            #[allow(warnings, clippy::all)]
            impl #name {
                #value
                #back
                #reverse
            }
        }
    }

    /// The generic parameters of a generated function, and the arguments for a call of it.
    fn generics(&self) -> (TokenStream, TokenStream) {
        let (number, scalar) = (&self.sig.number, &self.sig.scalar);
        let (generics, arguments) = (&self.sig.generics, &self.sig.arguments);
        let lifetime = self.sig.lifetime();
        (quote!(<#lifetime #number: ::wengert::Real<#scalar>, #(#generics),*>), quote!(::<#number, #(#arguments),*>))
    }

    /// The value, and how it goes to the generated code of a caller.
    fn value(&self) -> TokenStream {
        let (number, scalar) = (&self.sig.number, &self.sig.scalar);
        let (all, turbofish) = self.generics();
        let params: Vec<TokenStream> = self
            .sig
            .params
            .iter()
            .map(|p| {
                let (name, ty) = (&p.name, self.type_of(p));
                if p.active { quote!(#name: ::wengert::generated::Active<#ty>) } else { quote!(#name: #ty) }
            })
            .collect();
        let (names, plain) = (self.names(), self.plain_call());
        let open = self.actives().map(|p| {
            let name = &p.name;
            quote!(let #name = #name.0;)
        });
        let inputs = self.actives().map(|p| {
            let name = &p.name;
            match p.shape {
                Some(Shape::Scalar) => quote!(inputs__.push(#name);),
                _ => quote!(inputs__.extend_from_slice(&#name[..]);),
            }
        });
        let (flat, lens) = (self.flat(&quote!(values__)), self.lens());
        let (args, with_value) = (self.handed_on(), self.rule.with_value);
        let number_of = |o: &Output<'_>, at: TokenStream| match o.shape {
            Shape::Scalar => quote!(#at[0]),
            Shape::Fixed(_) => quote!(::wengert::generated::array_of(#at)),
            _ => quote!(#at.to_vec()),
        };
        let parts = self.outputs.iter().map(|o| number_of(o, quote!(part__.next(&flat__))));
        let shaped = match self.sig.ret {
            Shape::Tuple(_) => quote!((#(#parts),*)),
            _ => quote!(#(#parts)*),
        };
        let ret = self.ret();
        let found = match &self.rule.value {
            Some(value) => self.value_call(value),
            None => quote! {
                let values__ = #plain;
                let lens__ = #lens;
                let mut plain__: ::std::vec::Vec<#scalar> = ::std::vec::Vec::new();
                { let plain__ = &mut plain__; #flat }
                let mut inputs__: ::std::vec::Vec<#number> = ::std::vec::Vec::new();
                #(#inputs)*
                let flat__ = ::wengert::generated::ruled(
                    &plain__, &inputs__, #with_value,
                    |values__, weights__, gradient__| {
                        Self::__back #turbofish(#(#args,)* values__, weights__, &lens__, gradient__)
                    },
                );
                let mut part__ = ::wengert::generated::Parts::new(&lens__);
                #shaped
            },
        };
        quote! {
            #[doc(hidden)]
            pub fn __value #all(#(#params),*) -> #ret {
                #(#open)*
                #found
            }
            #[doc(hidden)]
            pub fn __forward #all(
                #(#params,)* ws: &mut ::wengert::generated::Workspace<#number>
            ) -> #ret {
                ws.note_overwrites(0);
                Self::__value #turbofish(#(#names),*)
            }
        }
    }

    /// The user's rule, on flat lists of weights and adjoints.
    fn back(&self) -> TokenStream {
        let (number, path) = (&self.sig.number, &self.rule.path);
        let (all, _) = self.generics();
        let params = self.sig.params.iter().map(|p| {
            let (name, ty) = (&p.name, self.type_of(p));
            quote!(#name: #ty)
        });
        let args = self.sig.params.iter().map(|p| {
            let name = &p.name;
            match p.shape {
                Some(Shape::Vec) if p.active => quote!(#name.to_vec()),
                _ => quote!(#name),
            }
        });
        let part = |o: &Output<'_>, part: TokenStream| match o.shape {
            Shape::Scalar => quote!(#part[0]),
            Shape::Fixed(_) | Shape::Vec => part,
            _ => TokenStream::new(),
        };
        let mut more = vec![];
        if self.rule.with_value {
            more.extend(self.outputs.iter().map(|o| part(o, quote!(value__.next(values__)))));
        }
        more.extend(self.outputs.iter().map(|o| part(o, quote!(weight__.next(weights__)))));
        let actives: Vec<&Param> = self.actives().collect();
        let targets: Vec<Ident> = actives.iter().map(|p| format_ident!("{}_gradient__", p.name)).collect();
        let pattern = match targets.as_slice() {
            [one] => quote!(#one),
            all => quote!((#(#all),*)),
        };
        let types = actives.iter().map(|p| match &p.shape {
            Some(Shape::Scalar) => quote!(#number),
            Some(Shape::Fixed(n)) => quote!([#number; #n]),
            _ => quote!(::std::vec::Vec<#number>),
        });
        let ty = match targets.len() {
            1 => quote!(#(#types)*),
            _ => quote!((#(#types),*)),
        };
        let check = actives.iter().zip(&targets).filter(|(p, _)| matches!(p.shape, Some(Shape::Slice | Shape::Vec)));
        let lens = check.clone().map(|(p, _)| format_ident!("{}_len__", p.name)).collect::<Vec<_>>();
        let listed = check.clone().map(|(p, _)| &p.name).collect::<Vec<_>>();
        let check = check.zip(&lens).map(|((p, target), len)| {
            let text = p.name.to_string();
            quote!(::wengert::generated::same(#text, #target.len(), #len);)
        });
        let flat = actives.iter().zip(&targets).map(|(p, target)| match p.shape {
            Some(Shape::Scalar) => quote!(gradient__.push(#target);),
            _ => quote!(gradient__.extend_from_slice(&#target[..]);),
        });
        let call = quote_spanned!(path.span()=> #path(#(#args,)* #(#more),*));
        let code = quote! {
            #[doc(hidden)]
            fn __back #all(
                #(#params,)* values__: &[#number], weights__: &[#number], lens__: &[usize],
                gradient__: &mut ::std::vec::Vec<#number>
            ) {
                let mut value__ = ::wengert::generated::Parts::new(lens__);
                let mut weight__ = ::wengert::generated::Parts::new(lens__);
                #(let #lens = #listed.len();)*
                let #pattern: #ty = #call;
                #(#check)*
                #(#flat)*
            }
        };
        // A rule on `f64` alone is told apart by this name.
        replace(code, number, &format_ident!("AnyNumber"))
    }

    /// Back through the function, for the generated code of a caller.
    fn reverse(&self) -> TokenStream {
        let number = &self.sig.number;
        let (all, turbofish) = self.generics();
        let params = self.sig.params.iter().map(|p| {
            let (name, ty) = (&p.name, self.type_of(p));
            match (&p.shape, p.active) {
                (_, false) => quote!(#name: #ty),
                (Some(Shape::Scalar), _) => quote!(#name: ::wengert::generated::Pair<#number, &mut #number>),
                (Some(Shape::Fixed(n)), _) => {
                    quote!(#name: ::wengert::generated::Pair<[#number; #n], &mut [#number; #n]>)
                }
                _ => quote!(#name: ::wengert::generated::Pair<&[#number], &mut [#number]>),
            }
        });
        let outs: Vec<Ident> = self.actives().map(|p| format_ident!("{}_out__", p.name)).collect();
        let actives: Vec<&Ident> = self.actives().map(|p| &p.name).collect();
        let seed = |o: &Output<'_>| match o.shape {
            Shape::Scalar => quote!(::wengert::generated::Seed<#number>),
            _ => quote!(::wengert::generated::Seed<&[#number]>),
        };
        let seeds = self.outputs.iter().map(seed);
        let seed_type = match self.sig.ret {
            Shape::Tuple(_) => quote!((#(#seeds),*)),
            _ => quote!(#(#seeds)*),
        };
        let plain = self.plain_call();
        let lens = self.outputs.iter().map(|o| {
            let way = &o.way;
            match o.shape {
                Shape::Scalar => quote!(1),
                Shape::Fixed(n) => quote!(#n),
                // Weights that are left out say nothing of the length.
                _ => quote!(if seeds #way.0.is_empty() { (#plain) #way.len() } else { seeds #way.0.len() }),
            }
        });
        let weights = self.outputs.iter().enumerate().map(|(k, o)| {
            let way = &o.way;
            match o.shape {
                Shape::Scalar => quote!(weights__.push(seeds #way.0);),
                _ => quote! {
                    weights__.extend_from_slice(seeds #way.0);
                    weights__.resize(lens__[..=#k].iter().sum(), #number::constant(0.0));
                },
            }
        });
        let args: Vec<TokenStream> = self.handed_on();
        let value_args = self
            .sig
            .params
            .iter()
            .zip(&args)
            .map(|(p, arg)| if p.active { quote!(::wengert::generated::Active(#arg)) } else { quote!(#arg) });
        let flat = self.flat(&quote!(given__));
        let values = self.rule.with_value.then(|| {
            quote! {
                let given__ = Self::__value #turbofish(#(#value_args),*);
                let plain__ = &mut values__;
                #flat
            }
        });
        let spread = self.actives().zip(&outs).map(|(p, out)| match p.shape {
            Some(Shape::Scalar) => quote!(*#out += adjoints__.next().unwrap_or(#number::constant(0.0));),
            _ => quote!(for (out, adjoint) in #out.iter_mut().zip(&mut adjoints__) { *out += adjoint; }),
        });
        quote! {
            #[doc(hidden)]
            pub fn __reverse #all(
                #(#params,)* seeds: ::core::option::Option<#seed_type>,
                ws: &mut ::wengert::generated::Workspace<#number>
            ) {
                let ::core::option::Option::Some(seeds) = seeds else { return };
                #(let ::wengert::generated::Pair(#actives, #outs) = #actives;)*
                let lens__ = [#(#lens),*];
                let mut weights__: ::std::vec::Vec<#number> = ::std::vec::Vec::new();
                #(#weights)*
                let mut values__: ::std::vec::Vec<#number> = ::std::vec::Vec::new();
                #values
                let mut gradient__ = ::std::vec::Vec::new();
                Self::__back #turbofish(#(#args,)* &values__, &weights__, &lens__, &mut gradient__);
                let mut adjoints__ = gradient__.into_iter();
                #(#spread)*
            }
        }
    }

    fn actives(&self) -> impl Iterator<Item = &Param> {
        self.sig.params.iter().filter(|p| p.active)
    }

    /// The type of a parameter: over any number, or as it is written.
    fn type_of(&self, p: &Param) -> TokenStream {
        let (number, scalar) = (&self.sig.number, &self.sig.scalar);
        match (&p.shape, p.active) {
            (Some(Shape::Scalar), true) => number.to_token_stream(),
            (Some(Shape::Fixed(n)), true) => quote!([#number; #n]),
            (_, true) => quote!(&[#number]),
            (Some(Shape::Vec), false) => quote!(&[#scalar]),
            (_, false) => {
                let ty = p.ty.to_token_stream();
                if self.sig.generic { replace(ty, number, scalar) } else { ty }
            }
        }
    }

    /// The arguments as they are, to be used again.
    fn handed_on(&self) -> Vec<TokenStream> {
        let arg = |p: &Param| {
            let name = &p.name;
            if p.active { quote!(#name) } else { quote!(::core::clone::Clone::clone(&#name)) }
        };
        self.sig.params.iter().map(arg).collect()
    }

    /// A call of the user's function on plain numbers.
    fn plain_call(&self) -> TokenStream {
        let (own, scalar) = (&self.sig.name, &self.sig.scalar);
        let args = self.sig.params.iter().zip(&self.f.sig.inputs).map(|(p, input)| {
            let (name, by_reference) =
                (&p.name, matches!(input, FnArg::Typed(t) if matches!(&*t.ty, Type::Reference(_))));
            let borrow = by_reference.then(|| quote!(&));
            match (&p.shape, p.active) {
                (Some(Shape::Vec), false) => quote!(#name.to_vec()),
                (_, false) => quote!(::core::clone::Clone::clone(&#name)),
                (Some(Shape::Scalar), _) => quote!(#borrow ::wengert::Real::<#scalar>::value(&#name)),
                (Some(Shape::Fixed(_)), _) => quote!(#borrow #name.map(|x| ::wengert::Real::<#scalar>::value(&x))),
                _ => quote! {
                    #borrow #name.iter().map(::wengert::Real::<#scalar>::value).collect::<::std::vec::Vec<_>>()
                },
            }
        });
        quote!(#own(#(#args),*))
    }

    /// A call of the user's function on any number.
    fn value_call(&self, value: &syn::Path) -> TokenStream {
        let args = self.sig.params.iter().zip(self.handed_on()).map(|(p, arg)| match p.shape {
            Some(Shape::Vec) if p.active => quote!(#arg.to_vec()),
            _ => arg,
        });
        quote_spanned!(value.span()=> #value(#(#args),*))
    }

    fn ret(&self) -> TokenStream {
        let number = &self.sig.number;
        let parts = self.outputs.iter().map(|o| match o.shape {
            Shape::Scalar => quote!(#number),
            Shape::Fixed(n) => quote!([#number; #n]),
            _ => quote!(::std::vec::Vec<#number>),
        });
        match self.sig.ret {
            Shape::Tuple(_) => quote!((#(#parts),*)),
            _ => quote!(#(#parts)*),
        }
    }

    /// How many numbers each output has.
    fn lens(&self) -> TokenStream {
        let lens = self.outputs.iter().map(|o| {
            let way = &o.way;
            match o.shape {
                Shape::Scalar => quote!(1),
                _ => quote!(values__ #way.len()),
            }
        });
        quote!([#(#lens),*])
    }

    /// Appends what the function gave to the list `plain__`.
    fn flat(&self, from: &TokenStream) -> TokenStream {
        let parts = self.outputs.iter().map(|o| {
            let way = &o.way;
            match o.shape {
                Shape::Scalar => quote!(plain__.push(#from #way);),
                _ => quote!(plain__.extend_from_slice(&#from #way[..]);),
            }
        });
        quote!(#(#parts)*)
    }
}
