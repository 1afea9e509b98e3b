//! Closures and what else is called as a value.

use super::Infer;
use super::coerce::Join;
use super::obligation::{Obligation, State};
use super::table::{Head, Kind};
use crate::hir::{Closure, ExprId};
use crate::items::{Bound, FnId};
use crate::ty::{Len, Ty};
use crate::typed::ClosureTy;

impl Infer<'_> {
    pub(super) fn closure(&mut self, e: ExprId, closure: &Closure, expected: Option<&Ty>) -> Ty {
        let wanted = expected.and_then(|ty| self.wanted(ty));
        let is_open = expected.is_some_and(|ty| self.table.kind(ty) == Some(Kind::Open));
        let mut params = Vec::new();
        for (k, (_, written)) in closure.params.iter().enumerate() {
            let ty = match written {
                Some(ty) => self.written(ty),
                // What calls it is not known here.
                None if is_open => self.open(),
                None => self.any(),
            };
            if let Some((wanted, _)) = &wanted
                && let Some(wanted) = wanted.get(k)
            {
                self.same(&ty, wanted);
            }
            params.push(ty);
        }
        let ret = match (&closure.ret, wanted) {
            (Some(ty), _) => self.written(ty),
            (None, Some((_, ret))) => ret,
            (None, None) => self.any(),
        };
        for ((pat, _), ty) in closure.params.iter().zip(&params) {
            self.pat(*pat, ty, None);
        }
        let expected = Some(self.table.shallow(&ret)).filter(|ty| !self.is_unknown(ty));
        self.returns.push(Join::to(expected.clone()));
        let before = std::mem::replace(&mut self.diverges, false);
        let given = self.expr(closure.body, expected.as_ref());
        self.diverges = before;
        let mut join = self.returns.pop().expect("pushed above");
        self.meet(&mut join, closure.body, &given);
        match join.done() {
            Ty::Never => {}
            given => {
                self.same(&given, &ret);
            }
        }
        let ty = ClosureTy { params, ret };
        self.closures.all.push(ty);
        let id = self.closures.all.len() - 1;
        self.closure_of.insert(e, id);
        Ty::Closure(id)
    }

    /// What a closure is called with and gives, where this type is expected of it.
    fn wanted(&mut self, ty: &Ty) -> Option<(Vec<Ty>, Ty)> {
        match self.shallow(ty) {
            Ty::FnPtr(params, ret) => Some((params, *ret)),
            Ty::Ref(_, of) | Ty::Boxed(_, of) => self.wanted(&of),
            Ty::Var(v) => self.pending.iter().find_map(|obligation| match obligation {
                Obligation::Call(of, params, ret) => match self.table.head(of) {
                    Head::Var(w, _) if v == w => Some((params.clone(), ret.clone())),
                    _ => None,
                },
                _ => None,
            }),
            _ => None,
        }
    }

    /// What a function is called with and gives.
    pub(super) fn signature_of(&mut self, ty: &Ty) -> (Vec<Ty>, Ty) {
        match ty {
            Ty::Closure(k) => {
                let closure = &self.closures.all[*k];
                (closure.params.clone(), closure.ret.clone())
            }
            Ty::FnItem(f, args) => {
                let def = self.program.func(*f);
                let params = def.params.iter().map(|param| self.instance(&param.ty, &def.generics, args)).collect();
                (params, self.returned(*f, args))
            }
            Ty::VariantItem(adt, k, args) => {
                let def = self.program.adt(*adt);
                let params =
                    def.variants[*k].fields.iter().map(|field| self.instance(&field.ty, &def.generics, args)).collect();
                (params, Ty::Adt(*adt, args.clone()))
            }
            Ty::FnPtr(params, ret) => (params.clone(), (**ret).clone()),
            _ => (Vec::new(), Ty::unknown()),
        }
    }

    /// What a function gives; of an `impl Trait` the type that it is, once the arguments are known.
    pub(super) fn returned(&mut self, f: FnId, args: &[Ty]) -> Ty {
        let def = self.program.func(f);
        if !super::hides_type(&def.ret) {
            return self.instance(&def.ret, &def.generics, args);
        }
        let out = self.any();
        self.require(Obligation::Returned(f, args.to_vec(), out.clone()));
        out
    }

    /// Looks into the body of a function for the type that it gives.
    pub(super) fn returned_of(&mut self, f: FnId, args: &[Ty], out: &Ty) -> State {
        let args: Vec<Ty> = args.iter().map(|ty| self.table.resolve(ty)).collect();
        if !args.iter().all(|ty| self.settled(ty)) {
            if args.iter().all(|ty| self.is_decided(ty)) {
                self.same(out, &Ty::unknown());
            }
            return State::Waits;
        }
        let (f, args) = super::implementation_of(self.program, self.closures, f, args);
        let known = match self.closures.returned.get(&(f, args.clone())) {
            // It is called by itself.
            Some(None) => None,
            Some(Some(typed)) => Some(typed.ret.clone()),
            None => super::infer(self.program, self.closures, f, &args).ok().map(|typed| typed.ret),
        };
        self.same(out, &known.unwrap_or_else(Ty::unknown));
        State::Done
    }

    /// Whether all of a type is known, in the closures in it too; writes down what is known of these.
    fn settled(&mut self, ty: &Ty) -> bool {
        if let Ty::Closure(k) = ty {
            let mut closure = self.closures.all[*k].clone();
            closure.params.iter_mut().for_each(|ty| *ty = self.table.resolve(ty));
            closure.ret = self.table.resolve(&closure.ret);
            let all: Vec<Ty> = closure.params.iter().chain([&closure.ret]).cloned().collect();
            self.closures.all[*k] = closure;
            return all.iter().all(|ty| self.settled(ty));
        }
        !matches!(ty, Ty::Var(_) | Ty::Const(Len::Var(_)) | Ty::Array(_, Len::Var(_)))
            && ty.parts().all(|part| self.settled(part))
    }

    /// What the bounds of a generic parameter say that it is called with and gives.
    pub(super) fn signature_of_param(&mut self, of: &Ty) -> Option<(Vec<Ty>, Ty)> {
        let (f, k) = self.declared(of)?;
        let def = self.program.func(f);
        let (params, ret) = def.generics.bounds.iter().find_map(|bound| match bound {
            Bound::Call(Ty::Param(p), params, ret) if *p == k => Some((params, ret)),
            _ => None,
        })?;
        let params = params.iter().map(|ty| self.said_of(of, ty)).collect();
        Some((params, self.said_of(of, ret)))
    }

    /// Whether a type is called with these and gives that.
    pub(super) fn callable(&mut self, ty: &Ty, params: &[Ty], ret: &Ty) -> State {
        let ty = self.table.shallow(ty);
        let (takes, gives) = match &ty {
            Ty::Var(_) => return State::Waits,
            Ty::Closure(_) | Ty::FnItem(..) | Ty::VariantItem(..) | Ty::FnPtr(..) => self.signature_of(&ty),
            Ty::Ref(_, of) | Ty::Boxed(_, of) => return self.callable(of, params, ret),
            Ty::Param(_) | Ty::Rigid(..) => match self.signature_of_param(&ty) {
                Some(signature) => signature,
                None => return State::Wrong,
            },
            _ => {
                self.same(ret, &Ty::unknown());
                return State::Done;
            }
        };
        let takes_all = takes.len() == params.len();
        for (takes, given) in takes.iter().zip(params) {
            self.coerce(None, given, takes);
        }
        if !matches!(self.table.shallow(&gives), Ty::Never) {
            self.same(&gives, ret);
        }
        if takes_all { State::Done } else { State::Wrong }
    }
}
