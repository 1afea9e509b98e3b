//! Head constructors: what a type is around its parts, by which implementations are found.

use super::Program;
use super::part::side;
use super::table::Side;
use crate::items::{AdtId, TraitId};
use crate::ty::{Float, Int, Len, Ty};
use std::rc::Rc;

/// What a type is around its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Head {
    /// Any: a variable, a parameter.
    Any,
    Never,
    Bool,
    Char,
    Str,
    Int(Int),
    Float(Float),
    Tuple(usize),
    Array,
    Slice,
    Vec,
    Boxed,
    Ref(bool),
    Adt(AdtId),
    Call,
    Dyn(TraitId),
    /// What is known by its text alone.
    Other,
}

pub(super) fn head(ty: &Ty) -> Head {
    match ty {
        Ty::Never => Head::Never,
        Ty::Bool => Head::Bool,
        Ty::Char => Head::Char,
        Ty::Str => Head::Str,
        Ty::Int(int) => Head::Int(*int),
        Ty::Float(float) => Head::Float(*float),
        Ty::Tuple(parts) => Head::Tuple(parts.len()),
        Ty::Array(..) => Head::Array,
        Ty::Slice(_) => Head::Slice,
        Ty::Vec(_) => Head::Vec,
        Ty::Boxed(_, _) => Head::Boxed,
        Ty::Ref(mutable, _) => Head::Ref(*mutable),
        Ty::Adt(adt, _) => Head::Adt(*adt),
        Ty::FnItem(..) | Ty::Closure(_) | Ty::FnPtr(..) => Head::Call,
        Ty::Dyn(of, ..) => Head::Dyn(*of),
        Ty::Param(_) | Ty::Assoc(..) | Ty::Var(_) => Head::Any,
        _ => Head::Other,
    }
}

/// The head constructor by which a part keeps what it finds: the prelude knows no types of the crate's.
pub(super) fn in_part(part_side: Side, ty: &Ty) -> Head {
    match head(ty) {
        Head::Adt(id) | Head::Dyn(id) if part_side == Side::Prelude && side(id) == Side::Crate => Head::Other,
        head => head,
    }
}

pub(super) fn fits(a: Head, b: Head) -> bool {
    match (a, b) {
        (Head::Any, _) | (_, Head::Any) => true,
        // The function's own number is any of them.
        (Head::Float(x), Head::Float(y)) => x == y || x == Float::Own || y == Float::Own,
        (a, b) => a == b,
    }
}

/// What stands for a type in the headers of implementations; none where it may be anything.
pub(super) fn word(program: &Program, ty: &Ty) -> Option<Rc<str>> {
    Some(match ty {
        Ty::Bool => "bool".into(),
        Ty::Char => "char".into(),
        Ty::Str => "str".into(),
        Ty::Int(int) => int.name().into(),
        Ty::Float(Float::F32) => "f32".into(),
        Ty::Float(Float::F64) => "f64".into(),
        Ty::Float(Float::Own) => "f64".into(),
        Ty::Tuple(_) => "(".into(),
        Ty::Array(..) | Ty::Slice(_) => "[".into(),
        Ty::Vec(_) => "Vec".into(),
        Ty::Boxed(by, _) => by.path()[1].into(),
        Ty::Ref(..) => "&".into(),
        Ty::Adt(adt, _) => program.adt_slot(*adt).name.clone(),
        Ty::Dyn(of, ..) => program.trait_slot(*of).name.clone(),
        _ => return None,
    })
}

/// Whether a type may be one with other arguments in the place of generic parameters and of what is not known.
pub(super) fn may_be(a: &Ty, b: &Ty) -> bool {
    let all = |x: &[Ty], y: &[Ty]| x.len() == y.len() && x.iter().zip(y).all(|(x, y)| may_be(x, y));
    match (a, b) {
        (Ty::Adt(a, x), Ty::Adt(b, y)) => a == b && all(x, y),
        (Ty::Tuple(x), Ty::Tuple(y)) => all(x, y),
        (Ty::Array(x, _), Ty::Array(y, _)) | (Ty::Slice(x), Ty::Slice(y)) | (Ty::Vec(x), Ty::Vec(y)) => may_be(x, y),
        (Ty::Boxed(_, x), Ty::Boxed(_, y)) => may_be(x, y),
        (Ty::Ref(m, x), Ty::Ref(n, y)) => m == n && may_be(x, y),
        (Ty::Const(Len::Known(m)), Ty::Const(Len::Known(n))) => m == n,
        _ => fits(head(a), head(b)),
    }
}
