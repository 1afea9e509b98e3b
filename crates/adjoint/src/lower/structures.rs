//! Structures that are made of their fields.

use super::records::{bare, names_type, split_variant};
use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Make, Op, Part, Ty, View};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprStruct, Member, Path, Result, parse_quote};

impl Lowerer {
    /// `Type { field: value, .. }`
    pub(super) fn structure(&mut self, s: &ExprStruct) -> Result<Item> {
        if crate::around::holds_references(&split_variant(&s.path).0) {
            return fault(&s.path, crate::around::HOLDS_REFERENCES);
        }
        let fields: Vec<(Member, &Expr)> = s.fields.iter().map(|f| (f.member.clone(), &f.expr)).collect();
        let path = self.with_known_arguments(&s.path, &fields)?;
        let parts = self.made_parts(&path, fields)?;
        let rest = s.rest.as_ref().map(|e| self.scalar(&of_its_type(e, &path))).transpose()?;
        Ok(Item::Scalar(self.make(&path, parts, rest, s.span())))
    }

    /// `Type(value, ..)`, if the path names a type.
    pub(super) fn tuple_struct(&mut self, c: &ExprCall) -> Result<Option<Item>> {
        let Expr::Path(func) = &*c.func else { return Ok(None) };
        if !names_type(&func.path) || self.opaque(&Expr::Call(c.clone())) || func.qself.is_some() {
            return Ok(None);
        }
        let fields =
            c.args.iter().enumerate().map(|(k, e)| (Member::Unnamed(syn::Index::from(k)), e)).collect::<Vec<_>>();
        let path = self.with_known_arguments(&func.path, &fields)?;
        let parts = self.made_parts(&path, fields)?;
        Ok(Some(Item::Scalar(self.make(&path, parts, None, c.span()))))
    }

