//! `#[differentiable]` on a trait, and on the `impl`s of such a trait.
//!
//! Beside each method `m` the trait gets functions over any number: those that an `impl` provides, on the type over the
//! number, which no type shows by itself, and those that find them by a receiver. A method that the trait provides is
//! a function that is generic over the type.

use crate::expand::blocks::{self, Place};
use crate::expand::open::is_of_open_type;
use crate::ir::replace_by;
use crate::signature::forms::Forms;
use crate::signature::options::{Options, Wanted};
use crate::syntax::arguments;
use crate::syntax::names::hidden;
use front::visit_mut::VisitMut;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::cell::RefCell;
use std::collections::HashMap;
use syn::{
    Error, FnArg, GenericParam, ImplItemFn, ItemTrait, Pat, PathArguments, Result, TraitItem, TraitItemFn, Type,
    parse_quote,
};

/// The expansion of the attribute on a trait: hidden functions go into it, the rest goes beside it.
pub(crate) fn expand(item: &mut ItemTrait, wanted: Wanted) -> Result<TokenStream> {
    if let Some(rule) = wanted.rule {
        return Err(Error::new_spanned(rule.path, "a rule belongs to one function: put it on a function of its own"));
    }
    let options = wanted.options;
    let name = item.ident.clone();
    let (place, this) = place_of(item);
    let (arguments, outer) = (arguments(&item.generics), own_names(&item.generics));
    let (program, scope, _) = crate::around::Around::program(&name);
    let is_open = program.is_open_trait(&scope, &name.clone().into());
    let (mut out, mut added) = (TokenStream::new(), vec![]);
    let (mut methods, mut wrong) = (vec![], TokenStream::new());
    for part in &mut item.items {
        let TraitItem::Fn(method) = part else { continue };
        methods.push((whole(method), method.default.is_some()));
        blocks::take_marks(&mut method.attrs, &mut method.sig);
        method.default.iter_mut().for_each(crate::syntax::marks::take);
    }
    if is_open {
        return Ok(out);
    }
    methods.retain(|(method, _)| is_differentiated(item, method));
    for (whole, mut provided) in methods {
        let function = place.function(&whole, None)?;
        let beside = function.sig.ident.clone();
        let expanded = provided.then(|| for_any_type(&function, options));
        let generated = match expanded {
            Some(Ok(generated)) => generated,
            // What has the trait finds its functions all the same.
            Some(Err(error)) => {
                provided = false;
                if !is_of_open_type(&error) {
                    wrong.extend(error.to_compile_error());
                }
                super::expand_signature(&function)?
            }
            None => super::expand_signature(&function)?,
        };
        for f in crate::syntax::generated::functions(&generated, &beside)? {
            if ["__value", "__forward", "__reverse"].iter().any(|n| f.sig.ident == n) {
                let inner = Inner { f, beside: &beside, this: &this, name: &name, method: &whole };
                added.push(inner.provided(&outer, provided));
                added.extend(inner.found(&arguments, &outer));
            }
        }
        if provided {
            out.extend(quote!(#[doc(hidden)] #generated));
        }
    }
    out.extend(by_receiver(item, &arguments)?);
    item.items.extend(added.into_iter().map(TraitItem::Verbatim));
    out.extend(wrong);
    Ok(out)
}

/// The place of a trait's methods, and the type that implements it.
fn place_of(item: &ItemTrait) -> (Place, Ident) {
    let (name, params) = (item.ident.clone(), item.generics.params.iter());
    let taken = item.to_token_stream().to_string();
    let word = |w: &&&str| !taken.split(|c: char| !c.is_alphanumeric() && c != '_').any(|t| t == **w);
    let this = Ident::new(["This", "ThisType"].iter().find(word).unwrap_or(&"ImplementingType"), name.span());
    let arguments = arguments(&item.generics);
    let mut generics: syn::Generics = parse_quote!(<#(#params,)* #this: #name<#(#arguments),*>>);
    generics.where_clause = item.generics.where_clause.clone();
    let place = Place {
        ty: parse_quote!(#this),
        name,
        generics,
        operator: None,
        indexes: false,
        right: None,
        number: None,
        converts: false,
        constant: false,
        of: None,
    };
    (place, this)
}

/// What is beside a method that a trait provides, for any type.
fn for_any_type(function: &syn::ItemFn, options: Options) -> Result<TokenStream> {
    let wanted = Wanted { options, forms: Some(Forms::CALLS), strict: true, ..Wanted::default() };
    crate::expand::expand(&mut function.clone(), wanted)
}

/// Those of the methods that a trait provides, which it cannot provide for any type: an `impl` has their derivatives.
pub(crate) fn left_to_impls<'a>(
    item: &ItemTrait,
    methods: impl Iterator<Item = &'a syn::ItemFn>,
    options: Options,
) -> Vec<ImplItemFn> {
    thread_local! {
        static KNOWN: RefCell<HashMap<String, bool>> = RefCell::default();
    }
    let (place, _) = place_of(item);
    let is_left = |method: &ImplItemFn| {
        let Ok(function) = place.function(method, None) else { return false };
        let key = function.to_token_stream().to_string();
        if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).copied()) {
            return known;
        }
        let left = for_any_type(&function, options).is_err_and(|error| is_of_open_type(&error));
        KNOWN.with_borrow_mut(|known| known.insert(key, left));
        left
    };
    let method = |f: &syn::ItemFn| {
        let (attrs, sig, block) = (&f.attrs, &f.sig, &f.block);
        parse_quote!(#(#attrs)* #sig #block)
    };
    methods.map(method).filter(|method| is_differentiated(item, method)).filter(is_left).collect()
}

/// Whether the parameters that a method of an `impl` gives back are those that the trait's does: which they are, the bodies
/// say, as of lists that become longer.
pub(crate) fn agrees(of: &Ident, path: &syn::Path, method: &ImplItemFn) -> bool {
    let (program, scope, _) = crate::around::Around::program(of);
    let Some(declared) = program.declared_by(&scope, path, &method.sig.ident) else { return true };
    let given_back = |f: &syn::ItemFn| -> Vec<usize> {
        let is = |input: &FnArg| matches!(input, FnArg::Typed(t) if crate::signature::changed::is_given_back(f, t));
        f.sig.inputs.iter().enumerate().filter(|(_, input)| is(input)).map(|(k, _)| k).collect()
    };
    let (attrs, sig, block) = (&method.attrs, &method.sig, &method.block);
    given_back(&parse_quote!(#(#attrs)* #sig #block)) == given_back(&declared)
}

/// Whether functions stand beside a method of a trait.
fn is_differentiated(item: &ItemTrait, method: &ImplItemFn) -> bool {
    !blocks::is_constant(method) && !crate::around::is_open_function(&item.ident, &method.sig, Some(&item.generics))
}

/// A trait's method with a body.
fn whole(method: &TraitItemFn) -> ImplItemFn {
    let (attrs, sig) = (&method.attrs, &method.sig);
    let block = method.default.clone().unwrap_or_else(|| parse_quote!({}));
    parse_quote!(#(#attrs)* #sig #block)
}

fn own_names(generics: &syn::Generics) -> Vec<String> {
    arguments(generics).iter().map(ToString::to_string).collect()
}

/// One of the functions beside a method.
struct Inner<'a> {
    f: ImplItemFn,
    beside: &'a Ident,
    this: &'a Ident,
    name: &'a Ident,
    method: &'a ImplItemFn,
}

impl Inner<'_> {
    fn kind(&self) -> String {
        self.f.sig.ident.to_string().trim_start_matches('_').to_string()
    }
    /// The generic parameters that are the method's, the number among them.
    fn generics(&self, outer: &[String]) -> Vec<&GenericParam> {
        let outside = |p: &&GenericParam| match p {
            GenericParam::Type(t) => t.ident == *self.this || outer.contains(&t.ident.to_string()),
            GenericParam::Const(c) => outer.contains(&c.ident.to_string()),
            GenericParam::Lifetime(_) => true,
        };
        self.f.sig.generics.params.iter().filter(|p| !outside(p)).collect()
    }
    fn names(&self) -> Vec<&Ident> {
        let mut names = vec![];
        for input in &self.f.sig.inputs {
            if let FnArg::Typed(t) = input
                && let Pat::Ident(p) = &*t.pat
            {
                names.push(&p.ident);
            }
        }
        names
    }
    fn types(&self) -> impl Iterator<Item = &Type> {
        self.f.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(t) => Some(&*t.ty),
            FnArg::Receiver(_) => None,
        })
    }
    fn has_self(&self) -> bool {
        matches!(self.method.sig.inputs.first(), Some(FnArg::Receiver(_)))
    }
    fn scalar(&self) -> TokenStream {
        let f32 = self.f.sig.to_token_stream().to_string().contains("Real < f32 >");
        if f32 { quote!(f32) } else { quote!(f64) }
    }
    fn number(&self) -> TokenStream {
        arguments(&self.f.sig.generics).first().cloned().unwrap_or_default()
    }

    /// What an `impl` provides; the trait itself, where the method has a body.
    fn provided(&self, outer: &[String], has_body: bool) -> TokenStream {
        let (name, sig) = (hidden(&self.method.sig.ident, &self.kind()), &self.f.sig);
        let (generics, names, output, scalar) = (self.generics(outer), self.names(), &sig.output, self.scalar());
        let types = self.types().map(lent);
        let body = if has_body {
            let (beside, function, arguments) = (self.beside, &sig.ident, arguments(&sig.generics));
            let passed = names.iter().zip(self.types()).map(|(name, ty)| match (is_typed(ty), self.kind().as_str()) {
                (false, _) => quote!(#name),
                (true, "reverse") => {
                    quote!(::wengert::generated::Pair(::wengert::generated::Typed(#name.0), #name.1))
                }
                (true, _) => quote!(::wengert::generated::Active(::wengert::generated::Typed(#name.0))),
            });
            quote!(#beside::#function::<#(#arguments),*>(#(#passed),*))
        } else {
            let message =
                format!("the `impl` of `{}` for this type has no derivative: put #[differentiable] on it", self.name);
            quote!(const { ::core::panic!(#message) })
        };
        let tokens = quote! {
            #[doc(hidden)]
            #[allow(warnings, clippy::all)]
            #[inline]
            fn #name<#(#generics),*>(#(#names: #types),*) #output
            where Self: ::core::marker::Sized + ::wengert::Differentiable<#scalar> {
                #body
            }
        };
        replace_by(tokens, self.this, &quote!(Self))
    }

    /// What finds it by a receiver.
    fn found(&self, trait_arguments: &[TokenStream], outer: &[String]) -> Option<TokenStream> {
        if !self.has_self() {
            return None;
        }
        let (sig, kind, scalar, number) = (&self.f.sig, self.kind(), self.scalar(), self.number());
        let name = format_ident!("__{}_{}", self.method.sig.ident, kind);
        let (function, generics) = (hidden(&self.method.sig.ident, &kind), self.generics(outer));
        let arguments = generics.iter().map(|p| match p {
            GenericParam::Type(t) => t.ident.to_token_stream(),
            GenericParam::Const(c) => c.ident.to_token_stream(),
            GenericParam::Lifetime(l) => l.lifetime.to_token_stream(),
        });
        let skip = if kind == "reverse" { 0 } else { 1 };
        let names = self.names();
        let inputs = names.iter().zip(self.types().map(lent)).skip(skip).map(|(name, ty)| quote!(#name: #ty));
        let first =
            (skip == 1).then(|| quote!(::wengert::generated::Active(::wengert::generated::Lent::By(self.receiver())),));
        let rest = &names[skip..];
        let (of, output) = (self.name, &sig.output);
        let plain = quote!(<Self as ::wengert::generated::Receiver<#number, #scalar>>::Plain);
        let tokens = quote! {
            #[doc(hidden)]
            #[allow(warnings, clippy::all)]
            #[inline]
            fn #name<#(#generics),*>(&self, #(#inputs),*) #output
            where
                Self: ::core::marker::Sized + ::wengert::generated::Receiver<#number, #scalar>,
                #plain: #of<#(#trait_arguments),*>,
            {
                <#plain as #of<#(#trait_arguments),*>>::#function::<#(#arguments),*>(#first #(#rest),*)
            }
        };
        Some(replace_by(tokens, self.this, &plain))
    }
}

/// Traits that receivers have.
const OF_RECEIVERS: [&str; 4] = ["Clone", "Copy", "Debug", "Sized"];
/// Traits that they cannot have.
const OF_OTHERS: [&str; 5] = ["Send", "Sync", "Unpin", "Any", "Default"];

/// The trait for receivers, whose own methods nobody calls; nothing where a trait above it stands in the way.
fn by_receiver(item: &ItemTrait, arguments: &[TokenStream]) -> Result<TokenStream> {
    let above = |b: &syn::TypeParamBound| match b {
        syn::TypeParamBound::Trait(t) => t.path.segments.last().is_some_and(|s| {
            let standard = OF_OTHERS.iter().any(|n| s.ident == n) || crate::signature::bounds::of_rust(&s.ident);
            standard && !OF_RECEIVERS.iter().any(|n| s.ident == n)
        }),
        _ => true,
    };
    let nameless = |part: &TraitItem| match part {
        TraitItem::Fn(f) => f.default.is_none() && f.sig.output.to_token_stream().to_string().contains("impl "),
        _ => false,
    };
    if item.supertraits.iter().any(above) || item.items.iter().any(nameless) {
        return Ok(TokenStream::new());
    }
    let name = &item.ident;
    let plain = quote!(<__R as ::wengert::Bundle<__N>>::Plain);
    let mut items = TokenStream::new();
    for part in &item.items {
        match part {
            TraitItem::Fn(f) if f.default.is_none() => {
                let sig = &f.sig;
                items.extend(quote!(#sig { ::core::unreachable!() }));
            }
            TraitItem::Const(c) if c.default.is_none() => {
                let (ident, ty) = (&c.ident, &c.ty);
                items.extend(quote!(const #ident: #ty = <#plain as #name<#(#arguments),*>>::#ident;));
            }
            TraitItem::Type(t) if t.generics.params.is_empty() => {
                let ident = &t.ident;
                items.extend(quote!(type #ident = <#plain as #name<#(#arguments),*>>::#ident;));
            }
            TraitItem::Type(t) => {
                let message = "a generic type in a differentiable trait is not supported: make it a type of its own";
                return Err(Error::new_spanned(t, message));
            }
            _ => {}
        }
    }
    let params = item.generics.params.iter();
    let bounds = item.generics.where_clause.as_ref().map(|w| &w.predicates).into_iter().flatten();
    Ok(quote! {
        #[doc(hidden)]
        #[allow(warnings, clippy::all)]
        impl<__R, __N: ::wengert::Number, #(#params),*> #name<#(#arguments),*>
            for ::wengert::generated::Via<'_, __R, __N>
        where __R: ::wengert::Bundle<__N>, #plain: #name<#(#arguments),*>, #(#bounds),* {
            #items
        }
    })
}

/// Whether a type is one from which the callee learns a type parameter.
pub(crate) fn is_typed(ty: &Type) -> bool {
    ty.to_token_stream().to_string().contains(":: wengert :: generated :: Typed <")
}

/// The type under which an `impl` and its trait agree on an argument: whether a type parameter is in it, only one of
/// them sees.
fn lent(ty: &Type) -> Type {
    struct Lent;
    impl VisitMut for Lent {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if let Type::Path(p) = ty
                && let Some(last) = p.path.segments.last()
                && last.ident == "Typed"
                && let PathArguments::AngleBracketed(args) = &last.arguments
                && let [_, plain, number, scalar] = args.args.iter().collect::<Vec<_>>().as_slice()
            {
                *ty = parse_quote!(
                    ::wengert::generated::Lent<'_, <#plain as ::wengert::Differentiable<#scalar>>::Over<#number>>
                );
                return;
            }
            front::visit_mut::visit_type_mut(self, ty);
        }
    }
    let mut ty = ty.clone();
    if is_typed(&ty) {
        Lent.visit_type_mut(&mut ty);
    }
    ty
}

/// What an `impl` of a trait provides beside a method, from the functions of the method.
pub(crate) fn provided(
    method: &ImplItemFn,
    beside: &Ident,
    functions: &[ImplItemFn],
    generics: &syn::Generics,
) -> Vec<TokenStream> {
    let outer = own_names(generics);
    let mut out = vec![];
    for f in functions {
        if ["__value", "__forward", "__reverse"].iter().any(|n| f.sig.ident == n) {
            let none = Ident::new("__None", beside.span());
            let inner = Inner { f: f.clone(), beside, this: &none, name: beside, method };
            out.push(inner.provided(&outer, true));
        }
    }
    out
}
