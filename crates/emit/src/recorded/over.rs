//! Types over the number, as they are outside of a text that is recorded: floats are numbers, structures their twins.

use crate::around;
use crate::signature::{Shape, Signature};
use front::visit::Visit;
use front::visit_mut::{self, VisitMut};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::{Path, Type, parse_quote};

/// Rewrites types.
pub(super) struct Types<'s> {
    sig: &'s Signature,
    /// Types of the signature of which the text around says nothing: they carry derivatives there.
    foreign: HashSet<String>,
    /// Whether maps carry derivatives.
    maps: bool,
}

impl<'s> Types<'s> {
    pub(super) fn new(sig: &'s Signature) -> Types<'s> {
        let mut foreign = HashSet::new();
        sig.params.iter().filter_map(|p| p.shape.as_ref()).for_each(|s| names(s, &mut foreign));
        names(&sig.ret, &mut foreign);
        let types = sig.params.iter().filter(|p| p.active).map(|p| &p.ty).chain(records(&sig.ret));
        let maps = types.into_iter().any(|ty| around::holds_map(ty, None)) || around::any_holds_map();
        Types { sig, foreign, maps }
    }

    pub(super) fn over(&mut self, ty: &mut Type) {
        self.visit_type_mut(ty);
    }

    fn is_float(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(p) if p.qself.is_none() && p.path.is_ident(&self.sig.scalar))
    }

    /// Whether a type is known to carry derivatives, and is not its own twin.
    fn carries(&self, path: &Path) -> bool {
        match around::carries(&parse_quote!(#path)) {
            Some(carries) => carries && !around::is_open(path),
            None if around::is_matrix(path) => true,
            None => path.segments.last().is_some_and(|s| self.foreign.contains(&s.ident.to_string())),
        }
    }

    /// A map of std's as the type that it is over the number, in a path that begins with it.
    fn map(&self, path: &Path) -> Option<Path> {
        let at = path.segments.iter().position(|s| s.ident == "HashMap" || s.ident == "BTreeMap")?;
        if !self.maps || around::is_type(&path.segments[at].ident.to_string()) {
            return None;
        }
        let rest = path.segments.iter().skip(at);
        Some(parse_quote!(::wengert::generated::maps::#(#rest)::*))
    }
}

impl VisitMut for Types<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let (number, scalar): (&Ident, &Ident) = (&self.sig.number, &self.sig.scalar);
        let own = !self.sig.generic;
        if own && self.is_float(ty) {
            *ty = parse_quote!(#number);
            return;
        }
        if own && let Type::Path(p) = ty {
            if p.qself.is_none() && self.carries(&p.path) {
                *ty = parse_quote!(<#p as ::wengert::Differentiable<#scalar>>::Over<#number>);
                return;
            }
            if let Some(map) = self.map(&p.path) {
                p.path = map;
                return visit_mut::visit_type_mut(self, ty);
            }
        }
        if let Some(Type::Slice(s)) = crate::syntax::types::argument_of(ty, &crate::syntax::types::POINTERS) {
            let mut of = (*s.elem).clone();
            self.visit_type_mut(&mut of);
            *ty = parse_quote!(::std::vec::Vec<#of>);
        } else if let Some(mut inside) = crate::signature::boxes::boxed(ty).filter(|_| own).cloned() {
            self.visit_type_mut(&mut inside);
            *ty = parse_quote!(::wengert::generated::Boxed<#inside>);
        } else {
            visit_mut::visit_type_mut(self, ty);
        }
    }

    fn visit_type_array_mut(&mut self, ty: &mut syn::TypeArray) {
        self.visit_type_mut(&mut ty.elem);
    }

    fn visit_generic_argument_mut(&mut self, a: &mut syn::GenericArgument) {
        if !matches!(a, syn::GenericArgument::Const(_)) {
            visit_mut::visit_generic_argument_mut(self, a);
        }
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
