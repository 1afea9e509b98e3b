//! The structures of a rewritten text: types with derivatives, by the names of their twins over the number.

use crate::around;
use crate::around::lengths_of;
use crate::signature::{Shape, Signature};
use front::visit::Visit;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::{Item, Member, Pat, Path, PathArguments, Type, parse_quote};

pub(super) struct Twins {
    scalar: Ident,
    /// Types of the signature of which the text around says nothing: they carry derivatives there.
    foreign: HashSet<String>,
    /// Whether maps carry derivatives.
    maps: bool,
    /// Generic parameters of the function at hand, which stand for functions and constants.
    pub(super) open: Vec<String>,
    /// The plain types, without arguments, and their twins' names.
    named: Vec<(Path, Ident)>,
}

/// What is said of [`Twins::is_on_types`].
pub(super) const ON_TYPES: &str = "a structure of type parameters cannot be made or taken apart while it is recorded: do that in a function of its own";

impl Twins {
    pub(super) fn new(sig: &Signature) -> Twins {
        let mut foreign = HashSet::new();
        sig.params.iter().filter_map(|p| p.shape.as_ref()).for_each(|s| names(s, &mut foreign));
        names(&sig.ret, &mut foreign);
        let types = sig.params.iter().filter(|p| p.active).map(|p| &p.ty).chain(records(&sig.ret));
        let maps = types.into_iter().any(|ty| around::holds_map(ty, None)) || around::any_holds_map();
        Twins { scalar: sig.scalar.clone(), foreign, maps, open: vec![], named: vec![] }
    }

    pub(super) fn scalar(&self) -> &Ident {
        &self.scalar
    }

