//! Derivatives of what all ranks return together.

use crate::{Error, On, Ranks};
use wengert::{Real, Var};

impl Ranks {
    /// The sum over all ranks of what `f` returns there, and its gradient by this rank's inputs `x`: on each rank n
    /// values, which may be another n.
    ///
    /// # Errors
    /// What went wrong between the ranks, on each of them.
    ///
    /// ```
    /// // A chain of springs, one number on each rank: neighbours see each other.
    /// let found = wengert_mpi::threads(4, |ranks| {
    ///     let x = [f64::from(ranks.rank() as u8).powi(2)];
    ///     ranks.value_and_gradient(&x, |world, x| {
    ///         if world.rank() > 0 {
    ///             world.send(world.rank() - 1, 0, x);
    ///         }
    ///         if world.rank() == 3 { return 0.0.into() }
    ///         let right = world.receive(world.rank() + 1, 0, 1)[0];
    ///         0.5 * (right - x[0]) * (right - x[0])
    ///     })
    /// });
    /// let slopes: Vec<f64> = found.into_iter().map(|found| found.unwrap().1[0]).collect();
    /// assert_eq!(slopes, [-1.0, -2.0, -2.0, 5.0]);
    /// ```
    pub fn value_and_gradient<T: Real>(
        &self,
        x: &[T],
        f: impl for<'t> FnOnce(&On<'_, Var<'t, T>>, &[Var<'t, T>]) -> Var<'t, T>,
    ) -> Result<(T, Vec<T>), Error> {
        let mut g = vec![T::from(0.0); x.len()];
        let y = self.value_and_gradient_into(x, f, &mut g)?;
        Ok((y, g))
    }

    /// As [`value_and_gradient`](Ranks::value_and_gradient), with the gradient written to memory of the caller's.
    ///
    /// # Errors
    /// As there; `g` then holds anything.
    ///
    /// # Panics
    /// If `g` and `x` differ in length.
    ///
    /// ```
    /// // Each rank has a share of the sum of squares.
    /// let found = wengert_mpi::threads(2, |ranks| {
    ///     let (x, mut gradient) = ([1.0 + ranks.rank() as f64], [0.0]);
    ///     ranks.value_and_gradient_into(&x, |_, x| x[0] * x[0], &mut gradient).map(|value| (value, gradient[0]))
    /// });
    /// let found: Result<Vec<_>, _> = found.into_iter().collect();
    /// assert_eq!(found?, [(5.0, 2.0), (5.0, 4.0)]);
    /// # Ok::<(), wengert_mpi::Error>(())
    /// ```
    #[track_caller]
    pub fn value_and_gradient_into<T: Real>(
        &self,
        x: &[T],
        f: impl for<'t> FnOnce(&On<'_, Var<'t, T>>, &[Var<'t, T>]) -> Var<'t, T>,
        g: &mut [T],
    ) -> Result<T, Error> {
        assert!(g.len() == x.len(), "the gradient has {} values, and there are {} inputs", g.len(), x.len());
        self.check()?;
        // A rank may have no inputs: what it does with others is recorded beside one that nothing depends on, which on
        // levels below is a variable where the inputs are.
        let anchor = x.first().copied().unwrap_or(T::from(0.0));
        let inputs: Vec<T> = x.iter().copied().chain([anchor]).collect();
        let (y, found) = wengert::value_and_gradient(
            |inputs| {
                let (x, anchor) = inputs.split_at(x.len());
                f(&self.on(anchor[0]), x)
            },
            &inputs,
        );
        g.copy_from_slice(&found[..x.len()]);
        let sum = self.on(anchor).all_reduce_sum(&[y]);
        self.check().map(|()| sum[0])
    }
}
