//! What has no derivatives of its own, as its types are known where it is called alone: the methods of traits on types that
//! the implementations choose, and functions that are generic over such traits, over traits without the attribute, or
//! over what has operators.

use super::Program;
use super::names::{Meaning, segments};
use super::read::has;
use super::scope::Scope;
use crate::index::{Named, Space};
use crate::items::{Bound, FnId, ItemId, Origin, TraitId};
use crate::ty::Ty;
use crate::visit::Visit;
use std::rc::Rc;

/// Traits of std whose methods give what no bound says more of.
const OF_STD: [&str; 14] = [
    "Add",
    "AddAssign",
    "AsRef",
    "Borrow",
    "Deref",
    "Div",
    "DivAssign",
    "Index",
    "Mul",
    "MulAssign",
    "Neg",
    "Rem",
    "Sub",
    "SubAssign",
];

/// Over what a function is generic that has no derivatives of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Open {
    /// What has operators, or another trait of std.
    Std,
    /// What has a trait of the crate.
    Trait,
    /// A method that takes or gives what has no form over any number.
    Form,
}

/// The bounds of one type: a parameter's, or those of an `impl Trait`.
type Bounds = syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>;

impl Program {
    /// Over what a function is generic that is written out where it is called, though it has the attribute; with the
    /// generic parameters of its `impl`, if it stands in one.
    pub fn open_function(&self, scope: &Scope, sig: &syn::Signature, outer: Option<&syn::Generics>) -> Option<Open> {
        if outer.is_some() && self.is_formless(scope, sig) || self.takes_what_changes(sig) {
            return Some(Open::Form);
        }
        let mut open = None;
        self.for_each_bound(sig, outer, |bound| open = open.max(self.opens(scope, bound)));
        open
    }

    /// Whether a function is generic over a trait of the crate of which a method has no form over any number: one that calls
    /// that method has derivatives where it is called alone.
    pub fn is_over_formless(&self, scope: &Scope, sig: &syn::Signature, outer: Option<&syn::Generics>) -> bool {
        let mut found = false;
        self.for_each_bound(sig, outer, |bound| {
            let syn::TypeParamBound::Trait(bound) = bound else { return };
            let Some(of) = self.trait_of(scope, &bound.path) else { return };
            found |= self.with_supers(of).iter().any(|of| self.has_formless(*of));
        });
        found
    }

    /// Whether a method of a trait of the crate has no form over any number.
    fn has_formless(&self, of: TraitId) -> bool {
        let def = self.trait_def(of);
        def.origin == Origin::Crate
            && def.fns.values().any(|f| match self.parsed(&self.fn_slot(*f)).as_deref() {
                Some(syn::Item::Fn(item)) => {
                    !has(&item.attrs, "constant") && self.is_formless(&self.scope_of(*f), &item.sig)
                }
                _ => false,
            })
    }

    /// Goes through what is said of types that carry derivatives.
    fn for_each_bound(
        &self,
        sig: &syn::Signature,
        outer: Option<&syn::Generics>,
        each: impl FnMut(&syn::TypeParamBound),
    ) {
        let (mut named, mut active) = (Names::default(), Names::default());
        for input in &sig.inputs {
            let syn::FnArg::Typed(input) = input else { continue };
            let names = if has(&input.attrs, "constant") { &mut named } else { &mut active };
            names.visit_type(&input.ty);
        }
        active.visit_return_type(&sig.output);
        let is_constant = |name: &syn::Ident| named.words.contains(name) && !active.words.contains(name);
        let generics = || outer.into_iter().chain([&sig.generics]);
        let of_params = generics().flat_map(syn::Generics::type_params).map(|t| (Some(&t.ident), &t.bounds));
        let clauses = generics().filter_map(|g| g.where_clause.as_ref());
        let of_where = clauses.flat_map(|w| &w.predicates).filter_map(|p| match p {
            syn::WherePredicate::Type(t) => Some((of_one(&t.bounded_ty), &t.bounds)),
            _ => None,
        });
        let hidden = active.hidden.iter().map(|bounds| (None, bounds));
        let all = of_params.chain(of_where).filter(|(name, _)| !name.is_some_and(is_constant)).chain(hidden);
        all.flat_map(|(_, bounds)| bounds).for_each(each);
    }

