//! Where a program is only checked: what the compiler alone knows to be right.
//!
//! The types of steps are known. Whether what is called by a path has derivatives, and has them of these types, the callee
//! tells, so the calls are written, with arguments that are never made; and the whole where structures are computed with, of
//! which their traits say what an operation means. On a library of 297 attributes the whole everywhere took 9.8 s of
//! processor to check, this 9.0 s.

use crate::emit::Emitter;
use crate::ir::{self, Arr, Call, Out, Step, Storage, Ty, Val};
use crate::syntax::scalar::IntTy;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// A function with what is to be checked.
    pub fn known_to_the_compiler(&mut self) -> TokenStream {
        let ((params, borrow), unpack) = (self.eval_params(), self.unpack());
        let (generics, ret_ty, items) = (self.generics(), self.result_type(), self.items);
        let body = match self.calls_alone() {
            Some(calls) => quote!(#calls ::wengert::generated::unbuilt()),
            None => {
                let body = self.value_of_body();
                quote!(#borrow #unpack #body)
            }
        };
        quote! {
            #[doc(hidden)]
            pub fn __checked #generics(#(#params),*) -> #ret_ty {
                #(#items)*
                #body
            }
        }
    }

    /// The calls that go on with numbers of the engine; nothing where an argument's type cannot be written here.
    fn calls_alone(&mut self) -> Option<TokenStream> {
        if (0..self.p.values.len()).any(|v| self.p.is_rich(v)) {
            return None;
        }
        let mut calls = vec![];
        ir::walk(&self.p.body, &mut |step, _| {
            if let Step::Call(call) = step
                && call.lifted
            {
                calls.push(call);
            }
        });
        let mut out = TokenStream::new();
        for call in calls {
            let (given, done, taken) = (self.given(call)?, self.forward_call(call), self.taken(&call.out)?);
            out.extend(quote!({ #given #done #taken }));
        }
        Some(out)
    }

    /// Names for the arguments of a call, of their types.
    fn given(&self, call: &Call) -> Option<TokenStream> {
        let (mut vals, mut arrays): (Vec<Val>, Vec<Arr>) = (vec![], vec![]);
        for (of, at) in call.args.iter().map(ir::Arg::uses) {
            vals.extend(of);
            arrays.extend(at);
        }
        vals.sort_unstable();
        vals.dedup();
        arrays.sort_unstable();
        arrays.dedup();
        let mut out = TokenStream::new();
        for v in vals {
            let (name, ty) = (self.name(v), self.type_of_value(v)?);
            out.extend(quote!(let #name: #ty = ::wengert::generated::unbuilt();));
        }
        for a in arrays {
            let (name, ty) = (self.array(a), self.type_of_array(a)?);
            out.extend(quote!(let mut #name: #ty = ::wengert::generated::unbuilt();));
        }
        Some(out)
    }

    /// What a call gives, of its types: where it takes constants alone, nothing else shows the number.
    fn taken(&self, out: &Out) -> Option<TokenStream> {
        Some(match out {
            Out::Scalar(v) => {
                let (name, ty) = (self.name(*v), self.type_of_value(*v)?);
                quote!(let _: #ty = #name;)
            }
            Out::Array(a) => {
                let (name, ty) = (self.array(*a), self.type_of_array(*a)?);
                quote!(let _: #ty = #name;)
            }
            Out::Tuple(parts) => parts.iter().map(|part| self.taken(part)).collect::<Option<TokenStream>>()?,
            Out::Unit | Out::Count(_) | Out::Rows(..) => TokenStream::new(),
        })
    }

    fn type_of_value(&self, v: Val) -> Option<TokenStream> {
        let (value, number, scalar) = (&self.p.values[v], self.number(), &self.sig.scalar);
        match &value.ty {
            _ if value.by_ref || value.option => None,
            Ty::Float if value.lifted => Some(quote!(#number)),
            Ty::Float => Some(quote!(#scalar)),
            Ty::Bool => Some(quote!(bool)),
            Ty::Int(IntTy::Open) | Ty::Record | Ty::Unknown => None,
            Ty::Int(int) => Some(quote!(#int)),
        }
    }

    fn type_of_array(&self, a: Arr) -> Option<TokenStream> {
        let (array, number, scalar) = (&self.p.arrays[a], self.number(), &self.sig.scalar);
        let element = match (array.lifted, array.float) {
            (true, true) => quote!(#number),
            (false, true) => quote!(#scalar),
            _ => return None,
        };
        match &array.storage {
            Storage::Shared => Some(quote!(&[#element])),
            Storage::Exclusive if array.grows => Some(quote!(&mut ::std::vec::Vec<#element>)),
            Storage::Exclusive => Some(quote!(&mut [#element])),
            Storage::Fixed(n) => Some(quote!([#element; #n])),
            Storage::Heap => Some(quote!(::std::vec::Vec<#element>)),
            Storage::Held => None,
        }
    }
}
