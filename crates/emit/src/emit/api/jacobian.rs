//! The Jacobian of a function with an array of outputs, by sweeps for several of them at once.

use crate::emit::Emitter;
use crate::emit::api::bound::flat_into;
use crate::emit::api::nested_arrays::parts;
use crate::signature::Shape;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// Nothing where outputs are no array, or inputs are more than numbers, arrays and slices of them.
    pub(crate) fn jacobian_into(&self) -> TokenStream {
        let active = self.active();
        let plain = active.iter().all(|a| matches!(a.shape, Shape::Scalar | Shape::Slice | Shape::Fixed(_)));
        let Shape::Fixed(count) = &self.sig.ret else { return TokenStream::new() };
        let changes = |p: &crate::signature::Param| matches!(&p.ty, syn::Type::Reference(r) if r.mutability.is_some());
        if !plain || self.sig.params.iter().any(changes) || self.sig.scalar != "f64" || self.sig.maybe {
            return TokenStream::new();
        }
        let (mut make, mut write, mut give, mut lens) =
            (self.own_lists(), TokenStream::new(), TokenStream::new(), vec![]);
        let (seeds, mut collect) = (quote!(::wengert::generated::Seeds), TokenStream::new());
        for a in &active {
            let name = &a.name;
            let (x, g) = (format_ident!("{name}_dual"), format_ident!("{name}_gradient"));
            let (len, adjoints) = match &a.shape {
                Shape::Scalar => {
                    make.extend(quote!(let (#x, mut #g) = (#seeds::fixed(#name), #seeds::fixed(0.0));));
                    (quote!(1usize), quote!(::core::slice::from_mut(&mut #g)))
                }
                Shape::Fixed(n) => {
                    make.extend(quote!(let (#x, mut #g) = (#name.map(#seeds::fixed), [#seeds::fixed(0.0); #n]);));
                    (quote!(#n), quote!(&mut #g))
                }
                _ if let Shape::Fixed(n) = self.held(a) => {
                    make.extend(quote! {
                        let #x: [#seeds; #n] = ::wengert::generated::array_of::<_, { #n }>(&#name[..]).map(#seeds::fixed);
                        let mut #g = [#seeds::fixed(0.0); #n];
                    });
                    (quote!(#n), quote!(&mut #g))
                }
                _ => {
                    make.extend(quote! {
                        let #x = ws.collected(#name.iter().map(|&x| #seeds::fixed(x)));
                        let mut #g = ws.filled(#seeds::fixed(0.0), #name.len());
                    });
                    give.extend(quote!(ws.give(#x); ws.give(#g);));
                    (quote!(#name.len()), quote!(&mut #g))
                }
            };
            write.extend(quote!(#seeds::write(#adjoints, rows, size, first, at); at += #len;));
            lens.push(len);
            flat_into(&a.shape, quote!(#g), &mut collect, &mut vec![]);
        }
        let mut args = vec![];
        for (k, leaf) in self.leaves.iter().enumerate() {
            let name = self.parameter(k);
            if self.sig.params[k].active {
                let (x, g) = (format_ident!("{name}_dual"), format_ident!("{name}_gradient"));
                self.dual_leaf(leaf, quote!(#x), quote!(#g), &mut args);
            } else {
                let mut own = vec![];
                self.run_leaf(leaf, k, quote!(#name), quote!(), false, &mut own);
                args.extend(own.into_iter().map(|t| quote!(::core::clone::Clone::clone(&#t))));
            }
        }
        let (params, generics, arguments) = (self.plain_params(), self.constant_generics(), &self.sig.arguments);
        let again = self.plain_args().into_iter().map(|arg| quote!(::core::clone::Clone::clone(&#arg)));
        let (value, vjp, into) = (self.plain_result(), self.public("vjp"), self.public("jacobian_into"));
        let outside = self.outside_jacobian_into(&value);
        let gradients: Vec<_> = active.iter().map(|a| format_ident!("{}_gradient", a.name)).collect();
        let gradients = match gradients.as_slice() {
            [one] => quote!(#one),
            all => quote!((#(#all),*)),
        };
        let about_jacobian_into = self.entry("jacobian_into");
        quote! {
            #about_jacobian_into
            pub fn #into #generics(
                #(#params,)* rows: &mut [f64], ws: &mut ::wengert::generated::Workspace<f64>
            ) -> #value {
                let size = 0usize #(+ #lens)*;
                ::wengert::generated::rows_fit(rows.len(), #count, size);
                let ws = ws.of_outputs();
                #make
                let mut first = 0usize;
                let result = loop {
                    let seeds: [#seeds; #count] = #seeds::of_outputs(first);
                    let result = Self::__run::<#seeds, #(#arguments),*>(
                        #(#args,)* ::wengert::generated::Seed(&seeds), ws
                    );
                    let mut at = 0usize;
                    #write
                    let _ = at;
                    first += ::wengert::generated::OUTPUTS;
                    if first >= #count {
                        break result.map(|y| ::wengert::Real::<f64>::value(&y));
                    }
                };
                #give
                if ::wengert::generated::has_nan(rows) {
                    // What the structure says of it, an output at a time.
                    for (i, row) in rows.chunks_exact_mut(size.max(1)).enumerate() {
                        let mut weights = [0.0; #count];
                        weights[i] = 1.0;
                        let (_, #gradients) = Self::#vjp::<#(#arguments),*>(#(#again,)* &weights);
                        let mut flat = ::std::vec::Vec::with_capacity(size);
                        #collect
                        row.copy_from_slice(&flat);
                    }
                }
                result
            }
            #outside
        }
    }

    /// The function on the user's types, where those are not the flat ones.
    fn outside_jacobian_into(&self, value: &TokenStream) -> TokenStream {
        let Some((params, _)) = &self.sig.outside else { return TokenStream::new() };
        let (generics, arguments) = (self.constant_generics(), &self.sig.arguments);
        let types = self.outside_params(params, &self.sig.scalar);
        let (before, pass, _) = parts(&self.doors(params));
        let about_jacobian_into = self.entry_outside("jacobian_into");
        quote! {
            #about_jacobian_into
            pub fn jacobian_into #generics(
                #(#types,)* rows: &mut [f64], ws: &mut ::wengert::generated::Workspace<f64>
            ) -> #value {
                #before
                Self::__flat_jacobian_into::<#(#arguments),*>(#pass rows, ws)
            }
        }
    }
}
