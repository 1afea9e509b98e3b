//! The differential of an expression: partials of the table times tangents.

use super::{Tangent, called, dot, is_own, unknown, zero};
use crate::plan::partials::{Tree, partials};
use crate::show::expressions::{binary, root};
use front::visit_mut::VisitMut;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rules::Row;
use syn::{BinOp, Expr, ExprCall, ExprMethodCall, ExprUnary, Lit, Path, Result, UnOp};

impl Tangent {
    /// Whether a value, or what lies at a place, carries a derivative.
    pub(super) fn carries(&self, e: &Expr) -> bool {
        match e {
            Expr::Reference(r) => self.carries(&r.expr),
            e => root(e).is_some_and(|name| self.said.active.contains(&name)),
        }
    }

    /// The place of the tangent of what lies at a place.
    pub(super) fn moved(&self, e: &Expr) -> Result<Expr> {
        let mut e = e.clone();
        let mut at = &mut e;
        loop {
            match at {
                Expr::Path(path) => {
                    let Some(name) = path.path.get_ident().map(dot) else { return unknown(path, "this place") };
                    path.path = name.into();
                    return Ok(e);
                }
                Expr::Field(f) => at = &mut f.base,
                Expr::Index(i) => at = &mut i.expr,
                Expr::Paren(p) => at = &mut p.expr,
                Expr::Reference(r) => at = &mut r.expr,
                Expr::Unary(u) => at = &mut u.expr,
                Expr::MethodCall(m) => at = &mut m.receiver,
                other => return unknown(other, "this place"),
            }
        }
    }

