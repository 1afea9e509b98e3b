//! What holds of every body.

use front::hir::{Attrs, Body, ExprId, ExprKind, LocalId, PatId, PatKind, Say, Stmt};

/// What is wrong with a body: each expression and each pattern has one place, behind its parts; labels lead to what they
/// name; locals are bound, and closures capture what they mention of the locals around.
pub(crate) fn check(body: &Body) -> Result<(), String> {
    let mut walk = Walk { body, exprs: vec![0; body.exprs.len()], pats: vec![0; body.pats.len()], bound: vec![] };
    for p in &body.params {
        walk.pat(*p, &mut vec![])?;
    }
    walk.expr(body.root, usize::MAX)?;
    for (k, label) in body.labels.iter().enumerate() {
        let fits = match &body.exprs[label.of].kind {
            ExprKind::Loop(_, l, _) | ExprKind::While(_, _, l, _) | ExprKind::For(_, _, _, l, _) => *l == k,
            ExprKind::Block(_, _, l) => *l == Some(k),
            _ => false,
        };
        if !fits {
            return Err(format!("the label {k} leads to another expression"));
        }
    }
    match (walk.exprs.iter().position(|n| *n != 1), walk.pats.iter().position(|n| *n != 1)) {
        (None, None) => Ok(()),
        (e, p) => Err(format!("the expression {e:?} or the pattern {p:?} does not have one place")),
    }
}

struct Walk<'a> {
    body: &'a Body,
    exprs: Vec<usize>,
    pats: Vec<usize>,
    bound: Vec<LocalId>,
}

