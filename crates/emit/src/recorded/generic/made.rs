//! Constants of repeated traits that are of the implementing type, as `const ZERO: Self`: no number is a constant, so that
//! they are functions over it.

use super::Repeat;
use super::body::Writer;
use front::hir::ExprId;
use front::items::{ConstId, TraitId};
use front::program::Scope;
use front::ty::Ty;
use front::visit_mut::VisitMut;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Block, Result, Signature, TraitItemConst, parse_quote};

impl Repeat<'_> {
    /// The trait of which a constant is a function over the number, and its type there.
    fn made_of(&self, c: ConstId) -> Option<(TraitId, Ty)> {
        let of = match self.program.owner_of_const(c) {
            (Some(of), _) => self.program.impl_def(of).of_trait.as_ref()?.0,
            (None, of) => of?,
        };
        let declared = *self.program.trait_def(of).consts.get(&self.program.constant(c).name)?;
        let ty = self.program.constant(declared).ty.clone();
        (self.is_trait_over(of) && ty.has_param()).then_some((of, ty))
    }

    pub(super) fn is_made(&self, c: ConstId) -> bool {
        self.made_of(c).is_some()
    }

    /// The function that a constant is, with its body if the constant has a value.
    pub(super) fn maker(&self, c: ConstId, scope: &Scope) -> Result<(Signature, Option<Block>)> {
        let text = self.program.syntax_of_const(c);
        let text = text.ok_or_else(|| self.error(Span::call_site(), "a constant without a text"))?;
        let mut item: TraitItemConst = syn::parse_str(&text)?;
        if self.program.constant(c).ty.has(&|ty| matches!(ty, Ty::Ref(..))) {
            return Err(self.error(item.ident.span(), "a constant that lends what has the trait"));
        }
        self.over(scope, &mut item.ty, |over, ty| over.visit_type_mut(ty))?;
        let (name, ty) = (self.maker_name(c), &item.ty);
        let value = item.default.and_then(|_| self.program.function_of_const(c));
        let block = value.map(|f| self.member(f)).transpose()?.map(|f| *f.block);
        Ok((parse_quote!(fn #name() -> #ty), block))
    }

    fn maker_name(&self, c: ConstId) -> Ident {
        format_ident!("__value_of_{}", &*self.program.constant(c).name)
    }
}

impl Writer<'_, '_> {
    /// A constant that is a function over the number, of this type if it is known.
    pub(super) fn made(&self, c: ConstId, of: Option<&Ty>, e: ExprId) -> Option<TokenStream> {
        let (by, declared) = self.repeat.made_of(c)?;
        // One of `Self` tells what it is of.
        let of = of.or_else(|| self.typed.owners.get(&e)).or((declared == Ty::Param(0)).then_some(self.ty(e)))?;
        let (number, of, name) = (&self.repeat.number, self.repeat.ty(self.f, of), self.repeat.maker_name(c));
        let rest = (1..self.repeat.program.trait_def(by).generics.names.len()).map(|_| quote!(_));
        let by = self.repeat.trait_name(by);
        Some(quote!(<#of as #by<#number #(, #rest)*>>::#name()))
    }
}
