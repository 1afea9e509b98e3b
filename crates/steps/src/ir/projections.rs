//! The way from a structure, or from a list of structures, to a place inside.

use super::{Atom, Program};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Member;

/// One step of the way.
#[derive(Clone, Debug)]
pub enum Projection {
    Field(Member),
    Index(Atom),
    /// The field of a variant, by what reaches it: a constant of the type.
    Variant(Box<syn::Path>, Ident),
    /// What a method without arguments answers there.
    Method(Ident),
}

/// The steps of the way; none is all of it.
#[derive(Clone, Debug, Default)]
pub struct Projections(Vec<Projection>);

impl Projection {
    fn index(&self) -> Option<&Atom> {
        match self {
            Projection::Index(a) => Some(a),
            _ => None,
        }
    }

    /// Whether it leads to the entries of a matrix.
    fn is_entries(&self) -> bool {
        matches!(self, Projection::Variant(of, _) if of.segments.last().is_some_and(|s| s.ident == "Entries"))
    }

    fn same(&self, other: &Projection) -> bool {
        match (self, other) {
            (Projection::Field(a), Projection::Field(b)) => a == b,
            (Projection::Index(a), Projection::Index(b)) => a.same(b),
            (Projection::Variant(a, x), Projection::Variant(b, y)) => a == b && x == y,
            (Projection::Method(f), Projection::Method(g)) => f == g,
            _ => false,
        }
    }

    /// Whether the places that two steps from one place lead to have nothing in common for certain.
    fn is_apart(&self, other: &Projection) -> bool {
        match (self, other) {
            (Projection::Field(a), Projection::Field(b)) => a != b,
            (Projection::Variant(a, x), Projection::Variant(b, y)) => a == b && x != y,
            _ => false,
        }
    }

    fn tokens(&self, p: &Program) -> TokenStream {
        match self {
            Projection::Field(member) => quote!(.#member),
            Projection::Index(a) => {
                let a = p.tokens(a);
                quote!([#a])
            }
            Projection::Variant(of, at) => quote!([#of::#at]),
            Projection::Method(name) => quote!(.#name()),
        }
    }
}

impl Projections {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn steps(&self) -> &[Projection] {
        &self.0
    }

    /// One step further.
    pub fn then(&self, step: Projection) -> Projections {
        Projections([self.0.as_slice(), &[step]].concat())
    }

    pub fn field(&self, member: &Member) -> Projections {
        self.then(Projection::Field(member.clone()))
    }

    pub fn index(&self, a: &Atom) -> Projections {
        self.then(Projection::Index(a.clone()))
    }

    /// What a method without arguments answers there.
    pub fn method(&self, name: &str) -> Projections {
        self.then(Projection::Method(Ident::new(name, Span::call_site())))
    }

    /// The indices on the way.
    pub fn atoms(&self) -> Vec<&Atom> {
        self.0.iter().filter_map(Projection::index).collect()
    }

    /// The same with other indices on the way, in order.
    pub fn with_atoms(&mut self, f: &mut dyn FnMut(&mut Atom)) {
        for step in &mut self.0 {
            if let Projection::Index(a) = step {
                f(a);
            }
        }
    }

    /// Whether it leads to the same place but for the indices.
    pub fn is_like(&self, other: &Projections) -> bool {
        let like = |a: &Projection, b: &Projection| match (a, b) {
            (Projection::Index(_), Projection::Index(_)) => true,
            (a, b) => a.same(b),
        };
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| like(a, b))
    }

    /// Whether it leads through fields alone, or through these to the entries of a matrix.
    pub fn leads_to_field(&self) -> bool {
        let is_field = |step: &Projection| matches!(step, Projection::Field(_));
        match self.0.split_last() {
            Some((last, rest)) => rest.iter().all(is_field) && (is_field(last) || last.is_entries()),
            None => false,
        }
    }

    /// Whether it leads to the same place.
    pub fn same(&self, other: &Projections) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a.same(b))
    }

    /// Whether what lies at one place may be part of what lies at the other.
    pub fn overlaps(&self, other: &Projections) -> bool {
        !self.0.iter().zip(&other.0).any(|(a, b)| a.is_apart(b))
    }

    /// As Rust, behind what it leads from.
    pub fn tokens(&self, p: &Program) -> TokenStream {
        self.0.iter().map(|step| step.tokens(p)).collect()
    }
}

impl FromIterator<Projection> for Projections {
    fn from_iter<I: IntoIterator<Item = Projection>>(steps: I) -> Projections {
        Projections(steps.into_iter().collect())
    }
}
