//! Memory for arrays with a row for each iteration of a loop. It has a pool of its own: the other arrays would each grow as
//! long.

use super::Workspace;
use rules::{Number, Scalar};

impl<T: Number> Workspace<T> {
    /// Room for the rows of a loop, `n` numbers that are written before they are read.
    #[doc(hidden)]
    #[inline]
    pub fn room(&mut self, n: usize) -> Vec<T> {
        let mut rows = self.rooms.pop().unwrap_or_default();
        rows.resize(n, T::constant(T::Scalar::from_f64(0.0)));
        rows
    }

    /// Takes it back.
    #[doc(hidden)]
    #[inline]
    pub fn give_room(&mut self, rows: Vec<T>) {
        self.rooms.push(rows);
    }
}
