//! A function and its adjoint in one.

use super::Emitter;
use crate::emit::api::Active;
use crate::ir::lowered::Leaf;
use crate::ir::{Ret, Storage};
use crate::signature::Shape;
use crate::signature::nests::Part;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// So many numbers, or fewer, are put on the stack.
const FEW: usize = 64;

impl Emitter<'_> {
    /// The parameters of the function forward and back, each with the place of its adjoint, and what comes first in it.
    pub(super) fn joint_params(&self) -> (Vec<TokenStream>, TokenStream) {
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
            if let Some(Shape::Record(r)) = &self.sig.params[k].shape {
                let ty = r.over(&quote!(#number));
                params.push(quote!(#name: &#ty, #out: &mut #ty));
                continue;
            }
            params.push(quote!(#name: #ty, #out: #adjoint));
            if let Leaf::Array(a) = &leaf
                && !matches!(self.p.arrays[*a].storage, Storage::Fixed(_))
            {
                // One length for both, so that one check serves both.
                open.extend(
                    self.of_known_length(&leaf, k, &out).unwrap_or(quote!(let #out = &mut #out[..#name.len()];)),
                );
            }
            open.extend(self.own(&leaf));
        }
        (params, open)
    }

    /// How many numbers there are in an array, or an array of arrays, that is lent, if its type says so.
    pub(super) fn known_count(&self, k: usize) -> Option<TokenStream> {
        match &self.sig.params[k].part {
            Some(Part::Numbers(nested)) if !nested.writes() => nested.count(&self.sig.arguments),
            _ => None,
        }
    }

    /// How the adjoint of a parameter, or its numbers as others, are held: in an array if they are few, and it is known how
    /// many.
    pub fn held(&self, a: &Active) -> Shape {
        let few = self.known_count(a.k).filter(|n| n.to_string().parse().is_ok_and(|n: usize| n <= FEW));
        few.map_or(a.shape.clone(), Shape::Fixed)
    }

    /// A list that is lent and its adjoint, as arrays where the parameter's type is one: no index is checked then.
    pub(super) fn of_known_length(&self, leaf: &Leaf, k: usize, out: &Ident) -> Option<TokenStream> {
        let Leaf::Array(a) = leaf else { return None };
        if matches!(self.p.arrays[*a].storage, Storage::Exclusive | Storage::Fixed(_)) {
            return None;
        }
        let (name, count) = (self.array(*a), self.known_count(k)?);
        Some(quote! {
            let #name = ::wengert::generated::array_ref::<_, { #count }>(#name);
            let #out = ::wengert::generated::array_mut::<_, { #count }>(#out);
        })
    }

    /// Forward and reverse in one; none if a fused loop turned out not to be one.
    pub fn joint_function(&mut self, name: &str) -> TokenStream {
        let (generics, ret_ty, ws, items) = (self.generics(), self.result_type(), self.workspace(), self.items);
        let number = self.number().clone();
        let (params, mut open) = self.joint_params();
        self.recording = true;
        open.extend(self.kept_stacks());
        open.extend(self.declare_besides());
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
        let own = self.give_parameters();
        let ret = self.returned(&self.p.ret, &self.sig.ret);
        let ty = Self::seed_type(&self.sig.ret, &number);
        let function = format_ident!("{}", name);
        let early = self.early_result();
        let result = if early.is_empty() { quote!(let result = #ret;) } else { TokenStream::new() };
        let (said, inline) = (self.said_of_strips(), self.inline_joint());
        quote! {
            #[doc(hidden)]
            #said
            #inline
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
    pub(super) fn early_result(&mut self) -> TokenStream {
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

    pub(super) fn cloned(&mut self, ret: &Ret, shape: &Shape) -> TokenStream {
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
    pub(super) fn shadows(&self) -> TokenStream {
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
