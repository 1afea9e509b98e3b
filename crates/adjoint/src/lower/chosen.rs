//! `let h = if c { f } else { g };` of functions: which one is a number, and each call is made in the arm.

use proc_macro2::Ident;
use quote::{format_ident, quote};
use syn::visit_mut::{VisitMut, visit_block_mut};
use syn::{
    Block, Expr, GenericArgument, Item, ItemFn, Local, Pat, PathArguments, ReturnType, Stmt, Type, TypeParamBound,
    parse_quote,
};

/// The function with such choices written out.
pub(super) fn written_out(f: &ItemFn) -> ItemFn {
    let mut f = f.clone();
    Chosen(0).visit_block_mut(&mut f.block);
    f
}

struct Chosen(usize);

/// What a function that is called takes and gives.
struct Called {
    inputs: Vec<Option<Type>>,
    output: Option<Type>,
}

/// The function that a type is, behind a reference or a box too.
fn called(ty: &Type) -> Option<Called> {
    let of = |bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>| {
        bounds.iter().find_map(|b| match b {
            TypeParamBound::Trait(t) => match &t.path.segments.last()?.arguments {
                PathArguments::Parenthesized(of) => Some(of.clone()),
                _ => None,
            },
            _ => None,
        })
    };
    let given = |output: &ReturnType| match output {
        ReturnType::Type(_, ty) => Some((**ty).clone()),
        ReturnType::Default => None,
    };
    match ty {
        Type::Reference(r) => called(&r.elem),
        Type::Paren(p) => called(&p.elem),
        Type::TraitObject(t) => {
            let of = of(&t.bounds)?;
            Some(Called { inputs: of.inputs.iter().cloned().map(Some).collect(), output: given(&of.output) })
        }
        Type::BareFn(f) => {
            let inputs = f.inputs.iter().map(|i| Some(i.ty.clone())).collect();
            Some(Called { inputs, output: given(&f.output) })
        }
        Type::Path(p) => match &p.path.segments.last().filter(|s| s.ident == "Box")?.arguments {
            PathArguments::AngleBracketed(a) => match a.args.first()? {
                GenericArgument::Type(ty) => called(ty),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The same of a closure.
fn of_closure(e: &Expr) -> Option<Called> {
    let Expr::Closure(c) = e else { return None };
    let inputs = c.inputs.iter().map(|pat| match pat {
        Pat::Type(t) => Some((*t.ty).clone()),
        _ => None,
    });
    let output = match &c.output {
        ReturnType::Type(_, ty) => Some((**ty).clone()),
        ReturnType::Default => None,
    };
    Some(Called { inputs: inputs.collect(), output })
}

/// The function that an arm gives: a closure or a name.
fn function(e: &Expr) -> Option<Expr> {
    match e {
        Expr::Closure(_) | Expr::Path(_) => Some(e.clone()),
        Expr::Paren(p) => function(&p.expr),
        Expr::Reference(r) if r.mutability.is_none() => function(&r.expr),
        Expr::Cast(c) => function(&c.expr),
        Expr::Call(c) if c.args.len() == 1 => {
            let boxes = matches!(&*c.func, Expr::Path(f) if f.path.segments.iter().rev().nth(1).is_some_and(|s| s.ident == "Box"));
            boxes.then(|| function(&c.args[0])).flatten()
        }
        _ => None,
    }
}

/// The functions of the arms, which numbers take the place of; none if an arm is anything else.
fn arms(e: &mut Expr, functions: &mut Vec<Expr>) -> Option<()> {
    match e {
        Expr::If(i) if !matches!(&*i.cond, Expr::Let(_)) => {
            tail(&mut i.then_branch, functions)?;
            arms(&mut i.else_branch.as_mut()?.1, functions)
        }
        Expr::Match(m) => {
            let plain = |pat: &Pat| super::code::bound(pat).is_empty();
            if !m.arms.iter().all(|arm| arm.guard.is_none() && plain(&arm.pat)) {
                return None;
            }
            m.arms.iter_mut().try_for_each(|arm| arms(&mut arm.body, functions))
        }
        Expr::Block(b) if b.label.is_none() => tail(&mut b.block, functions),
        e => {
            functions.push(function(e)?);
            let k = functions.len() - 1;
            *e = parse_quote!(#k);
            Some(())
        }
    }
}

fn tail(b: &mut Block, functions: &mut Vec<Expr>) -> Option<()> {
    match b.stmts.as_mut_slice() {
        [Stmt::Expr(e, None)] => arms(e, functions),
        _ => None,
    }
}

impl Chosen {
    /// The statements that such a `let` stands for.
    fn choice(&mut self, l: &Local) -> Option<Vec<Stmt>> {
        let (pat, ty) = match &l.pat {
            Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
            pat => (pat, None),
        };
        let (Pat::Ident(p), init) = (pat, l.init.as_ref()?) else { return None };
        if p.mutability.is_some() || !matches!(&*init.expr, Expr::If(_) | Expr::Match(_)) {
            return None;
        }
        let (mut which, mut functions) = ((*init.expr).clone(), vec![]);
        arms(&mut which, &mut functions)?;
        let Called { inputs, output } = ty.and_then(called).or_else(|| functions.iter().find_map(of_closure))?;
        self.0 += 1;
        let (number, name): (Ident, &Ident) = (format_ident!("chosen__{}", self.0), &p.ident);
        let args: Vec<Ident> = (0..inputs.len()).map(|k| format_ident!("taken__{k}")).collect();
        let calls: Vec<Expr> = functions
            .iter()
            .map(|f| match f {
                Expr::Closure(_) => parse_quote!({ let arm__ = #f; arm__(#(#args),*) }),
                f => parse_quote!(#f(#(#args),*)),
            })
            .collect();
        let (last, others) = calls.split_last()?;
        let body = others
            .iter()
            .enumerate()
            .rev()
            .fold(quote!({ #last }), |rest, (k, call)| quote!(if #number == #k { #call } else #rest));
        let inputs = args.iter().zip(&inputs).map(|(name, ty)| match ty {
            Some(ty) => quote!(#name: #ty),
            None => quote!(#name),
        });
        let body = if others.is_empty() { quote!(#last) } else { body };
        let closure = match output {
            Some(ty) => quote!(|#(#inputs),*| -> #ty { #body }),
            None => quote!(|#(#inputs),*| #body),
        };
        let choose: Stmt = parse_quote!(let #number: usize = #which;);
        Some(vec![choose, parse_quote!(let #name = #closure;)])
    }
}

impl VisitMut for Chosen {
    fn visit_block_mut(&mut self, b: &mut Block) {
        for stmt in std::mem::take(&mut b.stmts) {
            let written = match &stmt {
                Stmt::Local(l) => self.choice(l),
                _ => None,
            };
            b.stmts.extend(written.unwrap_or_else(|| vec![stmt]));
        }
        visit_block_mut(self, b);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
