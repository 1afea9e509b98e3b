//! Functions, constants and implementations of types.

use super::heads::{Head, fits, head, in_part, may_be, word};
use super::part::side;
use super::table::{Owner, Side, Slot, Source};
use super::{Method, Program};
use crate::hash::Map;
use crate::index::{self, ImplHead, Index, ItemKind};
use crate::items::{AdtId, Bound, ConstId, FnId, ImplDef, ImplId, ItemId, TraitId};
use crate::ty::Ty;
use std::collections::HashMap;
use std::rc::Rc;

/// The implementations of a side, by the words of their headers.
#[derive(Debug, Default)]
pub(super) struct Words {
    by_type: Map<String, Vec<usize>>,
    by_trait: Map<String, Vec<usize>>,
    /// Those whose type may be another than its word says: other names, parameters.
    open: Vec<usize>,
}

fn is_open(index: &Index, word: &str) -> bool {
    let declared = index.all_named(word).iter().any(|id| {
        use crate::index::ItemKind::{Enum, Struct, Union};
        matches!(index.item(*id).kind, Struct(_) | Enum(_) | Union)
    });
    !(declared
        || word.starts_with(['[', '(', '&'])
        || super::std::primitive(word).is_some()
        || super::std::everywhere(word).is_some())
}

impl Program {
    fn words(&self, side: Side) -> &Words {
        let part = self.part(side);
        part.words.get_or_init(|| {
            let index = &part.index;
            let mut words = Words::default();
            for (k, head) in index.impls().iter().enumerate() {
                words.by_type.entry(head.of.clone()).or_default().push(k);
                if let Some(of) = &head.of_trait {
                    words.by_trait.entry(of.clone()).or_default().push(k);
                }
                if is_open(index, &head.of) {
                    words.open.push(k);
                }
            }
            words
        })
    }

    /// Whether the word of a header may stand for a type of another name.
    fn is_open(&self, word: &str) -> bool {
        is_open(&self.index, word)
    }

    /// Whether an implementation of the index is seen: those in bodies are not, but in those around the function at hand.
    fn is_seen(&self, side: Side, head: &ImplHead) -> bool {
        let index = self.index_of(side);
        !index.scope(head.id.scope).is_body() || side == Side::Crate && index.is_within(self.home.get(), head.id.scope)
    }

    /// The implementations whose type may be this, by its head constructor; all of a variable.
    pub fn impls_of(&self, ty: &Ty) -> Vec<ImplId> {
        self.make_impls_of(ty);
        let mut all = self.impls_in(Side::Crate, ty).to_vec();
        all.extend(self.impls_in(Side::Prelude, ty).iter().copied());
        all.extend(self.impls_elsewhere(ty));
        all
    }

    fn make_impls_of(&self, ty: &Ty) {
        if let Some(word) = word(self, ty) {
            self.make_impls(&word);
        }
    }

    /// The implementations of a type that stand in no module: in bodies, derived, of trait objects.
    fn impls_elsewhere(&self, ty: &Ty) -> Vec<ImplId> {
        let head = head(ty);
        let mut all = self.impls_of_blocks.borrow().clone();
        let word = word(self, ty);
        let texts = self.impls_of_texts.borrow();
        all.extend(
            texts
                .iter()
                .filter(|(_, of)| word.as_ref().is_none_or(|word| word == of || self.is_open(of)))
                .map(|(id, _)| *id),
        );
        drop(texts);
        all.retain(|id| fits(self::head(&self.impl_type(*id)), head));
        if let Ty::Adt(adt, _) = ty {
            all.extend(self.derived_impls(*adt).iter().copied());
        }
        if let Ty::Dyn(of, ..) = ty {
            let traits = self.with_supers(*of);
            all.extend(traits.iter().map(|above| self.dyn_impl(ty, *of, *above)));
        }
        all
    }

    /// The implementation of a trait that `dyn Trait` has, of the trait itself or of one above it.
    fn dyn_impl(&self, ty: &Ty, of: TraitId, above: TraitId) -> ImplId {
        let key = (ty.clone(), above);
        if let Some(known) = self.dyn_impls.borrow().get(&key) {
            return *known;
        }
        let (Ty::Dyn(_, args, types), true) = (ty, of == above) else {
            return self.add_dyn_impl(key, ty, (above, vec![]), HashMap::new());
        };
        self.add_dyn_impl(key, ty, (above, args.clone()), types.iter().cloned().collect())
    }

