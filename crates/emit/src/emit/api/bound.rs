//! The function bound to its constants and shapes: one that runs on the flat list of its active inputs.

use crate::emit::Emitter;
use crate::emit::api::Active;
use crate::ir::Storage;
use crate::ir::lowered::Leaf;
use crate::signature::nests::Part;
use crate::signature::normal::TEXT;
use crate::signature::{Param, Shape};
use front::visit_mut::{VisitMut, visit_type_mut};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;
use syn::{Lifetime, Type};

/// The owned type of something of a shape.
pub(crate) fn owned(shape: &Shape, element: &TokenStream) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(::std::vec::Vec<#element>),
        Shape::Tuple(parts) => {
            let parts = parts.iter().map(|s| owned(s, element));
            quote!((#(#parts),*))
        }
        Shape::Scalar => element.clone(),
        Shape::Record(r) => r.plain(),
        Shape::Fixed(n) => quote!([#element; #n]),
        Shape::Unit => quote!(()),
        Shape::Rows(levels) => quote!(::wengert::generated::Rows<#levels>),
        Shape::Count(ty) => quote!(#ty),
    }
}

/// Code that appends a value to `flat`, and the lengths of its parts.
pub(crate) fn flat_into(shape: &Shape, x: TokenStream, out: &mut TokenStream, lens: &mut Vec<TokenStream>) {
    match shape {
        Shape::Record(_) => {
            out.extend(quote!(flat.extend_from_slice(&::wengert::generated::numbers(&#x));));
            lens.push(quote!(::wengert::generated::count(&#x)));
        }
        Shape::Scalar => {
            out.extend(quote!(flat.push(#x);));
            lens.push(quote!(1));
        }
        Shape::Unit | Shape::Rows(_) | Shape::Count(_) => {}
        Shape::Tuple(parts) => {
            for (k, part) in parts.iter().enumerate() {
                let k = syn::Index::from(k);
                flat_into(part, quote!(#x.#k), out, lens);
            }
        }
        _ => {
            out.extend(quote!(flat.extend_from_slice(&#x[..]);));
            lens.push(quote!(#x.len()));
        }
    }
}

/// Code that takes the active parameters from `flat` by `lens`, and their names by parameter.
///
/// `like` gives the code of a plain value that has the shape of a structure.
pub(crate) fn unflatten(
    e: &Emitter<'_>,
    number: &TokenStream,
    like: &dyn Fn(&Ident) -> TokenStream,
) -> (TokenStream, HashMap<usize, Ident>) {
    let mut code = quote!(let (mut rest, mut lens) = (&flat[..], lens.iter().copied()););
    let mut names = HashMap::new();
    fn part(shape: &Shape, number: &TokenStream) -> TokenStream {
        let next = quote!(::wengert::generated::next_part(&mut rest, &mut lens));
        match shape {
            Shape::Scalar => quote!(#next[0]),
            Shape::Fixed(n) => quote!({
                let mut all = [#number::constant(0.0); #n];
                all.copy_from_slice(#next);
                all
            }),
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|s| part(s, number));
                quote!((#(#parts),*))
            }
            Shape::Unit | Shape::Rows(_) | Shape::Count(_) => quote!(()),
            // Lent on: a copy would take as long as all inputs are many where a function reads a few.
            Shape::Slice => next,
            _ => quote!(#next.to_vec()),
        }
    }
    for a in e.active() {
        let name = format_ident!("{}_part", a.name);
        let from = match &a.shape {
            Shape::Record(r) => {
                let (like, scalar, ty) = (like(&a.name), &e.sig.scalar, r.plain());
                quote!(::wengert::generated::refill::<#number, #scalar, #ty>(
                    #like, ::wengert::generated::next_part(&mut rest, &mut lens)
                ))
            }
            shape => part(shape, number),
        };
        code.extend(quote!(let mut #name = #from;));
        names.insert(a.k, name);
    }
    (quote!(use ::wengert::Number as _; #code), names)
}

/// Who holds the constants that a function is bound to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    /// The user, who goes on using them.
    Lent,
    /// The user, who gives them away.
    Given,
    /// A run on any number.
    Run,
}

impl Emitter<'_> {
    /// Whether the function can be bound: it gives a result whatever its inputs are.
    pub fn bindable(&self) -> bool {
        self.takes_columns() && !self.sig.maybe
    }

    /// Whether the function is bound to its constants, for users.
    pub fn binds(&self) -> bool {
        self.bindable() && self.sig.forms.bound()
    }

    /// Whether it is bound at all: one that may give nothing is so for its run on a tape.
    pub fn is_bound(&self) -> bool {
        self.binds() || self.sig.maybe && self.takes_columns() && self.sig.forms.run()
    }

    /// Whether the function on any number is needed.
    pub fn evaluates(&self) -> bool {
        let forms = self.sig.forms;
        forms.eval || forms.jvp || forms.calls || self.is_bound()
    }

    /// Whether it can be run again and again: no constant is written to, and the scalar is `f64`.
    pub fn takes_columns(&self) -> bool {
        let writes = |p: &Param| !p.active && matches!(&p.ty, Type::Reference(r) if r.mutability.is_some());
        self.sig.scalar == "f64" && !self.sig.reverse_only && !self.sig.params.iter().any(writes)
    }

    /// Whether a parameter says where the rows of another lie.
    fn is_table(&self, k: usize) -> bool {
        matches!(self.sig.params[k].part, Some(Part::Table))
    }

    pub(crate) fn run_constant_type(&self, leaf: &Leaf, k: usize) -> TokenStream {
        match (leaf, &self.sig.params[k].shape) {
            (Leaf::Array(a), Some(Shape::Vec | Shape::Tuple(_)))
                if matches!(self.p.arrays[*a].storage, Storage::Heap) =>
            {
                let scalar = &self.sig.scalar;
                quote!(&[#scalar])
            }
            (Leaf::Array(a), Some(Shape::Tuple(_))) => {
                let scalar = &self.sig.scalar;
                match &self.p.arrays[*a].storage {
                    Storage::Fixed(n) => quote!([#scalar; #n]),
                    _ => quote!(&[#scalar]),
                }
            }
            (Leaf::Scalar(_), Some(Shape::Tuple(_))) => {
                let scalar = &self.sig.scalar;
                quote!(#scalar)
            }
            _ => self.constant_type(&self.sig.params[k]),
        }
    }

    /// The constant leaves in their order: names.
    pub(crate) fn constant_leaves(&self) -> Vec<(Ident, TokenStream)> {
        let mut out = vec![];
        for (leaf, k) in self.flat_leaves() {
            if let (true, Some(Shape::Record(r))) = (self.sig.params[k].active, &self.sig.params[k].shape) {
                out.push((format_ident!("{}_shape", self.parameter(k)), r.plain()));
                continue;
            }
            if self.sig.params[k].active {
                continue;
            }
            let name = match &leaf {
                Leaf::Scalar(v) => self.name(*v).clone(),
                Leaf::Array(a) => self.array(*a).clone(),
                Leaf::Tuple(_) => continue,
            };
            let scalar = &self.sig.scalar;
            let ty = match &leaf {
                _ if self.is_table(k) => quote!(::std::borrow::Cow<'a, [usize]>),
                Leaf::Array(a) if matches!(self.p.arrays[*a].storage, Storage::Heap) => {
                    quote!(::std::borrow::Cow<'a, [#scalar]>)
                }
                leaf => self.run_constant_type(leaf, k),
            };
            out.push((name, ty));
        }
        out
    }

    /// The constants of a call with the user's parameters in scope; lists are lent, or given away.
    pub(crate) fn constant_args(&self, held: Held) -> Vec<TokenStream> {
        let mut out = vec![];
        let give = held == Held::Given;
        for (leaf, k) in self.flat_leaves() {
            if let (true, Some(Shape::Record(_))) = (self.sig.params[k].active, &self.sig.params[k].shape) {
                let (name, number) = (self.parameter(k), self.number());
                out.push(match held {
                    Held::Run => quote!(::wengert::generated::plain::<#number, _>(#name, |x| x.value())),
                    _ => quote!(::core::clone::Clone::clone(::core::borrow::Borrow::borrow(&#name))),
                });
                continue;
            }
            if self.sig.params[k].active {
                continue;
            }
            match leaf {
                // The run itself takes them too.
                Leaf::Scalar(v) if held == Held::Run => {
                    let name = self.name(v);
                    out.push(quote!(::core::clone::Clone::clone(&#name)));
                }
                Leaf::Scalar(v) => out.push(self.name(v).to_token_stream()),
                Leaf::Array(a) => {
                    let name = self.array(a);
                    let heap = matches!(self.p.arrays[a].storage, Storage::Heap);
                    if self.is_table(k) {
                        out.push(if give {
                            quote!(::std::borrow::Cow::Owned(#name.to_vec()))
                        } else {
                            quote!(::std::borrow::Cow::Borrowed(&#name[..]))
                        });
                        continue;
                    }
                    out.push(match (heap, give) {
                        (true, true) => quote!(::std::borrow::Cow::Owned(#name)),
                        (true, false) => quote!(::std::borrow::Cow::Borrowed(&#name[..])),
                        (false, _) => quote!(::core::clone::Clone::clone(&#name)),
                    });
                }
                Leaf::Tuple(_) => {}
            }
        }
        out
    }

    /// What the types among the parameters outlive where a function is bound to constants.
    pub(crate) fn live(&self) -> Vec<TokenStream> {
        self.types().map(|name| quote!(#name: 'a)).collect()
    }

    /// The types among the parameters.
    fn types(&self) -> impl Iterator<Item = &TokenStream> {
        let all = self.sig.generics.iter().zip(&self.sig.arguments);
        all.filter(|(g, _)| !g.to_string().starts_with("const ")).map(|(_, name)| name)
    }

    /// The code with text that is lent beside numbers living as long as `'a`.
    pub(crate) fn with_texts(&self, code: TokenStream) -> TokenStream {
        match self.sig.lifetime() {
            Some(_) => crate::ir::replace_by(code, &format_ident!("{}", TEXT[1..]), &quote!(a)),
            None => code,
        }
    }

    /// What the bound function is; what it gives, one number or a list of all; and how that is taken from the list.
    fn bound_type(&self) -> [TokenStream; 2] {
        let number = self.number();
        match self.gives_one() {
            true => [quote!(::wengert::Function<Output<f64> = f64>), number.to_token_stream()],
            false => [quote!(::wengert::Function), quote!(::std::vec::Vec<#number>)],
        }
    }

    /// Whether one number comes out.
    fn gives_one(&self) -> bool {
        let writes = |p: &Param| p.active && matches!(p.shape, Some(Shape::SliceMut));
        matches!(self.sig.ret, Shape::Scalar) && !self.sig.params.iter().any(writes)
    }

    /// What the function for users gives.
    pub(crate) fn bound_for_users(&self) -> TokenStream {
        let ([of, ..], arguments) = (self.bound_type(), &self.sig.arguments);
        quote!(impl #of + use<'a, #(#arguments),*>)
    }

    /// The function bound to its constants.
    pub fn bind_function(&self, for_users: bool) -> TokenStream {
        let number = self.number();
        let (generics, arguments, live) = (&self.sig.generics, &self.sig.arguments, self.live());
        let active: Vec<Active> = self.active();
        let own = self.own_lists();
        let (mut flat, mut lens) = (TokenStream::new(), vec![]);
        for a in &active {
            flat_into(&a.shape, self.plain_over(a), &mut flat, &mut lens);
        }
        let count = lens.len();
        let constants = self.constant_leaves();
        let borrowed: Vec<_> = constants.iter().map(|(name, ty)| (name, with_lifetime(ty))).collect();
        let fields = borrowed.iter().map(|(name, ty)| quote!(#name: #ty));
        let params: Vec<_> = borrowed.iter().map(|(name, ty)| quote!(#name: #ty)).collect();
        let names: Vec<_> = constants.iter().map(|(name, _)| name.clone()).collect();
        let typed = self.types();
        let like = |name: &Ident| {
            let shape = format_ident!("{name}_shape");
            quote!(&self.#shape)
        };
        let (unpack, parts) = unflatten(self, &quote!(#number), &like);
        let mut args = vec![];
        let mut written = TokenStream::new();
        for (k, leaf) in self.leaves.iter().enumerate() {
            let p = &self.sig.params[k];
            if !p.active {
                args.push(match leaf {
                    Leaf::Array(a) if self.is_table(k) => {
                        let name = self.array(*a);
                        quote!(&self.#name[..])
                    }
                    leaf => self.bound_constant(leaf),
                });
                continue;
            }
            let part = &parts[&k];
            args.push(match &p.shape {
                Some(Shape::Slice) => quote!(&#part[..]),
                Some(Shape::SliceMut) => {
                    written.extend(quote!(flat.extend_from_slice(&#part);));
                    quote!(&mut #part[..])
                }
                Some(Shape::Record(r)) if r.by != crate::signature::By::Value => quote!(&#part),
                _ => bound_active(p.shape.as_ref(), quote!(#part)),
            });
        }
        let [of, output] = self.bound_type();
        let mut collect = TokenStream::new();
        flat_into(&self.sig.ret, quote!(result), &mut collect, &mut vec![]);
        let user: Vec<_> = self
            .sig
            .params
            .iter()
            .enumerate()
            .map(|(k, p)| {
                // Of an active parameter only the shape is kept.
                let (name, ty) = (self.parameter(k), self.constant_type(p));
                let ty = if p.active || self.is_table(k) { ty } else { with_lifetime(&ty) };
                quote!(#name: #ty)
            })
            .collect();
        let constant_args = self.constant_args(Held::Given);
        let (name, scalar) = (&self.sig.name, &self.sig.scalar);
        let eval = self.public("eval");
        let run = quote! {
            let lens = self.lens;
            #unpack
            let result = #name::#eval::<#number, #(#arguments),*>(#(#args),*);
        };
        // One number is seen where it is: a list of it would take as long as a small function.
        let (runs, value) = match self.gives_one() {
            true => (
                quote! {
                    #[inline]
                    fn with_outputs<#number: ::wengert::Real, R__>(
                        &self, flat: &[#number], see: impl ::core::ops::FnOnce(&[#number]) -> R__
                    ) -> R__ {
                        #run
                        see(&[result])
                    }
                    #[inline]
                    fn run<#number: ::wengert::Real>(&self, flat: &[#number]) -> ::std::vec::Vec<#number> {
                        ::wengert::generated::OnAnyNumber::with_outputs(self, flat, |all| all.to_vec())
                    }
                },
                quote!(::wengert::generated::OnAnyNumber::with_outputs(self, flat, |all| all[0])),
            ),
            false => (
                quote! {
                    #[inline]
                    fn run<#number: ::wengert::Real>(&self, flat: &[#number]) -> ::std::vec::Vec<#number> {
                        #run
                        let mut flat: ::std::vec::Vec<#number> = ::std::vec::Vec::new();
                        #collect
                        #written
                        flat
                    }
                },
                quote!(::wengert::generated::OnAnyNumber::run(self, flat)),
            ),
        };
        let unpack_user = self.unpack_constants();
        let named = self.public("function");
        let function = (for_users && self.sig.forms.function).then(|| {
            let (about_function, gives) = (self.about("function"), self.bound_for_users());
            quote! {
                #about_function
                #[inline]
                pub fn #named<'a, #(#generics),*>(
                    #(#user),*
                ) -> #gives
                where #(#live),* {
                    #own
                    let lens = [#(#lens),*];
                    #unpack_user
                    Self::__bind::<#(#arguments),*>(lens, #(#constant_args),*)
                }
            }
        });
        self.with_texts(quote! {
            #function
            #[doc(hidden)]
            #[inline]
            pub fn __bind<'a, #(#generics),*>(lens: [usize; #count], #(#params),*) -> impl #of + ::wengert::generated::OnAnyNumber + 'a
            where #(#live),* {
                struct Bound<'a, #(#generics),*> {
                    lens: [usize; #count],
                    life: ::core::marker::PhantomData<(&'a (), #(::core::marker::PhantomData<#typed>),*)>,
                    #(#fields,)*
                }
                impl<'a, #(#generics),*> ::wengert::generated::OnAnyNumber for Bound<'a, #(#arguments),*> {
                    #runs
                }
                impl<'a, #(#generics),*> ::wengert::Function for Bound<'a, #(#arguments),*> {
                    type Output<#number: ::wengert::Real> = #output;
                    #[inline]
                    fn eval<#number: ::wengert::Real + 'static>(&self, flat: &[#number]) -> #output {
                        #value
                    }
                }
                let _: #scalar = 0.0;
                Bound::<'a, #(#arguments),*> { lens, life: ::core::marker::PhantomData, #(#names),* }
            }
        })
    }

    pub(crate) fn unpack_constants(&self) -> TokenStream {
        let mut out = TokenStream::new();
        for (k, leaf) in self.leaves.iter().enumerate() {
            if let (Leaf::Tuple(_), false) = (leaf, self.sig.params[k].active) {
                let (name, pattern) = (self.parameter(k), self.pattern(leaf, false));
                out.extend(quote!(let #pattern = #name;));
            }
        }
        out
    }

    fn bound_constant(&self, leaf: &Leaf) -> TokenStream {
        match leaf {
            Leaf::Scalar(v) => {
                let name = self.name(*v);
                quote!(::core::clone::Clone::clone(&self.#name))
            }
            Leaf::Array(a) => {
                let name = self.array(*a);
                match &self.p.arrays[*a].storage {
                    Storage::Heap => quote!(self.#name.to_vec()),
                    Storage::Fixed(_) => quote!(::core::clone::Clone::clone(&self.#name)),
                    _ => quote!(self.#name),
                }
            }
            Leaf::Tuple(parts) => {
                let parts = parts.iter().map(|l| self.bound_constant(l));
                quote!((#(#parts),*))
            }
        }
    }
}

fn bound_active(shape: Option<&Shape>, x: TokenStream) -> TokenStream {
    match shape {
        Some(Shape::Tuple(parts)) => {
            let parts = parts.iter().enumerate().map(|(k, s)| {
                let k = syn::Index::from(k);
                match s {
                    Shape::Slice => quote!(&#x.#k[..]),
                    Shape::SliceMut => quote!(&mut #x.#k[..]),
                    s => bound_active(Some(s), quote!(#x.#k)),
                }
            });
            quote!((#(#parts),*))
        }
        _ => x,
    }
}

/// The type with every reference living as long as `'a`.
pub(crate) fn with_lifetime(ty: &TokenStream) -> TokenStream {
    struct References;
    impl VisitMut for References {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if let Type::Reference(r) = ty {
                r.lifetime.get_or_insert_with(|| Lifetime::new("'a", proc_macro2::Span::call_site()));
            }
            visit_type_mut(self, ty);
        }
        fn visit_lifetime_mut(&mut self, l: &mut Lifetime) {
            if l.ident == "_" {
                *l = Lifetime::new("'a", l.span());
            }
        }
    }
    match syn::parse2::<Type>(ty.clone()) {
        Ok(mut ty) => {
            References.visit_type_mut(&mut ty);
            ty.to_token_stream()
        }
        Err(_) => ty.clone(),
    }
}
