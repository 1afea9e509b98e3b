//! Operators and casts.

use crate::core::build::{flag, no, scalar, yes};
use crate::core::expr::string_growth::is_string;
use crate::core::value::Value;
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Op, Target, Ty};
use front::hir::{Binary, ExprId, ExprKind, Unary};
use front::ty::Ty as Type;
use front::typed::{Callee, Typed};
use quote::{format_ident, quote};
use std::rc::Rc;

/// The operator that a method stands for.
pub(crate) fn comparison(name: &str) -> Option<front::hir::Binary> {
    Some(match name {
        "eq" => Binary::Eq,
        "ne" => Binary::Ne,
        "lt" => Binary::Lt,
        "le" => Binary::Le,
        "gt" => Binary::Gt,
        "ge" => Binary::Ge,
        _ => return None,
    })
}

/// The operator of numbers.
fn letter(op: Binary) -> Option<char> {
    op.sign().chars().next().filter(|letter| "+-*/%".contains(*letter))
}

impl Builder<'_> {
    /// What a scalar is, behind references.
    pub(crate) fn scalar_of(&mut self, value: Value) -> Result<Value, Refusal> {
        match value {
            Value::Ref(_, place) => {
                let value = self.load(&place)?;
                self.scalar_of(value)
            }
            value => Ok(value),
        }
    }

    /// An operator between two. Left sides of long sums are gone through in a loop.
    pub(crate) fn binary(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Value, Refusal> {
        let mut spine = vec![];
        let mut at = e;
        loop {
            let ExprKind::Binary(op, left, right) = typed.body.exprs[at].kind else { break };
            if matches!(typed.callees.get(&at), Some(Callee::Fn(..))) || typed.adjusted.contains_key(&at) && at != e {
                break;
            }
            spine.push((at, op, right));
            at = left;
        }
        if spine.is_empty() {
            return self.call(typed, e);
        }
        let mut value = self.eval(at)?;
        for (at, op, right) in spine.into_iter().rev() {
            if self.frames.last().is_some_and(|f| f.own) {
                self.span = typed.body.exprs[at].span;
            }
            value = self.operation(typed, at, op, value, right)?;
        }
        Ok(value)
    }

    fn operation(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        op: Binary,
        left: Value,
        right: ExprId,
    ) -> Result<Value, Refusal> {
        if matches!(op, Binary::And | Binary::Or) {
            return self.shortcut(op, left, right);
        }
        let left = self.scalar_of(left)?;
        let ty = op.compares().then(|| typed.ty(right));
        let right = self.eval(right)?;
        if let Some(ty) = ty {
            return self.compare_as(op, &ty, left, right);
        }
        let right = self.scalar_of(right)?;
        self.arithmetic(op, left, right, &typed.exprs[e])
    }

    pub(crate) fn arithmetic(&mut self, op: Binary, left: Value, right: Value, ty: &Type) -> Result<Value, Refusal> {
        match ty {
            Type::Float(_) => {
                let Some(letter) = letter(op) else { return refuse("an operator on numbers") };
                let (x, y) = (self.atom(left, self.span)?, self.atom(right, self.span)?);
                if self.is_single(ty) || self.any_in_other_precision(&[x.clone(), y.clone()]) {
                    return Ok(self.of_other_precision(&[x, y], |t| {
                        let (a, b) = (&t[0], &t[1]);
                        quote!((#a #op #b))
                    }));
                }
                if let (Atom::Lit(a), Atom::Lit(b)) = (&x, &y) {
                    return Ok(Value::lit(quote!((#a #op #b))));
                }
                Ok(Value::Atom(self.temporary(Ty::Float, Op::Bin(letter, x, y), self.span)))
            }
            Type::Int(_) | Type::Bool => {
                if let (Value::Atom(a), Value::Atom(b), Type::Int(front::ty::Int::Usize)) = (&left, &right, ty) {
                    // Sums with nothing do not hide what is indexed.
                    let trivial = match op {
                        Binary::Add => a.is_zero() || b.is_zero(),
                        Binary::Sub => b.is_zero(),
                        _ => false,
                    };
                    if trivial {
                        return Ok(if b.is_zero() { left } else { right });
                    }
                }
                self.int_binary(op, &left, &right, ty.clone())
            }
            ty if is_string(ty) && op == Binary::Add => match self.sum_of_texts(left, right)? {
                Some(text) => Ok(text),
                None => refuse("a text that is not known"),
            },
            _ => refuse("an operator on this type"),
        }
    }

    pub(crate) fn compare(&mut self, op: Binary, left: Value, right: Value) -> Result<Value, Refusal> {
        self.compare_as(op, &Type::unknown(), left, right)
    }

    /// Both of one type, if it is known, or parts of it are compared by that of the right.
    fn compare_as(&mut self, op: Binary, of: &Type, left: Value, right: Value) -> Result<Value, Refusal> {
        let (left, right) = (self.scalar_of(left)?, self.scalar_of(right)?);
        if let (Value::Enum(a), Value::Enum(b), Binary::Eq | Binary::Ne) = (&left, &right, op) {
            let plain = a.variants.iter().chain(&b.variants).flatten().all(Vec::is_empty);
            if plain {
                let (a, b) = (Value::Atom(a.tag.clone()), Value::Atom(b.tag.clone()));
                return self.compare(op, a, b);
            }
        }
        let float = |b: &Self, v: &Value| match v {
            Value::Atom(a) => b.atom_ty(a) == Ty::Float,
            Value::Code(c) => b.scalar(&c.ty) == Some(Ty::Float),
            _ => false,
        };
        let named = |v: &Value| matches!(v, Value::Atom(_) | Value::Code(_) | Value::Text(_));
        if !named(&left) || !named(&right) {
            return self.compare_whole(op, of, &left, &right);
        }
        let words = |b: &Self, v: &Value| match v {
            Value::Text(text) => text.words,
            Value::Atom(a) => b.atom_ty(a) == Ty::Int(crate::ir::IntTy::Text),
            _ => false,
        };
        if words(self, &left) && words(self, &right) {
            let (Some(a), Some(b)) = (self.as_text(left)?, self.as_text(right)?) else { return refuse("texts") };
            let (x, y) = (a.tokens, b.tokens);
            let tokens = quote!((::wengert::generated::words(&#x) #op ::wengert::generated::words(&#y)));
            let code = crate::ir::Verbatim::of(tokens, a.vals.into_iter().chain(b.vals).collect());
            return Ok(Value::Code(crate::core::value::Code { int: crate::ir::Int::Code(code), ty: Type::Bool }));
        }
        if !self.is_single(of) && (float(self, &left) || float(self, &right)) {
            let (x, y) = (self.atom(left, self.span)?, self.atom(right, self.span)?);
            return Ok(Value::Atom(self.temporary(Ty::Bool, Op::Compare(op, x, y), self.span)));
        }
        self.int_binary(op, &left, &right, Type::Bool)
    }

    /// `&&` and `||`: the right side runs only if it decides.
    fn shortcut(&mut self, op: Binary, left: Value, right: ExprId) -> Result<Value, Refusal> {
        let and = op == Binary::And;
        let left = self.scalar_of(left)?;
        if let Value::Atom(a) = &left
            && let Some(known) = flag(a)
        {
            return if known == and { self.eval(right) } else { Ok(left) };
        }
        let env = self.env.clone();
        self.blocks += 1;
        let id = self.blocks;
        let (block, out) = (std::mem::replace(&mut self.block, id), std::mem::take(&mut self.out));
        let guards = self.guards.len();
        let right = self.eval(right).and_then(|v| self.scalar_of(v));
        // Constant code that makes no steps stays one piece of code.
        if self.out.is_empty() && self.guards.len() == guards {
            (self.block, self.out) = (block, out);
            let right = right?;
            if let (Value::Atom(a @ Atom::Val(_)), Value::Atom(b @ Atom::Val(_))) = (&left, &right) {
                let op = if and { Binary::BitAnd } else { Binary::BitOr };
                let both = Op::Compare(op, a.clone(), b.clone());
                return Ok(Value::Atom(self.temporary(Ty::Bool, both, self.span)));
            }
            return self.int_binary(op, &left, &right, Type::Bool);
        }
        let right = right.and_then(|v| {
            let v = self.settle(v, self.span)?;
            self.close_guards(guards, v)
        });
        self.end_lists(id);
        let steps = std::mem::replace(&mut self.out, out);
        self.block = block;
        let right = right?;
        self.blocks += 1;
        let (asked, empty) = (crate::ir::Block { id, steps }, crate::ir::Block { id: self.blocks, steps: vec![] });
        let cond = self.atom(left, self.span)?;
        let fixed = Value::Atom(if and { no() } else { yes() });
        let vars = env.len();
        if and {
            let after = std::mem::replace(&mut self.env, env);
            self.close_if(cond, [asked, empty], [right, fixed], after, vars)
        } else {
            self.close_if(cond, [empty, asked], [fixed, right], env, vars)
        }
    }

    pub(crate) fn assign_op(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        op: Binary,
        place: ExprId,
        value: ExprId,
    ) -> Result<Value, Refusal> {
        if let Some(Callee::Fn(..)) = typed.callees.get(&e) {
            return self.call(typed, e);
        }
        let right = self.eval(value)?;
        let right = self.scalar_of(right)?;
        let right = self.settle(right, self.span)?;
        self.guard()?;
        let at = self.place(place)?;
        let ty = typed.ty(place);
        if let (Type::Float(_), Some(letter), false) = (&ty, letter(op), self.is_single(&ty)) {
            let right = self.atom(right, self.span)?;
            self.add_to(&at, letter, right)?;
            return Ok(Value::UNIT);
        }
        if is_string(&ty)
            && let Some(text) = self.as_text(right.clone())?
        {
            let tokens = text.tokens;
            let call = quote!(push_str(::wengert::generated::words(&#tokens)));
            if self.change_text(&at, &call, text.vals)? {
                return Ok(Value::UNIT);
            }
        }
        let now = self.load(&at)?;
        let next = self.arithmetic(op, now, right, &ty)?;
        self.store(&at, next)?;
        Ok(Value::UNIT)
    }

    pub(crate) fn cast(&mut self, value: Value, from: &Type, to: &Type) -> Result<Value, Refusal> {
        if let Type::Boxed(_, _) | Type::Ref(..) | Type::FnPtr(..) = to {
            return self.as_dyn(value, from, to);
        }
        let value = self.scalar_of(value)?;
        match (from, to) {
            (Type::Float(a), Type::Float(b)) if a == b => Ok(value),
            (Type::Float(_), Type::Float(float)) if [from, to].into_iter().any(|ty| self.is_other_precision(ty)) => {
                let x = self.atom(value, self.span)?;
                if self.is_single(to) && !self.is_constant_atom(&x) {
                    let rounded =
                        self.temporary(Ty::Int(crate::ir::IntTy::Other(*float)), Op::Cast(quote!(f32), x), self.span);
                    return Ok(Value::Atom(rounded));
                }
                if self.is_single(from) && x.val().is_some() {
                    let int = crate::ir::Int::Cast(Box::new(crate::ir::Int::Atom(x)), Target::F64);
                    return Ok(Value::Atom(self.temporary(Ty::Float, Op::Int(int), self.span)));
                }
                let float = match self.is_other_precision(to) {
                    true => crate::core::build::float_name(*float).to_owned(),
                    false => self.sig.scalar.to_string(),
                };
                if !self.is_constant_atom(&x) {
                    let why = format!(
                        "a number with a derivative as `{float}`: stay in `{}`, or take its value with `stop_gradient`",
                        self.sig.scalar
                    );
                    return Err(Refusal { wrong: true, at: Some(self.span), ..Refusal::new(why) });
                }
                let float = format_ident!("{float}");
                self.verbatim(vec![Value::Atom(x)], to.clone(), |t| quote!((#(#t)* as #float)))
            }
            (Type::Float(_), Type::Int(int)) if self.is_single(from) => {
                let name = format_ident!("{}", int.name());
                self.verbatim(vec![value], to.clone(), |t| quote!((#(#t)* as #name)))
            }
            (Type::Char, Type::Int(int)) => {
                let name = format_ident!("{}", int.name());
                self.verbatim(vec![value], to.clone(), |t| quote!((#(#t)* as #name)))
            }
            (Type::Float(_), Type::Int(int)) => {
                let x = self.atom(value, self.span)?;
                let name = format_ident!("{}", int.name());
                let ty = scalar(to).unwrap_or(Ty::Unknown);
                Ok(Value::Atom(self.temporary(ty, Op::Cast(quote!(#name), x), self.span)))
            }
            (Type::Int(_) | Type::Bool, Type::Int(_) | Type::Float(_)) => {
                let target = match (scalar(to), to) {
                    (Some(Ty::Int(int)), _) => Target::Int(int),
                    (_, Type::Float(front::ty::Float::F32)) => Target::F32,
                    _ => Target::F64,
                };
                let int = crate::ir::Int::Cast(Box::new(self.int_of(&value)?), target);
                Ok(Value::Code(crate::core::value::Code { int, ty: to.clone() }))
            }
            (Type::Adt(adt, args), Type::Int(int)) if args.is_empty() => self.discriminant(value, *adt, *int),
            (Type::Int(_), Type::Char) => {
                let x = self.atom(value, self.span)?;
                let tokens = self.tokens(&x);
                self.given_by_code(quote!((#tokens as char)), x.val().into_iter().collect(), to)
            }
            _ => refuse("a cast of this type"),
        }
    }

    /// The unary operators.
    pub(crate) fn unary(&mut self, typed: &Rc<Typed>, e: ExprId, op: Unary, inner: ExprId) -> Result<Value, Refusal> {
        if let Some(front::typed::Callee::Fn(..)) = typed.callees.get(&e) {
            return self.call(typed, e);
        }
        let value = self.eval(inner)?;
        let value = self.scalar_of(value)?;
        match (op, &typed.exprs[e]) {
            (Unary::Neg, Type::Float(_)) => match self.atom(value, self.span)? {
                Atom::Lit(t) => Ok(Value::lit(quote!((-#t)))),
                x if self.any_in_other_precision(std::slice::from_ref(&x)) => Ok(self.of_other_precision(&[x], |t| {
                    let x = &t[0];
                    quote!((-#x))
                })),
                x => Ok(Value::Atom(self.temporary(Ty::Float, crate::ir::Op::Neg(x), self.span))),
            },
            (Unary::Not, Type::Bool) => match value {
                Value::Code(_) => self.int_unary(Unary::Not, &value, Type::Bool),
                value => {
                    let a = self.atom(value, self.span)?;
                    Ok(Value::Atom(self.negated(a)))
                }
            },
            (Unary::Neg, ty @ Type::Int(_)) => self.int_unary(Unary::Neg, &value, ty.clone()),
            (Unary::Not, ty @ Type::Int(_)) => self.int_unary(Unary::Not, &value, ty.clone()),
            _ => refuse("an operator on this type"),
        }
    }
}
