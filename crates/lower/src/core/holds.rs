//! What is held of the values of a function until something speaks against it.

use super::Refusal;

#[derive(Clone, Copy)]
pub(super) struct Holds {
    /// Lists keep their lengths, and rows are of one length.
    pub(super) even: bool,
    /// Structures with parts that are not seen here stay whole, and what takes or gives them is called.
    pub(super) closed: bool,
    /// References in a list lead into one constant list.
    pub(super) indexed: bool,
}

impl Holds {
    pub(super) const EVEN: Holds = Holds { even: true, closed: false, indexed: true };
    pub(super) const NOTHING: Holds = Holds { even: false, closed: false, indexed: false };

    /// What is held after a refusal; none where that does not speak against anything.
    pub(super) fn without(self, refusal: &Refusal) -> Option<Holds> {
        match refusal {
            refusal if refusal.uneven && self.even => Some(Holds { even: false, ..self }),
            refusal if refusal.hidden && !self.closed => Some(Holds { closed: true, ..self }),
            refusal if refusal.scattered && self.indexed => Some(Holds { indexed: false, even: true, ..self }),
            _ => None,
        }
    }
}
