//! Generic parameters and what is demanded of them.

use super::Program;
use super::names::{Meaning, segments};
use super::part::{TypesOfTrait, side};
use super::scope::Scope;
use super::types::{TypeReader, call_of, parameters, written};
use crate::index::Space;
use crate::items::{Bound, FnId, Generics, ItemId, TraitId};
use crate::ty::Ty;
use std::rc::Rc;
use syn::{GenericArgument, PathArguments, Type, TypeParamBound, WherePredicate};

/// Bounds as they are written.
pub(super) type Bounds = Vec<TypeParamBound>;

/// The traits whose types are numbers that may carry derivatives, wherever they come from.
pub(super) const NUMBERS: [&str; 3] = ["Real", "Number", "Float"];

impl Program {
    /// What is seen within an item: its generic parameters after those around it, and those that `impl Trait` stands for.
    pub(super) fn within(&self, outer: &Scope, g: &syn::Generics, hidden: &[Bounds]) -> Scope {
        let mut around = (*outer.0).clone();
        for (name, is_const, _) in parameters(g) {
            around.names.push(name);
            around.consts.push(is_const);
        }
        let first_hidden = around.names.len();
        for k in 0..hidden.len() {
            around.names.push(format!("impl {k}").into());
            around.consts.push(false);
        }
        let named = Scope(Rc::new(around.clone()));
        let mut note = |k: usize, bounds: &mut dyn Iterator<Item = &TypeParamBound>| {
            for bound in bounds {
                if let TypeParamBound::Trait(t) = bound
                    && let Meaning::Item(ItemId::Trait(of)) = self.meaning(&named, &segments(&t.path), Space::Types).0
                {
                    around.traits.extend(self.with_supers(of).iter().map(|of| (k, *of)));
                }
            }
        };
        for (ty, bounds) in written_bounds(g) {
            if let Some(k) = param(&named, &ty) {
                note(k, &mut bounds.iter());
            }
        }
        for (k, bounds) in hidden.iter().enumerate() {
            note(first_hidden + k, &mut bounds.iter());
        }
        Scope(Rc::new(around))
    }

    /// The parameters of a scope, with the bounds of the items around, and those of the item.
    pub(super) fn generics(&self, scope: &Scope, outer: &[Bound], g: &syn::Generics, hidden: &[Bounds]) -> Generics {
        let mut bounds = outer.to_vec();
        let mut reader = TypeReader::new(self, scope);
        for (ty, all) in written_bounds(g) {
            let of = reader.ty(&ty);
            all.iter().for_each(|bound| self.bound(&mut reader, &of, bound, &mut bounds));
        }
        let first = scope.0.names.len() - hidden.len();
        for (k, all) in hidden.iter().enumerate() {
            all.iter().for_each(|bound| self.bound(&mut reader, &Ty::Param(first + k), bound, &mut bounds));
        }
        Generics { names: scope.0.names.clone(), consts: scope.0.consts.clone(), bounds }
    }

    /// What an `impl Trait` in the result of a function demands of the type that it is; `of` stands for that.
    pub(crate) fn bounds_of_hidden(&self, f: FnId, text: &str, of: &Ty) -> Vec<Bound> {
        let mut all = vec![];
        if let Ok(Type::ImplTrait(hidden)) = syn::parse_str(text) {
            let scope = self.scope_of(f);
            let mut reader = TypeReader::new(self, &scope);
            hidden.bounds.iter().for_each(|bound| self.bound(&mut reader, of, bound, &mut all));
        }
        all
    }

