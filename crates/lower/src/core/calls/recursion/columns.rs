//! Lists of structures and tuples of numbers on their way to functions that stand beside the one that calls them, and from
//! there: a list of numbers for each field, as they lie here. As one list of structures they would be put together and taken
//! apart in each call.

use crate::core::calls::recursion::tuples::fields;
use crate::core::calls::recursion::{DEEPEST, holds_constant_numbers, is_open, marked_method};
use crate::core::value::{Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::lowered::Leaf;
use front::items::{FnId, Origin};
use front::program::Program;
use front::ty::{Float, Ty as Type};
use proc_macro2::TokenStream;
use quote::quote;
use std::rc::Rc;

/// The numbers of an element, by what is written behind it to get there.
struct Numbers {
    ways: Vec<TokenStream>,
}

/// A tuple of lists of numbers in the place of each list of structures or tuples of numbers, if there is one.
pub(crate) fn in_columns(program: &Program, ty: &Type) -> Option<Type> {
    if let Type::Tuple(parts) = ty {
        let all: Vec<_> = parts.iter().map(|of| in_columns(program, of)).collect();
        let any = all.iter().any(Option::is_some);
        let all = all.into_iter().zip(parts).map(|(column, of)| {
            let same =
                || Some(of.clone()).filter(|of| !crate::core::calls::recursion::is_unmarked(program, of, DEEPEST));
            column.or_else(same)
        });
        return any.then(|| all.collect::<Option<_>>().map(Type::Tuple))?;
    }
    let number = || Box::new(Type::Float(Float::F64));
    let column = match ty {
        Type::Ref(false, list) if matches!(**list, Type::Slice(_) | Type::Vec(_)) => {
            Type::Ref(false, Box::new(Type::Slice(number())))
        }
        // One that may grow has no place of its own in each column.
        Type::Ref(true, list) if matches!(**list, Type::Slice(_)) => Type::Ref(true, Box::new(Type::Slice(number()))),
        Type::Vec(_) => Type::Vec(number()),
        _ => return None,
    };
    let element = ty.element()?;
    // What comes back carries derivatives.
    if !matches!(ty, Type::Ref(false, _)) && holds_constant_numbers(program, element, DEEPEST) {
        return None;
    }
    let numbers = Numbers::of(program, element)?;
    Some(Type::Tuple(vec![column; numbers.ways.len()]))
}

impl Numbers {
    fn of(program: &Program, element: &Type) -> Option<Numbers> {
        const MOST: usize = 12;
        let mut numbers = Numbers { ways: vec![] };
        numbers.collect(program, element, &quote!(), DEEPEST)?;
        (2..=MOST).contains(&numbers.ways.len()).then_some(numbers)
    }

    fn collect(&mut self, program: &Program, ty: &Type, way: &TokenStream, deepest: usize) -> Option<()> {
        let deepest = deepest.checked_sub(1)?;
        match ty {
            Type::Float(Float::F64) => self.ways.push(way.clone()),
            Type::Tuple(parts) => {
                for (k, of) in parts.iter().enumerate() {
                    let k = syn::Index::from(k);
                    self.collect(program, of, &quote!(#way.#k), deepest)?;
                }
            }
            Type::Adt(adt, args) => {
                for (member, of) in fields(program, *adt, args)? {
                    self.collect(program, &of, &quote!(#way.#member), deepest)?;
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// How many columns a list of structures or tuples of numbers is that is lent, or given.
pub(crate) fn count(program: &Program, ty: &Type) -> Option<usize> {
    match (ty, in_columns(program, ty)?) {
        (Type::Ref(..) | Type::Vec(_), Type::Tuple(columns)) => Some(columns.len()),
        _ => None,
    }
}

/// The columns of the list at a place, as code of the function's own.
pub(crate) fn taken_apart(program: &Program, place: &TokenStream, ty: &Type) -> Option<TokenStream> {
    if let Type::Tuple(parts) = ty {
        let parts = parts.iter().enumerate().map(|(k, of)| {
            let k = syn::Index::from(k);
            match in_columns(program, of) {
                Some(_) => taken_apart(program, &quote!(#place.#k), of),
                None => Some(quote!(#place.#k)),
            }
        });
        let parts = parts.collect::<Option<Vec<_>>>()?;
        return Some(quote!((#(#parts,)*)));
    }
    let ways = Numbers::of(program, ty.element()?)?.ways;
    Some(quote!((#(#place.iter().map(|of__| of__ #ways).collect::<Vec<_>>(),)*)))
}

impl Builder<'_> {
    /// Whether a function with the attribute calls itself by one that stands beside it and takes or gives columns.
    pub(crate) fn calls_itself_in_columns(&mut self, f: FnId) -> bool {
        let def = self.program.func(f);
        let marked = match is_open(self.program, f) {
            true => def.differentiable,
            false if def.differentiable => self.stack.iter().any(|(of, _)| *of == f) && self.is_plainly_marked(f),
            false => self.stack.first().is_some_and(|(own, _)| *own == f),
        };
        let path = match marked_method(self.program, f) {
            Some(of) => self.program.path_of_adt(of),
            None => def.path.clone().filter(|_| def.of.is_none()),
        };
        let free = def.origin == Origin::Crate && def.generics.names.is_empty();
        let here = path.is_some_and(|path| path.get_ident().is_some()) && self.at_home().is_ok();
        let count = |ty: &Type| count(self.program, ty).is_some();
        let takes = || def.params.iter().any(|p| !p.constant && matches!(p.ty, Type::Ref(..)) && count(&p.ty));
        let mut lends = || (0..def.params.len()).any(|k| !def.params[k].constant && self.lends(f, k).is_some());
        marked && free && here && (takes() || count(&def.ret) || lends())
    }

    /// A value as a function takes or gives it that takes or gives columns.
    pub(crate) fn as_columns(&mut self, value: Value, ty: &Type) -> Result<Value, Refusal> {
        if in_columns(self.program, ty).is_none() {
            return Ok(value);
        }
        match (ty, value) {
            (Type::Tuple(types), Value::Tuple(parts)) => {
                let all = types.iter().zip(parts).map(|(of, part)| self.as_columns(part, of));
                Ok(Value::Tuple(all.collect::<Result<_, _>>()?))
            }
            (Type::Ref(m, _), Value::Ref(_, place)) => {
                let list = self.list_at(&place)?;
                let here = self.apart_here(&list)?;
                if let (true, Cols::Whole(_)) = (*m, &*list.cols) {
                    self.left_in_columns.push((here.clone(), list));
                }
                let lent = |list| Value::Ref(*m, Box::new(Place::Slice(list)));
                Ok(Value::Tuple(self.columns(&here)?.into_iter().map(lent).collect()))
            }
            (_, Value::List(list)) => Ok(Value::Tuple(self.columns(&list)?.into_iter().map(Value::List).collect())),
            _ => refuse("a list of this form as an argument"),
        }
    }

    /// A list as columns: itself, but for one that lies whole in a structure.
    pub(crate) fn apart_here(&mut self, list: &List) -> Result<List, Refusal> {
        match &*list.cols {
            Cols::Whole(_) => self.copied(list),
            _ => Ok(list.clone()),
        }
    }

    /// Puts what a call changed in columns where it lies whole.
    pub(crate) fn put_back_columns(&mut self) -> Result<(), Refusal> {
        for (from, to) in std::mem::take(&mut self.left_in_columns) {
            let n = self.len(&from)?;
            self.count_to(n, |b, k| {
                let value = b.load(&Place::Element(from.clone(), k.clone(), vec![]))?;
                let place = b.element_inside(&to, &k)?;
                b.store(&place, value)
            })?;
        }
        Ok(())
    }

    fn columns(&mut self, list: &List) -> Result<Vec<List>, Refusal> {
        fn each(cols: &Cols, all: &mut Vec<usize>) -> bool {
            match cols {
                Cols::Leaf(arr) => all.push(*arr),
                Cols::Tuple(parts) => return parts.iter().all(|of| each(of, all)),
                _ => return false,
            }
            true
        }
        let list = self.apart_here(list)?;
        let mut all = vec![];
        if !each(&list.cols, &mut all) {
            return refuse("a list of this form as an argument");
        }
        let column = |arr| List { cols: Rc::new(Cols::Leaf(arr)), part: list.part.clone(), grows: list.grows };
        Ok(all.into_iter().map(column).collect())
    }

    /// A parameter that arrives in columns.
    pub(crate) fn argument_in_columns(&mut self, leaves: &[Leaf], ty: &Type) -> Result<Value, Refusal> {
        let leaf = |leaf: &Leaf| match leaf {
            Leaf::Array(arr) => Some(*arr),
            _ => None,
        };
        let (Type::Ref(m, list), Some(arrays)) = (ty, leaves.iter().map(leaf).collect::<Option<Vec<_>>>()) else {
            return refuse("a parameter of this type");
        };
        let of = ty.element().cloned().unwrap_or_else(Type::unknown);
        let list_here = List::whole(self.cols_of(&of, &mut arrays.into_iter())?);
        let place = match **list {
            Type::Slice(_) => Place::Slice(list_here),
            _ => Place::Var(self.var(Value::List(list_here)), vec![]),
        };
        Ok(Value::Ref(*m, Box::new(place)))
    }

    /// What a function gives that gives columns.
    pub(crate) fn given_in_columns(&mut self, value: Value, ty: &Type) -> Result<Value, Refusal> {
        if in_columns(self.program, ty).is_none() {
            return Ok(value);
        }
        let Value::Tuple(parts) = value else { return refuse("a result of this type") };
        if let Type::Tuple(types) = ty {
            let all = types.iter().zip(parts).map(|(of, part)| self.given_in_columns(part, of));
            return Ok(Value::Tuple(all.collect::<Result<_, _>>()?));
        }
        let leaf = |part: Value| match part {
            Value::List(list) => list.leaf(),
            _ => None,
        };
        let Some(arrays) = parts.into_iter().map(leaf).collect::<Option<Vec<_>>>() else {
            return refuse("a result of this type");
        };
        let of = ty.element().cloned().unwrap_or_else(Type::unknown);
        let cols = self.cols_of(&of, &mut arrays.into_iter())?;
        Ok(Value::List(List::whole(cols)))
    }

    fn cols_of(&self, ty: &Type, arrays: &mut dyn Iterator<Item = usize>) -> Result<Cols, Refusal> {
        let parts = match ty {
            Type::Tuple(parts) => parts.clone(),
            Type::Adt(adt, args) => {
                fields(self.program, *adt, args).unwrap_or_default().into_iter().map(|(_, of)| of).collect()
            }
            _ => return arrays.next().map(Cols::Leaf).ok_or_else(|| Refusal::new("a result of this type")),
        };
        let parts = parts.iter().map(|of| self.cols_of(of, arrays).map(Rc::new));
        Ok(Cols::Tuple(parts.collect::<Result<_, _>>()?))
    }
}
