//! A program at many points: as many lanes at once as fill two of the widest vectors, from the first instruction to the
//! last in registers.
//!
//! The interpreter's batches go through memory with each instruction, for up to 256 points at once; this code goes through
//! all instructions up to the next call with 16 points at once, or 8 where there is no AVX-512.

use crate::machine::Code;
use crate::native::room;
use crate::{Native, Workspace, lower, processor};
use program::{BatchError, BatchWorkspace, Program};
use std::sync::OnceLock;

/// Code for several points at once.
#[derive(Debug)]
pub(crate) struct Batch {
    code: Code,
    lanes: usize,
}

impl Batch {
    /// None where the processor has no vectors for it, or the code would be too long.
    fn of(program: &Program, most: usize) -> Option<Batch> {
        let target = processor::many(most)?;
        let (inputs, outputs) = (program.inputs(), program.outputs().len());
        let list = lower::values(program, target).ok()?;
        // Behind the outputs it writes which lanes stray.
        let code = processor::compile(list, target, [inputs, outputs + 1], program.len()).ok()?;
        let lanes = code.lanes();
        Some(Batch { code, lanes })
    }
}

impl Native {
    /// With batches of at most so many lanes, so that tests see what processors with narrower vectors run.
    #[doc(hidden)]
    #[must_use]
    pub fn with_lanes(mut self, most: usize) -> Native {
        self.batch = OnceLock::from(Batch::of(&self.program, most));
        self
    }

    /// The outputs at `points`, which hold the inputs of one point after the other; so does the result hold outputs. For
    /// gradients at many points, compile [`Program::with_gradient`].
    ///
    /// Every result has the bits of [`Program::eval_batch`], where functions such as `exp` and `sin` are the kernels of
    /// [`program::math`].
    ///
    /// # Errors
    /// As [`Program::eval_batch`].
    ///
    /// # Panics
    /// If the number of `points` is no multiple of the number of inputs, or there are no inputs.
    #[track_caller]
    pub fn eval_batch(&self, points: &[f64]) -> Result<Vec<f64>, BatchError> {
        let n = self.program.inputs();
        assert!(n > 0, "a program without inputs has the same outputs at every point: use eval");
        let mut results = vec![0.0; points.len() / n * self.program.outputs().len()];
        self.eval_batch_into(points, &mut Workspace::new(), &mut results)?;
        Ok(results)
    }

    /// As [`eval_batch`](Native::eval_batch), into `results`; with the same workspace, nothing is allocated from the second
    /// run on. The first batch compiles the code for batches.
    ///
    /// # Errors
    /// As [`eval_batch`](Native::eval_batch). All points are run; where the program fails, the results are NaN.
    ///
    /// # Panics
    /// If `points` and `results` are not the inputs and outputs of a whole number of points, the same number.
    #[track_caller]
    pub fn eval_batch_into(
        &self,
        points: &[f64],
        workspace: &mut Workspace,
        results: &mut [f64],
    ) -> Result<(), BatchError> {
        let (n, m) = (self.program.inputs(), self.program.outputs().len());
        let batch = self.batch.get_or_init(|| Batch::of(&self.program, usize::MAX));
        let count = points.len().checked_div(n).unwrap_or(0);
        if let Some(batch) = batch
            && m > 0
            && (points.len(), results.len()) == (count * n, count * m)
        {
            return batch.run(&self.program, points, workspace, results);
        }
        let replayed = workspace.replayed.get_or_insert_with(BatchWorkspace::new);
        self.program.batch().eval_into(points, replayed, results)
    }
}

impl Batch {
    /// Runs block after block; what strays is left to the interpreter, point by point.
    fn run(
        &self,
        program: &Program,
        points: &[f64],
        workspace: &mut Workspace,
        results: &mut [f64],
    ) -> Result<(), BatchError> {
        let (n, m, lanes) = (program.inputs(), program.outputs().len(), self.lanes);
        let Workspace { frame, side_by_side: [inputs, outputs], replayed, .. } = workspace;
        let frame = room(frame, self.code.frame());
        inputs.resize(n * lanes, 0.0);
        outputs.resize((m + 1) * lanes, 0.0);
        let mut failure: Option<BatchError> = None;
        for (block, (points, results)) in points.chunks(n * lanes).zip(results.chunks_mut(m * lanes)).enumerate() {
            turn(points, n, inputs, lanes);
            self.code.run(inputs, outputs, frame);
            turn_back(outputs, lanes, results, m);
            let strays = &outputs[m * lanes..][..points.len() / n];
            if strays.iter().all(|stray| stray.to_bits() == 0) {
                continue;
            }
            for (lane, _) in strays.iter().enumerate().filter(|(_, stray)| stray.to_bits() != 0) {
                let replayed = replayed.get_or_insert_with(BatchWorkspace::new);
                let (point, row) = (&points[lane * n..][..n], &mut results[lane * m..][..m]);
                if let Err(error) = program.batch().eval_into(point, replayed, row) {
                    match &mut failure {
                        Some(first) => first.failed += 1,
                        None => {
                            failure.insert(error).point = block * lanes + lane;
                        }
                    }
                }
            }
        }
        failure.map_or(Ok(()), Err)
    }
}

/// Points one after the other, into their inputs side by side.
fn turn(points: &[f64], n: usize, inputs: &mut [f64], lanes: usize) {
    for (i, side) in inputs.chunks_exact_mut(lanes).enumerate() {
        side.iter_mut().zip(points[i..].iter().step_by(n)).for_each(|(to, &x)| *to = x);
    }
}

/// Outputs side by side, into those of one point after the other.
fn turn_back(outputs: &[f64], lanes: usize, results: &mut [f64], m: usize) {
    for (k, side) in outputs.chunks_exact(lanes).take(m).enumerate() {
        results[k..].iter_mut().step_by(m).zip(side).for_each(|(to, &y)| *to = y);
    }
}
