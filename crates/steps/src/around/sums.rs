//! How values of a type are added up and multiplied: by the text of `impl Sum`, where that means the same, or else by a
//! function beside it.

use super::free::free_in;
use super::names::type_key;
use super::{AROUND, Found, fields};
use crate::index::ScopeId;
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use syn::{Expr, ImplItem, ItemImpl, Pat, Path, Type, parse_quote};

/// The text of an `impl`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    iter: String,
    body: String,
    home: ScopeId,
    /// The type as it is named there, if it is by one word.
    named: Option<String>,
    /// Whether it has the attribute.
    marked: bool,
}

/// How a sum is made.
pub enum Summed {
    /// With this name for the iterator, by this text.
    By(Ident, Expr),
    /// By this function, which takes a list.
    AtHome(Expr),
    /// The text may mean something else here, which the message says.
    Unclear(String),
}

/// Whether it is a trait of what is added up or multiplied.
fn adds(block: &ItemImpl) -> bool {
    block.trait_.as_ref().is_some_and(|(_, path, _)| crate::syntax::adds(path))
}

impl Found {
    /// Notes an `impl Sum`, or an `impl Product`, of a module.
    pub(super) fn sum(&mut self, block: &ItemImpl) {
        let Some(home) = self.scope.filter(|_| adds(block)) else { return };
        for item in &block.items {
            let ImplItem::Fn(f) = item else { continue };
            let Some(syn::FnArg::Typed(t)) = f.sig.inputs.first() else { continue };
            let (Some(of), Pat::Ident(iter)) = (fields::name(&block.self_ty), &*t.pat) else { continue };
            let named = match &*block.self_ty {
                Type::Path(p) => p
                    .path
                    .segments
                    .last()
                    .filter(|last| last.arguments.is_none() && type_key(&Path::from(last.ident.clone())) == of),
                _ => None,
            };
            let text = Text {
                iter: iter.ident.to_string(),
                body: f.block.to_token_stream().to_string(),
                home,
                named: named.map(|last| last.ident.to_string()),
                marked: super::is_ours(&block.attrs),
            };
            let other = |old: &mut Option<Text>| {
                // References are added up as what they refer to; of another type of the name this says nothing.
                if old.as_ref().is_some_and(|old| old.home != text.home) {
                    *old = None;
                }
            };
            self.sums.entry(format!("{of}.{}", f.sig.ident)).and_modify(other).or_insert(Some(text.clone()));
        }
        if super::is_ours(&block.attrs) {
            let functions = functions(block);
            for item in &functions.items {
                if let ImplItem::Fn(f) = item {
                    self.gives(&f.sig, Some(&functions.self_ty), &functions.generics);
                }
            }
        }
    }
}

/// The name of the function beside an `impl`.
fn at_home(method: &Ident) -> Ident {
    format_ident!("{method}_of_items__")
}

/// Such an `impl` as one of a function that takes a list, where other modules ask for it that may mean something else
/// by the names in its text.
pub fn beside(block: &ItemImpl) -> Option<ItemImpl> {
    if !adds(block) {
        return None;
    }
    let names = block.items.iter().flat_map(|item| match item {
        ImplItem::Fn(f) => {
            let own: Vec<&Pat> = f.sig.inputs.iter().filter_map(pattern).collect();
            free_in(&block_of(&f.block), &own)
        }
        _ => Default::default(),
    });
    let named = block.self_ty.to_token_stream().to_string();
    let own = |name: &String| *name != named && *name != "Self" && !super::meaning::is_everywhere(name);
    let mut names = names.filter(own);
    let asked = names.next().is_some()
        && AROUND.with_borrow(|around| {
            let all = ["sum", "product"];
            around.here().is_some_and(|home| all.iter().any(|name| around.is_mentioned_elsewhere(home, name, false)))
        });
    let functions = functions(block);
    // Of several for a type, by value and by reference, one is read.
    let read = AROUND.with_borrow(|around| {
        let texts = around.own.sums.values().flatten();
        let mut bodies = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(f) => Some(f.block.to_token_stream().to_string()),
            _ => None,
        });
        bodies.all(|body| texts.clone().any(|text| text.body == body))
    });
    (asked && read && !functions.items.is_empty()).then_some(functions)
}

