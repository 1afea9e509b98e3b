//! What a generic body means by its bounds alone: of two functions of one name that a type at hand has, the one that the
//! body can see.

use super::Infer;
use crate::hir::ExprId;
use crate::items::Origin;
use crate::program::Method;
use crate::ty::Ty;
use crate::typed::{Callee, Closures};
use std::rc::Rc;

impl Infer<'_> {
    /// Leaves of several functions of a name the one of the trait that the bounds say, where the body at hand is written
    /// for any type. The types of its parameters are looked at once more, without those at hand, where there are several.
    pub(super) fn keep_by_bounds(&mut self, e: ExprId, name: &str, named: &mut Vec<(Method, Option<Ty>)>) {
        let program = self.program;
        let of_crate = |method: &Method| program.func(method.f).origin != Origin::Prelude;
        let of_trait = |method: &Method| program.func(method.f).of_trait;
        let mut all = named.iter().map(|(method, _)| method);
        let first = all.next().map(of_trait);
        let several = all.any(|method| first != Some(of_trait(method)));
        if !several || self.args.is_empty() || !named.iter().any(|(method, _)| of_crate(method)) {
            return;
        }
        let own = self.program.own_args(self.owner);
        if own == self.args {
            return;
        }
        match self.means_by_bounds(&own, e) {
            Some(Callee::Fn(meant, _)) => {
                let def = program.func(meant);
                let by_trait = |of| program.trait_def(of).fns.get(name) == Some(&meant);
                if def.of_trait.is_some() && def.of.is_none() {
                    named.retain(|(method, _)| program.func(method.f).of_trait.is_some_and(by_trait));
                }
            }
            // A number's own methods are those that others of the name hand on to.
            Some(Callee::Unknown) if !named.iter().all(|(_, of)| of.as_ref().is_none_or(is_number)) => {
                let message = format!("which `{name}` is meant is not known here: write the trait before it");
                self.note(self.span(e), message);
            }
            _ => {}
        }
    }

    /// What is called where the generic parameters are any types.
    fn means_by_bounds(&mut self, own: &[Ty], e: ExprId) -> Option<Callee> {
        if self.by_bounds.is_none() {
            let mut closures = Closures::default();
            let mut infer = Infer::new(self.program, &mut closures, self.body.clone(), self.owner, own);
            infer.function();
            self.by_bounds = Some(Rc::new(infer.callees));
        }
        self.by_bounds.as_ref()?.get(&e).cloned()
    }
}

fn is_number(ty: &Ty) -> bool {
    matches!(ty.behind(), Ty::Float(_) | Ty::Int(_) | Ty::Var(_))
}
