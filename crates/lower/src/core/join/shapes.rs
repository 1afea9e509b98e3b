//! The forms of what loops carry: whether two values are the same, whether one has room for another.

use crate::core::build::zero;
use crate::core::value::{Choice, Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};

/// A value without the texts in it: which they are, is not known before there are any.
fn untold(value: &Value) -> Value {
    let all = |parts: &[Value]| parts.iter().map(untold).collect();
    match value {
        Value::Text(_) => Value::Unseen,
        Value::Tuple(parts) => Value::Tuple(all(parts)),
        Value::Enum(c) => {
            let variants = c.variants.iter().map(|v| v.as_deref().map(all)).collect();
            Value::Enum(Box::new(Choice { tag: c.tag.clone(), variants }))
        }
        Value::Ref(m, place) => match &**place {
            Place::Temp(inner) => Value::Ref(*m, Box::new(Place::Temp(Box::new(untold(inner))))),
            _ => value.clone(),
        },
        value => value.clone(),
    }
}

/// Whether a value has lists, or references, where another has nothing.
pub(crate) fn comes_with_memory(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Never, then) => crate::core::expr::has_list(then) || matches!(then, Value::Ref(..)),
        (Value::Tuple(x), Value::Tuple(y)) => x.iter().zip(y).any(|(x, y)| comes_with_memory(x, y)),
        (Value::Enum(x), Value::Enum(y)) => x.variants.iter().zip(&y.variants).any(|(p, q)| match (p, q) {
            (None, Some(q)) => q.iter().any(|q| comes_with_memory(&Value::Never, q)),
            (Some(p), Some(q)) => p.iter().zip(q).any(|(p, q)| comes_with_memory(p, q)),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether two values are the same, by their names.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Never, Value::Never) => true,
        (Value::Atom(x), Value::Atom(y)) => x.same(y),
        (Value::Tuple(x), Value::Tuple(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y)),
        (Value::Enum(x), Value::Enum(y)) => {
            x.tag.same(&y.tag)
                && x.variants.iter().zip(&y.variants).all(|(p, q)| match (p, q) {
                    (None, None) => true,
                    (Some(p), Some(q)) => p.iter().zip(q).all(|(p, q)| same(p, q)),
                    _ => false,
                })
        }
        (Value::List(x), Value::List(y)) => same_list(x, y),
        (Value::Ref(m, p), Value::Ref(n, q)) => m == n && same_place(p, q),
        (Value::Outside(x), Value::Outside(y)) => x.same(y),
        (Value::Dyn(s, x), Value::Dyn(t, y)) => s == t && same(x, y),
        (Value::Closure(x), Value::Closure(y)) => std::rc::Rc::ptr_eq(x, y),
        (Value::Function(x, s), Value::Function(y, t)) => x == y && s == t,
        (Value::Variant(x, s), Value::Variant(y, t)) => x == y && s == t,
        (Value::Row(x), Value::Row(y)) => x.name == y.name,
        (Value::Text(x), Value::Text(y)) => x.same(y),
        (Value::Unseen, Value::Unseen) => true,
        _ => false,
    }
}

/// Whether something in a value is not known any more in a form that has room for another.
pub(crate) fn is_lost(before: &Value, wide: &Value) -> bool {
    let any = |x: &[Value], y: &[Value]| x.iter().zip(y).any(|(x, y)| is_lost(x, y));
    match (before, wide) {
        (Value::Unseen, _) => false,
        (_, Value::Unseen) => true,
        (Value::Tuple(x), Value::Tuple(y)) => any(x, y),
        (Value::Enum(x), Value::Enum(y)) => {
            x.variants.iter().zip(&y.variants).any(|pair| matches!(pair, (Some(x), Some(y)) if any(x, y)))
        }
        (Value::Ref(_, p), Value::Ref(_, q)) => match (&**p, &**q) {
            (Place::Temp(x), Place::Temp(y)) => is_lost(x, y),
            _ => false,
        },
        _ => false,
    }
}

fn same_list(x: &List, y: &List) -> bool {
    x.cols.same(&y.cols)
        && match (&x.part, &y.part) {
            (None, None) => true,
            (Some((a, n)), Some((b, m))) => a.same(b) && n.same(m),
            _ => false,
        }
}

