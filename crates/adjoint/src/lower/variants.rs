//! Enums that carry derivatives: which variant a value is, and the fields of it.

use super::records::{names_type, split_variant};
use super::refutable::always;
use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Op, Projection, Projections, Ty};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Member, Pat, Path, Result};

/// The path of a pattern of a struct or a variant, and the patterns of its fields.
fn taken_apart(pat: &Pat) -> Result<(&Path, Vec<(Member, &Pat)>)> {
    Ok(match pat {
        Pat::Struct(s) => (&s.path, s.fields.iter().map(|f| (f.member.clone(), &*f.pat)).collect()),
        Pat::TupleStruct(t) => {
            let list = t.elems.iter().enumerate();
            let rest = t.elems.iter().position(|p| matches!(p, Pat::Rest(_)));
            if rest.is_some_and(|k| k + 1 < t.elems.len()) {
                return fault(t, "`..` between the parts is not supported: write `_` for each part");
            }
            let named = list.filter(|(_, p)| !matches!(p, Pat::Rest(_)));
            (&t.path, named.map(|(k, p)| (Member::Unnamed(syn::Index::from(k)), p)).collect())
        }
        Pat::Path(p) => (&p.path, vec![]),
        other => return fault(other, "a pattern of a struct or a variant is expected here"),
    })
}

impl Lowerer {
    /// Whether an atom may be an enum with derivatives that the pattern asks for its variant.
    pub(super) fn may_be_enum(&self, pat: &Pat, a: &Atom) -> bool {
        let path = taken_apart(pat).map(|(path, _)| path);
        path.is_ok_and(names_type) && matches!(self.atom_ty(a), Ty::Record | Ty::Maybe) && a.val().is_some()
    }

    /// The condition that a value is of a variant; none if the pattern is of a struct.
    pub(super) fn variant_fits(&mut self, pat: &Pat, a: &Atom) -> Result<Option<Atom>> {
        let (path, fields) = taken_apart(pat)?;
        let fields: Vec<(Member, &Pat)> = fields.into_iter().filter(|(_, p)| !always(p)).collect();
        let (of, variant) = split_variant(path);
        let Some(variant) = variant else { return self.fields_fit(&of, None, &fields, a) };
        let asks = crate::derive::asked(&variant);
        // One that is its own twin is asked as what carries derivatives is.
        if self.float != self.number && !crate::around::is_open(&of) {
            self.ask_constants(&of, &variant, &asks);
        }
        let is = self.temporary(
            Ty::Bool,
            Op::Field(a.clone(), Projections::default().then(Projection::Method(asks, vec![]))),
            pat.span(),
        );
        // The fields are there where the variant is.
        let further = |l: &mut Self| l.fields_fit(&of, Some(&variant), &fields, a);
        self.and_then(is, further, pat.span()).map(Some)
    }

    /// The condition that patterns fit the fields of a structure, or of the variant that it is.
    fn fields_fit(
        &mut self,
        of: &Path,
        variant: Option<&Ident>,
        fields: &[(Member, &Pat)],
        record: &Atom,
    ) -> Result<Option<Atom>> {
        let mut parts = vec![];
        for (member, pat) in fields {
            parts.push((*pat, Item::Scalar(self.field_part(of, variant, member, record, pat.span()))));
        }
        self.all_fit(parts)
    }

    /// A field of a structure, or of the variant that it is.
    fn field_part(&mut self, of: &Path, variant: Option<&Ident>, member: &Member, record: &Atom, span: Span) -> Atom {
        let way = match variant {
            Some(variant) => self.way_to(of, variant, member),
            None => Projections::default().field(member),
        };
        let value = self.temporary(Ty::Maybe, Op::Field(record.clone(), way), span);
        if let Some(known) = crate::around::field_of(&syn::parse_quote!(#of), variant, member) {
            self.note(&value, known);
        }
        value
    }

    /// A constant of a type without derivatives is asked for its variant in the same words.
    fn ask_constants(&mut self, of: &Path, variant: &Ident, asks: &Ident) {
        let name = of.segments.iter().map(|s| s.ident.to_string()).collect::<Vec<_>>().join("_");
        let asked = quote::format_ident!("__Asks_{}_{}", name, variant);
        let known = |item: &syn::Item| matches!(item, syn::Item::Trait(t) if t.ident == asked);
        if self.items.iter().any(known) {
            return;
        }
        self.items.push(syn::parse_quote! {
            trait #asked {
                fn #asks(&self) -> bool;
            }
        });
        self.items.push(syn::parse_quote! {
            impl #asked for #of {
                fn #asks(&self) -> bool {
                    ::core::matches!(self, #of::#variant { .. })
                }
            }
        });
    }

    /// Binds the fields of a structure, or of the variant that it is, to the names of a pattern.
    pub(super) fn take_apart(&mut self, pat: &Pat, record: Atom) -> Result<()> {
        let (path, fields) = taken_apart(pat)?;
        let (of, variant) = split_variant(path);
        for (member, pat) in fields {
            if matches!(pat, Pat::Wild(_)) {
                continue;
            }
            let value = self.field_part(&of, variant.as_ref(), &member, &record, pat.span());
            self.bind(pat, Item::Scalar(value), None)?;
        }
        Ok(())
    }

    fn way_to(&mut self, of: &Path, variant: &Ident, member: &Member) -> Projections {
        let at = crate::derive::field_of(variant, member);
        if self.float == self.number {
            let number = &self.number;
            let of = syn::parse_quote!(#of::<#number>);
            return [Projection::Variant(Box::new(of), at)].into_iter().collect();
        }
        let (twin, number) = (self.twin(of), &self.number);
        let of = syn::parse_quote!(#twin::<#number>);
        [Projection::Variant(Box::new(of), at)].into_iter().collect()
    }
}
