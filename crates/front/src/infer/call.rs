//! Calls.

use super::Infer;
use super::obligation::Obligation;
use super::table::Kind;
use crate::hir::{ExprId, ExprKind, TypeRef};
use crate::ty::{Pointer, Ty};
use crate::typed::{Adjust, Callee};

impl Infer<'_> {
    pub(super) fn call(&mut self, e: ExprId, f: ExprId, args: &[ExprId], expected: Option<&Ty>) -> Ty {
        if let Some(given) = self.shared_once_more(e, f, args).or_else(|| self.owned_list(e, f, args, expected)) {
            return given;
        }
        if let Some(given) = self.lent_or_owned(e, f, args, expected) {
            return given;
        }
        let mut ty = self.expr(f, None);
        loop {
            ty = self.shallow(&ty);
            match &ty {
                Ty::Ref(_, of) | Ty::Boxed(_, of) => {
                    self.adjust(Some(f), vec![Adjust::Deref]);
                    ty = (**of).clone();
                }
                _ => break,
            }
        }
        let (params, ret) = match &ty {
            Ty::FnItem(id, with) => {
                self.callees.insert(e, Callee::Fn(*id, with.clone()));
                self.signature_of(&ty)
            }
            Ty::VariantItem(..) => {
                self.callees.insert(e, Callee::Variant);
                self.signature_of(&ty)
            }
            Ty::Closure(_) | Ty::FnPtr(..) => {
                let named = matches!(self.body.exprs[f].kind, ExprKind::TypeFn(..) | ExprKind::Foreign(_));
                self.callees.insert(e, if named { Callee::Unknown } else { Callee::Value });
                self.signature_of(&ty)
            }
            Ty::Param(_) | Ty::Rigid(..) => match self.signature_of_param(&ty) {
                Some(signature) => {
                    self.callees.insert(e, Callee::Value);
                    signature
                }
                None => return self.unknown_call(e, args),
            },
            Ty::Var(_) if self.table.kind(&ty) == Some(Kind::Any) => {
                let params: Vec<Ty> = args.iter().map(|arg| self.expr(*arg, None)).collect();
                let ret = self.any();
                self.callees.insert(e, Callee::Value);
                self.require(Obligation::Call(ty, params, ret.clone()));
                return ret;
            }
            Ty::Var(_) | Ty::Opaque(_) => {
                let given = self.unknown_call(e, args);
                if self.makes_text(f) {
                    self.same(&given, &Ty::Opaque("String".into()));
                } else if let ExprKind::Foreign(_) = self.body.exprs[f].kind {
                    self.given_by_foreign.push(given.clone());
                    // What is made of no number is none.
                    let of_numbers = |ty: &Ty| {
                        matches!(ty.behind(), Ty::Float(_) | Ty::Closure(_) | Ty::Adt(..))
                            || ty.element().is_some_and(|of| matches!(of, Ty::Float(_)))
                    };
                    if args.iter().any(|arg| of_numbers(&self.table.resolve(&self.exprs[*arg]))) {
                        self.of_foreign.push(given.clone());
                        self.foreign.push(given.clone());
                    }
                    for arg in args {
                        // What is lent to such a function is hardly a number.
                        if let Ty::Ref(_, of) = self.table.shallow(&self.exprs[*arg]) {
                            self.no_number(&of);
                        }
                        if let Ty::Closure(k) = self.table.shallow(&self.exprs[*arg]).behind() {
                            let of = &self.closures.all[*k];
                            self.of_foreign.extend(of.params.iter().chain([&of.ret]).cloned());
                        }
                    }
                }
                return given;
            }
            _ => {
                let has = self.show(&ty);
                self.error(self.span(f), format!("this is `{has}`, which cannot be called"));
                return self.unknown_call(e, args);
            }
        };
        self.arguments(e, &params, args, &ret, expected)
    }

    /// `String::new()` and its kin.
    fn makes_text(&self, f: ExprId) -> bool {
        let ExprKind::Foreign(path) = &self.body.exprs[f].kind else { return false };
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        matches!(names.as_slice(), [.., of, by] if of == "String" && matches!(by.as_str(), "new" | "from" | "with_capacity"))
    }

    /// `Rc::clone(&x)`: what shares a slice is a list.
    fn shared_once_more(&mut self, e: ExprId, f: ExprId, args: &[ExprId]) -> Option<Ty> {
        let (ExprKind::TypeFn(TypeRef::Ty(of) | TypeRef::With(of), name, _), [arg]) = (&self.body.exprs[f].kind, args)
        else {
            return None;
        };
        if !matches!(of, Ty::Boxed(Pointer::Rc | Pointer::Arc, _)) || &**name != "clone" {
            return None;
        }
        let mut given = self.expr(*arg, None);
        while let Ty::Ref(_, of) = self.table.shallow(&given) {
            given = *of;
        }
        self.callees.insert(e, Callee::Unknown);
        self.exprs[f] = Ty::FnPtr(vec![Ty::Ref(false, Box::new(given.clone()))], Box::new(given.clone()));
        Some(given)
    }

    /// `Rc::from(list)`: what owns a slice is a list.
    pub(super) fn owned_list(&mut self, e: ExprId, f: ExprId, args: &[ExprId], expected: Option<&Ty>) -> Option<Ty> {
        let (ExprKind::TypeFn(TypeRef::Ty(of) | TypeRef::With(of), name, _), [arg]) = (&self.body.exprs[f].kind, args)
        else {
            return None;
        };
        let boxed = expected.is_some_and(|ty| matches!(self.table.shallow(ty), Ty::Boxed(..)));
        if !matches!(of, Ty::Boxed(..)) || &**name != "from" || boxed {
            return None;
        }
        let given = self.expr(*arg, None);
        self.exprs[*arg] = given.clone();
        self.ready.insert(*arg);
        let given = self.table.shallow(&given);
        let list = match &given {
            Ty::Ref(_, of) => self.table.shallow(of),
            ty => ty.clone(),
        };
        let (Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of)) = list else { return None };
        let list = Ty::Vec(of);
        self.callees.insert(e, Callee::Unknown);
        self.exprs[f] = Ty::FnPtr(vec![given], Box::new(list.clone()));
        Some(list)
    }

    /// `Cow::Borrowed(x)` and its kin of a list, which is one whoever has it.
    fn lent_or_owned(&mut self, e: ExprId, f: ExprId, args: &[ExprId], expected: Option<&Ty>) -> Option<Ty> {
        let (ExprKind::Foreign(path), [arg]) = (&self.body.exprs[f].kind, args) else { return None };
        if !crate::hir::is_lent_or_owned(path) {
            return None;
        }
        let wanted = expected.map(|ty| self.table.shallow(ty)).filter(|ty| matches!(ty, Ty::Vec(_)));
        let owned = wanted.clone().filter(|_| path.segments.last().is_some_and(|last| last.ident == "Owned"));
        let given = self.expr(*arg, owned.as_ref());
        self.exprs[*arg] = given.clone();
        self.ready.insert(*arg);
        let mut list = self.table.shallow(&given);
        while let Ty::Ref(_, of) = list {
            list = self.table.shallow(&of);
        }
        let list = match list {
            Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) => Ty::Vec(of),
            _ => wanted?,
        };
        if owned.is_some() {
            self.same(&given, &list);
        }
        self.callees.insert(e, Callee::Unknown);
        self.exprs[f] = Ty::FnPtr(vec![given], Box::new(list.clone()));
        Some(list)
    }

    /// Takes what a function of another crate gives for a list, as it is used like one.
    pub(super) fn as_list(&mut self, ty: &Ty) {
        let ty = self.table.shallow(ty).behind().clone();
        let ty = self.table.shallow(&ty);
        let is_foreign = self.foreign.iter().chain(&self.of_foreign).any(|other| self.table.shallow(other) == ty);
        if is_foreign && self.table.kind(&ty) == Some(Kind::Open) {
            let list = Ty::Vec(Box::new(self.any()));
            self.same(&ty, &list);
        }
    }

    /// Whether it is what a function of another crate gives.
    pub(super) fn is_given_by_foreign(&self, ty: &Ty) -> bool {
        let ty = self.table.shallow(ty);
        self.given_by_foreign.iter().any(|other| self.table.shallow(other) == ty)
    }

    /// Notes that what a function of another crate gives is no number, or need not be one.
    pub(super) fn no_number(&mut self, ty: &Ty) {
        let ty = self.table.shallow(ty);
        if self.table.kind(&ty) == Some(Kind::Open) {
            let others = std::mem::take(&mut self.of_foreign);
            self.of_foreign = others.into_iter().filter(|other| self.table.shallow(other) != ty).collect();
        }
    }

    /// A call of what is not known here.
    pub(super) fn unknown_call(&mut self, e: ExprId, args: &[ExprId]) -> Ty {
        for arg in args {
            let open = self.open();
            let given = self.expr(*arg, Some(&open));
            self.to_foreign.push(given);
        }
        self.callees.insert(e, Callee::Unknown);
        self.open()
    }

    /// The arguments of a call; gives what the call gives. Closures come last, when the others have told what they take.
    pub(super) fn arguments(
        &mut self,
        e: ExprId,
        params: &[Ty],
        args: &[ExprId],
        ret: &Ty,
        expected: Option<&Ty>,
    ) -> Ty {
        if params.len() != args.len() {
            let (wants, has) = (params.len(), args.len());
            let s = if wants == 1 { "" } else { "s" };
            let are = if has == 1 { "is" } else { "are" };
            self.error(self.span(e), format!("this takes {wants} argument{s}, but {has} {are} given"));
        }
        let hints = self.hints(params, ret, expected);
        for closures in [false, true] {
            if closures {
                let any = args.iter().any(|arg| self.is_closure(*arg));
                if !any {
                    break;
                }
                self.solve();
            }
            for (k, arg) in args.iter().enumerate() {
                if self.is_closure(*arg) != closures {
                    continue;
                }
                let Some(param) = params.get(k) else {
                    self.expr(*arg, None);
                    continue;
                };
                let hint = hints.as_ref().map(|hints| &hints[k]);
                let ty = self.expr(*arg, Some(hint.unwrap_or(param)));
                if let Some(hint) = hint
                    && !matches!(hint, Ty::Slice(_) | Ty::Str | Ty::FnPtr(..))
                    && self.coerce(Some(*arg), &ty, hint)
                    && self.same(hint, param)
                {
                    continue;
                }
                self.demand(*arg, &ty, param);
            }
        }
        self.shallow(ret)
    }

    /// What is expected of arguments, if a result is expected; it need not come so.
    fn hints(&mut self, params: &[Ty], ret: &Ty, expected: Option<&Ty>) -> Option<Vec<Ty>> {
        let expected = expected.filter(|ty| !self.is_unknown(ty))?;
        if params.is_empty() || params.iter().all(|ty| self.table.is_known(ty)) {
            return None;
        }
        let mark = self.table.mark();
        let hints =
            self.table.unify(ret, expected).then(|| params.iter().map(|ty| self.table.resolve(ty)).collect::<Vec<_>>());
        self.table.undo(mark);
        hints
    }

    fn is_closure(&self, e: ExprId) -> bool {
        match &self.body.exprs[e].kind {
            ExprKind::Closure(_) => true,
            ExprKind::Ref(_, of) => self.is_closure(*of),
            _ => false,
        }
    }

    /// `e?`
    pub(super) fn question(&mut self, inside: ExprId) -> Ty {
        let ty = self.expr(inside, None);
        let ty = self.shallow(&ty);
        let around = self.returns.last().and_then(|join| join.expected.clone());
        if let Some(gives @ (Ty::Float(_) | Ty::Int(_) | Ty::Bool | Ty::Vec(_) | Ty::Array(..) | Ty::Tuple(_))) =
            around.as_ref().map(|ty| self.table.shallow(ty))
        {
            let gives = self.show(&gives);
            self.error(
                self.span(inside),
                format!("`?` leaves a function that gives an `Option` or a `Result`, and this one gives `{gives}`"),
            );
            return self.open();
        }
        match &ty {
            // A number that num-traits gives in an `Option`, which is left out.
            Ty::Float(_) => ty.clone(),
            Ty::Adt(adt, args) if self.is_std(&ty, "option::Option") => {
                if around.is_none() {
                    let of = self.any();
                    self.set_return(Ty::Adt(*adt, vec![of]));
                }
                args[0].clone()
            }
            Ty::Adt(adt, args) if self.is_std(&ty, "result::Result") => {
                if around.is_none() {
                    let all = vec![self.any(), self.any()];
                    self.set_return(Ty::Adt(*adt, all));
                }
                args[0].clone()
            }
            // What is not known is of the kind that the function gives.
            _ if self.is_unknown(&ty) => {
                let Some(Ty::Adt(adt, args)) = around.map(|ty| self.shallow(&ty)) else { return self.open() };
                let all: Vec<Ty> = args.iter().map(|_| self.open()).collect();
                let given = all.first().cloned();
                let kind = Ty::Adt(adt, all);
                if !(self.is_std(&kind, "option::Option") || self.is_std(&kind, "result::Result")) {
                    return self.open();
                }
                self.same(&ty, &kind);
                given.unwrap_or_else(|| self.open())
            }
            _ => self.open(),
        }
    }

    fn set_return(&mut self, ty: Ty) {
        if let Some(join) = self.returns.last_mut() {
            join.expected = Some(ty);
        }
    }
}
