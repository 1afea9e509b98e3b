//! `#[derive(Differentiable)]`: a type made of numbers, its twin over any number, and what both can do.
//!
//! A type on `f64` gets a twin, `VectorOver<T>` for `Vector`, with the same fields; a type that is generic over its
//! number is its own twin.

mod cloned;
mod compared;
mod fields;
mod fit;
mod pack;
mod reach;

use crate::syntax::names::{filler, opener};
use crate::syntax::types::mentions;
use fields::{Field, Variant, variants};
pub use fit::is_unfit;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, GenericParam, Result, TypeParam};

/// The expansion of the derive, or an error at the place that is not supported.
pub fn derive(item: TokenStream) -> TokenStream {
    let expanded = |item: DeriveInput| {
        let shape = Shape::read(&item)?;
        let (tokens, cloned) = (shape.expand(), cloned::cloned(&item));
        let wrong = shape.wrong.map(|error| error.to_compile_error());
        Ok(quote!(#tokens #cloned #wrong))
    };
    match syn::parse2(item).and_then(expanded) {
        Ok(tokens) => tokens,
        Err(error) => error.to_compile_error(),
    }
}

/// The name of the twin of a type.
pub fn twin(name: &Ident) -> Ident {
    format_ident!("{}Over", name, span = name.span())
}

/// A type and how its twin is named.
struct Shape<'a> {
    item: &'a DeriveInput,
    variants: Vec<Variant>,
    /// `f64` or `f32`.
    scalar: Ident,
    /// The parameter that stands for the number, if the type has one.
    number: Option<Ident>,
    /// Whether no field carries a derivative.
    idle: bool,
    /// What is wrong with fields, which are taken for constants.
    wrong: Option<syn::Error>,
}

impl<'a> Shape<'a> {
    fn read(item: &'a DeriveInput) -> Result<Shape<'a>> {
        if let Data::Union(u) = &item.data {
            let message = "a union carries no derivative: write a struct or an enum";
            return Err(syn::Error::new_spanned(u.union_token, message));
        }
        if let Some(mark) = item.attrs.iter().find(|a| a.path().is_ident("constant")) {
            let message =
                "#[constant] goes on the fields that are constant; a type that is constant as a whole needs no derive";
            return Err(syn::Error::new_spanned(mark, message));
        }
        let mut variants = variants(item)?;
        let wrong = fit::check(&mut variants, bounded(item).as_ref())?;
        let number = number(item, &variants);
        let words = |name: &str| variants.iter().flat_map(|v| &v.fields).any(|f| mentions(&f.ty, name));
        let scalar = if words("f32") && !words("f64") { "f32" } else { "f64" };
        if number.is_some()
            && let Some(boxed) = variants.iter().flat_map(|v| &v.fields).find(|f| f.boxed)
        {
            let message = "a slice of its own in a type on any number carries no derivatives: hold a `Vec`";
            return Err(syn::Error::new_spanned(&boxed.name, message));
        }
        if let Some(number) = &number {
            for f in variants.iter_mut().flat_map(|v| &mut v.fields) {
                f.active &= mentions(&f.ty, &number.to_string());
            }
        }
        if number.is_none() {
            fit::one_precision(&variants)?;
        }
        let idle = variants.iter().flat_map(|v| &v.fields).all(|f| !f.active);
        Ok(Shape { item, variants, scalar: Ident::new(scalar, item.ident.span()), number, idle, wrong })
    }

    /// The generic parameters other than the number: with their bounds, and as arguments, in the type's order; the
    /// number's argument is `number`.
    fn generics(&self, number: &TokenStream) -> (Vec<TokenStream>, Vec<TokenStream>) {
        let (mut params, mut arguments) = (vec![], vec![]);
        let scalar = &self.scalar;
        for p in &self.item.generics.params {
            match p {
                GenericParam::Type(t) if Some(&t.ident) == self.number.as_ref() => arguments.push(number.clone()),
                GenericParam::Type(t) => {
                    let TypeParam { ident, bounds, .. } = t;
                    let used = self.variants.iter().flat_map(|v| &v.fields);
                    let active = used.filter(|f| f.active).any(|f| mentions(&f.ty, &ident.to_string()));
                    let own = active.then(|| quote!(::wengert::Differentiable<#scalar> +));
                    params.push(quote!(#ident: #own ::core::clone::Clone + #bounds));
                    arguments.push(ident.to_token_stream());
                }
                GenericParam::Const(c) => {
                    let (ident, ty) = (&c.ident, &c.ty);
                    params.push(quote!(const #ident: #ty));
                    arguments.push(ident.to_token_stream());
                }
                GenericParam::Lifetime(l) => {
                    params.insert(0, l.to_token_stream());
                    arguments.push(l.lifetime.to_token_stream());
                }
            }
        }
        (params, arguments)
    }

    /// The type at a number, and the type over it.
    fn over(&self, number: &TokenStream) -> TokenStream {
        let (_, arguments) = self.generics(number);
        let name = &self.item.ident;
        match &self.number {
            Some(_) => quote!(#name<#(#arguments),*>),
            None => {
                let twin = twin(name);
                let (lifetimes, rest): (Vec<_>, Vec<_>) =
                    arguments.into_iter().partition(|a| a.to_string().starts_with('\''));
                quote!(#twin<#(#lifetimes,)* #number, #(#rest),*>)
            }
        }
    }

    /// The type of a field over a number.
    fn field_over(&self, f: &Field, number: &TokenStream) -> TokenStream {
        let (ty, scalar) = (&f.ty, &self.scalar);
        match (&self.number, f.active) {
            (_, false) => ty.to_token_stream(),
            (Some(own), true) => crate::ir::replace_by(ty.to_token_stream(), own, number),
            (None, true) => quote!(<#ty as ::wengert::Differentiable<#scalar>>::Over<#number>),
        }
    }

    /// The type of a field on plain scalars.
    fn field_plain(&self, f: &Field) -> TokenStream {
        let scalar = self.scalar.to_token_stream();
        match &self.number {
            Some(own) => crate::ir::replace_by(f.ty.to_token_stream(), own, &scalar),
            None => f.ty.to_token_stream(),
        }
    }

    fn expand(&self) -> TokenStream {
        let number = match &self.number {
            Some(own) => own.clone(),
            None => fields::free_name(self.item, "T"),
        };
        let twin = self.twin_type(&number);
        let (plain, bundle) = (self.differentiable(&number), self.bundle(&number));
        let (make, reach) = (self.constructors(&number), self.variants_reached(&number));
        let (default, compared) = (self.default(&number), self.compared(&number));
        quote! {
            #twin
            #[automatically_derived]
            #[allow(warnings, clippy::all)]
            const _: () = {
                #plain
                #bundle
                #default
                #compared
            };
            #make
            #reach
        }
    }

    /// The definition of the twin, for a type on plain scalars.
    fn twin_type(&self, number: &Ident) -> TokenStream {
        if self.number.is_some() {
            return TokenStream::new();
        }
        let (name, vis, scalar) = (&self.item.ident, &self.item.vis, &self.scalar);
        let (twin, clause) = (twin(name), &self.item.generics.where_clause);
        let tokens = number.to_token_stream();
        let (params, _) = self.generics(&tokens);
        let (lifetimes, rest): (Vec<_>, Vec<_>) = params.into_iter().partition(|p| p.to_string().starts_with('\''));
        let body = |v: &Variant| {
            let named = v.named || self.idle && v.fields.is_empty();
            let hidden = (self.idle && matches!(self.item.data, Data::Struct(_))).then(|| {
                let member = named.then(|| quote!(__number:));
                quote!(#member ::core::marker::PhantomData<#tokens>,)
            });
            let list = v.fields.iter().map(|f| {
                let (vis, ty, doc) = (&f.vis, self.field_over(f, &tokens), "As in the type itself.");
                match &f.name {
                    syn::Member::Named(name) => quote!(#[doc = #doc] #vis #name: #ty),
                    syn::Member::Unnamed(_) => quote!(#[doc = #doc] #vis #ty),
                }
            });
            match named {
                true => quote!({ #(#list,)* #hidden }),
                false if v.fields.is_empty() => TokenStream::new(),
                false => quote!((#(#list,)* #hidden)),
            }
        };
        let doc = format!("`{name}` over any number.");
        let copy = self.copies().then(|| quote!(, ::core::marker::Copy));
        let head = quote! {
            #[doc = #doc]
            #[derive(::core::clone::Clone #copy)]
            #[allow(dead_code, clippy::all)]
        };
        let generics = quote!(<#(#lifetimes,)* #number: ::wengert::Real<#scalar>, #(#rest),*>);
        match &self.item.data {
            Data::Struct(_) => {
                let v = &self.variants[0];
                let fields = body(v);
                let named = v.named || self.idle && v.fields.is_empty();
                let end = (!named).then(|| quote!(;));
                if named {
                    quote!(#head #vis struct #twin #generics #clause #fields)
                } else {
                    quote!(#head #vis struct #twin #generics #fields #clause #end)
                }
            }
            _ => {
                let variants = self.variants.iter().map(|v| {
                    let (name, fields) = (&v.name, body(v));
                    quote!(#[doc = "As in the type itself."] #name #fields)
                });
                let hidden = self.idle.then(|| {
                    quote!(#[doc(hidden)] __Number(::core::marker::PhantomData<#tokens>, ::core::convert::Infallible))
                });
                quote!(#head #vis enum #twin #generics #clause { #(#variants,)* #hidden })
            }
        }
    }

    /// Whether a value may hold others of its type: what is asked of all that it holds has no end then.
    fn holds_itself(&self) -> bool {
        crate::around::is_held_by(&self.item.ident, self.variants.iter().flat_map(|v| &v.fields).map(|f| &f.ty))
    }

    /// Whether the twin is `Copy`, as the type is and all that is in it.
    fn copies(&self) -> bool {
        let name = &self.item.ident;
        let ty: syn::Type = syn::parse_quote!(#name);
        let fields = || self.variants.iter().flat_map(|v| &v.fields);
        let typed = self.item.generics.type_params().next().is_some();
        !typed && crate::around::copies(&ty) && fields().all(|f| !f.active || fields::copies(&f.ty))
    }

    fn hidden(&self) -> Option<TokenStream> {
        let own = self.idle && self.number.is_none() && matches!(self.item.data, Data::Struct(_));
        let v = self.variants.first().filter(|_| own)?;
        let member = match v.named || v.fields.is_empty() {
            true => quote!(__number),
            false => syn::Index::from(v.fields.len()).to_token_stream(),
        };
        Some(quote!(#member: ::core::marker::PhantomData,))
    }

    /// What the plain type can do.
    fn differentiable(&self, number: &Ident) -> TokenStream {
        let scalar = self.scalar.to_token_stream();
        let (params, arguments) = self.generics(&scalar);
        let (name, clause) = (&self.item.ident, &self.item.generics.where_clause);
        let over = self.over(&number.to_token_stream());
        let target = match &self.number {
            Some(_) => name.to_token_stream(),
            None => twin(name).to_token_stream(),
        };
        let hidden = self.hidden();
        let (mut one, mut two) = (vec![], vec![]);
        for v in &self.variants {
            let (a, b) = (v.pattern("a"), v.pattern("b"));
            let path = v.path(&quote!(Self));
            let to = v.path(&target);
            let made = |two: bool| {
                let (scalar, to) = (&scalar, &to);
                let list = v.fields.iter().enumerate().map(move |(k, f)| {
                    let (member, x, y) = (&f.name, format_ident!("a{k}"), format_ident!("b{k}"));
                    let plain = self.field_plain(f);
                    let code = match (f.active, two) {
                        (false, _) if f.boxed => quote!(#x.to_vec()),
                        (false, _) => quote!(::core::clone::Clone::clone(#x)),
                        (_, false) if f.boxed => {
                            quote!(<#plain as ::wengert::Differentiable<#scalar>>::over(&#x.to_vec(), f))
                        }
                        (_, true) if f.boxed => quote!(
                            <#plain as ::wengert::Differentiable<#scalar>>::over_two(&#x.to_vec(), &#y.to_vec(), f)
                        ),
                        (_, false) => quote!(<#plain as ::wengert::Differentiable<#scalar>>::over(#x, f)),
                        (_, true) => quote!(<#plain as ::wengert::Differentiable<#scalar>>::over_two(#x, #y, f)),
                    };
                    quote!(#member: #code)
                });
                quote!(#to { #(#list,)* #hidden })
            };
            let (single, double) = (made(false), made(true));
            one.push(quote!(#path #a => #single));
            two.push(quote!((#path #a, #path #b) => #double));
        }
        let other = (self.variants.len() != 1)
            .then(|| quote!(_ => ::core::panic!("the direction or weight is another variant than the value"),));
        let one = if self.variants.is_empty() { quote!(match *self {}) } else { quote!(match self { #(#one,)* }) };
        quote! {
            impl<#(#params),*> ::wengert::Differentiable<#scalar> for #name<#(#arguments),*> #clause {
                type Over<#number: ::wengert::Real<#scalar>> = #over;
                #[inline]
                fn over<#number: ::wengert::Real<#scalar>, __F: ::core::ops::FnMut(#scalar) -> #number>(
                    &self, f: &mut __F
                ) -> #over {
                    #one
                }
                #[inline]
                fn over_two<
                    #number: ::wengert::Real<#scalar>, __F: ::core::ops::FnMut(#scalar, #scalar) -> #number
                >(&self, other: &Self, f: &mut __F) -> #over {
                    match (self, other) { #(#two,)* #other }
                }
            }
        }
    }

    /// What the type over a number can do.
    fn bundle(&self, number: &Ident) -> TokenStream {
        let tokens = number.to_token_stream();
        let (params, _) = self.generics(&tokens);
        let (lifetimes, rest): (Vec<_>, Vec<_>) = params.into_iter().partition(|p| p.to_string().starts_with('\''));
        let (scalar, clause) = (&self.scalar, &self.item.generics.where_clause);
        let (over, name, hidden) = (self.over(&tokens), &self.item.ident, self.hidden());
        let plain = {
            let (_, arguments) = self.generics(&scalar.to_token_stream());
            quote!(#name<#(#arguments),*>)
        };
        let (mut zero, mut absorb, mut each, mut each_mut, mut plains) = (vec![], vec![], vec![], vec![], vec![]);
        let (mut lists, mut moves) = (vec![], vec![]);
        let packed = self.packed(&tokens);
        for v in &self.variants {
            let (path, a, b) = (v.path(&quote!(Self)), v.pattern("a"), v.pattern("b"));
            let per = |f: &dyn Fn(&TokenStream, &Ident, &Ident, &Field) -> TokenStream| {
                let list = v.fields.iter().enumerate().map(|(k, field)| {
                    let ty = self.field_over(field, &tokens);
                    f(&ty, &format_ident!("a{k}"), &format_ident!("b{k}"), field)
                });
                list.collect::<Vec<_>>()
            };
            let zeros = per(&|ty, x, _, f| {
                let member = &f.name;
                match f.active {
                    true => quote!(#member: <#ty as ::wengert::Bundle<#tokens>>::zero(#x)),
                    false => quote!(#member: ::core::clone::Clone::clone(#x)),
                }
            });
            zero.push(quote!(#path #a => #path { #(#zeros,)* #hidden }));
            let adds = per(&|ty, x, y, f| match f.active {
                true => quote!(<#ty as ::wengert::Bundle<#tokens>>::absorb(#x, #y);),
                false => TokenStream::new(),
            });
            absorb.push(quote!((#path #a, #path #b) => { #(#adds)* }));
            let visits = per(&|ty, x, _, f| match f.active {
                true => quote!(<#ty as ::wengert::Bundle<#tokens>>::each(#x, f);),
                false => TokenStream::new(),
            });
            each.push(quote!(#path #a => { #(#visits)* }));
            let changes = per(&|ty, x, _, f| match f.active {
                true => quote!(<#ty as ::wengert::Bundle<#tokens>>::each_mut(#x, f);),
                false => TokenStream::new(),
            });
            each_mut.push(quote!(#path #a => { #(#changes)* }));
            let held = per(&|ty, x, _, f| match f.active {
                true => quote!(<#ty as ::wengert::Bundle<#tokens>>::lists(#x, f);),
                false => TokenStream::new(),
            });
            lists.push(quote!(#path #a => { #(#held)* }));
            let to = v.path(&name.to_token_stream());
            let taken = per(&|ty, x, _, f| {
                let (member, boxed) = (&f.name, f.boxed.then(|| quote!(.into())));
                match f.active {
                    true => quote!(#member: <#ty as ::wengert::Bundle<#tokens>>::plain(#x, f) #boxed),
                    false => quote!(#member: ::core::clone::Clone::clone(#x) #boxed),
                }
            });
            plains.push(quote!(#path #a => #to { #(#taken),* }));
            let moved = per(&|ty, x, _, f| {
                let (member, boxed) = (&f.name, f.boxed.then(|| quote!(.into())));
                match f.active {
                    true => quote!(#member: <#ty as ::wengert::Bundle<#tokens>>::into_plain(#x, f) #boxed),
                    false => quote!(#member: #x #boxed),
                }
            });
            moves.push(quote!(#path #a => #to { #(#moved),* }));
        }
        let rest_arm = (self.variants.len() != 1).then(|| quote!(_ => {}));
        let impossible = (self.idle && self.number.is_none() && matches!(self.item.data, Data::Enum(_)))
            .then(|| quote!(Self::__Number(_, never) => match *never {},));
        let one = self.variants.len() == 1;
        let fields = || self.variants.iter().flat_map(|v| &v.fields);
        let types = fields().filter(|f| f.active).map(|f| self.field_over(f, &tokens)).collect::<Vec<_>>();
        let fixed = types.iter().map(|ty| quote!(&& <#ty as ::wengert::Bundle<#tokens>>::FIXED));
        let alone = one && fields().all(|f| f.active) && !self.holds_itself();
        let pure = types.iter().filter(|_| alone).map(|ty| quote!(&& <#ty as ::wengert::Bundle<#tokens>>::PURE));
        // A value without lists has nothing to show.
        let lists = (!types.is_empty()).then(|| {
            quote! {
                fn lists<__F: ::wengert::Lists<#tokens>>(&mut self, f: &mut __F) {
                    match self { #(#lists,)* }
                }
            }
        });
        // Its lists may stay where they are; out of a type of the user's, which may have a destructor, nothing is moved.
        let into_plain = (self.number.is_none() && !types.is_empty() && !self.copies()).then(|| {
            quote! {
                #[inline]
                fn into_plain<__F: ::core::ops::FnMut(#tokens) -> #scalar>(self, f: &mut __F) -> #plain {
                    match self { #(#moves,)* }
                }
            }
        });
        quote! {
            impl<#(#lifetimes,)* #number: ::wengert::Real<#scalar>, #(#rest),*> ::wengert::Bundle<#tokens>
                for #over #clause
            {
                type Plain = #plain;
                const FIXED: bool = #one #(#fixed)*;
                const PURE: bool = #alone #(#pure)*;
                #[inline]
                fn zero(&self) -> Self {
                    match self { #(#zero,)* #impossible }
                }
                #[inline]
                fn absorb(&mut self, other: &Self) {
                    match (self, other) { #(#absorb,)* #rest_arm }
                }
                #[inline]
                fn each<__F: ::core::ops::FnMut(#tokens)>(&self, f: &mut __F) {
                    match self { #(#each,)* #impossible }
                }
                #[inline]
                fn each_mut<__F: ::core::ops::FnMut(&mut #tokens)>(&mut self, f: &mut __F) {
                    match self { #(#each_mut,)* #impossible }
                }
                #[inline]
                fn plain<__F: ::core::ops::FnMut(#tokens) -> #scalar>(&self, f: &mut __F) -> #plain {
                    match self { #(#plains,)* #impossible }
                }
                #into_plain
                #lists
                #packed
            }
        }
    }

    /// The default of the twin is that of the type.
    fn default(&self, number: &Ident) -> TokenStream {
        let name = &self.item.ident;
        if self.number.is_some() || !self.item.generics.params.is_empty() || !crate::around::has_default(name) {
            return TokenStream::new();
        }
        let (scalar, over) = (&self.scalar, self.over(&number.to_token_stream()));
        quote! {
            impl<#number: ::wengert::Real<#scalar>> ::core::default::Default for #over {
                fn default() -> Self {
                    let plain = <#name as ::core::default::Default>::default();
                    <#name as ::wengert::Differentiable<#scalar>>::over(&plain, &mut |x| #number::constant(x))
                }
            }
        }
    }

    /// How generated code fills each field: with a number, or with a constant that becomes one.
    fn constructors(&self, number: &Ident) -> TokenStream {
        if self.number.is_some() {
            return TokenStream::new();
        }
        let tokens = number.to_token_stream();
        let (params, _) = self.generics(&tokens);
        let (lifetimes, rest): (Vec<_>, Vec<_>) = params.into_iter().partition(|p| p.to_string().starts_with('\''));
        let (scalar, clause, over) = (&self.scalar, &self.item.generics.where_clause, self.over(&tokens));
        let many = matches!(self.item.data, Data::Enum(_));
        let fills = self.variants.iter().flat_map(|v| {
            let tokens = &tokens;
            v.fields.iter().map(move |f| {
                let variant = many.then_some(&v.name);
                let (name, open) = (filler(variant, &f.name), opener(variant, &f.name));
                let (ty, made) = (&f.ty, self.field_over(f, tokens));
                match f.active {
                    true => quote! {
                        #[doc(hidden)]
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        pub fn #name(x: impl ::wengert::generated::Fill<#tokens, #ty, #scalar>) -> #made {
                            ::wengert::generated::Fill::fill(x)
                        }
                        #[doc(hidden)]
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        pub fn #open(x: impl ::wengert::generated::Fill<#tokens, #ty, #scalar>) -> #made {
                            ::wengert::generated::Fill::fill(x)
                        }
                    },
                    false => quote! {
                        #[doc(hidden)]
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        pub fn #name(x: #ty) -> #made {
                            x
                        }
                        #[doc(hidden)]
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        pub fn #open(x: impl ::wengert::generated::Constant<#ty>) -> #made {
                            ::wengert::generated::Constant::constant(x)
                        }
                    },
                }
            })
        });
        quote! {
            #[automatically_derived]
            #[allow(warnings, clippy::all)]
            impl<#(#lifetimes,)* #number: ::wengert::Real<#scalar>, #(#rest),*> #over #clause {
                #(#fills)*
            }
        }
    }
}

/// The parameter bound by `Real` or `Number`.
fn bounded(item: &DeriveInput) -> Option<Ident> {
    let is_number = |t: &&TypeParam| {
        let text = t.bounds.to_token_stream().to_string();
        text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "Real" || word == "Number")
    };
    item.generics.type_params().find(is_number).map(|t| t.ident.clone())
}

/// The parameter that stands for the number: one bound by `Real` or `Number`, or the only one of a type without
/// plain floats.
fn number(item: &DeriveInput, variants: &[Variant]) -> Option<Ident> {
    if let Some(number) = bounded(item) {
        return Some(number);
    }
    let types: Vec<&TypeParam> = item.generics.type_params().collect();
    let plain = |f: &Field| f.active && (mentions(&f.ty, "f64") || mentions(&f.ty, "f32"));
    let none = !variants.iter().flat_map(|v| &v.fields).any(plain);
    match types.as_slice() {
        [t] if none && t.bounds.is_empty() => Some(t.ident.clone()),
        _ => None,
    }
}
