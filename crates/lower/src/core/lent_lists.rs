//! What functions that call themselves lend each other to be changed, where lists are in it: each column of them goes on where
//! it lies, and what else there is comes back. As values that are given, and given back, all of it would be copied in each
//! call.

use super::build::{usize_lit, zero};
use super::list::{Change, Growing};
use super::recursive::DEEPEST;
use super::table::{Table, USIZE};
use super::value::{Cols, List, Place, Value};
use super::{Builder, Refusal, refuse};
use crate::ir::lowered::Leaf;
use crate::ir::{Arr, Atom, Init, Storage, View};
use front::hir::PatKind;
use front::items::{FnId, Origin};
use front::program::Program;
use front::ty::{Float, Ty as Type};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::cell::Cell;
use std::rc::Rc;

/// What was lent, as it came: its variable, its type, its value.
pub(super) type AsItCame = (super::value::Var, Type, Value);

/// What a call is lent: a tuple, its type, and where something comes back to, with what lies there.
pub(super) struct Lending {
    pub(super) value: Value,
    pub(super) ty: Type,
    pub(super) back: Option<(Place, Value)>,
}

/// What a value is made of that is lent, by types: numbers and counts, and for each list its length, the length of its
/// memory, and its columns.
struct Parts {
    written: Vec<TokenStream>,
    back: Vec<Type>,
    /// Whether lists may grow.
    grow: bool,
    lists: usize,
    of_numbers: bool,
}

impl Parts {
    fn of(program: &Program, ty: &Type, grow: bool) -> Option<Parts> {
        let Type::Ref(true, of) = ty else { return None };
        let mut parts = Parts { written: vec![], back: vec![], grow, lists: 0, of_numbers: false };
        parts.value(program, of, DEEPEST)?;
        const MOST: usize = 24;
        (parts.lists > 0 && parts.of_numbers && parts.written.len() <= MOST).then_some(parts)
    }

    fn value(&mut self, program: &Program, ty: &Type, deepest: usize) -> Option<()> {
        let deepest = deepest.checked_sub(1)?;
        match ty {
            Type::Float(Float::F64) | Type::Int(_) | Type::Bool => {
                let ty_written = scalar(ty)?;
                self.written.push(ty_written);
                self.back.push(ty.clone());
            }
            Type::Vec(of) | Type::Slice(of) => {
                self.lists += 1;
                match self.grow {
                    true => {
                        self.written.extend([quote!(usize), quote!(usize)]);
                        self.back.extend([USIZE, USIZE]);
                    }
                    false => self.written.push(quote!((usize))),
                }
                self.columns(program, of, deepest)?;
            }
            ty => {
                for of in fields(program, ty)? {
                    self.value(program, &of, deepest)?;
                }
            }
        }
        Some(())
    }

