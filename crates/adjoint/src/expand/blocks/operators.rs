//! Operators of the user's types.

use crate::syntax::generated::type_name;
use proc_macro2::Ident;
use syn::Type;

/// Operators of two operands, those that assign among them, and of one.
const OPERATORS: [&str; 11] =
    ["Add", "Sub", "Mul", "Div", "Rem", "AddAssign", "SubAssign", "MulAssign", "DivAssign", "RemAssign", "Neg"];

/// Whether a trait is one of operators.
pub(super) fn is_operator(name: &Ident) -> bool {
    OPERATORS.iter().any(|op| name == op)
}

fn is_reference(ty: &Type) -> bool {
    matches!(ty, Type::Reference(_))
}

/// The name of an operand's type in the name of a function.
pub(super) fn operand_name(ty: &Type) -> String {
    let name = type_name(ty).map(|n| n.to_string()).unwrap_or_default();
    if is_reference(ty) { format!("ref_{name}") } else { name }
}