    /// Whether a type is known to carry derivatives, and is not its own twin.
    fn carries(&self, path: &Path) -> bool {
        if path.get_ident().is_some_and(|name| self.open.iter().any(|open| name == open)) {
            return false;
        }
        match around::carries(&parse_quote!(#path)) {
            Some(carries) => carries && !around::is_open(path),
            None if around::is_matrix(path) => true,
            None => path.segments.last().is_some_and(|s| self.foreign.contains(&s.ident.to_string())),
        }
    }

    /// A map of std's as the type that it is over the number, in a path that begins with it.
    pub(super) fn map(&self, path: &Path) -> Option<Path> {
        let at = path.segments.iter().position(|s| s.ident == "HashMap" || s.ident == "BTreeMap")?;
        let name = path.segments[at].ident.to_string();
        if !self.maps || around::is_type(&name) {
            return None;
        }
        let rest = path.segments.iter().skip(at);
        Some(parse_quote!(::wengert::generated::maps::#(#rest)::*))
    }

    /// A type over the number.
    pub(super) fn of_type(&self, ty: &Type, number: &Ident) -> Option<Type> {
        let Type::Path(p) = ty else { return None };
        let scalar = &self.scalar;
        (p.qself.is_none() && self.carries(&p.path))
            .then(|| parse_quote!(<#ty as ::wengert::Differentiable<#scalar>>::Over<#number>))
    }

    /// A type over the number, as the beginning of a path.
    fn named(&mut self, of: &Path, number: &Ident) -> TokenStream {
        let mut bare = of.clone();
        let mut given = None;
        if let Some(last) = bare.segments.last_mut()
            && let PathArguments::AngleBracketed(a) = std::mem::replace(&mut last.arguments, PathArguments::None)
        {
            // The number that a matrix is of is the one that the twin is over.
            given = Some(a.args).filter(|_| !around::is_matrix(&bare));
        }
        let text = bare.to_token_stream().to_string();
        let known = self.named.iter().find(|(path, _)| path.to_token_stream().to_string() == text);
        let name = known.map(|(_, name)| name.clone()).unwrap_or_else(|| {
            let name = format_ident!("__Twin{}", self.named.len());
            self.named.push((bare.clone(), name.clone()));
            name
        });
        let given: Vec<TokenStream> = match given {
            Some(given) => given.iter().map(|a| a.to_token_stream()).collect(),
            None => lengths_of(&bare).iter().map(|_| quote!(_)).collect(),
        };
        quote!(#name::<#number #(, #given)*>)
    }

    /// The type over the number that a path names, and its variant.
    pub(super) fn structure_of(&mut self, path: &Path, number: &Ident) -> Option<(TokenStream, Option<Ident>)> {
        // A variant may be called as a structure is.
        let parts = taken_apart(path).filter(|(of, last)| is_upper(&last.ident) && self.carries(of));
        match parts {
            Some((of, last)) => Some((self.named(&of, number), Some(last.ident))),
            None => self.carries(path).then(|| (self.named(path, number), None)),
        }
    }

    /// Whether a path makes a structure of type parameters, whose types nothing says once numbers stand in it.
    pub(super) fn is_on_types(&self, path: &Path) -> bool {
        let of = taken_apart(path).filter(|(of, last)| is_upper(&last.ident) && self.carries(of));
        let of = of.map_or_else(|| path.clone(), |(of, _)| of);
        let on_types =
            |name: &Ident| around::parameters_of(name).iter().any(|p| matches!(p, syn::GenericParam::Type(_)));
        self.carries(&of) && of.segments.last().is_some_and(|last| on_types(&last.ident))
    }

    /// A function or a variant of a type over the number.
    pub(super) fn of_path(&mut self, path: &Path, number: &Ident) -> Option<Path> {
        let (of, last) = taken_apart(path)?;
        self.carries(&of).then(|| {
            let of = self.named(&of, number);
            parse_quote!(#of::#last)
        })
    }

    /// The names in a pattern that stand for constant floats of structures.
    pub(super) fn constants_in(&self, pat: &Pat) -> Vec<Ident> {
        struct Found<'t>(&'t Twins, Vec<Ident>);
        impl Found<'_> {
            fn field(&mut self, path: &Path, member: &Member, pat: &Pat) {
                let (of, variant) = crate::syntax::split_variant(path);
                let float = |ty: &Type| matches!(ty, Type::Path(p) if p.path.is_ident(&self.0.scalar));
                // All of a type without derivatives is constant.
                let still = around::carries(&parse_quote!(#of)) == Some(false);
                if let (Some((ty, constant)), Pat::Ident(p)) =
                    (around::field_of(&parse_quote!(#of), variant.as_ref(), member), pat)
                    && (still || constant && self.0.carries(&of))
                    && float(&ty)
                {
                    self.1.push(p.ident.clone());
                }
            }
        }
        impl<'ast> Visit<'ast> for Found<'_> {
            fn visit_pat_struct(&mut self, s: &'ast syn::PatStruct) {
                s.fields.iter().for_each(|f| self.field(&s.path, &f.member, &f.pat));
                front::visit::visit_pat_struct(self, s);
            }
            fn visit_pat_tuple_struct(&mut self, s: &'ast syn::PatTupleStruct) {
                s.elems.iter().enumerate().for_each(|(k, pat)| self.field(&s.path, &Member::from(k), pat));
                front::visit::visit_pat_tuple_struct(self, s);
            }
        }
        let mut found = Found(self, vec![]);
        found.visit_pat(pat);
        found.1
    }

    /// What the names stand for.
    pub(super) fn items(&self) -> Vec<Item> {
        let scalar = &self.scalar;
        let item = |(path, name): &(Path, Ident)| -> Item {
            let lengths = lengths_of(path);
            let names = lengths.iter().map(|p| &p.ident);
            let own = (!lengths.is_empty()).then(|| quote!(<#(#names),*>));
            parse_quote! {
                type #name<__N #(, #lengths)*> = <#path #own as ::wengert::Differentiable<#scalar>>::Over<__N>;
            }
        };
        self.named.iter().map(item).collect()
    }
}

/// Types of std's, which are no structures.
const STD: [&str; 6] = ["Vec", "Option", "Box", "String", "str", "char"];

/// The structures in a shape.
fn records(shape: &Shape) -> Vec<&Type> {
    match shape {
        Shape::Record(r) => vec![&r.ty],
        Shape::Tuple(parts) => parts.iter().flat_map(records).collect(),
        _ => vec![],
    }
}

/// The names of the structures in a shape.
fn names(shape: &Shape, out: &mut HashSet<String>) {
    struct Names<'o>(&'o mut HashSet<String>);
    impl<'ast> Visit<'ast> for Names<'_> {
        fn visit_type(&mut self, ty: &'ast Type) {
            // Keys are constants.
            match crate::syntax::types::map_of(ty) {
                Some((_, value)) => self.visit_type(value),
                None => front::visit::visit_type(self, ty),
            }
        }
        fn visit_type_path(&mut self, p: &'ast syn::TypePath) {
            if let Some(last) = p.path.segments.last().filter(|s| !STD.iter().any(|n| s.ident == n)) {
                self.0.insert(last.ident.to_string());
            }
            front::visit::visit_type_path(self, p);
        }
    }
    match shape {
        Shape::Record(r) => Names(out).visit_type(&r.ty),
        Shape::Tuple(parts) => parts.iter().for_each(|s| names(s, out)),
        _ => {}
    }
}

fn is_upper(name: &Ident) -> bool {
    name.to_string().starts_with(char::is_uppercase)
}

/// A path's last part, and what stands before it.
fn taken_apart(path: &Path) -> Option<(Path, syn::PathSegment)> {
    let mut of = path.clone();
    let last = of.segments.pop()?.into_value();
    of.segments.pop_punct();
    (!of.segments.is_empty()).then_some((of, last))
}
