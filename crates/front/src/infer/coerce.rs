//! What becomes another type of itself: references to lists, closures to pointers, and branches that meet.

use super::Infer;
use super::obligation::Obligation;
use super::table::{Head, Kind};
use crate::hir::ExprId;
use crate::ty::{Float, Int, Ty};
use crate::typed::Adjust;

/// Where values of several expressions meet: branches, elements, what is returned.
#[derive(Clone, Debug, Default)]
pub(super) struct Join {
    /// The type that is expected, if one is.
    pub(super) expected: Option<Ty>,
    /// The type of those so far.
    pub(super) ty: Option<Ty>,
    /// Those so far.
    exprs: Vec<ExprId>,
}

impl Join {
    pub(super) fn to(expected: Option<Ty>) -> Join {
        Join { expected, ty: None, exprs: Vec::new() }
    }

    /// What comes out: `!` if nothing came in.
    pub(super) fn done(self) -> Ty {
        self.ty.unwrap_or(Ty::Never)
    }
}

impl Infer<'_> {
    /// Demands that an expression has a type, or may become it.
    pub(super) fn demand(&mut self, e: ExprId, from: &Ty, to: &Ty) {
        if !self.coerce(Some(e), from, to) {
            let (wants, has) = (self.show(to), self.show(from));
            self.error(self.span(e), format!("this is `{has}`, where `{wants}` is wanted"));
        }
    }

    /// Whether a type may become another; notes what is to be done to the expression.
    pub(super) fn coerce(&mut self, e: Option<ExprId>, from: &Ty, to: &Ty) -> bool {
        let (mut from, mut to) = (self.table.shallow(from), self.table.shallow(to));
        // What waits may tell that it is not `to` already, but what becomes it.
        let is_array = |of: &Ty| matches!(self.table.shallow(of), Ty::Array(..));
        let waits = match (&from, &to) {
            (Ty::Var(_), Ty::Ref(..) | Ty::Boxed(..) | Ty::FnPtr(..)) => true,
            (Ty::Ref(_, of), Ty::Var(_)) => is_array(of),
            _ => false,
        };
        if waits {
            self.solve();
            (from, to) = (self.table.shallow(&from), self.table.shallow(&to));
        }
        match (&from, &to) {
            (Ty::Never, _) => true,
            (Ty::Var(_), Ty::Ref(..)) if self.table.kind(&from) == Some(Kind::Open) => true,
            (Ty::Var(_), Ty::Float(Float::Own)) if self.table.kind(&from) == Some(Kind::Float) => true,
            (Ty::Var(_), _) | (_, Ty::Var(_)) => self.same(&from, &to),
            (Ty::Ref(m, a), Ty::Ref(n, b)) if *m || !*n => self.coerce_ref(e, (*m, a), (*n, b)),
            (Ty::FnItem(..) | Ty::VariantItem(..) | Ty::Closure(_), Ty::FnPtr(params, ret)) => {
                self.require(Obligation::Call(from.clone(), params.clone(), (**ret).clone()));
                true
            }
            // An array in a box as a slice of its own, which is a list.
            (Ty::Boxed(_, a), Ty::Vec(b)) if let Ty::Array(a, _) = self.table.shallow(a) => {
                let fits = self.same(&a, b);
                self.adjust(e, vec![Adjust::Unsize(to)]);
                fits
            }
            (Ty::Boxed(_, a), Ty::Boxed(_, b)) => match (self.table.shallow(a), self.table.shallow(b)) {
                (Ty::FnPtr(..), Ty::FnPtr(..)) => self.same(&from, &to),
                (call, Ty::FnPtr(params, ret)) => {
                    self.require(Obligation::Call(call, params, *ret));
                    true
                }
                (of, Ty::Dyn(..)) if self.becomes_object(&of) => {
                    self.adjust(e, vec![Adjust::Unsize(to)]);
                    true
                }
                _ => self.same(&from, &to),
            },
            (Ty::Float(Float::F64), Ty::Float(Float::Own)) => true,
            _ => self.same(&from, &to),
        }
    }

    fn coerce_ref(&mut self, e: Option<ExprId>, (m, a): (bool, &Ty), (n, b): (bool, &Ty)) -> bool {
        let b = self.table.shallow(b);
        let from = Ty::Ref(m, Box::new(a.clone()));
        for step in self.steps(&from).into_iter().skip(1) {
            if matches!(b, Ty::Dyn(..)) && self.becomes_object(&step.ty) {
                let mut adjust = self.lend(&from, &step, n);
                adjust.push(Adjust::Unsize(Ty::Ref(n, Box::new(b))));
                self.adjust(e, adjust);
                return true;
            }
            // What is boxed has the trait, and not the box.
            if let (Ty::Dyn(..), Ty::Boxed(_, _) | Ty::Ref(..)) = (&b, &step.ty) {
                continue;
            }
            if self.same(&step.ty, &b) {
                if m != n || step.adjust.len() > 1 || step.slice {
                    let adjust = self.lend(&from, &step, n);
                    self.adjust(e, adjust);
                }
                return true;
            }
            if let (Ty::FnItem(..) | Ty::VariantItem(..) | Ty::Closure(_), Ty::FnPtr(params, ret)) = (&step.ty, &b) {
                let adjust = self.lend(&from, &step, n);
                self.require(Obligation::Call(step.ty, params.clone(), (**ret).clone()));
                self.adjust(e, adjust);
                return true;
            }
        }
        false
    }

    /// Whether values of a type may be known by a trait alone; literals are of the type that they have by themselves.
    fn becomes_object(&mut self, ty: &Ty) -> bool {
        match (ty, self.table.kind(ty)) {
            (_, Some(Kind::Float)) => self.same(ty, &Ty::Float(Float::F64)),
            (_, Some(Kind::Int | Kind::Loose)) => self.same(ty, &Ty::Int(Int::I32)),
            (Ty::Adt(..) | Ty::Float(_) | Ty::Int(_) | Ty::Bool, _) => true,
            (ty, _) => matches!(ty, Ty::Array(..) | Ty::Vec(_) | Ty::Tuple(_)),
        }
    }

    pub(super) fn adjust(&mut self, e: Option<ExprId>, by: Vec<Adjust>) {
        if let (Some(e), false) = (e, by.is_empty()) {
            self.adjusted.entry(e).or_default().extend(by);
        }
    }

    /// Takes one more value into a meeting of several. None: `()`, of no expression.
    pub(super) fn join(&mut self, join: &mut Join, e: Option<ExprId>, ty: &Ty) -> bool {
        let ty = self.table.shallow(ty);
        if let Some(expected) = join.expected.clone() {
            let fits = self.coerce(e, &ty, &expected);
            if !matches!(ty, Ty::Never) {
                join.ty = Some(expected);
            }
            return fits;
        }
        let fits = match &join.ty {
            None => {
                if !matches!(ty, Ty::Never) {
                    join.ty = Some(ty);
                }
                true
            }
            Some(now) => {
                let now = self.table.shallow(now);
                match (&now, &ty) {
                    (_, Ty::Never) => true,
                    _ if self.coerce(e, &ty, &now) => true,
                    (Ty::FnItem(..) | Ty::VariantItem(..) | Ty::Closure(_), _) => {
                        let (params, ret) = self.signature_of(&now);
                        let pointer = Ty::FnPtr(params, Box::new(ret));
                        let fits = self.coerce(e, &ty, &pointer);
                        join.ty = Some(pointer);
                        fits
                    }
                    // Those before may become this one: `&[T; N]` where `&[T]` follows.
                    (Ty::Ref(..), Ty::Ref(..)) => {
                        let fits = join.exprs.clone().into_iter().all(|before| self.coerce(Some(before), &now, &ty));
                        join.ty = Some(ty);
                        fits
                    }
                    _ => false,
                }
            }
        };
        join.exprs.extend(e);
        fits
    }

    /// Takes an expression into a meeting of several; says so if it does not fit.
    pub(super) fn meet(&mut self, join: &mut Join, e: ExprId, ty: &Ty) {
        if !self.join(join, Some(e), ty) {
            let wants = self.show(&join.expected.clone().or(join.ty.clone()).unwrap_or(Ty::Never));
            let has = self.show(ty);
            self.error(self.span(e), format!("this is `{has}`, where `{wants}` is wanted"));
        }
    }

    /// Whether a type is not known yet, and may become any.
    pub(super) fn is_unknown(&self, ty: &Ty) -> bool {
        match self.table.head(ty) {
            Head::Var(_, kind) => matches!(kind, Kind::Any | Kind::Open),
            Head::Ty(_) => false,
        }
    }
}
