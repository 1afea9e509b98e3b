//! Patterns of slices and arrays: `[first, .., last]`, `[a, rest @ ..]`.

use super::{Item, Lowerer, Nest, fault};
use crate::ir::{Atom, Binary, Join, Op, Step, Storage, Ty, View};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Pat, PatSlice, Result, Type};

/// The pattern of the part that the others leave, if it has one: `..` or `name @ ..`.
fn rest(pat: &Pat) -> Option<Option<&syn::PatIdent>> {
    match pat {
        Pat::Rest(_) => Some(None),
        Pat::Ident(p) if matches!(&p.subpat, Some((_, sub)) if matches!(**sub, Pat::Rest(_))) => Some(Some(p)),
        _ => None,
    }
}

/// What is taken apart.
enum Listed {
    /// An array, and whether its elements are taken out of it by value.
    Numbers(View, bool),
    Rows(Nest),
}

impl Listed {
    fn of(item: &Item) -> Option<Listed> {
        match item {
            Item::View(v) => Some(Listed::Numbers(v.clone(), false)),
            Item::Fresh(arr) => Some(Listed::Numbers(View { arr: *arr, part: None }, true)),
            Item::Nest(rows) => Some(Listed::Rows(rows.clone())),
            _ => None,
        }
    }
}

/// What a part of a list is a part of, `a` in `&a[1..]`.
fn whole(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => whole(&p.expr),
        Expr::Reference(r) => whole(&r.expr),
        Expr::Index(i) if matches!(&*i.index, Expr::Range(_)) => whole(&i.expr),
        Expr::MethodCall(m) if m.method == "as_slice" => whole(&m.receiver),
        e => e,
    }
}

impl Lowerer {
    /// Whether it is a list of numbers in a structure, or a part of one.
    pub(super) fn is_list_of_field(&self, e: &Expr) -> bool {
        let place = match whole(e) {
            Expr::Field(f) => self.of_record(f) || self.is_held(&f.base),
            e => self.is_held(e),
        };
        let number = |ty: &Type| matches!(ty, Type::Path(p) if p.path.is_ident(&self.float));
        place
            && self.known(e).is_some_and(|(ty, constant)| {
                !constant && super::known::element_of(&ty).is_some_and(|of| number(super::known::plain(of)))
            })
    }

    /// Such a list, to be taken apart.
    pub(super) fn numbers_of_field(&mut self, e: &Expr) -> Result<Item> {
        let list: Expr = syn::parse_quote!(#e.iter().copied().collect::<Vec<_>>());
        self.item(&list)
    }

    fn listed_length(&mut self, list: &Listed) -> Atom {
        match list {
            Listed::Numbers(view, _) => self.length(view),
            Listed::Rows(rows) => rows.count.clone(),
        }
    }

    /// The condition under which a slice pattern fits; none if it always does.
    pub(super) fn slice_fits(&mut self, s: &PatSlice, item: &Item) -> Result<Option<Atom>> {
        let Some(list) = Listed::of(item) else { return super::choice::strange(&Pat::Slice(s.clone())) };
        let open = s.elems.iter().any(|p| rest(p).is_some());
        let wanted = s.elems.len() - usize::from(open);
        // All of an array may be held against patterns of slices, `&a[..]`: then it is not the compiler that sees to it.
        let (length, owned) = match &list {
            Listed::Numbers(view, owned) => match (&view.part, &self.arrays[view.arr].storage) {
                (None, Storage::Fixed(n)) => (Some(n.to_string()), *owned),
                _ => (None, false),
            },
            Listed::Rows(rows) => (rows.fixed.as_ref().map(ToString::to_string), true),
        };
        let sized = match length.as_ref().map(|n| n.trim_end_matches("usize").parse::<usize>()) {
            Some(Ok(n)) => n == wanted || open && n > wanted,
            Some(Err(_)) => owned,
            None => false,
        };
        let long = if sized || open && wanted == 0 {
            None
        } else {
            let len = self.listed_length(&list);
            let op = if open { Binary::Ge } else { Binary::Eq };
            Some(self.temporary(Ty::Bool, Op::Compare(op, len, Atom::Lit(quote!(#wanted))), s.span()))
        };
        let further = |l: &mut Self| {
            let mut all: Option<Atom> = None;
            for (pat, item) in l.elements(s, &list)? {
                all = match (all, l.fits(pat, &item)?) {
                    (Some(before), Some(cond)) => Some(l.both(Binary::BitAnd, before, cond)),
                    (before, cond) => before.or(cond),
                };
            }
            Ok(all)
        };
        let Some(long) = long else { return further(self) };
        // Elements are looked at only if they are there.
        let known = self.known.clone();
        let (then, inner) = self.arm(further)?;
        self.known = known;
        let Some(inner) = inner else { return Ok(Some(long)) };
        let (other, ()) = self.arm(|_| Ok(()))?;
        let out = self.value("t", Ty::Bool, s.span());
        self.temporaries.insert(out);
        let join = Join { out, then: inner, other: Atom::Lit(quote!(false)) };
        self.out.push(Step::If { cond: long, then, other, joins: vec![join] });
        Ok(Some(Atom::Val(out)))
    }

    /// The patterns of single elements that may fail or bind, with their elements.
    fn elements<'p>(&mut self, s: &'p PatSlice, list: &Listed) -> Result<Vec<(&'p Pat, Item)>> {
        let open = s.elems.iter().position(|p| rest(p).is_some());
        let mut out = vec![];
        for (k, pat) in s.elems.iter().enumerate() {
            if matches!(pat, Pat::Wild(_)) || open == Some(k) {
                continue;
            }
            let index = match open {
                Some(at) if k > at => {
                    let (len, back) = (self.listed_length(list), s.elems.len() - k);
                    self.difference(&len, &Atom::Lit(quote!(#back)))
                }
                _ => Atom::Lit(quote!(#k)),
            };
            let item = match list {
                Listed::Numbers(view, owned) => match (owned, self.inside(view, &index)) {
                    (true, index) => Item::Scalar(self.read(view.arr, index)),
                    (false, index) => Item::Element(view.arr, index),
                },
                Listed::Rows(rows) => self.row_inside(rows, &index).item(),
            };
            out.push((pat, item));
        }
        Ok(out)
    }

    /// Binds the names in a slice pattern.
    pub(super) fn bind_slice(&mut self, s: &PatSlice, item: &Item) -> Result<()> {
        let Some(list) = Listed::of(item) else {
            return fault(s, "a slice pattern fits an array or a part of one: this is neither");
        };
        for (pat, item) in self.elements(s, &list)? {
            self.bind(pat, item, None)?;
        }
        let Some((at, Some(name))) = s.elems.iter().enumerate().find_map(|(k, p)| Some((k, rest(p)?))) else {
            return Ok(());
        };
        let (len, others) = (self.listed_length(&list), s.elems.len() - 1);
        let (left, at) = (self.difference(&len, &Atom::Lit(quote!(#others))), Atom::Lit(quote!(#at)));
        let part = match list {
            Listed::Numbers(view, _) => Item::View(self.part(&view, at, left, None)?),
            Listed::Rows(rows) => {
                let off = self.sum(&rows.off, &at);
                Item::Nest(Nest { off, count: left, fixed: None, whole: false, fresh: false, ..rows })
            }
        };
        let binding = self.binding_for(&name.ident, part, false, None);
        self.declare(&name.ident, binding);
        Ok(())
    }
}
