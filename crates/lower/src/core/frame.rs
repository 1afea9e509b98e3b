//! Functions and closures that are inlined: each call has locals of its own.

use super::value::Var;
use front::hir::{LabelId, LocalId};
use front::typed::Typed;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A call that is inlined.
#[derive(Debug)]
pub(super) struct Frame {
    /// The function whose text it is.
    pub of: front::items::FnId,
    pub(super) typed: Rc<Typed>,
    /// The generic arguments.
    pub(super) args: Vec<front::ty::Ty>,
    /// What it gives.
    pub(super) ret: front::ty::Ty,
    /// The variables of its locals.
    pub(super) locals: RefCell<HashMap<LocalId, Var>>,
    /// The targets of its `return`s and of its labels, by their numbers.
    pub(super) returns: usize,
    pub(super) labels: RefCell<HashMap<LabelId, usize>>,
    /// Whether its text is the user's: names and places of errors are taken from it.
    pub(super) own: bool,
}

/// What may be left: a function, a block, a loop.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// A number that no other target has.
    pub(super) id: usize,
    /// Set where what follows in it is not to run.
    pub(super) skip: Var,
    /// Of a loop: set where it is to be left after this iteration.
    pub(super) leave: Option<Var>,
    /// Where the value goes with which it is left.
    pub(super) slot: Var,
}
