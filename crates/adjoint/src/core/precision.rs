//! Constants in the other precision than the function's numbers: they are computed with as they stand, and become numbers
//! where they are cast.

use super::Builder;
use super::value::Value;
use crate::ir::{Atom, Op, Ty, Verbatim};
use front::ty::{Float, Ty as Type};
use proc_macro2::TokenStream;
use quote::quote;

impl Builder<'_> {
    /// Whether a type is the float that the function's numbers are not.
    pub(super) fn is_other_precision(&self, ty: &Type) -> bool {
        match ty {
            Type::Float(Float::F32) => self.sig.scalar == "f64",
            Type::Float(Float::F64) => self.sig.scalar == "f32",
            _ => false,
        }
    }

    pub(super) fn other_float(&self) -> TokenStream {
        if self.sig.scalar == "f32" { quote!(f64) } else { quote!(f32) }
    }

    pub(super) fn any_in_other_precision<'v>(&self, atoms: impl IntoIterator<Item = &'v Atom>) -> bool {
        atoms.into_iter().filter_map(Atom::val).any(|v| self.other_precision.contains(&v))
    }

    /// What constant code gives in the other precision.
    pub(super) fn in_other_precision(&mut self, code: Verbatim) -> Value {
        let atom = self.temporary(Ty::some_int(), Op::Verbatim(code), self.span);
        if let Atom::Val(v) = atom {
            self.values[v].still = true;
            self.other_precision.insert(v);
        }
        Value::Atom(atom)
    }

    /// What is computed of constants of which one is in the other precision.
    pub(super) fn of_other_precision(
        &mut self,
        atoms: &[Atom],
        make: impl FnOnce(&[TokenStream]) -> TokenStream,
    ) -> Value {
        let tokens: Vec<TokenStream> = atoms.iter().map(|a| self.tokens(a)).collect();
        self.in_other_precision(Verbatim::of(make(&tokens), atoms.iter().filter_map(Atom::val).collect()))
    }
}
