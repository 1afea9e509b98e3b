//! The tangent program: behind each statement stands the statement of its derivative along a direction.
//!
//! `dc = b*da + a*db` for `c = a*b`: the rules of differentials, written in the order of the function (Griewank and
//! Walther, *Evaluating Derivatives*, section 3.1). The name of a tangent is that of its value with `_dot` behind it.

mod differential;

use front::visit::Visit;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use rules::{Kind, Row};
use std::collections::{HashMap, HashSet};
use syn::{
    BinOp, Block, Error, Expr, ExprCall, ExprMethodCall, FnArg, ItemFn, Local, Pat, Result, ReturnType, Signature,
    Stmt, Type,
};

/// What the steps of a function say of its names.
#[derive(Default)]
pub(super) struct Said {
    /// Those that carry derivatives.
    active: HashSet<String>,
    /// Those of ordinary floats.
    floats: HashSet<String>,
}

/// What the text of a function's steps says.
pub(super) fn said(steps: &str) -> Said {
    let mut out = Said::default();
    for part in steps.split([',', '(', ')', '{', '}', '\n']) {
        let Some((name, ty)) = part.split(" = ").next().and_then(|said| said.rsplit_once(": ")) else { continue };
        let name = name.rsplit(' ').next().unwrap_or_default().to_owned();
        if ty.contains(" active") {
            out.active.insert(name);
        } else if ty.contains("float") && !ty.contains(" lifted") {
            out.floats.insert(name);
        }
    }
    out
}

