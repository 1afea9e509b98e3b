//! Places: what is read, written and lent.

use crate::core::structures::Whole;
use crate::core::value::{Choice, Cols, List, Place, Step, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Mode, Op, Step as Said, Storage};
use front::ty::Ty as Type;

impl Builder<'_> {
    /// What lies at a place. Lists are not copied.
    pub(crate) fn load(&mut self, place: &Place) -> Result<Value, Refusal> {
        match place {
            Place::Var(v, steps) => {
                if let Some(w) = self.outside(place)? {
                    return self.load_whole(&w);
                }
                let mut value = &self.env[*v];
                for step in steps {
                    value = part_of(value, *step)?;
                }
                match value {
                    Value::Never => refuse("what is not there yet is read"),
                    value => Ok(value.clone()),
                }
            }
            Place::Element(list, i, path) => self.load_element(list, i, path),
            Place::Slice(list) => Ok(Value::List(list.clone())),
            Place::Temp(value) => Ok((**value).clone()),
            Place::Whole(w) => self.load_whole(w),
            Place::Either(flag, a, b) => {
                let (a, b) = ((**a).clone(), (**b).clone());
                // A list that is joined is a copy, and what is written to it would be lost.
                if holds_list(&self.load(&a)?) {
                    return refuse("a choice between lists that are written to");
                }
                self.branch(flag.clone(), move |s| s.value_at(&a), move |s| s.value_at(&b))
            }
        }
    }

    /// The place outside that a place here stands for.
    pub(crate) fn outside(&mut self, place: &Place) -> Result<Option<Whole>, Refusal> {
        let (value, steps) = match place {
            Place::Var(v, steps) => (&self.env[*v], steps.as_slice()),
            Place::Temp(value) => (&**value, &[][..]),
            Place::Whole(w) => return Ok(Some(w.clone())),
            _ => return Ok(None),
        };
        let Value::Outside(w) = value else { return Ok(None) };
        let mut w = w.clone();
        for step in steps {
            w = match step {
                Step::Field(k) => self.whole_field(&w, *k)?,
                Step::Variant(variant, k) => self.whole_variant(&w, *variant, *k)?,
            };
        }
        Ok(Some(w))
    }

    /// A value that what changes later does not reach: elements by value, lists as copies.
    pub(crate) fn owned(&mut self, value: Value) -> Result<Value, Refusal> {
        Ok(match value {
            Value::List(list) if list.part.is_none() && self.is_unnamed(&list) => Value::List(list),
            Value::List(list) if matches!(*list.cols, Cols::Whole(_) | Cols::Each(_)) => Value::List(list),
            Value::List(list) => Value::List(self.copied(&list)?),
            Value::Dyn(ty, inner) => Value::Dyn(ty, Box::new(self.owned(*inner)?)),
            other => other.with_parts(&mut |part| self.owned(part))?,
        })
    }

    /// Whether nobody else has the list.
    fn is_unnamed(&self, list: &List) -> bool {
        Self::arrays_of(list).iter().all(|arr| self.unnamed.contains(arr))
    }

    /// From here on the list has an owner.
    pub(crate) fn claim(&mut self, value: &Value) {
        match value {
            Value::List(list) => {
                for arr in Self::arrays_of(list) {
                    self.unnamed.remove(&arr);
                }
            }
            Value::Tuple(parts) => parts.iter().for_each(|p| self.claim(p)),
            Value::Dyn(_, inner) => self.claim(inner),
            Value::Enum(c) => c.variants.iter().flatten().flatten().for_each(|p| self.claim(p)),
            _ => {}
        }
    }

    /// The same value with names for its codes, lists by reference to what they are now.
    pub(crate) fn clone_settled(&mut self, value: &Value) -> Result<Value, Refusal> {
        self.settle(value.clone(), self.span)
    }

    /// A field of what lies at a place.
    pub(crate) fn project(&mut self, place: Place, step: Step) -> Result<Place, Refusal> {
        let place = match self.outside(&place)? {
            Some(w) => Place::Whole(w),
            None => place,
        };
        match (place, step) {
            (Place::Var(v, mut steps), step) => {
                steps.push(step);
                Ok(Place::Var(v, steps))
            }
            (Place::Element(list, i, mut path), Step::Field(k)) => {
                path.push(k);
                self.tree_or_element(list, i, path)
            }
            (Place::Element(list, i, mut path), step) if !matches!(*list.cols, Cols::Whole(_)) => {
                path.push(self.column_of(&list.cols, &path, step)?);
                self.tree_or_element(list, i, path)
            }
            (Place::Whole(w), Step::Field(k)) => Ok(Place::Whole(self.whole_field(&w, k)?)),
            (Place::Whole(w), Step::Variant(variant, k)) => Ok(Place::Whole(self.whole_variant(&w, variant, k)?)),
            (Place::Element(list, i, path), Step::Variant(variant, k)) => {
                let Cols::Whole(w) = &*list.cols else { return refuse("a list of an enum") };
                let w = self.whole_at(w, &i, &path)?;
                Ok(Place::Whole(self.whole_variant(&w, variant, k)?))
            }
            (Place::Temp(value), step) => Ok(Place::Temp(Box::new(part_of(&value, step)?.clone()))),
            (Place::Either(flag, a, b), step) => {
                let (a, b) = (self.project(*a, step)?, self.project(*b, step)?);
                Ok(Place::Either(flag, Box::new(a), Box::new(b)))
            }
            _ => refuse("a part of this"),
        }
    }

    /// Which variant lies at a place; its fields may be left where they are.
    pub(crate) fn choice_at(&mut self, place: &Place) -> Result<Choice, Refusal> {
        if let Some(w) = self.outside(place)? {
            return self.whole_tag(&w);
        }
        match place {
            Place::Element(list, i, path) if let Cols::Whole(w) = &*list.cols => {
                let w = self.whole_at(w, i, path)?;
                return self.whole_tag(&w);
            }
            _ => {}
        }
        match self.load(place)? {
            Value::Enum(choice) => Ok(*choice),
            _ => refuse("no enum"),
        }
    }

    /// What a reference refers to.
    pub(crate) fn referent(&mut self, value: Value) -> Result<Place, Refusal> {
        match value {
            Value::Ref(_, place) => Ok(*place),
            // What is boxed lies where the box lies.
            other => Ok(Place::Temp(Box::new(other))),
        }
    }

    /// The list at a place.
    pub(crate) fn list_at(&mut self, place: &Place) -> Result<List, Refusal> {
        match self.load(place)? {
            Value::List(list) => Ok(list),
            Value::Ref(_, inner) => self.list_at(&inner),
            _ => refuse("this is no list"),
        }
    }

    /// Puts a value in a place.
    pub(crate) fn store(&mut self, place: &Place, value: Value) -> Result<(), Refusal> {
        match place {
            Place::Var(v, steps) => {
                let value = self.settle(value, self.span)?;
                let name = self.env_names[*v].clone();
                if &*name != "t" {
                    self.rename(&value, &name, self.span);
                }
                let old = {
                    let mut now = Some(&self.env[*v]);
                    for step in steps {
                        now = now.and_then(|value| part_of(value, *step).ok());
                    }
                    now.cloned().unwrap_or(Value::Never)
                };
                let new = self.replaced(&old, value)?;
                self.put(*v, steps, new)
            }
            Place::Element(list, i, path) => {
                let value = self.settle(value, self.span)?;
                self.store_element(list, i, path, Mode::Set, value)
            }
            Place::Slice(to) => match value {
                Value::List(from) => self.copy_into(to, &from),
                _ => refuse("a list is expected here"),
            },
            Place::Either(flag, a, b) => {
                let value = self.settle(value, self.span)?;
                let (a, b, other) = ((**a).clone(), (**b).clone(), value.clone());
                let written = |place: Place, value: Value| {
                    move |b: &mut Self| {
                        b.store(&place, value)?;
                        Ok(Value::UNIT)
                    }
                };
                self.branch(flag.clone(), written(a, value), written(b, other)).map(|_| ())
            }
            Place::Temp(_) | Place::Whole(_) => refuse("a write to what lies nowhere"),
        }
    }

    /// A value in place of another: lists keep their memory, so that loops and branches find it where it was.
    pub(crate) fn replaced(&mut self, old: &Value, new: Value) -> Result<Value, Refusal> {
        Ok(match (old, new) {
            // A text that loops and branches carry.
            (Value::Atom(old), Value::Text(text)) if self.is_held(old) && self.may_be_held(&text) => {
                Value::Atom(self.held_text(&text)?)
            }
            (Value::Tuple(olds), Value::Tuple(news)) if olds.len() == news.len() => {
                Value::Tuple(olds.iter().zip(news).map(|(o, n)| self.replaced(o, n)).collect::<Result<_, _>>()?)
            }
            (Value::List(_), Value::List(from)) if matches!(*from.cols, Cols::Each(_)) => Value::List(from),
            (Value::List(to), Value::List(from)) => {
                if to.cols.same(&from.cols) && to.part.is_some() == from.part.is_some() && to.grows == from.grows {
                    return Ok(Value::List(from));
                }
                match to.grows {
                    Some(_) => {
                        let from = match to.cols.same(&from.cols) {
                            true => self.copied(&from)?,
                            false => from,
                        };
                        let len = self.len(&from)?;
                        let grown = self.resized(to, len.clone(), crate::core::lists::Change::Either)?;
                        let all = List {
                            cols: grown.cols.clone(),
                            part: Some((crate::core::build::zero(), len)),
                            grows: None,
                        };
                        self.copy_into(&all, &from)?;
                        Value::List(grown)
                    }
                    None => {
                        let (n, m) = (self.len(to)?, self.len(&from)?);
                        if Self::arrays_of(to).iter().any(|arr| matches!(self.arrays[*arr].storage, Storage::Shared)) {
                            return refuse("a write to a list that is lent");
                        }
                        let lent = |arr: &usize| matches!(self.arrays[*arr].storage, Storage::Exclusive);
                        if !n.same(&m) && Self::arrays_of(to).iter().any(lent) {
                            let same = self.compared(&n, &m, "==")?;
                            let message = "a list behind a reference takes one that is as long as it is";
                            self.out.push(Said::Assert(quote::quote!(assert), same, quote::quote!(#message)));
                        } else if !n.same(&m) {
                            // A `Vec` that was made of one length takes one of another.
                            return crate::core::uneven("a list takes one that may be of another length");
                        }
                        self.copy_into(to, &from)?;
                        Value::List(to.clone())
                    }
                }
            }
            (Value::Enum(a), Value::Enum(b)) if a.variants.len() == b.variants.len() => {
                let Choice { tag, variants } = *b;
                let mut all = vec![];
                for (old, new) in a.variants.iter().zip(variants) {
                    all.push(match (old, new) {
                        (Some(old), Some(new)) => {
                            Some(old.iter().zip(new).map(|(o, n)| self.replaced(o, n)).collect::<Result<Vec<_>, _>>()?)
                        }
                        // What was there stays for the ways on which the variant is another.
                        (Some(old), None) => Some(old.clone()),
                        (_, new) => new,
                    });
                }
                Value::Enum(Box::new(Choice { tag, variants: all }))
            }
            (Value::Never, new) => {
                self.claim(&new);
                new
            }
            (_, new) => new,
        })
    }

    /// Puts a value at a part of a variable.
    pub(crate) fn put(&mut self, v: usize, steps: &[Step], new: Value) -> Result<(), Refusal> {
        let mut at = &mut self.env[v];
        for step in steps {
            at = match (at, *step) {
                (Value::Tuple(parts), Step::Field(k)) if k < parts.len() => &mut parts[k],
                (Value::Enum(c), Step::Variant(variant, k)) => match c.variants.get_mut(variant) {
                    Some(Some(fields)) if k < fields.len() => &mut fields[k],
                    _ => return refuse("a part of a variant that is not there"),
                },
                _ => return refuse("a part of this is not written to"),
            };
        }
        *at = new;
        Ok(())
    }

    /// `place += value` and `-=` on numbers.
    pub(crate) fn add_to(&mut self, place: &Place, sign: char, value: Atom) -> Result<(), Refusal> {
        if let (Place::Element(list, i, path), '+' | '-') = (place, sign) {
            let mode = if sign == '+' { Mode::Add } else { Mode::Sub };
            return self.store_element(list, i, path, mode, Value::Atom(value));
        }
        let now = self.load(place)?;
        let now = self.atom(now, self.span)?;
        let next = self.temporary(crate::ir::Ty::Float, Op::Bin(sign, now, value), self.span);
        self.store(place, Value::Atom(next))
    }

    /// What is boxed lies in a list as it is.
    pub(crate) fn unboxed<'t>(&self, ty: &'t Type) -> &'t Type {
        match ty {
            Type::Boxed(_, of) if !crate::core::lists::heterogeneous::is_each(ty) && !self.is_endless(of, 0) => {
                self.unboxed(of)
            }
            _ => ty,
        }
    }

    /// The types of the parts of a tuple or a structure.
    pub(crate) fn parts_of(&self, ty: &Type) -> Result<Vec<Type>, Refusal> {
        match ty {
            Type::Tuple(parts) => Ok(parts.clone()),
            Type::Adt(adt, args) => self.fields_of(*adt, 0, args),
            ty if self.is_open_type(ty) => refuse(crate::core::OF_OPEN_TYPE),
            _ => refuse("a list of such elements"),
        }
    }

    /// Whether a list is one of columns alone, so that it may stand in memory.
    pub(crate) fn leaf_list(arr: crate::ir::Arr, part: Option<(Atom, Atom)>) -> List {
        List { cols: std::rc::Rc::new(Cols::Leaf(arr)), part, grows: None }
    }
}

/// A part of a value.
pub(crate) fn part_of(value: &Value, step: Step) -> Result<&Value, Refusal> {
    match (value, step) {
        (Value::Tuple(parts), Step::Field(k)) => parts.get(k).ok_or_else(|| Refusal::new("there is no such part")),
        (Value::Enum(c), Step::Variant(variant, k)) => match c.variants.get(variant) {
            Some(Some(fields)) => fields.get(k).ok_or_else(|| Refusal::new("there is no such part")),
            _ => refuse("a part of a variant that is not there"),
        },
        _ => refuse("a part of this"),
    }
}

/// Whether a list is in a value.
pub(crate) fn holds_list(value: &Value) -> bool {
    match value {
        Value::List(_) => true,
        Value::Tuple(parts) => parts.iter().any(holds_list),
        Value::Enum(c) => c.variants.iter().flatten().flatten().any(holds_list),
        Value::Ref(_, place) => !matches!(**place, Place::Var(..) | Place::Whole(_)),
        _ => false,
    }
}
