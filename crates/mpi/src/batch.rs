//! Recorded programs at many points, shared out to ranks.

use crate::{Error, Ranks};
use wengert::program::Program;

impl Ranks {
    /// The outputs of a program at many points, row by row, each rank with its part of the points: on all ranks those of all
    /// points, with the bits of [`Program::eval_batch`]. A program of a gradient or a Hessian is one too.
    ///
    /// # Errors
    /// If a point leaves the recorded branch, which all ranks are told, or what went wrong between the ranks.
    ///
    /// # Panics
    /// If the points are no rows of as many numbers as the program has inputs, or it has none.
    ///
    /// ```
    /// use wengert::program::Program;
    /// let f = Program::record(2, |x| vec![x[0] * x[1]]).unwrap();
    /// let outputs = wengert_mpi::threads(2, |ranks| ranks.eval_batch(&f, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap());
    /// assert_eq!(outputs, [[2.0, 12.0, 30.0], [2.0, 12.0, 30.0]]);
    /// ```
    #[track_caller]
    pub fn eval_batch(&self, program: &Program, points: &[f64]) -> Result<Vec<f64>, Error> {
        let (n, m) = (program.inputs(), program.outputs().len());
        assert!(n > 0, "a program without inputs has the same outputs at every point: use eval");
        let all = points.len() / n;
        assert!(all * n == points.len(), "{} numbers are no rows of {n} inputs", points.len());
        let part = |rank: usize| {
            let start = |rank: usize| (rank as u128 * all as u128 / self.size() as u128) as usize;
            start(rank)..start(rank + 1)
        };
        let own = part(self.rank());
        let outputs = self.agree(program.eval_batch(&points[own.start * n..own.end * n]))?;
        let counts: Vec<usize> = (0..self.size()).map(|rank| part(rank).len() * m).collect();
        let outputs = self.on(0.0).all_gather_parts(&outputs, &counts);
        self.check().map(|()| outputs)
    }
}
