//! `match`, `if let` and `let .. else`: each case is a condition, the names that it binds, and what is done then.

use super::control::Tail;
use super::copies::binds_mutably;
use super::leaves::{always_leaves, expression_leaves};
use super::{Binding, Item, Lowerer, fault};
use crate::ir::{Atom, Step, Storage, View};
use quote::ToTokens;
use syn::{Block, Expr, ExprIf, ExprMatch, Local, Pat, Result, Stmt};

/// A condition of a case.
#[derive(Clone)]
enum Cond<'a> {
    If(&'a Expr),
    /// The pattern fits the value.
    Let(&'a Pat, &'a Expr),
    /// The pattern fits what a `match` is on.
    Fits(&'a Pat),
}

/// What is done in a case.
#[derive(Clone, Copy)]
enum Body<'a> {
    Block(&'a Block),
    Value(&'a Expr),
}

struct Case<'a> {
    conds: Vec<Cond<'a>>,
    body: Body<'a>,
}

/// What comes after, where only one case goes on: the pattern that takes its value, and the statements.
#[derive(Clone, Copy)]
struct After<'a> {
    pat: Option<&'a Pat>,
    rest: &'a [Stmt],
    tail: Tail,
}

impl<'a> Body<'a> {
    /// The macro, where it does nothing but panic.
    fn panics(self) -> Option<&'a syn::Macro> {
        match self {
            Body::Block(b) => panics_alone(b),
            Body::Value(e) => only_panics(e),
        }
    }

    fn leaves(self) -> bool {
        match self {
            Body::Block(b) => always_leaves(b),
            Body::Value(e) => expression_leaves(e),
        }
    }
}

/// Whether a condition binds names.
pub(super) fn has_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_)) => has_let(&b.left) || has_let(&b.right),
        Expr::Paren(p) => has_let(&p.expr),
        _ => false,
    }
}

fn conditions<'a>(cond: &'a Expr, out: &mut Vec<Cond<'a>>) {
    match cond {
        Expr::Let(l) => out.push(Cond::Let(&l.pat, &l.expr)),
        Expr::Binary(b) if has_let(cond) => {
            conditions(&b.left, out);
            conditions(&b.right, out);
        }
        cond => out.push(Cond::If(cond)),
    }
}

/// The cases of `if .. else if .. else`, and whether there is one for everything else.
fn cases_of_if(i: &ExprIf) -> Vec<Case<'_>> {
    let mut conds = vec![];
    conditions(&i.cond, &mut conds);
    let mut cases = vec![Case { conds, body: Body::Block(&i.then_branch) }];
    match i.else_branch.as_ref().map(|(_, e)| &**e) {
        Some(Expr::If(other)) => cases.extend(cases_of_if(other)),
        Some(Expr::Block(b)) if b.label.is_none() => cases.push(Case { conds: vec![], body: Body::Block(&b.block) }),
        Some(other) => cases.push(Case { conds: vec![], body: Body::Value(other) }),
        None => {}
    }
    cases
}

fn cases_of_match(m: &ExprMatch) -> Vec<Case<'_>> {
    fn case<'a>(arm: &'a syn::Arm, pat: &'a Pat) -> Case<'a> {
        let mut conds = vec![Cond::Fits(pat)];
        if let Some((_, guard)) = &arm.guard {
            conditions(guard, &mut conds);
        }
        Case { conds, body: Body::Value(&arm.body) }
    }
    // What several patterns bind is the arm's with each of them.
    let cases = m.arms.iter().map(|arm| match &arm.pat {
        Pat::Or(o) if o.cases.iter().any(|p| !super::code::bound(p).is_empty()) => {
            o.cases.iter().map(|pat| case(arm, pat)).collect()
        }
        pat => vec![case(arm, pat)],
    });
    cases.flatten().collect()
}

impl Lowerer {
    pub(super) fn match_value(&mut self, m: &ExprMatch) -> Result<Item> {
        let on = self.matched(m)?;
        self.choose(&m, &cases_of_match(m), Some(&on), None)
    }

    /// What a `match` is on.
    fn matched(&mut self, m: &ExprMatch) -> Result<Item> {
        let on = self.subject(&m.expr)?;
        self.for_patterns(m.arms.iter().map(|arm| &arm.pat), &m.expr, on)
    }

