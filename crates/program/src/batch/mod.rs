//! A program at many points at once, in blocks of lanes.
//!
//! An instruction is dispatched once for a block and runs over its lanes in the widest vectors that the processor has.
//! A block lives in the cache of the core: its size follows from the number of places that the program needs, and the
//! memory does not grow with the number of points. A lane that leaves the recorded branch is run again alone.

mod block;
mod dispatch;
pub use vector::kernels as math;

use crate::error::Error;
use crate::program::Program;
use block::Block;
use core::fmt;

/// A program that is about to run at many points; [`Program::batch`] makes it.
///
/// ```
/// use program::{BatchWorkspace, Program};
/// use rules::Functions;
/// let f = Program::record(1, |x| vec![x[0].exp()])?;
/// let points = [0.0, 0.5, 1.0];
/// // With every bit of `f64::exp`, and within 4 units in the last place of it.
/// assert_eq!(f.batch().exact().eval(&points)?, points.map(f64::exp));
/// let mut fast = [0.0; 3];
/// f.batch().eval_into(&points, &mut BatchWorkspace::new(), &mut fast)?;
/// assert!(fast.iter().zip(points).all(|(y, x)| (y / x.exp() - 1.0).abs() < 1e-15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Batch<'p> {
    program: &'p Program,
    exact: bool,
}

/// The memory of a batch, kept so that the next run does not allocate; it serves any program.
///
/// ```
/// use program::{BatchWorkspace, Program};
/// let (sum, product) = (Program::record(2, |x| vec![x[0] + x[1]])?, Program::record(2, |x| vec![x[0] * x[1]])?);
/// let (mut workspace, mut y) = (BatchWorkspace::new(), [0.0; 2]);
/// for (f, results) in [(&sum, [3.0, 7.0]), (&product, [2.0, 12.0])] {
///     f.batch().eval_into(&[1.0, 2.0, 3.0, 4.0], &mut workspace, &mut y)?;
///     assert_eq!(y, results);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BatchWorkspace {
    block: Block,
    alone: crate::Workspace,
}

impl BatchWorkspace {
    /// Without memory yet.
    pub fn new() -> BatchWorkspace {
        BatchWorkspace::default()
    }
}

/// At some points of a batch the program could not be run; the results are there at all others.
///
/// ```
/// use program::{BatchWorkspace, Program};
/// let f = Program::record_at(&[1.0], |x| vec![if x[0] > 0.0 { 2.0 * x[0] } else { x[0] }])?;
/// let mut y = [0.0; 4];
/// // The recorded branch says nothing of what is below 0.
/// let error = f.batch().eval_into(&[1.0, -1.0, 3.0, -3.0], &mut BatchWorkspace::new(), &mut y).unwrap_err();
/// assert_eq!((error.point, error.failed), (1, 2));
/// assert!((y[0], y[2]) == (2.0, 6.0) && y[1].is_nan() && y[3].is_nan());
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BatchError {
    /// The first point where it failed, by its number from 0.
    pub point: usize,
    /// Why it failed there.
    pub error: Error,
    /// At how many points it failed. Their results are NaN.
    pub failed: usize,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "point {}: {}", self.point, self.error)?;
        match self.failed {
            1 => Ok(()),
            n => write!(f, "; and at {} more points", n - 1),
        }
    }
}

impl core::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl Program {
    /// This program, to be run at many points.
    ///
    /// Should I be using this? From some ten points on. For the gradient at many points, take the batch of
    /// [`with_gradient`](Program::with_gradient).
    ///
    /// Arithmetic, roots and comparisons have the bits of [`eval`](Program::eval); the functions of [`math`] have not,
    /// but an error of at most 4 units in the last place; all other functions have. [`Batch::exact`] keeps every bit.
    ///
    /// ```
    /// use program::{BatchWorkspace, Program};
    /// use rules::Functions;
    /// let f = Program::record(2, |x| vec![x[0] * x[1], x[0] + x[1].sqrt()])?;
    /// // Two points, row by row.
    /// assert_eq!(f.batch().eval(&[2.0, 9.0, 3.0, 16.0])?, [18.0, 5.0, 48.0, 7.0]);
    ///
    /// let (mut workspace, mut y) = (BatchWorkspace::new(), [0.0; 4]);
    /// f.batch().exact().eval_into(&[2.0, 9.0, 3.0, 16.0], &mut workspace, &mut y)?;
    /// assert_eq!(y, [18.0, 5.0, 48.0, 7.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn batch(&self) -> Batch<'_> {
        Batch { program: self, exact: false }
    }

    /// The outputs at many points; see [`batch`](Program::batch).
    ///
    /// # Errors
    /// As [`Batch::eval`].
    ///
    /// # Panics
    /// As [`Batch::eval`].
    ///
    /// ```
    /// let f = program::Program::record(2, |x| vec![x[0] * x[1]])?;
    /// assert_eq!(f.eval_batch(&[1.0, 2.0, 3.0, 4.0])?, [2.0, 12.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn eval_batch(&self, points: &[f64]) -> Result<Vec<f64>, BatchError> {
        self.batch().eval(points)
    }
}

