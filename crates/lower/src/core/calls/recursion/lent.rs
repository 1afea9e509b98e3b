//! What functions that call themselves lend each other, where lists are in it: each column of them goes on where it lies, and
//! what else there is comes back if it may change. As values that are given, and given back, all of it would be copied in
//! each call.

use crate::core::build::{usize_lit, zero};
use crate::core::calls::recursion::{DEEPEST, holds_constant_numbers, holds_floats};
use crate::core::lists::ragged::{Table, USIZE};
use crate::core::value::{Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Arr, Atom, Init, Storage, View};
use front::hir::PatKind;
use front::items::{FnId, Origin};
use front::program::Program;
use front::ty::{Float, Ty as Type};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::cell::Cell;
use std::rc::Rc;

/// What a call is lent: a tuple, its type, and where something comes back to, with what lies there.
pub(crate) struct Lending {
    pub(crate) value: Value,
    pub(crate) ty: Type,
    pub(crate) back: Option<(Place, Lent)>,
}

impl Lending {
    fn new(parts: Vec<(Value, Type)>, back: Option<(Place, Lent)>) -> Lending {
        let (parts, types) = parts.into_iter().unzip();
        Lending { value: Value::Tuple(parts), ty: Type::Tuple(types), back }
    }
}

/// What is lent, and whether its lists may grow.
#[derive(Clone)]
pub(crate) struct Lent {
    pub(crate) value: Value,
    pub(crate) grow: bool,
}

/// What a value is made of that is lent, by types: numbers and counts, and for each list its length, the length of its
/// memory, and its columns.
struct Parts {
    written: Vec<TokenStream>,
    back: Vec<Type>,
    how: How,
    lists: usize,
}

/// How a part is lent.
#[derive(Clone, Copy)]
pub(crate) struct How {
    /// To be read alone.
    pub(crate) shared: bool,
    /// Its lists may grow.
    pub(crate) grow: bool,
}

impl How {
    pub(crate) const READ: How = How { shared: true, grow: false };

    /// What is lent by a reference that is said to be to a type, and may grow there.
    pub(crate) fn of(ty: &Type, grow: bool) -> How {
        How { shared: !matches!(ty, Type::Ref(true, _)), grow }
    }
}

/// Whether a structure holds a reference of this type to what holds no number: it is lent on where it lies outside.
pub(crate) fn is_constant(program: &Program, ty: &Type) -> bool {
    matches!(ty, Type::Ref(false, of) if scalar(of).is_none() && !holds_floats(program, of, DEEPEST))
}

/// A list that a structure holds a reference to.
pub(crate) fn lent_list(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Ref(false, of) => of.element().map(|_| &**of),
        _ => None,
    }
}

impl Parts {
    fn of(program: &Program, ty: &Type, grow: bool) -> Option<Parts> {
        let Type::Ref(_, of) = ty else { return None };
        let how = How::of(ty, grow);
        // What comes back carries derivatives.
        if !how.shared && holds_constant_numbers(program, of, DEEPEST) {
            return None;
        }
        let mut parts = Parts { written: vec![], back: vec![], how, lists: 0 };
        parts.value(program, of, DEEPEST)?;
        const MOST: usize = 24;
        // Numbers alone are given, and given back.
        let counts = parts.lists > 0 || scalar(of).is_none() && !holds_floats(program, of, DEEPEST);
        (counts && parts.written.len() <= MOST).then_some(parts)
    }