    /// Whether a function is passed that gives nothing, or changes what it takes: it is there for what it does.
    pub(super) fn takes_what_changes(&self, sig: &syn::Signature) -> bool {
        let mut found = false;
        self.for_each_bound(sig, None, |bound| {
            let syn::TypeParamBound::Trait(bound) = bound else { return };
            let Some(syn::PathArguments::Parenthesized(call)) = bound.path.segments.last().map(|last| &last.arguments)
            else {
                return;
            };
            let gives_nothing = match &call.output {
                syn::ReturnType::Default => true,
                syn::ReturnType::Type(_, ty) => matches!(&**ty, syn::Type::Tuple(t) if t.elems.is_empty()),
            };
            let changes = |ty: &syn::Type| matches!(ty, syn::Type::Reference(r) if r.mutability.is_some());
            found |= gives_nothing || call.inputs.iter().any(changes);
        });
        found
    }

    fn opens(&self, scope: &Scope, bound: &syn::TypeParamBound) -> Option<Open> {
        let syn::TypeParamBound::Trait(bound) = bound else { return None };
        match self.trait_of(scope, &bound.path) {
            Some(of) if self.trait_def(of).origin == Origin::Crate => {
                let above = self.with_supers(of);
                let open = above.iter().any(|of| self.is_open_of_crate(*of) || of_std(&self.trait_def(*of).name));
                open.then_some(Open::Trait)
            }
            _ => of_std(&bound.path.segments.last()?.ident.to_string()).then_some(Open::Std),
        }
    }

    fn trait_of(&self, scope: &Scope, path: &syn::Path) -> Option<TraitId> {
        match self.meaning(scope, &segments(path), Space::Types) {
            (Meaning::Item(ItemId::Trait(of)), used) if used == path.segments.len() => Some(of),
            _ => None,
        }
    }

    /// Whether the name of a trait means that trait where a function stands, so that its methods are seen there; where
    /// something is imported under no name, that may be it.
    pub fn sees_trait(&self, f: FnId, of: TraitId) -> bool {
        let name = self.trait_def(of).name.to_string();
        let scope = self.scope_of(f);
        let at = scope.0.at;
        matches!(self.meaning(&scope, &[name], Space::Types), (Meaning::Item(ItemId::Trait(id)), 1) if id == of)
            || self.index_of(at.side).lookup(at.scope, "_", Space::Types) != Named::Nothing
    }

    /// Whether a path means a trait of the crate beside whose methods nothing stands, so that who calls them on a known type
    /// follows their bodies: one without the attribute, or one on types that the implementations choose.
    pub fn is_open_trait(&self, scope: &Scope, path: &syn::Path) -> bool {
        self.trait_of(scope, path).is_some_and(|of| self.is_open_of_crate(of))
    }

    /// Whether a path means a trait of the crate whose methods have derivatives for every type that has it.
    pub fn is_marked_trait(&self, scope: &Scope, path: &syn::Path) -> bool {
        self.trait_of(scope, path).is_some_and(|of| self.is_marked(&self.trait_slot(of)) && !self.is_open_of_crate(of))
    }

    /// The head of a trait of the crate, and the methods that it provides.
    pub fn provided_by(&self, scope: &Scope, path: &syn::Path) -> Option<(Rc<syn::Item>, Vec<Rc<syn::ItemFn>>)> {
        let of = self.trait_of(scope, path)?;
        let def = self.trait_def(of);
        if def.origin != Origin::Crate {
            return None;
        }
        let mut methods: Vec<_> = def.fns.iter().filter(|(_, f)| self.func(**f).has_text).collect();
        methods.sort();
        let methods = methods.into_iter().filter_map(|(_, f)| self.text(*f)).collect();
        Some((self.parsed(&self.trait_slot(of))?, methods))
    }

