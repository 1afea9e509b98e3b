//! What is left at last: literals become what they are where nothing says otherwise, methods of traits those of the
//! implementations, and what is not known [`Ty::Opaque`].

use super::obligation::Obligation;
use super::select::Answer;
use super::table::{Head, Kind};
use super::{Infer, table};
use crate::hir::ExprKind;
use crate::items::FnId;
use crate::ty::{Float, Int, Len, Ty};
use crate::typed::{Adjust, Callee, Diagnostic, PatTy, Typed};
use std::collections::HashSet;

impl Infer<'_> {
    pub(super) fn finish(mut self, closures: usize) -> Result<Typed, Vec<Diagnostic>> {
        self.settle();
        if self.wrong.iter().any(|wrong| wrong.certain) {
            return Err(self.wrong);
        }
        self.tell_unknown();
        for k in closures..self.closures.all.len() {
            let mut closure = self.closures.all[k].clone();
            closure.params = closure.params.iter().map(|ty| self.last(ty)).collect();
            closure.ret = self.last(&closure.ret);
            self.closures.all[k] = closure;
        }
        let exprs = std::mem::take(&mut self.exprs).iter().map(|ty| self.last(ty)).collect();
        let locals = std::mem::take(&mut self.locals).iter().map(|ty| self.last(ty)).collect();
        let pats = std::mem::take(&mut self.pats);
        let pats = pats.into_iter().map(|pat| PatTy { ty: self.last(&pat.ty), ..pat }).collect();
        let adjusted = std::mem::take(&mut self.adjusted).into_iter();
        let adjusted =
            adjusted.map(|(e, all)| (e, all.into_iter().map(|one| self.last_adjust(one)).collect())).collect();
        let callees = std::mem::take(&mut self.callees).into_iter();
        let callees = callees.map(|(e, callee)| (e, self.last_callee(callee))).collect();
        let owners = std::mem::take(&mut self.owners).into_iter();
        let owners = owners.map(|(e, ty)| (e, self.last(&ty))).collect();
        let iterators = std::mem::take(&mut self.iterators).into_iter();
        let iterators = iterators.map(|(e, (a, b))| (e, (self.last(&a), self.last(&b)))).collect();
        let ret = self.returns.pop().and_then(|join| join.expected).unwrap_or(Ty::UNIT);
        let ret = self.last(&ret);
        Ok(Typed {
            body: self.body,
            exprs,
            pats,
            locals,
            adjusted,
            callees,
            owners,
            iterators,
            closures: self.closure_of,
            ret,
            unknown: self.unknown,
        })
    }

    /// What is not known in a type that a function of another crate gives.
    fn open_in(&self, ty: &Ty, open: &mut Vec<Ty>) {
        match self.table.shallow(ty) {
            ty if matches!(self.table.kind(&ty), Some(Kind::Open | Kind::Any)) => open.push(ty),
            Ty::Vec(of) | Ty::Slice(of) | Ty::Array(of, _) | Ty::Ref(_, of) => self.open_in(&of, open),
            Ty::Tuple(parts) | Ty::Adt(_, parts) => parts.iter().for_each(|part| self.open_in(part, open)),
            _ => {}
        }
    }

    /// Decides what nothing decides; what functions of other crates give is a number then.
    fn settle(&mut self) {
        self.solve();
        for ty in std::mem::take(&mut self.of_foreign) {
            let mut open = vec![];
            self.open_in(&ty, &mut open);
            for ty in open {
                self.same(&ty, &Ty::Float(Float::F64));
                self.solve();
            }
        }
        // An integer of which nothing else is known counts or indexes there.
        for ty in std::mem::take(&mut self.to_foreign) {
            if self.table.kind(&ty) == Some(Kind::Int) {
                self.same(&ty, &Ty::Int(Int::Usize));
            }
        }
        self.table.defaults();
        self.solve();
        loop {
            let mut progress = false;
            for obligation in self.pending.clone() {
                progress |= match &obligation {
                    Obligation::Binary(_, _, a, b, _) | Obligation::AssignOp(_, _, a, b) => {
                        let (x, y) = (behind(&self.table.shallow(a)), behind(&self.table.shallow(b)));
                        let scalar = |ty: &Ty| matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Bool);
                        let free = |ty: &Ty| self.table.kind(ty) == Some(Kind::Any);
                        (scalar(&x) && free(&y) || scalar(&y) && free(&x)) && self.same(&x, &y)
                    }
                    Obligation::Index(_, index, _) if self.is_unknown(index) => self.same(index, &Ty::Int(Int::Usize)),
                    Obligation::Trait(_, _, args, _) if args.len() == 1 => self.said_by_bounds(&args[0]),
                    _ => false,
                };
                if progress {
                    break;
                }
            }
            if !progress {
                break;
            }
            self.solve();
        }
        // `Err(e)?;` gives nothing that anyone looks at.
        let body = self.body.clone();
        for (e, expr) in body.exprs.iter().enumerate() {
            let ty = self.exprs[e].clone();
            if matches!(expr.kind, ExprKind::Try(_)) && self.table.kind(&ty) == Some(Kind::Any) {
                self.same(&ty, &Ty::UNIT);
            }
        }
    }

    /// Notes what was not found out: once for each variable, where it is first met.
    fn tell_unknown(&mut self) {
        let mut told = HashSet::new();
        let body = self.body.clone();
        for (k, local) in body.locals.iter().enumerate() {
            let ty = self.locals[k].clone();
            if self.missing(&ty, &mut told) {
                let name = &local.name;
                self.note(local.span, format!("the type of `{name}` is not known here: write it"));
            }
        }
        for e in 0..body.exprs.len() {
            let ty = self.exprs[e].clone();
            if self.missing(&ty, &mut told) {
                self.note(self.span(e), "the type of this is not known here: write it".into());
            }
        }
    }

    /// Whether a variable is in a type that nobody was told of.
    fn missing(&self, ty: &Ty, told: &mut HashSet<usize>) -> bool {
        match ty {
            Ty::Var(_) => match self.table.head(ty) {
                Head::Var(v, Kind::Any) => told.insert(v),
                Head::Var(..) => false,
                Head::Ty(ty) => self.missing(&ty, told),
            },
            _ => {
                let mut missing = false;
                for part in ty.parts() {
                    missing |= self.missing(part, told);
                }
                missing
            }
        }
    }

    /// A type as it comes out: nothing in it is a variable.
    pub(super) fn last(&mut self, ty: &Ty) -> Ty {
        let ty = self.table.resolve(ty);
        let this = std::cell::RefCell::new(self);
        table::map(
            &ty,
            &mut |part| match part {
                Ty::Var(_) | Ty::Assoc(..) => Some(Ty::unknown()),
                Ty::FnItem(f, args) => {
                    let mut this = this.borrow_mut();
                    let args = args.iter().map(|ty| this.last(ty)).collect();
                    let (f, args) = this.implementation(*f, args);
                    Some(Ty::FnItem(f, args))
                }
                _ => None,
            },
            &mut |len| match len {
                Len::Var(_) => Len::Text("".into()),
                _ => len.clone(),
            },
        )
    }

    fn last_adjust(&mut self, adjust: Adjust) -> Adjust {
        match adjust {
            Adjust::Unsize(ty) => Adjust::Unsize(self.last(&ty)),
            Adjust::Call(f, args, ty) => {
                let args = args.iter().map(|ty| self.last(ty)).collect();
                Adjust::Call(f, args, self.last(&ty))
            }
            other => other,
        }
    }

    fn last_callee(&mut self, callee: Callee) -> Callee {
        match callee {
            Callee::Fn(f, args) => {
                let args = args.iter().map(|ty| self.last(ty)).collect();
                let (f, args) = self.implementation(f, args);
                Callee::Fn(f, args)
            }
            other => other,
        }
    }

    /// The function of an implementation that is meant by one of a trait, if that is known and it has one.
    pub(super) fn implementation(&mut self, f: FnId, args: Vec<Ty>) -> (FnId, Vec<Ty>) {
        let def = self.program.func(f);
        let (Some(of), None) = (def.of_trait, def.of) else { return (f, args) };
        if matches!(args[0], Ty::Param(_) | Ty::Rigid(..) | Ty::Opaque(_) | Ty::Dyn(..)) {
            return (f, args);
        }
        let n = self.program.trait_def(of).generics.names.len();
        let mut found = self.candidates(&args[0], of, &args[1..n], 12);
        if let Some(certain) = found.iter().position(|(_, answer)| *answer == Answer::Yes) {
            found = vec![found[certain]];
        }
        let [(id, _)] = found.as_slice() else { return (f, args) };
        let Some(of_impl) = self.program.impl_def(*id).fns.get(&def.name).copied() else { return (f, args) };
        let with = self.apply(*id, &args[0], &args[1..n], &[]);
        self.solve();
        let mut all: Vec<Ty> = with.iter().map(|ty| self.last(ty)).collect();
        all.extend_from_slice(&args[n..]);
        (of_impl, all)
    }
}

fn behind(ty: &Ty) -> Ty {
    ty.behind().clone()
}
