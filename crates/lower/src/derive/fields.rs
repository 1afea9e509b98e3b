//! The fields of a type: which carry derivatives, and how a variant is taken apart.

use crate::syntax::types::{CONTAINERS, POINTERS, argument_of};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Fields, GenericArgument, Member, PathArguments, Result, Type, Visibility};

pub(super) struct Field {
    pub(super) name: Member,
    pub(super) ty: Type,
    pub(super) vis: Visibility,
    pub(super) active: bool,
    /// Whether the type holds a slice of its own, `Box<[f64]>`, where the twin holds a list.
    pub(super) boxed: bool,
}

pub(super) struct Variant {
    /// The variant's name, or the struct's.
    pub(super) name: Ident,
    /// Whether it is a variant of an enum.
    inside: bool,
    /// Whether its fields have names.
    pub(super) named: bool,
    pub(super) fields: Vec<Field>,
}

impl Variant {
    /// The path of the variant in its type.
    pub(super) fn path(&self, of: &TokenStream) -> TokenStream {
        let name = &self.name;
        if self.inside { quote!(#of::#name) } else { of.clone() }
    }

    /// The pattern that binds the fields to `a0`, `a1`, and so on.
    pub(super) fn pattern(&self, base: &str) -> TokenStream {
        let list = self.fields.iter().enumerate().map(|(k, f)| {
            let (member, name) = (&f.name, format_ident!("{base}{k}"));
            quote!(#member: #name)
        });
        quote!({ #(#list,)* .. })
    }
}

/// The variants of an enum, or the struct as its only one.
pub(super) fn variants(item: &DeriveInput) -> Result<Vec<Variant>> {
    let read = |name: &Ident, inside: bool, fields: &Fields| -> Result<Variant> {
        let list = fields.iter().enumerate().map(|(k, f)| {
            let name = match &f.ident {
                Some(name) => Member::Named(name.clone()),
                None => Member::Unnamed(syn::Index::from(k)),
            };
            let ty = crate::around::plain_type(&f.ty);
            let active =
                !is_constant(&f.attrs)? && !crate::around::plain_constant(&ty) && !crate::around::counts_alone(&ty);
            let boxed = is_slice(&f.ty);
            // Inside of others it is said what to write.
            let ty = if boxed || !holds_slice(&f.ty) { ty } else { f.ty.clone() };
            Ok(Field { name, ty, vis: f.vis.clone(), active, boxed })
        });
        let named = matches!(fields, Fields::Named(_));
        Ok(Variant { name: name.clone(), inside, named, fields: list.collect::<Result<_>>()? })
    };
    match &item.data {
        Data::Struct(s) => Ok(vec![read(&item.ident, false, &s.fields)?]),
        Data::Enum(e) => e.variants.iter().map(|v| read(&v.ident, true, &v.fields)).collect(),
        Data::Union(_) => Ok(vec![]),
    }
}

fn is_constant(attrs: &[Attribute]) -> Result<bool> {
    match attrs.iter().find(|a| a.path().is_ident("constant")) {
        None => Ok(false),
        Some(a) => a.meta.require_path_only().map(|_| true),
    }
}

/// Whether it is a slice of its own.
pub(super) fn is_slice(ty: &Type) -> bool {
    matches!(argument_of(ty, &POINTERS), Some(Type::Slice(_)))
}

fn holds_slice(ty: &Type) -> bool {
    match ty {
        Type::Array(a) => holds_slice(&a.elem),
        Type::Slice(s) => holds_slice(&s.elem),
        Type::Tuple(t) => t.elems.iter().any(holds_slice),
        ty => is_slice(ty) || argument_of(ty, &CONTAINERS).is_some_and(holds_slice),
    }
}

/// Whether a field's type over a number is known to be `Copy`.
pub(super) fn copies(ty: &Type) -> bool {
    match ty {
        Type::Array(a) => copies(&a.elem),
        Type::Paren(p) => copies(&p.elem),
        Type::Tuple(t) => t.elems.iter().all(copies),
        Type::Path(p) => {
            let Some(last) = p.path.segments.last() else { return false };
            match &last.arguments {
                PathArguments::AngleBracketed(a) if last.ident == "Option" => {
                    a.args.iter().all(|a| matches!(a, GenericArgument::Type(ty) if copies(ty)))
                }
                PathArguments::None => p.path.is_ident("f64") || p.path.is_ident("f32") || crate::around::copies(ty),
                _ => false,
            }
        }
        _ => false,
    }
}

/// A name for a type parameter that the item does not use.
pub(super) fn free_name(item: &DeriveInput, base: &str) -> Ident {
    let text = item.to_token_stream().to_string();
    let taken = |name: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name);
    let mut name = base.to_string();
    while taken(&name) {
        name.push('_');
    }
    Ident::new(&name, item.ident.span())
}
