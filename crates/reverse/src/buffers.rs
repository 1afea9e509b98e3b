//! Memory that outlives a tape.

use crate::streams::Statement;

/// The memory of a finished recording, for the next one: see [`Tape::with_buffers`](crate::Tape::with_buffers).
///
/// It does not depend on the type of number, so that it can be kept in one place for all. A recording on numbers of
/// another size than its predecessor's allocates anew.
#[derive(Debug, Default)]
pub struct Buffers {
    pub(crate) statements: Vec<Statement>,
    pub(crate) partials: Vec<u64>,
    pub(crate) adjoints: Vec<u64>,
    pub(crate) seeds: Vec<[u64; 3]>,
}

/// An empty vector of another type in the same memory, where the layouts allow: the standard library collects a
/// vector's iterator in place.
pub fn recast<U, V>(mut list: Vec<U>) -> Vec<V> {
    list.clear();
    list.into_iter().map(|_| unreachable!()).collect()
}
