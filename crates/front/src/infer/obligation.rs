//! What is demanded of types, and what is asked of them, before they are known; it waits until they are.

use super::select::DEPTH;
use super::table::{Head, Kind};
use super::{Infer, substitute, substitute_len, table};
use crate::hir::{Binary, ExprId};
use crate::items::{Bound, FnId, Generics, ImplId, TraitId};
use crate::ty::Ty;
use std::rc::Rc;

/// What waits.
#[derive(Clone, Debug)]
pub(super) enum Obligation {
    /// The type implements the trait, and its associated types are these.
    Trait(Ty, TraitId, Vec<Ty>, Vec<(Rc<str>, Ty)>),
    /// The type is called with these and gives that.
    Call(Ty, Vec<Ty>, Ty),
    /// An operator between operands: what it gives, and what is found of it.
    Binary(ExprId, Binary, Ty, Ty, Ty),
    /// `a op= b`
    AssignOp(ExprId, Binary, Ty, Ty),
    /// `-a`, `!a`
    Unary(ExprId, Ty, Ty),
    /// An element, or a part, of a list of this by what the index is.
    Index(Ty, Ty, Ty),
    /// The `impl Trait` that a function gives.
    Returned(FnId, Vec<Ty>, Ty),
}

/// A type, a trait, and the arguments of that: what it is asked for which implementation there is.
pub(super) type Question = (Ty, TraitId, Vec<Ty>);

/// What has become of something that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Done,
    Waits,
    /// It cannot be.
    Wrong,
}