    fn add_dyn_impl(
        &self,
        key: (Ty, TraitId),
        ty: &Ty,
        of_trait: (TraitId, Vec<Ty>),
        types: HashMap<Rc<str>, Ty>,
    ) -> ImplId {
        let (fns, consts) = (HashMap::new(), HashMap::new());
        let generics = crate::items::Generics::default();
        let def = ImplDef { generics, ty: ty.clone(), of_trait: Some(of_trait), types, fns, consts };
        let id = self.own.impls.add(Slot::made("", Program::nowhere(), def));
        self.dyn_impls.borrow_mut().insert(key, id);
        id
    }

    /// The same, those of one part in modules.
    fn impls_in(&self, part_side: Side, ty: &Ty) -> Rc<Vec<ImplId>> {
        let part = self.part(part_side);
        let (head, word) = match in_part(part_side, ty) {
            Head::Other if part_side == Side::Prelude => (Head::Other, Some("".into())),
            head => (head, word(self, ty)),
        };
        if let Some(known) = part.by_head.borrow().get(&head) {
            return known.clone();
        }
        // While their types are read, which may ask for it again, there are none.
        part.by_head.borrow_mut().insert(head, Rc::default());
        let (words, heads) = (self.words(part_side), part.index.impls());
        let mut places: Vec<usize> = match &word {
            Some(word) => {
                let own = words.by_type.get(&**word).into_iter().flatten().copied();
                own.chain(words.open.iter().copied()).collect()
            }
            None => (0..heads.len()).collect(),
        };
        places.sort_unstable();
        places.dedup();
        let seen = places.into_iter().filter(|k| self.is_seen(part_side, &heads[*k]));
        let mut all: Vec<ImplId> = seen.map(|k| self.impl_of(part_side, heads[k].id)).collect();
        all.retain(|id| fits(self::head(&self.impl_type(*id)), head));
        let all = Rc::new(all);
        part.by_head.borrow_mut().insert(head, all.clone());
        all
    }

    /// The type of an implementation, read without the rest of it.
    fn impl_type(&self, id: ImplId) -> Ty {
        let slot = self.impl_slot(id);
        match slot.def.get() {
            Some(def) => def.ty.clone(),
            None => self.scope_of_impl(id).itself().cloned().unwrap_or_else(Ty::unknown),
        }
    }

    /// The implementations of a trait whose type may be this, by head constructor; all if it is a variable.
    pub fn impls_of_trait(&self, of: TraitId, ty: &Ty) -> Vec<ImplId> {
        let is = |id: &ImplId| self.trait_of_impl(*id) == Some(Some(of));
        if head(ty) == Head::Any {
            let mut all = self.impls_naming_trait(of);
            all.retain(is);
            return all;
        }
        self.make_impls_of(ty);
        let mut all = vec![];
        for part_side in [Side::Crate, Side::Prelude] {
            // The prelude has none of a trait of the crate's.
            if part_side == Side::Crate || side(of) == Side::Prelude {
                all.extend(self.impls_of_trait_in(part_side, of, ty).iter().copied());
            }
        }
        all.extend(self.impls_elsewhere(ty).into_iter().filter(is));
        all
    }

    fn impls_of_trait_in(&self, part_side: Side, of: TraitId, ty: &Ty) -> Rc<Vec<ImplId>> {
        let by_trait = &self.part(part_side).by_trait;
        let key = (in_part(part_side, ty), of);
        if let Some(known) = by_trait.borrow().get(&key) {
            return known.clone();
        }
        let all = self.impls_in(part_side, ty);
        let all = all.iter().copied().filter(|id| self.trait_of_impl(*id) == Some(Some(of)));
        let all = Rc::new(all.collect::<Vec<_>>());
        by_trait.borrow_mut().insert(key, all.clone());
        all
    }