/// The functions of such an `impl` on lists.
fn functions(block: &ItemImpl) -> ItemImpl {
    let mut functions: Vec<syn::ImplItemFn> = vec![];
    for item in &block.items {
        let ImplItem::Fn(f) = item else { continue };
        let (Some(iter), ty) = (f.sig.inputs.first().and_then(pattern), &block.self_ty) else { continue };
        let lent = block.generics.lifetimes().next().is_some() || f.to_token_stream().to_string().contains("Item = &");
        let items: Expr = if lent { parse_quote!(items__.iter()) } else { parse_quote!(items__.into_iter()) };
        let (name, text) = (at_home(&f.sig.ident), &f.block);
        functions.push(parse_quote! {
            #[doc(hidden)]
            #[allow(clippy::all)]
            pub fn #name(items__: ::std::vec::Vec<#ty>) -> #ty {
                let #iter = #items;
                #text
            }
        });
    }
    let (ty, generics) = (&block.self_ty, &block.generics);
    let others = generics.params.iter().filter(|p| !matches!(p, syn::GenericParam::Lifetime(_)));
    let clause = &generics.where_clause;
    parse_quote!(impl<#(#others),*> #ty #clause { #(#functions)* })
}

fn pattern(input: &syn::FnArg) -> Option<&Pat> {
    match input {
        syn::FnArg::Typed(t) => Some(&t.pat),
        syn::FnArg::Receiver(_) => None,
    }
}

fn block_of(block: &syn::Block) -> Expr {
    parse_quote!(#block)
}

/// How values of a type are added up or multiplied, by that method's name; nothing if that does not show.
pub fn sum_of(of: &Type, method: &Ident) -> Option<Summed> {
    let key = format!("{}.{method}", fields::name(of)?);
    let Type::Path(path) = of else { return None };
    AROUND.with_borrow(|around| {
        let text = around.look(|found| found.sums.get(&key), &key)?;
        let mut body = syn::parse_str(&text.body).ok()?;
        let iter = Ident::new(&text.iter, Span::call_site());
        let mut names = free_in(&body, &[&parse_quote!(#iter)]);
        if let Some(named) = &text.named {
            names.remove(named);
        }
        if let Some(name) = around.unclear(&names, &[text.home], true) {
            if !text.marked {
                return Some(Summed::Unclear(unclear(&name, method)));
            }
            let mut function: Path = path.path.clone();
            function.segments.push(at_home(method).into());
            return Some(Summed::AtHome(Expr::Path(syn::ExprPath { attrs: vec![], qself: None, path: function })));
        }
        Itself { of: &path.path, named: text.named.as_deref() }.visit_expr_mut(&mut body);
        Some(Summed::By(Ident::new(&text.iter, method.span()), body))
    })
}

/// What is said where a text may mean something else.
fn unclear(name: &str, method: &Ident) -> String {
    let of = if method == "sum" { "Sum" } else { "Product" };
    format!(
        "`{name}` may mean something else here than in the module of `impl {of}`, by whose text this is added up: put \
         #[differentiable] on that `impl`, or write a `fold`"
    )
}

/// Puts a type in the place of `Self`, and of the name that it has where its text stands.
struct Itself<'t> {
    of: &'t Path,
    named: Option<&'t str>,
}

impl VisitMut for Itself<'_> {
    fn visit_path_mut(&mut self, p: &mut Path) {
        let own = |s: &&syn::PathSegment| s.ident == "Self" || self.named.is_some_and(|named| s.ident == named);
        if p.leading_colon.is_none() && p.segments.first().filter(own).is_some_and(|first| first.arguments.is_none()) {
            let rest = p.segments.iter().skip(1).cloned();
            p.segments = self.of.segments.iter().cloned().chain(rest).collect();
        }
        visit_mut::visit_path_mut(self, p);
    }
}
