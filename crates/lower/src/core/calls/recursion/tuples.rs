//! Structures without the derive that carry derivatives into functions that call themselves: a function beside takes and
//! gives tuples of their fields, and puts the structures together in front of its body.

use crate::core::calls::recursion::columns;
use crate::core::calls::recursion::{DEEPEST, is_unmarked};
use crate::core::{Refusal, refuse};
use front::items::{AdtId, Origin};
use front::program::Program;
use front::ty::{Float, Len, Ty as Type};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{FnArg, ItemFn, parse_quote};

/// How such a function takes a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Taken {
    AsIs,
    /// A reference to a constant outside.
    Constant,
    /// As tuples.
    Apart,
    /// A list of structures as lists of numbers.
    Columns,
    /// To be changed where its lists lie, which may grow if that is said.
    Lent(bool),
}

/// The same type with tuples in the place of structures without the derive; none where that has no form, or none is in it.
pub(crate) fn apart(program: &Program, ty: &Type) -> Option<Type> {
    if !is_unmarked(program, ty, DEEPEST) {
        return None;
    }
    in_tuples(program, ty, DEEPEST)
}

/// The same of what a function gives, where lists of structures of numbers become lists of numbers.
pub(crate) fn given(program: &Program, ty: &Type) -> Option<Type> {
    columns::in_columns(program, ty).or_else(|| apart(program, ty))
}

fn in_tuples(program: &Program, ty: &Type, deepest: usize) -> Option<Type> {
    let deepest = deepest.checked_sub(1)?;
    let one = |of: &Type| in_tuples(program, of, deepest).map(Box::new);
    let all = |types: &[Type]| types.iter().map(|of| in_tuples(program, of, deepest)).collect::<Option<Vec<_>>>();
    Some(match ty {
        ty if is_lent_text(ty) => ty.clone(),
        Type::Ref(m, of) => Type::Ref(*m, one(of)?),
        Type::Slice(of) => Type::Slice(one(of)?),
        Type::Vec(of) => Type::Vec(one(of)?),
        Type::Array(of, len) => Type::Array(one(of)?, len.clone()),
        Type::Tuple(types) => Type::Tuple(all(types)?),
        Type::Adt(adt, args) => {
            let def = program.adt(*adt);
            match def.origin {
                Origin::Prelude => Type::Adt(*adt, all(args)?),
                _ if def.differentiable => ty.clone(),
                _ => {
                    // What is lent to a structure is lent to the tuple; structures that are lent lie nowhere else.
                    let owned = |of: &Type| match of {
                        Type::Ref(m, of) => !m && !is_unmarked(program, of, DEEPEST),
                        _ => true,
                    };
                    let all = fields(program, *adt, args)?;
                    let all = all.iter().map(|(_, of)| in_tuples(program, of, deepest).filter(|_| owned(of)));
                    Type::Tuple(all.collect::<Option<_>>()?)
                }
            }
        }
        Type::Float(_) | Type::Int(_) | Type::Bool | Type::Char => ty.clone(),
        Type::Opaque(text) if &**text == "String" => ty.clone(),
        _ => return None,
    })
}

fn is_lent_text(ty: &Type) -> bool {
    matches!(ty, Type::Ref(false, of) if **of == Type::Str)
}

/// The fields of a structure of the crate, if it has no parameters and all are seen.
pub(crate) fn fields(program: &Program, adt: AdtId, args: &[Type]) -> Option<Vec<(syn::Member, Type)>> {
    const MOST: usize = 12;
    let def = program.adt(adt);
    let of = def.variants.first().filter(|_| !def.is_enum && args.is_empty() && program.path_of_adt(adt).is_some())?;
    let seen = of.fields.iter().all(|f| program.sees(adt, f) && !f.boxed);
    (seen && (1..=MOST).contains(&of.fields.len())).then(|| {
        of.fields.iter().enumerate().map(|(k, f)| (crate::core::structures::member(of, k), f.ty.clone())).collect()
    })
}

