//! Lists of references to elements of one constant list, as `subjects.iter().filter(..).collect::<Vec<_>>()`: what is kept
//! is the index of each, and the elements are read where they lie.
//!
//! Copies of the elements, which other lists of references hold, made a Cox regression's gradient take 17 times the function.

use crate::core::structures::Whole;
use crate::core::value::{Cols, Place, Value};
use crate::core::{Builder, Refusal};
use crate::ir::{Atom, Projection};
use front::ty::{Int, Ty as Type};
use std::cell::RefCell;
use std::rc::Rc;

/// The list that the references lead into, as soon as there is one.
pub(crate) type Source = Rc<RefCell<Option<Whole>>>;

/// Whether two lists of indices lead into the same list; one without any takes that of the other.
pub(crate) fn unify(a: &Source, b: &Source) -> bool {
    if Rc::ptr_eq(a, b) {
        return true;
    }
    let (mut a, mut b) = (a.borrow_mut(), b.borrow_mut());
    match (a.as_ref(), b.as_ref()) {
        (Some(x), Some(y)) => x.same(y),
        (None, x) => {
            *a = x.cloned();
            true
        }
        (x, None) => {
            *b = x.cloned();
            true
        }
    }
}

/// References lead elsewhere than into one constant list.
fn scattered<X>() -> Result<X, Refusal> {
    Err(Refusal { scattered: true, ..Refusal::new("references to several lists in one list") })
}

impl Builder<'_> {
    /// Whether lists of references to such a type are lists of indices.
    pub(crate) fn is_indexed(&self, of: &Type) -> bool {
        let constant = matches!(of, Type::Adt(..)) && self.is_without_numbers(of);
        self.indexed && constant && self.variants_of(of).is_none()
    }

    /// A list of these references.
    pub(crate) fn listed_indices(&mut self, refs: Vec<Value>, count: &Atom, fixed: bool) -> Result<Cols, Refusal> {
        self.has_indices.set(true);
        let source = Source::default();
        let mut indices = vec![];
        for value in refs {
            let place = self.referent(value)?;
            indices.push(self.index_of(&source, &place)?);
        }
        let leaf = self.listed_cols(&Type::Int(Int::Usize), indices, count, fixed)?;
        Ok(Cols::Indices(source, Rc::new(leaf)))
    }

    /// The index of the element that a reference leads to.
    pub(crate) fn index_of(&mut self, source: &Source, place: &Place) -> Result<Value, Refusal> {
        let found = match self.outside(place)? {
            Some(w) => Some(w),
            None => self.element_outside(place)?,
        };
        let Some(w) = found else { return scattered() };
        let Some((Projection::Index(at), before)) = w.path.steps().split_last() else { return scattered() };
        let list = Whole { path: before.iter().cloned().collect(), ..w.clone() };
        if w.of >= self.params || list.path.atoms().iter().any(|a| a.val().is_some()) {
            return scattered();
        }
        let mut known = source.borrow_mut();
        if !known.as_ref().is_none_or(|known| known.same(&list)) {
            return scattered();
        }
        *known = Some(Whole { ty: Type::Slice(Box::new(list.ty)), ..list });
        Ok(Value::Atom(at.clone()))
    }

    /// The element at an index, by reference.
    pub(crate) fn element_at(&mut self, source: &Source, at: &Atom) -> Result<Value, Refusal> {
        let Some(list) = source.borrow().clone() else { return scattered() };
        let w = self.whole_element(&list, at)?;
        Ok(Value::Ref(false, Box::new(Place::Whole(w))))
    }
}
