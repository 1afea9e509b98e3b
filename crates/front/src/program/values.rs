//! What paths mean where values stand.

use super::generics::NUMBERS;
use super::names::{Meaning, plain, segments};
use super::types::{TypeReader, written};
use super::{Program, Scope, Value};
use crate::hir::TypeRef;
use crate::index::{Def, Named, Space};
use crate::items::{AdtId, Bound, ConstId, ItemId};
use crate::ty::{Len, Ty};
use std::rc::Rc;
use syn::{GenericArgument, PathArguments};

impl Program {
    /// What a path means as a value, a function or a pattern: `f`, `a::f::<T>`, `Vec3::new`, `Self::helper`,
    /// `Shape::Circle`, `f64::max`, `<T as Zero>::zero`, `std::f64::consts::PI`. Locals are the caller's to look for first.
    pub fn value(&self, scope: &Scope, qself: Option<&syn::QSelf>, path: &syn::Path) -> Value {
        let known = self.known_value(scope, qself, path);
        let known = known.or_else(|| self.elementary_value(scope, path));
        known
            .or_else(|| qself.is_none().then(|| self.derivative_value(scope, path)).flatten())
            .unwrap_or(Value::Foreign)
    }

    /// An elementary function by its path: `erf` where nothing else is named so, `wengert::functions::erf`, `libm::erff`.
    fn elementary_value(&self, scope: &Scope, path: &syn::Path) -> Option<Value> {
        let (last, names) = (plain(&path.segments.last()?.ident), segments(path));
        // On `f32`, a function of `libm` has a letter more.
        let of_libm = || self.elementary(&last).or_else(|| self.elementary(last.strip_suffix('f')?));
        let named = match names.as_slice() {
            [name] => self.index_of(scope.0.at.side).lookup(scope.0.at.scope, name, Space::Values),
            _ => self.index_of(scope.0.at.side).resolve(scope.0.at.scope, &names, Space::Values).0,
        };
        let f = match named {
            Named::Nothing if names.len() == 1 => match self.elementary(&last) {
                None if self.opened(scope.0.at).iter().any(|glob| glob == &["libm"]) => of_libm(),
                f => f,
            },
            Named::One(Def::Outside(whole)) => match whole.iter().find(|name| !name.is_empty()).map(String::as_str) {
                Some("wengert") => self.elementary(&last),
                Some("libm") => of_libm(),
                // `Float::sqrt` of num-traits.
                Some("num" | "num_traits") if whole.iter().rev().nth(1).is_some_and(|of| NUMBERS.contains(&&**of)) => {
                    self.elementary(&last)
                }
                _ => None,
            },
            _ => None,
        };
        f.map(|f| Value::Fn(f, vec![]))
    }

