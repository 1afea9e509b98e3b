//! The functions beside `f` that generated code calls: on any number, forward with a record, back through it.

use crate::emit::{Emitter, Mode};
use crate::ir::lowered::Leaf;
use crate::ir::{Arr, Ret, RowsOf, Storage};
use crate::signature::{By, Param, Record, Shape};
use crate::syntax::names::BOUND;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::Pat;

/// Whether a function of the table has this name and takes as many arguments.
fn takes_like_a_row(name: &str, arguments: usize) -> bool {
    rules::Row::find(name)
        .is_some_and(|r| r.kind == rules::Kind::Function && r.arity + usize::from(r.family) == arguments)
}

/// Replaces one identifier by another.
pub fn replace(tokens: TokenStream, from: &Ident, to: &Ident) -> TokenStream {
    tokens
        .into_iter()
        .map(|t| match t {
            TokenTree::Ident(i) if i == *from => TokenTree::Ident(to.clone()),
            TokenTree::Group(g) => {
                let mut group = proc_macro2::Group::new(g.delimiter(), replace(g.stream(), from, to));
                group.set_span(g.span());
                TokenTree::Group(group)
            }
            other => other,
        })
        .collect()
}

impl Emitter<'_> {
    /// The type of a constant parameter: as written, on plain scalars.
    pub(crate) fn constant_type(&self, p: &Param) -> TokenStream {
        let ty = p.ty.to_token_stream();
        if self.sig.generic { replace(ty, &self.sig.number, &self.sig.scalar) } else { ty }
    }

    /// The type of something of a shape, with elements of type `element`.
    pub(crate) fn shape_type(shape: &Shape, element: &TokenStream) -> TokenStream {
        match shape {
            Shape::Unit => quote!(()),
            Shape::Rows(levels) => quote!(::wengert::generated::Rows<#levels>),
            Shape::Scalar => element.clone(),
            Shape::Count(ty) => quote!(#ty),
            Shape::Slice => quote!(&[#element]),
            Shape::SliceMut => quote!(&mut [#element]),
            Shape::Fixed(n) => quote!([#element; #n]),
            Shape::Vec => quote!(::std::vec::Vec<#element>),
            Shape::Record(r) => {
                let by = (r.by != By::Value).then(|| quote!(&));
                let ty = r.over(element);
                quote!(#by #ty)
            }
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|s| Self::shape_type(s, element));
                quote!((#(#parts),*))
            }
        }
    }

    pub(crate) fn result_type(&self) -> TokenStream {
        let number = self.number();
        Self::shape_type(&self.sig.ret, &quote!(#number))
    }

    /// The name under which a parameter arrives: the user's, or a made-up one for a tuple.
    pub(crate) fn parameter(&self, k: usize) -> Ident {
        match (&self.sig.params[k].pat, &self.leaves[k]) {
            (Pat::Ident(_), Leaf::Scalar(v)) => self.name(*v).clone(),
            (Pat::Ident(_), Leaf::Array(a)) => self.array(*a).clone(),
            _ => {
                let name = &self.sig.params[k].name;
                if BOUND.contains(&name.to_string().as_str()) { format_ident!("{name}_1") } else { name.clone() }
            }
        }
    }

    pub(crate) fn is_written(&self, a: Arr) -> bool {
        self.order.writes.contains_key(&a)
    }

    pub(crate) fn generics(&self) -> TokenStream {
        let (number, scalar, rest) = (self.number(), &self.sig.scalar, &self.sig.generics);
        let lifetime = self.sig.lifetime();
        quote!(<#lifetime #number: ::wengert::Real<#scalar>, #(#rest),*>)
    }

    pub(crate) fn workspace(&self) -> TokenStream {
        let number = self.number();
        quote!(ws: &mut ::wengert::generated::Workspace<#number>)
    }

    pub(crate) fn returned(&mut self, ret: &Ret, shape: &Shape) -> TokenStream {
        match (ret, shape) {
            (Ret::Scalar(a), Shape::Record(_)) => self.owned(a),
            (Ret::Scalar(a), Shape::Count(_)) => self.tokens(a),
            (Ret::Scalar(a), _) => self.lifted(a),
            (Ret::Array(a), shape) => {
                let (array, name, number) = (&self.p.arrays[*a], self.array(*a), self.number());
                let fixed = matches!(array.storage, Storage::Fixed(_));
                match (fixed, shape, array.lifted) {
                    (true, Shape::Vec, true) => quote!(#name.to_vec()),
                    (true, Shape::Vec, false) => quote!(#name.iter().map(|&c| #number::constant(c)).collect()),
                    (true, _, true) => quote!(#name),
                    (true, _, false) => quote!(#name.map(|c| #number::constant(c))),
                    (false, Shape::Fixed(_), true) => quote!(::wengert::generated::to_array(#name)),
                    (false, Shape::Fixed(_), false) => {
                        quote!(::wengert::generated::to_array(#name.iter().map(|&c| #number::constant(c)).collect()))
                    }
                    (false, _, true) if array.param && !self.is_written(*a) && self.mode != Mode::Eval => {
                        quote!(#name.to_vec())
                    }
                    (false, _, true) => quote!(#name),
                    (false, _, false) => quote!(#name.iter().map(|&c| #number::constant(c)).collect()),
                }
            }
            (Ret::Rows(count, levels), _) => {
                let count = self.tokens(count);
                let levels = levels.iter().map(|level| match level {
                    RowsOf::Even(len) => {
                        let len = self.tokens(len);
                        quote!(::wengert::generated::Lie::Even(#len))
                    }
                    RowsOf::Table(table) => {
                        let table = self.array(*table);
                        quote!(::wengert::generated::Lie::Table(#table.to_vec()))
                    }
                });
                quote!(::wengert::generated::Rows { count: #count, levels: [#(#levels),*] })
            }
            (Ret::Tuple(parts), Shape::Tuple(shapes)) => {
                let parts: Vec<_> = parts.iter().zip(shapes).map(|(r, s)| self.returned(r, s)).collect();
                quote!((#(#parts),*))
            }
            _ => quote!(()),
        }
    }

    /// The pattern that names the leaves of a parameter, arrays so that they may change if that is said.
    pub(crate) fn pattern(&self, leaf: &Leaf, mutable: bool) -> TokenStream {
        match leaf {
            Leaf::Scalar(v) => self.name(*v).to_token_stream(),
            Leaf::Array(a) => {
                let (name, mutable) = (self.array(*a), mutable.then(|| quote!(mut)));
                quote!(#mutable #name)
            }
            Leaf::Tuple(parts) => {
                let parts = parts.iter().map(|l| self.pattern(l, mutable));
                quote!((#(#parts),*))
            }
        }
    }

    /// The leaves of a tuple parameter, from the parameter.
    pub(crate) fn unpack(&self) -> TokenStream {
        let mut out = TokenStream::new();
        for (k, leaf) in self.leaves.iter().enumerate() {
            if let Leaf::Tuple(_) = leaf {
                let (name, pattern) = (self.parameter(k), self.pattern(leaf, true));
                out.extend(quote!(let #pattern = #name;));
            }
        }
        out
    }

    /// The parameters of the function on any number, and what comes first in it.
    pub(crate) fn eval_params(&self) -> (Vec<TokenStream>, TokenStream) {
        let number = self.number();
        let mut params = vec![];
        let mut borrow = TokenStream::new();
        for (k, p) in self.sig.params.iter().enumerate() {
            let name = self.parameter(k);
            if let (true, Some(Shape::Record(r))) = (p.active, &p.shape)
                && r.by == By::Value
            {
                borrow.extend(quote!(let #name = &#name;));
            }
            let ty = match &p.shape {
                Some(_) if p.active && crate::signature::lent::grows(p) => quote!(&mut ::std::vec::Vec<#number>),
                Some(shape) if p.active => Self::shape_type(shape, &quote!(#number)),
                _ => self.constant_type(p),
            };
            let owned = matches!(p.shape, Some(Shape::Fixed(_) | Shape::Vec)) || matches!(p.ty, syn::Type::Array(_));
            let mutable = owned.then(|| quote!(mut));
            params.push(quote!(#mutable #name: #ty));
        }
        (params, borrow)
    }

    /// The function on any number.
    pub fn eval(&mut self) -> TokenStream {
        self.eval_as(&self.public("eval"))
    }

    /// As [`eval`](Self::eval), under a name.
    pub(crate) fn eval_as(&mut self, name: &Ident) -> TokenStream {
        let (params, borrow) = self.eval_params();
        let (generics, ret_ty, items, unpack) = (self.generics(), self.result_type(), self.items, self.unpack());
        let of_both = self.body_of_both();
        let body = self.value_of_body();
        let inline = self.inline();
        let about_eval = self.about("eval");
        quote! {
            #about_eval
            #inline
            pub fn #name #generics(#(#params),*) -> #ret_ty {
                #(#items)*
                #borrow
                #unpack
                #of_both
                #body
            }
        }
    }

    /// What is computed, and given back.
    pub(crate) fn value_of_body(&mut self) -> TokenStream {
        let (body, ret) = (self.forward(&self.p.body), self.returned(&self.p.ret, &self.sig.ret));
        quote!(#body #ret)
    }

    /// What others see of the functions, with bodies that do not count.
    pub fn signatures(&mut self) -> Vec<TokenStream> {
        let mut functions = vec![];
        if self.evaluates() {
            let ((params, _), generics, ret_ty) = (self.eval_params(), self.generics(), self.result_type());
            let (eval, about_eval) = (self.public("eval"), self.about("eval"));
            functions.push(quote! {
                #about_eval
                pub fn #eval #generics(#(#params),*) -> #ret_ty {}
            });
        }
        if self.sig.forms.calls {
            functions.extend([self.value(), self.called(), self.forward_again(), self.reverse_again("__joint")]);
        }
        functions.push(self.api(false));
        functions
    }

    /// The type of an argument between generated functions, going forward.
    pub(crate) fn forward_type(&self, leaf: &Leaf, k: usize) -> TokenStream {
        let (number, p) = (self.number(), &self.sig.params[k]);
        if !p.active {
            return self.constant_leaf_type(leaf, k);
        }
        if let Some(Shape::Record(r)) = &p.shape {
            let ty = self.lent_type(r);
            return quote!(::wengert::generated::Active<#ty>);
        }
        let inner = match leaf {
            Leaf::Array(a) => match &self.p.arrays[*a].storage {
                Storage::Exclusive if self.p.arrays[*a].grows => quote!(&mut ::std::vec::Vec<#number>),
                Storage::Exclusive => quote!(&mut [#number]),
                Storage::Fixed(n) => quote!([#number; #n]),
                _ => quote!(&[#number]),
            },
            _ => quote!(#number),
        };
        quote!(::wengert::generated::Active<#inner>)
    }

    /// The type of a leaf with its adjoint, on the way back.
    pub(crate) fn reverse_type(&self, leaf: &Leaf, k: usize) -> TokenStream {
        let (number, p) = (self.number(), &self.sig.params[k]);
        if !p.active && crate::signature::lent::is_list(p) {
            return quote!(::wengert::generated::Gone);
        }
        if !p.active {
            return self.constant_leaf_type(leaf, k);
        }
        if let Some(Shape::Record(r)) = &p.shape {
            let (ty, lent) = (r.over(&quote!(#number)), self.lent_type(r));
            return quote!(::wengert::generated::Pair<#lent, ::wengert::generated::Reached<'_, #ty>>);
        }
        match leaf {
            Leaf::Array(a) => match &self.p.arrays[*a].storage {
                Storage::Exclusive => quote!(::wengert::generated::Exclusive<'_, #number>),
                Storage::Fixed(n) => quote!(::wengert::generated::Pair<[#number; #n], &mut [#number; #n]>),
                _ => quote!(::wengert::generated::Pair<&[#number], &mut [#number]>),
            },
            _ => quote!(::wengert::generated::Pair<#number, &mut #number>),
        }
    }

    /// How a structure is passed; a type parameter of the function follows from what is passed.
    pub(crate) fn lent_type(&self, r: &Record) -> TokenStream {
        let (number, scalar) = (self.number(), &self.sig.scalar);
        if self.sig.typed.iter().any(|t| crate::syntax::types::mentions(&r.ty, &t.name.to_string())) {
            let plain = r.plain();
            return quote!(::wengert::generated::Typed<'_, #plain, #number, #scalar>);
        }
        let ty = r.over(&quote!(#number));
        quote!(::wengert::generated::Lent<'_, #ty>)
    }

    /// The type of a constant leaf: the parameter's own, or a part of a tuple's.
    pub(crate) fn constant_leaf_type(&self, leaf: &Leaf, k: usize) -> TokenStream {
        let (p, scalar) = (&self.sig.params[k], &self.sig.scalar);
        match (leaf, &p.shape) {
            (Leaf::Array(a), Some(Shape::Vec)) if matches!(self.p.arrays[*a].storage, Storage::Heap) => {
                quote!(&[#scalar])
            }
            (_, Some(Shape::Tuple(_))) => match leaf {
                Leaf::Array(a) => match &self.p.arrays[*a].storage {
                    Storage::Exclusive => quote!(&mut [#scalar]),
                    Storage::Fixed(n) => quote!([#scalar; #n]),
                    _ => quote!(&[#scalar]),
                },
                _ => quote!(#scalar),
            },
            _ => self.constant_type(p),
        }
    }

    pub(crate) fn leaf_name(&self, leaf: &Leaf) -> Ident {
        match leaf {
            Leaf::Scalar(v) => self.name(*v).clone(),
            Leaf::Array(a) => self.array(*a).clone(),
            Leaf::Tuple(_) => format_ident!("parts"),
        }
    }

    /// What a by-value array parameter needs before the body may write to it.
    pub(crate) fn own(&self, leaf: &Leaf) -> TokenStream {
        let Leaf::Array(a) = leaf else { return TokenStream::new() };
        let (name, array) = (self.array(*a), &self.p.arrays[*a]);
        match &array.storage {
            Storage::Fixed(_) => quote!(let mut #name = #name;),
            Storage::Heap if self.is_written(*a) && array.lifted && self.mode != Mode::Eval => {
                quote!(let mut #name = ws.copied(#name);)
            }
            Storage::Heap if self.is_written(*a) => quote!(let mut #name = #name.to_vec();),
            _ => TokenStream::new(),
        }
    }

    /// The function on any number, called by generated code.
    pub fn value(&mut self) -> TokenStream {
        let (eval, name) = (self.public("eval"), format_ident!("__value"));
        self.handed_on(&name, &eval, None)
    }

    /// A function that hands its parameters on to `of`, and a workspace.
    pub(crate) fn handed_on(&mut self, as_: &Ident, of: &Ident, ws: Option<TokenStream>) -> TokenStream {
        let (generics, ret_ty, number) = (self.generics(), self.result_type(), self.number().clone());
        let arguments = &self.sig.arguments;
        let mut params = vec![];
        for (leaf, k) in self.flat_leaves() {
            let (name, ty) = (self.leaf_name(&leaf), self.forward_type(&leaf, k));
            params.push(quote!(#name: #ty));
        }
        let mut args = vec![];
        for (k, leaf) in self.leaves.iter().enumerate() {
            args.push(self.pack(leaf, k));
        }
        let inline = self.inline();
        args.extend(ws.iter().map(|_| quote!(ws)));
        let call = quote!(Self::#of::<#number, #(#arguments),*>(#(#args),*));
        // What those inside overwrote is nothing to the caller.
        let body = match &ws {
            None => call,
            Some(_) => quote!(let result = #call; ws.note_overwrites(0); result),
        };
        params.extend(ws);
        quote! {
            #[doc(hidden)]
            #inline
            pub fn #as_ #generics(#(#params),*) -> #ret_ty { #body }
        }
    }

    /// What callers check who call the function by a name that the table has too: that name and type belong together.
    pub fn called(&self) -> TokenStream {
        let (params, generics) = (&self.sig.params, &self.sig.generics);
        let scalars = params.iter().all(|p| matches!(p.shape, None | Some(Shape::Scalar)));
        if !scalars || !generics.is_empty() || !takes_like_a_row(&self.sig.name.to_string(), params.len()) {
            return TokenStream::new();
        }
        let (number, scalar) = (self.number(), &self.sig.scalar);
        let element = if self.sig.generic { number } else { scalar };
        let ret = Self::shape_type(&self.sig.ret, &quote!(#element));
        let types = params.iter().map(|p| &p.ty);
        quote! {
            #[doc(hidden)]
            pub fn __called<#number: ::wengert::Real<#scalar>>(_: fn(#(#types),*) -> #ret) {}
        }
    }

    pub(crate) fn pack(&self, leaf: &Leaf, k: usize) -> TokenStream {
        let active = self.sig.params[k].active;
        let field = active.then(|| quote!(.0));
        match leaf {
            Leaf::Tuple(parts) => {
                let parts = parts.iter().map(|l| self.pack(l, k));
                quote!((#(#parts),*))
            }
            Leaf::Array(a) if matches!(self.p.arrays[*a].storage, Storage::Heap) => {
                let name = self.array(*a);
                quote!(#name #field.to_vec())
            }
            leaf => {
                let name = self.leaf_name(leaf);
                match &self.sig.params[k].shape {
                    Some(Shape::Record(r)) if active => match r.by {
                        By::Shared | By::Slice => quote!(&*#name.0),
                        By::Value => quote!(::core::clone::Clone::clone(&*#name.0)),
                    },
                    _ => quote!(#name #field),
                }
            }
        }
    }

    /// Gives copies of parameters back to the pool.
    pub(crate) fn give_parameters(&self) -> TokenStream {
        let mut out = TokenStream::new();
        for (leaf, _) in self.flat_leaves() {
            if let Leaf::Array(a) = leaf {
                let array = &self.p.arrays[a];
                if matches!(array.storage, Storage::Heap) && self.is_written(a) && array.lifted && !array.result {
                    let name = &array.name;
                    out.extend(quote!(ws.give(#name);));
                }
            }
        }
        out
    }
}
