//! The names in a text that are not its own.

use super::meaning::is_everywhere;
use super::{AROUND, Around};
use crate::index::ScopeId;
use front::visit::{self, Visit};
use proc_macro2::{Ident, TokenStream, TokenTree};
use std::collections::{BTreeSet, HashSet};
use syn::{Expr, ItemFn, Pat, Path};

/// Names that are taken from elsewhere, those of macros with `!`; what is called is among them though a variable has its
/// name, as that is of another kind.
#[derive(Default)]
struct Free {
    names: BTreeSet<String>,
    bound: HashSet<String>,
}

/// The free names of a function, which is not one of them itself.
pub(super) fn free(f: &ItemFn) -> BTreeSet<String> {
    let mut free = Free::default();
    free.visit_item_fn(f);
    let Free { mut names, bound } = free;
    names.retain(|name| !bound.contains(name));
    names
}

impl Free {
    fn path(&mut self, path: &Path) {
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
        {
            // What stands behind these is told by the module too.
            let relative = path.segments.len() > 1 && (first.ident == "self" || first.ident == "super");
            match first.ident.to_string().as_str() {
                _ if relative => self.names.insert("super".to_owned()),
                "self" => false,
                name => self.names.insert(name.to_owned()),
            };
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut before = None;
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Ident(name)
                    if !matches!(before, Some('.' | ':')) && syn::parse_str::<Ident>(&name.to_string()).is_ok() =>
                {
                    let mark = matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '!');
                    self.names.insert(format!("{name}{}", if mark { "!" } else { "" }));
                }
                TokenTree::Group(g) => self.tokens(g.stream()),
                _ => {}
            }
            before = match token {
                TokenTree::Punct(p) => Some(p.as_char()),
                _ => None,
            };
        }
    }
}

impl<'ast> Visit<'ast> for Free {
    fn visit_path(&mut self, p: &'ast Path) {
        self.path(p);
        visit::visit_path(self, p);
    }
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        // One in capitals may be a constant.
        match p.ident.to_string() {
            name if name.starts_with(char::is_uppercase) && p.subpat.is_none() => self.names.insert(name),
            name => self.bound.insert(name),
        };
        visit::visit_pat_ident(self, p);
    }
    fn visit_macro(&mut self, m: &'ast syn::Macro) {
        if let Some(name) = m.path.get_ident() {
            self.names.insert(format!("{name}!"));
        } else {
            self.path(&m.path);
        }
        self.tokens(m.tokens.clone());
    }
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
    fn visit_generic_param(&mut self, p: &'ast syn::GenericParam) {
        match p {
            syn::GenericParam::Type(t) => drop(self.bound.insert(t.ident.to_string())),
            syn::GenericParam::Const(c) => drop(self.bound.insert(c.ident.to_string())),
            syn::GenericParam::Lifetime(_) => {}
        }
        visit::visit_generic_param(self, p);
    }
    fn visit_item_fn(&mut self, f: &'ast ItemFn) {
        self.bound.insert(f.sig.ident.to_string());
        visit::visit_item_fn(self, f);
    }
    fn visit_item_const(&mut self, c: &'ast syn::ItemConst) {
        self.bound.insert(c.ident.to_string());
        visit::visit_item_const(self, c);
    }
}

/// Where something is read, and what hides names there.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader {
    /// Whether an item is expanded, and not only shown.
    pub(super) expanded: bool,
    /// Parameters, and what is declared or imported in bodies; `*` where all of something is.
    hiding: HashSet<String>,
}

/// Notes the item that is expanded.
pub fn begin(item: &TokenStream) {
    if AROUND.with_borrow(|around| around.own_text.is_none()) {
        return;
    }
    let mut hiding = Hiding(HashSet::new());
    if let Ok(item) = syn::parse2::<syn::Item>(item.clone()) {
        match &item {
            syn::Item::Fn(f) => visit::visit_item_fn(&mut hiding, f),
            syn::Item::Impl(block) => visit::visit_item_impl(&mut hiding, block),
            syn::Item::Trait(of) => visit::visit_item_trait(&mut hiding, of),
            _ => {}
        }
    }
    let reader = Reader { expanded: true, hiding: hiding.0 };
    AROUND.with_borrow_mut(|around| around.reader = reader);
}

struct Hiding(HashSet<String>);

impl<'ast> Visit<'ast> for Hiding {
    fn visit_generic_param(&mut self, p: &'ast syn::GenericParam) {
        match p {
            syn::GenericParam::Type(t) => drop(self.0.insert(t.ident.to_string())),
            syn::GenericParam::Const(c) => drop(self.0.insert(c.ident.to_string())),
            syn::GenericParam::Lifetime(_) => {}
        }
    }
    fn visit_item(&mut self, item: &'ast syn::Item) {
        declared(item, &mut self.0);
        visit::visit_item(self, item);
    }
}

/// What an item brings into the scope of its block; `*` for all of something.
fn declared(item: &syn::Item, names: &mut HashSet<String>) {
    use syn::Item;
    let name = match item {
        Item::Const(c) => &c.ident,
        Item::Enum(e) => &e.ident,
        Item::ExternCrate(e) => &e.ident,
        Item::Fn(f) => &f.sig.ident,
        Item::Macro(m) => {
            names.extend(m.ident.as_ref().map(|name| format!("{name}!")));
            return;
        }
        Item::Mod(m) => &m.ident,
        Item::Static(s) => &s.ident,
        Item::Struct(s) => &s.ident,
        Item::Trait(t) => &t.ident,
        Item::TraitAlias(t) => &t.ident,
        Item::Type(t) => &t.ident,
        Item::Union(u) => &u.ident,
        Item::Use(u) => return imported(&u.tree, names),
        _ => return,
    };
    names.insert(name.to_string());
}

fn imported(tree: &syn::UseTree, names: &mut HashSet<String>) {
    use syn::UseTree;
    match tree {
        UseTree::Path(p) => match &*p.tree {
            UseTree::Name(n) if n.ident == "self" => drop(names.insert(p.ident.to_string())),
            tree => imported(tree, names),
        },
        UseTree::Name(n) => drop(names.insert(n.ident.to_string())),
        UseTree::Rename(r) => drop(names.insert(r.rename.to_string())),
        UseTree::Group(g) => g.items.iter().for_each(|tree| imported(tree, names)),
        UseTree::Glob(_) => drop(names.insert("*".to_owned())),
    }
}

impl Around {
    /// The first of these names that may mean something else where the item stands than at one of these places; `own`
    /// says whether the text stands in the item's body.
    pub(super) fn unclear(&self, names: &BTreeSet<String>, homes: &[ScopeId], own: bool) -> Option<String> {
        let hidden = |name: &&String| {
            let hiding = &self.reader.hiding;
            own && (hiding.contains(*name) || hiding.contains("*") && !is_everywhere(name))
        };
        if let Some(name) = names.iter().find(hidden) {
            return Some(name.clone());
        }
        let here = self.here();
        let same = |name: &&String| {
            !homes.is_empty()
                && homes.iter().all(|home| match here {
                    Some(here) => self.means_same(*home, here, name),
                    None => self.means_as_everywhere(*home, name),
                })
        };
        names.iter().find(|name| !same(name)).cloned()
    }
}

/// The names that are free in an expression, but for these.
pub(super) fn free_in(e: &Expr, own: &[&Pat]) -> BTreeSet<String> {
    let f: ItemFn = syn::parse_quote!(fn text() { let (#(#own),*) = own; #e });
    let mut names = free(&f);
    names.remove("own");
    names
}
