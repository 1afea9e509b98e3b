//! Tapes with a limit, and sweeps that can fail.

use crate::spill::backward::Sweep;
use crate::spill::file::Nameless;
use crate::spill::store::{Given, Store};
use crate::spill::{Blocks, SpillError, Stored, sweep};
use crate::streams::Streams;
use crate::{Adjoints, Tape, Var};
use core::cell::RefCell;
use rules::{Number, Scalar};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The limit of a tape that spills and was given none.
const LIMIT: usize = 1 << 28;

impl Tape {
    /// An empty tape over `f64` whose recording takes at most so many bytes of memory; see [`limited`](Tape::limited).
    ///
    /// ```
    /// # fn main() -> Result<(), reverse::SpillError> {
    /// use reverse::Tape;
    /// let tape = Tape::with_limit(1 << 20).spill_to(std::env::temp_dir())?;
    /// let (x, rate) = (tape.var(1.0), tape.var(1e-6));
    /// let y = (0..200_000).fold(x, |y, _| y + rate * y);
    /// assert!(tape.statistics().spilled > 1 << 20);
    /// let g = y.try_grad(&[x, rate])?;
    /// assert!((g[0] - 0.2f64.exp()).abs() < 1e-6);
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_limit(bytes: usize) -> Self {
        Tape::new().limited(bytes)
    }
}

impl<T: Stored> Tape<T> {
    /// An empty tape whose recording takes at most so many bytes of memory (64 KiB at least): what is more goes to
    /// [`spill_to`](Tape::spill_to).
    ///
    /// It records as any other, and no operation fails. It is swept by [`Var::try_grad`] or [`Tape::try_adjoints`],
    /// which can say what went wrong outside the program. Besides the limit, a sweep takes memory for the adjoints that
    /// are wanted, and for the variables that were alive in the program at one time; and operations that others wait for,
    /// such as messages between ranks, keep their numbers in memory.
    ///
    /// ```
    /// use reverse::{SpillError, Tape};
    /// let tape = Tape::<f64>::default().limited(1 << 16).spill_into(std::io::Cursor::new(Vec::new()));
    /// let (x, y) = (tape.var(2.0), tape.var(3.0));
    /// let (sum, product) = (x + y, x * y);
    /// tape.check()?;
    /// // 10 times the sum and the product, by x and by y.
    /// let weighted = [(sum, 10.0), (product, 1.0)];
    /// assert_eq!(tape.try_adjoints(&weighted, &[x, y])?, [13.0, 12.0]);
    /// let mut by_y = [0.0];
    /// tape.try_adjoints_into(&weighted, &[y], &mut by_y)?;
    /// assert_eq!(by_y, [12.0]);
    /// assert_eq!(product.try_grad(&[x, y])?, [3.0, 2.0]);
    /// # Ok::<(), SpillError>(())
    /// ```
    #[must_use]
    pub fn limited(self, bytes: usize) -> Self {
        Tape::with_streams(Streams::spilling(Box::new(RefCell::new(Blocks::<T>::new(bytes, None)))))
    }

    /// As before, with the oldest parts of the recording written to a file in this directory when the limit is exceeded;
    /// 256 MiB for a tape without one. A sweep reads them back, last to first, each with a checksum.
    ///
    /// The file has no name where the system allows that, and is gone with the tape, however the program ends; where it
    /// has one, it is removed with the tape, and what a killed program has left is removed here.
    ///
    /// Cost: the recording is written once, and read once by every sweep, while the program goes on: other threads write
    /// and read. From a limit of some megabytes on they do so without the system's cache, on Linux and where the file
    /// system allows it, so that a recording larger than the memory displaces nothing in it.
    ///
    /// # Errors
    /// If no file can be made there.
    pub fn spill_to(self, directory: impl AsRef<Path>) -> Result<Self, SpillError> {
        let path = directory.as_ref();
        let large = Blocks::<T>::are_large(self.limit_to_spill());
        match Nameless::create(path, large) {
            Ok(file) => Ok(self.spill_to_store(file)),
            Err(error) => {
                Err(SpillError::Directory { path: path.into(), kind: error.kind(), reason: error.to_string() })
            }
        }
    }

    /// As [`spill_to`](Tape::spill_to), into whatever bytes can be written to and read from again; it is used in another
    /// thread, and overwritten from its beginning.
    #[must_use]
    pub fn spill_into(self, store: impl Read + Write + Seek + Send + 'static) -> Self {
        self.spill_to_store(Given(store))
    }

