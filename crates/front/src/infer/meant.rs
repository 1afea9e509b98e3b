//! Which of several functions of one name is meant, a type's own and those of its traits: in a generic body that of the
//! bounds, elsewhere that of a trait which is in scope.

use super::Infer;
use super::select::Answer;
use crate::hir::ExprId;
use crate::items::Origin;
use crate::program::Method;
use crate::ty::Ty;
use crate::typed::{Callee, Closures};
use std::rc::Rc;

impl Infer<'_> {
    /// Leaves of several functions of a name those that may be meant here.
    pub(super) fn keep_meant(&mut self, e: ExprId, name: &str, named: &mut Vec<(Method, Option<Ty>)>) {
        let program = self.program;
        let of_crate = |method: &Method| program.func(method.f).origin != Origin::Prelude;
        let of_trait = |method: &Method| program.func(method.f).of_trait;
        // What std calls has nothing to do with traits of the crate's, whose methods may have any name.
        if program.func(self.owner).origin == Origin::Prelude {
            named.retain(|(method, _)| {
                let of = of_trait(method).and_then(|of| program.trait_def(of).fns.get(name).copied());
                program.func(of.unwrap_or(method.f)).origin == Origin::Prelude
            });
        }
        let mut all = named.iter().map(|(method, _)| method);
        let first = all.next().map(of_trait);
        let several = all.any(|method| first != Some(of_trait(method)));
        if several && named.iter().any(|(method, _)| of_crate(method)) && !self.keep_by_bounds(e, name, named) {
            self.keep_in_scope(e, name, named);
        }
    }

    /// Leaves out the methods of traits of the crate that the function at hand does not see, and puts those that a type
    /// has of its own in front of those of traits.
    pub(super) fn keep_seen(&mut self, named: &mut Vec<(Method, Option<Ty>)>) {
        let (program, owner) = (self.program, self.owner);
        if program.func(owner).origin == Origin::Prelude {
            return;
        }
        let of_crate = |method: &Method| {
            let of = program.func(method.f).of_trait;
            of.filter(|of| program.trait_def(*of).origin != Origin::Prelude)
        };
        // The bounds of a generic body let it call what it does not see.
        if self.args.is_empty() {
            named.retain(|(method, _)| of_crate(method).is_none_or(|of| program.sees_trait(owner, of)));
        }
        named.sort_by_key(|(method, _)| of_crate(method).is_some());
    }

    /// Leaves the one of the trait that the bounds say, where the body at hand is written for any type and that is one by
    /// its bounds; whether it is. The body is looked at once more, without the types at hand.
    fn keep_by_bounds(&mut self, e: ExprId, name: &str, named: &mut Vec<(Method, Option<Ty>)>) -> bool {
        if self.args.is_empty() || self.program.func(self.owner).origin == Origin::Prelude {
            return false;
        }
        let (program, own) = (self.program, self.program.own_args(self.owner));
        if own == self.args {
            return named.iter().any(|(_, of)| of.as_ref().is_some_and(|of| self.declared(of).is_some()));
        }
        match self.means_by_bounds(&own, e) {
            Some(Callee::Fn(meant, _)) => {
                let def = program.func(meant);
                let by_trait = |of| program.trait_def(of).fns.get(name) == Some(&meant);
                let of_bounds = def.of_trait.is_some() && def.of.is_none();
                if of_bounds {
                    named.retain(|(method, _)| program.func(method.f).of_trait.is_some_and(by_trait));
                }
                of_bounds
            }
            // A number's own methods are those that others of the name hand on to.
            Some(Callee::Unknown) if !named.iter().all(|(_, of)| of.as_ref().is_none_or(is_number)) => {
                self.several_meant(e, name);
                true
            }
            _ => false,
        }
    }

    /// Leaves of several traits that a type has the one that the function at hand sees.
    fn keep_in_scope(&mut self, e: ExprId, name: &str, named: &mut Vec<(Method, Option<Ty>)>) {
        const DEPTH: usize = 8;
        let (program, owner) = (self.program, self.owner);
        let of_trait = |method: &Method| {
            let def = program.func(method.f);
            def.of_trait.filter(|_| def.origin != Origin::Prelude)
        };
        if program.func(owner).origin == Origin::Prelude {
            return;
        }
        let all: Vec<_> = named.iter().filter_map(|(method, of)| Some((of_trait(method)?, of.clone()?))).collect();
        let mut traits = vec![];
        for (of, ty) in all {
            let generics = program.trait_def(of).generics.clone();
            let with = self.fresh_args(&generics)[1..].to_vec();
            if !traits.contains(&of) && self.has(&ty, of, &with, DEPTH) == Answer::Yes {
                traits.push(of);
            }
        }
        if traits.len() < 2 {
            return;
        }
        traits.retain(|of| program.sees_trait(owner, *of));
        match traits.as_slice() {
            [seen] => named.retain(|(method, _)| of_trait(method).is_none_or(|of| of == *seen)),
            _ if named.iter().all(|(method, _)| program.func(method.f).of_trait.is_some()) => {
                self.several_meant(e, name);
            }
            _ => {}
        }
    }

    fn several_meant(&mut self, e: ExprId, name: &str) {
        let message = format!("which `{name}` is meant is not known here: write the trait before it");
        self.note(self.span(e), message);
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
