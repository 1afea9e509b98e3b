//! Items in bodies. Generated functions repeat them at their beginning, so that each name has to stand for one thing in
//! all of the body; constants of a function that is written out are written out too where their names mean others.

use crate::core::{Builder, Refusal, refuse};
use front::items::FnId;
use front::visit::Visit;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use std::rc::Rc;
use syn::{Item, Stmt};

/// That the items of inner blocks are named nowhere else in a body. Gives the imports from the crate that are: what they
/// lead to has a path.
///
/// # Errors
/// At the first other item of which the name stands for something else too.
pub(super) fn apart(block: &syn::Block) -> Result<Vec<Item>, Refusal> {
    let mut inner = Inner { depth: 0, found: vec![] };
    inner.visit_block(block);
    let mut imports = vec![];
    for (name, item, within) in inner.found {
        if count(block.to_token_stream(), &name) > count(within, &name) {
            if is_from_crate(&item) {
                imports.push(item);
                continue;
            }
            let why = format!("`{name}` stands for two things in this body: give one of them another name");
            return Err(Refusal { at: Some(name.span()), ..Refusal::new(why) });
        }
    }
    Ok(imports)
}

/// Whether it is an import, and not of std.
fn is_from_crate(item: &Item) -> bool {
    let Item::Use(import) = item else { return false };
    let first = if let syn::UseTree::Path(p) = &import.tree { Some(p.ident.to_string()) } else { None };
    !first.is_some_and(|first| ["std", "core", "alloc"].contains(&first.as_str()))
}

/// Whether all that is in a module is imported.
fn is_open(tree: &syn::UseTree) -> bool {
    match tree {
        syn::UseTree::Glob(_) => true,
        syn::UseTree::Path(p) => is_open(&p.tree),
        syn::UseTree::Group(g) => g.items.iter().any(is_open),
        syn::UseTree::Name(_) | syn::UseTree::Rename(_) => false,
    }
}

/// The names of the items of inner blocks, with these.
struct Inner {
    depth: usize,
    found: Vec<(Ident, Item, TokenStream)>,
}

impl<'a> Visit<'a> for Inner {
    fn visit_block(&mut self, block: &'a syn::Block) {
        self.depth += 1;
        if self.depth > 1 {
            let items = block.stmts.iter().filter_map(|s| if let Stmt::Item(item) = s { Some(item) } else { None });
            for item in items {
                let names = front::items::names(item).into_iter();
                self.found.extend(names.map(|name| (name, item.clone(), block.to_token_stream())));
            }
        }
        front::visit::visit_block(self, block);
        self.depth -= 1;
    }

    // What stands in an item is repeated with it.
    fn visit_item(&mut self, _: &'a Item) {}
}

/// How often a name stands in a text.
fn count(text: TokenStream, name: &Ident) -> usize {
    let of = |tree| match tree {
        TokenTree::Ident(ident) => usize::from(ident == *name),
        TokenTree::Group(group) => count(group.stream(), name),
        _ => 0,
    };
    text.into_iter().map(of).sum()
}

/// Names that stand in lengths, types, patterns and items, which are repeated as they are written.
#[derive(Default)]
struct AsWritten(HashSet<String>);

impl<'a> Visit<'a> for AsWritten {
    fn visit_expr_repeat(&mut self, e: &'a syn::ExprRepeat) {
        self.names(e.len.to_token_stream());
        front::visit::visit_expr_repeat(self, e);
    }
    fn visit_type(&mut self, ty: &'a syn::Type) {
        self.names(ty.to_token_stream());
    }
    fn visit_pat(&mut self, pat: &'a syn::Pat) {
        self.names(pat.to_token_stream());
    }
    fn visit_generic_argument(&mut self, of: &'a syn::GenericArgument) {
        self.names(of.to_token_stream());
    }
    fn visit_macro(&mut self, of: &'a syn::Macro) {
        self.names(of.tokens.clone());
    }
    fn visit_item(&mut self, item: &'a Item) {
        match item {
            Item::Const(c) => self.names(c.expr.to_token_stream()),
            Item::Fn(_) => front::visit::visit_item(self, item),
            item => self.names(item.to_token_stream()),
        }
    }
}

impl AsWritten {
    fn names(&mut self, text: TokenStream) {
        for tree in text {
            match tree {
                TokenTree::Ident(ident) => drop(self.0.insert(ident.to_string())),
                TokenTree::Group(group) => self.names(group.stream()),
                _ => {}
            }
        }
    }
}

impl Builder<'_> {
    /// The items of a function that is written out: constants stand beside those of the function at hand, or are written
    /// out too.
    pub(super) fn take_items(&mut self, f: FnId, items: &[Item]) -> Result<(), Refusal> {
        let home = self.stack.first().map(|(own, _)| self.program.scope_of(*own));
        let elsewhere = home.is_none_or(|home| !self.program.scope_of(f).is_of_module(&home));
        if !elsewhere {
            self.take_recursive(items);
        }
        // What is imported has its place in the program, and functions are written out where they are called: neither is
        // repeated, nor what names it.
        let (unnamed, items): (Vec<&Item>, Vec<&Item>) =
            items.iter().partition(|item| matches!(item, Item::Use(_) | Item::Fn(_)));
        let open = unnamed.iter().any(|item| matches!(item, Item::Use(import) if is_open(&import.tree)));
        let unnamed: Vec<Ident> = unnamed.into_iter().flat_map(front::items::names).collect();
        let mut items = items.into_iter().peekable();
        if items.peek().is_none() {
            return Ok(());
        }
        let Some(text) = self.program.text(f) else { return refuse("items in a function that is written out") };
        apart(&text.block)?;
        let mut as_written = AsWritten::default();
        as_written.visit_block(&text.block);
        for item in items {
            let Item::Const(constant) = item else { return refuse("items in a function that is written out") };
            let name: Rc<str> = constant.ident.to_string().into();
            let taken = || self.items.iter().flat_map(front::items::names).any(|ident| ident == constant.ident);
            let whole = || !open && unnamed.iter().all(|of| count(item.to_token_stream(), of) == 0);
            let alone =
                !elsewhere && !taken() && !self.names.contains(&name) && !self.program.is_at_home(&name) && whole();
            if !elsewhere && self.items.contains(item) {
                continue;
            }
            match (alone, as_written.0.contains(&*name)) {
                (true, _) => {
                    self.names.insert(name);
                    self.items.push(item.clone());
                }
                (false, true) if elsewhere => return refuse("items in a function of another module"),
                (false, true) => return refuse("a constant in a function that is written out has the name of another"),
                (false, false) => {}
            }
        }
        Ok(())
    }

    /// Functions of a body that call themselves are called by their names where it is written out, if these mean nothing
    /// else there.
    fn take_recursive(&mut self, items: &[Item]) {
        for (k, item) in items.iter().enumerate() {
            let Item::Fn(function) = item else { continue };
            let name: Rc<str> = function.sig.ident.to_string().into();
            let others =
                items.iter().enumerate().filter(|(i, _)| *i != k).flat_map(|(_, item)| front::items::names(item));
            let alone = others.into_iter().all(|of| count(item.to_token_stream(), &of) == 0);
            let itself = count(function.block.to_token_stream(), &function.sig.ident) > 0;
            let taken = self.names.contains(&name) || self.program.is_at_home(&name);
            if itself && alone && !taken && !self.items.contains(item) {
                self.names.insert(name);
                self.items.push(item.clone());
            }
        }
    }
}