    /// The differential of an expression, which has a name if it is one of a statement; none if it is a constant.
    pub(super) fn differential(&self, e: &Expr, name: Option<&Ident>) -> Result<Option<Expr>> {
        match e {
            Expr::Lit(_) | Expr::Cast(_) => Ok(None),
            Expr::Paren(p) => self.differential(&p.expr, name),
            Expr::Path(_) | Expr::Index(_) | Expr::Field(_) | Expr::Reference(_) => self.of_place(e),
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => Ok(self.differential(&u.expr, None)?.map(negative)),
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => self.of_place(e),
            Expr::Binary(b) => self.of_operator(&b.left, &b.op, &b.right, e, name),
            Expr::MethodCall(m) => self.of_method(m, e, name),
            Expr::Macro(m) if m.mac.path.is_ident("vec") => self.of_list(&m.mac.tokens).map(Some),
            Expr::Array(list) => {
                let list = list.elems.iter().map(|x| Ok(self.differential(x, None)?.unwrap_or_else(zero)));
                let list = list.collect::<Result<Vec<_>>>()?;
                Ok(Some(syn::parse_quote!([#(#list),*])))
            }
            Expr::Call(c) if !is_own(c) => self.of_row(c, e, name),
            Expr::Struct(s) => {
                let mut s = s.clone();
                for field in &mut s.fields {
                    if let Some(d) = self.differential(&field.expr, None)? {
                        field.expr = d;
                        field.colon_token = Some(Default::default());
                    }
                }
                Ok(Some(Expr::Struct(s)))
            }
            e => unknown(e, "this expression"),
        }
    }

    fn of_place(&self, e: &Expr) -> Result<Option<Expr>> {
        if self.carries(e) { self.moved(e).map(Some) } else { Ok(None) }
    }

    fn of_list(&self, tokens: &TokenStream) -> Result<Expr> {
        let d = |e: &Expr| Ok(self.differential(e, None)?.unwrap_or_else(zero));
        if let Ok(repeat) = syn::parse2::<syn::ExprRepeat>(quote!([#tokens])) {
            let (one, n) = (d(&repeat.expr)?, &repeat.len);
            return Ok(syn::parse_quote!(vec![#one; #n]));
        }
        let list: syn::ExprArray = syn::parse2(quote!([#tokens]))?;
        let list = list.elems.iter().map(d).collect::<Result<Vec<_>>>()?;
        Ok(syn::parse_quote!(vec![#(#list),*]))
    }

    fn of_operator(&self, a: &Expr, op: &BinOp, b: &Expr, whole: &Expr, name: Option<&Ident>) -> Result<Option<Expr>> {
        let row = match op {
            BinOp::Add(_) => "add",
            BinOp::Sub(_) => "sub",
            BinOp::Mul(_) => "mul",
            BinOp::Div(_) => "div",
            BinOp::Rem(_) => "rem",
            _ => return Ok(None),
        };
        let d = (self.differential(a, None)?, self.differential(b, None)?);
        Ok(match (row, &d) {
            (_, (None, None)) => None,
            ("add", (Some(da), Some(db))) => Some(binary(da.clone(), syn::parse_quote!(+), db.clone())),
            ("add", (Some(d), None) | (None, Some(d))) => Some(d.clone()),
            ("sub", (Some(da), Some(db))) => Some(binary(da.clone(), syn::parse_quote!(-), db.clone())),
            ("sub", (Some(d), None)) => Some(d.clone()),
            ("sub", (None, Some(d))) => Some(negative(d.clone())),
            _ => sum(row, &[a, b], &[d.0, d.1], 0, whole, name)?,
        })
    }

    fn of_method(&self, m: &ExprMethodCall, whole: &Expr, name: Option<&Ident>) -> Result<Option<Expr>> {
        let method = m.method.to_string();
        let Some(row) = Row::find(&method) else {
            let copies = ["clone", "to_vec"].contains(&method.as_str());
            let reads = method == "len" || method.starts_with("is_");
            if !copies && !reads && self.carries(&m.receiver) {
                return unknown(m, "this method");
            }
            let d = if copies { self.of_place(&m.receiver)? } else { None };
            return Ok(d.map(|d| Expr::MethodCall(ExprMethodCall { receiver: Box::new(d), ..m.clone() })));
        };
        let all: Vec<&Expr> = [&*m.receiver].into_iter().chain(&m.args).collect();
        self.of(row, &all, whole, name)
    }

    fn of_row(&self, c: &ExprCall, whole: &Expr, name: Option<&Ident>) -> Result<Option<Expr>> {
        let Some(row) = called(c).and_then(|name| Row::find(&name.to_string())) else { return Ok(None) };
        self.of(row, &c.args.iter().collect::<Vec<_>>(), whole, name)
    }

    /// The differential of a row of the table; what comes after its arguments is its number.
    fn of(&self, row: &Row, all: &[&Expr], whole: &Expr, name: Option<&Ident>) -> Result<Option<Expr>> {
        let (args, rest) = all.split_at(row.arity.min(all.len()));
        let n = match rest {
            [] => Some(0),
            [n, ..] => number(n),
        };
        let d = args.iter().map(|a| self.differential(a, None)).collect::<Result<Vec<_>>>()?;
        match (n, &d[..], row.name) {
            (_, d, _) if d.iter().all(Option::is_none) => Ok(None),
            (Some(n), d, _) => sum(row.name, args, d, n, whole, name),
            (None, [Some(d)], "powi") => {
                let (x, n) = (args[0], rest[0]);
                let partial = syn::parse_quote!(T::constant((#n) as f64) * (#x).powi((#n) - 1));
                Ok(Some(binary(partial, syn::parse_quote!(*), d.clone())))
            }
            _ => unknown(whole, "this function"),
        }
    }
}

/// The sum of partials times tangents.
fn sum(
    row: &str,
    args: &[&Expr],
    d: &[Option<Expr>],
    n: i32,
    whole: &Expr,
    name: Option<&Ident>,
) -> Result<Option<Expr>> {
    let Some(row) = Row::find(row) else { return unknown(whole, "this operation") };
    let active: Vec<bool> = d.iter().map(Option::is_some).collect();
    let number = format_ident!("T");
    let env = |leaf: &Tree| match (leaf, name) {
        (Tree::Arg(k), _) => {
            let a = args[*k];
            let simple = matches!(a, Expr::Path(_) | Expr::Lit(_) | Expr::Index(_) | Expr::Field(_));
            (if simple { quote!(#a) } else { quote!((#a)) }, !matches!(a, Expr::Lit(_)))
        }
        (_, Some(name)) => (quote!(#name), true),
        (_, None) => (quote!((#whole)), true),
    };
    let mut terms: Option<Expr> = None;
    for (partial, d) in partials(row.op, &active, n).into_iter().zip(d) {
        let (Some(partial), Some(d)) = (partial, d) else { continue };
        let (code, _) = partial.tokens(&number, &env);
        let mut code: Expr = syn::parse2(code)?;
        Shorter.visit_expr_mut(&mut code);
        let term: Expr = match unwrapped(&code) {
            Expr::Lit(one) if one.to_token_stream().to_string() == "1.0" => d.clone(),
            code => binary(code, syn::parse_quote!(*), d.clone()),
        };
        terms = Some(match terms {
            Some(sum) => binary(sum, syn::parse_quote!(+), term),
            None => term,
        });
    }
    Ok(terms)
}

/// Functions of the table by their own names.
struct Shorter;

impl VisitMut for Shorter {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.leading_colon.take().is_some()
            && let Some(last) = path.segments.pop()
        {
            path.segments = [last.into_value()].into_iter().collect();
        }
    }
}

/// An expression without brackets around it.
fn unwrapped(e: &Expr) -> Expr {
    match e {
        Expr::Paren(p) => unwrapped(&p.expr),
        e => e.clone(),
    }
}

fn number(e: &Expr) -> Option<i32> {
    match e {
        Expr::Lit(l) => match &l.lit {
            Lit::Int(n) => n.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => number(&u.expr).map(|n| -n),
        Expr::Paren(p) => number(&p.expr),
        _ => None,
    }
}

fn negative(e: Expr) -> Expr {
    Expr::Unary(ExprUnary { attrs: vec![], op: syn::parse_quote!(-), expr: Box::new(e) })
}
