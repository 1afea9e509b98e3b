//! Records of functions on structures: taken apart to numbers and words, where all types allow it.

use crate::emit::{Emitter, Mode};
use crate::ir::lowered::Leaf;
use crate::ir::{Step, Storage, Ty};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// Whether a function on structures leaves a record, rather than being run again on the way back.
    pub fn leaves_record(&self) -> bool {
        self.can_leave_record() && !self.is_small()
    }

    /// Whether it can.
    pub(crate) fn can_leave_record(&self) -> bool {
        let word = |v: usize| {
            let value = &self.p.values[v];
            let word = matches!(value.ty, Ty::Float | Ty::Bool | Ty::Int(_)) && value.ty != Ty::some_int();
            value.lifted || word
        };
        let saved = self.plan.saved.values().flatten().all(|&v| word(v));
        let run_again = !self.plan.checkpointed.is_empty() || !self.plan.again.is_empty();
        let exclusive = self.p.arrays.iter().any(|a| a.param && matches!(a.storage, Storage::Exclusive));
        // What a function writes to cannot be put back when it turns out at its end that a type does not come apart.
        let sure = !exclusive || self.besides().is_empty();
        let active = self.sig.params.iter().any(|p| p.active);
        active && saved && sure && !run_again
    }

    /// Whether all that is kept is of types that come apart for certain.
    pub fn keeps_apart(&self) -> bool {
        self.besides().is_empty()
    }

    /// Where the record is dropped again, because a type does not allow it: that is known at the end.
    pub(crate) fn fall_back(&self) -> (TokenStream, TokenStream) {
        if self.besides().is_empty() {
            return Default::default();
        }
        let apart = self.all_taken_apart();
        (quote!(let record_start = ws.heights();), quote!(if !#apart { ws.cut(record_start); }))
    }

    /// The lists that are fields of parameters.
    pub(crate) fn aliases(&self) -> TokenStream {
        let aliases = self.p.body.steps.iter().filter_map(|step| match step {
            Step::Alias(a, v, path) => Some(self.alias(*a, *v, path)),
            _ => None,
        });
        aliases.collect()
    }

    /// Places for what is kept, their types taken from the way forward: the pattern, and code that makes them.
    fn types_of_besides(&self) -> Option<(TokenStream, TokenStream)> {
        let all = self.besides();
        if all.is_empty() {
            return None;
        }
        let names = all.iter().map(|(name, _)| name);
        let tuple = all.iter().rev().fold(quote!(()), |rest, (name, _)| quote!((#name, #rest)));
        let pattern = names.rev().fold(quote!(()), |rest, name| quote!((mut #name, #rest)));
        let mut inner = Emitter::new(self.p, self.order, self.plan, self.sig, self.leaves, self.items, Mode::Forward);
        let (number, mut open) = (self.number(), TokenStream::new());
        for (leaf, k) in self.flat_leaves() {
            let (name, ty) = (self.leaf_name(&leaf), self.forward_type(&leaf, k));
            if !crate::syntax::types::mentions(&syn::Type::Verbatim(ty.clone()), "impl") {
                open.extend(quote!(let #name: #ty = ::wengert::generated::never();));
            }
            open.extend(inner.open_leaf(&leaf, k));
        }
        let body = inner.forward_with_record();
        let types = quote!(::wengert::generated::like(|| {
            let ws: &mut ::wengert::generated::Workspace<#number> = ::wengert::generated::never();
            #open
            #body
            #tuple
        }));
        Some((pattern, types))
    }

    /// On the way back: the types of what is kept, and the other way where they do not allow a record.
    pub(crate) fn besides_again(&self, again: &str) -> TokenStream {
        let Some((pattern, types)) = self.types_of_besides() else { return TokenStream::new() };
        let (number, mut args) = (self.number(), vec![]);
        for (leaf, k) in self.flat_leaves() {
            let name = self.leaf_name(&leaf);
            args.push(quote!(#name));
            if self.sig.params[k].active {
                let out = format_ident!("{}_out", name);
                args.push(match &leaf {
                    Leaf::Array(_) | Leaf::Scalar(_) => quote!(&mut *#out),
                    Leaf::Tuple(_) => continue,
                });
            }
        }
        let (apart, run, arguments) = (self.all_taken_apart(), format_ident!("{}", again), &self.sig.arguments);
        let given = match self.sig.ret.has_record() {
            true => quote!(let ::core::option::Option::Some(seeds) = seeds else { return };),
            false => {
                let none = Self::no_seed(&self.sig.ret, &self.zero());
                quote!(let seeds = match seeds {
                    ::core::option::Option::Some(seeds) => seeds,
                    ::core::option::Option::None => #none,
                };)
            }
        };
        quote! {
            let #pattern = #types;
            if !#apart {
                #given
                let _ = ::wengert::generated::certain(Self::#run::<#number, #(#arguments),*>(#(#args,)* seeds, ws));
                return;
            }
        }
    }
}
