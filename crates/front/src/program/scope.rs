//! Where names are read.

use super::table::Side;
use crate::index::ScopeId;
use crate::items::TraitId;
use crate::ty::Ty;
use std::rc::Rc;

/// A module, or a block of a body in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) side: Side,
    pub(super) scope: ScopeId,
    /// The innermost block with items.
    pub(super) block: Option<usize>,
}

impl Default for Place {
    fn default() -> Place {
        Place { side: Side::Crate, scope: ScopeId::ROOT, block: None }
    }
}

/// Where names are read: a module, or the body of an item, with the generic parameters that are seen there.
#[derive(Clone, Debug, Default)]
pub struct Scope(pub(super) Rc<Around>);

/// What is seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    pub(super) at: Place,
    /// The generic parameters by place, and which of them are constants.
    pub(super) names: Vec<Rc<str>>,
    pub(super) consts: Vec<bool>,
    /// The traits that bounds say of parameters, and those above them.
    pub(super) traits: Vec<(usize, TraitId)>,
    /// What `Self` is.
    pub(super) itself: Option<Ty>,
    /// The associated types of the implementation.
    pub(super) types: Rc<Vec<(Rc<str>, Ty)>>,
}

impl Scope {
    pub(super) fn at(at: Place) -> Scope {
        Scope(Rc::new(Around { at, ..Around::default() }))
    }

    /// The place of a generic parameter; the last one of a name is seen.
    pub fn param(&self, name: &str) -> Option<usize> {
        self.0.names.iter().rposition(|own| **own == *name)
    }

    /// Whether names are read in the same module.
    pub fn is_of_module(&self, other: &Scope) -> bool {
        (self.0.at.side, self.0.at.scope) == (other.0.at.side, other.0.at.scope)
    }

    /// What `Self` is.
    pub fn itself(&self) -> Option<&Ty> {
        self.0.itself.as_ref()
    }
}