pub(crate) fn same_place(p: &Place, q: &Place) -> bool {
    match (p, q) {
        (Place::Var(v, s), Place::Var(w, t)) => v == w && s == t,
        (Place::Element(l, i, s), Place::Element(m, j, t)) => s == t && i.same(j) && same_list(l, m),
        (Place::Slice(l), Place::Slice(m)) => same_list(l, m),
        (Place::Temp(v), Place::Temp(w)) => same(v, w),
        (Place::Whole(a), Place::Whole(b)) => a.same(b),
        (Place::Either(f, a, b), Place::Either(g, c, d)) => f.same(g) && same_place(a, c) && same_place(b, d),
        _ => false,
    }
}

impl Builder<'_> {
    /// A value in the form that has room for another one too: variants that only that has are filled with stand-ins.
    pub(crate) fn widened(&self, a: &Value, b: &Value) -> Result<Value, Refusal> {
        Ok(match (a, b) {
            (Value::Never, Value::Never) => Value::Never,
            (Value::Unseen, _) | (_, Value::Unseen) => Value::Unseen,
            (Value::Never, b) => self.placeholder(b)?,
            (a, Value::Never) => a.clone(),
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => {
                Value::Tuple(x.iter().zip(y).map(|(x, y)| self.widened(x, y)).collect::<Result<_, _>>()?)
            }
            (Value::Enum(x), Value::Enum(y)) if x.variants.len() == y.variants.len() => {
                let mut variants = vec![];
                for (p, q) in x.variants.iter().zip(&y.variants) {
                    variants.push(match (p, q) {
                        (None, None) => None,
                        (None, Some(q)) => Some(q.iter().map(|q| self.placeholder(q)).collect::<Result<Vec<_>, _>>()?),
                        (Some(p), None) => Some(p.clone()),
                        (Some(p), Some(q)) => {
                            Some(p.iter().zip(q).map(|(p, q)| self.widened(p, q)).collect::<Result<Vec<_>, _>>()?)
                        }
                    });
                }
                Value::Enum(Box::new(Choice { tag: x.tag.clone(), variants }))
            }
            (Value::Atom(_), Value::Atom(_)) => a.clone(),
            (Value::List(x), Value::List(y)) if x.cols.is_like(&y.cols) && x.part.is_some() == y.part.is_some() => {
                a.clone()
            }
            (Value::Ref(m, p), Value::Ref(_, q)) => match (&**p, &**q) {
                (Place::Temp(v), Place::Temp(w)) => {
                    Value::Ref(*m, Box::new(Place::Temp(Box::new(self.widened(v, w)?))))
                }
                (p, q) if same_form(p, q) => a.clone(),
                _ => return refuse("a reference that a loop moves elsewhere"),
            },
            (a, b) if same(a, b) => a.clone(),
            (Value::Dyn(s, x), Value::Dyn(t, y)) if s == t => Value::Dyn(s.clone(), Box::new(self.widened(x, y)?)),
            (Value::Text(_), _) | (_, Value::Text(_)) => Value::Unseen,
            _ => return refuse("a value whose form a loop changes"),
        })
    }

    /// A value of a form before there is one.
    fn placeholder(&self, v: &Value) -> Result<Value, Refusal> {
        match self.is_outside(v) {
            true => self.stand_in(&untold(v)),
            false => refuse("a list or a reference that comes up in a loop"),
        }
    }

    /// Whether a value holds scalars, and references to what lies outside of the loop, alone.
    fn is_outside(&self, v: &Value) -> bool {
        match v {
            Value::Atom(_) | Value::Text(_) | Value::Unseen => true,
            Value::Tuple(parts) => parts.iter().all(|p| self.is_outside(p)),
            Value::Enum(c) => c.variants.iter().flatten().flatten().all(|p| self.is_outside(p)),
            Value::List(list) => self.list_is_outside(list),
            Value::Dyn(_, inner) => self.is_outside(inner),
            Value::Ref(_, place) => match &**place {
                Place::Temp(v) => self.is_outside(v),
                Place::Element(list, ..) | Place::Slice(list) => self.list_is_outside(list),
                Place::Whole(w) => w.of < self.params,
                _ => false,
            },
            _ => false,
        }
    }

    pub(crate) fn list_is_outside(&self, list: &List) -> bool {
        let mut outside = !crate::core::structures::recursive_values::has_trees(&list.cols);
        list.cols.arrays(&mut |arr| {
            let mut frame = self.arrays[arr].frame;
            while frame > self.frame {
                frame = self.parents[frame];
            }
            outside &= frame != self.frame || self.frame == 0;
        });
        outside
    }
}

