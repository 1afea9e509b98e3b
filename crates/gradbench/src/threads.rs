//! Sharing the work of a sum.

use crate::failure::Failure;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::Arc;

/// Pieces into which a sum is cut for any number of threads above one: the sum has the same bits for all of them.
const PIECES: usize = 16;

/// The threads that share the work of a call; by default the caller's alone.
#[derive(Clone, Debug, Default)]
pub struct Threads(Option<Arc<ThreadPool>>);

impl Threads {
    /// So many threads; 0 stands for one for each core.
    ///
    /// # Errors
    /// If they cannot be started.
    pub fn new(threads: usize) -> Result<Threads, Failure> {
        if threads == 1 {
            return Ok(Threads(None));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::new(format!("{threads} threads cannot be started: {error}")))?;
        Ok(Threads(Some(Arc::new(pool))))
    }

    /// Whether there is but one thread, the caller's.
    pub fn alone(&self) -> bool {
        self.0.is_none()
    }

    /// Cuts `0..n` into the ranges of which each is one thread's work at a time: one if there is one thread.
    pub fn pieces(&self, n: usize) -> Vec<Range<usize>> {
        let pieces = if self.0.is_some() { PIECES.min(n).max(1) } else { 1 };
        (0..pieces).map(|i| n * i / pieces..n * (i + 1) / pieces).collect()
    }

    /// Calls `f` with each of the items, on all threads.
    ///
    /// The caller sleeps meanwhile. Where it works too, beside one thread less, the 16 pieces of kmeans take 267 us in place of
    /// 247, and those of gmm 2_5 94 in place of 86.
    pub fn each<S: Send>(&self, items: &mut [S], f: impl Fn(&mut S) + Sync + Send) {
        match &self.0 {
            None => items.iter_mut().for_each(f),
            Some(pool) => pool.install(|| items.par_iter_mut().with_max_len(1).for_each(f)),
        }
    }
}

/// Sets `sum` to the sum of the lists times their weights, in their order.
pub(crate) fn add<'p>(sum: &mut [f64], pieces: impl Iterator<Item = (f64, &'p [f64])>) {
    for (i, (weight, piece)) in pieces.enumerate() {
        match i {
            0 => sum.iter_mut().zip(piece).for_each(|(sum, x)| *sum = weight * x),
            _ => sum.iter_mut().zip(piece).for_each(|(sum, x)| *sum += weight * x),
        }
    }
}
