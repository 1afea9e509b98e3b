//! Loops: a body that carries values from iteration to iteration.

use super::control::Tail;
use super::exits::Around;
use super::flow::Flow;
use super::leaves::{Leaves, leaves_block};
use super::sequence::Seq;
use super::{Binding, Item, Lowerer, Place, Var, fault, marked, scan};
use crate::ir::{Atom, Carried, Head, IntTy, Loop, Op, Step, Ty};
use quote::quote;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, Label, Result};

impl Lowerer {
    pub(super) fn for_loop(&mut self, f: &ExprForLoop) -> Result<()> {
        let known = scan::listed(&f.expr).is_some_and(|field| self.lists_of_records.contains(&field))
            || scan::takes_tuples(&f.pat, &f.expr);
        let was = std::mem::replace(&mut self.over_records, known || scan::used_as_records(&f.pat, &f.body));
        let flow = match self.taken_whole(f) {
            Ok(None) => self.flow(&f.expr),
            Ok(Some(seq)) => Ok(Flow::Seq(seq)),
            Err(error) => Err(error),
        };
        self.over_records = was;
        let flow = flow?;
        self.note_borrows(&f.pat, &f.expr);
        let owned = !self.lends_items(&f.expr);
        let Flow::Seq(seq) = flow else {
            if let Some(mark) = crate::marks::first(&f.attrs) {
                return fault(mark, "a loop with this attribute goes over a range or a slice: collect the chain first");
            }
            return self.for_flow(f, flow, owned);
        };
        let name = match &*f.pat {
            syn::Pat::Ident(p) => Some(&p.ident),
            _ => None,
        };
        let over = self.over(&seq, name, f.pat.span());
        let enter = |l: &mut Self, head: &Head| {
            let Head::Range { var, .. } = head else { return Ok(()) };
            let item = l.item_over(&seq, &Atom::Val(*var))?;
            let item = if owned { l.own(&f.pat, item)? } else { item };
            l.bind(&f.pat, item, None)
        };
        self.marked(&f.attrs, &f.body)?;
        self.user_loop(f.label.as_ref(), &f.body, None, over, enter).map(drop)
    }

    /// A loop over a chain that is not indexed: its body is what the chain's items come to.
    fn for_flow(&mut self, f: &ExprForLoop, flow: Flow, owned: bool) -> Result<()> {
        let leaves = leaves_block(&f.body, f.label.as_ref());
        let mut vars = self.set_by(&leaves);
        vars.extend(self.changes(&f.body));
        self.add_returned(&leaves, &mut vars);
        self.run(&flow, vars, f.expr.span(), &mut |l, stop, item| {
            l.flags(f.label.as_ref(), &leaves, Some(stop));
            l.scoped(|l| {
                let item = if owned { l.own(&f.pat, item)? } else { item };
                l.bind(&f.pat, item, None)?;
                l.statements(&f.body.stmts, Tail::No).map(drop)
            })
        })?;
        self.hand_on_return(&leaves);
        Ok(())
    }

    /// `while` and `loop`, and what a `loop` gives.
    pub(super) fn while_loop(&mut self, label: Option<&Label>, cond: Option<&Expr>, body: &syn::Block) -> Result<Item> {
        let head = |l: &mut Self| {
            let (block, cond) = match cond {
                Some(e) => l.arm(|l| l.scalar(e))?,
                None => l.arm(|_| Ok(Atom::Lit(quote!(true))))?,
            };
            l.forget();
            Ok(Head::While { block, cond })
        };
        self.user_loop(label, body, cond, head, |_, _| Ok(()))
    }

    /// A loop whose body is the user's.
    fn user_loop(
        &mut self,
        label: Option<&Label>,
        body: &syn::Block,
        cond: Option<&Expr>,
        head: impl FnOnce(&mut Self) -> Result<Head>,
        enter: impl FnOnce(&mut Self, &Head) -> Result<()>,
    ) -> Result<Item> {
        let leaves = leaves_block(body, label);
        let mut vars = self.set_by(&leaves);
        vars.extend(self.changes(body));
        if let Some(cond) = cond {
            vars.extend(self.changes(cond));
        }
        self.add_returned(&leaves, &mut vars);
        let mut endless = false;
        let around = self.repeat(vars, head, |l, head| {
            endless = matches!(head, Head::While { cond: Atom::Lit(t), .. } if t.to_string() == "true");
            l.flags(label, &leaves, None);
            enter(l, head)?;
            l.statements(&body.stmts, Tail::No)?;
            let brk = l.around.last().and_then(|a| a.brk);
            Ok(brk.map(|v| l.current[v].clone()))
        })?;
        self.hand_on_return(&leaves);
        Ok(match around {
            Some(around) if around.slot.is_some() => self.left_with(&around),
            _ if endless && !leaves.breaks => Item::Never,
            _ => Item::Unit,
        })
    }