/// Writes the tangent beside a function on any number.
///
/// # Errors
/// If it has statements whose tangent is none of this form.
pub(super) fn write(f: &mut ItemFn, said: Said, source: &str) -> Result<()> {
    let mut callees = Callees::default();
    callees.visit_file(&syn::parse_file(source)?);
    let mut tangent = Tangent { said, gives: false, callees };
    let mut inputs = vec![];
    for input in std::mem::take(&mut f.sig.inputs) {
        inputs.push(input.clone());
        if let FnArg::Typed(p) = &input
            && let Pat::Ident(name) = &*p.pat
            && mentions_number(&p.ty.to_token_stream())
        {
            tangent.said.active.insert(name.ident.to_string());
            let (dot, ty) = (dot(&name.ident), &p.ty);
            inputs.push(syn::parse_quote!(#dot: #ty));
        }
    }
    f.sig.inputs = inputs.into_iter().collect();
    let gives = match &f.sig.output {
        ReturnType::Type(_, ty) => mentions_number(&ty.to_token_stream()),
        ReturnType::Default => false,
    };
    if gives && let ReturnType::Type(_, ty) = &mut f.sig.output {
        **ty = syn::parse_quote!((#ty, #ty));
    }
    tangent.gives = gives;
    *f.block = tangent.block(&f.block, &if gives { Ends::Both } else { Ends::AsIs })?;
    Ok(())
}

/// Which parameters of the functions of a file carry derivatives; none of a name that two have.
#[derive(Default)]
struct Callees(HashMap<String, Option<Vec<Carries>>>);

#[derive(Clone, Copy, PartialEq)]
enum Carries {
    Nothing,
    Number,
    Several,
}

impl Visit<'_> for Callees {
    fn visit_signature(&mut self, sig: &Signature) {
        let carries = |input: &FnArg| match input {
            FnArg::Typed(p) => {
                let constant = p.attrs.iter().any(|a| a.path().is_ident("constant"));
                match &*p.ty {
                    _ if constant || !holds_floats(&p.ty.to_token_stream()) => Carries::Nothing,
                    Type::Path(ty) if ty.path.get_ident().is_some() => Carries::Number,
                    _ => Carries::Several,
                }
            }
            FnArg::Receiver(_) => Carries::Several,
        };
        let carries = sig.inputs.iter().map(carries).collect();
        self.0.entry(sig.ident.to_string()).and_modify(|known| *known = None).or_insert(Some(carries));
    }
}

/// Whether a type is not one of integers, flags and texts alone.
fn holds_floats(ty: &TokenStream) -> bool {
    const NONE: [&str; 16] = [
        "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool", "char", "str",
        "mut",
    ];
    ty.clone().into_iter().any(|t| match t {
        TokenTree::Ident(i) => !NONE.iter().any(|name| i == name) && i != "String" && i != "Vec",
        TokenTree::Group(g) => holds_floats(&g.stream()),
        _ => false,
    })
}

/// What the value of a block is given to.
enum Ends {
    /// The value as it is.
    AsIs,
    /// The value and its tangent.
    Both,
    /// A tuple, of which these parts bring their tangents.
    Parts(Vec<bool>),
}

struct Tangent {
    said: Said,
    /// Whether the result carries a derivative.
    gives: bool,
    callees: Callees,
}

fn dot(name: &Ident) -> Ident {
    format_ident!("{name}_dot")
}

fn mentions_number(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|t| match t {
        TokenTree::Ident(i) => i == "T",
        TokenTree::Group(g) => mentions_number(&g.stream()),
        _ => false,
    })
}

fn unknown<T>(of: &dyn ToTokens, why: &str) -> Result<T> {
    Err(Error::new_spanned(
        of.to_token_stream(),
        format!("the tangent program is not printed for {why}: `f::jvp` runs it"),
    ))
}

impl Tangent {
    fn block(&self, block: &Block, ends: &Ends) -> Result<Block> {
        let mut stmts = vec![];
        let last = block.stmts.len().saturating_sub(1);
        for (k, s) in block.stmts.iter().enumerate() {
            match s {
                Stmt::Expr(e, None) if k == last => {
                    let end = self.end(e, ends)?;
                    stmts.push(Stmt::Expr(end, None));
                }
                s => self.statement(s, &mut stmts)?,
            }
        }
        Ok(Block { brace_token: block.brace_token, stmts })
    }

    /// What a block ends in.
    fn end(&self, e: &Expr, ends: &Ends) -> Result<Expr> {
        if is_nested(e) {
            return self.nested(e, ends);
        }
        match ends {
            Ends::AsIs => Ok(e.clone()),
            Ends::Both => {
                if let Some(call) = self.call(e)? {
                    return Ok(call);
                }
                let d = self.differential(e, None)?.unwrap_or_else(zero);
                Ok(syn::parse_quote!((#e, #d)))
            }
            Ends::Parts(carry) => {
                let Expr::Tuple(tuple) = e else { return unknown(e, "this value of a block") };
                let mut parts: Vec<Expr> = vec![];
                for (part, carries) in tuple.elems.iter().zip(carry) {
                    parts.push(part.clone());
                    if *carries {
                        parts.push(self.differential(part, None)?.unwrap_or_else(zero));
                    }
                }
                Ok(syn::parse_quote!((#(#parts),*)))
            }
        }
    }

    /// A branch or a block, with its tangents.
    fn nested(&self, e: &Expr, ends: &Ends) -> Result<Expr> {
        Ok(match e {
            Expr::If(i) => {
                let mut i = i.clone();
                i.then_branch = self.block(&i.then_branch, ends)?;
                if let Some((_, other)) = &mut i.else_branch {
                    **other = self.end(other, ends)?;
                }
                Expr::If(i)
            }
            Expr::Block(b) => {
                let mut b = b.clone();
                b.block = self.block(&b.block, ends)?;
                Expr::Block(b)
            }
            Expr::ForLoop(l) => {
                let mut l = l.clone();
                l.body = self.block(&l.body, &Ends::AsIs)?;
                Expr::ForLoop(l)
            }
            Expr::While(l) => {
                let mut l = l.clone();
                l.body = self.block(&l.body, &Ends::AsIs)?;
                Expr::While(l)
            }
            Expr::Loop(l) => {
                let mut l = l.clone();
                l.body = self.block(&l.body, &Ends::AsIs)?;
                Expr::Loop(l)
            }
            e => return unknown(e, "this expression"),
        })
    }

    fn statement(&self, s: &Stmt, out: &mut Vec<Stmt>) -> Result<()> {
        match s {
            Stmt::Local(local) => self.local(local, out),
            // On numbers that stand for many both arms are taken; a tangent goes the way that the value goes.
            Stmt::Expr(Expr::If(i), _) if i.cond.to_token_stream().to_string().ends_with("TAKES_BOTH_ARMS") => Ok(()),
            Stmt::Expr(e, semi) if is_nested(e) => {
                out.push(Stmt::Expr(self.nested(e, &Ends::AsIs)?, *semi));
                Ok(())
            }
            Stmt::Expr(Expr::Assign(a), _) if matches!(&*a.left, Expr::Tuple(_)) => {
                let (Expr::Tuple(to), Expr::Tuple(of)) = (&*a.left, &*a.right) else {
                    return unknown(a, "this assignment");
                };
                let (mut all, mut values) = (vec![], vec![]);
                for (place, value) in to.elems.iter().zip(&of.elems) {
                    all.push(place.clone());
                    values.push(value.clone());
                    if self.carries(place) {
                        all.push(self.moved(place)?);
                        values.push(self.differential(value, None)?.unwrap_or_else(zero));
                    }
                }
                out.push(syn::parse_quote!((#(#all),*) = (#(#values),*);));
                Ok(())
            }
            Stmt::Expr(Expr::Assign(a), _) => {
                // The tangent reads what the value was before.
                if self.carries(&a.left) {
                    let (to, d) = (self.moved(&a.left)?, self.differential(&a.right, None)?.unwrap_or_else(zero));
                    out.push(syn::parse_quote!(#to = #d;));
                }
                out.push(s.clone());
                Ok(())
            }
            Stmt::Expr(Expr::Binary(b), _) if super::expressions::is_assignment(&b.op) => {
                if self.carries(&b.left) {
                    let (to, d) = (self.moved(&b.left)?, self.differential(&b.right, None)?);
                    match (&b.op, d) {
                        (BinOp::AddAssign(_), Some(d)) => out.push(syn::parse_quote!(#to += #d;)),
                        (BinOp::SubAssign(_), Some(d)) => out.push(syn::parse_quote!(#to -= #d;)),
                        (BinOp::AddAssign(_) | BinOp::SubAssign(_), None) => {}
                        _ => return unknown(b, "this assignment"),
                    }
                }
                out.push(s.clone());
                Ok(())
            }
            Stmt::Expr(Expr::Return(r), semi) => {
                let mut r = r.clone();
                if self.gives
                    && let Some(e) = &mut r.expr
                {
                    **e = self.end(e, &Ends::Both)?;
                }
                out.push(Stmt::Expr(Expr::Return(r), *semi));
                Ok(())
            }
            Stmt::Expr(Expr::MethodCall(m), _) if self.carries(&m.receiver) => {
                out.push(self.change(m)?);
                out.push(s.clone());
                Ok(())
            }
            Stmt::Expr(e, semi) => {
                out.push(Stmt::Expr(self.call(e)?.unwrap_or_else(|| e.clone()), *semi));
                Ok(())
            }
            s => {
                out.push(s.clone());
                Ok(())
            }
        }
    }

    /// A list is changed, and the list of its tangents with it.
    fn change(&self, m: &ExprMethodCall) -> Result<Stmt> {
        let mut beside = m.clone();
        *beside.receiver = self.moved(&m.receiver)?;
        for arg in &mut beside.args {
            match m.method.to_string().as_str() {
                "push" | "fill" => *arg = self.differential(arg, None)?.unwrap_or_else(zero),
                "copy_from_slice" | "clone_from_slice" | "extend_from_slice" if self.carries(arg) => {
                    *arg = self.moved(arg)?;
                }
                "swap" | "truncate" | "clear" | "reverse" | "rotate_left" | "rotate_right" => {}
                _ => return unknown(m, "this change of a list"),
            }
        }
        let known = ["pop", "clear", "reverse"].iter().any(|name| m.method == name);
        if m.args.is_empty() && !known { unknown(m, "this change of a list") } else { Ok(syn::parse_quote!(#beside;)) }
    }

    fn local(&self, local: &Local, out: &mut Vec<Stmt>) -> Result<()> {
        let Some(init) = &local.init else { return unknown(local, "a variable that is set later") };
        let own = |name: &Ident| self.said.active.contains(&name.to_string());
        let mut twice = local.clone();
        match &local.pat {
            Pat::Ident(name) if own(&name.ident) => {
                let mut beside = name.clone();
                beside.ident = dot(&name.ident);
                let both = |value: Expr| -> Stmt { syn::parse_quote!(let (#name, #beside) = #value;) };
                if is_nested(&init.expr) {
                    out.push(both(self.nested(&init.expr, &Ends::Both)?));
                } else if let Some(call) = self.call(&init.expr)? {
                    out.push(both(call));
                } else {
                    let d = self.differential(&init.expr, Some(&name.ident))?.unwrap_or_else(zero);
                    out.push(Stmt::Local(local.clone()));
                    out.push(syn::parse_quote!(let #beside = #d;));
                }
            }
            Pat::Tuple(names) if is_nested(&init.expr) => {
                let (mut all, mut carry): (Vec<Pat>, Vec<bool>) = (vec![], vec![]);
                for pat in &names.elems {
                    all.push(pat.clone());
                    let name = match pat {
                        Pat::Ident(name) if own(&name.ident) => Some(name),
                        _ => None,
                    };
                    carry.push(name.is_some());
                    if let Some(name) = name {
                        let mut beside = name.clone();
                        beside.ident = dot(&name.ident);
                        all.push(Pat::Ident(beside));
                    }
                }
                let value = self.nested(&init.expr, &Ends::Parts(carry))?;
                out.push(syn::parse_quote!(let (#(#all),*) = #value;));
            }
            _ => {
                if let (Some(call), Some(init)) = (self.call(&init.expr)?, &mut twice.init) {
                    *init.expr = call;
                }
                out.push(Stmt::Local(twice));
            }
        }
        Ok(())
    }

    /// The call of a tangent program in place of that of the function, if something that it is given has a tangent.
    fn call(&self, e: &Expr) -> Result<Option<Expr>> {
        let Expr::Call(call) = e else { return Ok(None) };
        let Expr::Path(path) = &*call.func else { return Ok(None) };
        if !is_own(call) || !call.args.iter().any(|a| self.has_tangent(a)) {
            return Ok(None);
        }
        let mut path = path.clone();
        let Some(last) = path.path.segments.last_mut() else { return Ok(None) };
        if last.ident.to_string().starts_with(char::is_uppercase) {
            return unknown(e, "an `Option`, a `Result` or another enum that holds numbers");
        }
        let Some(Some(carries)) = self.callees.0.get(&last.ident.to_string()) else {
            return unknown(e, "a call of a function that this file does not hold once");
        };
        last.ident = format_ident!("{}_tangent", last.ident);
        let mut args: Vec<Expr> = vec![];
        for (arg, carries) in call.args.iter().zip(carries) {
            let number = *carries == Carries::Number && self.is_float(arg);
            args.push(if number { syn::parse_quote!(T::constant(#arg)) } else { arg.clone() });
            match carries {
                Carries::Nothing => {}
                Carries::Number => args.push(self.differential(arg, None)?.unwrap_or_else(zero)),
                Carries::Several if self.carries(arg) => args.push(self.moved(arg)?),
                Carries::Several => return unknown(e, "a call with a constant list or structure"),
            }
        }
        Ok(Some(syn::parse_quote!(#path(#(#args),*))))
    }

    /// Whether a constant is an ordinary float for certain.
    fn is_float(&self, e: &Expr) -> bool {
        match e {
            Expr::Lit(_) | Expr::Cast(_) => true,
            Expr::Paren(p) => self.is_float(&p.expr),
            e => super::expressions::root(e).is_some_and(|name| self.said.floats.contains(&name)),
        }
    }

    fn has_tangent(&self, e: &Expr) -> bool {
        self.carries(e) || matches!(self.differential(e, None), Ok(Some(_)))
    }
}

fn zero() -> Expr {
    syn::parse_quote!(T::constant(0.0))
}

fn is_nested(e: &Expr) -> bool {
    matches!(e, Expr::If(_) | Expr::Block(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_))
}

fn called(c: &ExprCall) -> Option<&Ident> {
    match &*c.func {
        Expr::Path(p) => p.path.segments.last().map(|s| &s.ident),
        _ => None,
    }
}

/// Whether a function of the user's is called.
fn is_own(c: &ExprCall) -> bool {
    let Expr::Path(p) = &*c.func else { return false };
    let std =
        p.path.segments.len() > 1 && p.path.segments.first().is_some_and(|s| s.ident == "T" || s.ident == "usize");
    !std && called(c).is_some_and(|name| Row::find(&name.to_string()).is_none_or(|row| row.kind == Kind::Helper))
}
