//! Paths: functions, constants, variants, and functions of types.

use super::method::behind;
use super::obligation::{Obligation, has_assoc};
use super::{Infer, builtin};
use crate::hir::{ExprId, TypeRef};
use crate::items::{AdtId, Bound, FnId, ItemId};
use crate::ty::{Float, Int, Ty};
use crate::typed::Callee;
use std::rc::Rc;

impl Infer<'_> {
    pub(super) fn item(&mut self, e: ExprId, item: ItemId, written: &[TypeRef]) -> Ty {
        match item {
            ItemId::Const(of) => self.program.constant(of).ty.clone(),
            ItemId::Fn(f) => {
                let def = self.program.func(f);
                let written: Vec<Ty> = written.iter().map(|ty| self.written(ty)).collect();
                let args = self.fresh_args(&def.generics);
                // Those of the type around come first, if they are written.
                let around = match def.of.map(|of| self.program.impl_def(of)) {
                    Some(around) => match &around.ty {
                        Ty::Adt(_, of) if !of.is_empty() && written.len() >= of.len() => {
                            for (of, given) in of.iter().zip(&written) {
                                let of = self.instance(of, &around.generics, &args);
                                self.same(&of, given);
                            }
                            (around.generics.names.len(), of.len())
                        }
                        _ => (around.generics.names.len(), 0),
                    },
                    None => (0, 0),
                };
                for (arg, given) in args[around.0..].iter().zip(&written[around.1..]) {
                    self.same(arg, given);
                }
                self.function_value(e, f, args)
            }
            ItemId::Adt(_) | ItemId::Trait(_) => self.open(),
        }
    }

    /// A function as a value, with its arguments.
    pub(super) fn function_value(&mut self, e: ExprId, f: FnId, args: Vec<Ty>) -> Ty {
        let def = self.program.func(f);
        self.require_bounds(&def.generics, &args);
        if let (Some(of), None) = (def.of_trait, def.of) {
            let n = self.program.trait_def(of).generics.names.len();
            self.require(Obligation::Trait(args[0].clone(), of, args[1..n].to_vec(), Vec::new()));
        }
        self.callees.insert(e, Callee::Fn(f, args.clone()));
        Ty::FnItem(f, args)
    }

    /// A variant, as a value or as a function.
    pub(super) fn variant_path(&mut self, adt: AdtId, k: usize, written: &[TypeRef], expected: Option<&Ty>) -> Ty {
        let args = self.adt_args(adt, written);
        let def = self.program.adt(adt);
        if def.variants[k].fields.is_empty() {
            let ty = Ty::Adt(adt, args);
            if let Some(expected) = expected {
                self.same(&ty, expected);
            }
            ty
        } else {
            Ty::VariantItem(adt, k, args)
        }
    }

    fn adt_args(&mut self, adt: AdtId, written: &[TypeRef]) -> Vec<Ty> {
        let def = self.program.adt(adt);
        let args = self.fresh_args(&def.generics);
        for (arg, given) in args.iter().zip(written) {
            let given = self.written(given);
            self.same(arg, &given);
        }
        args
    }

    pub(super) fn structure(
        &mut self,
        e: ExprId,
        (adt, k): (AdtId, usize),
        written: &[TypeRef],
        fields: &[(Rc<str>, ExprId)],
        base: Option<ExprId>,
        expected: Option<&Ty>,
    ) -> Ty {
        let args = self.adt_args(adt, written);
        let ty = Ty::Adt(adt, args.clone());
        let def = self.program.adt(adt);
        let params: Vec<Ty> = fields
            .iter()
            .map(|(name, _)| match self.program.field(adt, k, name) {
                Some((_, ty)) => self.instance(&ty, &def.generics, &args),
                None => Ty::unknown(),
            })
            .collect();
        if let Some((name, value)) = fields.iter().find(|(name, _)| self.program.field(adt, k, name).is_none()) {
            self.error(self.span(*value), format!("`{}` has no field `{name}`", self.program.adt(adt).name));
        }
        let values: Vec<ExprId> = fields.iter().map(|(_, value)| *value).collect();
        self.arguments(e, &params, &values, &ty, expected);
        if let Some(base) = base {
            self.check(base, &ty);
        }
        ty
    }

    /// The type of a constant of a type, or of what a parameter's bounds say.
    fn constant_of(&mut self, of: &Ty, name: &str) -> Option<Ty> {
        if let Some((f, k)) = self.declared(of) {
            let def = self.program.func(f);
            let generics = def.generics.clone();
            let said = generics.bounds.iter().find_map(|bound| match bound {
                Bound::Trait(Ty::Param(p), id, with, _) if *p == k => {
                    let found = self.program.trait_def(*id).consts.get(name).copied()?;
                    let with: Vec<Ty> = with.iter().map(|ty| self.said_of(of, ty)).collect();
                    let args = [std::slice::from_ref(of), &with].concat();
                    Some(self.instance(&self.program.constant(found).ty.clone(), &generics, &args))
                }
                _ => None,
            });
            // `Self` has what the trait around has.
            let own = || def.of_trait.filter(|_| def.of.is_none() && k == 0 && said.is_none());
            let own = own().and_then(|id| self.program.trait_def(id).consts.get(name).copied());
            return said.or_else(|| own.map(|found| self.said_of(of, &self.program.constant(found).ty.clone())));
        }
        let found = self.program.const_of(of, name)?;
        let ty = self.program.constant(found).ty.clone();
        if !ty.has_param() {
            return Some(ty);
        }
        match self.program.owner_of_const(found) {
            (Some(id), _) => {
                let around = self.program.impl_def(id);
                let args = self.fresh_args(&around.generics);
                let own = self.instance(&around.ty, &around.generics, &args);
                self.same(&own, of);
                Some(self.instance(&ty, &around.generics, &args))
            }
            (_, Some(id)) => {
                let mut args = self.fresh_args(&self.program.trait_def(id).generics.clone());
                args[0] = of.clone();
                Some(self.instance(&ty, &self.program.trait_def(id).generics.clone(), &args))
            }
            _ => Some(ty),
        }
    }

    /// The type of the constant that a generic parameter has by its bounds, which here is a type at hand.
    fn constant_by_bounds(&mut self, param: Option<usize>, of: &Ty, name: &str) -> Option<Ty> {
        let (id, _, found) = self.program.const_by_bounds(self.owner, param?, name)?;
        let generics = self.program.trait_def(id).generics.clone();
        let known = self.declared(of).is_none() && generics.names.len() == 1;
        known.then(|| self.instance(&self.program.constant(found).ty.clone(), &generics, std::slice::from_ref(of)))
    }

    /// A function or a constant of a type.
    pub(super) fn type_fn(&mut self, e: ExprId, of: &TypeRef, name: &Rc<str>, written: &[TypeRef]) -> Ty {
        let param = match of {
            TypeRef::Ty(Ty::Param(k)) => Some(*k),
            _ => None,
        };
        let of = self.written(of);
        let of = self.shallow(&of);
        let written: Vec<Ty> = written.iter().map(|ty| self.written(ty)).collect();
        if let Some(ty) = self.constant_by_bounds(param, &of, name).or_else(|| self.constant_of(&of, name)) {
            self.owners.insert(e, of);
            return ty;
        }
        // `T::from(n)` of a number that the function is written on takes what num-traits' takes.
        if matches!(of, Ty::Float(Float::Own)) && &**name == "from" {
            return self.builtin_fn(&of, name);
        }
        let mut of_traits: Vec<FnId> = Vec::new();
        let mut named = self.named(&of, name);
        if let (true, Ty::Vec(part) | Ty::Array(part, _)) = (named.is_empty(), &of) {
            named = self.named(&Ty::Slice(part.clone()), name);
        }
        let mut owned: Vec<_> = named.into_iter().map(|method| (method, Some(of.clone()))).collect();
        let mut seen = owned.clone();
        self.keep_seen(&mut seen);
        if !seen.is_empty() || matches!(of, Ty::Str | Ty::Char | Ty::Int(_) | Ty::Float(_)) {
            owned = seen;
        }
        self.keep_meant(e, name, &mut owned);
        let mut named: Vec<_> = owned.into_iter().map(|(method, _)| method).collect();
        // A parameter has what its bounds say, whatever the type at hand has of its own.
        let of_trait = |method: &crate::program::Method| self.program.func(method.f).of_trait.is_some();
        if param.is_some() && named.iter().any(of_trait) {
            named.retain(of_trait);
        }
        // What a trait of the type has comes before the prelude's functions by receiver; those of numbers are their own.
        let number = matches!(of, Ty::Float(_) | Ty::Int(_));
        named.sort_by_key(|method| !number && self.program.func(method.f).of_trait.is_none());
        for method in named {
            let def = self.program.func(method.f);
            if let Some(of_trait) = def.of_trait {
                let declared = self.program.trait_def(of_trait).fns.get(name).copied().unwrap_or(method.f);
                if !of_traits.contains(&declared) {
                    of_traits.push(declared);
                }
                continue;
            }
            if method.of.is_none() && !of_traits.is_empty() && !number {
                continue;
            }
            let mark = self.table.mark();
            let args = self.fresh_args(&def.generics);
            let (fits, skip) = match method.of.map(|of| self.program.impl_def(of)) {
                Some(around) => {
                    let ty = self.instance(&around.ty, &around.generics, &args);
                    (self.table.unify(&ty, &of), around.generics.names.len())
                }
                None => {
                    let first = def.params.first().map(|p| (behind(&p.ty), self.instance(&p.ty, &def.generics, &args)));
                    let ret = self.instance(&def.ret, &def.generics, &args);
                    let receiver = first.is_some_and(|(declared, ty)| match (declared, ty) {
                        // Functions of the prelude on any number.
                        (Ty::Param(k), _) if number => self.same(&args[*k], &of),
                        (Ty::Param(_), _) => false,
                        (declared, _) if has_assoc(declared) => false,
                        (_, Ty::Ref(_, ty)) => self.same(&ty, &of) || self.same_elements(&ty, &of),
                        (_, ty) => self.same(&ty, &of),
                    });
                    if !receiver {
                        self.same(&ret, &of);
                    }
                    let may_be = def.params.first().is_none_or(|first| self.may_be(&def, &args, &first.ty));
                    (may_be, args.len() - written.len().min(args.len()))
                }
            };
            if !fits {
                self.table.undo(mark);
                continue;
            }
            self.table.keep(mark);
            for (arg, given) in args[skip..].iter().zip(&written) {
                self.same(arg, given);
            }
            return self.function_value(e, method.f, args);
        }
        if let Some(f) = of_traits.first() {
            let def = self.program.func(*f);
            let args = self.fresh_args(&def.generics);
            self.same(&args[0], &of);
            let skip = def.of_trait.map_or(1, |of| self.program.trait_def(of).generics.names.len());
            for (arg, given) in args[skip..].iter().zip(&written) {
                self.same(arg, given);
            }
            return self.function_value(e, *f, args);
        }
        self.builtin_fn(&of, name)
    }

    /// Whether one is the slice of the other, which has the methods of slices.
    fn same_elements(&mut self, slice: &Ty, list: &Ty) -> bool {
        match (slice, list) {
            (Ty::Slice(a), Ty::Vec(b) | Ty::Array(b, _)) => self.same(a, b),
            _ => false,
        }
    }

    /// The type of a `const` parameter, as the function says it; those of implementations are nearly always `usize`.
    pub(super) fn const_param(&self, k: usize) -> Ty {
        let name = self.program.func(self.owner).generics.names.get(k).cloned();
        let text = self.program.text(self.owner);
        let declared = text.iter().flat_map(|text| text.sig.generics.const_params());
        let mut own = declared.filter(|param| name.as_ref().is_some_and(|name| param.ident == **name));
        match own.next().map(|param| &param.ty) {
            Some(syn::Type::Path(path)) if path.path.is_ident("bool") => Ty::Bool,
            Some(syn::Type::Path(path)) => {
                path.path.get_ident().and_then(|name| Int::of(&name.to_string())).map_or(Ty::Int(Int::Usize), Ty::Int)
            }
            _ => Ty::Int(Int::Usize),
        }
    }

    /// What is known of a path into other crates.
    pub(super) fn foreign(&mut self, path: &syn::Path) -> Ty {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match names.as_slice() {
            [.., "f64", "consts", _] => Ty::Float(Float::F64),
            [.., "f32", "consts", _] => Ty::Float(Float::F32),
            [.., of, name] if builtin::number(of).is_some() => {
                let of = builtin::number(of).expect("asked above");
                self.builtin_fn(&of, name)
            }
            _ => self.open(),
        }
    }
}