    /// What a return from inside a loop sets.
    fn add_returned(&self, leaves: &Leaves, vars: &mut Vec<Var>) {
        if leaves.returns {
            vars.extend(self.returned);
            for place in &self.result {
                match place {
                    Place::Var(v) | Place::Record(v) | Place::Inside(v) | Place::There(v) => vars.push(*v),
                    Place::Array(_) | Place::Grid(..) => {}
                    Place::List(k) => self.lengths(*k, vars),
                    Place::Rows(numbers, table, count) => {
                        self.lengths(*numbers, vars);
                        self.lengths(*table, vars);
                        vars.push(*count);
                    }
                }
            }
        }
    }

    /// A loop that was left by a return has the loop around it left too.
    fn hand_on_return(&mut self, leaves: &Leaves) {
        if leaves.returns
            && let Some(returned) = self.returned
        {
            let returned = self.current[returned].clone();
            self.leave_with(returned);
        }
    }

    /// The head of a loop over a sequence: over the numbers of a range themselves, over indices otherwise.
    pub(super) fn over(
        &mut self,
        seq: &Seq,
        name: Option<&proc_macro2::Ident>,
        span: proc_macro2::Span,
    ) -> impl FnOnce(&mut Self) -> Result<Head> + use<> {
        let (lo, hi, ty, rev) = match seq.range() {
            Some((lo, hi, ty, rev)) => (lo.clone(), hi.clone(), ty, rev),
            None => (Atom::Lit(quote!(0usize)), self.count(seq), IntTy::Usize, false),
        };
        let name = name.filter(|_| seq.is_range()).map_or("k".to_string(), ToString::to_string);
        move |l| {
            let var = l.value(&name, Ty::Int(ty), span);
            Ok(Head::Range { var, lo, hi, rev })
        }
    }

    /// A loop that hands on the variables, with what an iteration does; that gives the condition to leave after it.
    pub(super) fn repeat(
        &mut self,
        mut vars: Vec<Var>,
        head: impl FnOnce(&mut Self) -> Result<Head>,
        iteration: impl FnOnce(&mut Self, &Head) -> Result<Option<Atom>>,
    ) -> Result<Option<Around>> {
        vars.sort_unstable();
        vars.dedup();
        let marked::Marks { checkpoint, keep, independent } = std::mem::take(&mut self.mark);

        self.forget();
        let outside = self.begin_body();
        self.scopes.push(HashMap::new());
        let inits: Vec<Atom> = vars.iter().map(|&v| self.current[v].clone()).collect();
        let mut params = vec![];
        for &v in &vars {
            let param = self.value_in(v);
            params.push(param);
            self.current[v] = Atom::Val(param);
        }
        self.look_at_lists();
        let head = head(self)?;
        let unlabelled = Around {
            label: None,
            body: Some((self.frame, self.block)),
            brk: None,
            skip: None,
            slot: None,
            late: vec![],
        };
        self.around.push(unlabelled);
        let exit = iteration(self, &head)?;
        let around = self.around.pop();
        self.scopes.pop();
        let exit = exit.filter(|a| !a.same(&Atom::Lit(quote!(false))));
        let nexts: Vec<Atom> = vars.iter().map(|&v| self.current[v].clone()).collect();
        self.end_lists(self.block);
        let (frame, body) = self.end_body(outside);
        self.forget();

        let (mut carried, mut names) = (vec![], vec![]);
        for (((&v, init), param), next) in vars.iter().zip(inits).zip(params).zip(nexts) {
            let unchanged = next.same(&Atom::Val(param)) || matches!(next, Atom::Lit(_)) && next.same(&init);
            if unchanged {
                // Assigned to nowhere, or only what it was: the value from outside.
                self.values[param].frame = self.frame;
                self.values[param].block = self.block;
                self.out.push(Step::Let(param, Op::Copy(init.clone())));
                self.current[v] = init;
                continue;
            }
            let after = self.value_in(v);
            self.current[v] = Atom::Val(after);
            carried.push(Carried { param, init, next, after });
            names.push(self.vars[v].0.clone());
        }
        for &(v, param) in around.iter().flat_map(|a| &a.late) {
            let next = self.current[v].clone();
            let init = self.before_arm(v).unwrap_or_else(|| next.clone());
            let after = self.value_in(v);
            self.current[v] = Atom::Val(after);
            carried.push(Carried { param, init, next, after });
            names.push(self.vars[v].0.clone());
        }
        self.look_at_lists();
        let counted = matches!(head, Head::Range { .. }) && exit.is_none();
        let count = (!counted).then(|| self.value("count", Ty::usize(), proc_macro2::Span::call_site()));
        checkpoint.iter().try_for_each(|mark| crate::marks::check_length(mark, counted))?;
        let l = Loop { frame, head, carried, body, exit, count, checkpoint, keep, independent };
        crate::marks::check_carried(&l, &names, &|v| self.values[v].ty)?;
        self.out.push(Step::Loop(Box::new(l)));
        Ok(around)
    }
}

pub(super) fn variables(b: &Binding, vars: &mut Vec<Var>) {
    match b {
        Binding::Var(v) | Binding::Iterates(_, v) | Binding::Advances(.., v) => vars.push(*v),
        Binding::Maybe(some, value) => {
            variables(some, vars);
            variables(value, vars);
        }
        Binding::Inside(option) => variables(option, vars),
        Binding::Tuple(parts) => parts.iter().for_each(|b| variables(b, vars)),
        _ => {}
    }
}
