//! Structures that lie outside: parameters and what is in them are read where they are, part by part.

use super::build::scalar;
use super::value::{Cols, List, Place, Value};
use super::{Builder, Refusal, refuse};
use crate::ir::{Atom, Make, Op, Part, Projection, Projections, Step, Storage, Ty, Val, Verbatim};
use front::items::AdtId;
use front::ty::Ty as Type;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

/// A place in a structure that lies outside.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    /// The structure.
    pub(super) of: Val,
    /// Whether it is a constant, and not one that carries derivatives.
    pub(super) constant: bool,
    /// The way to the place.
    pub(super) path: Projections,
    pub(super) ty: Type,
}

impl Whole {
    pub(super) fn same(&self, other: &Whole) -> bool {
        self.of == other.of && self.path.same(&other.path)
    }
}

impl Builder<'_> {
    pub(super) fn whole_field(&self, w: &Whole, k: usize) -> Result<Whole, Refusal> {
        let (member, ty, constant): (syn::Member, Type, bool) = match &w.ty {
            Type::Tuple(types) => {
                let Some(ty) = types.get(k) else { return refuse("a part of a tuple") };
                (k.into(), ty.clone(), false)
            }
            Type::Adt(adt, args) => {
                let def = self.program.adt(*adt);
                let Some(field) = (!def.is_enum).then(|| def.variants[0].fields.get(k)).flatten() else {
                    return refuse("a field of an enum");
                };
                let member = match def.variants[0].named {
                    true => format_ident!("{}", &*field.name).into(),
                    false => k.into(),
                };
                (member, field.ty.with(args), field.constant)
            }
            _ => return refuse("a part of this"),
        };
        if constant && !w.constant {
            return refuse("a constant field");
        }
        Ok(Whole { path: w.path.field(&member), ty, ..w.clone() })
    }

    pub(super) fn whole_element(&self, w: &Whole, index: &Atom) -> Result<Whole, Refusal> {
        let Some(ty) = w.ty.element().cloned() else { return refuse("an element of this") };
        Ok(Whole { path: w.path.index(index), ty, ..w.clone() })
    }

    /// A way as it is written in constant code.
    fn written(&self, way: &Projections) -> TokenStream {
        let step = |step: &Projection| match step {
            Projection::Field(member) => quote!(.#member),
            Projection::Index(a) => {
                let a = self.tokens(a);
                quote!([#a])
            }
            Projection::Method(name, _) => quote!(.#name()),
            Projection::Range(..) | Projection::Variant(..) => TokenStream::new(),
        };
        way.steps().iter().map(step).collect()
    }

    fn read_whole(&mut self, w: &Whole, path: Projections, ty: Ty) -> Atom {
        let op = if w.constant {
            let (name, way) = (&self.values[w.of].name, self.written(&path));
            let vals = [w.of].into_iter().chain(path.atoms().into_iter().filter_map(Atom::val)).collect();
            Op::Verbatim(Verbatim::of(quote!(#name #way), vals))
        } else {
            Op::Field(Atom::Val(w.of), path)
        };
        self.temporary(ty, op, self.span)
    }

    /// What lies at a place outside: scalars are read, structures are taken apart, lists stay where they are.
    pub(super) fn load_whole(&mut self, w: &Whole) -> Result<Value, Refusal> {
        if let Some(ty) = scalar(&w.ty) {
            let path = w.path.clone();
            return Ok(Value::Atom(self.read_whole(w, path, ty)));
        }
        match &w.ty {
            Type::Tuple(types) => {
                let parts = (0..types.len()).map(|k| {
                    let field = self.whole_field(w, k)?;
                    self.load_whole(&field)
                });
                Ok(Value::Tuple(parts.collect::<Result<_, _>>()?))
            }
            Type::Adt(adt, _) => {
                let n = self.program.adt(*adt).variants.first().map_or(0, |v| v.fields.len());
                let parts = (0..n).map(|k| {
                    let field = self.whole_field(w, k)?;
                    self.load_whole(&field)
                });
                Ok(Value::Tuple(parts.collect::<Result<_, _>>()?))
            }
            Type::Array(of, _) | Type::Vec(of) | Type::Slice(of) => {
                let is_field = w.path.fields().is_some_and(|fields| !fields.is_empty());
                if matches!(**of, Type::Float(_)) && !w.constant && is_field {
                    return Ok(Value::List(List::whole(Cols::Leaf(self.alias(w, of)))));
                }
                Ok(Value::List(List::whole(Cols::Whole(w.clone()))))
            }
            Type::Ref(_, inner) => {
                let inner = Whole { ty: (**inner).clone(), ..w.clone() };
                Ok(Value::Ref(false, Box::new(Place::Whole(inner))))
            }
            _ => refuse("a part of a structure of this type"),
        }
    }

    /// A list of numbers in a parameter, as an array.
    fn alias(&mut self, w: &Whole, of: &Type) -> usize {
        let key = (w.of, self.written(&w.path).to_string());
        if let Some(&arr) = self.aliases.get(&key) {
            return arr;
        }
        let name = match w.path.steps().last() {
            Some(Projection::Field(syn::Member::Named(name))) => name.to_string(),
            _ => "list".into(),
        };
        let frame = std::mem::replace(&mut self.frame, 0);
        let arr = self.array(&name, Storage::Shared, of, self.span);
        self.frame = frame;
        self.arrays[arr].of_numbers = true;
        self.entry.push(Step::Alias(arr, w.of, w.path.clone()));
        self.aliases.insert(key, arr);
        arr
    }

    pub(super) fn whole_len(&mut self, w: &Whole) -> Result<Atom, Refusal> {
        if let Type::Array(_, len) = &w.ty {
            return self.len_atom(len);
        }
        Ok(self.read_whole(w, w.path.method("len"), Ty::usize()))
    }

    /// A structure made of its fields, for what is outside.
    pub(super) fn made(&mut self, adt: AdtId, args: &[Type], value: Value) -> Result<Atom, Refusal> {
        let def = self.program.adt(adt);
        let Some(path) = self.name_here(adt) else { return refuse("a type without a name here") };
        if def.is_enum || !args.is_empty() || !def.differentiable || crate::around::is_open(&path) {
            return refuse("a result of this type");
        }
        let Value::Tuple(values) = value else { return refuse("a result of this type") };
        let mut parts = vec![];
        for (field, value) in def.variants[0].fields.iter().zip(values) {
            let member: syn::Member = match def.variants[0].named {
                true => syn::Member::Named(format_ident!("{}", &*field.name)),
                false => syn::Member::Unnamed(syn::Index::from(parts.len())),
            };
            let part = match (&field.ty, value) {
                (ty, value) if scalar(ty).is_some() => Part::Scalar(self.atom(value, self.span)?),
                (Type::Adt(adt, args), value) => Part::Scalar(self.made(*adt, args, value)?),
                (Type::Vec(_) | Type::Array(..), Value::List(list)) if list.leaf().is_some() => {
                    let whole = list.part.is_none();
                    let list = if whole { list } else { self.copied(&list, None)? };
                    match list.leaf() {
                        Some(arr) if self.arrays[arr].float => Part::Array(arr),
                        _ => return refuse("a list of this form in a structure"),
                    }
                }
                _ => return refuse("a part of a structure"),
            };
            parts.push((member, part));
        }
        let number = &self.sig.number;
        let twin = self.twin(&path);
        let of = quote!(#twin::<#number>);
        let make = Make {
            path: of.clone(),
            plain: path.to_token_stream(),
            fill: Some((of, None)),
            variant: None,
            parts,
            numbers: vec![],
            rest: None,
        };
        Ok(self.temporary(Ty::Record, Op::Make(Box::new(make)), self.span))
    }

    /// The name of a type, if it means the type where the function stands.
    fn name_here(&self, adt: AdtId) -> Option<syn::Path> {
        let path: syn::Path = syn::parse_str(&self.program.adt(adt).name).ok()?;
        let scope = self.program.scope_of(self.stack.first()?.0);
        let ty = self.program.ty_of(&scope, &syn::parse_quote!(#path));
        matches!(ty, Type::Adt(found, args) if found == adt && args.is_empty()).then_some(path)
    }

    /// The name, in the generated functions, of a type over any number.
    fn twin(&mut self, path: &syn::Path) -> syn::Ident {
        let text = path.to_token_stream().to_string();
        if let Some((_, name)) = self.twins.iter().find(|(t, _)| *t == text) {
            return name.clone();
        }
        let name = format_ident!("__Twin{}", self.twins.len());
        let scalar = &self.sig.scalar;
        self.items.push(syn::parse_quote! {
            type #name<__N> = <#path as ::wengert::Differentiable<#scalar>>::Over<__N>;
        });
        self.twins.push((text, name.clone()));
        name
    }

    /// A constant that is no scalar, by code that gives it.
    pub(super) fn constant_whole(&mut self, tokens: TokenStream, ty: &Type) -> Result<Value, Refusal> {
        let ty = match ty {
            Type::Ref(false, inner) => inner,
            ty => ty,
        };
        let code = Verbatim::of(quote!(&#tokens), vec![]);
        let v = self.value("constant", Ty::Unknown, self.span);
        self.out.push(Step::Let(v, Op::Verbatim(code)));
        let whole = Whole { of: v, constant: true, path: Projections::default(), ty: ty.clone() };
        self.load_whole(&whole)
    }
}
