//! What users call: gradient, jvp, vjp, hvp, hessian, jacobian, and the function as one that every engine takes.

use super::Emitter;
use super::bound::{flat_into, owned, unflatten};
use crate::ir::Storage;
use crate::lower::Leaf;
use crate::signature::{Param, Shape};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// An active parameter.
pub(super) struct Active {
    pub(super) k: usize,
    pub(super) name: Ident,
    pub(super) shape: Shape,
}

impl Emitter<'_> {
    pub(super) fn active(&self) -> Vec<Active> {
        let made = |(k, p): (usize, &Param)| {
            let shape = p.shape.clone().filter(|_| p.active)?;
            Some(Active { k, name: self.parameter(k), shape })
        };
        self.sig.params.iter().enumerate().filter_map(made).collect()
    }

    /// The parameters of a public function, on plain scalars.
    pub(super) fn plain_params(&self) -> Vec<TokenStream> {
        let param = |(k, p): (usize, &Param)| {
            let (name, ty) = (self.parameter(k), self.constant_type(p));
            quote!(#name: #ty)
        };
        self.sig.params.iter().enumerate().map(param).collect()
    }

    fn plain_args(&self) -> Vec<TokenStream> {
        let arg = |(k, p): (usize, &Param)| {
            let name = self.parameter(k);
            match &p.ty {
                syn::Type::Reference(r) if r.mutability.is_some() => quote!(&mut *#name),
                _ => quote!(#name),
            }
        };
        self.sig.params.iter().enumerate().map(arg).collect()
    }

    fn constant_generics(&self) -> TokenStream {
        let rest = &self.sig.generics;
        quote!(<#(#rest),*>)
    }

    /// The arguments of `__run` on numbers of type `f64` or `f32`: values and where their adjoints go.
    fn run_args(&self) -> Vec<TokenStream> {
        let mut args = vec![];
        for (k, leaf) in self.leaves.iter().enumerate() {
            let name = self.parameter(k);
            let target = format_ident!("{}_gradient", name);
            self.run_leaf(leaf, k, quote!(#name), quote!(#target), false, &mut args);
        }
        args
    }

    /// One leaf's value and the place of its adjoint; inside tuples places are taken by reference.
    pub(super) fn run_leaf(
        &self,
        leaf: &Leaf,
        k: usize,
        value: TokenStream,
        target: TokenStream,
        inside: bool,
        args: &mut Vec<TokenStream>,
    ) {
        let active = self.sig.params[k].active;
        match leaf {
            Leaf::Tuple(parts) => {
                for (j, part) in parts.iter().enumerate() {
                    let j = syn::Index::from(j);
                    self.run_leaf(part, k, quote!(#value.#j), quote!(#target.#j), true, args);
                }
            }
            Leaf::Array(a) => {
                let value = match &self.p.arrays[*a].storage {
                    Storage::Exclusive => quote!(&mut *#value),
                    Storage::Heap => quote!(&#value[..]),
                    _ => value,
                };
                args.push(value);
                if active {
                    args.push(match (&self.p.arrays[*a].storage, inside) {
                        (Storage::Fixed(_), true) => quote!(&mut #target),
                        (Storage::Fixed(_), false) => quote!(&mut *#target),
                        _ => quote!(&mut #target[..]),
                    });
                }
            }
            Leaf::Scalar(_) => {
                args.push(value);
                if active {
                    args.push(if inside { quote!(&mut #target) } else { quote!(&mut *#target) });
                }
            }
        }
    }

    pub(crate) fn api(&mut self, gambles: bool) -> TokenStream {
        let mut out = self.run_function(gambles);
        out.extend(self.vjp());
        if matches!(self.sig.ret, Shape::Scalar) {
            out.extend(self.gradient());
            out.extend(self.hvp());
        }
        out.extend(self.jvp());
        if self.bindable() {
            out.extend(self.bind_function());
            out.extend(self.matrices());
        }
        out
    }

    /// The parameters that receive adjoints.
    fn target_params(&self) -> Vec<TokenStream> {
        let scalar = &self.sig.scalar;
        self.active()
            .iter()
            .map(|a| {
                let target = format_ident!("{}_gradient", a.name);
                match &a.shape {
                    Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(#target: &mut [#scalar]),
                    shape => {
                        let ty = owned(shape, &quote!(#scalar));
                        quote!(#target: &mut #ty)
                    }
                }
            })
            .collect()
    }

    /// Checks the lengths of the targets and sets them to zero, or to the weights of what is written.
    fn clear_targets(&self, weighted: bool) -> TokenStream {
        let mut out = TokenStream::new();
        for a in self.active() {
            let (name, target) = (&a.name, format_ident!("{}_gradient", a.name));
            let text = a.name.to_string();
            out.extend(match &a.shape {
                Shape::SliceMut if weighted => {
                    let weight = format_ident!("{}_weight", a.name);
                    quote! {
                        ::wengert::generated::same(#text, #target.len(), #name.len());
                        ::wengert::generated::same(#text, #weight.len(), #name.len());
                        #target.copy_from_slice(#weight);
                    }
                }
                Shape::Slice | Shape::SliceMut | Shape::Vec => quote! {
                    ::wengert::generated::same(#text, #target.len(), #name.len());
                    #target.fill(0.0);
                },
                shape => {
                    let zero = zeros(shape, &quote!(#name), &quote!(0.0));
                    quote!(*#target = #zero;)
                }
            });
        }
        out
    }

    /// Fresh targets, and the gradient made of them.
    fn own_targets(&self) -> (TokenStream, Vec<TokenStream>, TokenStream, TokenStream) {
        let scalar = &self.sig.scalar;
        let (mut make, mut pass, mut names, mut types) = (TokenStream::new(), vec![], vec![], vec![]);
        for a in self.active() {
            let (name, target) = (&a.name, format_ident!("{}_gradient", a.name));
            let zero = zeros(&a.shape, &quote!(#name), &quote!(0.0));
            make.extend(quote!(let mut #target = #zero;));
            pass.push(match a.shape {
                Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(&mut #target[..]),
                _ => quote!(&mut #target),
            });
            names.push(target);
            types.push(owned(&a.shape, &quote!(#scalar)));
        }
        match (names.as_slice(), types.as_slice()) {
            ([name], [ty]) => (make, pass, quote!(#name), ty.clone()),
            _ => (make, pass, quote!((#(#names),*)), quote!((#(#types),*))),
        }
    }

    fn gradient(&self) -> TokenStream {
        let (scalar, generics) = (&self.sig.scalar, self.constant_generics());
        let (params, args, run) = (self.plain_params(), self.plain_args(), self.run_args());
        let (targets, clear) = (self.target_params(), self.clear_targets(false));
        let (make, pass, gradient, ty) = self.own_targets();
        let arguments = &self.sig.arguments;
        quote! {
            /// The gradient by the active parameters, in their order. Cost: a small multiple of the function's.
            #[track_caller]
            pub fn gradient #generics(#(#params),*) -> #ty {
                Self::value_and_gradient::<#(#arguments),*>(#(#args),*).1
            }
            /// The value, and the gradient by the active parameters, in their order.
            #[track_caller]
            pub fn value_and_gradient #generics(#(#params),*) -> (#scalar, #ty) {
                #make
                let value = ::wengert::generated::with_workspace(|ws| {
                    Self::value_and_gradient_into::<#(#arguments),*>(#(#args,)* #(#pass,)* ws)
                });
                (value, #gradient)
            }
            /// The value; the gradient is written to the caller's memory, nothing is allocated on the second call.
            ///
            /// # Panics
            /// If a slice and its gradient differ in length.
            #[track_caller]
            pub fn value_and_gradient_into #generics(
                #(#params,)* #(#targets,)* ws: &mut ::wengert::generated::Workspace<#scalar>
            ) -> #scalar {
                #clear
                Self::__run::<#scalar, #(#arguments),*>(#(#run,)* ::wengert::generated::Seed(1.0), ws)
            }
        }
    }

    /// Weights of the outputs: parameters, and the seed made of them.
    fn weights(&self) -> (Vec<TokenStream>, TokenStream, Vec<TokenStream>) {
        fn go(
            shape: &Shape,
            scalar: &Ident,
            params: &mut Vec<TokenStream>,
            args: &mut Vec<TokenStream>,
        ) -> TokenStream {
            let name = format_ident!("weight_{}", params.len());
            match shape {
                Shape::Scalar => {
                    params.push(quote!(#name: #scalar));
                    args.push(quote!(#name));
                    quote!(::wengert::generated::Seed(#name))
                }
                Shape::Fixed(_) | Shape::Vec => {
                    params.push(quote!(#name: &[#scalar]));
                    args.push(quote!(#name));
                    quote!(::wengert::generated::Seed(#name))
                }
                Shape::Tuple(parts) => {
                    let parts: Vec<_> = parts.iter().map(|s| go(s, scalar, params, args)).collect();
                    quote!((#(#parts),*))
                }
                _ => quote!(()),
            }
        }
        let (mut params, mut args) = (vec![], vec![]);
        let scalar = &self.sig.scalar;
        let seed = go(&self.sig.ret, scalar, &mut params, &mut args);
        for a in self.active().iter().filter(|a| matches!(a.shape, Shape::SliceMut)) {
            let name = format_ident!("{}_weight", a.name);
            params.push(quote!(#name: &[#scalar]));
            args.push(quote!(#name));
        }
        (params, seed, args)
    }

    fn vjp(&self) -> TokenStream {
        let (scalar, generics) = (&self.sig.scalar, self.constant_generics());
        let (params, args, run) = (self.plain_params(), self.plain_args(), self.run_args());
        let (targets, clear) = (self.target_params(), self.clear_targets(true));
        let (make, pass, gradient, ty) = self.own_targets();
        let (weights, seed, weight_args) = self.weights();
        let value = Self::shape_type(&self.sig.ret, &quote!(#scalar));
        let arguments = &self.sig.arguments;
        quote! {
            /// The value, and the derivative weighted on every output: the result's parts in order, then what is written
            /// through `&mut`. Cost: a small multiple of the function's.
            #[track_caller]
            pub fn vjp #generics(#(#params,)* #(#weights),*) -> (#value, #ty) {
                #make
                let value = ::wengert::generated::with_workspace(|ws| {
                    Self::vjp_into::<#(#arguments),*>(#(#args,)* #(#weight_args,)* #(#pass,)* ws)
                });
                (value, #gradient)
            }
            /// As `vjp`, into the caller's memory; nothing is allocated on the second call.
            ///
            /// # Panics
            /// If a slice and its gradient or weights differ in length.
            #[track_caller]
            pub fn vjp_into #generics(
                #(#params,)* #(#weights,)* #(#targets,)* ws: &mut ::wengert::generated::Workspace<#scalar>
            ) -> #value {
                #clear
                Self::__run::<#scalar, #(#arguments),*>(#(#run,)* #seed, ws)
            }
        }
    }

    /// Runs forward and reverse; where a NaN comes out, the tape says what the structure makes of it.
    fn run_function(&self, gambles: bool) -> TokenStream {
        let (number, scalar, rest, arguments) =
            (self.number(), &self.sig.scalar, &self.sig.generics, &self.sig.arguments);
        let (mut params, mut args) = (vec![], vec![]);
        let (mut keep, mut clear, mut nans, mut give) =
            (TokenStream::new(), TokenStream::new(), vec![], TokenStream::new());
        let (mut flat, mut weights, mut spread, mut lens) =
            (TokenStream::new(), TokenStream::new(), TokenStream::new(), vec![]);
        for (leaf, k) in self.flat_leaves() {
            let active = self.sig.params[k].active;
            let name = match &leaf {
                Leaf::Scalar(v) => self.name(*v).clone(),
                Leaf::Array(a) => self.array(*a).clone(),
                Leaf::Tuple(_) => continue,
            };
            let out = format_ident!("{}_out", name);
            if !active {
                let ty = self.run_constant_type(&leaf, k);
                params.push(quote!(#name: #ty));
                args.push(match &ty.to_string() {
                    t if t.starts_with("& mut") => quote!(&mut *#name),
                    _ => quote!(#name.clone()),
                });
                continue;
            }
            let Leaf::Array(a) = &leaf else {
                params.push(quote!(#name: #number, #out: &mut #number));
                args.push(quote!(#name, &mut *#out));
                clear.extend(quote!(*#out = #number::constant(0.0);));
                nans.push(quote!(::wengert::Number::has_nan(*#out)));
                flat.extend(quote!(flat.push(#name);));
                spread.extend(quote!(*#out = gradient.next().unwrap_or(*#out);));
                lens.push(quote!(1));
                continue;
            };
            lens.push(quote!(#name.len()));
            nans.push(quote!(::wengert::generated::has_nan(&#out[..])));
            spread.extend(quote!(for (x, g) in #out.iter_mut().zip(&mut gradient) { *x = g; }));
            match &self.p.arrays[*a].storage {
                Storage::Exclusive => {
                    let (before, weight) = (format_ident!("{}_before", name), format_ident!("{}_weights", name));
                    params.push(quote!(#name: &mut [#number], #out: &mut [#number]));
                    args.push(quote!(&mut *#name, &mut *#out));
                    keep.extend(quote!(let #before = ws.copied(#name); let #weight = ws.copied(#out);));
                    flat.extend(quote!(flat.extend_from_slice(&#before);));
                    weights.extend(quote!(weights.extend_from_slice(&#weight);));
                    give.extend(quote!(ws.give(#before); ws.give(#weight);));
                }
                Storage::Fixed(n) => {
                    params.push(quote!(#name: [#number; #n], #out: &mut [#number; #n]));
                    args.push(quote!(#name, &mut *#out));
                    clear.extend(quote!(#out.fill(#number::constant(0.0));));
                    flat.extend(quote!(flat.extend_from_slice(&#name);));
                }
                _ => {
                    params.push(quote!(#name: &[#number], #out: &mut [#number]));
                    args.push(quote!(#name, &mut *#out));
                    clear.extend(quote!(#out.fill(#number::constant(0.0));));
                    flat.extend(quote!(flat.extend_from_slice(#name);));
                }
            }
        }
        let (ret, ty) = (self.result_type(), Self::seeds_type(&self.sig.ret, number));
        let run = if gambles {
            quote! {
                match Self::__joint::<#number, #(#arguments),*>(#(#args,)* seeds, ws) {
                    ::core::option::Option::Some(result) => result,
                    ::core::option::Option::None => {
                        #clear
                        ws.reset();
                        ::wengert::generated::certain(Self::__plain::<#number, #(#arguments),*>(#(#args,)* seeds, ws))
                    }
                }
            }
        } else {
            quote!(::wengert::generated::certain(Self::__joint::<#number, #(#arguments),*>(#(#args,)* seeds, ws)))
        };
        let mut seed_weights = TokenStream::new();
        seeds_flat(&self.sig.ret, quote!(seeds), &mut seed_weights);
        let constants = self.constant_args();
        let again = if self.bindable() {
            quote! {
                if #(#nans)||* {
                    let mut flat = ::std::vec::Vec::new();
                    #flat
                    let mut weights = ::std::vec::Vec::new();
                    #seed_weights
                    #weights
                    let bound = Self::__bind::<#(#arguments),*>([#(#lens),*], #(#constants),*);
                    let mut gradient = ::wengert::generated::by_tape::<#number, _>(&bound, &flat, &weights).into_iter();
                    #spread
                }
            }
        } else {
            TokenStream::new()
        };
        let again = if nans.is_empty() { TokenStream::new() } else { again };
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            pub fn __run<#number: ::wengert::Real<#scalar> + 'static, #(#rest),*>(
                #(#params,)* seeds: #ty, ws: &mut ::wengert::generated::Workspace<#number>
            ) -> #ret {
                ws.reset();
                #keep
                let result = #run;
                #again
                #give
                result
            }
        }
    }

    pub(super) fn seeds_type(shape: &Shape, number: &Ident) -> TokenStream {
        match shape {
            Shape::Scalar => quote!(::wengert::generated::Seed<#number>),
            Shape::Fixed(_) | Shape::Vec => quote!(::wengert::generated::Seed<&[#number]>),
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|s| Self::seeds_type(s, number));
                quote!((#(#parts),*))
            }
            _ => quote!(()),
        }
    }

    /// Every active parameter and direction as duals, and the run that takes them.
    fn dual_leaves(&self) -> (TokenStream, Vec<TokenStream>, Vec<TokenStream>, TokenStream) {
        let scalar = &self.sig.scalar;
        let (mut make, mut params, mut args, mut parts) = (TokenStream::new(), vec![], vec![], vec![]);
        for a in self.active() {
            let (name, d, x, g) = (
                &a.name,
                format_ident!("{}_direction", a.name),
                format_ident!("{}_dual", a.name),
                format_ident!("{}_gradient", a.name),
            );
            let ty = direction(&a.shape, scalar);
            params.push(quote!(#d: #ty));
            let text = a.name.to_string();
            if matches!(a.shape, Shape::Slice | Shape::SliceMut | Shape::Vec) {
                make.extend(quote!(::wengert::generated::same(#text, #d.len(), #name.len());));
            }
            let dual = duals(&a.shape, quote!(#name), quote!(#d), scalar);
            let zero = zeros(&a.shape, &quote!(#x), &quote!(::wengert::Dual::<#scalar>::fixed(0.0)));
            make.extend(quote!(let mut #x = #dual; let mut #g = #zero;));
            parts.push(tangents(&a.shape, quote!(#g)));
        }
        for (k, leaf) in self.leaves.iter().enumerate() {
            let name = self.parameter(k);
            if self.sig.params[k].active {
                let (x, g) = (format_ident!("{}_dual", name), format_ident!("{}_gradient", name));
                self.dual_leaf(leaf, quote!(#x), quote!(#g), &mut args);
            } else {
                self.run_leaf(leaf, k, quote!(#name), quote!(), false, &mut args);
            }
        }
        let result = match parts.as_slice() {
            [part] => part.clone(),
            parts => quote!((#(#parts),*)),
        };
        (make, params, args, result)
    }

    pub(super) fn dual_leaf(&self, leaf: &Leaf, x: TokenStream, g: TokenStream, args: &mut Vec<TokenStream>) {
        match leaf {
            Leaf::Tuple(parts) => {
                for (j, part) in parts.iter().enumerate() {
                    let j = syn::Index::from(j);
                    self.dual_leaf(part, quote!(#x.#j), quote!(#g.#j), args);
                }
            }
            Leaf::Array(a) => {
                args.push(match &self.p.arrays[*a].storage {
                    Storage::Fixed(_) => quote!(#x),
                    Storage::Exclusive => quote!(&mut #x[..]),
                    _ => quote!(&#x[..]),
                });
                args.push(match &self.p.arrays[*a].storage {
                    Storage::Fixed(_) => quote!(&mut #g),
                    _ => quote!(&mut #g[..]),
                });
            }
            Leaf::Scalar(_) => args.extend([x, quote!(&mut #g)]),
        }
    }

    fn hvp(&self) -> TokenStream {
        let (scalar, generics) = (&self.sig.scalar, self.constant_generics());
        let (make, directions, args, result) = self.dual_leaves();
        let (params, (_, _, _, ty)) = (self.plain_params(), self.own_targets());
        let arguments = &self.sig.arguments;
        quote! {
            /// The Hessian times a direction: forward over reverse, a small multiple of the gradient's cost. Nothing is
            /// written through `&mut` parameters.
            ///
            /// # Panics
            /// If a slice and its direction differ in length.
            #[track_caller]
            pub fn hvp #generics(#(#params,)* #(#directions),*) -> #ty {
                #make
                ::wengert::generated::with_workspace(|ws| {
                    Self::__run::<::wengert::Dual<#scalar>, #(#arguments),*>(
                        #(#args,)* ::wengert::generated::Seed(::wengert::Dual::<#scalar>::fixed(1.0)), ws
                    )
                });
                #result
            }
        }
    }

    fn jvp(&self) -> TokenStream {
        let (scalar, generics) = (&self.sig.scalar, self.constant_generics());
        let (mut make, mut directions, mut outs) = (TokenStream::new(), vec![], vec![]);
        let mut out_types = vec![];
        let mut write = TokenStream::new();
        for a in self.active() {
            let (name, d, x) = (&a.name, format_ident!("{}_direction", a.name), format_ident!("{}_dual", a.name));
            let ty = direction(&a.shape, scalar);
            directions.push(quote!(#d: #ty));
            let text = a.name.to_string();
            if matches!(a.shape, Shape::Slice | Shape::SliceMut | Shape::Vec) {
                make.extend(quote!(::wengert::generated::same(#text, #d.len(), #name.len());));
            }
            let dual = duals(&a.shape, quote!(#name), quote!(#d), scalar);
            make.extend(quote!(let mut #x = #dual;));
            if matches!(a.shape, Shape::SliceMut) {
                write.extend(quote!(for (x, d) in #name.iter_mut().zip(&#x) { *x = d.value; }));
                outs.push(tangents(&a.shape, quote!(#x)));
                out_types.push(quote!(::std::vec::Vec<#scalar>));
            }
        }
        let args = self.sig.params.iter().enumerate().map(|(k, p)| {
            let name = self.parameter(k);
            let x = format_ident!("{}_dual", name);
            match &p.shape {
                Some(Shape::Slice) if p.active => quote!(&#x[..]),
                Some(Shape::SliceMut) if p.active => quote!(&mut #x[..]),
                Some(shape) if p.active => pass_dual(shape, quote!(#x)),
                _ => quote!(#name),
            }
        });
        let args: Vec<_> = args.collect();
        let value = Self::shape_type(&self.sig.ret, &quote!(#scalar));
        let (v, d) = (values(&self.sig.ret, quote!(result)), tangents(&self.sig.ret, quote!(result)));
        let unit = matches!(self.sig.ret, Shape::Unit);
        let (d_type, d) = match (unit, outs.is_empty()) {
            (_, true) => (value.clone(), d),
            (true, false) if outs.len() == 1 => (out_types[0].clone(), outs[0].clone()),
            (true, false) => (quote!((#(#out_types),*)), quote!((#(#outs),*))),
            (false, false) => (quote!((#value, #(#out_types),*)), quote!((#d, #(#outs),*))),
        };
        let (params, arguments) = (self.plain_params(), &self.sig.arguments);
        quote! {
            /// The value, and the derivative along a direction: one tangent for each active parameter, in their order.
            /// What is written through `&mut` comes after the result. Cost: about twice the function's.
            ///
            /// # Panics
            /// If a slice and its direction differ in length.
            #[track_caller]
            pub fn jvp #generics(#(#params,)* #(#directions),*) -> (#value, #d_type) {
                #make
                let result = Self::eval::<::wengert::Dual<#scalar>, #(#arguments),*>(#(#args),*);
                #write
                (#v, #d)
            }
        }
    }

    fn matrices(&self) -> TokenStream {
        let (params, generics) = (self.plain_params(), self.constant_generics());
        let arguments = &self.sig.arguments;
        let (mut flat, mut lens) = (TokenStream::new(), vec![]);
        for a in self.active() {
            let name = &a.name;
            flat_into(&a.shape, quote!(#name), &mut flat, &mut lens);
        }
        let constants = self.constant_args();
        let hessian = matches!(self.sig.ret, Shape::Scalar).then(|| {
            let run = self.hessian_run();
            quote! {
                /// The Hessian by all active inputs, one parameter after the other: n x n, symmetric. Cost: a gradient
                /// on duals for every four columns.
                #[track_caller]
                pub fn hessian #generics(#(#params),*) -> ::wengert::Matrix {
                    let mut flat = ::std::vec::Vec::new();
                    #flat
                    let lens = [#(#lens),*];
                    ::wengert::generated::hessian(&flat, |flat, gradient, ws| { #run })
                }
            }
        });
        quote! {
            #hessian
            /// The Jacobian of all outputs by all active inputs, one parameter after the other, m x n, by the cheaper
            /// mode; what is written through `&mut` comes after the result.
            #[track_caller]
            pub fn jacobian #generics(#(#params),*) -> ::wengert::Matrix {
                let mut flat = ::std::vec::Vec::new();
                #flat
                let bound = Self::__bind::<#(#arguments),*>([#(#lens),*], #(#constants),*);
                ::wengert::Differentiate::jacobian(&bound, &flat)
            }
        }
    }

    /// A run on duals with lanes, from the flat inputs to the flat gradient.
    fn hessian_run(&self) -> TokenStream {
        let number = quote!(::wengert::generated::Columns);
        let arguments = &self.sig.arguments;
        let (unpack, names) = unflatten(self, &number);
        let mut make = TokenStream::new();
        let mut collect = TokenStream::new();
        let mut args = vec![];
        for a in self.active() {
            let (x, g) = (&names[&a.k], format_ident!("{}_gradient", a.name));
            let zero = zeros(&a.shape, &quote!(#x), &quote!(#number::fixed(0.0)));
            make.extend(quote!(let mut #g = #zero;));
        }
        for (k, leaf) in self.leaves.iter().enumerate() {
            let name = self.parameter(k);
            if self.sig.params[k].active {
                let (x, g) = (&names[&k], format_ident!("{}_gradient", name));
                self.dual_leaf(leaf, quote!(#x), quote!(#g), &mut args);
            } else {
                let mut own = vec![];
                self.run_leaf(leaf, k, quote!(#name), quote!(), false, &mut own);
                args.extend(own.into_iter().map(|t| quote!(#t.clone())));
            }
        }
        for a in self.active() {
            let g = format_ident!("{}_gradient", a.name);
            let mut lens = vec![];
            let mut code = TokenStream::new();
            flat_into(&a.shape, quote!(#g), &mut code, &mut lens);
            collect.extend(code);
        }
        quote! {
            #unpack
            #make
            let value = Self::__run::<#number, #(#arguments),*>(
                #(#args,)* ::wengert::generated::Seed(#number::fixed(1.0)), ws
            );
            let flat = gradient;
            #collect
            let _ = value;
        }
    }
}

/// What a direction for something of a shape is.
fn direction(shape: &Shape, scalar: &Ident) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(&[#scalar]),
        Shape::Scalar => quote!(#scalar),
        Shape::Fixed(n) => quote!([#scalar; #n]),
        Shape::Tuple(parts) => {
            let parts = parts.iter().map(|s| direction(s, scalar));
            quote!((#(#parts),*))
        }
        Shape::Unit => quote!(()),
    }
}

/// Zeros of the shape of a value.
pub(super) fn zeros(shape: &Shape, like: &TokenStream, zero: &TokenStream) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(::std::vec![#zero; #like.len()]),
        Shape::Scalar => zero.clone(),
        Shape::Fixed(n) => quote!([#zero; #n]),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, s)| {
                let k = syn::Index::from(k);
                zeros(s, &quote!(#like.#k), zero)
            });
            quote!((#(#parts),*))
        }
        Shape::Unit => quote!(()),
    }
}

/// Values and a direction as duals.
fn duals(shape: &Shape, x: TokenStream, d: TokenStream, scalar: &Ident) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => quote! {
            #x.iter().zip(#d.iter()).map(|(&x, &d)| ::wengert::Dual::<#scalar>::seeded(x, d)).collect::<::std::vec::Vec<_>>()
        },
        Shape::Scalar => quote!(::wengert::Dual::<#scalar>::seeded(#x, #d)),
        Shape::Fixed(n) => quote!({
            let mut all = [::wengert::Dual::<#scalar>::fixed(0.0); #n];
            for (all, (&x, &d)) in all.iter_mut().zip(#x.iter().zip(#d.iter())) {
                *all = ::wengert::Dual::<#scalar>::seeded(x, d);
            }
            all
        }),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, s)| {
                let k = syn::Index::from(k);
                duals(s, quote!(#x.#k), quote!(#d.#k), scalar)
            });
            quote!((#(#parts),*))
        }
        Shape::Unit => quote!(()),
    }
}

fn pass_dual(shape: &Shape, x: TokenStream) -> TokenStream {
    match shape {
        Shape::Slice => quote!(&#x[..]),
        Shape::SliceMut => quote!(&mut #x[..]),
        Shape::Vec => quote!(#x.clone()),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, s)| {
                let k = syn::Index::from(k);
                pass_dual(s, quote!(#x.#k))
            });
            quote!((#(#parts),*))
        }
        _ => x,
    }
}

/// One component of duals of a shape.
fn component(shape: &Shape, x: TokenStream, field: &TokenStream) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => {
            quote!(#x.iter().map(|d| d.#field).collect::<::std::vec::Vec<_>>())
        }
        Shape::Scalar => quote!(#x.#field),
        Shape::Fixed(_) => quote!(#x.map(|d| d.#field)),
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(k, s)| {
                let k = syn::Index::from(k);
                component(s, quote!(#x.#k), field)
            });
            quote!((#(#parts),*))
        }
        Shape::Unit => quote!(()),
    }
}

fn tangents(shape: &Shape, x: TokenStream) -> TokenStream {
    component(shape, x, &quote!(tangent))
}

fn values(shape: &Shape, x: TokenStream) -> TokenStream {
    component(shape, x, &quote!(value))
}

/// The weights in a seed, one after the other.
fn seeds_flat(shape: &Shape, from: TokenStream, out: &mut TokenStream) {
    match shape {
        Shape::Scalar => out.extend(quote!(weights.push(#from.0);)),
        Shape::Fixed(_) | Shape::Vec => out.extend(quote!(weights.extend_from_slice(#from.0);)),
        Shape::Tuple(parts) => {
            for (k, part) in parts.iter().enumerate() {
                let k = syn::Index::from(k);
                seeds_flat(part, quote!(#from.#k), out);
            }
        }
        _ => {}
    }
}
