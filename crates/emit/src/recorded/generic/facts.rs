//! What has floats in it, and so the number as a parameter.

use super::Repeat;
use front::items::{AdtId, Bound, FnId, ImplId, ItemId, TraitId};
use front::program::{Program, Scope, TypeName};
use front::ty::Ty;
use front::visit_mut::{self, VisitMut};
use std::collections::HashSet;

/// What was met on the way.
#[derive(Default)]
struct Met {
    adts: HashSet<AdtId>,
    traits: HashSet<TraitId>,
}

/// The items of the crate in a type.
struct Named<'p> {
    found: Vec<ItemId>,
    program: &'p Program,
    scope: Scope,
}

impl VisitMut for Named<'_> {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if let TypeName::Item(id, _) = self.program.type_name(&self.scope, path) {
            self.found.push(id);
        }
        visit_mut::visit_path_mut(self, path);
    }
}

impl Repeat<'_> {
    /// Whether floats are in a type, or what is repeated because of them.
    pub(super) fn has_float(&self, ty: &Ty) -> bool {
        self.floats_in(ty, &mut Met::default())
    }

    fn floats_in(&self, ty: &Ty, met: &mut Met) -> bool {
        match ty {
            Ty::Float(_) | Ty::Closure(_) | Ty::Assoc(..) => true,
            Ty::FnItem(f, args) => self.takes_number_within(*f, met) || args.iter().any(|ty| self.floats_in(ty, met)),
            Ty::Adt(_, args) if args.is_empty() && self.is_matrix(ty) => true,
            Ty::Adt(adt, args) => self.adt_within(*adt, met) || args.iter().any(|ty| self.floats_in(ty, met)),
            Ty::Dyn(of, args, types) => {
                self.trait_within(*of, met)
                    || args.iter().chain(types.iter().map(|(_, ty)| ty)).any(|ty| self.floats_in(ty, met))
            }
            Ty::Opaque(text) => text.contains("f64"),
            ty => ty.parts().any(|part| self.floats_in(part, met)),
        }
    }

    /// Whether a type of the crate is repeated.
    pub(super) fn is_adt_over(&self, adt: AdtId) -> bool {
        self.adt_within(adt, &mut Met::default())
    }

    fn adt_within(&self, adt: AdtId, met: &mut Met) -> bool {
        let def = self.program.adt(adt);
        if !self.is_own(def.origin) || !met.adts.insert(adt) {
            return false;
        }
        let mut fields = def.variants.iter().flat_map(|v| &v.fields);
        fields.any(|field| self.floats_in(&field.ty, met))
            || self.bounds_within(&others(&def.generics.bounds), met)
            || self.impls_within(adt, met)
    }

    /// Whether a type with parameters has traits where it is of floats, or of what has a trait with floats: over the number
    /// the crate's own type has them not.
    fn impls_within(&self, adt: AdtId, met: &mut Met) -> bool {
        let own = self.program.adt(adt);
        // An enum has no place for the number: it stays what it is where it can.
        let is_one = |of: TraitId| !own.is_enum || !self.is_own(self.program.trait_def(of).origin);
        !own.generics.names.is_empty()
            && self.impls_for(adt).into_iter().any(|of| {
                let def = self.program.impl_def(of);
                let args = if let Ty::Adt(_, args) = behind(&def.ty) { &args[..] } else { &[] };
                def.of_trait.as_ref().is_some_and(|(of, _)| is_one(*of))
                    && (args.iter().any(|ty| self.floats_in(ty, met))
                        || self.bounds_within(&others(&def.generics.bounds), met))
            })
    }

    /// Whether an implementation tells the number, by its type or by bounds.
    pub(super) fn tells_number(&self, of: ImplId) -> bool {
        let def = self.program.impl_def(of);
        self.has_float(&def.ty) || self.bounds_within(&others(&def.generics.bounds), &mut Met::default())
    }

    /// The implementations for a type of the crate, and for references to it.
    pub(super) fn impls_for(&self, adt: AdtId) -> Vec<ImplId> {
        let generics = self.program.adt(adt).generics.clone();
        let args = (0..generics.names.len()).map(|k| match generics.consts[k] {
            true => Ty::Const(front::ty::Len::Param(k)),
            false => Ty::Param(k),
        });
        let ty = Ty::Adt(adt, args.collect());
        let lent = [false, true].map(|mutable| Ty::Ref(mutable, Box::new(ty.clone())));
        let all = [&ty].into_iter().chain(&lent).flat_map(|ty| self.program.impls_of(ty));
        let is_own = |of: &ImplId| matches!(behind(&self.program.impl_def(*of).ty), Ty::Adt(own, _) if *own == adt);
        all.filter(is_own).collect()
    }

    /// Whether a trait of the crate is repeated: one that has floats in its functions, or is of floats and lists of them.
    pub(super) fn is_trait_over(&self, of: TraitId) -> bool {
        self.trait_within(of, &mut Met::default())
    }

    fn trait_within(&self, of: TraitId, met: &mut Met) -> bool {
        let def = self.program.trait_def(of);
        if !self.is_own(def.origin) || !met.traits.insert(of) {
            return false;
        }
        let mut of_lists = |id: ImplId| match &self.program.impl_def(id).ty {
            Ty::Adt(adt, _) if self.is_own(self.program.adt(*adt).origin) => false,
            ty => !matches!(ty, Ty::Param(_)) && self.floats_in(ty, met),
        };
        let lists = self.program.impls_of_trait(of, &Ty::Var(0)).into_iter().any(&mut of_lists);
        lists
            || def.fns.values().any(|f| self.takes_number_within(*f, met))
            || self.bounds_within(&def.generics.bounds, met)
    }

    fn bounds_within(&self, bounds: &[Bound], met: &mut Met) -> bool {
        bounds.iter().any(|bound| match bound {
            Bound::Trait(_, of, args, types) => {
                self.trait_within(*of, met)
                    || args.iter().chain(types.iter().map(|(_, ty)| ty)).any(|ty| self.floats_in(ty, met))
            }
            Bound::Call(_, args, ret) => args.iter().chain([ret]).any(|ty| self.floats_in(ty, met)),
            Bound::Number(_) => true,
        })
    }

    /// Whether a function of the crate takes or gives floats, and is repeated over the number.
    pub(super) fn takes_number(&self, f: FnId) -> bool {
        self.takes_number_within(f, &mut Met::default())
    }

    /// Whether a function is generic over the number, and has no other floats: it is called as it stands.
    pub(super) fn is_over_any(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        let around = def.of.map(|of| self.program.impl_def(of));
        let of_trait = def.of_trait.is_some() || around.as_ref().is_some_and(|of| of.of_trait.is_some());
        let own = around.as_ref().map(|of| &of.ty);
        let floats = def.params.iter().map(|p| &p.ty).chain([&def.ret]).chain(own).any(|ty| self.has_float(ty));
        let numbers = |bounds: &[Bound]| bounds.iter().all(|bound| matches!(bound, Bound::Number(_)));
        let bounds = &def.generics.bounds;
        !bounds.is_empty() && numbers(bounds) && !floats && !of_trait
    }

    fn takes_number_within(&self, f: FnId, met: &mut Met) -> bool {
        let def = self.program.func(f);
        if !self.is_own(def.origin) {
            return false;
        }
        let around = def.of.map(|of| self.program.impl_def(of));
        let own = around.is_some_and(|of| {
            self.floats_in(&of.ty, met)
                || of.of_trait.as_ref().is_some_and(|(of, args)| {
                    self.trait_within(*of, met) || args.iter().any(|ty| self.floats_in(ty, met))
                })
        });
        own || def.params.iter().map(|p| &p.ty).chain([&def.ret]).any(|ty| self.floats_in(ty, met))
            || self.bounds_within(&def.generics.bounds, met)
            || self.hidden_within(f, &def.ret, met)
    }

    /// Whether the bounds of what a function gives without a name have floats.
    fn hidden_within(&self, f: FnId, ret: &Ty, met: &mut Met) -> bool {
        let Ty::Opaque(text) = ret else { return false };
        let Ok(mut ty) = syn::parse_str::<syn::Type>(text) else { return false };
        let mut named = Named { found: vec![], program: &self.program, scope: self.program.scope_of(f) };
        named.visit_type_mut(&mut ty);
        named.found.into_iter().any(|id| match id {
            ItemId::Adt(adt) => self.adt_within(adt, met),
            ItemId::Trait(of) => self.trait_within(of, met),
            _ => false,
        })
    }

    /// Whether a type is the crate's, and has the number as a parameter.
    pub(super) fn is_over(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Adt(adt, _) if self.is_adt_over(*adt))
    }

    /// Whether a type of the crate holds objects or functions, which live as long as their numbers.
    pub(super) fn adt_lives(&self, adt: AdtId) -> bool {
        self.lives_within(adt, &mut HashSet::new())
    }

    fn lives_within(&self, adt: AdtId, met: &mut HashSet<AdtId>) -> bool {
        let def = self.program.adt(adt);
        if !self.is_own(def.origin) || !met.insert(adt) {
            return false;
        }
        def.variants.iter().flat_map(|v| &v.fields).any(|field| self.objects_in(&field.ty, met))
    }

    fn objects_in(&self, ty: &Ty, met: &mut HashSet<AdtId>) -> bool {
        match ty {
            Ty::Dyn(..) => true,
            // `Box<dyn Fn(f64) -> f64>`; a plain `fn` lives on.
            Ty::Ref(_, of) | Ty::Boxed(_, of) if matches!(**of, Ty::FnPtr(..)) => true,
            Ty::Adt(adt, args) => self.lives_within(*adt, met) || args.iter().any(|ty| self.objects_in(ty, met)),
            ty => ty.parts().any(|part| self.objects_in(part, met)),
        }
    }

    /// Whether the functions of a trait take or give such.
    pub(super) fn trait_lives(&self, of: TraitId) -> bool {
        let def = self.program.trait_def(of);
        let in_function = |f: &FnId| {
            let f = self.program.func(*f);
            f.params.iter().map(|p| &p.ty).chain([&f.ret]).any(|ty| self.objects_in(ty, &mut HashSet::new()))
        };
        def.fns.values().any(in_function)
            || def.generics.bounds.iter().any(|bound| match bound {
                Bound::Trait(_, above, ..) => *above != of && self.is_trait_over(*above) && self.trait_lives(*above),
                _ => false,
            })
    }

    /// Whether the number would stand alone where a type is: other crates' traits cannot be implemented for it.
    pub(super) fn is_bare_number(ty: &Ty) -> bool {
        match ty {
            Ty::Float(_) => true,
            Ty::Ref(_, of) | Ty::Boxed(_, of) => Self::is_bare_number(of),
            _ => false,
        }
    }
}

/// The type behind references.
fn behind(mut ty: &Ty) -> &Ty {
    while let Ty::Ref(_, of) = ty {
        ty = of;
    }
    ty
}

/// The bounds of a type but those that make a parameter a number: it is the number itself here.
fn others(bounds: &[Bound]) -> Vec<Bound> {
    bounds.iter().filter(|bound| !matches!(bound, Bound::Number(_))).cloned().collect()
}
