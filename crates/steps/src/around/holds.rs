//! Types that hold no number, and those that do.

use crate::around::plain_constant;
use syn::Type;

/// Whether a type holds no number that could carry a derivative; what is said of an error does not count.
pub fn is_answer(ty: &Type) -> bool {
    if let Some(inside) = crate::syntax::types::argument_of(ty, &["Option", "Result"])
        && !matches!(ty, Type::Reference(_))
    {
        return is_answer(inside);
    }
    let parts = match ty {
        Type::Tuple(t) => Some(t.elems.iter().collect()),
        Type::Array(a) => Some(vec![&*a.elem]),
        Type::Slice(s) => Some(vec![&*s.elem]),
        Type::Reference(r) if r.mutability.is_none() => Some(vec![&*r.elem]),
        ty => crate::syntax::types::held_in(ty),
    };
    plain_constant(ty) || is_choice(ty) || parts.is_some_and(|all| !all.is_empty() && all.into_iter().all(is_answer))
}

/// Whether a differentiable function that changes nothing has no derivatives, as it gives no number. Integers and flags
/// arrive as numbers do.
pub fn is_left_alone(ty: &Type) -> bool {
    let inside = crate::syntax::types::argument_of(ty, &["Option", "Result"]).unwrap_or(ty);
    let nothing = matches!(ty, Type::Tuple(t) if t.elems.is_empty());
    !nothing && is_answer(ty) && !crate::syntax::types::is_count(inside)
}

/// So many types in each other are looked into.
const DEEPEST: u32 = 8;

/// Whether a type of the text is made of counts, flags and choices, and so a constant wherever it stands.
pub fn is_choice(ty: &Type) -> bool {
    super::carries(ty) == Some(false) && !matches!(ty, Type::Reference(_)) && counts_alone(ty)
}

/// Whether a type is made of counts, flags and choices: what is made of floats would lose derivatives.
pub fn counts_alone(ty: &Type) -> bool {
    counts_to(ty, DEEPEST)
}

fn counts_to(ty: &Type, deepest: u32) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    if plain_constant(ty) {
        return true;
    }
    match ty {
        Type::Tuple(t) => t.elems.iter().all(|ty| counts_to(ty, deepest)),
        Type::Array(a) => counts_to(&a.elem, deepest),
        Type::Path(_) => match crate::syntax::types::argument_of(ty, &crate::syntax::types::CONTAINERS) {
            Some(inside) => counts_to(inside, deepest),
            None => {
                let fields = super::fields::types_in(ty);
                super::carries(ty) == Some(false)
                    && fields.is_some_and(|all| all.iter().all(|ty| counts_to(ty, deepest)))
            }
        },
        _ => false,
    }
}

/// The type of the text in a type that holds floats and carries no derivative: nobody said whether it is a constant.
pub fn unmarked(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(r) => unmarked(&r.elem),
        Type::Slice(s) => unmarked(&s.elem),
        Type::Array(a) => unmarked(&a.elem),
        Type::Paren(p) => unmarked(&p.elem),
        Type::Tuple(t) => t.elems.iter().find_map(unmarked),
        Type::Path(_) => match crate::syntax::types::argument_of(ty, &crate::syntax::types::CONTAINERS) {
            Some(inside) => unmarked(inside),
            None => (super::carries(ty) == Some(false) && holds_floats(ty, DEEPEST)).then_some(ty),
        },
        _ => None,
    }
}

/// Whether a map of what carries derivatives is in a type, as far as the text shows.
pub fn holds_map(ty: &Type, name: Option<&str>) -> bool {
    holds_map_to(ty, name, DEEPEST)
}

fn holds_map_to(ty: &Type, name: Option<&str>, deepest: u32) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    let inside = |ty: &Type| holds_map_to(ty, name, deepest);
    match ty {
        Type::Reference(r) => inside(&r.elem),
        Type::Slice(s) => inside(&s.elem),
        Type::Array(a) => inside(&a.elem),
        Type::Paren(p) => inside(&p.elem),
        Type::Tuple(t) => t.elems.iter().any(inside),
        Type::Path(p) => match crate::syntax::types::map_of(ty) {
            Some((_, value)) => {
                !counts_alone(value) && name.is_none_or(|name| p.path.segments.last().is_some_and(|s| s.ident == name))
                    || inside(value)
            }
            None => match crate::syntax::types::argument_of(ty, &["Vec", "Option", "Box", "Rc", "Arc", "Result"]) {
                Some(of) => inside(of),
                None => super::fields::types_in(ty).is_some_and(|all| all.iter().any(inside)),
            },
        },
        _ => false,
    }
}

/// Whether there are floats in a type for certain.
fn holds_floats(ty: &Type, deepest: u32) -> bool {
    let Some(deepest) = deepest.checked_sub(1) else { return false };
    match ty {
        Type::Tuple(t) => t.elems.iter().any(|ty| holds_floats(ty, deepest)),
        Type::Array(a) => holds_floats(&a.elem, deepest),
        Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32") => true,
        Type::Path(_) => match crate::syntax::types::argument_of(ty, &crate::syntax::types::CONTAINERS) {
            Some(inside) => holds_floats(inside, deepest),
            None => super::fields::types_in(ty).is_some_and(|all| all.iter().any(|ty| holds_floats(ty, deepest))),
        },
        _ => false,
    }
}
