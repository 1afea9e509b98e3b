//! Which lists may change their length: those that grow are made with memory that grows.

use crate::core::Builder;
use crate::core::expr::cells::holds_cell;
use crate::signature::growth::GROW;
use front::hir::{ExprId, ExprKind, LocalId, PatKind};
use front::items::{FnId, Origin};
use front::ty::Ty as Type;
use front::typed::{Adjust, Callee, Typed};
use std::collections::HashSet;
use std::rc::Rc;

impl Builder<'_> {
    /// Whether a local is a list, or holds one, whose length may change somewhere in a body or in what that calls.
    pub(crate) fn may_grow(&mut self, typed: &Rc<Typed>, local: LocalId) -> bool {
        // Numbers have no length.
        crate::core::build::scalar(&typed.locals[local]).is_none() && self.grows(typed, local, &mut HashSet::new())
    }

    fn grows(&mut self, typed: &Rc<Typed>, local: LocalId, seen: &mut HashSet<(FnId, usize)>) -> bool {
        let (body, program) = (&typed.body, self.program);
        let is = |mut e: ExprId| loop {
            match &body.exprs[e].kind {
                ExprKind::Local(l) => return *l == local,
                ExprKind::Field(inner, _) | ExprKind::Deref(inner) => e = *inner,
                // What a method lends of it, as `RefCell::borrow_mut` does.
                ExprKind::Method(of, ..)
                    if matches!(typed.exprs[e], Type::Ref(true, _)) || holds_cell(program, &typed.exprs[e]) =>
                {
                    e = *of;
                }
                _ => return false,
            }
        };
        // What is handed to a function of the crate grows if it grows there.
        let mut handed: Vec<(ExprId, FnId, Vec<Type>, usize)> = vec![];
        let mut excused: HashSet<ExprId> = HashSet::new();
        for (e, expr) in body.exprs.iter().enumerate() {
            let (of, args) = match &expr.kind {
                ExprKind::Call(f, args) => (*f, args.clone()),
                ExprKind::Method(receiver, _, _, args) => (e, [vec![*receiver], args.clone()].concat()),
                ExprKind::AssignOp(_, place, value) => (e, vec![*place, *value]),
                _ => continue,
            };
            let Some(Callee::Fn(f, generics)) = typed.callees.get(&e).or_else(|| typed.callees.get(&of)) else {
                continue;
            };
            let def = self.program.func(*f);
            match def.origin {
                // What changes places keeps its length where both are of one.
                Origin::Prelude if &*def.name == "swap" => excused.extend(args),
                Origin::Crate | Origin::Body if def.has_text => {
                    for (k, arg) in args.into_iter().enumerate() {
                        handed.push((arg, *f, generics.clone(), k));
                    }
                }
                _ => {}
            }
        }
        let own: HashSet<ExprId> = handed.iter().map(|(e, ..)| *e).collect();
        let here = body.exprs.iter().enumerate().any(|(e, expr)| match &expr.kind {
            ExprKind::Method(receiver, name, ..) => GROW.contains(&&**name) && is(*receiver) && !own.contains(receiver),
            // What is lent as a slice keeps its length.
            ExprKind::Ref(true, inner) => {
                let slice = matches!(typed.ty(e).behind(), Type::Slice(_));
                is(*inner) && !excused.contains(&e) && !own.contains(&e) && !slice
            }
            ExprKind::Assign(place, _) => is(*place) && crate::core::build::scalar(&typed.ty(*place)).is_none(),
            _ => false,
        });
        here || handed.into_iter().any(|(arg, f, generics, k)| {
            let place = match &body.exprs[arg].kind {
                ExprKind::Ref(true, inner) => *inner,
                _ => arg,
            };
            let lent = matches!(body.exprs[arg].kind, ExprKind::Ref(true, _))
                || typed.adjusted.get(&arg).is_some_and(|all| all.contains(&Adjust::Borrow(true)))
                || matches!(typed.exprs[arg], Type::Ref(true, _))
                || is(place) && holds_cell(program, &typed.exprs[arg]);
            let slice = matches!(typed.ty(arg).behind(), Type::Slice(_));
            if !is(place) || !lent || slice || !seen.insert((f, k)) {
                return false;
            }
            let Ok(callee) = self.typed_of(&(f, generics)) else { return true };
            match callee.body.params.get(k).map(|pat| &callee.body.pats[*pat].kind) {
                Some(PatKind::Bind { local, .. }) => self.grows(&callee, *local, seen),
                _ => true,
            }
        })
    }
}
