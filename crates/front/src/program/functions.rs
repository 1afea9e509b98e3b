//! Functions, read of their syntax.

use super::Program;
use super::generics::Bounds;
use super::read::has;
use super::scope::{Place, Scope};
use super::table::{Owner, Side, Slot, Source, parse_whole};
use super::types::TypeReader;
use crate::items::{Bound, FnDef, FnId, Generics, ItemId, Origin, ParamDef, TraitId};
use crate::ty::{Float, Len, Ty};
use std::rc::Rc;
use syn::{FnArg, Item, ReturnType};

impl Program {
    fn scope_of_owner(&self, owner: Owner, at: Place) -> (Scope, Vec<Bound>) {
        match owner {
            Owner::Nothing => (Scope::at(at), vec![]),
            Owner::Impl(id) => (self.scope_of_impl(id), self.impl_def(id).generics.bounds.clone()),
            Owner::Trait(id) => (self.scope_of_trait(id), self.trait_def(id).generics.bounds.clone()),
        }
    }

    /// What the body of a function sees: its module, and its generic parameters.
    pub fn scope_of(&self, f: FnId) -> Scope {
        self.func(f);
        self.fn_slot(f).scope.get().cloned().unwrap_or_default()
    }

    /// The generic arguments of a function within itself: a number is its own, a length the parameter by its name, of all
    /// else the bounds are known.
    pub fn own_args(&self, f: FnId) -> Vec<Ty> {
        let generics = &self.func(f).generics;
        let is_number = |k| generics.bounds.iter().any(|b| matches!(b, Bound::Number(Ty::Param(p)) if *p == k));
        let own = |(k, name): (usize, &Rc<str>)| match generics.consts.get(k) {
            Some(true) => Ty::Const(Len::Text(name.clone())),
            _ if is_number(k) => Ty::Float(Float::Own),
            _ => Ty::Rigid(f, k),
        };
        generics.names.iter().enumerate().map(own).collect()
    }

    /// A function.
    pub fn func(&self, f: FnId) -> Rc<FnDef> {
        let slot = self.fn_slot(f);
        if let Some(def) = slot.def.get() {
            return def.clone();
        }
        let given = self.given.borrow().get(&f).cloned();
        let parsed = match given {
            Some(given) => Some(given),
            None => match self.parsed(&slot).as_deref() {
                Some(Item::Fn(f)) => Some(Rc::new(f.clone())),
                _ => None,
            },
        };
        let (outer, bounds) = self.scope_of_owner(slot.owner, slot.at);
        let def = match parsed {
            Some(parsed) => self.read_fn(f, &slot, &parsed, &outer, &bounds),
            None => FnDef {
                name: slot.name.clone(),
                origin: Origin::Foreign,
                path: None,
                generics: Generics::default(),
                params: vec![],
                ret: Ty::unknown(),
                has_text: false,
                of: None,
                of_trait: None,
                intrinsic: None,
                differentiable: false,
                constant: false,
                method: false,
            },
        };
        slot.def.get_or_init(|| Rc::new(def)).clone()
    }

