//! A function that is recorded while it runs: its text on any number, and the way back by a tape.

use crate::around::adjoints_are_transposed_tangents;
use crate::emit::Emitter;
use crate::emit::api::bound::Held;
use crate::emit::api::layout::{as_shape, lay, put};
use crate::ir::Storage;
use crate::ir::lowered::Leaf;
use crate::recorded::{Param, Source, lifts, opening};
use crate::signature::nests::{Given, Nested, Outer, Part};
use crate::signature::{By, Shape};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

/// A run on a tape over the number, as code.
struct OnTape {
    params: Vec<TokenStream>,
    /// The type of the seeds.
    seeds: TokenStream,
    /// Makes `flat`, `weights` and `bound`.
    bound: TokenStream,
    /// Adds what `gradient` gives to the adjoints.
    spread: TokenStream,
}

impl Emitter<'_> {
    /// The text itself, over the number.
    pub fn source_function(&self, source: &Source) -> TokenStream {
        let (generics, ret, body) = (self.generics(), &source.ret, &source.body.stmts);
        let params = source.params.iter().map(|Param { pat, ty, .. }| quote!(#pat: #ty));
        let opening = opening();
        quote! {
            #[doc(hidden)]
            fn __source #generics(#(#params),*) -> #ret {
                #opening
                #(#body)*
            }
        }
    }

    /// The function on any number: arrays of arrays are put together for the text, and laid out behind it.
    pub fn eval_of_source(&self, source: &Source) -> TokenStream {
        let (generics, ret_ty, number) = (self.generics(), self.result_type(), self.number().clone());
        let (mut params, mut before, mut args, mut after) = (vec![], TokenStream::new(), vec![], TokenStream::new());
        let (mut written, mut lefts) = (source.params.iter(), vec![]);
        for (k, p) in self.sig.params.iter().enumerate() {
            let name = self.parameter(k);
            let ty = match &p.shape {
                Some(shape) if p.active => Self::shape_type(shape, &quote!(#number)),
                _ => self.constant_type(p),
            };
            params.push(quote!(#name: #ty));
            let nested = match &p.part {
                Some(Part::Numbers(nested)) => Some(nested),
                // They belong to the parameter in front.
                Some(_) => continue,
                None => None,
            };
            let plain = written.next();
            if let Some(nested) = nested {
                let whole = format_ident!("{name}_whole__");
                let rows = |level: usize| self.row_of(k, nested, level);
                let count =
                    self.sig.params.get(k + 1 + nested.tables()).map(|_| self.parameter(k + 1 + nested.tables()));
                let count = if nested.levels.is_empty() { quote!(0) } else { quote!(#count) };
                let made = put(nested, &quote!(#name), &count, &rows);
                before.extend(quote!(let mut #whole = #made;));
                if plain.is_some_and(|p| p.given_back) {
                    args.push(quote!(&mut #whole));
                    lefts.push(whole);
                    continue;
                }
                args.push(match &nested.outer {
                    Outer::Slice | Outer::Ref(_) => quote!(&#whole),
                    Outer::SliceMut | Outer::RefMut(_) => quote!(&mut #whole),
                    Outer::Fixed(_) | Outer::Vec => quote!(#whole),
                });
                if nested.writes() {
                    let numbers = nested.levels.iter().map(|_| quote!(.flatten()));
                    after.extend(quote! {
                        for (to, from) in #name.iter_mut().zip(#whole.iter() #(#numbers)*) { *to = *from; }
                    });
                }
                continue;
            }
            let is_lifted = !p.active && !self.sig.generic && lifts(&p.ty, &self.sig.scalar);
            if plain.is_some_and(|p| p.given_back) {
                let left = format_ident!("{name}_left__");
                let list = matches!(&p.shape, Some(Shape::Record(r)) if r.by == By::Slice);
                before.extend(match &p.shape {
                    Some(Shape::Slice) => quote!(let mut #left = #name.to_vec();),
                    None => quote!(let mut #left = #name;),
                    _ => quote!(let mut #left = ::core::clone::Clone::clone(#name);),
                });
                args.push(if list { quote!(&mut #left[..]) } else { quote!(&mut #left) });
                lefts.push(left);
                continue;
            }
            if !is_lifted {
                let lent = plain.is_some_and(|p| p.lent).then(|| quote!(&));
                args.push(quote!(#lent #name));
                continue;
            }
            let lifted = format_ident!("{name}_number__");
            let (by, list) = match &p.ty {
                Type::Reference(r) => (true, matches!(&*r.elem, Type::Slice(_))),
                _ => (false, false),
            };
            let from = if by && !list { quote!(#name) } else { quote!(&#name) };
            before.extend(quote!(let #lifted = ::wengert::generated::spelled::Constant::<#number>::constant(#from);));
            args.push(if by { quote!(&#lifted) } else { quote!(#lifted) });
        }
        let unit = matches!(&source.ret, Type::Tuple(t) if t.elems.is_empty());
        let whole = match (unit, lefts.as_slice()) {
            (_, []) => quote!(result__),
            (true, [left]) => quote!(#left),
            (true, lefts) => quote!((#(#lefts),*)),
            (false, lefts) => match crate::syntax::types::argument_of(&source.ret, &["Option", "Result"]) {
                Some(Type::Tuple(t)) if t.elems.is_empty() => {
                    quote!((::wengert::generated::MaybeThere::is_there(&result__), #(#lefts),*))
                }
                Some(_) => quote!((::wengert::generated::MaybeThere::there(result__), #(#lefts),*)),
                None => quote!((result__, #(#lefts),*)),
            },
        };
        let given = match &self.sig.outside {
            Some((_, given)) => flat(given, &self.sig.ret, &quote!(whole__), &number),
            None => quote!(whole__),
        };
        let (eval, arguments) = (self.public("eval"), &self.sig.arguments);
        quote! {
            /// The function on any number, as it is written.
            pub fn #eval #generics(#(#params),*) -> #ret_ty {
                #before
                let result__ = Self::__source::<#number, #(#arguments),*>(#(#args),*);
                #after
                let whole__ = #whole;
                #given
            }
        }
    }

    /// Where a row of a level lies, by the tables behind a parameter.
    fn row_of(&self, k: usize, nested: &Nested, level: usize) -> TokenStream {
        let before = nested.levels[..level].iter().filter(|l| l.is_none()).count();
        let table = self.parameter(k + 1 + before);
        quote!((#table[2 * k__], #table[2 * k__ + 1]))
    }

    /// Forward and back, as other functions have it in one: on a tape over the number.
    pub fn joint_by_tape(&self) -> TokenStream {
        let (generics, ret_ty, ws, number) =
            (self.generics(), self.result_type(), self.workspace(), self.number().clone());
        let arguments = &self.sig.arguments;
        let OnTape { params, seeds, bound, spread } = self.on_tape(&quote!(ws.copied(&[])));
        let args = self.leaves.iter().enumerate().map(|(k, leaf)| self.whole(leaf, k));
        let eval = self.public("eval");
        let record =
            format_ident!("{}", if adjoints_are_transposed_tangents() { "by_lanes_or_tape" } else { "by_recording" });
        let fills = self.p.arrays.iter().any(|a| matches!(a.storage, Storage::Exclusive));
        let run = match matches!(self.sig.ret, Shape::Scalar) && !fills {
            true => quote! {
                ::wengert::generated::#record::<#number, _>(&bound, &mut flat, &mut weights);
                let result = weights.first().copied();
            },
            false => quote! {
                let result = ::core::option::Option::Some(Self::#eval::<#number, #(#arguments),*>(#(#args),*));
                ::wengert::generated::#record::<#number, _>(&bound, &mut flat, &mut weights);
            },
        };
        quote! {
            #[doc(hidden)]
            pub fn __joint #generics(#(#params,)* seeds: #seeds, #ws) -> ::core::option::Option<#ret_ty> {
                #bound
                #run
                let mut gradient = flat.iter().copied();
                #spread
                ws.give(flat);
                ws.give(weights);
                result
            }
        }
    }

    /// What `__joint` adds to the adjoints, from a tape, which knows what reached what: where a NaN came out.
    pub fn adjoints_by_tape(&self) -> TokenStream {
        let (generics, number) = (self.generics(), self.number());
        let OnTape { params, seeds, bound, spread } = self.on_tape(&quote!(::std::vec::Vec::new()));
        quote! {
            #[doc(hidden)]
            #[cold]
            pub fn __again #generics(#(#params,)* seeds: #seeds) {
                #bound
                let mut gradient = ::wengert::generated::by_recording_apart::<#number, _>(&bound, &flat, &weights).into_iter();
                #spread
            }
        }
    }

    /// What a run on a tape over the number consists of; an empty list is `list`.
    fn on_tape(&self, list: &TokenStream) -> OnTape {
        let (number, arguments) = (self.number(), &self.sig.arguments);
        let (mut params, mut lens) = (vec![], vec![]);
        let (mut inputs, mut weights, mut spread) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for (leaf, k) in self.flat_leaves() {
            let name = self.leaf_name(&leaf);
            if !self.sig.params[k].active {
                let ty = self.constant_leaf_type(&leaf, k);
                params.push(quote!(#name: #ty));
                continue;
            }
            let out = format_ident!("{}_out", name);
            if let Some(Shape::Record(r)) = &self.sig.params[k].shape {
                let ty = r.over(&quote!(#number));
                params.push(quote!(#name: &#ty, #out: &mut #ty));
                inputs.extend(quote!(::wengert::generated::append::<#number, _>(#name, &mut flat);));
                spread.extend(quote! {
                    ::wengert::Bundle::<#number>::each_mut(#out, &mut |x| if let ::core::option::Option::Some(g) = gradient.next() { *x += g; });
                });
                lens.push(quote!(::wengert::generated::count::<#number, _>(#name)));
                continue;
            }
            let Leaf::Array(a) = &leaf else {
                params.push(quote!(#name: #number, #out: &mut #number));
                inputs.extend(quote!(flat.push(#name);));
                spread.extend(quote!(if let ::core::option::Option::Some(g) = gradient.next() { *#out += g; }));
                lens.push(quote!(1));
                continue;
            };
            lens.push(quote!(#name.len()));
            inputs.extend(quote!(flat.extend_from_slice(&#name[..]);));
            let storage = &self.p.arrays[*a].storage;
            if let Storage::Exclusive = storage {
                weights.extend(quote!(weights.extend_from_slice(#out);));
                spread.extend(quote!(for (x, g) in #out.iter_mut().zip(&mut gradient) { *x = g; }));
            } else {
                spread.extend(quote!(for (x, g) in #out.iter_mut().zip(&mut gradient) { *x += g; }));
            }
            params.push(match storage {
                Storage::Exclusive => quote!(#name: &mut [#number], #out: &mut [#number]),
                Storage::Fixed(n) => quote!(#name: [#number; #n], #out: &mut [#number; #n]),
                _ => quote!(#name: &[#number], #out: &mut [#number]),
            });
        }
        let mut seed_weights = TokenStream::new();
        crate::emit::run::seeds_flat(&self.sig.ret, quote!(seeds), None, &mut seed_weights);
        let constants = self.constant_args(Held::Run);
        let bound = quote! {
            let mut flat: ::std::vec::Vec<#number> = #list;
            #inputs
            let mut weights: ::std::vec::Vec<#number> = #list;
            #seed_weights
            #weights
            let bound = Self::__bind::<#(#arguments),*>([#(#lens),*], #(#constants),*);
        };
        OnTape { params, seeds: Self::seed_type(&self.sig.ret, number), bound, spread }
    }

    /// A parameter of the function on any number, of the flat leaves.
    fn whole(&self, leaf: &Leaf, k: usize) -> TokenStream {
        match leaf {
            Leaf::Tuple(parts) => {
                let parts = parts.iter().map(|l| self.whole(l, k));
                quote!((#(#parts),*))
            }
            Leaf::Array(a) => {
                let name = self.array(*a);
                match &self.p.arrays[*a].storage {
                    Storage::Heap => quote!(#name.to_vec()),
                    Storage::Exclusive => quote!(&mut *#name),
                    _ => quote!(#name),
                }
            }
            leaf => {
                let name = self.leaf_name(leaf);
                match &self.sig.params[k].shape {
                    Some(Shape::Record(r)) if self.sig.params[k].active && r.by == By::Value => {
                        quote!(::core::clone::Clone::clone(#name))
                    }
                    _ => quote!(#name),
                }
            }
        }
    }
}

/// A result of the text, as the flat functions give it.
fn flat(given: &Given, shape: &Shape, x: &TokenStream, number: &Ident) -> TokenStream {
    match (given, shape) {
        (Given::Nested(nested), Shape::Tuple(parts)) => {
            let whole = format_ident!("rows_of__");
            let laid = lay(nested, &whole, false);
            let numbers = as_shape(&laid, nested, &parts[0]);
            let (before, mut tables) = (&laid.before, laid.tables.iter());
            let levels = nested.levels.iter().map(|level| match level {
                Some(n) => quote!(::wengert::generated::Lie::Even(#n)),
                None => {
                    let table = tables.next();
                    quote!(::wengert::generated::Lie::Table((#table).to_vec()))
                }
            });
            let levels: Vec<_> = levels.collect();
            quote!({
                let #whole = #x;
                #before
                let rows__ = ::wengert::generated::Rows { count: #whole.len(), levels: [#(#levels),*] };
                (#numbers, rows__)
            })
        }
        (Given::Maybe(of), Shape::Tuple(parts)) => {
            let there = |count: TokenStream| quote!(::wengert::generated::Rows { count: #count, levels: [] });
            if let Given::Plain(Shape::Record(_)) = **of {
                let there = there(quote!(usize::from(value__.is_some())));
                return quote!({ let value__ = ::wengert::generated::MaybeThere::there(#x); let there__ = #there; (value__, there__) });
            }
            let (value, nothing) = (flat(of, &parts[0], &quote!(value__), number), nothing(&parts[0], number));
            let (one, none) = (there(quote!(1)), there(quote!(0)));
            quote!(match ::wengert::generated::MaybeThere::there(#x) {
                ::core::option::Option::Some(value__) => (#value, #one),
                ::core::option::Option::None => (#nothing, #none),
            })
        }
        (Given::Tuple(parts), Shape::Tuple(shapes)) => {
            let names: Vec<Ident> = (0..parts.len()).map(|k| format_ident!("part{k}__")).collect();
            let parts = parts.iter().zip(shapes).zip(&names).map(|((g, s), name)| flat(g, s, &quote!(#name), number));
            quote!({ let (#(#names),*) = #x; (#(#parts),*) })
        }
        _ => x.clone(),
    }
}

/// What stands for a value that is not there.
fn nothing(shape: &Shape, number: &Ident) -> TokenStream {
    match shape {
        Shape::Unit => quote!(()),
        Shape::Scalar => quote!(<#number as ::wengert::Number>::constant(0.0)),
        Shape::Fixed(n) => quote!([<#number as ::wengert::Number>::constant(0.0); #n]),
        Shape::Tuple(parts) => {
            let parts = parts.iter().map(|s| nothing(s, number));
            quote!((#(#parts),*))
        }
        Shape::Rows(levels) => {
            let levels = (0..*levels).map(|_| quote!(::wengert::generated::Lie::Even(0)));
            quote!(::wengert::generated::Rows { count: 0, levels: [#(#levels),*] })
        }
        Shape::Count(ty) => quote!(<#ty as ::core::default::Default>::default()),
        _ => quote!(::std::vec::Vec::new()),
    }
}
