//! Types.

use crate::items::{AdtId, FnId, TraitId};
use std::rc::Rc;

/// The type of an expression. Lifetimes are erased.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    /// `!`
    Never,
    /// `bool`
    Bool,
    /// `char`
    Char,
    /// `str`
    Str,
    /// An integer.
    Int(Int),
    /// A number that may carry a derivative.
    Float(Float),
    /// A tuple; of no parts it is `()`.
    Tuple(Vec<Ty>),
    /// `[T; N]`
    Array(Box<Ty>, Len),
    /// `[T]`
    Slice(Box<Ty>),
    /// `Vec<T>`
    Vec(Box<Ty>),
    /// `Box<T>`, `Rc<T>`, `Arc<T>`: what is shared does not change, so that it may as well be owned.
    Boxed(Pointer, Box<Ty>),
    /// `&T`, or `&mut T` if the flag is set.
    Ref(bool, Box<Ty>),
    /// A struct or an enum, with its arguments: the crate's, the prelude's (`Option`, `Range`, the iterators).
    Adt(AdtId, Vec<Ty>),
    /// The type of a function that is used as a value, with its arguments.
    FnItem(FnId, Vec<Ty>),
    /// The type of a variant or a tuple struct that is used as a function, as `Some` in `map(Some)`, with its arguments.
    VariantItem(AdtId, usize, Vec<Ty>),
    /// The type of a closure, by its number in [`crate::typed::Closures`].
    Closure(usize),
    /// `fn(A) -> B`, `dyn Fn(A) -> B`.
    FnPtr(Vec<Ty>, Box<Ty>),
    /// An argument of a `const` parameter, among those of types.
    Const(Len),
    /// A generic parameter of the item that is looked at, by its place in [`crate::items::Generics`].
    Param(usize),
    /// A generic parameter of a function within itself, by its place there: of it only the bounds are known.
    Rigid(FnId, usize),
    /// `<T as Trait>::Name`, before `T` is known.
    Assoc(Box<Ty>, TraitId, Rc<str>),
    /// `dyn Trait<Args, Name = Ty>`. As what is known by its text alone, it fits every type.
    Dyn(TraitId, Vec<Ty>, Vec<(Rc<str>, Ty)>),
    /// What inference has not found yet, by its number there. None is left in what comes out of it.
    Var(usize),
    /// What nothing more is known of than how it is written; the empty text if not even that. It is equal to itself, and
    /// to no other.
    Opaque(Rc<str>),
}

/// What owns a value elsewhere, alone or with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Pointer {
    Box,
    Rc,
    Arc,
}

/// The integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Int {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

/// The numbers that may carry a derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Float {
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// The number type that the function is written on, as `T: Real`.
    Own,
}

/// The length of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Len {
    /// A number.
    Known(u64),
    /// A constant expression, as it is written, by names that the function sees.
    Text(Rc<str>),
    /// A generic parameter of the item, by its place.
    Param(usize),
    /// Not found yet.
    Var(usize),
}

impl Ty {
    /// `()`
    pub const UNIT: Ty = Ty::Tuple(Vec::new());

    /// What nothing is known of.
    pub fn unknown() -> Ty {
        Ty::Opaque("".into())
    }

    /// The type behind all references and boxes.
    pub fn behind(&self) -> &Ty {
        let mut ty = self;
        while let Ty::Ref(_, inner) | Ty::Boxed(_, inner) = ty {
            ty = inner;
        }
        ty
    }

    /// The type of the elements of a list, behind references.
    pub fn element(&self) -> Option<&Ty> {
        match self.behind() {
            Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) => Some(of),
            _ => None,
        }
    }
}

