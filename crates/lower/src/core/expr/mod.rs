//! Expressions.

pub(crate) mod adjust;
pub(crate) mod assertions;
pub(crate) mod builtin;
pub(crate) mod cells;
pub(crate) mod comparison;
pub(crate) mod constant;
pub(crate) mod implicit_calls;
pub(crate) mod intrinsic;
pub(crate) mod moves;
pub(crate) mod opaque;
pub(crate) mod operator;
pub(crate) mod pattern;
pub(crate) mod place;
pub(crate) mod precision;
pub(crate) mod statement;
pub(crate) mod string_growth;

use crate::core::build::{no, typed_literal, usize_lit, yes};
use crate::core::value::{Callable, Closure, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::Atom;
use front::hir::{ExprId, ExprKind};
use front::ty::{Int, Ty as Type};
use front::typed::Typed;
use quote::ToTokens;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

impl<'b> Builder<'b> {
    pub(crate) fn typed(&self) -> Result<Rc<Typed>, Refusal> {
        Ok(self.frame_now()?.typed.clone())
    }

    /// The type of an expression, adjustments included.
    pub(crate) fn ty(&self, e: ExprId) -> Result<Type, Refusal> {
        Ok(self.typed()?.ty(e))
    }

    /// The value of an expression.
    pub(crate) fn eval(&mut self, e: ExprId) -> Result<Value, Refusal> {
        let typed = self.typed()?;
        let was = self.enter(&typed, e);
        if let Some(adjusts) = typed.adjusted.get(&e).filter(|a| !a.is_empty()) {
            let place = self.adjusted_place(&typed, e, adjusts)?;
            let value = self.load(&place)?;
            self.span = was;
            return Ok(value);
        }
        let value = self.eval_plain(&typed, e)?;
        self.span = was;
        Ok(value)
    }

    fn enter(&mut self, typed: &Typed, e: ExprId) -> proc_macro2::Span {
        let was = self.span;
        if self.frames.last().is_some_and(|f| f.own) {
            self.span = typed.body.exprs[e].span;
        }
        was
    }

    /// The place of an expression, adjustments included.
    pub(crate) fn place(&mut self, e: ExprId) -> Result<Place, Refusal> {
        let typed = self.typed()?;
        match typed.adjusted.get(&e) {
            Some(adjusts) if !adjusts.is_empty() => self.adjusted_place(&typed, e, adjusts),
            _ => self.place_plain(&typed, e),
        }
    }

    /// A place that may be written to: a value that lies nowhere gets a variable.
    pub(crate) fn lasting(&mut self, place: Place, mutable: bool) -> Result<Place, Refusal> {
        match place {
            Place::Temp(value) if mutable || matches!(*value, Value::List(_)) => {
                let value = self.settle(*value, self.span)?;
                self.claim(&value);
                Ok(Place::Var(self.var(value), vec![]))
            }
            place => Ok(place),
        }
    }

    pub(crate) fn place_plain(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Place, Refusal> {
        match &typed.body.exprs[e].kind {
            ExprKind::Local(local) => Ok(Place::Var(self.local(*local)?, vec![])),
            ExprKind::Field(base, name) => {
                let ty = self.ty(*base)?;
                let place = self.place(*base)?;
                let k = self.field(&ty, name)?;
                self.field_at(place, &ty, k)
            }
            ExprKind::Index(base, index) if !typed.callees.contains_key(&e) => {
                if let Some(text) = self.part_of_text(typed, *base, *index)? {
                    return Ok(Place::Temp(Box::new(text)));
                }
                let place = self.place(*base)?;
                self.index(typed, place, *index)
            }
            ExprKind::Deref(inner) if !typed.callees.contains_key(&e) => {
                if let Type::Boxed(_, _) = self.ty(*inner)? {
                    let place = self.place(*inner)?;
                    if let Some(inside) = self.in_box(&place)? {
                        return Ok(inside);
                    }
                    // What is boxed lies where the box lies.
                    return match self.load(&place)? {
                        value @ Value::Ref(..) => self.referent(value),
                        _ => Ok(place),
                    };
                }
                let value = self.eval(*inner)?;
                self.referent(value)
            }
            ExprKind::Index(base, index) if self.is_read(typed, e) => {
                let place = match (self.ty(*base)?, self.place(*base)?) {
                    (Type::Ref(..), place) => {
                        let value = self.load(&place)?;
                        self.referent(value)?
                    }
                    (_, place) => self.lasting(place, true)?,
                };
                let index = self.eval(*index)?;
                self.index_by_trait(typed, e, place, index)
            }
            _ => Ok(Place::Temp(Box::new(self.eval_plain(typed, e)?))),
        }
    }

    /// The place of a field in a value of a type.
    fn field(&self, ty: &Type, name: &str) -> Result<usize, Refusal> {
        match ty {
            Type::Adt(adt, _) => match self.program.field(*adt, 0, name) {
                Some((k, _)) => Ok(k),
                None => refuse(format!("the field `{name}`")),
            },
            Type::Tuple(_) => name.parse().map_err(|_| Refusal::new("a part of a tuple")),
            _ => refuse(format!("the field `{name}` of what is not known")),
        }
    }

    /// `list[i]` and `list[a..b]`.
    fn index(&mut self, typed: &Rc<Typed>, place: Place, index: ExprId) -> Result<Place, Refusal> {
        if let ExprKind::Range(lo, hi, closed) = typed.body.exprs[index].kind {
            let lo = match lo {
                Some(lo) => Some(self.eval_atom(lo)?),
                None => None,
            };
            let hi = match hi {
                Some(hi) => Some(self.eval_atom(hi)?),
                None => None,
            };
            return self.slice(place, lo, hi, closed);
        }
        match self.ty(index)? {
            Type::Int(_) => {}
            Type::Adt(adt, _) => {
                let name = self.program.adt(adt).name.clone();
                let value = self.eval(index)?;
                let Value::Tuple(parts) = self.settle(value, self.span)? else { return refuse("a range") };
                let part = |k: usize| match parts.get(k) {
                    Some(Value::Atom(a)) => Ok(a.clone()),
                    _ => refuse("a range"),
                };
                let (lo, hi, closed) = match &*name {
                    "Range" => (Some(part(0)?), Some(part(1)?), false),
                    "RangeInclusive" => (Some(part(0)?), Some(part(1)?), true),
                    "RangeFrom" => (Some(part(0)?), None, false),
                    "RangeTo" => (None, Some(part(0)?), false),
                    "RangeToInclusive" => (None, Some(part(0)?), true),
                    "RangeFull" => (None, None, false),
                    _ => return refuse("an index of this type"),
                };
                return self.slice(place, lo, hi, closed);
            }
            _ => return refuse("an index of this type"),
        }
        let list = self.list_at(&place)?;
        let i = self.eval_atom(index)?;
        // Iterators of the prelude are asked for items that they have.
        let inside = self.stack.last().is_some_and(|(f, _)| {
            let def = self.program.func(*f);
            def.origin == front::items::Origin::Prelude && def.of_trait.is_some() && &*def.name == "at"
        });
        match inside && self.frames.last().is_some_and(|f| !f.own) {
            true => self.element_inside(&list, &i),
            false => self.element(&list, i),
        }
    }

    fn slice(&mut self, place: Place, lo: Option<Atom>, hi: Option<Atom>, closed: bool) -> Result<Place, Refusal> {
        let list = self.list_at(&place)?;
        if lo.is_none() && hi.is_none() {
            return Ok(Place::Slice(list));
        }
        let lo = lo.unwrap_or_else(crate::core::build::zero);
        let limit = match hi {
            Some(_) => Some(self.len(&list)?),
            None => None,
        };
        let hi = match hi {
            Some(hi) if closed => self.sum(&hi, &usize_lit(1))?,
            Some(hi) => hi,
            None => self.len(&list)?,
        };
        let len = self.difference(&hi, &lo)?;
        Ok(Place::Slice(self.part(&list, lo, len, limit.as_ref())?))
    }

    /// The value of an expression that is a scalar, with a name.
    pub(crate) fn eval_atom(&mut self, e: ExprId) -> Result<Atom, Refusal> {
        let value = self.eval(e)?;
        let was = self.span;
        if self.frames.last().is_some_and(|f| f.own) {
            self.span = self.typed()?.body.exprs[e].span;
        }
        let atom = self.atom(value, self.span);
        self.span = was;
        atom
    }

    pub(crate) fn literal(&self, lit: &syn::Lit, ty: &Type) -> Result<Value, Refusal> {
        Ok(match (lit, ty) {
            (syn::Lit::Bool(b), _) => Value::Atom(if b.value { yes() } else { no() }),
            (syn::Lit::Int(i), Type::Int(int)) => {
                if i.suffix().is_empty() {
                    let digits = i.to_string();
                    Value::lit(typed_literal(&digits, *int))
                } else if *int == Int::Usize {
                    Value::lit(typed_literal(i.base10_digits(), *int))
                } else {
                    Value::lit(i.to_token_stream())
                }
            }
            (syn::Lit::Float(f), Type::Float(_)) => Value::lit(self.float_literal(f, ty)),
            (syn::Lit::Int(_), Type::Float(_)) => Value::lit(lit.to_token_stream()),
            (syn::Lit::Byte(_), Type::Int(_)) => Value::lit(lit.to_token_stream()),
            // Said by a panic, or asked something.
            (syn::Lit::Str(_) | syn::Lit::Char(_), _) => Value::lit(lit.to_token_stream()),
            // What takes it says what it is.
            (syn::Lit::Int(_) | syn::Lit::Float(_), Type::Opaque(text)) if text.is_empty() => {
                Value::lit(lit.to_token_stream())
            }
            _ => return refuse("a literal of this type"),
        })
    }

    fn eval_plain(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Value, Refusal> {
        match &typed.body.exprs[e].kind {
            ExprKind::Literal(syn::Lit::ByteStr(text)) => {
                let byte = Type::Int(Int::U8);
                let all = text.value().iter().map(|b| Value::lit(typed_literal(&b.to_string(), Int::U8))).collect();
                let list = Value::List(self.listed(&byte, all, true)?);
                Ok(Value::Ref(false, Box::new(Place::Temp(Box::new(list)))))
            }
            ExprKind::Literal(lit) => self.literal(lit, &typed.exprs[e]),
            ExprKind::Local(_) | ExprKind::Field(..) => {
                let place = self.place_plain(typed, e)?;
                self.load(&place)
            }
            ExprKind::Index(..) | ExprKind::Deref(_) if !typed.callees.contains_key(&e) => {
                let place = self.place_plain(typed, e)?;
                self.load(&place)
            }
            ExprKind::Binary(..) => self.binary(typed, e),
            ExprKind::Unary(op, inner) => self.unary(typed, e, *op, *inner),
            ExprKind::Cast(inner, _) => {
                let from = self.ty(*inner)?;
                let value = self.eval(*inner)?;
                self.cast(value, &from, &typed.exprs[e])
            }
            ExprKind::Assign(place, value) => {
                if let ExprKind::Tuple(_) = typed.body.exprs[*place].kind {
                    return refuse("an assignment to several places");
                }
                let new = self.eval(*value)?;
                self.after_exit()?;
                let new = self.moved_out(*value, new)?;
                let place = self.place(*place)?;
                self.store(&place, new)?;
                Ok(Value::UNIT)
            }
            ExprKind::AssignOp(op, place, value) => self.assign_op(typed, e, *op, *place, *value),
            ExprKind::Block(stmts, tail, label) => match label {
                None => self.block(typed, stmts, *tail),
                Some(label) => self.leaveable(|b, id| {
                    b.frame_now()?.labels.borrow_mut().insert(*label, id);
                    b.block(typed, stmts, *tail)
                }),
            },
            ExprKind::If(cond, then, other) => {
                let value = self.condition(typed, *cond, &mut |b| b.eval(*then), &mut |b| match other {
                    Some(other) => b.eval(*other),
                    None => Ok(Value::UNIT),
                })?;
                self.guard()?;
                Ok(value)
            }
            ExprKind::Let(pat, inner) => {
                let place = self.place(*inner)?;
                let place = self.held(place)?;
                Ok(Value::Atom(self.fits(*pat, &place)?))
            }
            ExprKind::Match(scrutinee, arms) => {
                let place = self.place(*scrutinee)?;
                let place = self.held(place)?;
                let value = self.arms(typed, &place, arms)?;
                self.guard()?;
                Ok(value)
            }
            ExprKind::Loop(body, label, attrs) => self.while_loop(typed, None, *body, *label, attrs),
            ExprKind::While(cond, body, label, attrs) => self.while_loop(typed, Some(*cond), *body, *label, attrs),
            ExprKind::For(..) => self.for_loop(typed, e),
            ExprKind::Break(label, value) => {
                let value = self.given(*value)?;
                let id = self.label(*label)?;
                self.exit(id, true, value)
            }
            ExprKind::Continue(label) => {
                let id = self.label(*label)?;
                self.exit(id, false, Value::Never)
            }
            ExprKind::Return(value) => {
                let value = self.given(*value)?;
                let id = self.frame_now()?.returns;
                self.exit(id, true, value)
            }
            ExprKind::Tuple(parts) => {
                let mut all = vec![];
                for part in parts {
                    let value = self.eval(*part)?;
                    all.push(self.moved_out(*part, value)?);
                }
                Ok(Value::Tuple(all))
            }
            ExprKind::List(parts, heap) => {
                let Some(of) = typed.exprs[e].element().cloned() else { return refuse("a list of this type") };
                let mut all = vec![];
                for part in parts {
                    let value = self.eval(*part)?;
                    all.push(self.settle(value, self.span)?);
                }
                Ok(Value::List(self.listed(&of, all, !*heap)?))
            }
            ExprKind::Repeat(value, count, heap) => {
                let Some(of) = typed.exprs[e].element().cloned() else { return refuse("a list of this type") };
                let value = self.eval(*value)?;
                let value = self.settle(value, self.span)?;
                let count = match (&typed.exprs[e], heap) {
                    (Type::Array(_, len), false) => self.len_atom(len)?,
                    _ => self.eval_atom(*count)?,
                };
                Ok(Value::List(self.filled(&of, &value, count, !*heap)?))
            }
            ExprKind::Struct(adt, variant, _, fields, base) => {
                let def = self.program.adt(*adt);
                let names: Vec<Rc<str>> = def.variants[*variant].fields.iter().map(|f| f.name.clone()).collect();
                let mut values: Vec<Option<Value>> = vec![None; names.len()];
                for (name, value) in fields {
                    let Some(k) = names.iter().position(|n| n == name) else { return refuse("a field") };
                    let v = self.eval(*value)?;
                    values[k] = Some(self.moved_out(*value, v)?);
                }
                if let Some(base) = base {
                    self.rest_of(typed, *base, (*adt, *variant), &mut values)?;
                }
                let Some(values) = values.into_iter().collect() else { return refuse("a field is missing") };
                Ok(self.made_of(*adt, *variant, values))
            }
            ExprKind::Variant(adt, variant, _) => {
                let def = self.program.adt(*adt);
                match def.variants[*variant].fields.is_empty() {
                    true => Ok(self.variant(*adt, *variant, vec![])),
                    false => Ok(Value::Variant(*adt, *variant)),
                }
            }
            ExprKind::Range(lo, hi, _) => {
                let mut parts = vec![];
                for part in [lo, hi].into_iter().flatten() {
                    let value = self.eval(*part)?;
                    parts.push(self.settle(value, self.span)?);
                }
                if let Type::Adt(adt, _) = &typed.exprs[e]
                    && self.program.adt(*adt).variants[0].fields.len() == parts.len() + 1
                {
                    parts.push(Value::Atom(no()));
                }
                Ok(Value::Tuple(parts))
            }
            ExprKind::Ref(mutable, inner) => self.lent_from(typed, *mutable, *inner),
            ExprKind::Closure(closure) => {
                let frame = self.frame_now()?;
                let mut moved = HashMap::new();
                if let Some(around) = self.moved.last() {
                    moved.clone_from(around);
                }
                if closure.moves {
                    for &local in &closure.captures {
                        let Ok(var) = self.local(local) else { continue };
                        // What never changes is found where it is.
                        let scalar = crate::core::build::scalar(&typed.locals[local]).is_some();
                        if scalar && !typed.body.locals[local].mutable {
                            continue;
                        }
                        let value = self.env[var].clone();
                        // What is copied is copied now, what is not moves in.
                        let value = match self.is_copy(&typed.locals[local]) {
                            true => self.owned(value)?,
                            false => {
                                if has_list(&value) {
                                    self.env[var] = Value::Never;
                                }
                                value
                            }
                        };
                        self.claim(&value);
                        let copy = self.var(value);
                        self.env_names[copy] = self.env_names[var].clone();
                        moved.insert(local, copy);
                    }
                }
                Ok(Value::Closure(Rc::new(Closure { frame, of: Callable::Expr(e), moved: RefCell::new(moved) })))
            }
            ExprKind::Item(..) | ExprKind::TypeFn(..) => self.item(typed, e),
            ExprKind::Try(inner) => self.question(typed, *inner),
            ExprKind::Call(..) | ExprKind::Method(..) | ExprKind::Index(..) | ExprKind::Deref(_) => {
                let value = self.call(typed, e)?;
                Ok(value)
            }
            ExprKind::Assert(cond, say) => self.assertion(*cond, say),
            ExprKind::Say(say) => self.say(typed, say),
            ExprKind::Test(say) => self.test(typed, say),
            ExprKind::Param(k) => match self.frame_now()?.args.get(*k) {
                Some(Type::Const(len)) => Ok(Value::Atom(self.len_atom(len)?)),
                _ => refuse("a generic parameter as a value"),
            },
            ExprKind::Foreign(path) => self.foreign(typed, e, path),
            ExprKind::Text(tokens, locals) if locals.is_empty() => Ok(Value::Text(crate::core::expr::opaque::Text {
                tokens: tokens.clone(),
                vals: vec![],
                place: false,
                words: false,
                made: false,
            })),
            ExprKind::ForeignStruct(..) | ExprKind::Text(..) => refuse("text that is not read"),
        }
    }

    /// What is left with.
    fn given(&mut self, value: Option<ExprId>) -> Result<Value, Refusal> {
        let Some(e) = value else { return Ok(Value::UNIT) };
        let value = self.eval(e)?;
        match value {
            Value::Never => Ok(value),
            value => self.moved_out(e, value),
        }
    }

    /// What is looked at several times has a name.
    pub(crate) fn held(&mut self, place: Place) -> Result<Place, Refusal> {
        match place {
            Place::Temp(value) => {
                let value = self.settle(*value, self.span)?;
                Ok(Place::Temp(Box::new(value)))
            }
            place => Ok(place),
        }
    }

    /// What follows in this expression runs only if nothing was left.
    fn after_exit(&mut self) -> Result<(), Refusal> {
        self.guard()
    }
}

/// Whether lists are in a value, and not behind references.
pub(crate) fn has_list(value: &Value) -> bool {
    match value {
        Value::List(_) => true,
        Value::Tuple(parts) => parts.iter().any(has_list),
        Value::Enum(c) => c.variants.iter().flatten().flatten().any(has_list),
        _ => false,
    }
}
