//! Statements, conditions and the arms of a `match`.

use crate::core::build::yes;
use crate::core::expr::has_list;
use crate::core::value::{Place, Step, Value};
use crate::core::{Builder, Refusal, refuse};
use front::hir::{ExprId, ExprKind, PatId, Stmt};
use front::items::AdtId;
use front::ty::Ty as Type;
use front::typed::Typed;
use std::rc::Rc;

impl Builder<'_> {
    pub(crate) fn block(&mut self, typed: &Rc<Typed>, stmts: &[Stmt], tail: Option<ExprId>) -> Result<Value, Refusal> {
        for (k, stmt) in stmts.iter().enumerate() {
            match stmt {
                Stmt::Expr(e) => {
                    let value = self.eval(*e)?;
                    if let (Value::Never, ExprKind::Say(_)) = (&value, &typed.body.exprs[*e].kind) {
                        // What follows a panic is not reached.
                        return Ok(value);
                    }
                    if let Value::Code(_) = value {
                        // It may panic.
                        self.settle(value, self.span)?;
                    }
                }
                Stmt::Let { pat, init, otherwise, attrs, .. } => {
                    let before = (self.values.len(), self.out.len());
                    self.let_statement(typed, *pat, *init, *otherwise)?;
                    if !attrs.is_empty() {
                        self.marked_let(attrs, *pat, before)?;
                    }
                }
            }
            if self.goes_on() == Some(false) {
                return Ok(Value::Never);
            }
            self.guard()?;
            if let Stmt::Let { pat, .. } = stmt
                && let Some(value) = self.split(typed, *pat, (&stmts[k + 1..], tail))?
            {
                return Ok(value);
            }
        }
        match tail {
            Some(tail) => {
                let value = self.eval(tail)?;
                let value = if self.goes_on() == Some(false) { Value::Never } else { value };
                self.moved_out_of_block(tail, value)
            }
            None => Ok(Value::UNIT),
        }
    }

    /// What a structure takes of another one for the fields that are not given: `..base`.
    pub(crate) fn rest_of(
        &mut self,
        typed: &Typed,
        base: ExprId,
        (adt, variant): (AdtId, usize),
        values: &mut [Option<Value>],
    ) -> Result<(), Refusal> {
        let (place, Type::Adt(_, args)) = (self.place(base)?, typed.ty(base)) else {
            return refuse("the rest of a structure");
        };
        let types = self.fields_of(adt, variant, &args)?;
        for (k, value) in values.iter_mut().enumerate().filter(|(_, value)| value.is_none()) {
            *value = Some(self.field_moved_out(&place, k, &types[k])?);
        }
        Ok(())
    }

    /// A field of a structure whose others stay.
    fn field_moved_out(&mut self, base: &Place, k: usize, ty: &Type) -> Result<Value, Refusal> {
        let field = self.project(base.clone(), Step::Field(k))?;
        let value = self.load(&field)?;
        if matches!(field, Place::Temp(_)) {
            return Ok(value);
        }
        let value = self.settle(value, self.span)?;
        let value = self.copied_if_copy(ty, value)?;
        if let Place::Var(v, steps) = &field
            && has_list(&value)
            && !self.is_copy(ty)
        {
            self.put(*v, steps, Value::Never)?;
        }
        self.claim(&value);
        Ok(value)
    }

    /// The value of a block does not lie in a variable of it.
    pub(crate) fn moved_out_of_block(&mut self, tail: ExprId, value: Value) -> Result<Value, Refusal> {
        match value {
            Value::Never => Ok(value),
            value => self.moved_out(tail, value),
        }
    }

    pub(crate) fn let_statement(
        &mut self,
        typed: &Rc<Typed>,
        pat: PatId,
        init: Option<ExprId>,
        otherwise: Option<ExprId>,
    ) -> Result<(), Refusal> {
        let Some(init) = init else {
            for (name, local) in self.names(typed, pat) {
                let var = self.var(Value::Never);
                self.env_names[var] = name;
                self.frame_now()?.locals.borrow_mut().insert(local, var);
            }
            return Ok(());
        };
        let place = self.place(init)?;
        if self.goes_on() == Some(false) {
            return Ok(());
        }
        self.guard()?;
        let named = matches!(typed.body.pats[pat].kind, front::hir::PatKind::Bind { by_ref: None, .. });
        let place = match place {
            Place::Temp(_) => place,
            place if named && typed.pats[pat].by_ref.is_none() && !self.is_copy(&typed.ty(init)) => {
                let value = self.load(&place)?;
                if crate::core::expr::has_list(&value) {
                    self.mark_moved(typed, init)?;
                }
                Place::Temp(Box::new(value))
            }
            place => place,
        };
        let Some(otherwise) = otherwise else { return self.bind(pat, place) };
        let place = self.held(place)?;
        let fits = self.fits(pat, &place)?;
        self.branch(fits, |_| Ok(Value::UNIT), |b| b.eval(otherwise))?;
        if self.goes_on() == Some(false) {
            return Ok(());
        }
        self.guard()?;
        self.bind(pat, place)
    }

    /// Branches on a condition that may bind names for the first arm.
    pub(crate) fn condition(
        &mut self,
        typed: &Rc<Typed>,
        cond: ExprId,
        then: &mut dyn FnMut(&mut Self) -> Result<Value, Refusal>,
        other: &mut dyn FnMut(&mut Self) -> Result<Value, Refusal>,
    ) -> Result<Value, Refusal> {
        match &typed.body.exprs[cond].kind {
            ExprKind::Let(pat, inner) => {
                let place = self.place(*inner)?;
                let place = self.held(place)?;
                let fits = self.fits(*pat, &place)?;
                self.branch(
                    fits,
                    |b| {
                        b.bind(*pat, place)?;
                        then(b)
                    },
                    |b| other(b),
                )
            }
            ExprKind::Binary(front::hir::Binary::And, left, right) if self.has_let(typed, cond) => {
                // What holds leaves both questions with its value; what follows them is the other arm, once.
                let (left, right) = (*left, *right);
                self.leaveable(|b, id| {
                    b.condition(
                        typed,
                        left,
                        &mut |b| {
                            b.condition(
                                typed,
                                right,
                                &mut |b| {
                                    let value = then(b)?;
                                    if b.goes_on() == Some(false) {
                                        return Ok(Value::Never);
                                    }
                                    b.guard()?;
                                    b.exit(id, true, value)
                                },
                                &mut |_| Ok(Value::UNIT),
                            )
                        },
                        &mut |_| Ok(Value::UNIT),
                    )?;
                    if b.goes_on() == Some(false) {
                        return Ok(Value::Never);
                    }
                    b.guard()?;
                    other(b)
                })
            }
            _ => {
                let cond = self.eval_atom(cond)?;
                // What is asked was left before it answered.
                if self.goes_on() == Some(false) {
                    return Ok(Value::Never);
                }
                self.branch(cond, |b| then(b), |b| other(b))
            }
        }
    }

    pub(crate) fn has_let(&self, typed: &Typed, e: ExprId) -> bool {
        match &typed.body.exprs[e].kind {
            ExprKind::Let(..) => true,
            ExprKind::Binary(front::hir::Binary::And, a, b) => self.has_let(typed, *a) || self.has_let(typed, *b),
            _ => false,
        }
    }

    pub(crate) fn arms(
        &mut self,
        typed: &Rc<Typed>,
        place: &Place,
        arms: &[front::hir::Arm],
    ) -> Result<Value, Refusal> {
        let Some((arm, rest)) = arms.split_first() else { return Ok(Value::Never) };
        let (pat, guard, body) = (arm.pat, arm.guard, arm.body);
        if self.is_never(typed, pat, place)? {
            return self.arms(typed, place, rest);
        }
        let last = rest.is_empty() && guard.is_none();
        let fits = if last { yes() } else { self.fits(pat, place)? };
        let Some(guard) = guard else {
            return self.branch(
                fits,
                |b| {
                    b.bind(pat, place.clone())?;
                    b.eval_owned(body)
                },
                |b| b.arms(typed, place, rest),
            );
        };
        if !self.always_fits(typed, pat) {
            // The arms behind run where the guard says no, too.
            let holds = self.and(fits, |b| {
                b.bind(pat, place.clone())?;
                b.eval_atom(guard)
            })?;
            return self.branch(
                holds,
                |b| {
                    b.bind(pat, place.clone())?;
                    b.eval_owned(body)
                },
                |b| b.arms(typed, place, rest),
            );
        }
        self.bind(pat, place.clone())?;
        let holds = self.eval_atom(guard)?;
        self.branch(holds, |b| b.eval_owned(body), |b| b.arms(typed, place, rest))
    }

    pub(crate) fn eval_owned(&mut self, e: ExprId) -> Result<Value, Refusal> {
        let value = self.eval(e)?;
        if self.goes_on() == Some(false) {
            return Ok(Value::Never);
        }
        self.moved_out_of_block(e, value)
    }
}
