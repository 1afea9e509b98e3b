//! The functions beside `f` that generated code calls: on any number, forward with a record, back through it.

use super::{Emitter, Mode};
use crate::fuse::{Checks, overwritten};
use crate::ir::{Arr, Head, Ret, Step, Storage, walk};
use crate::lower::{Leaf, takes_like_a_row};
use crate::signature::{Param, Shape};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::Pat;

/// Replaces one identifier by another.
pub(crate) fn replace(tokens: TokenStream, from: &Ident, to: &Ident) -> TokenStream {
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

/// Replaces an identifier by code.
pub(crate) fn replace_by(tokens: TokenStream, from: &Ident, to: &TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|t| match t {
            TokenTree::Ident(i) if i == *from => to.clone(),
            TokenTree::Group(g) => {
                let mut group = proc_macro2::Group::new(g.delimiter(), replace_by(g.stream(), from, to));
                group.set_span(g.span());
                TokenTree::Group(group).into()
            }
            other => other.into(),
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
            Shape::Scalar => element.clone(),
            Shape::Slice => quote!(&[#element]),
            Shape::SliceMut => quote!(&mut [#element]),
            Shape::Fixed(n) => quote!([#element; #n]),
            Shape::Vec => quote!(::std::vec::Vec<#element>),
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
            _ => self.sig.params[k].name.clone(),
        }
    }

    fn is_written(&self, a: Arr) -> bool {
        self.order.writes.iter().any(|(w, _)| *w == a)
    }

    fn generics(&self) -> TokenStream {
        let (number, scalar, rest) = (self.number(), &self.sig.scalar, &self.sig.generics);
        quote!(<#number: ::wengert::Real<#scalar>, #(#rest),*>)
    }

    fn workspace(&self) -> TokenStream {
        let number = self.number();
        quote!(ws: &mut ::wengert::generated::Workspace<#number>)
    }

    fn returned(&mut self, ret: &Ret, shape: &Shape) -> TokenStream {
        match (ret, shape) {
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
            (Ret::Tuple(parts), Shape::Tuple(shapes)) => {
                let parts: Vec<_> = parts.iter().zip(shapes).map(|(r, s)| self.returned(r, s)).collect();
                quote!((#(#parts),*))
            }
            _ => quote!(()),
        }
    }

    /// The leaves of a tuple parameter, from the parameter.
    fn unpack(&self) -> TokenStream {
        fn pattern(e: &Emitter<'_>, leaf: &Leaf) -> TokenStream {
            match leaf {
                Leaf::Scalar(v) => e.name(*v).to_token_stream(),
                Leaf::Array(a) => {
                    let name = e.array(*a);
                    quote!(mut #name)
                }
                Leaf::Tuple(parts) => {
                    let parts = parts.iter().map(|l| pattern(e, l));
                    quote!((#(#parts),*))
                }
            }
        }
        let mut out = TokenStream::new();
        for (k, leaf) in self.leaves.iter().enumerate() {
            if let Leaf::Tuple(_) = leaf {
                let (name, pattern) = (self.parameter(k), pattern(self, leaf));
                out.extend(quote!(let #pattern = #name;));
            }
        }
        out
    }

    /// The function on any number.
    pub(crate) fn eval(&mut self) -> TokenStream {
        let number = self.number().clone();
        let mut params = vec![];
        for (k, p) in self.sig.params.iter().enumerate() {
            let name = self.parameter(k);
            let ty = match &p.shape {
                Some(shape) if p.active => Self::shape_type(shape, &quote!(#number)),
                _ => self.constant_type(p),
            };
            let owned = matches!(p.shape, Some(Shape::Fixed(_) | Shape::Vec)) || matches!(p.ty, syn::Type::Array(_));
            let mutable = owned.then(|| quote!(mut));
            params.push(quote!(#mutable #name: #ty));
        }
        let (generics, ret_ty, items, unpack) = (self.generics(), self.result_type(), self.items, self.unpack());
        let body = self.forward(&self.p.body);
        let ret = self.returned(&self.p.ret, &self.sig.ret);
        quote! {
            /// The function on any number, as it is written.
            pub fn eval #generics(#(#params),*) -> #ret_ty {
                #(#items)*
                #unpack
                #body
                #ret
            }
        }
    }

    /// The type of an argument between generated functions, going forward.
    fn forward_type(&self, leaf: &Leaf, k: usize) -> TokenStream {
        let (number, p) = (self.number(), &self.sig.params[k]);
        if !p.active {
            return self.constant_leaf_type(leaf, k);
        }
        let inner = match leaf {
            Leaf::Array(a) => match &self.p.arrays[*a].storage {
                Storage::Exclusive => quote!(&mut [#number]),
                Storage::Fixed(n) => quote!([#number; #n]),
                _ => quote!(&[#number]),
            },
            _ => quote!(#number),
        };
        quote!(::wengert::generated::Active<#inner>)
    }

    /// The type of a constant leaf: the parameter's own, or a part of a tuple's.
    fn constant_leaf_type(&self, leaf: &Leaf, k: usize) -> TokenStream {
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

    fn leaf_name(&self, leaf: &Leaf) -> Ident {
        match leaf {
            Leaf::Scalar(v) => self.name(*v).clone(),
            Leaf::Array(a) => self.array(*a).clone(),
            Leaf::Tuple(_) => format_ident!("parts"),
        }
    }

    /// What a by-value array parameter needs before the body may write to it.
    fn own(&self, leaf: &Leaf) -> TokenStream {
        let Leaf::Array(a) = leaf else { return TokenStream::new() };
        let (name, array) = (self.array(*a), &self.p.arrays[*a]);
        match &array.storage {
            Storage::Fixed(_) => quote!(let mut #name = #name;),
            Storage::Heap if self.is_written(*a) && array.lifted => quote!(let mut #name = ws.copied(#name);),
            Storage::Heap if self.is_written(*a) => quote!(let mut #name = #name.to_vec();),
            _ => TokenStream::new(),
        }
    }

    /// The function on any number, called by generated code.
    pub(crate) fn value(&mut self) -> TokenStream {
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
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn __value #generics(#(#params),*) -> #ret_ty {
                Self::eval::<#number, #(#arguments),*>(#(#args),*)
            }
        }
    }

    /// What callers check who call the function by a name that the table has too: that name and type belong together.
    pub(crate) fn called(&self) -> TokenStream {
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

    fn pack(&self, leaf: &Leaf, k: usize) -> TokenStream {
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
                quote!(#name #field)
            }
        }
    }

    /// Forward, leaving a record.
    pub(crate) fn forward_function(&mut self) -> TokenStream {
        let (generics, ret_ty, ws, items) = (self.generics(), self.result_type(), self.workspace(), self.items);
        let (mut params, mut open) = (vec![], TokenStream::new());
        for (leaf, k) in self.flat_leaves() {
            let (name, ty) = (self.leaf_name(&leaf), self.forward_type(&leaf, k));
            params.push(quote!(#name: #ty));
            if self.sig.params[k].active {
                open.extend(quote!(let #name = #name.0;));
            }
            open.extend(self.own(&leaf));
        }
        self.recording = true;
        open.extend(self.declare_arm_arrays(0, &self.p.body));
        let body = self.forward(&self.p.body);
        let overwrites = self.overwrites();
        let ret = self.returned(&self.p.ret, &self.sig.ret);
        let kept = self.restored(0);
        let save = [self.save_arrays(0), self.push_saved(&self.p.body)];
        let give = self.give_arrays(0, &kept);
        let own: TokenStream = self.give_parameters(&kept);
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn __forward #generics(#(#params,)* #ws) -> #ret_ty {
                #(#items)*
                #open
                #body
                #(#save)*
                let result = #ret;
                #give
                #own
                #overwrites
                result
            }
        }
    }

    /// Gives copies of parameters back to the pool.
    fn give_parameters(&self, kept: &[Arr]) -> TokenStream {
        let _ = kept;
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

    /// Says which exclusive parameters were overwritten whole before they were read.
    fn overwrites(&self) -> TokenStream {
        let mut bits = vec![];
        for (k, (leaf, _)) in self.flat_leaves().into_iter().enumerate() {
            let Leaf::Array(a) = leaf else { continue };
            if !matches!(self.p.arrays[a].storage, Storage::Exclusive) {
                continue;
            }
            let mut checks = Checks::default();
            let name = self.array(a);
            let mut proof = quote!(false);
            if overwritten(self.p, &self.p.body, a, &mut checks) == Some(true) && checks.overwrites.is_empty() {
                let mut conditions = vec![];
                let mut visible = 0;
                walk(&self.p.body, &mut |step, block| {
                    if let Step::Loop(l) = step
                        && let (true, Head::Range { hi, .. }) = (checks.covers.contains_key(&l.frame), &l.head)
                    {
                        visible += usize::from(block.id == 0);
                        let hi = self.tokens(hi);
                        conditions.push(quote!(#hi >= #name.len()));
                    }
                });
                if visible == conditions.len() {
                    proof = quote!(true #(&& #conditions)*);
                }
            }
            bits.push(quote!((#k, #proof)));
        }
        if bits.is_empty() { TokenStream::new() } else { quote!(ws.note_overwrites(&[#(#bits),*]);) }
    }

    fn seed_type(shape: &Shape, number: &Ident) -> TokenStream {
        match shape {
            Shape::Scalar => quote!(::wengert::generated::Seed<#number>),
            Shape::Fixed(_) | Shape::Vec => quote!(::wengert::generated::Seed<&[#number]>),
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|s| Self::seed_type(s, number));
                quote!((#(#parts),*))
            }
            _ => quote!(()),
        }
    }

    /// Adds what comes in for the results to their adjoints.
    fn seed(&mut self, ret: &Ret, from: TokenStream, out: &mut TokenStream) {
        match ret {
            Ret::Unit => {}
            Ret::Scalar(a) => self.contribute(a, false, quote!(#from.0), out),
            Ret::Array(a) => {
                if self.p.arrays[*a].active {
                    let name = self.array_adjoint(*a);
                    out.extend(quote!(::wengert::generated::seed(&mut #name[..], #from.0);));
                }
            }
            Ret::Tuple(parts) => {
                for (k, part) in parts.iter().enumerate() {
                    let index = syn::Index::from(k);
                    self.seed(part, quote!(#from.#index), out);
                }
            }
        }
    }

    /// The adjoints of the parameters: where they are collected, and how they leave.
    fn parameter_adjoints(&mut self) -> (TokenStream, Vec<(Leaf, Ident)>) {
        let mut open = TokenStream::new();
        let mut leaving = vec![];
        for (leaf, k) in self.flat_leaves() {
            if !self.sig.params[k].active {
                continue;
            }
            let out = format_ident!("{}_out", self.leaf_name(&leaf));
            match &leaf {
                Leaf::Scalar(v) => {
                    if self.p.values[*v].active && !self.p.values[*v].straight {
                        let (name, zero) = (self.adjoint(*v), self.zero());
                        open.extend(quote!(let mut #name = #zero;));
                    }
                    leaving.push((leaf, out));
                }
                Leaf::Array(a) => {
                    let (name, array) = (self.array_adjoint(*a), &self.p.arrays[*a]);
                    let copy = self.is_written(*a) || array.result;
                    match &array.storage {
                        Storage::Fixed(n) if copy => {
                            let zero = self.zero();
                            open.extend(quote!(let mut #name = [#zero; #n];));
                            leaving.push((leaf, out));
                        }
                        Storage::Heap if copy => {
                            let zero = self.zero();
                            open.extend(quote!(let mut #name = ws.filled(#zero, #out.len());));
                            leaving.push((leaf, out));
                        }
                        _ => open.extend(quote!(let #name = #out;)),
                    }
                }
                Leaf::Tuple(_) => {}
            }
        }
        (open, leaving)
    }

    fn leave(&mut self, leaving: Vec<(Leaf, Ident)>) -> TokenStream {
        let mut out = TokenStream::new();
        for (leaf, target) in leaving {
            match leaf {
                Leaf::Scalar(v) => {
                    if let Some(g) = self.take(v, &mut out) {
                        out.extend(quote!(*#target += #g;));
                    }
                }
                Leaf::Array(a) => {
                    let name = self.array_adjoint(a);
                    out.extend(quote!(::wengert::generated::flow(&mut #name[..], &mut #target[..]);));
                    if self.is_heap(a) {
                        out.extend(quote!(ws.give(#name);));
                    }
                }
                Leaf::Tuple(_) => {}
            }
        }
        out
    }

    /// Back through a record.
    pub(crate) fn reverse_function(&mut self) -> TokenStream {
        let (generics, ws, items, number) = (self.generics(), self.workspace(), self.items, self.number().clone());
        let (mut params, mut open) = (vec![], TokenStream::new());
        for (leaf, k) in self.flat_leaves() {
            let name = self.leaf_name(&leaf);
            if !self.sig.params[k].active {
                let ty = self.constant_leaf_type(&leaf, k);
                params.push(quote!(#name: #ty));
                continue;
            }
            let out = format_ident!("{}_out", name);
            let ty = match &leaf {
                Leaf::Array(a) => match &self.p.arrays[*a].storage {
                    Storage::Exclusive => quote!(::wengert::generated::Exclusive<'_, #number>),
                    Storage::Fixed(n) => quote!(::wengert::generated::Pair<[#number; #n], &mut [#number; #n]>),
                    _ => quote!(::wengert::generated::Pair<&[#number], &mut [#number]>),
                },
                _ => quote!(::wengert::generated::Pair<#number, &mut #number>),
            };
            params.push(quote!(#name: #ty));
            match &leaf {
                Leaf::Array(a) if matches!(self.p.arrays[*a].storage, Storage::Exclusive) => {
                    open.extend(quote!(let #out = #name.0; let #name = ::wengert::generated::Length(#out.len());));
                }
                _ => open.extend(quote!(let ::wengert::generated::Pair(#name, #out) = #name;)),
            }
        }
        let (adjoints, leaving) = self.parameter_adjoints();
        let restore = self.restore_function();
        let mut body = self.pop_saved(&self.p.body);
        body.extend(restore);
        body.extend(self.recompute(&self.p.body));
        body.extend(self.declare_adjoints(&self.p.body));
        self.seed(&self.p.ret, quote!(seeds), &mut body);
        body.extend(self.reverse_steps(&self.p.body));
        body.extend(self.give_adjoints(&self.p.body));
        let leave = self.leave(leaving);
        let give = self.give_restored();
        let ty = Self::seed_type(&self.sig.ret, &number);
        let none = Self::no_seed(&self.sig.ret, &self.zero());
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn __reverse #generics(#(#params,)* seeds: ::core::option::Option<#ty>, #ws) {
                #(#items)*
                #open
                let seeds = match seeds {
                    ::core::option::Option::Some(seeds) => seeds,
                    ::core::option::Option::None => #none,
                };
                #adjoints
                #body
                #leave
                #give
            }
        }
    }

    fn no_seed(shape: &Shape, zero: &TokenStream) -> TokenStream {
        match shape {
            Shape::Scalar => quote!(::wengert::generated::Seed(#zero)),
            Shape::Fixed(_) | Shape::Vec => quote!(::wengert::generated::Seed(&[][..])),
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|s| Self::no_seed(s, zero));
                quote!((#(#parts),*))
            }
            _ => quote!(()),
        }
    }

    /// The function's arrays, in the reverse function: those put back at once, and those that inner frames put back.
    fn restore_function(&mut self) -> TokenStream {
        let at_once = self.restored(0);
        let mut out = TokenStream::new();
        let mut later: Vec<Arr> =
            self.plan.restored.iter().filter(|(f, _)| **f != 0).flat_map(|(_, s)| s.clone()).collect();
        later.sort_unstable();
        later.dedup();
        for &a in at_once.iter().chain(&later) {
            let array = &self.p.arrays[a];
            let outside = array.frame == 0 && (!at_once.contains(&a) || array.param);
            let fixed = matches!(array.storage, Storage::Fixed(_));
            if outside && !(array.param && fixed) {
                out.extend(self.declare_empty(a));
            }
        }
        out.extend(self.restore_arrays(0));
        out
    }

    /// Gives what was restored back to the pool.
    fn give_restored(&self) -> TokenStream {
        let mut out = TokenStream::new();
        let mut all: Vec<Arr> = self.plan.restored.values().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        for a in all {
            let array = &self.p.arrays[a];
            let heap = matches!(array.storage, Storage::Heap | Storage::Exclusive);
            if array.frame == 0 && array.lifted && heap {
                let name = &array.name;
                out.extend(quote!(ws.give(#name);));
            }
        }
        out
    }

    /// Forward and reverse in one; none if a fused loop turned out not to be one.
    pub(crate) fn joint_function(&mut self, name: &str) -> TokenStream {
        let (generics, ret_ty, ws, items) = (self.generics(), self.result_type(), self.workspace(), self.items);
        let number = self.number().clone();
        let (mut params, mut open) = (vec![], TokenStream::new());
        for (leaf, k) in self.flat_leaves() {
            let name = self.leaf_name(&leaf);
            if !self.sig.params[k].active {
                let ty = self.constant_leaf_type(&leaf, k);
                params.push(quote!(#name: #ty));
                open.extend(self.own(&leaf));
                continue;
            }
            let out = format_ident!("{}_out", name);
            let (ty, adjoint) = match &leaf {
                Leaf::Array(a) => match &self.p.arrays[*a].storage {
                    Storage::Exclusive => (quote!(&mut [#number]), quote!(&mut [#number])),
                    Storage::Fixed(n) => (quote!([#number; #n]), quote!(&mut [#number; #n])),
                    _ => (quote!(&[#number]), quote!(&mut [#number])),
                },
                _ => (quote!(#number), quote!(&mut #number)),
            };
            params.push(quote!(#name: #ty, #out: #adjoint));
            if let Leaf::Array(a) = &leaf
                && !matches!(self.p.arrays[*a].storage, Storage::Fixed(_))
            {
                // One length for both, so that one check serves both.
                open.extend(quote!(let #out = &mut #out[..#name.len()];));
            }
            open.extend(self.own(&leaf));
        }
        self.recording = true;
        open.extend(self.declare_arm_arrays(0, &self.p.body));
        let forward = self.forward(&self.p.body);
        self.recording = false;
        let (adjoints, leaving) = self.parameter_adjoints();
        let shadows = self.shadows();
        let mut body = self.declare_adjoints(&self.p.body);
        self.seed(&self.p.ret, quote!(seeds), &mut body);
        body.extend(self.reverse_steps(&self.p.body));
        body.extend(self.give_adjoints(&self.p.body));
        let leave = self.leave(leaving);
        let late = self.late(&self.p.body);
        let give = self.give_arrays(0, &[]);
        let own = self.give_parameters(&[]);
        let ret = self.returned(&self.p.ret, &self.sig.ret);
        let ty = Self::seed_type(&self.sig.ret, &number);
        let function = format_ident!("{}", name);
        let early = self.early_result();
        let result = if early.is_empty() { quote!(let result = #ret;) } else { TokenStream::new() };
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            pub fn #function #generics(#(#params,)* seeds: #ty, #ws) -> ::core::option::Option<#ret_ty> {
                #(#items)*
                #open
                #forward
                #early
                #adjoints
                #shadows
                #body
                #leave
                #late
                #result
                #give
                #own
                ::core::option::Option::Some(result)
            }
        }
    }

    /// Where the reverse sweep puts contents back into a returned array, the result is taken before.
    fn early_result(&mut self) -> TokenStream {
        let back = self
            .p
            .arrays
            .iter()
            .enumerate()
            .any(|(a, array)| array.result && self.plan.restored.values().any(|set| set.contains(&a)));
        if !back {
            return TokenStream::new();
        }
        let was = self.mode;
        let ret = self.cloned(&self.p.ret, &self.sig.ret);
        self.mode = was;
        quote!(let result = #ret;)
    }

    fn cloned(&mut self, ret: &Ret, shape: &Shape) -> TokenStream {
        match (ret, shape) {
            (Ret::Array(a), _) => {
                let (name, whole) = (self.array(*a).clone(), self.returned(ret, shape));
                quote!({ let #name = #name.clone(); #whole })
            }
            (Ret::Tuple(parts), Shape::Tuple(shapes)) => {
                let parts: Vec<_> = parts.iter().zip(shapes).map(|(r, s)| self.cloned(r, s)).collect();
                quote!((#(#parts),*))
            }
            (ret, shape) => self.returned(ret, shape),
        }
    }

    /// Copies of the parameters into which the reverse sweep puts contents back.
    fn shadows(&self) -> TokenStream {
        let mut out = TokenStream::new();
        for (leaf, _) in self.flat_leaves() {
            if let Leaf::Array(a) = leaf
                && self.shadowed(a)
                && matches!(self.p.arrays[a].storage, Storage::Exclusive)
            {
                let name = self.array(a);
                out.extend(if self.p.arrays[a].lifted {
                    quote!(let mut #name = ws.copied(#name);)
                } else {
                    quote!(let mut #name = #name.to_vec();)
                });
            }
        }
        out
    }
}