    /// A method of a trait of the crate: with its body, if the trait provides it.
    pub fn declared_by(&self, scope: &Scope, path: &syn::Path, name: &syn::Ident) -> Option<Rc<syn::ItemFn>> {
        let def = self.trait_def(self.trait_of(scope, path)?);
        let f = *def.fns.get(&*name.to_string())?;
        if self.func(f).has_text {
            return self.text(f);
        }
        match self.parsed(&self.fn_slot(f)).as_deref() {
            Some(syn::Item::Fn(f)) => Some(Rc::new(f.clone())),
            _ => None,
        }
    }

    pub(super) fn is_open_of_crate(&self, of: TraitId) -> bool {
        let slot = self.trait_slot(of);
        self.origin(slot.at) == Origin::Crate && (!self.is_marked(&slot) || self.is_on_types(of))
    }

    /// Whether a trait of the crate is on types that the implementations choose: `Density<X>` with
    /// `impl Density<f64> for Normal`, or an associated type that a method takes or gives.
    pub(super) fn is_on_types(&self, of: TraitId) -> bool {
        let def = self.trait_def(of);
        if def.origin != Origin::Crate {
            return false;
        }
        let on_own_types = |f: &FnId| match self.parsed(&self.fn_slot(*f)).as_deref() {
            Some(syn::Item::Fn(f)) => !has(&f.attrs, "constant") && has_own_types(&f.sig),
            _ => false,
        };
        if def.fns.values().any(on_own_types) {
            return true;
        }
        let (names, bounds) = (&def.generics.names, &def.generics.bounds);
        let known = |k: usize| {
            bounds.iter().any(|bound| match bound {
                Bound::Number(ty) => *ty == Ty::Param(k),
                Bound::Trait(ty, of, ..) => *ty == Ty::Param(k) && self.trait_def(*of).origin == Origin::Crate,
                Bound::Call(..) => false,
            })
        };
        let open = (1..names.len()).filter(|k| !def.generics.consts.get(*k).copied().unwrap_or(false) && !known(*k));
        let open: Vec<usize> = open.collect();
        !open.is_empty()
            && self.impls_naming_trait(of).into_iter().any(|id| match &self.impl_def(id).of_trait {
                Some((other, args)) => {
                    *other == of && open.iter().any(|k| args.get(k - 1).is_some_and(|ty| self.holds_numbers(ty)))
                }
                None => false,
            })
    }

    /// Whether numbers that may carry derivatives are in a type by its form.
    pub(super) fn holds_numbers(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Float(_) => true,
            Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) | Ty::Boxed(_, of) | Ty::Ref(_, of) => {
                self.holds_numbers(of)
            }
            Ty::Tuple(parts) => parts.iter().any(|part| self.holds_numbers(part)),
            Ty::Adt(adt, args) => self.adt(*adt).differentiable || args.iter().any(|part| self.holds_numbers(part)),
            _ => false,
        }
    }
}

/// Whether a method of a trait takes or gives types that the implementations choose.
fn has_own_types(sig: &syn::Signature) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_type_path(&mut self, p: &'ast syn::TypePath) {
            self.0 |= p.qself.is_none() && p.path.segments.len() == 2 && p.path.segments[0].ident == "Self";
            crate::visit::visit_type_path(self, p);
        }
    }
    let mut found = Found(false);
    found.visit_signature(sig);
    found.0
}

fn of_std(name: &str) -> bool {
    OF_STD.contains(&name)
}

fn of_one(ty: &syn::Type) -> Option<&syn::Ident> {
    match ty {
        syn::Type::Path(p) if p.qself.is_none() => p.path.get_ident(),
        _ => None,
    }
}

/// The names in types, and the bounds of what they leave open.
#[derive(Default)]
struct Names {
    words: Vec<syn::Ident>,
    hidden: Vec<Bounds>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_ident(&mut self, name: &'ast syn::Ident) {
        self.words.push(name.clone());
    }

    fn visit_type_impl_trait(&mut self, of: &'ast syn::TypeImplTrait) {
        self.hidden.push(of.bounds.clone());
        crate::visit::visit_type_impl_trait(self, of);
    }
}
