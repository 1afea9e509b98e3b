//! What pieces of syntax are, as they are written.

pub mod depth;
pub mod generated;
pub mod macros;
pub mod marks;
pub mod names;
pub mod scalar;
pub mod spines;
pub mod types;

use self::scalar::{IntTy, Ty};
use crate::syntax::types::primitive;
use front::ty::Float;
use front::visit::Visit;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::{Expr, GenericParam, Item, ItemFn, Lit, Macro, Path, Result};

/// An expression without parentheses and references around it.
pub fn bare(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => bare(&p.expr),
        Expr::Group(p) => bare(&p.expr),
        Expr::Reference(r) => bare(&r.expr),
        e => e,
    }
}

/// The type and, if the path leads to one, the variant.
pub fn split_variant(path: &Path) -> (Path, Option<Ident>) {
    let n = path.segments.len();
    let upper = |k: usize| path.segments[k].ident.to_string().starts_with(char::is_uppercase);
    if n < 2 || !upper(n - 2) {
        return (path.clone(), None);
    }
    let mut of = path.clone();
    let variant = of.segments.pop().map(|pair| pair.into_value().ident);
    of.segments.pop_punct();
    (of, variant)
}

/// Every identifier in tokens.
pub fn identifiers_of(tokens: TokenStream) -> HashSet<String> {
    fn collect(tokens: TokenStream, names: &mut HashSet<String>) {
        for t in tokens {
            match t {
                TokenTree::Ident(i) => drop(names.insert(i.to_string())),
                TokenTree::Group(g) => collect(g.stream(), names),
                _ => {}
            }
        }
    }
    let mut all = HashSet::new();
    collect(tokens, &mut all);
    all
}

/// Every identifier that occurs, so that made-up names avoid them.
pub fn identifiers(f: &ItemFn) -> HashSet<String> {
    let mut all = identifiers_of(f.to_token_stream());
    // Names of variables are free for their own first value; all others are taken.
    let mut locals = HashSet::new();
    struct Locals<'a>(&'a mut HashSet<String>);
    impl<'ast> Visit<'ast> for Locals<'_> {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0.insert(p.ident.to_string());
        }
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    Locals(&mut locals).visit_item_fn(f);
    let fields = ["self", "Self", "crate", "super", "true", "false"];
    all.retain(|n| !locals.contains(n));
    all.extend(fields.map(String::from));
    all.extend(crate::syntax::names::BOUND.map(String::from));
    // Where the derivatives by parameters go.
    for input in &f.sig.inputs {
        if let syn::FnArg::Typed(input) = input {
            all.extend(identifiers_of(input.pat.to_token_stream()).into_iter().map(|name| name + "_out"));
        }
    }
    all
}

/// The type of a literal, or of an expression of literals.
pub fn literal_ty(t: &TokenStream) -> Ty {
    match syn::parse2::<Expr>(t.clone()) {
        Ok(e) => constant_ty(&e),
        Err(_) => Ty::Unknown,
    }
}

fn constant_ty(e: &Expr) -> Ty {
    match e {
        Expr::Lit(l) => match &l.lit {
            // Literals of the function's numbers have no suffix.
            Lit::Float(f) if f.suffix() == "f32" => Ty::Int(IntTy::Other(Float::F32)),
            Lit::Float(f) if f.suffix() == "f64" => Ty::Int(IntTy::Other(Float::F64)),
            Lit::Float(_) => Ty::Float,
            Lit::Bool(_) => Ty::Bool,
            Lit::Int(i) if i.suffix().starts_with('f') => Ty::Float,
            Lit::Char(_) => Ty::Int(IntTy::Char),
            Lit::Str(_) => Ty::Int(IntTy::Text),
            Lit::Int(i) if i.suffix().is_empty() => Ty::usize(),
            Lit::Int(i) => Ty::Int(IntTy::named(i.suffix()).unwrap_or(IntTy::Open)),
            _ => Ty::Unknown,
        },
        Expr::Paren(p) => constant_ty(&p.expr),
        Expr::Group(p) => constant_ty(&p.expr),
        Expr::Unary(u) => constant_ty(&u.expr),
        Expr::Binary(b) => match (constant_ty(&b.left), constant_ty(&b.right)) {
            (Ty::Float, _) | (_, Ty::Float) => Ty::Float,
            (Ty::Unknown, other) | (other, _) => other,
        },
        Expr::Cast(c) => primitive(&c.ty).unwrap_or(Ty::Unknown),
        // What becomes of a function of constants.
        Expr::Call(c) => match &*c.func {
            Expr::Path(f) if f.path.segments.len() == 2 => {
                let of = &f.path.segments[0].ident;
                if of == "f64" || of == "f32" { Ty::Float } else { Ty::Unknown }
            }
            _ => Ty::Unknown,
        },
        _ => Ty::Unknown,
    }
}

/// The two parts of `vec![value; len]`.
pub fn repeat_of(mac: &syn::Macro) -> Option<(Expr, Expr)> {
    struct Repeat(Expr, Expr);
    impl syn::parse::Parse for Repeat {
        fn parse(input: syn::parse::ParseStream) -> Result<Repeat> {
            let value = input.parse()?;
            input.parse::<syn::Token![;]>()?;
            Ok(Repeat(value, input.parse()?))
        }
    }
    mac.parse_body::<Repeat>().ok().map(|Repeat(value, len)| (value, len))
}

/// Macros that print.
pub const PRINTS: [&str; 4] = ["print", "println", "eprint", "eprintln"];
/// Macros behind which nothing runs.
pub const PANICS: [&str; 4] = ["panic", "unreachable", "todo", "unimplemented"];

/// The last name in a macro's path.
pub fn name_of(mac: &Macro) -> String {
    mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default()
}

/// The generic parameters as arguments.
pub fn arguments(generics: &syn::Generics) -> Vec<TokenStream> {
    generics
        .params
        .iter()
        .map(|p| match p {
            GenericParam::Type(t) => t.ident.to_token_stream(),
            GenericParam::Const(c) => c.ident.to_token_stream(),
            GenericParam::Lifetime(l) => l.lifetime.to_token_stream(),
        })
        .collect()
}

/// Whether it is the trait of what is added up, or multiplied.
pub fn adds(path: &Path) -> bool {
    path.segments.last().is_some_and(|s| s.ident == "Sum" || s.ident == "Product")
}
