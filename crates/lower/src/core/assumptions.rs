//! What is held of the values of a function until something speaks against it.

use crate::core::Refusal;

#[derive(Clone, Copy)]
pub(crate) struct Holds {
    /// Lists keep their lengths, and rows are of one length.
    pub(crate) even: bool,
    /// Structures with parts that are not seen here stay whole, and what takes or gives them is called.
    pub(crate) closed: bool,
    /// References in a list lead into one constant list.
    pub(crate) indexed: bool,
    /// Functions without the attribute that are given constants alone are written out.
    pub(crate) written_out: bool,
}

impl Holds {
    pub(crate) const EVEN: Holds = Holds { even: true, closed: false, indexed: true, written_out: true };
    pub(crate) const NOTHING: Holds = Holds { even: false, closed: false, indexed: false, written_out: true };

    /// What is held after a refusal; none where that does not speak against anything.
    pub(crate) fn without(self, refusal: &Refusal) -> Option<Holds> {
        match refusal {
            refusal if refusal.uneven && self.even => Some(Holds { even: false, ..self }),
            refusal if refusal.hidden && !self.closed => Some(Holds { closed: true, ..self }),
            refusal if refusal.scattered && self.indexed => Some(Holds { indexed: false, even: true, ..self }),
            refusal if refusal.constants && self.written_out => Some(Holds { written_out: false, ..Holds::EVEN }),
            _ => None,
        }
    }
}

/// Lowers what is held to be so until something speaks against it. Where constants that are not written out do not help,
/// the refusal of before says more.
pub(crate) fn held<T>(mut lower: impl FnMut(Holds) -> Result<T, Refusal>) -> Result<T, Refusal> {
    let (mut holds, mut written_out) = (Holds::EVEN, None);
    loop {
        let refusal = match lower(holds) {
            Ok(lowered) => return Ok(lowered),
            Err(refusal) => refusal,
        };
        let Some(next) = holds.without(&refusal) else { return Err(written_out.unwrap_or(refusal)) };
        if holds.written_out && !next.written_out {
            written_out = Some(refusal);
        }
        holds = next;
    }
}