    fn known_value(&self, scope: &Scope, qself: Option<&syn::QSelf>, path: &syn::Path) -> Option<Value> {
        let last = path.segments.last()?;
        let own = self.written_args(scope, &last.arguments);
        if let Some(q) = qself {
            return self.of_qself(scope, q, path, own);
        }
        let names = segments(path);
        let (meaning, used) = self.meaning(scope, &names, Space::Values);
        let all: Vec<&syn::PathSegment> = path.segments.iter().collect();
        let rest = (names.len() - used).min(all.len());
        let at = all.len() - rest;
        let arguments = at.checked_sub(1).map_or(&PathArguments::None, |at| &all[at].arguments);
        let name = plain(&last.ident);
        match (meaning, rest) {
            (Meaning::Item(ItemId::Fn(f)), 0) => Some(Value::Fn(f, own)),
            (Meaning::Item(ItemId::Const(c)), 0) => Some(Value::Const(c)),
            (Meaning::Item(ItemId::Adt(adt)), 0) => (!self.adt(adt).is_enum).then_some(Value::Variant(adt, 0, own)),
            (Meaning::Variant(adt, variant), 0) => {
                let k = self.variant_named(adt, &variant)?;
                // The arguments stand behind the enum or behind the variant.
                let before = all.len().checked_sub(2).map(|k| self.written_args(scope, &all[k].arguments));
                let args = if own.is_empty() { before.unwrap_or_default() } else { own };
                Some(Value::Variant(adt, k, args))
            }
            (Meaning::ConstOf(ty, name, of_consts), 0) => self.const_of_number(&ty, &name, of_consts).map(Value::Const),
            (Meaning::Param(k), 0) => Some(Value::ConstParam(k)),
            (Meaning::Item(ItemId::Trait(of)), 1) => {
                let def = self.trait_def(of);
                let mut args = self.written_args(scope, arguments);
                if let Some(f) = def.fns.get(name.as_str()) {
                    if !args.is_empty() || !own.is_empty() {
                        args.insert(0, TypeRef::Infer);
                        args.resize(def.generics.names.len(), TypeRef::Infer);
                        args.extend(own);
                    }
                    return Some(Value::Fn(*f, args));
                }
                // A method of std's trait that the prelude has as a function.
                let module = if *def.name == *"Iter" { "iter" } else { return None };
                match self.prelude(&format!("{module}::{name}"))? {
                    ItemId::Fn(f) => {
                        // Those of std's method are its last ones.
                        let before = self.func(f).generics.names.len().saturating_sub(own.len());
                        let before = vec![TypeRef::Infer; if own.is_empty() { 0 } else { before }];
                        Some(Value::Fn(f, [before, own].concat()))
                    }
                    _ => None,
                }
            }
            (meaning @ Meaning::Itself(_), 0) => match self.type_of(scope, meaning, arguments)? {
                Ty::Adt(adt, args) if !self.adt(adt).is_enum => {
                    Some(Value::Variant(adt, 0, args.into_iter().map(as_ref).collect()))
                }
                _ => None,
            },
            (meaning, 1) => {
                let bare = matches!(arguments, PathArguments::None) && matches!(meaning, Meaning::Item(_));
                let ty = self.type_of(scope, meaning, arguments)?;
                if let Ty::Adt(adt, args) = &ty
                    && let Some(k) = self.variant_named(*adt, &name).filter(|_| self.adt(*adt).is_enum)
                {
                    let args = match () {
                        () if !own.is_empty() => own,
                        () if bare => vec![],
                        () => args.iter().cloned().map(as_ref).collect(),
                    };
                    return Some(Value::Variant(*adt, k, args));
                }
                match self.const_of_itself(&ty, &name) {
                    Some(c) => Some(Value::Const(c)),
                    None => Some(Value::TypeFn(as_ref(ty), name.as_str().into(), own)),
                }
            }
            (meaning, 2) => {
                // `T::Assoc::f`
                let ty = self.type_of(scope, meaning, arguments)?;
                let part: Rc<str> = plain(&all[at].ident).into();
                let of = match &ty {
                    Ty::Param(k) => {
                        let mut traits = scope.0.traits.iter().filter(|(p, _)| p == k).map(|(_, t)| *t);
                        traits.find(|t| self.has_type(*t, &part))?
                    }
                    other => self.trait_of_type(other, &part)?,
                };
                let ty = Ty::Assoc(Box::new(ty), of, part);
                Some(Value::TypeFn(as_ref(ty), name.as_str().into(), own))
            }
            _ => None,
        }
    }

    /// The constant of a type, if its path says it without that type's parameters: those that are no numbers are named, and
    /// so is the type where a trait has the constant for all.
    fn const_of_itself(&self, of: &Ty, name: &str) -> Option<ConstId> {
        let named = |id| {
            let of = match self.owner_of_const(id) {
                (Some(of), _) => of,
                (None, of) => return of.is_some(),
            };
            let generics = &self.impl_def(of).generics;
            let number = |k| generics.bounds.iter().any(|b| matches!(b, Bound::Number(Ty::Param(p)) if *p == k));
            (0..generics.names.len()).any(|k| generics.consts[k] || !number(k))
        };
        self.const_of(of, name).filter(|id| !self.constant(*id).ty.has_param() && !named(*id))
    }

    /// `<T>::f`, `<T as Trait>::f`
    fn of_qself(&self, scope: &Scope, q: &syn::QSelf, path: &syn::Path, own: Vec<TypeRef>) -> Option<Value> {
        let of = self.type_ref(scope, &q.ty);
        let name = plain(&path.segments.last()?.ident);
        if q.position == 0 {
            let known = match &of {
                TypeRef::Ty(ty) => self.const_of_itself(ty, &name),
                _ => None,
            };
            return Some(known.map_or_else(|| Value::TypeFn(of, name.as_str().into(), own), Value::Const));
        }
        let mut trait_path = path.clone();
        trait_path.segments = path.segments.iter().take(q.position).cloned().collect();
        let Meaning::Item(ItemId::Trait(id)) = self.meaning(scope, &segments(&trait_path), Space::Types).0 else {
            return Some(Value::TypeFn(of, name.as_str().into(), own));
        };
        let def = self.trait_def(id);
        let Some(f) = def.fns.get(name.as_str()) else {
            return Some(Value::TypeFn(of, name.as_str().into(), own));
        };
        let mut args = vec![of];
        args.extend(self.written_args(scope, &trait_path.segments.last()?.arguments));
        args.resize(def.generics.names.len(), TypeRef::Infer);
        args.extend(own);
        Some(Value::Fn(*f, args))
    }

