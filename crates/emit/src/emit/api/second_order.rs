//! Derivatives by duals over the adjoint: what is forward over reverse.

use crate::emit::Emitter;
use crate::emit::api::bound::{Held, flat_into, unflatten};
use crate::emit::shapes::{any_nan, component, direction, duals, parts_of, zeros};
use crate::ir::lowered::Leaf;
use crate::ir::{Step, Storage, walk};
use crate::plan::has_active;
use crate::signature::Shape;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// What a run on duals consists of.
struct Duals {
    check: TokenStream,
    make: TokenStream,
    /// The parameters that say where to go.
    directions: Vec<TokenStream>,
    args: Vec<TokenStream>,
    /// The gradient, and its derivative along the direction.
    gradient: TokenStream,
    /// Takes what has a NaN to `nan`, if it is a list.
    product: TokenStream,
    /// Whether what is no list has a NaN.
    nans: Vec<TokenStream>,
    give: TokenStream,
}

impl Emitter<'_> {
    /// Every active parameter and direction as duals of a type, and the run that takes them.
    fn dual_leaves(&self, kind: &TokenStream) -> Duals {
        let scalar = &self.sig.scalar;
        let (mut check, mut make, mut give) = (self.own_lists(), TokenStream::new(), TokenStream::new());
        let (mut directions, mut args, mut parts, mut values, mut nans) = (vec![], vec![], vec![], vec![], vec![]);
        for a in self.active() {
            let (name, d, x, g) = (
                &a.name,
                format_ident!("{}_direction", a.name),
                format_ident!("{}_dual", a.name),
                format_ident!("{}_gradient", a.name),
            );
            let ty = direction(&a.shape, scalar);
            directions.push(quote!(#d: #ty));
            check.extend(own_direction(&a.shape, &d));
            let (text, held) = (a.name.to_string(), self.held(&a));
            if matches!(held, Shape::Slice | Shape::SliceMut | Shape::Vec) {
                check.extend(quote!(::wengert::generated::same(#text, #d.len(), #name.len());));
                make.extend(quote! {
                    let mut #x = ws.collected(#name.iter().zip(#d.iter()).map(|(&x, &d)| #kind::seeded(x, d)));
                    let mut #g = ws.filled(#kind::fixed(0.0), #name.len());
                });
                give.extend(quote!(ws.give(#x); ws.give(#g);));
            } else {
                let dual = duals(&held, quote!(#name), quote!(#d), kind);
                let zero = zeros(&held, &quote!(#x), &quote!(#kind::fixed(0.0)));
                // A shape that does not fit is told at the caller's line, which a closure has not.
                check.extend(quote!(let mut #x = #dual;));
                make.extend(quote!(let mut #g = #zero;));
            }
            parts.push(match held {
                Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(::wengert::generated::product(&#g, &mut nan)),
                _ => {
                    any_nan(&a.shape, quote!(#g), &mut nans);
                    component(&held, quote!(#g), &quote!(tangent()))
                }
            });
            values.push(component(&held, quote!(#g), &quote!(value())));
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
        let joined = |parts: Vec<TokenStream>| match parts.as_slice() {
            [part] => part.clone(),
            parts => quote!((#(#parts),*)),
        };
        Duals { check, make, directions, args, gradient: joined(values), product: joined(parts), nans, give }
    }

    pub(crate) fn dual_leaf(&self, leaf: &Leaf, x: TokenStream, g: TokenStream, args: &mut Vec<TokenStream>) {
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
            leaf if self.is_record(leaf) => args.extend([quote!(&#x), quote!(&mut #g)]),
            Leaf::Scalar(_) => args.extend([x, quote!(&mut #g)]),
        }
    }

    pub(crate) fn hvp(&self) -> TokenStream {
        let (scalar, generics) = (&self.sig.scalar, self.constant_generics());
        let kind = quote!(Seeded);
        let Duals { check, make, directions, args, gradient, product, nans, give } = self.dual_leaves(&kind);
        let (params, (_, _, _, ty)) = (self.plain_params(), self.own_targets());
        let (hvp, value_and_hvp) = (self.public("hvp"), self.public("value_and_hvp"));
        let (arguments, rest, lifetime) = (&self.sig.arguments, &self.sig.generics, self.sig.lifetime());
        let (result, seed) = (self.plain_result(), self.unit_seed(&kind));
        let value = self.without_tangent(&quote!(value));
        let names: Vec<_> = self.active().iter().map(|a| format_ident!("{}_direction", a.name)).collect();
        let again: Vec<_> = self.plain_args();
        let first: Vec<_> = self
            .sig
            .params
            .iter()
            .zip(&again)
            .map(|(p, arg)| match &p.ty {
                syn::Type::Reference(r) if r.mutability.is_some() => arg.clone(),
                _ => quote!(::core::clone::Clone::clone(&#arg)),
            })
            .collect();
        let in_frames = self.meets_vectors().then(|| self.hvp_in_frames(&directions, &names, &first, &ty));
        let run = format_ident!("{}", if in_frames.is_some() { "__hvp_in_frames" } else { "__hvp_or_again" });
        let workspace = self.with_workspace(&[&make, &give, &product, &gradient]);
        let mut run_all = quote! {
            #workspace(|ws| {
                #make
                let value = Self::__run::<Seeded, #(#arguments),*>(
                    #(#args,)* #seed, ws
                );
                let gradient = if with_gradient {
                    ::core::option::Option::Some(#gradient)
                } else {
                    ::core::option::Option::None
                };
                let mut nan = ::wengert::generated::doubts() != doubts__ #(|| #nans)*;
                let product = #product;
                #give
                (#value, gradient, product, nan)
            })
        };
        let unwatched = quote!(::wengert::generated::Unwatched<#scalar>);
        let mut once = quote! {
            let result = Self::__hvp::<#unwatched, #(#arguments),*>(
                #(#first,)* #(::core::clone::Clone::clone(&#names),)* with_gradient
            );
            if !result.3 {
                return result;
            }
        };
        if self.has_vectors() {
            run_all = quote!(<Seeded as ::wengert::generated::Direction<#scalar>>::run(|| #run_all));
            once = quote!(if <#unwatched as ::wengert::generated::Direction<#scalar>>::is_run() { #once });
        }
        let [about_hvp, about_value_and_hvp] = ["hvp", "value_and_hvp"].map(|name| self.entry(name));
        quote! {
            #about_hvp
            pub fn #hvp #generics(#(#params,)* #(#directions),*) -> #ty {
                Self::#run::<#(#arguments),*>(#(#again,)* #(#names,)* false).2
            }

            #about_value_and_hvp
            pub fn #value_and_hvp #generics(#(#params,)* #(#directions),*) -> (#result, #ty, #ty) {
                let (value, gradient, product, _) =
                    Self::#run::<#(#arguments),*>(#(#again,)* #(#names,)* true);
                (value, ::wengert::generated::certain(gradient), product)
            }

            #in_frames

            #[track_caller]
            #[inline]
            fn __hvp_or_again #generics(
                #(#params,)* #(#directions,)* with_gradient: bool
            ) -> (#result, ::core::option::Option<#ty>, #ty, bool) {
                #once
                Self::__hvp::<::wengert::Dual<#scalar>, #(#arguments),*>(#(#again,)* #(#names,)* with_gradient)
            }

            /// The value, the gradient if it is wanted, the product, and whether a NaN is in it.
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn __hvp<#lifetime Seeded: ::wengert::generated::Direction<#scalar> + ::wengert::Real<#scalar> + 'static, #(#rest),*>(
                #(#params,)* #(#directions,)* with_gradient: bool
            ) -> (#result, ::core::option::Option<#ty>, #ty, bool) {
                #check
                let doubts__ = ::wengert::generated::doubts();
                #run_all
            }
        }
    }

    /// Whether a loop in it does nothing but what processors have for several numbers at once. Where functions are called, the
    /// vectors of four are of no use: the option, 1.41 times its gradient, took 1.49.
    fn has_vectors(&self) -> bool {
        let mut found = false;
        walk(&self.p.body, &mut |step, _| {
            if let Step::Loop(l) = step {
                found |= has_active(self.p, &l.body)
                    && l.body.steps.iter().all(|step| Self::in_lanes(step) || matches!(step, Step::Store(..)));
            }
        });
        found
    }

    /// Whether vectors of eigenvalues or singular values may be in it, whose second derivatives another run confirms where values
    /// are equal.
    fn meets_vectors(&self) -> bool {
        let mut found = self.recorded;
        walk(&self.p.body, &mut |step, _| {
            if let Step::Call(call) = step
                && call.active
            {
                let name = call.path.segments.last().map(|s| s.ident.to_string());
                found |= !call.is_operation() || matches!(name.as_deref(), Some("symmetric_eigen" | "svd"));
            }
        });
        found
    }

    /// The run, and where it met equal values another one with other vectors for them; if that says something else, NaN.
    fn hvp_in_frames(
        &self,
        directions: &[TokenStream],
        names: &[Ident],
        first: &[TokenStream],
        ty: &TokenStream,
    ) -> TokenStream {
        let (scalar, generics, result) = (&self.sig.scalar, self.constant_generics(), self.plain_result());
        let (params, again, arguments) = (self.plain_params(), self.plain_args(), &self.sig.arguments);
        let [first_value, other_value] = [quote!(run.0), quote!(again.0)].map(|result| self.number_of(&result));
        let active = self.active();
        let (mut listed, mut product) = (vec![], vec![]);
        for (k, a) in active.iter().enumerate() {
            let k = (active.len() > 1).then(|| syn::Index::from(k)).into_iter().map(|k| quote!(.#k));
            let k = quote!(#(#k)*);
            parts_of(&a.shape, quote!((*all)#k), &mut listed);
            parts_of(&a.shape, quote!(run.2 #k), &mut product);
        }
        quote! {
            #[track_caller]
            #[inline]
            fn __hvp_in_frames #generics(
                #(#params,)* #(#directions,)* with_gradient: bool
            ) -> (#result, ::core::option::Option<#ty>, #ty, bool) {
                let frame = ::wengert::generated::InFrame::enter(0);
                let mut run = Self::__hvp_or_again::<#(#arguments),*>(
                    #(#first,)* #(::core::clone::Clone::clone(&#names),)* with_gradient
                );
                if frame.left() {
                    let _other = ::wengert::generated::InFrame::enter(1);
                    let again = Self::__hvp_or_again::<#(#arguments),*>(#(#again,)* #(#names,)* false);
                    let numbers = |all: &#ty| {
                        let mut flat = ::std::vec::Vec::new();
                        #(::wengert::generated::numbers_of::<#scalar, #scalar, _>(&#listed, &mut flat);)*
                        flat
                    };
                    if !::wengert::generated::same_in_other_frame([#first_value, #other_value], [&run.2, &again.2].map(numbers)) {
                        #(::wengert::generated::spoil::<#scalar, #scalar, _>(&mut #product);)*
                    }
                }
                run
            }
        }
    }

    /// Code that lays the inputs out in the list `flat`, and how many numbers each has.
    fn flat_inputs(&self) -> (TokenStream, Vec<TokenStream>) {
        let (mut flat, mut lens) = (self.own_lists(), vec![]);
        for a in self.active() {
            flat_into(&a.shape, self.plain_over(&a), &mut flat, &mut lens);
        }
        (flat, lens)
    }

    /// The Hessian of what gives a number, or may.
    pub(crate) fn hessian(&self) -> TokenStream {
        if !self.sig.forms.hessian || !self.gives_a_number() {
            return TokenStream::new();
        }
        let (params, generics, name) = (self.plain_params(), self.constant_generics(), self.public("hessian"));
        let ((flat, lens), run, about_hessian) = (self.flat_inputs(), self.hessian_run(), self.entry("hessian"));
        let count = lens.len();
        let lens = quote! {
            let mut flat = ::std::vec::Vec::new();
            #flat
            let lens: [usize; #count] = [#(#lens),*];
        };
        match self.sig.maybe {
            false => quote! {
                #about_hessian
                pub fn #name #generics(#(#params),*) -> ::wengert::Matrix {
                    #lens
                    ::wengert::generated::hessian(&flat, |flat, gradient, ws| { #run })
                }
            },
            true => quote! {
                #about_hessian
                pub fn #name #generics(#(#params),*) -> ::core::option::Option<::wengert::Matrix> {
                    #lens
                    let mut there = false;
                    let found = ::wengert::generated::hessian(&flat, |flat, gradient, ws| {
                        #run
                        there = value.1.count != 0;
                    });
                    there.then_some(found)
                }
            },
        }
    }

    pub(crate) fn matrices(&self) -> TokenStream {
        let hessian = self.hessian();
        if !self.sig.forms.jacobian {
            return hessian;
        }
        let (params, generics, arguments) = (self.plain_params(), self.constant_generics(), &self.sig.arguments);
        let (flat, lens) = self.flat_inputs();
        let (constants, unpack) = (self.constant_args(Held::Lent), self.unpack_constants());
        let jacobian = self.public("jacobian");
        let about_jacobian = self.entry("jacobian");
        quote! {
            #hessian
            #about_jacobian
            pub fn #jacobian #generics(#(#params),*) -> ::wengert::Matrix {
                let mut flat = ::std::vec::Vec::new();
                #flat
                #unpack
                let bound = Self::__bind::<#(#arguments),*>([#(#lens),*], #(#constants),*);
                ::wengert::Differentiate::jacobian(&bound, &flat)
            }
        }
    }

    /// A run on duals with lanes, from the flat inputs to the flat gradient.
    pub(crate) fn hessian_run(&self) -> TokenStream {
        let number = quote!(::wengert::generated::Columns);
        let seed = self.unit_seed(&number);
        let arguments = &self.sig.arguments;
        let (unpack, names) = unflatten(self, &number, &|name| quote!(::core::borrow::Borrow::borrow(&#name)));
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
                args.extend(own.into_iter().map(|t| quote!(::core::clone::Clone::clone(&#t))));
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
                #(#args,)* #seed, ws
            );
            let flat = gradient;
            #collect
            let _ = value;
        }
    }
}

/// The direction of a slice of structures as a list of its own, as what it belongs to is.
pub(crate) fn own_direction(shape: &Shape, d: &syn::Ident) -> TokenStream {
    match shape {
        Shape::Record(r) if r.by == crate::signature::By::Slice => quote!(let #d = &#d.to_vec();),
        _ => TokenStream::new(),
    }
}
