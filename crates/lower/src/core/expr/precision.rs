//! Constants in the other precision than the function's numbers: they are computed with as they stand, and become numbers
//! where they are cast.

use crate::core::Builder;
use crate::core::value::Value;
use crate::ir::{Atom, IntTy, Op, Ty, Verbatim};
use front::ty::{Float, Ty as Type};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl Builder<'_> {
    /// Whether a type is the float that the function's numbers are not.
    pub(crate) fn is_other_precision(&self, ty: &Type) -> bool {
        match ty {
            Type::Float(Float::F32) => self.sig.scalar == "f64",
            Type::Float(Float::F64) => self.sig.scalar == "f32",
            _ => false,
        }
    }

    /// Whether a type is `f32` among numbers that are `f64`. The other way around, types do not say it: what is derived
    /// from a function's numbers is called `f64` in functions on `f32` too.
    pub(crate) fn is_single(&self, ty: &Type) -> bool {
        matches!(ty, Type::Float(Float::F32)) && self.is_other_precision(ty)
    }

    pub(crate) fn other_float(&self) -> TokenStream {
        if self.sig.scalar == "f32" { quote!(f64) } else { quote!(f32) }
    }

    /// The type of a scalar in the steps.
    pub(crate) fn scalar(&self, ty: &Type) -> Option<Ty> {
        match ty {
            Type::Float(float) if self.is_single(ty) => Some(Ty::Int(IntTy::Other(*float))),
            ty => crate::core::build::scalar(ty),
        }
    }

    /// The type in the steps of what stands in a list as a scalar does.
    pub(crate) fn word(&self, ty: &Type) -> Option<Ty> {
        crate::core::build::word(ty).map(|word| self.scalar(ty).unwrap_or(word))
    }

    pub(crate) fn any_in_other_precision(&self, atoms: &[Atom]) -> bool {
        atoms.iter().any(|a| matches!(self.atom_ty(a), Ty::Int(IntTy::Other(_))))
    }

    /// What is computed of constants of which one is in the other precision.
    pub(crate) fn of_other_precision(
        &mut self,
        atoms: &[Atom],
        make: impl FnOnce(&[TokenStream]) -> TokenStream,
    ) -> Value {
        let tokens: Vec<TokenStream> = atoms.iter().map(|a| self.tokens(a)).collect();
        let code = Verbatim::of(make(&tokens), atoms.iter().filter_map(Atom::val).collect());
        self.in_other_precision(code)
    }

    /// What constant code gives in the other precision.
    pub(crate) fn in_other_precision(&mut self, code: Verbatim) -> Value {
        let other = if self.sig.scalar == "f32" { Float::F64 } else { Float::F32 };
        Value::Atom(self.temporary(Ty::Int(IntTy::Other(other)), Op::Verbatim(code), self.span))
    }

    /// A literal: the suffix says that it is none of the function's numbers.
    pub(crate) fn float_literal(&self, f: &syn::LitFloat, ty: &Type) -> TokenStream {
        let suffix = if self.is_single(ty) { "f32" } else { "" };
        if f.suffix() == suffix {
            return f.to_token_stream();
        }
        let zero = if f.base10_digits().ends_with('.') { "0" } else { "" };
        syn::LitFloat::new(&format!("{}{zero}{suffix}", f.base10_digits()), f.span()).to_token_stream()
    }
}
