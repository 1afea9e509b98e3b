//! The border of a repeated text: values of the crate's types become those of the repeated ones, and back.

use super::{Repeat, parsed};
use crate::recorded::head::{Param, Source};
use crate::recorded::lifts;
use front::items::{AdtId, Bound, FnId};
use front::ty::{Pointer, Ty};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::{FnArg, Item, Pat, Result, Type, parse_quote};

/// Which way values go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    /// Constants into the repeated text.
    Lift,
    /// Types over the number into it.
    In,
    /// Out of it, as types over the number.
    Out,
    /// Out of it, as plain values.
    Plain,
}

impl Mode {
    /// The same for a type of which the crate has none over the number, or a field that is a constant.
    fn of_constant(self) -> Mode {
        match self {
            Mode::Lift | Mode::In => Mode::Lift,
            Mode::Out | Mode::Plain => Mode::Plain,
        }
    }

    fn enters(self) -> bool {
        matches!(self, Mode::Lift | Mode::In)
    }

    fn name(self) -> &'static str {
        match self {
            Mode::Lift => "lifted",
            Mode::In => "taken",
            Mode::Out => "given",
            Mode::Plain => "plain",
        }
    }
}

impl Repeat<'_> {
    /// A call of the repeated function with the parameters of the text, as the text gives it.
    pub(super) fn called_with(&self, f: FnId, text: &syn::ItemFn, head: &Source) -> Result<TokenStream> {
        let (def, number) = (self.program.func(f), &self.number);
        let active: Vec<bool> = match &self.sig.outside {
            Some((params, _)) => params.iter().map(|p| p.active).collect(),
            None => self.sig.params.iter().map(|p| p.active).collect(),
        };
        let (mut before, mut args, mut after) = (TokenStream::new(), vec![], TokenStream::new());
        if def.params.len() != head.params.len() || active.len() != def.params.len() {
            return Err(self.error(Span::call_site(), "parameters that are not those of the text"));
        }
        let inputs = head.params.iter().zip(&def.params).zip(&text.sig.inputs).zip(active);
        for (k, (((param, own), input), active)) in inputs.enumerate() {
            let name = self.named(param)?;
            let over = active || matches!(input, FnArg::Typed(t) if lifts(&t.ty, &self.sig.scalar));
            let mode = if over { Mode::In } else { Mode::Lift };
            let stays = if over { !self.is_other(&own.ty) } else { !self.has_float(&own.ty) };
            if stays {
                // What is changed arrives as a list: of one, where it is a number.
                let list = matches!(&param.ty, Type::Reference(r) if matches!(&*r.elem, Type::Slice(_)));
                args.push(match &own.ty {
                    Ty::Ref(true, of) if list && matches!(**of, Ty::Float(_)) => quote!(&mut #name[0]),
                    Ty::Ref(false, of) if list && matches!(**of, Ty::Vec(_)) => quote!(&#name.to_vec()),
                    Ty::Ref(true, of) if list && matches!(**of, Ty::Vec(_)) => {
                        let held = format_ident!("carried{k}__");
                        before.extend(quote!(let mut #held = #name.to_vec();));
                        after.extend(quote!(#name.copy_from_slice(&#held);));
                        quote!(&mut #held)
                    }
                    _ => quote!(#name),
                });
                continue;
            }
            let held = format_ident!("carried{k}__");
            match &own.ty {
                Ty::Ref(mutable, inner) => {
                    let (x, value) = (quote!(&*#name), quote!(#held));
                    let carried = self.carried(mode, inner, &x, Span::call_site())?;
                    let list = matches!(**inner, Ty::Slice(_)).then(|| quote!([..]));
                    if !mutable {
                        before.extend(quote!(let #held = #carried;));
                        args.push(quote!(&#value #list));
                        continue;
                    }
                    if !over {
                        return Err(self.error(Span::call_site(), "a constant that changes"));
                    }
                    before.extend(quote!(let mut #held = #carried;));
                    args.push(quote!(&mut #value #list));
                    let back = match &**inner {
                        Ty::Slice(of) | Ty::Array(of, _) => {
                            let back = self.carried(Mode::Out, of, &quote!(from__), Span::call_site())?;
                            quote!(for (to__, from__) in #name.iter_mut().zip(&#held) { *to__ = #back; })
                        }
                        inner => {
                            let back = self.carried(Mode::Out, inner, &quote!(&#held), Span::call_site())?;
                            quote!(*#name = #back;)
                        }
                    };
                    after.extend(back);
                }
                ty => {
                    let carried = self.carried(mode, ty, &quote!(&#name), Span::call_site())?;
                    before.extend(quote!(let #held = #carried;));
                    args.push(quote!(#held));
                }
            }
        }
        let ret = match &def.ret {
            ret if !self.is_other(ret) && !self.lends_float(ret) => quote!(result__),
            // An error that stays need not be `Clone`.
            Ty::Adt(adt, args)
                if let [of, error] = args.as_slice()
                    && &*self.program.adt(*adt).name == "Result"
                    && !self.is_own(self.program.adt(*adt).origin)
                    && !self.is_other(error) =>
            {
                let of = self.carried(Mode::Out, of, &quote!(&x__), Span::call_site())?;
                quote!(result__.map(|x__| #of))
            }
            ret => self.carried(Mode::Out, ret, &quote!(&result__), Span::call_site())?,
        };
        let name = self.function_name(f);
        let arguments = self.arguments_of(f)?;
        Ok(quote! {
            #before
            let result__ = #name::<#number #(, #arguments)*>(#(#args),*);
            let given__ = #ret;
            #after
            given__
        })
    }

    /// The lengths and the types that a function has as parameters, by their names around the call.
    fn arguments_of(&self, f: FnId) -> Result<Vec<Ident>> {
        let generics = &self.program.func(f).generics;
        let over = |bound: &Bound| matches!(bound, Bound::Trait(_, of, ..) if self.is_trait_over(*of));
        if generics.bounds.iter().any(over) {
            return Err(self.error(Span::call_site(), "a type with a trait that has floats, as a parameter"));
        }
        Ok(generics.names.iter().filter(|name| !name.contains(' ')).map(|name| format_ident!("{name}")).collect())
    }

    /// The name of a parameter.
    fn named(&self, param: &Param) -> Result<Ident> {
        match &param.pat {
            Pat::Ident(p) if p.subpat.is_none() && p.by_ref.is_none() => Ok(p.ident.clone()),
            pat => Err(syn::Error::new_spanned(pat, "a parameter that is a pattern")),
        }
    }

    /// A value of this type behind a reference `x`, on the other side.
    pub(super) fn carried(&self, mode: Mode, ty: &Ty, x: &TokenStream, at: Span) -> Result<TokenStream> {
        let number = &self.number;
        let each = |of: &Ty| self.carried(mode, of, &quote!(x__), at);
        // What is lent is given by value, but for constants.
        if let (Mode::Out, Ty::Ref(_, of), true) = (mode, ty, self.has_float(ty)) {
            return self.carried(mode, of, &quote!(&**(#x)), at);
        }
        let stays = match mode {
            Mode::Out if self.lends_float(ty) || matches!(ty, Ty::Slice(_)) => false,
            Mode::In | Mode::Out => !self.is_other(ty),
            Mode::Lift | Mode::Plain => !self.has_float(ty),
        };
        if stays {
            return Ok(quote!(::core::clone::Clone::clone(#x)));
        }
        Ok(match ty {
            Ty::Float(_) => match mode {
                Mode::Lift => quote!(<#number as ::wengert::Number>::constant(*(#x))),
                Mode::Plain => quote!(::wengert::Real::value(#x)),
                Mode::In | Mode::Out => quote!(*(#x)),
            },
            Ty::Array(of, _) => {
                let each = each(of)?;
                quote!((#x).each_ref().map(|x__| #each))
            }
            Ty::Vec(of) | Ty::Slice(of) => {
                let each = each(of)?;
                quote!((#x).iter().map(|x__| #each).collect::<::std::vec::Vec<_>>())
            }
            Ty::Tuple(parts) => {
                let mut all = vec![];
                for (k, part) in parts.iter().enumerate() {
                    let k = syn::Index::from(k);
                    all.push(self.carried(mode, part, &quote!(&(#x).#k), at)?);
                }
                quote!((#(#all,)*))
            }
            Ty::Boxed(by, of) => {
                let [module, name] = by.path().map(|name| format_ident!("{name}"));
                // Over the number what is shared has a type of its own, and so has a box.
                let behind = match (mode, by) {
                    (Mode::In, Pointer::Rc | Pointer::Arc) => quote!(&***(#x)),
                    _ => quote!(&**(#x)),
                };
                let of = self.carried(mode, of, &behind, at)?;
                match (mode, by) {
                    (Mode::Out, Pointer::Box) => quote!(::wengert::generated::Boxed::new(#of)),
                    (Mode::Out, _) => quote!(::wengert::generated::Pointed(::std::#module::#name::new(#of))),
                    _ => quote!(::std::#module::#name::new(#of)),
                }
            }
            ty if self.is_bare(ty) => match mode {
                Mode::In => quote!(::wengert::generated::plain::<#number, _>(#x, |x| x.value())),
                _ => quote!({ use ::wengert::generated::Lift as _; (#x).lift_to::<#number>() }),
            },
            Ty::Adt(adt, args) => match (&*self.program.adt(*adt).name, args.as_slice()) {
                ("Option", [of]) if !self.is_own(self.program.adt(*adt).origin) => {
                    let each = each(of)?;
                    quote!((#x).as_ref().map(|x__| #each))
                }
                (_, [_, of]) if self.is_map(ty) => {
                    let each = each(of)?;
                    quote!((#x).iter().map(|(key__, x__)| (::core::clone::Clone::clone(key__), #each)).collect())
                }
                ("Result", [of, error]) if !self.is_own(self.program.adt(*adt).origin) => {
                    let (of, error) = (each(of)?, each(error)?);
                    quote!(match #x {
                        ::core::result::Result::Ok(x__) => ::core::result::Result::Ok(#of),
                        ::core::result::Result::Err(x__) => ::core::result::Result::Err(#error),
                    })
                }
                (_, args) if self.is_adt_over(*adt) => {
                    let mode = if self.program.adt(*adt).differentiable { mode } else { mode.of_constant() };
                    let lengths: Vec<_> = args.iter().filter(|ty| matches!(ty, Ty::Const(_))).collect();
                    let types: &[Ty] = if lengths.len() == args.len() { &[] } else { args };
                    let name = self.carrier_name(mode, *adt, types);
                    let lengths = lengths.iter().filter(|_| types.is_empty()).map(|_| quote!(_));
                    quote!(#name::<#number #(, #lengths)*>(#x))
                }
                ("Matrix", [] | [Ty::Float(_)]) => match mode {
                    Mode::Lift => quote!(::wengert::linalg::Matrix::<#number>::constant(#x)),
                    _ => return Err(self.error(at, "a matrix that is made plain")),
                },
                _ => return Err(self.error(at, "a type that does not come apart")),
            },
            _ => return Err(self.error(at, "a value that cannot be carried over")),
        })
    }

    /// Whether what stays as it is in a value that is carried over can be cloned.
    pub(super) fn comes_apart(&self, ty: &Ty, met: &mut HashSet<AdtId>) -> bool {
        match ty {
            Ty::Adt(adt, _) if self.is_own(self.program.adt(*adt).origin) && self.is_adt_over(*adt) => {
                let def = self.program.adt(*adt);
                let mut fields = def.variants.iter().flat_map(|v| &v.fields);
                !met.insert(*adt) || fields.all(|field| self.comes_apart(&field.ty, met))
            }
            Ty::Adt(adt, _) if self.is_own(self.program.adt(*adt).origin) => self.program.is_cloned(*adt),
            Ty::Ref(..) if !self.has_float(ty) => true,
            ty => ty.parts().all(|part| self.comes_apart(part, met)),
        }
    }

    /// Whether a reference to floats is in a type.
    fn lends_float(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Ref(..)) && self.has_float(ty) || ty.parts().any(|part| self.lends_float(part))
    }

    /// Whether a type with the derive holds no number: the derive makes one over the number of it, the repeated text has it as
    /// it is.
    fn is_bare(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Adt(adt, _) if self.program.adt(*adt).differentiable && !self.has_float(ty))
    }

    /// Whether a type over the number is another one in the repeated text: it is repeated, a map, or a box.
    pub(super) fn is_other(&self, ty: &Ty) -> bool {
        let boxed = matches!(ty, Ty::Boxed(..)) && self.has_float(ty);
        boxed || self.is_bare(ty) || self.is_over(ty) || self.is_map(ty) || ty.parts().any(|part| self.is_other(part))
    }

    /// A type as it is outside, without derivatives.
    fn plain(&self, ty: &Ty) -> Result<TokenStream> {
        let all = |parts: &[Ty]| parts.iter().map(|part| self.plain(part)).collect::<Result<Vec<_>>>();
        Ok(match ty {
            Ty::Float(_) => quote!(f64),
            Ty::Adt(adt, args) if self.is_adt_over(*adt) => {
                let path = self.program.path_of_adt(*adt);
                let path = path.ok_or_else(|| self.error(Span::call_site(), "a type that is not seen here"))?;
                let args = all(args)?;
                quote!(#path<#(#args),*>)
            }
            Ty::Tuple(parts) => {
                let parts = all(parts)?;
                quote!((#(#parts,)*))
            }
            Ty::Vec(of) => {
                let of = self.plain(of)?;
                quote!(::std::vec::Vec<#of>)
            }
            ty if !self.has_float(ty) => self.ty(self.root, ty),
            _ => return Err(self.error(Span::call_site(), "a type that does not come apart")),
        })
    }

    /// The name of the function that carries a struct or an enum over, of these types if not of lengths alone.
    fn carrier_name(&self, mode: Mode, adt: AdtId, types: &[Ty]) -> Ident {
        let name = self.adt_name(adt);
        let carried = &mut self.reached.borrow_mut().carried;
        let of = Carried { mode, adt, types: types.to_vec() };
        let at = carried.iter().position(|own| *own == of).unwrap_or_else(|| {
            carried.push(of);
            carried.len() - 1
        });
        format_ident!("{}{name}{at}", mode.name())
    }

    /// The function that carries a struct or an enum over.
    pub(super) fn carrier(&self, Carried { mode, adt, types }: &Carried) -> Result<Vec<Item>> {
        let (mode, adt) = (*mode, *adt);
        let (name, def, number) = (self.carrier_name(mode, adt, types), self.program.adt(adt), &self.number);
        let Some(own) = self.program.path_of_adt(adt) else {
            return Err(self.error(Span::call_site(), "a type that is not seen here"));
        };
        let (repeated, held) = (self.adt_name(adt), self.held_field(adt));
        let held = held.map(|name| quote!(#name: ::core::marker::PhantomData));
        let params = match self.program.syntax_of_adt(adt).as_deref() {
            _ if !types.is_empty() => vec![],
            Some(Item::Struct(s)) => lengths_of(&s.generics),
            Some(Item::Enum(e)) => lengths_of(&e.generics),
            _ => vec![],
        };
        let names: Vec<_> = params.iter().map(|param| param.ident.to_token_stream()).collect();
        let plain = types.iter().map(|ty| self.plain(ty)).collect::<Result<Vec<_>>>()?;
        let plain: Vec<_> = names.iter().cloned().chain(plain).collect();
        let own = if plain.is_empty() { quote!(#own) } else { quote!(#own::<#(#plain),*>) };
        // Another name of a type that is told by a trait leads to its variants.
        let alias = format_ident!("Outside{name}");
        let (outside, alias) = match mode {
            Mode::Lift | Mode::Plain => (quote!(#own), None),
            Mode::In | Mode::Out => {
                let item: Item = parse_quote! {
                    type #alias<__N #(, #params)*> = <#own as ::wengert::Differentiable<f64>>::Over<__N>;
                };
                (quote!(#alias::<#number #(, #names)*>), Some(item))
            }
        };
        let types_inside = types.iter().map(|ty| self.ty(self.root, ty));
        let inside = quote!(#repeated::<#number #(, #names)* #(, #types_inside)*>);
        let (from, to) = if mode.enters() { (&outside, &inside) } else { (&inside, &outside) };
        let mut arms = vec![];
        for variant in &def.variants {
            let of = super::patterns::member(&variant.name);
            let of = def.is_enum.then(|| quote!(::#of));
            let (mut names, mut values) = (vec![], vec![]);
            for (k, field) in variant.fields.iter().enumerate() {
                if !self.program.sees(adt, field) {
                    return Err(self.error(Span::call_site(), "a field that is private to another module"));
                }
                let (own, part) = (super::patterns::member(&field.name), format_ident!("part{k}__"));
                names.push(quote!(#own: #part));
                let mode = if field.constant { mode.of_constant() } else { mode };
                let ty = if types.is_empty() { field.ty.clone() } else { field.ty.with(types) };
                // A slice of its own is a list inside.
                let value = match field.boxed && !self.has_float(&ty) {
                    true => quote!(#part.to_vec()),
                    false => self.carried(mode, &ty, &part.to_token_stream(), Span::call_site())?,
                };
                let leaves = field.boxed && !mode.enters();
                let value = if leaves { quote!(::core::convert::From::from(#value)) } else { value };
                values.push(quote!(#own: #value));
            }
            if mode.enters() {
                values.extend(held.clone());
            }
            arms.push(quote!(#from #of { #(#names,)* .. } => #to #of { #(#values),* }));
        }
        let generics = self.added_parameters(None);
        let function: Item = parsed(quote! {
            fn #name<#(#generics,)* #(#params),*>(x__: &#from) -> #to {
                match x__ { #(#arms,)* }
            }
        })?;
        Ok(alias.into_iter().chain([function]).collect())
    }
}

/// A struct or an enum that is carried over, of these types if not of lengths alone.
#[derive(Clone, PartialEq)]
pub(super) struct Carried {
    mode: Mode,
    adt: AdtId,
    types: Vec<Ty>,
}

/// The lengths that a type has as parameters.
fn lengths_of(generics: &syn::Generics) -> Vec<syn::ConstParam> {
    let plain = |param: &syn::ConstParam| syn::ConstParam { default: None, eq_token: None, ..param.clone() };
    generics.const_params().map(plain).collect()
}
