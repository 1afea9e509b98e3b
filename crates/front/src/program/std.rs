//! What std has that is not declared in the prelude: names that are seen everywhere, numbers and their constants.

use super::{Program, Slot};
use crate::items::{ConstDef, ConstId};
use crate::ty::{Float, Int, Pointer, Ty};

/// The path in std of a name that is seen everywhere.
pub(super) fn everywhere(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "Option" => &["option", "Option"],
        "Some" => &["option", "Option", "Some"],
        "None" => &["option", "Option", "None"],
        "Result" => &["result", "Result"],
        "Ok" => &["result", "Result", "Ok"],
        "Err" => &["result", "Result", "Err"],
        "Vec" => &["vec", "Vec"],
        "Box" => &["boxed", "Box"],
        // Not in std's prelude: as the prelude here writes them.
        "Rc" => &["rc", "Rc"],
        "Arc" => &["sync", "Arc"],
        "String" => &["string", "String"],
        "ToString" => &["string", "ToString"],
        "Iterator" => &["iter", "Iterator"],
        "IntoIterator" => &["iter", "IntoIterator"],
        "DoubleEndedIterator" => &["iter", "DoubleEndedIterator"],
        "ExactSizeIterator" => &["iter", "ExactSizeIterator"],
        "Extend" => &["iter", "Extend"],
        "FromIterator" => &["iter", "FromIterator"],
        "Clone" => &["clone", "Clone"],
        "Copy" => &["marker", "Copy"],
        "Send" => &["marker", "Send"],
        "Sync" => &["marker", "Sync"],
        "Sized" => &["marker", "Sized"],
        "Unpin" => &["marker", "Unpin"],
        "Drop" => &["ops", "Drop"],
        "Fn" => &["ops", "Fn"],
        "FnMut" => &["ops", "FnMut"],
        "FnOnce" => &["ops", "FnOnce"],
        "drop" => &["mem", "drop"],
        "ToOwned" => &["borrow", "ToOwned"],
        "PartialEq" => &["cmp", "PartialEq"],
        "Eq" => &["cmp", "Eq"],
        "PartialOrd" => &["cmp", "PartialOrd"],
        "Ord" => &["cmp", "Ord"],
        "AsRef" => &["convert", "AsRef"],
        "AsMut" => &["convert", "AsMut"],
        "Into" => &["convert", "Into"],
        "From" => &["convert", "From"],
        "TryFrom" => &["convert", "TryFrom"],
        "TryInto" => &["convert", "TryInto"],
        "Default" => &["default", "Default"],
        "Hash" => &["hash", "Hash"],
        "Debug" => &["fmt", "Debug"],
        _ => return None,
    })
}

/// The module of std that a type or a trait is of which the prelude declares around its modules.
pub(super) fn home(name: &str) -> &'static str {
    match (everywhere(name), name) {
        (Some(path), _) => path[0],
        (_, "Ordering" | "Reverse") => "cmp",
        (_, "PhantomData") => "marker",
        (_, "Borrow") => "borrow",
        _ => "ops",
    }
}

/// What the prelude calls things of std that have another name there.
pub(super) fn renamed(name: &str) -> Option<&'static str> {
    Some(match name {
        "Iterator" => "Iter",
        "IntoIterator" => "IntoIter",
        "FromIterator" => "FromIter",
        "DoubleEndedIterator" => "Back",
        "ExactSizeIterator" => "Iter",
        // In the order of the keys, which is as good as any.
        "HashMap" => "BTreeMap",
        "HashSet" => "BTreeSet",
        _ => return None,
    })
}

/// The name in std of a trait that the prelude calls otherwise.
pub(super) fn renamed_from(name: &str) -> Option<&'static str> {
    Some(match name {
        "Iter" => "Iterator",
        "IntoIter" => "IntoIterator",
        "FromIter" => "FromIterator",
        "Back" => "DoubleEndedIterator",
        _ => return None,
    })
}

/// A type that has a name of its own in the language.
pub(super) fn primitive(name: &str) -> Option<Ty> {
    Some(match name {
        "bool" => Ty::Bool,
        "char" => Ty::Char,
        "str" => Ty::Str,
        "f32" => Ty::Float(Float::F32),
        "f64" => Ty::Float(Float::F64),
        _ => Ty::Int(Int::of(name)?),
    })
}

/// Types of std that the language of types knows, by their path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builtin {
    Vec,
    Pointer(Pointer),
}

pub(super) fn builtin(path: &[String]) -> Option<Builtin> {
    match path {
        [of, name] if of == "vec" && name == "Vec" => Some(Builtin::Vec),
        path => Pointer::of(path).map(Builtin::Pointer),
    }
}

impl Program {
    /// A constant of a number type, or of `consts` of a float.
    pub(super) fn const_of_number(&self, ty: &Ty, name: &str, of_consts: bool) -> Option<ConstId> {
        let (own, given) = match ty {
            Ty::Float(Float::Own) | Ty::Bool | Ty::Str => return None,
            Ty::Float(float) => {
                let own = if *float == Float::F32 { "f32" } else { "f64" };
                let given = match name {
                    "EPSILON" | "MAX" | "MIN" | "MIN_POSITIVE" | "INFINITY" | "NEG_INFINITY" | "NAN" => ty.clone(),
                    "DIGITS" | "MANTISSA_DIGITS" | "RADIX" => Ty::Int(Int::U32),
                    "MAX_EXP" | "MIN_EXP" | "MAX_10_EXP" | "MIN_10_EXP" => Ty::Int(Int::I32),
                    name if of_consts && !name.contains(char::is_lowercase) => ty.clone(),
                    _ => return None,
                };
                (own, given)
            }
            Ty::Int(int) => match name {
                "MAX" | "MIN" => (int.name(), ty.clone()),
                "BITS" => (int.name(), Ty::Int(Int::U32)),
                _ => return None,
            },
            Ty::Char if name == "MAX" => ("char", Ty::Char),
            _ => return None,
        };
        let path = format!("::core::{own}::{}{name}", if of_consts { "consts::" } else { "" });
        let path = if of_consts { path } else { format!("{own}::{name}") };
        if let Some(id) = self.made.borrow().get(&path) {
            return Some(*id);
        }
        let written = syn::parse_str(&path).ok()?;
        let def = ConstDef { name: name.into(), path: written, ty: given, value: None };
        let id = self.own.consts.add(Slot::made(name, Program::nowhere(), def));
        self.made.borrow_mut().insert(path, id);
        Some(id)
    }
}