impl Infer<'_> {
    /// Sees what can be told of all that waits, until nothing more can.
    pub(super) fn solve(&mut self) {
        loop {
            let mut progress = false;
            for obligation in std::mem::take(&mut self.pending) {
                match self.attempt(&obligation) {
                    State::Waits => self.pending.push(obligation),
                    State::Done | State::Wrong => progress = true,
                }
            }
            if !progress || self.pending.is_empty() {
                return;
            }
        }
    }

    /// Demands something: at once if it can be told, else later.
    pub(super) fn require(&mut self, obligation: Obligation) {
        if self.attempt(&obligation) == State::Waits {
            self.pending.push(obligation);
        }
    }

    fn attempt(&mut self, obligation: &Obligation) -> State {
        match obligation {
            Obligation::Trait(ty, of, args, types) => self.implements(ty, *of, args, types),
            Obligation::Call(ty, params, ret) => self.callable(ty, params, ret),
            Obligation::Binary(e, op, a, b, out) => self.binary_of(*e, *op, a, b, out),
            Obligation::AssignOp(e, op, a, b) => self.assign_op_of(*e, *op, a, b),
            Obligation::Unary(e, a, out) => self.unary_of(*e, a, out),
            Obligation::Index(of, index, out) => self.index_of(of, index, out),
            Obligation::Returned(f, args, out) => self.returned_of(*f, args, out),
        }
    }

    /// Fresh variables for generic parameters.
    pub(super) fn fresh_args(&mut self, generics: &Generics) -> Vec<Ty> {
        (0..generics.names.len())
            .map(|k| match generics.consts.get(k) {
                Some(true) => Ty::Const(self.table.fresh_len()),
                _ => self.any(),
            })
            .collect()
    }

    /// Demands what is demanded of generic parameters.
    pub(super) fn require_bounds(&mut self, generics: &Generics, args: &[Ty]) {
        for bound in &generics.bounds {
            let obligation = self.bound(bound, generics, args);
            if let Some(obligation) = obligation {
                self.require(obligation);
            }
        }
    }

    fn bound(&mut self, bound: &Bound, of: &Generics, args: &[Ty]) -> Option<Obligation> {
        match bound {
            Bound::Trait(ty, id, with, types) => {
                let ty = self.instance(ty, of, args);
                let with = with.iter().map(|ty| self.instance(ty, of, args)).collect();
                let types = types.iter().map(|(name, ty)| (name.clone(), self.instance(ty, of, args))).collect();
                Some(Obligation::Trait(ty, *id, with, types))
            }
            Bound::Call(ty, params, ret) => {
                let ty = self.instance(ty, of, args);
                let params = params.iter().map(|ty| self.instance(ty, of, args)).collect();
                let ret = self.instance(ret, of, args);
                Some(Obligation::Call(ty, params, ret))
            }
            Bound::Number(_) => None,
        }
    }

    /// A type of a signature with these arguments; associated types are looked up, or wait.
    pub(super) fn instance(&mut self, ty: &Ty, generics: &Generics, args: &[Ty]) -> Ty {
        if !has_assoc(ty) {
            return substitute(ty, args);
        }
        let Ty::Assoc(of, id, name) = ty else {
            let this = std::cell::RefCell::new(self);
            let ty = table::map(
                ty,
                &mut |part| match part {
                    Ty::Assoc(..) => Some(this.borrow_mut().instance(part, generics, args)),
                    Ty::Param(k) => args.get(*k).cloned(),
                    _ => None,
                },
                &mut |len| substitute_len(len, args),
            );
            return ty;
        };
        // `I::Output` where `I: Index<T>`: the arguments of the trait stand in the bound.
        let with = generics.bounds.iter().find_map(|bound| match bound {
            Bound::Trait(ty, t, with, _) if **of == *ty && t == id => Some(with),
            _ => None,
        });
        let with = match with {
            Some(with) => with.iter().map(|ty| self.instance(ty, generics, args)).collect(),
            None if **of == Ty::Param(0) => self.args_of_self(*id, generics, args),
            None => Vec::new(),
        };
        let of = self.instance(of, generics, args);
        let out = self.any();
        self.require(Obligation::Trait(of, *id, with, vec![(name.clone(), out.clone())]));
        self.table.shallow(&out)
    }

    /// The arguments of a trait in a signature of its own, where `Self::Name` stands.
    fn args_of_self(&self, of: TraitId, generics: &Generics, args: &[Ty]) -> Vec<Ty> {
        let own = &self.program.trait_def(of).generics.names;
        let is_own = generics.names.starts_with(own) && own.first().is_some_and(|first| &**first == "Self");
        if is_own && args.len() >= own.len() { args[1..own.len()].to_vec() } else { Vec::new() }
    }

    /// Finds the implementation of a trait, and with it what is not known yet. No arguments: any will do.
    fn implements(&mut self, ty: &Ty, of: TraitId, args: &[Ty], types: &[(Rc<str>, Ty)]) -> State {
        match self.table.head(ty) {
            Head::Var(_, Kind::Open) => {
                for (_, out) in types {
                    self.same(out, &Ty::unknown());
                }
                return State::Waits;
            }
            Head::Var(_, Kind::Any) => return State::Waits,
            Head::Var(..) => {}
            Head::Ty(ty) => match &*ty {
                Ty::Opaque(_) => {
                    for (_, out) in types {
                        self.same(out, &Ty::unknown());
                    }
                    return State::Done;
                }
                own @ (Ty::Param(_) | Ty::Rigid(..)) => return self.of_bounds(&own.clone(), of, args, types),
                _ => {}
            },
        }
        if self.operates(ty, of, args) {
            let out = self.table.shallow(ty).behind().clone();
            for (_, to) in types {
                self.same(to, &out);
            }
            return State::Done;
        }
        let key = self.known(ty, of, args);
        if let Some((id, with)) = key.as_ref().and_then(|key| self.applied.get(key)).cloned() {
            self.types_of(id, &with, types);
            return State::Done;
        }
        let found = self.candidates(ty, of, args, DEPTH);
        match found.as_slice() {
            [] => {
                for (_, out) in types {
                    self.same(out, &Ty::unknown());
                }
                State::Wrong
            }
            [(id, _)] => {
                let with = self.begin(*id, ty, args);
                if let Some(key) = key.filter(|_| !self.table.is_trying()) {
                    self.applied.insert(key, (*id, with.clone()));
                }
                self.require_bounds(&self.program.impl_def(*id).generics, &with);
                self.types_of(*id, &with, types);
                State::Done
            }
            // Which it is nobody will tell: something in the type is not known here.
            _ if self.is_decided(ty) && args.iter().all(|arg| self.is_decided(arg)) => {
                for (_, out) in types {
                    self.same(out, &Ty::unknown());
                }
                State::Done
            }
            _ => State::Waits,
        }
    }

    /// Decides for an argument of a trait that must be known now what a bound of the function says, as `f64` for `x.into()`
    /// where `T: Into<f64>`.
    pub(super) fn said_by_bounds(&mut self, wanted: &Ty) -> bool {
        let Head::Var(wanted, _) = self.table.head(wanted) else { return false };
        let is_wanted = |ty: &Ty| matches!(self.table.head(ty), Head::Var(var, _) if var == wanted);
        let (from, into) = (self.std_trait("convert::From"), self.std_trait("convert::Into"));
        let asks = |obligation: &Obligation| match obligation {
            Obligation::Trait(ty, of, args, _) if args.len() == 1 && is_wanted(&args[0]) => {
                Some((ty.clone(), *of, args[0].clone()))
            }
            // What `into` gives is asked whether it is made from the other.
            Obligation::Trait(ty, of, args, _) if args.len() == 1 && Some(*of) == from && is_wanted(ty) => {
                Some((args[0].clone(), into?, ty.clone()))
            }
            _ => None,
        };
        let Some((ty, of, arg)) = self.pending.iter().find_map(asks) else { return false };
        let ty = self.table.resolve(&ty);
        let def = self.program.func(self.owner);
        let said = def.generics.bounds.iter().find_map(|bound| match bound {
            Bound::Trait(Ty::Param(k), t, with, _) if *t == of && self.args.get(*k) == Some(&ty) => with.first(),
            _ => None,
        });
        let Some(said) = said else { return false };
        let said = self.own(said);
        self.same(&arg, &said)
    }

    /// Whether nothing more will become known of a type.
    pub(super) fn is_decided(&self, ty: &Ty) -> bool {
        match self.table.head(ty) {
            Head::Var(_, kind) => kind == Kind::Open,
            Head::Ty(ty) => ty.parts().all(|part| self.is_decided(part)),
        }
    }

    /// Takes an implementation: its arguments follow from the type.
    pub(super) fn apply(&mut self, id: ImplId, ty: &Ty, args: &[Ty], types: &[(Rc<str>, Ty)]) -> Vec<Ty> {
        let with = self.begin(id, ty, args);
        self.require_bounds(&self.program.impl_def(id).generics, &with);
        self.types_of(id, &with, types);
        with
    }

    /// A trait of a type, if all of that is known: which implementation it is does not change any more.
    pub(super) fn known(&self, ty: &Ty, of: TraitId, args: &[Ty]) -> Option<Question> {
        let is_known = self.table.is_known(ty) && args.iter().all(|ty| self.table.is_known(ty));
        is_known.then(|| (self.table.resolve(ty), of, args.iter().map(|ty| self.table.resolve(ty)).collect()))
    }

    fn begin(&mut self, id: ImplId, ty: &Ty, args: &[Ty]) -> Vec<Ty> {
        let def = self.program.impl_def(id);
        let with = self.fresh_args(&def.generics);
        let own = self.number_like(ty, &def.ty);
        let of = self.instance(&def.ty, &def.generics, &with);
        self.table.unify(&of, &own);
        if let (Some((_, of_args)), false) = (&def.of_trait, args.is_empty()) {
            for (of, given) in of_args.iter().zip(args) {
                let of = self.instance(of, &def.generics, &with);
                self.table.unify(&of, given);
            }
        }
        with
    }

    /// The associated types of an implementation.
    fn types_of(&mut self, id: ImplId, with: &[Ty], types: &[(Rc<str>, Ty)]) {
        let def = self.program.impl_def(id);
        for (name, out) in types {
            match def.types.get(name) {
                Some(ty) => {
                    let ty = self.instance(ty, &def.generics, with);
                    self.table.unify(&ty, out);
                }
                None => {
                    self.same(out, &Ty::unknown());
                }
            }
        }
    }

    /// What the bounds of a generic parameter say.
    fn of_bounds(&mut self, own: &Ty, of: TraitId, args: &[Ty], types: &[(Rc<str>, Ty)]) -> State {
        let Some((f, k)) = self.declared(own) else { return State::Wrong };
        let def = self.program.func(f);
        let mut found = Vec::new();
        for bound in &def.generics.bounds {
            if let Bound::Trait(Ty::Param(p), t, with, known) = bound
                && (*p, *t) == (k, of)
            {
                let with: Vec<Ty> = with.iter().map(|ty| self.said_of(own, ty)).collect();
                let mark = self.table.mark();
                let fits = with.iter().zip(args).all(|(a, b)| self.table.unify(a, b));
                self.table.undo(mark);
                if fits {
                    found.push((with, known));
                }
            }
        }
        if found.len() > 1 && !args.iter().all(|ty| self.is_decided(ty)) {
            return State::Waits;
        }
        if let Some((with, known)) = found.into_iter().next() {
            for (a, b) in with.iter().zip(args) {
                self.same(a, b);
            }
            for (name, out) in types {
                let ty = match known.iter().find(|(n, _)| n == name) {
                    Some((_, ty)) => self.said_of(own, ty),
                    None => Ty::unknown(),
                };
                self.same(out, &ty);
            }
            return State::Done;
        }
        for (_, out) in types {
            self.same(out, &Ty::unknown());
        }
        State::Done
    }
}

/// The type with anything in the place of associated types: they are looked at when it is taken.
pub(super) fn without_assoc(ty: &Ty) -> Ty {
    if !has_assoc(ty) {
        return ty.clone();
    }
    table::map(ty, &mut |part| matches!(part, Ty::Assoc(..)).then(Ty::unknown), &mut Clone::clone)
}

/// Whether an associated type is named in a type.
pub(super) fn has_assoc(ty: &Ty) -> bool {
    matches!(ty, Ty::Assoc(..)) || ty.parts().any(has_assoc)
}
