//! What calls lead to: implementations and methods that are repeated with them.

use super::Repeat;
use super::body::Writer;
use front::hir::ExprId;
use front::items::{Bound, FnId};
use front::program::{Program, Scope, TypeName};
use front::ty::Ty;
use front::typed::{Adjust, Callee};
use front::visit::Visit;
use proc_macro2::Ident;
use syn::{Item, Result};

/// The traits of num-traits that generic parameters are to have.
struct NumTraits<'p> {
    program: &'p Program,
    scope: Scope,
    found: Option<String>,
}

impl<'a> Visit<'a> for NumTraits<'_> {
    fn visit_path(&mut self, path: &'a syn::Path) {
        if let TypeName::Outside(Some(whole)) = self.program.type_name(&self.scope, path)
            && whole.segments.first().is_some_and(|of| of.ident == "num_traits" || of.ident == "num")
            && let Some(last) = whole.segments.last()
            && !OF_NUMBERS.iter().any(|name| last.ident == name)
        {
            self.found = Some(last.ident.to_string());
        }
        front::visit::visit_path(self, path);
    }
}

/// What numbers have with the feature `num-traits`.
const OF_NUMBERS: [&str; 2] = ["Zero", "One"];

impl Repeat<'_> {
    /// A trait of num-traits that a function asks for, or the implementation around it, and that no number has.
    fn num_trait(&self, f: FnId) -> Option<String> {
        let mut names = NumTraits { program: &self.program, scope: self.program.scope_of(f), found: None };
        names.visit_generics(&self.program.text(f)?.sig.generics);
        if let Some(of) = self.program.func(f).of
            && let Some(Item::Impl(text)) = self.program.syntax_of_impl(of).as_deref()
        {
            names.scope = self.program.scope_within_impl(of);
            names.visit_generics(&text.generics);
        }
        names.found
    }
}

impl Writer<'_, '_> {
    /// Notes the implementations that calls, operators and references need.
    ///
    /// # Errors
    /// If an integer or a type of the crate goes into a float by a bound, as none goes into a number so, or code asks for
    /// what no number has.
    pub(super) fn reach_all(&self) -> Result<()> {
        for (e, callee) in &self.typed.callees {
            let Callee::Fn(f, args) = callee else { continue };
            let is_none = |ty: &Ty| match ty {
                Ty::Adt(adt, _) => self.repeat.is_adt_over(*adt),
                _ => false,
            };
            let goes_nowhere = |ty: &Ty| matches!(ty, Ty::Param(k) if args.get(*k).is_some_and(is_none));
            let into = |bound: &Bound| match bound {
                Bound::Trait(ty, of, given, _) => {
                    let name = &self.repeat.program.trait_def(*of).name;
                    goes_nowhere(ty) && &**name == "Into" && given.iter().any(|ty| matches!(ty, Ty::Float(_)))
                }
                _ => false,
            };
            if self.is_own(*f)
                && args.iter().any(|ty| self.repeat.has_float(ty))
                && let Some(name) = self.repeat.num_trait(*f)
            {
                return Err(self.refuse(self.span(*e), &format!("code over the trait `{name}` of num-traits")));
            }
            let def = self.repeat.program.func(*f);
            if self.is_own(*f) && def.generics.bounds.iter().any(into) {
                return Err(self.refuse(self.span(*e), "what goes into a float by a bound"));
            }
        }

        let called = self.typed.callees.values().filter_map(|callee| match callee {
            Callee::Fn(f, _) => Some(*f),
            _ => None,
        });
        let adjusted = self.typed.adjusted.values().flatten().filter_map(|adjust| match adjust {
            Adjust::Call(f, ..) => Some(*f),
            _ => None,
        });
        let mut all: Vec<FnId> = called.chain(adjusted).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().filter(|f| !self.stands_alone(*f)).for_each(|f| self.reach(f));
        Ok(())
    }

    fn reach(&self, f: FnId) {
        let def = self.repeat.program.func(f);
        let over = def.of_trait.filter(|t| self.repeat.is_trait_over(*t));
        if let Some(t) = over {
            self.repeat.trait_name(t);
        }
        if let Some(of) = def.of.filter(|_| def.of_trait.is_some() && self.is_own(f))
            && (over.is_some() || self.repeat.has_float(&self.repeat.program.impl_def(of).ty))
        {
            self.repeat.reach_impl(of);
        }
    }

    /// Notes a method that belongs to no trait, if it is repeated.
    pub(super) fn reach_method(&self, f: FnId) -> bool {
        let def = self.repeat.program.func(f);
        let Some(of) = def.of.filter(|_| def.of_trait.is_none() && self.is_own(f) && self.repeat.takes_number(f))
        else {
            return false;
        };
        // What its signature names, the trait has.
        if self.repeat.is_over_any(f) || self.repeat.is_of(of, &["FromStr"]) {
            return false;
        }
        let methods = &mut self.repeat.reached.borrow_mut().methods;
        if !methods.contains(&(of, f)) {
            methods.push((of, f));
        }
        true
    }

    /// Notes the implementation that `into` and `sum` ask for; or the function that stands alone instead.
    pub(super) fn reach_made(&self, e: ExprId, on: ExprId, name: &str) -> Option<Ident> {
        let (of, function, args) = match name {
            "into" => ("convert::From", "from", vec![self.ty(e).clone(), self.typed.ty(on)]),
            "try_into" => {
                let Ty::Adt(_, args) = self.ty(e) else { return None };
                ("convert::TryFrom", "try_from", vec![args.first()?.clone(), self.typed.ty(on)])
            }
            "sum" => ("iter::Sum", "sum", vec![self.ty(e).clone(), self.ty(e).clone()]),
            "product" => ("iter::Product", "product", vec![self.ty(e).clone(), self.ty(e).clone()]),
            _ => return None,
        };
        let closures = &mut self.repeat.closures.borrow_mut();
        let found = front::infer::method_of(&self.repeat.program, closures, of, function, args);
        let (f, _) = found.filter(|(f, _)| self.is_own(*f))?;
        if name.ends_with("into") && self.stands_alone(f) {
            return Some(self.repeat.function_name(f));
        }
        self.reach(f);
        None
    }
}
