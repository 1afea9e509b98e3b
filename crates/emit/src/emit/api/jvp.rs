//! The derivative along a direction: the function on duals that do not follow where seeds reach, and where a NaN comes out
//! once more on those that do.

use crate::emit::Emitter;
use crate::emit::api::second_order::own_direction;
use crate::emit::shapes::{any_nan, component, direction, duals, pass_dual};
use crate::signature::{Param, Shape};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    pub(crate) fn jvp(&self) -> TokenStream {
        let (scalar, generics) = (&self.sig.scalar, self.constant_generics());
        let (mut check, mut make, mut directions, mut outs) = (self.own_lists(), TokenStream::new(), vec![], vec![]);
        let (mut out_types, mut nans) = (vec![], vec![]);
        let mut write = TokenStream::new();
        let kind = quote!(Seeded);
        for a in self.active() {
            let (name, d, x) = (&a.name, format_ident!("{}_direction", a.name), format_ident!("{}_dual", a.name));
            let ty = direction(&a.shape, scalar);
            directions.push(quote!(#d: #ty));
            check.extend(own_direction(&a.shape, &d));
            let text = a.name.to_string();
            if matches!(a.shape, Shape::Slice | Shape::SliceMut | Shape::Vec) {
                check.extend(quote!(::wengert::generated::same(#text, #d.len(), #name.len());));
            }
            let dual = duals(&self.held(&a), quote!(#name), quote!(#d), &kind);
            make.extend(quote!(let mut #x = #dual;));
            if matches!(a.shape, Shape::SliceMut) {
                write.extend(quote!(for (x, d) in #name.iter_mut().zip(&#x) { *x = d.value(); }));
                outs.push(component(&a.shape, quote!(#x), &quote!(tangent())));
                out_types.push(quote!(::std::vec::Vec<#scalar>));
                any_nan(&a.shape, quote!(#x), &mut nans);
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
        let value = self.plain_result();
        any_nan(&self.sig.ret, quote!(result), &mut nans);
        let [v, d] = [quote!(value()), quote!(tangent())].map(|part| component(&self.sig.ret, quote!(result), &part));
        let unit = matches!(self.sig.ret, Shape::Unit);
        let (d_type, d) = match (unit, outs.is_empty()) {
            (_, true) => (value.clone(), d),
            (true, false) if outs.len() == 1 => (out_types[0].clone(), outs[0].clone()),
            (true, false) => (quote!((#(#out_types),*)), quote!((#(#outs),*))),
            (false, false) => (quote!((#value, #(#out_types),*)), quote!((#d, #(#outs),*))),
        };
        let (params, arguments, rest) = (self.plain_params(), &self.sig.arguments, &self.sig.generics);
        let lifetime = self.sig.lifetime();
        let (jvp, eval, on) = (self.public("jvp"), self.public("eval"), self.public("__jvp"));
        let about_jvp = self.entry("jvp");
        let names: Vec<_> = self.active().iter().map(|a| format_ident!("{}_direction", a.name)).collect();
        let last = self.plain_args();
        let run = |kind: &TokenStream, args: &[TokenStream], names: &[TokenStream]| quote!(Self::#on::<#kind, #(#arguments),*>(#(#args,)* #(#names),*));
        let names: Vec<_> = names.iter().map(|name| quote!(#name)).collect();
        let again = run(&quote!(::wengert::Dual<#scalar>), &last, &names);
        let first = self.sig.params.iter().all(|p| p.active || is_plain(p)).then(|| {
            let copy = |x: &TokenStream| quote!(::core::clone::Clone::clone(&#x));
            let args = self.sig.params.iter().zip(&last).map(|(p, arg)| match &p.ty {
                syn::Type::Reference(r) if r.mutability.is_some() => arg.clone(),
                _ => copy(arg),
            });
            let args: Vec<_> = args.collect();
            let names: Vec<_> = names.iter().map(copy).collect();
            let run = run(&quote!(::wengert::generated::Unwatched<#scalar>), &args, &names);
            quote!(if let (result, false) = #run { return result; })
        });
        let run = match first {
            Some(first) => quote!(#first ::wengert::generated::rarely(move || #again.0)),
            None => quote!(#again.0),
        };
        quote! {
            #about_jvp
            pub fn #jvp #generics(#(#params,)* #(#directions),*) -> (#value, #d_type) {
                #run
            }

            /// The value and the derivative, and whether a NaN is in it.
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn #on<#lifetime Seeded: ::wengert::generated::Direction<#scalar> + ::wengert::Real<#scalar> + 'static, #(#rest),*>(
                #(#params,)* #(#directions),*
            ) -> ((#value, #d_type), bool) {
                #check
                let doubts__ = ::wengert::generated::doubts();
                #make
                let result = Self::#eval::<Seeded, #(#arguments),*>(#(#args),*);
                let nan = ::wengert::generated::doubts() != doubts__ #(|| #nans)*;
                if !nan || ::wengert::generated::where_followed::<Seeded, _>(|| ()).is_some() {
                    #write
                }
                ((#v, #d), nan)
            }
        }
    }
}

/// Whether a constant can be given twice, and no run changes it.
fn is_plain(p: &Param) -> bool {
    fn plain(ty: &syn::Type) -> bool {
        match ty {
            syn::Type::Reference(r) => r.mutability.is_none(),
            syn::Type::Array(a) => plain(&a.elem),
            syn::Type::Path(path) => path.path.get_ident().is_some_and(|name| {
                let name = name.to_string();
                ["f64", "f32", "bool", "usize", "isize", "i32", "u32", "i64", "u64", "u8"].contains(&name.as_str())
            }),
            _ => false,
        }
    }
    plain(&p.ty)
}
