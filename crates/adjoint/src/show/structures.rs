//! What generated code does with structures, as a person would write it: fields, operators, the types themselves.

use front::visit_mut::{self, VisitMut};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;
use syn::{Expr, ExprMethodCall, Item, ItemFn, Path, Stmt, Type, parse_quote};

/// Rewrites a generated function.
pub(super) fn plain(f: &mut ItemFn) {
    let mut names = HashMap::new();
    for stmt in &f.block.stmts {
        if let Stmt::Item(Item::Type(t)) = stmt
            && t.ident.to_string().starts_with("__Twin")
            && let Type::Path(p) = &*t.ty
            && let Some(q) = &p.qself
            && let Type::Path(_) = &*q.ty
        {
            names.insert(t.ident.to_string(), q.ty.to_token_stream());
        }
    }
    f.block.stmts.retain(|s| !matches!(s, Stmt::Item(Item::Type(t)) if names.contains_key(&t.ident.to_string())));
    Structures(names).visit_item_fn_mut(f);
}

/// Whether a statement is there for what a reference may turn out to be: its second look, room for what it needs, and
/// what becomes of that.
fn for_references(s: &Stmt) -> bool {
    if let Stmt::Expr(e, _) = s {
        return only_call(e).is_some_and(|call| call.method == "settle");
    }
    let Stmt::Local(l) = s else { return false };
    let (syn::Pat::Ident(name), Some(init)) = (&l.pat, &l.init) else { return false };
    match &*init.expr {
        Expr::Reference(r) => match &*r.expr {
            Expr::Unary(u) => matches!(&*u.expr, Expr::Path(p) if p.path.is_ident(&name.ident)),
            _ => false,
        },
        Expr::Path(p) => name.ident.to_string().starts_with("room__") && last(&p.path) == "None",
        _ => false,
    }
}

struct Structures(HashMap<String, proc_macro2::TokenStream>);

fn last(path: &Path) -> String {
    path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default()
}

/// References and parentheses taken off.
fn bare(e: &Expr) -> &Expr {
    match e {
        Expr::Reference(r) => bare(&r.expr),
        Expr::Paren(p) => bare(&p.expr),
        e => e,
    }
}

/// The only call in a block that brings traits into scope.
fn only_call(e: &Expr) -> Option<&ExprMethodCall> {
    let Expr::Block(b) = e else { return None };
    let [Stmt::Item(Item::Use(_)), Stmt::Expr(Expr::MethodCall(call), _)] = b.block.stmts.as_slice() else {
        return None;
    };
    Some(call)
}

impl Structures {
    fn field(e: &Expr) -> Option<Expr> {
        let call = only_call(e)?;
        let first = call.args.first().map(bare)?;
        match call.method.to_string().as_str() {
            "get" => Some(first.clone()),
            "lend" => Some(parse_quote!(&#first)),
            "reach" => Some(parse_quote!(&mut #first)),
            "add" => {
                let more = bare(call.args.last()?);
                Some(parse_quote!(#first += #more))
            }
            _ => None,
        }
    }

    /// A call of what every structure has.
    fn bundle(e: &Expr) -> Option<Expr> {
        let Expr::Call(call) = e else { return None };
        let Expr::Path(f) = &*call.func else { return None };
        let names: Vec<String> = f.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let first = call.args.first().map(bare);
        match (names.as_slice(), first) {
            (["wengert", "Bundle", "absorb"], Some(place)) => {
                let more = bare(call.args.last()?);
                Some(parse_quote!(#place += #more))
            }
            (["wengert", "Bundle", "zero" | "nothing"], Some(like)) => Some(parse_quote!(zero(&#like))),
            (["core", "clone", "Clone", "clone"], Some(x)) => Some(parse_quote!(#x.clone())),
            (["wengert", "generated", "via"], Some(x)) => Some(x.clone()),
            (["wengert", "generated", "Lent", "By"], Some(x)) => Some(parse_quote!(&#x)),
            (["wengert", "generated", "Any"], Some(x)) => Some(parse_quote!(&#x)),
            (["wengert", "generated", "AnyPair"], _) => {
                let (x, d) = (call.args.first()?, call.args.last()?);
                Some(parse_quote!(::wengert::generated::Pair(#x, #d)))
            }
            (["wengert", "generated", "sow"], Some(x)) => Some(parse_quote!(&#x)),
            (["wengert", "generated", "over"], Some(x)) => Some(parse_quote!(over(&#x))),
            ([.., fill], Some(x)) if fill.starts_with("__fill_") || fill.starts_with("__open_") => Some(x.clone()),
            _ => None,
        }
    }
}

/// A matrix that is made of its parts, or one of these.
fn of_matrix(e: &Expr) -> Option<Expr> {
    let names = |path: &Path| -> Vec<String> { path.segments.iter().map(|s| s.ident.to_string()).collect() };
    match e {
        Expr::Index(i) => {
            let (matrix, Expr::Path(at)) = (&i.expr, &*i.index) else { return None };
            let [.., entries, part] = &names(&at.path)[..] else { return None };
            let part = format_ident!("{}", part.strip_prefix("__AT_Matrix_").unwrap_or("entries"));
            (entries == "Entries").then(|| parse_quote!(#matrix.#part))
        }
        Expr::MethodCall(m) if m.method == "made" => {
            let Expr::Struct(whole) = &*m.receiver else { return None };
            let fields = &whole.fields;
            (names(&whole.path).last()? == "Whole").then(|| parse_quote!(Matrix { #fields }))
        }
        _ => None,
    }
}

impl VisitMut for Structures {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Some(plain) = Self::field(e).or_else(|| Self::bundle(e)).or_else(|| of_matrix(e)) {
            *e = plain;
        }
        if let Expr::MethodCall(m) = e
            && let Some(name) = m.method.to_string().strip_prefix("__")
        {
            m.method = format_ident!("{}", name);
        }
        if let Expr::Path(p) = e
            && let Some(q) = &p.qself
        {
            // The type over the number, and one of its functions.
            let (ty, name) = (&q.ty, last(&p.path));
            let name = format_ident!("{}", name.trim_start_matches('_'));
            if let Type::Path(of) = &**ty {
                let of = &of.path;
                *e = match of.segments.iter().all(|s| s.arguments.is_none()) {
                    true => parse_quote!(#of::#name),
                    false => parse_quote!(<#of>::#name),
                };
            }
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain(|s| !for_references(s));
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(p) = &*ty
            && let Some(q) = &p.qself
            && last(&p.path) == "Over"
            && let Some(arguments) = p.path.segments.last().map(|s| s.arguments.clone())
        {
            let of = &q.ty;
            let text = quote!(#of).to_string();
            let path = matches!(**of, Type::Path(_));
            let own = if !path || text.ends_with('>') { syn::PathArguments::None } else { arguments };
            *ty = parse_quote!(#of #own);
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        if let Some(function) = path.segments.last_mut()
            && let Some(name) = crate::syntax::names::shown(&function.ident)
        {
            function.ident = name;
            function.arguments = syn::PathArguments::None;
        }
        if let Some(first) = path.segments.first()
            && let Some(name) = self.0.get(&first.ident.to_string())
        {
            let rest = path.segments.iter().skip(1);
            *path = parse_quote!(#name #(::#rest)*);
        }
    }
}
