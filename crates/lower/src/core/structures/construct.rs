//! Values that are given to what lies outside: structures, enums, tuples and lists of these are put together.

use crate::core::build::{number, scalar, usize_lit, word};
use crate::core::value::{Choice, Cols, List, Value, part_tag};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Extent, IntTy, Make, Op, Pack, Part, Put, Step, Storage, Ty, Verbatim};
use front::items::AdtId;
use front::ty::{Len, Ty as Type};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

/// Lists of a known length up to this are put together element by element.
const LISTED: u64 = 16;

impl Builder<'_> {
    /// A value as one that is kept whole.
    pub(crate) fn made(&mut self, ty: &Type, value: Value) -> Result<Atom, Refusal> {
        if scalar(ty).is_some() {
            return self.atom(value, self.span);
        }
        match (ty, value) {
            (ty, value @ (Value::Atom(_) | Value::Text(_))) if word(ty) == Some(Ty::Int(IntTy::Text)) => {
                self.text_argument(value, ty)
            }
            (_, Value::Atom(atom)) if self.is_whole(&atom) => Ok(atom),
            // A constant that is not taken apart is handed on as it is.
            (ty, Value::Atom(atom)) if self.stays_closed(ty) => Ok(atom),
            (_, Value::Atom(atom @ Atom::Val(v))) if self.is_kept(v) => Ok(self.once_more(atom)),
            (_, value @ Value::Text(_)) => self.atom(value, self.span),
            (ty, Value::Ref(_, place)) => {
                let ty = if let Type::Ref(_, of) = ty { of } else { ty };
                if let Some(whole) = self.endless_at(ty, &place)? {
                    return Ok(whole);
                }
                let value = self.load(&place)?;
                self.made(ty, value)
            }
            (Type::Boxed(_, _), _) => refuse("a box in a structure"),
            (Type::Tuple(types), Value::Tuple(values)) if types.len() == values.len() => {
                let mut atoms =
                    types.iter().zip(values).map(|(t, v)| self.made(t, v)).collect::<Result<Vec<_>, _>>()?;
                // Outside nothing else says what type a count has.
                for (ty, atom) in types.iter().zip(&mut atoms) {
                    if let (Type::Int(front::ty::Int::Usize), Atom::Lit(lit)) = (ty, &*atom)
                        && let Some(n) = lit.integer().filter(|n| n.suffix().is_empty())
                    {
                        *atom = Atom::lit(syn::LitInt::new(&format!("{n}usize"), n.span()).to_token_stream());
                    }
                }
                let pack = Op::Pack(Box::new(Pack::Tuple(atoms)));
                Ok(self.temporary(Ty::Record, pack, self.span))
            }
            (ty, Value::Tuple(values)) if self.entry_of_matrix(ty).is_some() => self.made_matrix(ty, values),
            (ty, value @ Value::Tuple(_)) if matches!(self.keys_of(ty), Some((_, Some(of))) if !self.is_without_numbers(&of)) => {
                self.made_map(ty, value)
            }
            (Type::Adt(adt, args), Value::Tuple(values)) if !self.program.adt(*adt).is_enum => {
                self.made_variant(*adt, args, 0, values)
            }
            (Type::Adt(adt, args), Value::Enum(choice)) => self.made_choice(*adt, args, *choice),
            (Type::Array(of, len), Value::List(list)) => self.made_list(of, &list, Some(len)),
            (Type::Vec(of) | Type::Slice(of), Value::List(list)) => self.made_list(of, &list, None),
            _ => refuse("a value of this type for what is outside"),
        }
    }

    /// Whether a value is a constant that is not taken apart.
    pub(crate) fn is_kept(&self, v: usize) -> bool {
        self.values[v].ty == Ty::some_int()
    }

    /// A constant that is not taken apart, once more.
    fn once_more(&mut self, atom: Atom) -> Atom {
        let tokens = self.tokens(&atom);
        let code = Verbatim::of(quote!(::core::clone::Clone::clone(&#tokens)), atom.val().into_iter().collect());
        self.temporary(Ty::some_int(), Op::Verbatim(code), self.span)
    }

    /// A struct, or an enum of a known variant.
    fn made_variant(&mut self, adt: AdtId, args: &[Type], k: usize, values: Vec<Value>) -> Result<Atom, Refusal> {
        let def = self.program.adt(adt);
        let variant = &def.variants[k];
        let ty = Type::Adt(adt, args.to_vec());
        let types: Vec<Type> = variant.fields.iter().map(|f| f.ty.with(args)).collect();
        if self.is_std(adt, "Option") {
            return self.made_option(&ty, k, values);
        }
        let path = self.path_of_type(adt)?;
        if let Some(hidden) = variant.fields.iter().find(|f| !self.program.sees(adt, f)) {
            return crate::core::hidden(&def.name, &hidden.name);
        }
        let own = def.is_enum.then(|| format_ident!("{}", &*variant.name));
        let behind = own.iter();
        let plain = quote!(#path #(::#behind)*);
        let is_map = |ty: &Type| matches!(self.keys_of(ty), Some((_, Some(_))));
        let boxed = variant.fields.iter().zip(&types).enumerate().filter(|(_, (f, ty))| f.boxed || is_map(ty));
        let boxed: Vec<_> = boxed.map(|(i, _)| crate::core::structures::member(variant, i)).collect();
        // A range of numbers is its own twin.
        let range = self.is_std(adt, "Range") && !self.is_without_numbers(&ty);
        if !def.differentiable && !range {
            let mut fields = vec![];
            for (i, (ty, value)) in types.iter().zip(values).enumerate() {
                fields.push((crate::core::structures::member(variant, i), self.made(ty, value)?));
            }
            let list = fields.iter().map(|(member, atom)| {
                let atom = self.tokens(atom);
                match boxed.contains(member) {
                    true => quote!(#member: ::core::convert::Into::into(#atom)),
                    false => quote!(#member: #atom),
                }
            });
            let vals = fields.iter().filter_map(|(_, a)| a.val()).collect();
            let code = Verbatim::of(quote!(#plain { #(#list),* }), vals);
            return Ok(self.temporary(Ty::some_int(), Op::Verbatim(code), self.span));
        }
        let mut parts = vec![];
        for (i, (ty, value)) in types.iter().zip(values).enumerate() {
            parts.push((crate::core::structures::member(variant, i), self.made_part(ty, value)?));
        }
        let number = self.sig.number.clone();
        let make = if self.sig.generic || range || self.is_open(adt) {
            let numbers = variant.fields.iter().enumerate().filter(|(_, f)| !f.constant && f.ty.has_param());
            let numbers = numbers.map(|(i, _)| crate::core::structures::member(variant, i)).collect();
            let variant = own.map(|own| (quote!(#path::<#number>), own));
            Make { path: plain.clone(), plain, fill: None, variant, parts, numbers, boxed: vec![], by: None }
        } else {
            let Some(of) = self.twin(&ty) else { return refuse("a type without a name here") };
            let behind = own.iter();
            let path = quote!(#of #(::#behind)*);
            let fill = Some((of.clone(), own.clone()));
            Make { path, plain, fill, variant: own.map(|own| (of, own)), parts, numbers: vec![], boxed, by: None }
        };
        Ok(self.temporary(Ty::Record, Op::Make(Box::new(make)), self.span))
    }

    pub(crate) fn made_part(&mut self, ty: &Type, value: Value) -> Result<Part, Refusal> {
        if let (Type::Vec(of) | Type::Array(of, _), Value::List(list)) = (ty, &value)
            && scalar(of).is_some()
            && !owns_text(of)
            && list.leaf().is_some()
        {
            let whole = list.part.is_none() && list.grows.is_none();
            let fixed = matches!(ty, Type::Array(..));
            let is = |b: &Self, list: &List| matches!(list.leaf(), Some(arr) if matches!(b.arrays[arr].storage, Storage::Fixed(_)));
            let list = match (whole && fixed == is(self, list), fixed) {
                (true, _) => list.clone(),
                (false, true) => self.copied(list)?,
                (false, false) => self.as_vec(list)?,
            };
            return match list.leaf() {
                Some(arr) if !fixed || is(self, &list) => Ok(Part::Array(arr)),
                _ => refuse("a list of this form in a structure"),
            };
        }
        Ok(Part::Scalar(self.made(ty, value)?))
    }

    fn made_option(&mut self, ty: &Type, k: usize, values: Vec<Value>) -> Result<Atom, Refusal> {
        let Type::Adt(_, args) = ty else { return refuse("an option") };
        let Some(of) = args.first() else { return refuse("an option") };
        let written = self.written_ty(of.behind()).map(by_value);
        if self.is_without_numbers(of) {
            let named = written.iter();
            let code = match values.into_iter().next() {
                Some(value) => {
                    let inner = self.made(of, value)?;
                    let tokens = self.tokens(&inner);
                    Verbatim::of(quote!(::core::option::Option::Some(#tokens)), inner.val().into_iter().collect())
                }
                None => Verbatim::of(quote!(::core::option::Option #(::<#named>)*::None), vec![]),
            };
            return Ok(self.temporary(Ty::some_int(), Op::Verbatim(code), self.span));
        }
        let Some(written) = written else { return refuse("a type without a name here") };
        match values.into_iter().next() {
            Some(value) if k == self.good(ty) => {
                let inner = self.made(of, value)?;
                Ok(self.temporary(Ty::Record, Op::Something(inner), self.span))
            }
            _ => Ok(self.temporary(Ty::Record, Op::Nothing(written), self.span)),
        }
    }

    /// The variant of an `Option` or a `Result` that has a value.
    pub(crate) fn good(&self, ty: &Type) -> usize {
        let Type::Adt(adt, _) = ty else { return 0 };
        self.program.adt(*adt).variants.iter().position(|v| matches!(&*v.name, "Some" | "Ok")).unwrap_or(0)
    }

    /// An enum, by what it is when the function runs.
    fn made_choice(&mut self, adt: AdtId, args: &[Type], choice: Choice) -> Result<Atom, Refusal> {
        if let Some(k) = part_tag(&choice.tag) {
            let values = choice.variants.into_iter().nth(k).flatten().unwrap_or_default();
            return self.made_variant(adt, args, k, values);
        }
        let met: Vec<usize> = (0..choice.variants.len()).filter(|k| choice.variants[*k].is_some()).collect();
        self.made_one_of(adt, args, &choice, &met)
    }

    fn made_one_of(&mut self, adt: AdtId, args: &[Type], choice: &Choice, met: &[usize]) -> Result<Atom, Refusal> {
        let Some((&k, rest)) = met.split_first() else { return refuse("an enum of no variant") };
        let values = choice.variants[k].clone().unwrap_or_default();
        if rest.is_empty() {
            return self.made_variant(adt, args, k, values);
        }
        let is = self.is_variant(choice, k)?;
        let one = self.branch(
            is,
            |b| Ok(Value::Atom(b.made_variant(adt, args, k, values)?)),
            |b| Ok(Value::Atom(b.made_one_of(adt, args, choice, rest)?)),
        )?;
        self.atom(one, self.span)
    }

    fn made_list(&mut self, of: &Type, list: &List, fixed: Option<&Len>) -> Result<Atom, Refusal> {
        if let (Cols::Whole(w), None) = (&*list.cols, &list.part) {
            let w = w.clone();
            return self.taken_whole(&w);
        }
        // How long an array is, its type says, where that is known.
        let len = match fixed.and_then(|len| self.len_atom(len).ok()) {
            Some(len) => len,
            None => self.len(list)?,
        };
        let length = |b: &Self| fixed.map(|_| b.tokens(&len));
        if let Some(extents) = self.extents(of, list, &len, fixed.is_some()).filter(|_| !owns_text(of)) {
            let list = match list.part.is_none() && list.grows.is_none() {
                true => list.clone(),
                false => self.copied(list)?,
            };
            let [arr] = Self::arrays_of(&list)[..] else { return refuse("rows of this form") };
            let pack = Op::Pack(Box::new(Pack::Rows(arr, extents)));
            return Ok(self.temporary(Ty::Record, pack, self.span));
        }
        if let Some(n) = number(&len).filter(|n| *n <= LISTED && fixed.is_some()) {
            let mut atoms = vec![];
            for k in 0..n {
                let place = self.element_inside(list, &usize_lit(k))?;
                let value = self.load(&place)?;
                atoms.push(self.made(of, value)?);
            }
            return Ok(self.temporary(Ty::Record, Op::List(atoms), self.span));
        }
        let zero = self.zero_of(of)?;
        let zero = self.made(of, zero)?;
        let length = length(self);
        let begin = self.temporary(Ty::Record, Op::Repeat(zero, len.clone(), length), self.span);
        let arr = self.array("held", Storage::Held, &Type::unknown(), self.span);
        self.out.push(Step::Hold(arr, begin));
        let list = list.clone();
        self.count_to(len, |b, k| {
            let place = b.element_inside(&list, &k)?;
            let value = b.load(&place)?;
            let value = b.made(of, value)?;
            b.calls += 1;
            let put = Put { id: b.calls, arr, index: k, value };
            b.out.push(Step::Put(Box::new(put)));
            Ok(())
        })?;
        Ok(self.temporary(Ty::Record, Op::Look(arr), self.span))
    }

    /// How long the lists of each level are, where it is a list of numbers or rows of one length of them.
    fn extents(&self, of: &Type, list: &List, len: &Atom, fixed: bool) -> Option<Vec<Extent>> {
        let extent = |n: &Atom, fixed: bool| Extent::Even(n.clone(), fixed.then(|| self.tokens(n)));
        let mut all = vec![extent(len, fixed)];
        let (mut cols, mut of) = (list.cols.clone(), of.clone());
        while let Cols::Rows(n, inner) = &*cols {
            all.push(match &of {
                Type::Array(_, len) => extent(&self.len_atom(len).unwrap_or(n.clone()), true),
                _ => extent(n, false),
            });
            of = of.element()?.clone();
            cols = inner.clone();
        }
        matches!(*cols, Cols::Leaf(_)).then_some(all)
    }
}

/// A type with what its references lend.
fn by_value(ty: TokenStream) -> TokenStream {
    let Ok(mut of) = syn::parse2::<syn::Type>(ty.clone()) else { return ty };
    crate::around::owned(&mut of);
    of.to_token_stream()
}

/// Whether it is `String`: lists here hold what it lends.
pub(crate) fn owns_text(ty: &Type) -> bool {
    matches!(ty, Type::Opaque(_)) && word(ty) == Some(Ty::Int(IntTy::Text))
}
