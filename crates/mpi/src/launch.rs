//! The same program as threads and as processes.

use crate::{Error, Ranks, threads};

/// Runs a function on the ranks of an MPI job where `mpirun` has started this process and the feature `openmpi` is on, and
/// otherwise on so many threads. Gives the results of the ranks of this process: of all threads, or of one process.
///
/// # Errors
/// If MPI cannot be begun.
///
/// # Panics
/// As [`threads()`].
///
/// ```
/// let sizes = wengert_mpi::launch(2, |ranks| ranks.size())?;
/// assert_eq!(sizes, [2, 2]);
/// # Ok::<(), wengert_mpi::Error>(())
/// ```
#[track_caller]
pub fn launch<R: Send>(size: usize, run: impl Fn(Ranks) -> R + Sync) -> Result<Vec<R>, Error> {
    #[cfg(feature = "openmpi")]
    {
        // What the launchers of Open MPI, of MPICH, and of others that speak PMIx tell the processes that they start.
        const STARTED: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"];
        if STARTED.iter().any(|name| std::env::var_os(name).is_some()) {
            return Ok(vec![run(crate::processes()?)]);
        }
    }
    Ok(threads(size, run))
}