/// A type as it is written in the signature.
fn written(program: &Program, ty: &Type) -> Option<TokenStream> {
    let one = |of: &Type| written(program, of);
    let all = |types: &[Type]| types.iter().map(|of| written(program, of)).collect::<Option<Vec<_>>>();
    Some(match ty {
        Type::Float(Float::F32) => quote!(f32),
        Type::Float(_) => quote!(f64),
        Type::Int(int) => {
            let name = format_ident!("{}", int.name());
            quote!(#name)
        }
        Type::Bool => quote!(bool),
        Type::Char => quote!(char),
        ty if is_lent_text(ty) => quote!(&'static str),
        Type::Ref(m, of) => {
            let (m, of) = (m.then(|| quote!(mut)), one(of)?);
            quote!(&#m #of)
        }
        Type::Slice(of) => {
            let of = one(of)?;
            quote!([#of])
        }
        Type::Vec(of) => {
            let of = one(of)?;
            quote!(Vec<#of>)
        }
        Type::Array(of, Len::Known(n)) => {
            let (of, n) = (one(of)?, proc_macro2::Literal::u64_unsuffixed(*n));
            quote!([#of; #n])
        }
        Type::Tuple(types) => {
            let types = all(types)?;
            quote!((#(#types,)*))
        }
        Type::Adt(adt, args) => {
            let (def, args) = (program.adt(*adt), all(args)?);
            let path = match (&*def.name, def.origin) {
                ("Option", Origin::Prelude) => quote!(Option),
                ("Result", Origin::Prelude) => quote!(Result),
                (_, Origin::Prelude) => return None,
                _ => {
                    let path = program.path_of_adt(*adt)?;
                    quote!(#path)
                }
            };
            if args.is_empty() { path } else { quote!(#path<#(#args),*>) }
        }
        Type::Opaque(text) if &**text == "String" => quote!(String),
        _ => return None,
    })
}

/// The same of a reference to constants, which may hold text of any lifetime.
pub(crate) fn written_to_lend(program: &Program, ty: &Type) -> Option<syn::Type> {
    let mut written = syn::parse2(written(program, ty)?).ok()?;
    crate::signature::normal::without_lifetimes(&mut written);
    Some(written)
}

/// The type of the values of a map.
fn map_value<'t>(program: &Program, ty: &'t Type) -> Option<&'t Type> {
    match ty.behind() {
        Type::Adt(adt, args) if is_map(program, *adt) => args.get(1),
        _ => None,
    }
}

fn is_map(program: &Program, adt: AdtId) -> bool {
    let def = program.adt(adt);
    def.origin == Origin::Prelude && matches!(&*def.name, "BTreeMap" | "HashMap")
}

/// Puts another type in the place of the values of a map.
fn with_value(ty: &mut syn::Type, value: &TokenStream) -> Option<()> {
    match ty {
        syn::Type::Reference(r) => with_value(&mut r.elem, value),
        syn::Type::Path(p) => match &mut p.path.segments.last_mut()?.arguments {
            syn::PathArguments::AngleBracketed(args) => {
                *args.args.get_mut(1)? = parse_quote!(#value);
                Some(())
            }
            _ => None,
        },
        _ => None,
    }
}

/// A value of a type from what lies at a place in tuples, or the other way round.
struct Made<'p> {
    program: &'p Program,
    /// Whether tuples are made.
    apart: bool,
    names: usize,
}

impl Made<'_> {
    fn of(&mut self, place: &TokenStream, ty: &Type) -> Option<TokenStream> {
        if let Type::Ref(false, _) = ty {
            return Some(place.clone());
        }
        if !is_unmarked(self.program, ty, DEEPEST) {
            return Some(quote!(#place.clone()));
        }
        self.names += 1;
        let name = format_ident!("part{}__", self.names);
        let each = |b: &mut Self, of: &Type| b.of(&quote!((*#name)), of);
        Some(match ty {
            Type::Vec(of) | Type::Slice(of) => {
                let of = each(self, of)?;
                quote!(#place.iter().map(|#name| #of).collect::<Vec<_>>())
            }
            Type::Array(of, _) => {
                let of = self.of(&quote!(#place[#name]), of)?;
                quote!(::std::array::from_fn(|#name| #of))
            }
            Type::Tuple(types) => {
                let parts = types.iter().enumerate().map(|(k, of)| {
                    let k = syn::Index::from(k);
                    self.of(&quote!(#place.#k), of)
                });
                let parts = parts.collect::<Option<Vec<_>>>()?;
                quote!((#(#parts,)*))
            }
            Type::Adt(adt, args) if self.program.adt(*adt).origin == Origin::Prelude => {
                let map = is_map(self.program, *adt);
                let of = each(self, if map { args.get(1)? } else { args.first()? })?;
                match &*self.program.adt(*adt).name {
                    _ if map => quote!(#place.iter().map(|(key__, #name)| (key__.clone(), #of)).collect()),
                    "Option" => quote!(#place.as_ref().map(|#name| #of)),
                    _ => return None,
                }
            }
            Type::Adt(adt, args) => {
                let mut parts = vec![];
                for (k, (member, of)) in fields(self.program, *adt, args)?.into_iter().enumerate() {
                    let k = syn::Index::from(k);
                    let part = if self.apart { quote!(#place.#member) } else { quote!(#place.#k) };
                    let part = self.of(&part, &of)?;
                    parts.push(if self.apart { part } else { quote!(#member: #part) });
                }
                match self.apart {
                    true => quote!((#(#parts,)*)),
                    false => {
                        let path = self.program.path_of_adt(*adt)?;
                        quote!(#path { #(#parts),* })
                    }
                }
            }
            _ => return None,
        })
    }
}

/// Gives a function the form that takes and gives tuples.
pub(crate) fn taken_apart(
    program: &Program,
    (params, ret): (&[Type], &Type),
    taken: &[Taken],
    f: &mut ItemFn,
) -> Result<(), Refusal> {
    let no_form = || Refusal::new("a structure without the derive in a function that calls itself");
    let (mut made, mut parts) = (Made { program, apart: false, names: 0 }, Made { program, apart: true, names: 100 });
    let (mut before, mut after, mut lent) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
    for (k, ((input, ty), taken)) in f.sig.inputs.iter_mut().zip(params).zip(taken).enumerate() {
        let FnArg::Typed(input) = input else { return refuse("a receiver") };
        if *taken == Taken::Columns {
            let count = columns::count(program, ty).ok_or_else(no_form)?;
            input.attrs.push(parse_quote!(#[columns(#count)]));
        }
        if let Taken::Lent(grow) = *taken {
            let mark = crate::core::calls::recursion::lent::mark(program, ty, grow).ok_or_else(no_form)?;
            let mark: syn::ItemFn = parse_quote!(#mark fn marked() {});
            input.attrs.retain(|a| !a.path().is_ident("constant"));
            input.attrs.extend(mark.attrs);
        }
        if *taken != Taken::Apart {
            continue;
        }
        let tuples = apart(program, ty).ok_or_else(no_form)?;
        let (own, arg): (Ident, Ident) = (format_ident!("own{k}__"), format_ident!("apart{k}__"));
        let (lends, of) = match ty {
            Type::Ref(m, of) => (Some(*m), &**of),
            ty => (None, ty),
        };
        let place = if lends.is_some() { quote!((*#arg)) } else { quote!(#arg) };
        let value = made.of(&place, of).ok_or_else(no_form)?;
        // What is gathered says its type.
        let of_own = match &*input.ty {
            syn::Type::Reference(r) if map_value(program, ty).is_some() => {
                let of = &r.elem;
                Some(quote!(: #of))
            }
            _ => None,
        };
        let pat = std::mem::replace(&mut *input.pat, parse_quote!(#arg));
        let whole = matches!(of, Type::Slice(_)).then(|| quote!([..]));
        match lends {
            None => before.extend(quote!(let #pat = #value;)),
            Some(false) => before.extend(quote!(let #own #of_own = #value; let #pat = &#own #whole;)),
            Some(true) => {
                before.extend(quote!(let mut #own #of_own = #value;));
                lent.extend(quote!(let #pat = &mut #own #whole;));
                after.extend(match of {
                    Type::Slice(element) => {
                        let element = parts.of(&quote!(#own[at__]), element).ok_or_else(no_form)?;
                        quote!(for at__ in 0..#own.len() { #arg[at__] = #element; })
                    }
                    of => {
                        let left = parts.of(&quote!(#own), of).ok_or_else(no_form)?;
                        quote!(*#arg = #left;)
                    }
                });
            }
        }
        let tuples = match &tuples {
            // A list that is only read.
            Type::Ref(false, of) if matches!(**of, Type::Vec(_)) => {
                Type::Ref(false, Box::new(Type::Slice(Box::new(of.element().cloned().unwrap_or(Type::unknown())))))
            }
            ty => ty.clone(),
        };
        match map_value(program, &tuples) {
            // Of which kind a map is, the text says.
            Some(value) => {
                let value = written(program, value).ok_or_else(no_form)?;
                with_value(&mut input.ty, &value).ok_or_else(no_form)?;
            }
            None => {
                let tuples = written(program, &tuples).ok_or_else(no_form)?;
                *input.ty = parse_quote!(#tuples);
            }
        }
    }
    let count = match ret {
        Type::Vec(_) => columns::count(program, ret),
        _ => None,
    };
    let given = match count {
        Some(count) => {
            f.attrs.push(parse_quote!(#[columns(#count)]));
            None
        }
        None => given(program, ret),
    };
    let (block, output) = (&f.block, &f.sig.output);
    let body = match (&given, lent.is_empty() && after.is_empty()) {
        (None, true) => quote!(#block),
        (None, false) => quote!({ let given__ = (|| #output { #lent #block })(); #after given__ }),
        (Some(_), _) => {
            let all = match columns::in_columns(program, ret) {
                Some(_) => columns::taken_apart(program, &quote!(given__), ret),
                None => parts.of(&quote!(given__), ret),
            };
            let all = all.ok_or_else(no_form)?;
            quote!({ let given__ = (|| #output { #lent #block })(); #after #all })
        }
    };
    if let Some(tuples) = given {
        let tuples = written(program, &tuples).ok_or_else(no_form)?;
        f.sig.output = parse_quote!(-> #tuples);
    }
    *f.block = parse_quote!({ #before #body });
    Ok(())
}