    fn column(&mut self, of: TokenStream) {
        self.written.push(if self.grow { quote!(&mut Vec<#of>) } else { quote!(&mut [#of]) });
    }

    fn columns(&mut self, program: &Program, ty: &Type, deepest: usize) -> Option<()> {
        let deepest = deepest.checked_sub(1)?;
        match ty {
            Type::Float(Float::F64) | Type::Int(_) | Type::Bool => {
                self.of_numbers |= matches!(ty, Type::Float(_));
                let of = scalar(ty)?;
                self.column(of);
            }
            Type::Array(of, _) => self.columns(program, of, deepest)?,
            // Rows of any lengths, which they keep.
            Type::Vec(of) if !self.grow => {
                self.column(quote!(usize));
                self.columns(program, of, deepest)?;
            }
            Type::Adt(adt, args) if program.adt(*adt).is_enum => {
                let variants = &program.adt(*adt).variants;
                let tag = if variants.len() == 2 { quote!(bool) } else { quote!(usize) };
                self.column(tag);
                for field in variants.iter().flat_map(|v| &v.fields) {
                    self.columns(program, &field.ty.with(args), deepest)?;
                }
            }
            ty => {
                for of in fields(program, ty)? {
                    self.columns(program, &of, deepest)?;
                }
            }
        }
        Some(())
    }
}

fn scalar(ty: &Type) -> Option<TokenStream> {
    Some(match ty {
        Type::Float(Float::F64) => quote!(f64),
        Type::Bool => quote!(bool),
        Type::Int(int) => {
            let name = format_ident!("{}", int.name());
            quote!(#name)
        }
        _ => return None,
    })
}

/// The types of the parts of a tuple, of a map, or of a structure of the crate without the derive.
fn fields(program: &Program, ty: &Type) -> Option<Vec<Type>> {
    match ty {
        Type::Tuple(parts) if !parts.is_empty() => Some(parts.clone()),
        Type::Adt(adt, args) => {
            let def = program.adt(*adt);
            let map = def.origin == Origin::Prelude && matches!(&*def.name, "BTreeMap" | "HashMap");
            if !map {
                let all = super::apart::fields(program, *adt, args)?;
                return Some(all.into_iter().map(|(_, of)| of).collect());
            }
            Some(def.variants.first()?.fields.iter().map(|f| f.ty.with(args)).collect())
        }
        _ => None,
    }
}

/// Whether an array is a column of a list, and as long.
fn is_column(cols: &Cols, arr: Arr) -> bool {
    match cols {
        Cols::Leaf(own) => *own == arr,
        Cols::Tuple(parts) => parts.iter().any(|of| is_column(of, arr)),
        Cols::Choice(inner, _) => is_column(inner, arr),
        _ => false,
    }
}

/// What is written in the signature of a function that takes a parameter so.
pub(super) fn mark(program: &Program, ty: &Type, grow: bool) -> Option<TokenStream> {
    let parts = Parts::of(program, ty, grow)?.written;
    Some(quote!(#[lent(#(#parts),*)]))
}

thread_local! {
    /// Whether anything is lent so, and whether something was.
    static LENDS: Cell<(bool, bool)> = const { Cell::new((true, false)) };
}

/// What a function becomes; where one of those that it lends to cannot take it so, once more without.
pub(super) fn if_taken<X>(lower: impl Fn() -> Result<X, Refusal>) -> Result<X, Refusal> {
    let before = LENDS.replace((true, false));
    let mut lowered = lower();
    if lowered.is_err() && LENDS.get().1 {
        LENDS.set((false, false));
        lowered = lower();
    }
    LENDS.set(before);
    lowered
}

impl Builder<'_> {
    /// Whether a parameter is lent so, and whether its lists may grow. A list of numbers that keeps its length is lent as it
    /// is.
    pub(super) fn lends(&mut self, f: FnId, k: usize) -> Option<bool> {
        let def = self.program.func(f);
        let ty = &def.params[k].ty;
        // One that stands in a body is known to itself by its signature alone.
        if def.origin != Origin::Crate {
            return None;
        }
        let grows = match ty.behind() {
            Type::Slice(_) => false,
            Type::Vec(_) => self.grows_inside(f, k),
            _ => true,
        };
        let is_plain = !grows && super::nested::nested(ty).is_some();
        (LENDS.get().0 && !is_plain && Parts::of(self.program, ty, grows).is_some()).then_some(grows)
    }

    fn grows_inside(&mut self, f: FnId, k: usize) -> bool {
        let Ok(typed) = self.typed_of(&(f, vec![])) else { return true };
        match typed.body.params.get(k).map(|pat| &typed.body.pats[*pat].kind) {
            Some(PatKind::Bind { local, .. }) => self.may_grow(&typed, *local),
            _ => true,
        }
    }

    /// The types of what comes back of it.
    pub(super) fn back_of_lent(&self, of: &Type, grow: bool) -> Vec<Type> {
        let ty = Type::Ref(true, Box::new(of.clone()));
        Parts::of(self.program, &ty, grow).map_or(vec![], |parts| parts.back)
    }

    /// What is lent so, as the function takes it.
    pub(super) fn as_lent(&mut self, value: Value, ty: &Type, grow: bool) -> Result<Lending, Refusal> {
        LENDS.set((true, true));
        let (Type::Ref(_, of), Value::Ref(_, place)) = (ty, value) else { return refuse("an argument of this type") };
        let (mut parts, mut types) = (vec![], vec![]);
        if !grow {
            let list = Value::List(self.list_at(&place)?);
            self.lent_parts(&list, (of, false), &mut parts, &mut types)?;
            return Ok(Lending { value: Value::Tuple(parts), ty: Type::Tuple(types), back: None });
        }
        let own = self.load(&place)?;
        let own = self.all_growable(own, of)?;
        self.store(&place, own)?;
        let own = self.load(&place)?;
        self.lent_parts(&own, (of, true), &mut parts, &mut types)?;
        Ok(Lending { value: Value::Tuple(parts), ty: Type::Tuple(types), back: Some((*place, own)) })
    }

    fn lent_parts(
        &mut self,
        value: &Value,
        (ty, grow): (&Type, bool),
        parts: &mut Vec<Value>,
        types: &mut Vec<Type>,
    ) -> Result<(), Refusal> {
        match (value, ty) {
            (Value::List(list), Type::Vec(of) | Type::Slice(of)) if !grow => {
                let part = Some((list.part.as_ref().map_or_else(zero, |(off, _)| off.clone()), self.len(list)?));
                let list = List { part, ..list.clone() };
                parts.push(Value::Atom(self.len(&list)?));
                types.push(USIZE);
                let mut arrays = vec![];
                self.columns_of_lent(&list, &list.cols, of, &mut arrays)?;
                for (view, of) in arrays {
                    if matches!(self.arrays[view.arr].storage, Storage::Shared) {
                        return refuse("a list of this form");
                    }
                    parts.push(Value::Ref(true, Box::new(Place::Slice(Self::leaf_list(view.arr, view.part)))));
                    types.push(Type::Ref(true, Box::new(Type::Vec(Box::new(of)))));
                }
            }
            (Value::List(list), Type::Vec(of)) => {
                let (Some(k), Some((off, len))) = (list.grows, &list.part) else {
                    return refuse("a list of this form");
                };
                if !off.is_zero() {
                    return refuse("a part of a list that is lent and grows");
                }
                let most = self.env[self.growing[k].most].clone();
                parts.extend([Value::Atom(len.clone()), most]);
                types.extend([USIZE, USIZE]);
                let mut arrays = vec![];
                self.columns_of_lent(list, &list.cols, of, &mut arrays)?;
                for (View { arr, .. }, of) in arrays {
                    let whole = Place::Slice(List::whole(Cols::Leaf(arr)));
                    parts.push(Value::Ref(true, Box::new(whole)));
                    types.push(Type::Ref(true, Box::new(Type::Vec(Box::new(of)))));
                }
            }
            (Value::Tuple(all), ty) => {
                let Some(of) = fields(self.program, ty) else { return refuse("what is lent to be changed") };
                for (part, of) in all.iter().zip(&of) {
                    self.lent_parts(part, (of, grow), parts, types)?;
                }
            }
            (value, ty) if scalar(ty).is_some() => {
                let value = self.settle(value.clone(), self.span)?;
                parts.push(Value::Atom(self.atom(value, self.span)?));
                types.push(ty.clone());
            }
            _ => return refuse("what is lent to be changed"),
        }
        Ok(())
    }

    /// The columns of a list, each as the part of its memory that belongs to the list.
    fn columns_of_lent(
        &mut self,
        list: &List,
        cols: &Cols,
        ty: &Type,
        all: &mut Vec<(View, Type)>,
    ) -> Result<(), Refusal> {
        let (parts, types) = match (cols, ty) {
            (Cols::Leaf(arr), ty) if scalar(ty).is_some() => {
                all.push((self.leaf_view(list, *arr)?, ty.clone()));
                return Ok(());
            }
            (Cols::Rows(_, inner), Type::Array(of, _)) => return self.columns_of_lent(list, inner, of, all),
            (Cols::Table(_) | Cols::Rows(..), Type::Vec(of)) => {
                let (table, inner) = self.table_of_lent(list, cols)?;
                all.push((table, USIZE));
                let whole = List::whole(Cols::Each([].into()));
                let before = all.len();
                self.columns_of_lent(&whole, &inner, of, all)?;
                let numbers = all[before..].iter().find(|(view, _)| self.arrays[view.arr].float);
                let even = all[before..].iter().all(|(view, _)| is_column(&inner, view.arr));
                let (Some(numbers), true) = (numbers.map(|(view, _)| view.arr), even) else {
                    return refuse("a list of this form");
                };
                // Otherwise the numbers say how long the memory is: on the way back the constants are not there.
                let n = match cols {
                    Cols::Table(Table { used: Some(used), .. }) => self.env[*used].clone(),
                    Cols::Rows(n, _) if let Some((off, len)) = &list.part => {
                        let end = self.sum(off, len)?;
                        Value::Atom(self.product(&end, n)?)
                    }
                    _ => Value::Atom(self.array_len(numbers)),
                };
                let n = self.atom(n, self.span)?;
                for (view, _) in &mut all[before..] {
                    view.part = Some((zero(), n.clone()));
                }
                return Ok(());
            }
            (Cols::Choice(inner, _), ty) if let Some(variants) = self.variants_of(ty) => {
                (inner.clone(), self.columns_of(ty, &variants)?)
            }
            (Cols::Tuple(parts), ty) if let Some(types) = fields(self.program, ty) => {
                (Rc::new(Cols::Tuple(parts.clone())), types)
            }
            _ => return refuse("a list of this form"),
        };
        let Cols::Tuple(parts) = &*parts else { return refuse("a list of this form") };
        for (part, of) in parts.iter().zip(&types) {
            self.columns_of_lent(list, part, of, all)?;
        }
        Ok(())
    }

    /// Where each row starts, and how long it is; and the memory of the rows.
    fn table_of_lent(&mut self, list: &List, cols: &Cols) -> Result<(View, Rc<Cols>), Refusal> {
        if let Cols::Table(table) = cols
            && table.width == 2
        {
            return Ok((self.leaf_view(list, table.at)?, table.inner.clone()));
        }
        let Some((off, len)) = list.part.clone() else { return refuse("a list of this form") };
        let all = self.product(&len, &usize_lit(2))?;
        let at = self.alloc(Storage::Heap, &USIZE, Init::Fill(zero(), all.clone()), Some(all.clone()));
        let made = Table { at, width: 2, inner: Rc::new(Cols::Each([].into())), used: None, count: Some(len.clone()) };
        let inner = match cols {
            Cols::Table(table) => table.inner.clone(),
            Cols::Rows(_, inner) => inner.clone(),
            _ => return refuse("a list of this form"),
        };
        self.count_to(len, |b, k| {
            let row = b.sum(&off, &k)?;
            let (start, n) = match cols {
                Cols::Table(table) => (b.read_entry(table, &row, 0)?, b.read_entry(table, &row, 1)?),
                Cols::Rows(n, _) => (b.product(&row, n)?, n.clone()),
                _ => return refuse("a list of this form"),
            };
            b.write_entry(&made, &k, 0, start)?;
            b.write_entry(&made, &k, 1, n)
        })?;
        Ok((View { arr: at, part: Some((zero(), all)) }, inner))
    }

    /// What was lent, once the call has given back what comes back.
    pub(super) fn come_back(
        &mut self,
        own: Value,
        ty: &Type,
        back: &mut dyn Iterator<Item = Atom>,
    ) -> Result<Value, Refusal> {
        let mut next = || back.next().ok_or_else(|| Refusal::new("what is lent to be changed"));
        match (own, ty) {
            (Value::List(list), Type::Vec(_)) => {
                let (len, most) = (next()?, next()?);
                if let Some(k) = list.grows {
                    let var = self.growing[k].most;
                    self.env[var] = Value::Atom(most);
                }
                Ok(Value::List(List { part: Some((zero(), len)), ..list }))
            }
            (Value::Tuple(parts), ty) => {
                let Some(types) = fields(self.program, ty) else { return refuse("what is lent to be changed") };
                let all = parts.into_iter().zip(&types).map(|(part, of)| self.come_back(part, of, back));
                Ok(Value::Tuple(all.collect::<Result<_, _>>()?))
            }
            _ => Ok(Value::Atom(next()?)),
        }
    }

    /// A parameter that is lent so.
    pub(super) fn argument_lent(&mut self, leaves: &[Leaf], ty: &Type, name: &str) -> Result<Value, Refusal> {
        let Type::Ref(true, of) = ty else { return refuse("a parameter of this type") };
        let mut leaves = leaves.iter();
        if let ([Leaf::Scalar(len), Leaf::Array(_), ..], Some(element)) = (leaves.as_slice(), of.element()) {
            let len = Atom::Val(*len);
            leaves.next();
            let cols = Rc::new(self.columns_that_came(&mut leaves, element, &len)?);
            let list = List { cols, part: Some((zero(), len)), grows: None };
            let place = match **of {
                Type::Slice(_) => Place::Slice(list),
                _ => Place::Var(self.var(Value::List(list)), vec![]),
            };
            return Ok(Value::Ref(true, Box::new(place)));
        }
        let value = self.came(&mut leaves, of)?;
        let var = self.var(value.clone());
        self.env_names[var] = name.into();
        self.changed.push((var, (**of).clone()));
        self.came_lent.push((var, (**of).clone(), value));
        Ok(Value::Ref(true, Box::new(Place::Var(var, vec![]))))
    }

    fn came(&mut self, leaves: &mut std::slice::Iter<'_, Leaf>, ty: &Type) -> Result<Value, Refusal> {
        let scalar = |leaf: Option<&Leaf>| match leaf {
            Some(Leaf::Scalar(v)) => Ok(Atom::Val(*v)),
            _ => refuse("a parameter of this type"),
        };
        match ty {
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
                let parts = types.iter().map(|of| self.came(leaves, of));
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
    pub(super) fn left_to_come_back(&mut self, came: &AsItCame) -> Result<Vec<Atom>, Refusal> {
        let (var, ty, was) = came;
        let value = self.env[*var].clone();
        let value = self.put_where_it_lay(value, was)?;
        let (mut parts, mut types) = (vec![], vec![]);
        self.lent_parts(&value, (ty, true), &mut parts, &mut types)?;
        let mut all = vec![];
        for (part, ty) in parts.into_iter().zip(types) {
            if !matches!(ty, Type::Ref(..)) {
                all.push(self.atom(part, self.span)?);
            }
        }
        Ok(all)
    }

    fn put_where_it_lay(&mut self, value: Value, was: &Value) -> Result<Value, Refusal> {
        match (value, was) {
            (Value::List(list), Value::List(lay)) => {
                if Self::arrays_of(&list) == Self::arrays_of(lay) {
                    return Ok(Value::List(List { grows: lay.grows, ..list }));
                }
                let len = self.len(&list)?;
                let before = List { part: Some((zero(), usize_lit(0))), ..lay.clone() };
                let to = self.resized(&before, len, Change::Either)?;
                self.copy_into(&to, &list)?;
                Ok(Value::List(to))
            }
            (Value::Tuple(parts), Value::Tuple(lay)) if parts.len() == lay.len() => {
                let all = parts.into_iter().zip(lay).map(|(part, lay)| self.put_where_it_lay(part, lay));
                Ok(Value::Tuple(all.collect::<Result<_, _>>()?))
            }
            (value, _) => Ok(value),
        }
    }
}
