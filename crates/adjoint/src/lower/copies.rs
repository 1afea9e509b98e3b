//! What is a copy of an array of fixed length, and what is another name for it: which names are references.

use super::effects::Code;
use super::sequence::Seq;
use super::{Item, Lowerer};
use crate::ir::{Access, Arr, Storage, View};
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, Pat, Result};

impl Lowerer {
    /// What a variable is given: `let b = a` copies an array of fixed length, but not what is behind a reference.
    pub(super) fn by_value(&mut self, e: &Expr, item: Item) -> Result<Item> {
        Ok(match (e, item) {
            (Expr::Paren(p), item) => self.by_value(&p.expr, item)?,
            (Expr::Block(b), item) if let Some(syn::Stmt::Expr(last, None)) = b.block.stmts.last() => {
                self.by_value(last, item)?
            }
            // `*rows` copies what is behind the reference, which may change.
            (Expr::Unary(u), Item::View(view)) if matches!(u.op, syn::UnOp::Deref(_)) => {
                let len = self.fixed_length(&view);
                self.copy(&view, len, e.span())
            }
            (Expr::Unary(u), Item::Nest(n)) if matches!(u.op, syn::UnOp::Deref(_)) => {
                Item::Nest(self.copy_nest(&n, true, e.span())?)
            }
            (Expr::Tuple(t), Item::Tuple(items)) if t.elems.len() == items.len() => {
                Item::Tuple(t.elems.iter().zip(items).map(|(e, item)| self.by_value(e, item)).collect::<Result<_>>()?)
            }
            (Expr::Path(_) | Expr::Field(_), Item::Tuple(items)) => {
                let part = |(k, item): (usize, Item)| {
                    let k = syn::Index::from(k);
                    self.by_value(&syn::parse_quote!(#e.#k), item)
                };
                Item::Tuple(items.into_iter().enumerate().map(part).collect::<Result<_>>()?)
            }
            (Expr::Path(_) | Expr::Field(_), Item::Maybe(m)) if !self.is_reference(e) => {
                let value = self.by_value(e, m.value)?;
                Item::Maybe(Box::new(super::maybe::Maybe { some: m.some, value }))
            }
            (_, Item::View(View { arr, part: None })) if self.names_owned(e, arr) => {
                let view = View { arr, part: None };
                match self.fixed_length(&view) {
                    Some(len) => self.copy(&view, Some(len), e.span()),
                    None => Item::View(view),
                }
            }
            (_, Item::Nest(n)) if n.is_copy() && self.names_owned(e, n.arr) => {
                Item::Nest(self.copy_nest(&n, true, e.span())?)
            }
            (_, item) => item,
        })
    }

    /// What a pattern takes by value: a name in it that is `mut` is a copy.
    pub(super) fn own(&mut self, pat: &Pat, item: Item) -> Result<Item> {
        Ok(match (pat, item) {
            (Pat::Tuple(t), Item::Tuple(items)) if t.elems.len() == items.len() => {
                Item::Tuple(t.elems.iter().zip(items).map(|(p, item)| self.own(p, item)).collect::<Result<_>>()?)
            }
            (Pat::Paren(p), item) => self.own(&p.pat, item)?,
            (Pat::Reference(r), item) => self.own(&r.pat, item)?,
            (Pat::Ident(p), Item::View(view)) if p.mutability.is_some() && p.by_ref.is_none() => {
                match self.fixed_length(&view) {
                    Some(len) => self.copy(&view, Some(len), p.span()),
                    None => Item::View(view),
                }
            }
            (Pat::Ident(p), Item::Nest(n)) if p.mutability.is_some() && p.by_ref.is_none() && n.is_copy() => {
                Item::Nest(self.copy_nest(&n, true, p.span())?)
            }
            (_, item) => item,
        })
    }

    /// The copy of an array that a loop runs over by value while its body changes the array.
    pub(super) fn taken_whole(&mut self, f: &ExprForLoop) -> Result<Option<Seq>> {
        let Some(name) = place_of(&f.expr) else { return Ok(None) };
        if !self.mutable.contains(&name) || self.lends_items(&f.expr) || !f.body.assigned().contains(&name) {
            return Ok(None);
        }
        let item = match self.binding_of(&f.expr).cloned() {
            Some(binding @ (super::Binding::View(_) | super::Binding::Nest(_))) => self.item_of(&binding),
            _ => return Ok(None),
        };
        Ok(match self.by_value(&f.expr, item)? {
            Item::Fresh(arr) => Some(Seq::Copied(Box::new(Seq::Elements(View { arr, part: None })))),
            Item::Nest(rows) if rows.fresh => Some(Seq::Rows(rows)),
            _ => None,
        })
    }

    /// Whether what is run over gives references to its items.
    pub(super) fn lends_items(&self, e: &Expr) -> bool {
        const LENDS: [&str; 8] =
            ["iter", "iter_mut", "chunks", "chunks_mut", "chunks_exact", "chunks_exact_mut", "windows", "as_slice"];
        match e {
            Expr::Paren(p) => self.lends_items(&p.expr),
            Expr::Reference(_) => true,
            Expr::MethodCall(m) if m.method == "copied" || m.method == "cloned" || m.method == "map" => false,
            Expr::MethodCall(m) => LENDS.iter().any(|n| m.method == n) || self.lends_items(&m.receiver),
            Expr::Path(_) | Expr::Field(_) => {
                let borrowed = |arr: Arr| matches!(self.arrays[arr].storage, Storage::Shared | Storage::Exclusive);
                self.is_reference(e)
                    || match self.binding_of(e) {
                        Some(super::Binding::View(v)) => borrowed(v.arr),
                        Some(super::Binding::Nest(n)) => borrowed(n.arr),
                        Some(super::Binding::Flow(_)) => true,
                        _ => false,
                    }
            }
            _ => false,
        }
    }

    /// Remembers which names are references, and whether they may write.
    pub(super) fn note_borrows(&mut self, pat: &Pat, value: &Expr) {
        match (pat, value) {
            (Pat::Type(t), value) => self.note_borrows(&t.pat, value),
            (pat, Expr::Paren(p)) => self.note_borrows(pat, &p.expr),
            (Pat::Tuple(p), Expr::Tuple(t)) => {
                p.elems.iter().zip(&t.elems).for_each(|(p, e)| self.note_borrows(p, e));
            }
            (Pat::Tuple(p), Expr::Path(_) | Expr::Field(_)) => {
                for (k, p) in p.elems.iter().enumerate() {
                    let k = syn::Index::from(k);
                    self.note_borrows(p, &syn::parse_quote!(#value.#k));
                }
            }
            // What is zipped with it lends its own items, or gives them.
            (Pat::Tuple(p), Expr::MethodCall(m)) if m.method == "zip" && p.elems.len() == 2 && m.args.len() == 1 => {
                self.note_borrows(&p.elems[0], &m.receiver);
                self.note_borrows(&p.elems[1], &m.args[0]);
            }
            (Pat::Tuple(p), Expr::MethodCall(m)) if m.method == "enumerate" && p.elems.len() == 2 => {
                self.note_borrows(&p.elems[0], &syn::parse_quote!(0));
                self.note_borrows(&p.elems[1], &m.receiver);
            }
            (pat, Expr::MethodCall(m))
                if ["enumerate", "zip", "rev", "skip", "take", "step_by"].iter().any(|n| m.method == n) =>
            {
                self.note_borrows(pat, &m.receiver)
            }
            (Pat::Tuple(t), _) => t.elems.iter().for_each(|p| self.note_borrows(p, value)),
            (Pat::Ident(p), value) => self.note_borrow(&p.ident.to_string(), value),
            _ => {}
        }
    }

    /// Remembers whether a name, or a part of a tuple, is a reference.
    fn note_borrow(&mut self, place: &str, value: &Expr) {
        let inside = format!("{place}.");
        let parts = match place_of(value) {
            Some(from) => {
                let of =
                    |key: &String| key.strip_prefix(&from).filter(|rest| rest.starts_with('.')).map(str::to_string);
                self.borrows.iter().filter_map(|(key, writes)| Some((of(key)?, *writes))).collect()
            }
            None => vec![],
        };
        let writes = match value {
            Expr::Reference(r) => Some(r.mutability.is_some()),
            Expr::MethodCall(m) => match m.method.to_string().as_str() {
                "split_at_mut" | "as_mut_slice" | "chunks_exact_mut" | "iter_mut" => Some(true),
                "split_at" | "as_slice" | "chunks_exact" | "windows" | "iter" => Some(false),
                _ => None,
            },
            value => place_of(value).and_then(|from| self.borrows.get(&from).copied()),
        };
        self.borrows.retain(|key, _| key != place && !key.starts_with(&inside));
        self.borrows.extend(writes.map(|writes| (place.to_string(), writes)));
        self.borrows.extend(parts.into_iter().map(|(rest, writes)| (format!("{place}{rest}"), writes)));
        if let Expr::Tuple(t) = value {
            for (k, e) in t.elems.iter().enumerate() {
                self.note_borrow(&format!("{place}.{k}"), e);
            }
        }
    }

    /// What may be done through a name that was bound to a reference.
    pub(super) fn access(&self, e: &Expr) -> Access {
        if self.borrow(e) == Some(true) { Access::Either } else { Access::Read }
    }

    pub(super) fn is_const_view(&self, e: &Expr) -> bool {
        self.borrow(e) == Some(false)
    }

    /// Whether it is the name of what lies in this array, and not that of a reference to it.
    pub(super) fn names_owned(&self, e: &Expr, arr: crate::ir::Arr) -> bool {
        let borrowed = matches!(self.arrays[arr].storage, Storage::Shared | Storage::Exclusive);
        matches!(e, Expr::Path(_) | Expr::Field(_)) && !borrowed && !self.is_reference(e)
    }

    pub(super) fn is_reference(&self, e: &Expr) -> bool {
        self.borrow(e).is_some()
    }

    /// Whether a reference that has a name may write; nothing if it is none.
    fn borrow(&self, e: &Expr) -> Option<bool> {
        self.borrows.get(&place_of(e)?).copied()
    }
}

/// A name, or a part of a tuple that has one, as text.
fn place_of(e: &Expr) -> Option<String> {
    match e {
        Expr::Path(p) => p.path.get_ident().map(ToString::to_string),
        Expr::Field(f) => match &f.member {
            syn::Member::Unnamed(k) => Some(format!("{}.{}", place_of(&f.base)?, k.index)),
            syn::Member::Named(_) => None,
        },
        Expr::Paren(p) => place_of(&p.expr),
        _ => None,
    }
}

/// Whether a pattern has a name that is `mut`.
pub(super) fn binds_mutably(pat: &Pat) -> bool {
    struct Mutable(bool);
    impl<'ast> syn::visit::Visit<'ast> for Mutable {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0 |= p.mutability.is_some() && p.by_ref.is_none();
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut found = Mutable(false);
    syn::visit::Visit::visit_pat(&mut found, pat);
    found.0
}
