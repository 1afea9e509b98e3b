//! Operators, casts, ranges.

use super::Infer;
use super::deref::Step;
use super::obligation::{Obligation, State};
use super::select::Answer;
use super::table::{Head, Kind};
use crate::hir::{Binary, Body, ExprId, ExprKind, TypeRef, Unary};
use crate::items::{Origin, TraitId};
use crate::ty::{Float, Int, Ty};
use crate::typed::{Adjust, Callee};
use std::rc::Rc;

/// What an operand is to an operator.
enum Operand {
    /// A number or a flag, or a literal of one.
    Plain,
    /// What nothing is known of yet.
    Waits,
    /// What is not known here.
    Open,
    /// A type with operators of its own.
    Own,
}

/// How deep implementations are looked through.
const DEPTH: usize = 8;

impl Infer<'_> {
    /// An operator between two. A sum of many terms is as deep as it is long on its left side: a loop goes down there.
    pub(super) fn binary(&mut self, body: &Rc<Body>, e: ExprId, expected: Option<&Ty>) -> Ty {
        let mut chain = Vec::new();
        let mut at = e;
        while let ExprKind::Binary(op, a, b) = &body.exprs[at].kind {
            chain.push((at, *op, *a, *b));
            at = *a;
        }
        let logical = |op| matches!(op, Binary::And | Binary::Or);
        let innermost = chain.last().map(|c| c.1);
        let hint = match innermost {
            Some(op) if logical(op) => Some(Ty::Bool),
            _ => expected.map(|ty| self.table.shallow(ty)).filter(|ty| matches!(ty, Ty::Float(_))),
        };
        let mut ty = self.expr(at, hint.as_ref().filter(|_| matches!(body.exprs[at].kind, ExprKind::Literal(_))));
        if innermost.is_some_and(logical) {
            self.demand(at, &ty, &Ty::Bool);
        }
        for (at, op, a, b) in chain.into_iter().rev() {
            ty = if logical(op) {
                if !matches!(ty, Ty::Bool) {
                    self.demand(a, &ty, &Ty::Bool);
                }
                let before = self.diverges;
                self.check(b, &Ty::Bool);
                self.diverges = before;
                Ty::Bool
            } else {
                let right = self.expr(b, None);
                let out = self.any();
                self.require(Obligation::Binary(at, op, ty, right, out.clone()));
                self.table.shallow(&out)
            };
            self.exprs[at] = ty.clone();
        }
        ty
    }

    /// An operator of a number that is written as a method, `a.mul(b)`, if no trait of the crate has one of the name.
    pub(super) fn as_operator(
        &mut self,
        e: ExprId,
        on: ExprId,
        steps: &[Step],
        name: &str,
        args: &[ExprId],
    ) -> Option<Ty> {
        let ([right], op) = (args, operator_named(name)?) else { return None };
        let step = steps.iter().find(|step| matches!(self.operand(&self.peeled(&step.ty)), Operand::Plain))?;
        let program = self.program;
        let of_std = |f| {
            let def = program.func(f);
            let of = def.of_trait.map_or(def.origin, |of| program.trait_def(of).origin);
            of == Origin::Prelude
        };
        if !self.named_at(&step.ty, name).iter().all(|(method, _)| of_std(method.f)) {
            return None;
        }
        self.adjust(Some(on), step.adjust.clone());
        self.callees.insert(e, Callee::Unknown);
        let (right, out) = (self.expr(*right, None), self.any());
        self.require(Obligation::Binary(e, op, step.ty.clone(), right, out.clone()));
        Some(self.table.shallow(&out))
    }

    fn operand(&self, ty: &Ty) -> Operand {
        match self.table.head(ty) {
            Head::Var(_, Kind::Int | Kind::Loose | Kind::Float) => Operand::Plain,
            Head::Var(_, Kind::Any) => Operand::Waits,
            Head::Var(_, Kind::Open) => Operand::Open,
            Head::Ty(ty) => match &*ty {
                Ty::Int(_) | Ty::Float(_) | Ty::Bool | Ty::Char | Ty::Never => Operand::Plain,
                Ty::Opaque(_) | Ty::Assoc(..) | Ty::Dyn(..) => Operand::Open,
                _ => Operand::Own,
            },
        }
    }

    /// The type behind one reference, which operators of numbers look through.
    fn peeled(&self, ty: &Ty) -> Ty {
        match self.table.shallow(ty) {
            Ty::Ref(_, of) => self.table.shallow(&of),
            ty => ty,
        }
    }

    pub(super) fn binary_of(&mut self, e: ExprId, op: Binary, a: &Ty, b: &Ty, out: &Ty) -> State {
        let (x, y) = (self.peeled(a), self.peeled(b));
        if matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge) {
            self.compared(e, op, (a, b), (&x, &y));
            self.same(out, &Ty::Bool);
            return State::Done;
        }
        match (self.operand(&x), self.operand(&y)) {
            (Operand::Plain, Operand::Plain) => {
                match self.plain(op, &x, &y) {
                    Some(ty) => {
                        self.table.unify(out, &ty);
                    }
                    None => {
                        self.apart(e, &x, &y);
                        self.same(out, &x);
                    }
                }
                State::Done
            }
            (Operand::Plain, Operand::Waits) if matches!(op, Binary::Shl | Binary::Shr) => {
                self.same(out, &x);
                State::Done
            }
            // One implementation says what stands on the right.
            (Operand::Own, Operand::Waits) if self.has_one_operator(op, a, b) => {
                let (path, method) = operator(op);
                self.overloaded(e, (path, method), a, Some(b), Some(out))
            }
            (Operand::Waits, _) | (_, Operand::Waits) => State::Waits,
            (Operand::Open, _) | (_, Operand::Open) => self.open_operand(&x, &y, out),
            _ => {
                let (path, method) = operator(op);
                self.overloaded(e, (path, method), a, Some(b), Some(out))
            }
        }
    }

    /// Whether a type of the crate has an operator for one type on the right alone.
    fn has_one_operator(&mut self, op: Binary, a: &Ty, b: &Ty) -> bool {
        let Some(of) = self.std_trait(operator(op).0) else { return false };
        matches!(self.peeled(a), Ty::Adt(..)) && self.candidates(a, of, std::slice::from_ref(b), DEPTH).len() == 1
    }

    /// What an operator gives of what is not known here: it may turn out later what that is.
    fn open_operand(&mut self, x: &Ty, y: &Ty, out: &Ty) -> State {
        let string = matches!(x, Ty::Opaque(text) if &**text == "String");
        let given = if string && *out != Ty::UNIT { x.clone() } else { Ty::unknown() };
        self.same(out, &given);
        for operand in [x, y] {
            if self.table.kind(operand) == Some(Kind::Int) {
                self.same(operand, &Ty::unknown());
            }
        }
        let is_text = |ty: &Ty| matches!(ty, Ty::Opaque(_));
        if is_text(x) || is_text(y) { State::Done } else { State::Waits }
    }

    /// The result of an operator between numbers, or flags.
    fn plain(&mut self, op: Binary, x: &Ty, y: &Ty) -> Option<Ty> {
        if matches!(x, Ty::Never) || matches!(op, Binary::Shl | Binary::Shr) {
            return Some(x.clone());
        }
        let own = Ty::Float(Float::Own);
        let mixes =
            |this: &Infer<'_>, ty: &Ty| matches!(ty, Ty::Float(Float::F64)) || this.table.kind(ty) == Some(Kind::Float);
        if *x == own && (mixes(self, y) || *y == own) || *y == own && mixes(self, x) {
            return Some(own);
        }
        self.same(x, y).then(|| self.table.shallow(x))
    }

    fn apart(&mut self, e: ExprId, x: &Ty, y: &Ty) {
        let (x, y) = (self.show(x), self.show(y));
        let literal = [&x, &y].iter().any(|ty| *ty == "{integer}") && [&x, &y].iter().any(|ty| ty.starts_with('f'));
        let how = if literal { "write the number with a point, `2.0`" } else { "turn one into the other" };
        self.error(self.span(e), format!("`{x}` and `{y}` do not go together: {how}"));
    }

    /// Decides what an operator gives that must be known now: numbers go with their like.
    pub(super) fn force(&mut self, wanted: &Ty) -> bool {
        let of = |this: &Infer<'_>, out: &Ty| {
            matches!(
                (this.table.head(out), this.table.head(wanted)),
                (Head::Var(a, _), Head::Var(b, _)) if a == b
            )
        };
        let found = self.pending.iter().find_map(|obligation| match obligation {
            Obligation::Binary(_, _, a, b, out) if of(self, out) => Some((a.clone(), b.clone())),
            _ => None,
        });
        let Some((a, b)) = found else { return false };
        let (x, y) = (self.peeled(&a), self.peeled(&b));
        match (self.operand(&x), self.operand(&y)) {
            (Operand::Plain, Operand::Waits) | (Operand::Waits, Operand::Plain) => self.same(&x, &y),
            _ => false,
        }
    }

    /// What is compared has one type, if both sides are as much behind references.
    fn compared(&mut self, e: ExprId, op: Binary, (a, b): (&Ty, &Ty), (x, y): (&Ty, &Ty)) {
        let own = |ty: &Ty| matches!(ty, Ty::Float(Float::Own));
        if own(x) || own(y) {
            return;
        }
        if !self.same(a, b) && matches!((self.operand(x), self.operand(y)), (Operand::Plain, Operand::Plain)) {
            self.apart(e, a, b);
        }
        if [x, y].into_iter().any(|ty| matches!(ty, Ty::Adt(..))) {
            let (path, method) = match op {
                Binary::Eq | Binary::Ne => ("cmp::PartialEq", "eq"),
                _ => ("cmp::PartialOrd", "partial_cmp"),
            };
            let state = self.overloaded(e, (path, method), x, Some(y), None);
            if let (State::Done, ExprKind::Binary(_, left, right)) = (state, &self.body.exprs[e].kind) {
                // They are lent, whatever the operator.
                for (operand, ty) in [(*left, a), (*right, b)] {
                    if !matches!(self.table.shallow(ty), Ty::Ref(..)) {
                        self.adjust(Some(operand), vec![Adjust::Borrow(false)]);
                    }
                }
            }
        }
    }

    /// An operator of a type of its own: the one implementation that fits.
    fn overloaded(
        &mut self,
        e: ExprId,
        (path, method): (&str, &str),
        a: &Ty,
        b: Option<&Ty>,
        out: Option<&Ty>,
    ) -> State {
        let Some(of) = self.std_trait(path) else {
            if let Some(out) = out {
                self.same(out, &Ty::unknown());
            }
            return State::Done;
        };
        let args: Vec<Ty> = b.into_iter().cloned().collect();
        let types: Vec<(Rc<str>, Ty)> = out.iter().map(|out| ("Output".into(), (*out).clone())).collect();
        if let Ty::Param(_) | Ty::Rigid(..) = self.peeled(a) {
            self.require(Obligation::Trait(a.clone(), of, args, types));
            return State::Done;
        }
        let mut found = self.candidates(a, of, &args, DEPTH);
        if found.iter().any(|(_, answer)| *answer == Answer::Yes) {
            found.retain(|(_, answer)| *answer == Answer::Yes);
        }
        match found.as_slice() {
            [] => {
                if let Some(out) = out {
                    let (x, y) = (self.show(a), b.map_or(String::new(), |b| format!(" and `{}`", self.show(b))));
                    self.note(self.span(e), format!("the operator of `{x}`{y} is not known here"));
                    self.same(out, &Ty::unknown());
                }
                State::Wrong
            }
            [(id, _)] => {
                let with = self.apply(*id, a, &args, &types);
                if let Some(f) = self.program.impl_def(*id).fns.get(method) {
                    self.callees.insert(e, Callee::Fn(*f, with));
                }
                State::Done
            }
            _ => State::Waits,
        }
    }

    pub(super) fn assign_op(&mut self, e: ExprId, op: Binary, a: ExprId, b: ExprId) -> Ty {
        let right = self.expr(b, None);
        let left = self.place(a);
        self.require(Obligation::AssignOp(e, op, left, right));
        Ty::UNIT
    }

    pub(super) fn assign_op_of(&mut self, e: ExprId, op: Binary, a: &Ty, b: &Ty) -> State {
        let (x, y) = (self.table.shallow(a), self.peeled(b));
        match (self.operand(&x), self.operand(&y)) {
            (Operand::Plain, Operand::Plain) => {
                if self.plain(op, &x, &y).is_none() {
                    self.apart(e, &x, &y);
                }
                State::Done
            }
            (Operand::Waits, _) | (_, Operand::Waits) => State::Waits,
            (Operand::Open, _) | (_, Operand::Open) => self.open_operand(&x, &y, &Ty::UNIT),
            _ => {
                let (path, method) = assigning(op);
                let state = self.overloaded(e, (path, method), a, Some(b), None);
                if let (State::Done, ExprKind::AssignOp(_, on, _)) = (state, &self.body.exprs[e].kind) {
                    let on = *on;
                    self.adjust(Some(on), vec![Adjust::Borrow(true)]);
                }
                state
            }
        }
    }

    pub(super) fn unary(&mut self, e: ExprId, op: Unary, a: ExprId, expected: Option<&Ty>) -> Ty {
        let hint = expected.filter(|_| matches!(self.body.exprs[a].kind, ExprKind::Literal(_)));
        let ty = match op {
            Unary::Not if expected.is_some_and(|ty| matches!(ty, Ty::Bool)) => self.expr(a, expected),
            _ => self.expr(a, hint),
        };
        let out = self.any();
        self.require(Obligation::Unary(e, ty, out.clone()));
        self.table.shallow(&out)
    }

    pub(super) fn unary_of(&mut self, e: ExprId, a: &Ty, out: &Ty) -> State {
        let x = self.peeled(a);
        match self.operand(&x) {
            Operand::Plain => {
                self.same(out, &x);
                State::Done
            }
            Operand::Waits => State::Waits,
            Operand::Open => self.open_operand(&x, &x, out),
            Operand::Own => {
                let which = match &self.body.exprs[e].kind {
                    ExprKind::Unary(Unary::Not, _) => ("ops::Not", "not"),
                    _ => ("ops::Neg", "neg"),
                };
                self.overloaded(e, which, a, None, Some(out))
            }
        }
    }

    pub(super) fn range(
        &mut self,
        from: Option<ExprId>,
        to: Option<ExprId>,
        closed: bool,
        expected: Option<&Ty>,
    ) -> Ty {
        let hint = match expected.map(|ty| self.table.shallow(ty)) {
            Some(Ty::Adt(_, args)) if args.len() == 1 => Some(self.table.shallow(&args[0])),
            _ => None,
        };
        let a = from.map(|e| self.expr(e, hint.as_ref()));
        let b = to.map(|e| self.expr(e, a.as_ref().or(hint.as_ref())));
        let of = match (&a, &b) {
            (Some(a), Some(b)) => {
                if !self.same(a, b) {
                    let (wants, has) = (self.show(a), self.show(b));
                    let span = self.span(to.expect("it has a type"));
                    self.error(span, format!("this is `{has}`, where the range begins with `{wants}`"));
                }
                vec![a.clone()]
            }
            (Some(one), None) | (None, Some(one)) => vec![one.clone()],
            (None, None) => Vec::new(),
        };
        let path = match (a.is_some(), b.is_some(), closed) {
            (true, true, false) => "ops::Range",
            (true, true, true) => "ops::RangeInclusive",
            (true, false, _) => "ops::RangeFrom",
            (false, true, false) => "ops::RangeTo",
            (false, true, true) => "ops::RangeToInclusive",
            (false, false, _) => "ops::RangeFull",
        };
        self.std_adt(path, of)
    }

    pub(super) fn cast(&mut self, of: ExprId, to: &TypeRef) -> Ty {
        let to = self.written(to);
        let mut inner = of;
        while let ExprKind::Unary(Unary::Neg, a) = &self.body.exprs[inner].kind {
            inner = *a;
        }
        let hint = match (&self.body.exprs[inner].kind, self.table.shallow(&to)) {
            (ExprKind::Literal(_) | ExprKind::Closure(_), hint) => Some(hint),
            _ => None,
        };
        let ty = self.expr(of, hint.as_ref());
        if let Ty::FnPtr(..) | Ty::Ref(..) | Ty::Boxed(_, _) = self.table.shallow(&to) {
            self.coerce(Some(of), &ty, &to);
        }
        // `b as u8` of a literal byte, a flag, a letter.
        if self.table.kind(&ty) == Some(Kind::Int) && matches!(self.table.shallow(&to), Ty::Char) {
            self.same(&ty, &Ty::Int(Int::U8));
        }
        to
    }

    /// What an iterator is made of `for`, and what it gives.
    pub(super) fn iterator(&mut self, ty: &Ty) -> (Ty, Ty) {
        let (iter, item) = (self.any(), self.any());
        let types: Vec<(Rc<str>, Ty)> = vec![("IntoIter".into(), iter.clone()), ("Item".into(), item.clone())];
        let of: Option<TraitId> = self.std_trait("iter::IntoIter");
        match of {
            Some(of) => self.require(Obligation::Trait(ty.clone(), of, Vec::new(), types)),
            None => return (self.open(), self.open()),
        }
        (iter, self.shallow(&item))
    }
}

