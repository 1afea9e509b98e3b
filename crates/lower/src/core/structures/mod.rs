//! Structures that lie outside: parameters and what is in them are read where they are, part by part.

pub(crate) mod construct;
pub(crate) mod matrices;
pub(crate) mod recursive_types;
pub(crate) mod recursive_values;
pub(crate) mod variants;

use crate::core::build::scalar;
use crate::core::value::{Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Op, Projection, Projections, Step, Storage, Ty, Val, Verbatim};
use front::items::VariantDef;
use front::ty::{Float, Ty as Type};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Types that hold others are followed so deep: one that holds itself has no end.
const DEEPEST: usize = 24;

/// A place in a structure that lies outside.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    /// The structure.
    pub of: Val,
    /// Whether what lies there is a constant, and carries no derivatives.
    pub(crate) constant: bool,
    /// Whether the structure itself is a constant, so that constant code may name it.
    pub(crate) plain: bool,
    /// The way to the place.
    pub(crate) path: Projections,
    pub(crate) ty: Type,
}

impl Whole {
    pub(crate) fn same(&self, other: &Whole) -> bool {
        self.of == other.of && self.path.same(&other.path)
    }

    /// Whether it is the same place but for the indices on the way.
    pub(crate) fn is_like(&self, other: &Whole) -> bool {
        self.of == other.of && self.path.is_like(&other.path)
    }
}

/// What references lend, and how many of them.
pub(crate) fn lent(ty: &Type) -> (&Type, usize) {
    match ty {
        Type::Ref(_, of) => {
            let (of, depth) = lent(of);
            (of, depth + 1)
        }
        of => (of, 0),
    }
}

/// The name or the number of a field.
pub(crate) fn member(def: &VariantDef, k: usize) -> syn::Member {
    match def.named {
        true => format_ident!("{}", &*def.fields[k].name).into(),
        false => k.into(),
    }
}

