//! Variables of which a part is changed somewhere: they are changed where they lie. A structure of which only fields are
//! assigned to is a new value each time, where it holds no lists: values stay in registers.

use crate::signature::Signature;
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::Expr;
use syn::visit::{Visit, visit_expr};

/// The names of variables of which an element, or a list inside, is changed somewhere in a function.
pub(super) fn changed_inside(f: &syn::ItemFn) -> HashSet<String> {
    /// The names, and those of which a part is changed under another name.
    struct Changed(HashSet<String>, Vec<(String, String)>);
    impl Changed {
        fn root(&mut self, e: &Expr, inside: bool) {
            match e {
                Expr::Path(p) if inside => self.0.extend(p.path.get_ident().map(ToString::to_string)),
                Expr::Index(i) => self.root(&i.expr, true),
                Expr::Field(f) => self.root(&f.base, inside),
                Expr::Paren(p) => self.root(&p.expr, inside),
                Expr::Unary(u) => self.root(&u.expr, inside),
                Expr::Reference(r) => self.root(&r.expr, inside),
                Expr::MethodCall(m) => self.root(&m.receiver, inside),
                _ => {}
            }
        }
    }
    impl<'ast> Visit<'ast> for Changed {
        fn visit_expr(&mut self, e: &'ast Expr) {
            match e {
                Expr::Assign(a) => self.root(&a.left, false),
                Expr::Binary(b) if super::assign::operator(&b.op).is_some() => self.root(&b.left, false),
                Expr::Reference(r) if r.mutability.is_some() => self.root(&r.expr, false),
                Expr::ForLoop(f) if matches!(&*f.expr, Expr::Reference(r) if r.mutability.is_some()) => {
                    self.root(&f.expr, true);
                }
                Expr::MethodCall(m) => {
                    let name = m.method.to_string();
                    let whole =
                        ["swap", "fill", "copy_from_slice", "clone_from_slice", "reverse"].contains(&name.as_str());
                    let orders = ["sort", "rotate_", "select_nth"].iter().any(|start| name.starts_with(start));
                    let lists = whole || orders || name.ends_with("_mut") || super::lists::grows(&m.method);
                    self.root(&m.receiver, lists);
                }
                _ => {}
            }
            visit_expr(self, e);
        }
        fn visit_local(&mut self, l: &'ast syn::Local) {
            let place = l.init.as_ref().map(|init| &*init.expr);
            if let (syn::Pat::Ident(p), Some(Expr::Reference(r))) = (&l.pat, place)
                && r.mutability.is_some()
                && let Some(of) = name_under(&r.expr)
            {
                self.1.push((p.ident.to_string(), of.to_string()));
            }
            syn::visit::visit_local(self, l);
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut changed = Changed(HashSet::new(), vec![]);
    changed.visit_block(&f.block);
    // What is lent last is changed first.
    while let Some((part, of)) = changed.1.pop() {
        if changed.0.contains(&part) {
            changed.0.insert(of);
        }
    }
    changed.0
}

/// The names of variables of which a field is assigned to in a loop.
pub(super) fn changed_in_loops(f: &syn::ItemFn) -> HashSet<String> {
    struct Changed(HashSet<String>, usize);
    impl<'ast> Visit<'ast> for Changed {
        fn visit_expr(&mut self, e: &'ast Expr) {
            let place = match e {
                Expr::Assign(a) => Some(&*a.left),
                Expr::Binary(b) if super::assign::operator(&b.op).is_some() => Some(&*b.left),
                _ => None,
            };
            if let Some(Expr::Field(field)) = place
                && self.1 > 0
            {
                self.0.extend(name_under(&field.base).map(ToString::to_string));
            }
            let repeats = matches!(e, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_));
            self.1 += usize::from(repeats);
            visit_expr(self, e);
            self.1 -= usize::from(repeats);
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut changed = Changed(HashSet::new(), 0);
    changed.visit_block(&f.block);
    changed.0
}

/// The variable that a place lies in.
fn name_under(e: &Expr) -> Option<&Ident> {
    match e {
        Expr::Path(p) => p.path.get_ident(),
        Expr::Field(f) => name_under(&f.base),
        Expr::Index(i) => name_under(&i.expr),
        Expr::Paren(p) => name_under(&p.expr),
        Expr::Unary(u) => name_under(&u.expr),
        _ => None,
    }
}

/// The names of variables that calls may change where they lie, that of the parameter among them which a caller lends.
pub(super) fn by_calls(f: &syn::ItemFn, sig: &Signature) -> HashSet<String> {
    struct Changed(HashSet<String>);
    impl<'ast> Visit<'ast> for Changed {
        fn visit_expr(&mut self, e: &'ast Expr) {
            match e {
                Expr::MethodCall(m) if crate::around::may_change_in_place(&m.method) => {
                    self.0.extend(name_under(&m.receiver).map(ToString::to_string));
                }
                Expr::Call(c) => {
                    let changed = match &*c.func {
                        Expr::Path(f) => crate::around::changed_by_function(&f.path),
                        _ => None,
                    };
                    let place = match changed.and_then(|k| c.args.get(k)) {
                        Some(Expr::Reference(r)) => Some(&*r.expr),
                        other => other,
                    };
                    self.0.extend(place.and_then(name_under).map(ToString::to_string));
                }
                _ => {}
            }
            visit_expr(self, e);
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut changed = Changed(sig.in_place.map(|k| sig.params[k].name.to_string()).into_iter().collect());
    changed.visit_block(&f.block);
    changed.0
}
