//! Whether the types of a rewritten text fit: what the compiler would refuse in it is said here, at the author's line.

use super::source::{Param, Source};
use crate::around::Around;
use crate::signature::Signature;
use front::hir::{ExprId, ExprKind};
use front::ty::{Float, Ty};
use front::typed::{Closures, Typed};
use front::visit_mut::VisitMut;
use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::{Error, Expr, Item, ItemFn, Result, Token, parse_quote};

/// What is said of a text that cannot run on a tape.
pub const NO_TAPE: &str = "this cannot run on a tape";

const MIXED: &str = "this cannot run on a tape: what is a constant here stands where a number with a derivative is wanted; make \
                     what is constant in a function that is given constants alone, or put #[derive(Differentiable)] on its \
                     types";

const PARSED: &str = "this cannot run on a tape: what is read from a text is a constant; write `parse::<f64>()`";

/// The name that the text is read under.
const NAME: &str = "__recorded_text";

/// Checks the text, and those of the functions beside it.
///
/// # Errors
/// Where two types do not fit for certain.
pub fn fits(source: &Source, sig: &Signature) -> Result<()> {
    let (number, generics, ret) = (&sig.number, &sig.generics, &source.ret);
    let params = source.params.iter().map(|Param { pat, ty, .. }| -> syn::FnArg { parse_quote!(#pat: #ty) });
    let (items, stmts, name) = (&source.items, &source.body.stmts, quote::format_ident!("{NAME}"));
    let text: ItemFn = syn::parse2(quote::quote! {
        fn #name<#number: ::wengert::Real<f64>, #(#generics),*>(#(#params),*) -> #ret {
            #(#items)*
            #(#stmts)*
        }
    })?;
    // The prelude knows the functions of matrices on `f64` alone.
    if crate::around::uses_matrices(&text) {
        return Ok(());
    }
    check(text, sig)?;
    for item in &source.beside {
        if let Item::Fn(f) = item {
            let mut f = f.clone();
            f.sig.ident = name.clone();
            check(f, sig)?;
        }
    }
    Ok(())
}

/// What turns one thing into another as the compiler finds the types: nothing is known of what it gives.
struct Opened;

impl VisitMut for Opened {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let args = match &*e {
            Expr::Macro(m) if of_wengert(&m.mac.path) => m
                .mac
                .parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
                .ok()
                .map(|args| args.into_iter().skip(1).collect::<Vec<_>>()),
            Expr::MethodCall(call) if is_kind(&call.receiver) => Some(call.args.iter().cloned().collect()),
            _ => None,
        };
        if let Some(args) = args {
            *e = parse_quote!({
                let _ = (#(#args),*);
                (|| -> _ { ::core::panic!() })()
            });
        }
        front::visit_mut::visit_expr_mut(self, e);
    }
}

fn of_wengert(path: &syn::Path) -> bool {
    path.segments.first().is_some_and(|s| s.ident == "wengert")
}

/// Whether the compiler chooses the method by what kind of thing it is called for.
fn is_kind(receiver: &Expr) -> bool {
    match receiver {
        Expr::Paren(inner) => is_kind(&inner.expr),
        Expr::Reference(inner) => is_kind(&inner.expr),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(f) if of_wengert(&f.path)),
        _ => false,
    }
}

fn check(mut text: ItemFn, sig: &Signature) -> Result<()> {
    Opened.visit_block_mut(&mut text.block);
    let (program, scope, _) = Around::program(&sig.name);
    if !sig.generic {
        program.be_strict();
    }
    let f = program.define(&scope, &text);
    let args = program.own_args(f);
    let all = match front::infer::infer(&program, &mut Closures::default(), f, &args) {
        Ok(typed) => return parsed(&typed).map_or(Ok(()), |at| Err(Error::new(at, PARSED))),
        Err(all) => all,
    };
    match all.into_iter().find(|d| d.certain && !d.message.contains("::wengert::")) {
        Some(wrong) if says(&wrong.message, &sig.number.to_string()) => Err(Error::new(wrong.span, MIXED)),
        Some(wrong) => Err(Error::new(wrong.span, format!("{NO_TAPE}: {}", wrong.message))),
        None => Ok(()),
    }
}

/// Where a text is parsed to the number of the text.
fn parsed(typed: &Typed) -> Option<Span> {
    let own = |ty: &Ty| matches!(ty, Ty::Adt(_, of) if matches!(of.first(), Some(Ty::Float(Float::Own))));
    let parses = |e: ExprId| matches!(&typed.body.exprs[e].kind, ExprKind::Method(_, name, _, _) if &**name == "parse");
    let at = (0..typed.exprs.len()).find(|e| parses(*e) && own(&typed.exprs[*e]))?;
    Some(typed.body.exprs[at].span)
}

/// Whether a type in a message is on the number of the text.
fn says(message: &str, number: &str) -> bool {
    let types = message.split('`').skip(1).step_by(2);
    types.flat_map(|ty| ty.split(|c: char| !c.is_alphanumeric() && c != '_')).any(|word| word == number)
}
