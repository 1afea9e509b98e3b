//! Types over any number, by the names that they have in generated functions.

use super::{Lowerer, fault};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, Member, Path, PathArguments, Result, parse_quote};

impl Lowerer {
    /// A type of which the arguments are left out, as the signature has it.
    pub(super) fn with_arguments(&self, of: Path) -> Path {
        let bare = |p: &Path| p.segments.last().map(|s| (s.ident.to_string(), s.arguments.is_empty()));
        let fits = |p: &&Path| matches!((bare(p), bare(&of)), (Some((a, false)), Some((b, true))) if a == b);
        match self.named.iter().find(fits) {
            Some(path) if !self.typed.is_empty() => path.clone(),
            _ => of,
        }
    }

    /// A type of which the arguments are left out, as the signature has it wherever it mentions it.
    pub(super) fn as_named(&self, of: Path) -> Path {
        let same = |p: &&Path| {
            let last = |p: &Path| p.segments.last().map(|s| s.ident.clone());
            last(p) == last(&of) && p.segments.last().is_some_and(|s| !s.arguments.is_empty())
        };
        let mut all = self.named.iter().filter(same);
        match all.next() {
            Some(first) if of.segments.last().is_some_and(|s| s.arguments.is_empty()) && all.all(|p| p == first) => {
                first.clone()
            }
            _ => of,
        }
    }

    /// The path of a type, or of a variant, with arguments for the parameters that stand for types, by what its fields
    /// are filled with.
    pub(super) fn with_known_arguments(&self, path: &Path, fields: &[(Member, &Expr)]) -> Result<Path> {
        let (of, variant) = super::records::split_variant(path);
        let Some(last) = of.segments.last() else { return Ok(path.clone()) };
        if !last.arguments.is_empty() || crate::around::is_open(&of) || !self.with_arguments(of.clone()).eq(&of) {
            return Ok(path.clone());
        }
        let params = crate::around::parameters_of(&last.ident);
        if params.is_empty() || params.iter().any(|p| !matches!(p, syn::GenericParam::Type(_))) {
            return Ok(path.clone());
        }
        let mut arguments = vec![];
        for p in params {
            let syn::GenericParam::Type(p) = p else { continue };
            let is = |member: &Member| {
                let ty = crate::around::declared_field(&last.ident, variant.as_ref(), member);
                ty.is_some_and(|ty| matches!(ty, syn::Type::Path(t) if t.path.is_ident(&p.ident)))
            };
            let filled = fields.iter().find(|(member, _)| is(member));
            let Some((ty, _)) = filled.and_then(|(_, e)| self.known(e)) else {
                let name = &p.ident;
                return fault(
                    path,
                    format!("the type that `{name}` stands for does not show: write it, `{}::<..>`", last.ident),
                );
            };
            arguments.push(ty);
        }
        let mut path = path.clone();
        let at = path.segments.len() - 1 - usize::from(variant.is_some());
        path.segments[at].arguments = syn::PathArguments::AngleBracketed(parse_quote!(::<#(#arguments),*>));
        Ok(path)
    }

    /// The type parameters that a type mentions.
    pub(super) fn typed_in(&self, path: &Path) -> Vec<Ident> {
        let text = path.to_token_stream().to_string();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        self.typed.iter().filter(|t| words.iter().any(|w| t == w)).cloned().collect()
    }

    /// The name, in the generated functions, of a type over any number.
    pub(super) fn twin(&mut self, path: &Path) -> Ident {
        let text = path.to_token_stream().to_string();
        let known = self.twins.iter().find(|(t, _)| *t == text).map(|(_, name)| name.clone());
        known.unwrap_or_else(|| {
            let name = format_ident!("__Twin{}", self.twins.len());
            let (scalar, typed) = (&self.scalar, self.typed_in(path));
            let lengths = lengths_of(path);
            let bare = path.segments.last().is_some_and(|s| s.arguments.is_empty());
            let own = (bare && crate::around::is_open(path)).then(|| quote!(<#scalar>));
            let own = match lengths.is_empty() {
                true => own,
                false => {
                    let names = lengths.iter().map(|p| &p.ident);
                    Some(quote!(<#(#names),*>))
                }
            };
            self.items.push(parse_quote! {
                type #name<__N #(, #typed)* #(, #lengths)*> =
                    <#path #own as ::wengert::Differentiable<#scalar>>::Over<__N>;
            });
            self.twins.push((text, name.clone()));
            name
        })
    }
}

/// A type without the lengths that are its parameters, and these as arguments of a name for it.
pub(super) fn with_lengths(path: &Path) -> (Path, Vec<TokenStream>) {
    let mut bare = path.clone();
    let given = bare.segments.last_mut().map(|last| std::mem::take(&mut last.arguments));
    let lengths = lengths_of(&bare);
    match given {
        Some(PathArguments::AngleBracketed(a)) if !lengths.is_empty() => {
            (bare, a.args.iter().map(ToTokens::to_token_stream).collect())
        }
        _ => (path.clone(), lengths_of(path).iter().map(|_| quote!(_)).collect()),
    }
}

/// The lengths that are a type's parameters, where it is written without arguments and has no other parameters.
pub(crate) fn lengths_of(path: &Path) -> Vec<syn::ConstParam> {
    let Some(last) = path.segments.last().filter(|s| s.arguments.is_none()) else { return vec![] };
    let lengths = crate::around::parameters_of(&last.ident).into_iter().map(|p| match p {
        syn::GenericParam::Const(c) => Some(syn::ConstParam { default: None, eq_token: None, ..c }),
        _ => None,
    });
    lengths.collect::<Option<_>>().unwrap_or_default()
}