/// The list at a place outside, where another place is a part of it.
pub(crate) fn list_of(place: &Place, part: &Place) -> Option<List> {
    let (Place::Whole(whole), Place::Slice(list)) = (place, part) else {
        let Place::Temp(part) = part else { return None };
        let Value::List(list) = &**part else { return None };
        return list_of(place, &Place::Slice(list.clone()));
    };
    let is_same = matches!(&*list.cols, Cols::Whole(w) if w.is_like(whole));
    is_same.then(|| List::whole(Cols::Whole(whole.clone())))
}

/// Whether a loop makes a list, or a reference to one, one to a part of it.
pub(crate) fn is_cut(before: &Value, after: &Value) -> bool {
    let list = |x: &List, y: &List| x.cols.is_like(&y.cols) && x.part.is_none() && y.part.is_some();
    match (before, after) {
        (Value::List(x), Value::List(y)) => list(x, y),
        (Value::Tuple(x), Value::Tuple(y)) => x.iter().zip(y).any(|(x, y)| is_cut(x, y)),
        (Value::Dyn(_, x), Value::Dyn(_, y)) => is_cut(x, y),
        (Value::Enum(x), Value::Enum(y)) => x.variants.iter().zip(&y.variants).any(|(p, q)| match (p, q) {
            (Some(p), Some(q)) => p.iter().zip(q).any(|(p, q)| is_cut(p, q)),
            _ => false,
        }),
        (Value::Ref(_, p), Value::Ref(_, q)) => match (&**p, &**q) {
            (Place::Slice(x), Place::Slice(y)) | (Place::Element(x, ..), Place::Element(y, ..)) => list(x, y),
            (Place::Temp(x), Place::Temp(y)) => is_cut(x, y),
            (Place::Whole(_), q) => list_of(p, q).is_some(),
            _ => false,
        },
        _ => false,
    }
}

impl Builder<'_> {
    /// Lists that another value has parts of become parts too: all of what they are.
    pub(crate) fn cut_like(&mut self, value: &mut Value, like: &Value) -> Result<(), Refusal> {
        let list = |b: &mut Self, x: &mut List, y: &List| {
            if x.cols.is_like(&y.cols) && x.part.is_none() && y.part.is_some() {
                x.part = Some((zero(), b.len(x)?));
            }
            Ok(())
        };
        match (value, like) {
            (Value::List(x), Value::List(y)) => list(self, x, y),
            (Value::Tuple(x), Value::Tuple(y)) => x.iter_mut().zip(y).try_for_each(|(x, y)| self.cut_like(x, y)),
            (Value::Dyn(_, x), Value::Dyn(_, y)) => self.cut_like(x, y),
            (Value::Enum(x), Value::Enum(y)) => {
                let both = x.variants.iter_mut().zip(&y.variants);
                let mut both = both.filter_map(|(p, q)| p.as_mut().zip(q.as_ref()));
                both.try_for_each(|(p, q)| p.iter_mut().zip(q).try_for_each(|(p, q)| self.cut_like(p, q)))
            }
            (Value::Ref(_, p), Value::Ref(_, q)) => match (&mut **p, &**q) {
                (Place::Slice(x), Place::Slice(y)) | (Place::Element(x, ..), Place::Element(y, ..)) => list(self, x, y),
                (Place::Temp(x), Place::Temp(y)) => self.cut_like(x, y),
                (p @ Place::Whole(_), q) => {
                    if let Some(mut list) = list_of(p, q) {
                        list.part = Some((zero(), self.len(&list)?));
                        *p = match q {
                            Place::Temp(_) => Place::Temp(Box::new(Value::List(list))),
                            _ => Place::Slice(list),
                        };
                    }
                    Ok(())
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

fn same_form(p: &Place, q: &Place) -> bool {
    match (p, q) {
        (Place::Var(v, s), Place::Var(w, t)) => v == w && s == t,
        (Place::Element(l, _, s), Place::Element(m, _, t)) => {
            s == t && l.cols.is_like(&m.cols) && l.part.is_some() == m.part.is_some()
        }
        (Place::Slice(l), Place::Slice(m)) => l.cols.is_like(&m.cols) && l.part.is_some() == m.part.is_some(),
        (Place::Whole(a), Place::Whole(b)) => a.is_like(b),
        _ => false,
    }
}
