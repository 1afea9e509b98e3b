//! What two ways through a function leave becomes one value again.

pub(crate) mod borrow_choice;
pub(crate) mod either_place;
pub(crate) mod escape;
pub(crate) mod lists;
pub(crate) mod shapes;
pub(crate) mod swap;

use crate::core::build::{dummy, flag, no, yes};
use crate::core::calls::function_values::is_function;
use crate::core::join::shapes::{list_of, same_place};
use crate::core::lists::heterogeneous::is_dyn;
use crate::core::value::{Choice, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Block, Join, Op, Step};
use proc_macro2::Span;
use std::rc::Rc;

/// The arms of an `if` that are lowered already.
pub(crate) struct Arms {
    pub(crate) cond: Atom,
    pub(crate) then: Block,
    pub(crate) other: Block,
    pub(crate) joins: Vec<Join>,
    /// How many variables there are outside.
    pub(crate) vars: usize,
    /// What comes in front of the `if`: memory that both fill.
    pub(crate) before: Vec<Step>,
}

impl Builder<'_> {
    pub(crate) fn join(&mut self, name: &str, a: &Value, b: &Value, arms: &mut Arms) -> Result<Value, Refusal> {
        let (x, y) = (made_inside(a, &arms.then), made_inside(b, &arms.other));
        if x || y {
            // What an arm alone reads is copied at its end.
            let a = if x { self.at_end(&mut arms.then, |s| s.apart(a.clone()))? } else { a.clone() };
            let b = if y { self.at_end(&mut arms.other, |s| s.apart(b.clone()))? } else { b.clone() };
            if made_inside(&a, &arms.then) || made_inside(&b, &arms.other) {
                return refuse("what one arm alone reads outside");
            }
            return self.join(name, &a, &b, arms);
        }
        Ok(match (a, b) {
            (Value::Never, Value::Never) => Value::Never,
            (Value::Never, v) | (v, Value::Never) => {
                let first = matches!(b, Value::Never);
                let mut each = |b: &mut Self, p: &Value| match first {
                    true => b.join(name, p, &Value::Never, arms),
                    false => b.join(name, &Value::Never, p, arms),
                };
                match v {
                    Value::Dyn(ty, inner) => Value::Dyn(ty.clone(), Box::new(each(self, inner)?)),
                    Value::Tuple(parts) => Value::Tuple(parts.iter().map(|p| each(self, p)).collect::<Result<_, _>>()?),
                    Value::Enum(c) => {
                        let Value::Atom(tag) = each(self, &Value::Atom(c.tag.clone()))? else { return refuse("a tag") };
                        let mut variants = vec![];
                        for fields in &c.variants {
                            variants.push(match fields {
                                Some(fields) => {
                                    Some(fields.iter().map(|p| each(self, p)).collect::<Result<Vec<_>, _>>()?)
                                }
                                None => None,
                            });
                        }
                        Value::Enum(Box::new(Choice { tag, variants }))
                    }
                    Value::List(l) => Value::List(self.kept(l, first, arms)?),
                    Value::Ref(m, place) if let Place::Slice(l) = &**place => {
                        Value::Ref(*m, Box::new(Place::Slice(self.kept(l, first, arms)?)))
                    }
                    Value::Ref(m, place) if let Place::Temp(inner) = &**place => {
                        Value::Ref(*m, Box::new(Place::Temp(Box::new(each(self, inner)?))))
                    }
                    // No other structure stands in for it.
                    Value::Atom(Atom::Val(v)) if self.values[*v].ty == crate::ir::Ty::Record => {
                        let made_in = if first { &arms.then } else { &arms.other };
                        let Some(like) = self.structure_like(*v, made_in) else {
                            return refuse("a structure that one way alone makes");
                        };
                        let (v, like) = (Atom::Val(*v), Atom::Val(like));
                        let (then, other) = if first { (&v, &like) } else { (&like, &v) };
                        Value::Atom(self.join_atoms(name, then, other, arms))
                    }
                    // What the text is made of is there in the arm alone.
                    Value::Text(text) if !text.vals.is_empty() && self.may_leave(text) => {
                        let made_in = if first { &mut arms.then } else { &mut arms.other };
                        let held = self.at_end(made_in, |s| s.atom(v.clone(), s.span))?;
                        let like = dummy(&self.atom_ty(&held));
                        let (then, other) = if first { (&held, &like) } else { (&like, &held) };
                        Value::Atom(self.join_atoms(name, then, other, arms))
                    }
                    v => {
                        self.check_captures(v, arms.vars)?;
                        let stand_in = self.stand_in(v)?;
                        let (a, b) = if first { (v, &stand_in) } else { (&stand_in, v) };
                        self.join_present(name, a, b, arms)?
                    }
                }
            }
            _ => self.join_present(name, a, b, arms)?,
        })
    }

    fn join_present(&mut self, name: &str, a: &Value, b: &Value, arms: &mut Arms) -> Result<Value, Refusal> {
        Ok(match (a, b) {
            (Value::Atom(x), Value::Atom(y)) => Value::Atom(self.join_atoms(name, x, y, arms)),
            (Value::Tuple(xs), Value::Tuple(ys)) if xs.len() == ys.len() => {
                let parts = xs.iter().zip(ys).map(|(x, y)| self.join(name, x, y, arms));
                Value::Tuple(parts.collect::<Result<_, _>>()?)
            }
            (Value::Enum(x), Value::Enum(y)) => {
                let tag = self.join_atoms("tag", &x.tag, &y.tag, arms);
                let mut variants = vec![];
                for (p, q) in x.variants.iter().zip(&y.variants) {
                    variants.push(match (p, q) {
                        (None, None) => None,
                        (p, q) => {
                            let n = p.as_ref().or(q.as_ref()).map_or(0, Vec::len);
                            let never = vec![Value::Never; n];
                            let (p, q) = (p.as_ref().unwrap_or(&never), q.as_ref().unwrap_or(&never));
                            let all = p.iter().zip(q).map(|(p, q)| self.join(name, p, q, arms));
                            Some(all.collect::<Result<_, _>>()?)
                        }
                    });
                }
                Value::Enum(Box::new(Choice { tag, variants }))
            }
            (Value::List(x), Value::List(y)) => Value::List(self.join_lists(x, y, arms)?),
            (Value::Ref(m, p), Value::Ref(n, q)) if m == n => {
                Value::Ref(*m, Box::new(self.join_places(*m, p, q, arms)?))
            }
            (Value::Outside(x), Value::Outside(y)) if x.same(y) => a.clone(),
            (Value::Closure(x), Value::Closure(y)) if Rc::ptr_eq(x, y) => a.clone(),
            (Value::Function(x, s), Value::Function(y, t)) if x == y && s == t => a.clone(),
            (Value::Variant(x, s), Value::Variant(y, t)) if x == y && s == t => a.clone(),
            (Value::Row(x), Value::Row(y)) if x.name == y.name => a.clone(),
            (Value::Text(x), Value::Text(y)) if x.same(y) => a.clone(),
            _ if self.is_lasting_text(a) && self.is_lasting_text(b) => {
                let text = |s: &mut Self, of: &Value| match of {
                    Value::Ref(_, place) => {
                        let of = s.load(place)?;
                        s.atom(of, s.span)
                    }
                    of => s.atom(of.clone(), s.span),
                };
                let x = self.at_end(&mut arms.then, |s| text(s, a))?;
                let y = self.at_end(&mut arms.other, |s| text(s, b))?;
                Value::Atom(self.join_atoms(name, &x, &y, arms))
            }
            (Value::Dyn(s, x), Value::Dyn(t, y)) if s == t => {
                Value::Dyn(s.clone(), Box::new(self.join(name, x, y, arms)?))
            }
            _ if is_function(a) && is_function(b) || is_dyn(a) && is_dyn(b) => self.either_function(a, b, arms)?,
            (Value::Unseen | Value::Text(_), _) | (_, Value::Unseen | Value::Text(_)) => Value::Unseen,
            // The reason of an error, as a text or what a function made of constants, and as something else.
            (Value::Outside(_), Value::Enum(_)) | (Value::Enum(_), Value::Outside(_)) => Value::Unseen,
            (Value::Atom(x), _) | (_, Value::Atom(x)) if is_words(x) || self.is_held(x) => Value::Unseen,
            _ => return refuse("a choice between values of different forms"),
        })
    }

    pub(crate) fn join_atoms(&mut self, name: &str, x: &Atom, y: &Atom, arms: &mut Arms) -> Atom {
        if x.same(y) {
            return x.clone();
        }
        match (flag(x), flag(y)) {
            (Some(true), Some(false)) => return arms.cond.clone(),
            (Some(false), Some(true)) => {
                let not = self.value("t", crate::ir::Ty::Bool, Span::call_site());
                arms.before.push(Step::Let(not, Op::Not(arms.cond.clone())));
                return Atom::Val(not);
            }
            _ => {}
        }
        if let Some(join) = arms.joins.iter().find(|j| j.then.same(x) && j.other.same(y)) {
            return Atom::Val(join.out);
        }
        let ty = match (x, y) {
            (Atom::Val(_), _) => self.atom_ty(x),
            _ => self.atom_ty(y),
        };
        let out = self.value(name, ty, self.span);
        if let Some(of) = [x, y].into_iter().filter_map(Atom::val).find_map(|v| self.rigid.get(&v).cloned()) {
            self.rigid.insert(out, of);
        }
        arms.joins.push(Join { out, then: x.clone(), other: y.clone() });
        Atom::Val(out)
    }

    /// A value of the same form for where control does not arrive.
    pub(crate) fn stand_in(&self, v: &Value) -> Result<Value, Refusal> {
        let mut v = v.clone();
        v.with_leaves(&mut |atom| *atom = dummy(&self.atom_ty(atom)));
        Ok(v)
    }

    fn join_places(&mut self, mutable: bool, p: &Place, q: &Place, arms: &mut Arms) -> Result<Place, Refusal> {
        match (p, q) {
            _ if same_place(p, q) => return Ok(p.clone()),
            (Place::Whole(a), Place::Whole(b)) if a.is_like(b) => return Ok(Place::Whole(self.join_ways(a, b, arms))),
            (Place::Element(l, i, s), Place::Element(m, j, t)) if s == t && l.cols.is_like(&m.cols) => {
                let list = self.join_lists(l, m, arms)?;
                return Ok(Place::Element(list, self.join_atoms("i", i, j, arms), s.clone()));
            }
            (Place::Slice(l), Place::Slice(m)) if l.cols.is_like(&m.cols) => {
                return Ok(Place::Slice(self.join_lists(l, m, arms)?));
            }
            (Place::Whole(_), Place::Slice(part)) if let Some(list) = list_of(p, q) => {
                return Ok(Place::Slice(self.join_lists(&list, part, arms)?));
            }
            (Place::Slice(part), Place::Whole(_)) if let Some(list) = list_of(q, p) => {
                return Ok(Place::Slice(self.join_lists(part, &list, arms)?));
            }
            _ => {}
        }
        if mutable {
            return self.either_place(p, q, arms);
        }
        let x = self.at_end(&mut arms.then, |b| b.value_at(p))?;
        let y = self.at_end(&mut arms.other, |b| b.value_at(q))?;
        Ok(Place::Temp(Box::new(self.join("t", &x, &y, arms)?)))
    }

    /// What lies at a place, with a name.
    pub(crate) fn value_at(&mut self, place: &Place) -> Result<Value, Refusal> {
        let value = self.load(place)?;
        self.settle(value, self.span)
    }

    /// More steps at the end of an arm.
    pub(crate) fn at_end<X>(
        &mut self,
        block: &mut Block,
        f: impl FnOnce(&mut Self) -> Result<X, Refusal>,
    ) -> Result<X, Refusal> {
        let out = std::mem::replace(&mut self.out, std::mem::take(&mut block.steps));
        let id = std::mem::replace(&mut self.block, block.id);
        let result = f(self);
        self.block = id;
        block.steps = std::mem::replace(&mut self.out, out);
        self.known.clear();
        result
    }

    /// The flag is set from here on.
    pub(crate) fn set_flag(&mut self, var: crate::core::value::Var) {
        self.env[var] = Value::Atom(yes());
    }

    pub(crate) fn unset_flag(&mut self, var: crate::core::value::Var) {
        self.env[var] = Value::Atom(no());
    }

    /// What a flag holds now.
    pub(crate) fn flag_now(&self, var: crate::core::value::Var) -> Atom {
        match &self.env[var] {
            Value::Atom(a) => a.clone(),
            _ => no(),
        }
    }
}

/// Whether it is a text that is written out.
fn is_words(atom: &Atom) -> bool {
    matches!(atom, Atom::Lit(lit) if syn::parse2::<syn::LitStr>(lit.tokens()).is_ok())
}

/// Whether a value refers to structures that a block reads.
pub(crate) fn made_inside(value: &Value, block: &Block) -> bool {
    let mut roots = vec![];
    value.roots(&mut roots);
    roots.iter().any(|v| defined_in(*v, block))
}

/// Whether a value is made in a block.
pub(crate) fn defined_in(v: crate::ir::Val, block: &Block) -> bool {
    let mut inside = false;
    crate::ir::walk(block, &mut |step, _| inside |= step.defines().contains(&v));
    inside
}