    pub(super) fn impls_naming_trait(&self, of: TraitId) -> Vec<ImplId> {
        let name = self.trait_slot(of).name.clone();
        let other = super::std::renamed_from(&name);
        self.make_impls(&name);
        let mut all = vec![];
        for side in [Side::Crate, Side::Prelude] {
            let (words, heads) = (self.words(side), self.part(side).index.impls());
            for name in [Some(&*name), other].into_iter().flatten() {
                let own = words.by_trait.get(name).into_iter().flatten();
                let seen = own.filter(|k| self.is_seen(side, &heads[**k]));
                all.extend(seen.map(|k| self.impl_of(side, heads[*k].id)));
            }
        }
        all.extend(self.impls_of_blocks.borrow().iter().copied());
        all.extend(self.impls_of_texts.borrow().iter().map(|(id, _)| *id));
        all
    }

    /// The implementations that derives of std's traits make: they have no functions, so those of the trait are meant.
    fn derived_impls(&self, adt: AdtId) -> Rc<Vec<ImplId>> {
        let part = self.part(side(adt));
        if let Some(known) = part.derived.borrow().get(&adt) {
            return known.clone();
        }
        let mut all = vec![];
        let at = self.adt_slot(adt).at;
        let mut names = self.derived(adt);
        // What is a key of a `HashMap` is compared as if it had an order.
        let is = |names: &[String], name: &str| names.iter().any(|n| n == name);
        if is(&names, "Hash") && !is(&names, "Ord") && !self.implements(adt, side(adt), "Ord") {
            names.push("Ord".into());
        }
        for name in names {
            let Some(path) = super::std::everywhere(&name).filter(|_| name != "Differentiable") else { continue };
            let Some(ItemId::Trait(of)) = self.prelude(&path.join("::")) else { continue };
            let def = self.adt(adt);
            let mut generics = def.generics.clone();
            let args: Vec<Ty> = (0..generics.names.len())
                .map(|k| if generics.consts[k] { Ty::Const(crate::ty::Len::Param(k)) } else { Ty::Param(k) })
                .collect();
            let trait_args = |of_ty: &Ty| match self.trait_def(of).generics.names.len() {
                0 | 1 => vec![],
                n => vec![of_ty.clone(); n - 1],
            };
            for (k, is_const) in generics.consts.clone().into_iter().enumerate() {
                if !is_const {
                    generics.bounds.push(Bound::Trait(Ty::Param(k), of, trait_args(&Ty::Param(k)), vec![]));
                }
            }
            let ty = Ty::Adt(adt, args);
            let of_trait = Some((of, trait_args(&ty)));
            let (types, fns, consts) = (HashMap::new(), HashMap::new(), HashMap::new());
            let def = ImplDef { generics, ty, of_trait, types, fns, consts };
            all.push(part.impls.add(Slot::made("", at, def)));
        }
        let all = Rc::new(all);
        part.derived.borrow_mut().insert(adt, all.clone());
        all
    }

    /// The functions of a name that a type itself has, by its head constructor, without autoderef: those of its own
    /// `impl`s first, then the prelude's (`slice::NAME` for `[T]`), then those of traits that it implements (their
    /// defaults among them; of blanket implementations too), then the prelude's of iterators.
    pub fn methods_named(&self, ty: &Ty, name: &str) -> Vec<Method> {
        self.make_impls_of(ty);
        let [crates, preludes] = [Side::Crate, Side::Prelude].map(|part_side| self.found_in(part_side, ty, name));
        let elsewhere = self.found_among(&self.impls_elsewhere(ty), name);
        let all = [&*crates, &preludes, &elsewhere];
        let mut own: Vec<Method> = all.iter().flat_map(|found| &found.own).copied().collect();
        let of_traits = all.iter().flat_map(|found| &found.of_traits).copied();
        own.extend(self.elementary_of(ty, name).map(|f| Method { f, of: None }));
        for module in self.modules_of(ty) {
            own.extend(self.prelude_fn(&module, name).map(|f| Method { f, of: None }));
        }
        own.extend(of_traits);
        own.extend(self.prelude_fn("iter", name).map(|f| Method { f, of: None }));
        own
    }

