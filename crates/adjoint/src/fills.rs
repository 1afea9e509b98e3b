//! Parameters that only fill constant fields of structures: they are constants, as if `#[constant]` stood in front.

use crate::around;
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprMethodCall, ExprStruct, FnArg, ItemFn, Member, Pat, Type, parse_quote};

/// Marks such parameters.
pub(crate) fn mark(f: &mut ItemFn) {
    let mut uses = Uses { names: HashMap::new() };
    for input in &f.sig.inputs {
        if let FnArg::Typed(t) = input
            && let Pat::Ident(p) = &*t.pat
            && may_fill(&t.ty)
            && !t.attrs.iter().any(|a| a.path().is_ident("constant"))
        {
            uses.names.insert(p.ident.clone(), Count::default());
        }
    }
    if uses.names.is_empty() {
        return;
    }
    uses.visit_block(&f.block);
    for input in &mut f.sig.inputs {
        if let FnArg::Typed(t) = input
            && let Pat::Ident(p) = &*t.pat
            && uses.names.get(&p.ident).is_some_and(|n| n.fills > 0 && n.all == n.fills + n.lengths)
        {
            t.attrs.push(parse_quote!(#[constant]));
        }
    }
}

/// Whether it is a type of numbers, which a field takes by value or as a copy.
fn may_fill(ty: &Type) -> bool {
    let number = |ty: &Type| matches!(ty, Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32"));
    match ty {
        Type::Reference(r) if r.mutability.is_none() => may_fill(&r.elem),
        Type::Slice(s) => number(&s.elem),
        Type::Array(a) => number(&a.elem),
        ty => number(ty) || crate::lower::argument_of(ty, &["Vec"]).is_some_and(number),
    }
}

/// How often a name is used, how often to fill a constant field, and how often it only says how long it is.
#[derive(Default)]
struct Count {
    all: usize,
    fills: usize,
    lengths: usize,
}

struct Uses {
    names: HashMap<Ident, Count>,
}

impl Uses {
    fn count(&mut self, e: &Expr) -> Option<&mut Count> {
        self.names.get_mut(name_of(e)?)
    }

    fn part(&mut self, path: &syn::Path, member: &Member, value: &Expr) {
        let (of, variant) = crate::lower::split_variant(path);
        let constant = around::field_of(&parse_quote!(#of), variant.as_ref(), member);
        if let (Some((_, true)), Some(count)) = (constant, self.count(value)) {
            count.fills += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr_path(&mut self, p: &'ast syn::ExprPath) {
        if let Some(count) = p.path.get_ident().and_then(|name| self.names.get_mut(name)) {
            count.all += 1;
        }
    }

    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        // Another variable of this name: which is meant does not show.
        self.names.remove(&p.ident);
        visit::visit_pat_ident(self, p);
    }

    fn visit_macro(&mut self, m: &'ast syn::Macro) {
        let text = m.tokens.to_string();
        self.names.retain(|name, _| !text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| name == word));
    }

    fn visit_expr_struct(&mut self, s: &'ast ExprStruct) {
        s.fields.iter().for_each(|f| self.part(&s.path, &f.member, &f.expr));
        visit::visit_expr_struct(self, s);
    }

    fn visit_expr_call(&mut self, c: &'ast ExprCall) {
        if let Expr::Path(f) = &*c.func {
            c.args.iter().enumerate().for_each(|(k, e)| self.part(&f.path, &Member::from(k), e));
        }
        visit::visit_expr_call(self, c);
    }

    fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
        if let (true, Some(count)) = (m.method == "len" || m.method == "is_empty", self.count(&m.receiver)) {
            count.lengths += 1;
        }
        visit::visit_expr_method_call(self, m);
    }
}

/// The name that a value is, or is a copy of.
fn name_of(e: &Expr) -> Option<&Ident> {
    match e {
        Expr::Path(p) => p.path.get_ident(),
        Expr::Paren(p) => name_of(&p.expr),
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => name_of(&u.expr),
        Expr::MethodCall(m) if m.args.is_empty() => {
            let copies = ["clone", "to_vec", "to_owned", "into"].iter().any(|name| m.method == name);
            copies.then(|| name_of(&m.receiver))?
        }
        _ => None,
    }
}
