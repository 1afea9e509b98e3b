//! Functions that share the name of their module, where the module around it brings them up:
//! `mod ceil; pub use ceil::ceil;`. There the name of the type beside the function is the module's, and so what is beside
//! the function stands in its module.

use super::{AROUND, Around, note};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::{HashMap, HashSet};
use syn::{ImplItemFn, Path, Visibility};

/// The modules of a text, and what its `use`s bring in.
#[derive(Debug, Default)]
pub(super) struct Homes {
    modules: HashSet<String>,
    /// Paths by the names that they are imported under; none if there are several.
    imports: HashMap<String, Option<String>>,
    /// Modules of which all is imported.
    opened: HashSet<String>,
}

impl Homes {
    pub(super) fn module(&mut self, name: &str) {
        self.modules.insert(name.to_owned());
    }

    pub(super) fn import(&mut self, name: &str, path: &[String], all: bool) {
        match all {
            true => self.opened.extend(path.last().cloned()),
            false => note(&mut self.imports, name.to_owned(), path.join("::")),
        }
    }

    /// The path that a name is imported from, where it is one.
    pub(super) fn imported(&self, name: &str) -> Option<String> {
        self.imports.get(name).cloned().flatten()
    }

    /// Whether all of a module is imported.
    pub(super) fn opens(&self, module: &str) -> bool {
        self.opened.contains(module)
    }

    /// How a module of this text is hidden by what is brought up from it.
    fn brings_up(&self, name: &str) -> Option<By> {
        let own = format!("{name}::{name}");
        let path = |path: &String| *path == own || path.ends_with(&format!("::{own}"));
        let imported = || self.imports.get(name).is_some_and(|p| p.as_ref().is_none_or(path));
        match self.modules.contains(name) {
            true if imported() => Some(By::Name),
            true if self.opened.contains(name) => Some(By::All),
            _ => None,
        }
    }
}

/// How a function is brought up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum By {
    All,
    Name,
}

impl Around {
    fn brought_up(&self, name: &str) -> Option<By> {
        self.texts.iter().filter_map(|found| found.homes.brings_up(name)).max()
    }
}

/// How a function of this item's text is brought up that shares the name of its module.
fn at_home(name: &Ident) -> Option<By> {
    let name = name.to_string();
    AROUND.with_borrow(|around| around.module.as_ref().filter(|m| **m == name).and_then(|_| around.brought_up(&name)))
}

/// The path under which what is beside a function is found.
pub fn home_of(path: &Path) -> Path {
    let Some(last) = path.segments.last() else { return path.clone() };
    let name = last.ident.to_string();
    let imported = AROUND.with_borrow(|around| {
        let elsewhere = around.module.as_ref() != Some(&name) && around.brought_up(&name).is_some();
        let own = |found: &super::Found| found.homes.imports.get(&name).cloned().flatten();
        elsewhere.then(|| own(&around.own))
    });
    let Some(imported) = imported else { return path.clone() };
    let mut whole = match imported.filter(|_| path.segments.len() == 1).map(|text| syn::parse_str::<Path>(&text)) {
        Some(Ok(mut whole)) => {
            for segment in &mut whole.segments {
                segment.ident.set_span(last.ident.span());
            }
            whole
        }
        _ => path.clone(),
    };
    let n = whole.segments.len();
    if n < 2 || whole.segments[n - 1].ident != whole.segments[n - 2].ident {
        return path.clone();
    }
    whole.segments.pop();
    whole.segments.pop_punct();
    whole
}

/// Who sees the type beside a function, and what stands beside it in the module that the function shares its name with:
/// functions that lead to those of the type. An import by name would bring the type where the module is; one of all would
/// bring `gradient` too.
pub fn seen_beside(name: &Ident, vis: &Visibility, functions: &TokenStream) -> (Visibility, TokenStream) {
    let Some(by) = at_home(name) else { return (vis.clone(), TokenStream::new()) };
    let text = AROUND.with_borrow(|around| around.own_text().map(|text| text.text.clone()).unwrap_or_default());
    let functions = crate::syntax::generated::functions(functions, name).unwrap_or_default();
    let leads = |f: &&ImplItemFn| {
        let name = f.sig.ident.to_string();
        (by == By::Name || name.starts_with('_')) && !crate::around::declares(&text, &name)
    };
    let free = functions.iter().filter(leads).map(|f| lead(name, vis, f)).collect();
    (if by == By::Name { Visibility::Inherited } else { vis.clone() }, free)
}

/// A function that leads to the one of the same name beside another function.
fn lead(of: &Ident, vis: &Visibility, f: &ImplItemFn) -> TokenStream {
    let mut sig = f.sig.clone();
    let mut args = vec![];
    for (k, input) in sig.inputs.iter_mut().enumerate() {
        let syn::FnArg::Typed(t) = input else { continue };
        let name = quote::format_ident!("argument{k}__");
        t.pat = syn::parse_quote!(#name);
        args.push(name);
    }
    let docs = f.attrs.iter().filter(|a| a.path().is_ident("doc"));
    let hide = sig.ident.to_string().starts_with('_').then(|| quote!(#[doc(hidden)]));
    let generics = crate::syntax::arguments(&sig.generics).into_iter().filter(|a| !a.to_string().starts_with('\''));
    let name = &sig.ident;
    quote! {
        #(#docs)*
        #hide
        #[allow(warnings, clippy::all)]
        #[track_caller]
        #[inline]
        #vis #sig {
            #of::#name::<#(#generics),*>(#(#args),*)
        }
    }
}