    fn found_in(&self, part_side: Side, ty: &Ty, name: &str) -> Rc<Found> {
        let by_name = &self.part(part_side).by_name;
        let key = (in_part(part_side, ty), name.to_owned());
        if let Some(known) = by_name.borrow().get(&key) {
            return known.clone();
        }
        let found = Rc::new(self.found_among(&self.impls_in(part_side, ty), name));
        by_name.borrow_mut().insert(key, found.clone());
        found
    }

    fn found_among(&self, impls: &[ImplId], name: &str) -> Found {
        let mut found = Found::default();
        for id in impls {
            let method = |f: FnId| Method { f, of: Some(*id) };
            if self.trait_of_impl(*id).is_none() {
                found.own.extend(self.impl_def(*id).fns.get(name).copied().map(method));
            } else if self.may_have(*id, name) {
                let def = self.impl_def(*id);
                let given = def.fns.get(name).copied();
                let by_default = || self.trait_def(def.of_trait.as_ref()?.0).fns.get(name).copied();
                found.of_traits.extend(given.or_else(by_default).map(method));
            }
        }
        found
    }

    /// Whether an implementation of a trait, or the trait, has a function of a name: most have not, and are not read.
    fn may_have(&self, id: ImplId, name: &str) -> bool {
        let slot = self.impl_slot(id);
        if slot.def.get().is_some() {
            return true;
        }
        let Source::Text(index, text, item) = &slot.source else { return true };
        let own = item.body.clone().is_some_and(|body| {
            let made = |item: &index::Item| item.kind == ItemKind::Made;
            index.texts()[*text].words(body.clone()).any(|word| word == name)
                || index.members(*text, body).iter().any(made)
        });
        own || self.trait_of_impl(id).flatten().is_some_and(|of| self.trait_def(of).fns.contains_key(name))
    }

    /// The modules of the prelude with the methods of a type.
    fn modules_of(&self, ty: &Ty) -> Vec<String> {
        let one = |name: &str| vec![name.to_owned()];
        match ty {
            Ty::Bool => one("boolean"),
            Ty::Char => one("char"),
            Ty::Str => one("str"),
            Ty::Int(_) => one("int"),
            Ty::Float(_) => one("float"),
            Ty::Tuple(_) => one("tuple"),
            Ty::Array(..) => one("array"),
            Ty::Slice(_) => one("slice"),
            Ty::Vec(_) => one("vec"),
            Ty::Boxed(by, _) => one(by.path()[0]),
            Ty::Adt(adt, _) => {
                let slot = self.adt_slot(*adt);
                match (slot.at.side, &*slot.name) {
                    (Side::Crate, _) => vec![],
                    (Side::Prelude, "Option") => one("option"),
                    (Side::Prelude, "Result") => one("result"),
                    (Side::Prelude, "Ordering") => one("ordering"),
                    (Side::Prelude, "ControlFlow") => one("control"),
                    (Side::Prelude, name) if name.starts_with("Range") => {
                        vec!["range".to_owned(), "ranges".to_owned()]
                    }
                    (Side::Prelude, _) => {
                        let path = self.prelude.index.path_of_scope(slot.at.scope);
                        path.last().filter(|_| path.len() > 2).cloned().into_iter().collect()
                    }
                }
            }
            _ => vec![],
        }
    }

    /// The method of a name that values of every type have.
    pub fn of_any(&self, name: &str) -> Option<FnId> {
        self.function_at_home(&format!("any::{name}"))
    }

    fn prelude_fn(&self, module: &str, name: &str) -> Option<FnId> {
        let intrinsic = || self.function_at_home(&format!("intrinsic::{module}::{name}"));
        self.function_at_home(&format!("{module}::{name}")).or_else(intrinsic)
    }