    /// Notes what a bound demands, and what the traits above demand.
    pub(super) fn bound(&self, reader: &mut TypeReader<'_>, of: &Ty, bound: &TypeParamBound, out: &mut Vec<Bound>) {
        let TypeParamBound::Trait(t) = bound else { return };
        if matches!(t.modifier, syn::TraitBoundModifier::Maybe(_)) {
            return;
        }
        if let Some((params, ret)) = call_of(bound) {
            let params = params.iter().map(|t| reader.ty(t)).collect();
            let ret = reader.output(ret);
            out.push(Bound::Call(of.clone(), params, ret));
            return;
        }
        let (meaning, _) = self.meaning(&reader.scope.clone(), &segments(&t.path), Space::Types);
        let Some(last) = t.path.segments.last() else { return };
        match meaning {
            Meaning::Item(ItemId::Trait(id)) => {
                let args = self.trait_args(reader, id, of, &last.arguments);
                let mut types = vec![];
                for argument in written(&last.arguments) {
                    match argument {
                        GenericArgument::AssocType(a) => {
                            types.push((super::names::plain(&a.ident).into(), reader.ty(&a.ty)));
                        }
                        GenericArgument::Constraint(c) => {
                            let part = Ty::Assoc(Box::new(of.clone()), id, super::names::plain(&c.ident).into());
                            c.bounds.iter().for_each(|bound| self.bound(reader, &part, bound, out));
                        }
                        _ => {}
                    }
                }
                self.demand(of, id, args, types, out);
            }
            Meaning::Outside | Meaning::Unknown if NUMBERS.iter().any(|name| last.ident == name) => {
                out.push(Bound::Number(of.clone()));
            }
            _ => {}
        }
    }

    /// Notes that a type implements a trait, and what follows from that.
    fn demand(&self, of: &Ty, id: TraitId, args: Vec<Ty>, types: Vec<(Rc<str>, Ty)>, out: &mut Vec<Bound>) {
        let known =
            |b: &Bound| matches!(b, Bound::Trait(ty, other, old, _) if ty == of && *other == id && *old == args);
        if types.is_empty() && out.iter().any(known) {
            return;
        }
        let given = [std::slice::from_ref(of), &args[..]].concat();
        let mut above = vec![];
        for bound in self.supertraits(id).iter() {
            above.push(match bound {
                Bound::Trait(ty, id, args, types) => {
                    let args = args.iter().map(|t| t.with(&given)).collect();
                    let types = types.iter().map(|(name, t)| (name.clone(), t.with(&given))).collect();
                    Bound::Trait(ty.with(&given), *id, args, types)
                }
                Bound::Call(ty, params, ret) => {
                    let params = params.iter().map(|t| t.with(&given)).collect();
                    Bound::Call(ty.with(&given), params, ret.with(&given))
                }
                Bound::Number(ty) => Bound::Number(ty.with(&given)),
            });
        }
        out.push(Bound::Trait(of.clone(), id, args, types));
        out.extend(above);
    }

    /// What a trait demands of what implements it, those above it too: bounds on its first parameter.
    fn supertraits(&self, id: TraitId) -> Rc<Vec<Bound>> {
        let supers = &self.part(side(id)).supers;
        if let Some(known) = supers.borrow().get(&id) {
            return known.clone();
        }
        // While it is read it demands nothing.
        supers.borrow_mut().insert(id, Rc::default());
        let mut out = vec![];
        let slot = self.trait_slot(id);
        if let Some(syn::Item::Trait(of)) = self.parsed(&slot).as_deref() {
            let scope = self.scope_of_trait(id);
            let mut reader = TypeReader::new(self, &scope);
            of.supertraits.iter().for_each(|bound| self.bound(&mut reader, &Ty::Param(0), bound, &mut out));
            for (ty, bounds) in written_bounds(&of.generics) {
                let is_itself = matches!(&ty, Type::Path(p) if p.path.is_ident("Self"));
                for bound in bounds.iter().filter(|_| is_itself) {
                    self.bound(&mut reader, &Ty::Param(0), bound, &mut out);
                }
            }
        }
        let out = Rc::new(out);
        supers.borrow_mut().insert(id, out.clone());
        out
    }

