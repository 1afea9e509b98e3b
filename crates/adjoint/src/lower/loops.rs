//! Loops: a body that carries values from iteration to iteration.

use super::control::Tail;
use super::sequence::Seq;
use super::{Around, Binding, Item, Lowerer, Place, Var, scan};
use crate::ir::{Atom, Block, Carried, Head, Loop, Op, Step, Ty};
use quote::quote;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, Result};

impl Lowerer {
    pub(super) fn for_loop(&mut self, f: &ExprForLoop) -> Result<()> {
        let seq = self.sequence(&f.expr)?;
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
        self.repeat(&f.body, None, head, enter)
    }

    pub(super) fn while_loop(&mut self, cond: Option<&Expr>, body: &syn::Block) -> Result<()> {
        let head = |l: &mut Self| {
            let (block, cond) = match cond {
                Some(e) => l.arm(|l| l.scalar(e))?,
                None => l.arm(|_| Ok(Atom::Lit(quote!(true))))?,
            };
            l.forget();
            Ok(Head::While { block, cond })
        };
        self.repeat(body, cond, head, |_, _| Ok(()))
    }

    fn repeat(
        &mut self,
        body: &syn::Block,
        cond: Option<&Expr>,
        head: impl FnOnce(&mut Self) -> Result<Head>,
        enter: impl FnOnce(&mut Self, &Head) -> Result<()>,
    ) -> Result<()> {
        let leaves = scan::leaves_block(body);
        let mut vars = vec![];
        for name in scan::assigned(body, cond) {
            if let Some(b) = self.look(&name).cloned() {
                variables(&b, &mut vars);
            }
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
        let no = || Atom::Lit(quote!(false));
        let head = head(self)?;
        let brk = (leaves.breaks || leaves.returns).then(|| self.var("leave", Ty::Bool, no()));
        let skip = leaves.any().then(|| self.var("skip", Ty::Bool, no()));
        self.around.push(Around { brk, skip });
        enter(self, &head)?;
        self.statements(&body.stmts, Tail::No)?;
        self.around.pop();
        self.scopes.pop();
        let exit = brk.map(|v| self.current[v].clone()).filter(|a| !a.same(&no()));
        let nexts: Vec<Atom> = vars.iter().map(|&v| self.current[v].clone()).collect();
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
        let counted = matches!(head, Head::Range { .. }) && exit.is_none();
        let count = (!counted).then(|| self.value("count", Ty::usize(), proc_macro2::Span::call_site()));
        let body = Block { id, steps };
        self.out.push(Step::Loop(Box::new(Loop { frame, head, carried, body, exit, count })));
        if leaves.returns
            && let (Some(returned), Some(around)) = (self.returned, self.around.last())
        {
            let (brk, skip) = (around.brk, around.skip);
            for flag in [brk, skip].into_iter().flatten() {
                self.current[flag] = self.current[returned].clone();
            }
        }
        Ok(())
    }
}

fn variables(b: &Binding, vars: &mut Vec<Var>) {
    match b {
        Binding::Var(v) => vars.push(*v),
        Binding::Tuple(parts) => parts.iter().for_each(|b| variables(b, vars)),
        _ => {}
    }
}
