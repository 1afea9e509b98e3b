//! Lists of functions, and of what is known by a trait alone: `[fn(f64) -> f64; 3]`, `Vec<Box<dyn Shape>>`. Their elements
//! have nothing in common that could stand in memory, so they stay what they are, one by one; an element by an index that is
//! known only when the function runs is a choice of all.

use crate::core::build::usize_lit;
use crate::core::calls::function_values::is_function;
use crate::core::structures::recursive_values::may_be_one;
use crate::core::value::{Choice, Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Binary};
use front::items::{FnId, ItemId, Origin, TraitId};
use front::ty::Ty as Type;
use std::rc::Rc;

/// Lists of more elements than that are not gone through by a choice of all.
const MOST: usize = 64;

/// Whether values of a type are functions, or known by a trait alone.
pub(crate) fn is_each(ty: &Type) -> bool {
    match ty {
        Type::FnPtr(..) | Type::FnItem(..) | Type::Closure(_) | Type::Dyn(..) => true,
        Type::Boxed(_, of) => is_each(of),
        _ => false,
    }
}

/// Whether a type is one that the author's traits may be implemented for, and no function.
fn has_methods(ty: &Type) -> bool {
    matches!(ty, Type::Adt(..) | Type::Float(_) | Type::Array(..) | Type::Vec(_) | Type::Tuple(_))
}

/// Whether it is of one of several types, or a choice of such.
pub(crate) fn is_dyn(value: &Value) -> bool {
    match value {
        Value::Dyn(..) => true,
        Value::Enum(c) => {
            !c.variants.is_empty() && c.variants.iter().all(|v| matches!(v.as_deref(), Some([v]) if is_dyn(v)))
        }
        _ => false,
    }
}

/// Whether it is the field of a variant that an element is not of.
fn is_missing(value: &Value) -> bool {
    matches!(value, Value::Never)
}

