//! Functions that are not repeated: those of other crates, and those with a rule.

use super::Repeat;
use super::body::Writer;
use super::border::Mode;
use front::hir::{ExprId, ExprKind};
use front::items::{FnId, ItemId, Origin};
use front::ty::Ty;
use front::typed::Callee;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Result;

/// What is wrong with a derivative in a text that is recorded.
pub(super) const DERIVATIVE: &str = "a derivative in a text that is recorded: take it in a function of its own with #[differentiable], and \
                          call that here";

impl Repeat<'_> {
    /// Whether a function is a derivative of another, or an operator that takes one of what it is given.
    pub(super) fn is_derivative(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        if self.program.derivative(f).is_some() {
            return true;
        }
        let is_operator = |callee: &Callee| match callee {
            Callee::Fn(f, _) => {
                self.program.func(*f).intrinsic.as_ref().is_some_and(|name| name.starts_with("operator::"))
            }
            _ => false,
        };
        !self.is_own(def.origin)
            && def.has_text
            && self.program.path_in_std(ItemId::Fn(f)).is_none()
            && self.typed(f).is_ok_and(|typed| typed.callees.values().any(is_operator))
    }
}

impl Writer<'_, '_> {
    /// Whether a function is of another crate, of which the text is not read.
    pub(super) fn is_elsewhere(&self, f: FnId) -> bool {
        let def = self.repeat.program.func(f);
        self.is_own(f) && !def.has_text && def.of_trait.is_none()
    }

    /// Whether derivatives are taken in the text of a function itself.
    pub(super) fn takes_derivatives(&self, f: FnId) -> bool {
        let is_derivative = |callee: &Callee| match callee {
            Callee::Fn(f, _) => self.repeat.is_derivative(*f),
            _ => false,
        };
        self.repeat.program.func(f).differentiable
            && self.repeat.typed(f).is_ok_and(|typed| typed.callees.values().any(is_derivative))
    }

    /// The form over the number that stands beside a function that is not repeated.
    pub(super) fn beside_function(&self, f: FnId, at: Span) -> Result<TokenStream> {
        let def = self.repeat.program.func(f);
        let open = |ty: &Ty| matches!(ty.behind(), Ty::Param(_) | Ty::FnPtr(..) | Ty::Dyn(..) | Ty::Opaque(_));
        let stays = |ty: &Ty| !self.repeat.is_other(ty) && !open(ty);
        let fits = def.params.iter().map(|p| &p.ty).chain([&def.ret]).all(stays) && def.of.is_none();
        let named = !self.is_elsewhere(f) || def.differentiable;
        let path = def.path.as_ref().filter(|_| named && fits && self.repeat.program.is_seen_from_home(ItemId::Fn(f)));
        match path {
            Some(path) => Ok(self.as_written(path)),
            None if self.repeat.is_derivative(f) => Err(self.refuse(at, DERIVATIVE)),
            None => Err(self.refuse(at, &format!("the function `{}`, which is not repeated", def.name))),
        }
    }

    /// A call, as it stands, of a function without derivatives on no numbers: what it gives are constants.
    pub(super) fn plain_call(&self, f: ExprId, given: &[TokenStream]) -> Result<Option<TokenStream>> {
        let ExprKind::Item(ItemId::Fn(of), _) = self.kind(f) else { return Ok(None) };
        let (program, def) = (&self.repeat.program, self.repeat.program.func(*of));
        let elsewhere = self.is_elsewhere(*of);
        let open = |ty: &Ty| matches!(ty.behind(), Ty::Param(_) | Ty::FnPtr(..) | Ty::Dyn(..) | Ty::Closure(_));
        let takes = |ty: &Ty| self.repeat.has_float(ty) || !elsewhere && (self.repeat.is_other(ty) || open(ty));
        let own = || {
            let is_free = def.of.is_none() && def.generics.names.is_empty() && !matches!(def.ret, Ty::Ref(..));
            is_free && def.origin == Origin::Crate && program.is_seen_from_home(ItemId::Fn(*of))
        };
        let plain = !def.differentiable && !def.params.iter().any(|p| takes(&p.ty)) && (elsewhere || own());
        let Some(path) = def.path.as_ref().filter(|_| plain) else { return Ok(None) };
        let call = quote!(#path(#(#given),*));
        if !self.repeat.has_float(&def.ret) {
            return Ok(Some(call));
        }
        let carried = |ty: &Ty, x: TokenStream| self.repeat.carried(Mode::Lift, ty, &x, self.span(f));
        let lifted = match &def.ret {
            // An error that holds no floats stays: it need not be `Clone`.
            Ty::Adt(adt, args)
                if let [of, error] = args.as_slice()
                    && &*program.adt(*adt).name == "Result"
                    && program.adt(*adt).origin == Origin::Prelude
                    && !self.repeat.has_float(error) =>
            {
                carried(of, quote!(&x__)).map(|of| quote!(#call.map(|x__| #of)))
            }
            ret => carried(ret, quote!(&#call)),
        };
        if elsewhere { lifted.map(Some) } else { Ok(lifted.ok()) }
    }

    /// What is not of this crate, nor of std as far as it is known: a function with derivatives has a form over the number.
    pub(super) fn foreign(&self, path: &syn::Path, at: Span, is_over: bool) -> Result<TokenStream> {
        let whole = || self.repeat.program.outside_from_home(self.f, path, false);
        let Some(path) = (if self.is_home { Some(path.clone()) } else { whole() }) else {
            return Err(self.refuse(at, "something of another crate"));
        };
        Ok(match is_over && is_of_others(&path) {
            true => self.as_written(&path),
            false => path.to_token_stream(),
        })
    }

    /// The form over the number of a function with derivatives that is not repeated.
    fn as_written(&self, path: &syn::Path) -> TokenStream {
        let (mut path, number) = (path.clone(), &self.repeat.number);
        let arguments = path.segments.last_mut().map(|last| std::mem::take(&mut last.arguments));
        let arguments = match arguments {
            Some(syn::PathArguments::AngleBracketed(a)) => {
                let own = a.args.iter();
                Some(quote!(::<#number, #(#own),*>))
            }
            _ => None,
        };
        quote!(#path::__as_written #arguments)
    }
}

/// Whether a function is taken for a differentiable one of another crate: those of Wengert's run on any number.
fn is_of_others(path: &syn::Path) -> bool {
    let first = path.segments.first().is_some_and(|s| s.ident == "wengert");
    let name = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
    let of_wengert = ["lift", "log_sum_exp", "max_of", "min_of", "norm", "stop_gradient"].contains(&name.as_str());
    !(first || of_wengert || rules::Row::find(&name).is_some() || crate::around::is_of_linalg(path))
        && crate::around::is_foreign(path)
}
