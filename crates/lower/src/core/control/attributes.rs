//! Attributes on loops and on `let`: how the user wants them reversed.

use crate::core::value::{Place, Value};
use crate::core::{Builder, Mark, Refusal, refuse};
use crate::ir::{Checkpoint, Loop, Op, Step, Val};
use crate::syntax::marks::{self, Independent, Keep, Schedule};
use front::hir::{Attr, Body, ExprId, ExprKind, PatId};
use proc_macro2::{Ident, Span};
use std::collections::HashMap;

/// What the way back does with a loop or with a `let`.
fn ours(attrs: &[Attr]) -> Vec<syn::Attribute> {
    let all = attrs.iter().map(|a| a.text.clone());
    all.filter(|a| marks::first(std::slice::from_ref(a)).is_some()).collect()
}

/// An error of an attribute: the reason stands where the attribute does.
fn told<X>(result: syn::Result<X>) -> Result<X, Refusal> {
    result.map_err(|error| Refusal { at: Some(error.span()), ..Refusal::new(error.to_string()) })
}

/// The variable that a place begins at, and its name.
fn root(body: &Body, mut e: ExprId) -> Option<String> {
    loop {
        match &body.exprs[e].kind {
            ExprKind::Local(local) => return Some(body.locals[*local].name.to_string()),
            ExprKind::Index(inner, _) | ExprKind::Field(inner, _) | ExprKind::Deref(inner) => e = *inner,
            ExprKind::Ref(_, inner) => e = *inner,
            _ => return None,
        }
    }
}

/// Where names are assigned to, or may be changed, in the expressions behind `from` up to `to`: a loop's body is lowered
/// behind its head.
fn places(body: &Body, from: ExprId, to: ExprId) -> Vec<(String, Span)> {
    let mut all: Vec<(String, Span)> = vec![];
    for e in from..=to {
        let changed = match &body.exprs[e].kind {
            ExprKind::Assign(place, _) | ExprKind::AssignOp(_, place, _) | ExprKind::Ref(true, place) => *place,
            ExprKind::Method(receiver, ..) => *receiver,
            _ => continue,
        };
        if let Some(name) = root(body, changed)
            && all.iter().all(|(n, _)| *n != name)
        {
            all.push((name, body.exprs[changed].span));
        }
    }
    all
}

impl Builder<'_> {
    /// Has the loop that comes next keep what its attributes say; its body is the expressions `from ..= to`.
    pub(crate) fn marked(&mut self, attrs: &[Attr], from: ExprId, to: ExprId) -> Result<(), Refusal> {
        let texts = ours(attrs);
        // A loop of the prelude's that stands for one of the user's is marked as that is.
        if texts.is_empty() && self.frames.last().is_some_and(|frame| !frame.own) {
            return Ok(());
        }
        self.mark = Mark::default();
        if texts.is_empty() {
            return Ok(());
        }
        self.mark.keep = told(Keep::of(&texts))?;
        let independent = told(Independent::of(&texts, &syn::parse_quote!({})))?;
        self.mark.independent = match independent {
            Some(mark) => Some(Independent { places: places(&self.typed()?.body, from, to), ..mark }),
            None => None,
        };
        let Some(mark) = told(marks::Checkpoint::of(&texts))? else { return Ok(()) };
        let name = match &mark.schedule {
            Schedule::Usual => None,
            Schedule::Slots(_) => Some(("binomial", "slots")),
            Schedule::Online(_) => Some(("online", "online")),
            Schedule::Periodic(_) => Some(("periodic", "periodic")),
            Schedule::Given(_) => Some(("given", "schedule")),
            Schedule::Ctz => Some(("ctz", "")),
            Schedule::StoreAll => Some(("store_all", "")),
        };
        let values: HashMap<&str, ExprId> =
            attrs.iter().flat_map(|a| &a.values).map(|(name, e)| (&**name, *e)).collect();
        let number = match name.and_then(|(_, value)| values.get(value)) {
            Some(e) => Some(self.eval_atom(*e)?),
            None => None,
        };
        let disk = match values.get("disk") {
            Some(e) => Some(self.eval_atom(*e)?),
            None => None,
        };
        let schedule = name.map(|(name, _)| Ident::new(name, Span::call_site()));
        let (schedule, at) = (schedule, syn::spanned::Spanned::span(&mark.at));
        self.mark.checkpoint = Some(Checkpoint { schedule, number, disk, at });
        Ok(())
    }

    /// Whether a loop can be reversed as its attributes say.
    pub(crate) fn check_marks(&self, made: &Loop, counted: bool) -> Result<(), Refusal> {
        if let Some(mark) = &made.checkpoint {
            told(crate::core::control::loop_attributes::check_length(mark, counted))?;
        }
        let names: Vec<String> = made.carried.iter().map(|c| self.values[c.param].name.to_string()).collect();
        told(crate::core::control::loop_attributes::check_carried(made, &names, &|v| self.values[v].ty))
    }

    /// What is kept of the numbers that a `let` with an attribute made in the steps from `steps` on.
    pub(crate) fn marked_let(
        &mut self,
        attrs: &[Attr],
        pat: PatId,
        (first, steps): (Val, usize),
    ) -> Result<(), Refusal> {
        let Some(keep) = told(Keep::of(&ours(attrs)))? else { return Ok(()) };
        let typed = self.typed()?;
        let mut locals = vec![];
        bound(&typed.body, pat, &mut locals);
        let mut found = vec![];
        for local in locals {
            let var = self.frame_now()?.locals.borrow().get(&local).copied();
            let Some(var) = var else { continue };
            let value = self.load(&Place::Var(var, vec![]))?;
            if !numbers(&value, &mut found) {
                return refuse("only numbers are saved or computed again by an attribute on a `let`");
            }
        }
        found.retain(|&v| v >= first);
        if let Keep::Recompute(_) = keep {
            // Elements, and what calls and loops give, it starts from.
            found.extend(self.out[steps..].iter().filter_map(|step| match step {
                Step::Let(v, op) if !matches!(op, Op::Read(..) | Op::Guarded(..)) => Some(*v),
                _ => None,
            }));
        }
        for v in found {
            self.values[v].keep = Some(keep);
        }
        Ok(())
    }
}

/// The names in a pattern.
fn bound(body: &Body, pat: PatId, all: &mut Vec<front::hir::LocalId>) {
    use front::hir::PatKind;
    match &body.pats[pat].kind {
        PatKind::Bind { local, inner, .. } => {
            all.push(*local);
            inner.iter().for_each(|p| bound(body, *p, all));
        }
        PatKind::Tuple(parts) => parts.iter().for_each(|p| bound(body, *p, all)),
        PatKind::Ref(inner) => bound(body, *inner, all),
        _ => {}
    }
}

/// The names of the numbers in a value; whether it is made of them alone.
fn numbers(value: &Value, found: &mut Vec<Val>) -> bool {
    match value {
        Value::Atom(a) => {
            found.extend(a.val());
            true
        }
        Value::Tuple(parts) => parts.iter().all(|p| numbers(p, found)),
        _ => false,
    }
}