impl Walk<'_> {
    fn all(&mut self, parts: &[ExprId], whole: ExprId) -> Result<(), String> {
        parts.iter().try_for_each(|e| self.expr(*e, whole))
    }

    fn said(&mut self, say: &Say, whole: ExprId) -> Result<(), String> {
        say.args.iter().try_for_each(|(_, e)| self.expr(*e, whole))
    }

    fn attrs(&mut self, attrs: &Attrs, whole: ExprId) -> Result<(), String> {
        attrs.iter().flat_map(|a| &a.values).try_for_each(|(_, e)| self.expr(*e, whole))
    }

    fn expr(&mut self, e: ExprId, whole: ExprId) -> Result<(), String> {
        self.exprs[e] += 1;
        if e >= whole {
            return Err(format!("the part {e} stands behind {whole}"));
        }
        match &self.body.exprs[e].kind {
            ExprKind::Local(l) if !self.bound.contains(l) => return Err(format!("the local {l} is not bound")),
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Item(..) | ExprKind::Variant(..) => {}
            ExprKind::TypeFn(..) | ExprKind::Param(_) | ExprKind::Foreign(_) | ExprKind::Text(..) => {}
            ExprKind::Continue(_) => {}
            ExprKind::Unary(_, a) | ExprKind::Ref(_, a) | ExprKind::Deref(a) | ExprKind::Cast(a, _) => {
                self.expr(*a, e)?
            }
            ExprKind::Try(a) | ExprKind::Field(a, _) => self.expr(*a, e)?,
            ExprKind::Binary(_, a, b) | ExprKind::AssignOp(_, a, b) | ExprKind::Assign(a, b) => {
                self.all(&[*a, *b], e)?
            }
            ExprKind::Index(a, b) | ExprKind::Repeat(a, b, _) => self.all(&[*a, *b], e)?,
            ExprKind::Tuple(parts) | ExprKind::List(parts, _) => self.all(parts, e)?,
            ExprKind::Call(a, parts) | ExprKind::Method(a, _, _, parts) => {
                self.expr(*a, e)?;
                self.all(parts, e)?;
            }
            ExprKind::Break(_, a) | ExprKind::Return(a) => self.all(a.as_slice(), e)?,
            ExprKind::Range(a, b, _) => {
                self.all(a.as_slice(), e)?;
                self.all(b.as_slice(), e)?;
            }
            ExprKind::Block(stmts, value, _) => {
                let scope = self.bound.len();
                for stmt in stmts {
                    match stmt {
                        Stmt::Expr(part) => self.expr(*part, e)?,
                        Stmt::Let { pat, init, otherwise, attrs, .. } => {
                            self.attrs(attrs, e)?;
                            self.all(init.as_slice(), e)?;
                            self.all(otherwise.as_slice(), e)?;
                            self.pat(*pat, &mut vec![])?;
                        }
                    }
                }
                self.all(value.as_slice(), e)?;
                self.bound.truncate(scope);
            }
            ExprKind::If(cond, then, rest) => {
                let scope = self.bound.len();
                self.all(&[*cond, *then], e)?;
                self.bound.truncate(scope);
                self.all(rest.as_slice(), e)?;
            }
            ExprKind::Let(pat, value) => {
                self.expr(*value, e)?;
                self.pat(*pat, &mut vec![])?;
            }
            ExprKind::Match(value, arms) => {
                self.expr(*value, e)?;
                for arm in arms {
                    let scope = self.bound.len();
                    self.pat(arm.pat, &mut vec![])?;
                    self.all(arm.guard.as_slice(), e)?;
                    self.expr(arm.body, e)?;
                    self.bound.truncate(scope);
                }
            }
            ExprKind::Loop(body, _, attrs) => {
                self.attrs(attrs, e)?;
                self.expr(*body, e)?;
            }
            ExprKind::While(cond, body, _, attrs) => {
                let scope = self.bound.len();
                self.attrs(attrs, e)?;
                self.all(&[*cond, *body], e)?;
                self.bound.truncate(scope);
            }
            ExprKind::For(pat, items, body, _, attrs) => {
                let scope = self.bound.len();
                self.attrs(attrs, e)?;
                self.expr(*items, e)?;
                self.pat(*pat, &mut vec![])?;
                self.expr(*body, e)?;
                self.bound.truncate(scope);
            }
            ExprKind::Struct(_, _, _, fields, base) | ExprKind::ForeignStruct(_, fields, base) => {
                fields.iter().try_for_each(|(_, part)| self.expr(*part, e))?;
                self.all(base.as_slice(), e)?;
            }
            ExprKind::Closure(c) => {
                let around = std::mem::replace(&mut self.bound, c.captures.clone());
                if let Some(lost) = c.captures.iter().find(|l| !around.contains(l)) {
                    return Err(format!("the captured local {lost} is not bound"));
                }
                c.params.iter().try_for_each(|(p, _)| self.pat(*p, &mut vec![]))?;
                self.expr(c.body, e)?;
                self.bound = around;
            }
            ExprKind::Assert(cond, say) => {
                self.expr(*cond, e)?;
                self.said(say, e)?;
            }
            ExprKind::Say(say) | ExprKind::Test(say) => self.said(say, e)?,
        }
        Ok(())
    }

    fn pat(&mut self, p: PatId, own: &mut Vec<LocalId>) -> Result<(), String> {
        self.pats[p] += 1;
        match &self.body.pats[p].kind {
            PatKind::Wild | PatKind::Rest => {}
            PatKind::Bind { local, inner, .. } => {
                self.bound.push(*local);
                own.push(*local);
                inner.iter().try_for_each(|part| self.part(*part, p, own))?;
            }
            PatKind::Tuple(parts) | PatKind::Slice(parts) => {
                parts.iter().try_for_each(|part| self.part(*part, p, own))?
            }
            PatKind::Variant(_, _, fields) => fields.iter().try_for_each(|(_, part)| self.part(*part, p, own))?,
            PatKind::Foreign(f) => f.fields.iter().try_for_each(|(_, part)| self.part(*part, p, own))?,
            PatKind::Ref(part) => self.part(*part, p, own)?,
            PatKind::Value(e) => self.expr(*e, usize::MAX)?,
            PatKind::Range(a, b, _) => {
                self.all(a.as_slice(), usize::MAX)?;
                self.all(b.as_slice(), usize::MAX)?;
            }
            PatKind::Or(parts) => {
                let mut names: Option<Vec<LocalId>> = None;
                for part in parts {
                    let mut all = vec![];
                    self.part(*part, p, &mut all)?;
                    all.sort_unstable();
                    if names.as_ref().is_some_and(|names| *names != all) {
                        return Err(format!("the alternatives of {p} bind other locals"));
                    }
                    names = Some(all);
                }
                own.extend(names.unwrap_or_default());
            }
        }
        Ok(())
    }

    fn part(&mut self, part: PatId, whole: PatId, own: &mut Vec<LocalId>) -> Result<(), String> {
        if part >= whole {
            return Err(format!("the part {part} stands behind the pattern {whole}"));
        }
        self.pat(part, own)
    }
}
