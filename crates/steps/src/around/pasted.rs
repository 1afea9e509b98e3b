//! Functions that take functions, where they are called by what is recorded: by their text, where that means the same, or
//! else by a function that is written where they stand.

use super::free::free;
use super::{AROUND, is_ours, names, read};
use crate::index::{Def, ItemId, Named, ScopeId, Space};
use front::program::{Open, segments};
use proc_macro2::Ident;
use syn::{ItemFn, Path};

/// How such a function is called.
pub enum Pasted {
    /// By its text.
    Text(ItemFn),
    /// By the function beside it that is on any number; the text says whether there is one.
    AtHome(ItemFn),
    /// The text may mean something else, which the message says.
    Unclear(String),
}

/// How a differentiable function is called by what is recorded, where there is one of its name alone.
pub fn pasted(path: &Path) -> Option<Pasted> {
    let name = &path.segments.last()?.ident;
    let (home, f) = text_of(path).filter(|(_, f)| is_ours(&f.attrs))?;
    AROUND.with_borrow(|around| {
        Some(match around.unclear(&free(&f), &[home], false) {
            None => Pasted::Text(f),
            Some(_) if around.is_mentioned_elsewhere(home, &name.to_string(), true) => Pasted::AtHome(f),
            Some(unclear) => Pasted::Unclear(format!(
                "`{unclear}` may mean something else here than in the module of `{name}`, which takes functions and is \
                 read where what is recorded calls it: #[differentiable(tape)] on this function has it written out there"
            )),
        })
    })
}

/// A function without the attribute, which what is recorded repeats over the number; and why it cannot, if its text may
/// mean something else here.
pub fn repeatable(path: &Path) -> Option<(ItemFn, Option<String>)> {
    let (home, f) = text_of(path).filter(|(home, f)| !is_ours(&f.attrs) || open(*home, f).is_some())?;
    // What stands in a body is over the number with it.
    if AROUND.with_borrow(|around| around.at.as_ref().is_some_and(|at| at.inner.contains(&home))) {
        return None;
    }
    let unclear = AROUND.with_borrow(|around| around.unclear(&free(&f), &[home], false));
    let message = unclear.map(|unclear| {
        format!(
            "`{unclear}` may mean something else here than in the module of `{}`, which has no derivative: put \
             #[differentiable] on it",
            f.sig.ident
        )
    });
    Some((f, message))
}

/// Over what a function is generic that has the attribute, and derivatives where it is called alone.
pub fn open_at(path: &Path) -> Option<Open> {
    let (home, f) = text_of(path).filter(|(_, f)| is_ours(&f.attrs))?;
    open(home, &f)
}

fn open(home: ScopeId, f: &ItemFn) -> Option<Open> {
    let program = super::Around::program_alone();
    program.open_function(&program.scope(home), &f.sig, None)
}

/// Whether what is recorded in another module calls a function of the item's.
pub fn is_read_elsewhere(name: &Ident) -> bool {
    AROUND.with_borrow(|around| {
        around.here().is_some_and(|home| around.is_mentioned_elsewhere(home, &name.to_string(), true))
    })
}

/// Whether what is recorded calls something of a name.
pub fn is_named_on_tapes(name: &Ident) -> bool {
    AROUND.with_borrow(|around| around.is_mentioned(&name.to_string(), true, |_| true))
}

/// Whether a type is that of an iterator without a name.
pub(super) fn has_no_name(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::ImplTrait(_) => true,
        syn::Type::TraitObject(t) => quote::ToTokens::to_token_stream(t).to_string().contains("Iterator"),
        ty => crate::syntax::types::argument_of(ty, &crate::syntax::types::POINTERS).is_some_and(has_no_name),
    }
}

/// Whether a method of this name gives what has no name, and is not there on numbers; not for names of std's.
pub fn gives_hidden_off_tapes(name: &Ident) -> bool {
    const OF_STD: [&str; 8] = ["bytes", "chars", "into_iter", "iter", "iter_mut", "keys", "lines", "values"];
    let text = name.to_string();
    !OF_STD.contains(&&*text)
        && AROUND.with_borrow(|around| around.any(|found| found.hidden.contains(&text)))
        && !is_named_on_tapes(name)
}

/// The text of a function of this crate, where it is certain which one is meant.
pub fn function_at(path: &Path) -> Option<ItemFn> {
    function_from(None, path).map(|(_, f)| f)
}

/// The same, where a path stands in a function of this module, of any crate; and which function it is.
pub fn function_from(home: Option<ScopeId>, path: &Path) -> Option<(ItemId, ItemFn)> {
    let index = AROUND.with_borrow(|around| around.index.clone());
    let here = || AROUND.with_borrow(|around| around.here());
    let (found, used) = match home.or_else(|| here().filter(|here| !index.is_own(*here))) {
        Some(home) => index.resolve(home, &segments(path), Space::Values),
        None => names::function_at(path),
    };
    let Named::One(Def::Item(id)) = found else { return None };
    let (item, text) = (index.item(id), index.text_of(id.scope));
    let whole = used == path.segments.len() && read::is_shallow(text, item.tokens.clone());
    Some((id, whole.then(|| syn::parse_str(text.slice(item.tokens.clone())).ok())??))
}

/// The text of a function and its module, where it is certain which one is meant.
fn text_of(path: &Path) -> Option<(ScopeId, ItemFn)> {
    function_from(None, path).map(|(id, f)| (id.scope, f))
}