    fn value(&mut self, program: &Program, ty: &Type, deepest: usize) -> Option<()> {
        let deepest = deepest.checked_sub(1)?;
        match ty {
            Type::Float(Float::F64) | Type::Int(_) | Type::Bool | Type::Char => {
                let written = scalar(ty)?;
                if self.how.shared {
                    self.written.push(quote!((#written)));
                } else {
                    self.written.push(written);
                    self.back.push(ty.clone());
                }
            }
            ty if is_constant(program, ty) => {
                let written = crate::core::calls::recursion::tuples::written_to_lend(program, ty)?;
                self.written.push(quote!(#written));
            }
            ty if let Some(list) = lent_list(ty) => {
                let how = std::mem::replace(&mut self.how, How::READ);
                self.value(program, list, deepest)?;
                self.how = how;
            }
            Type::Array(of, _) => {
                let how = self.how;
                self.how.grow = false;
                self.columns(program, of, deepest)?;
                self.how = how;
            }
            Type::Vec(of) | Type::Slice(of) => {
                self.lists += 1;
                match self.how.grow {
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
        self.written.push(match self.how {
            How { shared: true, .. } => quote!(&[#of]),
            How { grow: true, .. } => quote!(&mut Vec<#of>),
            How { .. } => quote!(&mut [#of]),
        });
    }

    fn columns(&mut self, program: &Program, ty: &Type, deepest: usize) -> Option<()> {
        let deepest = deepest.checked_sub(1)?;
        match ty {
            Type::Float(Float::F64) | Type::Int(_) | Type::Bool | Type::Char => {
                let of = scalar(ty)?;
                self.column(of);
            }
            Type::Array(of, _) => self.columns(program, of, deepest)?,
            // Rows of any lengths, which they keep.
            Type::Vec(of) if !self.how.grow => {
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
        Type::Char => quote!(char),
        Type::Int(int) => {
            let name = format_ident!("{}", int.name());
            quote!(#name)
        }
        _ => return None,
    })
}

/// The types of the parts of a tuple, of a collection, or of a structure of the crate without the derive.
pub(crate) fn fields(program: &Program, ty: &Type) -> Option<Vec<Type>> {
    match ty {
        Type::Tuple(parts) if !parts.is_empty() => Some(parts.clone()),
        Type::Adt(adt, args) => {
            let def = program.adt(*adt);
            const COLLECTIONS: [&str; 5] = ["BTreeMap", "HashMap", "BTreeSet", "VecDeque", "BinaryHeap"];
            if def.origin != Origin::Prelude || !COLLECTIONS.contains(&&*def.name) {
                let all = crate::core::calls::recursion::tuples::fields(program, *adt, args)?;
                return Some(all.into_iter().map(|(_, of)| of).collect());
            }
            Some(def.variants.first()?.fields.iter().map(|f| f.ty.with(args)).collect())
        }
        _ => None,
    }
}

/// Whether a collection is in a type: what it is made of grows.
fn holds_collection(program: &Program, ty: &Type, deepest: usize) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return true };
    match ty {
        Type::Adt(adt, _) if program.adt(*adt).origin == Origin::Prelude && !program.adt(*adt).is_enum => true,
        ty => fields(program, ty).is_some_and(|all| all.iter().any(|of| holds_collection(program, of, deepest))),
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

/// A column as it is lent.
fn lent_column(how: How, column: List, of: Type) -> (Value, Type) {
    let of = Box::new(if how.shared { Type::Slice(Box::new(of)) } else { Type::Vec(Box::new(of)) });
    (Value::Ref(!how.shared, Box::new(Place::Slice(column))), Type::Ref(!how.shared, of))
}

/// What is written in the signature of a function that takes a parameter so.
pub(crate) fn mark(program: &Program, ty: &Type, grow: bool) -> Option<TokenStream> {
    let parts = Parts::of(program, ty, grow)?.written;
    Some(quote!(#[lent(#(#parts),*)]))
}

thread_local! {
    /// Whether anything is lent so, and whether something was.
    static LENDS: Cell<(bool, bool)> = const { Cell::new((true, false)) };
}

/// What a function becomes; where one of those that it lends to cannot take it so, once more without.
pub(crate) fn if_taken<X>(lower: impl Fn() -> Result<X, Refusal>) -> Result<X, Refusal> {
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
    /// Whether a parameter is lent so to be changed, and whether its lists may grow. A list of numbers that keeps its length
    /// is lent as it is.
    pub(crate) fn lends(&mut self, f: FnId, k: usize) -> Option<bool> {
        let def = self.program.func(f);
        let ty = &def.params[k].ty;
        if !matches!(ty, Type::Ref(true, _)) {
            return None;
        }
        let grows = match ty.behind() {
            Type::Slice(_) => false,
            of => holds_collection(self.program, of, DEEPEST) || self.grows_inside(f, k),
        };
        let is_plain = !grows && crate::core::lists::nested::nested(ty).is_some();
        (LENDS.get().0 && !is_plain && Parts::of(self.program, ty, grows).is_some()).then_some(grows)
    }

    /// Whether a function changes lists that it is lent so: it cannot be called as it is written, as they are no constants.
    pub(crate) fn changes_lists(&mut self, f: FnId) -> bool {
        (0..self.program.func(f).params.len()).any(|k| {
            let grow = self.lends(f, k);
            let ty = &self.program.func(f).params[k].ty;
            grow.is_some_and(|grow| Parts::of(self.program, ty, grow).is_some_and(|parts| parts.lists > 0))
        })
    }

    /// Whether a function reads a structure that it is lent so, and that is no constant outside.
    pub(crate) fn reads_lists(&mut self, f: FnId, args: &[Value]) -> Result<bool, Refusal> {
        for (k, value) in args.iter().enumerate() {
            if self.lends_to_read(f, k) && self.lent(&self.program.func(f).params[k].ty, value)?.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a structure is lent so to be read.
    pub(crate) fn lends_to_read(&self, f: FnId, k: usize) -> bool {
        let ty = &self.program.func(f).params[k].ty;
        let structure = matches!(ty, Type::Ref(false, of) if of.element().is_none());
        LENDS.get().0 && structure && Parts::of(self.program, ty, false).is_some()
    }

    /// Whether what is lent so to be read has a collection in it.
    pub(crate) fn lends_collection(&self, f: FnId, k: usize) -> bool {
        self.lends_to_read(f, k) && holds_collection(self.program, self.program.func(f).params[k].ty.behind(), DEEPEST)
    }

    fn grows_inside(&mut self, f: FnId, k: usize) -> bool {
        let Ok(typed) = self.typed_of(&(f, vec![])) else { return true };
        match typed.body.params.get(k).map(|pat| &typed.body.pats[*pat].kind) {
            Some(PatKind::Bind { local, .. }) => self.may_grow(&typed, *local),
            _ => true,
        }
    }

    /// The types of what comes back of it.
    pub(crate) fn back_of_lent(&self, of: &Type, grow: bool) -> Vec<Type> {
        let ty = Type::Ref(true, Box::new(of.clone()));
        Parts::of(self.program, &ty, grow).map_or(vec![], |parts| parts.back)
    }

    /// What is lent so, as the function takes it.
    pub(crate) fn as_lent(&mut self, value: Value, ty: &Type, grow: bool) -> Result<Lending, Refusal> {
        LENDS.set((true, true));
        let (Type::Ref(_, of), Value::Ref(_, place)) = (ty, value) else { return refuse("an argument of this type") };
        let (how, mut all) = (How::of(ty, grow), vec![]);
        if !grow && of.element().is_some() {
            let list = Value::List(self.list_at(&place)?);
            self.lent_parts(&list, (of, how), &mut all)?;
            return Ok(Lending::new(all, None));
        }
        let mut value = self.load(&place)?;
        if grow {
            value = self.all_growable(value, of)?;
            self.store(&place, value)?;
            value = self.load(&place)?;
        }
        self.lent_parts(&value, (of, how), &mut all)?;
        Ok(Lending::new(all, Some((*place, Lent { value, grow })).filter(|_| !how.shared)))
    }

    fn lent_parts(
        &mut self,
        value: &Value,
        (ty, how): (&Type, How),
        all: &mut Vec<(Value, Type)>,
    ) -> Result<(), Refusal> {
        match (value, ty) {
            (value, ty) if is_constant(self.program, ty) => {
                let Some(lent) = self.lent(ty, value)? else { return refuse("a constant that lies inside") };
                self.lent.extend(lent.val());
                all.push((Value::Atom(lent), ty.clone()));
            }
            (Value::List(list), Type::Array(of, _)) => {
                let mut arrays = vec![];
                self.columns_of_lent(list, &list.cols, of, &mut arrays)?;
                for (view, of) in arrays {
                    if !how.shared && matches!(self.arrays[view.arr].storage, Storage::Shared) {
                        return refuse("a list of this form");
                    }
                    all.push(lent_column(How { grow: false, ..how }, Self::leaf_list(view.arr, view.part), of));
                }
            }
            (Value::Ref(_, place), ty) if let Some(of) = lent_list(ty) => {
                let list = Value::List(self.list_at(place)?);
                self.lent_parts(&list, (of, How::READ), all)?;
            }
            (Value::List(list), Type::Vec(of) | Type::Slice(of)) if !how.grow => {
                let apart = if how.shared { self.apart_here(list)? } else { list.clone() };
                let list = &apart;
                let part = Some((list.part.as_ref().map_or_else(zero, |(off, _)| off.clone()), self.len(list)?));
                let list = List { part, ..list.clone() };
                all.push((Value::Atom(self.len(&list)?), USIZE));
                let mut arrays = vec![];
                self.columns_of_lent(&list, &list.cols, of, &mut arrays)?;
                for (view, of) in arrays {
                    if !how.shared && matches!(self.arrays[view.arr].storage, Storage::Shared) {
                        return refuse("a list of this form");
                    }
                    all.push(lent_column(how, Self::leaf_list(view.arr, view.part), of));
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
                all.extend([(Value::Atom(len.clone()), USIZE), (most, USIZE)]);
                let mut arrays = vec![];
                self.columns_of_lent(list, &list.cols, of, &mut arrays)?;
                all.extend(
                    arrays.into_iter().map(|(view, of)| lent_column(how, List::whole(Cols::Leaf(view.arr)), of)),
                );
            }
            (Value::Tuple(parts), ty) => {
                let Some(types) = fields(self.program, ty) else { return refuse("what is lent to be changed") };
                for (part, of) in parts.iter().zip(&types) {
                    self.lent_parts(part, (of, how), all)?;
                }
            }
            (value, ty) if scalar(ty).is_some() => {
                let value = self.settle(value.clone(), self.span)?;
                all.push((Value::Atom(self.atom(value, self.span)?), ty.clone()));
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
    pub(crate) fn come_back(
        &mut self,
        own: Lent,
        ty: &Type,
        back: &mut dyn Iterator<Item = Atom>,
    ) -> Result<Value, Refusal> {
        let Lent { value, grow } = own;
        let mut next = || back.next().ok_or_else(|| Refusal::new("what is lent to be changed"));
        match (value, ty) {
            (list @ Value::List(_), Type::Vec(_)) if !grow => Ok(list),
            (list @ Value::List(_), Type::Array(..)) => Ok(list),
            (list @ Value::Ref(..), _) => Ok(list),
            (constant, ty) if is_constant(self.program, ty) => Ok(constant),
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
                let own = |value| Lent { value, grow };
                let all = parts.into_iter().zip(&types).map(|(part, of)| self.come_back(own(part), of, back));
                Ok(Value::Tuple(all.collect::<Result<_, _>>()?))
            }
            _ => Ok(Value::Atom(next()?)),
        }
    }
}