    /// What is held against patterns, of which names that are `mut` are copies.
    fn for_patterns<'p>(&mut self, pats: impl IntoIterator<Item = &'p Pat>, e: &Expr, item: Item) -> Result<Item> {
        if pats.into_iter().any(binds_mutably) { self.by_value(e, item) } else { Ok(item) }
    }

    pub(super) fn if_let_value(&mut self, i: &ExprIf) -> Result<Item> {
        self.choose(&i, &cases_of_if(i), None, None)
    }

    /// A choice as a statement or as the value of a `let`, of which one case alone goes on: the rest belongs to it.
    pub(super) fn choice_with_rest(&mut self, stmt: &Stmt, rest: &[Stmt], tail: Tail) -> Result<Option<Item>> {
        let (e, pat) = match stmt {
            Stmt::Expr(e, _) => (e, None),
            Stmt::Local(Local { init: Some(init), pat, .. }) if init.diverge.is_none() => (&*init.expr, Some(pat)),
            _ => return Ok(None),
        };
        let (cases, all) = match e {
            Expr::Match(m) => (cases_of_match(m), true),
            Expr::If(i) if has_let(&i.cond) || pat.is_some() => {
                let cases = cases_of_if(i);
                let all = cases.last().is_some_and(|c| c.conds.is_empty());
                (cases, all)
            }
            _ => return Ok(None),
        };
        let going = cases.iter().filter(|c| !c.body.leaves()).count() + usize::from(!all);
        if going != 1 || cases.len() + usize::from(!all) < 2 {
            return Ok(None);
        }
        let on = match e {
            Expr::Match(m) => Some(self.matched(m)?),
            _ => None,
        };
        self.choose(&stmt, &cases, on.as_ref(), Some(After { pat, rest, tail })).map(Some)
    }

    /// `let pattern = value else { .. }; rest`; none if the pattern always fits.
    pub(super) fn let_else(&mut self, l: &Local, rest: &[Stmt], tail: Tail) -> Result<Option<Item>> {
        let Some(init) = &l.init else { return Ok(None) };
        let Some((_, diverge)) = &init.diverge else { return Ok(None) };
        let (pat, ty) = match &l.pat {
            Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
            pat => (pat, None),
        };
        let on = match (&*init.expr, ty) {
            (Expr::MethodCall(m), Some(_)) if m.method == "collect" && !self.opaque(&init.expr) => {
                self.item_as(&init.expr, ty)?
            }
            (e, _) => self.subject(e)?,
        };
        self.note_borrows(pat, &init.expr);
        let Some(cond) = self.fits(pat, &on)? else {
            self.bind(pat, on, ty)?;
            return Ok(None);
        };
        if let Some(mac) = only_panics(diverge) {
            self.panic_if(cond, false, mac)?;
            self.bind(pat, on, ty)?;
            return Ok(None);
        }
        let item = self.branch(
            l,
            cond,
            |l| {
                l.bind(pat, on, ty)?;
                l.statements(rest, tail)
            },
            |l| {
                l.item(diverge)?;
                Ok(Item::Never)
            },
        )?;
        Ok(Some(item))
    }

    /// What patterns are held against.
    fn subject(&mut self, e: &Expr) -> Result<Item> {
        match e {
            Expr::Paren(p) => self.subject(&p.expr),
            Expr::Tuple(t) if !t.elems.is_empty() => {
                Ok(Item::Tuple(t.elems.iter().map(|e| self.subject(e)).collect::<Result<_>>()?))
            }
            e if matches!(self.binding_of(e), Some(Binding::Maybe(..))) => self.item(e),
            e if self.opaque(e) => Ok(Item::Scalar(self.constant(e)?)),
            e if self.is_list_of_field(e) => self.numbers_of_field(e),
            e => match self.item(e)? {
                // An array in a variable is taken apart by value.
                Item::View(View { arr, part: None })
                    if matches!(e, Expr::Path(_))
                        && !self.is_reference(e)
                        && matches!(self.arrays[arr].storage, Storage::Fixed(_)) =>
                {
                    Ok(Item::Fresh(arr))
                }
                item => Ok(item),
            },
        }
    }

    /// The first condition's subject is there already; a later one is computed where it is asked, and once more where
    /// its names are bound.
    fn subject_of(&mut self, e: &Expr, first: Option<&Item>) -> Result<Item> {
        match first {
            Some(item) => Ok(item.clone()),
            None if advances(e) => fault(
                e,
                "an iterator is advanced by the first of several conditions: write an `if let` of its own inside",
            ),
            None => self.subject(e),
        }
    }

    fn choose(
        &mut self,
        at: &dyn ToTokens,
        cases: &[Case<'_>],
        on: Option<&Item>,
        after: Option<After<'_>>,
    ) -> Result<Item> {
        let Some((case, others)) = cases.split_first() else {
            return match after {
                Some(after) => self.statements(after.rest, after.tail),
                None => Ok(Item::Unit),
            };
        };
        // The last arm of a `match` fits whatever is left.
        let fits = others.is_empty() && on.is_some();
        // What the first condition is on is computed once: it may advance an iterator.
        let first = match case.conds.first() {
            Some(Cond::Let(_, e)) => Some(self.subject(e)?),
            _ => None,
        };
        let first = first.as_ref().or(on);
        let cond = if fits { None } else { self.holds(&case.conds, first)? };
        // Where all that is left panics, the case need not be an arm.
        if let [last] = others
            && last.body.panics().is_some()
            && (last.conds.is_empty() || on.is_some() && last.conds.len() == 1)
            && case.body.panics().is_none()
        {
            if let Some(cond) = cond {
                let (then, ()) = self.arm(|_| Ok(()))?;
                let (other, _) = self.arm(|l| l.case(last, on, None))?;
                self.out.push(Step::If { cond, then, other, joins: vec![] });
            }
            return self.scoped(|l| l.case(case, first, after));
        }
        match (cond, case.body.panics()) {
            (Some(cond), Some(_)) => {
                let (then, _) = self.arm(|l| l.case(case, first, None))?;
                let (other, ()) = self.arm(|_| Ok(()))?;
                self.out.push(Step::If { cond, then, other, joins: vec![] });
                self.choose(at, others, on, after)
            }
            (None, _) => self.scoped(|l| l.case(case, first, after)),
            (Some(cond), None) => {
                self.branch(at, cond, |l| l.case(case, first, after), |l| l.choose(at, others, on, after))
            }
        }
    }

    /// Whether all conditions hold; none if they always do.
    fn holds(&mut self, conds: &[Cond<'_>], first: Option<&Item>) -> Result<Option<Atom>> {
        let Some((cond, rest)) = conds.split_first() else { return Ok(None) };
        let (cond, names) = match cond {
            Cond::If(e) => (Some(self.scalar(e)?), None),
            Cond::Let(pat, e) => {
                let item = self.subject_of(e, first)?;
                (self.fits(pat, &item)?, Some((*pat, item)))
            }
            Cond::Fits(pat) => match first {
                Some(item) => (self.fits(pat, item)?, Some((*pat, item.clone()))),
                None => (None, None),
            },
        };
        if rest.is_empty() {
            return Ok(cond);
        }
        let further = |l: &mut Self| {
            if let Some((pat, item)) = names {
                l.bind(pat, item, None)?;
            }
            l.holds(rest, None)
        };
        let Some(cond) = cond else { return self.scoped(further) };
        self.and_then(cond, further, proc_macro2::Span::call_site()).map(Some)
    }

    /// What a case does, its names bound.
    fn case(&mut self, case: &Case<'_>, first: Option<&Item>, after: Option<After<'_>>) -> Result<Item> {
        let mut first = first;
        for cond in &case.conds {
            match (cond, first.take()) {
                (Cond::Let(pat, e), first) => {
                    let item = self.subject_of(e, first)?;
                    let item = self.for_patterns([*pat], e, item)?;
                    self.note_borrows(pat, e);
                    self.bind(pat, item, None)?;
                }
                (Cond::Fits(pat), Some(item)) => self.bind(pat, item.clone(), None)?,
                _ => {}
            }
        }
        let item = match case.body {
            Body::Block(b) => self.scoped(|l| l.statements(&b.stmts, Tail::Value))?,
            Body::Value(e) if super::stmt::is_statement(e) => {
                self.effect(e)?;
                Item::Unit
            }
            Body::Value(e) => self.item(e)?,
        };
        let Some(After { pat, rest, tail }) = after.filter(|_| !case.body.leaves()) else { return Ok(item) };
        if let Some(pat) = pat {
            self.bind(pat, item, None)?;
        }
        self.statements(rest, tail)
    }
}

/// Whether evaluating it twice is not evaluating it once.
fn advances(e: &Expr) -> bool {
    struct Advances(bool);
    impl<'ast> syn::visit::Visit<'ast> for Advances {
        fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
            self.0 |= m.method == "next" || m.method == "pop";
            syn::visit::visit_expr_method_call(self, m);
        }
    }
    let mut found = Advances(false);
    syn::visit::Visit::visit_expr(&mut found, e);
    found.0
}

/// The macro of code that does nothing but panic.
fn only_panics(e: &Expr) -> Option<&syn::Macro> {
    match e {
        Expr::Macro(m) => panics(&m.mac).then_some(&m.mac),
        Expr::Block(b) if b.label.is_none() => panics_alone(&b.block),
        _ => None,
    }
}

fn panics_alone(b: &Block) -> Option<&syn::Macro> {
    match b.stmts.as_slice() {
        [Stmt::Macro(m)] => panics(&m.mac).then_some(&m.mac),
        [Stmt::Expr(e, _)] => only_panics(e),
        _ => None,
    }
}

/// Whether an `if` has an arm that does nothing but panic.
pub(super) fn has_panic(i: &ExprIf) -> bool {
    cases_of_if(i).iter().any(|c| c.body.panics().is_some())
}

pub(super) fn panics(mac: &syn::Macro) -> bool {
    super::print::PANICS.contains(&super::print::name_of(mac).as_str())
}

/// An error for a pattern that is not understood.
pub(super) fn strange<X>(pat: &Pat) -> Result<X> {
    fault(pat, "this pattern is not supported here: write an `if` of comparisons")
}
