//! A write to one of several places.

use crate::core::build::dummy;
use crate::core::join::{Arms, defined_in, made_inside};
use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::Block;

/// Places that one write chooses among, at most.
const MOST_CHOICES: usize = 64;

impl Builder<'_> {
    /// Places that are written to, of which one is meant.
    pub(crate) fn either_place(&mut self, p: &Place, q: &Place, arms: &mut Arms) -> Result<Place, Refusal> {
        let flags = |place: &Place| match place {
            Place::Either(flag, a, b) => Some((flag.clone(), a.clone(), b.clone())),
            _ => None,
        };
        let p = match flags(p) {
            Some((flag, a, b)) => {
                Place::Either(self.join_atoms("chosen", &flag, &crate::core::build::no(), arms), a, b)
            }
            None => p.clone(),
        };
        let q = match flags(q) {
            Some((flag, a, b)) => {
                Place::Either(self.join_atoms("chosen", &crate::core::build::no(), &flag, arms), a, b)
            }
            None => q.clone(),
        };
        let inside = |place: &Place, block: &Block| match place {
            Place::Either(..) => false,
            place => made_inside(&Value::Ref(true, Box::new(place.clone())), block),
        };
        let made =
            |place: &Place| matches!(place, Place::Temp(_)) || matches!(place, Place::Var(v, _) if *v >= arms.vars);
        if inside(&p, &arms.then) || inside(&q, &arms.other) || made(&p) || made(&q) {
            return refuse("a choice between places that are written to");
        }
        // Each step down a tree that is written to doubles them.
        if p.choices() + q.choices() > MOST_CHOICES {
            return refuse("a choice between many places that are written to");
        }
        let (p, q) = (self.seen_behind(p, true, arms), self.seen_behind(q, false, arms));
        Ok(Place::Either(arms.cond.clone(), Box::new(p), Box::new(q)))
    }

    /// A place of one arm: the indices that the arm makes leave it.
    fn seen_behind(&mut self, place: Place, first: bool, arms: &mut Arms) -> Place {
        let mut of = Value::Ref(true, Box::new(place.clone()));
        of.with_leaves(&mut |atom| {
            let block = if first { &arms.then } else { &arms.other };
            if atom.val().is_some_and(|v| defined_in(v, block)) {
                let like = dummy(&self.atom_ty(atom));
                let (then, other) = if first { (&*atom, &like) } else { (&like, &*atom) };
                *atom = self.join_atoms("i", then, other, arms);
            }
        });
        match of {
            Value::Ref(_, place) => *place,
            _ => place,
        }
    }
}
