//! Places: fields, elements, what references refer to, and what is written to.

use super::Infer;
use super::deref::Step;
use super::obligation::{Obligation, State};
use super::table::Kind;
use crate::hir::{Body, ExprId, ExprKind};
use crate::ty::{Int, Ty};
use crate::typed::{Adjust, Callee};

impl Infer<'_> {
    /// A place that is written to.
    pub(super) fn place(&mut self, e: ExprId) -> Ty {
        let ty = self.expr(e, None);
        let body = self.body.clone();
        self.written_to(&body, e);
        ty
    }

    /// Elements of types with `IndexMut` are lent to be changed.
    pub(super) fn written_to(&mut self, body: &Body, e: ExprId) {
        let mut at = e;
        loop {
            match &body.exprs[at].kind {
                ExprKind::Field(on, _) => {
                    self.adjusted_mutable(*on);
                    at = *on;
                }
                ExprKind::Deref(on) => {
                    if matches!(self.callees.get(&at), Some(Callee::Fn(..))) {
                        self.deref_mut(at, *on);
                    }
                    at = *on;
                }
                ExprKind::Index(on, _) => {
                    self.adjusted_mutable(*on);
                    if matches!(self.callees.get(&at), Some(Callee::Fn(..))) {
                        self.index_mut(at, *on);
                    }
                    at = *on;
                }
                _ => return,
            }
        }
    }

    fn index_mut(&mut self, e: ExprId, on: ExprId) {
        let Some(of) = self.std_trait("ops::IndexMut") else { return };
        let Some(adjust) = self.adjusted.get_mut(&on) else { return };
        if adjust.last() != Some(&Adjust::Borrow(false)) {
            return;
        }
        adjust.pop();
        adjust.push(Adjust::Borrow(true));
        let Some(Callee::Fn(f, with)) = self.callees.get(&e).cloned() else { return };
        let Some(around) = self.program.func(f).of else { return };
        let ty = super::substitute(&self.program.impl_def(around).ty, &with);
        let ExprKind::Index(_, index) = self.body.exprs[e].kind else { return };
        let args = vec![self.exprs[index].clone()];
        if let [(id, _)] = self.candidates(&ty, of, &args, 8).as_slice() {
            let with = self.apply(*id, &ty, &args, &[]);
            if let Some(f) = self.program.impl_def(*id).fns.get("index_mut") {
                self.callees.insert(e, Callee::Fn(*f, with));
            }
        }
    }

    pub(super) fn field(&mut self, e: ExprId, on: ExprId, name: &str) -> Ty {
        let ty = self.expr(on, None);
        for Step { ty: step, adjust, .. } in self.steps(&ty) {
            let found = match &step {
                Ty::Adt(adt, args) => {
                    let def = self.program.adt(*adt);
                    match self.program.field(*adt, 0, name) {
                        Some((_, ty)) if !def.is_enum => Some(self.instance(&ty, &def.generics, args)),
                        _ => None,
                    }
                }
                Ty::Tuple(parts) => name.parse::<usize>().ok().and_then(|k| parts.get(k)).cloned(),
                Ty::Var(_) if self.table.kind(&step) == Some(Kind::Any) => {
                    self.note(self.span(on), "the type of this is not known here: write it".into());
                    Some(self.open())
                }
                Ty::Var(_) | Ty::Opaque(_) => Some(self.open()),
                _ => None,
            };
            if let Some(found) = found {
                self.adjust(Some(on), adjust);
                return self.table.shallow(&found);
            }
        }
        let has = self.show(&ty);
        self.error(self.span(e), format!("`{has}` has no field `{name}`"));
        self.open()
    }

    pub(super) fn index(&mut self, e: ExprId, on: ExprId, index: ExprId) -> Ty {
        let ty = self.expr(on, None);
        self.as_list(&ty);
        let steps = self.steps(&ty);
        let list = steps.iter().find(|step| matches!(step.ty, Ty::Array(..) | Ty::Vec(_) | Ty::Slice(_) | Ty::Str));
        let hint = matches!((&self.body.exprs[index].kind, list), (ExprKind::Literal(_), Some(_)));
        let at = self.expr(index, hint.then_some(Ty::Int(Int::Usize)).as_ref());
        let at = self.shallow(&at);
        for step in &steps {
            match &step.ty {
                Ty::Array(of, _) | Ty::Vec(of) | Ty::Slice(of) => {
                    self.adjust(Some(on), step.adjust.clone());
                    let out = self.any();
                    self.require(Obligation::Index((**of).clone(), at, out.clone()));
                    return self.table.shallow(&out);
                }
                Ty::Str => {
                    self.adjust(Some(on), step.adjust.clone());
                    self.same_bounds(&at);
                    return Ty::Str;
                }
                Ty::Adt(..) | Ty::Param(_) | Ty::Rigid(..) => {
                    if let Some(out) = self.index_by_trait(e, on, step, &at) {
                        return out;
                    }
                }
                _ => {}
            }
        }
        let last = &steps.last().expect("never empty").ty;
        match self.table.kind(last) {
            Some(Kind::Any) => self.note(self.span(on), "the type of this is not known here: write it".into()),
            None if matches!(last, Ty::Adt(..) | Ty::Param(_) | Ty::Rigid(..)) => {
                let has = self.show(last);
                self.note(self.span(e), format!("what `[..]` of `{has}` gives is not known here"));
            }
            None if !matches!(last, Ty::Opaque(_) | Ty::Dyn(..)) => {
                let has = self.show(&ty);
                self.error(self.span(e), format!("`{has}` has no elements"));
            }
            _ => {}
        }
        self.open()
    }

    fn index_by_trait(&mut self, e: ExprId, on: ExprId, step: &Step, at: &Ty) -> Option<Ty> {
        let of = self.std_trait("ops::Index")?;
        let found = self.candidates(&step.ty, of, std::slice::from_ref(at), 8);
        let [(id, _)] = found.as_slice() else { return None };
        let out = self.any();
        let with = self.apply(*id, &step.ty, std::slice::from_ref(at), &[("Output".into(), out.clone())]);
        self.adjust(Some(on), step.adjust.clone());
        if let Some(f) = self.program.impl_def(*id).fns.get("index") {
            self.callees.insert(e, Callee::Fn(*f, with));
            self.adjust(Some(on), vec![Adjust::Borrow(false)]);
        }
        Some(self.table.shallow(&out))
    }

    /// The ends of a range that a list is cut by.
    fn same_bounds(&mut self, range: &Ty) {
        if let Ty::Adt(_, args) = range {
            for arg in args {
                self.same(arg, &Ty::Int(Int::Usize));
            }
        }
    }

    fn deref_mut(&mut self, e: ExprId, on: ExprId) {
        let Some(Callee::Fn(f, args)) = self.callees.get(&e).cloned() else { return };
        let lent = Ty::Ref(false, Box::new(self.exprs[e].clone()));
        let mut all = vec![Adjust::Borrow(false), Adjust::Call(f, args, lent)];
        self.make_mutable(&mut all);
        if let [Adjust::Borrow(true), Adjust::Call(f, args, _)] = all.as_slice() {
            self.callees.insert(e, Callee::Fn(*f, args.clone()));
            self.adjusted.insert(on, vec![Adjust::Borrow(true)]);
        }
    }

    /// An element of a list, or a part of it, by what the index is.
    pub(super) fn index_of(&mut self, of: &Ty, index: &Ty, out: &Ty) -> State {
        let index = self.table.shallow(index);
        let usize = Ty::Int(Int::Usize);
        match &index {
            Ty::Adt(..) => {
                self.same_bounds(&index);
                self.same(out, &Ty::Slice(Box::new(of.clone())));
                State::Done
            }
            Ty::Var(_) => match self.table.kind(&index) {
                Some(Kind::Any) => State::Waits,
                _ => {
                    self.same(&index, &usize);
                    self.same(out, of);
                    State::Done
                }
            },
            _ => {
                self.same(out, of);
                State::Done
            }
        }
    }

    pub(super) fn dereference(&mut self, e: ExprId, of: ExprId) -> Ty {
        let ty = self.expr(of, None);
        match self.shallow(&ty) {
            Ty::Ref(_, of) | Ty::Boxed(_, of) => self.table.shallow(&of),
            Ty::Vec(of) => Ty::Slice(of),
            Ty::Var(_) if self.table.kind(&ty) == Some(Kind::Any) => {
                self.note(self.span(of), "the type of this is not known here: write it".into());
                self.open()
            }
            ty @ Ty::Adt(..) => self.deref_of(e, of, &ty),
            Ty::Var(_) | Ty::Opaque(_) => self.open(),
            other => {
                let has = self.show(&other);
                self.error(self.span(e), format!("`{has}` refers to nothing"));
                self.open()
            }
        }
    }
}
