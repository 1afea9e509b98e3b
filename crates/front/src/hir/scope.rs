//! Which local, loop or block a name means.

use super::{LabelId, LocalId};
use std::collections::HashMap;
use std::rc::Rc;

/// What the names that a macro makes end with, before a number; they are no others of the same text.
pub(super) const OF_MACRO: &str = "__of_macro";

/// A name without the endings of macros.
pub(super) fn plain(name: &str) -> &str {
    name.find(OF_MACRO).map_or(name, |end| &name[..end])
}

/// A name without the last of its endings of macros.
fn outer(name: &str) -> Option<&str> {
    name.rfind(OF_MACRO).map(|end| &name[..end])
}

/// The names that hold where lowering is.
#[derive(Default)]
pub(super) struct Scope {
    /// What each name means, the innermost last; nothing if it is an item that hides a local.
    names: HashMap<Rc<str>, Vec<Option<LocalId>>>,
    /// The names in the order in which they came.
    order: Vec<Rc<str>>,
    /// The loops and blocks around, and where closures begin.
    labels: Vec<Option<Around>>,
    /// The closures around.
    closures: Vec<Frame>,
}

/// A loop or a block around.
struct Around {
    label: LabelId,
    name: Option<Rc<str>>,
    is_loop: bool,
}

/// A closure around.
struct Frame {
    /// Locals before this one are not its own.
    first: LocalId,
    captures: Vec<LocalId>,
}

/// Where a scope begins.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl Scope {
    pub(super) fn mark(&self) -> Mark {
        Mark(self.order.len())
    }

    /// Ends the scope that began at the mark.
    pub(super) fn end(&mut self, mark: Mark) {
        for name in self.order.drain(mark.0..) {
            self.names.get_mut(&name).and_then(Vec::pop);
        }
    }

    pub(super) fn bind(&mut self, name: &str, local: LocalId) {
        self.push(name, Some(local));
    }

    /// An item of this name hides the locals of blocks around.
    pub(super) fn hide(&mut self, name: &str) {
        self.push(name, None);
    }

    fn push(&mut self, name: &str, local: Option<LocalId>) {
        let name: Rc<str> = name.into();
        self.names.entry(name.clone()).or_default().push(local);
        self.order.push(name);
    }

    /// The local of a name; the closures around take note. A name that a macro wrote is first one of the macro's own.
    pub(super) fn local(&mut self, name: &str) -> Option<LocalId> {
        let mut name = name;
        let found = loop {
            match self.names.get(name).and_then(|all| all.last()) {
                Some(found) => break *found,
                None => name = outer(name)?,
            }
        };
        let local = found?;
        for frame in self.closures.iter_mut().rev() {
            if local >= frame.first {
                break;
            }
            if !frame.captures.contains(&local) {
                frame.captures.push(local);
            }
        }
        Some(local)
    }

    pub(super) fn enter_label(&mut self, label: LabelId, name: Option<Rc<str>>, is_loop: bool) {
        self.labels.push(Some(Around { label, name, is_loop }));
    }

    pub(super) fn leave_label(&mut self) {
        self.labels.pop();
    }

    /// The loop or the block of a name, or the innermost loop.
    pub(super) fn label(&self, name: Option<&str>) -> Option<LabelId> {
        let mut reachable = self.labels.iter().rev().map_while(Option::as_ref);
        let found = reachable.find(|a| name.map_or(a.is_loop, |name| a.name.as_deref() == Some(name)));
        found.map(|a| a.label)
    }

    /// A closure begins; `first` is the number of the next local.
    pub(super) fn enter_closure(&mut self, first: LocalId) {
        self.labels.push(None);
        self.closures.push(Frame { first, captures: vec![] });
    }

    /// A closure ends: the locals around that it mentions.
    pub(super) fn leave_closure(&mut self) -> Vec<LocalId> {
        self.labels.pop();
        self.closures.pop().map(|f| f.captures).unwrap_or_default()
    }
}
