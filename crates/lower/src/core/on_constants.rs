//! Functions without the attribute that are given constants alone: they are called as they stand.

use super::build::scalar;
use super::value::Value;
use super::{Builder, Refusal};
use crate::ir::{Op, Ty, Verbatim};
use front::items::{FnId, ItemId, Origin};
use front::ty::Ty as Type;
use quote::quote;

impl Builder<'_> {
    /// A function written out here; where that is not understood and its arguments are constants, it is called.
    pub(super) fn inline_or_call(&mut self, f: FnId, generics: &[Type], args: Vec<Value>) -> Result<Value, Refusal> {
        if !self.is_callable_on_constants(f) {
            return self.inline(f, generics, args);
        }
        let around = std::mem::take(&mut self.out);
        let (before, frame, block) = (self.snapshot(), self.frame, self.block);
        let value = self.inline(f, generics, args.clone());
        if value.is_err() {
            self.restore(&before);
            (self.frame, self.block) = (frame, block);
            self.out.clear();
        }
        let made = std::mem::replace(&mut self.out, around);
        self.out.extend(made);
        value.or_else(|refusal| self.called_on_constants(f, generics, &args)?.ok_or(refusal))
    }

    /// What a function without the attribute gives for constants: it is called as it stands.
    pub(super) fn of_constants(&mut self, f: FnId, args: &[Value]) -> Result<Option<Value>, Refusal> {
        let def = self.program.func(f);
        if def.differentiable || def.method || args.is_empty() || scalar(&def.ret).is_none() {
            return Ok(None);
        }
        let (Some(path), true) = (&def.path, def.generics.names.is_empty() && self.is_nameable(ItemId::Fn(f))) else {
            return Ok(None);
        };
        if args.iter().all(|a| self.is_constant(a)) {
            let code = self.verbatim(args.to_vec(), def.ret.clone(), |t| quote!(#path(#(#t),*)))?;
            return self.settle(code, self.span).map(Some);
        }
        // Constants that are not looked into are handed on as they are.
        let closed = def.params.iter().any(|p| super::text::is_closed(&p.ty));
        let (mut vals, mut all) = (vec![], vec![]);
        for (arg, param) in args.iter().zip(&def.params) {
            let Some(text) = closed.then(|| self.as_text(arg.clone())).transpose()?.flatten() else { return Ok(None) };
            let lent = matches!(param.ty, Type::Ref(..)).then(|| quote!(&));
            let tokens = text.tokens;
            vals.extend(text.vals);
            all.push(quote!(#lent #tokens));
        }
        let ty = self.scalar(&def.ret).unwrap_or(Ty::Unknown);
        let code = Verbatim::of(quote!(#path(#(#all),*)), vals);
        Ok(Some(Value::Atom(self.temporary(ty, Op::Verbatim(code), self.span))))
    }

    /// Whether a function may be called as it stands where all its arguments are constants.
    fn is_callable_on_constants(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        // What its parameters do not say nobody says where it is called.
        let told = |k: usize| def.params.iter().any(|p| super::outside::mentions(&p.ty, k));
        let plain = !def.differentiable && def.of_trait.is_none() && (0..def.generics.names.len()).all(told);
        let lends = || matches!(def.params.first(), Some(p) if matches!(p.ty, Type::Ref(false, _)));
        // Without arguments it may give another value each time, and what is read on the way back is computed again.
        let given = !def.params.is_empty() && def.origin == Origin::Crate;
        plain && given && if def.method { lends() } else { self.is_nameable(ItemId::Fn(f)) }
    }

    /// What such a function gives for constants.
    fn called_on_constants(&mut self, f: FnId, generics: &[Type], args: &[Value]) -> Result<Option<Value>, Refusal> {
        let def = self.program.func(f);
        let (mut vals, mut all) = (vec![], vec![]);
        for (arg, param) in args.iter().zip(&def.params) {
            if let Some(atom) = self.lent(&param.ty, arg)? {
                all.push(self.tokens(&atom));
                vals.extend(atom.val());
                continue;
            }
            let Some(text) = self.as_text(arg.clone())? else { return Ok(None) };
            let (lent, mut tokens) = (matches!(param.ty, Type::Ref(..)).then(|| quote!(&)), text.tokens);
            // Nothing but the argument says the type of a parameter.
            if let (Type::Param(k), None) = (&param.ty, &lent)
                && let Some(ty) = generics.get(*k).filter(|ty| scalar(ty).is_some()).and_then(|ty| self.written_ty(ty))
            {
                tokens = quote!(#tokens as #ty);
            }
            all.push(quote!(#lent #tokens));
            vals.extend(text.vals);
        }
        let call = match (def.method, &def.path, all.split_first()) {
            (true, _, Some((receiver, args))) => {
                let name = syn::Ident::new(&def.name, self.span);
                quote!(#receiver.#name(#(#args),*))
            }
            (false, Some(path), _) => quote!(#path(#(#all),*)),
            _ => return Ok(None),
        };
        if scalar(&def.ret).is_some() {
            let ty = self.scalar(&def.ret).unwrap_or(Ty::Unknown);
            let code = Verbatim::of(call, vals);
            return Ok(Some(Value::Atom(self.temporary(ty, Op::Verbatim(code), self.span))));
        }
        let code = Verbatim::of(quote!(&#call), vals);
        self.constant_made(code, &def.ret).map(Some)
    }
}
