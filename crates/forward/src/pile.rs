//! A list that keeps its first items in place and allocates only for more.

pub(crate) struct Pile<X, const CAP: usize> {
    near: [Option<X>; CAP],
    far: Vec<X>,
    len: usize,
}

impl<X, const CAP: usize> Pile<X, CAP> {
    pub(crate) fn new() -> Self {
        Pile { near: [const { None }; CAP], far: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn push(&mut self, item: X) {
        match self.near.get_mut(self.len) {
            Some(slot) => *slot = Some(item),
            None => self.far.push(item),
        }
        self.len += 1;
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn get(&self, i: usize) -> &X {
        match self.near.get(i) {
            Some(slot) => slot.as_ref().expect("an index below the length"),
            None => &self.far[i - CAP],
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn get_mut(&mut self, i: usize) -> &mut X {
        match self.near.get_mut(i) {
            Some(slot) => slot.as_mut().expect("an index below the length"),
            None => &mut self.far[i - CAP],
        }
    }
}
