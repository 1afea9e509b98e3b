//! Functions without the attribute that call themselves: they cannot be written out, so that they get derivatives of
//! their own, beside those of the function that calls them.

use super::{Builder, Expansion, Refusal, refuse};
use crate::signature::forms::Forms;
use crate::signature::options::Wanted;
use front::items::{FnId, Origin};
use front::program::Program;
use proc_macro2::TokenStream;
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// The functions whose derivatives are being written: those are in scope.
    static OPEN: RefCell<Vec<Rc<str>>> = const { RefCell::new(vec![]) };
}

impl Builder<'_> {
    /// Whether a function without the attribute is called by its derivatives, which are then written beside this one's.
    pub(super) fn is_derived_beside(&mut self, f: FnId) -> bool {
        let def = self.program.func(f);
        let read = def.has_text && matches!(def.origin, Origin::Crate | Origin::Body);
        let free = def.of.is_none() && def.of_trait.is_none() && read;
        let recursive = self.stack.iter().any(|(of, _)| *of == f);
        let taken = free && recursive && self.at_home().is_ok();
        if taken && !self.recursive.contains(&f) {
            self.recursive.push(f);
        }
        taken
    }
}

/// The derivatives of such a function; nothing where those around see them.
pub(super) fn expanded(program: &Program, f: FnId, expansion: Expansion) -> Result<TokenStream, Refusal> {
    let name = program.func(f).name.clone();
    if OPEN.with_borrow(|open| open.contains(&name)) {
        return Ok(TokenStream::new());
    }
    let Some(text) = program.text(f) else { return refuse("a function that calls itself") };
    let mut text = (*text).clone();
    text.vis = syn::Visibility::Inherited;
    OPEN.with_borrow_mut(|open| open.push(name));
    let wanted = Wanted { forms: Some(Forms::CALLS), strict: true, ..Wanted::default() };
    let expanded = (expansion.function)(&mut text, wanted);
    OPEN.with_borrow_mut(|open| open.pop());
    expanded.map_err(|error| Refusal::new(error.to_string()))
}
