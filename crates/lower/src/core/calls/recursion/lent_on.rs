//! What functions that call themselves are lent by each other to change, as it is to the function that is lent it: lists
//! that lie at its caller's, and what comes back when it ends.

use crate::core::build::{usize_lit, zero};
use crate::core::calls::recursion::lent::{Lent, fields, is_constant, lent_list};
use crate::core::lists::ragged::Table;
use crate::core::lists::{Change, Growing};
use crate::core::value::{Cols, List, Place, Value, Var};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::Atom;
use crate::ir::lowered::Leaf;
use front::ty::Ty as Type;
use std::rc::Rc;

/// What was lent, as it came.
#[derive(Clone)]
pub(crate) struct AsItCame {
    pub(crate) var: Var,
    ty: Type,
    lent: Lent,
}

impl AsItCame {
    /// The types of what comes back of it.
    pub(crate) fn back(&self, b: &Builder<'_>) -> Vec<Type> {
        b.back_of_lent(&self.ty, self.lent.grow)
    }
}

impl Builder<'_> {
    /// A parameter that is lent so.
    pub(crate) fn argument_lent(
        &mut self,
        leaves: &[Leaf],
        (ty, grow): (&Type, bool),
        name: &str,
    ) -> Result<Value, Refusal> {
        let Type::Ref(changes, of) = ty else { return refuse("a parameter of this type") };
        let mut leaves = leaves.iter();
        if !grow && of.element().is_some() {
            return self.list_that_came(&mut leaves, of, *changes);
        }
        let value = self.came(&mut leaves, (of, grow))?;
        let var = self.var(value.clone());
        self.env_names[var] = name.into();
        if *changes {
            self.changed.push((var, (**of).clone()));
            self.came_lent.push(AsItCame { var, ty: (**of).clone(), lent: Lent { value, grow } });
        }
        Ok(Value::Ref(*changes, Box::new(Place::Var(var, vec![]))))
    }

    /// A reference to a list that keeps its length.
    fn list_that_came(
        &mut self,
        leaves: &mut std::slice::Iter<'_, Leaf>,
        ty: &Type,
        changes: bool,
    ) -> Result<Value, Refusal> {
        let list = self.came(leaves, (ty, false))?;
        let place = match (ty, list) {
            (Type::Slice(_), Value::List(list)) => Place::Slice(list),
            (_, list) => Place::Var(self.var(list), vec![]),
        };
        Ok(Value::Ref(changes, Box::new(place)))
    }

    fn came(&mut self, leaves: &mut std::slice::Iter<'_, Leaf>, (ty, grow): (&Type, bool)) -> Result<Value, Refusal> {
        let scalar = |leaf: Option<&Leaf>| match leaf {
            Some(Leaf::Scalar(v)) => Ok(Atom::Val(*v)),
            _ => refuse("a parameter of this type"),
        };
        if is_constant(self.program, ty) {
            let Some(leaf) = leaves.next() else { return refuse("a parameter of this type") };
            return self.argument_of(leaf, ty, false);
        }
        if let Some(list) = lent_list(ty) {
            return self.list_that_came(leaves, list, false);
        }
        match ty {
            Type::Array(of, n) => {
                let n = self.len_atom(n)?;
                let cols = Rc::new(self.columns_that_came(leaves, of, &n)?);
                Ok(Value::List(List { cols, part: Some((zero(), n)), grows: None }))
            }
            Type::Vec(of) | Type::Slice(of) if !grow => {
                let len = scalar(leaves.next())?;
                let cols = Rc::new(self.columns_that_came(leaves, of, &len)?);
                Ok(Value::List(List { cols, part: Some((zero(), len)), grows: None }))
            }
            Type::Vec(of) => {
                let (len, most) = (scalar(leaves.next())?, scalar(leaves.next())?);
                let cols = Rc::new(self.columns_that_came(leaves, of, &len)?);
                let var = self.var(Value::Atom(most));
                self.env_names[var] = "most".into();
                self.growing.push(Growing { cols: cols.clone(), most: var, block: self.block, start: None });
                let grows = Some(self.growing.len() - 1);
                Ok(Value::List(List { cols, part: Some((zero(), len)), grows }))
            }
            ty if let Some(types) = fields(self.program, ty) => {
                let parts = types.iter().map(|of| self.came(leaves, (of, grow)));
                Ok(Value::Tuple(parts.collect::<Result<_, _>>()?))
            }
            _ => Ok(Value::Atom(scalar(leaves.next())?)),
        }
    }

    fn columns_that_came(
        &mut self,
        leaves: &mut std::slice::Iter<'_, Leaf>,
        ty: &Type,
        len: &Atom,
    ) -> Result<Cols, Refusal> {
        let mut all = |b: &mut Self, types: &[Type]| {
            let parts = types.iter().map(|of| b.columns_that_came(leaves, of, len).map(Rc::new));
            Ok(Cols::Tuple(parts.collect::<Result<_, Refusal>>()?))
        };
        if let Some(variants) = self.variants_of(ty) {
            let types = self.columns_of(ty, &variants)?;
            return Ok(Cols::Choice(Rc::new(all(self, &types)?), variants.iter().map(Vec::len).collect()));
        }
        if let Some(types) = fields(self.program, ty) {
            return all(self, &types);
        }
        if let Type::Array(of, n) = ty {
            let n = self.len_atom(n)?;
            return Ok(Cols::Rows(n, Rc::new(self.columns_that_came(leaves, of, len)?)));
        }
        let Some(Leaf::Array(at)) = leaves.next() else { return refuse("a parameter of this type") };
        Ok(match ty {
            Type::Vec(of) => {
                let inner = Rc::new(self.columns_that_came(leaves, of, len)?);
                Cols::Table(Table { at: *at, width: 2, inner, used: None, count: Some(len.clone()) })
            }
            _ => Cols::Leaf(*at),
        })
    }

    /// What comes back of what was lent, when the function ends; lists that others took the place of are put where they lay.
    pub(crate) fn left_to_come_back(&mut self, came: &AsItCame) -> Result<Vec<Atom>, Refusal> {
        let AsItCame { var, ty, lent } = came;
        let value = self.env[*var].clone();
        let value = self.put_where_it_lay(value, &lent.value)?;
        let mut all = vec![];
        self.back_of(value, (ty, lent.grow), &mut all)?;
        Ok(all)
    }

    fn back_of(&mut self, value: Value, (ty, grow): (&Type, bool), all: &mut Vec<Atom>) -> Result<(), Refusal> {
        match (value, ty) {
            (Value::List(_), Type::Vec(_)) if !grow => {}
            (Value::List(_), Type::Array(..)) => {}
            (_, ty) if lent_list(ty).is_some() || is_constant(self.program, ty) => {}
            (Value::List(list), Type::Vec(_)) => {
                let (Some(k), Some((_, len))) = (list.grows, &list.part) else {
                    return refuse("a list of this form");
                };
                let most = self.env[self.growing[k].most].clone();
                all.extend([len.clone(), self.atom(most, self.span)?]);
            }
            (Value::Tuple(parts), ty) if let Some(types) = fields(self.program, ty) => {
                for (part, of) in parts.into_iter().zip(&types) {
                    self.back_of(part, (of, grow), all)?;
                }
            }
            (value, _) => {
                let value = self.settle(value, self.span)?;
                all.push(self.atom(value, self.span)?);
            }
        }
        Ok(())
    }

    fn put_where_it_lay(&mut self, value: Value, was: &Value) -> Result<Value, Refusal> {
        match (value, was) {
            (Value::List(list), Value::List(lay)) => {
                if Self::arrays_of(&list) == Self::arrays_of(lay) {
                    return Ok(Value::List(List { grows: lay.grows, ..list }));
                }
                let len = self.len(&list)?;
                if lay.grows.is_none() {
                    let fits = self.len(lay)?.same(&len);
                    self.copy_into(lay, &list)?;
                    return if fits { Ok(Value::List(lay.clone())) } else { refuse("a list that cannot grow") };
                }
                let before = List { part: Some((zero(), usize_lit(0))), ..lay.clone() };
                let to = self.resized(&before, len, Change::Either)?;
                self.copy_into(&to, &list)?;
                Ok(Value::List(to))
            }
            (Value::Tuple(parts), Value::Tuple(lay)) if parts.len() == lay.len() => {
                let all = parts.into_iter().zip(lay).map(|(part, lay)| self.put_where_it_lay(part, lay));
                Ok(Value::Tuple(all.collect::<Result<_, _>>()?))
            }
            (Value::Ref(_, place), Value::Ref(_, lay)) => {
                let (list, lies) = (self.list_at(&place)?, self.list_at(lay)?);
                match list.cols.same(&lies.cols) && Self::same_part(&list, &lies) {
                    true => Ok(Value::Ref(false, place)),
                    false => refuse("a reference to another list takes the place of what is lent"),
                }
            }
            (value, _) => Ok(value),
        }
    }

    fn same_part(a: &List, b: &List) -> bool {
        match (&a.part, &b.part) {
            (Some((a, m)), Some((b, n))) => a.same(b) && m.same(n),
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}
