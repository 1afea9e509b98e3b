//! Expressions.

use super::Infer;
use super::coerce::Join;
use super::table::Kind;
use crate::hir::{Arm, Binary, Body, ExprId, ExprKind, LabelId, Say, Stmt, TypeRef};
use crate::ty::{Float, Int, Len, Ty};
use std::rc::Rc;

impl Infer<'_> {
    /// The type of an expression, of which the expected type is a hint.
    pub(super) fn expr(&mut self, e: ExprId, expected: Option<&Ty>) -> Ty {
        if self.ready.remove(&e) {
            return self.exprs[e].clone();
        }
        self.first_operands(e);
        let ty = self.kind(e, expected);
        if matches!(ty, Ty::Never) {
            self.diverges = true;
        }
        self.exprs[e] = ty.clone();
        ty
    }

    /// A chain of methods and fields may have thousands of links: its beginning comes first, in a loop.
    fn first_operands(&mut self, e: ExprId) {
        const SHORT: usize = 16;
        let body = self.body.clone();
        let mut chain = Vec::new();
        let mut at = e;
        while let ExprKind::Method(on, ..) | ExprKind::Field(on, _) | ExprKind::Index(on, _) | ExprKind::Try(on) =
            &body.exprs[at].kind
        {
            chain.push(*on);
            at = *on;
        }
        if chain.len() < SHORT {
            return;
        }
        for on in chain.into_iter().rev() {
            let ty = self.kind(on, None);
            self.diverges |= matches!(ty, Ty::Never);
            self.exprs[on] = ty;
            self.ready.insert(on);
        }
    }

    /// An expression that must have this type, or may become it.
    pub(super) fn check(&mut self, e: ExprId, to: &Ty) {
        let ty = self.expr(e, Some(to));
        self.demand(e, &ty, to);
    }

    fn kind(&mut self, e: ExprId, expected: Option<&Ty>) -> Ty {
        let body = self.body.clone();
        match &body.exprs[e].kind {
            ExprKind::Literal(lit) => self.literal(lit, expected),
            ExprKind::Local(local) => self.table.shallow(&self.locals[*local]),
            ExprKind::Item(item, args) => self.item(e, *item, args),
            ExprKind::Variant(adt, k, args) => self.variant_path(*adt, *k, args, expected),
            ExprKind::TypeFn(ty, name, args) => self.type_fn(e, ty, name, args),
            ExprKind::Foreign(path) => self.foreign(path),
            ExprKind::Param(k) => match expected.map(|ty| self.table.shallow(ty)) {
                Some(ty @ (Ty::Bool | Ty::Char | Ty::Int(_))) => ty,
                _ => self.const_param(*k),
            },
            ExprKind::Unary(op, a) => self.unary(e, *op, *a, expected),
            ExprKind::Binary(..) => self.binary(&body, e, expected),
            ExprKind::Assign(a, b) => {
                let to = self.place(*a);
                self.check(*b, &to);
                Ty::UNIT
            }
            ExprKind::AssignOp(op, a, b) => self.assign_op(e, *op, *a, *b),
            ExprKind::Block(stmts, tail, label) => self.block(e, stmts, *tail, *label, expected),
            ExprKind::If(..) => self.choice(&body, e, expected),
            ExprKind::Let(pat, init) => {
                let ty = self.expr(*init, None);
                self.pat(*pat, &ty, None);
                Ty::Bool
            }
            ExprKind::Match(on, arms) => self.arms(*on, arms, expected),
            ExprKind::Loop(inside, label, attrs) => {
                self.attrs(attrs);
                let join = Join::to(expected.filter(|ty| !self.is_unknown(ty)).cloned());
                self.breaks.push((*label, join));
                self.expr(*inside, Some(&Ty::UNIT));
                let (_, join) = self.breaks.pop().expect("pushed above");
                self.diverges = false;
                join.done()
            }
            ExprKind::While(cond, inside, label, attrs) => {
                self.attrs(attrs);
                self.breaks.push((*label, Join::to(Some(Ty::UNIT))));
                self.check(*cond, &Ty::Bool);
                let before = self.diverges;
                self.expr(*inside, Some(&Ty::UNIT));
                self.diverges = before;
                self.breaks.pop();
                Ty::UNIT
            }
            ExprKind::For(pat, over, inside, label, attrs) => {
                self.attrs(attrs);
                let ty = self.expr(*over, None);
                self.as_list(&ty);
                let (iter, item) = self.iterator(&ty);
                self.iterators.insert(e, (iter, item.clone()));
                let before = self.diverges;
                self.pat(*pat, &item, None);
                self.breaks.push((*label, Join::to(Some(Ty::UNIT))));
                self.expr(*inside, Some(&Ty::UNIT));
                self.diverges = before;
                self.breaks.pop();
                Ty::UNIT
            }
            ExprKind::Break(label, value) => {
                self.leave(*label, *value);
                Ty::Never
            }
            ExprKind::Continue(_) => Ty::Never,
            ExprKind::Return(value) => {
                self.give(*value);
                Ty::Never
            }
            ExprKind::Try(inside) => self.question(*inside),
            ExprKind::Call(f, args) => self.call(e, *f, args, expected),
            ExprKind::Method(on, name, types, args) => self.method(e, *on, name, types, args, expected),
            ExprKind::Field(on, name) => self.field(e, *on, name),
            ExprKind::Index(on, index) => self.index(e, *on, *index),
            ExprKind::Range(from, to, closed) => self.range(*from, *to, *closed, expected),
            ExprKind::Tuple(parts) => {
                let hints = match expected.map(|ty| self.table.shallow(ty)) {
                    Some(Ty::Tuple(hints)) if hints.len() == parts.len() => hints,
                    _ => Vec::new(),
                };
                let types = parts.iter().enumerate().map(|(k, part)| match hints.get(k) {
                    Some(hint) if !self.is_unknown(hint) => {
                        let ty = self.expr(*part, Some(hint));
                        if self.coerce(Some(*part), &ty, hint) { hint.clone() } else { ty }
                    }
                    hint => self.expr(*part, hint),
                });
                Ty::Tuple(types.collect())
            }
            ExprKind::List(parts, vec) => {
                let hint = self.element_hint(expected);
                let mut join = Join::to(hint.clone().filter(|ty| !self.is_unknown(ty)));
                for part in parts {
                    let so_far = join.ty.clone().or(hint.clone());
                    let ty = self.expr(*part, so_far.as_ref());
                    self.meet(&mut join, *part, &ty);
                }
                let of = Box::new(match (join.ty, hint) {
                    (Some(ty), _) | (None, Some(ty)) => ty,
                    (None, None) => self.any(),
                });
                if *vec { Ty::Vec(of) } else { Ty::Array(of, Len::Known(parts.len() as u64)) }
            }
            ExprKind::Repeat(part, n, vec) => {
                let hint = self.element_hint(expected);
                let ty = self.expr(*part, hint.as_ref());
                let of = match hint.filter(|ty| !self.is_unknown(ty)) {
                    Some(hint) if self.coerce(Some(*part), &ty, &hint) => hint,
                    _ => ty,
                };
                self.check(*n, &Ty::Int(Int::Usize));
                if *vec { Ty::Vec(Box::new(of)) } else { Ty::Array(Box::new(of), self.length(&body, *n)) }
            }
            ExprKind::Struct(adt, k, args, fields, base) => {
                self.structure(e, (*adt, *k), args, fields, *base, expected)
            }
            ExprKind::ForeignStruct(_, fields, base) => {
                for part in fields.iter().map(|(_, part)| part).chain(base) {
                    self.expr(*part, None);
                }
                self.open()
            }
            ExprKind::Ref(mutable, of) => {
                let hint = match expected.map(|ty| self.table.shallow(ty)) {
                    Some(Ty::Ref(_, hint)) if self.is_made(&body, *of) => Some(*hint),
                    _ => None,
                };
                let ty = self.expr(*of, hint.as_ref());
                if *mutable {
                    self.written_to(&body, *of);
                }
                Ty::Ref(*mutable, Box::new(ty))
            }
            ExprKind::Deref(of) => self.dereference(e, *of),
            ExprKind::Cast(of, to) => self.cast(*of, to),
            ExprKind::Closure(closure) => self.closure(e, closure, expected),
            ExprKind::Assert(cond, say) => {
                self.check(*cond, &Ty::Bool);
                self.say(say);
                Ty::UNIT
            }
            ExprKind::Say(say) => self.say(say),
            ExprKind::Test(say) => {
                self.say(say);
                Ty::Bool
            }
            ExprKind::Text(text, _) => self.text_of_macro(text),
        }
    }

    /// What a macro of std's gives that is not read.
    fn text_of_macro(&mut self, text: &proc_macro2::TokenStream) -> Ty {
        let mut words = text.clone().into_iter().take_while(|t| !matches!(t, proc_macro2::TokenTree::Group(_)));
        let mut last = String::new();
        for word in words.by_ref() {
            if let proc_macro2::TokenTree::Ident(name) = word {
                last = name.to_string();
            }
        }
        match last.as_str() {
            "line" | "column" => Ty::Int(Int::U32),
            "cfg" => Ty::Bool,
            "concat" | "stringify" | "file" | "module_path" | "env" | "include_str" => {
                Ty::Ref(false, Box::new(Ty::Str))
            }
            _ => self.open(),
        }
    }

    fn literal(&mut self, lit: &syn::Lit, expected: Option<&Ty>) -> Ty {
        let expected = expected.map(|ty| self.table.shallow(ty));
        match lit {
            syn::Lit::Int(lit) => match lit.suffix() {
                "f64" => Ty::Float(Float::F64),
                "f32" => Ty::Float(Float::F32),
                "" => match expected {
                    Some(ty @ Ty::Int(_)) => ty,
                    Some(ty) if self.table.kind(&ty) == Some(Kind::Open) => self.table.fresh(Kind::Loose),
                    _ => self.table.fresh(Kind::Int),
                },
                suffix => Int::of(suffix).map_or_else(Ty::unknown, Ty::Int),
            },
            syn::Lit::Float(lit) => match lit.suffix() {
                "f64" => Ty::Float(Float::F64),
                "f32" => Ty::Float(Float::F32),
                _ => match expected {
                    Some(ty @ Ty::Float(Float::F32 | Float::F64)) => ty,
                    _ => self.table.fresh(Kind::Float),
                },
            },
            syn::Lit::Bool(_) => Ty::Bool,
            syn::Lit::Char(_) => Ty::Char,
            syn::Lit::Byte(_) => Ty::Int(Int::U8),
            syn::Lit::Str(_) => Ty::Ref(false, Box::new(Ty::Str)),
            syn::Lit::ByteStr(lit) => {
                let n = Len::Known(lit.value().len() as u64);
                Ty::Ref(false, Box::new(Ty::Array(Box::new(Ty::Int(Int::U8)), n)))
            }
            _ => Ty::unknown(),
        }
    }

    fn block(
        &mut self,
        e: ExprId,
        stmts: &[Stmt],
        tail: Option<ExprId>,
        label: Option<LabelId>,
        expected: Option<&Ty>,
    ) -> Ty {
        let before = std::mem::replace(&mut self.diverges, false);
        if let Some(label) = label {
            let join = Join::to(expected.filter(|ty| !self.is_unknown(ty)).cloned());
            self.breaks.push((label, join));
        }
        for stmt in stmts {
            match stmt {
                Stmt::Let { pat, ty, init, otherwise, attrs } => {
                    self.attrs(attrs);
                    self.binding(*pat, ty.as_ref(), *init, *otherwise);
                }
                Stmt::Expr(stmt) => {
                    let ty = self.expr(*stmt, None);
                    // Nobody looks at what it gives.
                    if self.of_foreign.last() == Some(&ty) && self.table.kind(&ty) == Some(Kind::Open) {
                        self.same(&ty, &Ty::UNIT);
                    }
                }
            }
        }
        let ty = match tail {
            Some(tail) => self.expr(tail, expected),
            None if self.diverges => Ty::Never,
            None => Ty::UNIT,
        };
        let ty = match label {
            Some(_) => {
                let (_, mut join) = self.breaks.pop().expect("pushed above");
                let left = join.ty.is_some();
                self.meet(&mut join, tail.unwrap_or(e), &ty);
                if left {
                    self.diverges = false;
                }
                join.done()
            }
            None => ty,
        };
        self.diverges |= before;
        ty
    }

    fn binding(
        &mut self,
        pat: usize,
        ty: Option<&crate::hir::TypeRef>,
        init: Option<ExprId>,
        otherwise: Option<ExprId>,
    ) {
        let ty = match ty {
            Some(ty) => {
                let ty = self.written(ty);
                if let Some(init) = init {
                    self.check(init, &ty);
                }
                ty
            }
            None => match init {
                Some(init) => match self.expr(init, None) {
                    Ty::Never => self.any(),
                    ty => ty,
                },
                None => self.any(),
            },
        };
        self.pat(pat, &ty, None);
        if let Some(otherwise) = otherwise {
            let before = self.diverges;
            self.expr(otherwise, Some(&Ty::Never));
            self.diverges = before;
        }
    }

    /// `if`, with `else if` after `else if` in a loop.
    fn choice(&mut self, body: &Rc<Body>, e: ExprId, expected: Option<&Ty>) -> Ty {
        let mut join = Join::to(expected.filter(|ty| !self.is_unknown(ty)).cloned());
        let mut chain = Vec::new();
        let mut at = e;
        let before = self.diverges;
        let mut never = true;
        let last = loop {
            let ExprKind::If(cond, then, otherwise) = &body.exprs[at].kind else { break Some(at) };
            chain.push(at);
            self.check(*cond, &Ty::Bool);
            self.diverges = false;
            let hint = join.expected.clone().or(join.ty.clone());
            let ty = self.expr(*then, hint.as_ref());
            never &= self.diverges;
            self.diverges = false;
            if otherwise.is_none() && !matches!(self.table.shallow(&ty), Ty::Never) {
                join.expected = Some(Ty::UNIT);
            }
            self.meet(&mut join, *then, &ty);
            match otherwise {
                Some(otherwise) => at = *otherwise,
                None => break None,
            }
        };
        match last {
            Some(last) => {
                let hint = join.expected.clone().or(join.ty.clone());
                let ty = self.expr(last, hint.as_ref());
                never &= self.diverges;
                self.meet(&mut join, last, &ty);
            }
            None => {
                never = false;
                join.ty.get_or_insert(Ty::UNIT);
            }
        }
        self.diverges = before || never;
        let ty = join.done();
        for at in chain {
            self.exprs[at] = ty.clone();
        }
        ty
    }

    fn arms(&mut self, on: ExprId, arms: &[Arm], expected: Option<&Ty>) -> Ty {
        let mut ty = self.expr(on, None);
        if matches!(ty, Ty::Never) {
            ty = self.any();
        }
        for arm in arms {
            self.pat(arm.pat, &ty, None);
        }
        let mut join = Join::to(expected.filter(|ty| !self.is_unknown(ty)).cloned());
        let before = self.diverges;
        let mut never = true;
        for arm in arms {
            self.diverges = false;
            if let Some(guard) = arm.guard {
                self.check(guard, &Ty::Bool);
                self.diverges = false;
            }
            let hint = join.expected.clone().or(join.ty.clone());
            let ty = self.expr(arm.body, hint.as_ref());
            never &= self.diverges;
            self.meet(&mut join, arm.body, &ty);
        }
        self.diverges = before || never;
        join.done()
    }

    fn leave(&mut self, label: LabelId, value: Option<ExprId>) {
        let Some(at) = self.breaks.iter().rposition(|(l, _)| *l == label) else {
            if let Some(value) = value {
                self.expr(value, None);
            }
            return;
        };
        let mut join = std::mem::take(&mut self.breaks[at].1);
        match value {
            Some(value) => {
                let hint = join.expected.clone().or(join.ty.clone());
                let ty = self.expr(value, hint.as_ref());
                self.meet(&mut join, value, &ty);
            }
            None => {
                self.join(&mut join, None, &Ty::UNIT);
            }
        }
        self.breaks[at].1 = join;
    }

    fn give(&mut self, value: Option<ExprId>) {
        let Some(mut join) = self.returns.pop() else { return };
        match value {
            Some(value) => {
                self.returns.push(join.clone());
                let hint = join.expected.clone().or(join.ty.clone());
                let ty = self.expr(value, hint.as_ref());
                join = self.returns.pop().expect("pushed above");
                self.meet(&mut join, value, &ty);
            }
            None => {
                self.join(&mut join, None, &Ty::UNIT);
            }
        }
        self.returns.push(join);
    }

    fn attrs(&mut self, attrs: &[crate::hir::Attr]) {
        for (_, value) in attrs.iter().flat_map(|attr| &attr.values) {
            self.expr(*value, Some(&Ty::Int(Int::Usize)));
        }
    }

    fn say(&mut self, say: &Say) -> Ty {
        for (_, part) in &say.args {
            self.expr(*part, None);
        }
        match say.path.segments.last().map(|last| last.ident.to_string()).as_deref() {
            Some("panic" | "unreachable" | "todo" | "unimplemented") => Ty::Never,
            Some("format") => Ty::Opaque("String".into()),
            Some("write" | "writeln") => self.open(),
            _ => Ty::UNIT,
        }
    }

    /// What the elements of a list are expected to be.
    fn element_hint(&mut self, expected: Option<&Ty>) -> Option<Ty> {
        match self.table.shallow(expected?) {
            Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) => Some(self.table.shallow(&of)),
            _ => None,
        }
    }

    /// Whether a value is made here, so that what is expected of a reference to it is a hint for it.
    fn is_made(&self, body: &Body, e: ExprId) -> bool {
        matches!(
            body.exprs[e].kind,
            ExprKind::Literal(_)
                | ExprKind::List(..)
                | ExprKind::Repeat(..)
                | ExprKind::Tuple(_)
                | ExprKind::Struct(..)
                | ExprKind::Call(..)
                | ExprKind::Closure(_)
                | ExprKind::Ref(..)
        )
    }

    /// The length of an array, as it is written.
    fn length(&self, body: &Body, n: ExprId) -> Len {
        match &body.exprs[n].kind {
            ExprKind::Literal(syn::Lit::Int(lit)) => lit.base10_parse().map_or(Len::Text("".into()), Len::Known),
            ExprKind::Param(k) => match self.args.get(*k) {
                Some(Ty::Const(len)) => len.clone(),
                _ => Len::Param(*k),
            },
            ExprKind::Item(crate::items::ItemId::Const(of), _) => self.program.length_of_const(*of),
            ExprKind::TypeFn(TypeRef::Ty(of), name, _) => {
                let known = self.program.const_of(of, name).map(|c| self.program.length_of_const(c));
                known.filter(|len| matches!(len, Len::Known(_))).unwrap_or(Len::Text("".into()))
            }
            ExprKind::Method(of, name, _, args) if &**name == "len" && args.is_empty() => {
                let of = match &body.exprs[*of].kind {
                    ExprKind::Item(crate::items::ItemId::Const(of), _) => Some(*of),
                    ExprKind::TypeFn(TypeRef::Ty(of), name, _) => self.program.const_of(of, name),
                    _ => None,
                };
                of.and_then(|of| self.program.count_of_const(of)).map_or(Len::Text("".into()), Len::Known)
            }
            ExprKind::Block(stmts, Some(tail), None) if stmts.is_empty() => self.length(body, *tail),
            ExprKind::Binary(op, a, b) => match (op, self.length(body, *a), self.length(body, *b)) {
                (Binary::Add, Len::Known(a), Len::Known(b)) => Len::Known(a.wrapping_add(b)),
                (Binary::Sub, Len::Known(a), Len::Known(b)) => Len::Known(a.wrapping_sub(b)),
                (Binary::Mul, Len::Known(a), Len::Known(b)) => Len::Known(a.wrapping_mul(b)),
                (Binary::Div, Len::Known(a), Len::Known(b)) if b != 0 => Len::Known(a / b),
                (Binary::Rem, Len::Known(a), Len::Known(b)) if b != 0 => Len::Known(a % b),
                (Binary::Shl, Len::Known(a), Len::Known(b)) if b < 64 => Len::Known(a << b),
                _ => Len::Text("".into()),
            },
            _ => Len::Text("".into()),
        }
    }
}