/// The operators between two that have traits, but for comparisons.
const ALL: [Binary; 10] = {
    use Binary::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
    [Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr]
};

/// The traits of the operators that are no methods of two values.
pub(super) fn traits() -> impl Iterator<Item = &'static str> {
    ALL.into_iter().map(|op| assigning(op).0).chain(["ops::Neg", "ops::Not"])
}

/// The operator that a method stands for.
pub fn operator_named(name: &str) -> Option<Binary> {
    ALL.into_iter().find(|op| operator(*op).1 == name)
}

fn operator(op: Binary) -> (&'static str, &'static str) {
    match op {
        Binary::Add => ("ops::Add", "add"),
        Binary::Sub => ("ops::Sub", "sub"),
        Binary::Mul => ("ops::Mul", "mul"),
        Binary::Div => ("ops::Div", "div"),
        Binary::Rem => ("ops::Rem", "rem"),
        Binary::BitAnd => ("ops::BitAnd", "bitand"),
        Binary::BitOr => ("ops::BitOr", "bitor"),
        Binary::BitXor => ("ops::BitXor", "bitxor"),
        Binary::Shl => ("ops::Shl", "shl"),
        _ => ("ops::Shr", "shr"),
    }
}

fn assigning(op: Binary) -> (&'static str, &'static str) {
    match op {
        Binary::Add => ("ops::AddAssign", "add_assign"),
        Binary::Sub => ("ops::SubAssign", "sub_assign"),
        Binary::Mul => ("ops::MulAssign", "mul_assign"),
        Binary::Div => ("ops::DivAssign", "div_assign"),
        Binary::Rem => ("ops::RemAssign", "rem_assign"),
        Binary::BitAnd => ("ops::BitAndAssign", "bitand_assign"),
        Binary::BitOr => ("ops::BitOrAssign", "bitor_assign"),
        Binary::BitXor => ("ops::BitXorAssign", "bitxor_assign"),
        Binary::Shl => ("ops::ShlAssign", "shl_assign"),
        _ => ("ops::ShrAssign", "shr_assign"),
    }
}
