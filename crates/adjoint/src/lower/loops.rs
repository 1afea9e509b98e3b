//! Loops: a body that carries values from iteration to iteration.

use super::control::Tail;
use super::leaves::leaves_block;
use super::sequence::Seq;
use super::{Binding, Item, Lowerer, Place, Var, scan};
use crate::ir::{Atom, Block, Carried, Head, Loop, Op, Step, Ty};
use quote::quote;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, Label, Result};

impl Lowerer {
    pub(super) fn for_loop(&mut self, f: &ExprForLoop) -> Result<()> {
        let was = std::mem::replace(&mut self.over_records, scan::used_as_records(&f.pat, &f.body));
        let seq = self.sequence(&f.expr);
        self.over_records = was;
        let seq = seq?;
        self.note_borrows(&f.pat, &f.expr);
        let (lo, hi, ty, rev) = match &seq {
            Seq::Range(lo, hi, ty) => (lo.clone(), hi.clone(), ty.clone(), false),
            Seq::Rev(inner, _) if matches!(&**inner, Seq::Range(..)) => match &**inner {
                Seq::Range(lo, hi, ty) => (lo.clone(), hi.clone(), ty.clone(), true),
                _ => return Ok(()),
            },
            seq => (Atom::Lit(quote!(0usize)), self.count(seq), "usize".into(), false),
        };
        let plain = matches!(&seq, Seq::Range(..)) || rev;
        let (pat, span) = (&f.pat, f.pat.span());
        let head = |l: &mut Self| {
            let name = match &**pat {
                syn::Pat::Ident(p) if plain => p.ident.to_string(),
                _ => "k".to_string(),
            };
            let var = l.value(&name, Ty::Int(ty), span);
            Ok(Head::Range { var, lo, hi, rev })
        };
        let enter = |l: &mut Self, head: &Head| {
            let Head::Range { var, .. } = head else { return Ok(()) };
            let index = Atom::Val(*var);
            let item = if plain { Item::Scalar(index) } else { l.at(&seq, &index)? };
            l.bind(pat, item, None)
        };
        self.repeat(f.label.as_ref(), &f.body, None, head, enter).map(drop)
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
        self.repeat(label, body, cond, head, |_, _| Ok(()))
    }

    fn repeat(
        &mut self,
        label: Option<&Label>,
        body: &syn::Block,
        cond: Option<&Expr>,
        head: impl FnOnce(&mut Self) -> Result<Head>,
        enter: impl FnOnce(&mut Self, &Head) -> Result<()>,
    ) -> Result<Item> {
        let leaves = leaves_block(body, label);
        let mut vars = self.set_by(&leaves);
        let passed = scan::passed(body).into_iter().filter(|name| self.borrows.get(name) == Some(&true));
        for name in scan::assigned(body, cond).into_iter().chain(passed) {
            if let Some(b) = self.look(&name).cloned() {
                variables(&b, &mut vars);
            }
            self.list_variables(&name, &mut vars);
        }
        if leaves.returns {
            vars.extend(self.returned);
            vars.extend(self.result.iter().filter_map(|place| match place {
                Place::Var(v) => Some(*v),
                Place::Array(_) => None,
            }));
        }
        vars.sort_unstable();
        vars.dedup();

        self.forget();
        self.parents.push(self.frame);
        let frame = self.parents.len() - 1;
        self.blocks += 1;
        let id = self.blocks;
        let outer = (
            std::mem::replace(&mut self.frame, frame),
            std::mem::replace(&mut self.block, id),
            std::mem::take(&mut self.out),
        );
        self.scopes.push(HashMap::new());
        let inits: Vec<Atom> = vars.iter().map(|&v| self.current[v].clone()).collect();
        let mut params = vec![];
        for &v in &vars {
            let (name, ty) = self.vars[v].clone();
            let param = self.value(&name, ty, proc_macro2::Span::call_site());
            params.push(param);
            self.current[v] = Atom::Val(param);
        }
        self.look_at_lists();
        let no = || Atom::Lit(quote!(false));
        let head = head(self)?;
        let around = self.around(label, Some((frame, id)), &leaves);
        let brk = around.brk;
        self.around.push(around);
        enter(self, &head)?;
        self.statements(&body.stmts, Tail::No)?;
        let around = self.around.pop();
        self.scopes.pop();
        let exit = brk.map(|v| self.current[v].clone()).filter(|a| !a.same(&no()));
        let nexts: Vec<Atom> = vars.iter().map(|&v| self.current[v].clone()).collect();
        self.end_lists(id);
        let steps;
        (self.frame, self.block, steps) = (outer.0, outer.1, std::mem::replace(&mut self.out, outer.2));
        self.forget();

        let mut carried = vec![];
        for (((&v, init), param), next) in vars.iter().zip(inits).zip(params).zip(nexts) {
            if next.same(&Atom::Val(param)) {
                // Assigned to nowhere: the value from outside.
                self.values[param].frame = self.frame;
                self.values[param].block = self.block;
                self.out.push(Step::Let(param, Op::Copy(init.clone())));
                self.current[v] = init;
                continue;
            }
            let (name, ty) = self.vars[v].clone();
            let after = self.value(&name, ty, proc_macro2::Span::call_site());
            self.current[v] = Atom::Val(after);
            carried.push(Carried { param, init, next, after });
        }
        for &(v, param) in around.iter().flat_map(|a| &a.late) {
            let next = self.current[v].clone();
            let init = self.before_arm(v).unwrap_or_else(|| next.clone());
            let (name, ty) = self.vars[v].clone();
            let after = self.value(&name, ty, proc_macro2::Span::call_site());
            self.current[v] = Atom::Val(after);
            carried.push(Carried { param, init, next, after });
        }
        self.look_at_lists();
        let endless = matches!(&head, Head::While { cond: Atom::Lit(t), .. } if t.to_string() == "true");
        let counted = matches!(head, Head::Range { .. }) && exit.is_none();
        let count = (!counted).then(|| self.value("count", Ty::usize(), proc_macro2::Span::call_site()));
        let body = Block { id, steps };
        self.out.push(Step::Loop(Box::new(Loop { frame, head, carried, body, exit, count })));
        if leaves.returns
            && let Some(returned) = self.returned
        {
            let returned = self.current[returned].clone();
            self.leave_with(returned);
        }
        Ok(match around {
            Some(around) if around.slot.is_some() => self.left_with(&around),
            _ if endless && !leaves.breaks => Item::Never,
            _ => Item::Unit,
        })
    }
}

fn variables(b: &Binding, vars: &mut Vec<Var>) {
    match b {
        Binding::Var(v) | Binding::Iterates(_, v) => vars.push(*v),
        Binding::Maybe(some, value) => {
            variables(some, vars);
            variables(value, vars);
        }
        Binding::Tuple(parts) => parts.iter().for_each(|b| variables(b, vars)),
        _ => {}
    }
}
