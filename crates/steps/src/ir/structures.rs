//! Structures in the lowered form: how one is made, changed, and operated on.

use super::{Arr, Atom};
use proc_macro2::{Ident, TokenStream};

/// A structure and what fills it.
#[derive(Clone, Debug)]
pub struct Make {
    /// How its type over the number is written.
    pub path: TokenStream,
    /// How the user wrote it.
    pub plain: TokenStream,
    /// The functions beside the type that fill a field; none in code that is generic itself.
    pub fill: Option<(TokenStream, Option<Ident>)>,
    /// The type and the variant, of an enum.
    pub variant: Option<(TokenStream, Ident)>,
    pub parts: Vec<(syn::Member, Part)>,
    /// Those that carry derivatives for certain, where nothing fills a field.
    pub numbers: Vec<syn::Member>,
    /// Those that are slices of their own or maps where it is not over the number.
    pub boxed: Vec<syn::Member>,
    /// The method that makes it of these parts, where its fields are its own.
    pub by: Option<Ident>,
}

#[derive(Clone, Debug)]
pub enum Part {
    Scalar(Atom),
    Array(Arr),
}

impl Make {
    /// The way to a part.
    pub fn way(&self, member: &syn::Member) -> TokenStream {
        match &self.variant {
            Some((of, variant)) => {
                let at = crate::syntax::names::field_of(variant, member);
                quote::quote!([#of::#at])
            }
            None => quote::quote!(.#member),
        }
    }
    /// The values that go into it.
    pub fn scalars(&self) -> impl Iterator<Item = &Atom> {
        self.parts.iter().filter_map(|(_, part)| match part {
            Part::Scalar(a) => Some(a),
            Part::Array(_) => None,
        })
    }
    /// The arrays that go into it.
    pub fn arrays(&self) -> impl Iterator<Item = Arr> {
        self.parts.iter().filter_map(|(_, part)| match part {
            Part::Array(a) => Some(*a),
            Part::Scalar(_) => None,
        })
    }
}

/// Lists, rows and tuples as one value.
#[derive(Clone, Debug)]
pub enum Pack {
    /// All numbers of an array, one list or rows of them; the length of the outermost list, and those of the levels
    /// below.
    Rows(Arr, Vec<Extent>),
    Tuple(Vec<Atom>),
}

/// How long the lists of a level are.
#[derive(Clone, Debug)]
pub enum Extent {
    /// All so long, by their type if that says it.
    Even(Atom, Option<TokenStream>),
}

impl Pack {
    pub fn atoms(&self) -> Vec<&Atom> {
        match self {
            Pack::Rows(_, extents) => extents.iter().filter_map(Extent::len).collect(),
            Pack::Tuple(parts) => parts.iter().collect(),
        }
    }
    pub fn arrays(&self) -> Vec<Arr> {
        match self {
            Pack::Rows(arr, extents) => {
                let tables = extents.iter().filter_map(|e| match e {
                    Extent::Even(..) => None,
                });
                [*arr].into_iter().chain(tables).collect()
            }
            _ => vec![],
        }
    }
}

impl Extent {
    fn len(&self) -> Option<&Atom> {
        match self {
            Extent::Even(len, _) => Some(len),
        }
    }
}

/// An element of a held list takes a value.
#[derive(Clone, Debug)]
pub struct Put {
    pub id: usize,
    pub arr: Arr,
    pub index: Atom,
    pub value: Atom,
}