    fn spill_to_store(self, store: impl Store + 'static) -> Self {
        let blocks = Blocks::<T>::new(self.limit_to_spill(), Some(Arc::new(Mutex::new(store))));
        Tape::with_streams(Streams::spilling(Box::new(RefCell::new(blocks))))
    }

    fn limit_to_spill(&self) -> usize {
        self.spill().map_or(LIMIT, |spill| spill.limit())
    }
}

impl<T: Number> Tape<T> {
    /// Whether what was recorded can be swept, as far as is known: for a recording with a limit that takes hours.
    ///
    /// # Errors
    /// What a sweep would return.
    pub fn check(&self) -> Result<(), SpillError> {
        self.spill().map_or(Ok(()), |mut spill| spill.check())
    }

    /// The derivatives by the variables `by`, for a weight on each of several outputs: as many as `by` has, each the
    /// same to the bit as [`adjoints`](Tape::adjoints) has it, which only a tape without a limit can be asked for.
    ///
    /// Cost: one pass over the recording; two where a NaN is met. A sweep that failed may be tried again.
    ///
    /// # Errors
    /// If the recording could not be stored, or cannot be read back.
    ///
    /// # Panics
    /// If an output or a variable belongs to another tape; if a variable took no statement, see [`Var::keep`].
    #[track_caller]
    pub fn try_adjoints(&self, outputs: &[(Var<'_, T>, T)], by: &[Var<'_, T>]) -> Result<Vec<T>, SpillError> {
        let mut out = vec![T::constant(T::Scalar::default()); by.len()];
        self.try_adjoints_into(outputs, by, &mut out)?;
        Ok(out)
    }

    /// As [`try_adjoints`](Tape::try_adjoints), written to memory of the caller's, which is of no use after an error.
    ///
    /// # Errors
    /// As [`try_adjoints`](Tape::try_adjoints).
    ///
    /// # Panics
    /// As [`try_adjoints`](Tape::try_adjoints), and if `out` has another length than `by`.
    #[track_caller]
    pub fn try_adjoints_into(
        &self,
        outputs: &[(Var<'_, T>, T)],
        by: &[Var<'_, T>],
        out: &mut [T],
    ) -> Result<(), SpillError> {
        let mut adjoints = Adjoints::new();
        if !self.is_limited() {
            self.adjoints_into(outputs, &mut adjoints);
            adjoints.wrt_into(by, out);
            return Ok(());
        }
        adjoints.attach(self);
        for &(z, w) in outputs {
            self.seed(&z, w, 1, &mut adjoints);
        }
        let seeds: Vec<(u32, T)> = adjoints.seeds.iter().map(|&(index, w, _)| (index, w)).collect();
        let mut wanted = adjoints.places(by, out);
        wanted.sort_unstable();
        self.read_all(|rest, records| {
            let first = self.nodes() - rest.statements.len();
            let sweep = Sweep { leading: self.leading(), first, seeds: &seeds, wanted: &wanted, records };
            match self.spill() {
                Some(mut spill) => self::sweep(&sweep, &mut *spill, rest, out),
                None => Ok(()),
            }
        })
    }
}

impl<'t, T: Number> Var<'t, T> {
    /// The derivatives of this value by the variables `by`: for a tape with a limit; see [`Tape::try_adjoints`].
    ///
    /// # Errors
    /// If the recording could not be stored, or cannot be read back.
    ///
    /// # Panics
    /// As [`Tape::try_adjoints`].
    ///
    /// ```
    /// let tape = reverse::Tape::with_limit(1 << 20);
    /// let (x, y) = (tape.var(2.0), tape.var(3.0));
    /// assert_eq!((x * x * y).try_grad(&[x, y])?, [12.0, 4.0]);
    /// # Ok::<(), reverse::SpillError>(())
    /// ```
    #[track_caller]
    pub fn try_grad(self, by: &[Var<'t, T>]) -> Result<Vec<T>, SpillError> {
        match self.tape {
            Some(tape) => tape.try_adjoints(&[(self, T::constant(T::Scalar::from_f64(1.0)))], by),
            None => Ok(vec![T::constant(T::Scalar::default()); by.len()]),
        }
    }
}
