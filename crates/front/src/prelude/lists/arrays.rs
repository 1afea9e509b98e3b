//! Parts of lists as arrays.

use crate::prelude::iter;
use crate::prelude::iter::Iter as _;
use crate::prelude::place;

/// See [`array_windows`](crate::prelude::slice::array_windows).
#[derive(Clone)]
pub struct ArrayWindows<'a, T, const N: usize> {
    /// What is left of the list.
    pub list: &'a [T],
}

impl<'a, T, const N: usize> iter::Iter for ArrayWindows<'a, T, N> {
    type Item = &'a [T; N];

    fn next(&mut self) -> Option<&'a [T; N]> {
        if self.len() > 0 {
            let part = self.at(0);
            self.forget(1);
            Some(part)
        } else {
            None
        }
    }

    fn indexed(&self) -> bool {
        true
    }

    fn len(&self) -> usize {
        (self.list.len() + 1).saturating_sub(N)
    }

    fn at(&mut self, k: usize) -> &'a [T; N] {
        match place::array(&self.list[k..k + N]) {
            Some(part) => part,
            None => panic!("as many as there are"),
        }
    }

    fn forget(&mut self, n: usize) {
        self.list = &self.list[n..];
    }
}

impl<'a, T, const N: usize> iter::Back for ArrayWindows<'a, T, N> {
    fn next_back(&mut self) -> Option<&'a [T; N]> {
        let n = self.len();
        if n > 0 {
            let part = self.at(n - 1);
            self.forget_back(1);
            Some(part)
        } else {
            None
        }
    }

    fn forget_back(&mut self, n: usize) {
        self.list = &self.list[..self.list.len() - n];
    }
}