    fn made_parts(&mut self, path: &Path, fields: Vec<(Member, &Expr)>) -> Result<Vec<(Member, Part)>> {
        let (of, variant) = split_variant(path);
        let of = self.as_named(of);
        let of: syn::Type = parse_quote!(#of);
        let made = fields.into_iter().map(|(member, e)| {
            let field = crate::around::field_of(&of, variant.as_ref(), &member);
            let constant = field.as_ref().is_some_and(|(_, constant)| *constant);
            if constant && let Some(part) = self.constant_part(copied(e).unwrap_or(e))? {
                return Ok((member, Part::Scalar(part)));
            }
            let ty = field.map(|(ty, _)| ty);
            let of_records = ty.as_ref().and_then(super::known::element_of).is_some_and(super::known::is_record);
            if of_records && let Some(Item::Scalar(list)) = self.list_of_records(e)? {
                return Ok((member, Part::Scalar(list)));
            }
            let part = match &ty {
                Some(ty) if shows_by_type(e) && (!self.opaque(e) || matches!(e, Expr::Macro(_))) => {
                    let e = match e {
                        Expr::Macro(_) => &parse_quote!(Vec::new()),
                        e => e,
                    };
                    self.made_part(&parse_quote!({ let part__: #ty = #e; part__ }))
                }
                _ => self.made_part(e),
            };
            let part = match (part?, ty) {
                (Part::Array(arr), Some(ty)) => self.of_fixed_length(arr, &ty)?,
                (part, _) => part,
            };
            Ok((member, part))
        });
        made.collect()
    }

    /// A part of a structure that is constant, as it is: a number in it is no number of the engine's.
    fn constant_part(&mut self, e: &Expr) -> Result<Option<Atom>> {
        let Expr::Field(f) = e else { return Ok(None) };
        let Some((ty, true)) = self.known(e).filter(|_| self.of_record(f)) else { return Ok(None) };
        let Some((record, way)) = self.value_and_way(e)? else { return Ok(None) };
        if record.val().is_none() {
            return Ok(None);
        }
        let part = self.temporary(Ty::some_int(), Op::Field(record, way.method("clone")), e.span());
        self.note(&part, (ty, true));
        Ok(Some(part))
    }

    fn made_part(&mut self, e: &Expr) -> Result<Part> {
        if self.opaque(e) {
            return Ok(Part::Scalar(self.constant(e)?));
        }
        Ok(match self.item(e)? {
            Item::Scalar(a) => Part::Scalar(a),
            Item::Element(a, i) => Part::Scalar(self.read(a, i)),
            Item::Held(reach) => Part::Scalar(self.look_at(&reach, e.span())),
            Item::Fresh(arr) => Part::Array(arr),
            Item::View(View { arr, part: None }) => Part::Array(arr),
            Item::View(view) => match self.copy(&view, None, e.span()) {
                Item::Fresh(arr) => Part::Array(arr),
                _ => return fault(e, "a field is a number, a list or a structure"),
            },
            item => Part::Scalar(self.packed(item, e)?),
        })
    }

    fn make(&mut self, path: &Path, parts: Vec<(Member, Part)>, rest: Option<Atom>, span: proc_macro2::Span) -> Atom {
        let plain = path.to_token_stream();
        let (of, variant) = split_variant(path);
        let of = self.with_arguments(of);
        let number = self.number.clone();
        let make = if self.float == self.number || crate::around::is_open(&of) {
            let ty = parse_quote!(#of);
            let of_numbers = |member: &&Member| crate::around::is_of_numbers(&ty, variant.as_ref(), member);
            let numbers = parts.iter().map(|(member, _)| member).filter(of_numbers).cloned().collect();
            let variant = variant.map(|v| (quote!(#of::<#number>), v));
            Make { path: plain.clone(), plain, fill: None, variant, parts, numbers, rest }
        } else {
            let (of, lengths) = super::twins::with_lengths(&of);
            let (twin, typed) = (self.twin(&of), self.typed_in(&of));
            let of = quote!(#twin::<#number #(, #typed)* #(, #lengths)*>);
            let own = variant.as_ref().map(|v| quote!(::#v));
            let fill = Some((of.clone(), variant.clone()));
            let path = quote!(#of #own);
            Make { path, plain, fill, variant: variant.map(|v| (of, v)), parts, numbers: vec![], rest }
        };
        let ty = split_variant(path).0;
        let made = self.temporary(Ty::Record, Op::Make(Box::new(make)), span);
        let ty = self.with_arguments(ty);
        self.types.extend(made.val().map(|v| (v, (parse_quote!(#ty), false))));
        made
    }
}

/// Whether it takes the type that is expected of an expression to know what that is.
fn shows_by_type(e: &Expr) -> bool {
    match e {
        Expr::Paren(p) => shows_by_type(&p.expr),
        Expr::Call(c) => super::collect::is_from_fn(c) || super::lists::is_empty_list(c),
        Expr::Macro(m) => m.mac.path.is_ident("vec") && m.mac.tokens.is_empty(),
        Expr::MethodCall(m) => {
            m.turbofish.is_none() && ["collect", "into", "sum", "product"].iter().any(|n| m.method == n)
        }
        _ => false,
    }
}

/// `Default::default()` as the function of a type.
fn of_its_type(e: &Expr, path: &Path) -> Expr {
    match e {
        Expr::Call(c) if matches!(&*c.func, Expr::Path(f) if of_default(&f.path)) => {
            let of = split_variant(path).0;
            parse_quote!(<#of>::default())
        }
        e => e.clone(),
    }
}

/// What an expression is a copy of.
fn copied(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::MethodCall(m) if ["clone", "to_vec", "to_owned"].iter().any(|n| m.method == n) => Some(bare(&m.receiver)),
        _ => None,
    }
}

fn of_default(path: &Path) -> bool {
    let mut last = path.segments.iter().rev();
    last.next().is_some_and(|s| s.ident == "default") && last.next().is_some_and(|s| s.ident == "Default")
}