impl Ty {
    /// The types right inside of it.
    pub fn parts(&self) -> impl Iterator<Item = &Ty> {
        let (many, one): (&[Ty], Option<&Ty>) = match self {
            Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) | Ty::Boxed(_, of) | Ty::Ref(_, of) | Ty::Assoc(of, ..) => {
                (&[], Some(of))
            }
            Ty::Tuple(parts)
            | Ty::Adt(_, parts)
            | Ty::FnItem(_, parts)
            | Ty::VariantItem(_, _, parts)
            | Ty::Dyn(_, parts, _) => (parts, None),
            Ty::FnPtr(params, ret) => (params, Some(ret)),
            _ => (&[], None),
        };
        many.iter().chain(one)
    }

    /// The type with these in the place of generic parameters; those that are not among them stay.
    pub fn with(&self, args: &[Ty]) -> Ty {
        let all = |parts: &[Ty]| parts.iter().map(|t| t.with(args)).collect();
        let one = |t: &Ty| Box::new(t.with(args));
        match self {
            Ty::Param(k) => args.get(*k).unwrap_or(self).clone(),
            Ty::Const(len) => Ty::Const(len.with(args)),
            Ty::Tuple(parts) => Ty::Tuple(all(parts)),
            Ty::Array(of, len) => Ty::Array(one(of), len.with(args)),
            Ty::Slice(of) => Ty::Slice(one(of)),
            Ty::Vec(of) => Ty::Vec(one(of)),
            Ty::Boxed(by, of) => Ty::Boxed(*by, one(of)),
            Ty::Ref(mutable, of) => Ty::Ref(*mutable, one(of)),
            Ty::Adt(adt, parts) => Ty::Adt(*adt, all(parts)),
            Ty::FnItem(f, parts) => Ty::FnItem(*f, all(parts)),
            Ty::VariantItem(adt, k, parts) => Ty::VariantItem(*adt, *k, all(parts)),
            Ty::FnPtr(params, ret) => Ty::FnPtr(all(params), one(ret)),
            Ty::Assoc(of, id, name) => Ty::Assoc(one(of), *id, name.clone()),
            Ty::Dyn(id, parts, types) => {
                let types = types.iter().map(|(name, ty)| (name.clone(), ty.with(args)));
                Ty::Dyn(*id, all(parts), types.collect())
            }
            _ => self.clone(),
        }
    }

    /// Whether a generic parameter is in it, or a type that follows from one.
    pub fn has_param(&self) -> bool {
        let is_one = |ty: &Ty| {
            matches!(ty, Ty::Param(_) | Ty::Assoc(..) | Ty::Const(Len::Param(_)) | Ty::Array(_, Len::Param(_)))
        };
        self.has(&is_one)
    }

    /// Whether something in it was not found yet.
    pub fn has_var(&self) -> bool {
        self.has(&|ty| matches!(ty, Ty::Var(_) | Ty::Const(Len::Var(_)) | Ty::Array(_, Len::Var(_))))
    }

    /// Whether it or something in it is so.
    pub fn has(&self, is: &dyn Fn(&Ty) -> bool) -> bool {
        let said = match self {
            Ty::Dyn(_, _, types) => types.as_slice(),
            _ => &[],
        };
        is(self) || self.parts().chain(said.iter().map(|(_, ty)| ty)).any(|part| part.has(is))
    }
}

impl Len {
    /// The length with these in the place of generic parameters.
    pub fn with(&self, args: &[Ty]) -> Len {
        match self {
            Len::Param(k) => match args.get(*k) {
                Some(Ty::Const(len)) => len.clone(),
                _ => self.clone(),
            },
            _ => self.clone(),
        }
    }
}

impl Pointer {
    /// Its module in std, and its name there.
    pub fn path(self) -> [&'static str; 2] {
        match self {
            Pointer::Box => ["boxed", "Box"],
            Pointer::Rc => ["rc", "Rc"],
            Pointer::Arc => ["sync", "Arc"],
        }
    }

    /// That of a path in std.
    pub fn of(path: &[String]) -> Option<Pointer> {
        [Pointer::Box, Pointer::Rc, Pointer::Arc].into_iter().find(|by| by.path() == *path)
    }
}

impl Int {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Int::I8 => "i8",
            Int::I16 => "i16",
            Int::I32 => "i32",
            Int::I64 => "i64",
            Int::I128 => "i128",
            Int::Isize => "isize",
            Int::U8 => "u8",
            Int::U16 => "u16",
            Int::U32 => "u32",
            Int::U64 => "u64",
            Int::U128 => "u128",
            Int::Usize => "usize",
        }
    }

    /// The integer of a name.
    pub fn of(name: &str) -> Option<Int> {
        use Int::{I8, I16, I32, I64, I128, Isize, U8, U16, U32, U64, U128, Usize};
        [I8, I16, I32, I64, I128, Isize, U8, U16, U32, U64, U128, Usize].into_iter().find(|i| i.name() == name)
    }
}
