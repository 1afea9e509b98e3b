//! Patterns that may not fit: the condition under which they do, and constants that are taken apart by them.

use super::code::{binds, bound};
use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Binary, Op, Projections, Ty, Verbatim};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Pat, PatIdent, RangeLimits, Result};

/// Whether a pattern fits whatever the value is.
pub(super) fn always(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Ident(p) => binds(p) && p.subpat.as_ref().is_none_or(|(_, sub)| always(sub)),
        Pat::Paren(p) => always(&p.pat),
        Pat::Reference(r) => always(&r.pat),
        Pat::Type(t) => always(&t.pat),
        Pat::Tuple(t) => t.elems.iter().all(always),
        Pat::Or(o) => o.cases.iter().any(always),
        _ => false,
    }
}

/// Whether it is the pattern of a variant.
fn is_of_variant(pat: &Pat) -> bool {
    matches!(pat, Pat::Struct(_) | Pat::TupleStruct(_) | Pat::Path(_))
}

/// A pattern that binds only some of its names.
fn binding_only(pat: &Pat, keep: Option<&Ident>) -> Pat {
    struct Only<'k>(Option<&'k Ident>);
    impl VisitMut for Only<'_> {
        fn visit_pat_mut(&mut self, pat: &mut Pat) {
            syn::visit_mut::visit_pat_mut(self, pat);
            let Pat::Ident(p) = pat else { return };
            if !binds(p) || self.0 == Some(&p.ident) {
                return;
            }
            *pat = match p.subpat.take() {
                Some((_, sub)) => *sub,
                None => syn::parse_quote!(_),
            };
        }
        fn visit_field_pat_mut(&mut self, f: &mut syn::FieldPat) {
            self.visit_pat_mut(&mut f.pat);
            f.colon_token.get_or_insert_default();
        }
    }
    let mut pat = pat.clone();
    Only(keep).visit_pat_mut(&mut pat);
    pat
}

impl Lowerer {
    /// The condition under which a pattern fits; none if it always does.
    pub(super) fn fits(&mut self, pat: &Pat, item: &Item) -> Result<Option<Atom>> {
        if always(pat) {
            return Ok(None);
        }
        match (pat, item) {
            (Pat::Paren(p), item) => self.fits(&p.pat, item),
            (Pat::Type(t), item) => self.fits(&t.pat, item),
            (Pat::Ident(PatIdent { subpat: Some((_, sub)), .. }), item) => self.fits(sub, item),
            (Pat::Tuple(t), Item::Tuple(items)) => {
                let parts = parts(t.elems.iter().collect(), items, pat)?;
                self.all_fit(parts)
            }
            (_, Item::Element(a, i)) => {
                let value = self.read(*a, i.clone());
                self.fits(pat, &Item::Scalar(value))
            }
            (_, Item::Scalar(a)) if self.may_be_option(pat, a) => {
                let maybe = self.unpacked_option(a);
                self.maybe_fits(pat, &maybe).map(Option::flatten)
            }
            (Pat::Tuple(t), Item::Scalar(a)) if self.is_open(a) => {
                let mut parts = vec![];
                for (k, pat) in t.elems.iter().enumerate() {
                    let k = syn::Index::from(k);
                    let op = Op::Field(a.clone(), Projections::default().field(&k.into()));
                    parts.push((pat, Item::Scalar(self.temporary(Ty::Maybe, op, pat.span()))));
                }
                self.all_fit(parts)
            }
            (_, Item::Inside(a)) => {
                let value = self.taken(a, pat.span());
                self.fits(pat, &Item::Scalar(value))
            }
            (_, Item::Held(_)) => {
                let value = self.settle(item.clone());
                self.fits(pat, &value)
            }
            (Pat::Struct(_) | Pat::TupleStruct(_) | Pat::Path(_), Item::Scalar(a)) if self.may_be_enum(pat, a) => {
                self.variant_fits(pat, a)
            }
            (Pat::Or(o), Item::Scalar(a)) if o.cases.iter().any(|p| is_of_variant(p) && self.may_be_enum(p, a)) => {
                self.any_fits(o, item)
            }
            (_, Item::Scalar(a)) => self.scalar_fits(pat, a).map(Some),
            (Pat::TupleStruct(_) | Pat::Path(_) | Pat::Ident(_), Item::Maybe(m)) => match self.maybe_fits(pat, m)? {
                Some(cond) => Ok(cond),
                None => super::choice::strange(pat),
            },
            (Pat::Or(o), item) => self.any_fits(o, item),
            (Pat::Reference(r), item) => self.fits(&r.pat, item),
            (Pat::Slice(s), item) => self.slice_fits(s, item),
            _ => super::choice::strange(pat),
        }
    }

