//! Lists that come up in a loop: where nothing was before it, an empty list stands in front of it, which takes the
//! elements of what comes up.

use crate::core::build::{dummy, zero};
use crate::core::value::{Choice, Cols, List, Place, Value, Var};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Init, Storage, Ty};
use front::ty::Ty as Type;
use std::rc::Rc;

/// The form of a value, without names that are made in a loop.
pub(crate) enum Seed {
    Never,
    Atom(Ty),
    Tuple(Vec<Seed>),
    Choice(usize, Vec<Option<Vec<Seed>>>),
    List(Form),
    Temp(bool, Box<Seed>),
    /// A place outside of the loop.
    Outside(Value),
}

/// The form of a list.
pub(crate) enum Form {
    Leaf(Type),
    Tuple(Vec<Form>),
    Choice(Box<Form>, Vec<usize>),
    Lent(Box<Form>),
    Indices(crate::core::lists::references::Source, Box<Form>),
    Rows(Atom, Box<Form>),
    Table(Box<Form>),
}

/// How many values and variables there are in front of a loop.
pub(crate) struct Before {
    pub(crate) values: usize,
    pub(crate) vars: usize,
}

impl Builder<'_> {
    /// The form of what a variable holds after an iteration, if lists come up where nothing was.
    pub(crate) fn come_up(&self, before: &Value, after: &Value, outside: &Before) -> Result<Option<Seed>, Refusal> {
        match self.comes_up(before, after) {
            true => self.seed_of(after, outside).map(Some),
            false => Ok(None),
        }
    }

    fn comes_up(&self, before: &Value, after: &Value) -> bool {
        match (before, after) {
            (Value::Never, after) => self.has_inner_list(after),
            (Value::Tuple(x), Value::Tuple(y)) => x.iter().zip(y).any(|(x, y)| self.comes_up(x, y)),
            (Value::Enum(x), Value::Enum(y)) => x.variants.iter().zip(&y.variants).any(|(p, q)| match (p, q) {
                (None, Some(q)) => q.iter().any(|q| self.has_inner_list(q)),
                (Some(p), Some(q)) => p.iter().zip(q).any(|(p, q)| self.comes_up(p, q)),
                _ => false,
            }),
            _ => false,
        }
    }

    /// Whether lists are in a value that are made in the loop.
    fn has_inner_list(&self, value: &Value) -> bool {
        match value {
            Value::List(list) => !self.list_is_outside(list),
            Value::Tuple(parts) => parts.iter().any(|p| self.has_inner_list(p)),
            Value::Enum(c) => c.variants.iter().flatten().flatten().any(|p| self.has_inner_list(p)),
            Value::Ref(_, place) => matches!(&**place, Place::Temp(v) if self.has_inner_list(v)),
            _ => false,
        }
    }

    fn seed_of(&self, value: &Value, before: &Before) -> Result<Seed, Refusal> {
        let all = |parts: &[Value]| parts.iter().map(|p| self.seed_of(p, before)).collect::<Result<Vec<_>, _>>();
        Ok(match value {
            Value::Never => Seed::Never,
            Value::Atom(a) => Seed::Atom(self.atom_ty(a)),
            Value::Tuple(parts) => Seed::Tuple(all(parts)?),
            Value::Enum(c) => {
                let variants = c.variants.iter().map(|v| v.as_ref().map(|v| all(v)).transpose());
                Seed::Choice(c.variants.len(), variants.collect::<Result<_, _>>()?)
            }
            Value::List(list) => Seed::List(self.form_of(&list.cols, before)?),
            Value::Ref(m, place) => match &**place {
                Place::Temp(v) => Seed::Temp(*m, Box::new(self.seed_of(v, before)?)),
                place if self.lies_before(place, before) => Seed::Outside(self.stand_in(value)?),
                _ => return refuse("a reference that comes up in a loop"),
            },
            Value::Closure(_) => {
                self.check_captures(value, before.vars)?;
                Seed::Outside(value.clone())
            }
            Value::Function(..) | Value::Variant(..) | Value::Row(_) => Seed::Outside(value.clone()),
            Value::Text(_) | Value::Unseen => Seed::Outside(Value::Unseen),
            _ => return refuse("a function that comes up in a loop"),
        })
    }

    /// Whether a place lies in what was there in front of a loop.
    fn lies_before(&self, place: &Place, before: &Before) -> bool {
        let list = |list: &List| match &*list.cols {
            Cols::Whole(w) => w.of < before.values,
            _ => self.list_is_outside(list),
        };
        match place {
            Place::Whole(w) => w.of < before.values,
            Place::Element(l, ..) | Place::Slice(l) => list(l),
            _ => false,
        }
    }

    fn form_of(&self, cols: &Cols, before: &Before) -> Result<Form, Refusal> {
        Ok(match cols {
            Cols::Leaf(arr) => Form::Leaf(self.leaf_ty(*arr)),
            Cols::Tuple(parts) => Form::Tuple(parts.iter().map(|p| self.form_of(p, before)).collect::<Result<_, _>>()?),
            Cols::Choice(inner, shape) => Form::Choice(Box::new(self.form_of(inner, before)?), shape.clone()),
            Cols::Lent(inner) => Form::Lent(Box::new(self.form_of(inner, before)?)),
            Cols::Indices(of, inner) => Form::Indices(of.clone(), Box::new(self.form_of(inner, before)?)),
            Cols::Rows(n, _) if n.val().is_some_and(|v| v >= before.values) => {
                return refuse("rows of a length that a loop finds");
            }
            Cols::Rows(n, inner) => Form::Rows(n.clone(), Box::new(self.form_of(inner, before)?)),
            Cols::Table(table) => Form::Table(Box::new(self.form_of(&table.inner, before)?)),
            Cols::Whole(_) => return refuse("a list outside that comes up in a loop"),
            Cols::Each(_) => return refuse("a list of functions that comes up in a loop"),
        })
    }

    /// Puts a value of the form in front of a loop, where there was none.
    pub(crate) fn plant(&mut self, var: Var, seed: &Seed) -> Result<(), Refusal> {
        let now = std::mem::replace(&mut self.env[var], Value::Never);
        self.env[var] = self.planted(now, seed)?;
        Ok(())
    }

    fn planted(&mut self, now: Value, seed: &Seed) -> Result<Value, Refusal> {
        Ok(match (now, seed) {
            (Value::Tuple(parts), Seed::Tuple(seeds)) => {
                let all = parts.into_iter().zip(seeds).map(|(p, s)| self.planted(p, s));
                Value::Tuple(all.collect::<Result<_, _>>()?)
            }
            (Value::Enum(c), Seed::Choice(_, seeds)) => {
                let mut variants = vec![];
                for (fields, seeds) in c.variants.into_iter().zip(seeds) {
                    variants.push(match (fields, seeds) {
                        (Some(fields), Some(seeds)) => {
                            let all = fields.into_iter().zip(seeds).map(|(p, s)| self.planted(p, s));
                            Some(all.collect::<Result<Vec<_>, _>>()?)
                        }
                        (None, Some(seeds)) => {
                            Some(seeds.iter().map(|s| self.planted(Value::Never, s)).collect::<Result<Vec<_>, _>>()?)
                        }
                        (fields, None) => fields,
                    });
                }
                Value::Enum(Box::new(Choice { tag: c.tag, variants }))
            }
            (Value::Never, Seed::Atom(ty)) => Value::Atom(dummy(ty)),
            (Value::Never, Seed::Tuple(seeds)) => {
                let all = seeds.iter().map(|s| self.planted(Value::Never, s));
                Value::Tuple(all.collect::<Result<_, _>>()?)
            }
            (Value::Never, Seed::Choice(n, _)) => {
                let none =
                    Value::Enum(Box::new(Choice { tag: crate::core::value::tag_of(0, *n), variants: vec![None; *n] }));
                self.planted(none, seed)?
            }
            (Value::Never, Seed::List(form)) => {
                let cols = Rc::new(self.planted_cols(form)?);
                Value::List(self.growing_from(List { cols, part: Some((zero(), zero())), grows: None })?)
            }
            (Value::Never, Seed::Temp(m, seed)) => {
                let value = self.planted(Value::Never, seed)?;
                Value::Ref(*m, Box::new(Place::Temp(Box::new(value))))
            }
            (Value::Never, Seed::Outside(value)) => value.clone(),
            (now, _) => now,
        })
    }

    fn planted_cols(&mut self, form: &Form) -> Result<Cols, Refusal> {
        Ok(match form {
            Form::Leaf(of) => Cols::Leaf(self.alloc(Storage::Heap, of, Init::Elements(vec![]), Some(zero()))),
            Form::Tuple(parts) => {
                let parts = parts.iter().map(|p| Ok(Rc::new(self.planted_cols(p)?)));
                Cols::Tuple(parts.collect::<Result<_, Refusal>>()?)
            }
            Form::Choice(inner, shape) => Cols::Choice(Rc::new(self.planted_cols(inner)?), shape.clone()),
            Form::Lent(inner) => Cols::Lent(Rc::new(self.planted_cols(inner)?)),
            Form::Indices(of, inner) => Cols::Indices(of.clone(), Rc::new(self.planted_cols(inner)?)),
            Form::Rows(n, inner) => Cols::Rows(n.clone(), Rc::new(self.planted_cols(inner)?)),
            Form::Table(inner) => {
                let inner = Rc::new(self.planted_cols(inner)?);
                Cols::Table(self.new_table(inner))
            }
        })
    }
}