impl Batch<'_> {
    /// With every bit as [`Program::eval`] computes it: functions are called for one lane after the other.
    #[must_use]
    pub fn exact(self) -> Self {
        Batch { exact: true, ..self }
    }

    /// The outputs at `points`, which hold the inputs of one point after the other; so does the result hold outputs.
    ///
    /// # Errors
    /// [`BatchError`] where at some point [`Program::eval`] would give an error. To have the results of the other points
    /// all the same, take [`eval_into`](Batch::eval_into).
    ///
    /// # Panics
    /// If the number of `points` is no multiple of the number of inputs, or there are no inputs.
    ///
    /// Cost: less than a nanosecond for each operation and point.
    #[track_caller]
    pub fn eval(&self, points: &[f64]) -> Result<Vec<f64>, BatchError> {
        let n = self.program.inputs();
        assert!(n > 0, "a program without inputs has the same outputs at every point: use eval");
        let mut results = vec![0.0; points.len() / n * self.program.outputs().len()];
        self.eval_into(points, &mut BatchWorkspace::new(), &mut results)?;
        Ok(results)
    }

    /// As [`eval`](Batch::eval), into `results`; with the same workspace, nothing is allocated from the second run on.
    ///
    /// # Errors
    /// As [`eval`](Batch::eval). All points are run; where the program fails, the results are NaN.
    ///
    /// # Panics
    /// If `points` and `results` are not the inputs and outputs of a whole number of points, the same number.
    #[track_caller]
    pub fn eval_into(
        &self,
        points: &[f64],
        workspace: &mut BatchWorkspace,
        results: &mut [f64],
    ) -> Result<(), BatchError> {
        self.count(points, results);
        let mut failure = None;
        self.run(0, points, workspace, results, &mut failure);
        failure.map_or(Ok(()), Err)
    }

    /// As [`eval_into`](Batch::eval_into), on all threads of the current rayon pool. Every result is the same to the bit.
    ///
    /// # Errors
    /// As [`eval_into`](Batch::eval_into).
    ///
    /// # Panics
    /// As [`eval_into`](Batch::eval_into).
    ///
    /// ```
    /// let f = program::Program::record(1, |x| vec![x[0] * x[0]])?;
    /// let points: Vec<f64> = (0..1000).map(f64::from).collect();
    /// let mut squares = vec![0.0; 1000];
    /// f.batch().eval_parallel_into(&points, &mut squares)?;
    /// assert_eq!(squares[999], 998_001.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[track_caller]
    pub fn eval_parallel_into(&self, points: &[f64], results: &mut [f64]) -> Result<(), BatchError> {
        use rayon::prelude::*;
        let k = self.count(points, results);
        let (n, m) = (self.program.inputs(), self.program.outputs().len());
        if n == 0 || m == 0 {
            return self.eval_into(points, &mut BatchWorkspace::new(), results);
        }
        // Some pieces for each thread, so that none waits long for another; whole blocks, so that no lane stands idle.
        let lanes = Block::lanes(self.program.code().places);
        let piece = (k / (8 * rayon::current_num_threads())).next_multiple_of(lanes).max(lanes);
        self.program.code();
        points
            .par_chunks(piece * n)
            .zip(results.par_chunks_mut(piece * m))
            .enumerate()
            .map_init(BatchWorkspace::new, |workspace, (i, (points, results))| {
                let mut failure = None;
                self.run(i * piece, points, workspace, results, &mut failure);
                failure
            })
            .reduce(|| None, joined)
            .map_or(Ok(()), Err)
    }

    /// The number of points.
    #[track_caller]
    fn count(&self, points: &[f64], results: &[f64]) -> usize {
        let (n, m) = (self.program.inputs(), self.program.outputs().len());
        let k = points.len().checked_div(n).or(results.len().checked_div(m)).unwrap_or(0);
        assert!(
            (points.len(), results.len()) == (k * n, k * m),
            "the program has {n} inputs and {m} outputs; {} numbers as points and {} places for results are not those \
             of a whole number of points: give {n} numbers and {m} places for each point",
            points.len(),
            results.len()
        );
        k
    }

    /// Runs block after block; `from` is the number of the first point.
    fn run(
        &self,
        from: usize,
        points: &[f64],
        workspace: &mut BatchWorkspace,
        results: &mut [f64],
        failure: &mut Option<BatchError>,
    ) {
        let program = self.program;
        let (n, m, code) = (program.inputs(), program.outputs().len(), program.code());
        let count = points.len().checked_div(n).or(results.len().checked_div(m)).unwrap_or(0);
        let BatchWorkspace { block, alone } = workspace;
        block.prepare(program.stamp, code, &program.constants);
        let mut at = 0;
        while at < count {
            let filled = (count - at).min(block.width());
            block.load(&points[at * n..(at + filled) * n], n, filled);
            dispatch::run(code, block, self.exact);
            let rows = &mut results[at * m..(at + filled) * m];
            block.store(code, rows, m);
            for lane in block.diverged(filled) {
                let (point, row) = (&points[(at + lane) * n..][..n], &mut rows[lane * m..][..m]);
                if let Err(error) = program.eval_into(point, alone, row) {
                    row.fill(f64::NAN);
                    let this = BatchError { point: from + at + lane, error, failed: 1 };
                    *failure = joined(failure.take(), Some(this));
                }
            }
            at += filled;
        }
    }
}

/// Two failures as one, which tells of the first point.
fn joined(a: Option<BatchError>, b: Option<BatchError>) -> Option<BatchError> {
    match (a, b) {
        (Some(a), Some(b)) => {
            let failed = a.failed + b.failed;
            let first = if a.point <= b.point { a } else { b };
            Some(BatchError { failed, ..first })
        }
        (a, b) => a.or(b),
    }
}