impl Builder<'_> {
    /// A list of these, one by one.
    pub(crate) fn each_of(&mut self, values: Vec<Value>) -> Result<Cols, Refusal> {
        let mut all = vec![];
        for value in values {
            let mut value = value;
            while let Value::Ref(_, place) = &value {
                value = self.load(place)?;
            }
            if may_be_one(&value) && self.is_tree(&value) {
                value = self.settle(value, self.span)?;
                self.note_trees(all.len() + 1);
            } else if !is_function(&value) && !is_dyn(&value) && !is_missing(&value) {
                return refuse("a list of such elements");
            }
            all.push(value);
        }
        Ok(Cols::Each(all.into()))
    }

    /// One more element at the end; none if it is no such list.
    pub(crate) fn pushed_to_each(&mut self, list: &List, value: &Value) -> Result<Option<List>, Refusal> {
        let Cols::Each(all) = &*list.cols else { return Ok(None) };
        if list.part.is_some() {
            return refuse("a part of a list of functions grows");
        }
        let values = all.iter().cloned().chain([value.clone()]).collect();
        let cols = self.each_of(values)?;
        Ok(Some(List::whole(cols)))
    }

    /// The columns of a list of tuples or structures with functions in them, with those of one more element; none if there
    /// are no such.
    pub(crate) fn beside_functions(
        &mut self,
        cols: &Rc<Cols>,
        len: &Atom,
        value: &Value,
    ) -> Result<Option<Rc<Cols>>, Refusal> {
        match (&**cols, value) {
            // The next one may not be the one behind these.
            (Cols::Each(all), _) if crate::core::build::number(len) != Some(all.len() as u64) => {
                refuse("a list of functions grows whose length is not known")
            }
            (Cols::Each(all), value) => {
                let values = all.iter().cloned().chain([value.clone()]).collect();
                Ok(Some(Rc::new(self.each_of(values)?)))
            }
            (Cols::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                let mut any = false;
                let mut all = vec![];
                for (part, value) in parts.iter().zip(values) {
                    let longer = self.beside_functions(part, len, value)?;
                    any |= longer.is_some();
                    all.push(longer.unwrap_or_else(|| part.clone()));
                }
                Ok(any.then(|| Rc::new(Cols::Tuple(all))))
            }
            _ => Ok(None),
        }
    }

    /// Stores what is no function of an element at the end.
    pub(crate) fn store_beside_functions(&mut self, cols: &Rc<Cols>, at: &Atom, value: Value) -> Result<(), Refusal> {
        match (&**cols, value) {
            (Cols::Each(_), _) => Ok(()),
            (Cols::Tuple(parts), Value::Tuple(values)) => {
                parts.iter().zip(values).try_for_each(|(part, value)| self.store_beside_functions(part, at, value))
            }
            (_, value) => self.store_cols(cols, at, crate::ir::Mode::Set, value),
        }
    }

    /// The element of an index.
    pub(crate) fn one_of(&mut self, all: &Rc<[Value]>, index: &Atom) -> Result<Value, Refusal> {
        if let Some(k) = crate::core::build::number(index) {
            return match all.get(k as usize) {
                Some(value) => Ok(value.clone()),
                None => refuse("an element behind the last one"),
            };
        }
        if all.len() > MOST {
            return refuse("a list of so many functions");
        }
        // Those that are not there are not asked for.
        let mut there = all.iter().enumerate().rev().filter(|(_, value)| !is_missing(value));
        let Some((_, last)) = there.next() else { return Ok(Value::Never) };
        let is_tree = !is_function(last) && !is_dyn(last);
        let mut chosen = last.clone();
        for (k, value) in there {
            let (a, b) = (Value::Atom(index.clone()), Value::Atom(usize_lit(k as u64)));
            let other = self.int_binary(Binary::Ne, &a, &b, Type::Bool)?;
            let tag = self.atom(other, self.span)?;
            if is_tree {
                let value = value.clone();
                chosen = self.branch(tag, |_| Ok(chosen), |_| Ok(value))?;
                continue;
            }
            let variants = vec![Some(vec![value.clone()]), Some(vec![chosen])];
            chosen = Value::Enum(Box::new(Choice { tag, variants }));
        }
        Ok(chosen)
    }

    /// A value of a type that is known by a trait alone from here on.
    pub(crate) fn as_dyn(&mut self, value: Value, from: &Type, to: &Type) -> Result<Value, Refusal> {
        let Some(of) = self.dyn_of(to) else { return Ok(value) };
        let from = match from {
            Type::Ref(_, of) | Type::Boxed(_, of) => of,
            from => from,
        };
        if is_dyn(&value) || !has_methods(from) || !of {
            return Ok(value);
        }
        let value = self.settle(value, self.span)?;
        Ok(Value::Dyn(Rc::new(from.clone()), Box::new(value)))
    }

    /// A place of a type that is known by a trait alone from here on, and is changed where it lies.
    pub(crate) fn changed_by_trait(&mut self, place: Place, from: &Type, to: &Type) -> Result<Value, Refusal> {
        let known = self.dyn_of(to) == Some(true) && has_methods(from.behind());
        if !known || is_dyn(&self.load(&place)?) {
            return Ok(Value::Ref(true, Box::new(place)));
        }
        let object = Value::Dyn(Rc::new(from.behind().clone()), Box::new(Value::Ref(true, Box::new(place))));
        Ok(Value::Ref(true, Box::new(Place::Temp(Box::new(object)))))
    }

    /// Whether a function of a trait of the crate's, or of iterators, is called of which the type is not known.
    pub(crate) fn is_by_trait_alone(&self, f: FnId, generics: &[Type]) -> bool {
        let def = self.program.func(f);
        def.of.is_none()
            && def.of_trait.is_some_and(|of| self.is_followed(of))
            && match generics.first() {
                Some(Type::Dyn(..) | Type::Opaque(_)) => true,
                Some(Type::Boxed(_, of)) => matches!(**of, Type::Dyn(..)),
                _ => false,
            }
    }

    /// Whether values that are known by a trait alone are held with the types that they are.
    fn is_followed(&self, of: TraitId) -> bool {
        self.program.trait_def(of).origin != Origin::Prelude || self.is_of_iterators(of)
    }

    fn is_of_iterators(&self, of: TraitId) -> bool {
        ["iter::Iter", "iter::Back"].iter().any(|name| self.program.prelude(name) == Some(ItemId::Trait(of)))
    }

    /// Whether a type is a trait that is followed; none if it is no trait.
    fn dyn_of(&self, ty: &Type) -> Option<bool> {
        match ty {
            Type::Dyn(of, ..) => Some(self.is_followed(*of)),
            Type::Ref(_, of) | Type::Boxed(_, of) => self.dyn_of(of),
            _ => None,
        }
    }

    /// Calls a function of a trait for what is known by the trait alone; gives the arguments back where it is not.
    pub(crate) fn call_of_dyn(
        &mut self,
        f: FnId,
        generics: &[Type],
        args: Vec<Value>,
    ) -> Result<crate::core::calls::Written, Refusal> {
        use crate::core::calls::Written;
        let mut args = args;
        let Some(first) = args.first().cloned() else { return Ok(Written::Not(args)) };
        let (mut value, mut changes) = (first, None);
        while let Value::Ref(m, place) = &value {
            if *m || changes.is_some() {
                changes = Some((**place).clone());
            }
            value = self.load(place)?;
        }
        let def = self.program.func(f);
        if def.of_trait.is_some_and(|of| self.is_of_iterators(of)) {
            return match changes {
                Some(place) => self.advance_dyn(f, generics, (place, value), args),
                None => Ok(match (&*def.name, &value) {
                    // What differs from one to the other is not asked for.
                    ("indexed" | "quiet", Value::Enum(_)) => Written::Done(Value::Atom(crate::core::build::no())),
                    (_, Value::Dyn(..)) => {
                        let var = self.var(value.clone());
                        let place = Place::Var(var, vec![]);
                        return self.advance_dyn(f, generics, (place, value), args);
                    }
                    _ => Written::Not(args),
                }),
            };
        }
        let changed = matches!(def.params.first().map(|p| &p.ty), Some(Type::Ref(true, _)));
        if let (Some(place), true) = (&changes, changed && is_dyn(&value)) {
            if crate::core::expr::cells::lends_to_change(self.program, &def.ret) {
                return refuse("a place in what is known by a trait alone");
            }
            return self.advance_dyn(f, generics, (place.clone(), value), args);
        }
        let changes = changes.is_some();
        match value {
            Value::Dyn(ty, inner) => {
                let own = [(*ty).clone()].into_iter().chain(generics[1..].iter().cloned()).collect();
                let (f, generics) = front::infer::implementation_of(self.program, self.closures, f, own);
                let lent = matches!(self.program.func(f).params.first().map(|p| &p.ty), Some(Type::Ref(..)));
                // What the method lends of it may leave the arm in which it is called.
                args[0] = match lent {
                    true if matches!(*inner, Value::Ref(..)) => *inner,
                    true => Value::Ref(false, Box::new(Place::Temp(inner))),
                    false => *inner,
                };
                self.call_value(Value::Function(f, generics), args).map(Written::Done)
            }
            Value::Enum(choice) if is_dyn(&Value::Enum(choice.clone())) => {
                let one =
                    |k: usize| choice.variants[k].as_ref().and_then(|v| v.first()).cloned().unwrap_or(Value::Never);
                let with = |first: Value| {
                    let lent = Value::Ref(changes, Box::new(Place::Temp(Box::new(first))));
                    [lent].into_iter().chain(args[1..].iter().cloned()).collect::<Vec<_>>()
                };
                let (first, second) = (with(one(0)), with(one(1)));
                let call = |b: &mut Self, args: Vec<Value>| match b.call_of_dyn(f, generics, args)? {
                    Written::Done(value) => Ok(value),
                    Written::Not(_) => refuse("a method of what is known by a trait alone"),
                };
                let value = self.branch(choice.tag.clone(), |b| call(b, second), |b| call(b, first))?;
                Ok(Written::Done(value))
            }
            Value::Text(object) if def.origin == Origin::Crate => {
                self.of_object(f, object, args[1..].to_vec()).map(Written::Done)
            }
            _ => Ok(Written::Not(args)),
        }
    }

    /// Asks an iterator that is known by a trait alone, at a place where it goes on; gives the arguments back where what
    /// the trait provides is meant.
    fn advance_dyn(
        &mut self,
        f: FnId,
        generics: &[Type],
        (place, value): (Place, Value),
        args: Vec<Value>,
    ) -> Result<crate::core::calls::Written, Refusal> {
        use crate::core::calls::Written;
        let mut args = args;
        match value {
            Value::Dyn(ty, inner) => {
                let own = [(*ty).clone()].into_iter().chain(generics[1..].iter().cloned()).collect();
                let (f, generics) = front::infer::implementation_of(self.program, self.closures, f, own);
                // What is changed where it lies is not put back.
                let kept = match *inner {
                    lent @ Value::Ref(..) => Err(lent),
                    own => Ok(self.var(own)),
                };
                args[0] = match &kept {
                    Ok(var) => Value::Ref(true, Box::new(Place::Var(*var, vec![]))),
                    Err(lent) => lent.clone(),
                };
                let given = match self.program.func(f).differentiable {
                    true => self.call_value(Value::Function(f, generics), args)?,
                    false => self.inline(f, &generics, args)?,
                };
                let given = self.settle(given, self.span)?;
                if let Ok(var) = kept {
                    let now = self.env[var].clone();
                    self.store(&place, Value::Dyn(ty, Box::new(now)))?;
                }
                Ok(Written::Done(given))
            }
            Value::Enum(choice) if is_dyn(&Value::Enum(choice.clone())) => {
                let def = self.program.func(f);
                if def.of_trait.is_some_and(|of| self.is_of_iterators(of))
                    && !matches!(&*def.name, "next" | "next_back")
                {
                    return Ok(Written::Not(args));
                }
                let one =
                    |k: usize| choice.variants[k].as_ref().and_then(|v| v.first()).cloned().unwrap_or(Value::Never);
                let vars = [self.var(one(0)), self.var(one(1))];
                let ask = |b: &mut Self, k: usize| {
                    let (place, value) = (Place::Var(vars[k], vec![]), b.env[vars[k]].clone());
                    match b.advance_dyn(f, generics, (place, value), args.clone())? {
                        Written::Done(value) => Ok(value),
                        Written::Not(_) => refuse("a method of what is known by a trait alone"),
                    }
                };
                let given = self.branch(choice.tag.clone(), |b| ask(b, 1), |b| ask(b, 0))?;
                let variants = vars.map(|var| Some(vec![self.env[var].clone()])).to_vec();
                self.store(&place, Value::Enum(Box::new(Choice { tag: choice.tag, variants })))?;
                Ok(Written::Done(given))
            }
            _ => Ok(Written::Not(args)),
        }
    }
}