impl Builder<'_> {
    pub(crate) fn whole_field(&self, w: &Whole, k: usize) -> Result<Whole, Refusal> {
        if let Some(part) = self.part_of_matrix(w, k) {
            return Ok(part);
        }
        let (member, ty, constant): (syn::Member, Type, bool) = match &w.ty {
            Type::Tuple(types) => {
                let Some(ty) = types.get(k) else { return refuse("a part of a tuple") };
                (k.into(), ty.clone(), false)
            }
            ty if let Some((_, value)) = self.keys_of(ty) => {
                if w.constant || value.is_none() {
                    return refuse("what a map outside is made of");
                }
                self.part_of_map(ty, k)?
            }
            Type::Adt(adt, args) => {
                let def = self.program.adt(*adt);
                let Some(field) = (!def.is_enum).then(|| def.variants[0].fields.get(k)).flatten() else {
                    return refuse("a field of an enum");
                };
                if !self.program.sees(*adt, field) {
                    return crate::core::hidden(&def.name, &field.name);
                }
                let carries = def.differentiable || self.is_std(*adt, "Range");
                (member(&def.variants[0], k), field.ty.with(args), field.constant || !carries)
            }
            Type::Boxed(_, of) => return self.whole_field(&Whole { ty: (**of).clone(), ..w.clone() }, k),
            _ => return refuse("a part of this"),
        };
        let constant = w.constant || constant || self.is_without_numbers(&ty);
        Ok(Whole { path: w.path.field(&member), ty, constant, ..*w })
    }

    pub(crate) fn whole_element(&self, w: &Whole, index: &Atom) -> Result<Whole, Refusal> {
        let Some(ty) = w.ty.element().cloned() else { return refuse("an element of this") };
        Ok(Whole { path: w.path.index(index), ty, ..w.clone() })
    }

    /// Whether values of a type carry no derivatives for certain.
    pub(crate) fn is_without_numbers(&self, ty: &Type) -> bool {
        match ty {
            Type::Bool | Type::Int(_) | Type::Char | Type::Str => true,
            Type::Array(of, _) | Type::Vec(of) | Type::Slice(of) | Type::Boxed(_, of) | Type::Ref(_, of) => {
                self.is_without_numbers(of)
            }
            Type::Tuple(types) => types.iter().all(|t| self.is_without_numbers(t)),
            Type::Adt(adt, args) => {
                let def = self.program.adt(*adt);
                let of_std = def.origin == front::items::Origin::Prelude;
                if of_std { args.iter().all(|t| self.is_without_numbers(t)) } else { !def.differentiable }
            }
            Type::Rigid(..) => !self.is_typed(ty),
            Type::Opaque(text) => syn::parse_str(text).is_ok_and(|ty| crate::around::plain_constant(&ty)),
            _ => false,
        }
    }

    /// Whether a type is a structure of the crate that carries no derivatives and is no `Copy`.
    fn is_plain_structure(&self, ty: &Type) -> bool {
        let Type::Adt(adt, _) = ty else { return false };
        let def = self.program.adt(*adt);
        def.origin == front::items::Origin::Crate && !(def.differentiable || def.copy || def.is_enum)
    }

    /// A field of a variant, where it is that variant.
    pub(crate) fn whole_variant(&mut self, w: &Whole, variant: usize, k: usize) -> Result<Whole, Refusal> {
        let Type::Adt(adt, args) = &w.ty else { return refuse("a variant of this") };
        let def = self.program.adt(*adt);
        let (name, field) = (&def.variants[variant].name, &def.variants[variant].fields[k]);
        let ty = field.ty.with(args);
        if !self.is_std(*adt, "Option") && (w.plain || !def.differentiable) {
            let path = self.path_of_type(*adt)?;
            let (name, member) = (format_ident!("{}", &**name), member(&def.variants[variant], k));
            let (root, vals) = self.constant_place(w);
            // What is boxed, or may hold another of its type, stays where it is; so does a structure, which may be no type
            // that can be cloned.
            if matches!(ty, Type::Boxed(_, _)) || self.is_endless(&ty, 0) || self.is_plain_structure(&ty) {
                let code = quote!(match &#root {
                    #path::#name { #member: part, .. } => part,
                    _ => ::core::unreachable!(),
                });
                let v = self.value("t", Ty::Unknown, self.span);
                self.out.push(Step::Let(v, Op::Verbatim(Verbatim::of(code, vals))));
                return Ok(Whole { of: v, constant: true, plain: true, path: Projections::default(), ty });
            }
            let code = quote!(match &#root {
                #path::#name { #member: part, .. } => ::core::clone::Clone::clone(part),
                _ => ::core::unreachable!(),
            });
            let of = self.value("t", self.scalar(&ty).unwrap_or(Ty::some_int()), self.span);
            self.out.push(Step::Let(of, Op::Verbatim(Verbatim::of(code, vals))));
            return Ok(Whole { of, constant: true, plain: true, path: Projections::default(), ty });
        }
        let constant = w.constant || field.constant || self.is_without_numbers(&ty);
        if self.is_std(*adt, "Option") {
            let step =
                Projection::Variant(Box::new(syn::parse_quote!(::wengert::generated::Inside)), format_ident!("SOME"));
            return Ok(Whole { path: w.path.then(step), ty, constant, ..*w });
        }
        let at = crate::syntax::names::field_of(&format_ident!("{}", &**name), &member(&def.variants[variant], k));
        let of = match self.sig.generic || self.is_open(*adt) {
            true => match self.program.path_of_adt(*adt) {
                Some(path) => {
                    let number = &self.sig.number;
                    Some(quote!(#path::<#number>))
                }
                None => None,
            },
            false => self.twin(&w.ty),
        };
        let Some(of) = of.and_then(|of| syn::parse2(of).ok()) else { return refuse("a type without a name here") };
        let path = w.path.then(Projection::Variant(Box::new(of), at));
        Ok(Whole { path, ty, constant, ..*w })
    }

    /// What lies in a box outside.
    pub(crate) fn in_box(&mut self, place: &Place) -> Result<Option<Place>, Refusal> {
        let w = match self.outside(place)? {
            Some(w) => w,
            None => match self.element_outside(place)? {
                Some(w) => w,
                None => return Ok(None),
            },
        };
        Ok(match &w.ty {
            Type::Boxed(_, of) if w.constant => {
                let (path, ty) = (w.path.method("as_ref"), (**of).clone());
                Some(Place::Whole(Whole { path, ty, ..w }))
            }
            Type::Boxed(_, of) => {
                let step = Projection::Variant(
                    Box::new(syn::parse_quote!(::wengert::generated::Inside)),
                    format_ident!("BOXED"),
                );
                Some(Place::Whole(Whole { path: w.path.then(step), ty: (**of).clone(), ..w }))
            }
            _ => None,
        })
    }

    /// A reference to a constant outside that is lent and not copied, as one may hold another of its type.
    pub(crate) fn only_lent(&mut self, ty: &Type, value: &Value) -> Result<Option<Atom>, Refusal> {
        let Type::Ref(false, of) = ty else { return Ok(None) };
        let Type::Adt(adt, args) = &**of else { return Ok(None) };
        if self.keys_of(of).is_some()
            && let Some(w) = self.map_at(value)?
        {
            let (place, vals) = self.constant_place(&w);
            return Ok(Some(self.temporary(
                Ty::some_int(),
                Op::Verbatim(Verbatim::of(quote!(&#place), vals)),
                self.span,
            )));
        }
        let def = self.program.adt(*adt);
        let fields = || def.variants.iter().flat_map(|v| &v.fields);
        if def.differentiable {
            return Ok(None);
        }
        // A parameter that is constant is handed on as it is, and need not be a type that can be cloned.
        if let Value::Ref(_, place) = value
            && let Some(w) = self.outside(place)?
            && w.plain
            && w.path.is_empty()
            && w.of < self.params
        {
            return self.lent(ty, value);
        }
        if !fields().any(|f| crate::core::structures::variants::holds(self, &f.ty.with(args), of)) {
            return Ok(None);
        }
        self.lent(ty, value)
    }

    /// A reference to a constant outside.
    pub(crate) fn lent(&mut self, ty: &Type, value: &Value) -> Result<Option<Atom>, Refusal> {
        let (Type::Ref(false, of), Value::Ref(_, place)) = (ty, value) else { return Ok(None) };
        let w = match self.outside(place)? {
            Some(w) => Some(w),
            None => self.element_outside(place)?,
        };
        let Some(w) = w.filter(|w| w.plain) else { return Ok(None) };
        let lent = || crate::core::calls::recursion::tuples::written_to_lend(self.program, of).map(|of| quote!(#of));
        let Some(written) = self.written_ty(of).or_else(lent) else { return Ok(None) };
        let (place, vals) = self.constant_place(&w);
        // It may be a reference already.
        let code = quote!({ let lent: &#written = &#place; lent });
        Ok(Some(self.temporary(Ty::some_int(), Op::Verbatim(Verbatim::of(code, vals)), self.span)))
    }

    /// A list of the function's numbers that are constants, lent where it lies outside.
    pub(crate) fn constant_list_at(&mut self, value: &Value, ty: &Type) -> Result<Option<Atom>, Refusal> {
        let (Type::Ref(false, list), Value::Ref(_, place)) = (ty, value) else { return Ok(None) };
        let is_list = matches!(**list, Type::Slice(_) | Type::Array(..) | Type::Vec(_));
        if !is_list || !list.element().is_some_and(|of| self.is_number(of)) {
            return Ok(None);
        }
        let list = match &**place {
            Place::Slice(list) => list.clone(),
            place => match self.outside(place)? {
                Some(_) => self.list_at(place)?,
                None => return Ok(None),
            },
        };
        let Cols::Whole(w) = &*list.cols else { return Ok(None) };
        if !w.plain || !w.constant {
            return Ok(None);
        }
        let (place, mut vals) = self.constant_place(w);
        let code = match &list.part {
            Some((off, len)) => {
                vals.extend([off, len].into_iter().filter_map(Atom::val));
                let (off, len) = (self.tokens(off), self.tokens(len));
                quote!(&#place[#off..#off + #len])
            }
            None => quote!(&#place[..]),
        };
        Ok(Some(self.temporary(Ty::some_int(), Op::Verbatim(Verbatim::of(code, vals)), self.span)))
    }

    /// A way as it is written in constant code.
    fn written(&self, way: &Projections) -> TokenStream {
        let step = |step: &Projection| match step {
            Projection::Field(member) => quote!(.#member),
            Projection::Index(a) => {
                let a = self.tokens(a);
                quote!([#a])
            }
            Projection::Method(name) => quote!(.#name()),
            Projection::Variant(of, at) => quote!([#of::#at]),
        };
        way.steps().iter().map(step).collect()
    }

    /// Whether a type is the one that the function's numbers stand for.
    fn is_number(&self, ty: &Type) -> bool {
        let of_f32 = self.sig.scalar == "f32";
        matches!((ty, of_f32), (Type::Float(Float::F64 | Float::Own), false) | (Type::Float(Float::F32), true))
    }

    /// A place in a constant as constant code names it, and the values in that.
    pub(crate) fn constant_place(&mut self, w: &Whole) -> (TokenStream, Vec<Val>) {
        if w.plain {
            let (root, way) = (&self.values[w.of].name, self.written(&w.path));
            let vals = [w.of].into_iter().chain(w.path.atoms().into_iter().filter_map(Atom::val));
            return (quote!(#root #way), vals.collect());
        }
        let kept = self.read_whole(w, w.path.clone(), Ty::some_int());
        (self.tokens(&kept), kept.val().into_iter().collect())
    }

    /// A field of a structure at a place.
    pub(crate) fn field_at(&mut self, place: Place, ty: &Type, k: usize) -> Result<Place, Refusal> {
        match self.closed_at(&place, ty)? {
            Some(whole) => Ok(Place::Whole(self.whole_field(&whole, k)?)),
            None => self.project(place, crate::core::value::Step::Field(k)),
        }
    }

    /// A structure that a call gave and that stays whole, as not all of its parts are seen here: those that are, are read
    /// there.
    fn closed_at(&mut self, place: &Place, ty: &Type) -> Result<Option<Whole>, Refusal> {
        if !self.stays_closed(ty) || !matches!(place, Place::Var(..) | Place::Temp(_)) {
            return Ok(None);
        }
        match self.load(place)? {
            Value::Atom(Atom::Val(of)) if self.values[of].ty == Ty::Record => {
                let path = Projections::default();
                Ok(Some(Whole { of, constant: false, plain: false, path, ty: ty.clone() }))
            }
            _ => Ok(None),
        }
    }

    fn read_whole(&mut self, w: &Whole, path: Projections, ty: Ty) -> Atom {
        let op = if w.plain {
            let (name, way) = (&self.values[w.of].name, self.written(&path));
            let vals = [w.of].into_iter().chain(path.atoms().into_iter().filter_map(Atom::val)).collect();
            let copied = matches!(ty, Ty::Float | Ty::Bool) || matches!(ty, Ty::Int(_)) && ty != Ty::some_int();
            let code = if copied { quote!(#name #way) } else { quote!(::core::clone::Clone::clone(&#name #way)) };
            Op::Verbatim(Verbatim::of(code, vals))
        } else {
            Op::Field(Atom::Val(w.of), path.clone())
        };
        let value = self.temporary(ty, op, self.span);
        if let Atom::Val(v) = value {
            self.values[v].still = w.constant;
            self.values[v].number = !w.constant && !w.plain && self.is_number(&w.ty) && path.same(&w.path);
        }
        value
    }

    /// What lies at a place outside, kept whole.
    pub(crate) fn taken_whole(&mut self, w: &Whole) -> Result<Atom, Refusal> {
        // What may be taken over the number is one, and no reference.
        if w.plain && self.may_be_lifted(&w.ty) {
            let ((place, vals), Some(of)) = (self.constant_place(w), self.written_ty(&w.ty)) else {
                return refuse("a type without a name here");
            };
            let code = quote!({ let lent: &#of = &#place; ::core::clone::Clone::clone(lent) });
            return Ok(self.temporary(Ty::Record, Op::Verbatim(Verbatim::of(code, vals)), self.span));
        }
        if w.path.is_empty() {
            return Ok(Atom::Val(w.of));
        }
        let ty = if w.constant { Ty::some_int() } else { Ty::Record };
        Ok(self.read_whole(w, w.path.clone(), ty))
    }

    /// Whether constants of a type are given to functions that take them with derivatives.
    fn may_be_lifted(&self, ty: &Type) -> bool {
        matches!(ty, Type::Adt(adt, _) if self.program.adt(*adt).differentiable) && self.is_endless(ty, 0)
    }

    /// What lies at a place outside: scalars are read, structures are taken apart, lists stay where they are.
    pub(crate) fn load_whole(&mut self, w: &Whole) -> Result<Value, Refusal> {
        if w.path.steps().len() > DEEPEST {
            return refuse("a type that holds itself");
        }
        if let Some(ty) = self.scalar(&w.ty) {
            if w.path.is_empty() && self.values[w.of].ty == ty {
                return Ok(Value::Atom(Atom::Val(w.of)));
            }
            if w.plain && self.is_other_precision(&w.ty) {
                let (place, vals) = self.constant_place(w);
                return Ok(self.in_other_precision(Verbatim::of(quote!(#place), vals)));
            }
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
            ty if w.constant && self.keys_of(ty).is_some() => self.map_here(w),
            ty if self.stays_closed(ty) => Ok(Value::Atom(self.taken_whole(w)?)),
            Type::Adt(adt, args) if self.program.adt(*adt).is_enum => self.load_choice(w, *adt, args),
            Type::Adt(adt, args) if w.plain && self.is_std(*adt, "RangeInclusive") => {
                let (of, vals) = self.constant_place(w);
                let mut end = |tokens, ty: &Type| self.given_by_code(tokens, vals.clone(), ty);
                let bounds = args.first().cloned().unwrap_or_else(Type::unknown);
                let (first, last) = (end(quote!(*#of.start()), &bounds)?, end(quote!(*#of.end()), &bounds)?);
                // One that was gone through is empty though its ends are not apart.
                let gone = end(quote!((#of.is_empty() && #of.start() <= #of.end())), &Type::Bool)?;
                Ok(Value::Tuple(vec![first, last, gone]))
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
                let is_field = w.path.leads_to_field();
                let numbers = matches!(**of, Type::Float(_)) || w.constant && scalar(of).is_some();
                // What a call gives is there from then on only.
                let is_param = w.of < self.params;
                if numbers && !w.plain && is_field && is_param {
                    return Ok(Value::List(List::whole(Cols::Leaf(self.alias(w, of)))));
                }
                Ok(Value::List(List::whole(Cols::Whole(w.clone()))))
            }
            // What is lent is no number where it stands.
            Type::Ref(..) if w.plain && self.scalar(lent(&w.ty).0).is_some() => {
                let (place, vals) = self.constant_place(w);
                let (of, depth) = lent(&w.ty);
                let place = (0..depth).fold(place, |place, _| quote!(*#place));
                let value = self.given_by_code(place, vals, of)?;
                Ok((0..depth).fold(value, |value, _| Value::Ref(false, Box::new(Place::Temp(Box::new(value))))))
            }
            Type::Ref(_, inner) => {
                let inner = Whole { ty: (**inner).clone(), ..w.clone() };
                Ok(Value::Ref(false, Box::new(Place::Whole(inner))))
            }
            Type::Boxed(..) => match self.in_box(&Place::Whole(w.clone()))? {
                Some(Place::Whole(inside)) => self.load_whole(&inside),
                _ => refuse("a box that is not looked into"),
            },
            ty if self.is_bounded(ty) => {
                let (atom, ty) = (self.taken_whole(w)?, ty.clone());
                let changes = |b: &Self| matches!(atom, Atom::Val(v) if b.values[v].ty == crate::ir::Ty::Record);
                match ty {
                    Type::FnPtr(..) if w.path.leads_to_field() && changes(self) => Ok(Value::Atom(atom)),
                    ty => Ok(self.bounded(atom, &ty)),
                }
            }
            Type::Opaque(_) | Type::Str | Type::Char | Type::Dyn(..) if w.plain => {
                let (tokens, vals) = self.constant_place(w);
                let words = Self::is_text(&w.ty);
                Ok(Value::Text(crate::core::expr::opaque::Text { tokens, vals, place: true, words, made: false }))
            }
            Type::Opaque(_) | Type::Str | Type::Char if w.constant => {
                let taken = self.taken_whole(w)?;
                Ok(match taken {
                    Atom::Val(v) if Self::is_text(&w.ty) => {
                        let tokens = self.tokens(&taken);
                        Value::Text(crate::core::expr::opaque::Text {
                            tokens,
                            vals: vec![v],
                            place: true,
                            words: true,
                            made: false,
                        })
                    }
                    taken => Value::Atom(taken),
                })
            }
            _ => refuse("a part of a structure of this type"),
        }
    }

    /// A value that nothing outside is left in: what is lent there is copied.
    pub(crate) fn apart(&mut self, value: Value) -> Result<Value, Refusal> {
        match value {
            Value::Outside(w) => match self.load_whole(&w)? {
                Value::Outside(_) => refuse("a type that holds itself"),
                value => self.apart(value),
            },
            // Which text it is, is not known behind the arm.
            Value::Text(text) if self.may_leave(&text) => Ok(Value::Atom(self.held_text(&text)?)),
            Value::Text(text) if !text.vals.is_empty() => Ok(Value::Unseen),
            value @ (Value::Tuple(_) | Value::Enum(_)) => value.with_parts(&mut |part| self.apart(part)),
            Value::Ref(false, place) => {
                let value = self.load(&place)?;
                let value = self.apart(value)?;
                let value = self.settle(value, self.span)?;
                self.claim(&value);
                Ok(Value::Ref(
                    false,
                    Box::new(match value {
                        Value::List(list) => Place::Slice(list),
                        value => Place::Temp(Box::new(value)),
                    }),
                ))
            }
            value => self.unshared(value),
        }
    }

    /// A list of scalars in a parameter, as an array.
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
        if let Type::Array(_, len) = &w.ty
            && let Ok(len) = self.len_atom(len)
        {
            self.arrays[arr].len = Some(len);
        }
        self.arrays[arr].still = w.constant;
        self.entry.push(Step::Alias(arr, w.of, w.path.clone()));
        self.aliases.insert(key, arr);
        arr
    }

    pub(crate) fn whole_len(&mut self, w: &Whole) -> Result<Atom, Refusal> {
        if let Type::Array(_, len) = &w.ty {
            return self.len_atom(len);
        }
        Ok(self.read_whole(w, w.path.method("len"), Ty::usize()))
    }

    /// A constant that is no scalar, by code that gives it.
    pub(crate) fn constant_whole(&mut self, tokens: TokenStream, ty: &Type) -> Result<Value, Refusal> {
        let code = Verbatim::of(quote!(&#tokens), vec![]);
        let Type::Ref(false, inner) = ty else { return self.constant_made(code, ty) };
        Ok(match self.constant_made(code, inner)? {
            // What takes a reference makes no list of its own.
            Value::List(list) => Value::Ref(false, Box::new(Place::Slice(list))),
            value => value,
        })
    }

    /// A constant that is no scalar, by code that refers to it.
    pub(crate) fn constant_made(&mut self, code: Verbatim, ty: &Type) -> Result<Value, Refusal> {
        let v = self.value("constant", Ty::Unknown, self.span);
        self.out.push(Step::Let(v, Op::Verbatim(code)));
        let whole = Whole { of: v, constant: true, plain: true, path: Projections::default(), ty: ty.clone() };
        // What holds itself stays where it is.
        if self.is_endless(ty, 0) && !self.is_maybe(ty) && ty.element().is_none() {
            return Ok(Value::Outside(whole));
        }
        self.load_whole(&whole)
    }
}
