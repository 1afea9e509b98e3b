//! Types, traits and implementations over the number.

use super::derives::derives;
use super::{Repeat, parsed};
use front::items::{AdtId, FnId, ImplId, ItemId, TraitId};
use front::program::Scope;
use front::ty::Ty;
use front::visit_mut::VisitMut;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;
use std::rc::Rc;
use syn::{Fields, ImplItem, Item, Result, TraitItem, Visibility, parse_quote};

/// Traits that nothing but messages ask for: where they are not understood they are left out.
const SAID: [&str; 5] = ["Debug", "Display", "Error", "LowerExp", "Hash"];

/// Traits of std that are not known by their functions, and that are asked for all the same.
const RUN: [&str; 6] = ["AsMut", "AsRef", "Borrow", "Drop", "FromStr", "TryFrom"];

/// The field that holds no value where no other field is of the number.
pub(super) const NUMBER: &str = "number__";

impl Repeat<'_> {
    /// A struct or an enum over the number.
    pub(super) fn adt(&self, adt: AdtId) -> Result<Vec<Item>> {
        let Some(text) = self.program.syntax_of_adt(adt) else {
            return Err(self.error(Span::call_site(), "a type without a text"));
        };
        let (scope, name) = (self.program.scope_within_adt(adt), self.adt_name(adt));
        let mut item = (*text).clone();
        let fields = |fields: &mut Fields| -> Result<()> {
            for field in fields {
                field.attrs.clear();
                field.vis = Visibility::Inherited;
                self.over(&scope, &mut field.ty, |over, ty| over.visit_type_mut(ty))?;
            }
            Ok(())
        };
        let mut written = vec![];
        match &mut item {
            Item::Struct(s) => {
                (s.ident, s.vis) = (name, Visibility::Inherited);
                written = derives(&mut s.attrs);
                fields(&mut s.fields)?;
                self.generics(&scope, &mut s.generics)?;
                if let Some(held) = self.held(adt, &s.fields) {
                    let field = format_ident!("{NUMBER}");
                    match &mut s.fields {
                        Fields::Named(all) => all.named.push(parse_quote!(#field: #held)),
                        Fields::Unnamed(all) => all.unnamed.push(parse_quote!(#held)),
                        Fields::Unit => {
                            s.fields = Fields::Named(parse_quote!({ #field: #held }));
                            s.semi_token = None;
                        }
                    }
                }
                self.add_parameters(&mut s.generics, Some(ItemId::Adt(adt)));
            }
            Item::Enum(e) => {
                (e.ident, e.vis) = (name, Visibility::Inherited);
                written = derives(&mut e.attrs);
                for variant in &mut e.variants {
                    variant.attrs.retain(|a| a.path().is_ident("default"));
                    fields(&mut variant.fields)?;
                }
                self.generics(&scope, &mut e.generics)?;
                let whole: TokenStream = e.variants.iter().map(|v| v.fields.to_token_stream()).collect();
                if self.lacks(adt, &whole).is_some() {
                    return Err(self.error(Span::call_site(), "an enum of which only the bounds have floats"));
                }
                self.add_parameters(&mut e.generics, Some(ItemId::Adt(adt)));
            }
            _ => return Err(self.error(Span::call_site(), "a type that is neither a struct nor an enum")),
        }
        // One with parameters of its own is shown under the name that it has here.
        let has_parameters = !self.program.adt(adt).generics.names.is_empty();
        if has_parameters && written.iter().any(|of| of == "Debug") {
            written.retain(|of| of != "Debug");
            if let Item::Struct(syn::ItemStruct { attrs, .. }) | Item::Enum(syn::ItemEnum { attrs, .. }) = &mut item {
                attrs.push(parse_quote!(#[derive(Debug)]));
            }
        }
        let mut items = vec![item];
        for of in written {
            items.push(self.derive(adt, &of)?);
        }
        Ok(items)
    }

    /// What holds the parameters that the number adds to a type, where the fields have them not.
    fn lacks(&self, adt: AdtId, fields: &TokenStream) -> Option<syn::Type> {
        let (text, number, life) = (fields.to_string(), &self.number, &self.life);
        let has = |name: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        let lives = self.adt_lives(adt) && !has(&life.ident.to_string());
        if !lives && has(&number.to_string()) {
            return None;
        }
        let life = self.adt_lives(adt).then(|| quote!(&#life));
        Some(parse_quote!(::core::marker::PhantomData<#life #number>))
    }

    fn held(&self, adt: AdtId, fields: &Fields) -> Option<syn::Type> {
        self.lacks(adt, &fields.to_token_stream())
    }

    /// The name of the field that holds no value, if a repeated struct has it.
    pub(super) fn held_field(&self, adt: AdtId) -> Option<TokenStream> {
        let text = self.program.syntax_of_adt(adt)?;
        let Item::Struct(s) = &*text else { return None };
        let (scope, mut fields) = (self.program.scope_within_adt(adt), s.fields.clone());
        for field in &mut fields {
            self.over(&scope, &mut field.ty, |over, ty| over.visit_type_mut(ty)).ok()?;
        }
        self.held(adt, &fields)?;
        Some(match &s.fields {
            Fields::Unnamed(all) => syn::Index::from(all.unnamed.len()).into_token_stream(),
            _ => format_ident!("{NUMBER}").into_token_stream(),
        })
    }

    /// Bounds over the number, and parameters without what they are by default.
    pub(super) fn generics(&self, scope: &Scope, generics: &mut syn::Generics) -> Result<()> {
        for p in &mut generics.params {
            match p {
                syn::GenericParam::Type(t) => {
                    t.attrs.clear();
                    (t.eq_token, t.default) = (None, None);
                    for bound in &mut t.bounds {
                        self.over(scope, bound, |over, bound| over.visit_type_param_bound_mut(bound))?;
                    }
                }
                syn::GenericParam::Const(c) => (c.eq_token, c.default) = (None, None),
                syn::GenericParam::Lifetime(_) => {}
            }
        }
        if let Some(clause) = &mut generics.where_clause {
            for predicate in &mut clause.predicates {
                if let syn::WherePredicate::Type(t) = predicate {
                    self.over(scope, t, |over, t| over.made_of_any(t))?;
                    self.over(scope, &mut t.bounded_ty, |over, ty| over.visit_type_mut(ty))?;
                    for bound in &mut t.bounds {
                        self.over(scope, bound, |over, bound| over.visit_type_param_bound_mut(bound))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A trait over the number.
    pub(super) fn trait_item(&self, of: TraitId) -> Result<Item> {
        let text = self.program.syntax_of_trait(of);
        let Some(Item::Trait(text)) = text.as_deref() else {
            return Err(self.error(Span::call_site(), "a trait without a text"));
        };
        let (def, scope) = (self.program.trait_def(of), self.program.scope_within_trait(of));
        let mut item = text.clone();
        (item.ident, item.vis, item.attrs) = (self.trait_name(of), Visibility::Inherited, vec![]);
        for bound in &mut item.supertraits {
            self.over(&scope, bound, |over, bound| over.visit_type_param_bound_mut(bound))?;
        }
        self.generics(&scope, &mut item.generics)?;
        self.add_parameters(&mut item.generics, Some(ItemId::Trait(of)));
        item.items.retain(|member| matches!(member, TraitItem::Type(_)));
        for member in &mut item.items {
            if let TraitItem::Type(t) = member {
                for bound in &mut t.bounds {
                    self.over(&scope, bound, |over, bound| over.visit_type_param_bound_mut(bound))?;
                }
            }
        }
        // Constants stay what they are, and become numbers where they are read; those of the type itself are made.
        for c in in_order(&def.consts) {
            if self.is_made(c) {
                let (sig, block) = self.maker(c, &scope)?;
                item.items.push(block.map_or_else(|| parse_quote!(#sig;), |block| parse_quote!(#sig #block)));
                continue;
            }
            let text = self.program.syntax_of_const(c);
            let text = text.ok_or_else(|| self.error(Span::call_site(), "a constant without a text"))?;
            item.items.push(syn::parse_str(&text)?);
        }
        for f in in_order(&def.fns) {
            item.items.push(match self.program.func(f).has_text {
                true => {
                    let f = self.member(f)?;
                    TraitItem::Fn(syn::TraitItemFn {
                        attrs: vec![],
                        sig: f.sig,
                        default: Some(*f.block),
                        semi_token: None,
                    })
                }
                false => {
                    let text = self.program.syntax_of_fn(f);
                    let text = text.ok_or_else(|| self.error(Span::call_site(), "a method without a text"))?;
                    let sig = self.head(f, &text.sig, None)?;
                    parse_quote!(#sig;)
                }
            });
        }
        Ok(Item::Trait(item))
    }

    /// Notes the implementations that a repeated type brings: those of repeated traits, of std's and of the crate's others.
    pub(super) fn reach_impls_of(&self, adt: AdtId) {
        for of in self.impls_for(adt) {
            let def = self.program.impl_def(of);
            if let Some((t, _)) = &def.of_trait
                && self.program.syntax_of_impl(of).is_some()
            {
                let repeated = !self.is_trait_over(*t) || self.reached.borrow().names.contains_key(&ItemId::Trait(*t));
                if repeated {
                    self.reach_impl(of);
                }
            } else if def.of_trait.is_none() && (self.is_said(of) || self.is_of(of, &RUN)) {
                self.reach_impl(of);
            }
        }
    }

    /// Whether an implementation is of a trait that messages ask for.
    fn is_said(&self, of: ImplId) -> bool {
        self.is_of(of, &SAID)
    }

    /// Whether an implementation makes a type of a number that may not fit: a number may have that by std already.
    pub(super) fn is_tried(&self, of: ImplId) -> bool {
        let def = self.program.impl_def(of);
        def.of_trait.as_ref().is_some_and(|(of, args)| {
            let (by, is_bare) = (self.program.trait_def(*of), args.first().is_some_and(Self::is_bare_number));
            is_bare && &*by.name == "TryFrom" && !self.is_own(by.origin)
        })
    }

    /// Whether an implementation is of a trait of one of these names.
    pub(super) fn is_of(&self, of: ImplId, names: &[&str]) -> bool {
        let text = self.program.syntax_of_impl(of);
        let Some(Item::Impl(syn::ItemImpl { trait_: Some((_, path, _)), .. })) = text.as_deref() else { return false };
        path.segments.last().is_some_and(|s| names.iter().any(|name| s.ident == name))
    }

    /// Notes the implementations of a repeated trait: of repeated types that are reached, and of all others.
    ///
    /// # Errors
    /// If one is of the number itself, beside others that the compiler cannot tell from it.
    pub(super) fn reach_impls_of_trait(&self, of: TraitId) -> Result<()> {
        let all = self.program.impls_of_trait(of, &Ty::Var(0));
        let types: Vec<Ty> = all.iter().map(|id| self.program.impl_def(*id).ty.clone()).collect();
        // What holds the number is none.
        let told_apart = |ty: &Ty| {
            let of_number = ty.has(&|ty| matches!(ty, Ty::Float(_)));
            of_number || matches!(ty, Ty::Adt(adt, _) if self.is_own(self.program.adt(*adt).origin))
        };
        if types.iter().any(Self::is_bare_number) && !types.iter().all(told_apart) {
            return Err(self.error(Span::call_site(), "a trait of numbers, and of lists of others"));
        }
        for id in all {
            if self.program.syntax_of_impl(id).is_none() {
                continue;
            }
            let reached = match &self.program.impl_def(id).ty {
                Ty::Adt(adt, _) if self.is_adt_over(*adt) => {
                    self.reached.borrow().names.contains_key(&ItemId::Adt(*adt))
                }
                _ => true,
            };
            if reached {
                self.reach_impl(id);
            }
        }
        Ok(())
    }

    pub(super) fn reach_impl(&self, of: ImplId) {
        let impls = &mut self.reached.borrow_mut().impls;
        if !impls.contains(&of) && !self.is_tried(of) {
            impls.push(of);
        }
    }

    /// An implementation of a trait over the number; nothing of what only messages ask for and is not understood.
    pub(super) fn impl_of_trait(&self, of: ImplId) -> Result<Option<Item>> {
        let text = self.program.syntax_of_impl(of);
        let Some(Item::Impl(text)) = text.as_deref() else { return Ok(None) };
        match self.implementation(of, text) {
            Ok(item) => Ok(Some(item)),
            Err(_) if self.is_said(of) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn implementation(&self, of: ImplId, text: &syn::ItemImpl) -> Result<Item> {
        let (def, scope) = (self.program.impl_def(of), self.program.scope_within_impl(of));
        if def.of_trait.as_ref().is_none_or(|(t, _)| !self.is_trait_over(*t)) && Self::is_bare_number(&def.ty) {
            return Err(self.error(Span::call_site(), "an implementation for a number"));
        }
        let mut item = text.clone();
        item.attrs.clear();
        // Its type first: bounds name what it brings.
        self.over(&scope, &mut *item.self_ty, |over, ty| over.visit_type_mut(ty))?;
        let Some((_, named, _)) = &mut item.trait_ else { return Err(self.error(Span::call_site(), "no trait")) };
        let mut bound: syn::TypeParamBound = parse_quote!(#named);
        self.over(&scope, &mut bound, |over, bound| over.visit_type_param_bound_mut(bound))?;
        if let syn::TypeParamBound::Trait(t) = bound {
            *named = t.path;
        }
        self.generics(&scope, &mut item.generics)?;
        item.items.retain(|member| matches!(member, ImplItem::Type(_)));
        for member in &mut item.items {
            if let ImplItem::Type(t) = member {
                self.over(&scope, &mut t.ty, |over, ty| over.visit_type_mut(ty))?;
            }
        }
        for c in in_order(&def.consts) {
            if self.is_made(c) {
                let (sig, block) = self.maker(c, &scope)?;
                item.items.push(parse_quote!(#sig #block));
                continue;
            }
            let text = self.program.syntax_of_const(c).filter(|_| self.program.is_home(&scope));
            let text = text.ok_or_else(|| self.error(Span::call_site(), "a constant of another module"))?;
            item.items.push(syn::parse_str(&text)?);
        }
        for f in in_order(&def.fns) {
            let f = self.member(f)?;
            let (sig, block) = (f.sig, f.block);
            item.items.push(parse_quote!(#sig #block));
        }
        // What is dropped is so with the bounds of its type, and what a method gives without a name lives as long as that.
        let hides = |member: &ImplItem| {
            let ImplItem::Fn(syn::ImplItemFn { sig: syn::Signature { output, .. }, .. }) = member else { return false };
            matches!(output, syn::ReturnType::Type(_, ty) if matches!(**ty, syn::Type::ImplTrait(_)))
        };
        let alone = match &def.ty {
            Ty::Adt(adt, _) if text.trait_.as_ref().is_some_and(|(_, path, _)| path.is_ident("Drop")) => Some(*adt),
            Ty::Adt(adt, _) if item.items.iter().any(hides) => Some(*adt),
            _ => None,
        };
        self.add_parameters(&mut item.generics, alone.map(ItemId::Adt));
        Ok(Item::Impl(item))
    }

    /// A method that belongs to no trait, in an implementation of its own.
    pub(super) fn method(&self, of: ImplId, f: FnId) -> Result<Vec<Item>> {
        let text = self.program.syntax_of_impl(of);
        let Some(Item::Impl(text)) = text.as_deref() else {
            return Err(self.error(Span::call_site(), "a method without a text"));
        };
        let (def, scope) = (self.program.impl_def(of), self.program.scope_within_impl(of));
        let mut itself = (*text.self_ty).clone();
        self.over(&scope, &mut itself, |over, ty| over.visit_type_mut(ty))?;
        let mut generics = text.generics.clone();
        self.generics(&scope, &mut generics)?;
        let mut member = self.member(f)?;
        // A number that the type does not tell is told where the method is called.
        match self.tells_number(of) {
            true => self.add_parameters(&mut generics, None),
            false => self.add_parameters(&mut member.sig.generics, None),
        }
        let (params, _, clause) = generics.split_for_impl();
        let (sig, block) = (&member.sig, &member.block);
        if self.is_over(&def.ty) {
            return Ok(vec![parsed(quote!(impl #params #itself #clause { #sig #block }))?]);
        }
        // The crate's own type has it through a trait.
        let (of, mut declared) = (self.trait_beside(f), sig.clone());
        for input in &mut declared.inputs {
            match input {
                syn::FnArg::Typed(t) => *t.pat = parse_quote!(_),
                syn::FnArg::Receiver(r) if r.reference.is_none() => r.mutability = None,
                syn::FnArg::Receiver(_) => {}
            }
        }
        let (_, args, _) = generics.split_for_impl();
        Ok(vec![
            parsed(quote!(trait #of #params #clause { #declared; }))?,
            parsed(quote!(impl #params #of #args for #itself #clause { #sig #block }))?,
        ])
    }

    /// The trait through which a type of the crate has a method over the number.
    pub(super) fn trait_beside(&self, f: FnId) -> proc_macro2::Ident {
        format_ident!("With{}", self.method_name(f))
    }

    /// The name of a method where it is repeated: its own on a repeated type.
    pub(super) fn method_name(&self, f: FnId) -> proc_macro2::Ident {
        let def = self.program.func(f);
        let beside = def.of.filter(|_| def.of_trait.is_none()).is_some_and(|of| {
            let ty = &self.program.impl_def(of).ty;
            !self.is_over(ty)
        });
        let name = def.name.trim_start_matches("r#");
        if beside { format_ident!("__{name}_{f}") } else { format_ident!("{name}") }
    }
}

/// Members in the order in which they stand.
fn in_order(members: &HashMap<Rc<str>, usize>) -> Vec<usize> {
    let mut all: Vec<usize> = members.values().copied().collect();
    all.sort_unstable();
    all
}