    fn read_fn(&self, id: FnId, slot: &Slot<FnDef>, f: &syn::ItemFn, outer: &Scope, bounds: &[Bound]) -> FnDef {
        self.steps.set(0);
        let generics = &f.sig.generics;
        let mut reader = TypeReader::new(self, &self.within(outer, generics, &[]));
        reader.hidden = Some(vec![]);
        // What is written out where it is called is so for each type.
        let of_block = !matches!(slot.owner, Owner::Nothing);
        // In a block it is the block that has the attribute.
        let marked = !of_block && has(&f.attrs, "differentiable") && self.open_function(outer, &f.sig, None).is_none();
        let written_out = !marked && slot.at.side == Side::Crate && !of_block;
        let lent =
            |ty: &syn::Type| matches!(ty, syn::Type::Reference(r) if matches!(*r.elem, syn::Type::TraitObject(_)));
        let params = f.sig.inputs.iter().map(|arg| match arg {
            FnArg::Receiver(r) => ParamDef { ty: reader.ty(&r.ty), constant: has(&r.attrs, "constant") },
            FnArg::Typed(t) => {
                reader.objects = written_out && lent(&t.ty);
                ParamDef { ty: reader.ty(&t.ty), constant: has(&t.attrs, "constant") }
            }
        });
        let params: Vec<ParamDef> = params.collect();
        let hidden: Vec<Bounds> = reader.hidden.take().unwrap_or_default();
        let ret = match &f.sig.output {
            ReturnType::Default => Ty::UNIT,
            ReturnType::Type(_, ty) => reader.ty(ty),
        };
        let scope = self.within(outer, generics, &hidden);
        let generics = self.generics(&scope, bounds, generics, &hidden);
        let _ = slot.scope.set(scope);
        let of = match slot.owner {
            Owner::Impl(of) => Some(of),
            _ => None,
        };
        let of_trait = match slot.owner {
            Owner::Trait(of) => Some(of),
            Owner::Impl(of) => self.impl_def(of).of_trait.as_ref().map(|(of, _)| *of),
            Owner::Nothing => None,
        };
        let constant = has(&f.attrs, "constant");
        let around_is = match slot.owner {
            _ if constant => false,
            Owner::Impl(of) => {
                let parsed = self.parsed(&self.impl_slot(of));
                let generics = match parsed.as_deref() {
                    Some(Item::Impl(of)) => Some(&of.generics),
                    _ => None,
                };
                self.is_marked(&self.impl_slot(of))
                    && !of_trait.is_some_and(|of| self.is_open_of_crate(of))
                    && self.open_function(outer, &f.sig, generics).is_none()
            }
            Owner::Trait(of) => {
                let slot = self.trait_slot(of);
                let generics = match self.parsed(&slot).as_deref() {
                    Some(Item::Trait(of)) => Some(of.generics.clone()),
                    _ => None,
                };
                self.is_marked(&slot)
                    && !self.is_on_types(of)
                    && self.open_function(outer, &f.sig, generics.as_ref()).is_none()
            }
            Owner::Nothing => false,
        };
        let of_std = |of: TraitId| self.trait_slot(of).at.side == Side::Prelude;
        let intrinsic = self.intrinsic_path(slot);
        let has_body = match &slot.source {
            Source::Text(_, _, item) => item.body.is_some(),
            _ => true,
        };
        FnDef {
            name: slot.name.clone(),
            origin: self.origin(slot.at),
            path: match slot.owner {
                Owner::Nothing if self.is_in_body(slot.at) => Some(f.sig.ident.clone().into()),
                Owner::Nothing => self.path_from_home(slot.at.side, ItemId::Fn(id)),
                _ => None,
            },
            generics,
            params,
            ret,
            has_text: has_body
                && intrinsic.is_none()
                && self.derivative(id).is_none()
                && (!self.is_of_other_crate(slot.at)
                    || (!(marked || around_is) || of_trait.is_some_and(of_std)) && !depends_on_its_crate(slot)),
            of,
            of_trait,
            intrinsic,
            differentiable: marked || around_is,
            constant,
            method: f.sig.receiver().is_some(),
        }
    }

    /// The path of an operation that lowering knows, as `slice::len`.
    fn intrinsic_path(&self, slot: &Slot<FnDef>) -> Option<Rc<str>> {
        if slot.at.side != Side::Prelude {
            return None;
        }
        let mut path = self.prelude.index.path_of_scope(slot.at.scope);
        match (slot.owner, &slot.source) {
            (Owner::Nothing, _) => {}
            // The methods of the traits of std.
            (Owner::Trait(of), Source::Text(_, _, item)) if item.body.is_none() && path.len() == 2 => {
                return Some(format!("{}::{}", self.trait_slot(of).name, slot.name).into());
            }
            _ => return None,
        }
        let at = path.iter().position(|s| s == "intrinsic")?;
        path.push(slot.name.to_string());
        Some(path[at + 1..].join("::").into())
    }

    pub(super) fn is_marked<D>(&self, slot: &Slot<D>) -> bool {
        match self.parsed(slot).as_deref() {
            // On a float it is an error, and its methods are those of any function without it.
            Some(Item::Impl(of)) => has(&of.attrs, "differentiable") && !is_float(&of.self_ty),
            Some(Item::Trait(of)) => has(&of.attrs, "differentiable"),
            _ => false,
        }
    }

    /// The text of a function with its body, if it is known; with spans if it is the function at hand.
    pub fn text(&self, f: FnId) -> Option<Rc<syn::ItemFn>> {
        if let Some(given) = self.given.borrow().get(&f) {
            return Some(given.clone());
        }
        let slot = self.fn_slot(f);
        let text = match &slot.source {
            Source::Text(index, text, item) => {
                let mut whole = parse_whole(index, *text, item)?;
                if index.slice(*text, item.tokens.clone()).is_some_and(|text| text.contains("cfg")) {
                    crate::configured::configure(&mut whole.block, index.cfg());
                }
                Rc::new(whole)
            }
            Source::Tokens(item) => match &**item {
                Item::Fn(f) => Rc::new(f.clone()),
                _ => return None,
            },
            Source::Made => return None,
        };
        self.given.borrow_mut().insert(f, text.clone());
        Some(text)
    }
}

/// Whether the text of a function may mean something else in another crate: what is configured there, and where it stands.
fn depends_on_its_crate(slot: &Slot<FnDef>) -> bool {
    const WORDS: [&str; 8] = ["cfg", "debug_assert", "env!", "include", "file!", "line!", "column!", "module_path!"];
    match &slot.source {
        Source::Text(index, text, item) => {
            index.slice(*text, item.tokens.clone()).is_none_or(|text| WORDS.iter().any(|word| text.contains(word)))
        }
        _ => true,
    }
}

fn is_float(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32"))
}