    /// A trait and those above it.
    pub(super) fn with_supers(&self, id: TraitId) -> Rc<Vec<TraitId>> {
        let above = &self.part(side(id)).above;
        if let Some(known) = above.borrow().get(&id) {
            return known.clone();
        }
        let mut all = vec![id];
        let mut at = 0;
        while at < all.len() {
            let slot = self.trait_slot(all[at]);
            at += 1;
            let Some(parsed) = self.parsed(&slot) else { continue };
            let syn::Item::Trait(of) = &*parsed else { continue };
            for above in self.traits_of(&Scope::at(slot.at), &of.supertraits) {
                if !all.contains(&above) {
                    all.push(above);
                }
            }
        }
        let all = Rc::new(all);
        above.borrow_mut().insert(id, all.clone());
        all
    }

    fn traits_of<'b>(&self, scope: &Scope, bounds: impl IntoIterator<Item = &'b TypeParamBound>) -> Vec<TraitId> {
        let traits = bounds.into_iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(t) => match self.meaning(scope, &segments(&t.path), Space::Types).0 {
                Meaning::Item(ItemId::Trait(id)) => Some(id),
                _ => None,
            },
            _ => None,
        });
        traits.collect()
    }

    /// The arguments of a trait, without `Self`.
    pub(super) fn trait_args(
        &self,
        reader: &mut TypeReader<'_>,
        id: TraitId,
        of: &Ty,
        arguments: &PathArguments,
    ) -> Vec<Ty> {
        reader.args(&self.shape(ItemId::Trait(id)), arguments, Some(of))
    }

    fn types_of(&self, of: TraitId) -> Rc<TypesOfTrait> {
        let types = &self.part(side(of)).types;
        if let Some(known) = types.borrow().get(&of) {
            return known.clone();
        }
        let slot = self.trait_slot(of);
        let mut all = vec![];
        if let Some(syn::Item::Trait(t)) = self.parsed(&slot).as_deref() {
            let scope = Scope::at(slot.at);
            for item in &t.items {
                let syn::TraitItem::Type(t) = item else { continue };
                let traits = self.traits_of(&scope, &t.bounds);
                let with_supers = traits.into_iter().flat_map(|id| self.with_supers(id).to_vec());
                all.push((super::names::plain(&t.ident).into(), with_supers.collect()));
            }
        }
        let all = Rc::new(all);
        types.borrow_mut().insert(of, all.clone());
        all
    }

    /// Whether a trait has an associated type of a name.
    pub(super) fn has_type(&self, of: TraitId, name: &str) -> bool {
        self.types_of(of).iter().any(|(own, _)| **own == *name)
    }

    /// The traits that an associated type of a trait has.
    pub(super) fn bounds_of_type(&self, of: TraitId, name: &str) -> Vec<TraitId> {
        let types = self.types_of(of);
        types.iter().find(|(own, _)| **own == *name).map(|(_, traits)| traits.clone()).unwrap_or_default()
    }
}

fn param(scope: &Scope, ty: &Type) -> Option<usize> {
    match ty {
        Type::Path(p) if p.qself.is_none() => scope.param(&p.path.get_ident()?.to_string()),
        Type::Paren(p) => param(scope, &p.elem),
        _ => None,
    }
}

/// All bounds of parameters and of `where`, with the types that they are of.
fn written_bounds(g: &syn::Generics) -> Vec<(Type, Bounds)> {
    let of_params = g.type_params().map(|t| {
        let path = syn::TypePath { qself: None, path: t.ident.clone().into() };
        (Type::Path(path), t.bounds.iter().cloned().collect())
    });
    let predicates = g.where_clause.iter().flat_map(|w| &w.predicates);
    let of_where = predicates.filter_map(|p| match p {
        WherePredicate::Type(t) => Some((t.bounded_ty.clone(), t.bounds.iter().cloned().collect())),
        _ => None,
    });
    of_params.chain(of_where).filter(|(_, bounds): &(Type, Bounds)| !bounds.is_empty()).collect()
}