    /// The struct or variant of a struct expression or pattern: `Point { .. }`, `Self { .. }`, `Shape::Circle { .. }`,
    /// an alias; with the written type arguments.
    pub fn variant(&self, scope: &Scope, path: &syn::Path) -> Option<(AdtId, usize, Vec<TypeRef>)> {
        let names = segments(path);
        // What a trait asks of the type: `Self::Output { .. }`.
        if let [first, name] = names.as_slice()
            && first == "Self"
            && let Some((_, Ty::Adt(adt, args))) = scope.0.types.iter().find(|(own, _)| **own == **name)
        {
            return Some((*adt, 0, args.iter().cloned().map(as_ref).collect()));
        }
        let (meaning, used) = self.meaning(scope, &names, Space::Types);
        let all: Vec<&syn::PathSegment> = path.segments.iter().collect();
        let rest = (names.len() - used).min(all.len());
        let at = all.len() - rest;
        let arguments = at.checked_sub(1).map_or(&PathArguments::None, |at| &all[at].arguments);
        let own = self.written_args(scope, &path.segments.last()?.arguments);
        match (meaning, rest) {
            (Meaning::Item(ItemId::Adt(adt)), 0) => Some((adt, 0, own)),
            (Meaning::Variant(adt, name), 0) => Some((adt, self.variant_named(adt, &name)?, own)),
            (meaning, rest @ 0..=1) => {
                let bare = matches!(arguments, PathArguments::None) && matches!(meaning, Meaning::Item(_));
                let Ty::Adt(adt, args) = self.type_of(scope, meaning, arguments)? else { return None };
                let k = if rest == 0 { 0 } else { self.variant_named(adt, &plain(&path.segments.last()?.ident))? };
                let args = match () {
                    () if rest == 1 && !own.is_empty() => own,
                    () if bare => vec![],
                    () => args.into_iter().map(as_ref).collect(),
                };
                Some((adt, k, args))
            }
            _ => None,
        }
    }

    /// The same of a path in front of parts by position, `Shape::Circle(r)`: a type with names for its parts may have the
    /// name too.
    pub fn tuple_variant(&self, scope: &Scope, path: &syn::Path) -> Option<(AdtId, usize, Vec<TypeRef>)> {
        let names = segments(path);
        match self.meaning(scope, &names, Space::Values) {
            (Meaning::Variant(adt, name), used) if used == names.len() => {
                let own = self.written_args(scope, &path.segments.last()?.arguments);
                Some((adt, self.variant_named(adt, &name)?, own))
            }
            _ => self.variant(scope, path),
        }
    }

    /// The place of a variant.
    pub(super) fn variant_named(&self, adt: AdtId, name: &str) -> Option<usize> {
        // The definition may be asked for while it is read.
        match self.parsed(&self.adt_slot(adt)).as_deref() {
            Some(syn::Item::Enum(e)) => e.variants.iter().position(|v| plain(&v.ident) == name),
            _ => None,
        }
    }

    fn type_of(&self, scope: &Scope, meaning: Meaning, arguments: &PathArguments) -> Option<Ty> {
        let mut reader = TypeReader::new(self, scope);
        (reader.vars, reader.open) = (Some(0), true);
        reader.meant(meaning, arguments)
    }

    fn written_args(&self, scope: &Scope, arguments: &PathArguments) -> Vec<TypeRef> {
        let all = written(arguments).into_iter().filter_map(|a| match a {
            GenericArgument::Type(t) => Some(self.type_ref(scope, t)),
            GenericArgument::Const(e) => Some(as_ref(Ty::Const(TypeReader::new(self, scope).len(e)))),
            _ => None,
        });
        all.collect()
    }
}

/// A type as one that is written; variables in it count from 0.
fn as_ref(ty: Ty) -> TypeRef {
    match ty {
        Ty::Var(_) | Ty::Const(Len::Var(_)) => TypeRef::Infer,
        ty if ty.has_var() => TypeRef::With(ty),
        ty => TypeRef::Ty(ty),
    }
}