    /// One of several patterns fits.
    fn any_fits(&mut self, o: &syn::PatOr, item: &Item) -> Result<Option<Atom>> {
        let mut any: Option<Atom> = None;
        for case in &o.cases {
            let Some(cond) = self.fits(case, item)? else { return Ok(None) };
            any = Some(match any {
                Some(before) => self.both(Binary::BitOr, before, cond),
                None => cond,
            });
        }
        Ok(any)
    }

    pub(super) fn all_fit(&mut self, parts: Vec<(&Pat, Item)>) -> Result<Option<Atom>> {
        let mut all: Option<Atom> = None;
        for (pat, item) in parts {
            let cond = self.fits(pat, &item)?;
            all = match (all, cond) {
                (Some(before), Some(cond)) => Some(self.both(Binary::BitAnd, before, cond)),
                (before, cond) => before.or(cond),
            };
        }
        Ok(all)
    }

    pub(super) fn both(&mut self, op: Binary, a: Atom, b: Atom) -> Atom {
        self.temporary(Ty::Bool, Op::Compare(op, a, b), proc_macro2::Span::call_site())
    }

    fn scalar_fits(&mut self, pat: &Pat, a: &Atom) -> Result<Atom> {
        let ty = self.atom_ty(a);
        match (pat, &ty) {
            (Pat::Lit(l), Ty::Bool) if l.to_token_stream().to_string() == "true" => return Ok(a.clone()),
            (Pat::Lit(l), Ty::Bool) if l.to_token_stream().to_string() == "false" => {
                return Ok(self.temporary(Ty::Bool, Op::Not(a.clone()), pat.span()));
            }
            (_, Ty::Float | Ty::Maybe) => return self.float_fits(pat, a),
            (_, _) if matches!(a, Atom::Val(v) if self.values[*v].lifted) => return self.float_fits(pat, a),
            _ => {}
        }
        let (tokens, asked) = (self.atom_tokens(a), super::question::is_asked(pat));
        let pat = binding_only(pat, None);
        let code = Verbatim {
            tokens: match asked {
                true => quote!(::wengert::generated::MaybeThere::is_there(&#tokens)),
                false => quote!(::core::matches!(#tokens, #pat)),
            },
            vals: a.val().into_iter().collect(),
            reads: vec![],
            lens: vec![],
        };
        Ok(self.temporary(Ty::Bool, Op::Verbatim(code), pat.span()))
    }

    /// A number that carries a derivative is compared.
    fn float_fits(&mut self, pat: &Pat, a: &Atom) -> Result<Atom> {
        let compare = |l: &mut Self, op: Binary, with: TokenStream| {
            l.temporary(Ty::Bool, Op::Compare(op, a.clone(), Atom::Lit(with)), pat.span())
        };
        match pat {
            Pat::Lit(l) => Ok(compare(self, Binary::Eq, quote!((#l)))),
            Pat::Path(_) | Pat::Ident(_) => Ok(compare(self, Binary::Eq, quote!(#pat))),
            Pat::Range(r) => {
                let low = r.start.as_ref().map(|e| compare(self, Binary::Ge, quote!((#e))));
                let op = if matches!(r.limits, RangeLimits::Closed(_)) { Binary::Le } else { Binary::Lt };
                let high = r.end.as_ref().map(|e| compare(self, op, quote!((#e))));
                match (low, high) {
                    (Some(low), Some(high)) => Ok(self.both(Binary::BitAnd, low, high)),
                    (Some(one), None) | (None, Some(one)) => Ok(one),
                    (None, None) => super::choice::strange(pat),
                }
            }
            Pat::Or(o) => {
                let mut conds = o.cases.iter().map(|p| self.float_fits(p, a)).collect::<Result<Vec<_>>>()?;
                let Some(first) = conds.pop() else { return super::choice::strange(pat) };
                Ok(conds.into_iter().fold(first, |all, c| self.both(Binary::BitOr, all, c)))
            }
            Pat::Paren(p) => self.float_fits(&p.pat, a),
            Pat::Reference(r) => self.float_fits(&r.pat, a),
            _ => super::choice::strange(pat),
        }
    }

    /// Binds the names in a pattern to parts of a constant.
    pub(super) fn bind_constant(&mut self, pat: &Pat, a: &Atom) -> Result<()> {
        let tokens = self.atom_tokens(a);
        let tokens = match super::question::is_asked(pat) {
            true => quote!(::wengert::generated::MaybeThere::there(#tokens)),
            false => tokens,
        };
        for name in bound(pat) {
            let mut only = binding_only(pat, Some(&name));
            let inside = self.fresh_inside(&name);
            let names = [(name.to_string(), inside.clone())].into();
            super::code::rename(&mut only, &names);
            let code = Verbatim {
                tokens: quote! {
                    ::wengert::generated::plain!(match #tokens {
                        #only => #inside,
                        #[allow(unreachable_patterns)]
                        _ => ::core::unreachable!(),
                    })
                },
                vals: a.val().into_iter().collect(),
                reads: vec![],
                lens: vec![],
            };
            let value = self.temporary(Ty::Unknown, Op::Verbatim(code), name.span());
            if let Atom::Val(v) = value {
                self.plain.insert(v);
            }
            let mutable = self.mutable_in(pat, &name);
            let binding = self.binding_for(&name, Item::Scalar(value), mutable, None);
            self.declare(&name, binding);
        }
        Ok(())
    }

    fn mutable_in(&self, pat: &Pat, name: &Ident) -> bool {
        struct Mutable<'n>(&'n Ident, bool);
        impl<'ast> syn::visit::Visit<'ast> for Mutable<'_> {
            fn visit_pat_ident(&mut self, p: &'ast PatIdent) {
                self.1 |= p.ident == *self.0 && p.mutability.is_some() && p.by_ref.is_none();
                syn::visit::visit_pat_ident(self, p);
            }
        }
        let mut found = Mutable(name, false);
        syn::visit::Visit::visit_pat(&mut found, pat);
        found.1
    }
}

/// The parts of a tuple under the patterns for them, `..` standing for those that have none.
pub(super) fn parts<'p>(pats: Vec<&'p Pat>, items: &[Item], at: &Pat) -> Result<Vec<(&'p Pat, Item)>> {
    let wrong = || fault(at, format!("the value is a tuple of {} parts: name them all", items.len()));
    match pats.iter().position(|p| matches!(p, Pat::Rest(_))) {
        None if pats.len() == items.len() => Ok(pats.into_iter().zip(items.iter().cloned()).collect()),
        Some(k) if pats.len() - 1 <= items.len() => {
            let behind = pats.len() - 1 - k;
            let first = pats[..k].iter().copied().zip(items.iter().cloned());
            let last = pats[k + 1..].iter().copied().zip(items[items.len() - behind..].iter().cloned());
            Ok(first.chain(last).collect())
        }
        _ => wrong(),
    }
}
