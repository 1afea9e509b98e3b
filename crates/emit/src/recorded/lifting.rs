//! Where constants of a rewritten text become numbers: as arguments of functions that take numbers, and where patterns
//! give them names.

use super::source::Rewrite;
use crate::around;
use front::visit::Visit;
use front::visit_mut::VisitMut;
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::{Expr, Stmt, Type, parse_quote};

/// The names that are followed as references.
pub(super) struct Followed(HashSet<String>);

impl<'ast> Visit<'ast> for Followed {
    fn visit_expr_unary(&mut self, u: &'ast syn::ExprUnary) {
        if let (syn::UnOp::Deref(_), Expr::Path(p)) = (&u.op, &*u.expr) {
            self.0.extend(p.path.get_ident().map(ToString::to_string));
        }
        front::visit::visit_expr_unary(self, u);
    }
}

impl Rewrite<'_> {
    /// Constant floats that a pattern gave names to, as numbers where they are not followed as references.
    pub(super) fn lifted(&self, names: Vec<Ident>, visit: impl Fn(&mut Followed)) -> Vec<Stmt> {
        let mut followed = Followed(HashSet::new());
        visit(&mut followed);
        let (number, scalar) = (self.number, self.twins.scalar());
        let plain = names.into_iter().filter(|name| !followed.0.contains(&name.to_string()));
        let lift = |name: Ident| -> Stmt {
            parse_quote!(let #name = <#number as ::wengert::Number>::constant(
                *::core::borrow::Borrow::<#scalar>::borrow(&#name)
            );)
        };
        plain.map(lift).collect()
    }

    /// An operand that may be a plain float, as a number.
    pub(super) fn operand(&self, e: &mut Expr) {
        let typed = |e: &Expr| root(e).is_some_and(|name| self.bound.has_type(&name.to_string()));
        if typed(e) || super::literals::is_open(e) {
            let number = self.number;
            *e = parse_quote!(::wengert::generated::operand!(#number, #e));
        }
    }

    /// A list of numbers that is collected from what others hand on, which may be constants.
    pub(super) fn collected(&self, e: &mut Expr) {
        const HAND_ON: [&str; 10] =
            ["chain", "cloned", "copied", "cycle", "filter", "rev", "skip", "skip_while", "take", "take_while"];
        if let Expr::MethodCall(m) = e
            && m.method == "collect"
            && let Expr::MethodCall(of) = &*m.receiver
            && HAND_ON.iter().any(|name| of.method == name)
        {
            let number = self.number;
            *m.receiver = parse_quote!(#of.map(::core::convert::Into::<#number>::into));
        }
    }

    /// Arguments of a function whose parameters have these types, where they carry derivatives.
    pub(super) fn hand<'e>(&self, args: impl ExactSizeIterator<Item = &'e mut Expr>, wanted: &[Option<Type>]) {
        if !self.own || args.len() != wanted.len() {
            return;
        }
        for (arg, ty) in args.zip(wanted) {
            if let Some(ty) = ty
                && super::lifts(ty, self.twins.scalar())
                && let Some(given) = given(arg, ty, self.number)
            {
                *arg = given;
            }
        }
    }

    /// What a call is given: a function of eigenvalues is one of floats.
    pub(super) fn visit_args(&mut self, call: &mut syn::ExprCall) {
        let spectral = is_spectral(call);
        for arg in &mut call.args {
            if !(spectral && matches!(arg, Expr::Closure(_))) {
                self.visit_expr_mut(arg);
            }
        }
    }
}

/// Whether a function of eigenvalues is handed over.
fn is_spectral(call: &syn::ExprCall) -> bool {
    matches!(&*call.func, Expr::Path(f) if around::is_of_linalg(&f.path)
        && f.path.segments.last().is_some_and(|s| s.ident == "symmetric_function"))
}

/// The names of functions of eigenvalues in a body, which are functions of floats.
pub(super) fn spectral_in(body: &syn::Block) -> Vec<String> {
    struct Found(Vec<String>);
    impl<'ast> Visit<'ast> for Found {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            for arg in call.args.iter().filter(|_| is_spectral(call)) {
                let mut arg = arg;
                while let Expr::MethodCall(m) = arg {
                    arg = &*m.receiver;
                }
                let of = if let Expr::Reference(r) = arg { &*r.expr } else { arg };
                self.0.extend(root(of).map(ToString::to_string));
            }
            front::visit::visit_expr_call(self, call);
        }
    }
    let mut found = Found(vec![]);
    found.visit_block(body);
    found.0
}

/// A place, which may hold constants, as what a parameter of this type takes.
fn given(arg: &Expr, ty: &Type, number: &Ident) -> Option<Expr> {
    match (ty, arg) {
        (Type::Reference(_), Expr::Reference(r)) if r.mutability.is_none() && is_place(&r.expr) => {
            let place = &r.expr;
            Some(parse_quote!(::wengert::generated::given!(#number, & #place)))
        }
        (Type::Reference(_), place) if is_place(place) => {
            Some(parse_quote!(::wengert::generated::given!(#number, & *#place)))
        }
        (Type::Reference(_), _) => None,
        (_, place) if is_place(place) => Some(parse_quote!(::wengert::generated::given!(#number, #place))),
        _ => None,
    }
}

/// The variable in which a place lies.
pub(super) fn root(e: &Expr) -> Option<&Ident> {
    match e {
        Expr::Path(p) => p.path.get_ident(),
        Expr::Field(f) => root(&f.base),
        Expr::Index(i) if !matches!(&*i.index, Expr::Range(_)) => root(&i.expr),
        Expr::Paren(p) => root(&p.expr),
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => root(&u.expr),
        _ => None,
    }
}

fn is_place(e: &Expr) -> bool {
    match e {
        Expr::Path(p) => p.path.get_ident().is_some(),
        Expr::Field(f) => is_place(&f.base),
        Expr::Index(i) => is_place(&i.expr),
        Expr::Paren(p) => is_place(&p.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && is_place(&u.expr),
        _ => false,
    }
}
