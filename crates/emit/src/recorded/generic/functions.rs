//! Functions over the number.

use super::body::Writer;
use super::{Repeat, parsed};
use front::items::FnId;
use front::program::Scope;
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, Item, ItemFn, Result, ReturnType, Signature, Type, Visibility, parse_quote};

/// What `self` is called where a method is a function.
pub(super) const ITSELF: &str = "self__";

/// Puts a type where `Self` stands.
struct Itself(Type);

impl VisitMut for Itself {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(p) if p.qself.is_none() && p.path.is_ident("Self") => *ty = self.0.clone(),
            ty => visit_mut::visit_type_mut(self, ty),
        }
    }
}

impl Repeat<'_> {
    /// The head of a function over the number; its parameters have these patterns, where they are given.
    pub(super) fn head(&self, f: FnId, sig: &Signature, patterns: Option<Vec<TokenStream>>) -> Result<Signature> {
        let (mut sig, scope) = (sig.clone(), self.program.scope_of(f));
        if sig.asyncness.is_some() || sig.unsafety.is_some() || sig.abi.is_some() || sig.variadic.is_some() {
            return Err(self.error(sig.ident.span(), "a function that is no plain `fn`"));
        }
        sig.constness = None;
        self.generics(&scope, &mut sig.generics)?;
        for (k, input) in sig.inputs.iter_mut().enumerate() {
            match input {
                FnArg::Receiver(r) => {
                    r.attrs.clear();
                    if r.colon_token.is_some() {
                        self.over(&scope, &mut *r.ty, |over, ty| over.visit_type_mut(ty))?;
                    }
                }
                FnArg::Typed(t) => {
                    t.attrs.clear();
                    self.over(&scope, &mut *t.ty, |over, ty| over.visit_type_mut(ty))?;
                    if let Some(pattern) = patterns.as_ref().and_then(|all| all.get(k)) {
                        let pattern: syn::Pat = syn::parse::Parser::parse2(syn::Pat::parse_single, pattern.clone())?;
                        *t.pat = pattern;
                    }
                }
            }
        }
        self.output(&scope, &mut sig.output)?;
        super::lives::outlive_given(&mut sig, &self.number);
        Ok(sig)
    }

    fn output(&self, scope: &Scope, output: &mut ReturnType) -> Result<()> {
        match output {
            ReturnType::Type(_, ty) => self.over(scope, &mut **ty, |over, ty| over.visit_type_mut(ty)),
            ReturnType::Default => Ok(()),
        }
    }

    /// A function with its body.
    fn whole(&self, f: FnId, itself: Option<&str>) -> Result<ItemFn> {
        let Some(text) = self.program.text(f).filter(|_| self.program.func(f).has_text) else {
            return Err(self.error(Span::call_site(), "a function without a text"));
        };
        if self.is_rule(f) {
            return Err(self.error(text.sig.ident.span(), "a function with a rule of its own"));
        }
        let typed = self.typed(f)?;
        let writer = Writer::new(self, f, &typed, itself);
        let patterns = typed.body.params.iter().map(|p| writer.pat(*p)).collect::<Result<Vec<_>>>()?;
        let sig = self.head(f, &text.sig, Some(patterns))?;
        let block = writer.whole()?;
        parsed(quote!(#sig #block))
    }

    /// Whether derivatives of a function are given by another.
    pub(super) fn is_rule(&self, f: FnId) -> bool {
        let says = |a: &syn::Attribute| a.meta.to_token_stream().to_string().contains("rule");
        let marks = |f: &ItemFn| f.attrs.iter().any(|a| a.path().is_ident("differentiable") && says(a));
        self.program.text(f).is_some_and(|text| marks(&text))
    }

    /// A function that is a member of what it stands in.
    pub(super) fn member(&self, f: FnId) -> Result<ItemFn> {
        let mut whole = self.whole(f, None)?;
        whole.sig.ident = self.method_name(f);
        Ok(whole)
    }

    /// Numbers that a bound lends for a time that has a name live as long: of what is lent by itself that is known.
    fn outlive(&self, sig: &mut Signature) {
        let mut bounds: TokenStream = sig.generics.params.to_token_stream();
        sig.generics.where_clause.to_tokens(&mut bounds);
        for input in &sig.inputs {
            if let FnArg::Typed(t) = input
                && matches!(*t.ty, Type::ImplTrait(_))
            {
                t.ty.to_tokens(&mut bounds);
            }
        }
        let bounds = bounds.to_string();
        let lives = sig.generics.lifetimes().map(|l| l.lifetime.clone());
        let lent: Vec<_> = lives
            .filter(|life| bounds.contains(&format!("& {life}")) || bounds.contains(&format!("&{life}")))
            .collect();
        for t in sig.generics.type_params_mut().filter(|t| t.ident == self.number) {
            t.bounds.extend(lent.iter().cloned().map(syn::TypeParamBound::Lifetime));
        }
    }

    /// A function that stands alone: a free one, or one of an implementation that there cannot be over the number.
    pub(super) fn function(&self, f: FnId) -> Result<Item> {
        let def = self.program.func(f);
        let mut whole = self.whole(f, def.of.map(|_| ITSELF))?;
        whole.vis = Visibility::Inherited;
        whole.sig.ident = self.function_name(f);
        if let Some(of) = def.of {
            let (text, scope) = (self.program.syntax_of_impl(of), self.program.scope_within_impl(of));
            let Some(Item::Impl(text)) = text.as_deref() else {
                return Err(self.error(Span::call_site(), "a method without a text"));
            };
            let mut around = text.generics.clone();
            self.generics(&scope, &mut around)?;
            let own = std::mem::take(&mut whole.sig.generics.params);
            whole.sig.generics.params = around.params.into_iter().chain(own).collect();
            if let Some(clause) = around.where_clause {
                whole.sig.generics.make_where_clause().predicates.extend(clause.predicates);
            }
            let mut itself = (*text.self_ty).clone();
            self.over(&scope, &mut itself, |over, ty| over.visit_type_mut(ty))?;
            let name = format_ident!("{ITSELF}");
            for input in &mut whole.sig.inputs {
                if let FnArg::Receiver(r) = input {
                    let (ty, mutable) = (&r.ty, if r.reference.is_none() { r.mutability } else { None });
                    *input = parse_quote!(#mutable #name: #ty);
                }
            }
            // What it gives is told by inference: `Self::Output` is named nowhere.
            if matches!(&whole.sig.output, ReturnType::Type(_, ty) if ty.to_token_stream().to_string().contains("Self ::"))
            {
                let ret = self.ty(f, &def.ret);
                whole.sig.output = parse_quote!(-> #ret);
            }
            let mut replace = Itself(itself);
            replace.visit_signature_mut(&mut whole.sig);
        }
        self.add_parameters(&mut whole.sig.generics, None);
        self.outlive(&mut whole.sig);
        Ok(Item::Fn(whole))
    }
}
