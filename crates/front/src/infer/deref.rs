//! Looking behind references, boxes, and types with `Deref`, and what that does to the value.

use super::obligation::Obligation;
use super::{Infer, substitute};
use crate::hir::ExprId;
use crate::items::{AdtId, Origin};
use crate::ty::Ty;
use crate::typed::Adjust;

/// A type that is reached by looking behind references.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) ty: Ty,
    /// What leads there.
    pub(super) adjust: Vec<Adjust>,
    /// Whether this is the slice of the list that the step before is.
    pub(super) slice: bool,
}

impl Infer<'_> {
    /// What a reference, a box, or a type with `Deref` refers to, and what leads there.
    pub(super) fn behind(&mut self, ty: &Ty) -> Option<(Ty, Vec<Adjust>)> {
        match self.table.shallow(ty) {
            Ty::Ref(_, of) | Ty::Boxed(_, of) => Some((self.shallow(&of), vec![Adjust::Deref])),
            ty @ Ty::Adt(adt, _) if self.has_deref(adt) => self.by_trait(&ty, ("ops::Deref", "deref"), false),
            _ => None,
        }
    }

    /// Whether a type of the crate's has `Deref`.
    fn has_deref(&self, adt: AdtId) -> bool {
        let Some(of) = self.std_trait("ops::Deref").filter(|_| self.program.adt(adt).origin != Origin::Prelude) else {
            return false;
        };
        !self.program.impls_of_trait(of, &Ty::Adt(adt, Vec::new())).is_empty()
    }

    fn by_trait(&mut self, ty: &Ty, (path, method): (&str, &str), mutable: bool) -> Option<(Ty, Vec<Adjust>)> {
        let of = self.std_trait(path)?;
        let found = self.candidates(ty, of, &[], 8);
        let [(id, _)] = found.as_slice() else { return None };
        let with = self.apply(*id, ty, &[], &[]);
        let f = *self.program.impl_def(*id).fns.get(method)?;
        let gives = self.returned(f, &with);
        let Ty::Ref(_, of) = self.shallow(&gives) else { return None };
        let of = self.shallow(&of);
        let lent = Ty::Ref(mutable, Box::new(of.clone()));
        Some((of, vec![Adjust::Borrow(mutable), Adjust::Call(f, with, lent), Adjust::Deref]))
    }

    /// The types behind a type, itself first, and the slice of a list at last.
    pub(super) fn steps(&mut self, ty: &Ty) -> Vec<Step> {
        // A type may refer to itself.
        const MOST: usize = 32;
        let mut steps = vec![Step { ty: self.shallow(ty), adjust: Vec::new(), slice: false }];
        while steps.len() < MOST {
            let last = steps.last().expect("never empty").clone();
            if let Some((ty, more)) = self.behind(&last.ty) {
                let adjust = [last.adjust, more].concat();
                steps.push(Step { ty, adjust, slice: false });
                continue;
            }
            let slice = match last.ty {
                Ty::Array(of, _) | Ty::Vec(of) => Ty::Slice(of),
                Ty::Opaque(text) if &*text == "String" => Ty::Str,
                _ => break,
            };
            steps.push(Step { ty: slice, adjust: last.adjust, slice: true });
            break;
        }
        steps
    }

    /// The same, with what is reached lent: what was lent just before is not taken and lent again. `from` is the type of
    /// the value.
    pub(super) fn lend(&mut self, from: &Ty, step: &Step, mutable: bool) -> Vec<Adjust> {
        let mut all = step.adjust.clone();
        if mutable {
            self.make_mutable(&mut all);
        }
        let lent_so = match all.as_slice() {
            [.., Adjust::Call(.., Ty::Ref(m, _)), Adjust::Deref] => *m == mutable,
            derefs if derefs.iter().all(|one| *one == Adjust::Deref) && !derefs.is_empty() => {
                let mut ty = self.table.shallow(from);
                for _ in 1..derefs.len() {
                    ty = self.behind(&ty).map_or_else(Ty::unknown, |(ty, _)| ty);
                }
                matches!(ty, Ty::Ref(m, _) if m == mutable)
            }
            _ => false,
        };
        match lent_so {
            true => {
                all.pop();
            }
            false => all.push(Adjust::Borrow(mutable)),
        }
        if step.slice {
            all.push(Adjust::Unsize(Ty::Ref(mutable, Box::new(step.ty.clone()))));
        }
        all
    }

    /// `deref_mut` in the place of `deref`.
    pub(super) fn make_mutable(&mut self, all: &mut [Adjust]) {
        for k in 1..all.len() {
            let Adjust::Call(f, args, _) = &all[k] else { continue };
            let Some(of) = self.program.func(*f).of else { continue };
            let ty = substitute(&self.program.impl_def(of).ty, args);
            if let Some((_, adjust)) = self.by_trait(&ty, ("ops::DerefMut", "deref_mut"), true) {
                all[k - 1] = adjust[0].clone();
                all[k] = adjust[1].clone();
            }
        }
    }

    /// What is written to behind an expression is lent to be changed.
    pub(super) fn adjusted_mutable(&mut self, e: ExprId) {
        if let Some(mut all) = self.adjusted.remove(&e) {
            self.make_mutable(&mut all);
            self.adjusted.insert(e, all);
        }
    }

    /// `*a` of a type with `Deref`: the value is lent to it.
    pub(super) fn deref_of(&mut self, e: ExprId, of: ExprId, ty: &Ty) -> Ty {
        match self.behind(ty) {
            Some((target, adjust)) => {
                if let [Adjust::Borrow(_), Adjust::Call(f, args, _), _] = adjust.as_slice() {
                    self.callees.insert(e, crate::typed::Callee::Fn(*f, args.clone()));
                    self.adjust(Some(of), vec![Adjust::Borrow(false)]);
                }
                target
            }
            None => {
                let out = self.any();
                let Some(of) = self.std_trait("ops::Deref") else { return self.open() };
                let types = vec![("Target".into(), out.clone())];
                self.require(Obligation::Trait(ty.clone(), of, Vec::new(), types));
                self.shallow(&out)
            }
        }
    }
}
