//! What calls lead to: implementations and methods that are repeated with them.

use super::body::Writer;
use front::hir::ExprId;
use front::items::{Bound, FnId};
use front::ty::Ty;
use front::typed::{Adjust, Callee};
use proc_macro2::Ident;
use syn::Result;

impl Writer<'_, '_> {
    /// Notes the implementations that calls, operators and references need.
    ///
    /// # Errors
    /// If an integer or a type of the crate goes into a float by a bound: none goes into a number so.
    pub(super) fn reach_all(&self) -> Result<()> {
        for (e, callee) in &self.typed.callees {
            let Callee::Fn(f, args) = callee else { continue };
            let is_none = |ty: &Ty| match ty {
                Ty::Int(_) => true,
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
        if self.repeat.is_over_any(f) {
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
            "sum" => ("iter::Sum", "sum", vec![self.ty(e).clone(), self.ty(e).clone()]),
            "product" => ("iter::Product", "product", vec![self.ty(e).clone(), self.ty(e).clone()]),
            _ => return None,
        };
        let closures = &mut self.repeat.closures.borrow_mut();
        let found = front::infer::method_of(&self.repeat.program, closures, of, function, args);
        let (f, _) = found.filter(|(f, _)| self.is_own(*f))?;
        if name == "into" && self.stands_alone(f) {
            return Some(self.repeat.function_name(f));
        }
        self.reach(f);
        None
    }
}