    /// A constant of a type: `Vec3::ZERO`, `f64::EPSILON`.
    pub fn const_of(&self, ty: &Ty, name: &str) -> Option<ConstId> {
        if let Some(known) = self.const_of_number(ty, name, false) {
            return Some(known);
        }
        let known = !matches!(head(ty), Head::Any | Head::Other | Head::Call | Head::Never);
        if !known || !matches!(ty, Ty::Adt(..)) && name.contains(char::is_lowercase) {
            return None;
        }
        let may = |id: &ImplId| match &self.impl_slot(*id).source {
            Source::Text(index, text, item) => {
                item.body.clone().is_some_and(|body| index.texts()[*text].words(body).any(|word| word == name))
            }
            Source::Tokens(_) => true,
            Source::Made => false,
        };
        let all = self.impls_of(ty);
        let fitting = all.iter().filter(|id| may(id) && may_be(&self.impl_type(**id), ty));
        let mut own = fitting.filter_map(|id| self.impl_def(*id).consts.get(name).copied());
        match (own.next(), own.next()) {
            (Some(one), None) => return Some(one),
            (Some(_), Some(_)) => return None,
            _ => {}
        }
        // One that a trait has for all.
        let traits = all.iter().filter_map(|id| self.trait_of_impl(*id).flatten());
        traits.filter(|of| side(*of) == Side::Crate).find_map(|of| self.trait_def(of).consts.get(name).copied())
    }

    /// The constant that a generic parameter of a function has by its bounds, and the trait of it; `Self` in a trait has
    /// what that has.
    pub fn const_by_bounds(&self, f: FnId, k: usize, name: &str) -> Option<(TraitId, Vec<Ty>, ConstId)> {
        let def = self.func(f);
        let own = def.of_trait.filter(|_| def.of.is_none() && k == 0);
        let own = own.map(|of| (of, (1..self.trait_def(of).generics.names.len()).map(Ty::Param).collect()));
        let said = def.generics.bounds.iter().filter_map(|bound| match bound {
            Bound::Trait(Ty::Param(p), of, args, _) if *p == k => Some((*of, args.clone())),
            _ => None,
        });
        own.into_iter().chain(said).find_map(|(of, args)| Some((of, args, *self.trait_def(of).consts.get(name)?)))
    }

    /// The path of a trait of the crate, as it is written where the function at hand stands.
    pub fn path_of_trait(&self, of: TraitId) -> Option<syn::Path> {
        (side(of) == Side::Crate).then(|| self.seen_path_from_home(ItemId::Trait(of)))?
    }

    /// The implementation that a constant is of, or the trait.
    pub fn owner_of_const(&self, of: ConstId) -> (Option<ImplId>, Option<TraitId>) {
        match self.const_slot(of).owner {
            Owner::Nothing => (None, None),
            Owner::Impl(id) => (Some(id), None),
            Owner::Trait(id) => (None, Some(id)),
        }
    }

    /// The trait that a constant is of, where that alone names it.
    pub fn trait_of_const(&self, of: ConstId) -> Option<TraitId> {
        let of = match self.owner_of_const(of) {
            (Some(id), _) => self.trait_of_impl(id).flatten()?,
            (None, of) => of?,
        };
        (self.trait_def(of).generics.names.len() == 1).then_some(of)
    }

    /// The place of a field in a variant, and its type in terms of the parameters of the struct or enum.
    pub fn field(&self, adt: AdtId, variant: usize, name: &str) -> Option<(usize, Ty)> {
        let def = self.adt(adt);
        let fields = &def.variants.get(variant)?.fields;
        let k = fields.iter().position(|field| *field.name == *name)?;
        Some((k, fields[k].ty.clone()))
    }

    /// The trait that gives a type an associated type of a name, where only one does.
    pub(super) fn trait_of_type(&self, ty: &Ty, name: &str) -> Option<TraitId> {
        let mut found = None;
        for id in self.impls_of(ty) {
            let Some(Some(of)) = self.trait_of_impl(id) else { continue };
            if self.has_type(of, name) {
                match found {
                    Some(old) if old != of => return None,
                    _ => found = Some(of),
                }
            }
        }
        found
    }
}

/// Implementations that were found, by the head constructor.
pub(super) type ByHead = Map<Head, Rc<Vec<ImplId>>>;

/// The same, of one trait.
pub(super) type ByTrait = Map<(Head, TraitId), Rc<Vec<ImplId>>>;

/// Functions that were found, by the head constructor and the name.
pub(super) type ByName = Map<(Head, String), Rc<Found>>;

/// The functions of a name in the implementations of a type.
#[derive(Debug, Default)]
pub(super) struct Found {
    own: Vec<Method>,
    of_traits: Vec<Method>,
}
